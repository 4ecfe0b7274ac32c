"""Golden pictures of the board."""
