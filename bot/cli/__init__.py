"""The commands of `bastide`, one module each."""
