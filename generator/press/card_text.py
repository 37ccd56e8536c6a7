"""What a card says, line by line: for plain text, virtual tables, and whoever hears a rulebook's pictures."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field
from itertools import pairwise
from typing import NamedTuple

from generator.catalog.card_words import COPIES_WORDS
from generator.catalog.models import Card, CardSet, Component, Source
from generator.catalog.paths import names_picture
from generator.catalog.wording import as_sentence
from generator.layout.faces import FaceRenderer, Side
from generator.layout.icons import PACKS
from generator.press.reading import BLANK_NAMES, SPACES, Said, plain_words, words_on

TITLES = ("name", "title")
"""Fields that hold what a card is called."""
NO_TEXT = frozenset({"id", *COPIES_WORDS, "prototype", "art", "image", "picture", "icon", "figure"})
"""Values of a card that are no words to be read."""
NO_TEXT_TYPES = frozenset({"figure", "image", "colour"})
"""Types of declared fields, likewise."""
PACK_ICON = re.compile(rf"(?:{'|'.join(map(re.escape, PACKS))})\.[\w.-]+")
HEX_COLOUR = re.compile(r"#[0-9a-fA-F]{3,8}")
NAME = re.compile(r"[a-z]+(?:[-_][a-z]+)*")
"""An element's id that is a word, and no corner or number of its layout."""
NUMBER = re.compile(r"[+−-]?\d+(?:[.,]\d+)?")
WORD = re.compile(r"[^\W\d_]+")
ROMAN = re.compile(r"X{0,3}(?:IX|IV|V?I{0,3})")
SHORT = 24
"""Letters of a text that is given with its label: ``strength: 6``; a sentence needs none."""
SPELT = 4
"""Capitals in a row that are a word, and are not spelt like an abbreviation."""
STEPS = 3
"""The fewest numbers in order, each with a text behind it, that are the steps of something."""
STEP = 4
"""The most texts from one of them to the next."""
ROW = 6
"""The fewest numbers in a row, such as those of a track, that are given by the first and the last."""
LOGOTYPE = 0.6
"""How much of a title its pieces hold at least; a letter may be a picture."""


class CardLine(NamedTuple):
    """Something that a card says: ``strength`` and ``6``. The label is empty where there is none."""

    label: str
    text: str
    side: Side = "front"

    def __str__(self) -> str:
        return f"{self.label}: {self.text}" if self.label else self.text

    @property
    def brief(self) -> str:
        """The line without a label that a whole sentence doesn't need."""
        return str(self) if len(self.text) <= SHORT else self.text


def card_name(card: Card) -> str:
    """What a card is called; its id, if it has no name."""
    names = (str(card.values.get(title) or "").strip() for title in TITLES)
    return " ".join(next(filter(None, names), card.id).split())


def card_text(
    renderer: FaceRenderer, component: Component, cards: CardSet, card: Card, number: int
) -> list[CardLine]:
    """All that a card says, from top to bottom as its layout has it; first its name.

    Every number that the game declares comes once, with its name. Behind the words that are printed stand
    the values of its fields that only a picture, a place or a colour shows. The words of a back come
    where it says something else than the backs of the others. ``number`` counts the set's cards from 1.
    """
    sides = _read_sides(renderer, component, cards)
    return _lines(renderer, component, cards, card, number, sides)


def _lines(
    renderer: FaceRenderer,
    component: Component,
    cards: CardSet,
    card: Card,
    number: int,
    sides: Sequence[Side],
) -> list[CardLine]:
    titles = renderer.game.title, component.title, cards.name
    labels = _Labels(component, card, titles, renderer.theme.icons.words)
    lines = [CardLine("name", card_name(card))]
    for side in sides:
        face = renderer.face(component, cards, card, side, number)
        if face is not None:
            lines += labels.face_lines(words_on(face.root), side)
    lines += labels.missing(lines)
    return _without_repeats(lines)


def alternative_text(
    renderer: FaceRenderer, component: Component, cards: CardSet, card: Card, number: int, side: Side
) -> str:
    """What is read where a card is pictured: its name and what it says, or what its layout has it say."""
    face = renderer.face(component, cards, card, side, number)
    if face is not None and face.root.alt is not None:
        return face.root.alt
    name = str(card.values.get("name") or "")
    if side == "back":
        own = renderer.game.own
        return own("Back of {name}", name=name) if name else own("Back of a card")
    lines = _lines(renderer, component, cards, card, number, (side,))[1:]
    said = [as_sentence(SPACES.sub(" ", line.brief)) for line in lines]
    return " ".join([as_sentence(renderer.game.own("Card: {name}", name=card_name(card))), *said])


def _read_sides(renderer: FaceRenderer, component: Component, cards: CardSet) -> Sequence[Side]:
    if component.back is None:
        return ("front",)
    if len(cards.cards) == 1:
        return ("front", "back")
    backs = {
        face.digest
        for number, card in enumerate(cards.cards, 1)
        if (face := renderer.face(component, cards, card, "back", number)) is not None
    }
    return ("front", "back") if len(backs) > 1 else ("front",)


