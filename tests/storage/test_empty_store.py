"""The store of all other tests: empty, apart from others, and gone with its process."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.empty_store import STORES, empty_store
from tests.support.redis_servers import wait_for

PROGRAM = """
import os, sys
from tests.support import empty_store

empty_store.empty_store()
print(empty_store.server_socket(), flush=True)
os.kill(os.getpid(), int(sys.argv[1])) if sys.argv[1] != "0" else None
"""


async def test_two_stores_know_nothing_of_each_other() -> None:
    one, other = empty_store(), empty_store()
    await one.users.set_setting("web:anna", "theme", b"night")
    assert await one.users.settings("web:anna") == {"theme": b"night"}
    assert await other.users.settings("web:anna") == {}


async def test_a_store_is_empty_and_one_that_is_held_stays_as_it_is() -> None:
    held = empty_store().users  # a part is enough
    await held.set_setting("web:anna", "theme", b"night")
    for _ in range(STORES + 1):
        store = empty_store()
        assert await store.users.settings("web:anna") == {}
        await store.users.set_setting("web:anna", "theme", b"day")
    assert await held.settings("web:anna") == {"theme": b"night"}


@pytest.mark.parametrize("how", [0, signal.SIGKILL])
def test_the_server_ends_with_its_process(how: int) -> None:
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, str(int(how))], capture_output=True, text=True, check=False
    )
    assert done.returncode == -how, done.stderr
    folder = Path(done.stdout.strip()).parent
    wait_for(lambda: not folder.exists(), "the end of the server")
