"""The client: acknowledges at once, asks the service, and sends what it answers where it belongs."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections import OrderedDict
from collections.abc import AsyncIterator
from typing import Any

import aiohttp
import discord
from discord import app_commands

from bot.chats.common.owed import Retelling
from bot.chats.discord import commands, components
from bot.chats.discord import threads as opening
from bot.chats.discord.markdown import PLATFORM, Marker, snowflake
from bot.chats.discord.message import Drafter
from bot.chats.discord.outbox import Outbox
from bot.chats.discord.poster import CannotWrite, Poster
from bot.chats.discord.reply import Answer, Place, apologise
from bot.chats.discord.shown import Shown
from bot.conversation.commands.settings import COMMANDS
from bot.conversation.protocol.messages import Command, Outgoing, Person
from bot.conversation.service import Service
from bot.conversation.show.turn import asked_game
from bot.operations.events import NOBODY, Watch
from bot.pictures.draw import Painter
from bot.settings import read_shards

REMEMBERED = 4096  # interactions that may be delivered twice
PATIENCE = 20.0  # seconds for what is under way when the bot stops
GRACE = 15.0  # seconds until any worker rings the alarm of a channel whose own worker does not

Interaction = discord.Interaction[Any]
log = logging.getLogger(__name__)

discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False  # nobody speaks here


class DiscordChat(discord.AutoShardedClient):
    """Bastide on Discord."""

    def __init__(
        self,
        service: Service,
        painter: Painter,
        *,
        own_gateway: bool = False,
        shards: str = "",
        watch: Watch = NOBODY,
    ) -> None:
        intents = discord.Intents.none()
        intents.guilds = True  # to hear of deleted channels; nothing privileged is asked for
        mine: dict[str, Any] = {}
        if shards:
            ids, count = read_shards(shards)
            mine = {"shard_ids": list(ids), "shard_count": count}
        super().__init__(
            **mine,
            intents=intents,
            allowed_mentions=discord.AllowedMentions.none(),
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
            max_messages=None,
            http_trace=_told_of_answers(watch),
        )
        self._watch = watch
        self.service = service
        self._own_gateway = own_gateway  # set by the settings: only the number of shards is asked for
        self.marker = Marker(commands.paths(dict.fromkeys(COMMANDS)))
        self.drafter = Drafter(self.marker, painter)
        self.poster = Poster(self, self.drafter, Shown(service.room.store.users))
        self.outbox = Outbox(self._post)
        self.retelling = Retelling(self._show)
        self.previews: OrderedDict[tuple[int, int], discord.WebhookMessage] = OrderedDict()
        self._seen: OrderedDict[int, None] = OrderedDict()
        self._under_way = 0
        self._stopping = False
        self.tree: app_commands.CommandTree[DiscordChat] = app_commands.CommandTree(self)
        self.tree.add_command(commands.group())
        self.add_dynamic_items(components.Press, components.Pick)

    async def setup_hook(self) -> None:
        """Register the commands, or see what the worker with the first shard has registered."""
        await self.tree.set_translator(commands.InThreeLanguages())
        first = self.shard_ids is None or 0 in self.shard_ids
        try:
            for command in await (self.tree.sync() if first else self.tree.fetch_commands()):
                self.marker.command_id = command.id
        except discord.HTTPException as error:
            log.error("the commands could not be registered: %s", error.text)

    async def launch_shards(self) -> None:
        """Connect the shards that are set, or as many as Discord advises."""
        if self._own_gateway and self.shard_count is None:
            self.shard_count, _, _ = await self.http.get_bot_gateway()
        await super().launch_shards()

    async def on_ready(self) -> None:
        """Say that we are there."""
        log.info("on Discord as %s, %d servers, %s shards", self.user, len(self.guilds), self.shard_count)

    # -- what comes in --------------------------------------------------------------------------------

    async def command(
        self, interaction: Interaction, name: str, *lines: tuple[str, ...], here: bool = False
    ) -> None:
        """A slash command."""
        async with self._work(interaction) as wanted:
            if not (wanted and await _acknowledged(interaction, thinking=True)):
                return
            answer = Answer(self, interaction, Place.COMMAND)
            if name == "new":
                await opening.open_table(self, answer, lines[0], here=here)
                return
            said: list[Outgoing] = []
            for line in lines:
                said += await self.service.handle(self.spoken(interaction, name=name, args=line))
            await answer.give(said)

    async def pressed(self, interaction: Interaction, id_: str, *, menu: bool) -> None:
        """A button or a line of a menu."""
        async with self._work(interaction) as wanted:
            read = components.read_id(id_)
            if not wanted:
                return
            kind, limits, token = read or ("b", None, "?")
            if limits is not None:
                window = components.number_window(id_, components.label_of(interaction.message, id_), limits)
                with contextlib.suppress(discord.HTTPException):
                    await interaction.response.send_modal(window)
                return
            private = interaction.message is not None and interaction.message.flags.ephemeral
            if not await _acknowledged(interaction, reset=menu and not private):
                return
            answer = Answer(self, interaction, Place.PRIVATE if private else Place.PUBLIC)
            said = await self.service.handle(self.spoken(interaction, token=token))
            await (answer.show_choices(said) if kind == "m" else answer.give(said))

    async def on_interaction(self, interaction: Interaction) -> None:
        """A window with a number was sent: read from its id, as it may have been opened before a restart."""
        if interaction.type is not discord.InteractionType.modal_submit:
            return
        read = components.read_id(str(components.data_of(interaction).get("custom_id", "")))
        async with self._work(interaction) as wanted:
            if read is None or not wanted or not await _acknowledged(interaction):
                return
            private = interaction.message is not None and interaction.message.flags.ephemeral
            answer = Answer(self, interaction, Place.PRIVATE if private else Place.PUBLIC)
            typed = components.number_in(interaction)
            await answer.give(await self.service.handle(self.spoken(interaction, token=read[2], text=typed)))

    async def suggest(self, interaction: Interaction, name: str, typed: str) -> list[str]:
        """Ways to go on with a command."""
        args = (*typed.split(), *([""] if typed.endswith(" ") else []))
        try:
            return await self.service.suggest(self.spoken(interaction, name=name, args=args))
        except Exception:  # a completion is a courtesy
            log.exception("no suggestions for %s", name)
            return []

    def spoken(self, interaction: Interaction, channel: int = 0, **what: Any) -> Command:
        """An interaction as a command."""
        user = interaction.user
        admin = interaction.permissions.manage_channels or interaction.permissions.administrator
        who = Person(f"{PLATFORM}{user.id}", user.display_name, interaction.locale.value, admin)
        guild = interaction.guild
        community = guild is not None and "COMMUNITY" in guild.features  # the others have no language set
        language = interaction.guild_locale.value if interaction.guild_locale and community else ""
        where = f"{PLATFORM}{channel or interaction.channel_id}"
        group = f"{PLATFORM}guild:{interaction.guild_id}" if interaction.guild_id else ""
        return Command(who, where, time.time(), channel_language=language, group=group, **what)

    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """A deleted channel's table is put away, so that nobody is bound to it."""
        await opening.put_away(self.service, f"{PLATFORM}{channel.id}")

    async def on_raw_thread_delete(self, payload: discord.RawThreadDeleteEvent) -> None:
        """The same for a thread."""
        await opening.put_away(self.service, f"{PLATFORM}{payload.thread_id}")

    # -- what goes out --------------------------------------------------------------------------------

    @property
    def connected(self) -> bool:
        """Whether Discord has told us all about us, and every shard hears it."""
        shards = self.shards.values()
        return self.is_ready() and not self.is_closed() and not any(shard.is_closed() for shard in shards)

    async def _post(self, message: Outgoing) -> None:
        await self.poster.post(message)
        self._watch.shown(message.channel, message.key)

    def rings(self, channel: str, late: float) -> bool:
        """Whether to see to an alarm: the worker that hears of a channel does, so that its posts keep order.

        Nobody may know a thread that was folded away, and a worker may be down: then any other does.
        """
        number = snowflake(channel) or 0
        alone = self.shard_ids is None
        return alone or late > GRACE or self.get_channel(number) is not None or self.poster.knows(number)

    async def deliver(self, messages: list[Outgoing]) -> None:
        """Post what nobody asked for just now: reminders, moves of the clock and of the computers."""
        public = [message for message in messages if message.to is None]
        waiting = [self.outbox.put(message) for message in public]
        results = await asyncio.gather(*waiting, return_exceptions=True)
        for message, result in zip(public, results, strict=True):
            if isinstance(result, CannotWrite) and result.gone:
                await opening.put_away(self.service, message.channel)
            elif isinstance(result, BaseException):
                log.warning("not delivered in %s: %s", message.channel, result)
                self.retelling.owe(message.channel)

    async def _show(self, channel: str) -> None:
        """Post what a channel should show, unless it stands there; raises whatever keeps it from that."""
        key = await self.poster.last_question(channel)
        for message in await self.service.retell(channel, time.time(), asked_game(key), key):
            if not await self.poster.stands(message):
                await self.outbox.put(message)

    async def stop(self) -> None:
        """Finish what is under way, then leave."""
        self._stopping = True
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(PATIENCE):
                while self._under_way:
                    await asyncio.sleep(0.05)
                await self.outbox.empty()
        await self.retelling.close()
        await self.close()

    @contextlib.asynccontextmanager
    async def _work(self, interaction: Interaction) -> AsyncIterator[bool]:
        """Whether to take this interaction: not if it came before, nor while we stop."""
        wanted = not self._stopping and interaction.id not in self._seen
        self._seen[interaction.id] = None
        while len(self._seen) > REMEMBERED:
            self._seen.popitem(last=False)
        if wanted and interaction.channel_id is not None:
            self.poster.note(interaction.channel_id, interaction.app_permissions)
        self._under_way += 1
        try:
            yield wanted
        except Exception as error:  # nothing that one person does may reach another
            log.exception("an interaction failed")
            await apologise(self, interaction, error)
        finally:
            self._under_way -= 1


def _told_of_answers(watch: Watch) -> aiohttp.TraceConfig:
    """The library sees to rate limits by itself: only here can they be counted."""

    async def ended(_: object, __: object, request: aiohttp.TraceRequestEndParams) -> None:
        watch.answered("discord", request.response.status)

    trace = aiohttp.TraceConfig()
    trace.on_request_end.append(ended)
    return trace


async def _acknowledged(interaction: Interaction, *, thinking: bool = False, reset: bool = False) -> bool:
    """Answer Discord within its three seconds; False if it does not wait any more or has an answer."""
    try:
        if reset and interaction.message is not None:
            await interaction.response.edit_message(view=components.reset(interaction.message))
        elif thinking:
            await interaction.response.defer(ephemeral=True, thinking=True)
        else:
            await interaction.response.defer()
    except (discord.HTTPException, discord.InteractionResponded) as error:
        log.info("too late or twice: %s", error)
        return False
    return True
