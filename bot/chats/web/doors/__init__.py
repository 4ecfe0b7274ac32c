"""Doors: the live board of a chat's table, opened as a Mini App of Telegram or an Activity of Discord."""
