"""The conversation at a table, the same in every chat: all flow logic, no chat library, no picture."""
