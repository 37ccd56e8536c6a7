"""Gateway once more, from its rule texts and card lists alone, phase by phase as in the rulebook.

``gateway_box`` has what is printed, ``gateway_table`` what lies there and how it is written down,
``gateway_battle`` spawning and battles, and ``gateway_effects`` the vocabulary of the cards.

Where the texts are silent, the engine's rulings are taken:

- Where all that can be chosen is to be chosen, nobody is asked in which order; cards that are alike in name,
  damage and mark are one choice.
- Cards to discard by a look at the deck are chosen from its top down. Damage is assigned card by card, in
  order of arrival; a card may be passed over with 0.
- ``done`` in the Attack phase gives up all attacks that are left.
- A strike that kills is followed at once by the card's last words, its burial and its VP. When it kills the
  last defender, the defender is beaten at once: nothing more is declared, by either side.
- Otherwise all the dead of both sides say their last, attackers first; then all are taken off; then VP are
  gained, all together. Who is Returning needs no rescue; who is rescued and Fleeting comes to the hand.
- Where a spawn battle is fought again, Runestones may be declared again, but what cards say in battle is
  said once in a battle.
- The Horde is looked for when a card of its own lies on a district, before what it says on arrival, and when
  a spawn battle is over. Damage and bonuses are gone when an event is done, before the end of the game is
  looked for, and when the Horde has won; a game that VP end is left as it lies.
- Who picks City cards begins with the starting player.
- ``step`` and ``times`` of work under way count as the engine counts.
"""

from __future__ import annotations

from collections.abc import Sequence

from .gateway_box import GRADES, Card, District, Piece, Player, Side
from .gateway_effects import Effects
from .gateway_table import Ended
from .table import Steps


class Gateway(Effects):
    """A game of two or three players. ``city`` is first-game, random, pick, or a list of kinds."""

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
            self.runestones[grade] = [
                stone for stone in self.box.pile("runestones") if self.box.cards[stone].pile == grade
            ]
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
                move = yield from self.ask(
                    picker, [f"pick {kind}" for kind in kinds if kind not in self.stacks]
                )
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

    def drafting(self, seat: int, player: Player) -> Steps:
        self.phase = "drafting"
        while self.drafts:
            tops = {name: name for name, left in self.stacks.items() if left and name != "beard-fish"}
            tops |= {grade: stones[0] for grade, stones in self.runestones.items() if stones}
            affordable = [
                f"draft {stack}" for stack, card in tops.items() if self.box.cards[card].cost <= self.gold
            ]
            move = yield from self.ask(seat, ["done", *affordable])
            if move == "done":
                return
            stack = move.split()[1]
            self.gold -= self.box.cards[tops[stack]].cost
            self.drafts -= 1
            self.to_discard(player, self.take(stack))

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
            theirs = Side(
                district.owner, district.owner, "army", self.players[district.owner].insurgents, False
            )
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
