"""Languages by their BCP 47 tags (``de``, ``pt-BR``): their names, plurals and quotation marks."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING

from generator.catalog.problems import InputError
from generator.catalog.suggest import did_you_mean
from generator.catalog.wording import quote

if TYPE_CHECKING:
    from babel import Locale

CATEGORIES = ("zero", "one", "two", "few", "many", "other")
"""The forms that a noun may have behind a number, as CLDR calls them, in its order."""
OTHER = "other"
"""The form that every language has."""
_MAX_TAG = 35
"""Letters of the longest tag that anyone needs (RFC 5646, 4.4.1)."""


def parse_language(text: str) -> str:
    """The tag as it is usually written: ``pt-BR`` for ``pt-br``. Raises InputError for no known language."""
    locale = _locale(text)
    if locale is None:
        raise InputError(f"unknown language {quote(text)}", hint=_hint(text))
    # Babel adds a territory where it knows the language by another code: `deu` is not the German of Germany.
    given = text.casefold().split("-")[1:]
    more = (part for part in (locale.script, locale.territory) if part and part.casefold() in given)
    return "-".join([locale.language, *more])


def language_name(tag: str) -> str:
    """What a language is called in English: ``German``, ``Portuguese (Brazil)``."""
    locale = _locale(tag)
    return (locale.get_display_name("en") if locale is not None else None) or tag


def plural_category(tag: str, number: int) -> str:
    """Which form a noun has behind a number: one of ``CATEGORIES``."""
    locale = _locale(tag)
    return OTHER if locale is None else str(locale.plural_form(number))


def chosen_form(forms: Mapping[str, str], tag: str, number: int) -> str:
    """Of a word's forms by category the one that goes with a number; one of them is ``OTHER``."""
    return forms.get(plural_category(tag, number)) or forms[OTHER]


def plural_categories(tag: str) -> tuple[str, ...]:
    """The forms that nouns of a language have behind whole numbers, in the order of ``CATEGORIES``."""
    if _locale(tag) is None:
        return (OTHER,)
    # Some forms are for fractions and millions only, which no game counts.
    met = {plural_category(tag, number) for number in range(201)}
    return tuple(name for name in CATEGORIES if name in met or name == OTHER)


def plural_examples(tag: str, category: str, most: int = 4) -> list[int]:
    """Numbers behind which nouns have a form: 2, 3, 4, 22."""
    return [number for number in range(201) if plural_category(tag, number) == category][:most]


def has_form(tag: str, category: str) -> bool:
    """Whether nouns of a language have a form behind any number, also behind fractions and millions."""
    locale = _locale(tag)
    return category == OTHER or (locale is not None and category in locale.plural_form.tags)


_QUOTES = {
    "cs": "„“‚‘",
    "da": "»«›‹",
    "de": "„“‚‘",
    "es": "«»“”",
    "fi": "””’’",
    "it": "«»“”",
    "pl": "„”‚’",
    "pt": "«»“”",
    "ru": "«»„“",
    "sv": "””’’",
    "uk": "«»„“",
}
_FRENCH = ["«\u00a0", "\u00a0»", "“", "”"]
_ENGLISH_QUOTES = "“”‘’"


def quotes_of(tag: str) -> str | list[str]:
    """The quotation marks that straight ones become: outer, then inner."""
    language = tag.partition("-")[0]
    return _FRENCH if language == "fr" else _QUOTES.get(language, _ENGLISH_QUOTES)


@cache
def _locale(text: str) -> Locale | None:
    # Only few games are translated.
    from generator.catalog.extras import require

    require("translations", "a game's language")
    from babel import Locale, UnknownLocaleError

    if not text or len(text) > _MAX_TAG:
        return None
    try:
        return Locale.parse(text, sep="-")
    except (ValueError, UnknownLocaleError):
        return None


def _hint(text: str) -> str:
    """A language may be given by its name, `german`, or with an underscore."""
    from babel import Locale

    names = {str(name).casefold(): code for code, name in Locale("en").languages.items() if "_" not in code}
    own = {
        str(Locale(code).languages.get(code, "")).casefold(): code
        for code in ("de", "fr", "es", "it", "pt", "nl", "pl", "cs", "sv", "da", "ru", "ja")
    }
    known = {**own, **names}
    folded = text.casefold().strip()
    found = known.get(folded)
    if found is None and "_" in text and _locale(text.replace("_", "-")) is not None:
        found = text.replace("_", "-")
    if found is None:
        near = did_you_mean(folded, known)
        found = next((code for name, code in known.items() if near and f"`{name}`" in near), None)
    if found is not None:
        return f"did you mean `{found}`?"
    return "a language has a code such as `de`, `fr` or `pt-BR`"
