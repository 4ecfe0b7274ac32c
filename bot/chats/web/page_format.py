"""Messages of the conversation as data for the page: runs of text, rows of buttons, menus, a picture."""

from __future__ import annotations

import re
import time
from collections import Counter
from typing import Any

from bot.conversation.protocol import markup
from bot.conversation.protocol.messages import Choice, Outgoing, buttons_of
from bot.conversation.protocol.polyglot import spoken_in
from bot.locales.languages import LANGUAGES
from bot.pictures.draw import Picture

NO_NAME = "…"
SAID = ("text", "groups", "picture")  # what depends on the language of the reader
WRITTEN = ("t", "alt", "label", "detail", "title", "menu")  # fields of a message that hold text


def body_of(message: Outgoing, picture: dict[str, Any] | None, file: dict[str, str] | None) -> dict[str, Any]:
    """A message for the page."""
    body: dict[str, Any] = {"at": round(time.time()), "text": runs(message.text)}
    groups = grouped(message.choices)
    if groups:
        body["groups"] = groups
    if picture:
        body["picture"] = picture
    if file:
        body["file"] = file
    if message.notify:
        body["notify"] = list(message.notify)
    if message.quiet:
        body["quiet"] = True
    if message.kind == "thinking":
        body["thinking"] = True
    return body


def in_languages(
    message: Outgoing, pictures: dict[str, dict[str, Any]], file: dict[str, str] | None
) -> dict[str, Any]:
    """A message for pages in different languages: as the channel speaks, and `said` has what others read.

    `pictures` are those of the message by language; where there is none, that of the channel (`""`).
    """
    usual = body_of(spoken_in(message), pictures.get(""), file)
    said = {}
    for language in LANGUAGES:
        spoken = spoken_in(message, language)
        picture = pictures.get(language) or pictures.get("")
        body = body_of(spoken, picture and {**picture, "alt": spoken.alt}, file)
        other = {name: body[name] for name in SAID if body.get(name) != usual.get(name)}
        if other:
            said[language] = other
    return {**usual, "said": said} if said else usual


def read_in(body: dict[str, Any], language: str) -> dict[str, Any]:
    """A message as a reader of a language sees it."""
    rest = {name: value for name, value in body.items() if name != "said"}
    return {**rest, **body.get("said", {}).get(language, {})}


def talk(user: str, name: str, text: str) -> dict[str, Any]:
    """A line that a user wrote."""
    return {"at": round(time.time()), "from": {"id": user, "name": name}, "text": [{"t": text}]}


def runs(text: str) -> list[dict[str, Any]]:
    """A text in markup as runs with their look."""
    found: list[dict[str, Any]] = []
    for span in markup.spans(text):
        run: dict[str, Any] = {"t": span.text}
        looks = {"b": span.bold, "i": span.italic, "c": span.code}
        run |= {name: True for name, on in looks.items() if on}
        if span.user is not None:
            run["u"] = span.user
        found.append(run)
    return found


def grouped(choices: tuple[Choice, ...]) -> list[dict[str, Any]]:
    """Rows of buttons and menus, in the order of their rows."""
    groups: dict[tuple[int, str], dict[str, Any]] = {}
    for choice in buttons_of(choices):
        group = groups.setdefault((choice.row, choice.menu), {"choices": []})
        if choice.menu:
            group["menu"] = choice.menu
        group["choices"].append(_choice(choice))
    return [groups[key] for key in sorted(groups, key=lambda key: key[0])]


def _choice(choice: Choice) -> dict[str, Any]:
    shown: dict[str, Any] = {"label": choice.label, "token": choice.token, "style": choice.style}
    if choice.detail:
        shown["detail"] = choice.detail
    if choice.address.startswith("/"):  # a page of this server
        shown["address"] = choice.address
    if choice.amount is not None:
        amount = choice.amount
        shown["amount"] = {"least": amount.least, "most": amount.most, "title": amount.title}
    return shown


def picture_of(picture: Picture, url: str, message: Outgoing) -> dict[str, Any]:
    """A picture for the page; where a numbered cell is a choice, the cell itself can be pressed."""
    shown: dict[str, Any] = {
        "url": url,
        "width": picture.width,
        "height": picture.height,
        "alt": message.alt,
    }
    if message.picture is not None and message.picture.theme == "day" and picture.mime == "image/png":
        shown["night"] = True
    about = Counter(choice.cell for choice in message.choices)
    tokens = {choice.cell: choice.token for choice in message.choices if about[choice.cell] == 1}
    spots = [
        {"token": tokens[at.cell], "label": at.label, "box": [round(share * 100, 3) for share in at.box]}
        for at in picture.cells
        if at.cell in tokens
    ]
    if spots:
        shown["spots"] = spots
    return shown


def is_thinking(body: dict[str, Any]) -> bool:
    """Whether a message only says that computers think."""
    return bool(body.get("thinking"))


def picture_files(body: dict[str, Any]) -> set[str]:
    """The files of a message's picture, in all languages."""
    versions = (body, *body.get("said", {}).values())
    addresses: list[str] = [one["picture"]["url"] for one in versions if "picture" in one]
    return {address.partition("?")[0].rpartition("/")[2] for address in addresses}


def without_choices(body: dict[str, Any]) -> dict[str, Any]:
    """A message that can no longer be pressed."""
    kept = {name: value for name, value in body.items() if name != "groups"}
    if "picture" in kept:
        kept["picture"] = {name: value for name, value in kept["picture"].items() if name != "spots"}
    if "said" in kept:
        kept["said"] = {language: without_choices(one) for language, one in kept["said"].items()}
    return kept


def without_picture(body: dict[str, Any]) -> dict[str, Any]:
    """A message without its picture."""
    kept = {name: value for name, value in body.items() if name != "picture"}
    if "said" in kept:
        kept["said"] = {language: without_picture(one) for language, one in kept["said"].items()}
    return kept


def tokens_of(body: dict[str, Any]) -> set[str]:
    """Everything that can be pressed on a message."""
    return {choice["token"] for group in body.get("groups", ()) for choice in group["choices"]}


def without_person(body: dict[str, Any], user: str, names: frozenset[str]) -> dict[str, Any]:
    """The same message without a user's id and names."""
    named = [re.escape(name) for name in sorted(names, key=len, reverse=True)]
    pattern = re.compile(rf"(?<!\w)(?:{'|'.join(named)})(?!\w)") if named else None

    def clean(value: Any, name: str) -> Any:
        if isinstance(value, dict):
            run = {key: clean(one, key) for key, one in value.items() if (key, one) != ("u", user)}
            return {**run, "t": NO_NAME} if value.get("u") == user else run
        if isinstance(value, list):
            return [clean(one, name) for one in value if (name, one) != ("notify", user)]
        if isinstance(value, str) and pattern and name in WRITTEN:
            return pattern.sub(NO_NAME, value)
        return value

    cleaned: dict[str, Any] = clean(body, "")
    return cleaned
