"""The load test in small."""
