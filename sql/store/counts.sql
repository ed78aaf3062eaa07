-- How many rows each table holds.
-- out: name, rows
SELECT 'streams' AS name, count(*) AS rows FROM streams
UNION ALL SELECT 'sources', count(*) FROM sources
UNION ALL SELECT 'sessions', count(*) FROM sessions
UNION ALL SELECT 'packets', count(*) FROM packets
UNION ALL SELECT 'speakers', count(*) FROM speakers
UNION ALL SELECT 'documents', count(*) FROM documents
UNION ALL SELECT 'postings', count(*) FROM postings
UNION ALL SELECT 'extractions', count(*) FROM extractions
UNION ALL SELECT 'descriptors', count(*) FROM descriptors
UNION ALL SELECT 'claim_documents', count(*) FROM claim_documents
UNION ALL SELECT 'claim_postings', count(*) FROM claim_postings
UNION ALL SELECT 'cells', count(*) FROM cells
UNION ALL SELECT 'cell_members', count(*) FROM cell_members
UNION ALL SELECT 'cell_terms', count(*) FROM cell_terms
UNION ALL SELECT 'unplaced_packets', count(*) FROM unplaced_packets
UNION ALL SELECT 'relations', count(*) FROM relations
UNION ALL SELECT 'assertions', count(*) FROM assertions
UNION ALL SELECT 'latest', count(*) FROM latest
UNION ALL SELECT 'embedders', count(*) FROM embedders
UNION ALL SELECT 'packet_vectors', count(*) FROM packet_vectors
UNION ALL SELECT 'packet_states', count(*) FROM packet_states
UNION ALL SELECT 'tombstones', count(*) FROM tombstones
UNION ALL SELECT 'model_calls', count(*) FROM model_calls
UNION ALL SELECT 'model_call_packets', count(*) FROM model_call_packets;
