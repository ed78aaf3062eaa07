-- Unlinks all calls from the packets that they saw, once no answer is kept.
DELETE FROM model_call_packets;
