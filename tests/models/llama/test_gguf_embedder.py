"""MiniLM in process: its vectors are the official model's, its states those of the same evaluation, nothing is cut."""

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import memdb
from memdb import ModelError
from memdb.models import ModelChoice, has_states
from memdb.models.gguf_embedder import GgufEmbedder, is_minilm
from memdb.models.gguf_metadata import read_metadata
from memdb.models.static import static_embedder
from memdb.models.tables import FIRST_WORD, read_vocabulary
from memdb.models.tables.bert import Encoder, read_weights

CHOICE = ModelChoice(spec="minilm")
TEXTS = (
    "The spare key hangs in the shed.",
    "Où est la bibliothèque ? 東京",
    "don't, can't & won't: e-mail me@home (€50)!",
    "Unbelievable! " * 9,
    "",
)
VARIED = (
    *TEXTS,
    "naïve café Ångström e\u0301te\u0301 İstanbul",
    "snake_case, C++, C:\\repo\\src and a/b.c?d=e#f",
    "soft\u00adhyphen zero\u200bwidth nul\x00bell\x07 no\u00a0break",
    "Привет мир مرحبا بالعالم 日本語テキスト混在ABC ①②③ ½",
    "emoji 😀👍🏽 — “quoted” … [MASK] [CLS]",
)
# llama.cpp drops every combining mark (BERT only those of accents), splits words of any length (BERT reads more than a
# hundred letters as one unknown word), and lower-cases a sigma at a word's end as any other.
ORDINARY = st.characters(
    codec="utf-8", categories=["Lu", "Ll", "Nd", "Po", "Pd", "Ps", "Pe", "Zs", "Sm", "Sc"], max_codepoint=0x24F
) | st.sampled_from("東京的αβγжщя\t\n")


@pytest.fixture(scope="module")
def embedder(minilm_path):
    made = GgufEmbedder(minilm_path, CHOICE)
    yield made
    made.unload()


def test_its_vectors_are_those_of_the_official_model(embedder, official_weights):
    reference = Encoder(read_weights(official_weights))
    texts = [text for text in TEXTS if text]  # in eight bits that of nothing is at .998
    for text, vector in zip(texts, embedder.embed(texts), strict=True):
        expected = reference.states(np.array([[101, *static_embedder()._words.ids(text), 102]])).mean(1)[0]
        assert expected @ vector / np.linalg.norm(expected) >= 0.999, text


def test_word_pieces_are_those_of_llama_cpp(embedder):
    with embedder._engine.use() as engine:
        for text in VARIED:
            assert static_embedder()._words.ids(text) == engine.vocabulary.tokenize(text), text


