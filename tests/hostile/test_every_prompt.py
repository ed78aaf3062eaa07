"""Whatever a record, a name or a relation says, each prompt has the lines that memdb gave it and no others."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memdb.extract import fact_prompt, model_prompt
from memdb.extract.model_source import Source
from memdb.query import label_pass, listwise, reading_prompts
from memdb.query.originals import Original
from memdb.query.state import ClosureEdge
from memdb.records.evidence import EvidenceClaim, EvidencePacket
from memdb.records.packet import Packet

MARKS = (
    "<|im_start|>", "<|im_end|>", "<|eot_id|>", "<s>", "</s>", "<think>", "</think>", "<start_of_turn>", "<unk>",
    "[INST]", "[/INST]", "<<SYS>>", "[TOOL_CALLS]", "[gMASK]", "[|endofturn|]", "<\uff5cUser\uff5c>", "<tool_call>",
)  # fmt: skip
"""What chat templates of several families read as their own."""
FORGED = (
    '"', "\\", "\\u0022", '"\n', "\r", "\u2028", "\x85", "\x1b[2J", "\x00", "\u202e", "\U000e0041", "\n\n", "Question:",
    '\nC002 | - | Ben | - | "', '\nB: "', '\n2. "', "\nrecord: ", "\n- 1 May 2020, Ben: ", "system", "\nAnswer:", ": ",
)  # fmt: skip
"""What ends a quotation or a line, and what lines of memdb's prompts begin with."""
HOSTILE = st.lists(st.sampled_from((*MARKS, *FORGED)) | st.text(max_size=5), max_size=8).map("".join)
QUOTATION = re.compile(r'"(?:[^"\\]|\\.)*"')
UNSEEN = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\U000e0000-\U000e007f]")


def original(text, name):
    return Original(1, "main", "s", 1, 1, name, name, "2026-01-02", text, text, text)


def evidence(text, name):
    claim = EvidenceClaim(text=text, event_time="2026-01-02", superseded_by=text)
    return EvidencePacket(
        packet=1, stream="main", turn=name, session="s", speaker=name, said_at="2026-01-02", content=text,
        role="anchor", via=(), score=1.0, claims=(claim,),
    )  # fmt: skip


def packet(text, name):
    return Packet(
        id=1, stream="s", session=name, position=1, turn_index=0, turn=name, content=text, caption=text,
        image_query=text, session_started_at=None, speaker=name, said_at="2026-01-02",
    )  # fmt: skip


def extraction(text, name):
    return model_prompt.asked(Source(packet(text, name), text, text, name)).content


def facts(text, name):
    return fact_prompt.request([text, "x", text], ["author", name]).messages[-1].content


def choosing(text, name):
    return listwise._prompt(text, [original(text, name), original("x", "x")], 1)[-1].content


def labelling(text, name):
    return label_pass._prompt(text, [original(text, name), original("x", "x")])[-1].content


def reading(text, name):
    records = [
        reading_prompts.record_line(one, one.claims, view)
        for one in (evidence(text, name), evidence("x", "x"))
        for view in ("raw", "bundle")
    ]
    edge = ClosureEdge(1, "a", name, name, text, text, 1, 1, name, 1)
    stated = [reading_prompts.statement_line([edge, edge]), reading_prompts.statement_line([edge], text)]
    return reading_prompts.record_prompt(stated, records, text, temporal=True, asked_on="2026-01-02")[-1].content


PROMPTS = (extraction, facts, choosing, labelling, reading)


@pytest.mark.parametrize("prompt", PROMPTS)
@given(text=HOSTILE, name=HOSTILE)
def test_nothing_in_a_record_ends_its_quotation_its_line_or_a_turn_of_the_chat(prompt, text, name):
    hostile, harmless = prompt(f"a{text}", f"a{name}"), prompt("a", "a")
    assert not any(mark in hostile for mark in MARKS)
    assert not UNSEEN.search(hostile)
    assert [beginning(line) for line in hostile.splitlines()] == [beginning(line) for line in harmless.splitlines()]


def beginning(line):
    """What memdb itself begins a line with, and how many quotations stand on it."""
    quotations = QUOTATION.findall(line)
    return line[:3], 0 if line.startswith(("Question: a", "the ")) else len(quotations)


@given(names=st.lists(HOSTILE))
def test_a_relation_that_looks_like_more_than_a_name_is_not_offered(names):
    for content in (model_prompt.prefix(names)[0].content, fact_prompt.request(["x"], names).messages[-1].content):
        assert not any(mark in content for mark in MARKS)
        assert not UNSEEN.search(content)
    assert len(model_prompt.prefix(names)[0].content.splitlines()) == len(model_prompt.prefix()[0].content.splitlines())


def test_a_name_of_a_million_characters_takes_no_room_from_the_records():
    name = "Ana " * 250_000
    for prompt in (extraction, facts, choosing, labelling):
        assert len(prompt("I like figs.", name)) < 2000


@pytest.fixture(scope="module")
def vocabulary(smollm2_path):
    pytest.importorskip("llama_cpp")
    from memdb.models.llama import LlamaChat

    model = LlamaChat(smollm2_path, context=256)
    with model._engine.use() as engine:
        yield engine.vocabulary
    model.unload()


CONTROL = ("<|im_start|>", "<|im_end|>", "<|endoftext|>", "<repo_name>", "<file_sep>", "<jupyter_text>")


@settings(deadline=None)  # the first example loads the model
@given(pieces=st.lists(st.sampled_from((*CONTROL, "<|im_", "end|>", "<", "|", ">", "im_start", " ", "x")), max_size=9))
def test_no_content_of_a_message_becomes_a_control_token(vocabulary, pieces):
    from memdb.models import Message
    from memdb.models.llama_template import Template

    def controls(content):
        tokens = Template(vocabulary).tokens([Message(role="user", content=content)])
        return [token for token in tokens if vocabulary.controls(token)]

    assert controls("".join(pieces)) == controls("harmless")
