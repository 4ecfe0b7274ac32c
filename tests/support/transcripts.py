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
    """Every line that a channel has shown, by message; what an edit has taken away was shown, too."""

    language: str
    messages: dict[str, list[str]] = field(default_factory=dict)
    _standing: dict[str, str] = field(default_factory=dict)  # a slot: the message in it

    def add(self, message: Outgoing) -> None:
        """A message: an edit belongs to what it edits."""
        name = self._standing.get(message.slot) if message.slot and not message.fresh else None
        name = name or f"m{len(self.messages)}"
        self.see(name, markup.plain(message.text))
        self._standing[message.slot] = name
        for slot in message.closes:
            self._standing.pop(slot, None)

    def see(self, name: str, text: str) -> None:
        """A message as it is worded now."""
        known = self.messages.setdefault(name, [])
        known += [line for line in text.split("\n") if line not in known]

    def where(self, told: str) -> list[int]:
        """The numbers of the messages that tell something."""
        wanted = re.compile(rf"(?<!\w){re.escape(told)}(?!\w)")
        return [
            number for number, lines in enumerate(self.messages.values()) if any(map(wanted.search, lines))
        ]

    def folded(self) -> int:
        """How many lines were left to the details: a turn message has five."""
        texts = catalogue(self.language)
        details = texts.text("button.details")
        more = [markup.plain(texts.text("told.more", n=number, details=details)) for number in range(1, 60)]
        lines = [line for lines in self.messages.values() for line in lines]
        return sum(number for line in lines for number, told in enumerate(more, 1) if line.startswith(told))


def told_in_order(transcript: Transcript, history: GameHistory) -> list[str]:
    """What is wrong with a transcript: tiles that were not told, told twice, or told too late."""
    words = Words(catalogue(transcript.language), history.table)
    wrong, missing, last = [], [], -1
    for moment in history.moments:
        for event in moment.events:
            if not isinstance(event, TilePlaced) or moment.action is None:
                continue
            name = words.name(moment.action.player)
            told = markup.plain(f"{name} {fragment(words, history.live.state, event)}")
            found = transcript.where(told)
            if not found:
                missing.append(f"{transcript.language}: {told!r} was not told")
            elif len(found) > 1 or found[0] < last:
                wrong.append(f"{transcript.language}: {told!r} in {found} after {last}")
            last = max([last, *found])
    return wrong + (missing if len(missing) > transcript.folded() else [])
