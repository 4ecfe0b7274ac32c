"""Opaque bytes in Redis, saved by compare-and-set. Knows nothing of the game."""
