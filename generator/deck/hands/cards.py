"""The single cards that hands are drawn from."""

from __future__ import annotations

from generator.catalog.problems import Place, Problems
from generator.catalog.wording import quote
from generator.deck.format import MOST
from generator.deck.kinds import countable_power
from generator.deck.model import Deck, Entry

_HINT = "`gatepress deck check` tells all that is wrong with a deck"


def cards_to_draw(deck: Deck, problems: Problems) -> tuple[Entry, ...] | None:
    """Each card of the deck as often as it has copies, in the deck's order.

    The deck need not be legal, but None if a card's power can't be counted or the deck is boundless.
    """
    before = problems.count("error")
    uncounted = [entry for entry in deck.entries if countable_power(entry) is None]
    for number, entry in enumerate(uncounted):
        reach = "" if entry.power is None else f" up to {MOST:,}"
        problems.error(
            f"odds need a whole number{reach}, got {quote(entry.given_power)}",
            entry.place_of("power"),
            card=entry.card.id,
            field="power",
            hint=None if number else _HINT,
        )
    if deck.size > MOST:
        message = f"hands are drawn from decks of up to {MOST:,} cards, this one has {deck.size:,}"
        problems.error(message, Place(deck.entries[0].card.place.file))
    if problems.count("error") > before:
        return None
    return tuple(entry for entry in deck.entries for _ in range(entry.copies))
