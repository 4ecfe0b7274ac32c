"""Log lines of the program and its libraries: none holds a secret."""

from __future__ import annotations

import json
import logging
import subprocess
import sys
from urllib.parse import quote

import pytest

from bot.operations.logs import JsonLines, PlainLines
from bot.operations.redaction import HIDDEN, Secrecy, secrets_of, webhook_secret
from bot.settings import read

TELEGRAM = "123456789:AAbb-cc_dd"
DISCORD = "MTIz.Gabc.xyz-_9"
PASSWORD = "p\"a's/s\\ö"  # noqa: S105
SETTINGS = read(
    {
        "TELEGRAM_TOKEN": TELEGRAM,
        "DISCORD_TOKEN": DISCORD,
        "REDIS_URL": f"redis+cluster://user:{quote(PASSWORD, safe='')}@a:6379,b:6379",
        "TELEGRAM_API_URL": "https://me:proxy-word@example.org",
    }
)
SECRETS = [TELEGRAM, DISCORD, PASSWORD, webhook_secret(TELEGRAM), "proxy-word"]
FORMATS = [PlainLines, JsonLines]


def _record(message: object, *args: object, error: BaseException | None = None) -> logging.LogRecord:
    trace = (type(error), error, error.__traceback__) if error else None
    return logging.LogRecord("some.library", logging.ERROR, "", 0, message, args, trace)


@pytest.mark.parametrize("secret", SECRETS)
@pytest.mark.parametrize("kind", FORMATS)
def test_no_spelling_of_a_secret_is_written(kind: type[logging.Formatter], secret: str) -> None:
    lines = kind(Secrecy(secrets_of(SETTINGS)))  # type: ignore[call-arg]
    spellings = {secret, quote(secret), quote(secret, safe=""), repr(secret)[1:-1]}
    for spelling in spellings:
        try:
            raise ValueError(f"https://api/bot{spelling}/getMe")
        except ValueError as error:
            record = _record("at %s, %r", f"<{spelling}>", secret, error=error)
        record.address = f"redis://{spelling}"
        written = lines.format(record)
        assert not [other for other in spellings if other in written]
        assert json.dumps(secret, ensure_ascii=False)[1:-1] not in written
        assert written.count(HIDDEN) >= 3
        assert "some.library" in written


@pytest.mark.parametrize("kind", FORMATS)
def test_bad_log_arguments_lose_no_line_and_show_no_secret(kind: type[logging.Formatter]) -> None:
    written = kind(Secrecy(secrets_of(SETTINGS))).format(_record("at %d", TELEGRAM))  # type: ignore[call-arg]
    assert "at %d" in written
    assert TELEGRAM not in written


def test_json_line_has_named_fields() -> None:
    record = _record("table %s\nopens", "web:x")
    record.channel, record.seconds = "web:x", 1.5
    (line,) = JsonLines(Secrecy([])).format(record).splitlines()
    told = json.loads(line)
    assert told.pop("time").endswith("+00:00")
    assert told == {
        "level": "error",
        "logger": "some.library",
        "message": "table web:x\nopens",
        "channel": "web:x",
        "seconds": 1.5,
    }


ENDING = """
import logging, warnings
from bot.operations.logs import set_up_logs
from bot.settings import read
set_up_logs(read({"TELEGRAM_TOKEN": "12:secret", "LOG_FORMAT": "json", "LOG_LEVEL": "DEBUG"}))
logging.getLogger("bot.x").debug("ours")
logging.getLogger("telegram.Bot").debug("what a user wrote")
logging.getLogger("discord.gateway").debug("what a user wrote")
warnings.warn("12:secret is old")
raise RuntimeError("12:secret")
"""


def test_warnings_and_crashes_are_logged() -> None:
    ended = subprocess.run([sys.executable, "-c", ENDING], capture_output=True, text=True, check=False)
    assert ended.returncode == 1
    assert "12:secret" not in ended.stderr
    assert "what a user wrote" not in ended.stderr
    told = [json.loads(line) for line in ended.stderr.splitlines()]
    assert [line["logger"] for line in told] == ["bot.x", "py.warnings", "bot.operations.logs"]
    assert "RuntimeError: [secret]" in told[-1]["trace"]
