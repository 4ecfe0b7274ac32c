"""The shape of the code: names, rooms, imports, and a test for every rule."""
