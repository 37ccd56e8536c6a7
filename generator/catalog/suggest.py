"""Suggestions for words that are nearly right."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

_MAX_WORD = 60
"""Longer words are not names anybody mistyped; comparing them would only cost time."""
_LIKENESS = 0.6
"""Of 1, for words that are the same: two letters of five may be wrong."""


def did_you_mean(word: str, known: Iterable[str]) -> str | None:
    """The hint for a misspelt word, for example "did you mean `fill`?"; None if nothing is near."""
    if len(word) > _MAX_WORD:
        return None
    return _nearest(word, tuple(known))


@lru_cache(maxsize=256)  # one misspelt column comes back on every card
def _nearest(word: str, known: tuple[str, ...]) -> str | None:
    from difflib import get_close_matches  # only a user with a wrong word pays for this import

    by_lowercase = {name.casefold(): name for name in known}
    nearest = get_close_matches(word.casefold(), by_lowercase, n=1, cutoff=_LIKENESS)
    return f"did you mean `{by_lowercase[nearest[0]]}`?" if nearest else None
