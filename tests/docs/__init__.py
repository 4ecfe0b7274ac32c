"""The documents: links, commands, examples and pictures."""
