"""Changes to a card database as it is read, such as ``rules.hand=4``: nothing on disk changes.

A change is ``PATH=VALUE``. The path leads into game.yaml, ``rules.tiers[2]``, or names a card and its field,
``militia.strength`` or ``cards/militia.strength`` with the component that it is of. The value is written as
in YAML. It takes the place of what was read before anything is checked, so that a changed database is held
against the very same rules as its files; a message about it has the change for its place.

``variant=NAME`` stands for all the changes that game.yaml declares under that name as an optional rule; they
have their places in game.yaml.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from generator.catalog.bundle import GAME_FILE
from generator.catalog.card_lists import CardList
from generator.catalog.card_words import CARD_WORDS, COPIES_WORDS, FOREIGN_FIELDS
from generator.catalog.cards import plain
from generator.catalog.models import Game, Source
from generator.catalog.problems import UNKNOWN_FIELD, InputError, Place, Problems
from generator.catalog.suggest import did_you_mean
from generator.catalog.wording import clipped, code, join_words, pluralize, quote
from generator.catalog.yaml_reader import Marked, MarkedDict, MarkedList, parse_yaml

NO_VARIANTS = "declare it under `variants` in game.yaml: see docs/game-files.md"
EXAMPLES = "write for example `rules.hand=4`, or `militia.strength=3` for a card"
_INDEX = re.compile(r"\[([0-9]{1,6})\]", re.ASCII)
_WORD = re.compile(r"[^.\[\]]*")
VARIANT = "variant"
"""The path of a change that names a variant: neither game.yaml nor any card has such a key."""
_FIXED = ("id", "extends")
"""Keys of a card that others rely on."""


@dataclass(frozen=True, slots=True)
class Change:
    """One value that takes another's place."""

    path: str
    value: str
    """As it would be written in YAML."""
    at: Place | None = None
    """Where a variant says it; None for one of the user's."""

    def __str__(self) -> str:
        return f"{self.path}={self.value}"

    @property
    def place(self) -> Place:
        """What messages about the value have for a place."""
        return self.at or Place(f"--set {self}")


def parse_change(text: str) -> Change:
    """The change that ``PATH=VALUE`` says; whether there is such a path shows when a game is read.

    Raises InputError.
    """
    path, equals, value = (part.strip() for part in text.partition("="))
    if not equals or not path:
        raise InputError(f"expected PATH=VALUE, got {quote(text)}", hint=EXAMPLES)
    if not value:
        raise InputError(f"a value is missing after {code(f'{path}=')}", hint="write `null` for none")
    return Change(path, value)


def variant_changes(names: Iterable[str]) -> tuple[str, ...]:
    """The changes that choose variants by their names."""
    return tuple(f"{VARIANT}={name}" for name in names)


def variants_in(changes: Iterable[str]) -> tuple[str, ...]:
    """The names of the variants that changes choose."""
    parted = (change.partition("=") for change in changes)
    return tuple(name.strip() for path, _, name in parted if path.strip() == VARIANT)


def check_variants(
    names: Iterable[str], read: Callable[[Problems, Sequence[str]], object], problems: Problems
) -> None:
    """Adds to ``problems`` what is wrong with a game as each of its variants has it.

    ``read`` reads the game with changes; what is wrong without them is in ``problems`` already.
    """
    known = set(map(str, problems))
    for change in variant_changes(names):
        found = Problems()
        read(found, [change])
        problems.extend(problem for problem in found if str(problem) not in known)


class Found(NamedTuple):
    """What a path leads to in a database that was read."""

    value: object
    place: Place
    """Where it stands."""
    file: Path | None
    """The file that it stands in; None where no single place in a file says it."""


