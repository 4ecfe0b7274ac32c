"""The buttons of a refusal: what helps where the text says what is missing."""

from __future__ import annotations

from bot.conversation.protocol.catalogue import Catalogue
from bot.conversation.protocol.messages import Choice
from bot.conversation.protocol.tokens import NO_GAME, command

AGAIN = ("board",)  # it only shows what is asked
REMEDIES = {  # the key of a refusal -> the commands that help, with their arguments
    "no_lobby": ("new",),
    "no_table": ("new",),
    "history.none": ("new",),
    "profile.none": ("new",),
    "running": AGAIN,
    "stale": AGAIN,
    "not_your_turn": AGAIN,
    "not_your_seat": AGAIN,
    "not_paused": AGAIN,
    "skip.nobody": AGAIN,
    "undo.nothing": AGAIN,
    "vote.gone": AGAIN,
    "amount.range": AGAIN,
    "play.bad": AGAIN,
    "play.usage": AGAIN,
    "play.no_such_cell": AGAIN,
    "play.no_fit": AGAIN,
    "play.which_way": AGAIN,
    "play.which_claim": AGAIN,
    "play.which_lot": AGAIN,
    "why.no_tile": AGAIN,
    "review.running": AGAIN,
    "vote.running": ("agree", "refuse"),
    "paused_now": ("resume",),
    "away": ("substitute.back",),
    "substitute.last": ("pause",),
    "lobby_open": ("join",),
    "join_first": ("join",),
    "not_started": ("start", "computer.normal"),
    "not_started.alone": ("computer.normal", "invite"),
    "not_started.guest": ("join",),
    "full.sixth": ("change.max_players.6",),
    "rated.computers": ("computer.off",),
    "crowd.bank": ("change.bank.off", "change.crowd.0"),
    "crowd.alone": ("link",),
    "no_such_game": ("mygames",),
    "too_many_tables": ("mygames",),
    "banned": ("mygames",),
    "find.gone": ("find",),
    "howto.no_page": ("howto",),
    "top.usage": ("top",),
    "profile.nobody": ("history",),
    "settings.usage": ("settings",),
    "settings.each_own": ("settings",),
    "hint.failed": ("hint",),
    "daily.over": ("daily",),
    "cup.usage": ("cup",),
    "cup.not_in": ("cup",),
    "cup.in_already": ("cup",),
    "cup.open_now": ("cup",),
    "cup.not_started": ("cup",),
    "cup.too_late": ("cup.standings",),
    "cup.is_over": ("cup.standings",),
    "cup.link_unknown": ("new",),
    "cup.link_late": ("new",),
    "cup.link_over": ("new",),
    "cup.no_match": ("cup.standings",),
    "cup.match_over": ("cup.standings",),
    "cup.which_match": ("cup.pairings",),
    "unknown_command": ("help",),
}
RIVER = "river_with_carcassonne"  # the option that lets a river flow beside the city


def remedies_of(key: str, *, plays: bool = False) -> tuple[str, ...]:
    """What helps against a refusal by its key. Where a game `plays`, no new table can be opened."""
    deeds = REMEDIES.get(key, ())
    return AGAIN if plays and deeds == ("new",) else deeds


def remedy_choices(texts: Catalogue, deeds: tuple[str, ...]) -> tuple[Choice, ...]:
    """The buttons of what helps."""
    return tuple(
        Choice(
            texts.label(f"remedy.{deed.replace('.', '_')}"), command(NO_GAME, 0, *deed.split(".")), "primary"
        )
        for deed in deeds
    )


def river_remedies(texts: Catalogue, game: str, rivers: tuple[str, ...]) -> tuple[Choice, ...]:
    """A river and the city of Carcassonne: allow both, or leave the river out."""
    allow = Choice(texts.label("button.river_allow"), command(game, 0, "change", RIVER, "allowed"), "primary")
    leave = [
        Choice(texts.label("button.river_leave"), command(game, 0, "change", "box", river))
        for river in rivers[:1]
    ]
    return allow, *leave
