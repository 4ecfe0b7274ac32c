"""Several webhook workers: which one handles which chat."""
