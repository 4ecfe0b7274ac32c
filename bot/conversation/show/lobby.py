"""The lobby as a message: its players, its settings, and the buttons to change them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from bot.conversation.protocol import markup
from bot.conversation.protocol.catalogue import Catalogue, catalogue
from bot.conversation.protocol.durations import MINUTE, duration
from bot.conversation.protocol.formats import listed
from bot.conversation.protocol.messages import Choice, Outgoing, Style
from bot.conversation.protocol.polyglot import public_texts
from bot.conversation.protocol.tokens import command
from bot.conversation.show import emoji
from bot.conversation.show.first_player import first_player_choices, first_player_line
from bot.conversation.show.rules import option_words
from bot.conversation.show.words import platform_name
from bot.conversation.table.bank import BANK_RULES, NO_BANK, Bank
from bot.conversation.table.due import read_bank, read_limit
from bot.conversation.table.lobby import AS_USUAL, LEVELS, Guest, Lobby, presets
from bot.conversation.table.model import RULES
from bot.conversation.table.polls.crowd import CrowdRules
from engine.game import GAMES

SLOT = "lobby."  # begins the slot of a lobby, before its game
PACES = (0, 2, 5, 10)
BANKS = ("off", "15m", "30m+30s", "3d+6h")
VOTE_TIMES = ("1m", "10m", "1h", "8h", "1d")
LEAST_VOTES = (1, 2, 3, 5)
CLOCKS = ("none", "10m", "1h", "8h", "1d", "3d", "7d")


def computer_name(lobby: Lobby) -> str:
    """An unused name for one more computer player; there are more names than seats."""
    names = catalogue(lobby.language).label("computer.names").split(", ")
    return next(name for name in names if not lobby.has_name(name))


def lobby_slot(game: str) -> str:
    """The slot of a lobby's message."""
    return f"{SLOT}{game}"


def lobby_game(slot: str) -> str:
    """The game of a lobby's message by its slot; empty for other messages."""
    return slot.removeprefix(SLOT) if slot.startswith(SLOT) else ""


def lobby_message(channel: str, lobby: Lobby) -> Outgoing:
    """The lobby in the channel's language."""
    texts = public_texts(channel, lobby.language)
    mixed = len({user.partition(":")[0] for user in lobby.people()}) > 1
    names = listed(texts, [_guest(texts, guest, mixed=mixed) for guest in lobby.guests])
    lines = [
        texts.text("lobby.title", game=texts.text(f"game.{lobby.kind}")),
        texts.text("lobby.guests", names=names, n=len(lobby.guests)),
        *_about_computers(texts, lobby),
    ]
    if lobby.known_boxes():
        boxes = listed(texts, [known_word(texts, "box", box) for box in lobby.boxes])
        lines.append(texts.text("lobby.boxes", boxes=boxes or texts.text("lobby.none")))
    chosen = [option_words(texts, name, lobby.chosen(name)) for name, _ in lobby.options]
    if chosen:
        lines.append(texts.text("lobby.options", options=listed(texts, chosen)))
    lines += filter(None, [first_player_line(texts, lobby)])
    lines.append(clock_line(texts, lobby))
    if lobby.bank.seconds:
        lines.append(_bank_line(texts, lobby.bank))
    if lobby.by_vote:
        lines.append(_crowd_line(texts, lobby.crowd))
    if lobby.rated:
        lines.append(texts.text("lobby.rated"))
    if lobby.pace != AS_USUAL:
        lines.append(pace_words(texts, lobby.pace))
    if lobby.public:
        lines.append(texts.text("lobby.public"))
    lines.append(texts.text("lobby.ready" if len(lobby.guests) > 1 else "lobby.hint"))
    text = "\n".join(lines)
    text = text if lobby.emoji else emoji.without(text)
    choices, more = tuple(_choices(texts, lobby)), command(lobby.game, 0, "options")
    return Outgoing(channel, text, choices, slot=lobby_slot(lobby.game), quiet=True, more=more)


def _guest(texts: Catalogue, guest: Guest, *, mixed: bool) -> str:
    name = f"<b>{markup.escape(guest.name)}</b>"
    if guest.user and mixed:
        return f"{name} ({platform_name(texts, guest.user)})"
    return name if guest.user else f"{name} ({texts.text(f'level.{guest.level}')})"


