"""Finds effects that together would loop for ever.

Most of the vocabulary cannot: what is played, used or drawn gets less, no effect plays a card, and none
brings back the dead of the same battle again and again. Words that alone could loop at a trigger don't go
there (``vocabulary.ENDLESS``). What is left are arrivals: cards that bring as many others as they are, so
that only the end of the deck stops them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from generator.catalog.models import Card as PrintedCard
from generator.catalog.problems import Problems
from generator.catalog.wording import pluralize
from generator.games.gateway.database.given import given_of
from generator.games.gateway.numbers import GUARD, HORDE, TYPES, Card, Effect, Effects


def refuse_loops(cards: Sequence[Card], printed: Sequence[PrintedCard], problems: Problems) -> None:
    """Each card of a deck must bring less than one other, taken over the deck; else it is reported.

    ``printed`` are the same cards in the database.
    """
    for faction in (GUARD, HORDE):
        deck = [(card, there) for card, there in zip(cards, printed, strict=True) if card.type == faction]
        size = sum(card.copies for card, _ in deck)
        brought = sum(card.copies * _reinforcements(card) for card, _ in deck)
        for card, there in deck:
            if brought >= size and _reinforcements(card):
                _refuse(
                    there, f"{pluralize(size, TYPES[faction] + ' card')} bring {brought} others", problems
                )


def _refuse(card: PrintedCard, how_many: str, problems: Problems) -> None:
    for trigger, value in given_of(card, "effects", problems).entries():
        if trigger == "arrives":
            message = (
                f"would loop for ever: {how_many} as they arrive, so only the end of the deck stops them"
            )
            value.wrong(message, "let fewer of them reinforce, or by less")


def flat(effects: Effects) -> Iterator[Effect]:
    """All effects, those to choose from too."""
    for effect in effects:
        yield effect
        for line in effect.choices:
            yield from flat(line)


def _reinforcements(card: Card) -> int:
    """How many cards it brings when it arrives."""
    return sum(effect.number for effect in card.triggers.arrives if effect.word == "reinforce")
