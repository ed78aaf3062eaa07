"""Stage 2, the anchors: subjects that the question names, the longest match first."""

from memdb.query.state import ReadState


def keys(state: ReadState) -> list[str]:
    return [anchor.key for anchor in state.anchors]


def test_a_match_inside_a_longer_one_is_dropped(tell, after):
    tell("The author of Glass Orchard is Nina Sorel.", "The author of Glass is Ole Grann.")
    assert keys(after("anchors", "Who wrote Glass Orchard?")) == ["glass orchard"]
    assert sorted(keys(after("anchors", "Is Glass by the author of Glass Orchard?"))) == ["glass", "glass orchard"]


def test_matches_that_overlap_without_containing_each_other_both_stay(tell, after):
    tell("Red Sea Star is located in the continent of Asia.", "Star Harbour is located in the continent of Europe.")
    found = keys(after("anchors", "Where is Red Sea Star Harbour?"))
    assert sorted(found) == ["red sea star", "star harbour"]


def test_a_name_is_found_whatever_its_case_punctuation_and_possessive(tell, after):
    tell("Tom O'Ash is a citizen of Norway.")
    for question in ("What is Tom O\u2019Ash's citizenship?", "TOM O'ASH?", "(tom o'ash), citizen of what?"):
        assert keys(after("anchors", question)) == ["tom oash"]


def test_only_whole_words_are_matched(tell, after):
    tell("Ash is a citizen of Norway.")
    assert keys(after("anchors", "Where are the ashes of Ashley?")) == []


def test_a_value_that_is_no_subject_is_no_anchor(tell, after):
    tell("Tom Ash is a citizen of Norway.")
    assert keys(after("anchors", "Who is a citizen of Norway?")) == []


def test_a_name_of_many_words_is_found(tell, after):
    title = "What I Saw When I Walked to the Sea and Back"
    tell(f"The author of {title} is Nina Sorel.")
    assert keys(after("anchors", f"Who is the author of {title}?")) == [title.casefold()]


def test_the_same_subject_of_two_streams_gives_an_anchor_in_each(tell, after):
    tell("Tom Ash is a citizen of Norway.", stream="one")
    tell("Tom Ash is a citizen of Chile.", stream="two")
    assert keys(after("anchors", "Where is Tom Ash a citizen?")) == ["tom ash", "tom ash"]
    assert keys(after("anchors", "Where is Tom Ash a citizen?", streams=["two"])) == ["tom ash"]


def test_a_first_name_anchors_the_speaker_who_bears_it(talk, after):
    talk("Ana Duarte: I live in Ghent.", "Ben Ash: I live in Oslo.")
    state = after("anchors", "Where does Ana live?")
    assert keys(state) == ["ana duarte"]
    assert state.notes == ()


def test_a_first_name_that_two_bear_anchors_both_and_a_note_says_so(talk, after):
    talk("Ana Duarte: I live in Ghent.", "Ana Moor: I live in Oslo.")
    state = after("anchors", "Where does Ana live?")
    assert sorted(keys(state)) == ["ana duarte", "ana moor"]
    (note,) = state.notes
    assert "ana duarte" in note
    assert "ana moor" in note
    assert keys(after("anchors", "Where does Ana Moor live?")) == ["ana moor"]


def test_a_fact_stream_keeps_to_whole_names(memory, tell, after):
    tell("Ana Duarte is a citizen of Norway.")
    memory.add("The list is long.", speaker="Ana Duarte", stream="facts")
    assert keys(after("anchors", "Where is Ana a citizen?", streams=["facts"])) == []


def test_first_person_is_the_asker_else_the_owner(memory, after):
    memory.add("I live in Ghent.", speaker="Ana Duarte")
    memory.add("I live in Oslo.")
    assert keys(after("anchors", "Where do I live?", asker="Ana Duarte")) == ["ana duarte"]
    assert keys(after("anchors", "Where do I live?")) == ["user"]
    assert keys(after("anchors", "Where do I live?", asker="Nobody")) == []
    assert keys(after("anchors", "Who lives in Ghent?", asker="Ana Duarte")) == []


def test_without_the_graph_channel_there_are_no_anchors(talk, after):
    talk("Ana: I live in Ghent.")
    assert keys(after("anchors", "Where does Ana live?", channels=["lexical"])) == []
