"""An encrypted memory shows nothing to who lacks its passphrase, and is otherwise a memory like any other."""

import json
import os
import signal
import sqlite3
import stat
import subprocess
import sys
from contextlib import closing

import apsw
import pytest

import memdb
from memdb.store import encrypts
from memdb_cli.main import main

KEY, OTHER = "correct horse \u96ea", 'it\'s "another" one'
MARKER = "quagga-7731"

pytestmark = pytest.mark.skipif(not encrypts(), reason="the SQLite that is installed does not encrypt")


@pytest.fixture(autouse=True)
def no_secrets_around(monkeypatch):
    for name in ("MEMDB_PASSPHRASE", "MEMDB_NEW_PASSPHRASE"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("PYTHON_KEYRING_BACKEND", "keyring.backends.null.Keyring")


@pytest.fixture
def secret(path):
    with memdb.open(path, passphrase=KEY) as memory:
        fill(memory)
    return path


def fill(memory):
    memory.add(f"I live in Ghent, and the code is {MARKER}.", speaker="Ana", said_at="2026-01-05", session=MARKER)
    memory.add(f"I moved to Bruges with my {MARKER}.", speaker="Ana", said_at="2026-02-05")
    memory.ingest_drafts(memdb.Draft(content=f"Tea {n} is green, {MARKER}.", turn=str(n)) for n in range(300))


def left(folder, *words):
    """Files in which a word can be read."""
    return [
        file.name for file in folder.iterdir() if file.is_file()
        and any(word.encode() in file.read_bytes() for word in words)
    ]  # fmt: skip


def test_every_verb_works_and_no_byte_is_plain_while_it_is_open_or_later(path, tmp_path):
    with memdb.open(path, passphrase=KEY) as memory:
        fill(memory)
        assert left(tmp_path, MARKER, "Ghent", "CREATE TABLE") == []
        assert (path.parent / f"{path.name}-wal").stat().st_size > 0
        assert memory.ask("Where does Ana live?").answer == "Bruges"
        hits = memory.search("green tea", k=5)
        assert {"bm25", "dense"} <= {via for hit in hits for via in hit.via}
        assert memory.facts("Ana", history=True)
        memory.correct("Ana", "home", "Oslo")
        assert memory.forget(matching="moved to Bruges").packets == 1
        assert memory.check(repair=True).ok
        memory.reembed()
        memory.rebuild_cells()
        copy = memory.backup(tmp_path / "copy.memdb")
    assert left(tmp_path, MARKER, "Ghent", "CREATE TABLE", KEY) == []
    with memdb.open(copy, passphrase=KEY) as memory:
        assert memory.check().ok


@pytest.mark.parametrize(
    ("given", "error"), [(OTHER, "passphrase.*wrong"), ("", "is empty"), (None, "its passphrase, if it has one")]
)
def test_a_wrong_or_missing_passphrase_is_said_in_one_line_that_does_not_repeat_it(secret, given, error):
    before = secret.read_bytes()
    with pytest.raises(memdb.StoreError, match=error) as caught:
        memdb.open(secret, passphrase=given)
    text = f"{caught.value}{caught.value.__cause__}{caught.value!r}"
    assert "\n" not in text
    assert not given or given not in text
    assert secret.read_bytes() == before


def test_a_plain_memory_with_a_passphrase_says_so(path):
    with memdb.open(path) as memory:
        memory.add("I live in Ghent.")
    with pytest.raises(memdb.PassphraseError, match=r"not encrypted.*memdb encrypt"):
        memdb.open(path, passphrase=KEY)


def test_a_memory_is_encrypted_given_another_key_and_decrypted(path, tmp_path):
    with memdb.open(path) as memory:
        fill(memory)
        kept = list(memory.export())
    for present, new in ((None, KEY), (KEY, OTHER), (OTHER, None)):
        memdb.set_passphrase(path, new, passphrase=present)
        assert (left(tmp_path, MARKER) == []) == (new is not None)
        with memdb.open(path, passphrase=new) as memory:
            assert list(memory.export()) == kept
            assert memory.check().ok
        if new:
            with pytest.raises(memdb.StoreError):
                memdb.open(path, passphrase=present)


def test_a_memory_that_is_open_elsewhere_keeps_its_passphrase(secret):
    with memdb.open(secret, passphrase=KEY) as memory:
        with pytest.raises(memdb.BusyError, match="open elsewhere"):
            memdb.set_passphrase(secret, OTHER, passphrase=KEY)
        memory.add("I like chess.")
    with memdb.open(secret, passphrase=KEY) as memory:
        assert memory.check().ok


REKEY = """
import memdb, os, signal, sys
path, new, present, last = sys.argv[1:]
seen = 0
def look(event, arguments):
    global seen
    if os.path.basename(path) in f"{arguments}" and event != "import":
        seen += 1
        if seen == int(last):
            os.kill(os.getpid(), signal.SIGKILL)
sys.addaudithook(look)
memdb.set_passphrase(path, new or None, passphrase=present or None)
"""


@pytest.mark.skipif(os.name != "posix", reason="kills with a signal")
@pytest.mark.parametrize(("present", "new"), [(None, KEY), (KEY, OTHER), (KEY, None)])
def test_a_change_that_is_killed_at_any_step_leaves_the_former_or_the_new_key_and_all_records(
    path, tmp_path, start, present, new
):
    with memdb.open(path, passphrase=present) as memory:
        fill(memory)
        kept = list(memory.export())
    former, outcomes = path.read_bytes(), []
    for last in range(1, 200, 2):
        path.write_bytes(former)
        process = start(REKEY, path, new or "", present or "", last)
        process.communicate()
        if process.returncode == 0:
            break
        assert process.returncode == -signal.SIGKILL
        outcomes.append(key_that_opens(path, (new, present), kept))
        assert not list(tmp_path.glob("*rekeyed*"))
    assert outcomes[0] == present
    assert outcomes[-1] == new
    assert key_that_opens(path, (new,), kept) == new


def key_that_opens(path, keys, kept):
    """The first of some keys with which all records are there; the wrong ones before it do no harm."""
    for key in keys:
        try:
            with memdb.open(path, passphrase=key) as memory:
                assert list(memory.export()) == kept
                assert memory.check().ok
                return key
        except memdb.StoreError:
            continue
    pytest.fail("no key opens the memory")


@pytest.mark.skipif(os.name != "posix", reason="the former file is looked at by a second name")
def test_nothing_is_left_in_the_former_file_and_a_link_to_it_stays_one(path, tmp_path):
    with memdb.open(path) as memory:
        fill(memory)
    link = tmp_path / "link.db"
    link.symlink_to(path)
    with path.open("rb") as former:
        memdb.set_passphrase(link, KEY)
        assert not former.read().strip(b"\0")
    assert link.is_symlink()
    assert left(tmp_path, MARKER) == []
    with memdb.open(link, passphrase=KEY) as memory:
        assert memory.check().ok


@pytest.mark.parametrize("given", ["half \ud800 secret", "nul \0 secret"])
def test_a_passphrase_that_is_no_text_is_refused_and_not_repeated(path, given):
    with memdb.open(path) as memory:
        memory.add("I live in Ghent.")
    for attempt in (lambda: memdb.set_passphrase(path, given), lambda: memdb.open(path, passphrase=given)):
        with pytest.raises(memdb.PassphraseError, match="no UTF-8 text") as caught:
            attempt()
        assert caught.value.__cause__ is None
        assert "secret" not in repr(caught.value)


def test_exported_tables_are_plain(secret, tmp_path):
    with memdb.open(secret, passphrase=KEY) as memory:
        memory.export_tables(tmp_path / "tables.db")
    assert left(tmp_path, MARKER) == ["tables.db"]
    with closing(sqlite3.connect(tmp_path / "tables.db")) as db:
        assert db.execute("SELECT count(*) FROM packets").fetchone() == (302,)


def run(*words, **environment):
    code = "from memdb_cli.main import run; run()"
    return subprocess.run(
        [sys.executable, "-c", code, *map(str, words)], env=os.environ | environment, capture_output=True, text=True,
        stdin=subprocess.DEVNULL, check=False,
    )  # fmt: skip


def test_the_command_takes_passphrases_from_the_environment_only(path, tmp_path):
    assert run("--db", path, "add", f"I live in Ghent, {MARKER}.", "--speaker", "Ana").returncode == 0
    done = run("--db", path, "encrypt", MEMDB_NEW_PASSPHRASE=KEY)
    assert (done.returncode, done.stderr) == (0, "")
    assert left(tmp_path, MARKER) == []
    refused = run("--db", path, "ask", "Where does Ana live?")
    assert (refused.returncode, refused.stdout) == (1, "")
    assert "passphrase" in refused.stderr
    assert refused.stderr.count("\n") == 1
    told = run("--db", path, "ask", "Where does Ana live?", MEMDB_PASSPHRASE=KEY)
    assert told.stdout.startswith("Ghent")
    shown = run("--db", path, "stats", "--json", MEMDB_PASSPHRASE=KEY)
    assert KEY not in shown.stdout + shown.stderr
    wrong = run("--db", path, "stats", MEMDB_PASSPHRASE=OTHER, MEMDB_DEBUG="1")
    assert wrong.returncode == 1
    assert OTHER not in wrong.stdout + wrong.stderr
    assert run("--db", path, "decrypt", MEMDB_PASSPHRASE=KEY).returncode == 0
    assert run("--db", path, "check").returncode == 0
    assert run("--db", path, "encrypt").returncode == 2, "there is nobody to ask"


def test_no_option_takes_a_secret(capsys):
    for words in (["encrypt", "--help"], ["decrypt", "--help"], ["--help"], ["mcp", "--help"]):
        main(words)
    assert "--passphrase" not in capsys.readouterr().out


def test_an_mcp_server_opens_an_encrypted_memory_from_the_environment_and_shows_no_secret(secret):
    code = "from memdb_cli.main import run; run()"
    hello = {"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": {
        "protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "t", "version": "0"}}}  # fmt: skip
    ready = {"jsonrpc": "2.0", "method": "notifications/initialized"}
    ask = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {
        "name": "ask", "arguments": {"question": "Where does Ana live?"}}}  # fmt: skip
    server = subprocess.Popen(
        [sys.executable, "-c", code, "--db", str(secret), "mcp"], env=os.environ | {"MEMDB_PASSPHRASE": KEY}, text=True,
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip
    for message in (hello, ready, ask):
        server.stdin.write(json.dumps(message) + "\n")
        server.stdin.flush()
        answer = json.loads(server.stdout.readline()) if "id" in message else None
    if os.path.exists("/proc"):  # noqa: PTH110 - where processes are files
        with open(f"/proc/{server.pid}/cmdline", "rb") as file:  # noqa: PTH123
            assert KEY.encode() not in file.read()
    out, err = server.communicate(timeout=60)
    assert "Bruges" in json.dumps(answer)
    assert KEY not in json.dumps(answer, ensure_ascii=False) + out + err


def test_the_keyring_opens_what_it_was_left(path, monkeypatch):
    import keyring
    from keyring.backend import KeyringBackend

    class Memory(KeyringBackend):
        priority = 1

        def __init__(self):
            super().__init__()
            self.kept = {}

        def get_password(self, service, username):
            return self.kept.get((service, username))

        def set_password(self, service, username, password):
            self.kept[service, username] = password

        def delete_password(self, service, username):
            del self.kept[service, username]

    ring = Memory()
    before = keyring.get_keyring()
    keyring.set_keyring(ring)
    try:
        with memdb.open(path) as memory:
            fill(memory)
        memdb.set_passphrase(path, KEY, keep=True)
        assert list(ring.kept.values()) == [KEY]
        with memdb.open(path) as memory:
            assert memory.ask("Where does Ana live?").answer == "Bruges"
        memdb.set_passphrase(path, None)
        assert ring.kept == {}
        with memdb.open(path) as memory:
            assert memory.check().ok
    finally:
        keyring.set_keyring(before)


def test_without_an_sqlite_that_encrypts_the_command_that_installs_it_is_named(path, monkeypatch):
    monkeypatch.delattr(apsw, "mc_version")
    with pytest.raises(memdb.ExtraNeededError, match=r"memdb-engine\[encrypted\].*apsw-sqlite3mc"):
        memdb.open(path, passphrase=KEY).add("x")
    with pytest.raises(memdb.ExtraNeededError, match="apsw-sqlite3mc"):
        memdb.set_passphrase(path, KEY)


@pytest.mark.skipif(os.name != "posix", reason="modes are POSIX's")
def test_what_memdb_writes_is_for_its_owner_only_and_a_mode_that_was_set_stays(path, tmp_path):
    before = os.umask(0o022)
    try:
        with memdb.open(path) as memory:
            fill(memory)
            modes = {file.name: stat.S_IMODE(file.stat().st_mode) for file in tmp_path.iterdir()}
            assert set(modes.values()) == {0o600}, modes
            memory.backup(tmp_path / "copy.memdb")
            memory.export_tables(tmp_path / "tables.db")
            assert main(["--db", str(path), "export", "--out", str(tmp_path / "all.jsonl")]) == 0
            assert main(["--db", str(path), "export", "--format", "markdown", "--out", str(tmp_path / "pages")]) == 0
        files = [file for file in tmp_path.rglob("*") if file.is_file()]
        assert {stat.S_IMODE(file.stat().st_mode) for file in files} == {0o600}, files
        path.chmod(0o640)
        with memdb.open(path) as memory:
            memory.add("I like chess.")
        assert stat.S_IMODE(path.stat().st_mode) == 0o640
    finally:
        os.umask(before)


@pytest.mark.parametrize("passphrase", ["", "a\0b", "half \udcff"])
def test_a_passphrase_that_is_refused_leaves_no_file(tmp_path, passphrase):
    with memdb.open(tmp_path / "new.memdb", passphrase=passphrase) as memory, pytest.raises(memdb.PassphraseError):
        memory.add("I live in Ghent.")
    assert list(tmp_path.iterdir()) == []


def test_without_an_sqlite_that_encrypts_no_file_is_left(tmp_path, monkeypatch):
    monkeypatch.delattr(apsw, "mc_version")
    with memdb.open(tmp_path / "new.memdb", passphrase=KEY) as memory, pytest.raises(memdb.ExtraNeededError):
        memory.add("I live in Ghent.")
    assert list(tmp_path.iterdir()) == []
