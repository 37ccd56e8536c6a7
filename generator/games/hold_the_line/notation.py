"""The moves as small numbers and as words, and the reason against a move that is illegal.

Number 0 ends staging; then come the stagings, lane by lane and kind by kind; then the targets, lane by lane,
own card by own card, and opposing card by opposing card.
"""

from __future__ import annotations

import re
from typing import Any, Final

from generator.catalog.suggest import did_you_mean
from generator.catalog.wording import join_words, pluralize, quote
from generator.games.hold_the_line.config import RulesConfig
from generator.rules.notation import Notation
from generator.rules.protocol import Position

NAME: Final = "hold-the-line"

SETUP: Final = 0
STAGE: Final = 1
TARGET: Final = 2
OVER: Final = 3
PHASES: Final = ("setup", "stage", "target", "over")
"""The phases in words. Targets are chosen in combat; the rest of a round needs no choice."""

DONE: Final = 0
FIRST_STAGING: Final = 1
NONE: Final = -1
"""Stands where a move is no staging."""
EVERYTHING_IS_SECRET: Final = True
"""Whatever a seat chooses stays hidden from the other one until both have chosen."""

_NUMBER = r"(0|[1-9][0-9]{0,2})"
_STAGE = re.compile(rf"{_NUMBER} (\S+)")
_TARGET = re.compile(rf"{_NUMBER} {_NUMBER}>{_NUMBER}")


