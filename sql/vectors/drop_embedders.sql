-- Deletes the embedders, once their vectors are deleted.
DELETE FROM embedders;
