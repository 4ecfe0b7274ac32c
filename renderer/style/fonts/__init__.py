"""Fonts with free licences: see README.md."""
