-- Attaches another SQLite file under the name `plain`, without the key of the memory.
-- in: :path
ATTACH :path AS plain KEY '';
