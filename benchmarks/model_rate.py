"""Models: tokens a second of prompt and of answer, what a shared beginning saves, and embedded texts a second.

    python benchmarks/model_rate.py
    python benchmarks/model_rate.py --embedder static --embedder minilm locomo:FILE
    python benchmarks/model_rate.py --chat FILE.gguf --chat http://127.0.0.1:11434/v1#qwen2.5:1.5b

A model is named as in `memdb models use`. Times are wall clock, since a model uses several cores. `x_prefix` is the
time of a prompt over that of one with the same first message as the call before; `x_texts` and `x_tokens` are rates
over those of the first model of their kind in this run.
"""

import argparse
import statistics
import time
from collections.abc import Callable, Sequence
from typing import Any

from invented import chat_case
from measuring import Case, built, cases_of, emit, parser, run

from memdb.models import ChatModel, ChatRequest, Completion, Embedder, Message, ModelChoice, TokenEmbedder
from memdb.models.loading import chat_model, embedder

RETELL = "Retell it at length, turn after turn, and leave nothing out."
TIMEOUT_S = 600.0
QUERIES = 20


def main() -> None:
    """Measure every model that was asked for, or the embedder that comes with memdb."""
    arguments = parser(__doc__)
    arguments.add_argument("case", nargs="?", metavar="NAME:PATH", help="turns of a benchmark, not invented ones")
    arguments.add_argument("--chat", action="append", default=[], metavar="MODEL", help="a chat model; may be repeated")
    arguments.add_argument("--embedder", action="append", default=[], metavar="MODEL", help="may be repeated")
    arguments.add_argument("--texts", type=int, default=200, help="turns to embed (default 200)")
    arguments.add_argument("--turns", type=int, default=20, help="turns that a prompt holds (default 20)")
    arguments.add_argument("--answer", type=int, default=48, help="tokens to generate (default 48)")
    arguments.add_argument("--runs", type=int, default=3, help="prompts a model (default 3)")
    options = arguments.parse_args()
    count = max(options.texts, options.turns * options.runs)
    turns = turns_of(cases_of(options.case)[0] if options.case else chat_case(count))[:count]
    chats = [chat_row(chat_model(ModelChoice(spec=spec)), turns, options) for spec in options.chat]
    embedders = options.embedder or ([] if chats else ["static"])
    vectors = [embedder_row(embedder(ModelChoice(spec=spec)), turns[: options.texts]) for spec in embedders]
    for row in chats:
        row["x_tokens"] = row["answer_tokens_a_second"] / chats[0]["answer_tokens_a_second"]
    for row in vectors:
        row["x_texts"] = row["texts_a_second"] / vectors[0]["texts_a_second"]
    if options.json:
        emit("model_rate", [*chats, *vectors], (), as_json=True)
        return
    for rows in (chats, vectors):
        if rows:
            emit("model_rate", rows, tuple(rows[0]), as_json=False)


def turns_of(case: Case) -> list[str]:
    """The records of a case."""
    with built(case) as (memory, _):
        return [draft.content for draft in memory.export()]


def chat_row(model: ChatModel, turns: Sequence[str], options: argparse.Namespace) -> dict[str, Any]:
    """The row of one chat model: medians of some prompts that begin differently."""
    asked(model, "", "Begin.", 1)  # loads it
    runs = [
        chat_run(model, "\n".join(turns[number * options.turns :][: options.turns]), options.answer)
        for number in range(options.runs)
    ]
    return {"model": model.name, **{name: statistics.median(run[name] for run in runs) for name in runs[0]}}


def chat_run(model: ChatModel, talk: str, most: int) -> dict[str, float]:
    """One talk that the model has not seen, another question about it, and a long answer to that."""
    cold, first = asked(model, talk, "Who speaks in it?", 1)
    warm, second = asked(model, talk, RETELL, 1)
    least, one = asked(model, talk, RETELL, 1)
    longest, many = asked(model, talk, RETELL, most)
    return {
        "prompt_tokens": first.prompt_tokens,
        "prompt_tokens_a_second": (first.prompt_tokens - first.prompt_cached) / cold,
        "answer_tokens": many.completion_tokens,
        "answer_tokens_a_second": (many.completion_tokens - one.completion_tokens) / (longest - least),
        "prefix_tokens": second.prompt_cached,
        "x_prefix": cold / warm,
    }


def asked(model: ChatModel, talk: str, question: str, most: int) -> tuple[float, Completion]:
    """Wall-clock seconds of one call, and the answer."""
    messages = (Message(role="system", content=talk), Message(role="user", content=question))
    started = time.perf_counter()
    completion = model.complete(ChatRequest(messages=messages, max_tokens=most, timeout_s=TIMEOUT_S))
    return time.perf_counter() - started, completion


def embedder_row(model: Embedder, texts: Sequence[str]) -> dict[str, Any]:
    """The row of one embedder: turns a second with and without token states, and one query."""
    model.embed(texts[:1])  # loads it
    pieces = [piece for text in texts for piece in model.pieces(text)]
    alone = seconds(lambda: model.embed(pieces))
    states = seconds(lambda: model.embed_tokens(pieces)) if isinstance(model, TokenEmbedder) else None
    queries = [seconds(lambda text=text: model.embed([text])) for text in pieces[:QUERIES]]
    return {
        "model": model.name,
        "dimension": model.dimension,
        "texts": len(pieces),
        "texts_a_second": len(pieces) / alone,
        "with_states_a_second": len(pieces) / states if states else None,
        "query_ms": 1000 * statistics.median(queries),
    }


def seconds(function: Callable[[], object]) -> float:
    """Wall-clock seconds of one call."""
    started = time.perf_counter()
    function()
    return time.perf_counter() - started


if __name__ == "__main__":
    run(main)