def _without_repeats(lines: Iterable[CardLine]) -> list[CardLine]:
    """What stands on a card in two corners or on both sides comes once; if it has a label, with that."""
    found: dict[tuple[str, str], CardLine] = {}
    for line in lines:
        found.setdefault((line.label, line.text), line)
    labelled = {line.text for line in found.values() if line.label}
    return [line for line in found.values() if line.label or line.text not in labelled]


@dataclass(slots=True)
class _Labels:
    """Finds the names of what a card's faces say."""

    component: Component
    card: Card
    titles: tuple[str, ...]
    """Of the game, the component and the list: their heads say them, and no card needs to."""
    icons: Mapping[str, str]
    """What is read aloud for icons, where the theme says so."""
    plain: dict[str, str] = field(default_factory=dict)
    """The values of fields in words."""
    numbers: dict[str, str] = field(default_factory=dict)
    """Those that are numbers."""
    has_numbers: bool = False

    def __post_init__(self) -> None:
        for name, value in self.card.values.items():
            if words := _plain(value, self.icons):
                self.plain[name] = words
            if name not in NO_TEXT and isinstance(value, int | float) and not isinstance(value, bool):
                self.numbers[name] = words

    def face_lines(self, said: Sequence[Said], side: Side) -> list[CardLine]:
        """The words of a face but for its numbers, which stand together where the first of them is printed.

        A label is a field's name, or the layout's id.
        """
        texts = [one for one in said if not self._is_name(one.words) and not self._is_letter(one)]
        texts = _rows_of_numbers(_steps(_without_titles(texts, self.titles)))
        lines: list[CardLine] = []
        for one in texts:
            if not self._is_number(one):
                lines.append(self._line(one, side))
            elif not self.has_numbers:
                self.has_numbers = True
                lines += self._numbers({text.words.lstrip("+") for text in texts})
        labels = {line.label.casefold() for line in lines if line.label}
        return [line for line in lines if line.label or not _is_sign(line.text, labels)]

    def _is_name(self, words: str) -> bool:
        name = card_name(self.card)
        return name != self.card.id and " ".join(words.split()).casefold() == name.casefold()

    def _is_letter(self, said: Said) -> bool:
        """Whether a text is a letter of a logotype, or a mark."""
        is_mark = len(said.words) == 1 and not said.words.isdigit()
        return is_mark and not self._field(said) and not NAME.fullmatch(said.id)

    def _is_number(self, said: Said) -> bool:
        """Whether a text is the value of a field that is a number, and nothing else."""
        value = said.words.lstrip("+")
        if said.id in self.plain:
            return self.numbers.get(said.id) == value
        return (
            NUMBER.fullmatch(value) is not None and value in self.numbers.values() and not self._field(said)
        )

    def _numbers(self, printed: Set[str]) -> Iterator[CardLine]:
        """The fields that are numbers: all that are declared, and others that may be what is printed."""
        for name, words in self.numbers.items():
            if self._declared(name) or words in printed:
                yield CardLine(_spoken(name), words)

    def _line(self, said: Said, side: Side) -> CardLine:
        """A text with its label; capitals that only its layout writes are small again."""
        name = self._field(said)
        given = self.plain.get(name, "")
        is_same = given.casefold() == said.words.casefold()
        label = name or (said.id if NAME.fullmatch(said.id) and said.id not in TITLES else "")
        return CardLine(_spoken(label), given if is_same else _small(said.words), side)

    def _field(self, said: Said) -> str:
        """The field whose value a text is; "" if that is not sure."""
        if said.id in self.plain and said.id not in TITLES:
            return said.id
        if said.id and NAME.fullmatch(said.id):
            return ""
        words = said.words.casefold()
        same = [
            name
            for name, value in self.plain.items()
            if value.casefold() == words
            and name not in self.numbers
            and name not in NO_TEXT
            and value not in self.plain
        ]
        return same[0] if len(same) == 1 else ""

    def missing(self, lines: Sequence[CardLine]) -> Iterator[CardLine]:
        """The numbers that are not given with their names, and the values that no printed word says."""
        text = " ".join(map(str, lines)).casefold()
        labels = {line.label for line in lines}
        for name, words in self.plain.items():
            label = _spoken(name)
            if label in labels or not self._is_text(name, words):
                continue
            is_number = name in self.numbers and self._declared(name)
            wanted = [f"{label}: {words}"] if is_number else words.split(", ")
            if not all(re.search(rf"(?<!\w){re.escape(one.casefold())}(?!\w)", text) for one in wanted):
                yield CardLine(label, words)

    def _is_text(self, name: str, words: str) -> bool:
        value = self.card.values[name]
        if isinstance(value, list) and any(isinstance(item, str) and item in self.plain for item in value):
            return False  # it speaks of other fields
        if name in NO_TEXT or name in TITLES or self._declared(name) in NO_TEXT_TYPES:
            return False
        is_sign = PACK_ICON.fullmatch(words) or HEX_COLOUR.fullmatch(words)
        return not is_sign and not names_picture(words)

    def _declared(self, name: str) -> str:
        """The type that a field is declared with; "" if it is not."""
        fields = self.component.source.get("fields")
        declared = fields.get(name) if isinstance(fields, Source) else None
        of = declared.get("type") if isinstance(declared, Source) else declared
        return "" if of is None else str(of)


