-- Lets a record in again that was forgotten.
-- in: :digest
-- uses: primary key of tombstones
DELETE FROM tombstones WHERE digest = :digest;
