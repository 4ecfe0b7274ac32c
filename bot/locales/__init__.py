"""The catalogues: one folder a language."""
