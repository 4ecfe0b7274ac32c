"""Draws pictures of game states: pure functions and caches.

warm      layouts and fonts, prepared before the first picture
views/    close-ups of a move, sheets with tiles and scores, animations
board/    the board picture: frame, head, tiles, overlays, markers, foot
pieces/   figures and tokens: their designs, and where they stand
tile/     the picture of one tile
geometry/ where everything on a tile lies
style/    colours, text, drawing in unit coordinates, caches

Each room imports only those below it. `python -m tools.pictures` draws the pictures of the documents.
"""
