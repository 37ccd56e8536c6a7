"""Battle Gate, phase by phase in the order of the rulebook: draw, allowance, field, combat, recover.

For each phase a method begins it and one does a move (``do_…``); both answer with the next choices.
"""

from __future__ import annotations

from typing import Annotated, Final

from generator.catalog.wording import pluralize
from generator.games.battle_gate.config import RulesConfig
from generator.games.battle_gate.notation import (
    ALLOWING,
    ATTACK,
    BOOST,
    DAMAGE,
    DEFEND,
    DONE,
    DRAW,
    FIELD,
    NOW,
    ONLY_DONE,
    ONLY_PASS,
    OVER,
    PASS,
    PHASES,
    RECOVER,
    VERBS,
    Attack,
    Player,
    Shared,
)
from generator.rules.elements import Counter, During, EachSeat, Limit, Seat, Shuffles, Value
from generator.rules.fields import SHARED, Form, Parts, declared
from generator.rules.legal_moves import LegalMoves
from generator.rules.pile import Pile
from generator.rules.protocol import Position, Result, State, View, one_winner
from generator.rules.shuffler import Shuffler

GAME: Final = "battle-gate"
MAX_DEALS: Final = 20
"""How often a hand is dealt in search of one with a choice in it; then such a card is put in. Mostly once."""


def shared_by(config: RulesConfig) -> Shared:
    """What all states of a game share."""
    shared = Shared(config)
    shared.form = Form(BattleGateState, shared.terms, shared.seat_form)
    return shared


