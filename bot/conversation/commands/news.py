"""What a channel of a table with several channels is to be told next, in its own language."""

from __future__ import annotations

from dataclasses import dataclass, replace

from bot.conversation.commands.alarm import reminder
from bot.conversation.commands.lobby import start_note
from bot.conversation.commands.seats import pause_message
from bot.conversation.commands.votes import vote_key, vote_message, vote_subject
from bot.conversation.context import Context, localized, public_words
from bot.conversation.protocol.catalogue import Catalogue
from bot.conversation.protocol.durations import DAY
from bot.conversation.protocol.messages import Outgoing
from bot.conversation.protocol.polyglot import public_texts
from bot.conversation.show import ending
from bot.conversation.show.auction import in_short
from bot.conversation.show.chronicle import Chronicle, of_log, of_moves, recent_moves
from bot.conversation.show.lobby import lobby_message
from bot.conversation.show.turn import calls_anew, hint_key, message_key, turn_message
from bot.conversation.show.words import Words, platform_name
from bot.conversation.table.acts import AgreeAct, BallotAct, PauseAct, RemindAct, VoteAct, WarnAct
from bot.conversation.table.channels import Member, TableChannels, Told
from bot.conversation.table.due import idle_warning
from bot.conversation.table.final import ended_of
from bot.conversation.table.history import GameHistory
from bot.conversation.table.lobby import decode_lobby
from bot.conversation.table.log import Entry, read_entry
from bot.conversation.table.model import Vote
from bot.conversation.table.state import LiveTable, Moment
from engine.events import Scored

SEVERAL = 2  # lines about earlier moves that have a message of their own
PAUSED = "paused"  # stands for the key of a question that a pause has closed


@dataclass(frozen=True, slots=True)
class News:
    """Messages for a channel, and what it was told with them."""

    home: str
    channel: str
    member: Member
    messages: tuple[Outgoing, ...]
    told: Told


