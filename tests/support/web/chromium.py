"""A real Chromium for the tests: found on the PATH, or installed; never left out."""

from __future__ import annotations

import fcntl
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

NAMES = ("chromium", "chromium-browser", "google-chrome-stable", "google-chrome")
OFF = (  # the menu of the address bar is a page, drawn for every window: most of what a window costs
    "WebUIOmniboxPopup,WebUIOmniboxAimPopup,WebUIOmniboxFullPopup,"
    # Chromium knows the last such list alone, so here is also what Playwright switches off.
    "AvoidUnnecessaryBeforeUnloadCheckSync,DestroyProfileOnBrowserClose,HttpsUpgrades,"
    "HttpsFirstBalancedModeAutoEnable,LensOverlay,MediaRouter,PaintHolding,ThirdPartyStoragePartitioning,"
    "AvoidCorsURLLoaderRestartOnRedirect,TcpPortRandomizationWin,OptimizationHints,"
    "NetworkTimeServiceQuerying,AimEnabled,PreconnectToSearch"
)
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    f"--disable-features={OFF}",
]


class NoBrowser(Exception):
    """There is no Chromium and it could not be installed."""


def _on_path() -> str | None:
    return next((found for name in NAMES if (found := shutil.which(name))), None)


def _of_playwright() -> str | None:
    with sync_playwright() as playwright:
        path = playwright.chromium.executable_path
    return path if Path(path).is_file() else None


def _run(*command: str) -> bool:
    try:
        return subprocess.run(command, stdout=subprocess.DEVNULL, timeout=900, check=False).returncode == 0
    except (OSError, subprocess.TimeoutExpired):
        return False


def find_chromium() -> str:
    """The path of a Chromium, installed first if there is none; raises NoBrowser."""
    found = _on_path() or _of_playwright()
    if found:
        return found
    with open(Path(tempfile.gettempdir()) / "bastide-chromium.lock", "w", encoding="utf-8") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # test workers start at the same time
        found = _on_path() or _of_playwright()
        if not found and os.geteuid() == 0 and shutil.which("apt-get"):
            _run("apt-get", "-qq", "update")
            _run("apt-get", "-qq", "install", "-y", "--no-install-recommends", "chromium")
            found = _on_path()
        if not found:
            _run(sys.executable, "-m", "playwright", "install", "chromium")
            found = _of_playwright()
    if not found:
        raise NoBrowser(
            "These tests need a Chromium. Install one (`apt-get install chromium`, or "
            "`.venv/bin/playwright install --with-deps chromium`) and run them again."
        )
    return found


@contextmanager
def chromium() -> Iterator[Browser]:
    """A running browser."""
    path = find_chromium()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
        try:
            yield browser
        finally:
            browser.close()
