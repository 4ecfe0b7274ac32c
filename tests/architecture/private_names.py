"""Where tests and tools read what is private to another module."""

from __future__ import annotations

import ast
from collections.abc import Iterator

ALLOWED = "# private: "  # and the reason, on the line
OWN = ("self", "cls", "super")
PUBLIC = {"_asdict", "_exit", "_fields", "_make", "_replace"}  # of named tuples and of `os`


def _is_private(name: str) -> bool:
    return name.startswith("_") and not name.startswith("__") and name not in {"_", *PUBLIC}


def _defined(tree: ast.AST) -> set[str]:
    """The private names that a module defines itself."""
    found: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            found.add(node.name)
        elif isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store) and _is_own(node):
            found.add(node.attr)
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            found.add(node.id)
    return found


def _is_own(node: ast.Attribute) -> bool:
    value = node.value.func if isinstance(node.value, ast.Call) else node.value
    return isinstance(value, ast.Name) and value.id in OWN


def _private(node: ast.AST) -> Iterator[str]:
    if isinstance(node, ast.Attribute) and _is_private(node.attr) and not _is_own(node):
        yield node.attr
    elif isinstance(node, ast.ImportFrom):
        yield from (alias.name for alias in node.names if _is_private(alias.name))


def borrowed(source: str) -> list[str]:
    """The lines of a module that use a private name of another and do not say why."""
    tree, lines = ast.parse(source), source.splitlines()
    own = _defined(tree)
    found = {node.lineno: name for node in ast.walk(tree) for name in _private(node) if name not in own}  # type: ignore[attr-defined]
    return [f"{number}: {name}" for number, name in sorted(found.items()) if ALLOWED not in lines[number - 1]]
