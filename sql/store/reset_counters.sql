-- Sets the size counters of all streams to nothing before the lexical index is rebuilt, and their next position past
-- every packet.
-- uses: packets_by_position
UPDATE streams SET
    documents = 0,
    document_terms = 0,
    next_position = max(
        next_position, 1 + ifnull((SELECT max(position) FROM packets WHERE stream_id = streams.id), 0));
