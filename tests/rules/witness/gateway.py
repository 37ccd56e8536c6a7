"""Gateway once more, from its rule texts and card lists alone, phase by phase as in the rulebook."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from .gateway_box import GRADES, Box, Card, District, Effect, Piece, Player, Side
from .table import Choice, Lots, Steps, Witness


class Ended(Exception):  # noqa: N818 - it is what happens
    """The game ends at once."""


class Gateway(Witness):
    """A game of two or three players. ``city`` is first-game, random, pick, or a list of kinds."""

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

    def game(self, city: str | Sequence[str]) -> Steps:
        try:
            yield from self.set_up(city)
            while True:
                self.round += 1
                for seat in self.clockwise(self.first):
                    yield from self.turn(seat)
                yield from self.end_of_round()
        except Ended:
            self.phase = "over"

    def clockwise(self, seat: int) -> list[int]:
        return [(seat + step) % len(self.players) for step in range(len(self.players))]

    def left_of(self, seat: int) -> int:
        return self.clockwise(seat)[1]

    # Setup

    def set_up(self, city: str | Sequence[str]) -> Steps:
        boards = [card.id for card in self.box.of("districts")]
        self.deal_out(boards)
        laid = boards[: self.setup["districts"]]
        self.districts = [District(self.box.cards[board], []) for board in laid]
        tokens = [f"token {at}" for at in range(len(self.box.tokens))]
        self.deal_out(tokens)
        for at, token in enumerate(tokens):
            self.districts[at % len(laid)].tokens.append(self.box.tokens[int(token.split()[1])])
        for faction in ("guards", "horde"):
            self.decks[faction] = self.box.pile(faction)
            self.shuffle(self.decks[faction])
        for pile in ("III", "II", "I"):
            events = [card.id for card in self.box.of("events") if card.pile == pile]
            self.shuffle(events)
            self.events = events + self.events
        for grade in GRADES:
            self.runestones[grade] = [stone for stone in self.box.pile("runestones") if self.box.cards[stone].pile == grade]
            self.shuffle(self.runestones[grade])
        starter = self.rules["starter"]
        self.stacks = {card.id: card.copies for card in self.box.of("base")}
        for player in self.players:
            stones = [self.runestones["lesser"].pop(0) for _ in range(starter["lesser"])]
            player.deck = stones[::-1] + ["rebel"] * starter["rebel"] + ["merchant"] * starter["merchant"]
            self.stacks["merchant"] -= starter["merchant"]
            self.stacks["rebel"] -= starter["rebel"]
        for place, _ in enumerate(self.districts):
            for _ in range(self.rules["guards"]):
                yield from self.arrive("guards", place)
        yield from self.choose_city(city)
        for player in self.players:
            self.shuffle(player.deck)
            self.draw(player, self.rules["hand"])

    def deal_out(self, cards: list[str]) -> None:
        """Shuffles what is dealt out at once, in the order of the lots."""
        self.shuffle(cards)
        cards.reverse()

    def choose_city(self, city: str | Sequence[str]) -> Steps:
        kinds = [card.id for card in self.box.of("city")]
        if city == "first-game":
            kinds = [*self.setup["first_game"], *self.setup["first_game_adds"]]
        elif city == "random":
            self.deal_out(kinds)
            kinds = kinds[: self.setup["kinds"]]
        elif city == "pick":
            self.to_pick = self.setup["kinds"]
            picker = self.first
            while self.to_pick:
                move = yield from self.ask(picker, [f"pick {kind}" for kind in kinds if kind not in self.stacks])
                self.add_kind(move.split()[1])
                self.to_pick -= 1
                picker = self.left_of(picker)
            return
        else:
            kinds = list(city)
        for kind in kinds:
            self.add_kind(kind)

    def add_kind(self, kind: str) -> None:
        self.stacks[kind] = self.box.cards[kind].copies
        if kind == "fishmancer":
            self.stacks["beard-fish"] = self.box.cards["beard-fish"].copies

    # Your turn

    def turn(self, seat: int) -> Steps:
        self.active = seat
        player = self.players[seat]
        self.power, self.gold = self.rules["power_points"], 0
        self.drafts, self.attacks = self.rules["drafts"], self.rules["attacks"]
        self.used = []
        yield from self.deployment(seat, player)
        yield from self.drafting(seat, player)
        yield from self.attack_phases(seat, player)
        self.clean_up(player)

    def deployment(self, seat: int, player: Player) -> Steps:
        self.phase = "deployment"
        while True:
            moves = ["done"]
            moves += [f"play {card}" for card in player.hand if self.box.cards[card].power <= self.power]
            if len(self.used) < self.rules["abilities"]:
                mine = [at for at, district in enumerate(self.districts) if district.owner == seat]
                moves += [f"ability {at}" for at in mine if at not in self.used]
            moves += [f"rune {stone}" for stone in player.runestones]
            move = yield from self.ask(seat, moves)
            if move == "done":
                return
            verb, name = move.split()
            if verb == "play":
                yield from self.play_card(seat, self.box.cards[name])
            elif verb == "ability":
                self.used.append(int(name))
                yield from self.trigger(self.districts[int(name)].board, "ability", seat)
            else:
                yield from self.use(seat, name)

    def play_card(self, seat: int, card: Card) -> Steps:
        player = self.players[seat]
        player.hand.remove(card.id)
        self.power -= card.power
        if card.type == "insurgent":
            player.insurgents.append(Piece(card))
        elif card.type == "runestone":
            player.runestones = self.sorted([*player.runestones, card.id])
        else:
            player.played.append(card.id)
        yield from self.trigger(card, "played", seat)

    def use(self, seat: int, stone: str) -> Steps:
        self.players[seat].runestones.remove(stone)
        self.trash.append(stone)
        yield from self.trigger(self.box.cards[stone], "used", seat)

    def drafting(self, seat: int, player: Player) -> Steps:
        self.phase = "drafting"
        while self.drafts:
            tops = {name: name for name, left in self.stacks.items() if left and name != "beard-fish"}
            tops |= {grade: stones[0] for grade, stones in self.runestones.items() if stones}
            affordable = [f"draft {stack}" for stack, card in tops.items() if self.box.cards[card].cost <= self.gold]
            move = yield from self.ask(seat, ["done", *affordable])
            if move == "done":
                return
            stack = move.split()[1]
            self.gold -= self.box.cards[tops[stack]].cost
            self.drafts -= 1
            self.to_discard(player, self.take(stack))

    def take(self, stack: str) -> str:
        """The top card of a stack that is not empty."""
        if stack in GRADES:
            return self.runestones[stack].pop(0)
        self.stacks[stack] -= 1
        return stack

    def attack_phases(self, seat: int, player: Player) -> Steps:
        self.phase = "attack"
        while self.attacks and (player.insurgents or player.runestones):
            others = [at for at, district in enumerate(self.districts) if district.owner != seat]
            move = yield from self.ask(seat, ["done", *(f"attack {at}" for at in others)])
            if move == "done":
                return
            self.attacks -= 1
            yield from self.attack(seat, int(move.split()[1]))

    def attack(self, seat: int, place: int) -> Steps:
        district = self.districts[place]
        if district.owner is None and not district.cards:
            self.came_up["an empty district is taken"] += 1
            district.owner = seat
            return
        mine = Side(seat, seat, "army", self.players[seat].insurgents, True)
        if district.owner is not None:
            theirs = Side(district.owner, district.owner, "army", self.players[district.owner].insurgents, False)
        else:
            theirs = Side(None, self.left_of(seat), district.faction, district.cards, False)
        yield from self.fight(place, mine, theirs, spawned=False)

    def clean_up(self, player: Player) -> None:
        self.power = self.gold = 0
        for card in player.hand + player.played:
            self.to_discard(player, card)
        player.hand, player.played = [], []
        self.draw(player, self.rules["hand"])
        self.end_effects()

    def end_effects(self) -> None:
        """Damage and bonuses end with the turn, and with what happens at the end of a round."""
        for player in self.players:
            player.bonus.clear()
        for piece in self.all_pieces():
            piece.damage, piece.mark = 0, ""

    def all_pieces(self) -> list[Piece]:
        on_boards = [piece for district in self.districts for piece in district.cards + district.arrivals]
        return on_boards + [piece for player in self.players for piece in player.insurgents]

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

    # End of a round, and of the game

    def end_of_round(self) -> Steps:
        self.to_draw = self.rules["round_events"]
        while self.to_draw and self.events:
            self.to_draw -= 1
            self.phase = "event"
            self.holder = self.who_holds_all()
            event = self.box.cards[self.events.pop(0)]
            self.past.append(event.id)
            yield from self.trigger(event, "event", self.first)
            self.end_effects()
            if self.holder is not None and self.who_holds_all() == self.holder:
                self.end("districts", [self.holder])
            if not self.events:
                most = max(player.vp for player in self.players)
                self.end("events", [seat for seat, player in enumerate(self.players) if player.vp == most])

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

    def top_of(self, faction: str) -> Card | None:
        if not self.decks[faction] and self.dead[faction]:
            self.came_up[f"the dead of the {faction} become a deck"] += 1
            self.decks[faction], self.dead[faction] = self.dead[faction], []
            self.shuffle(self.decks[faction])
        return self.box.cards[self.decks[faction].pop(0)] if self.decks[faction] else None

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
            yield from self.exchange(place, attacker, defender)
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

    def exchange(self, place: int, attacker: Side, defender: Side) -> Steps:
        self.battle["dealt"] = False
        yield from self.declare(attacker, "attacker")
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
        while True:
            move = yield from self.ask(side.army, ["done", *(f"rune {stone}" for stone in player.runestones)])
            if move == "done":
                break
            yield from self.use(side.army, move.split()[1])
        if self.battle["again"]:
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
            bears = {at: max(self.defence(other.pieces[at], other) - other.pieces[at].damage, 0) for at in targets}
            for at in targets:
                del_after = sum(bears[later] for later in targets if later > at)
                most = min(bears[at], self.battle["left"])
                least = min(max(self.battle["left"] - del_after, 0), most)
                self.battle["at"] = at
                self.came_up[f"{rank} cards wait for others" if rank == "veiled" else f"{rank} first"] += least < most
                move = yield from self.ask(side.player, [f"assign {at} {n}" for n in range(least, most + 1)])
                dealt = int(move.split()[2])
                other.pieces[at].damage += dealt
                self.battle["left"] -= dealt
                self.battle["dealt"] |= dealt > 0
        self.came_up["damage is lost"] += self.battle["left"] > 0

    @staticmethod
    def rank(piece: Piece) -> str:
        return next((name for name in ("vanguard", "veiled") if name in piece.card.keywords), "")

    def bury(self) -> Steps:
        """What cards say when killed; then the dead leave, to discard piles, to the hand, or back to their stack."""
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
            rescued = yield from self.rescue(side.army, dead)
            for piece in dead:
                side.pieces.remove(piece)
                self.came_up["a dead card comes to the hand"] += piece in rescued
                self.came_up["a Returning card comes to the hand"] += "returning" in piece.card.keywords
                if piece in rescued or "returning" in piece.card.keywords:
                    player.hand.append(piece.card.id)
                else:
                    self.to_discard(player, piece.card.id)

    def rescue(self, seat: int, dead: list[Piece]) -> Any:
        """Which of the dead come to the hand."""
        player = self.players[seat]
        rescued: list[Piece] = []
        waiting = [piece for piece in dead if "returning" not in piece.card.keywords]
        while player.bonus["rescues"] and waiting:
            names = [piece.card.id for piece in waiting]
            card = yield from self.choose(seat, names, all_of=player.bonus["rescues"])
            piece = next(piece for piece in waiting if piece.card.id == card)
            waiting.remove(piece)
            rescued.append(piece)
            player.bonus["rescues"] -= 1
        return rescued

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

    # What cards say

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
        elif name in ("spawn-horde", "spawn-guard"):
            faction = "horde" if name == "spawn-horde" else "guards"
            for letter in value:
                self.work[-1]["step"] += 1
                at = next((at for at, district in enumerate(self.districts) if letter in district.tokens), None)
                if at is not None:
                    yield from self.spawn(faction, at)
        elif name == "reinforce":
            here = self.districts[place].arrivals or self.districts[place].cards
            for _ in range(value):
                yield from self.arrive(here[0].card.component, place)
        elif name == "horde-grows":
            for at, district in enumerate(self.districts):
                if district.faction == "horde":
                    for _ in range(value):
                        yield from self.arrive("horde", at)
        elif name == "all-vp-for-each-district":
            for other in self.clockwise(self.first):
                self.gain_vp(other, value * self.count("districts", other))
        elif name == "underdog-vp":
            for other in self.clockwise(self.first):
                if not self.count("districts", other):
                    self.gain_vp(other, value)
        elif name in ("all-discard-to", "others-discard-to"):
            for other in self.clockwise(seat)[name == "others-discard-to" :]:
                yield from self.discard_down_to(other, value)
                self.work[-1]["step"] += 1
        elif name == "all-cull":
            for other in self.clockwise(self.first):
                yield from self.cull(other, value)
                self.work[-1] |= {"step": self.work[-1]["step"] + 1, "times": 0}
        else:
            effect: Callable[[int, int], Steps] = getattr(self, name.replace("-", "_"))
            yield from effect(seat, value)

    def count(self, what: str, seat: int | None, piece: Piece | None = None, here: Sequence[Piece] = ()) -> int:
        if what == "districts":
            return sum(district.owner == seat for district in self.districts)
        if what == "kin":
            return sum(other is not piece for other in here)
        assert seat is not None
        player = self.players[seat]
        if what == "runestones":
            return len(player.runestones)
        return sum(piece.card.id == what for piece in player.insurgents)

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

    def discard_down_to(self, seat: int, count: int) -> Steps:
        player = self.players[seat]
        while len(player.hand) > count:
            card = yield from self.choose(seat, player.hand)
            player.hand.remove(card)
            self.to_discard(player, card)

    # Named as in the vocabulary of the rules.

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
        card = yield from self.choose(seat, [card for card in self.fallen(player) if self.box.cards[card].cost <= most])
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
            free = [at for at, district in enumerate(self.districts) if district.owner is None and not district.cards]
            at = yield from self.choose(seat, map(str, free))
            if at:
                self.districts[int(at)].owner = seat

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
        sides = {"attacker": attacker.army, "defender": defender.army, "players": [attacker.player, defender.player]}
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
            hidden["seats"].append(self.sorted(player.deck if mine else player.deck + player.hand + player.looked))
        for pile in ("events", "horde", "guard"):
            hidden[pile] = self.sorted(seen[pile])
            seen[pile] = len(seen[pile])
        for grade, stones in self.runestones.items():
            hidden[grade] = self.sorted(stones[1:])
            seen["stacks"][grade] = {"top": stones[0] if stones else None, "cards": len(stones)}
        return {**seen, "unseen": hidden, "seat": seat, "asked": seat == self.seat, "to_act": self.seat}


TASK: dict[str, Any] = {"seat": 0, "place": 0, "at": 0, "step": 0, "times": 0}
NUMBERS = {"gain-gold": "gold", "gain-points": "power", "gain-drafts": "drafts", "gain-attacks": "attacks"}
BONUSES = {"army-attack": "attack", "army-defence": "defence", "weaken": "weaken", "rescue": "rescues"}
