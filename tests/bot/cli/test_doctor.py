"""`bastide doctor`: it finds what is wrong, and says so without a secret."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from bot.cli.doctor import findings, verdict
from bot.cli.findings import bad, fine, remark
from bot.settings import Settings
from storage.open import open_store
from tests.support.discord.stand_in import TOKEN as DISCORD_TOKEN
from tests.support.discord.stand_in import Discord
from tests.support.redis_servers import free_ports
from tests.support.telegram.stand_in import TOKEN as TELEGRAM_TOKEN
from tests.support.telegram.stand_in import StandIn

WRONG = "1:of-nobody"


async def lines(settings: Settings) -> list[str]:
    return [str(finding) async for finding in findings(settings)]


async def test_all_is_well(tmp_path: Path) -> None:
    said = await lines(Settings(data_folder=tmp_path, web_port=free_ports(1)[0]))
    assert all(line.startswith("ok  ") for line in said), said
    assert any(f"store: {tmp_path} answers and takes writes" in line for line in said)
    assert any(re.search(r"disk: (\d+\.\d GB|\d{3} MB) free", line) for line in said)


def test_last_line_says_whether_something_is_worth_a_look() -> None:
    well, look, broken = fine("a", "b"), remark("a", "b", "c"), bad("a", "b", "c")
    assert verdict([well]) == "All is well."
    assert verdict([well, look]) == "Nothing is broken, but see the lines with --"
    assert verdict([look, broken]) == "Something does not work: see the lines with !!"


async def test_tokens_and_privileged_settings_are_checked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    telegram = StandIn()
    await telegram.start()
    try:
        async with Discord() as discord:
            settings: dict[str, Any] = {
                "data_folder": tmp_path,
                "web_port": free_ports(1)[0],
                "discord_api_url": discord.api_url,
                "telegram_api_url": telegram.url,
            }
            right = Settings(discord_token=DISCORD_TOKEN, telegram_token=TELEGRAM_TOKEN, **settings)
            said = await lines(right)
            assert "ok  discord: the token is that of Bastide" in said
            assert any(line.startswith("ok  telegram: the token is that of @") for line in said)
            assert all(line.startswith("ok  ") for line in said), said

            application = discord._application()  # private: what Discord knows of the bot
            changed = application | {
                "flags": 1 << 19,
                "install_params": {"scopes": ["bot"], "permissions": "0"},
            }
            monkeypatch.setattr(discord, "_application", lambda: changed)
            said = await lines(right)
            assert any("--  discord: the privileged intent Message Content is on" in line for line in said)
            assert any("install link lacks permissions or scopes" in line for line in said)

            wrong = await lines(Settings(discord_token=WRONG, telegram_token=WRONG, **settings))
            assert any(line.startswith("!!  discord: the token is refused (401)") for line in wrong)
            assert any(line.startswith("!!  telegram: the token is refused (401)") for line in wrong)
            assert not any(DISCORD_TOKEN in line or TELEGRAM_TOKEN in line or WRONG in line for line in wrong)
    finally:
        await telegram.stop()


async def test_what_is_missing_is_said() -> None:
    nowhere = f"127.0.0.1:{free_ports(1)[0]}"
    said = await lines(
        Settings(
            redis_url=f"redis://:hush@{nowhere}",
            telegram_token=WRONG,
            telegram_api_url=f"http://{nowhere}",
            telegram_webhook_url="http://play.example.org/hook",
            room=False,
        )
    )
    worst = [line.partition("\n")[0] for line in said if line.startswith("!!")]
    assert worst == [
        "!!  settings: TELEGRAM_WEBHOOK_URL is no https address",
        f"!!  store: redis://{nowhere} does not answer (ConnectionError)",
        "!!  telegram: cannot be reached (ClientConnectorError)",
    ]


async def test_folder_of_a_running_bot_is_no_trouble(tmp_path: Path) -> None:
    async with await open_store(folder=tmp_path):
        said = await lines(Settings(data_folder=tmp_path, web_port=free_ports(1)[0]))
    assert f"ok  store: a bot is at work in {tmp_path}; its /healthz tells more" in said
