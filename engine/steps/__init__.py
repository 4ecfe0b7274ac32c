"""The steps of the base turn, one file each."""
