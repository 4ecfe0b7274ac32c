"""What a table looks like in a chat: texts, buttons, picture requests."""
