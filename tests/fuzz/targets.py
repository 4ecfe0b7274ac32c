"""All targets, their seeds and the inputs that are kept."""

from __future__ import annotations

import hashlib
import importlib
import pkgutil
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import tests.fuzz

CORPUS = Path(__file__).parent / "corpus"
PREFIX = "fuzz_"
BITS = [  # what parsers stumble over
    *(
        b"",
        b" ",
        b"\x00",
        b"\xff",
        b"\r\n",
        b"-",
        b"-1",
        b"0",
        b"+",
        b"1e9",
        b"9" * 20,
        b"9" * 5000,
        b"\xd9\xa3",
    ),
    *(
        b"[" * 3000,
        b'{"a":' * 2000,
        b"null",
        b"true",
        b'""',
        b"NaN",
        b"{}",
        b"[]",
        b'"',
        b"'",
        b"\\",
        b"%",
        b"{n}",
    ),
    *(
        b"<b>",
        b"</u>",
        b'<u id="">',
        b"&amp;",
        b"@",
        b"!",
        b":",
        b"=",
        b".",
        b",",
        b"/",
        b"..",
        b"\xe2\x80\xae",
    ),
    *(
        "🐉".encode(),
        "ё".encode(),
        "ß".encode(),
        "İ".encode(),
        b"\xed\xa0\x80",
        b"undo 0",
        b"A pass",
        b"\x1f",
    ),
]


@dataclass(frozen=True)
class Target:
    """A parser under test."""

    name: str
    fuzz: Callable[[bytes], None]
    seeds: Sequence[bytes]

    def kept(self) -> list[bytes]:
        """Inputs that once broke it."""
        return [path.read_bytes() for path in sorted((CORPUS / self.name).glob("*"))]

    def keep(self, data: bytes) -> Path:
        """Keep an input in the corpus."""
        path = CORPUS / self.name / hashlib.sha256(data).hexdigest()[:16]
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
        return path


def names() -> list[str]:
    """The names of all targets."""
    found = [module.name for module in pkgutil.iter_modules(tests.fuzz.__path__)]
    return [name.removeprefix(PREFIX) for name in found if name.startswith(PREFIX)]


def target(name: str) -> Target:
    """The target of a name."""
    module = importlib.import_module(f"tests.fuzz.{PREFIX}{name}")
    return Target(name, module.fuzz, module.SEEDS)


def splice(data: bytes, at: int, cut: int, bit: bytes) -> bytes:
    """Some bytes replaced by others."""
    at %= len(data) + 1
    return data[:at] + bit + data[at + cut :]


def mutated(rng: random.Random, seeds: Sequence[bytes]) -> bytes:
    """A seed after a few accidents."""
    data = rng.choice(seeds)
    for _ in range(rng.choice((1, 1, 2, 4, 8))):
        bit = rng.choice(BITS) if rng.random() < 0.6 else rng.randbytes(rng.randrange(4))
        if rng.random() < 0.2:
            other = rng.choice(seeds)
            start = rng.randrange(len(other) + 1)
            bit = other[start : start + rng.randrange(1, 40)]
        data = splice(data, rng.randrange(len(data) + 1), rng.choice((0, 0, 1, 2, 8, 40)), bit)
    return data
