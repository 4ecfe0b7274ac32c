"""The load test: `python -m tools.load`."""
