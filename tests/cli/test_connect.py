"""`memdb connect`: an entry more in the settings of an assistant, and nothing in them lost."""

import json
import os
import stat
import string
import subprocess
import sys
import tomllib
from pathlib import Path, PurePosixPath

import pytest
import tomlkit
from hypothesis import example, given
from hypothesis import strategies as st

from memdb_cli.host_files import merged
from memdb_cli.hosts import HOSTS, Place
from memdb_cli.json_edit import parse_json, set_in_json

ENTRY = {"command": "/opt/memdb", "args": ["--db", "/home/ana/ü x.memdb", "mcp"]}
NAMES = st.text(st.characters(exclude_categories=["Cs"]), max_size=8)
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53), 2**53) | NAMES | st.floats(allow_nan=False, allow_infinity=False),
    lambda held: st.lists(held, max_size=3) | st.dictionaries(NAMES, held, max_size=3),
    max_leaves=12,
)
SERVERS = st.dictionaries(NAMES | st.just("memdb"), VALUES, max_size=4)
LAYOUTS = st.sampled_from([{"indent": 2}, {"indent": "\t"}, {"indent": 4}, {"separators": (",", ":")}, {}])


@given(
    rest=st.dictionaries(NAMES, VALUES, max_size=4), servers=st.none() | SERVERS, layout=LAYOUTS,
    name=NAMES | st.just("memdb"), flags=st.tuples(*[st.booleans()] * 4),
)  # fmt: skip
def test_a_merge_into_json_loses_no_other_entry(rest, servers, layout, name, flags):
    comments, crlf, ascii, bom = flags
    document = rest if servers is None else rest | {"mcpServers": servers}
    if servers is None:
        document.pop("mcpServers", None)
    text = json.dumps(document, ensure_ascii=ascii, **layout)
    text = text.replace("\n", "\r\n") if crlf else text
    text = "\ufeff" + text if bom else text
    merged_text = set_in_json(text, "mcpServers", name, ENTRY, comments=comments)
    assert parse_json(merged_text, comments=comments) == document | {"mcpServers": (servers or {}) | {name: ENTRY}}
    again = set_in_json(merged_text, "mcpServers", name, ENTRY, comments=comments)
    assert parse_json(again, comments=comments) == parse_json(merged_text, comments=comments)
    assert merged_text.startswith("\ufeff") == bom


GAPS = st.sampled_from(["", " ", "\n", "\t", '// a, "b": {\n', "/* ] } */", "/**/ ", "\r\n  // x\r\n"])


@st.composite
def commented(draw, depth=2) -> str:
    """An object as people write it: comments anywhere, and a comma after the last member or not."""

    def gap() -> str:
        return draw(GAPS)

    members = draw(
        st.dictionaries(st.sampled_from(["a", "servers", "//no", "memdb", "/*", 'q"']), st.none(), max_size=3)
    )
    parts = []
    for name in members:
        scalar = draw(st.sampled_from(['"// kept"', "1", "[1, /* c */ 2,]", '"\\" , }"', "{}"]))
        value = draw(commented(depth - 1)) if depth and (name == "servers" or draw(st.booleans())) else scalar
        if name == "servers" and not value.startswith("{"):
            value = "{}"
        parts.append(f"{gap()}{json.dumps(name)}{gap()}:{gap()}{value}{gap()}")
    last = draw(st.sampled_from(["", ","])) if parts else ""
    return "{" + ",".join(parts) + last + gap() + "}"


@given(commented())
@example('{\n  // my servers\n  "servers": {\n    "a": {"command": "x"}, // keep\n  },\n}\n')
@example('{"servers": {/* none */}}')
@example("{} // end")
@example("// nothing yet\n")
def test_a_merge_into_json_with_comments_keeps_every_comment_and_value(text):
    before = parse_json(text, comments=True)
    merged_text = set_in_json(text, "servers", "memdb", ENTRY, comments=True)
    assert parse_json(merged_text, comments=True) == before | {"servers": before.get("servers", {}) | {"memdb": ENTRY}}
    if "memdb" not in before.get("servers", {}):
        rest = iter(merged_text)
        assert all(one in rest for one in text), "every character is there, in its order"


def test_a_comment_on_the_last_server_stays_with_it():
    text = '{\n  "servers": {\n    "a": {}, // mine\n  },\n}\n'
    assert '"a": {}, // mine\n    "memdb": {' in set_in_json(text, "servers", "memdb", ENTRY, comments=True)
    assert '"a": {}, // mine' in set_in_json(text.replace("},", "}"), "servers", "memdb", ENTRY, comments=True)


