"""The rules, the computer players and the golden records."""
