"""Fuzzes one target with atheris until it fails or the time is over: fuzz.py TARGET SECONDS [OPTION OF LIBFUZZER ...]

It begins with the corpus of the target, importers with the samples of formats too; what reaches more code is kept in
build/fuzz. With a file among the options that input alone is tried.
"""

import sys
from pathlib import Path

import atheris
from mutating import mutated

with atheris.instrument_imports(include=["memdb"]):
    from targets import TARGETS, check, importing

ROOT = Path(__file__).resolve().parents[2]


def main() -> None:
    target, seconds, *options = sys.argv[1:]
    if target not in TARGETS:
        sys.exit(f"no target named {target}: there are {', '.join(TARGETS)}")
    found = ROOT / "build" / "fuzz" / target
    found.mkdir(parents=True, exist_ok=True)
    corpora = [found, ROOT / "fixtures" / "corpus" / target]
    if target in importing.TARGETS:
        corpora.append(ROOT / "fixtures" / "formats")
    limits = (f"-max_total_time={seconds}", "-timeout=20", "-rss_limit_mb=2048", "-max_len=4096")
    words = [sys.argv[0], *limits, f"-artifact_prefix={found.parent}/{target}-", *options]
    if all(option.startswith("-") for option in options):  # else the inputs are named
        words += [str(folder) for folder in corpora if folder.is_dir()]
    atheris.Setup(words, lambda data: check(target, data), custom_mutator=mutate)
    atheris.Fuzz()


def mutate(data: bytes, most: int, seed: int) -> bytes:
    """A change of JSON by its structure every other time, where it is JSON, else of bytes."""
    changed = mutated(data, seed) if seed % 2 else None
    return atheris.Mutate(data, most) if changed is None or len(changed) > most else changed


if __name__ == "__main__":
    main()
