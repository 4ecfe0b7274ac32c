"""Moves that many users choose: the seat of a channel, the position of the day."""
