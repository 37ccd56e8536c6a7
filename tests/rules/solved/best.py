"""Best plans for a tree: against one who plays best too, or against one whose policy is known."""

from __future__ import annotations

from collections import defaultdict
from math import inf

from rules.solved.linear import Program
from rules.solved.tree import Policy, Side, Tree


def best_plan(tree: Tree, seat: int) -> tuple[float, Policy]:
    """What the seat gets at least when it plays best, and how it plays then.

    The sequences that go on from a situation are as likely together as the one that leads to it. What the
    other seat leaves is at each of its situations the least that any of its moves leaves.
    """
    own, other = tree.sides[seat], tree.sides[1 - seat]
    program = Program()
    plan = [program.variable(0.0) for _ in range(own.sequences)]
    left = {name: program.variable(-inf) for name in other.situations}
    value = program.variable(-inf, gain=1.0)
    program.row({plan[0]: 1.0}, 1.0, 1.0)
    for situation in own.situations.values():
        onward = {plan[sequence]: 1.0 for sequence in situation.sequences()}
        program.row({**onward, plan[situation.before]: -1.0}, 0.0, 0.0)
    rows: list[dict[int, float]] = [defaultdict(float) for _ in range(other.sequences)]
    for (first, second), worth in tree.worth.items():
        mine, theirs = (first, second) if seat == 0 else (second, first)
        rows[theirs][plan[mine]] += worth if seat == 0 else -worth
    rows[0][value] -= 1.0
    for name, situation in other.situations.items():
        rows[situation.before][left[name]] += 1.0
        for sequence in situation.sequences():
            rows[sequence][left[name]] -= 1.0
    for row in rows:
        program.row(row, 0.0, inf)
    greatest, values = program.solve()
    return greatest, own.policy([values[number] for number in plan])


def best_answer(tree: Tree, seat: int, policy: Policy) -> float:
    """The most that the seat gets when it knows the policy of the other seat."""
    own = tree.sides[seat]
    likely = plan_of(tree.sides[1 - seat], policy)
    gains = [0.0] * own.sequences
    for (first, second), worth in tree.worth.items():
        mine, theirs = (first, second) if seat == 0 else (second, first)
        gains[mine] += likely[theirs] * (worth if seat == 0 else -worth)
    # A situation comes into the table before those that follow it.
    for situation in reversed(own.situations.values()):
        gains[situation.before] += max(gains[sequence] for sequence in situation.sequences())
    return gains[0]


def exploitability(tree: Tree, policies: tuple[Policy, Policy]) -> float:
    """How much two who know the policies take from them, on average of both seats: 0 where both are best."""
    return sum(best_answer(tree, seat, policies[1 - seat]) for seat in range(2)) / 2


def plan_of(side: Side, policy: Policy) -> list[float]:
    """How likely a policy makes the moves of each sequence."""
    plan = [1.0] + [0.0] * (side.sequences - 1)
    for name, situation in side.situations.items():
        for sequence, (_, chance) in zip(situation.sequences(), policy[name], strict=True):
            plan[sequence] = plan[situation.before] * chance
    return plan


def outcome(tree: Tree, policies: tuple[Policy, Policy]) -> float:
    """What seat 0 gets on average when both play by these policies."""
    first, second = (plan_of(side, policy) for side, policy in zip(tree.sides, policies, strict=True))
    return sum(first[at[0]] * second[at[1]] * worth for at, worth in tree.worth.items())
