"""Why a move is good, as data: the chat side words it."""

from __future__ import annotations

from engine.frozen import frozen


@frozen
class Reason:
    """Why a move is good."""


@frozen
class Scores(Reason):
    """It gives points at once: which player, how many, and for what (the source of the Scored event)."""

    player: int
    points: int
    source: str


@frozen
class Claims(Reason):
    """It puts a figure on a feature that may be expected to give so many points."""

    kind: str
    figure: str
    points: int
    likely: int  # per cent: that the feature is completed; fields never are


@frozen
class Frees(Reason):
    """So many own figures come home."""

    figures: int


@frozen
class Drives(Reason):
    """A figure of another player goes home for nothing, eaten or expelled."""

    player: int
    figure: str
    why: str  # as in the FigureReturned event


@frozen
class Accompanies(Reason):
    """The fairy goes with an own figure: a point a turn, safety, and a bonus with its feature."""

    kind: str  # of the feature on which the figure stands


@frozen
class Captures(Reason):
    """A figure of another player becomes a prisoner."""

    player: int
    figure: str


@frozen
class Threatens(Reason):
    """One floor more on that tower, and one of so many figures of others could be captured."""

    figures: int


@frozen
class Guards(Reason):
    """A figure on a tower keeps it from growing: so many own figures are safe from it."""

    figures: int


@frozen
class Trades(Reason):
    """It takes so many tokens of a kind of goods."""

    goods: str
    count: int


@frozen
class PlaysTwice(Reason):
    """It extends the feature of the own builder: another tile at once."""


@frozen
class Builds(Reason):
    """It puts the builder on a feature, so that every tile added to it gives another one."""

    kind: str


@frozen
class Fattens(Reason):
    """It puts the pig on a field that may be expected to have so many cities: a point more for each."""

    points: int


@frozen
class Keeps(Reason):
    """So many figures are left in the supply afterwards."""

    figures: int


@frozen
class Improves(Reason):
    """A feature of a player becomes worth more: from so many points that may be expected to so many."""

    player: int
    kind: str
    before: int
    after: int


@frozen
class Blocks(Reason):
    """A feature of another player becomes harder to complete: its chance in per cent before and after."""

    player: int
    kind: str
    before: int
    after: int


@frozen
class Joins(Reason):
    """The player gets a part in a feature that was another's alone, or takes it over."""

    kind: str
    others: tuple[int, ...]
