"""Dockerfile, compose file, wheel and settings."""
