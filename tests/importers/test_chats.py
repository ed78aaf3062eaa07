"""Traps of exported chats, each in a file made here."""

import json
import tracemalloc

import pytest

from memdb.errors import ImportFileError
from memdb.importers import Skipped, open_source


def _write(tmp_path, document, name="conversations.json"):
    path = tmp_path / name
    path.write_text(document if isinstance(document, str) else json.dumps(document), encoding="utf-8")
    return path


def _items(tmp_path, document, **options):
    return list(open_source(_write(tmp_path, document), **options))


def _said(items):
    return [(item.turn, item.speaker, item.content) for item in items if not isinstance(item, Skipped)]


def _reasons(items):
    return [item.reason for item in items if isinstance(item, Skipped)]


def _node(name, parent, text, *, role="user", **message):
    content = {"content_type": "text", "parts": [text]}
    return {name: {"id": name, "parent": parent, "children": [], "message": {
        "id": name, "author": {"role": role}, "content": content, "create_time": 1772000000 + len(name), **message,
    }}}  # fmt: skip


def _chat(*nodes, **fields):
    return {"mapping": {name: node for one in nodes for name, node in one.items()}, "conversation_id": "c", **fields}


def _claude(*messages):
    return {"uuid": "c", "created_at": "2026-01-02T03:04:05Z", "chat_messages": list(messages)}


def _message(name, text, parent=None, **fields):
    return {"uuid": name, "sender": "human", "text": text, "content": [{"type": "text", "text": text}],
            "created_at": "2026-01-02T03:04:05Z", "parent_message_uuid": parent, **fields}  # fmt: skip


def test_two_products_with_one_file_name_are_told_apart(tmp_path):
    assert open_source(_write(tmp_path, [_chat(_node("a", None, "x"))])).format == "chatgpt"
    assert open_source(_write(tmp_path, [_claude(_message("a", "x"))])).format == "claude-ai"


@pytest.mark.parametrize("indent", [None, 2])
def test_one_conversation_by_itself_is_read_as_a_list_of_one_is(tmp_path, indent):
    one = json.dumps(_chat(_node("a", None, "x")), indent=indent)
    assert _said(_items(tmp_path, one)) == _said(_items(tmp_path, f"[{one}]")) == [("a", "user", "x")]


def test_conversations_one_a_line_are_read(tmp_path):
    lines = [_chat(_node("a", None, "x")), _chat(_node("b", None, "y"))]
    assert len(_said(_items(tmp_path, "\n".join(map(json.dumps, lines))))) == 2


def test_without_a_current_node_the_newest_message_ends_the_path(tmp_path):
    nodes = (_node("root", None, "one"), _node("old", "root", "two"), _node("newest", "root", "three"))
    assert [turn for turn, _, _ in _said(_items(tmp_path, [_chat(*nodes, current_node="gone")]))] == ["root", "newest"]


def test_a_circle_of_parents_ends(tmp_path):
    items = _items(tmp_path, [_chat(_node("a", "b", "one"), _node("b", "a", "two"), current_node="a")])
    assert sorted(turn for turn, _, _ in _said(items)) == ["a", "b"]


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        ({"weight": 0}, "hidden message"),
        ({"metadata": {"is_visually_hidden_from_conversation": True}}, "hidden message"),
        ({"recipient": "bio"}, "call of a tool"),
        ({"channel": "analysis"}, "thoughts, code or a notice"),
        ({"content": {"content_type": "system_error", "text": "x"}}, "thoughts, code or a notice"),
        ({"content": {"content_type": "text", "parts": [""]}}, "empty content"),
        ({"content": {"content_type": "text", "parts": [{"content_type": "image_asset_pointer"}]}}, "empty content"),
        ({"author": {"role": "tool"}}, "message of a tool or the system"),
        ({"author": None}, "message of a tool or the system"),
    ],
)
def test_a_message_that_is_no_speech_is_skipped_and_the_next_is_read(tmp_path, fields, reason):
    nodes = (_node("a", None, "not this", **fields), _node("bb", "a", "this"))
    items = _items(tmp_path, [_chat(*nodes, current_node="bb")])
    assert (_said(items), _reasons(items)) == ([("bb", "user", "this")], [reason])


def test_a_message_without_a_readable_time_takes_that_of_the_one_before_it(tmp_path):
    nodes = (_node("a", None, "x", create_time=1772000000), _node("b", "a", "y", create_time="soon"))
    drafts = _items(tmp_path, [_chat(*nodes, current_node="b")])
    assert [draft.said_at for draft in drafts] == ["2026-02-25T06:13:20Z"] * 2


