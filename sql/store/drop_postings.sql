-- Drops the inverted index, however damaged, before it is rebuilt.
DROP TABLE IF EXISTS postings;
