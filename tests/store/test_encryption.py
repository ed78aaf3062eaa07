"""An encrypted memory shows nothing to who lacks its passphrase, and is otherwise a memory like any other."""

import json
import os
import signal
import stat
import subprocess
import sys
import time

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


REKEY = "import memdb, os, sys\nmemdb.set_passphrase(sys.argv[1], sys.argv[2] or None, passphrase=sys.argv[3] or None)"


@pytest.mark.parametrize(("present", "new"), [(None, KEY), (KEY, OTHER), (KEY, None)])
def test_a_change_that_is_killed_leaves_the_former_or_the_new_key_and_all_records(path, start, present, new):
    with memdb.open(path, passphrase=present) as memory:
        fill(memory)
        kept = list(memory.export())
    for delay in (0.25, 0.3, 0.35, 0.4, 0.5):
        process = start(REKEY, path, new or "", present or "")
        time.sleep(delay)
        process.send_signal(signal.SIGKILL)
        process.wait()
        for key in (present, new):
            try:
                with memdb.open(path, passphrase=key) as memory:
                    assert list(memory.export()) == kept
                    assert memory.check().ok
                break
            except memdb.StoreError:
                continue
        else:
            pytest.fail("neither key opens the memory")
        if key == new:
            memdb.set_passphrase(path, present, passphrase=new)


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
