"""What tests of several rooms use."""

import importlib.util
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

import apsw
import pytest

import memdb
from memdb.ingest import reindex
from memdb.store import rebuild_latest, restore_index
from memdb.store.connection import vector_extension

_spec = importlib.util.spec_from_file_location("model_files", Path(__file__).with_name("model_files.py"))
model_files = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(model_files)


def _refuse_the_network(event: str, arguments: tuple[object, ...]) -> None:
    """No test reaches beyond this machine; an audit hook sees what any library tries."""
    if event in {"socket.connect", "socket.sendto"} and isinstance(address := arguments[1], tuple):
        host = str(address[0])
        if host not in {"", "::1", "localhost", "0.0.0.0"} and not host.startswith("127."):  # noqa: S104 - it is refused
            pytest.fail(f"a test tried to reach {host}")
    if event == "socket.getaddrinfo" and arguments[0] not in {None, "", "::1", "localhost"}:
        host = arguments[0].decode() if isinstance(arguments[0], bytes) else str(arguments[0])
        if not host.startswith("127."):
            pytest.fail(f"a test looked up {host}")


sys.addaudithook(_refuse_the_network)


@pytest.fixture
def path(tmp_path) -> Path:
    """Where a memory may be made; nothing is there yet."""
    return tmp_path / "memory.memdb"


@pytest.fixture
def sql() -> Callable[..., list[tuple]]:
    """Run statements on a file as a foreign hand would; get the rows of the last one."""

    def run(path: Path, *statements: str) -> list[tuple]:
        connection = apsw.Connection(str(path))
        connection.enable_load_extension(True)
        connection.load_extension(vector_extension())
        rows: list[tuple] = []
        for statement in statements:
            rows = connection.execute(statement).fetchall()
        connection.close()
        return rows

    return run


@pytest.fixture
def dump(sql) -> Callable[[Path], dict[str, list[tuple]]]:
    """Every row of every table of a file; where the index of vectors keeps its own is its business."""

    def rows(path: Path) -> dict[str, list[tuple]]:
        tables = sql(
            path,
            "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' "
            "AND name NOT LIKE 'vector_index_%'",
        )
        return {table: sorted(sql(path, f"SELECT * FROM {table}"), key=repr) for (table,) in tables}

    return rows


@pytest.fixture
def require_derived(dump) -> Callable[[Path], None]:
    """Require that what is derived in a file equals what is derived anew in a copy of it."""

    def require(path: Path) -> None:
        with memdb.open(shutil.copy(path, path.with_suffix(".again"))) as again:
            connection = again._store.connection()
            with connection.write():
                rebuild_latest(connection)
                reindex(connection)
                restore_index(connection)
        kept, rebuilt = dump(path), dump(path.with_suffix(".again"))
        for table in ("latest", "documents", "postings", "speakers", "packet_vectors", "streams", "sessions"):
            assert kept[table] == rebuilt[table], table

    return require


@pytest.fixture
def work() -> Iterator[Callable[[Callable[[], object]], int]]:
    """Count what a call does: steps of SQLite, in tens, and calls in Python. No clock of a busy machine sways it."""
    done = 0

    def count(*_: object) -> bool:
        nonlocal done
        done += 1
        return False

    def counted(call: Callable[[], object]) -> int:
        before = done
        sys.setprofile(count)
        try:
            call()
        finally:
            sys.setprofile(None)
        return done - before

    def watch(connection: apsw.Connection) -> None:
        connection.set_progress_handler(count, 10)

    apsw.connection_hooks.append(watch)
    yield counted
    apsw.connection_hooks.remove(watch)


@pytest.fixture
def ends() -> Callable[[], AbstractContextManager[None]]:
    """Break off what does not come to an end; no measure of speed: it allows many times what is usual."""

    def give_up(*_: object) -> None:
        pytest.fail("still at it after ten seconds of processor time")

    @contextmanager
    def guard() -> Iterator[None]:
        before = signal.signal(signal.SIGVTALRM, give_up)
        signal.setitimer(signal.ITIMER_VIRTUAL, 10)
        try:
            yield
        finally:
            signal.setitimer(signal.ITIMER_VIRTUAL, 0)
            signal.signal(signal.SIGVTALRM, before)

    return guard


@pytest.fixture
def peak() -> Callable[..., int]:
    """Run a program with arguments, and get the most memory that it took, in MiB: its own, not its parent's."""
    status = Path("/proc/self/status")
    if not status.exists():
        pytest.skip("only Linux tells the peak of a program alone")

    def run(program: str, *arguments: object) -> int:
        told = f"\nprint(int(open({str(status)!r}).read().split('VmHWM:')[1].split()[0]) // 1024)\n"
        words = [sys.executable, "-c", program + told, *map(str, arguments)]
        done = subprocess.run(words, capture_output=True, text=True, check=False)
        assert (done.returncode, done.stderr) == (0, "")
        return int(done.stdout)

    return run


@pytest.fixture
def start() -> Callable[..., subprocess.Popen]:
    """Start another Python process with a program and its arguments."""
    running: list[subprocess.Popen] = []

    def begin(program: str, *arguments: object) -> subprocess.Popen:
        words = [sys.executable, "-c", program, *map(str, arguments)]
        running.append(subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True))
        return running[-1]

    yield begin
    for process in running:
        process.kill()
        process.communicate()


@pytest.fixture(scope="session")
def smollm2_path() -> Path:
    """A small chat model, for the plumbing: nothing is claimed about its answers. Without it the test is skipped."""
    return model_files.model("smollm2")


@pytest.fixture(scope="session")
def large_path() -> Path:
    """The model of 1.1 GB, for tests marked as large."""
    return model_files.model("qwen1.5b")