def look_up(database: Game, path: str) -> Found:
    """The value that a change of ``path`` would take the place of. Raises InputError where there is none."""
    root = database.file
    if _longest(path, root) is not None:
        holder, step = _find(root, path, "game.yaml")
        return Found(*_at(holder, step), database.folder / GAME_FILE)
    component, rest = _component_and_card(path)
    found = [
        (card, cards)
        for part in database.components
        if component in ("", part.id)
        for cards in part.sets
        for card in cards.cards
    ]
    name = _longest(rest, [card.id for card, _ in found])
    if name is None:
        raise InputError(f"{code(_word(rest))} is neither a key of game.yaml nor the id of a card")
    card, cards = next(one for one in found if one[0].id == name)
    rest = rest[len(name) :].removeprefix(".")
    field = _longest(rest, card.values)
    if field is None:
        hint = did_you_mean(_word(rest), card.values)
        raise InputError(f"unknown field {code(_word(rest))} of the card {code(name)}", hint=hint)
    own = card.sources[0]
    word = field
    if field == COPIES_WORDS[0]:
        word = next((word for word in COPIES_WORDS if own.get(word) is not None), field)
    file = (cards.file or database.folder / GAME_FILE) if word in own else None
    within = rest[len(field) :]
    if not within:
        return Found(card.values[field], card.place_of(word), file)
    value = own.get(word)
    if not isinstance(value, MarkedDict | MarkedList):
        raise InputError(f"{code(field)} of the card {code(name)} has no parts of its own")
    holder, step = _find(value, within.removeprefix(".") if isinstance(value, MarkedDict) else within, field)
    return Found(*_at(holder, step), file)


class ChangedCard(dict[str, object]):
    """A card of a list with values that were changed; all others have the places that they were read from."""

    __slots__ = ("_places", "_source")

    def __init__(self, source: Source) -> None:
        super().__init__({key: source[key] for key in source})
        self._source = source
        self._places: dict[str, Place] = {}

    @property
    def place(self) -> Place:
        return self._source.place

    def place_of(self, key: str) -> Place:
        return self._places.get(key) or self._source.place_of(key)

    def place_of_key(self, key: str) -> Place:
        return self._places.get(key) or self._source.place_of_key(key)

    def change(self, field: str, value: object, place: Place) -> None:
        """Gives a field another value."""
        self[field] = value
        self._places[field] = place


@dataclass(slots=True)
class _CardChange:
    """A change of a card, and what it was found to mean."""

    change: Change
    value: object
    component: str
    """That the path names; empty where it names none."""
    path: str
    """The rest of it: a card's id, and a field."""
    found: list[str] = field(default_factory=list)
    """The components that have such a card."""


