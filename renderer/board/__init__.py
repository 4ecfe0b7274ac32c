"""The board picture and its parts."""
