"""One tile: ground, roads, cities, symbols."""
