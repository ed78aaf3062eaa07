-- Holds a packet for longer, if it is still held by the owner.
-- in: :id (of the extraction), :owner, :until (Unix seconds)
-- out: id
-- uses: primary key of extractions
UPDATE extractions SET leased_until = :until
WHERE id = :id AND owner = :owner AND status = 'pending'
RETURNING id;
