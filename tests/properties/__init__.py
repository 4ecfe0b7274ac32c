"""Properties of random games."""
