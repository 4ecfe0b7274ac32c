"""The close-up of a cell: one row with the rotations, below it what may follow the chosen one.

It has eight buttons at most. The likeliest rotation is chosen at first, so that two presses play a turn. What
has no room stands behind "More": all rotations with all that may follow, so that three presses play any turn.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from bot.conversation.protocol.messages import Choice, Style
from bot.conversation.protocol.pictures import Variant
from bot.conversation.protocol.tokens import PressBack, PressMore, PressOption, PressPair, PressWay
from bot.conversation.show.buttons import token_of
from bot.conversation.show.words import Words
from bot.conversation.table.options import MOST_LISTED, Way, gain, is_far, prompts_of
from bot.conversation.table.state import LiveTable
from engine.actions import Action, Claim, Pass
from engine.game import apply, view_for
from engine.geometry import Cell
from engine.players.quick_look import Glance, glances, likely
from engine.prompts import Prompt
from engine.state import GameState

MOST_BUTTONS = 8
MOST_ROTATIONS = 4  # in their row; others, e.g. with a bridge, stand behind "More"
MOST_TOGETHER = 90  # behind "More"; other far claims can be made after the tile is laid
MOST_RANKED = 16  # options that are looked at to find the likeliest
ROTATIONS, CLAIMS, OTHERS = range(3)  # rows


class CloseUpChoices:
    """The choices of one cell for one question."""

    def __init__(
        self, words: Words, live: LiveTable, prompt: Prompt, number: int, found: Sequence[Way]
    ) -> None:
        self.words = words
        self.live = live
        self.prompt = prompt
        self.number = number
        self.found = found
        self._numbers: dict[tuple[int, str], list[str]] = {}  # of the choices, by way and segment
        self._glances = dict(zip((way.index for way in found), _glances(live, prompt, found), strict=True))

    def likeliest(self) -> Way:
        """The rotation that is chosen at first: the best at a quick look, or the first of equals."""
        return max(self.found, key=lambda way: self._glances[way.index].lead)

    # -- first sight --------------------------------------------------------------------------------

    def at_first(self, chosen: Way) -> list[Choice]:
        """At most eight: rotations, what may follow the chosen one, more, back."""
        rotations = list(self._rotations(chosen))
        room = MOST_BUTTONS - len(rotations) - 1
        listed = _rotation_row(self.found, chosen)
        hidden = len(listed) < len(self.found)
        follow = list(enumerate(chosen.follow))
        if hidden or len(follow) > room:
            follow = self._likely(chosen, room - 1)
            hidden = True
        claims = [self._following(chosen, index, option, CLAIMS) for index, option in follow]
        if not chosen.follow:
            claims = [self._tile_only(chosen, self.words.catalogue.label("play.place"), CLAIMS)]
        return [*rotations, *claims, *([self._more()] if hidden else []), self._back()]

    def _rotations(self, chosen: Way) -> Iterator[Choice]:
        row = _rotation_row(self.found, chosen)
        for way in row if len(row) > 1 else ():
            label = self._head(way)
            label = f"✓ {label}" if way is chosen else label
            style: Style = "success" if way is chosen else "secondary"
            token = token_of(self.live, self.prompt, PressWay, self.number, way.index)
            yield Choice(label, token, style, ROTATIONS)

    def _likely(self, way: Way, room: int) -> list[tuple[int, Action]]:
        """The likeliest of the options that follow, as many as have room, and declining, in their order."""
        declining = [pair for pair in enumerate(way.follow) if isinstance(pair[1], Pass)]
        others = [pair for pair in enumerate(way.follow) if not isinstance(pair[1], Pass)]
        others = self._ranked(way, others)
        return sorted([*others[: max(0, room - len(declining))], *declining], key=lambda pair: pair[0])

    def _ranked(self, way: Way, options: list[tuple[int, Action]]) -> list[tuple[int, Action]]:
        """The likeliest first, then what else can be done with the tile; claims far away are last."""
        best = self._best(way)
        places = {option: place for place, option in enumerate(best)}
        return sorted(
            options,
            key=lambda pair: (places.get(pair[1], len(best)), not is_near(way, pair[1]), pair[0]),
        )

    def _best(self, way: Way) -> list[Action]:
        """The likeliest options; at a table without aids those that score most."""
        asked = prompts_of(way.after, self.prompt.player)[0]
        if self.live.table.aids:
            return likely(view_for(way.after, self.prompt.player), asked, MOST_RANKED)
        near = [option for option in way.follow if is_near(way, option)]
        return sorted(near, key=lambda option: -self._points(way, option))

    # -- all of it ----------------------------------------------------------------------------------

    def everything(self) -> list[Choice]:
        """All rotations with all that may follow; of too many far claims the likeliest."""
        room = MOST_TOGETHER - sum(len(_near(way)) + 1 for way in self.found)
        likeliest = self.likeliest()
        choices: list[Choice] = []
        for way in self.found:
            far = [pair for pair in enumerate(way.follow) if not is_near(way, pair[1])]
            if len(far) > room // len(self.found):
                far = self._ranked(way, far)[:room] if way is likeliest else []
            choices += self._of_way(way, [*_near(way), *far])
        if len(choices) > MOST_LISTED:
            menu = self.words.catalogue.label("menu.options")
            choices = [replace(choice, menu=menu, row=ROTATIONS) for choice in choices]
        return [*choices, self._back()]

    def _of_way(self, way: Way, follow: list[tuple[int, Action]]) -> Iterator[Choice]:
        row, head = self.found.index(way), self._head(way)
        for index, option in follow:
            yield self._following(way, index, option, row, head)
        if len(follow) < len(way.follow) or not way.follow:
            label = self.words.catalogue.label("play.tile_only") if way.follow else ""
            yield self._tile_only(way, f"{head}: {label}" if label else head, row)

    def variants(self) -> tuple[Variant, ...]:
        """The ways for the picture, after the choices were made: the spots that they claim are numbered."""
        return tuple(
            Variant(
                way.letter,
                _rotation(way),
                tuple(
                    (",".join(numbers), segment)
                    for (index, segment), numbers in self._numbers.items()
                    if index == way.index
                ),
                self._bridge(way),
            )
            for way in self.found
        )

    def _bridge(self, way: Way) -> tuple[Cell, int] | None:
        """The bridge that a way builds."""
        before = self.live.state.board.spans
        new = [(cell, span.axis) for cell, span in way.after.board.spans.items() if cell not in before]
        return new[0] if new else None

    # -- one choice ---------------------------------------------------------------------------------

    def _following(self, way: Way, index: int, option: Action, row: int, head: str = "") -> Choice:
        """The placement and one of the options that follow."""
        points = self._points(way, option)
        declines = isinstance(option, Pass)
        if declines:
            label = self.words.catalogue.label("play.nobody")
        else:
            label = self.words.action(way.after, option)
        segment = option.segment if isinstance(option, Claim) else ""
        if is_on_tile(way, option):
            label = f"{index + 1} · {label}"
            self._numbers.setdefault((way.index, segment), []).append(str(index + 1))
        label = f"{head}: {label}" if head else label
        return Choice(
            f"{label} +{points}" if points > 0 else label,
            token_of(self.live, self.prompt, PressPair, way.index, index),
            "secondary" if declines else "primary",
            row,
            icon="" if declines else self.words.option_icon(way.after, option),
        )

    def _tile_only(self, way: Way, label: str, row: int) -> Choice:
        points = gain(self.live.state, way.after, self.prompt.player)
        label = f"{label} +{points}" if points > 0 and not way.follow else label
        token = token_of(self.live, self.prompt, PressOption, way.index)
        return Choice(label, token, "primary", row)

    def _points(self, way: Way, option: Action) -> int:
        after, _ = apply(way.after, option)
        return gain(self.live.state, after, self.prompt.player)

    def _head(self, way: Way) -> str:
        extra = _extra(self.words, self.live.state, way.action)
        return f"{way.letter}, {extra}" if extra else way.letter

    def _more(self) -> Choice:
        token = token_of(self.live, self.prompt, PressMore, self.number)
        return Choice(self.words.catalogue.label("button.more"), token, row=OTHERS)

    def _back(self) -> Choice:
        token = token_of(self.live, self.prompt, PressBack)
        return Choice(self.words.catalogue.label("button.back"), token, row=len(self.found) + OTHERS)


def is_on_tile(way: Way, option: Action) -> bool:
    """Whether an option claims a spot of the tile itself."""
    return isinstance(option, Claim) and option.cell == _cell(way)


def is_near(way: Way, option: Action) -> bool:
    """Whether an option is about the tile itself, or one of few."""
    return not is_far(option, _cell(way))


def _near(way: Way) -> list[tuple[int, Action]]:
    return [pair for pair in enumerate(way.follow) if is_near(way, pair[1])]


def _glances(live: LiveTable, prompt: Prompt, found: Sequence[Way]) -> list[Glance]:
    """A quick look at each way; at a table without aids only the points that it scores."""
    if live.table.aids and live.state.tile is not None:
        return glances(view_for(live.state, prompt.player), prompt.player, [way.action for way in found])
    return [Glance(gain(live.state, way.after, prompt.player), None) for way in found]


def _rotation_row(found: Sequence[Way], chosen: Way) -> list[Way]:
    """The ways with a button of their own: the plain rotations first, and always the chosen one."""
    plain = sorted(found, key=lambda way: (way is not chosen, len(way.letter)))[:MOST_ROTATIONS]
    return [way for way in found if way in plain]


def _cell(way: Way) -> Cell | None:
    return getattr(way.action, "cell", None)


def _rotation(way: Way) -> int:
    return int(getattr(way.action, "rotation", 0))


def _extra(words: Words, state: GameState, action: Action) -> str:
    """What a placement includes beside the tile, e.g. a bridge."""
    key = f"way.{action.verb}"
    return words.catalogue.label(key, **words.values(state, action)) if words.catalogue.has(key) else ""
