"""Hold the Line: setup, and rounds of staging, combat, deploying and drawing, until a line is broken.

Both players act at once. The engine asks seat 0 for all that it chooses in a phase, then seat 1, and only
then does anything happen. The chapters below are those of the rulebook, ``cards/hold-the-line/rulebook.md``.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from generator.catalog.wording import pluralize
from generator.games.hold_the_line.config import SEATS, RulesConfig, TroopKind
from generator.games.hold_the_line.notation import (
    DONE,
    EVERYTHING_IS_SECRET,
    NAME,
    OVER,
    PHASES,
    SETUP,
    STAGE,
    TARGET,
    LineNotation,
)
from generator.games.hold_the_line.position import (
    NOBODY,
    Dealer,
    Reading,
    SeatReading,
    view_of,
)
from generator.rules.pile import Pile, empty_pile
from generator.rules.positions import shuffler_position
from generator.rules.protocol import Position, Result, State, View, one_winner
from generator.rules.shuffler import Shuffler

# A troop card: what is left of it, what it deals, and what damage makes of it.


class Troop:
    """A card at a front in a certain condition.

    A troop never changes: there is one for each kind, health and armor, which all cards in that condition
    share, and a card that is hurt is replaced by another one.
    """

    __slots__ = ("armor", "damage", "each", "health", "kind", "pierced", "pierces", "text", "worn")

    def __init__(self, number: int, kind: TroopKind, health: int, armor: int) -> None:
        self.kind = number
        self.health = health
        self.armor = armor
        self.damage = kind.damage_with(health, armor)
        self.each = kind.each
        self.pierces = kind.pierces
        self.text = f"{kind.word} {health}/{armor}"
        self.worn: list[Troop] = []
        """What is left of it after so much ordinary damage; more damage than listed leaves nothing."""
        self.pierced: list[Troop] = []
        """What is left of it after so much damage that ignores armor; more leaves nothing."""

    def struck(self, ordinary: int, piercing: int) -> Troop | None:
        """What is left after the damage of a round, each of the two sorts added up; None if it falls.

        Armor meets ordinary damage only, so it makes no difference which of them is counted first.
        """
        left = self
        if ordinary:
            if ordinary >= len(left.worn):
                return None
            left = left.worn[ordinary]
        if piercing:
            if piercing >= len(left.pierced):
                return None
            left = left.pierced[piercing]
        return left

    def struck_by(self, other: Troop) -> Troop | None:
        """What is left after the damage of one other card; None if it falls."""
        left = self.pierced if other.pierces else self.worn
        return left[other.damage] if other.damage < len(left) else None


class Troops:
    """All conditions that a card can be in."""

    __slots__ = ("by_text", "fresh")

    def __init__(self, config: RulesConfig) -> None:
        self.fresh: list[Troop] = []
        """For each kind the troop that nobody has hurt."""
        self.by_text: dict[str, Troop] = {}
        """For example ``tank 3/2``: kind, health left, armor left."""
        for number, kind in enumerate(config.kinds):
            conditions = {
                (health, armor): Troop(number, kind, health, armor)
                for health in range(1, kind.health + 1)
                for armor in range(kind.armor + 1)
            }
            for (health, armor), troop in conditions.items():
                troop.pierced = [conditions[left, armor] for left in range(health, 0, -1)]
                troop.worn = _wear(conditions, health, armor, config.armor_takes)
            self.fresh.append(conditions[kind.health, kind.armor])
            self.by_text.update((troop.text, troop) for troop in conditions.values())


def _wear(conditions: dict[tuple[int, int], Troop], health: int, armor: int, takes: int) -> list[Troop]:
    """The troops that 0, 1, 2 … ordinary damage make of one, up to the last that still stands."""
    worn: list[Troop] = []
    damage = 0
    while True:
        broken = min(armor, damage // takes)
        # What is too little to break the next armor is lost; without armor all of it goes to health.
        hurt = damage - armor * takes if broken == armor else 0
        if hurt >= health:
            return worn
        worn.append(conditions[health - hurt, armor - broken])
        damage += 1


# An army: one seat's cards, wherever they lie, and what the seat has chosen so far.


class Army:
    """The cards of one seat, and what it has chosen in this phase."""

    __slots__ = (
        "deck",
        "discard",
        "free",
        "hand",
        "questions",
        "ready",
        "rows",
        "staged",
        "staged_count",
        "targets",
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
    """Which lanes have no staged card: one binary digit for each, as the notation looks choices up."""
    ready: bool
    """Whether it has ended staging."""
    questions: list[tuple[int, ...]]
    """The targets to choose from, for each card that has a choice, in the order of asking. The list is
    replaced, never changed."""
    targets: list[int]
    """The answers so far: the moves that were made."""

    def set_up(self, config: RulesConfig) -> None:
        """An army without cards."""
        kinds = len(config.kinds)
        self.deck = []
        self.hand = empty_pile(kinds)
        self.discard = empty_pile(kinds)
        self.rows = [()] * config.lanes
        self.clear_staging(config.lanes)
        self.ready = False
        self.questions = []
        self.targets = []

    def clear_staging(self, lanes: int) -> None:
        self.staged = [NOBODY] * lanes
        self.staged_count = 0
        self.free = (1 << lanes) - 1

    def lay_out(self, given: SeatReading, troops: Troops) -> None:
        """Lays an army without cards out as a position has it."""
        self.deck = given.deck[::-1]
        self.hand.add_all(given.hand)
        self.discard.add_all(given.discard)
        self.rows = [tuple([troops.by_text[text] for text in row]) for row in given.rows]
        for lane, kind in enumerate(given.staged):
            if kind != NOBODY:
                self.hand.add(kind)
                self.stage(lane, kind)

    def stage(self, lane: int, kind: int) -> None:
        """Lays a card from the hand face down before a lane."""
        self.hand.take(kind)
        self.staged[lane] = kind
        self.staged_count += 1
        self.free ^= 1 << lane

    def ask(self, enemy: Army, notation: LineNotation) -> None:
        """Notes whom to ask for a target: each card that strikes one and faces several."""
        self.questions = []
        self.targets = []
        for lane, opposing in enumerate(enemy.rows):
            facing = len(opposing)
            if facing > 1:
                for card, troop in enumerate(self.rows[lane]):
                    if not troop.each:
                        self.questions.append(notation.targets[lane][card][facing])

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

    def deploy(self, fresh: list[Troop]) -> None:
        """All staged cards move to the front of their lane, behind those that came before."""
        if self.staged_count:
            for lane, kind in enumerate(self.staged):
                if kind != NOBODY:
                    self.rows[lane] += (fresh[kind],)
            self.clear_staging(len(self.staged))

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

    def take_over(self, dealt: Dealer) -> None:
        """Has what was dealt, instead of what it had and has chosen out of sight."""
        self.deck = dealt.deck
        self.hand.clear()
        self.hand.add_all(dealt.hand)
        self.staged = dealt.staged
        self.staged_count = 0
        self.free = 0
        for lane, kind in enumerate(dealt.staged):
            if kind == NOBODY:
                self.free |= 1 << lane
            else:
                self.staged_count += 1
        self.ready = False
        self.targets = [self.questions[at][answer] for at, answer in enumerate(dealt.answers)]

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
        copy.targets = self.targets[:]
        return copy


class HoldTheLineState(State):
    """A game of Hold the Line under way."""

    __slots__ = (
        "armies",
        "choices",
        "chooser",
        "config",
        "fronts",
        "max_rounds",
        "notation",
        "phase",
        "round",
        "shuffler",
        "troops",
    )

    config: RulesConfig
    troops: Troops
    notation: LineNotation
    shuffler: Shuffler
    max_rounds: int
    phase: int
    round: int
    chooser: int
    """The seat that chooses in this phase; seat 1 does when seat 0 has chosen everything."""
    choices: tuple[int, ...]
    """What ``player`` may choose from."""
    fronts: list[int]
    """Where the front of each lane stands: 0 is the start, more is nearer to seat 1."""
    armies: list[Army]

    # Set-up

    def set_up(
        self, config: RulesConfig, troops: Troops, notation: LineNotation, shuffler: Shuffler, max_rounds: int
    ) -> None:
        """The board with all fronts at the start, and no cards yet."""
        self.config = config
        self.troops = troops
        self.notation = notation
        self.shuffler = shuffler
        self.max_rounds = max_rounds
        self.phase = SETUP
        self.round = 0
        self.player = None
        self.chooser = 0
        self.choices = ()
        self.fronts = [0] * config.lanes
        self.armies = [Army() for _ in range(SEATS)]
        for army in self.armies:
            army.set_up(config)

    def deal(self) -> None:
        """Each army is shuffled, and the first hands are drawn. Then both lay a card before each lane."""
        for army in self.armies:
            for number, kind in enumerate(self.config.kinds):
                army.deck.extend([number] * kind.copies)
            self.shuffler.shuffle(army.deck)
        for army in self.armies:
            army.draw_up_to(self.config.first_hand, self.shuffler)

    # What is asked, and what becomes of the answers

    def legal(self) -> tuple[int, ...]:
        return self.choices

    def apply(self, move: int) -> None:
        self._choose(self.armies[self.chooser], move)
        self.advance()

    def advance(self) -> None:
        """Plays on until a seat has a real choice, or the game is over."""
        while self.phase != OVER:
            army = self.armies[self.chooser]
            choices = self._open_choices(army)
            if len(choices) > 1:
                self.player = self.chooser
                self.choices = choices
                return
            if choices:
                self._choose(army, choices[0])
            elif self.chooser == 0:
                self.chooser = 1
            else:
                self.chooser = 0
                self._both_have_chosen()
        self.player = None
        self.choices = ()

    def _open_choices(self, army: Army) -> tuple[int, ...]:
        """What may be chosen next for an army; nothing when all is chosen that can be in this phase."""
        if self.phase == STAGE:
            if army.ready or army.staged_count == self.config.max_staged:
                return ()
            return self.notation.staging[army.free][army.hand.kinds]
        if self.phase == TARGET:
            answered = len(army.targets)
            return army.questions[answered] if answered < len(army.questions) else ()
        if army.staged_count == self.config.lanes:
            return ()
        # Setup fills the lanes in order, and nobody may end it early.
        return self.notation.staging[1 << army.staged_count][army.hand.kinds][1:]

    def _choose(self, army: Army, move: int) -> None:
        if self.phase == TARGET:
            army.targets.append(move)
        elif move == DONE:
            army.ready = True
        else:
            army.stage(self.notation.staged_lane[move], self.notation.staged_kind[move])

    def _both_have_chosen(self) -> None:
        """The steps in their order: each phase ends when both seats have chosen."""
        if self.phase == SETUP:
            self._deploy()
            self._draw()
            self._begin_round()
        elif self.phase == STAGE:
            self._begin_combat()
        else:
            resolve_combat(self.armies[0], self.armies[1], self.notation)
            self._push()
            self._deploy()
            if losers(self.config, self.fronts) or self.round >= self.max_rounds:
                self.phase = OVER
            else:
                self._draw()
                self._begin_round()

    # The round: 1. Stage

    def _begin_round(self) -> None:
        self.round += 1
        self.phase = STAGE
        for army in self.armies:
            army.ready = False

    # 2. Combat

    def _begin_combat(self) -> None:
        """Staging is over: it is seen before which lanes cards lie, and the targets are chosen."""
        self.phase = TARGET
        first, second = self.armies
        first.ask(second, self.notation)
        second.ask(first, self.notation)

    # 3. Deploy

    def _push(self) -> None:
        """Before the staged cards arrive, they push the fronts where they may."""
        first, second = self.armies
        for lane in range(self.config.lanes):
            if first.pushes(second, lane):
                self.fronts[lane] += self.config.push
            elif second.pushes(first, lane):
                self.fronts[lane] -= self.config.push

    def _deploy(self) -> None:
        for army in self.armies:
            army.deploy(self.troops.fresh)

    # 4. Draw

    def _draw(self) -> None:
        for army in self.armies:
            army.draw_up_to(self.config.full_hand, self.shuffler)

    # The end

    def result(self) -> Result:
        if self.phase != OVER:
            raise ValueError("the game is not over")
        return ending(self.config, self.fronts, self.max_rounds)

    # Words, views and positions

    def text(self, move: int) -> str:
        return self.notation.text(move)

    def parse(self, text: str) -> int:
        return self.notation.parse(text)

    def why_not(self, move: int) -> str:
        return self.notation.reason_against(move, self.to_dict(), self.choices)

    def view(self, seat: int) -> View:
        return view_of(self.to_dict(), seat, self.player, self.notation.words)

    def to_dict(self) -> Position:
        position: Position = {"game": NAME, "round": self.round, "phase": PHASES[self.phase]}
        if self.chooser and self.phase != OVER:
            position["choosing"] = self.chooser
        first, second = self.armies
        position["lanes"] = [
            {"front": front, "troops": [[troop.text for troop in row], [troop.text for troop in opposing]]}
            for front, row, opposing in zip(self.fronts, first.rows, second.rows, strict=True)
        ]
        position["seats"] = [self._write_seat(first), self._write_seat(second)]
        if self.max_rounds != self.config.max_rounds:
            position["max_rounds"] = self.max_rounds
        position["shuffler"] = shuffler_position(self.shuffler)
        return position

    def _write_seat(self, army: Army) -> dict[str, Any]:
        words = self.notation.words
        seat: dict[str, Any] = {
            "deck": [words[kind] for kind in reversed(army.deck)],
            "hand": [words[kind] for kind in army.hand.cards()],
            "discard": [words[kind] for kind in army.discard.cards()],
        }
        if army.staged_count:
            seat["staged"] = [None if kind == NOBODY else words[kind] for kind in army.staged]
        if self.phase == TARGET:
            seat["targets"] = [self.notation.target_text(move) for move in army.targets]
        return seat

    def lay_out(self, given: Reading) -> None:
        """Lays an empty board out as a position has it."""
        self.phase = given.phase
        self.round = given.round
        self.chooser = given.chooser
        self.max_rounds = given.max_rounds
        self.shuffler = given.shuffler
        self.fronts = given.fronts
        for army, seat in zip(self.armies, given.seats, strict=True):
            army.lay_out(seat, self.troops)
        if self.phase == TARGET:
            self._begin_combat()
            for army, seat in zip(self.armies, given.seats, strict=True):
                army.targets = seat.targets

    def clone(self) -> HoldTheLineState:
        copy = HoldTheLineState()
        copy.config = self.config
        copy.troops = self.troops
        copy.notation = self.notation
        copy.max_rounds = self.max_rounds
        copy.shuffler = self.shuffler.clone()
        copy.player = self.player
        copy.chooser = self.chooser
        copy.phase = self.phase
        copy.round = self.round
        copy.fronts = self.fronts[:]
        copy.armies = [self.armies[0].clone(), self.armies[1].clone()]
        copy.choices = self.choices
        return copy

    def determinize(self, seat: int, shuffler: Shuffler) -> HoldTheLineState:
        world = self.clone()
        own, other = world.armies[seat], world.armies[1 - seat]
        chooser = NOBODY if self.phase == OVER else self.chooser
        dealer = Dealer(self.config, self.phase, seat, chooser, shuffler)
        dealer.own = own.deck
        dealer.own.sort()
        dealer.in_deck = len(other.deck)
        dealer.face_down = [kind != NOBODY for kind in other.staged]
        dealer.others = other.deck + other.hand.cards()
        dealer.others += [kind for kind in other.staged if kind != NOBODY]
        dealer.others.sort()
        dealer.facing = [len(question) for question in other.questions]
        dealer.deal()
        own.deck = dealer.own_deck
        other.take_over(dealer)
        world.shuffler = dealer.future
        if chooser == 1 - seat:
            world.advance()
        return world

    def is_secret(self, move: int) -> bool:
        """Cards are staged face down, and targets chosen in secret, until both have chosen."""
        del move
        return EVERYTHING_IS_SECRET

    def turns(self) -> int:
        """The round; 0 in setup."""
        return self.round


# Combat: all damage of a round, counted from the strength that the cards have at its start.


class Damage:
    """What the cards of one row take in this round, added up for each, in order of arrival."""

    __slots__ = ("ordinary", "piercing")

    def __init__(self, cards: int) -> None:
        self.ordinary = [0] * cards
        self.piercing = [0] * cards

    def add(self, attackers: tuple[Troop, ...], targets: Iterator[int], notation: LineNotation) -> None:
        """Adds what these cards deal. ``targets``: those chosen, in the order of asking, from the next on."""
        facing = len(self.ordinary)
        for attacker in attackers:
            taken = self.piercing if attacker.pierces else self.ordinary
            if attacker.each:
                for at in range(facing):
                    taken[at] += attacker.damage
            else:
                # With a single opposing card nobody was asked.
                at = notation.target_at(next(targets)) if facing > 1 else 0
                taken[at] += attacker.damage


def resolve_combat(first: Army, second: Army, notation: LineNotation) -> None:
    """The cards of both armies strike in every lane where they face each other, and then suffer."""
    first_targets, second_targets = iter(first.targets), iter(second.targets)
    for lane, row in enumerate(first.rows):
        opposing = second.rows[lane]
        if not row or not opposing:
            continue
        if len(row) == 1 and len(opposing) == 1:
            duel(first, second, lane)
            continue
        on_second = Damage(len(opposing))
        on_second.add(row, first_targets, notation)
        on_first = Damage(len(row))
        on_first.add(opposing, second_targets, notation)
        first.suffer(lane, on_first.ordinary, on_first.piercing)
        second.suffer(lane, on_second.ordinary, on_second.piercing)


def duel(first: Army, second: Army, lane: int) -> None:
    """One card against one: no other rules than in any fight, but the most frequent, so it is made short."""
    one, other = first.rows[lane][0], second.rows[lane][0]
    first.replace(lane, one, one.struck_by(other))
    second.replace(lane, other, other.struck_by(one))


# The end: who has lost by where the fronts stand.


def losers(config: RulesConfig, fronts: list[int]) -> list[int]:
    """The seats that have lost: by a gap, a lane pushed past their red, or by a rout, all lanes on it."""
    reach = config.reach
    lost = []
    if min(fronts) < -reach or max(fronts) == -reach:
        lost.append(0)
    if max(fronts) > reach or min(fronts) == reach:
        lost.append(1)
    return lost


def ending(config: RulesConfig, fronts: list[int], max_rounds: int) -> Result:
    """How a game that is over ended: if nobody lost, the engine's limit of rounds ended it."""
    lost = losers(config, fronts)
    if not lost:
        limit = f"{pluralize(max_rounds, 'round')} {'is' if max_rounds == 1 else 'are'} over"
        return Result((1, 1), (0, 1), f"a draw: {limit}", cut_short=True)
    if len(lost) == SEATS:
        return Result((1, 1), (0, 1), "a draw: both lines were broken in the same step")
    loser, winner = lost[0], 1 - lost[0]
    toward = 1 if loser else -1
    gaps = [lane for lane, front in enumerate(fronts) if front * toward > config.reach]
    if gaps:
        way, where = "gap", f"lane {gaps[0]} is pushed past"
    else:
        way, where = "rout", f"all {len(fronts)} lanes stand on"
    # Sentences that stay right where an army is called by a plural, and where its name ends in an s.
    first, last = config.armies[winner], config.armies[loser]
    why = f"a win for {first} by a {way}: {where} the red line of {last}"
    return Result(one_winner(SEATS, (winner,)), (winner,), why)
