"""Messages of Telegram as a phone shows them: `python -m tests.support.telegram.screens [FOLDER]`.

The bot plays in front of the stand-in; what it sends becomes a small page, drawn by Chromium 400 px wide.
Labels that do not fit on their buttons are named beside the pictures.
"""

from __future__ import annotations

import asyncio
import base64
import re
import sys
import tempfile
from collections.abc import Callable
from html import escape
from pathlib import Path
from typing import Any

from playwright.async_api import Page, async_playwright

from tests.support.telegram.bot import telegram
from tests.support.telegram.people import Group, Message, Players, TelegramUser, buttons, moves, text_of
from tests.support.telegram.stand_in import Chat, StandIn
from tests.support.web.chromium import find_chromium

WIDTH = 400
ANNA, BORIS = TelegramUser(501, "Anna"), TelegramUser(502, "Boris")
PAGE = """<!doctype html><meta charset="utf-8"><style>
body { margin: 0; padding: 10px; background: #c6d7b9;
  font: 15px/1.35 Roboto, 'DejaVu Sans Condensed', sans-serif }
.message { background: #fff; border-radius: 12px; overflow: hidden; width: 350px }
.who { color: #c03d33; font-weight: 600; padding: 6px 10px 0 }
.only { color: #7d8a97; font-size: 13px; padding: 0 10px }
img { width: 350px; display: block; margin-top: 4px }
.text { padding: 6px 10px 8px; white-space: pre-wrap; overflow-wrap: anywhere }
a { color: #2481cc; text-decoration: none } code { color: #2f6f95 }
blockquote { margin: 4px 0; padding: 2px 8px; border-left: 3px solid #c03d33; background: #fbeeed;
  border-radius: 4px; max-height: 4.05em; overflow: hidden }
blockquote:not([expandable]) { max-height: none }
.row { display: flex; gap: 4px; width: 350px; margin-top: 4px }
.row span { flex: 1 1 0; background: #6f8a5f; color: #fff; border-radius: 8px; padding: 8px 4px;
  text-align: center; white-space: nowrap; overflow: hidden; text-overflow: ellipsis; min-width: 0 }
.row .primary { background: #3390ec } .row .success { background: #31a24c }
.row .danger { background: #df3f40 }
.row .off { opacity: .45 }
</style>BODY"""
CUT = "all => all.filter(one => one.scrollWidth > one.clientWidth).map(one => one.textContent)"


def page_of(server: StandIn, message: Message) -> str:
    """A message as a page."""
    body = '<div class="message"><div class="who">Bastide</div>'
    if "receiver_user" in message:
        body += '<div class="only">👁 Only visible to you</div>'
    for photo in message.get("photo", ())[-1:]:
        data = base64.b64encode(server.files[photo["file_id"]]).decode()
        body += f'<img src="data:image/png;base64,{data}">'
    body += f'<div class="text">{message.get("_html", "")}</div></div>'
    rows = message.get("reply_markup", {}).get("inline_keyboard", [])
    return PAGE.replace("BODY", body + "".join(map(_row, rows)))


def _row(row: list[dict[str, Any]]) -> str:
    return f'<div class="row">{"".join(map(_button, row))}</div>'


def _button(button: dict[str, Any]) -> str:
    look = "off" if "disabled" in button else button.get("style", "")
    return f'<span class="{look}">{escape(button["text"])}</span>'


async def states(server: StandIn) -> list[tuple[str, str]]:
    """The page of one message of each kind: lobby, turn, close-up, auction, dragon, end."""
    found = [("lobby", page_of(server, await _lobby(server)))]
    players = Players(Group(server, Chat(-1002, title="Friends")), (ANNA, BORIS), "screens")
    await players.open()
    turn = await _reached(players, lambda now: any(":aC" in one or ":bC" in one for one in moves(now)))
    found.append(("turn", page_of(server, turn)))
    await players.step(turn)
    near = await players.group.until(players.group.whispers)
    found.append(("close-up", page_of(server, near[-1])))
    for name, boxes, sign in (
        ("auction", "bazaars bazaar_mode=auction", lambda now: any("~" in data for _, data in buttons(now))),
        ("dragon", "princess_dragon", lambda now: "dragon's flying" in text_of(now) and bool(moves(now))),
    ):
        table = Players(Group(server, Chat(-1003 - len(found), title="Friends")), (ANNA, BORIS), name)
        await table.open(boxes)
        found.append((name, page_of(server, await _reached(table, sign))))
    end = await players.play()
    assert end is not None
    return [*found, ("end", page_of(server, end))]


async def _lobby(server: StandIn) -> Message:
    group = Group(server, Chat(-1001, title="Friends"))
    await group.say(ANNA, "/new river abbot")
    message: Message = await group.until(lambda: next(filter(buttons, group.messages()), None))
    return message


async def _reached(players: Players, wanted: Callable[[Message], bool]) -> Message:
    """Play until a question is wanted."""
    while not wanted(message := await players.ready() or {}):
        assert message, "the game is over"
        await players.step(message)
    return message


async def draw(page: Page, path: Path, content: str) -> None:
    """Write the picture of a page."""
    await page.set_content(content)
    await page.screenshot(path=path, full_page=True)
    print(path, *await page.eval_on_selector_all(".row span", CUT), sep=" | ", flush=True)


async def main(folder: Path) -> None:
    """Write a picture of each state."""
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as data:
        async with telegram(Path(data), server=StandIn(modern=True)) as (server, _):
            found = await states(server)
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=find_chromium(), args=["--no-sandbox"])
        page = await browser.new_page(viewport={"width": WIDTH, "height": 300}, device_scale_factor=2)
        for name, content in found:
            await draw(page, folder / f"telegram-{name}.png", re.sub(r"\u2060", "", content))
        await browser.close()


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1] if len(sys.argv) > 1 else "build/screens")))
