"""Health, metrics and logs for the operator."""