def _about_computers(texts: Catalogue, lobby: Lobby) -> Iterator[str]:
    """What each level that sits there is like, and that none of them sees the bag."""
    seated = {guest.level for guest in lobby.guests if not (guest.user or guest.by_vote)}
    for level in LEVELS:
        if level in seated:
            about = texts.text(f"about_level.{level}")
            yield f"<i>{texts.text(f'level.{level}')}: {about}</i>"
    if seated:
        yield f"<i>{texts.text('lobby.computers_blind')}</i>"


def clock_line(texts: Catalogue, lobby: Lobby) -> str:
    """How long a decision may take, and what happens then."""
    clock = lobby.clock
    if not clock.limit:
        return texts.text("lobby.no_clock")
    rule = texts.text(f"rule.{clock.rule}", n=clock.misses)
    return texts.text("lobby.clock", time=duration(texts, clock.limit), rule=rule)


def _bank_line(texts: Catalogue, bank: Bank) -> str:
    time = bank_words(texts, bank)
    if bank.quiet is not None:
        time += f" ({texts.text('bank.quiet', begin=bank.quiet[0], end=bank.quiet[1])})"
    return texts.text("lobby.bank", time=time, rule=texts.text(f"bank.rule.{bank.rule}"))


def _crowd_line(texts: Catalogue, rules: CrowdRules) -> str:
    line = texts.text("lobby.crowd", time=duration(texts, rules.time))
    if rules.least > 1:
        line += f" {texts.text('crowd.least', n=rules.least)}."
    return f"{line} {texts.text('crowd.enough', n=rules.enough)}." if rules.enough else line


def bank_words(texts: Catalogue, bank: Bank) -> str:
    """How much time a bank has, and what a turn adds."""
    time = duration(texts, bank.seconds)
    if not bank.increment:
        return time
    more = bank.increment
    return f"{time} + {duration(texts, more) if more >= MINUTE else texts.text('time.seconds', n=more)}"


def pace_words(texts: Catalogue, seconds: int) -> str:
    """How long computers wait before they play."""
    return texts.text("lobby.pace", n=seconds) if seconds else texts.text("lobby.at_once")


def known_word(texts: Catalogue, place: str, word: str) -> str:
    """The name of a box; of one without a text, its key."""
    key = f"{place}.{word}"
    return texts.text(key) if texts.has(key) else word.replace("_", " ")


def _choices(texts: Catalogue, lobby: Lobby) -> list[Choice]:
    return [
        *_buttons(texts, lobby),
        *_boxes(texts, lobby),
        *_presets(texts, lobby),
        *_rules(texts, lobby),
        *_clocks(texts, lobby),
    ]


def _press(
    lobby: Lobby, label: str, what: str, style: Style = "secondary", row: int = 0, menu: str = ""
) -> Choice:
    return Choice(markup.plain(label), command(lobby.game, 0, *what.split(".")), style, row, menu)


def _mark(label: str, on: bool) -> str:
    return f"✓ {label}" if on else label


def _buttons(texts: Catalogue, lobby: Lobby) -> Iterator[Choice]:
    yield _press(lobby, texts.text("button.join"), "join", "success")
    yield _press(lobby, texts.text("button.leave"), "leave")
    yield _press(lobby, texts.text("button.computer"), "computer.normal")
    yield _press(lobby, texts.text("button.start"), "start", "primary")
    yield _press(lobby, texts.text("button.close"), "close", "danger")
    yield replace(_press(lobby, texts.text("button.setup"), "setup", "primary", 1), window=True)


def _boxes(texts: Catalogue, lobby: Lobby) -> Iterator[Choice]:
    menu = texts.label("menu.boxes")
    for box in lobby.known_boxes():
        name, chosen = known_word(texts, "box", box), box in lobby.boxes
        about = texts.text(f"about_box.{box}") if texts.has(f"about_box.{box}") else ""
        switch = _press(lobby, _mark(name, chosen), f"change.box.{box}", row=2, menu=menu)
        beside = f"<b>{name}</b>\n{about}".strip() if chosen else ""
        yield replace(switch, detail=markup.plain(about), beside=beside)


