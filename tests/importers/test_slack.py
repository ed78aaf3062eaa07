"""Slack exports, made here."""

import json

import pytest

from memdb.importers import Skipped, open_source

USERS = [
    {"id": "U1", "name": "noor", "real_name": "Noor Haddad", "profile": {"display_name": "nh"}},
    {"id": "U2", "name": "ben", "profile": {"real_name": "Ben Okri", "display_name": ""}},
    {"id": "U3", "name": "ghost", "profile": {}},
]
CHANNELS = [{"id": "C1", "name": "fair"}]


def _export(tmp_path, days, *, users=USERS):
    folder = tmp_path / "export"
    (folder / "fair").mkdir(parents=True)
    for name, content in {"users.json": users, "channels.json": CHANNELS, "dms.json": [], **days}.items():
        (folder / name).write_text(json.dumps(content), encoding="utf-8")
    return folder


def _message(text, user="U1", ts="1772000100.000200", **fields):
    return {"type": "message", "user": user, "text": text, "ts": ts, **fields}


def _drafts(tmp_path, *messages, **options):
    source = open_source(_export(tmp_path, {"fair/2026-02-25.json": list(messages)}, **options))
    return [item for item in source if not isinstance(item, Skipped)]


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("<@U1> and <@U2> and <@U3> and <@U9|old> and <@U8>", "@nh and @ben and @ghost and @old and @U8"),
        ("<#C1> <#C9|gone> <#C8>", "#fair #gone #C8"),
        ("<!here> <!channel> <!subteam^S1|@team> <!date^17^{date}|25 February>", "@here @channel @team 25 February"),
        ("<https://x.org/a_b_|the plan> <https://x.org>", "the plan (https://x.org/a_b_) https://x.org"),
        ("<http://example.org|example.org> <mailto:a@b.org|a@b.org>", "http://example.org a@b.org"),
        ("*bold* _it_ ~old~ snake_case_name 2 * 3 * 4", "bold it old snake_case_name 2 * 3 * 4"),
        (":white_check_mark: 3*4*5", ":white_check_mark: 3*4*5"),
        ("`*a*` ```_b_ &amp; c```", "`*a*` ```_b_ & c```"),
        ("&lt;@U1&gt; &amp;lt;", "<@U1> &lt;"),
    ],
)  # fmt: skip
def test_markup_is_shown_as_people_read_it(tmp_path, text, shown):
    assert [draft.content for draft in _drafts(tmp_path, _message(text))] == [shown]


@pytest.mark.parametrize(
    ("message", "speaker"),
    [
        (_message("x"), "Noor Haddad"),
        (_message("x", user="U2"), "Ben Okri"),
        (_message("x", user="U3"), "ghost"),
        (_message("x", user="U9", user_profile={"real_name": "", "display_name": "guest"}), "guest"),
        (_message("x", user="U9"), "U9"),
        ({"type": "message", "subtype": "bot_message", "text": "x", "ts": "1.1", "bot_id": "B1"}, "B1 (bot)"),
        (_message("x", user=None, bot_profile={"name": "CI"}), "CI (bot)"),
    ],
)
def test_the_speaker_has_the_best_name_there_is(tmp_path, message, speaker):
    assert [draft.speaker for draft in _drafts(tmp_path, message)] == [speaker]


def test_a_reply_on_another_day_lies_in_the_session_of_its_thread(tmp_path):
    root = _message("When?", thread_ts="1772000100.000200")
    reply = _message("At eight", "U2", ts="1772086500.000300", thread_ts="1772000100.000200")
    days = {"fair/2026-02-25.json": [root], "fair/2026-02-26.json": [reply, _message("New", ts="1772086501.000300")]}
    drafts = list(open_source(_export(tmp_path, days)))
    assert [(draft.turn, draft.session, draft.said_at[:10]) for draft in drafts] == [
        ("1772000100.000200", "fair 2026-02-25", "2026-02-25"),
        ("1772086500.000300", "fair 2026-02-25", "2026-02-26"),
        ("1772086501.000300", "fair 2026-02-26", "2026-02-26"),
    ]


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"attachments": [{"pretext": "p", "title": "t", "text": "x", "fields": [{"title": "a", "value": "b"}]}]},
         "p\nt: x\na: b"),
        ({"attachments": [{"fallback": "f"}]}, "f"),
        ({"blocks": [{"type": "section", "text": {"type": "mrkdwn", "text": "in *blocks*"}}]}, "in blocks"),
    ],
)  # fmt: skip
def test_a_message_without_text_is_read_from_its_attachments_or_blocks(tmp_path, fields, said):
    assert [draft.content for draft in _drafts(tmp_path, _message("", **fields))] == [said]


@pytest.mark.parametrize(
    "text", ["*" * 50_000, "*a " * 9_000, "<" * 50_000, "`" * 50_000, "```a" * 9_000, "<@U1|" * 9_000]
)
def test_a_hostile_text_is_soon_read(tmp_path, text, ends):
    with ends():
        _drafts(tmp_path, _message(f"x{text}y"))


def test_blocks_nested_too_deeply_cost_only_their_own_text(tmp_path):
    blocks = "deep"
    for _ in range(200):
        blocks = [{"elements": blocks}]
    drafts = _drafts(tmp_path, _message("", blocks=blocks), _message("x", ts="1772000101.000200"))
    assert [draft.content for draft in drafts] == ["x"]


def test_one_day_named_by_itself_finds_the_names_beside_it(tmp_path):
    folder = _export(tmp_path, {"fair/2026-02-25.json": [_message("<@U2> hi")]})
    (draft,) = open_source(folder / "fair" / "2026-02-25.json")
    assert (draft.speaker, draft.content, draft.session) == ("Noor Haddad", "@ben hi", "fair 2026-02-25")


def test_names_that_cannot_be_read_leave_the_ids(tmp_path):
    assert [draft.speaker for draft in _drafts(tmp_path, _message("x"), users="broken")] == ["U1"]
