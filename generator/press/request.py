"""What a run is asked to print: which components and cards, on which paper, with which settings."""

from __future__ import annotations

import fnmatch
import hashlib
import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NamedTuple

from generator.catalog.models import Card, CardSet, Component, Game
from generator.catalog.press_settings import NO_SETTINGS, PressSettings
from generator.catalog.problems import Problems
from generator.catalog.sizes import Size
from generator.catalog.suggest import did_you_mean
from generator.catalog.wording import clipped, listed, quote, slug

if TYPE_CHECKING:
    from generator.catalog.printers import Printer

RULEBOOK = "rulebook"
"""What a game's rulebook is called where its components have their ids."""
MAX_CHOICE_LENGTH = 40
"""Letters of a choice in a file's name, without the digits behind them."""


class PrintRequest(NamedTuple):
    """What the command line asks for."""

    paper: Size
    settings: PressSettings = NO_SETTINGS
    """The press settings that it gives; the others are the component's own, or the press's."""
    only: tuple[str, ...] = ()
    """Components or card sets, by id or pattern; empty: all."""
    select: tuple[str, ...] = ()
    """Cards, by id, name or pattern, or as ``field=value``; empty: all."""
    low_ink: bool = False
    printer: Printer | None = None
    """The profile that back pages are aligned by."""

    @property
    def has_rulebook(self) -> bool:
        """Whether the rulebook is asked for. Who selects cards wants no rulebook."""
        if self.select:
            return False
        return not self.only or any(fnmatch.fnmatchcase(RULEBOOK, pattern) for pattern in self.only)

    @property
    def selection_name(self) -> str:
        """What ``select`` adds to the name of a file, so that some cards never replace all of them.

        ``--select-moss`` for ``Moss*``; empty where all cards are printed. No id has two hyphens in a row.
        """
        return _choice_name("select", map(_folded, self.select), "*")

    @property
    def choice_name(self) -> str:
        """The same for a file of several lists, in which ``only`` leaves some out."""
        return _choice_name("only", self.only, "") + self.selection_name

    @property
    def selection(self) -> str:
        """What ``select`` asks for, for the sheets; empty for all cards."""
        return _listed(self.select)

    @property
    def choice(self) -> str:
        """What ``only`` and ``select`` ask for; empty for everything."""
        return _listed((*self.only, *self.select))


def _listed(patterns: Sequence[str]) -> str:
    if not patterns:
        return ""
    from generator.catalog.lines import readable

    return readable(", ".join(patterns))


def _choice_name(option: str, patterns: Iterable[str], usual_end: str) -> str:
    """``--OPTION-WORDS`` for a file's name, in ASCII; neither order nor repetition matters.

    Digits follow where another choice would have these words too: they stand for one pattern that ends in
    ``usual_end``.
    """
    chosen = sorted(set(patterns))
    if not chosen:
        return ""
    words = slug(" ".join(chosen))[:MAX_CHOICE_LENGTH].strip("-")
    parts = [option, words] if words else [option]
    if chosen != [words + usual_end]:
        parts.append(hashlib.sha256(json.dumps(chosen).encode()).hexdigest()[:6])
    return f"--{'-'.join(parts)}"


class NumberedCard(NamedTuple):
    """A card with its number in its whole list, counted from 1: a choice does not change what it shows."""

    number: int
    card: Card
    first_copy: int = 1
    """The number of the first copy that is printed: who prints what came on top has those before it."""


@dataclass(frozen=True, slots=True)
class PrintedList:
    """Cards of one list that lie on the sheets in a row."""

    component: Component
    cards: CardSet
    """The whole list, which the layouts may speak of."""
    printed: tuple[NumberedCard, ...]
    stem: str
    """What the file of the list alone is called."""
    group: str = ""
    """The title of the group that the cards are of; another group begins a new sheet. Empty: of none."""
    note: str = ""
    """Printed in the slug of every sheet that shows one of them; empty: nothing."""

    @property
    def title(self) -> str:
        """What its sheets are called: by its component's own title, if it is all there is of that.

        A deck, and one list of several, go by their names.
        """
        of = self.component
        is_all_there_is = len(of.sets) == 1 and of.sets[0] is self.cards and not of.is_deck
        return of.title if is_all_there_is and "title" in of.source else self.cards.name


