"""docs/privacy.md tells the truth: every key that the store uses, every setting and limit that it names."""

from __future__ import annotations

import re

from bot import settings
from bot.chats.telegram.ledger import SHOWN
from bot.chats.web.files import MOST_FILES
from bot.chats.web.history import MOST_PUBLIC
from bot.chats.web.identity import AGE
from bot.conversation.table.due import IDLE_WARNING
from bot.conversation.table.lobby import LONGEST_NAME
from storage.redis import keys
from tests.support.paths import ROOT

PAGE = (ROOT / "docs" / "privacy.md").read_text("utf-8")
EXAMPLE = (ROOT / ".env.example").read_text("utf-8")


def test_every_key_of_the_store_is_named_and_no_other() -> None:
    channel = [*keys.CHANNEL_PARTS, *keys.MOVE_PARTS, keys.SHORT_LIVED, "done:GAME", "done:GAME:log"]
    wanted = {f"bastide:{{CHANNEL}}:{part}" for part in channel}
    wanted |= {f"bastide:{{user:USER}}:{part}" for part in keys.USER_PARTS}
    wanted |= {f"bastide:{{due:N}}:{part}" for part in keys.DUE_PARTS}
    wanted |= {"bastide:{owed:N}:channels", "bastide:{marks:N}:channels", "bastide:{rate:USER}"}
    wanted |= {"bastide:{code:CODE}:home", "bastide:{public:N}:tables"}
    assert set(re.findall(r"`(bastide:[^`]+)`", PAGE)) == wanted


def test_privacy_page_states_the_real_retention() -> None:
    usual = settings.Settings()
    told = dict(re.findall(r"`(KEEP_\w+)` \((\d+)", PAGE))
    assert told == {
        "KEEP_LOBBY_DAYS": str(usual.keep_lobby_days),
        "KEEP_IDLE_DAYS": str(usual.keep_idle_days),
        "KEEP_FINISHED_DAYS": str(usual.keep_finished_days),
        "KEEP_HISTORY_DAYS": str(usual.keep_history_days),
    }
    for name, days in told.items():
        assert f"#{name}={days}\n" in EXAMPLE
        assert getattr(settings.read({name: "7"}), name.lower()) == 7


def test_privacy_page_states_the_real_limits() -> None:
    assert f"the last {MOST_PUBLIC} messages" in PAGE
    assert f"the last {MOST_FILES} files" in PAGE
    assert f"cut to {LONGEST_NAME} characters" in PAGE
    assert SHOWN == 8
    assert "the last eight" in PAGE
    assert IDLE_WARNING == 3 * 86400
    assert "announced three days before" in PAGE
    assert 366 < AGE / 86400 < 420
