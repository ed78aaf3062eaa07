"""Every statement under sql/ is documented, used, and planned as its header says."""

import ast
import re
from pathlib import Path

import apsw
import apsw.ext
import pytest

import memdb
from memdb.store.connection import vector_extension

ROOT = Path(__file__).parents[2]
SQL = ROOT / "sql"
FILES = {
    path.relative_to(SQL).with_suffix("").as_posix(): path.read_text(encoding="utf-8")
    for room in sorted(SQL.iterdir())
    if room.is_dir() and room.name != "migrations"
    for path in sorted(room.glob("*.sql"))
}
WORDS = r"\b(?:SELECT|WITH|INSERT|UPDATE|DELETE|CREATE|DROP|ALTER|PRAGMA|BEGIN|COMMIT|ROLLBACK|SAVEPOINT|VACUUM)\b"
RUN_OFTEN = re.compile(
    r"query/|assertions/|extract/|placement/(?!drop_|reset_|queue_|awaiting)|ingest/(?!drop_|stream_ids)|store/(packet_|sessions|.et_property)"
    r"|models/(?!usage|empty_|unlink_)"
    r"|vectors/(add_|any_vector|find_|index_|nearest|of_|places|sample|states|tokens|turns_)"
)
SMALL = {
    "query/scope": {"streams"},
    "vectors/nearest": {"vector_index"},
    "placement/stale_cells": {"cells"},
    "placement/unplaced_packets": {"unplaced_packets"},
}
"""Statements that read a whole table: one with a row for each stream, the index of vectors, whose way it is, the index
of Cells that changed, and a queue."""


@pytest.fixture(scope="module")
def fresh(tmp_path_factory):
    """A memory that was just made: empty tables, and no statistics that could flatter a plan."""
    path = tmp_path_factory.mktemp("sql") / "fresh.memdb"
    with memdb.open(path) as memory:
        memory.ingest_drafts([])
    connection = apsw.Connection(str(path))
    # The index of vectors is made when the first are stored, for their dimension.
    connection.enable_load_extension(True)
    connection.load_extension(vector_extension())
    connection.execute(FILES["vectors/make_index"].replace("DIMENSION", "64"))
    connection.execute(FILES["export/attach"], {"path": ":memory:"})
    for name in [name for name in FILES if name.startswith("export/make_")]:
        connection.execute(FILES[name])
    yield connection
    connection.close()


def header(text: str) -> dict[str, str]:
    """The comment before a statement by field; the sentences before the first field are "question"."""
    fields, field = {"question": ""}, "question"
    for line in text.splitlines():
        if not line.startswith("--"):
            break
        words = line.removeprefix("--").strip()
        if match := re.match(r"(in|out|uses): ", words):
            field, words = match[1], words[match.end() :]
        fields[field] = f"{fields.get(field, '')} {words}".strip()
    return fields


def names(listing: str) -> list[str]:
    """The items of a header field without their explanations in parentheses."""
    listing = re.sub(r"\s*\([^()]*\)", "", listing).replace(" and ", ", ")
    return [item.strip() for item in listing.split(",") if item.strip()]


def plan(connection: apsw.Connection, text: str) -> list[str]:
    """Every line of SQLite's plan of a statement."""

    def lines(step: apsw.ext.QueryPlan) -> list[str]:
        return [step.detail, *(line for below in step.sub or () for line in lines(below))]

    return lines(apsw.ext.query_info(connection, text, explain_query_plan=True).query_plan)