KEYS = st.text(string.ascii_letters + "._- é", min_size=1, max_size=6)
TOML_VALUES = st.booleans() | st.integers(-(2**60), 2**60) | st.text(string.printable + "é", max_size=8)
TABLES = st.dictionaries(KEYS, TOML_VALUES | st.lists(st.integers(), max_size=3), max_size=3)


@given(
    top=TABLES, tables=st.dictionaries(KEYS, TABLES, max_size=3),
    servers=st.none() | st.dictionaries(KEYS, TABLES, max_size=3),
    comment=st.sampled_from(["", "# mine\n", "\n\n# a = [\n"]),
)  # fmt: skip
def test_a_merge_into_toml_loses_no_other_entry(tmp_path_factory, top, tables, servers, comment):
    document = top | tables
    document.pop("mcp_servers", None)
    if servers is not None:
        document["mcp_servers"] = servers
    text = comment + tomlkit.dumps(document) + comment
    path = tmp_path_factory.mktemp("codex") / "config.toml"
    path.write_bytes(text.encode())
    new = merged(HOSTS["codex"], path, "memdb", ENTRY).new
    assert tomllib.loads(new) == tomllib.loads(text) | {"mcp_servers": (servers or {}) | {"memdb": ENTRY}}
    assert new.count("# mine") == text.count("# mine")


@pytest.mark.parametrize(
    "text",
    [
        'model = "o3"\n\n[mcp_servers.files]\ncommand = "npx"\n\n[profiles.deep]\nmodel = "o1"\n',
        '[mcp_servers]\nfiles = { command = "npx" } # keep\n[tui]\ntheme = "dark"\n',
        'mcp_servers.files.command = "npx"\n[tui]\n',
        'mcp_servers = { files = { command = "npx" } }\n',
        '[mcp_servers.memdb]\ncommand = "/old"\nargs = []\n[mcp_servers.memdb.env]\nX = "1"\n[tui]\n',
        '[[rules]]\nname = "a"\n[[rules]]\nname = "b"\n',
        "# only a comment",
        "a = 1",
    ],
)
def test_settings_of_codex_in_every_way_to_write_them_are_merged(tmp_path, text):
    path = tmp_path / "config.toml"
    path.write_text(text, "utf-8")
    new = merged(HOSTS["codex"], path, "memdb", ENTRY).new
    before = tomllib.loads(text)
    held = before.get("mcp_servers", {})
    assert tomllib.loads(new) == before | {"mcp_servers": held | {"memdb": held.get("memdb", {}) | ENTRY}}


@pytest.mark.parametrize(
    ("host", "linux", "mac", "windows"),
    [
        ("claude-desktop", ".config/Claude/claude_desktop_config.json",
         "Library/Application Support/Claude/claude_desktop_config.json",
         "AppData/Roaming/Claude/claude_desktop_config.json"),
        ("claude-code", ".claude.json", ".claude.json", ".claude.json"),
        ("cursor", ".cursor/mcp.json", ".cursor/mcp.json", ".cursor/mcp.json"),
        ("vscode", ".config/Code/User/mcp.json", "Library/Application Support/Code/User/mcp.json",
         "AppData/Roaming/Code/User/mcp.json"),
        ("codex", ".codex/config.toml", ".codex/config.toml", ".codex/config.toml"),
        ("lmstudio", ".lmstudio/mcp.json", ".lmstudio/mcp.json", ".lmstudio/mcp.json"),
    ],
)  # fmt: skip
def test_each_host_has_its_file_on_each_platform(host, linux, mac, windows):
    home = Path("/home/ana")
    for platform, path in (("linux", linux), ("darwin", mac), ("win32", windows)):
        place = Place(platform=platform, home=home, environment={})
        assert PurePosixPath(HOSTS[host].path(place)) == PurePosixPath("/home/ana") / path


def test_variables_move_the_files():
    moved = {"XDG_CONFIG_HOME": "/x", "CODEX_HOME": "/c", "CLAUDE_CONFIG_DIR": "/d", "APPDATA": "/a"}
    linux = Place(platform="linux", home=Path("/home/ana"), environment=moved)
    windows = Place(platform="win32", home=Path("/home/ana"), environment=moved)
    assert HOSTS["vscode"].path(linux) == Path("/x/Code/User/mcp.json")
    assert HOSTS["codex"].path(linux) == Path("/c/config.toml")
    assert HOSTS["claude-code"].path(linux) == Path("/d/.claude.json")
    assert HOSTS["claude-desktop"].path(windows) == Path("/a/Claude/claude_desktop_config.json")


