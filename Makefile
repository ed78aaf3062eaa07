# memdb: what a person runs from a checkout. PYTHON chooses the interpreter: make test PYTHON=python3.12
PYTHON ?= python3
VENV ?= .venv
PYTHONS ?= python3.11 python3.12 python3.13
BIN := $(VENV)/bin

.PHONY: help demo test test-large fuzz lint lock docs bench clean

help:
	@echo 'make demo   install memdb, fill a throw-away memory with fixtures/demo and ask it questions'
	@echo 'make test   install what the tests need, get two small models (125 MB), and run the tests'
	@echo 'make test-large  the tests with a model of 1.1 GB, which it gets'
	@echo 'make fuzz   look for what breaks a reader of foreign text; TARGET names one, SECONDS are for each'
	@echo 'make lint   ruff, mypy, pyright and the import contracts'
	@echo 'make lock   choose the versions that development installs anew; PYTHONS names the interpreters'
	@echo 'make docs   write the generated pages, the schema and the sessions of the README again'
	@echo 'make bench  measure read and ingest times'
	@echo 'PYTHON=python3.12 chooses the interpreter; at least 3.11'

demo: $(VENV)/.installed
	MEMDB=$(CURDIR)/$(BIN)/memdb sh fixtures/demo/demo.sh

test: $(VENV)/.installed-dev
	$(BIN)/python tests/fetch_models.py
	$(BIN)/python -m pytest

test-large: $(VENV)/.installed-dev
	$(BIN)/python tests/fetch_models.py smollm2 minilm qwen1.5b
	$(BIN)/python -m pytest -m large

# Atheris is not among the versions of development: nothing else needs it.
TARGET ?= $(notdir $(wildcard fixtures/corpus/*))
SECONDS ?= 60
fuzz: $(VENV)/.installed-dev
	$(BIN)/python -m pip install --quiet 'atheris==3.0.0'
	@for target in $(filter-out README.md,$(TARGET)); do \
		echo "== $$target"; $(BIN)/python tests/fuzz/fuzz.py "$$target" $(SECONDS) || exit 1; done

lint: $(VENV)/.installed-dev
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/pyright
	$(BIN)/lint-imports

lock:
	$(PYTHON) tests/packaging/lock.py $(PYTHONS)

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

$(VENV)/.installed: pyproject.toml | $(BIN)/python
	$(BIN)/python -m pip install --quiet --editable .
	@touch $@

$(VENV)/.installed-dev: pyproject.toml tests/packaging/install_dev.sh tests/packaging/constraints.txt | $(BIN)/python
	bash tests/packaging/install_dev.sh $(BIN)/python
	@touch $@ $(VENV)/.installed
