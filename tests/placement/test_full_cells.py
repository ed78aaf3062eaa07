"""A Cell that has no room for a claim is not read, however many there are."""

import memdb

LONG = "x y " * 110  # more than half of what a Cell takes: none has room for another


def test_a_long_claim_is_placed_by_the_same_work_beside_any_number_of_full_cells(path, work):
    with memdb.open(path) as memory:

        def placed(count):
            memory.ingest_drafts(memdb.Draft(content=f"Ghent {LONG}{count}.{n}") for n in range(count))
            return work(lambda: memory.add(f"Ghent {LONG}{count}"))

        placed(2)
        few = placed(25)
        assert placed(100) < 1.05 * few
        assert {cell.claims for cell in memory.cells()} == {1}