@pytest.fixture
def home(tmp_path, monkeypatch) -> Path:
    """A home folder of nobody."""
    folder = tmp_path / "home"
    folder.mkdir()
    for name in ("XDG_CONFIG_HOME", "CODEX_HOME", "CLAUDE_CONFIG_DIR", "APPDATA"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", str(folder))
    monkeypatch.setenv("USERPROFILE", str(folder))
    return folder


def servers(host: str, path: Path) -> dict:
    text = path.read_text("utf-8")
    known = tomllib.loads(text) if host == "codex" else parse_json(text, comments=host == "vscode")
    return known[HOSTS[host].key]


@pytest.mark.parametrize("host", HOSTS)
def test_every_host_is_entered_with_absolute_paths_once(memdb, database, home, host):
    first = memdb("connect", host, "--stream", "work", "--json").json()
    path = Path(first["path"])
    assert home in path.parents
    entry = servers(host, path)["memdb"]
    assert Path(entry["command"]).is_absolute()
    assert Path(entry["command"]).is_file()
    assert entry["args"] == ["--db", str(database), "--stream", "work", "mcp"]
    assert entry.get("type") == ("stdio" if host in {"vscode", "claude-code"} else None)
    again = memdb("connect", host, "--stream", "work", "--json").json()
    assert (first["changed"], again["changed"], again["backup"]) == (True, False, None)
    assert [one.name for one in path.parent.iterdir()] == [path.name]


def test_the_entry_starts_a_server(memdb, home):
    memdb("connect", "cursor")
    entry = servers("cursor", home / ".cursor" / "mcp.json")["memdb"]
    hello = {
        "jsonrpc": "2.0", "id": 1, "method": "initialize",
        "params": {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}},
    }  # fmt: skip
    done = subprocess.run(
        [entry["command"], *entry["args"]], input=json.dumps(hello) + "\n", cwd=home, capture_output=True, text=True,
        check=True, timeout=60,
    )  # fmt: skip
    assert json.loads(done.stdout)["result"]["serverInfo"]["name"] == "memdb"


FILES = '"files": {"command": "npx", "env": {"KEY": "s3cret"}}'
OLD = '{\n    "theme": "dark",\n    "mcpServers": {\n        ' + FILES + "\n    }\n}\n"


@pytest.fixture
def cursor(home) -> Path:
    """Settings of Cursor that hold another server, for their owner alone."""
    path = home / ".cursor" / "mcp.json"
    path.parent.mkdir()
    path.write_text(OLD, "utf-8")
    path.chmod(0o600)
    return path


def test_what_was_there_is_kept_beside_with_its_mode(memdb, cursor):
    document = memdb("connect", "cursor", "--json").json()
    backup = Path(document["backup"])
    assert backup.read_text("utf-8") == OLD
    assert backup.parent == cursor.parent
    assert {stat.S_IMODE(one.stat().st_mode) for one in (cursor, backup)} == {0o600}
    assert set(servers("cursor", cursor)) == {"files", "memdb"}
    assert cursor.read_text("utf-8").startswith(OLD[: OLD.index(FILES) + len(FILES)])


def test_a_dry_run_prints_the_change_and_writes_nothing(memdb, cursor):
    result = memdb("connect", "cursor", "--dry-run")
    assert result.code == 0
    assert '+        "memdb": {' in result.out.splitlines()
    assert "--- " + str(cursor) in result.out
    assert cursor.read_text("utf-8") == OLD
    assert len(list(cursor.parent.iterdir())) == 1
    assert not memdb("connect", "cursor", "--dry-run", "--json").json()["changed"]


def test_what_is_needed_can_be_printed_for_adding_it_by_hand(memdb, home):
    text = memdb("connect", "vscode", "--print", "--name", "notes").out
    assert json.loads(text)["servers"]["notes"]["args"][-1] == "mcp"
    assert tomllib.loads(memdb("connect", "codex", "--print").out)["mcp_servers"]["memdb"]
    assert list(home.iterdir()) == []


def test_an_older_entry_is_replaced_and_another_name_is_added(memdb, cursor):
    memdb("connect", "cursor", "--stream", "work")
    memdb("connect", "cursor", "--stream", "home", "--name", "memdb-home")
    memdb("connect", "cursor")
    known = servers("cursor", cursor)
    assert set(known) == {"files", "memdb", "memdb-home"}
    assert "work" not in known["memdb"]["args"]


