#!/usr/bin/env bash
# Does a built wheel work on its own? check_wheel.sh PYTHON WHEEL
# Installs it in an empty environment, leaves the checkout, and runs the command and the demo.
set -euo pipefail
python=$1
wheel=$(realpath "$2")
fixtures=$(realpath "$(dirname "$0")/../../fixtures")
most_distributions=15

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
"$python" -m venv "$scratch/venv"
bin=$scratch/venv/bin
"$bin/python" -m pip install --quiet --disable-pip-version-check "$wheel"
cp -r "$fixtures/demo" "$scratch/demo"
cd "$scratch"

installed=$("$bin/python" -m pip list --format=freeze --disable-pip-version-check | grep -cvE '^(pip|setuptools|wheel)==')
echo "installed distributions: $installed"
if [ "$installed" -gt "$most_distributions" ]; then
    "$bin/python" -m pip list --format=freeze --disable-pip-version-check
    echo "a core install may have at most $most_distributions distributions" >&2
    exit 1
fi

where=$("$bin/python" -c 'import memdb, memdb_cli; print(memdb.__file__, memdb_cli.__file__)')
case $where in
    "$scratch"/*" $scratch"/*) ;;
    *) echo "imported from outside the environment: $where" >&2; exit 1 ;;
esac
"$bin/memdb" --version
"$bin/memdb" --help >/dev/null
"$bin/memdb" --db "$scratch/none.memdb" models list | grep -q minilm
MEMDB=$bin/memdb sh demo/demo.sh --check
