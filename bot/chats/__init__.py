"""One package per chat platform: each translates between its platform and the conversation."""