def _plain(value: object, icons: Mapping[str, str]) -> str:
    """A value in words; empty for what is none, or holds more than a list of words."""
    if isinstance(value, bool):
        return "yes" if value else ""
    if isinstance(value, list):
        items = [_plain(item, icons) for item in value]
        return ", ".join(items) if all(items) else ""
    return plain_words(str(value), icons) if isinstance(value, str | int | float) else ""


def _spoken(name: str) -> str:
    return BLANK_NAMES.sub(" ", name).strip()


def _small(words: str) -> str:
    """A text in capitals as a sentence, for those who hear it; abbreviations stay as they are."""
    if not words.isupper() or not any(map(_is_word, WORD.findall(words))):
        return words
    small = WORD.sub(lambda found: found[0] if ROMAN.fullmatch(found[0]) else found[0].lower(), words)
    return small[0].upper() + small[1:]


def _is_word(capitals: str) -> bool:
    """Whether capitals are a word, and not spelt like an abbreviation."""
    has_vowel = len(capitals) == SPELT - 1 and any(letter in "AEIOU" for letter in capitals)
    return (len(capitals) >= SPELT or has_vowel) and ROMAN.fullmatch(capitals) is None


def _is_sign(words: str, labels: Iterable[str]) -> bool:
    """Whether a text is the heading of another one, or its abbreviation."""
    small = words.casefold()
    return small in labels or (
        words.isupper() and len(words) < SPELT and any(_abbreviates(small, label) for label in labels)
    )


def _abbreviates(short: str, word: str) -> bool:
    """Whether ``short`` is the word's first letter and some that follow: ``pwr`` of ``power``."""
    letters = iter(word)
    return word.startswith(short[0]) and all(letter in letters for letter in short)


def _without_titles(said: Sequence[Said], titles: Sequence[str]) -> list[Said]:
    """Texts without the titles at the foot of a card, and without logotypes, which may be in pieces."""
    wanted = {_letters(title) for title in titles}
    found: list[Said] = []
    number = 0
    while number < len(said):
        taken = max((_pieces(said[number:], title) for title in wanted), default=0)
        if not taken:
            found.append(said[number])
        number += max(1, taken)
    return found


def _pieces(said: Sequence[Said], title: str) -> int:
    """How many texts from the first on make up a title: one, or pieces of it in capitals."""
    if not title or not said:
        return 0
    if _letters(said[0].words) == title:
        return 1
    left, held, taken = title, 0, 0
    for one in said:
        piece = _letters(one.words)
        if not piece or not one.words.isupper() or piece not in left:
            break
        left = left.partition(piece)[2]
        held += len(piece)
        taken += 1
    return taken if held >= LOGOTYPE * len(title) and taken > 1 else 0


def _letters(text: str) -> str:
    return "".join(filter(str.isalnum, text.casefold()))


def _steps(said: Sequence[Said]) -> list[Said]:
    """Texts in which numbers from 1 on, each in front of a text, begin that text: ``1. Draw a card.``"""
    begun: dict[int, str] = {}
    for steps in _rows_of_steps(said):
        texts = {said[step + 1].words for step in steps}
        if len(texts) == len(steps) >= STEPS:
            begun |= {step + 1: said[step].words for step in steps}
    return [
        one._replace(words=f"{begun[number]}. {one.words}") if number in begun else one
        for number, one in enumerate(said)
        if number + 1 not in begun
    ]


def _rows_of_steps(said: Sequence[Said]) -> list[list[int]]:
    """Where numbers stand that count from 1 on, each in front of a text and not far from the last."""
    rows: list[list[int]] = []
    for number, (one, after) in enumerate(pairwise(said)):
        if NUMBER.fullmatch(after.words):
            continue
        if one.words == "1":
            rows.append([number])
        elif rows and one.words == str(len(rows[-1]) + 1) and number - rows[-1][-1] <= STEP:
            rows[-1].append(number)
    return rows


def _rows_of_numbers(said: Sequence[Said]) -> list[Said]:
    """Texts in which the numbers of a track are one: ``1 to 40``."""
    rows: list[list[Said]] = []
    for one in said:
        last = rows[-1][-1].words if rows else ""
        if last.isdecimal() and one.words == str(int(last) + 1):
            rows[-1].append(one)
        else:
            rows.append([one])
    return [one for row in rows for one in (_as_one(row) if len(row) >= ROW else row)]


def _as_one(row: Sequence[Said]) -> list[Said]:
    return [Said("", f"{row[0].words} to {row[-1].words}")]
