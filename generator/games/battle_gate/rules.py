"""Battle Gate, phase by phase in the order of the rulebook: draw, allowance, field, combat, recover.

For each phase a method begins it and one does a move (``do_…``); both answer with the next ``…_choices``.
"""

from __future__ import annotations

from typing import Annotated, Any, Final

from generator.games.battle_gate.config import ASSASSIN, MINION, SOLDIER, RulesConfig
from generator.games.battle_gate.notation import DONE, PASS, BattleGateNotation
from generator.games.battle_gate.table import (
    ATTACK,
    BOOST,
    DAMAGE,
    DEFEND,
    DRAW,
    FIELD,
    OVER,
    PHASES,
    RECOVER,
    Attack,
    Kinds,
    Player,
    Ready,
    fighters_of,
    from_left,
    ready_cards,
)
from generator.rules.elements import Counter, EachSeat, Limit, Seat, Shuffles, Value
from generator.rules.fields import SHARED, Form, Parts, declared
from generator.rules.legal_moves import LegalMoves, TargetedMoves
from generator.rules.protocol import Position, Result, State, View, one_winner
from generator.rules.shuffler import Shuffler

GAME: Final = "battle-gate"
ONLY_DONE: Final = (DONE,)
ONLY_PASS: Final = (PASS,)
ALLOWING: Final = (FIELD, ATTACK, DEFEND, BOOST)
"""The phases in which cards may still be played from hand."""
MAX_DEALS: Final = 20
"""How often a hand is dealt in search of one with a choice in it; then such a card is put in. Mostly once."""


class Shared:
    """What is the same in every state of a game, made once from its numbers."""

    def __init__(self, config: RulesConfig) -> None:
        kinds = Kinds(config)
        moves = BattleGateNotation(kinds, config)
        self.config = config
        self.kinds = kinds
        self.notation = moves
        self.attack = Form(Attack, kinds.terms)
        self.seat = Form(Player, kinds.terms)
        self.form = Form(BattleGateState, kinds.terms, self.seat)
        self.card: list[int] = moves.card
        self.number: list[int] = moves.number
        self.power: list[int] = kinds.power
        self.class_of: list[int] = kinds.class_of
        self.soldiers: int = kinds.classes[SOLDIER]
        """The number of each class."""
        self.assassins: int = kinds.classes[ASSASSIN]
        self.minions: int = kinds.classes[MINION]
        in_play = range(config.max_cards + 1)
        self.draw_limit: list[int] = [config.draw.of(soldiers) for soldiers in in_play]
        """By soldiers in play."""
        self.cards_to_play: list[int] = [config.cards_to_play.of(assassins) for assassins in in_play]
        """By assassins in play."""
        self.recover_limit: list[int] = [config.recover.of(minions) for minions in in_play]
        """By minions in play."""
        self.power_per_card: int = config.power_per_card
        self.damage_per_power: int = config.damage_per_power
        self.draw_moves: list[tuple[int, ...]] = [tuple(moves.draw[: most + 1]) for most in in_play]
        """The draws of up to so many cards."""
        self.field_moves = LegalMoves([(move,) for move in moves.field], ONLY_DONE)
        self.attack_moves = TargetedMoves(moves.attack, ONLY_DONE)
        self.block_moves = TargetedMoves(moves.block, ONLY_DONE)
        self.boost_moves = TargetedMoves(moves.boost, ONLY_PASS)
        self.discard_moves = LegalMoves([(move,) for move in moves.discard])
        self.recover_moves = LegalMoves([(move,) for move in moves.recover], ONLY_DONE)

    def new_player(self, deck: list[int]) -> Player:
        """A player who has nothing but a deck, in its order from the bottom."""
        player: Player = self.seat.blank(deck=deck, in_play=[0] * len(self.kinds.classes))
        return player

    def new_state(self, players: list[Player], first: int, shuffler: Shuffler) -> BattleGateState:
        """The table before turn 1."""
        state: BattleGateState = self.form.blank(
            shared=self,
            shuffler=shuffler,
            turn=1,
            active=first,
            first=first,
            player=first,
            max_turns=self.config.max_turns,
            players=players,
            others=[from_left(seat, len(players)) for seat in range(len(players))],
            ready=Ready([], 0),
            ready_moves=self.field_moves,
        )
        state.count_remaining()
        return state


class During:
    """Says that something is written in these phases only."""

    def __init__(self, *phases: int) -> None:
        self.phases = phases

    def __call__(self, state: Any) -> bool:
        return state.phase in self.phases


