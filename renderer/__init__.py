"""A view of the game becomes a picture: pure functions and caches."""
