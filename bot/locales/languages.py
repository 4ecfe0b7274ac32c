"""The languages: one entry each, and its catalogues in a folder. Nothing else has to know of a language."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from babel.core import Locale, get_global, parse_locale


@dataclass(frozen=True, slots=True)
class Language:
    """A language that people can choose."""

    tag: str  # as in BCP 47: "pt-BR". Saved tables and settings hold it
    name: str  # in itself
    complete: bool = False  # there is a text for every key: the tests hold it to that
    formats: str = ""  # the tag whose dates, numbers, lists and plural forms it has, if not its own
    fonts: tuple[str, ...] = ()  # files of renderer/style/fonts that its pictures ask before the usual ones

    @property
    def folder(self) -> str:
        """Where its catalogues lie, as gettext calls it: "pt_BR"."""
        return self.tag.replace("-", "_")

    @property
    def locale(self) -> Locale:
        """What Babel knows of it."""
        return Locale.parse(self.formats or self.tag, sep="-")


ENGLISH = Language("en", "English", complete=True, formats="en-GB")
LANGUAGES = {
    language.tag: language
    for language in (
        ENGLISH,  # shown where another has no text
        Language("ru", "Русский", complete=True),
        Language("bg", "Български", complete=True),
    )
}


@lru_cache(maxsize=1024)
def best_language(*wanted: str) -> Language | None:
    """The language for a person who wants these, the best one first, as platforms and browsers name them.

    A region may differ ("es-419" is read by who speaks "es"), a script may not ("zh-TW" is no "zh-Hans").
    """
    for language, script, region in map(_parts, wanted):
        near = [one for one in LANGUAGES.values() if _parts(one.tag)[:2] == (language, script)]
        if near:
            return next((one for one in near if _parts(one.tag)[2] == region), near[0])
    return None


def _parts(tag: str) -> tuple[str, str, str]:
    """The language, script and region of a tag; what it does not say is what is likely: "zh" is in Hans."""
    try:
        language, region, script, *_ = parse_locale(tag.strip().replace("-", "_"))
    except ValueError:
        return "", "", ""
    names = (f"{language}_{script or region}", language)
    found = next((known for name in names if (known := get_global("likely_subtags").get(name))), "__")
    _, likely_script, likely_region = found.split("_")
    return language, script or likely_script, region or likely_region
