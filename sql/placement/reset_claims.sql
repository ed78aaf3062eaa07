-- Sets the sizes of the indexes of claims to nothing before these are rebuilt.
UPDATE streams SET claims = 0, claim_terms = 0;
