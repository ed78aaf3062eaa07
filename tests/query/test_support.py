"""Which packets an answer cites."""

from memdb.query.support import Support, cited, completed

SHOWN = (
    Support("Delft", (7, 4)),
    Support("I moved to the old town of Delft last spring.", (1,)),
    Support("My sister plants pears and plums.", (2,)),
    Support("Plums are what my sister sells.", (3,)),
)


def test_the_value_that_is_the_answer_gives_its_whole_chain():
    assert cited("delft.", SHOWN, 3) == (7, 4)


def test_texts_that_hold_the_answer_are_cited_in_order_of_rank():
    assert cited("old town", SHOWN, 3) == (1,)
    assert cited("my sister", SHOWN, 3) == (2, 3)
    assert cited("my sister", SHOWN, 1) == (2,)


def test_a_part_of_a_word_does_not_hold_an_answer():
    assert cited("ear", SHOWN, 3) == (7, 4)


def test_an_answer_in_other_words_is_supported_by_most_of_its_words():
    assert cited("selling plums", SHOWN, 3)[0] == 3


def test_an_answer_that_no_text_holds_rests_on_the_best_record():
    assert cited("Yes", SHOWN, 3) == (7, 4)
    assert cited("Yes", (), 3) == ()


def test_a_part_of_one_value_is_completed_and_nothing_else():
    values = ["the Republic of Norland", "Republic of Sudmark", "Norwich"]
    assert completed("Norland", values) == "the Republic of Norland"
    assert completed("Republic", values) == "Republic"  # of which?
    assert completed("Nor", values) == "Nor"
    assert completed("norwich.", values) == "norwich."
    assert completed("East Norwich", values) == "East Norwich"
