"""The types that cross the border of the conversation: commands in, messages out."""
