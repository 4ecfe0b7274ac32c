"""`make docker-test`: the image and both profiles on a real engine, with kills, an upgrade and a backup.

python -m tools.docker_test [--before REVISION] [--keep]

It works on a copy of the compose file, so that no .env with real tokens is read. Ports 80, 443 and 18087 must
be free. The version before is the last tag, or else the parent commit.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import shutil
import stat
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import aiohttp

from tests.support.discord.stand_in import TOKEN as DISCORD_TOKEN
from tests.support.discord.stand_in import Discord
from tests.support.paths import ROOT
from tests.support.telegram.people import ANNA, Group, Players, TelegramUser
from tests.support.telegram.stand_in import TOKEN as TELEGRAM_TOKEN
from tests.support.telegram.stand_in import Chat, StandIn
from tests.support.web.guests import PAUSE, Guest

PROJECT, ALONE = "bastide-test", "bastide-test-alone"
NEW, OLD = "bastide-test:new", "bastide-test:before"
PORT = 18087
LINK = f"http://127.0.0.1:{PORT}"
GATEWAY = "172.30.42.1"  # of the network of the profile `cluster`: this machine, for its containers
WORKERS = ("discord-1", "discord-2", "telegram-1", "telegram-2")
NODES = ("redis-1", "redis-2", "redis-3")
PATIENCE = 300.0  # seconds

Row = tuple[str, float, str]


class Failed(Exception):
    """A step did not do what it should."""


def run(*command: str, text: str | None = None, quiet: bool = False, **environment: str) -> str:
    """Run a command and return its output; raises Failed."""
    done = subprocess.run(
        command, input=text, capture_output=True, text=True, check=False, env={**os.environ, **environment}
    )
    if done.returncode and not quiet:
        raise Failed(f"{' '.join(command[:6])}: {done.stderr.strip()[-400:]}")
    return done.stdout


def until(look: Callable[[], bool], what: str) -> None:
    """Wait until something holds; raises Failed."""
    end = time.monotonic() + PATIENCE
    while not look():
        if time.monotonic() > end:
            raise Failed(f"waited in vain for {what}")
        time.sleep(0.3)


class Stack:
    """docker-compose.yml in a folder of its own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        (folder / "tools" / "deploy").mkdir(parents=True)
        shutil.copy(ROOT / "docker-compose.yml", folder)
        shutil.copy(ROOT / "tools" / "deploy" / "Caddyfile", folder / "tools" / "deploy")
        self.settings = {"BASTIDE_IMAGE": NEW, "BASTIDE_PUBLISH": f"127.0.0.1:{PORT}"}

    def __call__(self, *args: str, quiet: bool = False, text: str | None = None) -> str:
        base = ["docker", "compose", "-p", PROJECT, "--project-directory", str(self.folder)]
        lines = "".join(f"{name}={value}\n" for name, value in self.settings.items())
        (self.folder / ".env").write_text(f"{lines}COMMANDS_PER_MINUTE=100000\nCOMPUTER_PACE=0\n")
        return run(*base, "--profile", "cluster", *args, quiet=quiet, text=text)

    def up(self, *services: str) -> None:
        self("up", "-d", "--no-build", *services)

    def health(self, service: str = "bot") -> dict[str, object]:
        """What /healthz says inside a container."""
        said = self("exec", "-T", service, "python", "-m", "bot.operations.healthcheck", quiet=True)
        try:
            return dict(json.loads(said))
        except ValueError:
            return {}

    def healthy(self, service: str = "bot") -> None:
        until(lambda: self.health(service).get("ok") is True, f"{service} to be healthy")

    def kill(self, service: str) -> None:
        self("kill", "-s", "KILL", service)


