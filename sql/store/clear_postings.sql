-- Empties what damage may have left in the inverted index beyond the documents.
DELETE FROM postings;
