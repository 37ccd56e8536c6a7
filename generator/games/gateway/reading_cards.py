"""Reads lists of cards and counts them all: no position has more of a kind than the game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from generator.catalog.reader import Reader
from generator.catalog.wording import join_words, quote
from generator.games.gateway.numbers import GUARD, HORDE, INSURGENT, RUNESTONE, TYPES, Numbers
from generator.games.gateway.position import COUNTS
from generator.games.gateway.table import Troop
from generator.rules.positions import is_number

PILES: Final = ("I", "II", "III")
MAX_DAMAGE: Final = 999
MARKS: Final = {word: times for times, word in COUNTS.items()}
FIGHTERS: Final = (INSURGENT, GUARD, HORDE)


class Fighter(NamedTuple):
    """A card of a troop."""

    kind: int
    damage: int
    times: int
    """How often its attack counts."""

    def join(self, troop: Troop) -> None:
        """Adds it to a troop, as it is."""
        troop.join(self.kind)
        at = len(troop.cards) - 1
        if self.damage:
            troop.hurt(at, self.damage)
        if self.times != 1:
            troop.count(at, self.times)


class Census:
    """Reads cards of a position, and keeps count of them."""

    __slots__ = ("events_found", "found", "last", "numbers", "of_event", "of_kind")

    def __init__(self, numbers: Numbers) -> None:
        self.numbers = numbers
        self.of_kind = {card.id: kind for kind, card in enumerate(numbers.cards)}
        self.of_event = {event.id: number for number, event in reversed(list(enumerate(numbers.events)))}
        self.found = [0] * len(numbers.cards)
        """How many cards of each kind were read so far."""
        self.events_found: dict[str, int] = {}
        self.last: list[tuple[int, int]] = []
        """The places in the list, and the kinds, of the cards that were read last."""

    def pile(
        self, given: Reader, types: Sequence[int], where: str, only: Sequence[int] | None = None
    ) -> list[int]:
        """The kinds of a list of cards. ``types``: those that may lie ``where``; ``only``: the kinds."""
        self.last = []
        for at, item in enumerate(given.items()):
            kind = self._card(item, item.value, types, where)
            if kind is None:
                continue
            if only is not None and kind not in only:
                item.error(f"{self.numbers.cards[kind].id} is of another stack")
            self.last.append((at, kind))
        return [kind for _, kind in self.last]

    def troop(self, given: Reader, types: Sequence[int], where: str, bonus: int | None) -> list[Fighter]:
        """Cards with the damage on them, and how often their attack counts: ``rebel 1 blinded``.

        ``bonus``: what they have beyond their defence; None where the dead may still lie.
        """
        read = [self._fighter(item, types, where, bonus) for item in given.items()]
        return [fighter for fighter in read if fighter is not None]

    def events(self, given: Reader, pile: int) -> list[int]:
        """Events, each no more often than there are copies, in the order of their piles from ``pile`` on."""
        read: list[int] = []
        for item in given.items():
            before = item.error_count
            word = item.word(self.of_event, "event")
            if item.error_count > before:
                continue
            copies = [number for number, event in enumerate(self.numbers.events) if event.id == word]
            found = self.events_found.get(word, 0)
            self.events_found[word] = found + 1
            if found >= len(copies):
                item.error(f"{found + 1} of this event, and the game has {len(copies)}")
                continue
            event = self.numbers.events[copies[found]]
            if event.pile < pile:
                item.error(f"an event of pile {PILES[event.pile]} lies over those of pile {PILES[pile]}")
            pile = max(pile, event.pile)
            read.append(copies[found])
        return read

    def count(self, kind: int, cards: int, given: Reader) -> None:
        """Notes so many more cards of a kind, and that they are too many."""
        copies = self.numbers.cards[kind].copies
        before = self.found[kind]
        self.found[kind] += cards
        if before <= copies < self.found[kind]:
            card = self.numbers.cards[kind].id
            given.error(f"{self.found[kind]} {card} with this, and the game has {copies}")

    def _card(self, given: Reader, word: object, types: Sequence[int], where: str) -> int | None:
        """The kind that a word stands for; None if it stands for none, or can't lie here."""
        kind = self.of_kind.get(word) if isinstance(word, str) else None
        if kind is None:
            given.part(word).word(self.of_kind, "card")
            return None
        card = self.numbers.cards[kind]
        if card.type not in types:
            allowed = join_words([TYPES[card_type] for card_type in types], "and")
            given.error(f"{card.id} is of type {TYPES[card.type]}", f"in {where} lie cards of type {allowed}")
            return None
        self.count(kind, 1, given)
        return kind

    def _fighter(self, given: Reader, types: Sequence[int], where: str, bonus: int | None) -> Fighter | None:
        words = given.value.split() if isinstance(given.value, str) else []
        if not words:
            given.error(
                f"expected a card and the damage on it, got {quote(given.value)}", "for example rebel 1"
            )
            return None
        kind = self._card(given, words[0], types, where)
        if kind is None:
            return None
        if len(words) == 1:
            return Fighter(kind, 0, 1)
        card = self.numbers.cards[kind]
        if card.type == RUNESTONE:
            given.error("a Runestone can't be damaged", f"write `{card.id}`")
            return None
        has_mark = len(words) == 3 and words[2] in MARKS
        if not is_number(words[1], MAX_DAMAGE) or not (len(words) == 2 or has_mark):
            hint = f"for example `{card.id} 1`, `{card.id} 0 blinded` or `{card.id} 0 doubled`"
            given.error(f"{quote(given.value)} is no card with the damage on it", hint)
            return None
        damage = int(words[1])
        killed_by = card.defence + card.keywords.bulwark + (bonus or 0)
        if bonus is not None and damage >= killed_by:
            given.error(f"{damage} damage, and {killed_by} kill it")
        return Fighter(kind, damage, MARKS[words[2]] if has_mark else 1)
