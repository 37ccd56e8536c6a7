"""Hold the Line: setup, and rounds of staging, combat, deploying and drawing, until a line is broken.

Both players act at once. The engine asks seat 0 for all that it chooses in a phase, then seat 1, and only
then does anything happen. The chapters below are those of the rulebook, ``cards/hold-the-line/rulebook.md``.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Final

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
from generator.rules.elements import (
    NOBODY,
    OWNER,
    Counter,
    Element,
    Limit,
    Shuffles,
    Terms,
    Value,
    Zone,
)
from generator.rules.fields import SHARED, Form, declared
from generator.rules.pile import Pile
from generator.rules.protocol import Position, Result, State, View, one_winner
from generator.rules.shuffler import Shuffler

NO_CARD: Final = -1
"""Stands in the staging area where no card lies."""
FACE_DOWN: Final = "face down"
"""Stands in a view for a staged card that may be of any kind."""
MAX_DEALS: Final = 400
"""Deals in search of a hand with two kinds of cards, which most hands have: mostly the first is one."""

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


class Staged(Element):
    """The kind of the card before each lane, or null."""

    def written(self, value: list[int], terms: Terms) -> list[str | None]:
        return [None if kind == NO_CARD else terms.words[kind] for kind in value]


@declared
class Army:
    """The cards of one seat, and what it has chosen in this phase."""

    deck: Annotated[list[int], Zone(seen=NOBODY, from_top=True)]
    hand: Annotated[Pile, Zone(seen=OWNER)]
    discard: Annotated[Pile, Zone(otherwise=())]
    rows: list[tuple[Troop, ...]]
    """The cards at the front of each lane in order of arrival."""
    staged: Annotated[list[int], Staged(when=lambda army: army.staged_count)]
    """The kind of the card that lies face down before each lane, or ``NO_CARD``."""
    staged_count: int
    free: int
    """Which lanes have no staged card: one binary digit for each, as the notation looks choices up."""
    ready: bool
    """Whether it has ended staging."""
    questions: Annotated[list[tuple[int, ...]], SHARED]
    """The targets to choose from, for each card that has a choice, in the order of asking."""
    targets: list[int]
    """The answers so far: the moves that were made."""

    def clear_staging(self, lanes: int) -> None:
        self.staged = [NO_CARD] * lanes
        self.staged_count = 0
        self.free = (1 << lanes) - 1

    def stage(self, lane: int, kind: int) -> None:
        """Lays a card from the hand face down before a lane."""
        self.hand.take(kind)
        self.lay(lane, kind)

    def lay(self, lane: int, kind: int) -> None:
        """Lays a card that is in no hand any more."""
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
        if self.staged[lane] == NO_CARD or enemy.rows[lane]:
            return False
        return bool(self.rows[lane]) or enemy.staged[lane] == NO_CARD

    def deploy(self, fresh: list[Troop]) -> None:
        """All staged cards move to the front of their lane, behind those that came before."""
        if self.staged_count:
            for lane, kind in enumerate(self.staged):
                if kind != NO_CARD:
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


@declared
class HoldTheLineState(State):
    """A game of Hold the Line under way."""

    config: RulesConfig
    troops: Troops
    notation: LineNotation
    form: Form
    round: Annotated[int, Counter(1, "max_rounds")]
    phase: Annotated[int, Value(PHASES, "phase")]
    choosing: Annotated[
        int, Counter(0, SEATS - 1, when=lambda state: state.choosing and state.phase != OVER, otherwise=0)
    ]
    """The seat that chooses in this phase; seat 1 does when seat 0 has chosen everything."""
    choices: tuple[int, ...]
    """What ``player`` may choose from."""
    fronts: list[int]
    """Where the front of each lane stands: 0 is the start, more is nearer to seat 1."""
    armies: list[Army]
    max_rounds: Annotated[int, Limit("max_rounds")]
    shuffler: Annotated[Shuffler, Shuffles()]

    # Set-up

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
        self._choose(self.armies[self.choosing], move)
        self.advance()

    def advance(self) -> None:
        """Plays on until a seat has a real choice, or the game is over."""
        while self.phase != OVER:
            army = self.armies[self.choosing]
            choices = self._open_choices(army)
            if len(choices) > 1:
                self.player = self.choosing
                self.choices = choices
                return
            if choices:
                self._choose(army, choices[0])
            elif self.choosing == 0:
                self.choosing = 1
            else:
                self.choosing = 0
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
            army.stage(self.notation.lane[move], self.notation.kind[move])

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
        self.ask()

    def ask(self) -> None:
        """Notes which cards choose a target."""
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

    def to_dict(self) -> Position:
        first, second = self.armies
        seats = [self.form.seats.write(first), self.form.seats.write(second)]
        if self.phase == TARGET:
            for seat, army in zip(seats, self.armies, strict=True):
                seat["targets"] = [self.notation.target_text(move) for move in army.targets]
        lanes = [
            {"front": front, "troops": [[troop.text for troop in row], [troop.text for troop in opposing]]}
            for front, row, opposing in zip(self.fronts, first.rows, second.rows, strict=True)
        ]
        return {"game": NAME, **self.form.write(self, {"lanes": lanes, "seats": seats})}

    def view(self, seat: int) -> View:
        """Until both seats have chosen, nothing that one of them chooses shows to the other: its staged cards
        still count among its hand. In combat they lie there face down, and its targets are secret."""
        position = self.to_dict()
        position.pop("choosing", None)
        other = position["seats"][1 - seat]
        other.pop("targets", None)
        staged = other.pop("staged", [])
        laid = [card for card in staged if card is not None]
        other["hand"] += laid
        view = self.form.show(position, seat, asked=self.player == seat)
        if self.phase == TARGET and laid:
            other["hand"] -= len(laid)
            other["staged"] = [None if card is None else FACE_DOWN for card in staged]
        return view

    # Dealing anew what a seat can't see

    def determinize(self, seat: int, shuffler: Shuffler) -> HoldTheLineState:
        """The hidden cards are dealt at random, and so is what the other has chosen, as far as it has by now:
        until it has a real choice where it is the one that is asked."""
        world = self.clone()
        own, other = world.armies[seat], world.armies[1 - seat]
        own.deck.sort()
        unseen = other.deck + other.hand.cards() + [kind for kind in other.staged if kind != NO_CARD]
        unseen.sort()
        is_asked = self.phase != OVER and self.choosing != seat
        for _ in range(MAX_DEALS):
            deck = own.deck[:]
            if seat == 0:
                shuffler.shuffle(deck)
            world._deal_other(other, self.armies[1 - seat], unseen[:], shuffler)
            if seat == 1:
                shuffler.shuffle(deck)
            world.shuffler = shuffler.apart()
            if self.phase != SETUP or not is_asked or other.hand.kinds & (other.hand.kinds - 1):
                break
        own.deck = deck
        if is_asked:
            world.advance()
        return world

    def _deal_other(self, army: Army, known: Army, cards: list[int], shuffler: Shuffler) -> None:
        """Deals the cards of an army that somebody can't see. ``known``: what lies where, if face down."""
        shuffler.shuffle(cards)
        is_asked = self.armies[self.choosing] is army
        # Seat 1 only begins to choose when seat 0 is no longer asked.
        has_begun = is_asked or army is self.armies[0] or self.phase == OVER
        army.clear_staging(self.config.lanes)
        for lane in self._lanes_staged(known, len(cards), is_asked, has_begun, shuffler):
            army.lay(lane, cards.pop())
        left = len(known.deck)
        army.hand.clear()
        army.hand.add_all(cards[left:])
        army.deck = cards[:left]
        army.ready = False
        if self.phase == TARGET:
            chosen = _chosen_of(len(army.questions), is_asked, has_begun, shuffler)
            army.targets = [question[shuffler.below(len(question))] for question in army.questions[:chosen]]

    def _lanes_staged(
        self, known: Army, cards: int, is_asked: bool, has_begun: bool, shuffler: Shuffler
    ) -> list[int]:
        """Before which lanes the cards lie: in combat where they are seen, earlier where they can lie."""
        lanes = list(range(self.config.lanes))
        if self.phase == TARGET:
            return [lane for lane in lanes if known.staged[lane] != NO_CARD]
        if self.phase == SETUP:
            return lanes[: _chosen_of(len(lanes), is_asked, has_begun, shuffler)]
        if self.phase == OVER or not has_begun:
            return []
        # Whoever still stages has a card left to stage.
        most = min(self.config.max_staged, len(lanes), cards - len(known.deck)) - is_asked
        return [lanes.pop(shuffler.below(len(lanes))) for _ in range(shuffler.below(most + 1))]

    def is_secret(self, move: int) -> bool:
        """Cards are staged face down, and targets chosen in secret, until both have chosen."""
        del move
        return EVERYTHING_IS_SECRET

    def turns(self) -> int:
        """The round; 0 in setup."""
        return self.round


def _chosen_of(count: int, is_asked: bool, has_begun: bool, shuffler: Shuffler) -> int:
    """How many of its choices, which must all be made, a seat has made by now."""
    if not has_begun:
        return 0
    return shuffler.below(count) if is_asked else count


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
                at = notation.enemy[next(targets)] if facing > 1 else 0
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