class Changes:
    """All changes of one reading of a game. What is wrong with them is added to ``problems``."""

    def __init__(self, given: Iterable[str], problems: Problems) -> None:
        self._problems = problems
        self._variants: list[str] = []
        self.chosen: list[str] = []
        """The variants that the game has of those."""
        self._read: list[tuple[Change, object]] = []
        self._of_cards: list[_CardChange] = []
        self._words: dict[str, None] = {}
        """What a path may begin with, as far as that has been read."""
        self._paths: set[str] = set()
        for text in given:
            with problems.reporting(Place(f"--set {text}")):
                change = parse_change(text)
                if change.path == VARIANT:
                    self._variants.append(change.value)
                    continue
                self._take(change, _value_of(change))

    def _take(self, change: Change, value: object) -> None:
        """Keeps a change until what it changes is read. Raises InputError."""
        if change.path in self._paths:
            raise InputError(f"{code(change.path)} is set twice")
        self._paths.add(change.path)
        self._read.append((change, value))

    def _take_variants(self, root: MarkedDict) -> None:
        """Takes the changes of the variants that are chosen; a wrong form is reported with other keys."""
        known = _mapping(root.get("variants"))
        for name in dict.fromkeys(self._variants):
            if name not in known:
                others = f"its variants are {join_words(list(known), 'and')}" if known else NO_VARIANTS
                title = root.get("title")
                whose = clipped(title) if isinstance(title, str) else "the game"
                message = f"{whose} has no variant {quote(name)}"
                place = Place(f"--variant {name}")
                self._problems.error(message, place, hint=did_you_mean(name, known) or others)
                continue
            self.chosen.append(name)
            changes = _mapping(_mapping(known[name]).get("set"))
            for path, value in changes.items():
                at = changes.place_of(path)
                with self._problems.reporting(at):
                    self._take(Change(path, str(plain(value)), at), value)

    def change_file(self, root: MarkedDict) -> None:
        """Changes game.yaml; changes of cards are kept until the card lists are read."""
        self._take_variants(root)
        self._words.update(dict.fromkeys(root))
        for change, value in self._read:
            if _longest(change.path, root) is None:
                self._of_cards.append(_CardChange(change, value, *_component_and_card(change.path)))
                continue
            with self._problems.reporting(change.place):
                holder, step = _find(root, change.path, "game.yaml")
                holder.change(step, value, change.place)

    def change_cards(
        self, component: str, lists: Sequence[CardList], ids: Mapping[int, str], fields: Iterable[str]
    ) -> list[CardList]:
        """The card lists of a component with the changes of their cards.

        ``ids``: the id of each card, by its identity. ``fields``: those that the component declares.
        """
        self._words.update(dict.fromkeys(ids.values()))
        changed: dict[int, ChangedCard] = {}
        names = {ids[id(card)]: (card, one) for one in lists for card in one.cards if id(card) in ids}
        for asked in self._of_cards:
            if asked.component not in ("", component):
                continue
            name = _longest(asked.path, names)
            if name is None:
                continue
            asked.found.append(component)
            source, card_list = names[name]
            known = _known_fields(lists, fields)
            card = changed.setdefault(id(source), _as_changed(source, name, card_list))
            with self._problems.reporting(asked.change.place, card=name):
                _change_card(card, asked, asked.path[len(name) :].removeprefix("."), known)
        return [one._replace(cards=tuple(changed.get(id(card), card) for card in one.cards)) for one in lists]

    def report_unused(self, components: Iterable[str]) -> None:
        """Reports the changes whose path leads nowhere, or to several cards; to be asked when all is read."""
        for asked in self._of_cards:
            with self._problems.reporting(asked.change.place):
                if len(asked.found) != 1:
                    raise self._unused(asked, components)

    def _unused(self, asked: _CardChange, components: Iterable[str]) -> InputError:
        word, component = _word(asked.path), asked.component
        if asked.found:
            message = (
                f"{join_words(asked.found, 'and')} each have a card {code(asked.path.partition('.')[0])}"
            )
            return InputError(message, hint=f"write for example `{asked.found[0]}/{asked.change}`")
        if component and component not in components:
            hint = did_you_mean(component, components)
            return InputError(f"there is no component {code(component)}", hint=hint)
        message = f"{code(word)} is neither a key of game.yaml nor the id of a card"
        if component:
            message = f"there is no card {code(word)} in {component}"
        return InputError(message, hint=did_you_mean(word, self._words) or EXAMPLES)


def _mapping(value: object) -> MarkedDict:
    return value if isinstance(value, MarkedDict) else MarkedDict()


def _value_of(change: Change) -> object:
    """The value, with the change for its place. Raises InputError."""
    if "\n" in change.value or "\r" in change.value:
        raise InputError(f"a value is one line of YAML, got {quote(change.value)}")
    problems = Problems()
    try:
        read = parse_yaml(f"- {change.value}", "--set", problems)
    except InputError as error:
        raise InputError(error.message, hint=error.hint) from None
    for problem in problems:
        raise InputError(problem.message, hint=problem.hint)
    (value,) = read
    _move(value, change.place.file)
    return value


def _move(value: object, file: str) -> None:
    """Gives a value and all in it another place."""
    if isinstance(value, MarkedDict | MarkedList):
        value.move(file)
        for inner in value.values() if isinstance(value, MarkedDict) else value:
            _move(inner, file)


# Paths


def _component_and_card(path: str) -> tuple[str, str]:
    """The component that a path names, empty where it names none, and the rest: a card's id and a field."""
    component, slash, rest = path.partition("/")
    return (component, rest) if slash else ("", path)


def _word(path: str) -> str:
    """The first step of a path, as it is written."""
    found = _WORD.match(path)
    assert found is not None
    return found[0] or path


def _longest(path: str, names: Iterable[str]) -> str | None:
    """The name that a path begins with; names may have dots in them. None if it begins with none."""
    fitting = [name for name in names if path == name or path.startswith((f"{name}.", f"{name}["))]
    return max(fitting, key=len, default=None)


