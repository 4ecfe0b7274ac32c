"""The Telegram adapter and its webhook workers."""
