"""The moves as small numbers and as words, and the choices that can come up, all made once for a game.

Number 0 ends staging; then come the stagings, lane by lane and kind by kind; then the targets, lane by lane,
own card by own card, and opposing card by opposing card.
"""

from __future__ import annotations

import re

from generator.catalog.suggest import did_you_mean
from generator.catalog.wording import join_words, quote
from generator.games.hold_the_line.numbers import Numbers
from generator.rules.protocol import IllegalMove

DONE = 0
FIRST_STAGING = 1
NONE = -1
"""Stands where a move is no staging."""

_TARGET = re.compile(r"([0-9]{1,3}) ([0-9]{1,3})>([0-9]{1,3})")
_STAGE = re.compile(r"([0-9]{1,3}) (\S+)")


class Moves:
    """Which number stands for which move.

    Choices are looked up by what is free and what is held: ``free`` says which lanes have no staged card
    yet, ``held`` which kinds are in the hand, each as a number with one binary digit for each lane or kind.
    """

    __slots__ = (
        "count",
        "first_target",
        "kinds",
        "lanes",
        "row",
        "setup",
        "staged_kind",
        "staged_lane",
        "staging",
        "targets",
        "words",
    )

    def __init__(self, numbers: Numbers) -> None:
        self.kinds = len(numbers.kinds)
        self.lanes = numbers.lanes
        self.row = numbers.army_size
        """No side has more cards in one lane."""
        self.words = [kind.word for kind in numbers.kinds]
        self.first_target = FIRST_STAGING + self.lanes * self.kinds
        self.count = self.first_target + self.lanes * self.row * self.row
        stagings = range(self.lanes * self.kinds)
        self.staged_lane = [NONE] * FIRST_STAGING + [number // self.kinds for number in stagings]
        """The lane of each staging."""
        self.staged_kind = [NONE] * FIRST_STAGING + [number % self.kinds for number in stagings]
        """The kind of card of each staging."""
        self.setup: list[list[tuple[int, ...]]] = [
            [self._stagings(1 << lane, held) for held in range(1 << self.kinds)] for lane in range(self.lanes)
        ]
        """By lane and what is held: the cards that may be laid before that lane."""
        self.staging: list[list[tuple[int, ...]]] = [
            [(DONE, *self._stagings(free, held)) for held in range(1 << self.kinds)]
            for free in range(1 << self.lanes)
        ]
        """By free lanes and what is held: the cards that may be staged, and the end of staging."""
        self.targets: list[list[list[tuple[int, ...]]]] = [
            [self._aims(lane, card) for card in range(self.row)] for lane in range(self.lanes)
        ]
        """By lane, own card and number of opposing cards: which of those may be struck."""

    def _stagings(self, free: int, held: int) -> tuple[int, ...]:
        return tuple(
            self.stage(lane, kind)
            for lane in range(self.lanes)
            for kind in range(self.kinds)
            if free >> lane & 1 and held >> kind & 1
        )

    def _aims(self, lane: int, card: int) -> list[tuple[int, ...]]:
        first = self.target(lane, card, 0)
        return [tuple(range(first, first + count)) for count in range(self.row + 1)]

    def stage(self, lane: int, kind: int) -> int:
        return FIRST_STAGING + lane * self.kinds + kind

    def target(self, lane: int, card: int, at: int) -> int:
        return self.first_target + (lane * self.row + card) * self.row + at

    def is_target(self, move: int) -> bool:
        return move >= self.first_target

    def target_lane(self, move: int) -> int:
        return (move - self.first_target) // (self.row * self.row)

    def target_card(self, move: int) -> int:
        """The own card that a choice of target is for, in order of arrival."""
        return (move - self.first_target) // self.row % self.row

    def target_at(self, move: int) -> int:
        """The opposing card that is struck, in order of arrival."""
        return (move - self.first_target) % self.row

    def text(self, move: int) -> str:
        """The move in words: ``stage 2 tank``, ``target 1 0>2`` or ``done``."""
        if move == DONE:
            return "done"
        if self.is_target(move):
            return f"target {self.aim_text(move)}"
        return f"stage {self.staged_lane[move]} {self.words[self.staged_kind[move]]}"

    def aim_text(self, move: int) -> str:
        """A choice of target without its verb: ``1 0>2``."""
        return f"{self.target_lane(move)} {self.target_card(move)}>{self.target_at(move)}"

    def parse(self, text: str) -> int:
        """The move of a text; blanks and capitals may be as they like. Raises IllegalMove with a hint."""
        verb, _, rest = " ".join(text.split()).casefold().partition(" ")
        if verb == "done" and not rest:
            return DONE
        if verb == "stage":
            return self._parse_stage(rest)
        if verb == "target":
            return self._parse_target(rest)
        hint = did_you_mean(verb, ("stage", "target", "done"))
        moves = "a move is `stage LANE KIND`, `target LANE OWN>OPPOSING` or `done`"
        raise IllegalMove(f"{quote(text)} is no move; {hint or moves}")

    def _parse_stage(self, rest: str) -> int:
        found = _STAGE.fullmatch(rest)
        if found is None:
            raise IllegalMove(
                f"{quote(f'stage {rest}')} is no move; write it as `stage {self.lanes - 1} {self.words[0]}`"
            )
        lane, word = int(found[1]), str(found[2])
        self._check_lane(lane)
        kinds = [kind.casefold() for kind in self.words]
        if word not in kinds:
            hint = did_you_mean(word, self.words) or f"the kinds are {join_words(self.words, 'and')}"
            raise IllegalMove(f"{quote(word)} is no kind of troop; {hint}")
        return self.stage(lane, kinds.index(word))

    def _parse_target(self, rest: str) -> int:
        found = _TARGET.fullmatch(rest)
        if found is None:
            raise IllegalMove(
                f"{quote(f'target {rest}')} is no move; write it as `target {self.lanes - 1} 0>1`"
            )
        lane, card, at = int(found[1]), int(found[2]), int(found[3])
        self._check_lane(lane)
        if max(card, at) >= self.row:
            raise IllegalMove(f"there is no card {max(card, at)}: an army has {self.row}, counted from 0")
        return self.target(lane, card, at)

    def _check_lane(self, lane: int) -> None:
        if lane >= self.lanes:
            raise IllegalMove(f"there is no lane {lane}: the lanes are 0 to {self.lanes - 1}")
