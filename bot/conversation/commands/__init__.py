"""The commands: one module for each group of them, and the registry with a row for each."""
