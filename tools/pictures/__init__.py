"""Pictures for the documents and for the eye: `python -m tools.pictures`."""