def _presets(texts: Catalogue, lobby: Lobby) -> Iterator[Choice]:
    """Other games, presets, and computers of every level."""
    menu = texts.label("menu.presets")
    for game in GAMES if len(GAMES) > 1 else ():
        label = _mark(texts.text(f"game.{game}"), game == lobby.kind)
        yield _press(lobby, label, f"change.game.{game}", row=3, menu=menu)
    for name in presets(lobby):
        yield _press(lobby, texts.text(f"preset.{name}"), f"change.preset.{name}", row=3, menu=menu)
    for level in LEVELS:
        label = f"+ {texts.text(f'level.{level}')}"
        yield _press(lobby, label, f"change.computers.1_{level}", row=3, menu=menu)
    yield _press(lobby, texts.text("button.computer_off"), "computer.off", row=3, menu=menu)
    for guest in lobby.guests if len(lobby.guests) > 1 else ():
        name = markup.escape(guest.name)
        remove = _press(
            lobby, texts.text("button.remove", name=name), f"change.out.{guest.mark}", row=3, menu=menu
        )
        yield replace(remove, beside=_guest(texts, guest, mixed=False))
    label = _mark(texts.text("button.crowd"), lobby.by_vote)
    yield _press(lobby, label, f"change.crowd.{'0' if lobby.by_vote else '1'}", row=3, menu=menu)


def _rules(texts: Catalogue, lobby: Lobby) -> Iterator[Choice]:
    menu = texts.label("menu.rules")
    for option in lobby.known_options():
        label = option_words(texts, option, lobby.chosen(option))
        yield _press(lobby, label, f"change.{option}.next", row=4, menu=menu)
    yield from first_player_choices(texts, lobby, 4, menu)
    label = _mark(texts.text("option.aids"), lobby.aids)
    yield _press(lobby, label, f"change.aids.{'off' if lobby.aids else 'on'}", row=4, menu=menu)
    label = _mark(texts.text("option.emoji"), lobby.emoji)
    yield _press(lobby, label, f"change.emoji.{'off' if lobby.emoji else 'on'}", row=4, menu=menu)
    label = _mark(texts.text("button.public"), lobby.public)
    yield _press(lobby, label, f"change.public.{'off' if lobby.public else 'on'}", row=4, menu=menu)
    label = _mark(texts.text("option.rated"), lobby.rated)
    yield _press(lobby, label, f"change.rated.{'off' if lobby.rated else 'on'}", row=4, menu=menu)


def _clocks(texts: Catalogue, lobby: Lobby) -> Iterator[Choice]:
    """How long a decision may take, what happens then, and how fast computers play."""
    menu = texts.label("menu.clock")
    for limit in CLOCKS:
        seconds = read_limit(limit)
        label = duration(texts, seconds) if seconds else texts.text("lobby.no_clock")
        label = _mark(label, seconds == lobby.clock.limit)
        yield _press(lobby, label, f"change.clock.{limit}", row=5, menu=menu)
    for rule in RULES:
        label = _mark(texts.text(f"rule.{rule}", n=lobby.clock.misses), rule == lobby.clock.rule)
        yield _press(lobby, label, f"change.rule.{rule}", row=5, menu=menu)
    for text in BANKS:
        bank = read_bank(text) or NO_BANK
        label = (
            texts.text("bank.menu", time=bank_words(texts, bank)) if bank.seconds else texts.text("bank.none")
        )
        label = _mark(label, (bank.seconds, bank.increment) == (lobby.bank.seconds, lobby.bank.increment))
        yield _press(lobby, label, f"change.bank.{text}", row=5, menu=menu)
    yield from _votes(texts, lobby, menu)
    for rule in BANK_RULES if lobby.bank.seconds else ():
        label = _mark(texts.text(f"bank.rule.{rule}"), rule == lobby.bank.rule)
        yield _press(lobby, label, f"change.flag.{rule}", row=5, menu=menu)
    for pace in PACES:
        label = _mark(pace_words(texts, pace), pace == lobby.pace)
        yield _press(lobby, label, f"change.pace.{pace}", row=5, menu=menu)


def _votes(texts: Catalogue, lobby: Lobby, menu: str) -> Iterator[Choice]:
    """How long the channel votes, and how many votes it takes."""
    for limit in VOTE_TIMES if lobby.by_vote else ():
        seconds = read_limit(limit) or 0
        label = _mark(texts.text("crowd.time", time=duration(texts, seconds)), seconds == lobby.crowd.time)
        yield _press(lobby, label, f"change.vote.{limit}", row=5, menu=menu)
    for least in LEAST_VOTES if lobby.by_vote else ():
        label = _mark(texts.text("crowd.least", n=least), least == lobby.crowd.least)
        yield _press(lobby, label, f"change.votes.{least}", row=5, menu=menu)
