-- Counts one call of a model, and keeps its answer unless it is null; the same call made again adds to the same row.
-- in: :identity (SHA-256, 32 bytes), :kind, :model, :prompt_tokens, :completion_tokens, :seconds,
--     :called_at (ISO 8601, UTC), :response (msgpack, or null)
-- out: id
-- uses: unique index of model_calls
INSERT INTO model_calls (
    identity, kind, model, calls, prompt_tokens, completion_tokens, seconds, called_at, response)
VALUES (:identity, :kind, :model, 1, :prompt_tokens, :completion_tokens, :seconds, :called_at, :response)
ON CONFLICT (identity) DO UPDATE SET
    calls = calls + 1,
    prompt_tokens = prompt_tokens + excluded.prompt_tokens,
    completion_tokens = completion_tokens + excluded.completion_tokens,
    seconds = seconds + excluded.seconds,
    called_at = excluded.called_at,
    response = coalesce(excluded.response, response)
RETURNING id;