class RoomGame:
    """Two people in the room; each turn is a request and its answer."""

    def __init__(self) -> None:
        self.guests = [Guest(name, lambda: LINK, seed) for seed, name in enumerate(("Anna", "Boris"))]
        self.turns = 0

    async def play(self, turns: int) -> None:
        """Play so many turns, or to the end of the game; opens a table if there is none."""
        lives = [asyncio.create_task(guest.live()) for guest in self.guests]
        try:
            async with asyncio.timeout(PATIENCE):
                until_ = self.turns + turns
                while self.turns < until_ and not (turns > 100 and await self._over()):
                    await self._step()
        finally:
            for task in lives:
                task.cancel()
            await asyncio.gather(*lives, return_exceptions=True)

    async def _step(self) -> None:
        for guest in self.guests:
            if guest.asked():
                before = len(guest.acknowledged)
                await guest.play(lambda: None)
                self.turns += len(guest.acknowledged) - before
                return
        await asyncio.sleep(PAUSE)
        anna, boris = self.guests
        if all(guest.known for guest in self.guests) and not self._table():
            await anna.say("/new language=en")
            await boris.say("/join")
            await anna.say("/start")

    def _table(self) -> bool:
        return any(
            choice["token"].split(":")[2][:1] != "!"
            for guest in self.guests
            for message in guest.messages.values()
            for group in message.get("groups", ())
            for choice in group["choices"]
        )

    async def _over(self) -> bool:
        return any(
            "!again" in choice["token"]
            for message in self.guests[0].messages.values()
            for group in message.get("groups", ())
            for choice in group["choices"]
        )

    async def asked(self) -> list[str]:
        """What a page that is opened anew may press."""
        stranger = Guest("Clara", lambda: LINK, 0)
        async with aiohttp.ClientSession() as session, stranger.connect(session) as socket:
            stranger._hear(await socket.receive_json(timeout=30))  # private: what the page reads first
        found: list[str] = []
        for message in sorted(stranger.messages.values(), key=lambda one: int(one["place"])):
            tokens = [choice["token"] for group in message.get("groups", ()) for choice in group["choices"]]
            found = tokens or found
        return sorted(found)


class Report:
    """The table of all steps."""

    def __init__(self) -> None:
        self.rows: list[Row] = []

    @contextmanager
    def step(self, name: str) -> Iterator[list[str]]:
        """Time a step; what is put into the list stands in the last column."""
        said: list[str] = []
        began = time.monotonic()
        try:
            yield said
        except (Failed, AssertionError, OSError, TimeoutError, aiohttp.ClientError) as error:
            said.insert(0, f"FAILED: {type(error).__name__} {error}"[:300])
        self.rows.append((name, time.monotonic() - began, "; ".join(said) or "ok"))
        print(f"{name}: {self.rows[-1][2]} ({self.rows[-1][1]:.1f} s)", flush=True)

    @property
    def failed(self) -> bool:
        return any(said.startswith("FAILED") for *_, said in self.rows)

    def __str__(self) -> str:
        lines = [f"| {name} | {seconds:.1f} | {said} |" for name, seconds, said in self.rows]
        return "\n".join(["| step | seconds | result |", "|---|---:|---|", *lines])


# -- steps ----------------------------------------------------------------------------------------------


def build(report: Report, before: str, folder: Path) -> None:
    with report.step("build the image") as said:
        run("docker", "build", "-q", "-t", NEW, "--build-arg", "VERSION=test", str(ROOT))
        said.append(run("docker", "run", "--rm", NEW, "bastide", "--version").strip())
        size = int(run("docker", "image", "inspect", "-f", "{{.Size}}", NEW)) // 1_000_000
        said.append(f"{size} MB")
    with report.step(f"build the version before ({before})"):
        old = folder / "before"
        old.mkdir()
        archive = subprocess.run(["git", "-C", str(ROOT), "archive", before], capture_output=True, check=True)
        subprocess.run(["tar", "-x", "-C", str(old)], input=archive.stdout, check=True)
        shutil.copy(ROOT / "Dockerfile", old)
        run("docker", "build", "-q", "-t", OLD, str(old))


