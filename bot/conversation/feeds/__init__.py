"""Feeds: what a channel should show next, from what is saved and what it was told."""
