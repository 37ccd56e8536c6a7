"""The rulebook's text after Jinja: Markdown whose every line remembers where it was written.

And what the text may ask of the game's cards.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from jinja2 import Environment, TemplateNotFound

from generator.catalog.models import Card, CardSet, Component, Game
from generator.catalog.paths import file_inside, read_text, shown_path
from generator.catalog.problems import CONSEQUENCE, InputError, Place
from generator.catalog.suggest import did_you_mean
from generator.catalog.wording import listed, quote
from generator.catalog.words import Words
from generator.layout.faces import set_values
from generator.layout.sandbox import Sandbox
from generator.layout.template_code import KeptCode
from generator.layout.templates import Loader, Templates
from generator.layout.xml import SourceFiles, mark_tags


class Found(NamedTuple):
    """A card with the list and component that it is in; ``number`` counts the list's cards from 1."""

    component: Component
    cards: CardSet
    card: Card
    number: int


@dataclass(frozen=True, slots=True)
class Database:
    """A game's cards by name: ``owl``, ``decks/owl``, ``decks/night-shift/owl``; and its lists.

    What templates ask with may be anything, and anything but a name is unknown.
    """

    game: Game
    asked: dict[str, None] = field(default_factory=dict)
    """The names of cards that were looked up."""
    index: dict[str, list[Found]] = field(default_factory=dict)
    """The cards by each of their names, once one was looked up."""

    def card(self, name: object) -> Mapping[str, object]:
        """The fields of one card."""
        return self.find(str(name)).card.values

    def cards(self, name: object) -> list[Mapping[str, object]]:
        """The fields of all cards of a component or list, in their order."""
        return [found.card.values for found in self._all_of(str(name))]

    def lists(self, name: object) -> list[Mapping[str, object]]:
        """The card lists of a component: their ids, names and texts, their cards and how many these are."""
        found = dict.fromkeys(found.cards for found in self._all_of(str(name)))
        return [set_values(cards) for cards in found]

    def count(self, name: object) -> int:
        """How many cards a name stands for, copies counted."""
        return sum(found.card.copies for found in self._all_of(str(name)))

    def find(self, name: str) -> Found:
        """The card of that name. Raises :class:`InputError` where there is none, or more than one."""
        self.asked[name] = None
        if not self.index:
            for found in self._every():
                for known in set(_names(found)):
                    self.index.setdefault(known, []).append(found)
        named = self.index.get(name, ())
        if not named:
            ids = [found.card.id for found in self._every()]
            raise InputError(
                f"unknown card {quote(name)}",
                code=self._code,
                hint=did_you_mean(name.rpartition("/")[2], ids)
                or "write its id, or component/id, or component/list/id",
            )
        if len(named) > 1:
            others = ", ".join(full_name(found) for found in named[:3])
            raise InputError(f"there is more than one card {quote(name)}", hint=f"say which: {others}")
        return named[0]

    def _all_of(self, name: str) -> list[Found]:
        """The cards of the component, the list or the card that a name stands for."""
        named = [found for found in self._every() if name in _groups(found)]
        if named:
            return named
        if any(name in _names(found) for found in self._every()):
            return [self.find(name)]
        known = dict.fromkeys(group for found in self._every() for group in _groups(found))
        raise InputError(
            f"unknown component {quote(name)}",
            code=self._code,
            hint=did_you_mean(name, known) or f"there are {listed(part.id for part in self.game.components)}",
        )

    @property
    def _code(self) -> str | None:
        """What is not in a game that could not be read as a whole may be missing for that reason."""
        return None if self.game.is_whole else CONSEQUENCE

    def _every(self) -> Iterator[Found]:
        for component in self.game.components:
            for cards in component.sets:
                for number, card in enumerate(cards.cards, 1):
                    yield Found(component, cards, card, number)


def _groups(found: Found) -> tuple[str, str]:
    return found.component.id, f"{found.component.id}/{found.cards.id}"


def _names(found: Found) -> tuple[str, str, str]:
    return found.card.id, f"{found.component.id}/{found.card.id}", full_name(found)


def full_name(found: Found) -> str:
    return f"{found.component.id}/{found.cards.id}/{found.card.id}"


