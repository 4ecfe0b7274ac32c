"""The Lua functions, read once; the server knows them by their hash."""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import sha1
from importlib.resources import files


@dataclass(frozen=True, slots=True)
class Script:
    """A Lua function and the name the server caches it under."""

    name: str
    text: str
    sha: str


def _script(name: str, *before: str) -> Script:
    folder = files("storage") / "lua"
    text = "\n".join((folder / f"{part}.lua").read_text("utf-8") for part in (*before, name))
    return Script(name, text, sha1(text.encode(), usedforsecurity=False).hexdigest())


CREATE = _script("create", "common")
LOAD = _script("load", "common")
SAVE = _script("save", "common")
FINISH = _script("finish", "common")
AMEND = _script("amend", "common")
AMEND_FINISHED = _script("amend_finished")
DELETE = _script("delete", "common")
LOBBY_LOAD = _script("lobby_load", "common")
LOBBY_SAVE = _script("lobby_save", "common")
EXPECT = _script("expect", "common")
FREEZE = _script("freeze")
ARRIVE = _script("arrive", "common", "writing")
LEAVE = _script("leave")
DUMP = _script("dump")
RESTORE = _script("restore", "writing")
COUNT = _script("count", "common")
SCHEDULE = _script("schedule")
CANCEL = _script("cancel")
DUE = _script("due")
CLAIM = _script("claim")
NEXT = _script("next")
TAKE = _script("take")
BEAT = _script("beat")
SIGN_OFF = _script("sign_off")
