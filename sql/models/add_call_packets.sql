-- Links a call to the packets whose text it saw: forgetting one of them empties the call's answer.
-- in: :call_id, :packets (JSON array of ids)
-- uses: primary key of model_call_packets
INSERT OR IGNORE INTO model_call_packets (packet_id, call_id)
SELECT value, :call_id FROM json_each(:packets);
