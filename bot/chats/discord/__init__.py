"""Discord: translates what people press and type into commands, and answers into messages."""
