"""The emoji of all texts, one for each meaning. They are decoration: every text can be read without them."""

from __future__ import annotations

import re

ICONS = {
    "turn": "▶️",
    "clock": "⏳",
    "win": "🏆",
    "city": "🏰",
    "road": "🛣️",
    "monastery": "⛪",
    "field": "🌾",
    "garden": "🌿",
    "shrine": "🔥",
    "carcassonne": "🏛️",
    "king": "👑",
    "robber": "🗡️",
    "dragon": "🐉",
    "fairy": "🧚",
    "princess": "👸",
    "portal": "🌀",
    "bridge": "🌉",
    "castle": "🏯",
    "bazaar": "🛍️",
    "goods": "📦",
    "tower": "🗼",
    "prisoner": "⛓️",
    "trail": "🥾",
    "harvest": "🧺",
    "animals": "🐑",
    "first": "🥇",
    "second": "🥈",
    "third": "🥉",
    "season": "🏁",
    "tip": "💡",
    "link": "🔗",
    "search": "🔎",
    "vote": "🗳️",
    "daily": "🎯",
}
SAME = {  # sources of points and events that share the emoji of something else
    "retrieval": "monastery",
    "journey": "trail",
    "crop": "field",
    "tokens": "harvest",
    "stable": "animals",
    "QuarterEntered": "carcassonne",
    "QuarterLeft": "carcassonne",
    "CountMoved": "carcassonne",
    "DragonCame": "dragon",
    "DragonFlew": "dragon",
    "FlightEnded": "dragon",
    "TileSetAside": "dragon",
    "eaten": "dragon",
    "expelled": "princess",
    "FairyMoved": "fairy",
    "BridgeBuilt": "bridge",
    "CastleBuilt": "castle",
    "duel": "shrine",
    "auction": "bazaar",
    "BazaarOpened": "bazaar",
    "BidMade": "bazaar",
    "TileTaken": "bazaar",
    "GoodsTaken": "goods",
    "FloorBuilt": "tower",
    "FigureCaptured": "prisoner",
    "PrisonersExchanged": "prisoner",
    "FigureRansomed": "prisoner",
    "TokensShared": "harvest",
    "TokensTaken": "harvest",
    "JourneyMade": "trail",
    "fly": "dragon",  # from here on: verbs of options
    "expel": "princess",
    "send": "carcassonne",
    "count": "carcassonne",
    "leave": "carcassonne",
    "bid": "bazaar",
    "buy": "bazaar",
    "sell": "bazaar",
    "floor": "tower",
    "capture": "prisoner",
    "exchange": "prisoner",
    "ransom": "prisoner",
}
_EMOJI = re.compile("|".join(f"{emoji} ?" for emoji in ICONS.values()))
SQUARES = ("🟥", "🟦", "🟨", "⬛", "⬜", "🟪")  # the colours of the seats in the pictures


def icon(meaning: str, *, shown: bool = True) -> str:
    """The emoji of a meaning with a space after it; empty if there is none, or if it is not shown."""
    found = ICONS.get(SAME.get(meaning, meaning)) if shown else None
    return f"{found} " if found else ""


def without(text: str) -> str:
    """A text without emoji."""
    return _EMOJI.sub("", text)


def square(seat: int, *, shown: bool = True) -> str:
    """The square in the colour of a seat with a space after it; empty if it is not shown."""
    return f"{SQUARES[seat % len(SQUARES)]} " if shown else ""
