-- Drops one index that the file defines otherwise than a fresh memory, before it is made again; NAME is its name.
DROP INDEX IF EXISTS NAME;