async def default_profile(report: Report, stack: Stack) -> None:
    game = RoomGame()
    with report.step("default profile: the version before, 6 turns in the room"):
        stack.settings["BASTIDE_IMAGE"] = OLD
        stack.up("bot")
        stack.healthy()
        await game.play(6)
    with report.step("upgrade to this version: the same question, 6 turns") as said:
        before = await game.asked()
        stack.settings["BASTIDE_IMAGE"] = NEW
        stack.up("bot")
        stack.healthy()
        assert await game.asked() == before, "the page shows something else"
        await game.play(6)
        said.append(stack("ps", "--format", "{{.Service}} {{.Image}}", "bot").strip())
    for service in ("bot", "redis"):
        with report.step(f"kill {service}, 4 turns"):
            before = await game.asked()
            stack.kill(service)
            stack.up("bot")
            stack.healthy()
            assert await game.asked() == before, "the page shows something else"
            await game.play(4)
    with report.step("Redis away for 15 s while they press, then 4 turns"):
        stack("stop", "redis")
        pressing = asyncio.create_task(game.play(1))
        await asyncio.sleep(15)
        assert stack.health().get("store") is False
        stack("start", "redis")
        await pressing
        stack.healthy()
        await game.play(4)
    with report.step("Redis out of memory: /healthz says so, and is well again"):
        stack("exec", "-T", "redis", "redis-cli", "config", "set", "maxmemory", "1")
        until(lambda: stack.health().get("store") is False, "a bad health")
        stack("exec", "-T", "redis", "redis-cli", "config", "set", "maxmemory", "0")
        stack.healthy()
    with report.step("stop during the start") as said:
        stack("stop", "bot")
        stack("start", "bot")
        began = time.monotonic()
        stack("stop", "bot")
        code = run("docker", "inspect", "-f", "{{.State.ExitCode}}", f"{PROJECT}-bot-1").strip()
        said.append(f"exit code {code} after {time.monotonic() - began:.1f} s")
        assert code in ("0", "143"), said
        stack.up("bot")
        stack.healthy()
    with report.step("backup with rights 0600, all deleted, restored: the same question") as said:
        before, file = await game.asked(), stack.folder / "games.jsonl"
        with open(
            os.open(file, os.O_WRONLY | os.O_CREAT, 0o600), "w"
        ) as backup:  # umask 077; ... > games.jsonl
            backup.write(stack("exec", "-T", "bot", "bastide", "backup", "-"))
        assert stat.S_IMODE(file.stat().st_mode) == 0o600
        stack("down", "-v")
        stack.up("bot")
        stack.healthy()
        stack("exec", "-T", "bot", "bastide", "restore", "-", text=file.read_text())
        assert await game.asked() == before, "the page shows something else"
        said.append(f"{file.stat().st_size // 1000} KB")
    with report.step("the game to its end in the room") as said:
        await game.play(1000)
        said.append(f"{game.turns} turns in all")
    with report.step("rights of the running container") as said:
        said.append(
            stack("exec", "-T", "bot", "sh", "-c", "id -u; touch /x 2>&1 | tail -1").replace("\n", " ")
        )
        said.append(
            run("docker", "stats", "--no-stream", "--format", "{{.MemUsage}}", f"{PROJECT}-bot-1").strip()
        )
        stack("down", "-v")


async def alone(report: Report) -> None:
    """Plain `docker run` with the embedded store."""
    game = RoomGame()
    start = ["docker", "run", "-d", "--name", ALONE, "--init", "-p", f"127.0.0.1:{PORT}:8080"]
    start += ["-v", f"{ALONE}:/data", "-e", "COMMANDS_PER_MINUTE=100000", "--read-only", "--tmpfs", "/tmp"]  # noqa: S108
    with report.step("docker run with the embedded store, 5 turns, killed, 5 turns") as said:
        run(*start, NEW)
        until(answers, "the room")
        await game.play(5)
        before = await game.asked()
        run("docker", "kill", ALONE)
        run("docker", "start", ALONE)
        until(answers, "the room")
        assert await game.asked() == before, "the page shows something else"
        await game.play(5)
        said.append(
            run("docker", "exec", ALONE, "sh", "-c", "stat -c %a /data/appendonlydir/*").replace("\n", " ")
        )
        said.append(run("docker", "exec", ALONE, "bastide", "doctor").strip().splitlines()[-1])
    run("docker", "rm", "-f", "-v", ALONE, quiet=True)
    run("docker", "volume", "rm", ALONE, quiet=True)


