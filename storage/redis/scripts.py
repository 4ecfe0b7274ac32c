"""The Lua functions, read once. The server knows them by their hash."""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import sha1
from importlib.resources import files


@dataclass(frozen=True, slots=True)
class Script:
    """A Lua function and the hash under which the server caches it."""

    name: str
    text: str
    sha: str
    lasting: bool = False  # what it writes must survive the loss of a node


def _script(name: str, *before: str, lasting: bool = False) -> Script:
    folder = files("storage.redis") / "lua"
    text = "\n".join((folder / f"{part}.lua").read_text("utf-8") for part in (*before, name))
    return Script(name, text, sha1(text.encode(), usedforsecurity=False).hexdigest(), lasting)


CREATE = _script("create", "common", lasting=True)
LOAD = _script("load")
SAVE = _script("save", "common", "alarms", "marks", lasting=True)
FINISH = _script("finish", "common", lasting=True)
AMEND = _script("amend", "common", lasting=True)
AMEND_FINISHED = _script("amend_finished", lasting=True)
ADD_RESULT = _script("add_result", lasting=True)
AMEND_RESULT = _script("amend_result", lasting=True)
LOBBY_SAVE = _script("lobby_save", "common", lasting=True)
RESOLVE = _script("resolve")
ALIAS = _script("alias", "common", lasting=True)
LINK = _script("link", "common", lasting=True)
UNLINK = _script("unlink", lasting=True)
PUBLIC = _script("public")
RENOTE = _script("renote", lasting=True)
DUMP = _script("dump")
RESTORE = _script("restore")
MARK = _script("mark", "marks", lasting=True)
UNMARK = _script("unmark")
SCREEN_CLAIM = _script("screen_claim")
SCREEN_SAVE = _script("screen_save", lasting=True)
SCREEN_RELEASE = _script("screen_release")
COUNT = _script("count", "common", lasting=True)
SCHEDULE = _script("schedule", "alarms", lasting=True)
CANCEL = _script("cancel")
DUE = _script("due")
CLAIM = _script("claim")
NEXT = _script("next")
TAKE = _script("take")
GIVE_BACK = _script("give_back")
BEAT = _script("beat")
SIGN_OFF = _script("sign_off")
