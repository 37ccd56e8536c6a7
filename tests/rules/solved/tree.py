"""A game of two seats unfolded to its whole tree, as sequences of own moves.

A *situation* is all that a seat remembers when it is asked. A *sequence* is the row of a seat's own moves on
the way to somewhere, told by the situation and the move that it ends with; sequence 0 is the empty one.
Whoever remembers all that comes to each situation by one sequence only, so a plan is a number for each
sequence: how likely the seat makes all these moves, if the others and chance let it come there (Koller,
Megiddo and von Stengel, 1994).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field

from generator.rules import Game, Position, State
from generator.rules.adapters.history import Memory, Utility, Winning, first_memory, memory_after

Policy = dict[str, list[tuple[int, float]]]
"""For each situation the moves with their probabilities, as OpenSpiel takes it."""


@dataclass(frozen=True, slots=True)
class Situation:
    before: int
    """The sequence that leads here."""
    moves: tuple[int, ...]
    first: int
    """The sequence that the first of the moves ends; the others' follow."""

    def sequences(self) -> range:
        return range(self.first, self.first + len(self.moves))


@dataclass(slots=True)
class Side:
    """What one seat can come to."""

    situations: dict[str, Situation] = field(default_factory=dict)
    sequences: int = 1

    def situation(self, name: str, before: int, moves: tuple[int, ...]) -> Situation:
        known = self.situations.get(name)
        if known is None:
            known = self.situations[name] = Situation(before, moves, self.sequences)
            self.sequences += len(moves)
        assert (known.before, known.moves) == (before, moves), "a seat forgot, or is asked what it can't know"
        return known

    def policy(self, plan: Sequence[float]) -> Policy:
        """How a plan chooses; all moves alike where it never comes to."""
        policy: Policy = {}
        for name, situation in self.situations.items():
            weights = [max(plan[sequence], 0.0) for sequence in situation.sequences()]
            total = sum(weights)
            chances = [weight / total if total > 1e-12 else 1 / len(weights) for weight in weights]
            policy[name] = list(zip(situation.moves, chances, strict=True))
        return policy


@dataclass(slots=True)
class Tree:
    utility: Utility
    sides: tuple[Side, Side] = field(default_factory=lambda: (Side(), Side()))
    worth: dict[tuple[int, int], float] = field(default_factory=lambda: defaultdict(float))
    """What seat 0 has of two sequences that lead to ends, chance counted in."""
    ends: int = 0


def unfold(game: Game, beginnings: Sequence[Position], utility: Utility | None = None) -> Tree:
    """The tree of a game that begins with each of these positions equally often; what counts is to win,
    unless another utility is given."""
    tree = Tree(utility or Winning())
    for position in beginnings:
        state = game.from_dict(position)
        _unfold(tree, state, first_memory(state, 2), (0, 0), 1 / len(beginnings))
    return tree


def _unfold(tree: Tree, state: State, memory: Memory, at: tuple[int, int], chance: float) -> None:
    seat = state.player
    if seat is None:
        tree.ends += 1
        tree.worth[at] += chance * tree.utility.of(state.result())[0]
        return
    situation = tree.sides[seat].situation("\n".join(memory[seat]), at[seat], state.legal())
    for move, sequence in zip(situation.moves, situation.sequences(), strict=True):
        after = state.clone()
        after.apply(move)
        there = (sequence, at[1]) if seat == 0 else (at[0], sequence)
        _unfold(tree, after, memory_after(memory, seat, state.text(move), after), there, chance)
