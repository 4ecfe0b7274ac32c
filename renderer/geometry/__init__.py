"""Where everything on a tile lies."""
