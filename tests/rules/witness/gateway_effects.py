"""What the cards of Gateway say: its closed vocabulary, word by word."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from .gateway_battle import Battles
from .gateway_box import GRADES, Card, Effect, Piece, Player, Side
from .gateway_table import TASK
from .table import Steps

OWN = {
    *("discard", "sift", "cull", "discard-for-points", "revive", "recall"),
    *("strike", "blind", "double-attack", "claim"),
}
"""Effects with a method of their name: what a player does with cards, or to the other side of a battle."""
NUMBERS = {"gain-gold": "gold", "gain-points": "power", "gain-drafts": "drafts", "gain-attacks": "attacks"}
BONUSES = {"army-attack": "attack", "army-defence": "defence", "weaken": "weaken", "rescue": "rescues"}


class Effects(Battles):
    """Triggers, and the effects under them; each is named as in the vocabulary of the rules."""

    def use(self, seat: int, stone: str) -> Steps:
        self.players[seat].runestones.remove(stone)
        self.trash.append(stone)
        yield from self.trigger(self.box.cards[stone], "used", seat)

    def trigger(self, card: Card, trigger: str, seat: int | None, place: int = 0) -> Steps:
        if trigger in card.effects:
            assert seat is not None
            self.came_up[f"{card.id} {trigger}"] += 1
            yield from self.do_all(card.effects[trigger], f"{card.id} {trigger}", seat, place)

    def do_all(self, effects: Iterable[Effect], line: str, seat: int, place: int) -> Steps:
        frame = {**TASK, "line": line, "seat": seat, "place": place}
        self.work.append(frame)
        for at, (name, value) in enumerate(effects):
            frame |= {"at": at, "step": 0, "times": 0}
            yield from self.do(name, value, seat, place, line)
        self.work.pop()

    def do(self, name: str, value: Any, seat: int, place: int, line: str) -> Steps:
        player = self.players[seat]
        if name in NUMBERS:
            if seat == self.active and self.phase != "event":
                setattr(self, NUMBERS[name], getattr(self, NUMBERS[name]) + value)
        elif name in BONUSES:
            player.bonus[BONUSES[name]] += value
        elif name == "gold-for-each":
            self.gold += value["n"] * self.count(value["of"], seat)
        elif name == "gain-vp":
            self.gain_vp(seat, value)
        elif name == "draw":
            self.draw(player, value)
        elif name == "gain-card":
            self.gain_card(player, **value)
        elif name == "choose-one":
            move = yield from self.ask(seat, [f"choose {at}" for at in range(len(value))])
            chosen = int(move.split()[1])
            effects = [effect for entry in value[chosen] for effect in entry.items()]
            yield from self.do_all(effects, f"{line} {chosen}", seat, place)
        elif name in OWN:
            effect: Callable[[int, int], Steps] = getattr(self, name.replace("-", "_"))
            yield from effect(seat, value)
        elif name.startswith("all-") or name in ("others-discard-to", "underdog-vp"):
            yield from self.do_to_players(name, value, seat)
        else:
            yield from self.bring_cards(name, value, place)

    def bring_cards(self, name: str, value: Any, place: int) -> Steps:
        """Guards and Horde come to districts."""
        if name in ("spawn-horde", "spawn-guard"):
            faction = "horde" if name == "spawn-horde" else "guards"
            for letter in value:
                self.work[-1]["step"] += 1
                at = next(
                    (at for at, district in enumerate(self.districts) if letter in district.tokens), None
                )
                if at is not None:
                    yield from self.spawn(faction, at)
        elif name == "reinforce":
            here = self.districts[place].arrivals or self.districts[place].cards
            for _ in range(value):
                yield from self.arrive(here[0].card.component, place)
        else:
            assert name == "horde-grows"
            for at, district in enumerate(self.districts):
                if district.faction == "horde":
                    for _ in range(value):
                        yield from self.arrive("horde", at)

    def do_to_players(self, name: str, value: int, seat: int) -> Steps:
        """Clockwise from the starting player, or from whoever makes all others discard."""
        for other in self.clockwise(seat)[1:] if name == "others-discard-to" else self.clockwise(self.first):
            if name == "all-vp-for-each-district":
                self.gain_vp(other, value * self.count("districts", other))
            elif name == "underdog-vp" and not self.count("districts", other):
                self.gain_vp(other, value)
            elif name in ("all-discard-to", "others-discard-to"):
                yield from self.discard_down_to(other, value)
            elif name == "all-cull":
                yield from self.cull(other, value)
            self.work[-1]["step"] += 1

    # Named as in the vocabulary of the rules

    def gain_card(self, player: Player, n: int, card: str, to: str) -> None:
        for _ in range(n):
            left = self.runestones[card] if card in GRADES else self.stacks.get(card, 0)
            if not left:
                self.came_up["an empty stack gives nothing"] += 1
                return
            taken = self.take(card)
            if to == "army":
                player.insurgents.append(Piece(self.box.cards[taken]))
            else:
                self.to_discard(player, taken)

    def discard_down_to(self, seat: int, count: int) -> Steps:
        player = self.players[seat]
        while len(player.hand) > count:
            card = yield from self.choose(seat, player.hand)
            player.hand.remove(card)
            self.to_discard(player, card)

    def discard(self, seat: int, count: int) -> Steps:
        yield from self.discard_down_to(seat, max(len(self.players[seat].hand) - count, 0))

    def sift(self, seat: int, count: int) -> Steps:
        player = self.players[seat]
        self.refill(player)
        player.looked = player.deck[:count]
        del player.deck[:count]
        self.work[-1]["times"] = 1
        passed = 0
        while passed < len(player.looked):
            at = yield from self.choose(seat, map(str, range(passed, len(player.looked))), may_stop=True)
            if not at:
                break
            passed = self.work[-1]["step"] = int(at)
            self.to_discard(player, player.looked.pop(passed))
        player.deck[:0] = player.looked
        player.looked = []

    def cull(self, seat: int, count: int) -> Steps:
        player = self.players[seat]
        for _ in range(count):
            things = [*player.hand, *(f"discarded {card}" for card in player.discard)]
            chosen = yield from self.choose(seat, things, may_stop=True)
            if not chosen:
                return
            card = chosen.split()[-1]
            (player.discard if chosen.startswith("discarded") else player.hand).remove(card)
            self.trash.append(card)

    def discard_for_points(self, seat: int, count: int) -> Steps:
        player = self.players[seat]
        for _ in range(count):
            card = yield from self.choose(seat, player.hand, may_stop=True)
            if not card:
                return
            player.hand.remove(card)
            self.to_discard(player, card)
            self.power += 1
            self.work[-1]["step"] += 1

    def revive(self, seat: int, most: int) -> Steps:
        player = self.players[seat]
        card = yield from self.choose(
            seat, [card for card in self.fallen(player) if self.box.cards[card].cost <= most]
        )
        if card:
            player.discard.remove(card)
            player.insurgents.append(Piece(self.box.cards[card]))

    def recall(self, seat: int, count: int) -> Steps:
        player = self.players[seat]
        for _ in range(count):
            card = yield from self.choose(seat, self.fallen(player), may_stop=True)
            if not card:
                return
            player.discard.remove(card)
            player.hand.append(card)
            self.work[-1]["step"] += 1

    def fallen(self, player: Player) -> list[str]:
        return [card for card in player.discard if self.box.cards[card].type == "insurgent"]

    def strike(self, seat: int, damage: int) -> Steps:
        if self.sides:
            other = self.opponent_of(seat)
            at = yield from self.choose_piece(seat, other.pieces, self.living(other))
            if at is not None:
                piece = other.pieces[at]
                piece.damage = min(piece.damage + damage, self.defence(piece, other))
                self.battle["dealt"] = True
                yield from self.bury()

    def blind(self, seat: int, count: int) -> Steps:
        if self.sides:
            other = self.opponent_of(seat)
            for left in range(count, 0, -1):
                seeing = [piece for piece in self.living(other) if self.attack_of(piece, other)]
                at = yield from self.choose_piece(seat, other.pieces, seeing, left)
                if at is not None:
                    other.pieces[at].mark = "blinded"
                    self.work[-1]["step"] += 1

    def opponent_of(self, seat: int) -> Side:
        return next(side for side in self.sides if side.army != seat)

    def double_attack(self, seat: int, count: int) -> Steps:
        mine = self.players[seat].insurgents
        for left in range(count, 0, -1):
            single = [piece for piece in mine if piece.mark != "doubled"]
            at = yield from self.choose_piece(seat, mine, single, left)
            if at is not None:
                mine[at].mark = mine[at].mark or "doubled"

    def claim(self, seat: int, count: int) -> Steps:
        for _ in range(count):
            free = [
                at
                for at, district in enumerate(self.districts)
                if district.owner is None and not district.cards
            ]
            at = yield from self.choose(seat, map(str, free))
            if at:
                self.districts[int(at)].owner = seat
