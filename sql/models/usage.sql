-- What the calls of models took, by their kind and the model.
-- out: kind, model, calls, prompt_tokens, completion_tokens, seconds, answers (how many are kept)
SELECT kind, model, sum(calls) AS calls, sum(prompt_tokens) AS prompt_tokens,
    sum(completion_tokens) AS completion_tokens, sum(seconds) AS seconds, count(response) AS answers
FROM model_calls
GROUP BY kind, model
ORDER BY kind, model;
