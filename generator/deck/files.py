"""Reading deck files: YAML, CSV or XLSX card lists of a game's deck component."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from generator.catalog.card_lists import SUFFIXES
from generator.catalog.load import load_card_list
from generator.catalog.models import Card, CardSet, Component, Game
from generator.catalog.paths import shown_path
from generator.catalog.problems import InputError, Place, Problems
from generator.catalog.suggest import did_you_mean
from generator.catalog.wording import quote
from generator.deck.model import Deck, deck_of, whole_number
from generator.deck.naming import as_players_know

_OTHER_SPREADSHEETS = (".xls", ".xlsm", ".xlsb", ".ods", ".numbers")


def deck_component(game: Game) -> Component:
    """The game's component whose sets are decks. Raises :class:`InputError` where it has none."""
    for component in game.components:
        if component.is_deck:
            return component
    raise InputError(
        f"{game.title} has no decks",
        place=game.place_of("components"),
        hint="mark the component that decks are printed with by `deck: true`",
    )


def read_deck(game: Game, path: Path, problems: Problems) -> Deck | None:
    """The deck in a file of the user's; None if it cannot be read at all.

    Cards that can't be read are left out and told in ``problems``, so ask ``problems.has_errors`` before
    counting. Whether the deck is legal is not asked here.
    """
    if path.suffix.lower() not in SUFFIXES:
        problems.extend([_not_a_deck(path).at(Place(shown_path(path)))])
        return None
    found = Problems()
    read = load_card_list(game, deck_component(game), path, found)
    if read is None:
        problems.extend(found)
        return None
    deck = deck_of(with_whole_powers(read.cards), read.unread)
    problems.extend(as_players_know(found, deck))
    return deck


def with_whole_powers(cards: CardSet) -> CardSet:
    """The cards with each power that is a number in quotes as that number, as their layout expects it."""
    return replace(cards, cards=tuple(map(_with_whole_power, cards.cards)))


def _with_whole_power(card: Card) -> Card:
    power = card.values.get("power")
    number = whole_number(power) if isinstance(power, str) else None
    return card if number is None else replace(card, values={**card.values, "power": number})


def find_deck(game: Game, name_or_path: str, problems: Problems) -> Deck | None:
    """The deck file of that path, or the game's own deck of that name."""
    if not name_or_path.strip():
        problems.error(f"expected a deck file or a deck's name, got {quote(name_or_path)}")
        return None
    path = Path(name_or_path)
    own = {cards.id: cards for cards in deck_component(game).sets}
    if not _is_there(path):
        if name_or_path in own:
            return deck_of(own[name_or_path])
        if path.suffix.lower() not in SUFFIXES:
            hint = did_you_mean(name_or_path, own) or f"the decks here are {', '.join(own)}" if own else None
            problems.error(f"there is no deck or file {quote(name_or_path)}", hint=hint)
            return None
    return read_deck(game, path, problems)


def _not_a_deck(path: Path) -> InputError:
    if path.is_dir():
        return InputError("this is a folder, a deck file is needed")
    hint = f"deck files end in {', '.join(SUFFIXES)}"
    if path.suffix.lower() in _OTHER_SPREADSHEETS:
        hint = "save the spreadsheet as .xlsx"
    return InputError("this is not a deck file", hint=hint)


def _is_there(path: Path) -> bool:
    try:
        return path.exists()
    except OSError:  # a name too long for any file
        return False
