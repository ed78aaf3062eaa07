-- The definition of every table, index and trigger of the file, in the order in which a reader wants them.
-- out: type, name, sql (the CREATE statement)
SELECT type, name, sql FROM sqlite_schema
WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%'
ORDER BY CASE type WHEN 'table' THEN 0 WHEN 'view' THEN 1 ELSE 2 END, tbl_name, type, name;
