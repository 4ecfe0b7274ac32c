"""`python -m bot.operations.healthcheck`: asks the program on this machine for its health.

The exit code is 0 if everything works. It needs only the standard library, so it is cheap to run often.
"""

from __future__ import annotations

import sys
import urllib.error
import urllib.request

from bot.operations.urls import ANYWHERE, link
from bot.settings import BadSetting, Settings, read

PATIENCE = 4.0  # seconds


def address(settings: Settings) -> str:
    """Where to ask: the port for metrics if there is one, or else the room."""
    host, port = settings.web_host, settings.web_port
    if settings.metrics_port:
        host, port = settings.metrics_host, settings.metrics_port
    return f"{link(ANYWHERE.get(host, host), port)}/healthz"


def main() -> int:
    """Ask, and print the answer."""
    try:
        url = address(read())
        direct = urllib.request.build_opener(urllib.request.ProxyHandler({}))
        with direct.open(url, timeout=PATIENCE) as answer:
            sys.stdout.write(answer.read().decode() + "\n")
            return 0
    except urllib.error.HTTPError as error:
        with error:
            sys.stdout.write(error.read().decode() + "\n")
    except (BadSetting, OSError) as error:
        sys.stdout.write(f"{error}\n")
    return 1


if __name__ == "__main__":
    sys.exit(main())
