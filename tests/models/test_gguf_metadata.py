"""Reading the headers of GGUF files: real ones, made ones, and hostile ones."""

import importlib.util
import os
import struct
import tracemalloc
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from memdb.errors import ModelError
from memdb.models.gguf_header import read_header
from memdb.models.gguf_metadata import _FILE_TYPES, GgufMetadata, read_metadata, read_model


def helper(path: Path):
    spec = importlib.util.spec_from_file_location(path.stem, path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


model_files = helper(Path(__file__).parents[1] / "model_files.py")
made = helper(Path(__file__).with_name("gguf_files.py"))

NAMES = st.text(min_size=1, max_size=20)
VALUES = st.one_of(
    st.text(max_size=50),
    st.booleans(),
    st.integers(0, 2**64 - 1),
    st.integers(-(2**63), -1),
    st.floats(allow_nan=False),
    st.lists(st.text(max_size=10), min_size=1, max_size=20),
    st.lists(st.floats(), max_size=20),
)
RELAXED = settings(deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])


def test_a_small_chat_model_says_what_it_is():
    metadata = read_metadata(model_files.file("smollm2"))
    assert (metadata.architecture, metadata.quantisation, metadata.context) == ("llama", "Q4_1", 8192)
    assert metadata.parameters == 134_515_008
    assert metadata.chat_template
    assert metadata.pooling is None
    assert metadata.causal


def test_a_small_embedder_says_what_it_is():
    metadata = read_metadata(model_files.file("minilm"))
    assert (metadata.architecture, metadata.quantisation, metadata.width) == ("bert", "Q8_0", 384)
    assert (metadata.pooling, metadata.causal, metadata.chat_template) == ("mean", False, False)


def test_a_header_is_read_in_little_memory():
    path = model_files.file("smollm2")
    tracemalloc.start()
    read_metadata(path)
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert most < 8 * 1024 * 1024


@RELAXED
@given(values=st.dictionaries(NAMES, VALUES, max_size=12), pad=st.integers(0, 40))
def test_every_single_value_comes_back_as_it_was_written(tmp_path, values, pad):
    path = made.write_gguf(tmp_path / "x.gguf", values, data=b"\0" * pad)
    header = read_header(path, values.keys(), ())
    single = {name: value for name, value in values.items() if not isinstance(value, list)}
    assert header.values == single
    assert header.names == values.keys()
    assert header.tensors == (128,)
    assert header.size == path.stat().st_size


@RELAXED
@given(
    cut=st.integers(0, 400),
    at=st.integers(0, 400),
    byte=st.integers(0, 255),
    words=st.binary(max_size=16),
)
def test_a_damaged_file_is_read_or_refused_in_one_line_and_never_anything_else(tmp_path, cut, at, byte, words):
    whole = made.header(made.CHAT) + b"\0" * 512
    data = bytearray(whole[: len(whole) - cut])
    if at < len(data):
        data[at] = byte
        data[at : at + len(words)] = words
    path = tmp_path / "x.gguf"
    path.write_bytes(data)
    refused = ""
    try:
        assert isinstance(read_metadata(path), GgufMetadata)
    except ModelError as error:
        refused = str(error)
    assert not refused or (refused.startswith(str(path)) and "\n" not in refused)


HUGE = 2**63


@pytest.mark.parametrize(
    "data",
    [
        struct.pack("<4sIQQ", b"GGUF", 3, HUGE, 0),
        struct.pack("<4sIQQ", b"GGUF", 3, 0, HUGE),
        struct.pack("<4sIQQQ", b"GGUF", 3, 0, 1, HUGE),
        struct.pack("<4sIQQQ3sIQ", b"GGUF", 3, 0, 1, 3, b"abc", 8, HUGE),
        struct.pack("<4sIQQQ3sIIQ", b"GGUF", 3, 0, 1, 3, b"abc", 9, 8, HUGE),
        struct.pack("<4sIQQQ3sIIQ", b"GGUF", 3, 0, 1, 3, b"abc", 9, 12, HUGE),
        struct.pack("<4sIQQQ3sIIQ", b"GGUF", 3, 0, 1, 3, b"abc", 9, 9, 1),
        struct.pack("<4sIQQQ3sI", b"GGUF", 3, 0, 1, 3, b"abc", 77),
        struct.pack("<4sIQQQ3sI", b"GGUF", 3, 1, 0, 3, b"abc", 2**31),
    ],
    ids=["tensors", "values", "key", "text", "texts", "numbers", "nested", "type", "dimensions"],
)
def test_a_header_that_claims_too_much_is_refused_at_once_without_taking_memory(tmp_path, data):
    path = tmp_path / "x.gguf"
    path.write_bytes(data)
    tracemalloc.start()
    with pytest.raises(ModelError, match=r"damaged|cut short"):
        read_metadata(path)
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert most < 8 * 1024 * 1024


def test_an_endless_header_is_given_up(tmp_path, ends):
    path = tmp_path / "x.gguf"
    with path.open("wb") as file:
        file.write(struct.pack("<4sIQQ", b"GGUF", 3, 0, 2))
        file.write(struct.pack("<Q3sIIQ", 3, b"abc", 9, 8, 4_000_000))
        file.seek(4_000_000 * 8, os.SEEK_CUR)
        file.write(struct.pack("<Q3sIIQ", 3, b"xyz", 9, 8, 4_000_000))
        file.truncate(10 * 1024**3)
    with ends(), pytest.raises(ModelError, match="more than 32 MiB"):
        read_metadata(path)


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"", "no GGUF file"),
        (b"<html>", "no GGUF file"),
        (b"GGUF", "cut short"),
        (struct.pack("<4sIQQ", b"GGUF", 1, 0, 0), "version 1"),
        (struct.pack(">4sIQQ", b"GGUF", 3, 0, 0), "big-endian"),
    ],
)
def test_what_is_no_readable_gguf_file_is_refused_with_the_reason(tmp_path, data, reason):
    path = tmp_path / "x.gguf"
    path.write_bytes(data)
    with pytest.raises(ModelError, match=reason):
        read_metadata(path)


def test_a_file_that_is_not_there_or_a_folder_is_refused(tmp_path):
    for path in (tmp_path / "nowhere.gguf", tmp_path):
        with pytest.raises(ModelError, match="cannot be read"):
            read_metadata(path)


def test_a_download_that_ended_early_is_told(tmp_path):
    path = made.write_gguf(tmp_path / "x.gguf", tensors=(("a", (4,), 0), ("b", (4,), 1_000_000)))
    with pytest.raises(ModelError, match="cut short"):
        read_metadata(path)


def test_a_model_in_parts_is_counted_in_all_of_them_and_needs_each(tmp_path):
    paths = [made.write_gguf(tmp_path / f"m-0000{number}-of-00003.gguf") for number in (1, 2, 3)]
    size, metadata = read_model(paths[0])
    assert size == sum(path.stat().st_size for path in paths)
    assert (metadata.parameters, metadata.tensors) == (3 * 128, 3)
    paths[1].unlink()
    with pytest.raises(ModelError, match=r"m-00002-of-00003\.gguf is missing"):
        read_model(paths[0])


def test_the_names_of_quantisations_are_those_of_the_library():
    gguf = pytest.importorskip("gguf")
    names = {one.value: one.name.removeprefix("MOSTLY_").removeprefix("ALL_") for one in gguf.LlamaFileType}
    assert {number: name for number, name in _FILE_TYPES.items() if number in names} == {
        number: name for number, name in names.items() if name != "GUESSED"
    }
