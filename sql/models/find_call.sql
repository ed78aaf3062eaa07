-- The answer that a model gave to the same request before, if it is kept.
-- in: :identity (SHA-256, 32 bytes)
-- out: response (msgpack)
-- uses: unique index of model_calls
SELECT response FROM model_calls WHERE identity = :identity AND response IS NOT NULL;
