"""Reading deck files: YAML, CSV or XLSX card lists of a game's deck component."""

from __future__ import annotations

from pathlib import Path

from generator.catalog.load import load_card_list
from generator.catalog.models import Component, Game
from generator.catalog.problems import Problems, Refused
from generator.deck.model import Deck, deck_of


def deck_component(game: Game) -> Component:
    """The game's component whose sets are decks. Raises :class:`Refused` where it has none."""
    for component in game.components:
        if component.is_deck:
            return component
    raise Refused(
        f"{game.title} has no decks",
        place=game.place_of("components"),
        hint="mark the component that decks are printed with by `deck: true`",
    )


def read_deck(game: Game, path: Path, problems: Problems) -> Deck | None:
    """The deck in a file of the user's; None if it cannot be read at all.

    Cards that can't be read are left out and told in ``problems``, so ask ``problems.has_errors`` before
    counting. Whether the deck is legal is not asked here.
    """
    cards = load_card_list(game, deck_component(game), path, problems)
    return None if cards is None else deck_of(cards)


def find_deck(game: Game, name_or_path: str, problems: Problems) -> Deck | None:
    """The deck file of that path, or the game's own deck of that name."""
    path = Path(name_or_path)
    for cards in deck_component(game).sets:
        if cards.id == name_or_path and not path.is_file():
            return deck_of(cards)
    return read_deck(game, path, problems)
