"""Colours, fonts, drawing primitives, caches."""
