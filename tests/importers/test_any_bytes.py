"""Whatever the bytes are, an importer yields items or refuses them in one line; nothing else reaches a caller."""

import contextlib
import copy
import io
import json
import zipfile
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memdb.errors import ImportFileError
from memdb.importers import FORMATS, Skipped, open_source
from memdb.records import Draft

_SAMPLES = Path(__file__).resolve().parents[2] / "fixtures" / "formats"
_DATA = [path.read_bytes() for path in sorted(_SAMPLES.iterdir()) if not path.name.endswith(".expected.json")]


def _check(path, data, name):
    path.write_bytes(data)
    try:
        source = open_source(path, format=name)
    except ImportFileError as error:
        assert "\n" not in str(error)  # noqa: PT017 - either outcome is right
        return
    items = list(source)
    assert any(isinstance(item, Draft) for item in items)
    for item in items:
        if isinstance(item, Skipped):
            assert len(item.reason) < 60
        else:
            "".join(filter(None, (item.content, item.stream, item.session, item.turn, item.speaker))).encode()


@pytest.fixture(scope="module")
def path(tmp_path_factory):
    return tmp_path_factory.mktemp("any") / "given"


@given(data=st.binary(), name=st.sampled_from(["auto", *FORMATS]))
def test_any_bytes_are_read_or_refused(path, data, name):
    _check(path, data, name)


DAMAGES = st.tuples(
    st.floats(0, 1),
    st.binary(max_size=4) | st.sampled_from([b'"', b"{", b"]", b"null", b"\n", b"\\ud800", b"[" * 2000]),
    st.integers(0, 2000),
)


def _archive():
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for sample in sorted(_SAMPLES.iterdir()):
            archive.write(sample, sample.name)
    return file.getvalue()


@given(data=st.sampled_from([*_DATA, _archive()]), name=st.sampled_from(["auto", *FORMATS]), damage=DAMAGES)
def test_a_damaged_file_is_read_or_refused(path, data, name, damage):
    place, inserted, dropped = damage
    at = int(place * len(data))
    _check(path, data[:at] + inserted + data[at + dropped :], name)


VALUES = st.sampled_from([None, True, 0, -1.5, 10**400, "", "\ud83d", "x" * 99, [], {}, [[]], {"parts": 1}, ["a", {}]])
DROPPED = object()


def _documents(data):
    """The JSON of a sample: a document, or its lines; none of a sample of another kind."""
    for text in ([data], data.splitlines()):
        found = []
        for one in text:
            with contextlib.suppress(ValueError):
                found.append(json.loads(one))
        if found:
            return found
    return []


JSON_DATA = [data for data in _DATA if _documents(data) and data.lstrip()[:1] in {b"{", b"["}]


def _slots(document):
    """Every place of a document: a list or an object with an index or key of it."""
    keys = document.keys() if isinstance(document, dict) else range(len(document)) if isinstance(document, list) else ()
    for key in list(keys):
        yield document, key
        yield from _slots(document[key])


@given(
    data=st.sampled_from(JSON_DATA),
    changes=st.lists(st.tuples(st.integers(0), st.just(DROPPED) | VALUES), max_size=6),
)
def test_an_export_with_values_of_other_types_or_without_keys_is_read_or_refused(path, data, changes):
    documents = _documents(data)
    for place, value in changes:
        slots = list(_slots(documents))
        if slots:
            holder, key = slots[place % len(slots)]
            if value is DROPPED:
                del holder[key]
            else:
                holder[key] = copy.deepcopy(value)
    _check(path, "\n".join(map(json.dumps, documents)).encode(), "auto")
