"""Tables by name: boxes and options that belong together."""

from __future__ import annotations

from engine.frozen import frozen


@frozen
class Preset:
    """A named choice of boxes and options; the player who opens a table may change both."""

    name: str
    boxes: tuple[str, ...] = ()
    options: tuple[tuple[str, str], ...] = ()


PRESETS = {
    preset.name: preset
    for preset in (
        Preset("newest"),
        Preset("wcc", options=(("tie_break", "starter"),)),
        Preset("first_game", options=(("farmers", "off"),)),
        Preset(
            "pd_classic",
            boxes=("princess_dragon",),
            options=(("fairy_attach", "tile"), ("princess", "must"), ("princess_blocks_fairy", "false")),
        ),
        Preset("big_box", boxes=("abbot", "river", "inns_cathedrals", "traders_builders")),
        Preset(
            "royal_gift",
            boxes=(
                "abbot",
                "princess_dragon",
                "king_robber",
                "cult",
                "count",
                "bridges",
                "castles",
                "bazaars",
            ),
        ),
    )
}
