"""What is in Gateway's box, read from its card lists, and what lies on the table."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from .table import database, read_yaml

FILES = {
    "base": ["base"],
    "helpers": ["helpers"],
    "runestones": ["runestones/lesser", "runestones/normal", "runestones/greater"],
    "city": ["city"],
    "guards": ["guard"],
    "horde": ["horde"],
    "events": ["events"],
    "districts": ["districts"],
}
"""The lists of each component, in the order in which the database counts its cards."""
GRADES = ("lesser", "normal", "greater")
Effect = tuple[str, Any]


@dataclass(frozen=True)
class Card:
    """A card as it is printed; what it has not is 0."""

    id: str
    component: str
    copies: int
    type: str
    cost: int
    power: int
    attack: int
    defence: int
    vp: int
    pile: str
    keywords: Mapping[str, int]
    effects: Mapping[str, list[Effect]]


@dataclass(frozen=True)
class Box:
    """All cards by id, and the numbers of the rules."""

    rules: Mapping[str, Any]
    cards: Mapping[str, Card]
    tokens: list[str]

    def of(self, component: str) -> list[Card]:
        return [card for card in self.cards.values() if card.component == component]

    def pile(self, component: str) -> list[str]:
        return [card.id for card in self.of(component) for _ in range(card.copies)]


def slug(name: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", name.lower().replace("’", "")).strip("-")


def effects_of(written: list[Mapping[str, Any]]) -> list[Effect]:
    return [effect for entry in written for effect in entry.items()]


def open_box(folder: Path, changes: Mapping[str, Any]) -> Box:
    """The box of a card database, with other numbers of rules and cards where ``changes`` has them."""
    game = database(folder, {path: value for path, value in changes.items() if path.startswith("rules.")})
    cards = {}
    for component, files in FILES.items():
        copies = game["components"][component].get("defaults", {}).get("copies", 1)
        for name in files:
            table = read_yaml(folder / f"{name}.yaml")
            for entry in table["cards"]:
                card = read_card({"copies": copies, **table.get("defaults", {}), **entry}, component)
                cards[card.id] = replace(card, **changes_of(card.id, changes))
    tokens = game["components"]["district-tokens"]["cards"]
    letters = [token["id"] for token in tokens for _ in range(token.get("copies", 1))]
    return Box(game["rules"], cards, letters)


def changes_of(card: str, changes: Mapping[str, Any]) -> dict[str, Any]:
    named = {tuple(path.split(".")): value for path, value in changes.items()}
    return {path[1]: value for path, value in named.items() if path[0] == card}


def read_card(entry: Mapping[str, Any], component: str) -> Card:
    triggers = entry.get("effects", {})
    if component == "events":
        triggers = {"event": triggers}
    if component == "districts":
        triggers = {"ability": entry["ability"]}
    numbers = {name: entry.get(name, 0) for name in ("cost", "power", "attack", "defence", "vp")}
    return Card(
        id=entry.get("id") or slug(entry["name"]),
        component=component,
        copies=entry["copies"],
        type="runestone" if component == "runestones" else entry.get("type", component),
        pile=entry.get("pile", entry.get("grade", "")),
        keywords={name: int(value) for name, value in entry.get("keywords", {}).items()},
        effects={trigger: effects_of(written) for trigger, written in triggers.items()},
        **numbers,
    )


@dataclass(eq=False)
class Piece:
    """A card that can fight, with the damage of this turn and what the turn does to its attack."""

    card: Card
    damage: int = 0
    mark: str = ""

    def __str__(self) -> str:
        if self.mark:
            return f"{self.card.id} {self.damage} {self.mark}"
        return f"{self.card.id} {self.damage}" if self.damage else self.card.id


@dataclass(eq=False)
class Player:
    deck: list[str] = field(default_factory=list)
    hand: list[str] = field(default_factory=list)
    discard: list[str] = field(default_factory=list)
    insurgents: list[Piece] = field(default_factory=list)
    runestones: list[str] = field(default_factory=list)
    played: list[str] = field(default_factory=list)
    looked: list[str] = field(default_factory=list)
    vp: int = 0
    bonus: Counter[str] = field(default_factory=Counter)
    """Until the end of the turn: attack, defence, weaken and rescues."""

    def written(self) -> Iterator[tuple[str, Any]]:
        yield "deck", list(self.deck)
        yield "hand", list(self.hand)
        yield "discard", list(self.discard)
        yield "army", [*map(str, self.insurgents), *self.runestones]
        yield "vp", self.vp
        if self.played:
            yield "played", list(self.played)
        if self.looked:
            yield "looked", list(self.looked)
        if any(self.bonus.values()):
            yield "bonus", {name: self.bonus[name] for name in ("attack", "defence", "weaken", "rescues")}


@dataclass(eq=False)
class District:
    board: Card
    tokens: list[str]
    owner: int | None = None
    cards: list[Piece] = field(default_factory=list)
    arrivals: list[Piece] = field(default_factory=list)

    @property
    def faction(self) -> str:
        """Who holds it: guards, horde, or nobody of them."""
        return self.cards[0].card.component if self.cards else ""

    def written(self) -> Iterator[tuple[str, Any]]:
        yield "board", self.board.id
        yield "tokens", list(self.tokens)
        yield "owner", self.owner
        yield "cards", [*map(str, self.cards)]
        if self.arrivals:
            yield "arrivals", [*map(str, self.arrivals)]


@dataclass(eq=False)
class Side:
    """One side of a battle: an Army, or the Guards or Horde of a district."""

    army: int | None
    """The seat whose Army it is."""
    player: int | None
    """Who decides for it; nobody as long as that is open."""
    faction: str
    pieces: list[Piece]
    attacks: bool
