"""A move in one line: `7b city`, `M21 r1 nobody`, `3`, `pass`, `12`; words of every language are read."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import partial

from bot.conversation.context import Refused
from bot.conversation.protocol import markup
from bot.conversation.protocol.catalogue import catalogue
from bot.conversation.show.buttons import decline_label
from bot.conversation.show.words import Words
from bot.conversation.table.options import Way, following, is_placement, placements, quick_amounts, ways
from bot.conversation.table.state import LiveTable
from bot.locales.languages import LANGUAGES
from engine import notation
from engine.actions import Action, Claim, Pass, PlaceTile
from engine.coordinates import cell_name, read_cell
from engine.game import apply
from engine.geometry import Cell
from engine.prompts import Prompt
from engine.setup import SEAT_LETTERS
from engine.state import GameState

_NUMBERED = re.compile(r"(\d{1,3})([a-z]\d{0,2})?")
_NAMED = re.compile(r"([a-z]{1,2}-?\d{1,3})([a-z]\d{0,2})?")
_DIGITS = re.compile(r"\d{1,4}")
_ROTATION = re.compile(r"r([0-3])")


def read_move(words: Words, live: LiveTable, prompt: Prompt, args: Sequence[str]) -> list[Action]:
    """The actions that a line means, one or two; raises Refused, BadNotation or IllegalAction."""
    if not args:
        raise Refused("play.usage")
    parts = [part.lower() for part in args]
    labelled = [option for option, label in labels(words, live.state, prompt, parts) if _same(label, parts)]
    if len(labelled) == 1:
        return labelled
    if placements(prompt) and not _declines(parts):
        return _placement(words, live, prompt, parts)
    return [_option(words, live.state, prompt, parts)]


def labels(
    words: Words, state: GameState, prompt: Prompt, typed: Sequence[str] = ()
) -> Iterator[tuple[Action, str]]:
    """The options that lay no tile, with what their buttons say; where that is not unique, by their notation.

    Of amounts, the quick ones and those that are typed.
    """
    numbers = {int(digits) for part in typed for digits in _DIGITS.findall(part)}
    others = [option for _, option in prompt.listed if not is_placement(option)]
    for amounts in prompt.amounts:
        wanted = {*quick_amounts(amounts), *(n for n in numbers if amounts.least <= n <= amounts.most)}
        others += [amounts.build(number) for number in sorted(wanted)]
    found = [
        decline_label(words, prompt) if isinstance(option, Pass) else words.action(state, option)
        for option in others
    ]
    count = Counter(_bare(label) for label in found)
    for option, label in zip(others, found, strict=True):
        yield option, label if count[_bare(label)] == 1 else notation.write(option)[2:]


def _bare(text: str) -> str:
    return "".join(text.lower().split())


def _same(label: str, parts: Sequence[str]) -> bool:
    return _bare(label) == "".join(parts)


def follow_lines(words: Words, way: Way) -> list[str]:
    """What may be typed after a way to lay a tile, one line for each option that follows it."""
    state, options = way.after, way.follow
    known = [
        [_names(words, state, option, numbered=numbered) for option in options] for numbered in (True, False)
    ]

    def means(line: str, option: int) -> bool:
        exact, loose = (
            [place for place, names in enumerate(found) if _bare(line) in names] for found in known
        )
        return (exact or loose) == [option] and not _declines(line.lower().split())

    return [
        _follow_line(words, state, option, partial(means, option=place))
        for place, option in enumerate(options)
    ]


def _follow_line(words: Words, state: GameState, option: Action, means: Callable[[str], bool]) -> str:
    """The shortest line that means an option and no other."""
    if isinstance(option, Pass):
        return words.catalogue.label("play.nobody")
    lines = [words.action(state, option), notation.write(option)[2:]]
    if isinstance(option, Claim):
        lines.insert(0, words.segment(state, option.cell, option.segment))
    return next(filter(means, lines), lines[-1])


def _declines(parts: Sequence[str]) -> bool:
    spoken = {"pass", "nobody", "no", "-"}
    for language in LANGUAGES:
        for key in ("choice.pass", "play.nobody"):
            spoken |= {word.strip() for word in catalogue(language).label(key).lower().split("/")}
    return " ".join(parts) in spoken


def _placement(words: Words, live: LiveTable, prompt: Prompt, parts: list[str]) -> list[Action]:
    cell, letter = _spot(prompt, parts[0])
    rest = parts[1:]
    rotation = None
    if rest and (match := _ROTATION.fullmatch(rest[0])):
        rotation, rest = int(match[1]), rest[1:]
    indices = placements(prompt).get(cell)
    if indices is None:
        apply(live.state, PlaceTile(prompt.player, cell, rotation or 0))  # raises with the reason
        raise Refused("play.no_fit", cell=cell_name(cell))
    found = ways(live.state, prompt, indices)
    if letter:
        found = [way for way in found if way.letter == letter]
    if rotation is not None:
        tile = live.state.rules.shapes[live.state.tile] if live.state.tile else None
        canonical = tile.canonical[rotation] if tile else rotation
        fitting = [way for way in found if getattr(way.action, "rotation", None) == canonical]
        if not fitting:
            apply(live.state, PlaceTile(prompt.player, cell, rotation))
        found = fitting
    plain_ways = [way for way in found if isinstance(way.action, PlaceTile)]
    if len(plain_ways) == 1 and rotation is not None:
        found = plain_ways
    if len(found) != 1:
        letters = words.listed(way.letter for way in ways(live.state, prompt, indices))
        raise Refused("play.which_way", cell=cell_name(cell), letters=letters)
    return [found[0].action, *_follow_up(words, live.state, prompt.player, found[0], rest)]


def _spot(prompt: Prompt, head: str) -> tuple[Cell, str]:
    spots = list(placements(prompt))
    if match := _NUMBERED.fullmatch(head):
        number = int(match[1])
        if not 1 <= number <= len(spots):
            raise Refused("play.no_such_cell", n=len(spots))
        return spots[number - 1], match[2] or ""
    match = _NAMED.fullmatch(head)
    cell = read_cell(match[1]) if match else None
    if match is None or cell is None:
        raise Refused("play.usage")
    return cell, match[2] or ""


def _follow_up(words: Words, before: GameState, seat: int, way: Way, rest: Sequence[str]) -> list[Action]:
    if not rest:
        return []
    options = way.follow or tuple(following(before, way.after, seat))
    if _declines(rest):
        return [option for option in options if isinstance(option, Pass)]
    return [_match(words, way.after, options, rest)]


def _match(words: Words, state: GameState, options: Sequence[Action], rest: Sequence[str]) -> Action:
    wanted = "".join(rest)
    if wanted.isdecimal() and 1 <= int(wanted) <= len(options):
        return options[int(wanted) - 1]
    exact = [option for option in options if wanted in _names(words, state, option, numbered=True)]
    loose = [option for option in options if wanted in _names(words, state, option, numbered=False)]
    found = exact or loose
    if len(found) == 1:
        return found[0]
    offered = words.listed(words.action(state, option) for option in options if not isinstance(option, Pass))
    raise Refused("play.which_claim", options=markup.escape(offered or "–"))


def _names(words: Words, state: GameState, option: Action, *, numbered: bool) -> set[str]:
    """The words for an option: its kind, its role and its figure, in every language."""
    names = {words.action(state, option), notation.write(option)[2:]}
    if isinstance(option, Claim):
        names.add(option.segment)
        kind = next(kind for name, kind, _ in state.board.segments_at(option.cell) if name == option.segment)
        for language in LANGUAGES:
            other = Words(catalogue(language), words.table)
            segment = other.segment(state, option.cell, option.segment)
            number = segment.removeprefix(other.word(kind, "kind")) if numbered else ""
            figure = "" if option.figure == "meeple" else other.word(option.figure, "figure")
            for name in (
                kind,
                other.word(kind, "kind"),
                other.role(state, option.cell, option.segment, "meeple"),
            ):
                names.add(f"{figure}{name}{number}")
            if figure:
                names.add(figure)
    return {name.lower().replace(" ", "") for name in names}


def _option(words: Words, state: GameState, prompt: Prompt, parts: Sequence[str]) -> Action:
    if _declines(parts) or " ".join(parts) == decline_label(words, prompt).lower():
        return Pass(prompt.player)
    offered = prompt.amounts
    numbers = [int(part) for part in parts if part.isdecimal() and len(part) < 5]
    if offered and numbers and len(numbers) == len(parts):
        amounts = offered[min(numbers[0], len(offered)) - 1] if len(numbers) > 1 else offered[0]
        if len(offered) > 1 and len(numbers) == 1:
            raise Refused("play.which_lot", n=len(offered))
        return amounts.build(numbers[-1])
    if len(numbers) == 1 == len(parts) and 1 <= numbers[0] <= len(prompt.options):
        return prompt.options[numbers[0] - 1]
    if parts[0] in state.rules.verbs:
        return notation.read(state.rules, " ".join([SEAT_LETTERS[prompt.player], *parts]))
    return _match(words, state, [option for option in prompt.options if not isinstance(option, Pass)], parts)
