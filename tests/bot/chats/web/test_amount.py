"""A bid in the room, named in the page's own window, in a real Chromium."""

from __future__ import annotations

import asyncio
from pathlib import Path

from playwright.async_api import async_playwright

from bot.chats.web.identity import COOKIE
from tests.bot.chats.contract.place import seated
from tests.bot.chats.contract.room import RoomPlatform
from tests.support.web.chromium import FLAGS, find_chromium
from tests.support.web.page import PATIENCE


async def test_number_is_entered_in_the_page(tmp_path: Path) -> None:
    platform = RoomPlatform(tmp_path)
    try:
        place = await platform.place()
        turn = await place.open("Boris", wishes="bazaars bazaar_mode=auction")
        while not any(button.amount for button in turn.buttons):
            turn = await place.move()
        asking = next(button for button in turn.buttons if button.amount)
        guest = place.guests[seated(asking)]
        async with async_playwright() as playwright:
            path = await asyncio.to_thread(find_chromium)
            browser = await playwright.chromium.launch(executable_path=path, args=FLAGS)
            context = await browser.new_context(reduced_motion="reduce")
            await context.add_cookies([{"name": COOKIE, "value": guest.secret, "url": guest.link()}])
            context.set_default_timeout(PATIENCE)
            page = await context.new_page()
            await page.goto(f"{guest.link()}/r/{place.room}")
            await page.click(f".mine .groups button[data-token='{asking.token}']")
            await page.fill("#amount", "9999")
            await page.click("#amount-dialog .primary")
            assert await page.locator("#amount-dialog[open]").count() == 1  # the page knows the limits too
            await page.fill("#amount", "7")
            await page.keyboard.press("Enter")
            sure = page.locator("#toasts button")  # a bid beyond the own points is asked about
            while not ((now := place.turn()) and now.question() != asking.question):
                if await sure.count():
                    await sure.first.click()
                await asyncio.sleep(0.1)
            assert any("7" in seen.text for seen in place.public()[-2:])
            await browser.close()
    finally:
        await platform.close()
