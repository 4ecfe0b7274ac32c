"""A view of the game becomes a picture: pure functions and caches.

board.render    the board with its frame, markers and players
closeup         one cell with every way to lay the tile
sheets          tiles left, final scores, the course of the scores
animation       a whole game as WebP, GIF or stills
alt.describe    the same in facts, for those who cannot see it
markers, names  what a picture should point out; names of cells (they need no Pillow)
warm.warm       what can be done before the first picture
contact         `python -m tools.pictures.contact OUTDIR`: all tiles, all figures, sample boards
"""
