"""What `stats` counts."""

import memdb


def test_stats_counts_the_rows_of_every_table(filled, dump):
    with memdb.open(filled) as memory:
        counted = memory.stats().tables
    others = {"properties", "vector_index"}
    assert counted == {table: len(rows) for table, rows in dump(filled).items() if table not in others}
