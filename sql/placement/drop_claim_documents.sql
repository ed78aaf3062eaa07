-- Drops claim documents, however damaged, before the address plane is rebuilt.
DROP TABLE IF EXISTS claim_documents;
