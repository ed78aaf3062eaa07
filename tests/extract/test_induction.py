"""Rules out of examples: literal, supported by two examples that agree, and silent where they would have to guess."""

from hypothesis import given
from hypothesis import strategies as st

from memdb.extract.induction import Example, Induced, aligned, induce
from memdb.extract.templates import is_name, template_of
from memdb.records.extraction import Triple
from memdb.records.packet import Packet


def example(text: str, subject: str, relation: str, value: str) -> Example:
    packet = Packet(
        id=abs(hash(text)), stream="s", session="", session_started_at=None, position=1, turn_index=0, turn=None,
        speaker=None, said_at=None, content=text, caption=None, image_query=None,
    )  # fmt: skip
    return Example(packet=packet, triple=Triple(subject=subject, relation=relation, object=value))


def berth(subject: str, value: str, *, relation: str = "berth", turned: bool = False) -> Example:
    ends = (value, subject) if turned else (subject, value)
    return example(f"Between winters, {subject} sleeps at {value}.", ends[0], relation, ends[1])


def read(induced: Induced, text: str) -> tuple[str, str, str] | str | None:
    reading = induced.read(text)
    if reading is None or not reading.triples:
        return reading.reason if reading else None
    return reading.triples[0].subject, reading.triples[0].relation, reading.triples[0].object


AGREEING = [berth("Salt Wren", "Velmora"), berth("Grey Petrel", "Dunlock")]


def test_two_examples_that_agree_make_a_rule():
    found = read(induce(AGREEING), "Between winters, Old Juniper sleeps at Cape Sorrel.")
    assert found == ("Old Juniper", "berth", "Cape Sorrel")


def test_one_example_or_one_statement_told_twice_makes_none():
    assert induce(AGREEING[:1]).rules == ()
    assert induce([AGREEING[0], AGREEING[0]]).rules == ()


def test_examples_that_disagree_make_none_and_are_disputed():
    found = induce([*AGREEING[:1], berth("Lady Amaranth", "Aldersund", turned=True)])
    assert found.rules == ()
    assert len(found.disputed) == 2


def test_two_thirds_outvote_the_rest():
    wrong = berth("Lady Amaranth", "Aldersund", turned=True)
    found = induce([*AGREEING, wrong])
    assert found.contradicts(wrong)
    assert found.triple(wrong, any_ends=True)[0].subject == "Lady Amaranth"
    assert found.triple(wrong, any_ends=False)[0].subject == "Aldersund"


def test_a_rule_has_the_name_that_most_examples_give():
    named = [*AGREEING, berth("Lady Amaranth", "Aldersund", relation="winter quarters")]
    assert {rule.relation for rule in induce(named).rules} == {"berth"}


def test_the_rule_with_most_words_goes_first():
    longer = [
        example(f"{ship} sleeps at the quay of {place}.", ship, "quay", place)
        for ship, place in (("Lady Amaranth", "Velmora"), ("Brass Heron", "Dunlock"))
    ]
    shorter = [
        example(f"{ship} sleeps at {place}.", ship, "berth", place)
        for ship, place in (("Salt Wren", "Velmora"), ("Grey Petrel", "Dunlock"))
    ]
    found = induce([*shorter, *longer])
    assert read(found, "Old Juniper sleeps at the quay of Elster.") == ("Old Juniper", "quay", "Elster")
    assert read(found, "Old Juniper sleeps at Elster.") == ("Old Juniper", "berth", "Elster")


def test_a_slot_of_names_takes_no_phrase():
    found = induce(AGREEING)
    assert read(found, "Between winters, Old Juniper sleeps at anchor.") is None
    assert read(found, "Between winters, Old Juniper sleeps at Elster while others sail.") is None


def test_a_pronoun_in_a_slot_is_left_unresolved():
    assert read(induce(AGREEING), "Between winters, she sleeps at Velmora.") == "pronoun"


def test_a_text_that_may_be_cut_in_two_ways_is_not_read():
    assert read(induce(AGREEING), "Between winters, Wren sleeps at Ely sleeps at Velmora.") is None


def test_words_that_tell_nothing_make_no_rule():
    pairs = (("capital of Norrmark", "Velmora"), ("capital of Estavia", "Dunlock"))
    assert induce([example(f"The {a} is {b}.", a, "is", b) for a, b in pairs]).rules == ()


def test_names_that_say_the_same_of_the_same_subjects_are_one_relation():
    pairs = (("Salt Wren", "Odo Brandt"), ("Grey Petrel", "Mina Okoro"))
    used = [example(f"{ship} obeys {who}.", ship, "skipper", who) for ship, who in pairs]
    used += [example(f"{who} steers {ship}.", ship, "helmsman", who) for ship, who in pairs]
    assert len(aligned(used)) == 1
    other = [
        example(f"{who} steers {ship}.", ship, "helmsman", who)
        for ship, who in (("Salt Wren", "Mina Okoro"), ("Grey Petrel", "Odo Brandt"))
    ]
    assert aligned([*used[:2], *other]) == {}


def test_a_name_may_hold_short_words_in_lower_case():
    assert is_name("Ludwig van Beethoven")
    assert is_name("Lord of the Rings")
    assert not is_name("Odo Brandt while others")
    assert not is_name("wide receiver")


words = st.text("abcXYZ .,'é", min_size=1, max_size=12)


@given(words, words, words, words, words)
def test_a_template_reads_in_its_own_text_what_it_was_made_of(before, first, between, second, after):
    made = template_of(f"{before}{first}{between}{second}{after}", (first, second))
    if made is not None:
        template, turned = made
        spans = template.spans(f"{before}{first}{between}{second}{after}")
        assert spans == ((second, first) if turned else (first, second))
