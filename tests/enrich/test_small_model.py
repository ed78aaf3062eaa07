"""The whole way through a real model and a real runtime; nothing is claimed about what it says."""

import memdb
from memdb.records import Draft

RECORDS = ("I live in Delft.", "How are you?", "Ilka Sommer repaired the weathercock on Monday.")


def test_a_small_model_reads_records_to_the_end(path, smollm2_path):
    with memdb.open(path) as memory:
        memory.ingest_drafts([Draft(content=one, speaker="Noor", said_at="2022-11-24") for one in RECORDS])
        memory.use("extractor", str(smollm2_path))
        report = memory.enrich()
        assert report.read + sum(report.pending.values()) == 3
        assert report.skipped == 1
        assert report.calls >= 2
        assert report.completion_tokens > 0
        extractions = [memory.show(packet)["extractions"][-1] for packet in (1, 2, 3)]
        assert {one["model"] for one in extractions} == {report.model}
        for packet in (1, 3):
            record = memory.show(packet)
            for one in record["statements"]:
                assert one["object"] in record["content"]
        assert memory.check().ok
