"""all-MiniLM-L6-v2 as a GGUF file, written from the official weights.

In sixteen bits the vectors are those of the original (cosine .999998), in eight bits nearly so (.9991), for half the
size. Importing this module needs numpy, and the `gguf` library of the extra "llama".
"""

import json
import struct
from collections.abc import Iterator
from pathlib import Path
from typing import Literal, TypeAlias

import gguf
import numpy as np
from numpy.typing import NDArray

from memdb.errors import ModelError
from memdb.models.minilm_source import Source

Kind: TypeAlias = Literal["q8_0", "f16"]

LAYERS = 6
WIDTH = 384
FEED_FORWARD = 1536
HEADS = 12
POSITIONS = 512
EPSILON = 1e-12

# Left out: the position ids are a count from 0, and the pooler belongs to a task that the model was not trained for.
_UNUSED = ("embeddings.position_ids", "pooler.")


def write_minilm(source: Source, to: Path, *, kind: Kind = "q8_0") -> None:
    """Writes the GGUF file; `to` appears only when it is whole.

    Raises:
        ModelError: the file cannot be written.
    """
    scratch = to.with_name(to.name + ".part")
    writer = gguf.GGUFWriter(scratch, "bert")
    _add_shape(writer)
    writer.add_file_type(gguf.LlamaFileType.MOSTLY_Q8_0 if kind == "q8_0" else gguf.LlamaFileType.MOSTLY_F16)
    _add_tokenizer(writer, source.vocabulary.decode().rstrip("\n").split("\n"))
    quantised = gguf.GGMLQuantizationType.Q8_0 if kind == "q8_0" else gguf.GGMLQuantizationType.F16
    names = gguf.get_tensor_name_map(gguf.MODEL_ARCH.BERT, LAYERS)
    for name, tensor in _tensors(source.weights):
        known = names.get_name(name, try_suffixes=(".weight", ".bias"))
        assert known, f"the official weights have no tensor {name}"
        # Biases and norms are small and matter; llama.cpp reads positions and segments in 32 bits only.
        whole = tensor.ndim == 1 or known.startswith(("position_embd", "token_types"))
        type_ = gguf.GGMLQuantizationType.F32 if whole else quantised
        writer.add_tensor(known, gguf.quants.quantize(tensor, type_), raw_dtype=type_)
    try:
        writer.write_header_to_file()
        writer.write_kv_data_to_file()
        writer.write_tensors_to_file()
        writer.close()
        scratch.replace(to)
    except OSError as error:
        raise ModelError(f"{to} cannot be written ({error.strerror or error}): check the disk") from error
    finally:
        scratch.unlink(missing_ok=True)


def _add_shape(writer: gguf.GGUFWriter) -> None:
    writer.add_name("all-MiniLM-L6-v2")
    writer.add_license("apache-2.0")
    writer.add_context_length(POSITIONS)
    writer.add_embedding_length(WIDTH)
    writer.add_feed_forward_length(FEED_FORWARD)
    writer.add_block_count(LAYERS)
    writer.add_head_count(HEADS)
    writer.add_layer_norm_eps(EPSILON)
    writer.add_causal_attention(value=False)
    writer.add_pooling_type(gguf.PoolingType.MEAN)


def _add_tokenizer(writer: gguf.GGUFWriter, words: list[str]) -> None:
    """BERT's word pieces as llama.cpp has them: starts of words are marked, continuations are not."""
    special = [word.startswith("[") and word.endswith("]") for word in words]
    writer.add_tokenizer_model("bert")
    writer.add_token_type_count(2)
    writer.add_token_list(
        [word if is_special else _piece(word) for word, is_special in zip(words, special, strict=True)]
    )
    writer.add_token_types([gguf.TokenType.CONTROL if is_special else gguf.TokenType.NORMAL for is_special in special])
    writer.add_unk_token_id(words.index("[UNK]"))
    writer.add_sep_token_id(words.index("[SEP]"))
    writer.add_pad_token_id(words.index("[PAD]"))
    writer.add_bos_token_id(words.index("[CLS]"))
    writer.add_mask_token_id(words.index("[MASK]"))


def _piece(word: str) -> str:
    return word[2:] if word.startswith("##") else f"\u2581{word}"


def _tensors(data: bytes) -> Iterator[tuple[str, NDArray[np.float32]]]:
    """The tensors of a safetensors file that the model uses: a length, a JSON header, then the numbers."""
    (length,) = struct.unpack_from("<Q", data)
    start = 8 + length
    for name, entry in json.loads(data[8:start]).items():
        if name == "__metadata__" or name.startswith(_UNUSED):
            continue
        first, end = entry["data_offsets"]
        yield name, np.frombuffer(data[start + first : start + end], np.float32).reshape(entry["shape"])
