"""Where a line may end in scripts that don't go by spaces (UAX 14), and the letters of a text (UAX 29)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from importlib.util import find_spec
from itertools import pairwise
from typing import Any

PARAGRAPH_END = "\u2029"
OBJECT = "\ufffc"
"""Stands for an icon or a picture among letters."""
EXTRA = "thai"
"""The extra of the installation that knows the words of Thai, Lao, Khmer and Burmese."""
HYPHENATION = "translations"
"""The extra that knows where words are parted with a hyphen."""
SOFT_HYPHEN = "\u00ad"
_SOFT_HYPHEN = b"\xad"
ZERO_WIDTH_SPACE = "\u200b"
_SOUTH_EAST = "\u0e01-\u0eff\u1000-\u109f\u1780-\u17ff\u1950-\u19df\u1a20-\u1aaf\uaa60-\uaadf"
_IDEOGRAPHIC = (
    "\u2e80-\u312f\u3190-\ua4cf\uf900-\ufaff\ufe30-\ufe4f\uff00-\uffef"
    "\U00016fe0-\U00018fff\U0001b000-\U0001b2ff\U00020000-\U0003ffff"
)
_BREAKING = (
    f"{_IDEOGRAPHIC}{_SOUTH_EAST}{SOFT_HYPHEN}{ZERO_WIDTH_SPACE}"
    "\u2060\u0f00-\u0fff\u1100-\u139f\u3130-\u318f\ua960-\ua97f\uac00-\ud7ff"
)
_RIGHT_TO_LEFT = (
    "\u0590-\u08ff\u200f\u202b\u202e\u2067\ufb1d-\ufdff\ufe70-\ufefc"
    "\U00010800-\U00010fff\U0001e800-\U0001efff"
)
HANGING = frozenset("、。，．")
"""What may stand beyond the end of a line."""
_CONTEXT = 40
"""So many letters in front decide whether a line may end."""


def has_rtl(text: str) -> bool:
    """Whether any of its letters asks for the bidirectional algorithm."""
    return _has(_RIGHT_TO_LEFT, text)


def is_breaking(text: str) -> bool:
    """Whether lines may end in it elsewhere than at spaces and hyphens."""
    return _has(_BREAKING, text)


def is_ideographic(letter: str) -> bool:
    """Whether a justified line may open up beside it."""
    return _has(_IDEOGRAPHIC, letter)


def needs_dictionary(text: str) -> bool:
    """Whether it is of a language that has no spaces between words, and no break between any two letters."""
    return _has(_SOUTH_EAST, text)


def _has(letters: str, text: str) -> bool:
    return not _is_western(text) and _any_of(letters).search(text) is not None


def _is_western(text: str) -> bool:
    """Whether there is no more in it than letters with accents, quotation marks and dashes: as in most."""
    try:
        return _SOFT_HYPHEN not in text.encode("cp1252")
    except UnicodeEncodeError:
        return False


@cache
def _any_of(letters: str) -> re.Pattern[str]:
    """Compiled for the first text that is not all English."""
    return re.compile(f"[{letters}]")


def pieces(before: str, text: str) -> list[str]:
    """A text without spaces in pieces, behind each of which a line may end; ``before`` stands in front of it.

    The first is empty where a line may end before the text.
    """
    before = before[-_CONTEXT:]
    whole = before + text
    ends = [end for end in _ends(whole) if end >= len(before)] if before else [0, *_ends(whole)]
    if not before:
        return [whole[start:end] for start, end in pairwise(ends)]
    if ends and ends[0] == len(before):
        return ["", *(whole[start:end] for start, end in pairwise(ends))]
    return [whole[start:end] for start, end in pairwise([len(before), *ends])]


def _ends(text: str) -> Iterator[int]:
    if needs_dictionary(text) and has_dictionary():
        from icu4py.breakers import LineBreaker

        yield from (end for _, end in LineBreaker(text, "th").segments())
        return
    from unicode_segmentation_rs import line_break_units

    end = 0
    for unit in line_break_units(text):
        end += len(unit)
        yield end


_WORD = re.compile(r"[^\W\d_]{5,}")
"""Shorter words stay whole."""
_AT_START, _AT_END = 2, 3
"""So many letters of a word stay together at least."""


def hyphenation_points(text: str, language: str) -> list[int]:
    """Where the words in a text may be parted with a hyphen; none in a language that nobody has rules for.

    ``language``: its BCP 47 tag. Needs the extra :data:`HYPHENATION`.
    """
    dictionary = _hyphenation(language)
    if dictionary is None:
        return []
    found = [(word.start(), dictionary.positions(word[0])) for word in _WORD.finditer(text)]
    return [start + point for start, points in found for point in points]


@cache
def _hyphenation(language: str) -> Any:
    from pyphen import Pyphen, language_fallback

    name = language_fallback(language.replace("-", "_"))
    return None if name is None else Pyphen(lang=name, left=_AT_START, right=_AT_END)


@cache
def has_hyphenation() -> bool:
    """Whether the extra is installed that knows where words are parted."""
    return find_spec("pyphen") is not None


@cache
def has_dictionary() -> bool:
    """Whether the extra is installed that knows where the words of Thai end."""
    return find_spec("icu4py") is not None


def isolated(text: str) -> str:
    """A text that keeps the direction of its own first letter wherever it stands (UAX 9, FSI and PDI)."""
    return f"\u2068{text}\u2069" if has_rtl(text) else text


def graphemes(text: str) -> Sequence[str]:
    """The letters of a text as its readers see them, each with its accents."""
    if text.isascii():
        return text
    import unicode_segmentation_rs

    return unicode_segmentation_rs.graphemes(text, is_extended=True)