def tables(connection: apsw.Connection) -> set[str]:
    return {name for (name,) in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")}


def aliases(connection: apsw.Connection, text: str) -> dict[str, str]:
    """The real tables that a statement names, by the name the plan shows."""
    found = re.findall(r"(?:FROM|JOIN|UPDATE OR IGNORE|UPDATE|INTO|,)\s+(?:main\.)?(\w+)(?:\s+AS\s+(\w+))?", text)
    return {alias or table: table for table, alias in found if table in tables(connection)}


def searched(connection: apsw.Connection, text: str) -> set[str]:
    """The indexes by which a plan looks rows up, worded as headers word them."""
    named, found = aliases(connection, text), set()
    for line in plan(connection, text):
        match = re.match(r"SEARCH (\w+)(?: EXISTS)? USING (?:COVERING )?(?:INDEX (\w+)|(?:INTEGER )?PRIMARY KEY)", line)
        if match and match[2] is None:
            found.add(f"primary key of {named[match[1]]}")
        elif match:
            found.add(re.sub(r"sqlite_autoindex_(\w+)_\d+", r"unique index of \1", match[2]))
    return found


def declared(connection: apsw.Connection, listing: str) -> set[str]:
    """The indexes of a header: "primary keys of packets and streams, packets_by_turn"."""
    prefix, found = "", set()
    for item in names(listing):
        if match := re.match(r"(primary key|unique index)(?:s|es)? of (\w+)$", item):
            prefix = match[1]
            found.add(f"{prefix} of {match[2]}")
        else:
            found.add(f"{prefix} of {item}" if item in tables(connection) else item)
    return found


def sql_calls(path: Path) -> list[str]:
    """The statements that a module names with `sql(...)`; a name that a loop completes counts for each turn of it."""
    found: list[str] = []

    def visit(node: ast.AST, loops: dict[str, list[str]]) -> None:
        if isinstance(node, ast.For) and isinstance(node.target, ast.Name) and isinstance(node.iter, ast.Tuple):
            loops = loops | {node.target.id: [getattr(item, "value", None) for item in node.iter.elts]}
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "sql":
            (name,) = node.args
            if isinstance(name, ast.JoinedStr):
                start, variable = name.values
                found.extend(f"{start.value}{end}" for end in loops[variable.value.id])
            else:
                found.append(name.value)
        for child in ast.iter_child_nodes(node):
            visit(child, loops)

    visit(ast.parse(path.read_text(encoding="utf-8")), {})
    return found


@pytest.mark.parametrize("name", FILES)
def test_the_header_says_what_a_statement_answers_and_names_each_binding_and_column(fresh, name):
    fields = header(FILES[name])
    info = apsw.ext.query_info(fresh, FILES[name])
    assert re.match(r"[A-Z][^\n]*\.", fields["question"]), "begins with a sentence"
    bindings = re.findall(r":(\w+)", re.sub(r"\([^()]*\)", "", fields.get("in", "")))
    assert sorted(bindings) == sorted(info.bindings_names)
    assert names(fields.get("out", "")) == [column for column, _ in info.description]


@pytest.mark.parametrize("name", FILES)
def test_a_file_holds_one_statement(fresh, name):
    info = apsw.ext.query_info(fresh, FILES[name])
    assert not info.query_remaining
    assert FILES[name].endswith(";\n")


@pytest.mark.parametrize("name", [name for name in FILES if name.startswith("query/")])
def test_the_read_path_only_reads(fresh, name):
    assert apsw.ext.query_info(fresh, FILES[name]).is_readonly


@pytest.mark.parametrize("name", [name for name, text in FILES.items() if re.match(r"(--.*\n)*(SELECT|WITH)\b", text)])
def test_a_query_only_reads_and_finds_its_rows_by_the_indexes_its_header_names(fresh, name):
    assert apsw.ext.query_info(fresh, FILES[name]).is_readonly
    if RUN_OFTEN.match(name):
        assert declared(fresh, header(FILES[name]).get("uses", "")) == searched(fresh, FILES[name])


@pytest.mark.parametrize("name", FILES)
def test_the_indexes_of_a_header_exist_and_none_that_the_plan_uses_is_left_out(fresh, name):
    claimed = declared(fresh, header(FILES[name]).get("uses", ""))
    assert searched(fresh, FILES[name]) <= claimed
    indexes = {index for (index,) in fresh.execute("SELECT name FROM sqlite_schema WHERE type = 'index'")}
    known = indexes | {f"{kind} of {table}" for kind in ("primary key", "unique index") for table in tables(fresh)}
    assert claimed <= known


@pytest.mark.parametrize("name", [name for name in FILES if RUN_OFTEN.match(name)])
def test_no_statement_that_runs_often_scans_a_table(fresh, name):
    named = aliases(fresh, FILES[name])
    scanned = {line.split()[1] for line in plan(fresh, FILES[name]) if line.startswith("SCAN ")}
    assert {named[alias] for alias in scanned if alias in named} == SMALL.get(name, set())


def test_every_statement_that_the_code_names_exists_and_every_file_is_used():
    modules = [path for folder in ("memdb", "docs") for path in (ROOT / folder).rglob("*.py")]
    used = {name for path in modules for name in sql_calls(path)}
    documentation = (ROOT / "docs" / "generate.py").read_text(encoding="utf-8")
    used |= {"/".join(parts) for parts in re.findall(r'SQL / "(\w+)" / "(\w+)\.sql"', documentation)}
    assert used == set(FILES)


def test_no_sql_is_written_in_python_but_pragmas_and_transactions_of_the_store():
    found: list[str] = []
    for path in [*(ROOT / "memdb").rglob("*.py"), *(ROOT / "cli").rglob("*.py")]:
        tree = ast.parse(path.read_text(encoding="utf-8"))
        texts = [
            node.value for node in ast.walk(tree) if isinstance(node, ast.Constant) and isinstance(node.value, str)
        ]
        allowed = r"(PRAGMA|BEGIN|COMMIT|ROLLBACK)\b" if path.is_relative_to(ROOT / "memdb" / "store") else r"(?!)"
        found += [text for text in texts if re.match(rf"\s*{WORDS}", text) and not re.match(allowed, text)]
    assert found == []
