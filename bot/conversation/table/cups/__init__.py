"""Cups: competitions of a group, as values. Pairings, standings and what follows from a result."""