@declared
class BattleGateState(State):
    """A game of Battle Gate under way."""

    shared: Shared
    turn: Annotated[int, Counter(1, "max_turns")]
    """Counted over all players, from 1."""
    active: Annotated[int, Seat()]
    """The seat whose turn it is."""
    first: Annotated[int, Seat()]
    """The seat that had turn 1."""
    phase: Annotated[int, Value(PHASES, "phase")]
    max_turns: Annotated[int, Limit("max_turns")]
    players: list[Player]
    attacks: Annotated[list[Attack], Parts(Attack, when=During(ATTACK, DEFEND, BOOST), otherwise=())]
    """In the order declared; empty outside of a combat."""
    player: Annotated[int | None, Seat(when=During(DEFEND, BOOST))]
    passes: Annotated[int, Counter(0, "max_cards", when=During(BOOST), otherwise=0)]
    """How many in a row have passed in the boost window."""
    damage: Annotated[list[int], EachSeat(Counter(0, "max_damage"), when=During(DAMAGE))]
    """How many cards each seat must still discard."""
    recoveries: Annotated[int, Counter(0, "max_cards", when=During(RECOVER))]
    """How many cards the active player may still take back."""
    shuffler: Annotated[Shuffler, SHARED, Shuffles()]
    """All shuffles are made at the start, so copies share it."""
    options: tuple[int, ...]
    """The legal moves."""
    others: Annotated[list[tuple[int, ...]], SHARED]
    """For each seat the others in turn order, from the left neighbour."""
    remaining: int
    """How many players are still in."""
    attack_moves: Annotated[list[LegalMoves], SHARED]
    """For each seat whom it may attack with what."""
    fighters: Annotated[list[int], SHARED]
    """The attacker, then the attacked players from the attacker's left."""
    at: int
    """Which of the fighters decides."""
    ready: Ready
    """The attacker's, or then a defender's, cards in play that were not yet sent or laid."""
    ready_moves: LegalMoves
    """What these may do."""

    def legal(self) -> tuple[int, ...]:
        return self.options

    def apply(self, move: int) -> None:
        """Makes a move, and forced ones after it until someone has a choice or the game is over."""
        while True:
            phase = self.phase
            if phase == FIELD:
                options = self.do_field(move)
            elif phase == ATTACK:
                options = self.do_attack(move)
            elif phase == RECOVER:
                options = self.do_recover(move)
            elif phase == DRAW:
                options = self.do_draw(move)
            elif phase == DEFEND:
                options = self.do_block(move)
            elif phase == BOOST:
                options = self.do_boost(move)
            else:
                options = self.do_discard(move)
            if len(options) != 1:
                break
            move = options[0]
        self.options = options

    # Your turn, 1: Draw

    def begin_turn(self) -> tuple[int, ...]:
        self.phase = DRAW
        self.player = self.active
        return self.draw_choices()

    def draw_choices(self) -> tuple[int, ...]:
        """Up to a limit by soldiers in play; a fixed number in the player's own first turn."""
        shared = self.shared
        player = self.players[self.active]
        if not player.started:
            config = shared.config
            cards = config.first_draw if self.active == self.first else config.other_first_draw
            return (shared.notation.draw[min(cards, len(player.deck))],)
        return shared.draw_moves[min(shared.draw_limit[player.in_play[shared.soldiers]], len(player.deck))]

    def do_draw(self, move: int) -> tuple[int, ...]:
        player = self.players[self.active]
        player.hand.add_all(player.lift(self.shared.number[move]))
        player.started = True
        return self.begin_field()

    # Your turn, 2: Allowance

    def fix_allowances(self) -> None:
        """What everybody may play until the turn ends: cards by assassins in play, power by cards in hand."""
        shared = self.shared
        for player in self.players:
            player.cards = shared.cards_to_play[player.in_play[shared.assassins]]
            player.power = player.hand.size * shared.power_per_card

    def spend(self, player: Player, kind: int) -> None:
        """Plays a card from hand, which counts against the allowance."""
        player.hand.take(kind)
        player.cards -= 1
        player.power -= self.shared.power[kind]

    # Your turn, 3: Field

    def begin_field(self) -> tuple[int, ...]:
        self.fix_allowances()
        self.phase = FIELD
        return self.field_choices()

    def field_choices(self) -> tuple[int, ...]:
        """Cards of any class, inside the allowance."""
        player = self.players[self.active]
        if player.cards == 0:
            return ONLY_DONE
        shared = self.shared
        return shared.field_moves.among(player.hand.kinds & shared.kinds.up_to[player.power])

    def do_field(self, move: int) -> tuple[int, ...]:
        if move == DONE:
            return self.begin_attack()
        player = self.players[self.active]
        kind = self.shared.card[move]
        self.spend(player, kind)
        player.enter(kind, self.shared.class_of[kind])
        return self.field_choices()

    # Your turn, 4: Attack

    def begin_attack(self) -> tuple[int, ...]:
        if self.players[self.active].field.kinds & self.shared.kinds.attackers == 0:
            return self.begin_recovery()
        self.phase = ATTACK
        self.attacks = []
        self.prepare_attack()
        return self.attack_choices()

    def prepare_attack(self) -> None:
        self.ready = ready_cards(self.players[self.active].field, self.shared.kinds.attackers)
        self.ready_moves = self.attack_moves[self.active]

    def attack_choices(self) -> tuple[int, ...]:
        """Each soldier and assassin in play may be sent at one other player."""
        return self.ready_moves.among(self.ready.kinds)

    def do_attack(self, move: int) -> tuple[int, ...]:
        if move == DONE:
            return self.begin_defence() if self.attacks else self.begin_recovery()
        shared = self.shared
        kind = shared.card[move]
        self.ready.use(kind)
        self.attacks.append(Attack(kind, shared.number[move], shared.power[kind]))
        return self.attack_choices()

    # Your turn, 5: Defend

    def begin_defence(self) -> tuple[int, ...]:
        self.phase = DEFEND
        self.fighters = fighters_of(self.attacks, self.active, self.others[self.active])
        self.at = 0
        return self.next_defender()

    def next_defender(self) -> tuple[int, ...]:
        """The next who is attacked and has a card to defend with."""
        self.at += 1
        while self.at < len(self.fighters):
            if self.players[self.fighters[self.at]].field.kinds & self.shared.kinds.blockers:
                self.prepare_defender()
                return self.block_choices()
            self.at += 1
        return self.begin_boosts()

    def prepare_defender(self) -> None:
        shared = self.shared
        seat = self.fighters[self.at]
        self.player = seat
        self.ready = ready_cards(self.players[seat].field, shared.kinds.blockers)
        attacks = self.attacks
        aimed = tuple([number for number in range(len(attacks)) if attacks[number].target == seat])
        self.ready_moves = shared.block_moves.towards(aimed)

    def block_choices(self) -> tuple[int, ...]:
        """Each soldier and minion in play may be laid against one attack that is directed at its owner."""
        return self.ready_moves.among(self.ready.kinds)

    def do_block(self, move: int) -> tuple[int, ...]:
        if move == DONE:
            return self.next_defender()
        shared = self.shared
        kind = shared.card[move]
        self.ready.use(kind)
        attack = self.attacks[shared.number[move]]
        attack.blocks += (kind,)
        attack.defence += shared.power[kind]
        return self.block_choices()

    # Your turn, 6: Boost

    def begin_boosts(self) -> tuple[int, ...]:
        self.phase = BOOST
        self.passes = 0
        self.at = 0
        return self.next_booster()

    def next_booster(self) -> tuple[int, ...]:
        """The next fighter decides; who has no legal boost is skipped, until all in a row have passed."""
        fighters = self.fighters
        while self.passes < len(fighters):
            options = self.boost_choices(fighters[self.at])
            if len(options) > 1:
                self.player = fighters[self.at]
                return options
            self.skip_booster()
        return self.resolve()

    def skip_booster(self) -> None:
        """A fighter has passed."""
        self.passes += 1
        self.at = (self.at + 1) % len(self.fighters)

    def boost_choices(self, seat: int) -> tuple[int, ...]:
        """Assassins, inside the allowance: the attacker onto attacks, a defender onto blocked ones."""
        player = self.players[seat]
        if player.cards == 0:
            return ONLY_PASS
        shared = self.shared
        assassins = player.hand.kinds & shared.kinds.assassins_up_to[player.power]
        if assassins == 0:
            return ONLY_PASS
        return shared.boost_moves.towards(self.boostable(seat)).among(assassins)

    def boostable(self, seat: int) -> tuple[int, ...]:
        """The numbers of the attacks that a fighter's boost may go to."""
        attacks = self.attacks
        numbers = range(len(attacks))
        if seat == self.active:
            return tuple(numbers)
        return tuple(
            [number for number in numbers if attacks[number].target == seat and attacks[number].blocks]
        )

    def do_boost(self, move: int) -> tuple[int, ...]:
        if move == PASS:
            self.skip_booster()
        else:
            self.boost(self.fighters[self.at], move)
            self.passes = 0
            self.at = (self.at + 1) % len(self.fighters)
        return self.next_booster()

    def boost(self, seat: int, move: int) -> None:
        shared = self.shared
        kind = shared.card[move]
        self.spend(self.players[seat], kind)
        attack = self.attacks[shared.number[move]]
        if seat == self.active:
            attack.boosts += (kind,)
            attack.power += shared.power[kind]
        else:
            attack.block_boosts += (kind,)
            attack.defence += shared.power[kind]

    # Your turn, 7: Resolve

    def resolve(self) -> tuple[int, ...]:
        """Settles all attacks at once; what is undefended becomes damage. Boosts are discarded."""
        class_of = self.shared.class_of
        per_power = self.shared.damage_per_power
        attacker = self.players[self.active]
        self.damage = [0] * len(self.players)
        for attack in self.attacks:
            defender = self.players[attack.target]
            if not attack.blocks:
                self.damage[attack.target] += attack.power * per_power
            else:
                if attack.power <= attack.defence:
                    attacker.defeat(attack.card, class_of[attack.card])
                if attack.power >= attack.defence:
                    for card in attack.blocks:
                        defender.defeat(card, class_of[card])
            for card in attack.boosts:
                attacker.discard.add(card)
            for card in attack.block_boosts:
                defender.discard.add(card)
        self.attacks = []
        self.phase = DAMAGE
        return self.suffer()

    # Your turn, 8: Damage

    def suffer(self) -> tuple[int, ...]:
        """Each damaged player in turn discards, until one has to choose cards of the hand."""
        for seat in self.others[self.active]:
            if self.damage[seat] > 0:
                self.discard_forced(seat)
                if self.damage[seat] > 0:
                    self.player = seat
                    return self.damage_choices(seat)
        return self.end_combat()

    def discard_forced(self, seat: int) -> None:
        """Discards from the top of the deck, then the hand where all of it goes; leaves what is to choose.

        Who has too few cards in both is out; exactly enough is survival.
        """
        player = self.players[seat]
        discarded = min(self.damage[seat], len(player.deck))
        player.discard.add_all(player.lift(discarded))
        owed = self.damage[seat] - discarded
        if owed > player.hand.size:
            player.leave()
            self.count_remaining()
            owed = 0
        elif owed == player.hand.size:
            player.discard.add_all(player.hand.cards())
            player.hand.clear()
            owed = 0
        self.damage[seat] = owed

    def count_remaining(self) -> None:
        """Takes account of who is out: who is left, and whom each of them may attack."""
        left = [seat for seat, player in enumerate(self.players) if not player.out]
        self.remaining = len(left)
        moves = self.shared.attack_moves
        self.attack_moves = [
            moves.towards(tuple([other for other in left if other != seat]))
            for seat in range(len(self.players))
        ]

    def damage_choices(self, seat: int) -> tuple[int, ...]:
        """The owner chooses which cards of the hand to discard."""
        return self.shared.discard_moves.among(self.players[seat].hand.kinds)

    def do_discard(self, move: int) -> tuple[int, ...]:
        seat = self.player
        assert seat is not None
        player = self.players[seat]
        kind = self.shared.card[move]
        player.hand.take(kind)
        player.discard.add(kind)
        self.damage[seat] -= 1
        return self.suffer()

    def end_combat(self) -> tuple[int, ...]:
        """The last player remaining wins, before any recovery."""
        return self.end() if self.remaining == 1 else self.begin_recovery()

    # Your turn, 9: Recover

    def begin_recovery(self) -> tuple[int, ...]:
        minions = self.players[self.active].in_play[self.shared.minions]
        self.recoveries = self.shared.recover_limit[minions]
        if self.recoveries == 0:
            return self.end_turn()
        self.phase = RECOVER
        self.player = self.active
        return self.recover_choices()

    def recover_choices(self) -> tuple[int, ...]:
        """Any card of the discard pile, up to a limit by minions in play."""
        if self.recoveries == 0:
            return ONLY_DONE
        return self.shared.recover_moves.among(self.players[self.active].discard.kinds)

    def do_recover(self, move: int) -> tuple[int, ...]:
        if move == DONE:
            return self.end_turn()
        player = self.players[self.active]
        kind = self.shared.card[move]
        player.discard.take(kind)
        player.hand.add(kind)
        self.recoveries -= 1
        return self.recover_choices()

    def end_turn(self) -> tuple[int, ...]:
        """The turn goes to the left, past players who are out; the engine stops a game that has no end."""
        if self.turn >= self.max_turns:
            return self.end()
        self.turn += 1
        for seat in self.others[self.active]:
            if not self.players[seat].out:
                self.active = seat
                break
        return self.begin_turn()

    def end(self) -> tuple[int, ...]:
        self.phase = OVER
        self.player = None
        return ()

    def result(self) -> Result:
        if self.phase != OVER:
            raise ValueError("the game is not over")
        winners = tuple([seat for seat, player in enumerate(self.players) if not player.out])
        scores = one_winner(len(self.players), winners)
        if len(winners) == 1:
            return Result(scores, winners, f"seat {winners[0]} is the last player in")
        return Result(scores, winners, f"a draw: nobody has won after {self.turn} turns", cut_short=True)

    # What the protocol asks besides

    def text(self, move: int) -> str:
        return self.shared.notation.texts[move]

    def parse(self, text: str) -> int:
        return self.shared.notation.parse(text)

    def why_not(self, move: int) -> str:
        if self.player is None:
            return "the game is over"
        notation = self.shared.notation
        return notation.why_not(move, self.phase, self.active, self.player, self.players, self.attacks)

    def turns(self) -> int:
        return self.turn

    def starter(self) -> int:
        return self.first

    def to_dict(self) -> Position:
        shared = self.shared
        seats = [shared.seat.write(player) for player in self.players]
        if self.phase in ALLOWING:
            for player, seat in zip(self.players, seats, strict=True):
                if not player.out:
                    seat["allowance"] = {"cards": player.cards, "power": player.power}
        return {"game": GAME, **shared.form.write(self, {"seats": seats})}

    def view(self, seat: int) -> View:
        return self.shared.form.show(self.to_dict(), seat, asked=self.player == seat)

    def advance(self) -> None:
        """Goes on from a position: its forced moves are made."""
        self.options = self.choices()
        if len(self.options) == 1:
            self.apply(self.options[0])

    def choices(self) -> tuple[int, ...]:
        """What may be done in a state of which all that is written in a position is known."""
        phase = self.phase
        if phase == DRAW:
            return self.begin_turn()
        if phase == FIELD:
            return self.field_choices()
        if phase == ATTACK:
            self.prepare_attack()
            for attack in self.attacks:
                self.ready.use(attack.card)
            return self.attack_choices()
        if phase in (DEFEND, BOOST):
            assert self.player is not None
            self.fighters = fighters_of(self.attacks, self.active, self.others[self.active])
            self.at = self.fighters.index(self.player)
            if phase == BOOST:
                return self.next_booster()
            self.prepare_defender()
            for attack in self.attacks:
                if attack.target == self.player:
                    for card in attack.blocks:
                        self.ready.use(card)
            return self.block_choices()
        if phase == DAMAGE:
            return self.suffer()
        return self.recover_choices() if phase == RECOVER else self.end()

    # What a seat can't see, dealt anew

    def determinize(self, seat: int, shuffler: Shuffler) -> BattleGateState:
        world = self.clone()
        world.deal(seat, shuffler)
        if seat != self.player and self.phase in (FIELD, BOOST, DAMAGE):
            world.advance()  # the choices hang on the hand
        return world

    def deal(self, seat: int, shuffler: Shuffler) -> None:
        """Deals what the seat can't see at random to the hands and decks in which it lies."""
        for number, player in enumerate(self.players):
            hidden = player.deck[:]
            in_hand = 0 if number == seat else player.hand.size
            if in_hand:
                hidden += player.hand.take_all()
            hidden.sort()  # where cards really lay makes no difference
            shuffler.shuffle(hidden)
            if in_hand:
                if number == self.player:
                    _deal_choice(hidden, in_hand, self.playable(), shuffler)
                player.hand.add_all(hidden[:in_hand])
            player.deck = hidden[in_hand:][::-1]
        self.shuffler = shuffler.apart()

    def playable(self) -> int:
        """The kinds of which whoever is asked has a card in hand; 0 where no such card is asked for.

        Whoever can play none is not asked.
        """
        assert self.player is not None
        kinds, power = self.shared.kinds, self.players[self.player].power
        if self.phase == FIELD:
            return kinds.up_to[power]
        return kinds.assassins_up_to[power] if self.phase == BOOST else 0


def _deal_choice(pile: list[int], in_hand: int, needed: int, shuffler: Shuffler) -> None:
    """Shuffles the cards until one of the needed kinds is among the first, which are the hand."""
    if not needed:
        return
    for _ in range(MAX_DEALS):
        if any(needed >> card & 1 for card in pile[:in_hand]):
            return
        shuffler.shuffle(pile)
    able = [place for place, card in enumerate(pile) if needed >> card & 1]
    taken, given_up = able[shuffler.below(len(able))], shuffler.below(in_hand)
    pile[taken], pile[given_up] = pile[given_up], pile[taken]