MARKDOWN = ".md"
"""The ending that distinguishes a rulebook's text from a layout."""
OPEN, CLOSE = "\x02", "\x03"
"""Around a line's mark. Text files can't have these characters."""
MARK = re.compile(rf"{OPEN}(\d+):(\d+){CLOSE}")
JINJA_OR_END = re.compile(r"\{#.*?#\}|\{%.*?%\}|\{\{.*?\}\}|\n|\Z", re.DOTALL)
TRIMMING = ("%}", "#}", "-}}")
"""Jinja takes away the line's end behind these, and must go on doing so."""
PICTURE_FENCE = re.compile(r"^ {0,3}(`{3,}|~{3,})[ \t]*(?:diagram|cover)\b")


@dataclass(frozen=True, slots=True)
class Manuscript:
    """Markdown, and the place of each of its lines (the first is number 0)."""

    text: str
    places: Sequence[Place]
    templates: Templates
    """Where the layouts that it takes in come from; diagrams are built with their marks."""

    def place(self, line: int) -> Place:
        return self.places[min(max(line, 0), len(self.places) - 1)]


class BookLoader(Loader):
    """Finds a game's Markdown files as templates, and its layouts as ever."""

    def __init__(self, game_folder: Path, folders: Sequence[Path]) -> None:
        super().__init__(folders)
        self.game_folder = game_folder

    def get_source(self, environment: Environment, template: str) -> tuple[str, str, Callable[[], bool]]:
        if not template.endswith(MARKDOWN):
            return super().get_source(environment, template)
        if not self.has(template):
            raise TemplateNotFound(template)
        path = file_inside(self.game_folder, template)
        shown = shown_path(path)
        source = read_text(path, shown).replace("\r\n", "\n")
        return marked(source, self.files.number(shown)), shown, lambda: True

    def has(self, template: str) -> bool:
        if not template.endswith(MARKDOWN):
            return super().has(template)
        try:
            file_inside(self.game_folder, template)
        except InputError:
            return False
        return True

    def names(self) -> list[str]:
        return [*super().names(), *sorted(path.name for path in self.game_folder.glob(f"*{MARKDOWN}"))]


def open_manuscript(
    game_folder: Path, folders: Sequence[Path], words: Words | None = None, kept: KeptCode | None = None
) -> Templates:
    """The templates that a rulebook is made with; ``words``: what they print by ``_`` and ``ngettext``.

    ``kept``: where their code is kept.
    """
    loader = BookLoader(game_folder, folders)
    return Templates(loader, Sandbox(loader, words, kept))


def read_manuscript(
    templates: Templates, name: str, place: Place, values: Mapping[str, object]
) -> Manuscript:
    """The file ``name``, filled in. Raises :class:`InputError` with the line."""
    template = templates.open(name, place)
    text = templates.filled_in(template, values)
    lines, places = _unmarked(text.split("\n"), templates.files)
    return Manuscript("\n".join(lines), places, templates)


def marked(source: str, file: int) -> str:
    """The source with each line's number at its end, and the tags of its diagrams marked."""
    source = _with_marked_pictures(source, file)
    parts: list[str] = []
    done, line = 0, 1
    for match in JINJA_OR_END.finditer(source):
        parts.append(source[done : match.start()])
        if match[0] in ("\n", "") and not source.endswith(TRIMMING, 0, match.start()):
            parts.append(f"{OPEN}{file}:{line}{CLOSE}")
        parts.append(match[0])
        line += match[0].count("\n")
        done = match.end()
    return "".join(parts)


def _with_marked_pictures(source: str, file: int) -> str:
    lines, tagged = source.split("\n"), mark_tags(source, file).split("\n")
    fence = ""
    for number, line in enumerate(lines):
        if fence:
            if line.strip().startswith(fence) and not line.strip().strip(fence[0]):
                fence = ""
            else:
                lines[number] = tagged[number]
            continue
        opened = PICTURE_FENCE.match(line)
        fence = opened[1] if opened else ""
    return "\n".join(lines)


def _unmarked(lines: Sequence[str], files: SourceFiles) -> tuple[list[str], list[Place]]:
    """The lines without marks. A line that came out of a value lies where the next marked one does."""
    places: list[Place] = []
    following = files.first
    for line in reversed(lines):
        mark = MARK.search(line)
        if mark is not None:
            following = Place(files[int(mark[1])], int(mark[2]))
        places.append(following)
    return [MARK.sub("", line) for line in lines], places[::-1]
