"""A position of Gateway laid out on a desk, where a reader does by hand what the cards say, while the engine
plays the same. Whenever the reader must choose, the engine has to ask the same seat for the same choice; and
in the end the same cards must lie in the same places.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from copy import deepcopy
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from games import PROJECT

from generator.catalog.models import Card
from generator.rules import Game, State, load

from .card_cases_print import Print, every_print, number

Position = dict[str, Any]
BAGS = ("hand", "discard", "army", "played")
"""Places of a seat where the order of cards means nothing."""
POOLS = ("power", "gold", "drafts", "attacks")
"""What the active player has left in this turn."""


@cache
def game() -> Game:
    return load(str(PROJECT / "cards" / "gateway"))


@cache
def prints() -> dict[str, tuple[str, Card, Print]]:
    """Component, card and print of every card, by its id."""
    return every_print()


def card_of(card_id: str) -> Card:
    return prints()[card_id][1]


def says(card_id: str) -> Print:
    return prints()[card_id][2]


def name_of(card: str) -> str:
    """The card without what was done to it: ``rebel 1 blinded`` is a rebel with 1 damage."""
    return card.partition(" ")[0]


def damage_of(card: str) -> int:
    words = card.split()
    return int(words[1]) if len(words) > 1 else 0


@dataclass(slots=True)
class Desk:
    """The engine and the reader side by side."""

    position: Position
    """What the reader sees; changed in place."""
    choosing: str = "first"
    """What is chosen wherever there is a choice: ``first``, ``last``, or ``stop`` where one may."""
    state: State = field(init=False)
    actor: int = field(init=False)
    """The seat whose card is done."""
    chosen: list[str] = field(init=False, default_factory=list)
    given: dict[str, int] = field(init=False, default_factory=dict)
    """What the pools have grown by."""

    def __post_init__(self) -> None:
        self.position = deepcopy(self.position)
        self.state = game().from_dict(deepcopy(self.position))
        self.actor = self.position["active"]
        self.given = dict.fromkeys(POOLS, 0)

    @property
    def mine(self) -> dict[str, Any]:
        """What lies before the seat that acts."""
        seat: dict[str, Any] = self.position["seats"][self.actor]
        return seat

    def seat(self, number: int) -> dict[str, Any]:
        seat: dict[str, Any] = self.position["seats"][number]
        return seat

    def play(self, move: str) -> None:
        """The engine makes a move."""
        self.state.play(move)

    def legal(self) -> set[str]:
        return {self.state.text(move) for move in self.state.legal()}

    def choose(self, options: Iterable[str], *, stop: bool = False, seat: int | None = None) -> str | None:
        """One of the options, which the engine must offer too, or None for stopping.

        Without a real choice nobody is asked.
        """
        words = sorted(set(options))
        if not words:
            return None
        if len(words) == 1 and not stop:
            return words[0]
        asked = self.actor if seat is None else seat
        assert self.state.player == asked, f"{self.state.player} is asked and not {asked}"
        offered = {f"choose {word}" for word in words} | ({"done"} if stop else set())
        assert self.legal() == offered
        if stop and self.choosing == "stop":
            self.play("done")
            return None
        word = words[-1] if self.choosing == "last" else words[0]
        self.play(f"choose {word}")
        self.chosen.append(word)
        return word

    def deal(self) -> None:
        """Damage is dealt to the first cards, as much as they can take."""
        while self.state.player is not None and any(word.startswith("assign ") for word in self.legal()):
            self.play(max(self.legal(), key=lambda word: int(word.split()[2])))

    def top(self) -> str | None:
        """The top card of the actor's deck, taken off; None with an empty deck and discard pile.

        A deck that has to be shuffled first is for other tests: its order can't be foreseen here.
        """
        if not self.mine["deck"]:
            assert not self.mine["discard"], "the reader can't shuffle as the engine does"
            return None
        card: str = self.mine["deck"].pop(0)
        return card

    def drop(self, card: str, seat: int | None = None) -> None:
        """A card goes to a discard pile, or back to its stack if that is what it says."""
        owner = self.actor if seat is None else seat
        if "fleeting" in says(card).keywords:
            self.position["stacks"][card] += 1
        else:
            self.seat(owner)["discard"].append(card)

    def differences(self) -> list[str]:
        """Where the engine's position is not that of the desk, in words."""
        mine, engine = self.position, self.state.to_dict()
        found = []
        for number_, (told, seat) in enumerate(zip(mine["seats"], engine["seats"], strict=True)):
            for place in BAGS:
                lies = Counter(map(name_of, seat.get(place, ())))
                found += _differ(f"{place} of seat {number_}", Counter(told.get(place, ())), lies)
            for place in ("deck", "vp"):
                found += _differ(f"{place} of seat {number_}", told[place], seat[place])
        for at, (told, district) in enumerate(zip(mine["districts"], engine["districts"], strict=True)):
            cards = [name_of(card) for card in district["cards"]]
            found += _differ(f"cards of district {at}", told["cards"], cards)
            found += _differ(f"owner of district {at}", told["owner"], district["owner"])
        found += _differ("stacks", mine["stacks"], engine["stacks"])
        for place in ("events", "past", "horde", "guard"):
            found += _differ(place, mine[place], engine[place])
        for place in ("horde_discard", "guard_discard", "trash"):
            found += _differ(place, Counter(mine[place]), Counter(engine[place]))
        return found


def _differ(what: str, told: object, played: object) -> list[str]:
    return [] if told == played else [f"{what}: by what is printed {told}, by the engine {played}"]


def pools(position: Position) -> dict[str, int]:
    """What the active player has left in the turn, by the engine; what is not written is none."""
    return {pool: position.get(pool, 0) for pool in POOLS}


def paying(desk: Desk, card_id: str) -> None:
    """The card is played from the hand: paid for, and laid where its type goes."""
    card = card_of(card_id)
    desk.mine["hand"].remove(card_id)
    desk.given["power"] -= number(card, "power")
    goes = "army" if card.values["type"] in ("insurgent", "runestone") else "played"
    desk.mine.setdefault(goes, []).append(card_id)
