"""What a model file is called binds what is in it."""

import pytest

from memdb import ModelError
from memdb.models.identity import identity

SIZE = 3_000_000


@pytest.fixture
def model(tmp_path):
    path = tmp_path / "keeper.gguf"
    path.write_bytes(bytes(range(250)) * (SIZE // 250))
    return path


def test_the_name_is_the_files_with_digits_of_its_content(model):
    name, _, digits = identity(model).partition("@")
    assert name == "keeper"
    assert len(digits) == 12
    assert identity(model) == f"{name}@{digits}"


@pytest.mark.parametrize("place", [0, 500_000, SIZE - 1])
def test_another_byte_is_another_model(model, place):
    before = identity(model)
    with model.open("r+b") as file:
        file.seek(place)
        file.write(b"\xff")
    assert identity(model) != before


def test_another_size_is_another_model(model):
    before = identity(model)
    with model.open("ab") as file:
        file.write(b"\x00")
    assert identity(model) != before


def test_every_part_of_a_model_counts(tmp_path):
    first, second = (tmp_path / f"keeper-0000{number}-of-00002.gguf" for number in (1, 2))
    first.write_bytes(b"one")
    second.write_bytes(b"two")
    before = identity(first)
    second.write_bytes(b"TWO")
    assert before.startswith("keeper@")
    assert identity(first) != before


def test_a_file_that_is_not_there_is_an_error(tmp_path):
    with pytest.raises(ModelError, match="cannot be read"):
        identity(tmp_path / "none.gguf")
