"""The draw rule behind sample hands and their odds, and the single cards that are drawn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from generator.catalog.problems import Place, Problems
from generator.catalog.wording import quote
from generator.deck.kinds import countable_power
from generator.deck.limits import MAX_COUNT, DeckFormat
from generator.deck.model import Deck, Entry

Player = Literal["first", "other", "any"]
"""Any: where it makes no difference who begins."""
WHO: Mapping[Player, str] = {"first": "The first player", "other": "Any other player", "any": "Each player"}


@dataclass(frozen=True, slots=True)
class Opening:
    """How many cards a player draws on their own first turn, as the first player or another one."""

    player: Player
    hand: int
    later: int
    """Cards drawn on each later turn: as many as may be with nothing in play."""

    def drawn_by(self, turn: int) -> int:
        """Cards drawn up to and with the player's own turn ``turn``, from a deck that has as many."""
        return self.hand + self.later * (turn - 1)


def openings(limits: DeckFormat) -> tuple[Opening, ...]:
    """The first player's, and everyone else's; where they draw alike, one for both."""
    if limits.draws_alike:
        return (Opening("any", limits.first_hand, limits.later_draw),)
    return Opening("first", limits.first_hand, limits.later_draw), Opening(
        "other", limits.other_hand, limits.later_draw
    )


def draw_rule(chosen: Sequence[Opening], *, is_declared: bool = False) -> str:
    """The draw rule in words, as far as it matters for the odds; Battle Gate's, or one that is declared."""
    who = {"first": "the first player", "other": "any other player", "any": "each player"}
    hands = " and ".join(f"{opening.hand} for {who[opening.player]}" for opening in chosen)
    later = chosen[0].later
    cards = "one card" if later == 1 else f"{later} cards"
    if is_declared:
        return (
            f"Cards that a player begins with: {hands}. On each later turn {cards if later else 'none'}."
            " Nothing is played and nothing goes back. An empty deck gives no more cards."
        )
    return (
        f"Cards drawn on a player's own first turn: {hands}. On each later turn {cards}, the most that"
        " may be drawn with no soldiers in play. A player may also draw fewer on later turns."
        " Nothing is played and nothing goes back. An empty deck gives no more cards."
    )


_HINT = "`gatepress deck check` lists everything that is wrong with a deck"


def cards_to_draw(deck: Deck, problems: Problems) -> tuple[Entry, ...] | None:
    """Each card of the deck as often as it has copies, in the deck's order.

    The deck need not be legal. None if a card's power can't be counted or there are too many cards.
    """
    before = problems.count("error")
    uncounted = [entry for entry in deck.entries if countable_power(entry) is None]
    for number, entry in enumerate(uncounted):
        bound = "" if entry.power is None else f" up to {MAX_COUNT:,}"
        problems.error(
            f"odds need a whole number{bound}, got {quote(entry.given_power)}",
            entry.place_of(entry.fields.budget or ""),
            card=entry.card.id,
            field=entry.fields.budget,
            hint=None if number else _HINT,
        )
    if deck.size > MAX_COUNT:
        message = f"hands are drawn from decks of up to {MAX_COUNT:,} cards, this one has {deck.size:,}"
        problems.error(message, Place(deck.entries[0].card.place.file))
    if problems.count("error") > before:
        return None
    return tuple(entry for entry in deck.entries for _ in range(entry.copies))
