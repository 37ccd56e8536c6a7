"""An army: one seat's cards, wherever they lie, and what the seat has chosen so far."""

from __future__ import annotations

from generator.games.hold_the_line.moves import Moves
from generator.games.hold_the_line.numbers import Numbers
from generator.games.hold_the_line.troops import Troop
from generator.rules.pile import Pile, empty_pile
from generator.rules.shuffler import Shuffler

NOBODY = -1
"""Stands in the staging area where no card lies."""


class Army:
    """The cards of one seat, and what it has chosen in this phase."""

    __slots__ = (
        "aims",
        "deck",
        "discard",
        "free",
        "hand",
        "questions",
        "ready",
        "rows",
        "staged",
        "staged_count",
    )

    deck: list[int]
    """Kinds; the last is the top card."""
    hand: Pile
    discard: Pile
    rows: list[tuple[Troop, ...]]
    """The cards at the front of each lane in order of arrival. A row is replaced, never changed, so that
    copies of a state can share it."""
    staged: list[int]
    """The kind of the card that lies face down before each lane, or ``NOBODY``."""
    staged_count: int
    free: int
    """Which lanes have no staged card: one binary digit for each, as ``Moves`` looks choices up."""
    ready: bool
    """Whether it has ended staging."""
    questions: list[tuple[int, ...]]
    """The targets to choose from, for each card that has a choice, in the order of asking. The list is
    replaced, never changed."""
    aims: list[int]
    """The answers so far: the moves that were made."""

    def muster(self, numbers: Numbers) -> None:
        """An army without cards."""
        kinds = len(numbers.kinds)
        self.deck = []
        self.hand = empty_pile(kinds)
        self.discard = empty_pile(kinds)
        self.rows = [()] * numbers.lanes
        self.clear_staging(numbers.lanes)
        self.ready = False
        self.questions = []
        self.aims = []

    def clear_staging(self, lanes: int) -> None:
        self.staged = [NOBODY] * lanes
        self.staged_count = 0
        self.free = (1 << lanes) - 1

    def draw_up_to(self, full: int, shuffler: Shuffler) -> None:
        """Draws until the hand is full. An empty draw pile takes in the shuffled discard pile; with both
        empty the hand stays short."""
        missing = full - self.hand.size
        if missing > len(self.deck):
            missing -= len(self.deck)
            self._draw(len(self.deck))
            if self.discard.size:
                self.deck = self.discard.take_all()
                shuffler.shuffle(self.deck)
            missing = min(missing, len(self.deck))
        if missing > 0:
            self._draw(missing)

    def _draw(self, count: int) -> None:
        """Takes so many cards from the top of the deck, which has them."""
        left = len(self.deck) - count
        self.hand.add_all(self.deck[left:])
        del self.deck[left:]

    def stage(self, lane: int, kind: int) -> None:
        """Lays a card from the hand face down before a lane."""
        self.hand.take(kind)
        self.staged[lane] = kind
        self.staged_count += 1
        self.free ^= 1 << lane

    def ask(self, enemy: Army, moves: Moves) -> None:
        """Notes whom to ask for a target: each card that strikes one and faces several."""
        self.questions = []
        self.aims = []
        for lane, opposing in enumerate(enemy.rows):
            facing = len(opposing)
            if facing > 1:
                for card, troop in enumerate(self.rows[lane]):
                    if not troop.each:
                        self.questions.append(moves.targets[lane][card][facing])

    def suffer(self, lane: int, ordinary: list[int], piercing: list[int]) -> None:
        """The cards of a lane take the damage that was added up for each; those that fall are discarded,
        whole again."""
        survivors: list[Troop] = []
        for at, troop in enumerate(self.rows[lane]):
            left = troop.struck(ordinary[at], piercing[at])
            if left is None:
                self.discard.add(troop.kind)
            else:
                survivors.append(left)
        self.rows[lane] = tuple(survivors)

    def replace(self, lane: int, troop: Troop, left: Troop | None) -> None:
        """What is left of the only card in a lane takes its place; if nothing is, the card is discarded."""
        if left is None:
            self.discard.add(troop.kind)
            self.rows[lane] = ()
        else:
            self.rows[lane] = (left,)

    def pushes(self, enemy: Army, lane: int) -> bool:
        """Whether it pushes a front after combat: it deploys a card there where no enemy survived, and it has
        a survivor of its own or the enemy deploys none."""
        if self.staged[lane] == NOBODY or enemy.rows[lane]:
            return False
        return bool(self.rows[lane]) or enemy.staged[lane] == NOBODY

    def arrive(self, fresh: list[Troop]) -> None:
        """All staged cards move to the front of their lane, behind those that came before."""
        if self.staged_count:
            for lane, kind in enumerate(self.staged):
                if kind != NOBODY:
                    self.rows[lane] += (fresh[kind],)
            self.clear_staging(len(self.staged))

    def clone(self) -> Army:
        copy = Army()
        copy.deck = self.deck[:]
        copy.hand = self.hand.clone()
        copy.discard = self.discard.clone()
        copy.rows = self.rows[:]
        copy.staged = self.staged[:]
        copy.staged_count = self.staged_count
        copy.free = self.free
        copy.ready = self.ready
        copy.questions = self.questions
        copy.aims = self.aims[:]
        return copy
