"""Decks among the print jobs that are not legal: they are printed all the same, and say so."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from generator.catalog.models import CardSet, Game
from generator.catalog.paths import shown_path
from generator.catalog.problems import Place, Problems
from generator.catalog.wording import pluralize
from generator.deck.check import Violation, judge
from generator.deck.format import DeckFormat, read_format
from generator.deck.model import deck_of

MAX_LISTED = 20
"""Faults of one deck that are told one by one."""
LONGEST_FAULT = 44
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
    limits = limits or (_format_of(game) if decks else None)
    if limits is None:
        return {}
    notes = {}
    for cards in decks:
        verdict = judge(deck_of(cards), limits, allow_unspent=allow_unspent)
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
    if len(words) > LONGEST_FAULT:
        words = words[: LONGEST_FAULT - 1].rstrip() + "…"
    others = len(faults) - 1
    more = f", and {pluralize(others, 'more fault')}" if others else ""
    return f"NOT A LEGAL DECK: {words}{more}"
