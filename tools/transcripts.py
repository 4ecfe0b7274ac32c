"""Whole games as the chat shows them, to be read as a player would read them on a phone.

python -m tools.transcripts [--language en] [--table river] [--folder build/transcripts]
"""

from __future__ import annotations

import argparse
import asyncio
import random
import sys
import textwrap
from pathlib import Path

from bot.conversation.protocol import markup
from bot.conversation.protocol.messages import Outgoing
from bot.conversation.protocol.tokens import PressCell, PressOption
from bot.conversation.show.buttons import token_of
from bot.conversation.table.options import offer_of
from bot.locales.languages import LANGUAGES
from engine import players
from engine.actions import Action
from engine.game import GAMES, pending, view_for
from engine.state import GameState
from tests.support.stage import CHANNEL, QuickComputer, Stage, option_choices

WIDTH = 44  # characters of a line on a phone
LOOKS = 0.3  # of the tiles are looked at closer first
NAMES = {
    "en": ("Anna", "Boris", "Cleo"),
    "ru": ("Аня", "Борис", "Клара"),
    "bg": ("Ани", "Борис", "Цвета"),
}
TABLES = {
    "base": "",
    **{box.key: box.key for box in GAMES["carcassonne"].boxes},
    "everything": "royal_gift",
    "classic_dragon": "pd_classic",
    "auctions": "bazaars bazaar_mode=auction",
    **{game: game for game in GAMES if game != "carcassonne"},
}
LOOKED_AT = (
    "/score",
    "/fields",
    "/tiles",
    "/why",
    "/hint",
    "/help",
    "/settings",
    "/options",
    "/rules",
    "/mygames",
)


class EasyComputer(QuickComputer):
    """A computer player whose moves make sense."""

    async def choose(self, view: GameState, seat: int, level: str) -> Action:  # noqa: ARG002  # the same for all
        return players.choose("easy", view, seat)


class Transcript:
    """One game, written down as it is said."""

    def __init__(self, language: str, table: str) -> None:
        self.stage = Stage(language=language)
        self.stage.service.repository.computer = EasyComputer()
        self.names = NAMES.get(language, NAMES["en"])
        self.wishes = TABLES[table]
        self.rng = random.Random(f"{language} {table}")
        self.lines: list[str] = []

    def write(self, messages: list[Outgoing]) -> None:
        """Add messages as a phone shows them: text, picture, buttons."""
        for message in messages:
            self.lines.append("─" * WIDTH + (f" → {message.to}" if message.to else ""))
            for line in markup.plain(message.text).split("\n"):
                self.lines += textwrap.wrap(line, WIDTH, subsequent_indent="  ") or [""]
            if message.picture is not None:
                alt = textwrap.wrap(message.alt, WIDTH, initial_indent="  ▒ ", subsequent_indent="  ▒ ")
                self.lines += [f"  ▒ ({message.picture.kind})", *alt]
            self.lines += self._buttons(message)

    def _buttons(self, message: Outgoing) -> list[str]:
        rows: dict[tuple[int, str], list[str]] = {}
        for choice in message.choices:
            rows.setdefault((choice.row, choice.menu), []).append(choice.label)
        return [
            f"{menu} " * bool(menu) + " ".join(f"[{label}]" for label in labels)
            for (_, menu), labels in rows.items()
        ]

    async def play(self) -> None:
        """A whole game of two users and a computer, with a look at everything in the middle."""
        first, second, _ = self.names
        self.write(
            await self.stage.say(
                first, f"/new language={self.stage.language} clock=1d {self.wishes} computers=1"
            )
        )
        self.write(await self.stage.say(second, "/join"))
        self.write(await self.stage.say(first, "/start"))
        for number in range(2000):
            if number == 60:
                await self._look()
            if not await self._move():
                break
        self.write(await self.stage.press(first, f"{self.stage.said[-1].slot.partition('.')[0]}:0:!details"))

    async def _look(self) -> None:
        for line in LOOKED_AT:
            self.lines.append(f">>> {line}")
            self.write(await self.stage.say(self.names[0], line))

    async def _move(self) -> bool:
        live = await self.stage.service.repository.load(CHANNEL)
        if live is None:
            return False
        prompt = pending(live.state)[0]
        offer = offer_of(prompt)
        name = self.stage.name_of(live.table.seats[prompt.player].player)
        if offer.cells and self.rng.random() < LOOKS:
            number = self.rng.randrange(len(offer.cells)) + 1
            answers = await self.stage.press(name, token_of(live, prompt, PressCell, number))
            self.write(answers)
            if answers[0].preview:
                self.write(await self.stage.press(name, self.rng.choice(option_choices(answers[0])).token))
            return True
        action = players.choose("easy", view_for(live.state, prompt.player), prompt.player)
        index = next(index for index, option in enumerate(prompt.options) if option == action)
        answers = await self.stage.press(name, token_of(live, prompt, PressOption, index))
        self.write(answers)
        if answers[0].to is not None and not answers[0].harmless:  # a bid that leads into debt: it is meant
            self.write(await self.stage.press(name, answers[0].choices[0].token))
        return True


def main(argv: list[str]) -> int:
    """Write the transcripts; the exit code is always 0."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--language", choices=LANGUAGES, action="append")
    parser.add_argument("--table", choices=TABLES, action="append")
    parser.add_argument("--folder", type=Path, default=Path("build/transcripts"))
    args = parser.parse_args(argv)
    args.folder.mkdir(parents=True, exist_ok=True)
    for language in args.language or LANGUAGES:
        for table in args.table or TABLES:
            transcript = Transcript(language, table)
            asyncio.run(transcript.play())
            path = args.folder / f"{table}.{language}.txt"
            path.write_text("\n".join(transcript.lines) + "\n", "utf-8")
            print(path)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
