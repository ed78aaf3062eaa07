-- What became of the packets that a model took, with the reasons of those that are not read yet.
-- out: status, reason (why it is pending or failed, or ''), packets (count)
-- uses: extractions_by_frontend
SELECT e.status, CASE WHEN e.status IN ('pending', 'failed') THEN e.reason ELSE '' END AS reason, count(*) AS packets
FROM extractions AS e
WHERE e.frontend IN ('llm', 'induced') AND e.frontend <> 'rules'
GROUP BY 1, 2
ORDER BY 1, 2;
