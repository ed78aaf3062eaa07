"""What takes the places of a read before sources are normalised."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memdb.evals.observing import Claim
from memdb.evals.sources import aliasing, chosen

CLAIMS = [Claim(1, "a"), Claim(1, "b"), Claim(2, "a"), Claim(1, "c"), Claim(3, "d")]


@pytest.mark.parametrize(
    ("selection", "packets"),
    [("claims", (1, 1, 2, 1)), ("distinct claims", (1, 1, 1, 3)), ("sources", (1, 2, 3))],
)
def test_places_go_to_claims_to_claims_of_new_text_or_to_new_packets(selection, packets):
    assert chosen(CLAIMS, selection, 4) == packets


def test_the_audit_counts_the_places_beyond_the_first_of_each_packet():
    audit = aliasing([5, 6, 5, 5, 7], 4)
    assert (audit.unique, audit.duplicates, audit.max_source) == (2, 0.5, 3)


def test_a_list_that_is_too_short_is_not_audited():
    assert aliasing([5, 6], 3) is None


@given(st.lists(st.integers(1, 5), min_size=1, max_size=30), st.integers(1, 30))
def test_places_beyond_the_first_are_those_that_are_not_unique(packets, depth):
    audit = aliasing(packets, depth)
    if depth > len(packets):
        assert audit is None
    else:
        assert audit.unique + round(audit.duplicates * depth) == depth
        assert audit.max_source <= depth - audit.unique + 1


@given(st.lists(st.builds(Claim, st.integers(1, 4), st.sampled_from("abc")), max_size=20), st.integers(1, 10))
def test_normalised_sources_are_never_repeated_and_never_fewer_than_those_of_as_many_claims(claims, k):
    sources = chosen(claims, "sources", k)
    assert len(set(sources)) == len(sources)
    assert len(sources) >= len(set(chosen(claims, "claims", k)))
