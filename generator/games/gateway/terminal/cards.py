"""Gateway's cards and districts for the terminal, as the card database has them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from generator.catalog.lines import readable
from generator.catalog.models import Game as Database
from generator.catalog.wording import title_case
from generator.games.gateway.terminal.words import Vocabulary


class Card(NamedTuple):
    """A card's name and numbers, and all that it says."""

    name: str
    type: str
    cost: int
    power: int
    attack: int | None
    """None for a card that does not fight."""
    defence: int
    vp: int
    marks: tuple[str, ...]
    """Its keywords without what they mean: ``Charge 2``."""
    bulwark: int
    """How much more defence it has while its side defends."""
    says: str
    effects: Mapping[str, Any]
    """Lists of effects by trigger, as the database has them."""

    @property
    def fights(self) -> str:
        """Attack and defence: ``2/3``; nothing for a card that does not fight."""
        return "" if self.attack is None else f"{self.attack}/{self.defence}"


class Place(NamedTuple):
    """A district board or an event."""

    name: str
    says: str
    effects: Sequence[Mapping[str, Any]]


class Cards:
    """All cards by their ids."""

    def __init__(self, database: Database) -> None:
        rules: Any = database.rules
        self.words = Vocabulary(rules)
        self.types: Mapping[str, str] = {name: str(given["name"]) for name, given in rules["types"].items()}
        self.phases: Sequence[str] = [str(phase["name"]) for phase in rules["phases"]]
        self.goal = int(rules["victory_points"])
        self.keywords: Mapping[str, Any] = rules["keywords"]
        self._grades: Mapping[str, Any] = rules["grades"]
        self.helpers: set[str] = set()
        """Cards that lie in stacks and can't be drafted."""
        self._cards: dict[str, Card] = {}
        self._districts: dict[str, Place] = {}
        self._events: dict[str, Place] = {}
        for component in database.components:
            for values in (card.values for cards in component.sets for card in cards.cards):
                self._add(component.id, values)

    def _add(self, component: str, values: Mapping[str, Any]) -> None:
        if component == "districts":
            self._districts[values["id"]] = self._place(values, values["ability"])
        elif component == "events":
            self._events[values["id"]] = self._place(values, values["effects"])
        elif values.get("type") in self.types and "keywords" in values:
            self._cards[values["id"]] = self._card(values)
            if component == "helpers":
                self.helpers.add(values["id"])

    def _place(self, values: Mapping[str, Any], effects: Sequence[Mapping[str, Any]]) -> Place:
        return Place(readable(values["name"]), self.words.effects(effects), effects)

    def _card(self, values: Mapping[str, Any]) -> Card:
        keywords: Mapping[str, Any] = values["keywords"]
        marks = tuple(self.words.keyword_name(name, value) for name, value in keywords.items())
        return Card(
            readable(values["name"]),
            values["type"],
            values.get("cost") or 0,
            values.get("power") or 0,
            values.get("attack"),
            values.get("defence") or 0,
            values.get("vp") or 0,
            marks,
            keywords.get("bulwark") or 0,
            self.words.card(keywords, values["effects"]),
            values["effects"],
        )

    def __getitem__(self, card_id: str) -> Card:
        """The card of that id; a stranger is a card of its id and nothing else."""
        return self._cards.get(card_id) or Card(title_case(card_id), "", 0, 0, None, 0, 0, (), 0, "", {})

    def __contains__(self, card_id: str) -> bool:
        return card_id in self._cards

    def district(self, board: str) -> Place:
        return self._districts.get(board) or Place(title_case(board), "", ())

    def event(self, event: str) -> Place:
        return self._events.get(event) or Place(title_case(event), "", ())

    def stack(self, name: str) -> str:
        """What a stack is called: a grade of Runestones, or the card that it holds."""
        return str(self._grades[name]["name"]) if name in self._grades else self[name].name

    def used(self, runestone: str) -> str:
        """What using a Runestone does."""
        return self.words.effects(self[runestone].effects.get("used", ()))

    def effect(self, line: str, number: int) -> tuple[str, Any]:
        """An effect of a line of them: its word and value.

        A line is called by its card, event or district and its trigger, ``saloran-cart played``; one inside a
        choice also by the numbers of that choice and of the line in it, ``saloran-cart played 0.1``.
        """
        owner, trigger, *way = line.split()
        effects = self._effects(owner, trigger)
        for step in way:
            choice, _, chosen = step.partition(".")
            effects = effects[int(choice)]["choose-one"][int(chosen)]
        ((word, value),) = effects[number].items()
        return word, value

    def asks(self, line: str, number: int) -> tuple[str, str]:
        """Whose such an effect is, and its sentence."""
        owner = line.partition(" ")[0]
        places = {**self._events, **self._districts}
        name = self[owner].name if owner in self._cards else places[owner].name
        return name, self.words.sentence(*self.effect(line, number))

    def _effects(self, owner: str, trigger: str) -> Sequence[Mapping[str, Any]]:
        if owner in self._cards:
            effects: Sequence[Mapping[str, Any]] = self._cards[owner].effects[trigger]
            return effects
        return self._districts[owner].effects if owner in self._districts else self._events[owner].effects

    def named(self, ids: Iterable[str]) -> str:
        """Names with the number of each: ``2 Rebel, Merchant``."""
        counts = Counter(self[card_id].name for card_id in ids)
        return ", ".join(name if count == 1 else f"{count} {name}" for name, count in counts.items()) or "-"
