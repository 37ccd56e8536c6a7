"""What the texts of cards are made of: words, and the keywords that recur; and cards that are nearly the
same, equal but for their names and looks, or with texts that are alike."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from html import unescape
from itertools import chain, pairwise

from generator.deck.card_stats.table import ART, NAMES, CardTable, Column, Row, plain_name

ASIDES = frozenset(("flavor", "flavor text", "flavour", "flavour text", "lore", "note", "notes", "quote"))
"""Fields of texts that have no rules in them; they are read only where no other text is."""
STOP_WORDS = frozenset(
    (
        "a", "about", "above", "after", "again", "against", "all", "also", "am", "an", "and", "another",
        "any", "are", "as", "at", "be", "because", "been", "before", "being", "below", "between", "both",
        "but", "by", "can", "cannot", "could", "did", "do", "does", "doing", "down", "during", "each",
        "either", "else", "ever", "every", "few", "for", "from", "further", "had", "has", "have",
        "having", "he", "her", "here", "hers", "herself", "him", "himself", "his", "how", "i", "if", "in",
        "into", "is", "it", "its", "itself", "just", "may", "me", "might", "more", "most", "must", "my",
        "myself", "neither", "no", "nor", "not", "of", "off", "on", "once", "only", "onto", "or", "other",
        "our", "ours", "out", "over", "own", "per", "same", "shall", "she", "should", "so", "some",
        "such", "than", "that", "the", "their", "theirs", "them", "themselves", "then", "there", "these",
        "they", "this", "those", "though", "through", "to", "too", "under", "until", "up", "upon", "us",
        "very", "was", "we", "were", "what", "when", "whenever", "where", "which", "while", "who", "whom",
        "whose", "why", "will", "with", "within", "without", "would", "you", "your", "yours", "yourself",
    )
)  # fmt: skip
"""English words that say nothing of a game; they are not counted."""
LEAST_CARDS = 2
"""Different cards that a keyword stands on."""
MAX_WORDS = 4
"""Words of a keyword: a longer bold stretch is a sentence."""
ALONE = 3
"""Words of a line, or of a part between commas, that is no sentence but keywords."""

ICON = re.compile(r"\{([A-Za-z][\w.#-]*)\}|<icon\b[^<>]*?\bname\s*=\s*[\"']([^\"'<>]+)[\"'][^<>]*>")
BOLD = re.compile(r"\*\*(?!\s)([^*\n]+?)\*{2,3}|<(b|strong)\b[^<>]*>([^<]*)</\2\s*>", re.IGNORECASE)
TAG = re.compile(r"</?[A-Za-z][^<>]*>")
BREAK = re.compile(r"<(?:br|/?p|/?li|/?div)\b[^<>]*>", re.IGNORECASE)
WORD = re.compile(r"[^\W\d_]+(?:['’\-‑][^\W\d_]+)*")
DIRECTIVE = re.compile(r"^[ \t]*[a-z][a-z_-]*[ \t]*\|", re.MULTILINE)
LONE_DIRECTIVE = re.compile(r"^[ \t]*[a-z][a-z_-]*[ \t]*$", re.MULTILINE)
"""What a line of rpg-cards is: ``property | Range | 3 paces``, ``rule``."""
_SENTENCE = re.compile(r"(?:^|[.!?:;…•|“”\"(\n—–]|\s-\s)\s*$")
"""What stands before the first word of a sentence."""
_STARS = re.compile(r"\*+")


@dataclass(frozen=True, slots=True)
class WordCount:
    """A word, how many cards have it, and how often it stands there. ``different``: cards without copies."""

    word: str
    cards: int
    times: int
    different: int


@dataclass(frozen=True, slots=True)
class Keyword:
    """A term that recurs, how many cards have it, and what marks it: ``icon``, ``bold``, ``capital``."""

    term: str
    cards: int
    marks: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Wording:
    """The words of the ``fields`` that were read, of ``cards`` that have any; the most frequent first."""

    fields: tuple[str, ...]
    cards: int
    words: tuple[WordCount, ...]
    keywords: tuple[Keyword, ...]

    @property
    def recurring(self) -> list[WordCount]:
        return [word for word in self.words if word.different > 1]


def text_columns(table: CardTable) -> list[Column]:
    """The texts with rules in them: all texts but flavour and the like, unless there are no others."""
    texts = table.of_kind("text")
    return [column for column in texts if plain_name(column.name) not in ASIDES] or texts


def plain_text(text: str) -> str:
    """A text without its markup, also that of rpg-cards; an icon is a name in braces."""
    if DIRECTIVE.search(text):
        text = DIRECTIVE.sub("", LONE_DIRECTIVE.sub("", text))
    shown = BREAK.sub("\n", ICON.sub(lambda found: f"{{{found[1] or found[2]}}}", text))
    return unescape(_STARS.sub("", TAG.sub("", shown)))


def words_of(text: str) -> list[str]:
    """The words of a plain text in small letters, without icons, numbers and stop words."""
    found = (word.casefold().replace("’", "'") for word in WORD.findall(ICON.sub(" ", text)))
    return [word for word in found if len(word) > 1 and word not in STOP_WORDS]


@dataclass(slots=True)
class _Terms:
    """By each term, the rows that it stands on and what marks it there."""

    rows: defaultdict[str, set[int]] = field(default_factory=lambda: defaultdict(set))
    marks: defaultdict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    spelt: dict[str, str] = field(default_factory=dict)

    def add(self, term: str, row: int, mark: str) -> None:
        key = term.casefold()
        self.spelt.setdefault(key, term)
        self.rows[key].add(row)
        self.marks[key].add(mark)


def wording(table: CardTable) -> Wording:
    """The words and keywords of the texts of a table.

    A keyword is an icon, a bold stretch of four words at most, or words with capital letters inside a
    sentence or on a line of their own, on two different cards at least. What is a keyword there is one at the
    beginning of a sentence too.
    """
    columns = text_columns(table)
    times: Counter[str] = Counter()
    cards: Counter[str] = Counter()
    different: Counter[str] = Counter()
    terms, firsts = _Terms(), _Terms()
    with_text = 0
    for index, row in enumerate(table.rows):
        texts = [text for column in columns if isinstance(text := column.values[index], str)]
        with_text += row.weight if texts else 0
        found = Counter(word for text in texts for word in words_of(plain_text(text)))
        for word, count in found.items():
            times[word] += row.weight * count
            cards[word] += row.weight
            different[word] += 1
        for text in texts:
            _add_terms(text, index, terms, firsts)
    for key in terms.rows:
        terms.rows[key] |= firsts.rows.get(key, set())
    words = sorted(times, key=lambda word: (-cards[word], -times[word], word))
    return Wording(
        tuple(column.name for column in columns),
        with_text,
        tuple(WordCount(word, cards[word], times[word], different[word]) for word in words),
        tuple(sorted(_keywords(table, terms), key=lambda keyword: (-keyword.cards, keyword.term))),
    )


def _keywords(table: CardTable, terms: _Terms) -> Iterator[Keyword]:
    for key, rows in terms.rows.items():
        if len(rows) >= LEAST_CARDS:
            marks = tuple(mark for mark in ("icon", "bold", "capital") if mark in terms.marks[key])
            yield Keyword(terms.spelt[key], sum(table.rows[row].weight for row in rows), marks)


def _add_terms(text: str, row: int, terms: _Terms, firsts: _Terms) -> None:
    for found in ICON.finditer(text):
        terms.add(f"{{{found[1] or found[2]}}}", row, "icon")
    for found in BOLD.finditer(text):
        term = plain_text(found[1] or found[3] or "").strip(" .:;,!?—–-")
        if term and len(term.split()) <= MAX_WORDS and WORD.search(ICON.sub("", term)):
            terms.add(term, row, "bold")
    for line in plain_text(text).splitlines():
        is_alone = _add_lone_terms(line, row, terms)
        for term, is_first in _capitals(line):
            if not is_alone:
                (firsts if is_first else terms).add(term, row, "capital")


def _add_lone_terms(line: str, row: int, terms: _Terms) -> bool:
    """``Flying, Haste``: a line of keywords alone, as it stands on many cards."""
    parts = [part.strip() for part in line.split(",")]
    alone = all(
        part[:1].isupper() and len(part.split()) <= ALONE and part.replace(" ", "").isalpha()
        for part in parts
    )
    if alone:
        for part in parts:
            terms.add(part, row, "capital")
    return alone


def _capitals(line: str) -> Iterable[tuple[str, bool]]:
    """Stretches of words with capital letters, and whether they begin a sentence.

    The first word of a sentence has a capital anyway, so it is a term by itself.
    """
    stretch: list[str] = []
    end, is_first = 0, False
    for found in WORD.finditer(ICON.sub(lambda icon: " " * len(icon[0]), line)):
        begins = _SENTENCE.search(line, end, found.start()) is not None
        follows = stretch and line[end : found.start()] == " " and not begins and not is_first
        if stretch and not follows:
            yield " ".join(stretch), is_first
            stretch = []
        word = found[0]
        if word[0].isupper() and len(word) > 1 and word.casefold() not in STOP_WORDS:
            is_first = is_first if follows else begins
            stretch.append(word)
        elif stretch:
            yield " ".join(stretch), is_first
            stretch = []
        end = found.end()
    if stretch:
        yield " ".join(stretch), is_first


# Cards that are nearly the same


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
