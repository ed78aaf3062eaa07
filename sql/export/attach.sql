-- Attaches another SQLite file under the name `plain`.
-- in: :path
ATTACH :path AS plain;
