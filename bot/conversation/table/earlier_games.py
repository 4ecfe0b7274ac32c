"""Games that were finished before results were kept: their results are taken in from the archive."""

from __future__ import annotations

import logging

from bot.conversation.table.history import UNREADABLE, GameHistory
from bot.conversation.table.repository import Repository
from bot.documents import NeedsNewer
from storage.port import Store

MOST_GAMES = 1_000_000  # of one channel
PLACE = "results"  # what is noted about the work is kept like a setting of this channel

log = logging.getLogger(__name__)


async def take_in(repository: Repository, channel: str) -> int:
    """Add the results of a channel's finished games that are not listed yet; returns how many there were."""
    archive, added = repository.store.archive, 0
    for game in reversed(await archive.of_channel(channel, limit=MOST_GAMES)):
        record = await archive.load(channel, game.game)
        if record is None:
            continue
        try:
            history = GameHistory(channel, record.setup, record.log)
        except (NeedsNewer, *UNREADABLE) as error:
            log.warning("result_unreadable channel=%s game=%s error=%s", channel, game.game, error)
            continue
        added += await repository.keep_result(history)
    return added


async def take_in_again(store: Store) -> None:
    """Let the next start look through the archive: a backup of an earlier version was restored into it."""
    for name in await store.users.channel_settings(PLACE):
        await store.users.set_channel_setting(PLACE, name, None)


async def take_in_all(repository: Repository, prefix: str = "") -> int:
    """The same for every channel whose name begins so."""
    channels = [name for name in await repository.store.archive.channels() if name.startswith(prefix)]
    return sum([await take_in(repository, channel) for channel in channels])


async def take_in_once(repository: Repository, prefix: str) -> int:
    """The same, unless it was done before on this store. It may be interrupted and begun again."""
    users, name = repository.store.users, f"taken_in.{prefix.strip(':')}"
    if await users.channel_setting(PLACE, name) is not None:
        return 0
    added = await take_in_all(repository, prefix)
    await users.set_channel_setting(PLACE, name, b"1")
    if added:
        log.info("results_taken_in platform=%s games=%d", prefix.strip(":"), added)
    return added
