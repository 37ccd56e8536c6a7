"""Suggestions for words that are nearly right, or right in another vocabulary."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from types import MappingProxyType

_MAX_WORD = 60
"""Longer words are not names anybody mistyped; comparing them would only cost time."""
_PLACES = 32
"""Letters that are told apart before words are really compared; a to z are."""
_LIKENESS = 0.6
"""Of 1, for words that are the same: two letters of five may be wrong."""


Vocabulary = Mapping[str, str]
"""Words of other tools, in small letters and without hyphens, and what they are called here: several, with
spaces between, where the place decides."""
NO_VOCABULARY: Vocabulary = MappingProxyType({})


def did_you_mean(word: str, known: Iterable[str], foreign: Vocabulary = NO_VOCABULARY) -> str | None:
    """The hint for a wrong word, for example "did you mean `fill`?"; None if nothing is near.

    What the word means elsewhere, which ``foreign`` tells, goes before what is spelt like it.
    """
    if len(word) > _MAX_WORD:
        return None
    known = tuple(known)
    return translated(word, known, foreign) or _nearest(word, known)


def translated(word: str, known: Iterable[str], foreign: Vocabulary) -> str | None:
    """The hint for a word of another vocabulary; None if it is none, or means nothing that is known here."""
    plain = word.casefold().translate(_SEPARATORS)
    meant = next((ours for ours in foreign.get(plain, "").split() if ours in known), None)
    return f"did you mean `{meant}`?" if meant else None


_SEPARATORS = str.maketrans("", "", "-_: ")


@lru_cache(maxsize=256)  # one misspelt column comes back on every card
def _nearest(word: str, known: tuple[str, ...]) -> str | None:
    from difflib import SequenceMatcher  # only a user with a wrong word pays for this import

    by_lowercase, letters = _known(known)
    word = word.casefold()
    own, length = _letters(word), len(word)
    # Words are as like as letters that both have at the most: few of some thousand names need more of a look.
    bounds = [
        (bound, name)
        for name, its in letters.items()
        if (bound := 2 * (own & its).bit_count() / (length + len(name) or 1)) >= _LIKENESS
    ]
    matcher = SequenceMatcher(None, "", word)
    best = (_LIKENESS, "")
    for bound, name in sorted(bounds, reverse=True):
        if bound < best[0]:
            break
        matcher.set_seq1(name)
        best = max(best, (matcher.ratio(), name))
    return f"did you mean `{by_lowercase[best[1]]}`?" if best[1] else None


@lru_cache(maxsize=16)
def _known(known: tuple[str, ...]) -> tuple[Mapping[str, str], Mapping[str, int]]:
    """Names by what they are in small letters, and the letters of those."""
    by_lowercase = {name.casefold(): name for name in known}
    return by_lowercase, {name: _letters(name) for name in by_lowercase}


def _letters(word: str) -> int:
    """How often a word has each letter, as ones: what two words share is counted at once.

    Letters may share a place among the digits, so that two words seem to share more than they do.
    """
    count: dict[int, int] = {}
    ones = 0
    for letter in word:
        place = ord(letter) % _PLACES
        ones |= 1 << (_MAX_WORD + 1) * place + count.get(place, 0)
        count[place] = count.get(place, 0) + 1
    return ones
