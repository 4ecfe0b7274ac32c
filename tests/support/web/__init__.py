"""Users of the room, with and without a browser."""
