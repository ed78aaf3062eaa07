"""What a model's chat template makes of messages."""

import pytest

from memdb import ModelError
from memdb.models import Message

SYSTEM = Message(role="system", content="Keep the log.")
USER = Message(role="user", content="Who rang the bell?")
ASSISTANT = Message(role="assistant", content="The mate.")
THEN = Message(role="user", content="And when?")

NO_SYSTEM = """{% for m in messages %}{% if m.role == 'system' %}{{ raise_exception('no system') }}{% endif %}
<{{ m.role }}>{{ m.content }}{% endfor %}<assistant>"""


@pytest.fixture
def vocabulary(smollm2):
    with smollm2._engine.use() as engine:
        yield engine.vocabulary


@pytest.fixture
def text_of(vocabulary, monkeypatch):
    """The text of messages in a Jinja template, or in the plain one."""
    from memdb.models.llama_template import Template

    def render(template, *messages):
        monkeypatch.setattr(vocabulary, "chat_template", template)
        tokens = Template(vocabulary).tokens(messages)
        return b"".join(map(vocabulary.piece, tokens)).decode()

    return render


def test_a_model_without_a_template_gets_a_plain_one(text_of):
    assert text_of(None, SYSTEM, USER) == "Keep the log.\n\nUser: Who rang the bell?\n\nAssistant:"


def test_an_answer_in_the_plain_template_ends_before_the_next_turn(smollm2, monkeypatch):
    from memdb.models import ChatRequest
    from memdb.models.llama_template import Template

    with smollm2._engine.use() as engine:
        monkeypatch.setattr(engine.vocabulary, "chat_template", None)
        monkeypatch.setattr(engine, "template", Template(engine.vocabulary))
        rules = 'root ::= "Aye.\\n\\nUser: And you?"'
        completion = smollm2.complete(ChatRequest(messages=(USER,), max_tokens=20, grammar=rules))
    assert (completion.text, completion.finish) == ("Aye.", "stop")


def test_a_template_that_refuses_a_system_message_gets_its_text_in_the_users(text_of):
    assert "<user>Keep the log.\n\nWho rang the bell?" in text_of(NO_SYSTEM, SYSTEM, USER)


def test_a_template_that_fails_is_an_error(text_of):
    with pytest.raises(ModelError, match="template failed"):
        text_of("{{ raise_exception('no user') }}", USER)


def test_a_template_that_asks_for_the_date_gets_the_same_on_every_day(text_of):
    assert text_of("{{ strftime_now('%d %b %Y') }}", USER) == "26 Jul 2024"


def test_a_model_that_can_think_is_asked_not_to(text_of):
    template = "{% if enable_thinking is defined and not enable_thinking %}quick{% else %}slow{% endif %}"
    assert text_of(template, USER) == "quick"


def test_what_a_text_of_the_model_begins_with_is_there_once(vocabulary, monkeypatch):
    from memdb.models.llama_template import Template

    monkeypatch.setattr(vocabulary, "adds_bos", True)
    for template in ("{{ messages[0].content }}", "{{ bos_token }}{{ messages[0].content }}"):
        monkeypatch.setattr(vocabulary, "chat_template", template)
        assert Template(vocabulary).tokens([USER]).count(vocabulary.bos) == 1


def test_borders_are_where_prompts_of_the_same_messages_part(smollm2):
    with smollm2._engine.use() as engine:
        template = engine.template
        tokens = template.tokens([SYSTEM, USER, ASSISTANT, THEN])
        borders = template.borders([SYSTEM, USER, ASSISTANT, THEN], tokens)
        other = template.tokens([SYSTEM, USER, ASSISTANT, Message(role="user", content="Where?")])
    assert len(borders) == 3
    assert borders == sorted(borders)
    assert tokens[: borders[-1]] == other[: borders[-1]]
    assert tokens[borders[-1] :] != other[borders[-1] :]
