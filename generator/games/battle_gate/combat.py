"""The combat phase of Battle Gate: attack, defend, boost, resolve, damage."""

from __future__ import annotations

from generator.games.battle_gate.board import ATTACK, BOOST, DAMAGE, DEFEND, Board
from generator.games.battle_gate.menus import ONLY_PASS
from generator.games.battle_gate.moves import DONE, PASS
from generator.games.battle_gate.table import Attack, idle_of


class Combat(Board):
    """The parts of a combat in their order. What begins or does something answers with the next choices."""

    __slots__ = ()

    # Attack

    def begin_attack(self) -> tuple[int, ...]:
        if self.players[self.active].field.among(self.tables.kinds.attackers) == 0:
            return self.begin_recovery()
        self.prepare_attack()
        return self.attack_choices()

    def prepare_attack(self) -> None:
        self.phase = ATTACK
        self.attacks = []
        self.idle = idle_of(self.players[self.active].field, self.tables.kinds.attackers)
        self.menu = self.assaults[self.active]

    def attack_choices(self) -> tuple[int, ...]:
        """Each soldier and assassin in play may be sent at one other player."""
        return self.menu.options(self.idle.kinds)

    def do_attack(self, move: int) -> tuple[int, ...]:
        if move == DONE:
            return self.begin_defence() if self.attacks else self.begin_recovery()
        tables = self.tables
        kind = tables.card[move]
        self.idle.use(kind)
        self.attacks.append(Attack(kind, tables.number[move], tables.power[kind]))
        return self.attack_choices()

    # Defend

    def begin_defence(self) -> tuple[int, ...]:
        self.phase = DEFEND
        self.gather()
        self.at = 0
        return self.next_defender()

    def gather(self) -> None:
        """Finds who fights: the attacker, then in seat order from the attacker's left who is attacked."""
        attacked = [attack.target for attack in self.attacks]
        self.fighters = [self.active]
        for seat in self.around[self.active]:
            if seat in attacked:
                self.fighters.append(seat)

    def next_defender(self) -> tuple[int, ...]:
        """The next who is attacked and has a card to defend with."""
        self.at += 1
        while self.at < len(self.fighters):
            if self.players[self.fighters[self.at]].field.among(self.tables.kinds.blockers):
                self.prepare_defender()
                return self.block_choices()
            self.at += 1
        return self.begin_boosts()

    def prepare_defender(self) -> None:
        tables = self.tables
        seat = self.fighters[self.at]
        self.player = seat
        self.idle = idle_of(self.players[seat].field, tables.kinds.blockers)
        attacks = self.attacks
        aimed = tuple([number for number in range(len(attacks)) if attacks[number].target == seat])
        self.menu = tables.menus.block.towards(aimed)

    def block_choices(self) -> tuple[int, ...]:
        """Each soldier and minion in play may be laid against one attack that is directed at its owner."""
        return self.menu.options(self.idle.kinds)

    def do_block(self, move: int) -> tuple[int, ...]:
        if move == DONE:
            return self.next_defender()
        tables = self.tables
        kind = tables.card[move]
        self.idle.use(kind)
        attack = self.attacks[tables.number[move]]
        attack.blocks += (kind,)
        attack.defence += tables.power[kind]
        return self.block_choices()

    # Boost

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
            self.step_on()
        return self.resolve()

    def step_on(self) -> None:
        """A fighter has passed."""
        self.passes += 1
        self.at = (self.at + 1) % len(self.fighters)

    def boost_choices(self, seat: int) -> tuple[int, ...]:
        """Assassins, inside the allowance: the attacker onto attacks, a defender onto blocked ones."""
        player = self.players[seat]
        if player.cards == 0:
            return ONLY_PASS
        tables = self.tables
        assassins = player.hand.among(tables.kinds.assassins_up_to[player.power])
        if assassins == 0:
            return ONLY_PASS
        return tables.menus.boost.towards(self.boostable(seat)).options(assassins)

    def boostable(self, seat: int) -> tuple[int, ...]:
        """The numbers of the attacks that a fighter's boost may go to."""
        attacks = self.attacks
        if seat == self.active:
            return tuple(range(len(attacks)))
        numbers = range(len(attacks))
        return tuple(
            [number for number in numbers if attacks[number].target == seat and attacks[number].blocks]
        )

    def do_boost(self, move: int) -> tuple[int, ...]:
        if move == PASS:
            self.step_on()
        else:
            self.boost(self.fighters[self.at], move)
            self.passes = 0
            self.at = (self.at + 1) % len(self.fighters)
        return self.next_booster()

    def boost(self, seat: int, move: int) -> None:
        tables = self.tables
        kind = tables.card[move]
        self.spend(self.players[seat], kind)
        attack = self.attacks[tables.number[move]]
        if seat == self.active:
            attack.boosts += (kind,)
            attack.power += tables.power[kind]
        else:
            attack.block_boosts += (kind,)
            attack.defence += tables.power[kind]

    # Resolve

    def resolve(self) -> tuple[int, ...]:
        """Settles all attacks at once; what is undefended becomes damage. Boosts are discarded."""
        class_of = self.tables.class_of
        attacker = self.players[self.active]
        self.damage = [0] * len(self.players)
        for attack in self.attacks:
            defender = self.players[attack.target]
            if not attack.blocks:
                self.damage[attack.target] += attack.power
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

    # Damage

    def suffer(self) -> tuple[int, ...]:
        """Each damaged player in turn discards, until one has to choose cards of the hand."""
        for seat in self.around[self.active]:
            if self.damage[seat] > 0:
                self.mill(seat)
                if self.damage[seat] > 0:
                    self.player = seat
                    return self.damage_choices(seat)
        return self.end_combat()

    def mill(self, seat: int) -> None:
        """Discards from the top of the deck, then the hand where all of it goes; leaves what is to choose.

        Who has too few cards in both is out; exactly enough is survival.
        """
        player = self.players[seat]
        milled = min(self.damage[seat], player.left)
        player.discard.add_all(player.lift(milled))
        owed = self.damage[seat] - milled
        if owed > player.hand.size:
            player.leave()
            self.count_remaining()
            owed = 0
        elif owed == player.hand.size:
            player.discard.add_all(player.hand.cards())
            player.hand.clear()
            owed = 0
        self.damage[seat] = owed

    def damage_choices(self, seat: int) -> tuple[int, ...]:
        """The owner chooses which cards of the hand to discard."""
        return self.tables.menus.discard.options(self.players[seat].hand.kinds)

    def do_discard(self, move: int) -> tuple[int, ...]:
        seat = self.player
        assert seat is not None
        player = self.players[seat]
        kind = self.tables.card[move]
        player.hand.take(kind)
        player.discard.add(kind)
        self.damage[seat] -= 1
        return self.suffer()

    def end_combat(self) -> tuple[int, ...]:
        """The last player remaining wins, before any recovery."""
        return self.end() if self.remaining == 1 else self.begin_recovery()

    def begin_recovery(self) -> tuple[int, ...]:
        """What follows a combat; the procedure of the whole turn says what it is."""
        raise NotImplementedError

    def end(self) -> tuple[int, ...]:
        """What follows the last combat."""
        raise NotImplementedError
