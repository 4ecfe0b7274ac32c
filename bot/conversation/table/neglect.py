"""When a table counts as abandoned. Pure arithmetic on what is saved: `now` is always given."""

from __future__ import annotations

from bot.conversation.table.due import DAY
from bot.conversation.table.model import CLOCK
from bot.conversation.table.state import Live, Moment

WARNING = 3 * DAY  # announced so long before a table is put away, or half of the time if that is shorter


def warning(patience: float) -> float:
    """How long before its end an abandoned table is warned."""
    return min(WARNING, patience / 2)


def _idle(live: Live) -> tuple[int, list[Moment]]:
    """When anybody but the clock did something last, and what the clock has done since."""
    since, after = live.table.started, []
    for moment in reversed(live.recent):
        if moment.entry.by != CLOCK:
            since = max(since, moment.entry.at)
            break
        after.append(moment)
    return since, after


def warned_at(live: Live) -> int | None:
    """When the table was warned, if nobody has done anything since."""
    found = [moment.entry for moment in _idle(live)[1] if (moment.entry.act or {}).get("do") == "warn"]
    return found[0].at if found else None


def due(live: Live, patience: float) -> float:
    """When the table should be warned or, if it was, put away; never without a warning in time."""
    warned = warned_at(live)
    if warned is not None:
        return max(_idle(live)[0] + patience, warned + warning(patience))
    return _idle(live)[0] + patience - warning(patience)
