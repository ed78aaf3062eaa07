"""Installing models from a real server on this machine: broken connections, wrong files, and what is there already."""

import hashlib
import threading
from collections.abc import Iterator
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from memdb.errors import ModelError, UsageError
from memdb.models import download as downloading
from memdb.models import installing
from memdb.models.folder import find, folder
from memdb.models.installing import install_model
from memdb.models.recommended import recommendations
from memdb.records.models import Recommendation


class Handler(BaseHTTPRequestHandler):
    """Answers as its server is told to; remembers what was asked."""

    def do_GET(self):
        shop = self.server
        shop.asked.append(self.headers.get("Range"))
        shop.paths.append(self.path)
        if self.path in shop.leads:
            self.send_response(302)
            self.send_header("Location", shop.leads[self.path])
            self.send_header("Content-Length", "0")
            self.end_headers()
            return
        if shop.refusals:
            self.send_error(shop.refusals.pop(0))
            return
        if self.path.partition("?")[0] not in shop.files:
            self.send_error(404)
            return
        self._send(shop.files[self.path.partition("?")[0]])

    def _send(self, content):
        shop = self.server
        tag = shop.tag or f'"{hashlib.sha256(content).hexdigest()}"'
        start = 0
        asked = self.headers.get("Range")
        if asked and shop.ranges and self.headers.get("If-Range") == tag:
            start = int(asked.removeprefix("bytes=").removesuffix("-"))
            if start >= len(content):
                self.send_response(416)
                self.send_header("Content-Range", f"bytes */{len(content)}")
                self.send_header("Content-Length", "0")
                self.end_headers()
                return
            self.send_response(206)
            self.send_header("Content-Range", f"bytes {start}-{len(content) - 1}/{len(content)}")
        else:
            self.send_response(200)
        if shop.ranges:
            self.send_header("ETag", tag)
        self.send_header("Content-Length", str(len(content) - start))
        self.end_headers()
        rest = content[start:]
        if shop.cuts:
            rest = rest[: shop.cuts.pop(0)]
        with suppress(ConnectionError):  # whoever asked may have had enough
            self.wfile.write(rest)
        self.close_connection = True

    def log_message(self, *args):
        pass


class Shop(ThreadingHTTPServer):
    """A server of files. `cuts` are the bytes after which the next answers break off, `refusals` their statuses."""

    daemon_threads = True

    def __init__(self):
        super().__init__(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server_address[1]}"
        self.files: dict[str, bytes] = {}
        self.leads: dict[str, str] = {}
        self.cuts: list[int] = []
        self.refusals: list[int] = []
        self.asked: list[str | None] = []
        self.paths: list[str] = []
        self.ranges = True
        self.tag = ""


@pytest.fixture
def shop(tmp_path, monkeypatch) -> Iterator[Shop]:
    monkeypatch.setenv("MEMDB_MODELS", str(tmp_path / "models"))
    monkeypatch.setattr(downloading.time, "sleep", lambda _seconds: None)
    with Shop() as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        yield server
        server.shutdown()
        thread.join()


@pytest.fixture
def content(gguf) -> bytes:
    """A file of a megabyte that passes as a model."""
    return gguf.header(gguf.CHAT) + bytes(range(256)) * 4096


