"""Cards and tables of a group as its members see them: `python -m tools.pictures.cards FOLDER`.

Six players with long names end a game through the conversation. The card, the report, the ladder, a profile,
the month's table, and the standings, bracket and podium of cups are drawn in three languages, by day and by
night, at full size and 400 pixels wide.
"""

from __future__ import annotations

import argparse
import asyncio
import io
import random
import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from PIL import Image

from bot.conversation.protocol.messages import Outgoing, Person
from bot.conversation.protocol.pictures import PictureRequest
from bot.conversation.table.polls import daily_store
from bot.conversation.table.polls.daily import DailyAnswer, DailySetting
from bot.pictures.draw import draw
from tests.support.cup_stage import CupStage
from tests.support.stage import CHANNEL, Stage, play_to_end

NAMES = {
    "en": (
        "Maximiliane Featherstonehaugh",
        "Bo",
        "Zoë-Marguerite de la Tour",
        "Anna",
        "Christopher W.",
        "Li",
    ),
    "ru": ("Константин Великолепный", "Ия", "Александра Задунайская", "Анна", "Вячеслав Игоревич", "Юрий"),
    "bg": ("Александър Константинов", "Ян", "Теменужка Владимирова", "Анна", "Преслав Димитров", "Ива"),
}
WIDTH = 400


def people(platform: str, names: Sequence[str], language: str) -> dict[str, Person]:
    """Users by name; their ids have no spaces, as on the platforms."""
    return {
        name: Person(f"{platform}:{place}", name, language, admin=not place)
        for place, name in enumerate(names)
    }


async def of_a_game(language: str) -> list[tuple[str, Outgoing]]:
    """A rated game of six, and what the group sees of it."""
    stage, names = Stage(language=language), NAMES[language]
    stage.people = people("web", names, language)
    await stage.say(names[0], "/settings ladder on")
    for name in names:
        await stage.say(name, "/settings rated on")
    message = await stage.open(*names, wishes="rated max_players=6 inns_cathedrals")
    end = await play_to_end(stage, message, random.Random(3))
    setting = DailySetting(True, asked="2026-11-17", before="2026-11-16")
    await daily_store.save_setting(stage.store, CHANNEL, setting)
    for place, name in enumerate(names):
        answer = DailyAnswer("2026-11-16", stage.person(name).id, name, ("A pass",), place % 4, 1 + place)
        await daily_store.keep_answer(stage.store, CHANNEL, answer)
    lines = {"top": "/top", "profile": "/profile", "review": "/review", "month": "/daily table"}
    found = [(kind, (await stage.say(names[0], line))[-1]) for kind, line in lines.items()]
    return [("card", end), *found]


async def of_cups(language: str) -> list[tuple[str, Outgoing]]:
    """A Swiss cup and a knock-out, to their ends."""
    found = []
    for kind in ("swiss", "knockout"):
        stage, names = CupStage(language=language), [*NAMES[language], "Дана", "Eve"]
        stage.people = people("discord", names, language)
        await stage.in_group(names[0], f"/settings channel language {language}")
        cup = await stage.opened(kind, names)
        while cup.status == "running":
            cup = await stage.play_round(random.Random(4))
        found.append((f"{kind}-end", stage.chat.posted[-1]))
        found.append((f"{kind}-table", (await stage.in_group(names[0], "/cup standings"))[-1]))
    return found


def themed(found: list[tuple[str, Outgoing]]) -> Iterator[tuple[str, PictureRequest]]:
    """Every picture by day and by night."""
    for kind, message in found:
        if message.picture is None:
            sys.stderr.write(f"{kind} has no picture: {message.text}\n")
            continue
        for theme in ("day", "night"):
            yield f"{kind}-{theme}", replace(message.picture, theme=theme)


def main(folder: Path) -> int:
    """Draw everything."""
    folder.mkdir(parents=True, exist_ok=True)
    for language in NAMES:
        found = [*asyncio.run(of_a_game(language)), *asyncio.run(of_cups(language))]
        for name, wanted in themed(found):
            image = Image.open(io.BytesIO(draw(wanted).content)).convert("RGB")
            image.save(folder / f"{language}-{name}.png")
            small = image.resize((WIDTH, round(image.height * WIDTH / image.width)), Image.Resampling.LANCZOS)
            small.save(folder / f"{language}-{name}-{WIDTH}.png")
    return 0


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    sys.exit(main(parser.parse_args().folder))
