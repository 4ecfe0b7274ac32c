"""Acts: what is done to a table beside the game. A later version may add acts, and fields with defaults."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, ClassVar

from bot.conversation.table.model import Table, Vote
from engine.plain import BadData


@dataclass(frozen=True, slots=True)
class Act:
    """Something that is done to a table beside the game."""

    do: ClassVar[str]

    def change(self, table: Table) -> Table:
        """The table after the act."""
        return table


@dataclass(frozen=True, slots=True)
class SeatAct(Act):
    """A seat gets another player; an empty one is the computer."""

    do: ClassVar[str] = "seat"
    seat: int
    player: str
    name: str
    why: str

    def change(self, table: Table) -> Table:
        seat = table.seats[self.seat]
        title = "" if self.player and self.player == seat.owner else self.name
        leaves = self.why in ("resign", "kick", "flag")  # and does not come back
        owner = "" if leaves else seat.owner
        changes = {"owner": owner, "player": self.player, "title": title, "misses": 0, "standing": ()}
        new = replace(table.with_seat(self.seat, **changes), vote=None)
        if leaves and seat.player == table.opener and new.people():
            new = replace(new, opener=new.people()[0])
        return new


@dataclass(frozen=True, slots=True)
class ForgetAct(Act):
    """A user is removed from a seat: as its owner, as its player, or as both."""

    do: ClassVar[str] = "forget"
    seat: int
    owner: bool
    player: bool
    name: str
    title: str | None

    def change(self, table: Table) -> Table:
        seat = table.seats[self.seat]
        changes: dict[str, Any] = {}
        if self.owner:
            changes |= {"owner": "", "name": self.name}
        if self.player:
            changes |= {"player": "", "misses": 0, "standing": ()}
        if self.title is not None:
            changes["title"] = self.title
        new = replace(table.with_seat(self.seat, **changes), vote=None)
        people = new.people()
        if table.opener in (seat.owner, seat.player) and table.opener not in people:
            new = replace(new, opener=people[0] if people else "")
        return new


@dataclass(frozen=True, slots=True)
class PauseAct(Act):
    """The clock stops."""

    do: ClassVar[str] = "pause"


@dataclass(frozen=True, slots=True)
class ResumeAct(Act):
    """The clock goes on."""

    do: ClassVar[str] = "resume"

    def change(self, table: Table) -> Table:
        return replace(table, paused=0)


@dataclass(frozen=True, slots=True)
class VoteAct(Act):
    """A seat calls a vote."""

    do: ClassVar[str] = "vote"
    kind: str
    seat: int
    about: int
    stamp: int

    def change(self, table: Table) -> Table:
        return replace(table, vote=Vote(self.kind, self.seat, self.about, self.stamp))


@dataclass(frozen=True, slots=True)
class AgreeAct(Act):
    """A seat votes yes."""

    do: ClassVar[str] = "agree"
    seat: int

    def change(self, table: Table) -> Table:
        if table.vote is None:
            return table
        yes = tuple(sorted({*table.vote.yes, self.seat}))
        return replace(table, vote=replace(table.vote, yes=yes))


@dataclass(frozen=True, slots=True)
class RefuseAct(Act):
    """The vote is closed."""

    do: ClassVar[str] = "refuse"
    seat: int

    def change(self, table: Table) -> Table:
        return replace(table, vote=None)


@dataclass(frozen=True, slots=True)
class StandingAct(Act):
    """A seat sets a standing answer, or takes it back with an empty rule."""

    do: ClassVar[str] = "standing"
    seat: int
    ask: str
    rule: str

    def change(self, table: Table) -> Table:
        rules = {**dict(table.seats[self.seat].standing), self.ask: self.rule}
        kept = tuple(sorted((ask, rule) for ask, rule in rules.items() if rule))
        return table.with_seat(self.seat, standing=kept)


@dataclass(frozen=True, slots=True)
class MissAct(Act):
    """A seat let its time run out."""

    do: ClassVar[str] = "miss"
    seat: int

    def change(self, table: Table) -> Table:
        return table.with_seat(self.seat, misses=table.seats[self.seat].misses + 1)


@dataclass(frozen=True, slots=True)
class RemindAct(Act):
    """A seat was reminded; counted in the `waits` of the state."""

    do: ClassVar[str] = "remind"
    seat: int


@dataclass(frozen=True, slots=True)
class HintAct(Act):
    """A seat was given a hint."""

    do: ClassVar[str] = "hint"
    seat: int


@dataclass(frozen=True, slots=True)
class WarnAct(Act):
    """The players of an idle table were warned that it will be closed."""

    do: ClassVar[str] = "warn"


@dataclass(frozen=True, slots=True)
class EndAct(Act):
    """The table was closed before the game was over."""

    do: ClassVar[str] = "end"

    def change(self, table: Table) -> Table:
        return replace(table, closed=True)


@dataclass(frozen=True, slots=True)
class FlagAct(Act):
    """The time bank of a seat is empty."""

    do: ClassVar[str] = "flag"
    seat: int

    def change(self, table: Table) -> Table:
        return replace(table, flagged=tuple(sorted({*table.flagged, self.seat})))


@dataclass(frozen=True, slots=True)
class EmojiAct(Act):
    """Public messages of the table have emoji from now on, or none."""

    do: ClassVar[str] = "emoji"
    on: bool

    def change(self, table: Table) -> Table:
        return replace(table, emoji=self.on)


@dataclass(frozen=True, slots=True)
class BallotAct(Act):
    """A vote for a move of the channel's seat, on the question of this ply."""

    do: ClassVar[str] = "ballot"
    seat: int
    stamp: int
    move: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class LinkAct(Act):
    """A channel of this platform joins or leaves the table."""

    do: ClassVar[str] = "link"
    platform: str
    how: str  # joined, left, removed, lost; home: the home itself was lost


KINDS: tuple[type[Act], ...] = (
    SeatAct,
    ForgetAct,
    PauseAct,
    ResumeAct,
    VoteAct,
    AgreeAct,
    RefuseAct,
    StandingAct,
    MissAct,
    RemindAct,
    HintAct,
    WarnAct,
    EndAct,
    FlagAct,
    EmojiAct,
    LinkAct,
    BallotAct,
)
ACTS = {kind.do: kind for kind in KINDS}


def administer(table: Table, act: Act, at: int) -> Table:
    """The table after an act; raises BadData if it has no such seat."""
    if getattr(act, "seat", 0) not in range(len(table.seats)):
        raise BadData(f"no such seat: {act}")
    return replace(table, paused=at) if isinstance(act, PauseAct) else act.change(table)
