-- How large the memory is: its pages, those of the write-ahead log included.
-- out: bytes
SELECT count.page_count * size.page_size AS bytes FROM pragma_page_count AS count, pragma_page_size AS size;
