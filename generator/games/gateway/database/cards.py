"""Reads one card: its amounts, keywords and effects, as its type allows them."""

from __future__ import annotations

from generator.catalog.models import Card as PrintedCard
from generator.catalog.problems import Problems
from generator.catalog.suggest import did_you_mean
from generator.catalog.wording import join_words, quote
from generator.games.gateway.database.effects import EffectReader
from generator.games.gateway.database.given import Given, given_of
from generator.games.gateway.database.vocabulary import KEYWORDS, NUMBERED_KEYWORDS, TRIGGERS
from generator.games.gateway.numbers import (
    GRADES,
    GUARD,
    HORDE,
    INSURGENT,
    RUNESTONE,
    TYPES,
    Card,
    Effects,
    Keywords,
    Triggers,
)

FIGHTERS = (INSURGENT, GUARD, HORDE)
FOES = (GUARD, HORDE)


class CardReader:
    """Reads cards; what does not fit is reported and left out."""

    __slots__ = ("effects", "problems")

    def __init__(self, effects: EffectReader, problems: Problems) -> None:
        self.effects = effects
        self.problems = problems

    def read(self, card: PrintedCard, types: tuple[int, ...], stack: int, sold: bool) -> Card | None:
        """The card; None if its type is none that its component has. ``sold``: whether it can be drafted."""
        names = [TYPES[card_type] for card_type in types]
        word = self._given(card, "type").word(names, "type of card here")
        if word is None:
            return None
        card_type = TYPES.index(word)
        fights, is_foe = card_type in FIGHTERS, card_type in FOES
        return Card(
            id=card.id,
            name=str(card.values.get("name", card.id)),
            type=card_type,
            copies=card.copies,
            cost=self._amount(card, "cost", 0, sold),
            power=self._amount(card, "power", 0, not is_foe),
            attack=self._amount(card, "attack", 0, fights),
            defence=self._amount(card, "defence", 1, fights),
            vp=self._amount(card, "vp", 0, is_foe),
            grade=self._grade(card, card_type),
            stack=stack,
            keywords=self._keywords(card, word),
            triggers=self._triggers(card, word),
        )

    def _given(self, card: PrintedCard, name: str) -> Given:
        return given_of(card, name, self.problems)

    def _amount(self, card: PrintedCard, name: str, least: int, needed: bool) -> int:
        """A number that the card has if its type needs it, and else must not have: it would say nothing."""
        given = self._given(card, name)
        if given.value is None:
            if needed:
                given.wrong(f"`{name}` is missing")
            return 0
        if not needed:
            given.wrong(f"this type of card has no {name}, got {quote(given.value)}", "leave it out")
            return 0
        return given.whole(least)

    def _grade(self, card: PrintedCard, card_type: int) -> str:
        given = self._given(card, "grade")
        if card_type == RUNESTONE:
            return given.word(GRADES, "grade of Runestones") or GRADES[0]
        if given.value is not None:
            given.wrong(f"only Runestones have a grade, got {quote(given.value)}", "leave it out")
        return ""

    def _keywords(self, card: PrintedCard, card_type: str) -> Keywords:
        found: dict[str, int] = {}
        given = self._given(card, "keywords")
        for word, value in given.entries() if given.value is not None else ():
            if word not in KEYWORDS:
                given.named(word).wrong(f"{quote(word)} is no keyword", _near(word, KEYWORDS))
            elif card_type not in KEYWORDS[word]:
                given.named(word).wrong(f"{word} does nothing on a card of type {card_type}")
            elif word in NUMBERED_KEYWORDS:
                found[word] = value.whole(1)
            elif value.value is True:
                found[word] = 1
            else:
                value.wrong(f"expected true, got {quote(value.value)}", f"{word} takes no number")
        if "vanguard" in found and "veiled" in found:
            given.wrong(
                "Vanguard takes damage before the others, Veiled after them", "a card has one of them"
            )
        return Keywords(
            vanguard="vanguard" in found,
            veiled="veiled" in found,
            charge=found.get("charge", 0),
            bulwark=found.get("bulwark", 0),
            hordebane=found.get("hordebane", 0),
            guardbane=found.get("guardbane", 0),
            returning="returning" in found,
            fleeting="fleeting" in found,
        )

    def _triggers(self, card: PrintedCard, card_type: str) -> Triggers:
        found: dict[str, Effects] = {}
        given = self._given(card, "effects")
        known = TRIGGERS[card_type]
        for word, value in given.entries() if given.value is not None else ():
            if word in known:
                found[word] = self.effects.read(value, word, card_type)
            elif any(word in others for others in TRIGGERS.values()):
                hint = f"it has {join_words([f'`{trigger}`' for trigger in known])}"
                given.named(word).wrong(f"`{word}` never happens on a card of type {card_type}", hint)
            else:
                given.named(word).wrong(f"{quote(word)} is no trigger", _near(word, known))
        return Triggers(
            played=found.get("played", ()),
            always=found.get("always", ()),
            battle=found.get("battle", ()),
            conquest=found.get("conquest", ()),
            killed=found.get("killed", ()),
            arrives=found.get("arrives", ()),
            used=found.get("used", ()),
        )


def _near(word: str, known: object) -> str:
    words = [str(one) for one in known] if isinstance(known, dict | tuple) else []
    return did_you_mean(word, words) or f"expected {join_words(words)}"
