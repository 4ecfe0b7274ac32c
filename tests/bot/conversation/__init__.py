"""Conversations without a chat platform."""
