"""What the bot and the server use: read from /proc and INFO before and after, so that neither notices."""

from __future__ import annotations

import os
import time
from dataclasses import dataclass
from pathlib import Path

from tests.support.redis_servers import Server

TICKS = os.sysconf("SC_CLK_TCK")
PAGE = os.sysconf("SC_PAGE_SIZE")


@dataclass(frozen=True)
class Reading:
    """One look at everything; times in seconds, sizes in bytes."""

    at: float
    work: float  # processor time of the bot
    memory: int  # resident, of the bot
    stored: int  # in the server's memory
    requests: int  # that the server has read
    server_work: float  # processor time of the server


def read(pid: int, server: Server) -> Reading:
    """Look at the process of this id, and at the server."""
    fields = Path(f"/proc/{pid}/stat").read_text("ascii").rpartition(")")[2].split()
    with server.admin() as client:
        info = client.info("everything")
    return Reading(
        time.monotonic(),
        (int(fields[11]) + int(fields[12])) / TICKS,
        int(fields[21]) * PAGE,
        info["used_memory"],
        info["total_reads_processed"],
        info["used_cpu_user"] + info["used_cpu_sys"],
    )
