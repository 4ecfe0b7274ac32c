"""A stand-in for Telegram, and users on it."""