def in_groups(whole: PrintedList) -> list[PrintedList]:
    """The list in the groups that its component asks for, in the order in which the groups come up."""
    field = whole.component.group
    if field is None:
        return [whole]
    groups: dict[str, list[NumberedCard]] = {}
    for numbered in whole.printed:
        groups.setdefault(group_title(field, numbered.card), []).append(numbered)
    return [replace(whole, printed=tuple(printed), group=title) for title, printed in groups.items()]


def group_title(field: str, card: Card) -> str:
    """What the sheets call the cards that have this card's value in a field. Figures alone say little."""
    value = card.values.get(field)
    if value is None or value in ("", []):
        return f"no {field}"
    if isinstance(value, list):
        return ", ".join(map(str, value))
    return value if isinstance(value, str) else f"{field} {_in_word(value)}"


def _in_word(value: object) -> str:
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


def chosen_sets(game: Game, only: Sequence[str]) -> list[tuple[Component, CardSet]]:
    """The sets of cards that ``only`` names (all, if it is empty), in the order of the game's file."""
    return [
        (component, cards)
        for component, cards in _sets(game)
        if not only or any(_is_called(pattern, component, cards) for pattern in only)
    ]


def chosen_cards(cards: CardSet, select: Sequence[str]) -> tuple[NumberedCard, ...]:
    """The cards that are printed at all and that ``select`` means (all, if it is empty)."""
    return tuple(
        NumberedCard(number, card)
        for number, card in enumerate(cards.cards, 1)
        if card.copies and (not select or any(_is_selected(pattern, card) for pattern in select))
    )


def chosen_decks(game: Game, only: Sequence[str], select: Sequence[str] = ()) -> list[CardSet]:
    """The game's decks of which there is something to print."""
    return [
        cards
        for component, cards in chosen_sets(game, only)
        if component.is_deck and chosen_cards(cards, select)
    ]


def report_unmatched(
    games: Iterable[Game], only: Sequence[str], select: Sequence[str], problems: Problems
) -> None:
    """Reports every pattern that fits nothing in any of the games: most likely it is misspelt."""
    games = list(games)
    sets = [found for game in games for found in _sets(game)]
    books = [RULEBOOK] if any(game.rulebook for game in games) else []
    for pattern in only:
        is_book = bool(fnmatch.filter(books, pattern))
        if not is_book and not any(_is_called(pattern, component, cards) for component, cards in sets):
            known = [name for component, cards in sets for name in (component.id, cards.id)] + books
            problems.error(
                f"no component or deck matches {clipped(pattern) or quote(pattern)}",
                hint=did_you_mean(pattern, known) or f"there are {listed(dict.fromkeys(known))}",
            )
    for pattern in select:
        if not any(card.copies and _is_selected(pattern, card) for _, cards in sets for card in cards.cards):
            field, equals, _ = pattern.partition("=")
            fields = dict.fromkeys(name for _, cards in sets for card in cards.cards for name in card.values)
            if equals and fields and field not in fields:
                hint = did_you_mean(field, fields) or f"the fields are {listed(fields)}"
                problems.error(f"no card has a field {quote(field)}", hint=hint)
                continue
            problems.error(
                f"no card matches {clipped(pattern) or quote(pattern)}",
                hint="select cards by id or name (with * and ?), or by field=value",
            )


def _sets(game: Game) -> Iterator[tuple[Component, CardSet]]:
    for component in game.components:
        for cards in component.sets:
            yield component, cards


def _is_called(pattern: str, component: Component, cards: CardSet) -> bool:
    names = (component.id, cards.id, f"{component.id}/{cards.id}")
    return any(fnmatch.fnmatchcase(name, pattern) for name in names)


def _is_selected(pattern: str, card: Card) -> bool:
    name, equals, value = _folded(pattern).partition("=")
    if equals:
        return fnmatch.fnmatchcase(str(card.values.get(name, "")).lower(), value)
    return any(fnmatch.fnmatchcase(own.lower(), name) for own in (card.id, str(card.values.get("name", ""))))


def _folded(pattern: str) -> str:
    """A pattern of ``select`` without what does not matter: case, except in the name of a field."""
    name, equals, value = pattern.partition("=")
    return f"{name}={value.lower()}" if equals else name.lower()


def paper_name(paper: Size) -> str:
    """The paper as file names have it: ``a4``, ``200x300mm``."""
    return paper.name.lower().replace(" x ", "x").replace(" mm", "mm").replace(" ", "-")
