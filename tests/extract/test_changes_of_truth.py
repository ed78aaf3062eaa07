"""Sentences of talk that begin, end or pass on what is true."""

import pytest

from memdb.extract.sentences import split
from memdb.extract.triples import read_sentence


@pytest.mark.parametrize(
    ("sentence", "triples"),
    [
        ("Ivo and I broke up.", [("I", "girlfriend", "Ivo", False)]),
        ("I broke up with Ivo.", [("I", "girlfriend", "Ivo", False)]),
        ("Started at Lumen Works on Monday.", [("I", "employer", "Lumen Works", True)]),
        ("I'm still at Lumen Works, selling lamps.", [("I", "employer", "Lumen Works", True)]),
        ("Remember that my home address is 8 Elm Road.", [("I", "residence", "8 Elm Road", True)]),
        ("Petra is ill, so Bo Larsen is my teacher again.", [("I", "teacher", "Bo Larsen", True)]),
        ("Our trainer is Bo Larsen, he is strict.", [("I", "head coach", "Bo Larsen", True)]),
        (
            "My manager is Bo Larsen, he lives in Ghent.",
            [("I", "manager", "Bo Larsen", True), ("Bo Larsen", "residence", "Ghent", True)],
        ),
        ("I'm a regular at the Blue Door.", []),
    ],
)
def test_a_change_of_what_is_true_is_read(sentence: str, triples: list[tuple[str, str, str, bool]]):
    found = read_sentence(sentence).triples
    assert [(one.subject, one.relation, one.object, one.positive) for one in found] == triples


def test_a_title_is_not_cut_from_its_name():
    assert split("My teacher is Ms. Arendt now. She is nice.") == ["My teacher is Ms. Arendt now.", "She is nice."]
