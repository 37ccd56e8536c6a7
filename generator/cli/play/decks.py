"""Decks for a game, from deck files or by name."""

from __future__ import annotations

from collections.abc import Sequence

from generator.catalog.paths import shown_path
from generator.catalog.problems import InputError, Place, Problems
from generator.cli.decks import load_deck
from generator.cli.play.opening import Played
from generator.deck.check import judge
from generator.deck.files import deck_component
from generator.deck.format import DeckFormat, read_format
from generator.deck.kinds import class_marks, kind_name
from generator.deck.model import Deck
from generator.rules import Option

DECKS = "decks"
"""The option of games that are played with decks of the players' own."""
_MOST_TOLD = 5
"""Faults of one deck that are told one by one."""


def read_decks(played: Played, names: Sequence[str], problems: Problems) -> list[list[str]] | None:
    """Each deck as the kinds of its cards; None, told in ``problems``, where one can't be read.

    A deck that is not legal is played all the same where the game knows its cards; a warning says so.
    """
    deck_component(played.database)
    limits = read_format(played.database, problems)
    if limits is None:
        return None
    decks = [load_deck(played.database, name, problems) for name in names]
    if any(deck is None for deck in decks):
        return None
    (option,) = (option for option in played.game.options if option.name == DECKS)
    before = problems.count("error")
    cards = [_kinds(deck, limits, option, problems) for deck in decks if deck is not None]
    return cards if problems.count("error") == before else None


def _kinds(deck: Deck, limits: DeckFormat, option: Option, problems: Problems) -> list[str]:
    marks = class_marks(limits.classes)
    kinds = [
        kind_name(entry.class_name, entry.power, marks) for entry in deck.entries for _ in range(entry.copies)
    ]
    file = Place(shown_path(deck.file)) if deck.file else None
    try:
        option.read([kinds])
    except InputError as error:
        problems.extend([error.at(file)])
    _tell_faults(deck, limits, file, problems)
    return kinds


def _tell_faults(deck: Deck, limits: DeckFormat, file: Place | None, problems: Problems) -> None:
    faults = [fault for fault in judge(deck, limits).violations if fault.severity == "error"]
    for fault in faults[:_MOST_TOLD]:
        problems.warning(f"not a legal deck: {fault.message}", fault.place or file, card=fault.card)
