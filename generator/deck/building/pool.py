"""The characters that a deck may be made of."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from generator.catalog.paths import shown_path
from generator.catalog.problems import Place, Problems
from generator.catalog.wording import pluralize
from generator.deck.building.wishes import Character, Kind
from generator.deck.format import MOST, DeckFormat
from generator.deck.model import Deck, Entry
from generator.deck.rules import class_, name, power
from generator.deck.rules.rule import Case


@dataclass(frozen=True, slots=True)
class Pool:
    """Characters with the most copies of each."""

    characters: tuple[Character, ...]

    @property
    def cards(self) -> int:
        return sum(character.copies for character in self.characters)

    def room(self) -> Counter[Kind]:
        """How many cards of each kind it has."""
        room: Counter[Kind] = Counter()
        for character in self.characters:
            room[character.kind] += character.copies
        return room


def pool_of(decks: Sequence[Deck], limits: DeckFormat, most: int | None, problems: Problems) -> Pool:
    """The characters of these decks together, with at most ``most`` copies of each.

    Those that no legal deck may hold are told in ``problems``.
    """
    if sum(len(deck.entries) for deck in decks) > MOST:
        problems.error(f"the pool has more than {MOST:,} characters")
        return Pool(())
    found = [character for deck in decks for character in characters_of(deck, limits, problems)]
    if most is not None:
        found = [character._replace(copies=min(most, character.copies)) for character in found]
    return Pool(tuple(found))


def characters_of(deck: Deck, limits: DeckFormat, problems: Problems) -> list[Character]:
    """The deck's characters; what is wrong with a card is told in ``problems``."""
    file = Place(shown_path(deck.file)) if deck.file else None
    if len(deck.entries) > MOST:
        problems.error(f"the deck has more than {MOST:,} characters", file)
        return []
    case = Case(deck, limits, False, ())
    for finding in (finding for rule in (power.RULE, class_.RULE, name.RULE) for finding in rule.check(case)):
        tell = problems.error if finding.severity == "error" else problems.warning
        entry = finding.entry
        if entry is None:
            tell(finding.message, file)
        else:
            tell(finding.message, entry.place_of(finding.field), card=entry.label)
    return list(_characters(case.entries))


def _characters(entries: Iterable[Entry]) -> Iterable[Character]:
    for entry in entries:
        if entry.power is not None:
            kind = Kind(entry.class_name, entry.power)
            text, art = (entry.card.values.get(field) for field in ("text", "art"))
            yield Character(
                entry.name,
                kind,
                min(entry.copies, MOST),
                None if text is None else str(text),
                None if art is None else str(art),
            )


def described(pool: Pool) -> str:
    """``the pool of 24 characters, 60 cards``."""
    characters = pluralize(len(pool.characters), "character")
    return f"the pool of {characters}, {pluralize(pool.cards, 'card')}"
