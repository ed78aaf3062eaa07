"""Whatever the bytes are, an importer yields items or refuses them in one line; nothing else reaches a caller."""

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


@given(data=st.sampled_from(_DATA), name=st.sampled_from(["auto", *FORMATS]), damage=DAMAGES)
def test_a_damaged_file_is_read_or_refused(path, data, name, damage):
    place, inserted, dropped = damage
    at = int(place * len(data))
    _check(path, data[:at] + inserted + data[at + dropped :], name)
