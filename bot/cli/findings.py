"""What the doctor finds: a line each, with how to mend it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Finding:
    """One line. `mark` is ok, -- (worth a look) or !! (does not work)."""

    mark: str
    about: str
    said: str
    mend: str = ""

    @property
    def exit_code(self) -> int:
        """1 if something does not work."""
        return int(self.mark == "!!")

    def __str__(self) -> str:
        line = f"{self.mark}  {self.about}: {self.said}"
        return f"{line}\n      {self.mend}" if self.mend else line


def fine(about: str, said: str) -> Finding:
    """It works."""
    return Finding("ok", about, said)


def remark(about: str, said: str, mend: str) -> Finding:
    """It works, but it may not be meant so."""
    return Finding("--", about, said, mend)


def bad(about: str, said: str, mend: str) -> Finding:
    """It does not work."""
    return Finding("!!", about, said, mend)
