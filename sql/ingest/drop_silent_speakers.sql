-- Removes speakers of whom no packet is left.
DELETE FROM speakers WHERE packets = 0;
