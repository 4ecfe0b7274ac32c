"""Figures and tokens."""
