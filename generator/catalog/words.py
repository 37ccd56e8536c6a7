"""The words that layouts, rulebooks and the program itself print, in the language of a game."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from generator.catalog.problems import Place

ENGLISH = "en"
"""The language that a game is written in that does not say otherwise."""
Translated = str | Mapping[str, str]
"""A word in another language; of a word that is counted, its form by plural category."""
Direction = Literal["ltr", "rtl"]
_RIGHT_TO_LEFT = (
    "ar|arc|arz|ckb|dv|fa|glk|he|lrc|mzn|nqo|pnb|prs|ps|sd|skr|syr|ug|ur|yi"
    "|Adlm|Arab|Hebr|Mand|Nkoo|Rohg|Samr|Syrc|Thaa"
)
"""Languages, and scripts, that are written from right to left."""
_SCRIPT = 4
"""Letters of a script in a tag: ``az-Arab``."""
_VALUE = re.compile(r"\{([A-Za-z_][A-Za-z0-9_]*)\}")


class Asked(NamedTuple):
    """A word that was to be printed."""

    word: str
    plural: str | None
    """Its form for several things; None for a word that is not counted."""
    place: Place | None
    """The line of the layout or rulebook that prints it, if one does."""
    is_own: bool = False
    """Whether it is Gatepress that prints it, which may have its translation."""


@dataclass(slots=True)
class Words:
    """Looks words up, and notes which were asked for."""

    language: str = ENGLISH
    known: Mapping[str, Translated] = field(default_factory=dict)
    is_translation: bool = False
    """Whether a word that is not known is missing; in the game's own language each stands for itself."""
    asked: dict[str, Asked] = field(default_factory=dict, repr=False, compare=False)

    def say(self, word: str, **values: object) -> str:
        """What a rulebook says by itself, with ``{name}`` replaced by the value of that name."""
        self.asked.setdefault(word, Asked(word, None, None, is_own=True))
        return self.own(word, **values)

    def own(self, word: str, **values: object) -> str:
        """The same of what Gatepress tells whoever prints or listens, which no translation needs to have."""
        found = self.known.get(word)
        return filled(found if isinstance(found, str) else self._own.get(word, word), values)

    @property
    def _own(self) -> Mapping[str, str]:
        if self.language == ENGLISH:
            return {}
        from generator.catalog.press_words import press_words

        return press_words(self.language)

    def word(self, word: str, place: Place | None = None) -> str:
        """The word, with names in braces where values belong."""
        self.asked.setdefault(word, Asked(word, None, place))
        found = self.known.get(word, word)
        return found if isinstance(found, str) else word

    def counted(self, one: str, many: str, n: int, place: Place | None = None) -> str:
        """The form of a word that goes with a number, which belongs where ``{n}`` stands."""
        self.asked.setdefault(one, Asked(one, many, place))
        found = self.known.get(one)
        if found is None:
            return one if n == 1 else many
        if isinstance(found, str):
            return found
        # Only translations have forms to choose from.
        from generator.catalog.languages import chosen_form

        return chosen_form(found, self.language, n)

    def has(self, asked: Asked) -> bool:
        """Whether a word can be printed in the language: known, or the game's own."""
        if not self.is_translation or asked.word in self.known:
            return True
        return asked.is_own and asked.word in self._own

    def wanted(self) -> list[Asked]:
        """The words asked for so far that are a translator's to translate, whether that is done or not."""
        return [asked for word, asked in self.asked.items() if word in self.known or not self.has(asked)]

    def missing(self, known: Iterable[str] = ()) -> list[Asked]:
        """The words asked for so far that have no translation, without those ``known`` before."""
        before = set(known)
        return [asked for word, asked in self.asked.items() if word not in before and not self.has(asked)]


def direction_of(tag: str) -> Direction:
    """Which way lines of a language run; where its tag names a script, that decides."""
    if tag == ENGLISH:
        return "ltr"
    language, *rest = tag.split("-")
    script = next((part for part in rest if len(part) == _SCRIPT), language)
    return "rtl" if re.fullmatch(_RIGHT_TO_LEFT, script) else "ltr"


def in_context(where: str, word: str) -> str:
    """What a word is called in a translation file that is said in one place only: ``Draw [button]``."""
    return f"{word} [{where}]"


def names_in(text: str) -> frozenset[str]:
    """The names in braces for which values may be put in."""
    return frozenset(_VALUE.findall(text))


def filled(text: str, values: Mapping[str, object]) -> str:
    """The text with ``{name}`` replaced by the value of that name; other braces stay."""
    if not values or "{" not in text:
        return text
    return _VALUE.sub(lambda found: str(values.get(found[1], found[0])), text)
