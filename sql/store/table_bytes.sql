-- How many bytes each table takes in the file, its indexes included.
-- out: name (of the table), bytes
SELECT s.tbl_name AS name, sum(d.pgsize) AS bytes
FROM dbstat AS d CROSS JOIN sqlite_schema AS s ON s.name = d.name
WHERE d.aggregate = TRUE
GROUP BY s.tbl_name
ORDER BY s.tbl_name;
