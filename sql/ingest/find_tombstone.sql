-- Whether a record was forgotten.
-- in: :digest
-- out: held (1; no row if it was not)
-- uses: primary key of tombstones
SELECT 1 AS held FROM tombstones WHERE digest = :digest;
