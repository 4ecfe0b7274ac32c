"""Messages of the Discord adapter as a phone shows them: `python -m tests.support.discord.screens [FOLDER]`.

The adapter runs in front of the stand-in; what it sends becomes a small page, drawn by Chromium 400 px wide.
"""

from __future__ import annotations

import asyncio
import base64
import logging
import re
import sys
from functools import cache
from html import escape
from pathlib import Path
from typing import Any

from playwright.async_api import async_playwright

from bot.chats.discord.connection import DiscordRoom
from bot.conversation.protocol.pictures import PictureRequest
from bot.conversation.service import Service
from bot.conversation.table.repository import Policy, Repository
from bot.pictures.draw import Picture
from bot.pictures.emoji_art import emoji_art
from bot.pictures.painter import Painter
from bot.settings import Settings
from tests.support.discord.people import AMOUNT, Game, User, current, options_of
from tests.support.discord.stand_in import TOKEN, Discord
from tests.support.discord.world import ALL, Message
from tests.support.empty_store import empty_store
from tests.support.stage import QuickComputer
from tests.support.web.chromium import find_chromium

WIDTH = 400
MOST = 200  # steps until a state is given up
STYLES = {1: "#5865f2", 2: "#4e5058", 3: "#248046", 4: "#da373c", 5: "#4e5058"}
PAGE = """<!doctype html><meta charset="utf-8"><style>
body { margin: 0; padding: 12px; background: #313338; color: #dbdee1; font: 15px/1.35 sans-serif }
.box { background: #2b2d31; border-left: 4px solid COLOUR; border-radius: 6px; padding: 10px }
img { width: 100%; border-radius: 6px; margin: 6px 0; display: block }
img.emoji { width: 1.3em; display: inline; margin: 0; vertical-align: -0.3em; border-radius: 2px }
.row { display: flex; flex-wrap: wrap; gap: 6px; margin-top: 6px }
.row span { padding: 6px 12px; border-radius: 6px; color: #fff }
.menu { flex: 1; background: #1e1f22 !important; color: #b5bac1 !important }
.section { display: flex; justify-content: space-between; align-items: center; gap: 8px; margin-top: 4px }
.section .row { margin: 0; flex: none } hr { border: 0; border-top: 1px solid #3f4147; margin: 8px 0 }
p { margin: 0; white-space: pre-wrap; overflow-wrap: anywhere } .at { background: #3c4270; color: #c9cdfb }
</style><div class="box">BODY</div>"""


class PatientPainter(Painter):
    """A painter that draws only when it is told to: games are played on without pictures."""

    at_work = True

    async def paint(self, request: PictureRequest, **more: Any) -> Picture:
        if not self.at_work:
            raise ValueError("not now")
        return await super().paint(request, **more)


def page_of(discord: Discord, message: Message) -> str:
    """A message as a page."""
    top = message.components
    colour = next((part.get("accent_color") for part in top if part["type"] == 17), None)
    body = "".join(_part(discord, part) for part in top)
    return PAGE.replace("COLOUR", f"#{colour:06x}" if colour is not None else "#2b2d31").replace("BODY", body)


def _part(discord: Discord, part: Any) -> str:
    match part["type"]:
        case 17:
            return "".join(_part(discord, inner) for inner in part["components"])
        case 10:
            return f"<p>{_text(part['content'])}</p>"
        case 12:
            urls = [item["media"]["url"] for item in part["items"]]
            data = [base64.b64encode(discord.files[url]).decode() for url in urls]
            return "".join(f'<img src="data:image/png;base64,{one}">' for one in data)
        case 9:
            text = "".join(_part(discord, inner) for inner in part["components"])
            button = f'<div class="row">{_item(part["accessory"])}</div>'
            return f'<div class="section"><div>{text}</div>{button}</div>'
        case 14:
            return "<hr>"
        case 1:
            return f'<div class="row">{"".join(map(_item, part["components"]))}</div>'
    return f"<p>{part['type']}</p>"


def _item(item: Any) -> str:
    if item["type"] == 3:
        return f'<span class="menu">{escape(item.get("placeholder") or "")} ▾</span>'
    label = _emoji(item.get("emoji") or {}) + escape(item.get("label") or "")
    return f'<span style="background:{STYLES[item["style"]]}">{label}</span>'


@cache
def _art() -> dict[str, str]:
    """The emoji of the application as data of pictures, by their names without the hash."""
    return {name: base64.b64encode(picture).decode() for name, picture in emoji_art().values()}


def _emoji(emoji: Any) -> str:
    name = emoji.get("name", "")
    if not emoji.get("id"):
        return f"{name} " if name else ""
    return f'<img class="emoji" src="data:image/png;base64,{_art()[name[8:-9]]}"> '


def _text(text: str) -> str:
    """Discord's markdown, as far as the adapter writes it."""
    text = escape(text, quote=False)
    text = re.sub(r"&lt;:(\w+):(\d+)&gt;", lambda found: _emoji({"name": found[1], "id": found[2]}), text)
    text = re.sub(r"&lt;@(\d+)&gt;", r'<span class="at">@player</span>', text)
    text = re.sub(r"&lt;#(\d+)&gt;", r'<span class="at"># Anna\'s table</span>', text)
    text = re.sub(r"&lt;t:(\d+):R&gt;", r'<span class="at">in 23 hours</span>', text)
    text = re.sub(r"&lt;(/[a-z ]+):\d+&gt;", r'<span class="at">\1</span>', text)
    text = re.sub(r"\*\*(.+?)\*\*", r"<b>\1</b>", text)
    text = re.sub(r"(?<!\\)\*(.+?)(?<!\\)\*", r"<i>\1</i>", text)
    return re.sub(r"\\(.)", r"\1", text)


