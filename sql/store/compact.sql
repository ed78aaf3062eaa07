-- Writes the whole file anew: pages keep copies of rows that were moved on before they were deleted.
VACUUM;
