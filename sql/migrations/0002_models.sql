-- What models add: vectors of packets, the queue of a model's reading, and the ledger of its calls.

-- The embedder whose vectors the file holds, one at a time: those of two cannot be compared. `name` binds the weights.
CREATE TABLE embedders (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    dimension INTEGER NOT NULL CHECK (dimension > 0)
) STRICT;

-- The vectors of packets: the truth that the vec0 index is derived from. A long packet has one for each of its pieces.
-- `vector` holds `dimension` signed bytes: a direction, whose length means nothing.
CREATE TABLE packet_vectors (
    packet_id INTEGER NOT NULL REFERENCES packets (id) ON DELETE CASCADE,
    piece INTEGER NOT NULL,
    embedder_id INTEGER NOT NULL REFERENCES embedders (id),
    vector BLOB NOT NULL,
    PRIMARY KEY (packet_id, piece)
) STRICT, WITHOUT ROWID;
CREATE INDEX packet_vectors_by_embedder ON packet_vectors (embedder_id, packet_id, piece);

-- Token states for late interaction, one row a piece: `tokens` are little-endian 16-bit ids of word pieces, `states` has
-- for each a 16-bit scale and its signed bytes, a fixed number a token.
CREATE TABLE packet_states (
    packet_id INTEGER NOT NULL,
    piece INTEGER NOT NULL,
    tokens BLOB NOT NULL,
    states BLOB NOT NULL,
    PRIMARY KEY (packet_id, piece),
    FOREIGN KEY (packet_id, piece) REFERENCES packet_vectors (packet_id, piece) ON DELETE CASCADE
) STRICT;

-- A model reads packets in the background: whoever takes one holds it until `leased_until` (Unix seconds).
ALTER TABLE extractions ADD COLUMN leased_until REAL NOT NULL DEFAULT 0;
ALTER TABLE extractions ADD COLUMN owner TEXT;
CREATE INDEX extractions_by_frontend ON extractions (frontend, status, packet_id) WHERE frontend <> 'rules';

-- A model reads a packet with the turn before it at hand, so that what it read may hold words of that turn: it awaits the
-- model again once that turn is forgotten.
CREATE TRIGGER packets_delete_reading AFTER DELETE ON packets
BEGIN
    DELETE FROM extractions
    WHERE frontend <> 'rules' AND packet_id = (
        SELECT id FROM packets WHERE session_id = old.session_id AND turn_index = old.turn_index + 1);
END;

-- Model calls under the identity of all that decides the answer (section A10): what they cost, and the answer. `identity`
-- is a SHA-256. `response` is a msgpack map; null where a limit cut the answer, or a packet that the call saw was
-- forgotten: then the same call is made again, and `calls`, the tokens and `seconds` sum up what all of them took.
CREATE TABLE model_calls (
    id INTEGER PRIMARY KEY,
    identity BLOB NOT NULL UNIQUE,
    kind TEXT NOT NULL,
    model TEXT NOT NULL,
    calls INTEGER NOT NULL,
    prompt_tokens INTEGER NOT NULL,
    completion_tokens INTEGER NOT NULL,
    seconds REAL NOT NULL,
    called_at TEXT NOT NULL,
    response BLOB
) STRICT;

-- The packets whose text a call saw.
CREATE TABLE model_call_packets (
    packet_id INTEGER NOT NULL REFERENCES packets (id) ON DELETE CASCADE,
    call_id INTEGER NOT NULL REFERENCES model_calls (id),
    PRIMARY KEY (packet_id, call_id)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER model_call_packets_delete AFTER DELETE ON model_call_packets
BEGIN
    UPDATE model_calls SET response = NULL WHERE id = old.call_id;
END;