def new_state(shared: Shared, players: list[Player], first: int, shuffler: Shuffler) -> BattleGateState:
    """The table before turn 1."""
    seats = len(players)
    state: BattleGateState = shared.form.blank(
        shared=shared,
        shuffler=shuffler,
        turn=1,
        active=first,
        first=first,
        player=first,
        max_turns=shared.config.max_turns,
        players=players,
        others=[tuple([(seat + step) % seats for step in range(1, seats)]) for seat in range(seats)],
        ready=Pile([], 0, 0),
        ready_moves=shared.field_moves,
    )
    state.count_remaining()
    return state


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
    passes: Annotated[int, Counter(0, "limits.max_cards", when=During(BOOST), otherwise=0)]
    """How many in a row have passed in the boost window."""
    damage: Annotated[list[int], EachSeat(Counter(0, "max_damage"), when=During(DAMAGE))]
    """How many cards each seat must still discard."""
    recoveries: Annotated[int, Counter(0, "limits.max_cards", when=During(RECOVER))]
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
    ready: Pile
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
        """Up to a limit by soldiers in play; a fixed number in the player's own first turn."""
        shared, player = self.shared, self.players[self.active]
        self.phase = DRAW
        self.player = self.active
        if player.started:
            limit = shared.draw_limit[player.in_play[shared.soldier]]
            return shared.draw_moves[min(limit, len(player.deck))]
        limits = shared.config.limits
        cards = limits.first_hand if self.active == self.first else limits.other_hand
        return (shared.draw[min(cards, len(player.deck))],)

    def do_draw(self, move: int) -> tuple[int, ...]:
        player = self.players[self.active]
        player.hand.add_all(player.lift(self.shared.number[move]))
        player.started = True
        self.fix_allowances()
        self.phase = FIELD
        return self.field_choices()

    # Your turn, 2: Allowance

    def fix_allowances(self) -> None:
        """What everybody may play until the turn ends: cards by assassins in play, power by cards in hand."""
        shared = self.shared
        for player in self.players:
            player.cards = shared.cards_to_play[player.in_play[shared.assassin]]
            player.power = player.hand.size * shared.power_per_card

    def spend(self, player: Player, kind: int) -> None:
        """Plays a card from hand, which counts against the allowance."""
        player.hand.take(kind)
        player.cards -= 1
        player.power -= self.shared.power[kind]

    # Your turn, 3: Field

    def field_choices(self) -> tuple[int, ...]:
        """Cards of any class, inside the allowance."""
        player = self.players[self.active]
        if player.cards == 0:
            return ONLY_DONE
        shared = self.shared
        return shared.field_moves.among(player.hand.kinds & shared.up_to[player.power])

    def do_field(self, move: int) -> tuple[int, ...]:
        if move == DONE:
            return self.begin_attack()
        player = self.players[self.active]
        kind = self.shared.card[move]
        self.spend(player, kind)
        player.field.add(kind)
        player.in_play[self.shared.class_of[kind]] += 1
        return self.field_choices()

    # Your turn, 4: Attack

    def begin_attack(self) -> tuple[int, ...]:
        if self.players[self.active].field.kinds & self.shared.attackers == 0:
            return self.begin_recovery()
        self.phase = ATTACK
        self.attacks = []
        return self.resume_attack()

    def resume_attack(self) -> tuple[int, ...]:
        """Each soldier and assassin in play may be sent at one other player."""
        self.ready = self.players[self.active].ready(self.shared.attackers)
        for attack in self.attacks:
            self.ready.take(attack.card)
        self.ready_moves = self.attack_moves[self.active]
        return self.ready_moves.among(self.ready.kinds)

    def do_attack(self, move: int) -> tuple[int, ...]:
        if move == DONE:
            return self.begin_defence() if self.attacks else self.begin_recovery()
        shared = self.shared
        kind = shared.card[move]
        self.ready.take(kind)
        self.attacks.append(Attack(kind, shared.number[move], shared.power[kind]))
        return self.ready_moves.among(self.ready.kinds)

    # Your turn, 5: Defend

    def begin_defence(self) -> tuple[int, ...]:
        self.phase = DEFEND
        self.fighters = self.who_fights()
        self.at = 0
        return self.next_defender()

    def who_fights(self) -> list[int]:
        """The attacker, then in seat order from the attacker's left who is attacked."""
        attacked = [attack.target for attack in self.attacks]
        return [self.active, *[seat for seat in self.others[self.active] if seat in attacked]]

    def next_defender(self) -> tuple[int, ...]:
        """The next who is attacked and has a card to defend with."""
        for at in range(self.at + 1, len(self.fighters)):
            if self.players[self.fighters[at]].field.kinds & self.shared.blockers:
                self.at = at
                return self.resume_defence()
        return self.begin_boosts()

    def resume_defence(self) -> tuple[int, ...]:
        """Each soldier and minion in play may be laid against one attack that is directed at its owner."""
        seat = self.fighters[self.at]
        self.player = seat
        self.ready = self.players[seat].ready(self.shared.blockers)
        aimed = []
        for number, attack in enumerate(self.attacks):
            if attack.target == seat:
                aimed.append(number)
                for card in attack.blocks:
                    self.ready.take(card)
        self.ready_moves = self.shared.block_moves.towards(tuple(aimed))
        return self.ready_moves.among(self.ready.kinds)

    def do_block(self, move: int) -> tuple[int, ...]:
        if move == DONE:
            return self.next_defender()
        shared = self.shared
        kind = shared.card[move]
        self.ready.take(kind)
        attack = self.attacks[shared.number[move]]
        attack.blocks += (kind,)
        attack.defence += shared.power[kind]
        return self.ready_moves.among(self.ready.kinds)

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
            self.passes += 1
            self.at = (self.at + 1) % len(fighters)
        return self.resolve()

    def boost_choices(self, seat: int) -> tuple[int, ...]:
        """Assassins, inside the allowance: the attacker onto attacks, a defender onto blocked ones."""
        player = self.players[seat]
        if player.cards == 0:
            return ONLY_PASS
        shared = self.shared
        assassins = player.hand.kinds & shared.assassins_up_to[player.power]
        if assassins == 0:
            return ONLY_PASS
        return shared.boost_moves.towards(self.boostable(seat)).among(assassins)

    def boostable(self, seat: int) -> tuple[int, ...]:
        """The numbers of the attacks that a fighter's boost may go to."""
        if seat == self.active:
            return tuple(range(len(self.attacks)))
        attacks = enumerate(self.attacks)
        return tuple([number for number, attack in attacks if attack.target == seat and attack.blocks])

    def do_boost(self, move: int) -> tuple[int, ...]:
        seat = self.fighters[self.at]
        self.at = (self.at + 1) % len(self.fighters)
        if move == PASS:
            self.passes += 1
            return self.next_booster()
        self.passes = 0
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
        return self.next_booster()

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
            attacker.discard.add_all(list(attack.boosts))
            defender.discard.add_all(list(attack.block_boosts))
        self.attacks = []
        self.phase = DAMAGE
        return self.suffer()

    # Your turn, 8: Damage

    def suffer(self) -> tuple[int, ...]:
        """Each damaged player in turn discards, until one has to choose cards of the hand.

        The last player remaining wins, before any recovery.
        """
        for seat in self.others[self.active]:
            if self.damage[seat] > 0:
                self.discard_forced(seat)
                if self.damage[seat] > 0:
                    self.player = seat
                    return self.shared.discard_moves.among(self.players[seat].hand.kinds)
        return self.end() if self.remaining == 1 else self.begin_recovery()

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
            player.discard.add_all(player.hand.take_all())
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

    def do_discard(self, move: int) -> tuple[int, ...]:
        seat = self.player
        assert seat is not None
        player = self.players[seat]
        kind = self.shared.card[move]
        player.hand.take(kind)
        player.discard.add(kind)
        self.damage[seat] -= 1
        return self.suffer()

    # Your turn, 9: Recover

    def begin_recovery(self) -> tuple[int, ...]:
        minions = self.players[self.active].in_play[self.shared.minion]
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
        return self.shared.texts[move]

    def parse(self, text: str) -> int:
        return self.shared.parse(text)

    def turns(self) -> int:
        return self.turn

    def starter(self) -> int:
        return self.first

    def to_dict(self) -> Position:
        shared = self.shared
        seats = [shared.seat_form.write(player) for player in self.players]
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
            return self.resume_attack()
        if phase in (DEFEND, BOOST):
            assert self.player is not None
            self.fighters = self.who_fights()
            self.at = self.fighters.index(self.player)
            return self.next_booster() if phase == BOOST else self.resume_defence()
        if phase == DAMAGE:
            return self.suffer()
        return self.recover_choices() if phase == RECOVER else self.end()

    # The reason against an illegal move: a sentence for players, with the numbers of the rule

    def why_not(self, move: int) -> str:
        seat = self.player
        if seat is None:
            return "the game is over"
        shared, text = self.shared, self.shared.texts[move]
        if text.partition(" ")[0] != VERBS[self.phase]:
            asked = "" if seat == self.active else f", and seat {seat} decides"
            return f"{NOW[self.phase]}{asked}; `{text}` is not possible now"
        kind, number = shared.card[move], shared.number[move]
        name = shared.names[kind]
        if self.phase == DRAW:
            return self.against_draw(self.players[seat], number)
        if self.phase == ATTACK:
            return self.against_attack(seat, kind, number)
        if self.phase == DEFEND:
            if not shared.blockers >> kind & 1:
                return "Assassins never defend"
            return self.against_target(number, seat) or self.used_up(kind, "defends against one attack")
        if self.phase == BOOST:
            return self.against_boost(seat, kind, number)
        if self.phase == FIELD:
            return self.against_play(self.players[seat], kind)
        return f"no {name} in {'hand' if self.phase == DAMAGE else 'the discard pile'}"

    def against_draw(self, player: Player, cards: int) -> str:
        soldiers = player.in_play[self.shared.soldier]
        limit = self.shared.draw_limit[soldiers]
        if cards > limit:
            in_play = pluralize(soldiers, "soldier")
            return f"{in_play} in play: up to {pluralize(limit, 'card')} may be drawn, not {cards}"
        return f"the deck has {pluralize(len(player.deck), 'card')} left, fewer than `draw {cards}` asks for"

    def against_play(self, player: Player, kind: int) -> str:
        """Why a card can't be played out of the hand, to the field or as a boost."""
        name = self.shared.names[kind]
        if player.hand.counts[kind] == 0:
            return f"no {name} in hand"
        # Nobody is asked who may play no card more.
        return f"{player.power} power left, {name} needs {self.shared.power[kind]}"

    def against_attack(self, seat: int, kind: int, target: int) -> str:
        if not self.shared.attackers >> kind & 1:
            return "Minions never attack"
        if target == seat:
            return f"seat {target} can't attack itself"
        if target >= len(self.players):
            return f"there is no seat {target}: {len(self.players)} play, from seat 0"
        if self.players[target].out:
            return f"seat {target} is out"
        return self.used_up(kind, "attacks one player in a turn")

    def against_boost(self, seat: int, kind: int, number: int) -> str:
        if not self.shared.assassins >> kind & 1:
            return f"only assassins boost, and {self.shared.names[kind]} is not one"
        is_attacker = seat == self.active
        refused = self.against_target(number, None if is_attacker else seat)
        if not refused and not is_attacker and not self.attacks[number].blocks:
            return f"nothing blocks attack {number}: a boost joins a defence that has a card"
        return refused or self.against_play(self.players[seat], kind)

    def against_target(self, number: int, seat: int | None) -> str:
        """Why an attack is none at this seat, or None for any seat; empty if it is one."""
        attacks = self.attacks
        if number >= len(attacks):
            last = len(attacks) - 1
            known = f"they are numbered from 0 to {last}" if last else "the only one is attack 0"
            return f"there is no attack {number}: {known}"
        target = attacks[number].target
        if seat in (None, target):
            return ""
        return f"attack {number} is directed at seat {target}, not at seat {seat}"

    def used_up(self, kind: int, rule: str) -> str:
        """Why a card of whoever decides can't take part in the combat."""
        assert self.player is not None
        name, in_play = self.shared.names[kind], self.players[self.player].field.counts[kind]
        if in_play == 0:
            return f"no {name} in play"
        return f"every {name} in play ({in_play}) has been used: a card {rule}"

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
        shared, power = self.shared, self.players[self.player].power
        if self.phase == FIELD:
            return shared.up_to[power]
        return shared.assassins_up_to[power] if self.phase == BOOST else 0


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