class Reporter:
    """Finds what one channel was not told yet."""

    def __init__(
        self, context: Context, channels: TableChannels, channel: str, *, again: bool = False
    ) -> None:
        """`again`: the next step may stand there already, as a process has died that was telling it."""
        self._again = again
        self._context = context
        self._channels = channels
        self._channel = channel
        self._member = channels.members[channel]
        self._told = self._member.told

    async def next(self) -> News | None:
        """The next step; None if the channel was told everything."""
        live = await self._context.live_or_none()
        if self._told.game and (live is None or live.game != self._told.game):
            return await self._end()
        lobby = await self._lobby(live)
        if lobby is not None:
            return lobby
        return await self._running(live) if live is not None else None

    def _news(self, messages: list[Outgoing], told: Told) -> News:
        called = tuple(self._called(message) for message in messages)
        return News(self._channels.home, self._channel, self._member, called, told)

    def _called(self, message: Outgoing) -> Outgoing:
        """The message with mentions of those who are here."""
        here = tuple(user for user in message.notify if self._channels.calls(self._channel, user))
        return replace(message, notify=here, quiet=message.quiet or bool(message.notify and not here))

    def _local(self, live: LiveTable) -> LiveTable:
        own = self._channel == self._channels.home
        return localized(live, self._channel, live.table.language if own else self._member.language)

    def _texts(self, usual: str) -> Catalogue:
        language = usual if self._channel == self._channels.home else self._member.language
        return public_texts(self._channel, language)

    # -- lobbies --------------------------------------------------------------------------------------

    async def _lobby(self, live: LiveTable | None) -> News | None:
        document = await self._context.stored_lobby()
        if document.version == self._told.lobby_version:
            return None
        told = replace(self._told, lobby_version=document.version, lobby="")
        if document.data is not None:
            lobby = decode_lobby(document.data)
            texts = self._texts(lobby.language)
            message = lobby_message(self._channel, replace(lobby, language=texts.language))
            message = replace(message, text=f"{message.text}\n{self._where(texts)}")
            return self._news([message], replace(told, lobby=lobby.game))
        if not self._told.lobby:
            return self._news([], told)
        started = live is not None and live.game == self._told.lobby
        texts = self._texts(live.table.language if live else self._member.language)
        text = texts.text("lobby.started" if started else "lobby.closed")
        closed = Outgoing(self._channel, text, key=f"lobby.{self._told.lobby}", quiet=True)
        return self._news([closed], told)

    def _where(self, texts: Catalogue) -> str:
        """All channels of the table, in one line."""
        places = sorted({platform_name(texts, channel) for channel in self._channels.members})
        return texts.text("lobby.channels", n=len(self._channels.members), platforms=", ".join(places))

    # -- games ----------------------------------------------------------------------------------------

    async def _running(self, live: LiveTable) -> News | None:
        new = live.game != self._told.game
        if not new and (live.version, bool(self._told.key)) == (self._told.version, True):
            return None
        local = self._local(live)
        words = public_words(local)
        heard = 0 if new else self._told.version
        since = self._told.since if self._told.key == message_key(live) and not new else heard
        chronicle = await self._chronicle(live, since, heard)
        if since == 0:
            chronicle.lines.insert(0, start_note(words))
        messages = self._asides(chronicle, words, local)
        key = self._told.key
        voted = any(isinstance(act, BallotAct) for act in chronicle.acts)
        if chronicle.moved or voted or new or not key:
            turn = self._turn(chronicle, words, local)
            key = turn.key
            earlier = self._earlier(chronicle) if since == heard else []
            messages = [*messages, *earlier, turn]
            since = live.version - len(chronicle.moments) if earlier else since
        vote = live.table.vote
        if vote is not None and any(isinstance(act, VoteAct | AgreeAct) for act in chronicle.acts):
            what = await vote_subject(self._context.repository, words, live, vote)
            messages.append(vote_message(words, local, vote, what))
        if local.table.paused and any(isinstance(act, PauseAct) for act in chronicle.acts):
            messages.append(replace(pause_message(words, local), closes=(key,) if key else ()))
            key = PAUSED
        told = replace(self._told, game=live.game, version=live.version, since=since, key=key)
        return self._news(messages, told)

    async def _chronicle(self, live: LiveTable, since: int, heard: int) -> Chronicle:
        """What happened since a version; what came before the version `heard` was told before."""
        local = self._local(live)
        moves = recent_moves(live, since)
        if moves is not None:
            return of_moves(public_words(local), local, moves, heard - since)
        record = await self._context.store.tables.load(live.channel)
        if record is None or record.game != live.game:
            return Chronicle()
        entries = [read_entry(line) for line in record.log[: live.version]]
        return self._read(record.setup, entries, since, heard)[1]

    def _read(
        self, setup: bytes, entries: list[Entry], since: int, heard: int
    ) -> tuple[GameHistory, Chronicle]:
        history = GameHistory(self._channels.home, setup, ())
        for entry in entries[:since]:
            history.add(entry)
        texts = self._texts(history.table.language)
        return history, of_log(texts, history, entries[since:], heard - since)

    def _turn(self, chronicle: Chronicle, words: Words, local: LiveTable) -> Outgoing:
        old = self._told.key
        lines = in_short(words, local.state, chronicle.moments)
        few = len(chronicle.lines) < SEVERAL or old == message_key(local)
        message = turn_message(words, local, happened=[*chronicle.lines, *lines] if few else lines)
        closes = tuple(one for one in (old, hint_key(local)) if one not in ("", PAUSED, message.key))
        if old == message.key:
            anew = chronicle.moved and calls_anew(local)
            return replace(message, closes=(), fresh=chronicle.undone or anew)
        return replace(message, closes=closes, fresh=chronicle.undone or not self._again)

    def _earlier(self, chronicle: Chronicle) -> list[Outgoing]:
        """What happened before the last move, in a message of its own if it is much: no turn goes untold."""
        if len(chronicle.lines) < SEVERAL:
            return []
        return [Outgoing(self._channel, "\n".join(chronicle.lines), quiet=True)]

    def _asides(self, chronicle: Chronicle, words: Words, local: LiveTable) -> list[Outgoing]:
        """Short messages about votes, and reminders."""
        found = [self._closed_vote(words, local, *closed) for closed in chronicle.votes]
        for act in chronicle.acts:
            if isinstance(act, WarnAct):
                found.append(self._warning(words, local))
            elif isinstance(act, RemindAct):
                found += self._reminders(words, local, act.seat)
        return list({message.text: message for message in found}.values())

    def _closed_vote(self, words: Words, local: LiveTable, vote: Vote, by: int) -> Outgoing:
        passed = by == vote.by
        text = words.text("vote.passed") if passed else words.text("vote.refused", player=words.name(by))
        return Outgoing(self._channel, text, key=vote_key(local, vote), quiet=True)

    def _warning(self, words: Words, local: LiveTable) -> Outgoing:
        patience = self._context.repository.policy.keep_idle or 0.0
        days = max(1, round(idle_warning(patience) / DAY))
        people = tuple(dict.fromkeys(local.table.people()))
        return Outgoing(self._channel, words.text("end.soon", n=days), notify=people)

    def _reminders(self, words: Words, local: LiveTable, seat: int) -> list[Outgoing]:
        """A reminder, where its player is."""
        if not self._channels.calls(self._channel, local.table.seats[seat].player):
            return []
        waits = [wait for wait in local.waits if wait.seat == seat]
        told = [replace(wait, reminded=wait.reminded - 1) for wait in waits[:1]]  # this reminder is noted
        return [reminder(words, local, wait, self._context.at) for wait in told]

    async def _end(self) -> News:
        """The rest of a game that is over."""
        after = replace(self._told, game="", version=0, key="")
        record = await self._context.store.archive.load(self._channels.home, self._told.game)
        if record is None:
            return self._news([], after)
        entries = [read_entry(line) for line in record.log]
        version = self._told.version
        history, chronicle = self._read(record.setup, entries, version, version)
        local = self._local(history.live)
        words = public_words(local)
        closes = "" if self._told.key == PAUSED else self._told.key
        if ended_of(local) is None:
            return self._news([ending.closed_message(words, local, closes)], after)
        chronicle.lines += in_short(words, local.state, map(_without_final_scores, chronicle.moments))
        last = [Outgoing(self._channel, "\n".join(chronicle.lines), quiet=True)] if chronicle.lines else []
        return self._news([*last, ending.end_again(words, replace_live(history, local), closes)], after)


def _without_final_scores(moment: Moment) -> Moment:
    """The last move alone: the ranking follows."""
    events = [event for event in moment.events if not (isinstance(event, Scored) and event.final)]
    return replace(moment, events=tuple(events))


def replace_live(history: GameHistory, live: LiveTable) -> GameHistory:
    """A history whose table is shown as that of another channel."""
    history.live = live
    return history


async def current(context: Context) -> Told:
    """What a channel shows that was told everything so far by the answers to its commands."""
    live = await context.live_or_none()
    document = await context.stored_lobby()
    lobby = decode_lobby(document.data).game if document.data is not None else ""
    if live is None:
        return Told(lobby=lobby, lobby_version=document.version)
    return Told(live.game, live.version, live.version, message_key(live), lobby, document.version)
