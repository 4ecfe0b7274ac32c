"""A stand-in for Discord, and users on it."""
