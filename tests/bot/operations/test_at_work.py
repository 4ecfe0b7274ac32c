"""The whole program on both platforms, as an operator sees it: health, metrics and the log."""

from __future__ import annotations

import asyncio
import json
import signal
import sys
from collections.abc import Iterator
from pathlib import Path

import aiohttp
import pytest
from prometheus_client.parser import text_string_to_metric_families

from bot.operations.redaction import webhook_secret
from tests.support.discord.people import Game, User
from tests.support.discord.stand_in import TOKEN as DISCORD_TOKEN
from tests.support.discord.stand_in import Discord
from tests.support.redis_servers import Server, free_ports
from tests.support.telegram.bot import telegram
from tests.support.telegram.people import PATIENCE, Group, Players, TelegramUser, buttons
from tests.support.telegram.stand_in import TOKEN as TELEGRAM_TOKEN
from tests.support.telegram.stand_in import Chat, Refusal

PASSWORD = "correct/horse:battery"  # noqa: S105
SAID = "psst-nobody-may-read-this"
ANNA, BORIS = TelegramUser(11, f"Anna {SAID}"), TelegramUser(12, "Boris")

Figures = dict[tuple[str, tuple[str, ...]], float]


async def health(port: int) -> tuple[int, dict[str, object]]:
    async with (
        aiohttp.ClientSession() as session,
        session.get(f"http://127.0.0.1:{port}/healthz") as answer,
    ):
        return answer.status, await answer.json()


async def healthy(port: int) -> dict[str, object]:
    """Wait until all is well."""
    async with asyncio.timeout(PATIENCE):
        while (found := await health(port))[0] != 200:
            assert found[0] == 503
            await asyncio.sleep(0.1)
    return found[1]


async def figures(port: int) -> Figures:
    async with (
        aiohttp.ClientSession() as session,
        session.get(f"http://127.0.0.1:{port}/metrics") as answer,
    ):
        assert answer.status == 200
        text = await answer.text()
    return {
        (sample.name, tuple(value for name, value in sorted(sample.labels.items()) if name != "le")): (
            sample.value
        )
        for family in text_string_to_metric_families(text)
        for sample in family.samples
    }


async def checked(environment: dict[str, str]) -> tuple[int, str]:
    """The command that a container runs, on the running program."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "bot.operations.healthcheck", env=environment, stdout=asyncio.subprocess.PIPE
    )
    said, _ = await process.communicate()
    return process.returncode or 0, said.decode()


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    """A server that asks for a password."""
    running = Server(tmp_path / "redis")
    with running.admin() as client:
        client.config_set("requirepass", PASSWORD)
    yield running
    running.kill()


async def test_metrics_and_health_of_both_platforms(server: Server, tmp_path: Path) -> None:
    port = free_ports(1)[0]
    environment = {
        "REDIS_URL": f"redis://:correct%2Fhorse%3Abattery@127.0.0.1:{server.port}",
        "BASTIDE_ROOM": "off",
        "BASTIDE_METRICS_PORT": str(port),
        "LOG_FORMAT": "json",
        "LOG_LEVEL": "DEBUG",
        "DISCORD_TOKEN": DISCORD_TOKEN,
    }
    async with Discord() as discord:
        environment |= {"DISCORD_API_URL": discord.api_url, "DISCORD_GATEWAY_URL": discord.gateway.url}
        async with telegram(tmp_path, **environment) as (stand_in, bot):
            report = await healthy(port)
            assert report == {
                "ok": True,
                "started": True,
                "store": True,
                "chats": {"discord": True, "telegram": True},
            }
            assert await checked(bot.environment) == (0, json.dumps(report) + "\n")

            group = Group(stand_in, Chat(-1001))
            await group.say(ANNA, SAID)
            stand_in.trouble["editMessageMedia"] = [Refusal(429, "Too Many Requests", retry_after=0)]
            stand_in.trouble["sendPhoto"] = [Refusal(429, "Too Many Requests", retry_after=0)]
            players = Players(group, (ANNA, BORIS))
            await players.open()
            await players.play(6)
            discord.trouble("POST", "/messages", 429, 0, retry_after=0.01, **{"global": False})
            users = [User(discord, "71", f"Clara {SAID}"), User(discord, "72", "Dora")]
            game = Game(discord, await discord.new_channel(), users)
            await game.open()
            for _ in range(3):
                await game.step()

            seen = await figures(port)
            for platform in ("discord", "telegram"):
                for name in ("command", "turn_saved", "turn_shown"):
                    assert seen[f"bastide_{name}_seconds_count", (platform,)] >= 1, (platform, name)
                assert seen["bastide_turn_saved_seconds_sum", (platform,)] > 0
                assert seen["bastide_platform_requests_total", (platform, "429")] >= 1
                assert seen["bastide_platform_requests_total", (platform, "200")] >= 1
                assert seen["bastide_connected", (platform,)] == 1
                assert seen["bastide_waiting", (platform,)] >= 0
            assert seen["bastide_picture_seconds_count", ("board",)] >= 1
            assert seen["bastide_store_seconds_count", ("save",)] >= 2
            for outcome in ("conflict", "failed"):
                assert seen["bastide_store_trouble_total", ("save", outcome)] == 0
            assert seen["bastide_deadline_lag_seconds", ()] < 30
            assert ("bastide_open_tables", ()) in seen
            assert seen["process_resident_memory_bytes", ()] > 0

            # nothing is under way any more that would wait for the store
            await group.until(lambda: sum(bool(buttons(one)) for one in group.messages()) == 1)
            posted = game.channel.public
            await discord.world.until(lambda: sum(bool(one.items()) for one in posted()) == 1)
            server.signal(signal.SIGSTOP)
            while (await health(port))[0] == 200:
                await asyncio.sleep(0.1)
            status, report = await health(port)
            assert (status, report["ok"], report["store"]) == (503, False, False)
            code, said = await checked(bot.environment)
            assert code == 1
            assert json.loads(said)["store"] is False
            server.signal(signal.SIGCONT)
            assert (await healthy(port))["store"] is True

        log = bot.log
    lines = [line for line in log.splitlines() if line.startswith("{")]
    told = [line.partition(" ")[0] for line in log.splitlines() if not line.startswith("{")]
    assert told == ["At", "Invite", "Games", "Ctrl-C"]  # what the command line prints; the token names no bot
    loggers = {json.loads(line)["logger"] for line in lines}
    assert {"bot.chats.telegram.connection", "bot.chats.discord.client"} <= loggers
    assert any("started chats=discord,telegram version=" in json.loads(line)["message"] for line in lines)
    secrets = [TELEGRAM_TOKEN, DISCORD_TOKEN, webhook_secret(TELEGRAM_TOKEN), PASSWORD, "correct%2Fhorse"]
    assert not [secret for secret in (*secrets, SAID) if secret in log]
