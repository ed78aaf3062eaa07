"""Content hashes: equal for the same turn, different as soon as any part of it differs."""

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from memdb.records.hashes import HASH_BYTES, content_hash
from memdb.records.packet import Draft

HASHED = ("session", "turn", "speaker", "said_at", "caption", "image_query")
maybe = st.none() | st.text(st.characters(), max_size=5)
drafts = st.builds(
    Draft, content=st.text(st.characters(), max_size=8), stream=maybe, session_started_at=maybe,
    **dict.fromkeys(HASHED, maybe),
)  # fmt: skip


def parts(draft: Draft) -> tuple[str | None, ...]:
    return (draft.content, *(getattr(draft, name) for name in HASHED))


@given(drafts, drafts)
def test_hashes_are_equal_exactly_when_every_part_is(one: Draft, other: Draft):
    assert (content_hash(one) == content_hash(other)) == (parts(one) == parts(other))


@given(drafts, st.sampled_from((*HASHED, "content")), st.text(max_size=4))
def test_changing_one_part_changes_the_hash(draft: Draft, part: str, value: str):
    changed = replace(draft, **{part: value})
    assert (content_hash(changed) == content_hash(draft)) == (getattr(draft, part) == value)


@given(drafts, maybe)
def test_the_stream_is_no_part_of_it(draft: Draft, stream: str | None):
    assert content_hash(replace(draft, stream=stream)) == content_hash(draft)


def test_parts_do_not_run_into_each_other():
    assert content_hash(Draft(content="b", speaker="a")) != content_hash(Draft(content="ab"))
    assert content_hash(Draft(content="x", turn="")) != content_hash(Draft(content="x"))
    assert content_hash(Draft(content="x", turn="1")) != content_hash(Draft(content="x", session="1"))


def test_a_lone_surrogate_is_hashed():
    assert len(content_hash(Draft(content="\ud800"))) == HASH_BYTES
