"""Standard output and error belong to the program: nothing that a model does reaches them."""

import json

PROGRAM = """
import json, sys, threading
from pathlib import Path
from memdb import ModelError
from memdb.models import ChatRequest, Message, ModelChoice
from memdb.models.llama import LlamaChat
from memdb.models.llama_runtime import load
from memdb.models.loading import chat_model

chat, embedder, broken = map(Path, sys.argv[1:])
working = True

def speak():
    count = 0
    while working:  # as a server that answers while a model loads
        print(json.dumps({"id": count}), flush=True)
        count += 1
    print(json.dumps({"said": count}), flush=True)

speaker = threading.Thread(target=speak)
speaker.start()
model = chat_model(ModelChoice(spec=str(chat), context=512))
asked = (Message(role="user", content="Hello?"),)
model.complete(ChatRequest(messages=asked, max_tokens=2))
model.complete(ChatRequest(messages=asked, max_tokens=1, labels=("A", "B12")))
model.complete(ChatRequest(messages=asked, max_tokens=9, json_schema={"type": "boolean"}))
for bad in ({"grammar": "root ::= ((("}, {"grammar": "root ::= missing"}, {"json_schema": {"type": "poem"}}):
    try:
        model.complete(ChatRequest(messages=asked, max_tokens=2, **bad))
    except ModelError:
        pass
    else:
        sys.exit(f"{bad} was taken")
engine = load(embedder, embedding=True)
engine.states([engine.vocabulary.tokenize("Fog.", ends=True)])
engine.close()
model.unload()
try:
    load(broken)
except ModelError as error:
    assert "cannot load" in str(error), error
working = False
speaker.join()
"""


def test_only_the_program_itself_is_heard(start, smollm2_path, minilm_path, tmp_path):
    broken = tmp_path / "broken.gguf"
    broken.write_bytes(b"GGUF" + bytes(100))
    process = start(PROGRAM, smollm2_path, minilm_path, broken)
    out, err = process.communicate(timeout=120)
    assert (process.returncode, err) == (0, "")
    *lines, last = [json.loads(line) for line in out.splitlines()]
    assert [line["id"] for line in lines] == list(range(last["said"]))  # and nothing that it says is lost
