"""Cards that are nearly the same: equal but for their names and looks, or with texts that are alike."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from itertools import chain, pairwise

from generator.deck.card_stats.table import ART, NAMES, CardTable, Column, Row, plain_name
from generator.deck.card_stats.texts import plain_text, text_columns

LEAST_WORDS = 3
"""Words of a text that is compared: shorter ones are alike without meaning anything."""
MAX_TEXTS = 3_000
"""Different texts of a field that are compared."""
MAX_ALIKE = 1_000
"""Pairs of texts that are listed; whoever has more wants a higher threshold."""
BINS = 512
"""Bins that pairs of letters are counted in; a few pairs share one, which only makes the sieve coarser."""
MAX_LETTERS = 2_000
"""Of a text, that are compared."""
MAX_PAIRS = 20_000
"""Pairs of texts that are looked at letter by letter, those with most pairs of letters in common first."""
MAX_STEPS = 60_000_000
"""Of comparing texts letter by letter: some three seconds."""
STEPS_OF_A_LETTER = 10
"""Where the letters in common are only counted; where stretches are looked for, each pair of letters is a
step."""
BINS_IN_A_STEP = 50
"""That numpy compares meanwhile."""


Progress = Callable[[int], None]
"""Called with how many texts more have been looked at."""


@dataclass(frozen=True, slots=True)
class Twins:
    """Different cards that have the same in all fields but name, id and art."""

    rows: tuple[Row, ...]


@dataclass(frozen=True, slots=True)
class Alike:
    """Cards whose texts in a field are alike: 1 for the same. ``others`` have the second of two texts."""

    field: str
    likeness: float
    rows: tuple[Row, ...]
    others: tuple[Row, ...] = ()


@dataclass(frozen=True, slots=True)
class Likeness:
    """``left_out``: pairs of texts that are alike too, but too many; ``unread``: texts not compared.

    ``unread_pairs``: pairs of texts that may be alike, but comparing them would take too long.
    """

    threshold: float
    twins: tuple[Twins, ...]
    alike: tuple[Alike, ...]
    left_out: int
    unread: int
    unread_pairs: int = 0


def likeness(table: CardTable, threshold: float, work: Work | None = None) -> Likeness:
    """Twins, and texts that are alike by ``threshold`` (0 to 1) or more, the most alike first.

    ``work`` bounds what tables take together. Texts are compared in small letters and without markup by the
    measure of Ratcliff and Obershelp, which Python's difflib has: twice the letters in common by the letters
    of both.
    """
    twins = list(_twins(table))
    known = {frozenset(id(row) for row in group.rows) for group in twins}
    found: list[Alike] = []
    unread = 0
    work = work or Work()
    pairs_before = work.left_out
    for column in text_columns(table):
        alike, more = _alike(table, column, threshold, work)
        found += alike
        unread += more
    found = [
        alike for alike in found if frozenset(id(row) for row in chain(alike.rows, alike.others)) not in known
    ]
    found.sort(key=lambda alike: -alike.likeness)
    return Likeness(
        threshold,
        tuple(twins),
        tuple(found[:MAX_ALIKE]),
        max(0, len(found) - MAX_ALIKE),
        unread,
        work.left_out - pairs_before,
    )


def _twins(table: CardTable) -> Iterator[Twins]:
    fields = [
        column.name
        for column in table.columns
        if plain_name(column.name) not in NAMES
        and column.kind != "art"
        and plain_name(column.name) not in ART
    ]
    groups: defaultdict[tuple[object, ...], list[Row]] = defaultdict(list)
    for row in table.rows:
        values = tuple(_frozen(row.card.values.get(field)) for field in fields)
        # What is blank but for name and art has nothing that could be the same.
        if any(value is not None for value in values):
            groups[values].append(row)
    for rows in groups.values():
        if len(rows) > 1:
            yield Twins(tuple(rows))


def _frozen(value: object) -> object:
    """A value that can be compared and hashed, all of it; None for any blank."""
    if isinstance(value, Mapping):
        return frozenset((str(key), _frozen(inner)) for key, inner in value.items()) or None
    if isinstance(value, list | tuple):
        return tuple(_frozen(inner) for inner in value) or None
    if isinstance(value, str):
        return value.strip() or None
    # 1 and true are equal to Python, but not to a reader.
    return str(value) if isinstance(value, bool) else value


def _alike(table: CardTable, column: Column, threshold: float, work: Work) -> tuple[list[Alike], int]:
    """The cards whose texts in one field are alike; and how many texts were too many to be compared."""
    by_text: defaultdict[str, list[Row]] = defaultdict(list)
    for row, value in zip(table.rows, column.values, strict=True):
        text = " ".join(plain_text(value).casefold().split()) if isinstance(value, str) else ""
        if len(text.split()) >= LEAST_WORDS:
            by_text[text].append(row)
    found = [Alike(column.name, 1.0, tuple(rows)) for rows in by_text.values() if len(rows) > 1]
    texts = sorted(by_text, key=len)
    compared = texts[:MAX_TEXTS]
    for one, other, ratio in sorted(_near(compared, threshold, work)):
        found.append(Alike(column.name, ratio, tuple(by_text[texts[one]]), tuple(by_text[texts[other]])))
    return found, len(texts) - len(compared)


def _near(texts: Sequence[str], threshold: float, work: Work) -> Iterator[tuple[int, int, float]]:
    """The pairs of different texts, sorted by length, that are alike, by their numbers."""
    cut = [text[:MAX_LETTERS] for text in texts]
    matcher = SequenceMatcher(None, autojunk=False)
    for one, other in _candidates(cut, threshold, work):
        text, longer = cut[one], cut[other]
        if not work.spend(STEPS_OF_A_LETTER * len(text)):
            continue
        # What difflib finds in common is a common subsequence, and never longer than the longest.
        both = len(longer) + len(text)
        if 2 * _longest_common(_letter_places(longer), len(longer), text) < threshold * both:
            continue
        if not work.spend(len(text) * len(longer)):
            continue
        matcher.set_seq2(text)
        matcher.set_seq1(longer)
        ratio = matcher.ratio()
        if ratio >= threshold:
            yield one, other, ratio


def _candidates(cut: Sequence[str], threshold: float, work: Work) -> list[tuple[int, int]]:
    """The pairs that may be alike, the likeliest first.

    Most pairs need no look at each letter. Texts of L letters together that are alike by t have M ≥ tL/2
    letters in common and L - 2M others. Those cut what is common into L - 2M + 1 stretches at most, so that
    there are at least M - (L - 2M + 1) = 3M - L - 1 pairs of neighbouring letters in common (as Ukkonen 1992,
    "Approximate string-matching with q-grams", has it for edit distance).
    """
    import numpy  # no other part of the statistics needs it, and it takes a while to load

    if len(cut) < 2:
        return []
    lengths = numpy.array([len(text) for text in cut])
    grams = numpy.zeros((len(cut), BINS), dtype=numpy.uint16)
    for index, text in enumerate(cut):
        bins = [(ord(a) * 31 + ord(b)) % BINS for a, b in pairwise(text)]
        grams[index] = numpy.bincount(bins, minlength=BINS)
    found = numpy.zeros((3, 0))
    for index in range(len(cut) - 1):
        work.progress(1)
        # Of two texts, the longer has at most so many letters where they are alike.
        end = int(numpy.searchsorted(lengths, lengths[index] * (2 - threshold) / threshold, side="right"))
        others = slice(index + 1, end)
        pairs = end - index - 1
        if pairs <= 0 or not work.spend(pairs * BINS // BINS_IN_A_STEP, pairs):
            continue
        both = lengths[others] + lengths[index]
        common = numpy.minimum(grams[others], grams[index]).sum(axis=1, dtype=numpy.int64)
        near = numpy.flatnonzero(common >= 1.5 * threshold * both - both - 1 - 1e-9)
        likely = (common[near] + 1) / both[near]
        found = numpy.hstack([found, [likely, numpy.full(len(near), index), near + index + 1]])
        if found.shape[1] > 2 * MAX_PAIRS:
            found = found[:, numpy.argsort(-found[0], kind="stable")]
            work.left_out += found.shape[1] - MAX_PAIRS
            found = found[:, :MAX_PAIRS]
    ranked = found[1:, numpy.argsort(-found[0], kind="stable")].astype(int)
    work.left_out += max(0, ranked.shape[1] - MAX_PAIRS)
    return [(int(one), int(other)) for one, other in ranked[:, :MAX_PAIRS].T]


class Work:
    """Bounds the work on texts that may be alike, and counts the pairs that are left out because of it."""

    def __init__(self, progress: Progress = lambda _: None) -> None:
        self.progress = progress
        self.left_out = 0
        self._steps = MAX_STEPS

    def spend(self, steps: int, pairs: int = 1) -> bool:
        """Whether there is that much left; if not, the pairs are left out."""
        self._steps -= steps
        if self._steps < 0:
            self.left_out += pairs
        return self._steps >= 0


def _letter_places(text: str) -> dict[str, int]:
    """Where each letter stands in a text, as the ones of a number."""
    places: dict[str, int] = {}
    for index, letter in enumerate(text):
        places[letter] = places.get(letter, 0) | 1 << index
    return places


def _longest_common(places: dict[str, int], length: int, other: str) -> int:
    """The length of the longest common subsequence of a text, by its letters' places, and another.

    All places of the first text are worked on at once: Hyyrö 2004, "Bit-parallel LCS-length computation
    revisited".
    """
    whole = (1 << length) - 1
    free = whole
    for letter in other:
        there = free & places.get(letter, 0)
        if there:
            free = (free + there | free - there) & whole
    return length - free.bit_count()