@pytest.mark.parametrize("host", ["cursor", "codex"])
def test_what_a_host_has_noted_of_the_server_is_kept(memdb, home, host):
    path = Path(memdb("connect", host, "--stream", "work", "--json").json()["path"])
    noted = 'enabled_tools = ["ask"] # mine\n' if host == "codex" else '"disabled": true, '
    at = "args" if host == "codex" else '"command"'
    path.write_text(path.read_text("utf-8").replace(at, noted + at), "utf-8")
    document = memdb("connect", host, "--json").json()
    entry = servers(host, path)["memdb"]
    assert document["changed"]
    assert entry.get("enabled_tools") == ["ask"] or entry["disabled"]
    assert "work" not in entry["args"]


def test_a_link_stays_one_and_what_it_leads_to_is_written(memdb, cursor):
    real = cursor.with_name("real.json")
    cursor.rename(real)
    cursor.symlink_to(real)
    memdb("connect", "cursor")
    assert cursor.is_symlink()
    assert "memdb" in servers("cursor", real)


@pytest.mark.parametrize(
    "text",
    [
        b'{"mcpServers": {', b'{"mcpServers": {"a": 1,}}', b'{"mcpServers": [1]}', b'{"mcpServers": null}', b"[]", b"x",
        b'{"a": "\xff"}', b'{"a": NaN}', b'// note\n{"mcpServers": {}}', b"[" * 100_000,
    ],
)  # fmt: skip
def test_a_file_that_its_host_could_not_read_is_left_alone(memdb, cursor, text):
    cursor.write_bytes(text)
    result = memdb("connect", "cursor")
    assert (result.code, result.out, result.err.count("\n")) == (1, "", 1)
    assert str(cursor) in result.err
    assert cursor.read_bytes() == text
    assert len(list(cursor.parent.iterdir())) == 1


@pytest.mark.parametrize("text", ["[mcp_servers\n", "mcp_servers = 3\n", "a = 1\na = 2\n", "[[mcp_servers]]\nx = 1\n"])
def test_settings_of_codex_that_cannot_be_read_are_left_alone(memdb, home, text):
    path = home / ".codex" / "config.toml"
    path.parent.mkdir()
    path.write_text(text)
    result = memdb("connect", "codex")
    assert (result.code, result.err.count("\n")) == (1, 1)
    assert path.read_text() == text


@pytest.mark.parametrize("text", ["", "  \n", "{}", "\ufeff{}"])
def test_an_empty_file_is_filled(memdb, cursor, text):
    cursor.write_text(text, "utf-8")
    assert memdb("connect", "cursor").code == 0
    assert list(servers("cursor", cursor)) == ["memdb"]


def test_what_somebody_wrote_meanwhile_is_not_overwritten(memdb, cursor, monkeypatch):
    def late(*arguments):
        change = merged(*arguments)
        cursor.write_text("{}", "utf-8")
        return change

    monkeypatch.setattr("memdb_cli.commands.connect.merged", late)
    result = memdb("connect", "cursor")
    assert result.code == 1
    assert "changed meanwhile" in result.err
    assert cursor.read_text("utf-8") == "{}"


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may write anywhere")
def test_a_folder_that_cannot_be_written_is_an_error_of_one_line(memdb, cursor):
    cursor.parent.chmod(0o500)
    try:
        result = memdb("connect", "cursor")
    finally:
        cursor.parent.chmod(0o700)
    assert (result.code, result.err.count("\n")) == (1, 1)
    assert cursor.read_text("utf-8") == OLD


@pytest.mark.parametrize("words", [("winamp",), (), ("cursor", "--name", " ")])
def test_a_host_or_name_that_is_none_is_a_usage_error(memdb, home, words):
    assert memdb("connect", *words).code == 2
    assert list(home.iterdir()) == []


def test_links_in_a_circle_are_an_error_of_one_line(memdb, home):
    path = home / "loop.json"
    path.symlink_to(path)
    result = memdb("connect", "cursor", "--file", str(path))
    assert (result.code, result.err.count("\n")) == (1, 1)


def test_a_file_that_is_no_memory_is_not_entered(memdb, database, home):
    database.write_text("something else, long enough to be looked at " * 40)
    assert memdb("connect", "cursor").code == 1
    assert list(home.iterdir()) == []


def test_without_the_sdk_nothing_is_entered(home, database):
    program = "import sys; sys.modules['mcp'] = None; from memdb_cli.main import main; sys.exit(main(sys.argv[1:]))"
    words = [sys.executable, "-c", program, "connect", "cursor"]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert done.stderr.endswith("install it with `pip install 'memdb-engine[mcp]'`\n")
    assert list(home.iterdir()) == []


def test_a_folder_in_the_place_of_the_file_is_an_error_of_one_line(memdb, home):
    (home / ".cursor" / "mcp.json").mkdir(parents=True)
    result = memdb("connect", "cursor")
    assert (result.code, result.err.count("\n")) == (1, 1)
