"""Lines of a backup, and the addresses and ids of a store."""

from __future__ import annotations

from storage.errors import BadAddress
from storage.redis import keys
from storage.redis.address import client_for
from storage.redis.backup import _parsed  # private: the reader of lines, without a server
from storage.redis.requests import request_id
from tests.fuzz import tables

SEEDS = [
    b'{"bastide": 1, "owner": "discord:1", "keys": [["game", "hash", -1, ["YQ==", "Yg=="]]]}',
    b'{"bastide": 1, "owner": "user:discord:1", "keys": [["open", "zset", 5, ["YQ==", "MQ=="]]]}',
    *(
        b"redis://:secret@host:6379/0",
        b"redis+cluster://a:1,b:2",
        b"unix:///x",
        b"rediss://u:p%2F@[::1]:1/0?db=1",
    ),
    *(b"bastide:{discord:1}:game", b"bastide:{user:discord:1}:open"),
]


def fuzz(data: bytes) -> None:
    """Read it as each of them."""
    text = tables.text_of(data)
    try:
        _parsed(data)
    except ValueError as error:
        assert str(error)
    try:
        client_for(text)
    except BadAddress as error:
        assert "secret" not in str(error)
    for read in (keys.name, keys.split, request_id, lambda text: keys.channel(text, "game")):
        try:
            read(text)
        except ValueError as error:
            assert str(error)