def answers() -> bool:
    try:
        with urllib.request.urlopen(f"{LINK}/healthz", timeout=5) as answer:  # noqa: S310  # ours
            return bool(answer.status == 200)
    except OSError:
        return False


async def cluster(report: Report, stack: Stack) -> None:
    """The profile `cluster`, with the stand-ins of both platforms on this machine."""
    telegram = StandIn()
    discord = Discord(shards=4, check=False)
    telegram.host = discord.host = "0.0.0.0"  # noqa: S104  # containers reach it by the gateway
    await telegram.start()
    async with discord:
        port = discord.api_url.split(":")[2].partition("/")[0]
        discord.gateway.url = f"ws://{GATEWAY}:{port}/gateway/"
        stack.settings |= {
            "DISCORD_TOKEN": DISCORD_TOKEN,
            "DISCORD_API_URL": f"http://{GATEWAY}:{port}/api/v10",
            "DISCORD_GATEWAY_URL": discord.gateway.url,
            "TELEGRAM_TOKEN": TELEGRAM_TOKEN,
            "TELEGRAM_API_URL": f"http://{GATEWAY}:{telegram.port}",
            "TELEGRAM_WEBHOOK_URL": "http://localhost/telegram/hook",
            "TELEGRAM_GROUP_PER_MINUTE": "100000",
            "PUBLIC_HOST": "http://localhost",
        }
        try:
            await cluster_steps(report, stack, telegram)
        finally:
            stack("down", "-v", quiet=True)
            await telegram.stop()


async def cluster_steps(report: Report, stack: Stack, telegram: StandIn) -> None:
    async def whole() -> None:
        await asyncio.to_thread(stack.up, "proxy")
        for worker in WORKERS:
            await asyncio.to_thread(stack.healthy, worker)

    players = Players(Group(telegram, Chat(-1001)), (ANNA, TelegramUser(12, "Boris")))
    with report.step("cluster profile: three nodes, four workers, the proxy, all healthy"):
        await whole()
    with report.step("6 moves on Telegram by webhook through the proxy"):
        await players.open()
        await players.play(6)
    for service in (*WORKERS, *NODES, "proxy"):
        with report.step(f"kill {service}, 2 moves"):
            await asyncio.to_thread(stack.kill, service)
            await whole()
            await players.play(2)
    with report.step("the proxy with TLS") as said:
        stack.settings["PUBLIC_HOST"] = "localhost"
        await asyncio.to_thread(stack.up, "proxy")
        look = ["curl", "-sk", "-o", "/dev/null", "-w", "%{http_code}", "https://localhost/"]
        await asyncio.to_thread(until, lambda: run(*look, quiet=True)[:1] == "4", "an answer by TLS")
        said.append(f"https://localhost/ answers {run(*look)}")


async def work(before: str, *, keep: bool) -> Report:
    report = Report()
    with tempfile.TemporaryDirectory(prefix="bastide-docker-") as name:
        stack = Stack(Path(name) / PROJECT)
        try:
            build(report, before, Path(name))
            if not report.failed:
                await default_profile(report, stack)
                await alone(report)
                await cluster(report, stack)
        finally:
            if not keep:
                stack("down", "-v", "--remove-orphans", quiet=True)
                run("docker", "rm", "-f", "-v", ALONE, quiet=True)
    return report


def main() -> int:
    """Run all steps and print the table; the exit code is 1 if one failed."""
    parser = argparse.ArgumentParser(description=__doc__)
    tags = run("git", "-C", str(ROOT), "describe", "--tags", "--abbrev=0", quiet=True).strip()
    parser.add_argument("--before", default=tags or "HEAD~1", help="the revision to upgrade from")
    parser.add_argument("--keep", action="store_true", help="leave the containers as they are")
    args = parser.parse_args()
    if shutil.which("docker") is None or not run("docker", "compose", "version", quiet=True):
        print("make docker-test needs Docker with Compose 2.24 or newer.", file=sys.stderr)
        return 1
    report = asyncio.run(work(args.before, keep=args.keep))
    print(f"\n{report}")
    return int(report.failed)


if __name__ == "__main__":
    sys.exit(main())
