"""Suggestions for words that are nearly right, or right in another vocabulary."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from types import MappingProxyType

_MAX_WORD = 60
"""Longer words are not names anybody mistyped; comparing them would only cost time."""
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
    from difflib import get_close_matches  # only a user with a wrong word pays for this import

    by_lowercase = {name.casefold(): name for name in known}
    nearest = get_close_matches(word.casefold(), by_lowercase, n=1, cutoff=_LIKENESS)
    return f"did you mean `{by_lowercase[nearest[0]]}`?" if nearest else None
