"""Picture requests."""