@pytest.mark.parametrize(
    ("raw", "shown"),
    [
        ("in May \ue200cite\ue202turn0search3\ue202turn1view0\ue201 and", "in May and"),
        ("in May\ue200cite\ue202turn0search3\ue201.", "in May."),
        ('\ue200entity\ue202["place","Porto"]\ue201 it is', "Porto it is"),
        ("\ue200entity\ue202broken\ue201it", "it"),
        ("see \ue200url\ue202the plan\ue202turn0\ue201", "see the plan"),
        ("cut \ue200cite\ue202turn", "cut"),
        ("said\u30103:1\u2020source\u3011.", "said."),
        ("\u3010kept\u3011", "\u3010kept\u3011"),
    ],
)  # fmt: skip
def test_marks_that_the_page_shows_as_footnotes_are_no_text(tmp_path, raw, shown):
    assert _said(_items(tmp_path, [_chat(_node("a", None, raw))])) == [("a", "user", shown)]


@pytest.mark.parametrize("text", [" " * 50_000, "\ue200" * 50_000, "\u3010" * 50_000, " \ue200a\ue202" * 9_000])
def test_a_hostile_text_is_soon_read(tmp_path, text, ends):
    with ends():
        _items(tmp_path, [_chat(_node("a", None, f"x{text}y"))])


def test_half_an_emoji_becomes_one_replacement_and_whole_ones_stay(tmp_path):
    text = json.dumps([_chat(_node("a", None, "x \U0001f331 y"))]).replace(" y", r" \ud83d y")
    assert _said(_items(tmp_path, text)) == [("a", "user", "x \U0001f331 \ufffd y")]


def test_an_export_cut_short_gives_what_is_whole_and_says_where_it_ends(tmp_path):
    whole = json.dumps([_chat(_node(f"n{n}", None, "x" * 3000), conversation_id=f"c{n}") for n in range(900)])
    items = _items(tmp_path, whole[: len(whole) * 2 // 3])
    assert items[-1] == Skipped("cut short here", "item 601")
    assert len(items) == 601


def test_an_export_is_read_in_the_memory_of_its_largest_conversations(tmp_path):
    one = json.dumps(_chat(_node("a", None, "word " * 100_000)))
    source = open_source(_write(tmp_path, "[" + ",\n".join([one] * 60) + "]"))
    tracemalloc.start()
    try:
        assert sum(1 for _ in source) == 60
        assert tracemalloc.get_traced_memory()[1] < source.total_bytes / 2
    finally:
        tracemalloc.stop()


def test_an_export_damaged_in_the_middle_gives_what_stands_before(tmp_path):
    one = json.dumps(_chat(_node("a", None, "x")))
    items = _items(tmp_path, f"[{one}, {{]}}, {one}" + " " * 100 + "]")
    assert items[1:] == [Skipped("invalid JSON from here on", "item 2")]


def test_a_number_at_the_end_of_a_chunk_is_not_cut(tmp_path):
    one = json.dumps(_chat(_node("a", None, "x")))
    filler = " " * (1024 * 1024 - len(one) - 5)
    items = _items(tmp_path, f"[{one},{filler}1234567,{one}]")
    assert items[1] == Skipped("not an object", "item 2")
    assert len(items) == 3


def test_a_missing_parent_does_not_cut_a_claude_conversation(tmp_path):
    items = _items(tmp_path, [_claude(_message("a", "one"), _message("b", "two", "gone"), _message("c", "three", "b"))])
    assert [turn for turn, _, _ in _said(items)] == ["a", "b", "c"]


def test_an_edited_first_message_is_a_branch_too(tmp_path):
    root = "00000000-0000-4000-8000-000000000000"
    first = _message("a", "Kiruna", root)
    second = _message("b", "Narvik", root) | {"created_at": "2026-01-02T04:00:00Z"}
    items = _items(tmp_path, [_claude(first, second)])
    assert (_said(items), _reasons(items)) == ([("b", "user", "Narvik")], ["edited away or answered anew"])


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"content": []}, "plain"),
        ({"content": None}, "plain"),
        ({"content": [{"type": "text", "text": "block"}]}, "block"),
        ({"content": [{"type": ["odd"], "text": "no"}, "odd", {"type": "text", "text": "yes"}]}, "yes"),
        ({"content": [], "text": "```\nThis block is not supported on your current device yet.\n```\nx"}, "x"),
    ],
)
def test_the_words_of_a_claude_message_come_from_its_blocks_or_its_text(tmp_path, fields, said):
    assert _said(_items(tmp_path, [_claude(_message("a", "plain") | fields)])) == [("a", "user", said)]


