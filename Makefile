# memdb: what a person runs from a checkout. PYTHON chooses the interpreter: make test PYTHON=python3.12
PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin

.PHONY: help demo test lint docs bench clean

help:
	@echo 'make demo   install memdb, fill a throw-away memory with fixtures/demo and ask it questions'
	@echo 'make test   install what the tests need and run them'
	@echo 'make lint   ruff, mypy, pyright and the import contracts'
	@echo 'make docs   write the generated pages, the schema and the sessions of the README again'
	@echo 'make bench  measure read and ingest times'
	@echo 'PYTHON=python3.12 chooses the interpreter; at least 3.11'

demo: $(VENV)/.installed
	MEMDB=$(CURDIR)/$(BIN)/memdb sh fixtures/demo/demo.sh

test: $(VENV)/.installed-dev
	$(BIN)/python -m pytest

lint: $(VENV)/.installed-dev
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/pyright
	$(BIN)/lint-imports

docs: $(VENV)/.installed
	$(BIN)/python docs/generate.py

bench: $(VENV)/.installed-dev
	@for script in $$(grep -l __main__ benchmarks/*.py); do echo "== $$script"; $(BIN)/python "$$script" || exit 1; done

clean:
	rm -rf build dist .demo .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
		|| { echo 'memdb needs Python 3.11 or newer; choose one with PYTHON=python3.12'; exit 1; }
	$(PYTHON) -m venv $(VENV)

# Dependency groups need pip 25.1; a new environment may carry an older one.
$(VENV)/.installed: pyproject.toml | $(BIN)/python
	$(BIN)/python -m pip install --quiet --upgrade 'pip>=25.1'
	$(BIN)/python -m pip install --quiet --editable .
	@touch $@

$(VENV)/.installed-dev: pyproject.toml | $(BIN)/python
	$(BIN)/python -m pip install --quiet --upgrade 'pip>=25.1'
	$(BIN)/python -m pip install --quiet --editable '.[eval]' --group dev
	@touch $@ $(VENV)/.installed
