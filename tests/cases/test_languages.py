"""Languages.

Proved where the behaviour lives:
- surface forms verbatim: tests/extract/test_claims.py::test_surface_forms_are_kept_verbatim
- a name inside an unspaced sentence:
  tests/query/test_lexical.py::test_an_unspaced_name_is_found_inside_its_sentence
- composed and decomposed names: tests/records/test_keys.py::test_composed_and_decomposed_spellings_are_equal
- case and composition of words: tests/records/test_tokens.py::test_case_and_composition_do_not_matter
"""

import pytest

import memdb

TURNS = {
    "Russian": ("Вчера я купил новый велосипед в Москве.", "Где я купил велосипед?"),
    "Turkish": ("İstanbul'da bir kedi sahiplendim.", "İstanbul'da ne sahiplendim?"),
    "Japanese": ("先週、東京駅で友達に会いました。", "東京で誰に会いましたか"),
    "Chinese": ("張三在華為工作。", "華為"),
    "accents, decomposed": ("J'ai mangé une crème brûlée.", "cre\u0300me bru\u0302le\u0301e"),
    "accents, composed": ("Zoe\u0308 spielt Geige im Mu\u0308nsterland.", "Münsterland Zoë"),
    "emoji": ("I adopted a 🐱 called Miso 👩‍👩‍👧.", "🐱 Miso"),
}


@pytest.fixture(scope="module")
def memory(tmp_path_factory):
    with memdb.open(tmp_path_factory.mktemp("languages") / "memory.memdb") as opened:
        opened.ingest_drafts(memdb.Draft(content=f"Bird number {n} flew past the mill.") for n in range(40))
        for turn, _ in TURNS.values():
            opened.add(turn, speaker="Ana")
        yield opened


@pytest.mark.parametrize("language", TURNS)
def test_a_question_finds_the_turn_of_its_language_by_words_and_verbatim(memory, language):
    turn, question = TURNS[language]
    (hit,) = memory.search(question, k=1, channels=["lexical"])
    assert hit.content == turn
