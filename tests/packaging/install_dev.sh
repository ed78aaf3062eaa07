#!/usr/bin/env bash
# Installs memdb, editable, with all that its tests need: install_dev.sh PYTHON (of an environment)
# Versions are those of constraints.txt, which `make lock` writes.
#
# llama.cpp has no ready wheel. It is compiled once for all Pythons, since its wheel fits each: 5 to 10 minutes on two
# cores. Portable, because the default flags compile instructions that some virtual machines claim to have and have not.
# Without a compiler the rest is installed, and the tests that run models are skipped; with MEMDB_REQUIRE_MODELS set
# that is a failure.
set -euo pipefail
python=$1
extras=agents,encrypted,eval,langchain,langgraph,llm,mcp
llama=llama-cpp-python==0.3.36
wheels=${MEMDB_WHEELS:-${XDG_CACHE_HOME:-$HOME/.cache}/memdb-wheels}
cd "$(dirname "$0")/../.."
pins=(--constraint tests/packaging/constraints.txt)

# Dependency groups need pip 25.1; a new environment may carry an older one.
"$python" -m pip install --quiet --upgrade 'pip>=25.1'
log=$(mktemp)
trap 'rm -f "$log"' EXIT
echo "llama.cpp: from $wheels, else compiled once (5 to 10 minutes)"
if CMAKE_ARGS="-DGGML_NATIVE=OFF -DLLAVA_BUILD=OFF" "$python" -m pip wheel --no-deps --find-links "$wheels" \
    --wheel-dir "$wheels" "$llama" >"$log" 2>&1; then
    "$python" -m pip install --quiet --find-links "$wheels" "${pins[@]}" "$llama" --editable ".[$extras,llama]" --group dev
elif [ -n "${MEMDB_REQUIRE_MODELS:-}" ]; then
    tail -n 40 "$log" >&2
    exit 1
else
    tail -n 5 "$log" >&2
    echo "llama.cpp could not be compiled: tests that run models will be skipped (docs/models.md says what it needs)" >&2
    "$python" -m pip install --quiet "${pins[@]}" --editable ".[$extras]" 'gguf>=0.17' --group dev
fi

# The SQLite that encrypts takes the place of the other, whose module has the same name; it does all that that does.
"$python" -m pip install --quiet --force-reinstall --no-deps "${pins[@]}" apsw-sqlite3mc

# LangChain's standard tests, without the eight pytest plugins that they bring for other kinds of tests.
"$python" -m pip install --quiet --no-deps "${pins[@]}" 'langchain-tests>=1.1.9'
