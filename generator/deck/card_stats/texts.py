"""What the texts of cards are made of: words, and the keywords that recur."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from html import unescape

from generator.deck.card_stats.table import CardTable, Column, plain_name

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

ICON = re.compile(r"\{([A-Za-z][\w.-]*)\}|<icon\b[^<>]*?\bname\s*=\s*[\"']([^\"'<>]+)[\"'][^<>]*>")
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
        if _is_capital(found[0]):
            is_first = is_first if follows else begins
            stretch.append(found[0])
        elif stretch:
            yield " ".join(stretch), is_first
            stretch = []
        end = found.end()
    if stretch:
        yield " ".join(stretch), is_first


def _is_capital(word: str) -> bool:
    return word[0].isupper() and len(word) > 1 and word.casefold() not in STOP_WORDS
