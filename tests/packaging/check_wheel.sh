#!/usr/bin/env bash
# Does a built wheel work on its own? check_wheel.sh PYTHON WHEEL
# Installs it in an empty environment, leaves the checkout, and runs the command and the demo: without a network, from
# a folder of wheels, as on a machine that has none. Where no network namespace can be made, only pip is kept offline.
set -euo pipefail
python=$1
wheel=$(realpath "$2")
fixtures=$(realpath "$(dirname "$0")/../../fixtures")
most_distributions=15
most_kilobytes=$((40 * 1024))
offline=(env)
for namespace in "unshare -rn" "unshare -n"; do
    if $namespace true 2>/dev/null; then
        read -r -a offline <<<"$namespace"
        break
    fi
done
[ "${offline[0]}" = env ] && echo "no network namespace can be made here"

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
"$python" -m venv "$scratch/venv"
bin=$scratch/venv/bin
"$bin/python" -m pip download --quiet --disable-pip-version-check --dest "$scratch/wheels" "$wheel"
kilobytes=$(du -sk "$scratch/wheels" | cut -f1)
echo "downloads of a core install: $kilobytes KiB"
if [ "$kilobytes" -gt "$most_kilobytes" ]; then
    ls -l "$scratch/wheels"
    echo "a core install may download at most $most_kilobytes KiB" >&2
    exit 1
fi
"${offline[@]}" "$bin/python" -m pip install --quiet --disable-pip-version-check --no-index --find-links "$scratch/wheels" \
    memdb-engine
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
# Not through a pipe to `grep -q`, which hangs up while the command is still talking.
listed=$("${offline[@]}" "$bin/memdb" --db "$scratch/none.memdb" models list)
case $listed in
    *minilm*) ;;
    *) echo "models list does not offer minilm: $listed" >&2; exit 1 ;;
esac
MEMDB=$bin/memdb "${offline[@]}" sh demo/demo.sh --check
