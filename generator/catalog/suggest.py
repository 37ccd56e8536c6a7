"""Suggestions for words that are nearly right, or right in another vocabulary."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache
from heapq import nlargest
from itertools import chain, islice, pairwise
from types import MappingProxyType

_MAX_WORD = 60
"""Longer words are not names anybody mistyped; comparing them would only cost time."""
_PLACES = 32
"""Letters that are distinguished before words are really compared; a to z are."""
_LIKENESS = 0.6
"""Of 1, for words that are the same: two letters of five may be wrong."""
_CLOSE_LIKENESS = 0.75
_MAX_LOOKED_AT = 200
"""Names whose letters are counted; of more, those of the word's letters, and those with its rarest pairs of
letters."""
_MAX_COMPARED = 6
"""Names that a word is really compared with, those with most letters in common first: a file may have
thousands of wrong words."""


Vocabulary = Mapping[str, str]
"""Words of other tools, in small letters and without hyphens, and what they are called here: several, with
spaces between, where the place decides."""
NO_VOCABULARY: Vocabulary = MappingProxyType({})


def vocabulary(theirs: Mapping[str, str]) -> Vocabulary:
    """From our words, each with those that others use for it, with spaces between."""
    ours: dict[str, str] = {}
    for word, others in theirs.items():
        for other in others.split():
            ours[other] = f"{ours[other]} {word}" if other in ours else word
    return MappingProxyType(ours)


def did_you_mean(word: str, known: Iterable[str], foreign: Vocabulary = NO_VOCABULARY) -> str | None:
    """The hint for a wrong word, for example "did you mean `fill`?"; None if nothing is near.

    What the word means elsewhere, which ``foreign`` says, goes before what is spelt like it.
    """
    if len(word) > _MAX_WORD:
        return None
    known = tuple(known)
    return translated(word, known, foreign) or _nearest(word, known)


def near_name(name: str, known: Iterable[str]) -> str | None:
    """The hint for a wrong name among thousands, such as an icon's: one of the same words, or nearly equal.

    Among so many, one is a little like anything: ``ev-station`` like ``p2e-2-actions``.
    """
    if len(name) > _MAX_WORD:
        return None
    known = tuple(known)
    return _of_same_words(name, known) or _nearest(name, known, _CLOSE_LIKENESS)


def _of_same_words(name: str, known: tuple[str, ...]) -> str | None:
    """The shortest name that has all words of this one: ``sword-cross`` of ``crossed-swords``."""
    words, by_word = _words(name), _by_words(known)
    few = min((by_word.get(word, []) for word in words), key=len, default=[])
    alike = [(len(others), other) for other in few if words <= (others := _words(other))]
    return f"did you mean `{min(alike)[1]}`?" if alike else None


@lru_cache(maxsize=16)
def _by_words(known: tuple[str, ...]) -> Mapping[str, list[str]]:
    found: dict[str, list[str]] = {}
    for name in known:
        for word in _words(name):
            found.setdefault(word, []).append(name)
    return found


def _words(name: str) -> frozenset[str]:
    """A name's words, without what marks several of something, or that something was done."""
    # Compiled when it is needed: every command imports this module.
    return frozenset(map(_stem, re.split(r"[\W_]+", name.casefold()))) - {""}


def _stem(word: str) -> str:
    for ending in ("ing", "ed", "es", "s"):
        if word.endswith(ending) and not word.endswith("ss") and len(word) >= len(ending) + 3:
            word = word.removesuffix(ending)
            break
    return word.rstrip("e")


def translated(word: str, known: Iterable[str], foreign: Vocabulary) -> str | None:
    """The hint for a word of another vocabulary; None if it is none, or means nothing that is known here."""
    plain = word.casefold().translate(_SEPARATORS).replace("colour", "color")
    meant = next((ours for ours in foreign.get(plain, "").split() if ours in known), None)
    return f"did you mean `{meant}`?" if meant else None


_SEPARATORS = str.maketrans("", "", "-_: ")


@lru_cache(maxsize=256)  # one misspelt column comes back on every card
def _nearest(word: str, known: tuple[str, ...], likeness: float = _LIKENESS) -> str | None:
    from difflib import SequenceMatcher  # only a user with a wrong word pays for this import

    names = _known(known)
    word = word.casefold()
    own, length = _letters(word), len(word)
    # Words are as like as letters that both have at the most: few of some thousand names need more of a look.
    bounds = [
        (bound, name)
        for name in names.near(word)
        if (bound := 2 * (own & names.letters[name]).bit_count() / (length + len(name) or 1)) >= likeness
    ]
    matcher = SequenceMatcher(None, "", word)
    best = (likeness, "")
    for bound, name in nlargest(_MAX_COMPARED, bounds):
        if bound < best[0]:
            break
        matcher.set_seq1(name)
        best = max(best, (matcher.ratio(), name))
    return f"did you mean `{names.spelt[best[1]]}`?" if best[1] else None


class _Names:
    """Names by what they are in small letters, the letters of those, and which have a pair of letters."""

    def __init__(self, known: Iterable[str]) -> None:
        self.spelt = {name.casefold(): name for name in known}
        self.letters = {name: _letters(name) for name in self.spelt}
        self.by_pair: dict[str, list[str]] = {}
        if len(self.spelt) > _MAX_LOOKED_AT:
            for name in self.spelt:
                for pair in _pairs(name):
                    self.by_pair.setdefault(pair, []).append(name)

    def near(self, word: str) -> Iterable[str]:
        """All names, or of very many those of the word's letters, and with the rarest pairs that it has."""
        if not self.by_pair:
            return self.spelt
        own = _letters(word)
        same = [name for name, letters in self.letters.items() if letters == own]
        shared = sorted((self.by_pair[pair] for pair in _pairs(word) if pair in self.by_pair), key=len)
        return dict.fromkeys(islice(chain(same, *shared), _MAX_LOOKED_AT))


def _pairs(word: str) -> Iterable[str]:
    """Its neighbouring letters, each pair once; where it begins and ends counts as a letter."""
    return dict.fromkeys(one + other for one, other in pairwise(f"^{word[:_MAX_WORD]}$"))


@lru_cache(maxsize=16)
def _known(known: tuple[str, ...]) -> _Names:
    return _Names(known)


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
