"""One module per box, each exporting EXPANSION; ALL lists them in the order in which hooks are asked."""

from __future__ import annotations

from engine.expansions import bazaars, bridges, castles
from engine.ruleset import Expansion

ALL: tuple[Expansion, ...] = (bridges.EXPANSION, castles.EXPANSION, bazaars.EXPANSION)
