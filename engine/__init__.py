"""The rules of the game: pure, deterministic, standard library only."""
