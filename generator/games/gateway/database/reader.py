"""Goes through the components of the card database, and puts the numbers of the game together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from generator.catalog.models import Card as PrintedCard
from generator.catalog.models import Game as Database
from generator.catalog.problems import Problems
from generator.catalog.wording import quote
from generator.games.gateway.database.cards import CardReader
from generator.games.gateway.database.effects import EffectReader, Words
from generator.games.gateway.database.given import given_of
from generator.games.gateway.database.loops import flat, refuse_loops
from generator.games.gateway.database.rules import RulesFile, check_counts, check_sizes, read_rules
from generator.games.gateway.effects import known_effects
from generator.games.gateway.numbers import (
    ASSET,
    FREE_TOKEN,
    GRADES,
    GUARD,
    HORDE,
    INSURGENT,
    NO_STACK,
    RUNESTONE,
    Card,
    District,
    Event,
    Numbers,
    Setup,
    Stack,
)

BASE, HELPERS, RUNESTONES, CITY = "base", "helpers", "runestones", "city"
COMPONENTS = {
    BASE: (INSURGENT, ASSET),
    HELPERS: (INSURGENT, ASSET),
    RUNESTONES: (RUNESTONE,),
    CITY: (INSURGENT, ASSET),
    "guards": (GUARD,),
    "horde": (HORDE,),
}
"""The components with cards to play with, in the order of their kinds, and which types each has."""
EVENTS, DISTRICTS, TOKENS = "events", "districts", "district-tokens"
PILES = ("I", "II", "III")


def read_numbers(database: Database, problems: Problems) -> Numbers | None:
    """All numbers of the game; None if any is missing or wrong, which ``problems`` tells."""
    rules = read_rules(database, known_effects(), problems)
    if rules is None:
        return None
    return _Reader(database, rules, problems).read()


class _Reader:
    """Goes through the components, and reports what does not fit all at once."""

    __slots__ = ("database", "effects", "problems", "rules", "stack_of", "tokens")

    def __init__(self, database: Database, rules: RulesFile, problems: Problems) -> None:
        self.database = database
        self.rules = rules
        self.problems = problems
        stacked = [*self._ids(BASE), *GRADES, *self._ids(HELPERS), *self._ids(CITY)]
        self.stack_of: dict[str, int] = {stack: number for number, stack in enumerate(stacked)}
        self.tokens = tuple(card.id for card in self.database.cards_in(TOKENS) for _ in range(card.copies))
        self.effects = EffectReader(self._words())

    def read(self) -> Numbers | None:
        printed = [card for component in COMPONENTS for card in self.database.cards_in(component)]
        check_counts(self.database, self.rules, [card.id for card in printed], self.problems)
        cards = self._cards()
        events = [event for card in self.database.cards_in(EVENTS) for event in self._events(card)]
        districts = [board for card in self.database.cards_in(DISTRICTS) for board in self._boards(card)]
        city_kinds = len(self.database.cards_in(CITY))
        check_sizes(self.database, self.rules, len(districts), city_kinds, self.problems)
        starter = self._starter()
        setups = self._setups()
        self._check_copies()
        self._check_grades()
        if self.problems.has_errors:
            return None
        refuse_loops(cards, printed, self.problems)
        if self.problems.has_errors:
            return None
        return Numbers(
            title=self.database.title,
            cards=tuple(cards),
            stacks=tuple(self._stacks(cards)),
            districts=tuple(districts),
            events=tuple(events),
            tokens=self.tokens,
            setups=setups,
            starter=starter,
            hand=self.rules.hand,
            power_points=self.rules.power_points,
            drafts=self.rules.drafts,
            attacks=self.rules.attacks,
            victory_points=self.rules.victory_points,
        )

    def _ids(self, component: str) -> list[str]:
        return [card.id for card in self.database.cards_in(component)]

    def _wrong(self, key: str, message: str, hint: str | None = None) -> None:
        self.problems.error(message, self.database.place_of(key), field=key, hint=hint)

    def _words(self) -> Words:
        known = known_effects()
        gifts = {word: self.stack_of[word] for word in self.rules.gifts if word in self.stack_of}
        for word in self.rules.gifts:
            if word not in gifts:
                self._wrong(f"rules.gifts.{word}", f"there is no stack of {word}")
        return Words(
            effects=tuple(word for word in self.rules.effects if word in known),
            counts=tuple(self.rules.counts),
            places=tuple(self.rules.places),
            gifts=gifts,
            tokens=tuple(dict.fromkeys(self.tokens)),
        )

    def _cards(self) -> list[Card]:
        reader = CardReader(self.effects, self.problems)
        cards: list[Card] = []
        seen: dict[str, str] = {}
        for component, types in COMPONENTS.items():
            printed = self.database.cards_in(component)
            if not printed:
                self._wrong(f"components.{component}", f"there are no cards in the component `{component}`")
            for card in printed:
                if card.id in seen:
                    hint = "each kind of card has an id of its own: moves and positions are written with it"
                    message = f"`{card.id}` is also a card of `{seen[card.id]}`"
                    self.problems.error(message, card.place, card=card.id, field="id", hint=hint)
                seen[card.id] = component
                stack = self._stack_number(card, component)
                read = reader.read(card, types, stack, component in (BASE, CITY, RUNESTONES))
                cards += [] if read is None else [read]
        return cards

    def _stack_number(self, card: PrintedCard, component: str) -> int:
        stack = str(card.values.get("grade")) if component == RUNESTONES else card.id
        return self.stack_of.get(stack, NO_STACK)

    def _stacks(self, cards: Sequence[Card]) -> list[Stack]:
        """The stacks in the order of their numbers."""
        helpers = set(self._ids(HELPERS))
        city = set(self._ids(CITY))
        return [
            Stack(
                id=stack,
                kinds=tuple(kind for kind, card in enumerate(cards) if card.stack == number),
                for_sale=stack not in helpers,
                city=stack in city,
                helpers=self._helpers(stack, cards, helpers),
            )
            for stack, number in self.stack_of.items()
        ]

    def _helpers(self, stack: str, cards: Sequence[Card], helpers: set[str]) -> tuple[int, ...]:
        """The helper cards that a City card's effects take."""
        found: list[int] = []
        for card in cards:
            if card.id == stack and stack not in helpers:
                triggers = card.triggers
                acts = (triggers.played, triggers.battle, triggers.conquest, triggers.killed, triggers.used)
                gifts = [effect.gift for effects in acts for effect in flat(effects)]
                found += [self.stack_of[helper] for helper in helpers if self.stack_of[helper] in gifts]
        return tuple(sorted(found))

    def _events(self, card: PrintedCard) -> list[Event]:
        pile = given_of(card, "pile", self.problems).word(PILES, "pile of events") or PILES[0]
        effects = self.effects.read(given_of(card, "effects", self.problems), "event")
        event = Event(card.id, str(card.values.get("name", card.id)), PILES.index(pile), effects)
        return [event] * card.copies

    def _boards(self, card: PrintedCard) -> list[District]:
        ability = self.effects.read(given_of(card, "ability", self.problems), "ability")
        return [District(card.id, str(card.values.get("name", card.id)), ability)] * card.copies

    def _starter(self) -> tuple[tuple[int, int], ...]:
        """The starter deck, and whether there are cards enough for it."""
        most = max(setup.players for setup in self.rules.setups) if self.rules.setups else 0
        found: list[tuple[int, int]] = []
        there = self._copies_by_stack()
        known = (*self._ids(BASE), *GRADES)
        for stack, count in self.rules.starter.items():
            if stack not in known:
                self._wrong(f"rules.starter.{stack}", f"there is no stack of {stack}")
                continue
            if count * most > there.get(stack, 0):
                message = f"{most} players need {count * most}, and there are {there.get(stack, 0)}"
                self._wrong(f"rules.starter.{stack}", message)
            found.append((self.stack_of[stack], count))
        return tuple(found)

    def _copies_by_stack(self) -> Mapping[str, int]:
        copies: dict[str, int] = {}
        for component in (BASE, RUNESTONES):
            for card in self.database.cards_in(component):
                stack = str(card.values.get("grade")) if component == RUNESTONES else card.id
                copies[stack] = copies.get(stack, 0) + card.copies
        return copies

    def _check_grades(self) -> None:
        """All Runestones of a grade cost the same: what it says under `rules.grades`."""
        for word in GRADES:
            if not any(card.values.get("grade") == word for card in self.database.cards_in(RUNESTONES)):
                self._wrong(f"components.{RUNESTONES}", f"there is no Runestone of the grade {word}")
        for card in self.database.cards_in(RUNESTONES):
            grade = self.rules.grades.get(str(card.values.get("grade")))
            if grade is not None and card.values.get("cost") != grade.cost:
                message = f"{quote(card.values.get('cost'))}, and all {grade.name}s cost {grade.cost}"
                self.problems.error(message, card.place_of("cost"), card=card.id, field="cost")

    def _setups(self) -> tuple[Setup, ...]:
        city = self._ids(CITY)
        found: list[Setup] = []
        for number, setup in enumerate(self.rules.setups):
            named = [*setup.first_game, *(setup.first_game_adds or ())]
            for card in named:
                if card not in city:
                    self._wrong(f"rules.setups.{number}.first_game", f"there is no City card {card}")
            stacks = tuple(self.stack_of[card] for card in named if card in city)
            found.append(Setup(setup.players, setup.districts, setup.kinds, stacks))
        return tuple(found)

    def _check_copies(self) -> None:
        """What the rules say of the components is what the components have."""
        city = self.database.cards_in(CITY)
        if len(city) != self.rules.city.kinds:
            self._wrong("rules.city.kinds", f"{self.rules.city.kinds} kinds, and there are {len(city)} cards")
        for card in city:
            if card.copies != self.rules.city.copies:
                message = f"{card.copies} copies, and `rules.city.copies` says {self.rules.city.copies}"
                self.problems.error(message, card.place_of("copies"), card=card.id, field="copies")
        if len(self.tokens) != self.rules.district_tokens:
            message = f"{self.rules.district_tokens}, and there are {len(self.tokens)} district tokens"
            self._wrong("rules.district_tokens", message)
        for card in self.database.cards_in(TOKENS):
            if card.id != FREE_TOKEN and card.copies > 1:
                message = f"{card.copies} copies, so events could not tell which district {card.id} names"
                self.problems.error(message, card.place_of("copies"), card=card.id, field="copies")
        for name in (EVENTS, DISTRICTS):
            if not self.database.cards_in(name):
                self._wrong(f"components.{name}", f"there are no cards in the component `{name}`")
