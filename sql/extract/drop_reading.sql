-- Takes back what models read in a packet, so that it can be written anew.
-- in: :packet_id
-- uses: extractions_by_packet
DELETE FROM extractions WHERE packet_id = :packet_id AND frontend <> 'rules';
