"""Why an action is not allowed: a code for the catalogue, the rule's id, and the facts."""

from __future__ import annotations

from engine.frozen import frozen


@frozen
class Refusal:
    """One typed reason; the chat side words it in the reader's language."""

    code: str
    rule: str
    facts: tuple[tuple[str, object], ...] = ()


def refuse(code: str, rule: str, **facts: object) -> Refusal:
    """A refusal with its facts by name."""
    return Refusal(code, rule, tuple(facts.items()))


class IllegalAction(ValueError):
    """The rules do not allow this action now; nothing has changed."""

    def __init__(self, reason: Refusal) -> None:
        facts = ", ".join(f"{name}={value}" for name, value in reason.facts)
        super().__init__(f"{reason.code} ({reason.rule}) {facts}".strip())
        self.reason = reason
