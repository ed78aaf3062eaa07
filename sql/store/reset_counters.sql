-- Sets the size counters of all streams to nothing before the lexical index is rebuilt.
UPDATE streams SET documents = 0, document_terms = 0;
