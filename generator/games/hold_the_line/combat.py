"""Combat: all damage of a round, counted from the strength that the cards have at its start."""

from __future__ import annotations

from generator.games.hold_the_line.army import Army
from generator.games.hold_the_line.moves import Moves
from generator.games.hold_the_line.troops import Troop


class Targets:
    """The targets that a seat has chosen, handed out in the order in which they were asked for."""

    __slots__ = ("aims", "given", "moves")

    def __init__(self, army: Army, moves: Moves) -> None:
        self.aims = army.aims
        self.moves = moves
        self.given = 0

    def next_of(self, facing: int) -> int:
        """Which of so many opposing cards the next card strikes; with one of them nobody was asked."""
        if facing == 1:
            return 0
        self.given += 1
        return self.moves.target_at(self.aims[self.given - 1])


def resolve_combat(first: Army, second: Army, moves: Moves) -> None:
    """The cards of both armies strike in every lane where they face each other, and then suffer."""
    first_targets = Targets(first, moves)
    second_targets = Targets(second, moves)
    for lane, row in enumerate(first.rows):
        opposing = second.rows[lane]
        if not row or not opposing:
            continue
        if len(row) == 1 and len(opposing) == 1:
            duel(first, second, lane)
            continue
        on_second = Damage(len(opposing))
        on_second.add(row, first_targets)
        on_first = Damage(len(row))
        on_first.add(opposing, second_targets)
        first.suffer(lane, on_first.ordinary, on_first.piercing)
        second.suffer(lane, on_second.ordinary, on_second.piercing)


def duel(first: Army, second: Army, lane: int) -> None:
    """One card against one: no other rules than in any fight, but the most frequent, so it is made short."""
    one, other = first.rows[lane][0], second.rows[lane][0]
    first.replace(lane, one, one.struck_by(other))
    second.replace(lane, other, other.struck_by(one))


class Damage:
    """What the cards of one row take in this round, added up for each, in order of arrival."""

    __slots__ = ("ordinary", "piercing")

    def __init__(self, cards: int) -> None:
        self.ordinary = [0] * cards
        self.piercing = [0] * cards

    def add(self, attackers: tuple[Troop, ...], targets: Targets) -> None:
        """Adds what these cards deal."""
        facing = len(self.ordinary)
        for attacker in attackers:
            taken = self.piercing if attacker.pierces else self.ordinary
            if attacker.each:
                for at in range(facing):
                    taken[at] += attacker.damage
            else:
                taken[targets.next_of(facing)] += attacker.damage
