-- Makes every index anew from the rows of its table.
REINDEX;
