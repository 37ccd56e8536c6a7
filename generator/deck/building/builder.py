"""Builds a deck: how many cards of each kind, then who they are; or tells why there is none."""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

from generator.deck.building.cast import cast
from generator.deck.building.chance import Dice
from generator.deck.building.conflicts import Conflict, conflicts_of
from generator.deck.building.demanding import Task, task_of
from generator.deck.building.leaning import lean
from generator.deck.building.nearest import Proposal, alternatives, nearest
from generator.deck.building.pool import Pool
from generator.deck.building.program import Program, Row
from generator.deck.building.taste import Taste
from generator.deck.building.wishes import Kind, Wishes
from generator.deck.format import DeckFormat
from generator.deck.write import DeckRow


class Impossible(NamedTuple):
    """There is no such deck: what contradicts what, and what would work."""

    conflicts: tuple[Conflict, ...]
    nearest: Proposal | None
    others: tuple[Proposal, ...]
    """Changes to one wish alone that would do as well, one for each wish that can be so changed."""


def build(
    limits: DeckFormat, wishes: Wishes, pool: Pool | None, copies: int, seed: int
) -> list[DeckRow] | Impossible:
    """A legal deck that fulfils the wishes; the same for the same seed.

    ``copies`` is the most of one character where there is no pool to tell it.
    """
    task = task_of(limits, wishes, pool)
    dice = Dice(seed)
    kinds = _kinds(task, dice)
    if kinds is None:
        return impossible(task)
    return cast(limits, wishes, kinds, pool, copies, dice)


def impossible(task: Task) -> Impossible:
    """Why there is no deck for the task."""
    conflicts = tuple(conflicts_of(task))
    proposal = nearest(task)
    others = [other for conflict in conflicts[:1] for other in alternatives(task, conflict.demands)]
    words = _words(proposal)
    return Impossible(conflicts, proposal, tuple(other for other in others if _words(other) != words))


def _words(proposal: Proposal | None) -> list[str]:
    return [] if proposal is None else [change.instead for change in proposal.changes]


def _kinds(task: Task, dice: Dice) -> Counter[Kind] | None:
    """How many cards of each kind; None if no deck fulfils all demands.

    First the size of the deck, then its classes and powers, then the kinds: each as near to the taste of the
    seed as what is settled before lets it.
    """
    table, taste = task.table, Taste(task.limits, task.wishes, dice)
    program = table.program.copy()
    program.rows += [row for demand in task.demands for row in demand.rows]
    values = _settled(program, {table.cards: taste.cards()}, dice)
    if values is None:
        return None
    cards = values[table.cards]
    classes, powers = taste.classes(cards), taste.powers(cards)
    targets = {column: classes[name] for name, column in table.classes.items()}
    targets |= {column: powers[power] for power, column in table.powers.items()}
    values = _settled(program, targets, dice)
    assert values is not None
    in_class = {name: values[column] for name, column in table.classes.items()}
    of_power = {power: values[column] for power, column in table.powers.items()}
    kinds = taste.kinds(in_class, of_power)
    program.branch_on_nothing()
    values = _settled(program, {column: kinds[kind] for kind, column in table.kinds.items()}, dice)
    assert values is not None
    if not all(row.holds(values) for row in program.rows):
        raise RuntimeError("the solver's deck does not fulfil the demands")
    return Counter({kind: values[column] for kind, column in table.kinds.items()})


def _settled(program: Program, targets: dict[int, float], dice: Dice) -> list[int] | None:
    """The solution nearest to the targets; the columns that have one keep their values from now on."""
    trial = program.copy()
    values = trial.best(lean(trial, targets, dice))
    if values is not None:
        program.rows += [Row({column: 1}, values[column], values[column]) for column in targets]
    return values
