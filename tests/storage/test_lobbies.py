"""The contract of the lobby: a document whose version never decreases."""

from __future__ import annotations

import pytest

from storage import Conflict, Store, StoredLobby

CHANNEL = "web:garden"


async def test_load_without_a_lobby_has_version_0(store: Store) -> None:
    assert await store.lobbies.load(CHANNEL) == StoredLobby(0, None)


async def test_save_needs_the_current_version(store: Store) -> None:
    assert await store.lobbies.save(CHANNEL, expected=0, data=b"\x00A") == 1
    assert await store.lobbies.save(CHANNEL, expected=1, data=b"") == 2
    assert await store.lobbies.load(CHANNEL) == StoredLobby(2, b"")
    with pytest.raises(Conflict) as refused:
        await store.lobbies.save(CHANNEL, expected=1, data=b"late")
    assert refused.value.version == 2
    assert await store.lobbies.load(CHANNEL) == StoredLobby(2, b"")


async def test_cleared_lobby_keeps_its_version(store: Store) -> None:
    await store.lobbies.save(CHANNEL, expected=0, data=b"A")
    assert await store.lobbies.save(CHANNEL, expected=1, data=None) == 2
    assert await store.lobbies.load(CHANNEL) == StoredLobby(2, None)
    with pytest.raises(Conflict):
        await store.lobbies.save(CHANNEL, expected=0, data=b"from before")
    assert await store.lobbies.save(CHANNEL, expected=2, data=b"B") == 3


async def test_repeated_request_is_applied_once(store: Store) -> None:
    assert await store.lobbies.save(CHANNEL, expected=0, data=b"A", request="join") == 1
    await store.lobbies.save(CHANNEL, expected=1, data=b"A, B")
    assert await store.lobbies.save(CHANNEL, expected=0, data=b"A", request="join") == 1
    assert await store.lobbies.load(CHANNEL) == StoredLobby(2, b"A, B")
