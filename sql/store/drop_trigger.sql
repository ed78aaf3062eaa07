-- Drops one trigger that the file defines otherwise than a fresh memory, before it is made again; NAME is its name.
DROP TRIGGER IF EXISTS NAME;
