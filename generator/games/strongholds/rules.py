"""Strongholds as its rulebook has it, section by section: from setting up to the end.

All players act at once. The engine asks seat by seat, and what was chosen counts when all have chosen.
"""

from __future__ import annotations

from typing import Annotated

from generator.catalog.wording import join_words, pluralize
from generator.games.strongholds.config import RulesConfig
from generator.games.strongholds.notation import (
    DONE,
    GIVES,
    LAYS,
    NAMES_GENERAL,
    NAMES_TARGET,
    OPEN,
    PITS,
    StrongholdsNotation,
)
from generator.games.strongholds.table import (
    COVERED,
    DEFENCE,
    DRAWN,
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
    Row,
    Seats,
    battalion_powers,
)
from generator.rules.elements import NOBODY as UNSEEN
from generator.rules.elements import Counter, Limit, Seat, Shuffles, Terms, Value
from generator.rules.fields import Form, declared
from generator.rules.protocol import Position, Result, State, one_winner
from generator.rules.shuffler import Shuffler


class Rules:
    """The configuration, and what is made of it once for all games."""

    __slots__ = ("cards", "config", "form", "notation", "seat")

    def __init__(self, config: RulesConfig, state: type[Table]) -> None:
        self.config = config
        self.cards = Cards(config)
        self.notation = StrongholdsNotation(self.cards, config.seats[-1])
        terms = Terms(self.cards, self.cards.words)
        self.seat = Form(Player, terms)
        self.form = Form(state, terms)


def _goes_on(table: Table) -> bool:
    return table.phase != OVER


def _is_over(table: Table) -> bool:
    return table.phase == OVER


