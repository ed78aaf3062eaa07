"""Writes what documents itself.

sql/schema.sql comes from a fresh memory, docs/schema.md from sql/, docs/commands.md from the command's help, and the
output below each `$ memdb` line of README.md from running it.

python docs/generate.py          writes what has changed
python docs/generate.py --check  fails when one of them is not what it would write
"""

import os
import re
import shlex
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import apsw
import click

import memdb
from memdb_cli.group import COMMANDS, load
from memdb_cli.main import cli

ROOT = Path(__file__).resolve().parent.parent
SQL = ROOT / "sql"
WIDTH = 88
"""Columns of a help text, whatever terminal the script runs in."""

COMMANDS_HEAD = """\
<!-- Written by docs/generate.py from `memdb --help`. Do not edit. -->

# Commands

`--db` and `--stream` may stand before or after the name of a command. With `--json` a command prints one JSON
document on standard output and nothing else. Exit codes: 0 done, 1 failed (one line on standard error says what to
do), 2 a call that cannot mean anything, 130 interrupted.
"""

SCHEMA_FILE_HEAD = """\
-- Every table, index and trigger of a memory that this version creates. Written by docs/generate.py: do not edit.
"""

SCHEMA_HEAD = """\
<!-- Written by docs/generate.py from sql/. Do not edit. -->

# The file

A memory is one SQLite file. Any SQLite tool can read it; write to it with memdb only. Once it holds vectors it has one
table more, `vector_index`, derived from `packet_vectors`: a vec0 table of sqlite-vec, whose dimension is the vectors'.
"""

STATEMENTS_HEAD = """\
# Statements

Every statement that memdb runs is a file below `sql/`. This is the question that each one answers.
"""

_CREATE = re.compile(r"CREATE (?:UNIQUE )?(TABLE|VIRTUAL TABLE|VIEW|INDEX|TRIGGER) (?:IF NOT EXISTS )?\"?(\w+)\"?")
_ON = re.compile(r"\bON\s+\"?(\w+)")
_SESSION = re.compile(r"(?ms)^```console\n\$ memdb .*?^```\n")
_FIELD = re.compile(r"^(in|out|uses):")


def commands_page() -> str:
    """The command reference."""
    parts = [COMMANDS_HEAD, _help(cli, "memdb", None)]
    top = click.Context(cli, info_name="memdb")
    for name in COMMANDS:
        command = load(name)
        parts += [f"## {name}\n", _help(command, name, top)]
        if isinstance(command, click.Group):
            context = click.Context(command, info_name=name, parent=top)
            for part in command.list_commands(context):
                parts += [f"### {name} {part}\n", _help(command.commands[part], part, context)]
    return "\n".join(parts)


