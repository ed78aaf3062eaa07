-- Whether the file holds any table at all: a fresh file or a fresh connection to one has none.
-- out: tables (count)
SELECT count(*) AS tables FROM sqlite_schema;
