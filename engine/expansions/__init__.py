"""One module per box, each exporting EXPANSION; ALL lists them in the order in which hooks are asked."""

from __future__ import annotations

from engine.ruleset import Expansion

ALL: tuple[Expansion, ...] = ()
