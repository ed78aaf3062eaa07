"""What a reader sees of records that a model has read."""

import json

import memdb
from memdb.models import FakeChatModel
from memdb.records import Draft


def answer(claims):
    return FakeChatModel(lambda _: json.dumps({"claims": claims}))


def claims(memory: memdb.Memory, question: str) -> list[tuple[str, str | None]]:
    evidence = memory.read(question, k=1, extra=0)
    return [(claim.text, claim.superseded_by) for packet in evidence.packets for claim in packet.claims]


def moved(path) -> memdb.Memory:
    memory = memdb.open(path)
    memory.add("So, I moved to Delft and the cellar got flooded.", speaker="Noor", said_at="2022-01-01", session="a")
    memory.add("By the way, I moved to Breda.", speaker="Noor", said_at="2023-01-01", session="b")
    return memory


def test_a_claim_of_a_model_that_says_no_more_than_the_rules_is_not_shown(filled, reads):
    with memdb.open(filled) as memory:
        before = claims(memory, "Who repaired the weathercock?")
        assert before == [("On Monday I saw Ilka Sommer repair the weathercock.", None)]
        memory.enrich(model=reads())
        assert claims(memory, "Who repaired the weathercock?") == before


def test_a_claim_of_a_model_that_tells_whom_the_record_means_is_shown_beside_the_rules(path):
    with memdb.open(path) as memory:
        memory.add("Ilka Sommer came by about the pump.", speaker="Noor", session="a")
        memory.add("She paid for a new one.", speaker="Noor", session="a")
        memory.enrich(model=answer([["Ilka Sommer paid for a new one.", "event", []]]))
        found = memory.read("Who paid?", k=2, extra=0)
        shown = {packet.content: [claim.text for claim in packet.claims] for packet in found.packets}
        assert shown["She paid for a new one."] == ["She paid for a new one.", "Ilka Sommer paid for a new one."]
        assert "Ilka Sommer paid for a new one." in found.text


def test_a_replaced_value_marks_the_claim_that_names_it(path):
    with moved(path) as memory:
        memory.enrich(
            model=answer([["Noor's cellar got flooded.", "event", []], ["Noor moved to Delft.", "event", []]])
        )
        assert claims(memory, "flooded cellar in Delft") == [
            ("So, I moved to Delft and the cellar got flooded.", "Breda")
        ]


def test_where_a_model_found_nothing_the_rules_claims_stay(path):
    with moved(path) as memory:
        before = claims(memory, "flooded cellar in Delft")
        memory.enrich(model=answer([]))
        assert claims(memory, "flooded cellar in Delft") == before


def test_an_update_that_a_model_reads_retires_the_older_value(path):
    said = [
        ("2022-01-01", "The mill is looked after by Ilka Sommer.", "Ilka Sommer"),
        ("2023-01-01", "From now on it is Pelle Dorn who looks after the mill.", "Pelle Dorn"),
    ]
    with memdb.open(path) as memory:
        memory.ingest_drafts(
            [Draft(content=content, said_at=day, session=day, speaker="Noor") for day, content, _ in said]
        )
        fixed = FakeChatModel(
            [
                json.dumps({"claims": [[f"{who} looks after the mill.", "state", [["mill", "looked after by", who]]]]})
                for _, _, who in said
            ]
        )
        memory.enrich(model=fixed, alone=True)
        assert [fact.object for fact in memory.facts("mill")] == ["Pelle Dorn"]
        assert claims(memory, "Ilka Sommer")[0] == ("The mill is looked after by Ilka Sommer.", "Pelle Dorn")


def test_a_record_that_no_frontend_could_read_goes_to_the_reader_of_a_fact_stream(path):
    records = [
        "The capital of Brensund is Sarvik.",
        "He built the lighthouse of Brensund.",
        "It is red, Brensund says.",
    ]
    with memdb.open(path) as memory:
        memory.ingest_drafts([Draft(content=one) for one in records], stream="facts", profile="facts")
        read = FakeChatModel(
            lambda request: json.dumps(
                {"claims": [["Brensund has a lighthouse.", "state", [["Brensund", "has", "lighthouse"]]]]}
                if "lighthouse" in request.messages[-1].content
                else {"claims": []}
            )
        )

        def residuals() -> list[str]:
            found = memory.read("What is the capital of Brensund?").packets
            return [packet.content for packet in found if packet.role == "residual"]

        assert residuals() == records[1:]
        memory.enrich(model=read)
        assert residuals() in ([records[2]], records[1:])