def sha256(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def left() -> list[str]:
    return sorted(path.name for path in folder().iterdir())


def test_a_model_is_downloaded_checked_and_found_by_its_name(shop, content):
    shop.files["/m/Tiny%20Model.gguf"] = content
    seen = []
    installed = install_model(
        f"{shop.url}/m/Tiny%20Model.gguf?download=true",
        sha256=sha256(content).upper(),
        progress=lambda done, total: seen.append((done, total)),
    )
    assert (installed.new, installed.name, installed.use) == (True, "Tiny Model", "chat")
    assert (installed.sha256, installed.bytes) == (sha256(content), len(content))
    assert Path(installed.path).read_bytes() == content
    assert find("tiny model") == Path(installed.path)
    assert seen[-1] == (len(content), len(content))
    assert [done for done, _ in seen] == sorted({done for done, _ in seen})
    assert left() == ["Tiny Model.gguf"]


def test_a_model_that_is_there_is_left_alone(shop, content):
    shop.files["/a.gguf"] = content
    install_model(f"{shop.url}/a.gguf")
    again = install_model(f"{shop.url}/a.gguf", sha256=sha256(content))
    assert not again.new
    assert len(shop.asked) == 1
    with pytest.raises(ModelError, match="delete it"):
        install_model(f"{shop.url}/a.gguf", sha256="0" * 64)
    assert left() == ["a.gguf"]


def test_a_connection_that_breaks_is_taken_up_where_it_broke(shop, content):
    shop.files["/a.gguf"] = content
    shop.cuts = [400_000, 1, 300_000]
    installed = install_model(f"{shop.url}/a.gguf", sha256=sha256(content))
    assert installed.bytes == len(content)
    assert shop.asked == [None, "bytes=400000-", "bytes=400001-", "bytes=700001-"]


def test_a_later_call_goes_on_where_an_earlier_one_gave_up(shop, content):
    shop.files["/a.gguf"] = content
    shop.cuts = [400_000, 0, 0, 0]
    with pytest.raises(ModelError, match=r"broke off at 400,000 of 1,\d+,\d+ bytes .*run the same command"):
        install_model(f"{shop.url}/a.gguf")
    assert left() == ["a.gguf.part", "a.gguf.part.tag"]
    assert install_model(f"{shop.url}/a.gguf", sha256=sha256(content)).new
    assert shop.asked[-1] == "bytes=400000-"
    assert left() == ["a.gguf"]


def test_a_part_of_another_version_of_the_file_is_not_continued(shop, content):
    shop.files["/a.gguf"] = content[:300_000] + b"old" + content[300_003:]
    shop.cuts = [400_000, 0, 0, 0]
    with pytest.raises(ModelError):
        install_model(f"{shop.url}/a.gguf")
    shop.files["/a.gguf"] = content
    assert install_model(f"{shop.url}/a.gguf").sha256 == sha256(content)


def test_a_server_that_cannot_continue_sends_it_all_again(shop, content):
    shop.files["/a.gguf"] = content
    shop.ranges = False
    shop.cuts = [400_000]
    assert install_model(f"{shop.url}/a.gguf").sha256 == sha256(content)
    assert shop.asked == [None, None]


def test_a_weak_tag_does_not_count_as_the_same_file(shop, content):
    shop.files["/a.gguf"] = content
    shop.tag = 'W/"weak"'
    shop.cuts = [400_000]
    assert install_model(f"{shop.url}/a.gguf").sha256 == sha256(content)
    assert shop.asked == [None, None]


def test_a_part_that_is_complete_already_is_accepted(shop, content):
    shop.files["/a.gguf"] = content
    shop.cuts = [400_000, 0, 0, 0]
    with pytest.raises(ModelError):
        install_model(f"{shop.url}/a.gguf")
    (folder() / "a.gguf.part").write_bytes(content)
    assert install_model(f"{shop.url}/a.gguf", sha256=sha256(content)).new
    assert shop.asked[-1] == f"bytes={len(content)}-"


def test_a_part_that_is_too_long_begins_anew(shop, content):
    shop.files["/a.gguf"] = content
    shop.cuts = [400_000, 0, 0, 0]
    with pytest.raises(ModelError):
        install_model(f"{shop.url}/a.gguf")
    (folder() / "a.gguf.part").write_bytes(content + b"more")
    assert install_model(f"{shop.url}/a.gguf").sha256 == sha256(content)


def test_a_wrong_hash_leaves_nothing_behind(shop, content):
    shop.files["/a.gguf"] = content
    with pytest.raises(ModelError, match=f"{sha256(content)} and not {'0' * 64}"):
        install_model(f"{shop.url}/a.gguf", sha256="0" * 64)
    assert left() == []


def test_what_is_no_gguf_file_is_given_up_at_its_first_bytes(shop):
    shop.files["/a.gguf"] = b"<!doctype html>" + b" " * 5_000_000
    with pytest.raises(ModelError, match="no GGUF file"):
        install_model(f"{shop.url}/a.gguf")
    assert (folder() / "a.gguf.part").stat().st_size == 0


def test_a_damaged_gguf_file_is_not_accepted(shop):
    shop.files["/a.gguf"] = b"GGUF" + b"\xff" * 1000
    with pytest.raises(ModelError, match="version"):
        install_model(f"{shop.url}/a.gguf")
    assert left() == []


def test_every_part_of_a_model_in_parts_is_got(shop, content, gguf):
    first, second = "big-00001-of-00002.gguf", "big-00002-of-00002.gguf"
    shop.files = {f"/{first}": content, f"/{second}": content + b"2"}
    installed = install_model(f"{shop.url}/{first}")
    assert (installed.name, installed.bytes) == ("big", 2 * len(content) + 1)
    assert left() == [first, second]
    with pytest.raises(UsageError, match="several parts"):
        install_model(f"{shop.url}/{first}", sha256="0" * 64)


def test_redirects_are_followed_but_never_to_where_others_listen(shop, content):
    shop.files["/store/x"] = content
    shop.leads = {"/a.gguf": "/store/x", "/b.gguf": "http://models.invalid/b.gguf", "/c.gguf": "file:///etc/passwd"}
    assert install_model(f"{shop.url}/a.gguf").name == "a"
    with pytest.raises(ModelError, match="no https address"):
        install_model(f"{shop.url}/b.gguf")
    with pytest.raises(ModelError, match="not allowed"):
        install_model(f"{shop.url}/c.gguf")


def test_a_busy_server_is_asked_again_and_a_refusal_is_final(shop, content):
    shop.files["/a.gguf"] = content
    shop.refusals = [503, 429]
    assert install_model(f"{shop.url}/a.gguf").new
    with pytest.raises(ModelError, match="404"):
        install_model(f"{shop.url}/b.gguf")
    assert shop.paths.count("/b.gguf") == 1


def test_nobody_there_is_told_with_what_to_check(shop):
    with pytest.raises(ModelError, match="check the address and the network"):
        install_model("http://127.0.0.1:9/a.gguf")


def test_a_disk_without_room_is_told_before_it_is_full(shop, content, monkeypatch):
    shop.files["/a.gguf"] = content
    monkeypatch.setattr(downloading, "_SPARE", 2**62)
    with pytest.raises(ModelError, match="free some space"):
        install_model(f"{shop.url}/a.gguf")


def test_two_processes_do_not_write_one_part(shop, content):
    fcntl = pytest.importorskip("fcntl")
    shop.files["/a.gguf"] = content
    folder().mkdir()
    with (folder() / "a.gguf.part").open("w") as other:
        fcntl.flock(other, fcntl.LOCK_EX)
        with pytest.raises(ModelError, match=r"another process is downloading a\.gguf"):
            install_model(f"{shop.url}/a.gguf")


@pytest.mark.parametrize(
    "what",
    [
        "nonesuch", "", "http://example.invalid/a.gguf", "ftp://example.invalid/a.gguf", "file:///tmp/a.gguf",
        "https:///a.gguf", "https://example.invalid/", "https://example.invalid/a.bin",
        "https://example.invalid/..%5C..%5Ca.gguf", "https://example.invalid/a%0a.gguf", "https://example.invalid/.gguf",
        "http://127.0.0.1.example.invalid/a.gguf", "https://[half/a.gguf",
    ],
)  # fmt: skip
def test_what_is_neither_a_name_nor_a_safe_address_is_refused(shop, what):
    with pytest.raises(UsageError):
        install_model(what)
    assert not folder().exists() or left() == []


@pytest.mark.parametrize("digest", ["", "abc", "z" * 64, "0" * 65])
def test_what_is_no_hash_is_refused(shop, digest):
    with pytest.raises(UsageError, match="SHA-256"):
        install_model(f"{shop.url}/a.gguf", sha256=digest)


def test_a_recommended_model_is_got_by_name_and_checked_by_its_known_hash(shop, content, monkeypatch):
    known = Recommendation(
        name="tiny", use="chat", file="tiny-q4.gguf", bytes=len(content), licence="MIT", about="",
        sha256=sha256(content), url=f"{shop.url}/tiny-q4.gguf",
    )  # fmt: skip
    monkeypatch.setattr(installing, "recommendation", lambda _name: known)
    shop.files["/tiny-q4.gguf"] = content + b"changed"
    with pytest.raises(ModelError, match="SHA-256"):
        install_model("tiny")
    shop.files["/tiny-q4.gguf"] = content
    installed = install_model("tiny")
    assert (installed.name, Path(installed.path).name) == ("tiny", "tiny-q4.gguf")
    with pytest.raises(UsageError, match="takes no source"):
        install_model("tiny", source=Path("x"))


def test_a_folder_that_cannot_be_made_is_told(tmp_path, monkeypatch):
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("MEMDB_MODELS", str(tmp_path / "file" / "models"))
    with pytest.raises(ModelError, match="MEMDB_MODELS"):
        install_model("https://example.invalid/a.gguf")


def test_every_recommendation_is_complete():
    names = [one.name for one in recommendations()]
    assert len(set(names)) == len(names) >= 4
    assert {"minilm", "qwen2.5-coder-1.5b"} <= set(names)
    for one in recommendations():
        assert one.name == one.name.casefold()
        assert one.licence
        assert one.about
        assert one.bytes > 20_000_000
        assert one.file.endswith(".gguf")
        assert not one.url or (one.url.startswith("https://") and one.url.endswith(f"/{one.file}"))
        assert not one.url or len(one.sha256) == 64
