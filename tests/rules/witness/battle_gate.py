"""Battle Gate once more, from its rule texts and decks alone, phase by phase as in the rulebook.

Where the texts are silent, the engine's rulings are taken:

- Of a short deck no more cards may be named to draw than it has.
- Who must discard as many cards from hand as there are, or more, is not asked in which order.
- The turn that reaches the limit is played to its end, recovery and all.
- Who passed, or was skipped, is open: a view of the boost window has its ``player`` and ``passes``.
"""

from __future__ import annotations

import dataclasses
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from .table import Lots, Steps, Witness, read_yaml

CLASSES = {"minion": "M", "soldier": "S", "assassin": "A"}
KINDS = [f"{letter}{power}" for letter in "MSA" for power in range(1, 7)]


@cache
def power(card: str) -> int:
    return int(card[1:])


def total(cards: Sequence[str]) -> int:
    return sum(power(card) for card in cards)


def decks_of(folder: Path) -> dict[str, list[str]]:
    """The decks in the box by name, each card by class and power."""
    decks = {}
    for path in sorted((folder / "decks").glob("*.yaml")):
        cards = read_yaml(path)["cards"]
        decks[path.stem] = [
            CLASSES[card["class"]] + str(card["power"])
            for card in cards
            for _ in range(card.get("copies", 1))
        ]
    return decks


@dataclasses.dataclass
class Player:
    """What one player owns, and what they may still play in this turn."""

    deck: list[str]
    hand: list[str] = dataclasses.field(default_factory=list)
    field: list[str] = dataclasses.field(default_factory=list)
    discard: list[str] = dataclasses.field(default_factory=list)
    started: bool = False
    out: bool = False
    may_play: int = 0
    may_spend: int = 0

    def in_play(self, letters: str) -> list[str]:
        return [card for card in self.field if card[0] in letters]

    def playable(self, letters: str = "MSA") -> list[str]:
        """Cards in hand that the allowance still allows."""
        allowed = [card for card in self.hand if card[0] in letters and power(card) <= self.may_spend]
        return allowed if self.may_play else []

    def spend(self, card: str) -> None:
        self.hand.remove(card)
        self.may_play -= 1
        self.may_spend -= power(card)


@dataclasses.dataclass
class Attack:
    """A card sent at a player, who sets cards against it; on both sides lie boosts."""

    card: str
    target: int
    blocks: list[str] = dataclasses.field(default_factory=list)
    boosts: list[str] = dataclasses.field(default_factory=list)
    block_boosts: list[str] = dataclasses.field(default_factory=list)

    @property
    def strength(self) -> int:
        return power(self.card) + total(self.boosts)

    @property
    def defence(self) -> int:
        return total(self.blocks) + total(self.block_boosts)


