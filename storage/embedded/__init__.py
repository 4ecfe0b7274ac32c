"""A Redis-protocol server of our own for the first run."""
