"""Who may not play in a group: `/ban`, `/unban`, and what a banned person is told.

A list holds fingerprints and names. Whoever asks to be forgotten stays banned, but is not named any more.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, replace

from bot.conversation.commands.seats import find_seat
from bot.conversation.context import Desk, Refused
from bot.conversation.protocol import markup
from bot.conversation.protocol.messages import Choice, Command, Outgoing
from bot.conversation.protocol.tokens import Token
from bot.conversation.table import lobby as agreement
from bot.conversation.table.lobby import clean_name
from bot.conversation.table.repository import Room
from bot.conversation.table.state import BROKEN, Live
from engine.setup import SEAT_LETTERS

NAME = "bans"  # of the group's setting
MOST = 500
ALWAYS = frozenset({"forget", "help", "mygames", "resign", "rules"})  # what a banned person may still do
_ID = re.compile(r"(?:<@!?)?(?:[a-z]{1,12}:)?([A-Za-z0-9]{1,40})>?", re.ASCII)


@dataclass(frozen=True, slots=True)
class Bans:
    """A list: fingerprint -> name, the oldest first; a name is empty once it was to be forgotten."""

    salt: str
    people: Mapping[str, str]

    def holds(self, user: str) -> bool:
        """Whether somebody is banned."""
        return self.mark(user) in self.people

    def mark(self, user: str) -> str:
        """A person's fingerprint in this list."""
        return hashlib.sha256(f"{self.salt} {user}".encode()).hexdigest()[:20]

    def encode(self) -> bytes:
        """The list as bytes."""
        return json.dumps({"salt": self.salt, "people": dict(self.people)}, ensure_ascii=False).encode()


def decode(data: bytes | None) -> Bans | None:
    """The list of these bytes, or None if there is none or it cannot be read."""
    try:
        content = json.loads(data or b"null")
        people = {str(mark): str(name) for mark, name in content["people"].items()}
        found = Bans(str(content["salt"]), people)
        found.encode()  # half a character can be read, but not written again
        return found
    except BROKEN:
        return None


def group_of(command: Command) -> str:
    """Where a ban holds: the group of the channel, or the channel itself."""
    return command.group or command.channel


async def load(room: Room, group: str) -> Bans | None:
    """The list of a group."""
    return decode(await room.store.users.channel_setting(group, NAME))


async def _save(room: Room, group: str, bans: Bans) -> None:
    await room.store.users.set_channel_setting(group, NAME, bans.encode() if bans.people else None)


def refuse_banned(desk: Desk, bans: Bans | None, name: str) -> None:
    """Raise Refused if the author is banned and wants to do something at the table; admins never are."""
    if bans is None or desk.who.admin or name in ALWAYS or not bans.holds(desk.who.id):
        return
    raise Refused("banned")


async def ban(desk: Desk) -> list[Outgoing]:
    """`/ban Boris`: by the group's admins; without a name, the list."""
    if not desk.who.admin:
        raise Refused("admin_only")
    group = group_of(desk.command)
    bans = await load(desk.room, group) or Bans(desk.room.new_secret(), {})
    if not desk.args:
        return [_listed(desk, bans)]
    user, name, live = await _person(desk, " ".join(desk.args))
    if user == desk.who.id:
        raise Refused("ban.self")
    if len(bans.people) >= MOST:
        raise Refused("ban.full", n=MOST)
    await desk.room.store.users.note(user, group)
    await _save(desk.room, group, replace(bans, people={**bans.people, bans.mark(user): name}))
    text = desk.mine.text("ban.done", player=markup.escape(name))
    seat = live.table.seat_of(user) if live else None
    if live is None or seat is None:
        return [desk.say(text)]
    token = str(Token(live.game, live.state.ply, f"!kick.{SEAT_LETTERS[seat]}"))
    kick = Choice(desk.mine.label("button.kick"), token, "danger")
    return [desk.say(f"{text} {desk.mine.text('ban.seated')}", (kick,))]


async def unban(desk: Desk) -> list[Outgoing]:
    """`/unban Boris`, or by the number in the list."""
    if not desk.who.admin:
        raise Refused("admin_only")
    bans = await load(desk.room, group_of(desk.command))
    if bans is None:
        raise Refused("ban.nobody")
    wanted = " ".join(desk.args).lower().lstrip("@")
    for number, (mark, name) in enumerate(bans.people.items(), start=1):
        if wanted and (wanted in (str(number), name.lower()) or mark == bans.mark(_id(desk, wanted))):
            left = {other: kept for other, kept in bans.people.items() if other != mark}
            await _save(desk.room, group_of(desk.command), replace(bans, people=left))
            return [desk.say(desk.mine.text("ban.lifted", player=_shown(desk, name)))]
    return [_listed(desk, bans)]


def _shown(desk: Desk, name: str) -> str:
    return markup.escape(name) or desk.mine.text("ban.forgotten")


def _listed(desk: Desk, bans: Bans) -> Outgoing:
    if not bans.people:
        raise Refused("ban.nobody")
    names = [f"{number}. {_shown(desk, name)}" for number, name in enumerate(bans.people.values(), start=1)]
    return desk.say("\n".join([desk.mine.text("ban.list"), *names])[:3500])


async def _person(desk: Desk, text: str) -> tuple[str, str, Live | None]:
    """(id, name, running table) of somebody at the table, in the lobby, or by a mention; raises Refused."""
    live = await desk.live_or_none()
    if live is not None:
        try:
            seat = live.table.seats[find_seat(live, text)]
        except Refused:
            pass
        else:
            if not seat.player:
                raise Refused("seat_is_computer")
            return seat.player, seat.shown, live
    document = await desk.room.store.lobbies.load(desk.channel)
    wanted = text.lstrip("@").lower()
    for guest in agreement.decode(document.data).guests if document.data is not None else ():
        if guest.user and guest.name.lower() == wanted:
            return guest.user, guest.name, None
    user = _id(desk, text)
    if not user:
        raise Refused("ban.who")
    return user, clean_name(text), live


def _id(desk: Desk, text: str) -> str:
    """The id that a mention or a number means on the author's platform, or nothing."""
    match = _ID.fullmatch(text)
    platform = desk.who.id.partition(":")[0]
    return f"{platform}:{match[1]}" if match and any(letter.isdigit() for letter in match[1]) else ""


async def forget_name(room: Room, group: str, user: str) -> None:
    """Take somebody's name out of a list; the ban stays."""
    bans = await load(room, group)
    if bans is not None and bans.people.get(bans.mark(user)):
        await _save(room, group, replace(bans, people={**bans.people, bans.mark(user): ""}))
