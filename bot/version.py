"""Which version this is."""

from __future__ import annotations

from importlib import metadata


def version() -> str:
    """The version that is installed; a checkout that was only copied has none."""
    try:
        return metadata.version("bastide")
    except metadata.PackageNotFoundError:
        return "of a checkout"
