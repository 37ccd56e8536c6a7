"""The decks that game.yaml names under `decks`: which cards of the game's lists, and how many of each.

A deck is a mapping of card ids to numbers of copies; where two lists have a card of one id, it says which
list is meant::

    decks:
      starter: {moss: 4, oak: 2}
      storm: {component: spells, cards: {bolt: 3}}
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache

from generator.catalog.cards import MAX_COPIES
from generator.catalog.models import Card, Component, NamedDeck
from generator.catalog.problems import Problems
from generator.catalog.reader import ProblemLog, Reader
from generator.catalog.suggest import did_you_mean
from generator.catalog.wording import code, join_words, listed, quote
from generator.catalog.yaml_reader import MarkedDict

_LONG_FORM = ("component", "cards")
Origin = tuple[Component, Card]
"""A card and the component that it is of."""


def read_named_decks(
    file: MarkedDict, components: Sequence[Component], problems: Problems, *, is_whole: bool
) -> dict[str, NamedDeck]:
    """The decks under `decks` in game.yaml, by name, in the file's order.

    What is wrong is reported, and the deck left out. ``is_whole``: whether all of ``components`` could be
    read; if not, an id that is not there may belong to a card that was left out, and is not reported.
    """
    given = file["decks"]
    if not isinstance(given, MarkedDict):
        return {}  # reported with the file's keys
    log = ProblemLog(problems)
    decks = Reader(given, log, ("decks",), file.place_of("decks"))

    @cache
    def cards_of(component: str | None) -> dict[str, list[Origin]]:
        return _by_id([one for one in components if component in (None, one.id)])

    found: dict[str, NamedDeck] = {}
    for name, deck in decks.entries():
        before = log.count
        if not name.strip():
            decks.name_of(name).error("a deck needs a name")
        if problems.too_many:
            decks.name_of(name).error("the rest was not read: there are too many problems above")
            break
        cards = _read_deck(deck, components, cards_of, is_whole)
        if log.count == before and cards:
            place = given.place_of_key(name)
            found[name] = NamedDeck(name, tuple((origin, copies) for origin, copies in cards), place)
    return found


def _read_deck(
    deck: Reader,
    components: Sequence[Component],
    cards_of: Callable[[str | None], dict[str, list[Origin]]],
    is_whole: bool,
) -> list[tuple[Origin, int]]:
    """The cards of a deck, each with its component and its copies; those with 0 copies are left out.

    ``cards_of`` has the cards of a component by their ids, or of all components.
    """
    cards, component, before = deck, None, deck.error_count
    if _is_long(deck.value):
        deck.only(_LONG_FORM)
        if deck.has("component"):
            among = _component(deck.key("component"), components, is_whole)
            if not among:
                return []
            component = among[0].id
        cards = deck.key("cards")
    known = cards_of(component)
    entries = [
        (origin, count.whole(0, MAX_COPIES))
        for card_id, count in cards.entries()
        if (origin := _card(cards.name_of(card_id), card_id, known, is_whole)) is not None
    ]
    held = [(origin, copies) for origin, copies in entries if copies]
    if not held and is_whole and deck.error_count == before:
        deck.error("the deck has no cards", "write card ids and copies, for example `{moss: 4, oak: 2}`")
    return held


def _is_long(value: object) -> bool:
    """Whether a deck is given as `{component: …, cards: …}`; cards may have these ids too, and a number."""
    if not isinstance(value, Mapping):
        return False
    return isinstance(value.get("cards"), Mapping) or isinstance(value.get("component"), str)


def _component(name: Reader, components: Sequence[Component], is_whole: bool) -> list[Component]:
    """The component of that name, alone; none if there is none, which is reported."""
    if not isinstance(name.value, str):
        name.error(f"expected the id of a component, got {quote(name.value)}")
        return []
    found = [component for component in components if component.id == name.value]
    if not found and is_whole:
        ids = [component.id for component in components]
        hint = did_you_mean(name.value, ids) or f"the components here are {listed(ids)}"
        name.error(f"unknown component {quote(name.value)}", hint)
    return found


def _by_id(components: Sequence[Component]) -> dict[str, list[Origin]]:
    """All cards by id; a component has no two of one id, several components may have."""
    known: dict[str, list[Origin]] = {}
    for component in components:
        for card_set in component.sets:
            for card in card_set.cards:
                known.setdefault(card.id, []).append((component, card))
    return known


def _card(name: Reader, card_id: str, known: Mapping[str, list[Origin]], is_whole: bool) -> Origin | None:
    found = known.get(card_id, [])
    if len(found) == 1:
        return found[0]
    if found:
        ids = [component.id for component, _ in found]
        hint = f"write `{{component: {ids[0]}, cards: {{{card_id}: 4}}}}`"
        name.error(f"{join_words(ids, 'and')} have a card {code(card_id)} each", hint)
    elif is_whole:
        name.error(f"no card has the id {code(card_id)}", did_you_mean(card_id, known))
    return None
