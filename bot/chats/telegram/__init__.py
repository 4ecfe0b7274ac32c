"""Telegram: updates become commands, messages become photos, texts and inline keyboards."""
