"""Delivery: every channel is shown what is saved, once, by one worker at a time."""
