"""Roads, cities, fields and sites that grow and join as tiles are laid. They only ever merge."""

from __future__ import annotations

from engine.frozen import frozen


@frozen
class Feature:
    """A connected feature with its running totals. Its id is the number of one of its segments."""

    kind: str
    open: int  # open edges; for a site the empty cells around it. 0: complete (fields have no such thing)
    tiles: int  # bit n = the n-th tile laid
    segments: tuple[int, ...]
    shields: int
    borders: tuple[int, ...]  # fields: the city segments they touch

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
        return Features(self.label.copy(), self.by_id.copy())

    def begin(self, new: Feature) -> None:
        """Append one segment as a feature of its own."""
        number = new.segments[0]
        self.by_id[number] = new
        self.label.append(number)

    def extend(
        self, met: list[int], opens: int, bit: int, shields: int = 0, borders: tuple[int, ...] = ()
    ) -> None:
        """Append one segment to the feature, or features, of the segments that it meets.

        `opens` is what it does to the number of open edges.
        """
        label, by_id = self.label, self.by_id
        winner = label[met[0]]
        if len(met) > 1:
            winner = self._merge([label[number] for number in met])
        known = by_id[winner]
        by_id[winner] = Feature(
            known.kind,
            known.open + opens,
            known.tiles | bit,
            (*known.segments, len(label)),
            known.shields + shields,
            known.borders + borders if borders else known.borders,
        )
        label.append(winner)

    def _merge(self, ids: list[int]) -> int:
        """Make one feature of several; the largest keeps its id."""
        label, by_id = self.label, self.by_id
        winner = ids[0]
        for other in ids[1:]:
            if other == winner or other not in by_id:
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
            )
        return winner
