"""Hostile input: no crash, nothing against the rules, no internals in the chat."""

from __future__ import annotations

import random
import string

from bot.conversation.commands.registry import BUTTONS
from bot.conversation.table.history import GameHistory
from tests.support.stage import CHANNEL, Stage

WORDS = [
    "",
    "1",
    "7b",
    "M20",
    "r2",
    "-1",
    "99999999999",
    "city",
    "nobody",
    "A",
    "off",
    "yes",
    "<b>",
    "{n}",
    "🐉",
    "а" * 300,
]


def nonsense(rng: random.Random) -> str:
    letters = string.printable + "ёъ🐉\x00{}<>&"
    return "".join(rng.choice(letters) for _ in range(rng.randrange(60)))


async def test_hostile_input_breaks_nothing_and_changes_nothing_against_the_rules() -> None:
    rng = random.Random(20)
    stage = Stage()
    await stage.open("Anna", "Boris", wishes="computers=1 clock=1h rule=safe")
    names = ["Anna", "Boris", "Eve"]
    commands = [*BUTTONS, "alarm"]
    seen = ["g1:0:aC1"]
    for _ in range(3000):
        kind = rng.random()
        who = rng.choice(names)
        if kind < 0.35:
            parts = " ".join(rng.choice(WORDS) for _ in range(rng.randrange(4)))
            answers = await stage.say(who, f"/{rng.choice(commands)} {parts}")
        elif kind < 0.6:
            what = rng.choice(["a", "b", "c", "z", "!", "="]) + rng.choice(
                [
                    "C1",
                    "0",
                    "P0.0",
                    "P9.99",
                    "=0",
                    "=1",
                    "B",
                    "Splace",
                    "resign.yes",
                    "undo",
                    "change.box.river",
                    "",
                ]
            )
            stamp = rng.choice([0, 1, 2, 10**6, len(stage.said)])
            answers = await stage.press(who, f"g{rng.randrange(3)}:{stamp}:{what}", rng.choice(WORDS))
        elif kind < 0.75:
            answers = await stage.press(who, rng.choice(seen), rng.choice(WORDS))
        elif kind < 0.9:
            answers = await stage.say(who, nonsense(rng))
        else:
            answers = await stage.press(who, nonsense(rng))
        seen = (seen + [choice.token for answer in answers for choice in answer.choices])[-400:]
        for answer in answers:
            assert "Something broke" not in answer.text, answer
            assert "Traceback" not in answer.text
        stage.now += 30
    running = await stage.store.tables.load(CHANNEL)
    for finished in [*await stage.archived(), *([running] if running else [])]:
        GameHistory(CHANNEL, finished.setup, finished.log)
