"""Hidden information: what a seat may know, and what could be behind it.

Until both seats have chosen, nothing that one of them chooses shows to the other: its staged cards still
count among its hand. In combat the other's staged cards lie there face down, and its targets are secret.
"""

from __future__ import annotations

from typing import Any

from generator.games.hold_the_line.army import NOBODY, Army
from generator.games.hold_the_line.numbers import Numbers
from generator.games.hold_the_line.position import (
    NAME,
    written_cards,
    written_lanes,
    written_staged,
    written_targets,
)
from generator.games.hold_the_line.table import PHASES, TARGET, Table
from generator.rules.positions import shuffler_position
from generator.rules.protocol import Position, View
from generator.rules.shuffler import Shuffler

FACE_DOWN = "face down"
"""Stands for a staged card that may be of any kind."""

MAX_TRIES = 20


def view_of(table: Table, seat: int) -> View:
    """What the seat may know. ``unseen`` has for each seat the cards that lie hidden from this one, wherever
    they are, in the order of their kinds."""
    view: View = {
        "game": NAME,
        "round": table.round,
        "phase": PHASES[table.phase],
        "seat": seat,
        "asked": table.player == seat,
        "lanes": written_lanes(table),
        "seats": [
            _own(table, army) if owner == seat else _other(table, army)
            for owner, army in enumerate(table.armies)
        ],
        "unseen": [
            written_cards(table, _unseen(army, own=owner == seat)) for owner, army in enumerate(table.armies)
        ],
    }
    if table.max_rounds != table.numbers.max_rounds:
        view["max_rounds"] = table.max_rounds
    return view


def _own(table: Table, army: Army) -> dict[str, Any]:
    seat: dict[str, Any] = {
        "deck": len(army.deck),
        "hand": written_cards(table, army.hand.cards()),
        "discard": written_cards(table, army.discard.cards()),
    }
    if army.staged_count:
        seat["staged"] = written_staged(table, army)
    if table.phase == TARGET:
        seat["targets"] = written_targets(table, army)
    return seat


def _other(table: Table, army: Army) -> dict[str, Any]:
    discard = written_cards(table, army.discard.cards())
    if table.phase != TARGET:
        return {"deck": len(army.deck), "hand": army.hand.size + army.staged_count, "discard": discard}
    seat: dict[str, Any] = {"deck": len(army.deck), "hand": army.hand.size, "discard": discard}
    if army.staged_count:
        seat["staged"] = [None if kind == NOBODY else FACE_DOWN for kind in army.staged]
    return seat


def _unseen(army: Army, own: bool) -> list[int]:
    cards = army.deck[:]
    if not own:
        cards += army.hand.cards()
        cards += [kind for kind in army.staged if kind != NOBODY]
    return sorted(cards)


def imagined(numbers: Numbers, view: View, seat: int, shuffler: Shuffler) -> Position:
    """A position that could be the one behind the view: the hidden cards are dealt at random, and so is what
    the other has chosen, as far as it has by now."""
    world = _Imagining(numbers, view, seat, shuffler)
    position = world.position()
    for _ in range(MAX_TRIES):
        if world.other_can_choose(position):
            break
        position = world.position()
    return position


class _Imagining:
    """Deals what a seat cannot see."""

    __slots__ = ("asked", "numbers", "phase", "seat", "shuffler", "view", "words")

    def __init__(self, numbers: Numbers, view: View, seat: int, shuffler: Shuffler) -> None:
        self.numbers = numbers
        self.view = view
        self.seat = seat
        self.shuffler = shuffler
        self.words = [kind.word for kind in numbers.kinds]
        self.phase: str = view["phase"]
        self.asked: bool = view["asked"]

    def position(self) -> Position:
        """One world, whether the seat that is asked in it has a choice or not."""
        position: Position = {"game": NAME, "round": self.view["round"], "phase": self.phase}
        # Whoever is not asked while the game goes on knows that the other one is.
        choosing = self.seat if self.asked else 1 - self.seat
        if choosing and self.phase != "over":
            position["choosing"] = choosing
        position["lanes"] = [
            {"front": lane["front"], "troops": [list(row) for row in lane["troops"]]}
            for lane in self.view["lanes"]
        ]
        position["seats"] = [
            self._own() if owner == self.seat else self._other() for owner in range(len(self.view["seats"]))
        ]
        if "max_rounds" in self.view:
            position["max_rounds"] = self.view["max_rounds"]
        position["shuffler"] = shuffler_position(self.shuffler.apart())
        return position

    def other_can_choose(self, position: Position) -> bool:
        """Whether the other seat has a real choice where it must be the one that is asked."""
        if self.asked or self.phase != "setup":
            return True
        return len(set(position["seats"][1 - self.seat]["hand"])) > 1

    def _own(self) -> dict[str, Any]:
        shown = self.view["seats"][self.seat]
        return {**shown, "deck": self._shuffled(self.view["unseen"][self.seat])}

    def _other(self) -> dict[str, Any]:
        other = 1 - self.seat
        shown = self.view["seats"][other]
        cards = self._shuffled(self.view["unseen"][other])
        deck, drawn = cards[: shown["deck"]], cards[shown["deck"] :]
        staged: list[str | None] = [drawn.pop() if there else None for there in self._staged(shown)]
        seat = {"deck": deck, "hand": sorted(drawn, key=self.words.index), "discard": list(shown["discard"])}
        if any(staged):
            seat["staged"] = staged
        if self.phase == "target":
            seat["targets"] = self._targets()
        return seat

    def _staged(self, shown: dict[str, Any]) -> list[bool]:
        """Before which lanes the other has a card: seen in combat, and before that as many as it can have."""
        lanes = self.numbers.lanes
        if self.phase == "target":
            return [card is not None for card in shown.get("staged", [None] * lanes)]
        if self.phase == "over":
            return [False] * lanes
        if self.phase == "setup":
            count = self._chosen_of(lanes)
            return [lane < count for lane in range(lanes)]
        order = list(range(lanes))
        self.shuffler.shuffle(order)
        # Whoever still stages has a card left to stage.
        most = min(self.numbers.most_staged, lanes, shown["hand"])
        if not self._has_begun:
            most = 0
        elif self._is_choosing:
            most -= 1
        chosen = order[: self.shuffler.below(most + 1)]
        return [lane in chosen for lane in range(lanes)]

    def _targets(self) -> list[str]:
        """Targets of the other: none yet, some, or all of them."""
        other = 1 - self.seat
        each = {kind.word for kind in self.numbers.kinds if kind.each}
        questions = [
            (lane, card, len(fronts["troops"][self.seat]))
            for lane, fronts in enumerate(self.view["lanes"])
            for card, troop in enumerate(fronts["troops"][other])
            if len(fronts["troops"][self.seat]) > 1 and troop.partition(" ")[0] not in each
        ]
        answered = questions[: self._chosen_of(len(questions))]
        return [f"{lane} {card}>{self.shuffler.below(facing)}" for lane, card, facing in answered]

    def _chosen_of(self, count: int) -> int:
        """How many of its choices, which must all be made, the other has made by now."""
        if not self._has_begun:
            return 0
        return self.shuffler.below(count) if self._is_choosing else count

    @property
    def _has_begun(self) -> bool:
        """Whether the other has begun to choose: seat 1 only does when seat 0 is no longer asked."""
        return not self.asked or self.seat == 1

    @property
    def _is_choosing(self) -> bool:
        return not self.asked

    def _shuffled(self, cards: list[str]) -> list[str]:
        numbers = [self.words.index(card) for card in cards]
        self.shuffler.shuffle(numbers)
        return [self.words[number] for number in numbers]
