"""The tests, in the same rooms as the packages, and what they share."""