def _find(root: Marked, path: str, called: str) -> tuple[Marked, str | int]:
    """The list or mapping that the last step of a path is in, and that step. Raises InputError."""
    holder: object = root
    rest, walked = path, called
    while True:
        step, rest = _next(holder, rest, walked)
        assert isinstance(holder, MarkedDict | MarkedList)
        if not rest:
            return holder, step
        walked = path[: len(path) - len(rest)]
        holder, _ = _at(holder, step)
        rest = rest.removeprefix(".") if isinstance(holder, MarkedDict) else rest


def _next(holder: object, rest: str, walked: str) -> tuple[str | int, str]:
    """The next step of a path, and what follows it."""
    if isinstance(holder, MarkedDict):
        name = _longest(rest, holder)
        if name is None:
            word = _word(rest)
            hint = did_you_mean(word, holder) or f"it has {join_words([code(key) for key in holder], 'and')}"
            raise InputError(f"there is no {code(word)} in {code(walked)}", hint=hint if holder else None)
        return name, rest[len(name) :]
    if not isinstance(holder, MarkedList):
        raise InputError(f"{code(walked)} is {quote(holder)}, and has no parts")
    found = _INDEX.match(rest)
    after = "" if found is None else rest[found.end() :]
    if found is None or (after and after[0] not in ".["):
        items = pluralize(len(holder), "item")
        raise InputError(f"{code(walked)} is a list of {items}", hint=f"the first is `{walked}[0]`")
    index = int(found[1])
    if index >= len(holder):
        items = pluralize(len(holder), "item")
        raise InputError(f"{code(walked)} has {items}, counted from 0; there is no {code(found[0])}")
    return index, after


def _at(holder: Marked, step: str | int) -> tuple[object, Place]:
    """What a step leads to, and its place."""
    inside: Any = holder
    return inside[step], inside.place_of(step)


# Cards


def _known_fields(lists: Sequence[CardList], fields: Iterable[str]) -> list[str]:
    """The fields that a card of the component may have: those declared, or else those that some card has."""
    declared = list(fields)
    if not declared:
        shared = [one.defaults for one in lists if one.defaults is not None]
        found = (
            name for source in (*shared, *(card for one in lists for card in one.cards)) for name in source
        )
        declared = list(dict.fromkeys(found))
    return list(dict.fromkeys([*declared, *CARD_WORDS]))


def _as_changed(source: Source, name: str, card_list: CardList) -> ChangedCard:
    card = ChangedCard(source)
    if not card_list.id_is_field:
        # A changed name must not change what the card is called by others.
        card["id"] = name
    return card


def _change_card(card: ChangedCard, asked: _CardChange, path: str, known: Sequence[str]) -> None:
    """Changes a card's field, or a part of it. Raises InputError."""
    change = asked.change
    name = _longest(path, known)
    if not path:
        raise InputError(
            "say which field of the card", hint=f"for example `{change.path}.copies={change.value}`"
        )
    if name is None:
        word = _word(path)
        hint = did_you_mean(word, known, FOREIGN_FIELDS) or f"the fields are {join_words(known, 'and')}"
        raise InputError(f"unknown field {code(word)}", hint=hint, code=UNKNOWN_FIELD)
    if name in _FIXED:
        raise InputError(f"the {code(name)} of a card can't be changed")
    rest = path[len(name) :]
    if rest:
        value = card.get(name)
        if value is None:
            raise InputError(
                f"the card does not say its {code(name)} itself", hint=f"set all of {code(name)}"
            )
        if not isinstance(value, MarkedDict | MarkedList):
            raise InputError(f"{code(name)} is {quote(value)}, and has no parts")
        rest = rest.removeprefix(".") if isinstance(value, MarkedDict) else rest
        holder, step = _find(value, rest, name)
        holder.change(step, asked.value, change.place)
        card.change(name, value, change.place)
        return
    if name in COPIES_WORDS:
        # A card says its copies by one of several words, and must not do so twice.
        name = next((word for word in COPIES_WORDS if card.get(word) is not None), name)
    card.change(name, asked.value, change.place)