class LineNotation(Notation):
    """Which number stands for which move, and the choices that can come up, all made once for a game.

    Choices are looked up by what is free and what is held: ``free`` says which lanes have no staged card
    yet, ``held`` which kinds are in the hand, each as a number with one binary digit for each lane or kind.
    """

    def __init__(self, config: RulesConfig) -> None:
        self.kinds = len(config.kinds)
        self.lanes = config.lanes
        self.row = config.army_size
        """No side has more cards in one lane."""
        self.words = [kind.word for kind in config.kinds]
        self.sweeping = {kind.word for kind in config.kinds if kind.each}
        """The kinds that strike every opposing card, and so choose no target."""
        self.first_target = FIRST_STAGING + self.lanes * self.kinds
        self.count = self.first_target + self.lanes * self.row * self.row
        stagings = range(self.lanes * self.kinds)
        self.staged_lane = [NONE] * FIRST_STAGING + [number // self.kinds for number in stagings]
        """The lane of each staging."""
        self.staged_kind = [NONE] * FIRST_STAGING + [number % self.kinds for number in stagings]
        """The kind of card of each staging."""
        self.staging: list[list[tuple[int, ...]]] = [
            [self._stagings(free, held) for held in range(1 << self.kinds)] for free in range(1 << self.lanes)
        ]
        """By free lanes and what is held: the end of staging, and the cards that may be staged."""
        self.targets: list[list[list[tuple[int, ...]]]] = [
            [self._targets(lane, card) for card in range(self.row)] for lane in range(self.lanes)
        ]
        """By lane, own card and number of opposing cards: which of those may be struck."""
        last = self.lanes - 1
        examples = {"stage": f"stage {last} {self.words[0]}", "target": f"target {last} 0>1", "done": "done"}
        super().__init__([self._write(move) for move in range(self.count)], examples)

    def _stagings(self, free: int, held: int) -> tuple[int, ...]:
        moves = [DONE]
        for lane in range(self.lanes):
            for kind in range(self.kinds):
                if free >> lane & 1 and held >> kind & 1:
                    moves.append(FIRST_STAGING + lane * self.kinds + kind)
        return tuple(moves)

    def _targets(self, lane: int, card: int) -> list[tuple[int, ...]]:
        first = self.first_target + (lane * self.row + card) * self.row
        return [tuple(range(first, first + count)) for count in range(self.row + 1)]

    # The parts of a move

    def target_lane(self, move: int) -> int:
        return (move - self.first_target) // (self.row * self.row)

    def target_card(self, move: int) -> int:
        """The own card that a choice of target is for, in order of arrival."""
        return (move - self.first_target) // self.row % self.row

    def target_at(self, move: int) -> int:
        """The opposing card that is struck, in order of arrival."""
        return (move - self.first_target) % self.row

    # Words

    def _write(self, move: int) -> str:
        """The move in words: ``stage 2 tank``, ``target 1 0>2`` or ``done``."""
        if move == DONE:
            return "done"
        if move >= self.first_target:
            return f"target {self.target_text(move)}"
        return f"stage {self.staged_lane[move]} {self.words[self.staged_kind[move]]}"

    def target_text(self, move: int) -> str:
        """A choice of target without its verb: ``1 0>2``."""
        return f"{self.target_lane(move)} {self.target_card(move)}>{self.target_at(move)}"

    def fault(self, text: str, words: str) -> str:
        verb, _, rest = words.partition(" ")
        staging, target = _STAGE.fullmatch(rest), _TARGET.fullmatch(rest)
        if verb == "stage" and staging is not None:
            return self._fault_of_staging(int(staging[1]), str(staging[2]))
        if verb == "target" and target is not None:
            return self._fault_of_target(int(target[1]), max(int(target[2]), int(target[3])))
        return super().fault(text, words)

    def hint(self, words: str) -> str:
        verb = words.partition(" ")[0]
        if verb in ("stage", "target"):
            return f"write it as `{self.examples[verb]}`"
        forms = "a move is `stage LANE KIND`, `target LANE OWN>OPPOSING` or `done`"
        return did_you_mean(verb, self.examples) or forms

    def _fault_of_staging(self, lane: int, word: str) -> str:
        if lane >= self.lanes:
            return self._no_lane(lane)
        hint = did_you_mean(word, self.words) or f"the kinds are {join_words(self.words, 'and')}"
        return f"{quote(word)} is not a kind of troop; {hint}"

    def _fault_of_target(self, lane: int, card: int) -> str:
        if lane >= self.lanes:
            return self._no_lane(lane)
        return f"there is no card {card}: an army has {self.row}, counted from 0"

    def _no_lane(self, lane: int) -> str:
        return f"there is no lane {lane}: the lanes are 0 to {self.lanes - 1}"

    # What is wrong with a move

    def reason_against(self, move: int, position: Position, legal: tuple[int, ...]) -> str:
        """Why a move is not among the legal ones of a position, in a sentence that names the rule."""
        phase = PHASES.index(position["phase"])
        if phase == OVER:
            return "the game is over"
        if move >= self.first_target:
            return self._against_target(move, position, legal)
        if phase == TARGET:
            return f"staging is over: it is combat, and {self._asked(position, legal)} chooses its target"
        staged = position["seats"][_chooser(position)].get("staged", [None] * self.lanes)
        next_lane = self.lanes - staged.count(None)
        if move == DONE:
            return f"setup lays a card before each lane: lane {next_lane} is next"
        lane = self.staged_lane[move]
        if phase == SETUP and lane != next_lane:
            return f"setup fills the lanes in order: lane {next_lane} is next"
        if staged[lane] is not None:
            return f"a card already lies before lane {lane}: at most one is staged before each lane"
        return f"no {self.words[self.staged_kind[move]]} in hand"

    def _against_target(self, move: int, position: Position, legal: tuple[int, ...]) -> str:
        if position["phase"] != PHASES[TARGET]:
            phase = "staging" if position["phase"] == PHASES[STAGE] else "setup"
            return f"it is {phase}: targets are chosen in combat, when both have staged"
        lane, card, at = self.target_lane(move), self.target_card(move), self.target_at(move)
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
        lane, card = self.target_lane(legal[0]), self.target_card(legal[0])
        return f"card {card} in lane {lane}, {position['lanes'][lane]['troops'][_chooser(position)][card]},"


def kind_of(troop: str) -> str:
    """The kind of a troop in words: ``tank`` of ``tank 3/2``."""
    return troop.partition(" ")[0]


def _chooser(position: dict[str, Any]) -> int:
    chooser: int = position.get("choosing", 0)
    return chooser
