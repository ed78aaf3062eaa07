-- Drops one view that the file defines otherwise than a fresh memory, before it is made again; NAME is its name.
DROP VIEW IF EXISTS NAME;
