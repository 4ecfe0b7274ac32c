"""The bans of a group: `/ban`, `/unban`, and the refusal of banned users.

A list holds fingerprints and names. A user who asks to be forgotten stays banned, without a name.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from bot.conversation.commands.seats import find_seat, id_of
from bot.conversation.context import Context, Refused
from bot.conversation.protocol import markup
from bot.conversation.protocol.messages import Choice, Command, Outgoing
from bot.conversation.protocol.tokens import command
from bot.conversation.table.lobby import clean_name, decode_lobby
from bot.conversation.table.repository import Repository
from bot.conversation.table.state import LiveTable
from bot.documents import Document, Unknown
from engine.plain import BadData
from engine.setup import SEAT_LETTERS

NAME = "bans"  # the setting of the group
MOST = 500


@dataclass(frozen=True, slots=True)
class Bans:
    """The list of a group: fingerprint -> name, the oldest first; forgotten users have no name."""

    salt: str
    people: Mapping[str, str]
    unknown: Unknown = field(default_factory=dict)

    def holds(self, user: str) -> bool:
        """Whether a user is banned."""
        return self.mark(user) in self.people

    def mark(self, user: str) -> str:
        """The fingerprint of a user in this list."""
        return hashlib.sha256(f"{self.salt} {user}".encode()).hexdigest()[:20]

    def encode(self) -> bytes:
        """The list as bytes."""
        return BANS.write(self)


BANS = Document(Bans)


def decode_bans(data: bytes | None) -> Bans | None:
    """The list of these bytes, or None if there is none or it is broken. Raises NeedsNewer."""
    try:
        return BANS.read(data) if data is not None else None
    except BadData:
        return None


def group_of(command: Command) -> str:
    """The group in which bans of this channel hold: its own, or the channel itself."""
    return command.group or command.channel


async def load(repository: Repository, group: str) -> Bans | None:
    """The list of a group."""
    return decode_bans(await repository.store.users.channel_setting(group, NAME))


async def _save(repository: Repository, group: str, bans: Bans) -> None:
    await repository.store.users.set_channel_setting(group, NAME, bans.encode() if bans.people else None)


def refuse_banned(context: Context, bans: Bans | None) -> None:
    """Raise Refused if the author is banned; admins never are."""
    if bans is not None and not context.command.who.admin and bans.holds(context.who.id):
        raise Refused("banned")


async def refuse_banned_at_home(context: Context) -> None:
    """Raise Refused if a guest's user is banned where the table is at home."""
    group = (await context.channels()).group or context.channel
    bans = await load(context.repository, group)
    if bans is not None and bans.holds(context.who.id):
        raise Refused("banned")


async def ban(context: Context) -> list[Outgoing]:
    """`/ban Boris`, for admins; without a name, show the list."""
    if not context.command.who.admin:
        raise Refused("admin_only")
    group = group_of(context.command)
    bans = await load(context.repository, group) or Bans(context.repository.new_secret(), {})
    if not context.args:
        return [_listed(context, bans)]
    user, name, live = await _person(context, " ".join(context.args))
    if user == context.who.id:
        raise Refused("ban.self")
    if len(bans.people) >= MOST:
        raise Refused("ban.full", n=MOST)
    await context.store.users.note(user, group)
    await _save(context.repository, group, replace(bans, people={**bans.people, bans.mark(user): name}))
    text = context.mine.text("ban.done", player=markup.escape(name))
    seat = live.table.seat_of(user) if live else None
    if live is None or seat is None:
        return [context.say(text)]
    token = command(live.game, live.state.ply, "kick", SEAT_LETTERS[seat])
    kick = Choice(context.mine.label("button.kick"), token, "danger")
    return [context.say(f"{text} {context.mine.text('ban.seated')}", (kick,))]


async def unban(context: Context) -> list[Outgoing]:
    """`/unban Boris`, or `/unban 2` by the number in the list; for admins."""
    if not context.command.who.admin:
        raise Refused("admin_only")
    bans = await load(context.repository, group_of(context.command))
    if bans is None:
        raise Refused("ban.nobody")
    wanted = " ".join(context.args).lower().lstrip("@")
    for number, (mark, name) in enumerate(bans.people.items(), start=1):
        if wanted and (wanted in (str(number), name.lower()) or mark == bans.mark(id_of(context, wanted))):
            left = {other: kept for other, kept in bans.people.items() if other != mark}
            await _save(context.repository, group_of(context.command), replace(bans, people=left))
            return [context.say(context.mine.text("ban.lifted", player=_shown(context, name)))]
    return [_listed(context, bans)]


def _shown(context: Context, name: str) -> str:
    return markup.escape(name) or context.mine.text("ban.forgotten")


def _listed(context: Context, bans: Bans) -> Outgoing:
    if not bans.people:
        raise Refused("ban.nobody")
    names = [
        f"{number}. {_shown(context, name)}" for number, name in enumerate(bans.people.values(), start=1)
    ]
    return context.say("\n".join([context.mine.text("ban.list"), *names])[:3500])


async def _person(context: Context, text: str) -> tuple[str, str, LiveTable | None]:
    """(id, name, running table) of a player, a guest of the lobby, or a mention; raises Refused."""
    live = await context.live_or_none()
    if live is not None:
        try:
            seat = live.table.seats[find_seat(live, text)]
        except Refused:
            pass
        else:
            if not seat.user:
                raise Refused("seat_is_computer")
            return seat.user, seat.shown, live
    document = await context.stored_lobby()
    wanted = text.lstrip("@").lower()
    for guest in decode_lobby(document.data).guests if document.data is not None else ():
        if guest.user and guest.name.lower() == wanted:
            return guest.user, guest.name, None
    user = id_of(context, text)
    if not user:
        raise Refused("ban.who")
    return user, clean_name(text), live


async def forget_name(repository: Repository, group: str, user: str) -> None:
    """Remove a user's name from a list; the ban stays."""
    bans = await load(repository, group)
    if bans is not None and bans.people.get(bans.mark(user)):
        await _save(repository, group, replace(bans, people={**bans.people, bans.mark(user): ""}))