async def states(discord: Discord, painter: PatientPainter) -> list[tuple[str, str]]:
    """The page of one message of each kind: lobby, turn, close-up, auction, dragon, end, and cards."""
    found = []
    anna, boris = User(discord, "501", "Anna"), User(discord, "502", "Boris")
    channel = await discord.new_channel(allowed=ALL)
    await anna.command(channel, "new", place="here", boxes="river abbot")
    lobby = await discord.world.until(lambda: current(channel))
    await boris.press(channel, lobby, next(id_ for id_ in lobby.ids() if id_.endswith(":!join")))
    await discord.world.until(lambda: "Boris" in lobby.content)
    found.append(("lobby", page_of(discord, lobby)))
    game = Game(discord, await discord.new_channel(), [anna, boris], "screens")
    await game.open()
    message = await _after(
        game, painter, lambda now: any(":aC" in id_ or ":bC" in id_ for id_ in options_of(now))
    )
    found.append(("turn", page_of(discord, message)))
    cell = next(id_ for id_ in options_of(message) if re.search(r":[ab]C", id_))
    made = await game.seated(cell).press(game.channel, message, cell)
    await discord.world.until(lambda: made.answers)
    found.append(("close-up", page_of(discord, made.answers[-1])))
    for name, boxes, sign in (
        ("auction", "bazaars", AMOUNT.pattern),
        ("dragon", "princess_dragon", ":[ab]\\d"),
    ):
        game = Game(discord, await discord.new_channel(), [anna, boris], name)
        await game.open(boxes=boxes)
        known = "dragon's flying" if name == "dragon" else ""
        wanted = re.compile(sign)
        message = await _after(
            game,
            painter,
            lambda now, wanted=wanted, known=known: (
                known in now.content and any(wanted.search(id_) for id_ in now.ids())
            ),
        )
        found.append((name, page_of(discord, message)))
    return found + await _ends(discord, painter, anna, boris)


async def _ends(discord: Discord, painter: PatientPainter, anna: User, boris: User) -> list[tuple[str, str]]:
    """The end of a game, and the card of its table before and after."""
    channel = await discord.new_channel()
    made = await anna.command(channel, "new", boxes="river", clock="1d")
    await discord.world.until(lambda: made.finished)
    (card,) = channel.public()
    await discord.world.until(lambda: card.items())
    found = [("card-open", page_of(discord, card))]
    game = Game(discord, await discord.new_channel(), [anna, boris], "end")
    home = game.channel
    await game.open()
    (card,) = home.public()
    await discord.world.until(lambda: "to move" in card.content)
    found.append(("card-running", page_of(discord, card)))
    painter.at_work = False
    while await game.step():
        now = current(game.channel)
        painter.at_work = now is not None and re.search(r"\b[0-2] tiles? left", now.content) is not None
    painter.at_work = True
    last = await discord.world.until(lambda: current(game.channel))
    found.append(("end", page_of(discord, last)))
    await discord.world.until(lambda: card.attachments)
    return [*found, ("card-finished", page_of(discord, card))]


async def _after(game: Game, painter: PatientPainter, wanted: Any) -> Message:
    """Play on without pictures until a message is wanted, and have it posted again with one."""
    painter.at_work = False
    for _ in range(MOST):
        message = current(game.channel)
        assert message is not None
        if wanted(message):
            break
        await game.step()
    painter.at_work = True
    made = await game.users[0].command(game.channel, "board")
    await game.discord.world.until(lambda: made.finished)
    return await game.discord.world.until(  # type: ignore[no-any-return]
        lambda: (now := current(game.channel)) and now.attachments and now
    )


async def main(folder: Path) -> None:
    """Write a picture of each state."""
    logging.disable(logging.ERROR)  # of pictures that are not drawn
    folder.mkdir(parents=True, exist_ok=True)
    painter = PatientPainter()
    service = Service(Repository(empty_store(), QuickComputer(), Policy(burst=10**9)))
    async with Discord(emojis=True) as discord, async_playwright() as playwright:
        settings = Settings(
            discord_token=TOKEN, discord_api_url=discord.api_url, discord_gateway_url=discord.gateway.url
        )
        room = DiscordRoom(settings, service, painter)
        await discord.world.until(lambda: ("GET", "/gateway/bot") in discord.world.log)
        await room.chat.wait_until_ready()
        await room.chat.own_emojis.known()
        found = await states(discord, painter)
        browser = await playwright.chromium.launch(executable_path=find_chromium(), args=["--no-sandbox"])
        page = await browser.new_page(viewport={"width": WIDTH, "height": 300}, device_scale_factor=2)
        for name, content in found:
            await page.set_content(content)
            await page.screenshot(path=folder / f"discord-{name}.png", full_page=True)
            print(folder / f"discord-{name}.png", flush=True)
        await browser.close()
        await room.close()
    painter.close()


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1] if len(sys.argv) > 1 else "build/screens")))
