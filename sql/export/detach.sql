-- Lets the file go that was attached.
DETACH plain;
