"""The wheel holds all that the program needs, and works far from the checkout."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import urllib.request
import zipfile
from pathlib import Path

import pytest

from tests.support.paths import ROOT

PACKAGES = ("bot", "engine", "renderer", "storage")


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Built from a copy of what the Dockerfile copies, so that the checkout stays as it is."""
    folder = tmp_path_factory.mktemp("wheel")
    for name in PACKAGES:
        shutil.copytree(ROOT / name, folder / "src" / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, folder / "src")
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet"]
    build = [*pip, "wheel", "--no-deps", "--no-index", "--no-build-isolation", "--wheel-dir", str(folder)]
    subprocess.run([*build, str(folder / "src")], check=True, cwd=folder)
    (found,) = folder.glob("*.whl")
    return found


@pytest.fixture(scope="module")
def installed(wheel: Path) -> Path:
    """The wheel unpacked into a folder of its own, as an installation is."""
    target = wheel.parent / "site"
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(target)
    return target


def run(installed: Path, *args: str) -> subprocess.CompletedProcess[str]:
    """A command with modules from the wheel, far from the checkout; other packages as they are here."""
    return subprocess.run(
        [sys.executable, *args],
        cwd=installed.parent,
        env={**os.environ, "PYTHONPATH": str(installed), "PYTHONSAFEPATH": "1"},
        capture_output=True,
        text=True,
        check=False,
    )


def test_wheel_holds_every_file_of_the_packages(wheel: Path) -> None:
    held = set(zipfile.ZipFile(wheel).namelist())
    wanted = {
        str(path.relative_to(ROOT))
        for name in PACKAGES
        for path in (ROOT / name).rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    assert wanted - held == set()
    assert {Path(name).suffix for name in held} >= {".css", ".html", ".js", ".lua", ".po", ".py"}
    strangers = {name for name in held if name.partition("/")[0] not in PACKAGES}
    assert all(".dist-info/" in name for name in strangers), strangers


def test_wheel_metadata_names_the_command_and_the_licence(wheel: Path) -> None:
    archive = zipfile.ZipFile(wheel)
    info = {Path(name).name: name for name in archive.namelist() if ".dist-info/" in name}
    assert "LICENSE" in info
    assert "bastide = bot.__main__:main" in archive.read(info["entry_points.txt"]).decode()
    metadata = archive.read(info["METADATA"]).decode()
    assert "License-Expression: MIT" in metadata
    needed = set(re.findall(r"^Requires-Dist: (?!.*extra ==)([\w-]+)", metadata, re.MULTILINE))
    assert {"pillow", "prometheus-client", "redis"} <= needed
    assert not {"pytest", "mypy", "playwright"} & needed


def test_wheel_works_outside_the_checkout(installed: Path) -> None:
    where = run(
        installed, "-c", "import bot, engine, renderer, storage; print(bot.__file__, storage.__file__)"
    )
    assert where.stdout.split() == [str(installed / name / "__init__.py") for name in ("bot", "storage")]
    told = run(installed, "-m", "bot", "--help")
    assert told.returncode == 0
    assert {"play", "simulate", "arena", "verify", "backup", "restore"} <= set(
        re.findall(r"\w+", told.stdout)
    )
    game = run(installed, "-m", "bot", "simulate", "--games", "2", "--boxes", "all")
    assert game.returncode == 0, game.stderr


def test_wheel_opens_a_room_outside_the_checkout(installed: Path) -> None:
    data = installed.parent / "data"
    process = subprocess.Popen(
        [sys.executable, "-m", "bot", "play", "--no-browser", "--port", "0", "--data", str(data)],
        cwd=installed.parent,
        env={
            **{name: value for name, value in os.environ.items() if not name.endswith(("_TOKEN", "_URL"))},
            "PYTHONPATH": str(installed),
            "PYTHONSAFEPATH": "1",
            "PYTHONUNBUFFERED": "1",
        },
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        assert process.stdout is not None
        link = re.search(r"http://\S+", process.stdout.readline())
        assert link is not None
        for page, words in (
            ("r/tower", "tower"),
            ("static/0/net.js", "WebSocket"),
            ("healthz", '"ok": true'),
        ):
            with urllib.request.urlopen(f"{link[0]}{page}", timeout=60) as answer:  # noqa: S310
                assert words in answer.read().decode()
    finally:
        process.terminate()
        assert process.wait(90) == 0
        if process.stdout is not None:
            process.stdout.close()
