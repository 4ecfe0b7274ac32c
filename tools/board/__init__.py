"""The live board at length: whole games by tapping, and frame times of a large board."""
