"""Whole games as chats show them: `python -m tools.pictures.games FOLDER` draws seven games of all boxes.

Each is drawn at its beginning, its middle and its end, in every theme, 400 pixels wide as on a phone.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

from PIL import Image

from bot.conversation.protocol.pictures import ViewPicture
from bot.conversation.show import picture_requests
from bot.conversation.show.areas import asked_offer
from bot.conversation.table.log import Entry
from bot.conversation.table.model import Seat, Table
from bot.conversation.table.state import LiveTable, advanced, opened
from bot.pictures.draw import draw
from engine import notation
from engine.expansions import ALL
from engine.expansions.presets import PRESETS
from engine.game import pending, view_for
from engine.players import choose
from engine.setup import Setup, agree
from engine.steps.draw import tiles_left
from renderer.style.palette import THEMES
from tests.support.stage import CHANNEL

NAMES = ("Anna", "Boris", "Cleo", "David", "Eva", "Felix")
WIDTH = 400
LEFT = 0.9, 0.5, 0.12  # of the tiles, at the beginning, in the middle, at the end
GAMES: dict[str, Setup] = {
    "base": agree(2, seed="base"),
    "traders": agree(3, ["inns_cathedrals", "traders_builders"], seed="traders"),
    "river": agree(4, ["river2", "abbot"], seed="river"),
    "gift": agree(5, PRESETS["royal_gift"].boxes, seed="gift"),
    "dragon": agree(6, ["princess_dragon"], {"max_players": "6"}, seed="dragon"),
    "all": agree(4, [box.key for box in ALL], {"river_with_carcassonne": "allowed"}, seed="all"),
    "hills": agree(4, game="over_hill_and_dale", seed="hills"),
}


def turns(name: str) -> Iterator[LiveTable]:
    """A game of computer players at three of its turns."""
    setup = GAMES[name]
    seats = tuple(Seat(f"web:{seat}", NAMES[seat], f"web:{seat}") for seat in range(setup.players))
    live = opened(CHANNEL, Table(name, setup, "web:0", "en", seats, aids=True), 0)
    whole, marks = tiles_left(live.state), [*LEFT]
    while marks and not live.state.over:
        prompt = pending(live.state)[0]
        if prompt.ask == "place" and tiles_left(live.state) <= whole * marks[0]:
            marks.pop(0)
            yield live
        action = choose("normal", view_for(live.state, prompt.player), prompt.player, name)
        live = advanced(live, Entry(0, f"web:{prompt.player}", notation.write(action)))


def turn_picture(live: LiveTable, theme: str) -> ViewPicture:
    """What stands over the turn message."""
    offer = asked_offer(live, pending(live.state)[0])
    return picture_requests.prompt_picture(live, offer, picture_requests.numbered(offer), theme)


def small(content: bytes) -> Image.Image:
    """A picture as wide as on a phone."""
    picture = Image.open(BytesIO(content)).convert("RGB")
    return picture.resize((WIDTH, round(picture.height * WIDTH / picture.width)), Image.Resampling.LANCZOS)


def main(folder: Path) -> int:
    """Draw all games."""
    folder.mkdir(parents=True, exist_ok=True)
    for name in GAMES:
        for part, live in zip(("1-begin", "2-middle", "3-end"), turns(name), strict=False):
            for theme in THEMES:
                picture = draw(turn_picture(live, theme))
                small(picture.content).save(folder / f"{name}-{part}-{theme}.png")
                print(name, part, theme, picture.width, picture.height, len(picture.content) // 1024, "KB")
    return 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