@settings(max_examples=300, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(text=st.text(ORDINARY, max_size=60))
def test_word_pieces_of_any_ordinary_text_are_those_of_llama_cpp(embedder, text):
    with embedder._engine.use() as engine:
        assert static_embedder()._words.ids(text) == engine.vocabulary.tokenize(text)


def test_vectors_and_states_come_from_one_evaluation(embedder):
    vectors, states = embedder.embed_tokens(TEXTS)
    assert np.array_equal(vectors, embedder.embed(TEXTS))
    assert vectors.shape == (len(TEXTS), embedder.dimension) == (len(TEXTS), 384)
    assert np.linalg.norm(vectors, axis=1) == pytest.approx(1, abs=1e-5)
    assert [one.states.shape for one in states] == [(len(one.ids), embedder.state_width) for one in states]
    assert has_states(embedder)
    assert embedder.state_width == 64


def test_states_are_those_of_content_words(embedder):
    vocabulary = read_vocabulary()
    _, (spare, _, _, _, empty) = embedder.embed_tokens(TEXTS)
    assert [vocabulary[number] for number in spare.ids] == ["spare", "key", "hangs", "shed"]
    assert (spare.ids >= FIRST_WORD).all()
    assert empty.states.shape == (0, 64)


def test_a_text_has_the_same_vector_alone_and_among_others(embedder):
    together = embedder.embed(TEXTS)
    for text, vector in zip(TEXTS, together, strict=True):
        assert embedder.embed([text])[0] @ vector > 0.99999


def test_no_texts_are_no_vectors(embedder):
    assert embedder.embed([]).shape == (0, 384)
    vectors, states = embedder.embed_tokens([])
    assert (vectors.shape, states) == ((0, 384), [])


def test_a_text_that_is_longer_than_a_piece_is_refused_and_its_pieces_are_not(embedder):
    text = "The keeper counted gulls on the north rail. " * 100
    with pytest.raises(ModelError, match="longer than 256"):
        embedder.embed([text])
    pieces = embedder.pieces(text)
    assert "".join(pieces) == text
    assert embedder.embed(pieces).shape == (len(pieces), 384)


@settings(max_examples=30, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(text=st.text(max_size=2000) | st.text(alphabet="ab c", min_size=1000, max_size=3000))
def test_pieces_leave_nothing_out_and_fit(embedder, text):
    pieces = embedder.pieces(text)
    assert "".join(pieces) == text
    with embedder._engine.use() as engine:
        assert all(len(engine.vocabulary.tokenize(piece, ends=True)) <= 256 for piece in pieces)


@pytest.mark.parametrize("options", [{"batch": 64}, {"context": 64}, {"context": 32, "batch": 128}])
def test_a_smaller_batch_or_context_makes_smaller_pieces(minilm_path, options):
    small = GgufEmbedder(minilm_path, ModelChoice(spec="minilm", **options))
    text = "The keeper counted gulls on the north rail. " * 20
    pieces = small.pieces(text)
    assert "".join(pieces) == text
    assert len(pieces) >= 4
    vectors, states = small.embed_tokens(pieces)
    assert np.isfinite(vectors).all()
    assert all(len(one.ids) <= 64 for one in states)
    small.unload()


def test_late_interaction_can_be_left_out(minilm_path):
    plain = GgufEmbedder(minilm_path, ModelChoice(spec="minilm", late=False))
    assert plain.state_width == 0
    assert not has_states(plain)
    with pytest.raises(ModelError, match="no late interaction"):
        plain.embed_tokens(["a"])


@pytest.mark.parametrize(
    ("change", "known"),
    [
        ({}, True),
        ({"general.name": "All MiniLM L6 v2"}, True),
        ({"general.name": "all-MiniLM-L12-v2"}, False),
        ({"general.name": "paraphrase-multilingual-MiniLM-L12-v2", "tokenizer.ggml.model": "t5"}, False),
        ({"bert.embedding_length": 768}, False),
        ({"tokenizer.ggml.model": "t5"}, False),
    ],
)
def test_only_the_model_whose_components_are_shipped_has_late_interaction(gguf, tmp_path, change, known):
    header = {
        "general.architecture": "bert",
        "general.name": "all-MiniLM-L6-v2",
        "bert.context_length": 512,
        "bert.embedding_length": 384,
        "bert.attention.causal": False,
        "bert.pooling_type": 1,
        "tokenizer.ggml.model": "bert",
    }
    path = tmp_path / "model.gguf"
    gguf.write_gguf(path, header | change)
    assert is_minilm(read_metadata(path), path) is known
    assert (GgufEmbedder(path, CHOICE).state_width > 0) is known


def test_a_chat_model_is_refused_by_its_header(gguf, tmp_path):
    path = tmp_path / "keeper.gguf"
    gguf.write_gguf(path, gguf.CHAT)
    with pytest.raises(ModelError, match="is no embedder"):
        GgufEmbedder(path, CHOICE)


def test_the_needle_at_the_end_of_a_paragraph_of_fifty_thousand_characters_is_found(embedder, tmp_path):
    hay = "The tide comes in twice a day and leaves shells and weed behind on the sand. " * 700
    needle = " A violinist practised her sonata for the concert hall."
    paragraph = (hay[: 50_000 - len(needle)] + needle)[-50_000:]
    others = [f"Barge number {number} brought gravel and cement up the river." for number in range(12)]
    with memdb.open(tmp_path / "memory.db", embedder=embedder) as memory:
        memory.ingest_drafts(memdb.Draft(content=text, profile="notes") for text in [*others, paragraph])
        assert memory.stats().awaiting_embedding == 0
        hits = memory.search("musician rehearsing", k=3, channels=["dense"])
        assert hits[0].content == paragraph
        assert hits[0].via == ("dense",)