class BattleGate(Witness):
    """A game of two to four players; ``decks`` are lists of cards."""

    def __init__(
        self, rules: dict[str, Any], decks: Sequence[Sequence[str]], lots: Lots, max_turns: int
    ) -> None:
        super().__init__(lots, KINDS)
        self.rules = rules
        self.lists = [Counter(deck) for deck in decks]
        self.players = [Player(list(deck)) for deck in decks]
        self.usual_turns = rules["rulings"]["max_turns"]
        self.max_turns = max_turns
        self.turn = 1
        self.phase = "draw"
        self.first = self.active = 0
        self.attacks: list[Attack] = []
        self.asked_in_combat = 0
        self.passes = 0
        self.damage = [0] * len(decks)
        self.recoveries = 0
        self.cut_short = False
        self.begin(self.game())

    # Start

    def game(self) -> Steps:
        self.first = self.active = self.who_begins()
        for player in self.players:
            self.shuffle(player.deck)
        while True:
            yield from self.draw()
            self.count_allowances()
            yield from self.field()
            yield from self.attack()
            yield from self.combat()
            if len(self.still_in()) == 1:
                break
            yield from self.recover()
            if self.turn == self.max_turns:
                self.cut_short = True
                break
            self.turn += 1
            self.active = self.after(self.active)[0]
        self.phase = "over"

    def who_begins(self) -> int:
        """The highest power on the bottom; those who tie shuffle again, or draw lots if nothing else helps.

        What lies on the bottom of a shuffled deck may be any of its cards, and all is shuffled once more.
        """
        tied = list(range(len(self.players)))
        while True:
            shown = {}
            for seat in tied:
                deck = self.players[seat].deck
                shown[seat] = power(deck[self.lots.below(len(deck))])
            tied = [seat for seat in tied if shown[seat] == max(shown.values())]
            if len(tied) == 1:
                return tied[0]
            self.came_up["tied for the start"] += 1
            if len({power(card) for seat in tied for card in self.players[seat].deck}) == 1:
                self.came_up["the starter is drawn by lot"] += 1
                return tied[self.lots.below(len(tied))]

    def still_in(self) -> list[int]:
        return [seat for seat, player in enumerate(self.players) if not player.out]

    def after(self, seat: int) -> list[int]:
        """The others who are in, from the left of a seat."""
        turn_order = [(seat + step) % len(self.players) for step in range(1, len(self.players))]
        return [other for other in turn_order if not self.players[other].out]

    def ask_for_some(self, seat: int, moves: Sequence[str]) -> Any:
        return self.ask(seat, ["done", *moves])

    # The turn

    def draw(self) -> Steps:
        self.phase = "draw"
        player = self.players[self.active]
        if not player.started:
            beginner = "first_player" if self.turn == 1 else "others"
            cards = self.rules["first_turn"][beginner]
        else:
            draw = self.rules["draw"]
            most = draw["base"] + draw["per_soldier"] * len(player.in_play("S"))
            if len(player.deck) < most:
                self.came_up["the deck is too short to draw all"] += 1
            most = min(most, len(player.deck))
            move = yield from self.ask(self.active, [f"draw {count}" for count in range(most + 1)])
            cards = int(move.split()[1])
        player.started = True
        player.hand += player.deck[:cards]
        del player.deck[:cards]

    def count_allowances(self) -> None:
        numbers = self.rules["allowance"]
        for player in self.players:
            player.may_play = numbers["base"] + numbers["per_assassin"] * len(player.in_play("A"))
            player.may_spend = numbers["power_per_card"] * len(player.hand)

    def field(self) -> Steps:
        self.phase = "field"
        player = self.players[self.active]
        while True:
            move = yield from self.ask_for_some(self.active, [f"field {card}" for card in player.playable()])
            if move == "done":
                return
            card = move.split()[1]
            player.spend(card)
            player.field.append(card)

    def attack(self) -> Steps:
        self.phase = "attack"
        self.attacks = []
        player = self.players[self.active]
        while True:
            waiting = Counter(player.in_play("SA")) - Counter(attack.card for attack in self.attacks)
            others = self.after(self.active)
            moves = [f"attack {card}>{seat}" for card in waiting for seat in others]
            move = yield from self.ask_for_some(self.active, moves)
            if move == "done":
                return
            card, target = move.split()[1].split(">")
            self.attacks.append(Attack(card, int(target)))

    # Combat

    def attacked(self) -> list[int]:
        return [
            seat for seat in self.after(self.active) if any(attack.target == seat for attack in self.attacks)
        ]

    def combat(self) -> Steps:
        if self.attacks:
            self.phase = "defend"
            for seat in self.attacked():
                yield from self.defend(seat)
            yield from self.boost()
            self.resolve()
            yield from self.take_damage()

    def defend(self, seat: int) -> Steps:
        self.asked_in_combat = seat
        while True:
            blocking = Counter(
                card for attack in self.attacks if attack.target == seat for card in attack.blocks
            )
            free = Counter(self.players[seat].in_play("MS")) - blocking
            mine = [number for number, attack in enumerate(self.attacks) if attack.target == seat]
            moves = [f"block {card}>{number}" for card in free for number in mine]
            move = yield from self.ask_for_some(seat, moves)
            if move == "done":
                return
            card, number = move.split()[1].split(">")
            attack = self.attacks[int(number)]
            if attack.blocks:
                self.came_up["several defend against one attack"] += 1
            attack.blocks.append(card)

    def boosts_of(self, seat: int) -> list[str]:
        if seat == self.active:
            fights = list(range(len(self.attacks)))
        else:
            fights = [n for n, attack in enumerate(self.attacks) if attack.target == seat and attack.blocks]
        return [f"boost {card}>{number}" for card in self.players[seat].playable("A") for number in fights]

    def boost(self) -> Steps:
        """The attacker, then the attacked, round and round until all in a row have passed."""
        self.phase = "boost"
        self.passes = 0
        round_table = [self.active, *self.attacked()]
        turn = 0
        while self.passes < len(round_table):
            seat = round_table[turn % len(round_table)]
            self.asked_in_combat = seat
            turn += 1
            move = yield from self.ask(seat, ["pass", *self.boosts_of(seat)])
            if move == "pass":
                self.passes += 1
                continue
            self.came_up["a boost in a later round of the window"] += turn > len(round_table)
            self.passes = 0
            card, number = move.split()[1].split(">")
            attack = self.attacks[int(number)]
            self.players[seat].spend(card)
            (attack.boosts if seat == self.active else attack.block_boosts).append(card)

    def resolve(self) -> None:
        """All attacks at once: of a defended attack the weaker side is discarded, or both."""
        attacker = self.players[self.active]
        for attack in self.attacks:
            defender = self.players[attack.target]
            if attack.blocks:
                if attack.strength >= attack.defence:
                    for card in attack.blocks:
                        defender.field.remove(card)
                        defender.discard.append(card)
                if attack.strength <= attack.defence:
                    attacker.field.remove(attack.card)
                    attacker.discard.append(attack.card)
                self.came_up["both sides fall"] += attack.strength == attack.defence
            else:
                self.damage[attack.target] += attack.strength * self.rules["damage"]["per_power"]
            attacker.discard += attack.boosts
            defender.discard += attack.block_boosts

    def take_damage(self) -> Steps:
        self.phase = "damage"
        for seat in self.attacked():
            player = self.players[seat]
            while self.damage[seat] and player.deck:
                player.discard.append(player.deck.pop(0))
                self.damage[seat] -= 1
            while self.damage[seat] and player.hand:
                self.came_up["a card of the hand is discarded"] += 1
                no_choice = self.damage[seat] >= len(player.hand)
                cards = player.hand[:1] if no_choice else player.hand
                move = yield from self.ask(seat, [f"discard {card}" for card in cards])
                card = move.split()[1]
                player.hand.remove(card)
                player.discard.append(card)
                self.damage[seat] -= 1
            if self.damage[seat]:
                self.came_up["a player is out"] += 1
                self.damage[seat] = 0
                self.players[seat] = Player([], started=player.started, out=True)
            elif not player.hand and not player.deck:
                self.came_up["a player survives without a card"] += 1

    def recover(self) -> Steps:
        self.phase = "recover"
        player = self.players[self.active]
        self.recoveries = self.rules["recover"]["per_minion"] * len(player.in_play("M"))
        while self.recoveries:
            move = yield from self.ask_for_some(self.active, [f"recover {card}" for card in player.discard])
            if move == "done":
                return
            card = move.split()[1]
            player.discard.remove(card)
            player.hand.append(card)
            self.recoveries -= 1

    # What is written of a game

    def outcome(self) -> tuple[tuple[int, ...], tuple[int, ...], bool]:
        winners = tuple(self.still_in())
        return tuple(int(seat in winners) for seat in range(len(self.players))), winners, self.cut_short

    def position(self) -> dict[str, Any]:
        written: dict[str, Any] = {
            "game": "battle-gate",
            "turn": self.turn,
            "active": self.active,
            "first": self.first,
            "phase": self.phase,
            "seats": [dict(self.write_player(player)) for player in self.players],
            "shuffler": {"seed": self.lots.seed, "made": self.lots.made},
        }
        if self.max_turns != self.usual_turns:
            written["max_turns"] = self.max_turns
        if self.phase in ("attack", "defend", "boost"):
            written["attacks"] = [self.write_attack(attack) for attack in self.attacks]
        if self.phase in ("defend", "boost"):
            written["player"] = self.asked_in_combat
        if self.phase == "boost":
            written["passes"] = self.passes
        if self.phase == "damage":
            written["damage"] = list(self.damage)
        if self.phase == "recover":
            written["recoveries"] = self.recoveries
        return written

    def write_player(self, player: Player) -> Iterator[tuple[str, Any]]:
        yield "deck", list(player.deck)
        for name in ("hand", "field", "discard"):
            yield name, self.sorted(getattr(player, name))
        yield "started", player.started
        yield "out", player.out
        if self.phase in ("field", "attack", "defend", "boost") and not player.out:
            yield "allowance", {"cards": player.may_play, "power": player.may_spend}

    def write_attack(self, attack: Attack) -> dict[str, Any]:
        piles = {"blocks": attack.blocks, "boosts": attack.boosts, "block_boosts": attack.block_boosts}
        return {
            "card": attack.card,
            "target": attack.target,
            **{name: list(pile) for name, pile in piles.items()},
        }

    def view(self, seat: int) -> dict[str, Any]:
        """Hands of others and all decks are hidden; what is in them may be worked out from the deck lists."""
        seen = self.position()
        del seen["shuffler"]
        unseen = []
        for other, player in enumerate(self.players):
            hidden = player.deck if other == seat else player.deck + player.hand
            seen["seats"][other]["deck"] = len(player.deck)
            if other != seat:
                seen["seats"][other]["hand"] = len(player.hand)
            unseen.append(self.sorted(hidden))
        return {**seen, "unseen": unseen, "seat": seat, "asked": seat == self.seat}