def schema_file() -> str:
    """The schema of a fresh memory, as SQLite holds it."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "fresh.memdb"
        with memdb.open(path) as memory:
            memory.ingest_drafts([])
        connection = apsw.Connection(str(path), flags=apsw.SQLITE_OPEN_READONLY)
        rows = list(connection.execute((SQL / "store" / "schema.sql").read_text(encoding="utf-8")))
        connection.close()
    return "\n".join([SCHEMA_FILE_HEAD, *(f"{row[2]};\n" for row in rows)])


def schema_page(schema: str) -> str:
    """Every table with its indexes and triggers, and the list of statements."""
    comments = _comments()
    statements = _definitions(schema)
    attached: dict[str, list[str]] = {}
    for kind, name, text in statements:
        if kind in ("INDEX", "TRIGGER"):
            owner = _ON.search(text)
            attached.setdefault(owner[1] if owner else name, []).append(text)
    parts = [SCHEMA_HEAD]
    for kind, name, text in statements:
        if kind in ("INDEX", "TRIGGER"):
            continue
        parts.append(f"## {name}\n")
        if comments.get(name):
            parts.append(comments[name] + "\n")
        parts.append("```sql\n" + "\n".join([text, *attached.get(name, [])]) + "\n```\n")
    return "\n".join([*parts, STATEMENTS_HEAD, *_statement_list()])


def readme_page() -> str:
    """The README with its sessions run again, one after the other, on one memory."""
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "fixtures").symlink_to(ROOT / "fixtures")
        return _SESSION.sub(lambda match: _run_session(match[0], Path(folder)), text)


def _run_session(block: str, folder: Path) -> str:
    memdb_command = str(Path(sys.executable).with_name("memdb"))
    environment = {**os.environ, "MEMDB_PATH": str(folder / "memory.memdb")}
    parts: list[str] = []
    for line in re.findall(r"(?m)^\$ memdb (.*)$", block):
        words = [memdb_command, *shlex.split(line)]
        done = subprocess.run(words, cwd=folder, env=environment, capture_output=True, text=True, check=True)  # noqa: S603 - the README's own
        parts.append(f"$ memdb {line}\n{done.stdout}")
    return "```console\n" + "\n".join(parts) + "```\n"


def _help(command: click.Command, name: str, parent: click.Context | None) -> str:
    context = click.Context(
        command, info_name=name, parent=parent, terminal_width=WIDTH, help_option_names=["-h", "--help"]
    )
    return f"```text\n{command.get_help(context)}\n```\n"


def _definitions(text: str) -> list[tuple[str, str, str]]:
    """Each statement of a schema as (kind, name, text), without the comments before it."""
    found: list[tuple[str, str, str]] = []
    starts = [match.start() for match in re.finditer(r"(?m)^CREATE ", text)]
    for start, end in zip(starts, [*starts[1:], len(text)], strict=True):
        body = text[start:end]
        trailing = re.search(r"(?m)^--", body)
        body = (body[: trailing.start()] if trailing else body).strip()
        match = _CREATE.match(body)
        if match is None:
            raise SystemExit(f"schema: cannot read {body[:60]!r}")
        found.append((match[1], match[2], body))
    return found


def _comments() -> dict[str, str]:
    """The comment that stands directly before each CREATE of the migrations, by the created name."""
    comments: dict[str, str] = {}
    for path in sorted((SQL / "migrations").glob("*.sql")):
        block: list[str] = []
        for line in path.read_text(encoding="utf-8").splitlines():
            if line.startswith("--"):
                block.append(line.removeprefix("--").strip())
                continue
            if match := _CREATE.match(line):
                comments[match[2]] = " ".join(block)
            block = []
    return comments


def _statement_list() -> Iterator[str]:
    for room in sorted(
        path for path in SQL.iterdir() if path.is_dir() and path.name not in ("migrations", "__pycache__")
    ):
        files = sorted(room.rglob("*.sql"))
        if files:
            yield f"\n## {room.name}\n"
        for path in files:
            yield f"- `{path.relative_to(SQL).with_suffix('').as_posix()}`: {_question(path)}"
    yield ""


def _question(path: Path) -> str:
    """The first lines of a statement's header, up to its parameters."""
    lines: list[str] = []
    for line in path.read_text(encoding="utf-8").splitlines():
        text = line.removeprefix("--").strip()
        if not line.startswith("--") or _FIELD.match(text):
            break
        lines.append(text)
    return " ".join(lines)


def main() -> int:
    """Write the pages, or compare them."""
    schema = schema_file()
    pages = {
        ROOT / "README.md": readme_page(),
        SQL / "schema.sql": schema,
        ROOT / "docs" / "commands.md": commands_page(),
        ROOT / "docs" / "schema.md": schema_page(schema),
    }
    stale = [path for path, text in pages.items() if not path.exists() or path.read_text(encoding="utf-8") != text]
    check = "--check" in sys.argv[1:]
    for path in stale:
        name = path.relative_to(ROOT).as_posix()
        if check:
            print(f"{name} is not current; run `make docs`", file=sys.stderr)
        else:
            path.write_text(pages[path], encoding="utf-8")
            print(f"wrote {name}")
    return 1 if check and stale else 0


if __name__ == "__main__":
    sys.exit(main())
