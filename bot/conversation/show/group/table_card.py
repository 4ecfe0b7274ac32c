"""The card of a table: what another channel shows of it. It waits for players, runs, or is finished."""

from __future__ import annotations

from bot.conversation.protocol import markup
from bot.conversation.protocol.catalogue import Catalogue, catalogue
from bot.conversation.protocol.formats import listed
from bot.conversation.protocol.messages import Choice, Outgoing, TableCard
from bot.conversation.protocol.tokens import command
from bot.conversation.show import emoji
from bot.conversation.show.ending import once_more, ranking, winner_title
from bot.conversation.show.group.result_card import card_alt, card_of
from bot.conversation.show.lobby import clock_line, known_word
from bot.conversation.show.offered import UNDER_CARD, about_game
from bot.conversation.show.turn import standings_line
from bot.conversation.show.words import Words
from bot.conversation.table.history import GameHistory
from bot.conversation.table.lobby import Lobby
from bot.conversation.table.state import LiveTable


def open_card(channel: str, lobby: Lobby) -> TableCard:
    """Players are missing: who sits there, what is played, and a button to join."""
    texts = catalogue(lobby.language)
    names = listed(texts, [f"<b>{markup.escape(guest.name)}</b>" for guest in lobby.guests])
    lines = [
        texts.text("card.open", game=texts.text(f"game.{lobby.kind}")),
        texts.text("card.seats", names=names, n=len(lobby.guests), most=lobby.most()),
    ]
    if lobby.boxes:
        boxes = listed(texts, [known_word(texts, "box", box) for box in lobby.boxes])
        lines.append(texts.text("lobby.boxes", boxes=boxes))
    lines += [clock_line(texts, lobby)] if lobby.clock.limit else []
    join = Choice(texts.label("button.join"), command(lobby.game, 0, "join"), "success")
    full = len(lobby.guests) >= lobby.most()
    text = _at(texts, lines, channel)
    text = text if lobby.emoji else emoji.without(text)
    return TableCard("open", Outgoing(channel, text, () if full else (join,)))


def running_card(words: Words, live: LiveTable) -> TableCard:
    """Whose turn it is, and the scores."""
    asked = words.together(list(dict.fromkeys(words.name(wait.seat) for wait in live.waits)))
    turn = words.text("card.paused") if live.table.paused else words.text("card.turn", player=asked)
    lines = [f"{words.icon('turn')}{turn}", standings_line(words, live)]
    seat = live.waits[0].seat if len(live.waits) == 1 else None
    return TableCard("running", Outgoing(live.channel, _at(words.catalogue, lines, live.channel), seat=seat))


def finished_card(words: Words, history: GameHistory) -> TableCard:
    """The result, with the last board, the replay and the review."""
    live, ended = history.live, history.ended
    if ended is None:
        return closed_card(words.catalogue, live.channel)
    choices = about_game(words.catalogue, live.game, UNDER_CARD)
    winner = next(seat for seat, place in enumerate(ended.places) if place == 1)
    message = Outgoing(
        live.channel,
        _at(words.catalogue, [winner_title(words, ended), *ranking(words, ended)], live.channel),
        (*choices, once_more(words, live)),
        picture=card_of(words, history, ended),
        alt=card_alt(words, history, ended),
        seat=winner,
    )
    return TableCard("finished", message)


def closed_card(texts: Catalogue, channel: str) -> TableCard:
    """There is no table any more."""
    return TableCard("closed", Outgoing(channel, texts.text("card.closed")))


def _at(texts: Catalogue, lines: list[str], channel: str) -> str:
    return "\n".join([*lines, texts.text("card.place", channel=channel)])