def test_a_message_of_a_document_alone_is_the_document(tmp_path):
    attached = [{"file_name": "", "extracted_content": "pasted"}]
    assert _said(_items(tmp_path, [_claude(_message("a", "") | {"attachments": attached})])) == [
        ("a/1", "user", "pasted")
    ]


def _line(name, parent, content, kind="user", **fields):
    return {"type": kind, "uuid": name, "parentUuid": parent, "sessionId": "s", "timestamp": "2026-01-02T03:04:05.000Z",
            "message": {"role": kind, "content": content}, **fields}  # fmt: skip


def _transcript(tmp_path, *lines):
    return _items(tmp_path, "\n".join(map(json.dumps, lines)))


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        (_line("b", "a", "<bash-stdout>x</bash-stdout>"), "notice or command"),
        (_line("b", "a", "Caveat: The messages below were generated by the user while running local commands."),
         "notice or command"),
        (_line("b", "a", "[Request interrupted by user]"), "notice or command"),
        (_line("b", "a", [{"type": "tool_result", "content": "x"}, {"type": "text", "text": "x"}]), "result of a tool"),
        (_line("b", "a", []), "no words"),
        (_line("b", "a", "x", isMeta=True), "notice or summary"),
        (_line("b", "a", "x", isSidechain=True, parentUuid=None), "talk of a sub-agent"),
        (_line("b", "a", "x", kind="assistant", isApiErrorMessage=True), "error notice"),
    ],
)  # fmt: skip
def test_a_line_of_type_user_that_nobody_typed_is_skipped(tmp_path, line, reason):
    last = _line("c", "a" if line.get("isSidechain") else "b", "And I typed this.")
    items = _transcript(tmp_path, _line("a", None, "I typed this."), line, last)
    assert [content for _, _, content in _said(items)] == ["I typed this.", "And I typed this."]
    assert _reasons(items) == [reason]


def test_what_a_program_put_into_a_message_is_left_out_and_a_typed_note_kept(tmp_path):
    items = _transcript(
        tmp_path,
        _line("a", None, "Use bun.<system-reminder>\nnot typed\n</system-reminder>"),
        _line("b", "a", "<user-memory-input>Deploy on Mondays</user-memory-input>"),
    )
    assert [content for _, _, content in _said(items)] == ["Use bun.", "Deploy on Mondays"]


def test_a_line_that_is_lost_does_not_hide_what_stands_before_it(tmp_path):
    lines = [_line("a", None, "one"), _line("b", "a", "two"), _line("c", "b", "three"), _line("d", "c", "four")]
    written = [json.dumps(line) for line in lines]
    items = _items(tmp_path, "\n".join([written[0], written[1], written[2][:40], written[3]]))
    assert [turn for turn, _, _ in _said(items)] == ["a", "b", "d"]
    assert _reasons(items) == ["invalid JSON"]


def test_what_stands_before_an_old_compaction_is_kept_and_a_rewound_first_line_is_not(tmp_path):
    summary = _line("s", None, "summary", isCompactSummary=True)
    compacted = _transcript(tmp_path, _line("a", None, "one"), summary, _line("b", "s", "two"))
    assert [turn for turn, _, _ in _said(compacted)] == ["a", "b"]
    rewound = _transcript(tmp_path, _line("a", None, "one"), _line("b", None, "instead"))
    assert [turn for turn, _, _ in _said(rewound)] == ["b"]


def test_messages_in_one_json_list_are_one_conversation(tmp_path):
    items = _items(tmp_path, [{"role": "user", "content": "I keep goats."}, {"role": "assistant", "content": "Nice."}])
    assert _said(items) == [("1", "user", "I keep goats."), ("2", "assistant", "Nice.")]
    assert {item.session for item in items} == {"conversations"}


def test_another_document_with_messages_is_not_taken_for_chat_completions(tmp_path):
    with pytest.raises(ImportFileError, match=r"keys .name., .messages."):
        _items(tmp_path, {"name": "group", "messages": [{"from": "Ana", "text": "hi"}]})
