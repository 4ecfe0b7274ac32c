"""Sentences that boxes add to the replays; importing this module makes them known."""
