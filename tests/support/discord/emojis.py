"""Emojis of the application, by the rules of Discord."""

from __future__ import annotations

import base64
import re
from typing import Any

from tests.support.discord.refusals import NotHere, Refusal
from tests.support.discord.world import BOT, snowflake, walk

MOST_EMOJIS = 2000
Json = Any


def check_emojis(known: list[Json] | None, components: list[Json]) -> None:
    """A button or a line of a menu with an emoji that is gone is refused."""
    items = [item for part in walk(components) for item in (part, *part.get("options", []))]
    wanted = {str(item["emoji"]["id"]) for item in items if (item.get("emoji") or {}).get("id")}
    if wanted - {emoji["id"] for emoji in known or ()}:
        raise Refusal(400, 50035, "Invalid Form Body: COMPONENT_INVALID_EMOJI")


def emojis_in(known: list[Json] | None) -> list[Json]:
    """The emojis of an application; raises NotHere if it can have none."""
    if known is None:
        raise NotHere
    return known


def add_emoji(known: list[Json], body: Json) -> Json:
    """Store an emoji of the application; refuse what Discord would."""
    kind, _, data = body["image"].partition(";base64,")
    if kind not in ("data:image/png", "data:image/webp", "data:image/gif", "data:image/jpeg"):
        raise Refusal(400, 50035, f"not a picture: {kind}")
    if len(base64.b64decode(data)) > 256 * 1024:
        raise Refusal(400, 50138, "Failed to resize asset below the maximum size: 262144")
    if len(known) >= MOST_EMOJIS:
        raise Refusal(400, 30008, "Maximum number of emojis reached")
    if not re.fullmatch(r"\w{2,32}", body["name"]) or body["name"] in [one["name"] for one in known]:
        raise Refusal(400, 50035, f"name {body['name']}")
    made = {"id": snowflake(), "name": body["name"], "roles": [], "require_colons": True}
    known.append(made | {"managed": False, "animated": False, "available": True, "user": BOT})
    return known[-1]
