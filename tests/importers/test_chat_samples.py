"""Samples of foreign exports, read as what lies beside them says."""

import importlib.util
import json
import shutil
from pathlib import Path

from memdb.importers import Skipped, open_source

_spec = importlib.util.spec_from_file_location("benchmark_data", Path(__file__).parents[1] / "benchmark_data.py")
benchmark_data = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(benchmark_data)


def _sample(folder, file=""):
    path = benchmark_data.path("formats", folder)
    expected = json.loads((path / "expected.json").read_text(encoding="utf-8"))
    items = list(open_source(path / file))
    drafts = [item for item in items if not isinstance(item, Skipped)]
    return expected, drafts, {item.where.split()[-1]: item.reason for item in items if isinstance(item, Skipped)}


def _turns(drafts, session):
    return [draft.turn for draft in drafts if draft.session == session]


def test_chatgpt_gives_the_path_shown_last():
    expected, drafts, skipped = _sample("chatgpt", "conversations.json")
    for conversation in expected:
        assert _turns(drafts, conversation["conversation_id"]) == conversation["active_path"]
        for turn in conversation["off_path_messages"]:
            assert skipped.pop(turn) == "edited away or answered anew"
        for turn in conversation["not_spoken"]:
            assert skipped.pop(turn) != "edited away or answered anew"
    assert not skipped
    assert not any("Lund." in draft.content or "\ue200" in draft.content for draft in drafts)


def test_claude_ai_gives_the_newest_branch_and_the_documents():
    expected, drafts, skipped = _sample("claude_ai", "conversations.json")
    for conversation in expected:
        turns = _turns(drafts, conversation["conversation"])
        assert [turn for turn in turns if "/" not in turn] == conversation["last_branch"]
        assert skipped.keys() >= set(conversation["edited_away"])
    assert drafts[1].caption == "log.txt"
    assert drafts[2].content == expected[0]["spoken_text_of_a1"]


def test_claude_code_gives_what_was_said():
    path = benchmark_data.path("formats", "claude_code")
    (file,) = path.glob("*.jsonl")
    expected, drafts, _ = _sample("claude_code", file.name)
    assert {draft.session for draft in drafts} == {expected["session_id"]}
    said = {who: [draft.turn for draft in drafts if draft.speaker == who] for who in ("user", "assistant")}
    assert said == {"user": expected["said_by_user"], "assistant": expected["said_by_assistant_message_ids"]}


def test_openai_messages_give_user_and_assistant():
    expected, drafts, _ = _sample("openai_messages", "messages.jsonl")
    sessions = list(dict.fromkeys(draft.session for draft in drafts))
    for conversation, session in zip(expected, sessions, strict=True):
        assert [draft.speaker for draft in drafts if draft.session == session] == conversation["said"]
    assert len(drafts) == sum(len(conversation["said"]) for conversation in expected)


def test_whatsapp_gives_who_wrote_what_when():
    expected, drafts, skipped = _sample("whatsapp", "_chat.txt")
    said = [one for one in expected if one["kind"] in {"text", "attachment"}]
    assert [(draft.said_at, draft.speaker, draft.content, draft.caption) for draft in drafts] == [
        (one["time"], one["sender"], one.get("text", ""), one.get("file")) for one in said
    ]
    reasons = {"system": "system message", "deleted": "deleted message", "omitted": "media left out of the export"}
    assert list(skipped.values()) == [reasons[one["kind"]] for one in expected if one not in said]


def test_mail_gives_the_own_words_of_each_author():
    expected, drafts, _ = _sample("mbox", "mail.mbox")
    for mail, draft in zip(expected, drafts, strict=True):
        assert (draft.turn, draft.said_at) == (mail["message_id"], mail["date"])
        assert (draft.speaker, draft.content) == (mail["from"].split(" <")[0], mail.get("text") or mail["new_text"])
        assert draft.session in mail["subject"]
        assert all(name in draft.caption for name in mail.get("attachments", []))


def test_slack_gives_messages_by_name_with_markup_resolved(tmp_path):
    folder = tmp_path / "slack"
    shutil.copytree(benchmark_data.path("formats", "slack"), folder)
    expected = json.loads((folder / "expected.json").read_text(encoding="utf-8"))
    (folder / "expected.json").unlink()
    source = open_source(folder)
    drafts = [item for item in source if not isinstance(item, Skipped)]
    assert [(draft.turn, draft.speaker, draft.content, draft.caption) for draft in drafts] == [
        (one["ts"], one["sender"], one["text"], ", ".join(one.get("files", [])) or None) for one in expected["messages"]
    ]
    assert {draft.session for draft in drafts} == {"team-garden 2025-11-05"}


def test_a_daily_note_gives_its_date_tags_links_and_tasks():
    expected, drafts, _ = _sample("markdown_daily", "2025-11-05.md")
    contents = [draft.content for draft in drafts]
    outside = "\n".join(content for content in contents if not content.startswith("```"))
    assert {draft.said_at for draft in drafts} == {expected["date"]}
    assert [content[4:] for content in contents if content.startswith("[ ] ")] == expected["open_tasks"]
    assert [content[4:] for content in contents if content.startswith("[x] ")] == expected["done_tasks"]
    assert all(tag in outside for tag in expected["tags"])
    assert all(f"[[{link}" in outside for link in expected["links"])
    assert all(any(fact in content for content in contents) for fact in expected["facts_of_interest"])
    assert "not a link" not in outside
