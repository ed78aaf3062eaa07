"""Evaluates a tiny made-up model in a process of its own, which an unfit build of llama.cpp may kill.

Run as a file: `python -P llama_probe_child.py extra|plain`. The model has a weight of each common quantisation, and is
evaluated with a batch of tokens and with one token, because builds differ in the instructions that each of these uses.
It imports nothing of memdb.
"""

import ctypes
import sys
import tempfile
from pathlib import Path

WIDTH = 256
VOCABULARY = 256
TOKENS = 48


def write(path: Path) -> None:
    """Writes a model of one layer whose quantised weights are all zero."""
    import gguf  # noqa: PLC0415 - only the child process pays for it
    import numpy as np  # noqa: PLC0415 - the same

    kind = gguf.GGMLQuantizationType
    writer = gguf.GGUFWriter(path, "llama")
    writer.add_vocab_size(VOCABULARY)
    writer.add_tokenizer_model("none")
    writer.add_context_length(64)
    writer.add_embedding_length(WIDTH)
    writer.add_block_count(1)
    writer.add_feed_forward_length(WIDTH)
    writer.add_head_count(4)
    writer.add_head_count_kv(4)
    writer.add_layer_norm_rms_eps(1e-5)
    for name in ("output_norm", "blk.0.attn_norm", "blk.0.ffn_norm"):
        writer.add_tensor(f"{name}.weight", np.ones(WIDTH, dtype=np.float32))
    weights = {
        "token_embd": kind.F16,
        "output": kind.Q6_K,
        "blk.0.attn_q": kind.Q4_0,
        "blk.0.attn_k": kind.Q4_1,
        "blk.0.attn_v": kind.Q8_0,
        "blk.0.attn_output": kind.Q5_K,
        "blk.0.ffn_gate": kind.Q4_K,
        "blk.0.ffn_up": kind.Q6_K,
        "blk.0.ffn_down": kind.IQ4_XS,
    }
    for name, weight in weights.items():
        block, size = gguf.GGML_QUANT_SIZES[weight]
        rows = np.zeros((WIDTH, WIDTH // block * size), dtype=np.uint8)
        writer.add_tensor(f"{name}.weight", rows, raw_dtype=weight)
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()


def evaluate(path: Path, *, extra_buffers: bool) -> None:
    """Evaluates a batch of tokens, then one."""
    import llama_cpp  # noqa: PLC0415 - the import itself may be what kills this process

    llama_cpp.llama_backend_init()
    params = llama_cpp.llama_model_default_params()
    params.n_gpu_layers = 0
    params.use_extra_bufts = extra_buffers
    model = llama_cpp.llama_model_load_from_file(str(path).encode(), params)
    options = llama_cpp.llama_context_default_params()
    options.n_ctx = options.n_batch = options.n_ubatch = 64
    context = llama_cpp.llama_init_from_model(model, options) if model else None
    if not context:
        sys.exit("llama.cpp cannot load the tiny model of the probe")
    for count in (TOKENS, 1):
        tokens = (llama_cpp.llama_token * count)(*range(count))
        code = llama_cpp.llama_decode(context, llama_cpp.llama_batch_get_one(tokens, count))
        if code:
            sys.exit(f"llama_decode returned {code}")


def no_core_dump() -> None:
    """Spares the disk the image of a process that is expected to die."""
    try:
        import resource  # noqa: PLC0415 - not on Windows

        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    except (ImportError, OSError, ValueError):
        pass
    if sys.platform == "win32":
        ctypes.windll.kernel32.SetErrorMode(0x8003)  # no dialog of Windows about the death


def main(mode: str) -> None:
    """Evaluates the tiny model in a mode."""
    no_core_dump()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "probe.gguf")
        write(path)
        evaluate(path, extra_buffers=mode == "extra")


if __name__ == "__main__":
    main(sys.argv[1])
