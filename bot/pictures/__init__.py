"""Picture requests of the conversation, drawn by the renderer."""
