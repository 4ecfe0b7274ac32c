"""The renderer."""
