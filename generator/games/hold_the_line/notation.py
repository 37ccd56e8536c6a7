"""The moves as small numbers and as words, and the reason against a move that is illegal."""

from __future__ import annotations

from typing import Any, Final

from generator.catalog.wording import pluralize
from generator.games.hold_the_line.config import RulesConfig
from generator.rules.notation import NO_MOVE, Family, Moves
from generator.rules.protocol import Position

NAME: Final = "hold-the-line"

SETUP: Final = 0
STAGE: Final = 1
TARGET: Final = 2
OVER: Final = 3
PHASES: Final = ("setup", "stage", "target", "over")
"""The phases in words. Targets are chosen in combat; the rest of a round needs no choice."""

DONE: Final = 0
EVERYTHING_IS_SECRET: Final = True
"""Whatever a seat chooses stays hidden from the other one until both have chosen."""


class LineNotation(Moves):
    """Which number stands for which move, and the choices that can come up, all made once for a game.

    Choices are looked up by what is free and what is held: ``free`` says which lanes have no staged card
    yet, ``held`` which kinds are in the hand, each as a number with one binary digit for each lane or kind.
    """

    def __init__(self, config: RulesConfig) -> None:
        super().__init__()
        self.kinds = len(config.kinds)
        self.lanes = config.lanes
        self.words = [kind.word for kind in config.kinds]
        self.sweeping = {kind.word for kind in config.kinds if kind.each}
        """The kinds that strike every opposing card, and so choose no target."""
        # No side has more cards in one lane than its army.
        row = range(config.army_size)
        lanes = range(config.lanes)
        last = lanes[-1]
        self.add("done")
        example = f"stage {last} {self.words[0]}"
        stage = self.add("stage {lane} {kind}", lane=lanes, kind=self.words, example=example)
        target = self.add(
            "target {lane} {card}>{card2}", lane=lanes, card=row, card2=row, example=f"target {last} 0>1"
        )
        self.lane = self.column("lane")
        """The lane of each move …"""
        self.kind = self.column("kind")
        """… the kind of card that it stages …"""
        self.card = self.column("card")
        """… the own card that chooses a target, in order of arrival, …"""
        self.enemy = self.column("card2")
        """… and the opposing card that is struck."""
        self.staging: list[list[tuple[int, ...]]] = [
            [self._stagings(stage, free, held) for held in range(1 << self.kinds)]
            for free in range(1 << self.lanes)
        ]
        """By free lanes and what is held: the end of staging, and the cards that may be staged."""
        self.targets = [
            [
                [
                    tuple([target.numbers[lane, card, enemy] for enemy in row[:count]])
                    for count in (*row, len(row))
                ]
                for card in row
            ]
            for lane in lanes
        ]
        """By lane, own card and number of opposing cards: which of those may be struck."""

    def _stagings(self, stage: Family, free: int, held: int) -> tuple[int, ...]:
        chosen = stage.numbers.items()
        return (DONE, *[move for (lane, kind), move in chosen if free >> lane & 1 and held >> kind & 1])

    def target_text(self, move: int) -> str:
        """A choice of target without its verb: ``1 0>2``."""
        return self.texts[move].removeprefix("target ")

    # What is wrong with a move

    def reason_against(self, move: int, position: Position, legal: tuple[int, ...]) -> str:
        """Why a move is not among the legal ones of a position, in a sentence that names the rule."""
        phase = PHASES.index(position["phase"])
        if phase == OVER:
            return "the game is over"
        if self.enemy[move] != NO_MOVE:
            return self._against_target(move, position, legal)
        if phase == TARGET:
            return f"staging is over: it is combat, and {self._asked(position, legal)} chooses its target"
        staged = position["seats"][_chooser(position)].get("staged", [None] * self.lanes)
        next_lane = self.lanes - staged.count(None)
        if move == DONE:
            return f"setup lays a card before each lane: lane {next_lane} is next"
        lane = self.lane[move]
        if phase == SETUP and lane != next_lane:
            return f"setup fills the lanes in order: lane {next_lane} is next"
        if staged[lane] is not None:
            return f"a card already lies before lane {lane}: at most one is staged before each lane"
        return f"no {self.words[self.kind[move]]} in hand"

    def _against_target(self, move: int, position: Position, legal: tuple[int, ...]) -> str:
        if position["phase"] != PHASES[TARGET]:
            phase = "staging" if position["phase"] == PHASES[STAGE] else "setup"
            return f"it is {phase}: targets are chosen in combat, when both have staged"
        lane, card, at = self.lane[move], self.card[move], self.enemy[move]
        chooser, rows = _chooser(position), position["lanes"][lane]["troops"]
        own, opposing = rows[chooser], len(rows[1 - chooser])
        if card >= len(own):
            return (
                f"no card {card} in lane {lane}: you have {pluralize(len(own), 'card')} there, counted from 0"
            )
        if kind_of(own[card]) in self.sweeping:
            return f"{own[card]} strikes each opposing card: it chooses no target"
        if at >= opposing:
            cards = pluralize(opposing, "opposing card")
            return f"no card {at} opposite in lane {lane}: {cards}, counted from 0"
        if opposing == 1:
            return f"there is only one opposing card in lane {lane}: no target is chosen"
        return f"targets are chosen lane by lane and card by card: {self._asked(position, legal)} is next"

    def _asked(self, position: Position, legal: tuple[int, ...]) -> str:
        """The card that is asked for its target."""
        lane, card = self.lane[legal[0]], self.card[legal[0]]
        return f"card {card} in lane {lane}, {position['lanes'][lane]['troops'][_chooser(position)][card]},"


def kind_of(troop: str) -> str:
    """The kind of a troop in words: ``tank`` of ``tank 3/2``."""
    return troop.partition(" ")[0]


def _chooser(position: dict[str, Any]) -> int:
    chooser: int = position.get("choosing", 0)
    return chooser
