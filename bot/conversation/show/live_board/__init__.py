"""A table as data for a live board."""
