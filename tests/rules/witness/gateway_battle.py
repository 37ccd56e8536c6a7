"""Spawning and battles of Gateway, as in the rulebook's chapters."""

from __future__ import annotations

from .gateway_box import Piece, Player, Side
from .gateway_table import TASK, Table
from .table import Steps


class Battles(Table):
    """Cards come to districts, and fight for them."""

    # Spawning

    def spawn(self, faction: str, place: int) -> Steps:
        """The top card of a deck comes to a district; where that is another's, there is a battle at once."""
        district = self.districts[place]
        yield from self.arrive(faction, place)
        if not district.arrivals:
            return
        if district.owner is not None:
            seat = district.owner
            army = Side(seat, seat, "army", self.players[seat].insurgents, False)
            comers = Side(None, self.left_of(seat), faction, district.arrivals, True)
            yield from self.fight(place, comers, army, spawned=True)
        else:
            guards, horde = (self.first, None) if faction == "guards" else (None, self.first)
            comers = Side(None, guards, faction, district.arrivals, True)
            holders = Side(None, horde, district.faction, district.cards, False)
            yield from self.fight(place, comers, holders, spawned=True)

    def arrive(self, faction: str, place: int) -> Steps:
        """A card holds an empty district, joins its like, or waits to fight for it."""
        card = self.top_of(faction)
        if card is None:
            self.came_up["nothing is left to spawn"] += 1
            return
        district = self.districts[place]
        friendly = district.owner is None and district.faction in ("", faction)
        (district.cards if friendly else district.arrivals).append(Piece(card))
        if self.phase == "event":
            self.look_at_horde()
        yield from self.trigger(card, "arrives", self.first, place)

    # Battle

    def fight(self, place: int, attacker: Side, defender: Side, spawned: bool) -> Steps:
        self.work.append({**TASK, "line": "fight"})
        self.battle = {"district": place, "spawned": spawned, "again": False}
        self.sides = [attacker, defender]
        self.stage("begin")
        if attacker.player is None or defender.player is None:
            others = self.clockwise(self.first)[1:]
            move = yield from self.ask(self.first, [f"horde {seat}" for seat in others])
            (attacker if attacker.player is None else defender).player = int(move.split()[1])
        self.came_up["a defender without forces is beaten at once"] += not defender.pieces
        while self.living(defender):
            yield from self.exchange(attacker, defender)
            if not spawned or not self.living(attacker) or not self.battle["dealt"]:
                break
            self.battle["again"] = True
            self.came_up["a battle is fought again"] += 1
        yield from self.aftermath(place, attacker, defender)
        self.battle, self.sides = {}, []
        self.work.pop()

    def stage(self, name: str) -> None:
        self.battle |= {"stage": name, "at": 0, "left": 0}

    def living(self, side: Side) -> list[Piece]:
        return [piece for piece in side.pieces if piece.damage < self.defence(piece, side)]

    def opponent(self, side: Side) -> Side:
        return self.sides[1] if side is self.sides[0] else self.sides[0]

    def exchange(self, attacker: Side, defender: Side) -> Steps:
        self.battle |= {"dealt": False, "amounts": [0, 0]}
        yield from self.declare(attacker, "attacker")
        if not defender.pieces:
            return
        yield from self.declare(defender, "defender")
        amounts = [self.damage_of(attacker), self.damage_of(defender)]
        self.battle["amounts"] = amounts
        yield from self.deal(attacker, "attacker", amounts[0])
        yield from self.deal(defender, "defender", amounts[1])
        self.stage("aftermath")
        yield from self.bury()

    def declare(self, side: Side, name: str) -> Steps:
        """Runestones, then what the cards of the Army say for battles."""
        if side.army is None:
            return
        self.stage(f"{name}-declares")
        player = self.players[side.army]
        while self.sides[1].pieces:
            move = yield from self.ask(side.army, ["done", *(f"rune {stone}" for stone in player.runestones)])
            if move == "done":
                break
            yield from self.use(side.army, move.split()[1])
        if self.battle["again"] or not self.sides[1].pieces:
            return
        self.stage(f"{name}-cards")
        for piece in list(side.pieces):
            self.battle["at"] += 1
            yield from self.trigger(piece.card, "battle", side.army)

    def damage_of(self, side: Side) -> int:
        living = self.living(side)
        self.came_up.update(f"{piece.card.id} fights" for piece in living)
        amount = sum(self.attack_of(piece, side) for piece in living)
        if side.army is not None and living:
            amount += self.players[side.army].bonus["attack"]
        other = self.opponent(side).army
        if other is not None:
            amount -= self.players[other].bonus["weaken"]
        return max(amount, 0)

    def attack_of(self, piece: Piece, side: Side) -> int:
        if piece.mark == "blinded":
            return 0
        keywords = piece.card.keywords
        attack = piece.card.attack
        for name, value in piece.card.effects.get("always", []):
            assert name == "attack-for-each"
            attack += value["n"] * self.count(value["of"], side.army, piece, side.pieces)
        bane = {"horde": "hordebane", "guards": "guardbane"}.get(self.opponent(side).faction, "")
        for name in (bane, "charge" if side.attacks else ""):
            if name in keywords:
                self.came_up[f"{name} adds to the attack"] += 1
                attack += keywords[name]
        return 2 * attack if piece.mark == "doubled" else attack

    def defence(self, piece: Piece, side: Side) -> int:
        defence = piece.card.defence
        if side.army is not None:
            defence += self.players[side.army].bonus["defence"]
        if not side.attacks and "bulwark" in piece.card.keywords:
            self.came_up["bulwark adds to the defence"] += 1
            defence += piece.card.keywords["bulwark"]
        return defence

    def deal(self, side: Side, name: str, amount: int) -> Steps:
        """The damage is divided: first over Vanguards, last over the Veiled, and all that can be must be."""
        self.stage(f"{name}-deals")
        other = self.opponent(side)
        self.battle["left"] = amount
        assert side.player is not None
        for rank in ("vanguard", "", "veiled"):
            targets = [at for at, piece in enumerate(other.pieces) if self.rank(piece) == rank]
            bears = {
                at: max(self.defence(other.pieces[at], other) - other.pieces[at].damage, 0) for at in targets
            }
            for at in targets:
                room_after = sum(bears[later] for later in targets if later > at)
                most = min(bears[at], self.battle["left"])
                least = min(max(self.battle["left"] - room_after, 0), most)
                self.battle["at"] = at
                self.came_up[f"damage to {rank or 'other'} cards is divided"] += least < most
                move = yield from self.ask(side.player, [f"assign {at} {n}" for n in range(least, most + 1)])
                dealt = int(move.split()[2])
                other.pieces[at].damage += dealt
                self.battle["left"] -= dealt
                self.battle["dealt"] |= dealt > 0
        self.came_up["damage is lost"] += self.battle["left"] > 0

    @staticmethod
    def rank(piece: Piece) -> str:
        return next((name for name in ("vanguard", "veiled") if name in piece.card.keywords), "")

    # The dead, and the outcome

    def bury(self) -> Steps:
        """What cards say when killed; then the dead leave, and who killed Guards or Horde takes the VP."""
        task = {**TASK, "line": "bury"}
        self.work.append(task)
        fallen = [[piece for piece in side.pieces if piece not in self.living(side)] for side in self.sides]
        for number, (side, dead) in enumerate(zip(self.sides, fallen, strict=True)):
            for at, piece in enumerate(side.pieces):
                task |= {"step": number, "at": at + 1}
                if piece in dead:
                    yield from self.trigger(piece.card, "killed", side.army)
        for number, (side, dead) in enumerate(zip(self.sides, fallen, strict=True)):
            task |= {"step": 2 + number, "at": 0}
            yield from self.take_away(side, dead)
        for side, dead in zip(self.sides, fallen, strict=True):
            killer = self.opponent(side).army
            if side.army is None and killer is not None:
                self.gain_vp(killer, sum(piece.card.vp for piece in dead))
        self.work.pop()

    def take_away(self, side: Side, dead: list[Piece]) -> Steps:
        if side.army is None:
            for piece in dead:
                side.pieces.remove(piece)
                self.dead[side.faction].append(piece.card.id)
        else:
            player = self.players[side.army]
            yield from self.rescue(side, player, dead)
            for piece in dead:
                side.pieces.remove(piece)
                if "returning" in piece.card.keywords:
                    self.came_up["a Returning card comes to the hand"] += 1
                    player.hand.append(piece.card.id)
                else:
                    self.to_discard(player, piece.card.id)

    def rescue(self, side: Side, player: Player, dead: list[Piece]) -> Steps:
        """Some of the dead come to the hand."""
        assert side.army is not None
        waiting = [piece for piece in dead if "returning" not in piece.card.keywords]
        while player.bonus["rescues"] and waiting:
            names = [piece.card.id for piece in waiting]
            card = yield from self.choose(side.army, names, all_of=player.bonus["rescues"])
            piece = next(piece for piece in waiting if piece.card.id == card)
            for pieces in (waiting, dead, side.pieces):
                pieces.remove(piece)
            self.came_up["a dead card is rescued"] += 1
            player.hand.append(card)
            player.bonus["rescues"] -= 1

    def aftermath(self, place: int, attacker: Side, defender: Side) -> Steps:
        """Whose district it is now."""
        district = self.districts[place]
        if not self.battle["spawned"]:
            if not defender.pieces:
                district.owner = attacker.army
                self.stage("conquest")
                for piece in list(attacker.pieces):
                    yield from self.trigger(piece.card, "conquest", attacker.army)
            return
        if attacker.pieces and defender.pieces:
            self.came_up["a newcomer that nobody can harm is discarded"] += 1
            for piece in attacker.pieces:
                self.dead[attacker.faction].append(piece.card.id)
            attacker.pieces.clear()
        if not defender.pieces:
            district.owner = None
            district.cards, district.arrivals = attacker.pieces, []
            self.look_at_horde()
