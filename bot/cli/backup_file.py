"""The file of a backup: a line of JSON for each owner, between a header and a checksum."""

from __future__ import annotations

import gzip
import hashlib
import json
import os
import shutil
import sys
import tempfile
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, cast

FIRST = {"bastide-backup": 1}
PACKED = b"\x1f\x8b"  # how a gzip file begins


class NoBackup(Exception):
    """There is no whole backup to read, or nothing to write into one; the message says so."""


class Content:
    """What lines hold, for people."""

    def __init__(self) -> None:
        self.owners = self.tables = self.finished = self.people = self.deadlines = 0

    def note(self, line: bytes) -> None:
        """Count a line."""
        entry = json.loads(line)
        owner, parts = str(entry["owner"]), [str(key[0]) for key in entry["keys"]]
        self.owners += 1
        self.people += owner.startswith("user:")
        if owner.startswith("due:"):
            self.deadlines += sum(len(key[3]) // 2 for key in entry["keys"] if key[0] == "when")
        elif not owner.startswith("user:"):
            self.tables += "game" in parts
            self.finished += sum(part.startswith("done:") and not part.endswith(":log") for part in parts)

    def __str__(self) -> str:
        return (
            f"running tables {self.tables}, finished games {self.finished}, people {self.people}, "
            f"deadlines {self.deadlines}"
        )


@contextmanager
def written(name: str | None) -> Iterator[Callable[[bytes], None]]:
    """A file to add lines to, packed if its name ends in .gz; without a name, the standard output.

    The file gets its name when it is whole and on the disk; until then an older one of that name stays.
    """
    if name is None:
        with _checksummed(sys.stdout.buffer) as add:
            yield add
        sys.stdout.buffer.flush()
        return
    path = Path(name)
    handle, part = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)  # readable by its owner alone
    try:
        with os.fdopen(handle, "wb") as plain:
            if path.name.endswith(".gz"):
                with gzip.GzipFile("", "wb", fileobj=plain) as packed, _checksummed(packed) as add:
                    yield add
            else:
                with _checksummed(plain) as add:
                    yield add
            plain.flush()
            os.fsync(plain.fileno())
        os.replace(part, path)
    except BaseException:
        Path(part).unlink(missing_ok=True)
        raise


@contextmanager
def _checksummed(file: IO[bytes] | gzip.GzipFile) -> Iterator[Callable[[bytes], None]]:
    digest, count = hashlib.sha256(), 0

    def put(line: bytes) -> None:
        file.write(line + b"\n")

    def add(line: bytes) -> None:
        nonlocal count
        digest.update(line)
        count += 1
        put(line)

    put(json.dumps(FIRST).encode())
    yield add
    put(json.dumps({"lines": count, "sha256": digest.hexdigest()}).encode())


@contextmanager
def opened(name: str | None) -> Iterator[Iterator[bytes]]:
    """The lines of a backup that was read once to its end and found whole; raises NoBackup."""
    with tempfile.TemporaryFile() as copy:
        with open(name, "rb") if name is not None else sys.stdin.buffer as source:
            _unpack(source, copy)
        count = _checked(copy)
        copy.seek(0)
        next(copy)
        yield (next(copy).rstrip(b"\n") for _ in range(count))


def _unpack(source: IO[bytes], copy: IO[bytes]) -> None:
    """Copy what may be packed: the second reading must be of the very bytes that were checked."""
    peek = cast("bytes", source.peek(2)[:2])  # type: ignore[attr-defined]  # files and standard input have it
    try:
        with gzip.GzipFile(fileobj=source) if peek == PACKED else source as plain:
            shutil.copyfileobj(plain, copy)
    except (EOFError, gzip.BadGzipFile, zlib.error) as error:
        raise NoBackup(f"This file is damaged or not complete; nothing is restored ({error}).") from None


def _checked(file: IO[bytes]) -> int:
    """The number of lines of a whole backup; raises NoBackup."""
    file.seek(0)
    digest, count, before = hashlib.sha256(), 0, b""
    if file.readline() != json.dumps(FIRST).encode() + b"\n":
        raise NoBackup("This is not a backup of Bastide, or of a newer kind; nothing is restored.")
    for line in file:
        if before:
            digest.update(before.rstrip(b"\n"))
            count += 1
        before = line
    if before != json.dumps({"lines": count, "sha256": digest.hexdigest()}).encode() + b"\n":
        raise NoBackup("This file is damaged or not complete; nothing is restored.")
    return count
