"""Strongholds as its rulebook has it, section by section: from setting up to the end.

All players act at once. The engine asks seat by seat, and what was chosen counts when all have chosen.
"""

from __future__ import annotations

from typing import Any

from generator.catalog.wording import join_words, pluralize
from generator.games.strongholds.config import RulesConfig
from generator.games.strongholds.notation import (
    DONE,
    GIVES,
    LAYS,
    NAMES_GENERAL,
    NAMES_TARGET,
    OPEN,
    Reasons,
    StrongholdsNotation,
)
from generator.games.strongholds.table import (
    COVERED,
    DEFENCE,
    DOUBLES,
    LIFTS,
    MUSTER,
    NAME,
    NO_ABILITY,
    NOBODY,
    OVER,
    PHASES,
    PITTED,
    SHARES,
    UNTOUCHED,
    Cards,
    Player,
)
from generator.rules.positions import shuffler_position
from generator.rules.protocol import Position, Result, State, View, one_winner
from generator.rules.shuffler import Shuffler


class Worlds:
    """What ``determinize`` is done by: it plays by these rules what others chose in secret."""

    def deal(self, table: StrongholdsState, seat: int, shuffler: Shuffler) -> StrongholdsState:
        raise NotImplementedError


class StrongholdsState(State):
    """A game of Strongholds under way."""

    __slots__ = (
        "cards",
        "choices",
        "chooser",
        "condition",
        "config",
        "defeated",
        "fell",
        "left",
        "max_turns",
        "notation",
        "phase",
        "pile",
        "players",
        "shuffler",
        "turn",
        "worlds",
    )

    config: RulesConfig
    cards: Cards
    notation: StrongholdsNotation
    worlds: Worlds
    shuffler: Shuffler
    max_turns: int
    turn: int
    phase: int
    chooser: int
    """The seat that chooses in this phase."""
    choices: tuple[int, ...]
    """What ``player`` may choose from."""
    players: list[Player]
    pile: list[int]
    """The draw pile; the last is the top card."""
    defeated: list[int]
    """The defeated pile."""
    left: list[int]
    """For each card in the field: how much must still be laid on it to defeat it; 0 if it is defeated. That
    is also the power with which a troop or a Jack gets through. Other cards' numbers mean nothing."""
    condition: list[int]
    """For each card in the field: whether anything was done to it. This list and ``left`` are replaced at the
    reveal and changed in defence only, so before that copies of a state share them."""
    fell: tuple[int, ...]
    """The seats that were eliminated in the turn that ended the game."""

    # Setting up

    def set_up(
        self,
        config: RulesConfig,
        notation: StrongholdsNotation,
        worlds: Worlds,
        shuffler: Shuffler,
        max_turns: int,
        seats: int,
    ) -> None:
        """The empty table at the beginning of turn 1."""
        self.config = config
        self.cards = notation.cards
        self.notation = notation
        self.worlds = worlds
        self.shuffler = shuffler
        self.max_turns = max_turns
        self.turn = 1
        self.phase = MUSTER
        self.player = None
        self.chooser = 0
        self.choices = ()
        self.players = []
        for _ in range(seats):
            player = Player()
            player.sit_down()
            self.players.append(player)
        self.pile = []
        self.defeated = []
        self.left = []
        self.condition = []
        self.fell = ()

    def deal(self) -> None:
        """Each player gets a family of royals and a hand, at random."""
        families = self.cards.families[len(self.players)]
        order = list(range(len(families)))
        self.shuffler.shuffle(order)
        self.pile = self.cards.drawn[:]
        self.shuffler.shuffle(self.pile)
        for seat, player in enumerate(self.players):
            player.royals = families[order[seat]]
            self.draw(player, self.config.hand)

    def draw(self, player: Player, count: int) -> None:
        """Draws from the top of the pile, fewer cards if it has no more."""
        left = max(len(self.pile) - count, 0)
        player.take_up(self.pile[left:])
        del self.pile[left:]

    # The turn

    def legal(self) -> tuple[int, ...]:
        return self.choices

    def apply(self, move: int) -> None:
        while True:
            self.choose(move)
            choices = self.next_choices()
            if len(choices) != 1:
                break
            move = choices[0]
        self.choices = choices
        self.player = self.chooser if choices else None

    def advance(self) -> None:
        """Plays forced moves until a seat has a real choice or the game is over."""
        choices = self.next_choices()
        self.choices = choices
        self.player = self.chooser if choices else None
        if len(choices) == 1:
            self.apply(choices[0])

    def next_choices(self) -> tuple[int, ...]:
        """What may be chosen next, by whoever is the next to choose; nothing when the game is over."""
        while self.phase == MUSTER:
            choices = self.muster_choices(self.players[self.chooser])
            if choices:
                return choices
            self.next_to_muster()
        if self.phase == DEFENCE:
            return self.defence_choices(self.players[self.chooser])
        return ()

    def choose(self, move: int) -> None:
        """Makes one move of the seat that chooses."""
        player = self.players[self.chooser]
        if self.phase == MUSTER:
            self.muster(player, move)
        elif move == DONE:
            self.next_to_defend()
        else:
            self.defend(player, move)

    def next_to_muster(self) -> None:
        """The next living player chooses; when all have chosen, they reveal it and the defence begins."""
        for seat in range(self.chooser + 1, len(self.players)):
            if not self.players[seat].out:
                self.chooser = seat
                return
        self.reveal()
        self.phase = DEFENCE
        self.chooser = -1
        self.next_to_defend()

    def next_to_defend(self) -> None:
        """The next player who is attacked defends; when all have, the turn comes to its end."""
        for seat in range(self.chooser + 1, len(self.players)):
            if self.players[seat].attackers:
                self.chooser = seat
                return
        self.end_turn()

    def end_turn(self) -> None:
        """The steps without decisions, and the next turn unless the game is over."""
        standing = self.standing()
        for seat in standing:
            self.damage(self.players[seat])
        for seat in standing:
            self.go_home(self.players[seat])
        self.fell = tuple([seat for seat in standing if self.players[seat].out])
        if len(standing) - len(self.fell) < 2 or self.turn >= self.max_turns:
            self.phase = OVER
            return
        for player in self.players:
            self.fill_hand(player)
        self.shuffle_defeated()
        self.fell = ()
        self.turn += 1
        self.phase = MUSTER
        self.chooser = self.standing()[0]

    # 1 Muster

    def muster_choices(self, player: Player) -> tuple[int, ...]:
        """What the player may choose next; nothing when all is chosen."""
        if player.general == NOBODY:
            return tuple(self.give_choices(player) + self.general_choices(player))
        if player.target == NOBODY:
            return self.target_choices(player)
        if player.missing:
            return self.send_choices(player)
        return ()

    def general_choices(self, player: Player) -> list[int]:
        """Royals whose battalion the hand can fill; if it can fill none, or there is but one royal, any."""
        held = len(player.troops_in_hand(self.cards.first_royal))
        sends, general = self.cards.sends, self.notation.general
        able = [general[royal] for royal in player.royals if sends[royal] <= held]
        if not able:
            able = [general[royal] for royal in player.royals]
        able.sort()
        return able

    def target_choices(self, player: Player) -> tuple[int, ...]:
        """Every living opponent."""
        return tuple(
            [
                self.notation.target[seat]
                for seat, other in enumerate(self.players)
                if other is not player and not other.out
            ]
        )

    def send_choices(self, player: Player) -> tuple[int, ...]:
        """Any troop of the hand; a last royal has enough with one."""
        send = self.notation.send
        troops = [send[card] for card in player.troops_in_hand(self.cards.first_royal)]
        if player.troops and len(player.royals) == 1:
            return (DONE, *troops)
        return tuple(troops)

    def muster(self, player: Player, move: int) -> None:
        """Makes a move of the muster."""
        does = self.notation.does[move]
        card = self.notation.card[move]
        if does == GIVES:
            self.give_up(player, card)
        elif does == NAMES_GENERAL:
            player.general = card
        elif does == NAMES_TARGET:
            player.target = card
            self.call_battalion(player)
        elif move == DONE:
            player.missing = 0
        else:
            player.send(card)
            player.missing -= 1

    def call_battalion(self, player: Player) -> None:
        """General and target are chosen: how many troops are to be chosen yet, if it is not all in hand."""
        troops = player.troops_in_hand(self.cards.first_royal)
        player.missing = min(self.cards.sends[player.general] - len(player.troops), len(troops))
        if player.missing == len(troops) and len(player.royals) > 1:
            player.send_all(troops)
            player.missing = 0

    # 2 Reveal

    def reveal(self) -> None:
        """Everyone lays general and troops before the stronghold chosen, and they get their power."""
        self.left = [0] * self.cards.count
        self.condition = [UNTOUCHED] * self.cards.count
        for player in self.players:
            player.attackers = ()
        for seat, player in enumerate(self.players):
            if not player.out:
                self.players[player.target].attackers += (seat,)
                self.empower(player, self.cards.ability[player.general])

    def empower(self, player: Player, ability: int) -> None:
        """General and troops have the power that the ability gives them, and nothing lies on them."""
        left, condition = self.left, self.condition
        general, troops = player.general, player.troops
        powers = battalion_powers(self.cards, general, troops, ability)
        for at, troop in enumerate(troops):
            left[troop] = powers[at]
            condition[troop] = UNTOUCHED
        # A Jack is as healthy as his troop, if he shares its power; every other general as it is printed.
        left[general] = powers[0] if ability == SHARES and powers else self.cards.health[general]
        condition[general] = UNTOUCHED

    # 3 Defence

    def defence_choices(self, player: Player) -> tuple[int, ...]:
        """Cards of the hand on attackers that stand, pairs of troops to pit, aces to give up, or the end."""
        choices = [DONE]
        hand = player.hand
        if hand:
            first_joker, lay = self.cards.first_joker, self.notation.lay
            choices += self.give_choices(player)
            open_cards = self.open_cards(player)
            if hand[-1] < first_joker:
                choices += [lay[card] + on for card in hand for on in open_cards]
            else:
                choices += [lay[card] + on for card in hand if card < first_joker for on in open_cards]
                generals = self.open_to_jokers(player)
                choices += [lay[card] + on for card in hand if card >= first_joker for on in generals]
        if len(player.attackers) > 1:
            choices += self.pit_choices(player)
        return tuple(choices)

    def open_cards(self, player: Player) -> list[int]:
        """The attacking cards that number cards and aces may be laid on: troops that are not defeated, and
        what is left of a pitted pair; a general when all of the troops are defeated or pitted."""
        left, condition = self.left, self.condition
        found: list[int] = []
        for seat in player.attackers:
            attacker = self.players[seat]
            protected = False
            for troop in attacker.troops:
                if left[troop]:
                    found.append(troop)
                    if condition[troop] != PITTED:
                        protected = True
            if not protected and left[attacker.general]:
                found.append(attacker.general)
        # One attacker's cards stand in order as it is.
        if len(player.attackers) > 1:
            found.sort()
        return found

    def open_to_jokers(self, player: Player) -> list[int]:
        """The attacking generals on whom and on whose troops nothing lies, and none of those is pitted."""
        condition = self.condition
        found: list[int] = []
        for seat in player.attackers:
            attacker = self.players[seat]
            touched = condition[attacker.general] != UNTOUCHED
            for troop in attacker.troops:
                touched = touched or condition[troop] != UNTOUCHED
            if not touched:
                found.append(attacker.general)
        found.sort()
        return found

    def pit_choices(self, player: Player) -> list[int]:
        """Pairs of troops of different attackers with nothing on them."""
        pairs: list[int] = []
        earlier: list[int] = []
        for seat in player.attackers:
            fresh = [troop for troop in self.players[seat].troops if self.condition[troop] == UNTOUCHED]
            for troop in fresh:
                row = self.notation.pit[troop]
                pairs += [row[other] for other in earlier]
            earlier += fresh
        pairs.sort()
        return pairs

    def defend(self, player: Player, move: int) -> None:
        """Makes a move of a defence other than its end."""
        does, card, on = self.notation.does[move], self.notation.card[move], self.notation.on[move]
        if does == GIVES:
            self.give_up(player, card)
        elif does == LAYS:
            player.lay_down(card)
            self.lay(player, card, on)
        else:
            self.pit(player, card, on)

    def lay(self, player: Player, card: int, on: int) -> None:
        """A card is laid on one that attacks the player's stronghold."""
        cards = self.cards
        player.laid += ((on, card),)
        if card >= cards.first_joker:
            self.negate(player, on)
            return
        if self.condition[on] != PITTED:
            self.condition[on] = COVERED
        if card >= cards.first_ace:
            self.left[on] = 0
        else:
            self.left[on] = max(self.left[on] - cards.power[card], 0)

    def negate(self, player: Player, general: int) -> None:
        """A joker takes a general's ability away: all powers are as printed."""
        for seat in player.attackers:
            attacker = self.players[seat]
            if attacker.general == general:
                self.empower(attacker, NO_ABILITY)
        self.condition[general] = COVERED

    def pit(self, player: Player, one: int, other: int) -> None:
        """Two troops are set against each other: the stronger goes on with the difference."""
        player.pitted += ((one, other),)
        stronger, weaker = (one, other) if self.left[one] >= self.left[other] else (other, one)
        self.left[stronger] -= self.left[weaker]
        self.left[weaker] = 0
        self.condition[one] = PITTED
        self.condition[other] = PITTED

    # Aces, in muster and in defence

    def give_choices(self, player: Player) -> list[int]:
        """An ace may be given up while there is something to draw for it."""
        cards, give = self.cards, self.notation.give
        if not self.pile or not player.hand or player.hand[-1] < cards.first_ace:
            return []
        return [give[card] for card in player.hand if cards.first_ace <= card < cards.first_joker]

    def give_up(self, player: Player, ace: int) -> None:
        """An ace goes to the defeated pile, and its owner draws."""
        player.lay_down(ace)
        self.defeated.append(ace)
        self.draw(player, self.config.ace_draws)

    # 4 Damage

    def damage(self, player: Player) -> None:
        """What got through kills royals at home; if there is none at home, the stronghold falls by it."""
        power = self.power_through(player)
        home = player.home()
        if not home:
            if power:
                player.royals = ()
        else:
            self.kill(player, home, power)
        if self.left[player.general] == 0:
            player.lose(player.general)
        if not player.royals:
            player.out = True

    def power_through(self, player: Player) -> int:
        """The power of all attackers of a stronghold that is not cancelled."""
        power = 0
        for seat in player.attackers:
            attacker = self.players[seat]
            for troop in attacker.troops:
                power += self.left[troop]
            power += self.attack_of(attacker.general)
        return power

    def attack_of(self, card: int) -> int:
        """What is left of the attack of a card in the field: a troop's, or a Jack's who attacks himself."""
        return self.left[card] if self.cards.ability[card] in (NO_ABILITY, SHARES) else 0

    def kill(self, player: Player, home: tuple[int, ...], power: int) -> None:
        """While a royal at home has no more health than there is power left, the healthiest such dies; of
        equals the one that is listed first."""
        health = self.cards.health
        while True:
            victim = -1
            for royal in home:
                if health[royal] <= power and (victim < 0 or health[royal] > health[victim]):
                    victim = royal
            if victim < 0:
                return
            power -= health[victim]
            player.lose(victim)
            home = tuple([royal for royal in home if royal != victim])

    # 5 Return

    def go_home(self, player: Player) -> None:
        """Troops that were neither defeated nor pitted go back to the hand; all others and what was laid in
        defence go to the defeated pile, and with a player who is out also hand and troops."""
        back: list[int] = []
        for troop in player.troops:
            if self.left[troop] and self.condition[troop] != PITTED:
                back.append(troop)
            else:
                self.defeated.append(troop)
        if back:
            player.take_up(back)
        self.defeated += player.laid_cards()
        if player.out:
            self.defeated += player.hand
            player.hand = ()
        player.clear_turn()

    # 6 Draw

    def fill_hand(self, player: Player) -> None:
        """Everyone still in draws up to a full hand; who holds more keeps them."""
        missing = self.config.hand - len(player.hand)
        if missing > 0 and not player.out:
            self.draw(player, missing)

    # 7 Shuffle

    def shuffle_defeated(self) -> None:
        """The defeated pile is shuffled into the draw pile."""
        # In the order of the cards, so that it makes no difference in which order they came to lie there.
        self.pile += sorted(self.defeated)
        self.defeated = []
        self.shuffler.shuffle(self.pile)

    # The end

    def standing(self) -> list[int]:
        """The seats that are not out."""
        return [seat for seat, player in enumerate(self.players) if not player.out]

    def result(self) -> Result:
        """The last stronghold wins; those that fell last, or stand when the engine stops, share the win."""
        if self.phase != OVER:
            raise ValueError("the game is not over")
        standing = self.standing()
        winners = tuple(standing or self.fell)
        scores = one_winner(len(self.players), winners)
        seats = join_words([str(seat) for seat in winners], "and")
        if len(standing) == 1:
            return Result(scores, winners, f"seat {seats} wins: theirs is the last stronghold standing")
        if not standing:
            reason = f"a tie: the last strongholds, of seats {seats}, fell in the same turn"
            return Result(scores, winners, reason)
        turns = pluralize(self.turn, "turn")
        return Result(scores, winners, f"a tie of seats {seats}: {turns} have been played", cut_short=True)

    # What is known, and what is written down

    def view(self, seat: int) -> View:
        """Until all have chosen, nothing that a seat sends or lays shows to the others: those cards still
        count among its hand, and who has chosen already does not show either. An ace given up is open at
        once, and so are the sizes of the hand and the pile after it.

        ``unseen`` has the cards that lie hidden from the seat, in pile and hands; ``done`` says whether it
        has chosen everything in this phase.
        """
        view: View = {
            "game": NAME,
            "turn": self.turn,
            "phase": PHASES[self.phase],
            "seat": seat,
            "asked": self.player == seat,
            "done": self.has_chosen(seat),
            "seats": [
                self.write_seat(player) if owner == seat else self.write_opponent(player)
                for owner, player in enumerate(self.players)
            ],
            "pile": len(self.pile),
            "defeated": self.cards.texts(tuple(sorted(self.defeated))),
            "unseen": self.cards.texts(tuple(sorted(self.unseen_by(seat)))),
        }
        if self.phase == OVER:
            view["fell"] = list(self.fell)
        if self.max_turns != self.config.max_turns:
            view["max_turns"] = self.max_turns
        return view

    def has_chosen(self, seat: int) -> bool:
        """Whether it was this seat's turn to choose in this phase, and no longer is."""
        player = self.players[seat]
        if self.phase == MUSTER:
            return seat < self.chooser and not player.out
        return self.phase == DEFENCE and seat < self.chooser and player.attackers != ()

    def unseen_by(self, seat: int) -> list[int]:
        """The cards of the pile and of the other hands."""
        cards = self.pile[:]
        for owner, player in enumerate(self.players):
            if owner != seat:
                cards += player.hand
                cards += self.secret_cards(player)
        return cards

    def count_held(self, player: Player) -> int:
        """How many cards are in a player's hand, for all that the others know."""
        return len(player.hand) + len(self.secret_cards(player))

    def secret_cards(self, player: Player) -> list[int]:
        """The cards that left a player's hand without the others' knowledge."""
        return list(player.troops) if self.phase == MUSTER else player.laid_cards()

    def write_opponent(self, player: Player) -> dict[str, Any]:
        """Sent troops count among the hand before the reveal, laid cards before the end of the defence."""
        shown = player.write_cards(self.cards)
        if self.phase == DEFENCE:
            shown.update(player.write_muster(self.cards))
        shown["hand"] = self.count_held(player)
        return shown

    def write_seat(self, player: Player) -> dict[str, Any]:
        """All of a player, as the position has it and the player's own view."""
        written = player.write_cards(self.cards)
        written.update(player.write_muster(self.cards))
        written.update(player.write_defence(self.cards))
        return written

    def to_dict(self) -> Position:
        position: Position = {"game": NAME, "turn": self.turn, "phase": PHASES[self.phase]}
        if self.phase != OVER:
            position["choosing"] = self.chooser
        position["seats"] = [self.write_seat(player) for player in self.players]
        position["pile"] = self.cards.texts(tuple(reversed(self.pile)))
        position["defeated"] = self.cards.texts(tuple(sorted(self.defeated)))
        if self.phase == OVER:
            position["fell"] = list(self.fell)
        if self.max_turns != self.config.max_turns:
            position["max_turns"] = self.max_turns
        position["shuffler"] = shuffler_position(self.shuffler)
        return position

    # The rest of the protocol

    def text(self, move: int) -> str:
        return self.notation.texts[move]

    def parse(self, text: str) -> int:
        return self.notation.parse(text)

    def why_not(self, move: int) -> str:
        reasons = Reasons(self.notation, self.phase, self.players, self.chooser, self.left, self.condition)
        return reasons.against(move)

    def clone(self) -> StrongholdsState:
        copy = StrongholdsState()
        copy.config = self.config
        copy.cards = self.cards
        copy.notation = self.notation
        copy.worlds = self.worlds
        copy.max_turns = self.max_turns
        copy.shuffler = self.shuffler.clone()
        copy.player = self.player
        copy.turn = self.turn
        copy.phase = self.phase
        copy.chooser = self.chooser
        copy.choices = self.choices
        copy.players = [player.clone() for player in self.players]
        copy.pile = self.pile[:]
        copy.defeated = self.defeated[:]
        copy.left = self.left
        copy.condition = self.condition
        if self.phase == DEFENCE:
            copy.left = self.left[:]
            copy.condition = self.condition[:]
        copy.fell = self.fell
        return copy

    def determinize(self, seat: int, shuffler: Shuffler) -> StrongholdsState:
        return self.worlds.deal(self, seat, shuffler)

    def is_secret(self, move: int) -> bool:
        """What is chosen counts when all have chosen; but an ace given up lies open at once."""
        return self.notation.does[move] not in OPEN

    def turns(self) -> int:
        return self.turn


def battalion_powers(cards: Cards, general: int, troops: tuple[int, ...], ability: int) -> list[int]:
    """The power of each troop under a general with this ability, which a joker takes away."""
    powers = [cards.power[troop] for troop in troops]
    if ability == DOUBLES:
        colour, times = cards.colour[general], cards.times[general]
        for at, troop in enumerate(troops):
            if cards.colour[troop] == colour:
                powers[at] *= times
    elif ability == LIFTS and powers:
        powers = [max(powers)] * len(powers)
    return powers
