"""Fuzz targets: one module for each parser. `fuzz(data)` takes any bytes and raises nothing undeclared.

The suite gives every target a small budget (test_fuzz.py). `python -m tests.fuzz NAME --seconds 60` runs one
longer, guided by coverage if atheris is installed. An input that breaks a target is kept in
tests/fuzz/corpus/NAME/ and always tried from then on.
"""
