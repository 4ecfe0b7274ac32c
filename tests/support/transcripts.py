"""What a channel has shown of a game, compared with the log of the game."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from bot.conversation.protocol import markup
from bot.conversation.protocol.catalogue import catalogue
from bot.conversation.protocol.messages import Outgoing
from bot.conversation.show.events import fragment
from bot.conversation.show.words import Words
from bot.conversation.table.history import GameHistory
from engine.events import TilePlaced


@dataclass
class Transcript:
    """Everything that a channel has shown, by message, as it was worded last."""

    language: str
    texts: dict[str, str] = field(default_factory=dict)
    _standing: dict[str, str] = field(default_factory=dict)  # a key: the message that stands for it

    def add(self, message: Outgoing) -> None:
        """A message: an edit takes the place of what it edits."""
        slot = self._standing.get(message.key) if message.key and not message.fresh else None
        slot = slot or f"m{len(self.texts)}"
        self.texts[slot] = markup.plain(message.text)
        self._standing[message.key] = slot
        for key in message.closes:
            self._standing.pop(key, None)

    def lines(self) -> list[str]:
        """What was told, without the lines that repeat what a player has missed."""
        found = [line for text in self.texts.values() for line in text.split("\n")]
        return [line for line in found if not line.startswith("· ")]


def told_in_order(transcript: Transcript, history: GameHistory) -> list[str]:
    """What is wrong with a transcript: tiles that were not told, told twice, or told too late."""
    words = Words(catalogue(transcript.language), history.table)
    text = "\n".join(transcript.lines())
    wrong, last = [], -1
    for moment in history.moments:
        for event in moment.events:
            if not isinstance(event, TilePlaced):
                continue
            told = markup.plain(fragment(words, history.live.state, event)[1])
            found = [match.start() for match in re.finditer(rf"(?<!\w){re.escape(told)}(?!\w)", text)]
            if len(found) != 1 or found[0] < last:
                wrong.append(f"{transcript.language}: {told!r} at {found} after {last}")
            last = max([last, *found])
    return wrong