@declared
class Table(State):
    """A game under way."""

    rules: Rules
    cards: Cards
    notation: StrongholdsNotation
    turn: Annotated[int, Counter(1, "max_turns")]
    phase: Annotated[int, Value(PHASES, "phase")]
    choosing: Annotated[int, Seat(_goes_on)]
    """The seat that chooses in this phase."""
    choices: tuple[int, ...]
    """What ``player`` may choose from."""
    players: list[Player]
    pile: Annotated[list[int], Row(DRAWN, seen=UNSEEN, from_top=True)]
    """The draw pile; the last is the top card."""
    defeated: Annotated[list[int], Row(DRAWN, unordered=True, otherwise=())]
    """The defeated pile."""
    left: list[int]
    """In defence, for each card in the field: how much must still be laid on it to defeat it; 0 if it is
    defeated. That is also the power with which a troop or a Jack gets through. Other cards' numbers mean
    nothing."""
    condition: list[int]
    """In defence, for each card in the field: whether anything was done to it."""
    fell: Annotated[tuple[int, ...], Seats(_is_over, otherwise=())]
    """The seats that were eliminated in the turn that ended the game."""
    max_turns: Annotated[int, Limit("max_turns")]
    shuffler: Annotated[Shuffler, Shuffles()]

    # Setting up

    def deal(self) -> None:
        """Each player gets a family of royals and a hand, at random."""
        families = self.cards.families[len(self.players)]
        order = list(range(len(families)))
        self.shuffler.shuffle(order)
        self.pile = self.cards.drawn[:]
        self.shuffler.shuffle(self.pile)
        for seat, player in enumerate(self.players):
            player.royals = families[order[seat]]
            self.draw(player, self.rules.config.hand)

    def draw(self, player: Player, count: int) -> None:
        """Draws from the top of the pile, fewer cards if it has no more."""
        left = max(len(self.pile) - count, 0)
        player.take_up(self.pile[left:])
        del self.pile[left:]

    # The turn

    def legal(self) -> tuple[int, ...]:
        return self.choices

    def apply(self, move: int) -> None:
        self.choose(move)
        self.advance()

    def advance(self) -> None:
        """Plays forced moves until a seat has a real choice or the game is over."""
        while len(choices := self.next_choices()) == 1:
            self.choose(choices[0])
        self.choices = choices
        self.player = self.choosing if choices else None

    def next_choices(self) -> tuple[int, ...]:
        """What may be chosen next, by whoever is the next to choose; nothing when the game is over."""
        while self.phase == MUSTER:
            choices = self.muster_choices(self.players[self.choosing])
            if choices:
                return choices
            self.next_to_choose()
        return self.defence_choices(self.players[self.choosing]) if self.phase == DEFENCE else ()

    def choose(self, move: int) -> None:
        """Makes one move of the seat that chooses."""
        player = self.players[self.choosing]
        if self.phase == MUSTER:
            self.muster(player, move)
        elif move == DONE:
            self.next_to_choose()
        else:
            self.defend(player, move)

    def next_to_choose(self) -> None:
        """The next player who takes part in this phase chooses; when all have, everything is revealed and the
        defence begins, or the turn comes to its end."""
        defence = self.phase == DEFENCE
        for seat in range(self.choosing + 1, len(self.players)):
            player = self.players[seat]
            if player.attackers if defence else not player.out:
                self.choosing = seat
                return
        if defence:
            self.end_turn()
            return
        self.reveal()
        self.phase = DEFENCE
        self.choosing = -1
        self.next_to_choose()

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
        self.left = []
        self.condition = []
        self.fell = ()
        self.turn += 1
        self.phase = MUSTER
        self.choosing = self.standing()[0]

    # 1 Muster

    def muster_choices(self, player: Player) -> tuple[int, ...]:
        """What the player may choose next; nothing when all is chosen."""
        if player.general == NOBODY:
            return (*self.give_choices(player), *self.general_choices(player))
        if player.target == NOBODY:
            return self.target_choices(player)
        if player.missing:
            return self.send_choices(player)
        return ()

    def general_choices(self, player: Player) -> tuple[int, ...]:
        """Royals whose battalion the hand can fill; if it can fill none, or there is but one royal, any."""
        held = len(player.troops_in_hand(self.cards.first_royal))
        sends, general = self.cards.sends, self.notation.general
        able = [general[royal] for royal in player.royals if sends[royal] <= held]
        if not able:
            able = [general[royal] for royal in player.royals]
        able.sort()
        return tuple(able)

    def target_choices(self, player: Player) -> tuple[int, ...]:
        """Every living opponent."""
        target = self.notation.target
        others = enumerate(self.players)
        return tuple([target[seat] for seat, other in others if other is not player and not other.out])

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

    def against_mustering(self, player: Player, move: int) -> str:
        does, card = self.notation.does[move], self.notation.card[move]
        if does in (LAYS, PITS):
            return "this is the muster: attackers are met in the defence, when all have chosen"
        if does == NAMES_GENERAL:
            return self.against_general(player, card)
        if player.general == NOBODY:
            return "a general is chosen first"
        if does == NAMES_TARGET:
            return self.against_target(player, card)
        if player.target == NOBODY:
            return "the target is chosen first, then the troops"
        if move != DONE:
            return f"no {self.cards.words[card]} in hand"
        if len(player.royals) == 1:
            return "a last royal may take fewer troops, but at least one"
        return f"{self.takes(player.general)}, a full battalion: {player.missing} more to send"

    def takes(self, royal: int) -> str:
        """A full battalion, in words."""
        return f"a {self.cards.name[royal]} takes {pluralize(self.cards.sends[royal], 'troop')}"

    def against_general(self, player: Player, general: int) -> str:
        words = self.cards.words
        if player.general != NOBODY:
            return f"the general is already chosen: {words[player.general]}"
        if general not in player.royals:
            return f"{words[general]} is not a living royal of yours"
        held = pluralize(len(player.troops_in_hand(self.cards.first_royal)), "troop")
        return f"{self.takes(general)}, and the hand has only {held}: choose another royal"

    def against_target(self, player: Player, seat: int) -> str:
        if player.target != NOBODY:
            return f"the target is already chosen: seat {player.target}"
        if seat >= len(self.players):
            return f"there is no seat {seat}: the seats are 0 to {len(self.players) - 1}"
        if self.players[seat] is player:
            return "you cannot attack your own stronghold"
        return f"seat {seat} is out: its stronghold has fallen"

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
            choices += [lay[card][on] for card in hand if card < first_joker for on in open_cards]
            if hand[-1] >= first_joker:
                generals = self.open_to_jokers(player)
                choices += [lay[card][on] for card in hand if card >= first_joker for on in generals]
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

    def against_laying(self, player: Player, card: int, on: int) -> str:
        words, condition = self.cards.words, self.condition
        word = words[on]
        if card not in player.hand:
            return f"no {words[card]} in hand"
        attacker = self.attacker_with(player, on)
        if attacker is None:
            return f"{word} does not attack your stronghold"
        if self.cards.is_joker(card):
            if condition[on] != UNTOUCHED:
                return f"a card already lies on {word}: a joker is laid before all others, and one is enough"
            return (
                f"a joker comes before anything is laid on the troops of {word}, and before they are pitted"
            )
        if self.left[on] == 0:
            if condition[on] == PITTED:
                return f"{word} was pitted and is defeated: nothing more is laid on it"
            return f"{word} is already defeated: nothing more is laid on it"
        left = [words[troop] for troop in attacker.troops if self.left[troop] and condition[troop] != PITTED]
        met = "when all of the general's troops are defeated or pitted"
        return f"{word} can be laid on {met}: {', '.join(left)} still to be met"

    def against_pitting(self, player: Player, one: int, other: int) -> str:
        words = self.cards.words
        owners = [self.attacker_with(player, troop) for troop in (one, other)]
        for troop, owner in zip((one, other), owners, strict=True):
            if owner is None:
                return f"{words[troop]} does not attack your stronghold"
        if owners[0] is owners[1]:
            pair = f"{words[one]} and {words[other]}"
            return f"{pair} belong to the same attacker: only troops of different attackers are pitted"
        for troop in (one, other):
            if self.condition[troop] == PITTED:
                return f"{words[troop]} is already pitted: each troop is pitted once"
            if self.condition[troop] == COVERED:
                return (
                    f"a card already lies on {words[troop]}: only troops with no card on them can be pitted"
                )
        return "these troops can't be pitted"

    def attacker_with(self, player: Player, card: int) -> Player | None:
        """The attacker of the player whose general or troop the card is."""
        for seat in player.attackers:
            attacker = self.players[seat]
            if card == attacker.general or card in attacker.troops:
                return attacker
        return None

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
        self.draw(player, self.rules.config.ace_draws)

    def against_giving(self, player: Player, ace: int) -> str:
        if ace not in player.hand:
            return f"no {self.cards.words[ace]} in hand"
        if self.phase == MUSTER and player.general != NOBODY:
            return "aces are given up before the general is chosen, or in the defence"
        return "the draw pile is empty: there is nothing to draw for an ace"

    # 4 Damage

    def damage(self, player: Player) -> None:
        """What got through kills royals at home; if there is none at home, the stronghold falls by it."""
        power = self.power_through(player)
        home = player.home()
        if home:
            self.kill(player, home, power)
        elif power:
            player.royals = ()
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
        while mortal := [royal for royal in home if health[royal] <= power]:
            victim = max(mortal, key=health.__getitem__)
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
        missing = self.rules.config.hand - len(player.hand)
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

    # The rest of the protocol

    def to_dict(self) -> Position:
        write = self.rules.seat.write
        seats = [write(player) for player in self.players]
        return {"game": NAME, **self.rules.form.write(self), "seats": seats}

    def text(self, move: int) -> str:
        return self.notation.texts[move]

    def parse(self, text: str) -> int:
        return self.notation.parse(text)

    def why_not(self, move: int) -> str:
        if self.phase == OVER:
            return "the game is over"
        player = self.players[self.choosing]
        does, card = self.notation.does[move], self.notation.card[move]
        if does == GIVES:
            return self.against_giving(player, card)
        if self.phase == MUSTER:
            return self.against_mustering(player, move)
        if does == LAYS:
            return self.against_laying(player, card, self.notation.on[move])
        if does == PITS:
            return self.against_pitting(player, card, self.notation.on[move])
        return "this is the defence: generals, targets and troops are chosen in muster"

    def is_secret(self, move: int) -> bool:
        """What is chosen counts when all have chosen; but an ace given up lies open at once."""
        return self.notation.does[move] not in OPEN

    def turns(self) -> int:
        return self.turn
