"""The client: asks the service what an interaction does, and sends its answers."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import AsyncIterator, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

import aiohttp
import discord
from discord import app_commands

from bot.cache import LruCache
from bot.chats.common.owed import OwedChannels
from bot.chats.discord import commands, components, private_play, threads
from bot.chats.discord.acknowledgement import Acknowledgement
from bot.chats.discord.cards import TableCards
from bot.chats.discord.emojis import AppEmojis
from bot.chats.discord.markdown import GROUP, PLATFORM, Marker, snowflake
from bot.chats.discord.message import Drafter
from bot.chats.discord.outbox import DiscordOutbox
from bot.chats.discord.pending import PendingAnswers
from bot.chats.discord.poster import CannotWrite, DiscordPoster
from bot.chats.discord.private_play import home_of, is_foreign
from bot.chats.discord.recovery import Recovery
from bot.chats.discord.reply import Answer, PrivateMessage, ReplyPlace, apologise
from bot.chats.discord.shown import PostedMessages
from bot.chats.discord.windows import form_window, words_in
from bot.conversation.protocol.messages import Command, Outgoing, Person
from bot.conversation.protocol.ports import Unreached
from bot.conversation.service import Service
from bot.operations.events import NO_WATCH, Watch
from bot.pictures.painter import Painter
from bot.settings import read_shards
from storage import StorageError

PREVIEWS = 2000  # close-ups that can still be deleted
REMEMBERED = 4096  # interactions that may be delivered twice
PATIENCE = 20.0  # seconds to finish running interactions when the bot stops
CARD_PATIENCE = 2.0  # seconds to show the last change of a table elsewhere
GRACE = 15.0  # seconds until any worker may handle the alarm of a channel

Interaction = discord.Interaction[Any]
ENTRY_POINT = commands.entry_point()
log = logging.getLogger(__name__)

discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False  # there is no voice here


class DiscordChat(discord.AutoShardedClient):
    """Bastide on Discord."""

    def __init__(
        self,
        service: Service,
        painter: Painter,
        *,
        own_gateway: bool = False,
        shards: str = "",
        activity: bool = False,
        watch: Watch = NO_WATCH,
    ) -> None:
        intents = discord.Intents.none()
        intents.guilds = True  # for new servers and deleted channels; no privileged intent is needed
        intents.dm_messages = True  # who writes to the bot is welcomed
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
            http_trace=_counting_answers(watch),
        )
        self._watch = watch
        self.service = service
        self._activity = activity  # whether the live board can be opened as one
        self._own_gateway = own_gateway  # set by the settings: Discord is only asked for the number of shards
        self.marker = Marker(commands.paths())
        self.drafter = Drafter(self.marker, painter)
        store = service.repository.store
        self.pending = PendingAnswers(store.users, store.owed)
        self.poster = DiscordPoster(self, self.drafter, PostedMessages(store.users), self.pending)
        self.recovery = Recovery(self)
        self.own_emojis = AppEmojis(self)
        self.outbox = DiscordOutbox(self._post, self.pending)
        self.cards = TableCards(self)
        self.owed = OwedChannels(self._show_later)
        self.previews: LruCache[tuple[int, int], PrivateMessage] = LruCache(PREVIEWS)
        self._seen: LruCache[int, None] = LruCache(REMEMBERED)
        self._under_way = 0
        self._stopping = False
        self.tree: app_commands.CommandTree[DiscordChat] = app_commands.CommandTree(self)
        self.tree.add_command(commands.group())
        for menu in commands.menus():
            self.tree.add_command(menu)

    async def setup_hook(self) -> None:
        """Register the commands, or read what the worker with the first shard has registered."""
        await self.recovery.read()
        await self.tree.set_translator(commands.CatalogueTranslator())
        first = self.shard_ids is None or 0 in self.shard_ids
        self.own_emojis.begin(upload=first)
        try:
            for command in await (self._register() if first else self.tree.fetch_commands()):
                if command.name == GROUP:
                    self.marker.command_id = command.id
                self.drafter.with_board |= self._activity and command.name == ENTRY_POINT["name"]
        except discord.HTTPException as error:
            log.error("commands_not_registered error=%s", error.text)

    async def _register(self) -> list[app_commands.AppCommand]:
        """Register all commands; also the one that opens the Activity, if there is one."""
        if self._activity and self.application_id:
            translator = commands.CatalogueTranslator()
            wanted = [one.get_translated_payload(self.tree, translator) for one in self.tree.get_commands()]
            payload: list[Any] = [*await asyncio.gather(*wanted), ENTRY_POINT]
            try:
                await self.http.bulk_upsert_global_commands(self.application_id, payload=payload)
                return await self.tree.fetch_commands()
            except discord.HTTPException as error:  # Activities are not switched on at Discord
                log.error("activity_not_registered error=%s", error.text)
        return await self.tree.sync()

    async def launch_shards(self) -> None:
        """Connect the shards that are set, or as many as Discord advises."""
        if self._own_gateway and self.shard_count is None:
            self.shard_count, _, _ = await self.http.get_bot_gateway()
        await super().launch_shards()

    async def on_ready(self) -> None:
        """Log that the bot is connected."""
        log.info("discord_ready user=%s guilds=%d shards=%s", self.user, len(self.guilds), self.shard_count)
        self.recovery.begin()

    async def on_resumed(self) -> None:
        """The connection is back: what could not be posted meanwhile is posted."""
        self.recovery.begin()

    # -- what comes in --------------------------------------------------------------------------------

    async def command(
        self, interaction: Interaction, name: str, *lines: tuple[str, ...], here: bool = False
    ) -> None:
        """A slash command."""
        async with self._work(interaction) as answer:
            if answer is None:
                return
            if is_foreign(interaction):
                if await answer.response.defer(listed=True):
                    await private_play.open_chat(self, interaction)
                    asked = [self.spoken(interaction, name=name, args=line) for line in lines]
                    await private_play.give(answer, await self._handled(*asked))
                return
            asked = [self.spoken(interaction, name=name, args=line) for line in lines]
            if threads.opens(asked[0]):
                if await answer.response.defer(listed=True):
                    await threads.open_table(self, answer, asked[0], here=here)
                return
            await answer.give(await self._handled(*asked))

    async def on_interaction(self, interaction: Interaction) -> None:
        """Handle a button, a menu or a window by its id alone: it may be from before a restart."""
        if interaction.type is discord.InteractionType.component:
            await self._pressed(interaction, components.pressed_id(interaction)[0])
        elif interaction.type is discord.InteractionType.modal_submit:
            await self._entered(interaction, components.pressed_id(interaction)[0])

    async def _pressed(self, interaction: Interaction, id_: str) -> None:
        """A button or a line of a menu."""
        async with self._work(interaction) as answer:
            if answer is None:
                return
            if id_ == components.BOARD:
                await interaction.response.launch_activity()
                return
            if card := components.read_card_id(id_):
                await self._pressed_card(answer, *card)
                return
            kind, limits, token = components.read_id(id_) or ("b", None, "?")
            if limits is not None:
                window = components.number_window(id_, components.label_of(interaction.message, id_), limits)
                with contextlib.suppress(discord.HTTPException):
                    await interaction.response.send_modal(window)
                return
            if kind == "w" and await self._opened_window(answer, token):
                return
            if is_foreign(interaction):
                if await answer.response.defer(listed=True):
                    await private_play.open_chat(self, interaction)
                    said = await self._handled(self.spoken(interaction, token=token))
                    await private_play.give(answer, said)
                return
            pressed = self.spoken(interaction, token=token)
            if kind == "b" and threads.opens(pressed):
                if await answer.response.defer(listed=True):
                    await threads.open_table(self, answer, pressed, here=False)
                return
            said = await self._handled(pressed)
            await (answer.show_choices(said) if kind == "m" else answer.give(said))

    async def _opened_window(self, answer: Answer, token: str) -> bool:
        """Open the window of a press; False if it has none now, or it took too long to find out."""
        try:
            form = await self.service.form(self.spoken(answer.interaction, token=token))
        except StorageError as error:
            log.warning("window_without_store error=%s", error)
            return False
        if form is None:
            return False
        with contextlib.suppress(discord.HTTPException):
            async with answer.response.first() as first:
                if first:
                    window = form_window(components.window_id(token), form)
                    await answer.interaction.response.send_modal(window)
                return first
        return True

    async def _pressed_card(self, answer: Answer, table: int, token: str) -> None:
        """A button that belongs to the table of another channel."""
        pressed = replace(self.spoken(answer.interaction, token=token), channel=f"{PLATFORM}{table}")
        async with self.pending.working(pressed.channel):
            said = await self.service.handle(pressed)
            said += await threads.led_there(answer, pressed, said)
        await answer.give(said)

    async def _entered(self, interaction: Interaction, id_: str) -> None:
        """A window was sent: a number, or the answers of a form."""
        read = components.read_id(id_)
        async with self._work(interaction) as answer:
            if answer is None or read is None:
                return
            typed = words_in(interaction) if read[0] == "w" else components.number_in(interaction)
            await answer.give(await self._handled(self.spoken(interaction, token=read[2], text=typed)))

    async def _handled(self, *commands: Command) -> list[Outgoing]:
        """Run commands of one interaction; what they save is listed until `Answer.give` has posted it."""
        said: list[Outgoing] = []
        async with self.pending.working(commands[0].channel):
            for number, command in enumerate(commands):
                once = replace(command, request=f"{command.request}-{number}") if number else command
                said += await self.service.handle(once)
        return said

    async def suggest(self, interaction: Interaction, name: str, typed: str) -> list[str]:
        """Completions of a command that is being typed."""
        args = (*typed.split(), *([""] if typed.endswith(" ") else []))
        try:
            return await self.service.suggest(self.spoken(interaction, name=name, args=args))
        except Exception:  # a completion is a courtesy
            log.exception("suggestions_failed command=%s", name)
            return []

    def spoken(self, interaction: Interaction, **what: Any) -> Command:
        """An interaction as a command."""
        user = interaction.user
        admin = interaction.permissions.manage_channels or interaction.permissions.administrator
        who = Person(f"{PLATFORM}{user.id}", user.display_name, interaction.locale.value, admin)
        guild = interaction.guild
        community = guild is not None and "COMMUNITY" in guild.features  # others have no language
        language = interaction.guild_locale.value if interaction.guild_locale and community else ""
        where = f"{PLATFORM}{home_of(interaction)}"
        alone = interaction.guild_id is None or is_foreign(interaction)
        group = "" if alone else f"{PLATFORM}guild:{interaction.guild_id}"
        return Command(
            who,
            where,
            time.time(),
            channel_language=language,
            group=group,
            private=alone,
            request=f"dc{interaction.id}",  # while a new version starts, two processes may be given it
            **what,
        )

    async def group_of(self, channel: str) -> str:
        """The server of a channel; the channel itself if it has none or is gone."""
        number = snowflake(channel) or 0
        try:
            found = self.get_channel(number) or await self.fetch_channel(number)
        except (discord.NotFound, discord.Forbidden):
            return channel
        guild = getattr(found, "guild", None)
        return f"{PLATFORM}guild:{guild.id}" if guild else channel

    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Greet a server that has added the bot, where the bot may write."""
        channels = [channel for channel in (guild.system_channel, *guild.text_channels) if channel]
        for channel in channels:
            if channel.permissions_for(guild.me).send_messages:
                await self._welcome(channel.id, guild.preferred_locale.value)
                return

    async def on_message(self, message: discord.Message) -> None:
        """Greet a user who writes to the bot in private; commands come as interactions."""
        if message.guild is None and not message.author.bot:
            await self._welcome(message.channel.id, "")

    async def _welcome(self, channel: int, language: str) -> None:
        try:
            await self.deliver(await self.service.welcome(f"{PLATFORM}{channel}", time.time(), language))
        except StorageError as error:
            log.warning("welcome_not_posted channel=%d error=%s", channel, error)

    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """End the table of a deleted channel, so that its players are free."""
        await self.service.channel_deleted(f"{PLATFORM}{channel.id}", time.time())

    async def on_guild_channel_update(
        self, _before: discord.abc.GuildChannel, after: discord.abc.GuildChannel
    ) -> None:
        """A channel has other permissions: the bot may be allowed to write there now."""
        self.recovery.permissions_changed(after.guild)

    async def on_guild_role_update(self, _before: discord.Role, after: discord.Role) -> None:
        """The same for a role."""
        self.recovery.permissions_changed(after.guild)

    async def on_member_update(self, _before: discord.Member, after: discord.Member) -> None:
        """The same for the bot's own roles: it hears of no other member."""
        self.recovery.permissions_changed(after.guild)

    async def on_raw_thread_delete(self, payload: discord.RawThreadDeleteEvent) -> None:
        """The same for a thread."""
        await self.service.channel_deleted(f"{PLATFORM}{payload.thread_id}", time.time())
        self.cards.follow(f"{PLATFORM}{payload.thread_id}")

    # -- what goes out --------------------------------------------------------------------------------

    @property
    def connected(self) -> bool:
        """Whether the bot is ready and every shard is connected."""
        shards = self.shards.values()
        return self.is_ready() and not self.is_closed() and not any(shard.is_closed() for shard in shards)

    async def _post(self, message: Outgoing) -> None:
        await self.poster.post(message)
        self._watch.shown(message.channel, message.slot)
        self.cards.follow(message.channel)

    def rings(self, channel: str, late: float) -> bool:
        """Whether this worker handles an alarm: its shard knows the channel, so that posts keep their order.

        An archived thread may be known to no worker, and a worker may be down: after GRACE any worker does.
        """
        number = snowflake(channel) or 0
        alone = self.shard_ids is None
        return alone or late > GRACE or self.get_channel(number) is not None or self.poster.knows(number)

    async def deliver(self, messages: list[Outgoing]) -> None:
        """Post messages that no interaction asked for: reminders, moves of the clock and of the computers."""
        public = [message for message in messages if message.to is None]
        async with contextlib.AsyncExitStack() as listed:
            for channel in dict.fromkeys(message.channel for message in public):
                await listed.enter_async_context(self.pending.posting(channel))
            waiting = [self.outbox.put(message) for message in public]
        results = await asyncio.gather(*waiting, return_exceptions=True)
        for message, result in zip(public, results, strict=True):
            if isinstance(result, BaseException):
                log.warning("message_not_posted channel=%s error=%s", message.channel, result)
                await self.not_posted(message.channel, result)
        for channel in {message.channel for message in public}:
            await self.pending.settle(channel)

    async def not_posted(self, channel: str, error: BaseException) -> None:
        """A channel does not show what is saved: it will, unless it is gone."""
        if isinstance(error, CannotWrite) and error.gone:
            await self.service.channel_deleted(channel, time.time())
            return
        self.pending.unpaid.add(channel)
        if not isinstance(error, CannotWrite):  # else a new permission is waited for
            self.owed.owe(channel)

    async def tell(self, messages: Sequence[Outgoing]) -> None:
        """Post messages one after the other; raises Unreached."""
        if not self.is_ready():
            raise Unreached("not connected")
        for message in messages:
            try:
                await self.outbox.put(message)
            except CannotWrite as error:
                raise Unreached(str(error), gone=error.gone) from None
            except (discord.HTTPException, aiohttp.ClientError, OSError) as error:
                raise Unreached(type(error).__name__) from None

    async def show(self, channel: str) -> None:
        """Post what a channel should show, unless it stands there or the bot may not write there."""
        missing = await self.outbox.up_to_date(channel, partial(self._missing, channel))
        for posted in [self.outbox.put(message) for message in missing]:
            try:
                await posted
            except CannotWrite as error:
                await self.not_posted(channel, error)
                return
        await self.pending.paid(channel)
        self.cards.follow(channel)

    async def _missing(self, channel: str) -> list[Outgoing]:
        """What a channel should show and does not."""
        told = await self.service.retell(channel, time.time(), await self.poster.offering(channel))
        return [message for message in told if not await self.poster.stands(message)]

    def hook(self, token: str) -> discord.Webhook:
        """What answers the interaction of a token, as the library makes it for an interaction of its own."""
        data: Any = {"id": self.application_id, "type": 3, "token": token}
        return discord.Webhook.from_state(data=data, state=self._connection)

    async def _show_later(self, channel: str) -> None:
        """Post what a channel is owed; raises Unreached while something else is being posted there."""
        if self.pending.busy(channel):
            raise Unreached("busy")
        await self.show(channel)

    async def stop(self) -> None:
        """Finish running interactions, then disconnect."""
        self._stopping = True
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(PATIENCE):
                while self._under_way:
                    await asyncio.sleep(0.05)
                await self.outbox.drain(None)
        await self.cards.close(CARD_PATIENCE)
        await self.recovery.close()
        await self.own_emojis.close()
        await self.owed.close()
        await self.close()

    @contextlib.asynccontextmanager
    async def _work(self, interaction: Interaction) -> AsyncIterator[Answer | None]:
        """Yields the answer to this interaction; None if it came before, or the bot stops."""
        if self._stopping or interaction.id in self._seen:
            yield None
            return
        self._seen[interaction.id] = None
        if interaction.channel_id is not None:
            self.poster.note(interaction.channel_id, interaction.app_permissions)
        response = Acknowledgement(interaction, self.pending, self.shard_count or 1)
        answer = Answer(self, interaction, _place(interaction), response)
        self._under_way += 1
        try:
            yield answer
            await answer.acknowledge()  # if there was nothing to answer
        except Exception as error:  # the other interactions go on
            log.exception("interaction_failed id=%d", interaction.id)
            await apologise(answer, error)
        finally:
            await response.close()
            await self.pending.settle(answer.channel)
            self._under_way -= 1


def _counting_answers(watch: Watch) -> aiohttp.TraceConfig:
    """Counts Discord's answers. The library handles rate limits itself: only here can they be seen."""

    async def ended(_: object, __: object, request: aiohttp.TraceRequestEndParams) -> None:
        watch.answered("discord", request.response.status)

    trace = aiohttp.TraceConfig()
    trace.on_request_end.append(ended)
    return trace


def _place(interaction: Interaction) -> ReplyPlace:
    """Whether it is a command, or the pressed message is public or private."""
    if interaction.type is discord.InteractionType.application_command:
        return ReplyPlace.COMMAND
    private = interaction.message is not None and interaction.message.flags.ephemeral
    return ReplyPlace.PRIVATE if private else ReplyPlace.PUBLIC
