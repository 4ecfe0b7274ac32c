"""What every command reads first: rate limits, settings, lobby and table, in one round trip."""

from __future__ import annotations

from storage.port import Commands
from storage.records import CommandInput, HomeInput, Rate
from storage.redis import keys, scripts
from storage.redis.connection import Link
from storage.redis.links import home_record, home_request, links_record, links_request
from storage.redis.lobbies import lobby_record, lobby_request
from storage.redis.owed import owed_key
from storage.redis.requests import Request, call, command
from storage.redis.tables import table_record, table_request


class RedisCommands(Commands):
    """A rate limit is a bucket of tokens; a request that is repeated may take two, which is harmless."""

    def __init__(self, link: Link) -> None:
        self._link = link

    async def read(
        self,
        user: str,
        channel: str,
        *,
        now: float,
        user_rate: Rate,
        channel_rate: Rate,
        group: str,
        group_setting: str,
        known: tuple[str, int] | None = None,
        owed: bool = False,
    ) -> CommandInput:
        shared = keys.channel(channel, keys.SHORT_LIVED)
        requests = [
            _token_request(keys.user_rate(user), user_rate, now),
            _token_request(shared, channel_rate, now),
            command("HGETALL", keys.user(user, "settings")),
            command("HGET", keys.channel(group, "settings"), keys.name(group_setting)),
            lobby_request(channel),
            table_request(channel, known),
            home_request(channel),
            links_request(channel),
        ]
        if owed:
            requests.append(command("SADD", owed_key(channel), channel))
        replies = await self._link.batch("command", requests)
        wait, channel_wait, settings, setting, lobby, table, home, links, *_ = replies
        if wait and not channel_wait:
            await self._link.run(scripts.GIVE_BACK, [shared], channel_rate.burst)
        return CommandInput(
            int(wait) / 1000,
            int(channel_wait) / 1000,
            {name.decode(): value for name, value in settings.items()},
            setting,
            lobby_record(lobby),
            table_record(channel, table),
            home_record(home),
            links_record(links),
        )

    async def read_home(self, home: str, *, known: tuple[str, int] | None = None) -> HomeInput:
        requests = [lobby_request(home), table_request(home, known), links_request(home)]
        lobby, table, links = await self._link.batch("home", requests)
        return HomeInput(lobby_record(lobby), table_record(home, table), links_record(links))


def _token_request(bucket: str, rate: Rate, now: float) -> Request:
    return call(scripts.TAKE, [bucket], rate.burst, int(rate.per * 1000), int(now * 1000))
