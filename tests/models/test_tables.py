"""The shipped tables: small, bound to their name, and what the script makes of the official weights."""

import hashlib
import os
from pathlib import Path

import numpy as np
import pytest

from memdb.models.late import late_basis
from memdb.models.static import static_embedder
from memdb.models.tables import FIRST_WORD, FOLDER, LATE, STATIC, read_vocabulary
from memdb.models.tables.bert import Encoder, read_weights
from memdb.models.tables.build import WEIGHTS_SHA256, main, piece_vectors, principal, rarity, static_table

MOST_BYTES = 8_000_000
OFFICIAL = (
    Path(os.environ.get("MEMDB_TEST_MODELS") or Path.home() / ".cache" / "memdb-test-models") / "all-MiniLM-L6-v2"
)


@pytest.fixture(scope="module")
def encoder() -> Encoder:
    """The official model, where its folder is there."""
    files = list(OFFICIAL.rglob("model.safetensors"))
    if not files:
        pytest.skip(f"the official weights are not in {OFFICIAL}")
    assert hashlib.sha256(files[0].read_bytes()).hexdigest() == WEIGHTS_SHA256
    return Encoder(read_weights(files[0]))


def test_the_tables_are_small():
    assert sum(file.stat().st_size for file in FOLDER.glob("*.npz")) <= MOST_BYTES


def test_the_name_binds_the_content():
    with np.load(STATIC) as table:
        content = table["vectors"].tobytes() + table["scales"].tobytes()
        name = str(table["name"])
    assert name == f"static-minilm-128-{hashlib.sha256(content).hexdigest()[:12]}" == static_embedder().name


def test_the_vocabulary_is_that_of_uncased_bert():
    vocabulary = read_vocabulary()
    assert len(vocabulary) == len(set(vocabulary)) == 30522
    assert (vocabulary[0], vocabulary[100], vocabulary[101], vocabulary[102]) == ("[PAD]", "[UNK]", "[CLS]", "[SEP]")
    assert vocabulary[FIRST_WORD] == "!"


def test_reserved_pieces_count_for_nothing():
    with np.load(STATIC) as table:
        assert not table["vectors"][:FIRST_WORD].any()
        assert table["vectors"][FIRST_WORD:].any(axis=1).mean() > 0.99


def test_rarer_pieces_count_more():
    weights = rarity(30522)
    assert not weights[:FIRST_WORD].any()
    assert (np.diff(weights[FIRST_WORD:]) >= 0).all()
    assert 0 < weights[FIRST_WORD] < 0.05
    assert 0.9 < weights[-1] < 1


def test_the_basis_is_orthonormal():
    with np.load(LATE) as table:
        basis = table["basis"]
    assert basis.shape == (384, 64)
    assert np.allclose(basis.T @ basis, np.eye(64), atol=1e-4)
    assert late_basis().width == 64


def test_late_interaction_keeps_words_and_drops_marks_and_stop_words():
    vocabulary = read_vocabulary()
    pieces = ["[CLS]", "the", "violin", "##ist", ",", "is", "1923", "[SEP]", "[UNK]"]
    ids = np.asarray([vocabulary.index(piece) for piece in pieces])
    states = np.arange(len(ids) * 384, dtype=np.float32).reshape(-1, 384) + 1
    kept = late_basis().reduced(ids, states)
    assert [vocabulary[number] for number in kept.ids] == ["violin", "##ist", "1923"]
    assert kept.states.shape == (3, 64)
    assert (np.linalg.norm(kept.states, axis=1) <= 1 + 1e-5).all()


def test_principal_components_are_found_in_the_order_of_their_share():
    draw = np.random.default_rng(1)
    spread = np.array([9.0, 4.0, 1.0, 0.1])
    vectors = (draw.standard_normal((500, 4)) * spread + 7).astype(np.float32)
    mean, basis = principal(vectors, 2)
    assert mean == pytest.approx([7, 7, 7, 7], abs=2)
    assert np.abs(basis.T) == pytest.approx(np.eye(4)[:2], abs=0.05)


def test_a_table_keeps_the_directions_of_its_pieces_in_signed_bytes():
    draw = np.random.default_rng(2)
    pooled = draw.standard_normal((FIRST_WORD + 200, 200)).astype(np.float32)
    vectors, scales = static_table(pooled)
    assert (vectors.dtype, scales.dtype) == (np.int8, np.float16)
    assert (np.abs(vectors[FIRST_WORD:]).max(axis=1) == 127).all()
    mean, basis = principal(pooled[FIRST_WORD:], 128)
    exact = (pooled - mean) @ basis * rarity(len(pooled))[:, None]
    kept = vectors * scales.astype(np.float32)[:, None]
    assert np.abs(kept - exact)[FIRST_WORD:].max() <= np.abs(exact).max() / 127


def test_other_weights_are_refused(tmp_path):
    (tmp_path / "model.safetensors").write_bytes(b"something else")
    with pytest.raises(SystemExit, match="not the official file"):
        main(tmp_path)


def test_the_shipped_vectors_are_what_the_official_weights_give(encoder):
    """Computing all takes minutes. Of some, one affine map gives the table's: that of its mean and components."""
    ids = np.random.default_rng(3).choice(np.arange(FIRST_WORD, 30522), size=500, replace=False)
    means = encoder.states(np.stack([np.full_like(ids, 101), ids, np.full_like(ids, 102)], axis=1)).mean(axis=1)
    means = np.hstack([means / np.linalg.norm(means, axis=1, keepdims=True), np.ones((len(ids), 1))])
    with np.load(STATIC) as table:
        kept = table["vectors"][ids] * table["scales"][ids].astype(np.float32)[:, None] / rarity(30522)[ids][:, None]
    affine, *_ = np.linalg.lstsq(means[50:], kept[50:], rcond=None)
    unseen = means[:50] @ affine
    assert np.linalg.norm(unseen - kept[:50], axis=1).max() < 0.1 * np.linalg.norm(kept[:50], axis=1).min()


def test_pieces_are_encoded_by_themselves_whatever_stands_beside_them(encoder):
    pooled, own = piece_vectors(encoder, 40)
    alone = encoder.states(np.asarray([[101, 17, 102]]))[0]
    assert own[17] == pytest.approx(alone[1] / np.linalg.norm(alone[1]), abs=1e-4)
    mean = alone.mean(axis=0)
    assert pooled[17] == pytest.approx(mean / np.linalg.norm(mean), abs=1e-4)
