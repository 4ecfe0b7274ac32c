"""One module per box, each exporting EXPANSION; ALL lists them in the order in which hooks are asked."""

from __future__ import annotations

from engine.expansions import count, cult, king_robber
from engine.ruleset import Expansion

ALL: tuple[Expansion, ...] = (king_robber.EXPANSION, cult.EXPANSION, count.EXPANSION)
