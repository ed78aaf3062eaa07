-- The places of the vectors whose signs differ least from those of a question.
-- in: :vector (bits), :most (places), :streams (JSON array of stream ids)
-- out: place
SELECT place FROM vector_index
WHERE vector MATCH vec_bit(:vector) AND k = :most
    AND stream_id IN (SELECT wanted.value FROM json_each(:streams) AS wanted);
