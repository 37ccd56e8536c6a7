"""What lies on Gateway's table, whose it is, and how it is written down."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from .gateway_box import GRADES, Box, Card, District, Piece, Player, Side
from .table import Choice, Lots, Witness


class Ended(Exception):  # noqa: N818 - it is what happens
    """The game ends at once."""


class Table(Witness):
    """The players, the districts, the piles, and what is under way."""

    def __init__(self, box: Box, seats: int, city: str | Sequence[str], lots: Lots) -> None:
        super().__init__(lots, [*box.cards, *(f"token {at}" for at in range(len(box.tokens)))])
        self.box = box
        self.rules = box.rules
        self.setup = next(setup for setup in self.rules["setups"] if setup["players"] == seats)
        self.players = [Player() for _ in range(seats)]
        self.phase = "setup"
        self.round = 0
        self.first = self.active = 0
        self.to_pick = 0
        self.districts: list[District] = []
        self.stacks: dict[str, int] = {}
        self.runestones: dict[str, list[str]] = {}
        self.decks: dict[str, list[str]] = {}
        self.dead: dict[str, list[str]] = {"guards": [], "horde": []}
        self.events: list[str] = []
        self.past: list[str] = []
        self.trash: list[str] = []
        self.power = self.gold = self.drafts = self.attacks = self.to_draw = 0
        self.used: list[int] = []
        self.holder: int | None = None
        self.winners: list[int] = []
        self.ending = ""
        self.battle: dict[str, Any] = {}
        self.sides: list[Side] = []
        self.work: list[dict[str, Any]] = []
        self.begin(self.game(city))

    def clockwise(self, seat: int) -> list[int]:
        return [(seat + step) % len(self.players) for step in range(len(self.players))]

    def left_of(self, seat: int) -> int:
        return self.clockwise(seat)[1]

    # Piles

    def to_discard(self, player: Player, card: str) -> None:
        """Onto the discard pile; what is Fleeting goes back to its stack."""
        if "fleeting" in self.box.cards[card].keywords:
            self.came_up["a Fleeting card goes back to its stack"] += 1
            self.stacks[card] += 1
        else:
            player.discard.append(card)

    def draw(self, player: Player, count: int) -> None:
        for _ in range(count):
            self.refill(player)
            player.hand += player.deck[:1]
            del player.deck[:1]

    def refill(self, player: Player) -> None:
        if not player.deck and player.discard:
            self.came_up["a discard pile becomes a deck"] += 1
            player.deck, player.discard = player.discard, []
            self.shuffle(player.deck)

    def take(self, stack: str) -> str:
        """The top card of a stack that is not empty."""
        if stack in GRADES:
            return self.runestones[stack].pop(0)
        self.stacks[stack] -= 1
        return stack

    def top_of(self, faction: str) -> Card | None:
        if not self.decks[faction] and self.dead[faction]:
            self.came_up[f"the dead of the {faction} become a deck"] += 1
            self.decks[faction], self.dead[faction] = self.dead[faction], []
            self.shuffle(self.decks[faction])
        return self.box.cards[self.decks[faction].pop(0)] if self.decks[faction] else None

    # Turns, and the end of the game

    def all_pieces(self) -> list[Piece]:
        on_boards = [piece for district in self.districts for piece in district.cards + district.arrivals]
        return on_boards + [piece for player in self.players for piece in player.insurgents]

    def end_effects(self) -> None:
        """Damage and bonuses end with the turn, and with what happens at the end of a round."""
        for player in self.players:
            player.bonus.clear()
        for piece in self.all_pieces():
            piece.damage, piece.mark = 0, ""

    def who_holds_all(self) -> int | None:
        owners = {district.owner for district in self.districts}
        return owners.pop() if len(owners) == 1 else None

    def end(self, ending: str, winners: list[int]) -> None:
        self.ending, self.winners = ending, winners
        self.came_up[f"the game ends: {ending}"] += 1
        self.came_up["a shared win"] += len(winners) > 1
        raise Ended

    def look_at_horde(self) -> None:
        if all(district.faction == "horde" for district in self.districts):
            self.end_effects()
            self.end("horde", [])

    def gain_vp(self, seat: int, count: int) -> None:
        self.players[seat].vp += count
        if self.players[seat].vp >= self.rules["victory_points"]:
            self.end("goal", [seat])

    # What is asked

    def count(
        self, what: str, seat: int | None, piece: Piece | None = None, here: Sequence[Piece] = ()
    ) -> int:
        if what == "districts":
            return sum(district.owner == seat for district in self.districts)
        if what == "kin":
            return sum(other is not piece for other in here)
        assert seat is not None
        player = self.players[seat]
        if what == "runestones":
            return len(player.runestones)
        return sum(piece.card.id == what for piece in player.insurgents)

    def choose(self, seat: int, things: Iterable[str], may_stop: bool = False, all_of: int = 1) -> Choice:
        """The thing that is chosen; "" if there is none, or the choice is to stop.

        Where ``all_of`` so few are to be chosen, one after the other, their order is no choice.
        """
        moves = [f"choose {thing}" for thing in things]
        if not moves:
            return ""
        if len(moves) <= all_of:
            moves = moves[:1]
        move = yield from self.ask(seat, ["done", *moves] if may_stop else moves)
        return "" if move == "done" else move.removeprefix("choose ")

    def choose_piece(self, seat: int, row: Sequence[Piece], which: Sequence[Piece], all_of: int = 1) -> Any:
        """The number of a piece in its row; of pieces that are alike the first, None if there is none."""
        numbers = {str(piece): at for at, piece in reversed(list(enumerate(row))) if piece in which}
        few = len(numbers) if len(which) <= all_of else 1
        chosen = yield from self.choose(seat, map(str, numbers.values()), all_of=few)
        return int(chosen) if chosen else None

    # What is written of a game

    def outcome(self) -> tuple[tuple[int, ...], tuple[int, ...], bool]:
        return tuple(player.vp for player in self.players), tuple(self.winners), False

    def position(self) -> dict[str, Any]:
        seats = [dict(player.written()) for player in self.players]
        for written in seats:
            for pile in {"hand", "discard", "played"} & written.keys():
                written[pile] = self.sorted(written[pile])
        written = {
            "game": "gateway",
            "round": self.round,
            "active": self.active,
            "first": self.first,
            "phase": self.phase,
            "seats": seats,
            "districts": [dict(district.written()) for district in self.districts],
            "stacks": {**self.stacks, **{grade: list(stones) for grade, stones in self.runestones.items()}},
            "events": list(self.events),
            "horde": list(self.decks["horde"]),
            "guard": list(self.decks["guards"]),
            "horde_discard": list(self.dead["horde"]),
            "guard_discard": list(self.dead["guards"]),
            "past": list(self.past),
            "trash": list(self.trash),
            "shuffler": {"seed": self.lots.seed, "made": self.lots.made},
        }
        if self.phase == "setup":
            written["to_pick"] = self.to_pick
        if self.phase in ("deployment", "drafting", "attack"):
            numbers = {"power": self.power, "gold": self.gold, "drafts": self.drafts, "attacks": self.attacks}
            several = self.rules["abilities"] > 1
            written |= {**numbers, "used": sorted(self.used) if several else bool(self.used)}
        if self.phase in ("event", "over") and self.holder is not None:
            written["holder"] = self.holder
        if self.phase == "event" and self.to_draw:
            written["to_draw"] = self.to_draw
        if self.phase == "over":
            written["ending"] = self.ending
        else:
            if self.battle:
                written["battle"] = self.write_battle()
            if self.work:
                written["work"] = [dict(frame) for frame in self.work]
        return written

    def write_battle(self) -> dict[str, Any]:
        attacker, defender = self.sides
        sides = {
            "attacker": attacker.army,
            "defender": defender.army,
            "players": [attacker.player, defender.player],
        }
        return {"dealt": False, "amounts": [0, 0], **self.battle, **sides}

    def view(self, seat: int) -> dict[str, Any]:
        """Hands of others and what lies face down are hidden; what is in them may be counted."""
        seen = self.position()
        del seen["shuffler"]
        hidden: dict[str, Any] = {"seats": []}
        for other, player in enumerate(self.players):
            mine = other == seat
            written = seen["seats"][other]
            written["deck"] = len(player.deck)
            if not mine:
                written["hand"] = len(player.hand)
                if player.looked:
                    written["looked"] = len(player.looked)
            hidden["seats"].append(
                self.sorted(player.deck if mine else player.deck + player.hand + player.looked)
            )
        for pile in ("events", "horde", "guard"):
            hidden[pile] = self.sorted(seen[pile])
            seen[pile] = len(seen[pile])
        for grade, stones in self.runestones.items():
            hidden[grade] = self.sorted(stones[1:])
            seen["stacks"][grade] = {"top": stones[0] if stones else None, "cards": len(stones)}
        return {**seen, "unseen": hidden, "seat": seat, "asked": seat == self.seat, "to_act": self.seat}


TASK: dict[str, Any] = {"seat": 0, "place": 0, "at": 0, "step": 0, "times": 0}
