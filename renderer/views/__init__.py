"""Pictures other than the board: close-ups, sheets, animations."""
