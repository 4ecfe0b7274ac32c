"""Roads, cities, fields and sites that grow and join as tiles are laid. They only ever merge."""

from __future__ import annotations

from collections.abc import Sequence

from engine.frozen import frozen
from engine.turned import TilePart


@frozen
class Feature:
    """A connected feature with its running totals. Its id is the number of one of its segments."""

    kind: str
    open: int  # open edges; for a site the empty cells around it. 0: complete (fields have no such thing)
    tiles: int  # bit n = the n-th tile laid
    segments: tuple[int, ...]
    shields: int
    borders: tuple[int, ...]  # fields: the city segments they touch
    marks: tuple[str, ...] = ()  # of all its segments, one that is printed twice twice

    @property
    def size(self) -> int:
        """The number of tiles; a tile that is crossed twice counts once (BASE-31, BASE-35)."""
        return self.tiles.bit_count()


class Features:
    """Which feature each segment belongs to, and what is known of each feature."""

    __slots__ = ("by_id", "label")

    def __init__(self, label: list[int], by_id: dict[int, Feature]) -> None:
        self.label = label  # segment number -> feature id
        self.by_id = by_id

    def fork(self) -> Features:
        """A copy that may be changed."""
        new = Features.__new__(Features)
        new.label = self.label.copy()
        new.by_id = self.by_id.copy()
        return new

    def add(self, parts: Sequence[TilePart], met: dict[int, list[int]], bit: int) -> None:
        """Number the segments of a new tile on from the last; join each with the segments that it meets."""
        label, by_id = self.label, self.by_id
        first = number = len(label)
        for local, part in enumerate(parts):
            borders = tuple(map(first.__add__, part.borders)) if part.borders else ()
            touched = met.get(local)
            if touched is None:
                by_id[number] = Feature(
                    part.kind, part.open, bit, (number,), part.shields, borders, part.marks
                )
                label.append(number)
            else:
                known_id = label[touched[0]] if len(touched) == 1 else self._merge(touched)
                known = by_id[known_id]
                by_id[known_id] = Feature(
                    known.kind,
                    known.open + part.open - part.closes * len(touched),
                    known.tiles | bit,
                    known.segments + (number,),  # noqa: RUF005  # a list would be made first
                    known.shields + part.shields,
                    known.borders + borders if borders else known.borders,
                    known.marks + part.marks if part.marks else known.marks,
                )
                label.append(known_id)
            number += 1

    def _merge(self, touched: list[int]) -> int:
        """Make one feature of those that these segments belong to; the largest keeps its id."""
        label, by_id = self.label, self.by_id
        winner = label[touched[0]]
        for segment in touched:
            other = label[segment]
            if other == winner:
                continue
            one, two = by_id[winner], by_id[other]
            if len(two.segments) > len(one.segments):
                winner, other, one, two = other, winner, two, one
            for number in two.segments:
                label[number] = winner
            del by_id[other]
            by_id[winner] = Feature(
                one.kind,
                one.open + two.open,
                one.tiles | two.tiles,
                one.segments + two.segments,
                one.shields + two.shields,
                one.borders + two.borders,
                one.marks + two.marks,
            )
        return winner
