"""Hold the Line: setup, and rounds of staging, combat, deploying and drawing, until a line is broken.

Both players act at once. The engine asks seat 0 for all that it chooses in a phase, then seat 1, and only
then does anything happen. The chapters below are those of the rulebook, ``cards/hold-the-line/rulebook.md``.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Final

from generator.catalog.wording import pluralize
from generator.games.hold_the_line.config import SEATS, RulesConfig, TroopKind
from generator.rules.elements import NOBODY, OWNER, Counter, Element, Limit, Shuffles, Terms, Value, Zone
from generator.rules.fields import SHARED, Form, declared
from generator.rules.notation import NO_MOVE, Moves
from generator.rules.pile import Pile
from generator.rules.protocol import Position, Result, State, View, one_winner
from generator.rules.shuffler import Shuffler

NAME: Final = "hold-the-line"
SETUP: Final = 0
STAGE: Final = 1
TARGET: Final = 2
OVER: Final = 3
PHASES: Final = ("setup", "stage", "target", "over")
"""Targets are chosen in combat; the rest of a round needs no choice."""
DONE: Final = 0
"""The move that ends staging."""
EVERYTHING_IS_SECRET: Final = True
"""Whatever a seat chooses stays hidden from the other one until both have chosen."""
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


class Rules(Moves):
    """What is made of the numbers once for all games: all conditions that a card can be in, the moves, and
    the choices that can come up."""

    def __init__(self, config: RulesConfig) -> None:
        super().__init__()
        terms = Terms(config, config.words, "kind of troop")
        self.form = Form(HoldTheLineState, terms, Form(Army, terms))
        self.config = config
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
        self._add_moves(range(config.lanes), range(config.army_size))

    def _add_moves(self, lanes: range, row: range) -> None:
        """``row``: no side has more cards in one lane than its army."""
        words, last = self.config.words, lanes[-1]
        self.add("done")
        example = f"stage {last} {words[0]}"
        stage = self.add("stage {lane} {kind}", lane=lanes, kind=words, example=example).numbers
        example = f"target {last} 0>1"
        target = self.add("target {lane} {card}>{card2}", lane=lanes, card=row, card2=row, example=example)
        self.lane: list[int] = self.column("lane")
        """The lane of each move …"""
        self.kind: list[int] = self.column("kind")
        """… the kind of card that it stages …"""
        self.card: list[int] = self.column("card")
        """… the own card that chooses a target, in order of arrival, …"""
        self.enemy: list[int] = self.column("card2")
        """… and the opposing card that is struck."""
        self.staging: list[list[tuple[int, ...]]] = [
            [
                (DONE, *[move for (at, kind), move in stage.items() if free >> at & 1 and held >> kind & 1])
                for held in range(1 << len(words))
            ]
            for free in range(1 << len(lanes))
        ]
        """The end of staging, and the cards that may be staged: by the lanes that have no staged card yet and
        the kinds in hand, each a number with one binary digit for each lane or kind."""
        self.targets: list[list[list[tuple[int, ...]]]] = [
            [
                [tuple([target.numbers[lane, card, at] for at in row[:count]]) for count in (*row, len(row))]
                for card in row
            ]
            for lane in lanes
        ]
        """By lane, own card and number of opposing cards: which of those may be struck."""

    def target_text(self, move: int) -> str:
        """A choice of target without its verb: ``1 0>2``."""
        return self.texts[move].removeprefix("target ")


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
    """Which lanes have no staged card: one binary digit for each, as choices are looked up."""
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

    def lay(self, lane: int, kind: int) -> None:
        """Lays a card that is in no hand any more face down before a lane."""
        self.staged[lane] = kind
        self.staged_count += 1
        self.free ^= 1 << lane

    def ask(self, enemy: Army, rules: Rules) -> None:
        """Notes whom to ask for a target: each card that strikes one and faces several."""
        self.questions = []
        self.targets = []
        for lane, opposing in enumerate(enemy.rows):
            facing = len(opposing)
            if facing > 1:
                for card, troop in enumerate(self.rows[lane]):
                    if not troop.each:
                        self.questions.append(rules.targets[lane][card][facing])

    def suffer(self, lane: int, left: list[Troop | None]) -> None:
        """What is ``left`` of the cards in a lane stays there; those that fell are discarded, whole again."""
        survivors: list[Troop] = []
        for at, troop in enumerate(left):
            if troop is None:
                self.discard.add(self.rows[lane][at].kind)
            else:
                survivors.append(troop)
        self.rows[lane] = tuple(survivors)

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

    rules: Rules
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
            for number, kind in enumerate(self.rules.config.kinds):
                army.deck.extend([number] * kind.copies)
            self.shuffler.shuffle(army.deck)
        for army in self.armies:
            army.draw_up_to(self.rules.config.first_hand, self.shuffler)

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
            if army.ready or army.staged_count == self.rules.config.max_staged:
                return ()
            return self.rules.staging[army.free][army.hand.kinds]
        if self.phase == TARGET:
            answered = len(army.targets)
            return army.questions[answered] if answered < len(army.questions) else ()
        if not army.free:
            return ()
        # Setup fills the lanes in order, and nobody may end it early.
        return self.rules.staging[1 << army.staged_count][army.hand.kinds][1:]

    def _choose(self, army: Army, move: int) -> None:
        if self.phase == TARGET:
            army.targets.append(move)
        elif move == DONE:
            army.ready = True
        else:
            kind = self.rules.kind[move]
            army.hand.take(kind)
            army.lay(self.rules.lane[move], kind)

    def _both_have_chosen(self) -> None:
        """The steps in their order: each phase ends when both seats have chosen."""
        if self.phase == SETUP:
            self._deploy()
            self._draw()
            self._begin_round()
        elif self.phase == STAGE:
            self.begin_combat()
        else:
            self._fight()
            self._push()
            self._deploy()
            if self.losers() or self.round >= self.max_rounds:
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

    def begin_combat(self) -> None:
        """Staging is over: it is seen before which lanes cards lie, and the targets are chosen."""
        self.phase = TARGET
        first, second = self.armies
        first.ask(second, self.rules)
        second.ask(first, self.rules)

    def _fight(self) -> None:
        """The cards of both armies strike in every lane where they face each other, and then suffer."""
        first, second = self.armies
        first_targets, second_targets = iter(first.targets), iter(second.targets)
        for lane, row in enumerate(first.rows):
            opposing = second.rows[lane]
            if len(row) == 1 and len(opposing) == 1:
                # No other rules than in any fight, but the most frequent, so it is made short.
                first.suffer(lane, [row[0].struck_by(opposing[0])])
                second.suffer(lane, [opposing[0].struck_by(row[0])])
            elif row and opposing:
                on_second = self._left_of(opposing, row, first_targets)
                first.suffer(lane, self._left_of(row, opposing, second_targets))
                second.suffer(lane, on_second)

    def _left_of(
        self, row: tuple[Troop, ...], attackers: tuple[Troop, ...], targets: Iterator[int]
    ) -> list[Troop | None]:
        """What is left of each card of a row after all damage of the round, counted from the strength that
        the cards have at its start. ``targets``: those chosen, in the order of asking, from the next on."""
        ordinary, piercing = [0] * len(row), [0] * len(row)
        for attacker in attackers:
            taken = piercing if attacker.pierces else ordinary
            if attacker.each:
                for at in range(len(row)):
                    taken[at] += attacker.damage
            else:
                # With a single opposing card nobody was asked.
                at = self.rules.enemy[next(targets)] if len(row) > 1 else 0
                taken[at] += attacker.damage
        return [troop.struck(ordinary[at], piercing[at]) for at, troop in enumerate(row)]

    # 3. Deploy

    def _push(self) -> None:
        """Before the staged cards arrive, they push the fronts where no enemy survived: with a survivor of
        their own, or if the enemy deploys none."""
        first, second = self.armies
        push = self.rules.config.push
        for army, enemy, lines in ((first, second, push), (second, first, -push)):
            for lane, kind in enumerate(army.staged):
                if kind == NO_CARD or enemy.rows[lane]:
                    continue
                if army.rows[lane] or enemy.staged[lane] == NO_CARD:
                    self.fronts[lane] += lines

    def _deploy(self) -> None:
        for army in self.armies:
            army.deploy(self.rules.fresh)

    # 4. Draw

    def _draw(self) -> None:
        for army in self.armies:
            army.draw_up_to(self.rules.config.full_hand, self.shuffler)

    # The end

    def result(self) -> Result:
        if self.phase != OVER:
            raise ValueError("the game is not over")
        config, lost = self.rules.config, self.losers()
        if not lost:
            limit = f"{pluralize(self.max_rounds, 'round')} {'is' if self.max_rounds == 1 else 'are'} over"
            return Result((1, 1), (0, 1), f"a draw: {limit}", cut_short=True)
        if len(lost) == SEATS:
            return self._both_broken()
        loser, winner = lost[0], 1 - lost[0]
        toward = 1 if loser else -1
        gaps = [lane for lane, front in enumerate(self.fronts) if front * toward > config.reach]
        if gaps:
            how = f"a gap: lane {gaps[0]} is pushed past"
        else:
            how = f"a rout: all {config.lanes} lanes stand on"
        # Sentences that stay right where an army is called by a plural, and where its name ends in an s.
        why = f"a win for {config.armies[winner]} by {how} the red line of {config.armies[loser]}"
        return Result(one_winner(SEATS, (winner,)), (winner,), why)

    def _both_broken(self) -> Result:
        """A draw; by the optional rule a win for the side whose fronts, added up, are farther forward."""
        ahead, both = sum(self.fronts), "both lines were broken in the same step"
        if not self.rules.config.farther_wins or not ahead:
            return Result((1, 1), (0, 1), f"a draw: {both}")
        winner = 0 if ahead > 0 else 1
        why = f"a win for {self.rules.config.armies[winner]}: {both}, and its fronts are farther forward"
        return Result(one_winner(SEATS, (winner,)), (winner,), why)

    def losers(self) -> list[int]:
        """The seats that have lost: by a gap, a lane pushed past their red, or by a rout, all lanes on it."""
        reach, least, most = self.rules.config.reach, min(self.fronts), max(self.fronts)
        lost = []
        if least < -reach or most == -reach:
            lost.append(0)
        if most > reach or least == reach:
            lost.append(1)
        return lost

    # Words, views and positions

    def text(self, move: int) -> str:
        return self.rules.texts[move]

    def parse(self, text: str) -> int:
        return self.rules.parse(text)

    def why_not(self, move: int) -> str:
        rules, army = self.rules, self.armies[self.choosing]
        if self.phase == OVER:
            return "the game is over"
        if rules.enemy[move] != NO_MOVE:
            return self._why_no_target(move, army, self.armies[1 - self.choosing])
        if self.phase == TARGET:
            return f"staging is over: it is combat, and {self._asked(army)} chooses its target"
        if move == DONE:
            return f"setup lays a card in front of each lane: lane {army.staged_count} is next"
        lane = rules.lane[move]
        if self.phase == SETUP and lane != army.staged_count:
            return f"setup fills the lanes in order: lane {army.staged_count} is next"
        if army.staged[lane] != NO_CARD:
            return f"lane {lane} already has a card in front of it: at most one is staged for each lane"
        return f"no {rules.config.words[rules.kind[move]]} in hand"

    def _why_no_target(self, move: int, army: Army, enemy: Army) -> str:
        rules = self.rules
        if self.phase != TARGET:
            phase = "staging" if self.phase == STAGE else "setup"
            return f"it is {phase}: targets are chosen in combat, when both have staged"
        lane, card = rules.lane[move], rules.card[move]
        own, opposing = army.rows[lane], len(enemy.rows[lane])
        if card >= len(own):
            there = f"you have {pluralize(len(own), 'card')} there, counted from 0"
            return f"no card {card} in lane {lane}: {there}"
        if own[card].each:
            return f"{own[card].text} strikes each opposing card: it chooses no target"
        if rules.enemy[move] >= opposing:
            there = f"{pluralize(opposing, 'opposing card')}, counted from 0"
            return f"no card {rules.enemy[move]} opposite in lane {lane}: {there}"
        if opposing == 1:
            return f"there is only one opposing card in lane {lane}: no target is chosen"
        return f"targets are chosen lane by lane and card by card: {self._asked(army)} is next"

    def _asked(self, army: Army) -> str:
        """The card that is asked for its target."""
        lane, card = self.rules.lane[self.choices[0]], self.rules.card[self.choices[0]]
        return f"card {card} in lane {lane}, {army.rows[lane][card].text},"

    def to_dict(self) -> Position:
        form, (first, second) = self.rules.form, self.armies
        seats = [form.seats.write(first), form.seats.write(second)]
        if self.phase == TARGET:
            for seat, army in zip(seats, self.armies, strict=True):
                seat["targets"] = [self.rules.target_text(move) for move in army.targets]
        lanes = [
            {"front": front, "troops": [[troop.text for troop in row], [troop.text for troop in opposing]]}
            for front, row, opposing in zip(self.fronts, first.rows, second.rows, strict=True)
        ]
        return {"game": NAME, **form.write(self, {"lanes": lanes, "seats": seats})}

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
        view = self.rules.form.show(position, seat, asked=self.player == seat)
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
        army.clear_staging(self.rules.config.lanes)
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
        lanes = list(range(self.rules.config.lanes))
        if self.phase == TARGET:
            return [lane for lane in lanes if known.staged[lane] != NO_CARD]
        if self.phase == SETUP:
            return lanes[: _chosen_of(len(lanes), is_asked, has_begun, shuffler)]
        if self.phase == OVER or not has_begun:
            return []
        # Whoever still stages has a card left to stage.
        most = min(self.rules.config.max_staged, len(lanes), cards - len(known.deck)) - is_asked
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
