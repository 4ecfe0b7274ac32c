"""The modules of the page without a browser: the tests in `page/`, each file one test here."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.support.paths import ROOT
from tests.support.web.deno import deno

FILES = sorted(Path(__file__).with_name("page").glob("*_test.js"))
NEEDS = "--allow-read"  # pairs of names that other tests read, too


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem.removesuffix("_test"))
def test_modules(file: Path) -> None:
    ran = deno("test", "--no-check", NEEDS, file.relative_to(ROOT))  # `make lint` checks their types
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert re.search(r"^ok \| [1-9]\d* passed", ran.stdout, re.MULTILINE), ran.stdout
