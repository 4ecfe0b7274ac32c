"""What pages about a group show: its games, its ladders, the month of the daily position, a player."""

from __future__ import annotations

from dataclasses import dataclass

from bot.conversation.protocol import markup
from bot.conversation.protocol.catalogue import Catalogue
from bot.conversation.protocol.formats import listed
from bot.conversation.protocol.pictures import PictureRequest
from bot.conversation.show import emoji
from bot.conversation.show.group import daily as daily_show
from bot.conversation.show.group import standings as show
from bot.conversation.show.group.result_card import card_of
from bot.conversation.show.words import Words
from bot.conversation.table.history import UNREADABLE, GameHistory
from bot.conversation.table.ladder import LADDERS
from bot.conversation.table.polls import daily_store
from bot.conversation.table.profile import Profile, profile_of
from bot.conversation.table.results import GameResult, decode_result
from bot.conversation.table.standings import ladders, seasons_of
from storage.port import Store

GAMES = 12  # on a page


@dataclass(frozen=True, slots=True)
class ListedGame:
    """A finished game: the players with their ids, which may be empty, names and scores, the winner first."""

    game: str
    day: str
    players: tuple[tuple[str, str, int], ...]
    line: str


@dataclass(frozen=True, slots=True)
class TextTable:
    """A table of texts; without heads its rows are names and values."""

    title: str
    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class GroupPage:
    """What a page shows, as plain texts."""

    title: str
    tables: tuple[TextTable, ...] = ()
    note: str = ""


class GroupPages:
    """Finds what pages show; every method raises StorageError."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def _results(self, group: str) -> list[GameResult]:
        return [decode_result(line) for line in await self._store.results.load(group)]

    async def games(self, texts: Catalogue, group: str) -> list[ListedGame]:
        """The last games, the latest first."""
        return [_listed(texts, result) for result in (await self._results(group))[-GAMES:][::-1]]

    async def card(self, texts: Catalogue, group: str, game: str, theme: str) -> PictureRequest | None:
        """The card of a finished game; None if there is none."""
        record = await self._store.archive.load(group, game)
        if record is None:
            return None
        try:
            history = GameHistory(record.channel, record.setup, record.log)
        except UNREADABLE:
            return None
        ended = history.ended
        return card_of(Words(texts, history.table), history, ended, theme) if ended is not None else None

    async def top(self, texts: Catalogue, group: str) -> GroupPage:
        """The ladders of the season, and those of all time."""
        seasons, found = await seasons_of(self._store, group), await ladders(self._store, group)
        heads = tuple(texts.label(f"top.{head}") for head in show.HEADS)
        tables = []
        for number in (max(found.seasons, default=0), -1):
            span = texts.label("top.all") if number < 0 else show.season_name(texts, number)
            for kind in LADDERS:
                rows = tuple(
                    show.row_of(place, one) for place, one in enumerate(show.ranked(found.of(kind, number)))
                )
                if rows:
                    title = texts.label("top.title", ladder=texts.text(f"ladder.{kind}"), span=span)
                    tables.append(TextTable(title, heads, rows))
        empty = texts.label("top.empty" if seasons.on else "top.off")
        return GroupPage(texts.label("web.top"), tuple(tables), "" if tables else empty)

    async def daily(self, texts: Catalogue, group: str) -> GroupPage:
        """The month's table of the position of the day."""
        setting = await daily_store.setting_of(self._store, group)
        rows = await daily_store.month_of(self._store, group, setting)
        title = texts.label("daily.table")
        if not rows:
            return GroupPage(title, note=texts.label("daily.no_table" if setting.on else "daily.none"))
        cells = tuple(tuple(daily_show.month_cells(place, row)) for place, row in enumerate(rows))
        month = emoji.without(daily_show.month_title(texts, setting))
        table = TextTable(month, tuple(daily_show.month_heads(texts)), cells)
        return GroupPage(title, (table,), texts.label("daily.points"))

    async def _profile(self, group: str, user: str) -> Profile | None:
        return profile_of(await self._results(group), await ladders(self._store, group), user)

    async def player(self, texts: Catalogue, group: str, user: str) -> GroupPage | None:
        """What the group knows of a player; None if nothing."""
        found = await self._profile(group, user)
        if found is None:
            return None
        facts = [(texts.label(f"profile.{name}"), value) for name, value in show.profile_facts(texts, found)]
        titles = listed(texts, show.title_words(texts, found))
        rows = (*facts, *([(texts.label("profile.titles"), titles)] if titles else []))
        return GroupPage(found.name, (TextTable("", (), rows),))

    async def player_card(self, texts: Catalogue, group: str, user: str, theme: str) -> PictureRequest | None:
        """The same as a picture."""
        found = await self._profile(group, user)
        return show.profile_picture(texts, found, theme) if found is not None else None


def _listed(texts: Catalogue, result: GameResult) -> ListedGame:
    seats = sorted(result.seats, key=lambda seat: seat.place)
    players = tuple((seat.user, seat.name, seat.score) for seat in seats)
    day = show.day_of(texts, result.ended)
    return ListedGame(result.game, day, players, markup.plain(show.scores_line(result)))
