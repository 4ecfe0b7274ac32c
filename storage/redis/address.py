"""From one URL to a client. Passwords stay in the client: no message, log line or repr shows them."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlsplit

from redis.asyncio import Redis
from redis.asyncio.connection import SSLConnection, parse_url
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff

from storage.errors import BadAddress
from storage.redis.cluster import ClusterClient
from storage.redis.connection import MOST_AT_ONCE

SINGLE = ("redis", "rediss", "unix")
CLUSTER = ("redis+cluster", "rediss+cluster")
ANSWER_WITHIN = 4.0  # seconds for one command
CONNECT_WITHIN = 2.0

_WANTED = (
    "The address of the Redis server must look like redis://host:6379/0, rediss://… (TLS), unix:///path or "
    "redis+cluster://host:6379,host:6380; special characters in a password are written as %2F and so on."
)


def client_for(url: str) -> tuple[Redis | ClusterClient, str]:
    """Make the client of an address, and the words that may name it; raises BadAddress."""
    try:
        scheme, rest = url.split("://", 1)
        if scheme in SINGLE:
            return _single(url), shown(url)
        if scheme in CLUSTER:
            return _cluster(scheme.removesuffix("+cluster"), rest), shown(url)
    except (ValueError, TypeError, KeyError):
        raise BadAddress(_WANTED) from None  # the cause would repeat the URL
    raise BadAddress(_WANTED)


def _options() -> dict[str, Any]:
    return {
        "socket_timeout": ANSWER_WITHIN,
        "socket_connect_timeout": CONNECT_WITHIN,
        "retry": Retry(NoBackoff(), 0),  # Link repeats, and knows when to stop
        "max_connections": MOST_AT_ONCE + 8,
    }


def _single(url: str) -> Redis:
    if urlsplit(url).scheme != "unix" and not urlsplit(url).hostname:
        raise ValueError(url)
    client: Redis = Redis.from_url(url, **_options())
    return client


def _cluster(scheme: str, rest: str) -> ClusterClient:
    access, at, places = rest.rpartition("@")
    hosts, slash, tail = places.partition("/")
    seeds = []
    options: dict[str, Any] = {}
    for host in hosts.split(","):
        options = dict(parse_url(f"{scheme}://{access}{at}{host}{slash}{tail}"))
        if options.pop("db", 0):
            raise ValueError("a cluster has database 0 only")
        seeds.append((options.pop("host"), options.pop("port", 6379)))
    options["ssl"] = options.pop("connection_class", None) is SSLConnection
    options |= _options()
    return ClusterClient(seeds, lambda host, port: Redis(host=host, port=port, **options))


def shown(url: str) -> str:
    """The address without its password; whatever comes before the last @ is taken for one."""
    scheme, _, rest = url.partition("://")
    return f"{scheme}://{rest.rpartition('@')[2].partition('?')[0]}"
