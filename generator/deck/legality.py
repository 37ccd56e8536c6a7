"""Whether a game's decks are legal: told in warnings, and in notes for the sheets."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from generator.catalog.models import CardSet, Game
from generator.catalog.paths import shown_path
from generator.catalog.problems import Place, Problems
from generator.catalog.wording import pluralize
from generator.deck.check import Violation, judge
from generator.deck.format import read_format
from generator.deck.limits import DeckFormat
from generator.deck.model import deck_of

MAX_LISTED = 20
"""Faults of one deck that are told one by one."""
MAX_FAULT_LETTERS = 44
"""Letters of a fault in the note, which shares a line with the sheet's name and number."""


def legality_notes(
    game: Game,
    decks: Iterable[CardSet],
    problems: Problems,
    limits: DeckFormat | None = None,
    *,
    allow_unspent: bool = False,
) -> dict[CardSet, str]:
    """What the sheets of illegal decks are to say; ``problems`` is told why, as warnings.

    Decks are judged by ``limits``, or by their own game's rules where those are given.
    """
    decks = list(decks)
    # Of a deck of which a part could not be read nobody knows whether it is legal.
    if not decks or not game.is_whole:
        return {}
    limits = limits or _format_of(game)
    if limits is None:
        return {}
    notes = {}
    for cards in decks:
        deck = deck_of(cards, (), limits.fields, of_game=limits.has_pool)
        verdict = judge(deck, limits, allow_unspent=allow_unspent)
        faults = [violation for violation in verdict.violations if violation.severity == "error"]
        _report(faults, cards, problems)
        notes[cards] = _note(faults)
    return notes


def _format_of(game: Game) -> DeckFormat | None:
    """What the game's rules say of decks; a game may have decks without saying what makes them legal."""
    return read_format(game, Problems())


def _report(faults: Sequence[Violation], cards: CardSet, problems: Problems) -> None:
    file = Place(shown_path(cards.file)) if cards.file else None
    for fault in faults[:MAX_LISTED]:
        problems.warning(f"not a legal deck: {fault.message}", fault.place or file, card=fault.card)
    if len(faults) > MAX_LISTED:
        problems.warning(
            f"not a legal deck: {pluralize(len(faults) - MAX_LISTED, 'more fault')}",
            file,
            hint="`gatepress deck check` lists them all",
        )


def _note(faults: Sequence[Violation]) -> str:
    """What the sheets say; empty for a legal deck. What is wrong with the deck as a whole comes first."""
    if not faults:
        return ""
    first = next((fault for fault in faults if fault.card is None), faults[0])
    words = f"{first.card}: {first.message}" if first.card else first.message
    if len(words) > MAX_FAULT_LETTERS:
        words = words[: MAX_FAULT_LETTERS - 1].rstrip() + "…"
    others = len(faults) - 1
    more = f", and {pluralize(others, 'more fault')}" if others else ""
    return f"NOT A LEGAL DECK: {words}{more}"
