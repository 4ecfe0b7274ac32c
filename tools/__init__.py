"""Benchmarks, load tests and drawing of documentation: run by hand, not by the tests."""
