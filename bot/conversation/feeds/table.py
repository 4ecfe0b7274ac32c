"""The feed of a table: what a channel should show next of its lobby and its games, in its own language."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Protocol

from bot.conversation.feeds.chronicle import Chronicle, Passage, of_log, of_moves, recent_moves
from bot.conversation.protocol.catalogue import Catalogue
from bot.conversation.protocol.durations import DAY
from bot.conversation.protocol.formats import listed
from bot.conversation.protocol.messages import Outgoing
from bot.conversation.protocol.polyglot import public_texts
from bot.conversation.show import ending
from bot.conversation.show.lobby import lobby_message, lobby_slot
from bot.conversation.show.notices import idle_notice, pause_message, reminder
from bot.conversation.show.public import localized, public_words
from bot.conversation.show.recent import since_last_message
from bot.conversation.show.story import NOTED
from bot.conversation.show.turn import calls_anew, hint_slot, is_thinking, turn_message, turn_slot
from bot.conversation.show.votes import closed_vote, vote_message, vote_subject
from bot.conversation.show.welcome import WELCOME
from bot.conversation.show.words import Words, platform_name
from bot.conversation.table.acts import (
    AgreeAct,
    BallotAct,
    PauseAct,
    RemindAct,
    StandingAct,
    VoteAct,
    WarnAct,
)
from bot.conversation.table.channels import TableChannels, Told
from bot.conversation.table.final import ended_of
from bot.conversation.table.history import UNREADABLE, GameHistory
from bot.conversation.table.lobby import Lobby, decode_lobby
from bot.conversation.table.log import Entry, read_entry
from bot.conversation.table.news import Step
from bot.conversation.table.repository import Repository
from bot.conversation.table.state import LiveTable, Moment
from engine.events import Scored
from storage.records import StoredLobby

SEVERAL = 2  # lines about earlier moves that have a message of their own
PAUSED = "paused"  # stands for the key of a question that a pause has closed


class Ended(Protocol):
    """The whole game of a table that is over."""

    @property
    def setup(self) -> bytes: ...
    @property
    def log(self) -> tuple[bytes, ...]: ...


@dataclass(frozen=True, slots=True)
class SavedTable:
    """What is saved for a table: its game, its lobby if that may have changed, and a game that has ended."""

    live: LiveTable | None
    lobby: StoredLobby | None = None
    ended: Ended | None = None
    old: Lobby | None = None  # the one that is closed
    why: str = "lobby.closed"


def told_so_far(live: LiveTable) -> Told:
    """What a channel was told that shows all that is saved of a table."""
    shown = since_last_message(live)
    if any(moment.version and moment.entry.by not in NOTED for moment in shown):
        shown = [moment for moment in shown if moment.version]  # the start was told before
    since = shown[0].version - 1 if shown else live.version
    key = PAUSED if live.table.paused else turn_slot(live)
    return Told(live.game, live.version, since, key)


class TableFeed:
    """Finds what one channel was not told yet."""

    def __init__(
        self,
        repository: Repository,
        channels: TableChannels,
        channel: str,
        saved: SavedTable,
        at: float,
    ) -> None:
        self._repository = repository
        self._channels = channels
        self._channel = channel
        self._saved = saved
        self._at = at
        self._again = False
        self._several = bool(channels.members)

    async def next(self, told: Told, *, again: bool = False) -> Step | None:
        """The next step; None if the channel was told everything.

        `again`: the step may stand there already, as a process has died that was telling it.
        """
        self._again = again
        live = self._saved.live
        if told.game and (live is None or live.game != told.game):
            return await self._end(told)
        lobby = self._lobby(told, live)
        if lobby is not None:
            return lobby
        return await self._running(told, live) if live is not None else None

    def _step(self, messages: list[Outgoing], told: Told) -> Step:
        return Step(tuple(map(self._called, messages)), told)

    def _called(self, message: Outgoing) -> Outgoing:
        """The message with mentions of those who are here."""
        if not self._several:
            return message
        here = tuple(user for user in message.notify if self._channels.calls(self._channel, user))
        return replace(message, notify=here, quiet=message.quiet or bool(message.notify and not here))

    def _own_language(self, usual: str) -> str:
        member = self._channels.members.get(self._channel)
        return usual if member is None or self._channel == self._channels.home else member.language

    def _local(self, live: LiveTable) -> LiveTable:
        return localized(live, self._channel, self._own_language(live.table.language))

    def _texts(self, usual: str) -> Catalogue:
        return public_texts(self._channel, self._own_language(usual))

    # -- lobbies --------------------------------------------------------------------------------------

    def _lobby(self, told: Told, live: LiveTable | None) -> Step | None:
        document = self._saved.lobby
        if document is None or document.version == told.lobby_version:
            return None
        now = replace(told, lobby_version=document.version, lobby="")
        if document.data is not None:
            lobby = decode_lobby(document.data)
            texts = self._texts(lobby.language)
            message = lobby_message(self._channel, replace(lobby, language=texts.language))
            if self._several:
                message = replace(message, text=f"{message.text}\n{self._where(texts)}")
            return self._step([message], replace(now, lobby=lobby.game))
        if not told.lobby:
            return self._step([], now)
        started = live is not None and live.game == told.lobby
        old = self._saved.old
        texts = self._texts(live.table.language if live is not None else old.language if old else "")
        days = max(1, round((self._repository.policy.keep_lobby or 0.0) / DAY))
        text = texts.text("lobby.started") if started else texts.text(self._saved.why, n=days)
        return self._step([Outgoing(self._channel, text, slot=lobby_slot(told.lobby), quiet=True)], now)

    def _where(self, texts: Catalogue) -> str:
        """All channels of the table, in one line."""
        places = sorted({platform_name(texts, channel) for channel in self._channels.members})
        return texts.text("lobby.channels", n=len(self._channels.members), platforms=listed(texts, places))

    # -- games ----------------------------------------------------------------------------------------

    async def _running(self, told: Told, live: LiveTable) -> Step | None:
        new = live.game != told.game
        if not new and (live.version, bool(told.key)) == (told.version, True):
            return None
        local = self._local(live)
        words = public_words(local)
        heard, since, key = (0, 0, "") if new else (told.version, told.since, told.key)
        goes_on = key == turn_slot(local) or is_thinking(key)  # the message is edited, or tells it all
        start = heard if self._several and not goes_on else max(0, since)
        chronicle = await self._chronicle(live, start, heard)
        if not goes_on:
            chronicle.forget_heard()
        if new or (is_thinking(key) and since < 0):
            chronicle.told.insert(0, Passage(0, 0, (words.text("start"),), 1))
        messages = self._asides(chronicle, words, local)
        edited = any(isinstance(act, BallotAct | StandingAct) for act in chronicle.acts)
        if chronicle.moved or edited or new or not key:
            earlier = self._earlier(chronicle) if key != turn_slot(local) else []
            turn = await self._turn(told, chronicle, words, local)
            key, since = turn.slot, chronicle.told[0].first - 1 if chronicle.told else live.version
            messages = [*messages, *earlier, turn]
        vote = live.table.vote
        if vote is not None and any(isinstance(act, VoteAct | AgreeAct) for act in chronicle.acts):
            what = await vote_subject(self._repository, words, live, vote)
            messages.append(vote_message(words, local, vote, what))
        if local.table.paused and any(isinstance(act, PauseAct) for act in chronicle.acts):
            messages.append(replace(pause_message(words, local), closes=(key,) if key else ()))
            key = PAUSED
        now = replace(told, game=live.game, version=live.version, since=since, key=key)
        return self._step(messages, now)

    async def _chronicle(self, live: LiveTable, since: int, heard: int) -> Chronicle:
        """What happened since a version; what came before the version `heard` was told before."""
        local = self._local(live)
        moves = recent_moves(live, since)
        if moves is not None:
            return of_moves(public_words(local), local, moves, heard)
        record = await self._repository.store.tables.load(live.channel)
        if record is None or record.game != live.game:
            return Chronicle(heard)
        entries = [read_entry(line) for line in record.log[: live.version]]
        return self._read(record.setup, entries, since, heard)[1]

    def _read(
        self, setup: bytes, entries: list[Entry], since: int, heard: int
    ) -> tuple[GameHistory, Chronicle]:
        history = GameHistory(self._channels.home, setup, ())
        for entry in entries[:since]:
            history.add(entry)
        texts = self._texts(history.table.language)
        return history, of_log(texts, history, entries[since:], heard)

    async def _turn(self, told: Told, chronicle: Chronicle, words: Words, local: LiveTable) -> Outgoing:
        old, key = told.key if told.game == local.game else "", turn_slot(local)
        message = turn_message(words, local, chronicle.lines())
        if old == key:
            return replace(message, fresh=calls_anew(local)) if chronicle.moved else _unheard(message)
        closes = tuple(one for one in (old, hint_slot(local)) if one not in ("", PAUSED, key))
        message = replace(message, closes=closes, fresh=not self._again)
        if not old:  # the first question of a game
            message = replace(message, closes=(*closes, WELCOME), fresh=False)
        if not chronicle.turned or local.table.paused or self._several:
            return message
        return await self._with_next_player(words, local, message)

    async def _with_next_player(self, words: Words, live: LiveTable, message: Outgoing) -> Outgoing:
        """The message of a new turn; it mentions the next player too, if their settings ask for it."""
        seats = live.table.seats
        seat = (live.state.player + 1) % len(seats)
        player = seats[seat].player
        if len(seats) < 3 or not player or player in message.notify:
            return message
        if not seats[live.state.player].player:  # the turn is over soon, and then they are mentioned
            return message
        if (await self._repository.store.users.settings(player)).get("next") != b"on":
            return message
        text = words.text("next.you", player=words.mention(seat))
        return replace(message, text=f"{message.text} · {text}", notify=(*message.notify, player))

    def _earlier(self, chronicle: Chronicle) -> list[Outgoing]:
        """What happened before the last move, in a message of its own if it is much: no turn goes untold."""
        earlier = [line for passage in chronicle.told[:-1] for line in passage.lines]
        if not self._several or len(earlier) < SEVERAL:
            return []
        chronicle.told = chronicle.told[-1:]
        return [Outgoing(self._channel, "\n".join(earlier), quiet=True)]

    def _asides(self, chronicle: Chronicle, words: Words, local: LiveTable) -> list[Outgoing]:
        """Short messages about votes, and reminders."""
        found = [closed_vote(words, local, *closed) for closed in chronicle.votes]
        for act in chronicle.acts:
            if isinstance(act, WarnAct):
                found.append(idle_notice(words, local, self._repository.policy.keep_idle or 0.0))
            elif isinstance(act, RemindAct):
                found += self._reminders(words, local, act.seat)
        return list({message.text: message for message in found}.values())

    def _reminders(self, words: Words, local: LiveTable, seat: int) -> list[Outgoing]:
        """A reminder, where its player is."""
        if self._several and not self._channels.calls(self._channel, local.table.seats[seat].player):
            return []
        waits = [wait for wait in local.waits if wait.seat == seat]
        due = [replace(wait, reminded=wait.reminded - 1) for wait in waits[:1]]  # this reminder is noted
        return [reminder(words, local, wait, self._at) for wait in due]

    async def _end(self, told: Told) -> Step:
        """The rest of a game that is over."""
        after = replace(told, game="", version=0, key="")
        record = self._saved.ended
        if record is None:
            record = await self._repository.store.archive.load(self._channels.home, told.game)
        if record is None:
            return self._step([], after)
        try:
            entries = [read_entry(line) for line in record.log]
            history, chronicle = self._read(record.setup, entries, told.version, told.version)
        except UNREADABLE:  # it was put away as it is
            return self._step([], after)
        local = self._local(history.live)
        words = public_words(local)
        closes = "" if told.key == PAUSED else told.key
        messages = [closed_vote(words, local, *closed) for closed in chronicle.votes]
        if ended_of(local) is None:
            return self._step([*messages, ending.closed_message(words, local, closes)], after)
        notes = [] if self._several else chronicle.notes()
        if self._several and chronicle.told:
            messages.append(Outgoing(self._channel, "\n".join(chronicle.lines()), quiet=True))
        end = ending.end_message(words, _shown_as(history, local), closes, notes)
        return self._step([*messages, end], after)


def _unheard(message: Outgoing) -> Outgoing:
    """The message edited without a sound: nobody is asked anything new."""
    return replace(message, notify=(), quiet=True)


def _without_final_scores(moment: Moment) -> Moment:
    """The last move alone: the ranking follows."""
    events = [event for event in moment.events if not (isinstance(event, Scored) and event.final)]
    return replace(moment, events=tuple(events))


def _shown_as(history: GameHistory, live: LiveTable) -> GameHistory:
    """A history whose table is shown as that of another channel."""
    history.live = live
    return history
