"""Every tool can be imported: a rename elsewhere does not break what is run by hand only."""

from __future__ import annotations

import importlib
import pkgutil

import pytest

import tools

MODULES = [found.name for found in pkgutil.walk_packages(tools.__path__, "tools.")]


@pytest.mark.parametrize("name", MODULES)
def test_tool_can_be_imported(name: str) -> None:
    importlib.import_module(name)
