"""What the doctor asks Discord and Telegram: the token, what is switched on there, and the time."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator
from email.utils import parsedate_to_datetime
from typing import Any

import aiohttp

from bot.cli.findings import Finding, bad, fine, remark
from bot.settings import Settings

DISCORD, TELEGRAM = "https://discord.com/api/v10", "https://api.telegram.org"
PATIENCE = aiohttp.ClientTimeout(total=10)
# Bits of `flags` of an application: verified and unverified bots have one each.
INTENTS = {"Presence": 3 << 12, "Server Members": 3 << 14, "Message Content": 3 << 18}
CLOCK = 60.0  # seconds that the clock may differ
SILENT = (aiohttp.ClientError, OSError, TimeoutError, ValueError)


async def _ask(method: str, url: str, **headers: str) -> tuple[int, dict[str, Any], float]:
    """The status, the answer and how many seconds our clock is ahead; raises what SILENT names."""
    async with (
        aiohttp.ClientSession(timeout=PATIENCE) as session,
        session.request(method, url, headers=headers) as answer,
    ):
        stamp = answer.headers.get("Date")
        ahead = time.time() - parsedate_to_datetime(stamp).timestamp() if stamp else 0.0
        told = await answer.json(content_type=None)
        return answer.status, told if isinstance(told, dict) else {}, ahead


def _clock(about: str, ahead: float) -> list[Finding]:
    if abs(ahead) < CLOCK:
        return []
    return [
        remark("clock", f"{ahead:+.0f} seconds by {about}'s clock", "Let the system set its clock by NTP.")
    ]


async def discord_findings(settings: Settings) -> AsyncIterator[Finding]:
    """Whether the token is right, which privileged settings are on, and whether links invite enough."""
    if not settings.discord_token:
        yield fine("discord", "off: DISCORD_TOKEN is not set")
        return
    from bot.chats.discord.permissions import SCOPES, WANTED, invitation  # heavy

    url = f"{settings.discord_api_url.rstrip('/') or DISCORD}/applications/@me"
    try:
        status, told, ahead = await _ask("GET", url, Authorization=f"Bot {settings.discord_token}")
    except SILENT as error:
        yield bad(
            "discord",
            f"cannot be reached ({type(error).__name__})",
            "The bot keeps trying. Is the network up?",
        )
        return
    if status != 200:
        yield bad(
            "discord", f"the token is refused ({status})", "Copy DISCORD_TOKEN anew: docs/discord.md, step 1."
        )
        return
    yield fine("discord", f"the token is that of {told.get('name', 'a bot')}")
    for name, bits in INTENTS.items():
        if int(told.get("flags") or 0) & bits:
            yield remark(
                "discord", f"the privileged intent {name} is on", "Bastide needs none: switch it off."
            )
    wanted, given = WANTED.value, told.get("install_params") or {}
    if given and (
        int(given.get("permissions") or 0) & wanted != wanted or not {*SCOPES} <= {*given["scopes"]}
    ):
        link = invitation(settings.discord_token)
        yield remark("discord", "its own install link lacks permissions or scopes", f"Invite it by {link}")
    for finding in _clock("Discord", ahead):
        yield finding


async def telegram_findings(settings: Settings) -> AsyncIterator[Finding]:
    """Whether the token is right, what BotFather has set, and whether the webhook works."""
    if not settings.telegram_token:
        yield fine("telegram", "off: TELEGRAM_TOKEN is not set")
        return
    url = f"{settings.telegram_api_url.rstrip('/') or TELEGRAM}/bot{settings.telegram_token}"
    try:
        status, told, ahead = await _ask("POST", f"{url}/getMe")
        hook = (await _ask("POST", f"{url}/getWebhookInfo"))[1].get("result") or {}
    except SILENT as error:
        yield bad(
            "telegram",
            f"cannot be reached ({type(error).__name__})",
            "The bot keeps trying. Is the network up?",
        )
        return
    if status != 200:
        yield bad("telegram", f"the token is refused ({status})", "Copy TELEGRAM_TOKEN anew from @BotFather.")
        return
    me = told.get("result") or {}
    yield fine("telegram", f"the token is that of @{me.get('username', 'a bot')}")
    if me.get("can_join_groups") is False:
        yield bad(
            "telegram", "it may not join groups", "Send /setjoingroups to @BotFather and choose Enable."
        )
    if me.get("can_read_all_group_messages"):
        yield remark(
            "telegram", "privacy mode is off", "Bastide needs less: /setprivacy, Enable, at @BotFather."
        )
    if hook.get("url") and not settings.telegram_webhook_url:
        yield remark(
            "telegram", "a webhook is set, by another bot process?", "At its start the bot removes it."
        )
    if settings.telegram_webhook_url and hook.get("last_error_message"):
        yield remark(
            "telegram",
            f"webhook: {hook['last_error_message']}",
            "Does the address lead to the bot, with TLS?",
        )
    for finding in _clock("Telegram", ahead):
        yield finding
