"""A build of llama.cpp that kills its process is found out in a child; what is found is kept."""

import sys

import pytest

from memdb import ExtraNeededError, ModelError
from memdb.models import llama_probe
from memdb.models.llama_probe import extra_buffers_run

DIES = "import os, signal, sys; print(sys.argv[-1], file=open(sys.argv[1], 'a')); sys.argv[-1] in {modes!r} and {death}"
BY_SIGILL = "os.kill(os.getpid(), signal.SIGILL)"


@pytest.fixture
def child(tmp_path, smollm2_path):
    """A command that notes the modes it is run in, and dies in some of them."""

    def command(*modes, death=BY_SIGILL):
        return [sys.executable, "-c", DIES.format(modes=modes, death=death), str(tmp_path / "modes")]

    return command


@pytest.fixture
def modes(tmp_path):
    return lambda: (tmp_path / "modes").read_text().split()


@pytest.fixture
def cache(tmp_path):
    return tmp_path / "cache" / "builds.json"


def test_the_installed_build_is_probed_only_once(smollm2_path, cache):
    found = extra_buffers_run(cache=cache)
    known = cache.stat().st_mtime_ns
    assert extra_buffers_run(cache=cache) is found
    assert cache.stat().st_mtime_ns == known


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no signals")
class TestIllegalInstruction:
    def test_in_repacked_weights_leaves_the_safe_mode(self, child, modes, cache):
        assert extra_buffers_run(command=child("extra"), cache=cache) is False
        assert extra_buffers_run(command=child("extra"), cache=cache) is False
        assert modes() == ["extra", "plain"]

    def test_in_both_modes_says_how_to_build(self, child, cache):
        with pytest.raises(ModelError, match=r"illegal instruction.*GGML_NATIVE=OFF.*llama-cpp-python"):
            extra_buffers_run(command=child("extra", "plain"), cache=cache)
        assert not cache.exists()

    def test_another_signal_is_named(self, child, cache):
        death = "os.kill(os.getpid(), signal.SIGSEGV)"
        with pytest.raises(ModelError, match="signal 11"):
            extra_buffers_run(command=child("extra", "plain", death=death), cache=cache)


def test_a_build_that_runs_keeps_the_faster_mode(child, modes, cache):
    assert extra_buffers_run(command=child(), cache=cache) is True
    assert modes() == ["extra"]


def test_what_the_child_complains_of_is_told(child, cache):
    with pytest.raises(ModelError, match="no such library"):
        extra_buffers_run(command=child("extra", "plain", death="sys.exit('no such library')"), cache=cache)


def test_a_damaged_cache_is_written_anew(child, cache):
    cache.parent.mkdir()
    cache.write_text('{"x": "y')
    assert extra_buffers_run(command=child(), cache=cache) is True
    assert extra_buffers_run(command=child("extra"), cache=cache) is True


def test_a_cache_that_cannot_be_written_costs_only_the_next_probe(child, modes, tmp_path):
    (tmp_path / "file").touch()
    for _ in range(2):
        assert extra_buffers_run(command=child(), cache=tmp_path / "file" / "builds.json") is True
    assert modes() == ["extra", "extra"]


def test_another_build_is_probed_anew(child, modes, cache, monkeypatch):
    extra_buffers_run(command=child(), cache=cache)
    monkeypatch.setattr(llama_probe, "version", lambda _name: "0.0.1")
    extra_buffers_run(command=child(), cache=cache)
    assert modes() == ["extra", "extra"]


def test_without_the_package_the_command_that_installs_it_is_named(monkeypatch, cache):
    monkeypatch.setattr(llama_probe, "find_spec", lambda _name: None)
    with pytest.raises(ExtraNeededError, match=r"pip install 'memdb-engine\[llama\]'"):
        extra_buffers_run(cache=cache)


def test_a_program_in_one_file_is_not_started_again(monkeypatch, cache, smollm2_path):
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    assert extra_buffers_run(cache=cache) is False
    assert not cache.exists()
