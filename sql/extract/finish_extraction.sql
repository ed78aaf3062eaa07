-- Writes what became of a packet that the owner holds, and lets it go.
-- in: :id (of the extraction), :owner, :frontend (who read it), :status, :reason (why it is unresolved, pending or
--     failed, or ''), :model (its name), :attempts (1 if this counts as a failed attempt, else 0)
-- out: id (no row if another holds it or it was forgotten)
-- uses: primary key of extractions
UPDATE extractions SET
    frontend = :frontend,
    status = :status,
    reason = :reason,
    model = :model,
    attempts = attempts + :attempts,
    leased_until = 0,
    owner = NULL
WHERE id = :id AND owner = :owner AND status = 'pending'
RETURNING id;
