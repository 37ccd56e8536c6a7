"""Gateway, played: set-up, the four phases of a turn, the end of a round, the end of the game.

What was begun and is not finished, a battle or the effects of a card, lies on the stack of work and comes
first: ``battle`` fights, ``effects`` do what cards say. When that is empty, the phase says what is to be
decided. The sections of the rulebook are named where they are played.
"""

from __future__ import annotations

from typing import Annotated, Final

from generator.catalog.wording import join_words, pluralize
from generator.games.gateway.battle import answer, fight, join, use_rune
from generator.games.gateway.board import (
    ATTACK,
    CITY_FALLEN,
    CITY_HELD,
    DEPLOYMENT,
    DRAFTING,
    EVENT,
    EVENTS_GONE,
    GOAL,
    OVER,
    SETUP,
    TURN,
    Board,
)
from generator.games.gateway.config import GRADES
from generator.games.gateway.effects import Action
from generator.games.gateway.notation import reason_against
from generator.games.gateway.pieces import NOBODY, Battle, District, Task
from generator.games.gateway.tables import DONE, GUARDS, HORDES, ONLY_DONE, Tables, up_to
from generator.rules.fields import SHARED, Form, declared
from generator.rules.protocol import Position, Result, View
from generator.rules.shuffler import Shuffler

GAME: Final = "gateway"
MAX_DEALS: Final = 20
"""How often cards are dealt anew to find a deal in which the seat would be asked what it is asked: in most
positions the first is one, and a player who thinks should not wait for a better one."""


@declared
class GatewayState(Board):
    """A game of Gateway under way."""

    options: tuple[int, ...]
    """The legal moves."""
    actions: Annotated[list[list[Action]], SHARED]
    """For each line of effects what is done, in order; the same in all states of a game."""
    form: Form

    # What the protocol asks

    def legal(self) -> tuple[int, ...]:
        return self.options

    def apply(self, move: int) -> None:
        """Makes a move, and forced ones after it until someone has a choice or the game is over."""
        self.answer(move)
        self.advance()

    def text(self, move: int) -> str:
        return self.tables.moves.text(move)

    def parse(self, text: str) -> int:
        return self.tables.moves.parse(text)

    def why_not(self, move: int) -> str:
        return reason_against(self, self.options, move)

    def determinize(self, seat: int, shuffler: Shuffler) -> GatewayState:
        """Deals again, within reason, where another seat that is asked would have no choice in its hand; then
        it gets a choice."""
        world = self._dealt_anew(seat, shuffler, with_choice=False)
        if seat == self.player or self.player is None:
            return world
        progress = self.progress()
        for _ in range(MAX_DEALS):
            world.advance()
            if world.progress() == progress:
                return world
            world = self._dealt_anew(seat, shuffler, with_choice=False)
        world = self._dealt_anew(seat, shuffler, with_choice=True)
        world.advance()
        return world

    def _dealt_anew(self, seat: int, shuffler: Shuffler, *, with_choice: bool) -> GatewayState:
        world = self.clone()
        _deal_anew(world, seat, shuffler, with_choice=with_choice)
        return world

    def progress(self) -> list[int]:
        """How far the game has come, in numbers of which one changes with whatever is done or decided."""
        found = [self.phase, self.round, self.active, -1 if self.player is None else self.player]
        found += [self.power, self.gold, self.drafts, self.attacks, self.used]
        found += [self.to_draw, self.to_pick, len(self.past), len(self.work)]
        for task in self.work:
            found += [task.line, task.seat, task.at, task.step, task.times]
        battle = self.battle
        if battle is not None:
            found += [battle.stage, battle.at, battle.left, battle.again]
        return found

    def turns(self) -> int:
        """The round; 0 before the first."""
        return self.round

    def to_dict(self) -> Position:
        return {"game": GAME, **self.form.write(self)}

    def view(self, seat: int) -> View:
        """Of Runestones the top one is seen. ``to_act`` is the seat that decides."""
        view = self.form.show(self.to_dict(), seat, asked=self.player == seat)
        for grade in GRADES:
            cards = view["stacks"][grade]
            view["stacks"][grade] = {"top": cards[0] if cards else None, "cards": len(cards)}
            view["unseen"][grade] = sorted(cards[1:], key=self.tables.number.__getitem__)
        view["to_act"] = self.player
        return view

    # From one decision to the next

    def advance(self) -> None:
        """Goes on from where the board stands, through forced moves, up to the next choice or the end."""
        options = self.next_choice()
        while len(options) == 1:
            self.answer(options[0])
            options = self.next_choice()
        self.options = options

    def next_choice(self) -> tuple[int, ...]:
        """Goes on until a seat is to decide, be it for one move only; nothing when the game is over."""
        while True:
            phase = self.phase
            if self.work:
                task = self.work[-1]
                options = self.do_effects(task) if task.line >= 0 else fight(self, task)
                if options:
                    return options
            elif phase == DEPLOYMENT:
                return self.deployments()
            elif phase == DRAFTING:
                return self.bargains()
            elif phase == ATTACK:
                return self.targets()
            elif phase == EVENT:
                self.end_event()
            elif phase == OVER:
                self.player = None
                return ()
            elif self.to_pick > 0:
                return self.picks()
            else:
                self.begin_play()

    def answer(self, move: int) -> None:
        """Does what was chosen, and no more."""
        if self.work:
            task = self.work[-1]
            if task.line >= 0:
                self.actions[task.line][task.at].answer(self, task, move)
            else:
                answer(self, task, move)
        elif self.phase == DEPLOYMENT:
            self.deploy(move)
        elif self.phase == DRAFTING:
            self.draft(move)
        elif self.phase == ATTACK:
            self.attack(move)
        else:
            self.pick(move)

    def do_effects(self, task: Task) -> tuple[int, ...]:
        """Goes on with a line of effects until there is something to choose, or other work comes first.

        A line that is done leaves the stack of work.
        """
        actions = self.actions[task.line]
        while task.at < len(actions):
            options = actions[task.at].run(self, task)
            if options or not self.work or self.work[-1] is not task:
                return options
        self.work.pop()
        return ()

    # Rulebook, "Set-up"

    def set_up(self) -> None:
        """Everything that comes before the City kinds are chosen."""
        self.phase = SETUP
        self.lay_districts()
        for faction, cards in enumerate(self.tables.foe_cards):
            deck = self.foe_deck(faction)
            deck += cards
            self.shuffler.shuffle(deck)
        self.post_guards()
        self.stack_events()
        for stack, row in enumerate(self.tables.config.stacks):
            if row.for_sale and not row.city:
                self.lay_stack(stack)
        for player in self.players:
            for stack, copies in self.tables.config.starter:
                player.deck += [self.take_from_stack(stack) for _ in range(copies)]

    def lay_districts(self) -> None:
        """Boards by chance; the tokens are dealt one by one clockwise, until all lie there."""
        config = self.tables.config
        boards = list(range(len(config.districts)))
        self.shuffler.shuffle(boards)
        tokens = list(range(len(config.tokens)))
        self.shuffler.shuffle(tokens)
        districts = config.setup_for(len(self.players)).districts
        blank = self.form.terms.forms[District].blank
        for at in range(districts):
            letters = tuple([config.tokens[token] for token in tokens[at::districts]])
            self.districts.append(blank(board=boards[at], tokens=letters, owner=NOBODY))
        self.find_spots()

    def post_guards(self) -> None:
        """Guards on each board; what one says on arrival is done before the next one is dealt."""
        for at in range(len(self.districts)):
            for _ in range(self.tables.config.guards):
                join(self, at, GUARDS)
                while self.work:
                    self.do_effects(self.work[-1])

    def stack_events(self) -> None:
        """Each pile shuffled, the first on top of the second on top of the third."""
        events = self.tables.config.events
        for pile in sorted({event.pile for event in events}, reverse=True):
            cards = [at for at, event in enumerate(events) if event.pile == pile]
            self.shuffler.shuffle(cards)
            self.events += cards

    def lay_stack(self, stack: int) -> None:
        """Lays out a stack with all of its cards, and the helper cards that belong to it."""
        tables = self.tables
        cards = tables.stack_cards[stack]
        self.supply.lay(stack, len(cards))
        if tables.mixed[stack]:
            self.supply.order[stack] = cards.copy()
            self.shuffler.shuffle(self.supply.order[stack])
        for helper in tables.config.stacks[stack].helpers:
            if not self.supply.laid[helper]:
                self.lay_stack(helper)

    def picks(self) -> tuple[int, ...]:
        """Any kind of City cards that is not in the game yet. The starting player begins."""
        tables = self.tables
        kinds = tables.config.setup_for(len(self.players)).kinds
        seat = (self.first + kinds - self.to_pick) % len(self.players)
        open_to = sum([1 << stack for stack in tables.city if not self.supply.laid[stack]])
        return self.ask(seat, tables.pick.among(open_to))

    def pick(self, move: int) -> None:
        self.lay_stack(self.tables.moves.number[move])
        self.to_pick -= 1

    def begin_play(self) -> None:
        """All is chosen: decks are shuffled, first hands drawn, and the first turn begins."""
        for player in self.players:
            self.shuffler.shuffle(player.deck)
            self.draw(player, self.tables.config.hand)
        self.round = 1
        self.begin_turn(self.first)

    # Rulebook, "Your turn": Deployment

    def begin_turn(self, seat: int) -> None:
        """A turn begins with the Deployment phase, and with what a player has in every turn."""
        config = self.tables.config
        self.active = seat
        self.phase = DEPLOYMENT
        self.power = config.power_points
        self.gold = 0
        self.drafts = config.drafts
        self.attacks = config.attacks
        self.used = 0

    def deployments(self) -> tuple[int, ...]:
        """Cards that can be paid for, districts of one's own that may be used, Runestones of the Army."""
        tables = self.tables
        player = self.players[self.active]
        options = tables.play.among(player.hand.among(up_to(self.power, tables.playable)))
        if self.used == 0 or self.abilities() > 0:
            options += tables.held.among(self.held_by(self.active) & ~self.used)
        if player.army.runes.size > 0:
            options += tables.rune.among(player.army.runes.kinds)
        return self.ask(self.active, options)

    def deploy(self, move: int) -> None:
        moves = self.tables.moves
        number = moves.number[move]
        if move == DONE:
            self.phase = DRAFTING
        elif move < moves.ability[0]:
            self.play_card(number)
        elif move < moves.attack[0]:
            self.used |= 1 << number
            self.push(self.tables.lines.ability[self.districts[number].board], self.active)
        else:
            use_rune(self, self.active, number)

    def play_card(self, kind: int) -> None:
        """Pays for a card and does what it says. Insurgents and Runestones go to the Army and are ready."""
        tables = self.tables
        player = self.players[self.active]
        self.power -= tables.power[kind]
        player.hand.take(kind)
        if tables.is_insurgent[kind] or tables.is_rune[kind]:
            self.enlist(player, kind)
        else:
            player.played.add(kind)
        self.push(tables.lines.played[kind], self.active)

    # Rulebook, "Your turn": Drafting

    def bargains(self) -> tuple[int, ...]:
        """Any stack for sale that is not empty and costs no more than the Gold left, if a draft is left."""
        tables = self.tables
        sold = self.supply.left.among(up_to(self.gold, tables.affordable)) if self.drafts else 0
        return self.ask(self.active, tables.draft.among(sold))

    def draft(self, move: int) -> None:
        """What is bought goes to the discard pile."""
        if move == DONE:
            self.phase = ATTACK
            return
        kind = self.take_from_stack(self.tables.moves.number[move])
        self.gold -= self.tables.cost[kind]
        self.drafts -= 1
        self.discard(self.players[self.active], kind)

    # Rulebook, "Your turn": Attack, and "Battle"

    def targets(self) -> tuple[int, ...]:
        """Any district but one's own, with at least one card in the Army."""
        seat = self.active
        if self.attacks == 0 or not self.players[seat].army.is_there():
            return self.ask(seat, ONLY_DONE)
        others = (1 << len(self.districts)) - 1 - self.held_by(seat)
        return self.ask(seat, self.tables.target.among(others))

    def attack(self, move: int) -> None:
        """Who does not attack gives up all Attack phases of the turn: nothing can change before the next."""
        if move == DONE:
            self.clean_up()
            return
        self.attacks -= 1
        at = self.tables.moves.number[move]
        district = self.districts[at]
        if district.owner == NOBODY and not district.troop.cards:
            district.owner = self.active  # taken at once, without a battle
        else:
            self.begin_battle(Battle(at, False, self.active, district.owner))

    # Rulebook, "Your turn": Cleanup

    def clean_up(self) -> None:
        """Power Points and Gold are lost, hand and played cards discarded; the Army stays."""
        player = self.players[self.active]
        self.power = 0
        self.gold = 0
        self.discard_all(player, player.played)
        self.discard_all(player, player.hand)
        self.draw(player, self.tables.config.hand)
        self.end_turn_effects()
        following = self.left_of(self.active)
        if following == self.first:
            self.to_draw = self.tables.config.round_events
            self.draw_event()
        else:
            self.begin_turn(following)

    # Rulebook, "End of a round"

    def draw_event(self) -> None:
        """The starting player draws an event, and what it says is done line by line.

        Without an event to draw the game is over, as it is when the last one is done.
        """
        if not self.events:
            self.end(EVENTS_GONE)
            return
        self.phase = EVENT
        self.to_draw -= 1
        self.holder = self.holder_of_all()
        event = self.events.pop()
        self.past.append(event)
        self.push(self.tables.lines.event[event], self.first)

    def end_event(self) -> None:
        """The event is done: the game ends, another event is drawn, or the next round begins.

        Victory Points and the Horde end the game in the moment in which it comes to that; here it does if one
        player held every district before and after the event, or no event is left.
        """
        self.end_turn_effects()
        if self.holder != NOBODY and self.holder == self.holder_of_all():
            self.end(CITY_HELD)
        elif not self.events:
            self.end(EVENTS_GONE)
        elif self.to_draw > 0:
            self.draw_event()
        else:
            self.round += 1
            self.begin_turn(self.first)

    def result(self) -> Result:
        if self.phase != OVER:
            raise ValueError("the game is not over")
        scores = tuple([player.vp for player in self.players])
        if self.ending == CITY_FALLEN:
            return Result(scores, (), "the Horde holds every district: all have lost")
        if self.ending == CITY_HELD:
            reason = f"seat {self.holder} held every district through an event"
            return Result(scores, (self.holder,), reason)
        best = max(scores)
        winners = tuple([seat for seat, points in enumerate(scores) if points == best])
        if self.ending == GOAL:
            return Result(scores, winners, f"seat {winners[0]} has {pluralize(best, 'Victory Point')}")
        if len(winners) == 1:
            reason = f"no event is left, and seat {winners[0]} has the most Victory Points: {best}"
        else:
            seats = join_words([f"seat {seat}" for seat in winners], "and")
            points = pluralize(best, "Victory Point")
            reason = f"no event is left, and {seats} share the win with {points} each"
        return Result(scores, winners, reason)


# What is hidden: hands, the order of face-down piles, and that of the Runestones under the top one. What lies
# in the piles is open: every card that went there was seen. So whoever counts knows which are left.


def _deal_anew(board: Board, seat: int, shuffler: Shuffler, *, with_choice: bool) -> None:
    """Deals what is hidden from a seat anew.

    ``with_choice``: whoever is asked has a card that can be paid for in hand, and one of another kind.
    """
    tables = board.tables
    for number, player in enumerate(board.players):
        cards = player.deck
        looked = hand = 0
        if number != seat:
            looked, hand = len(player.looked), player.hand.size
            cards += player.hand.take_all()
            cards += player.looked
        _shuffle(cards, shuffler)
        if number != seat:
            if with_choice and number == board.player:
                cards = _choice_first(cards, looked, board.power if board.phase in TURN else 0, tables)
            player.looked = cards[:looked]
            player.hand.add_all(cards[looked : looked + hand])
        player.deck = cards[looked + hand :][::-1]
    for faction in (HORDES, GUARDS):
        deck = board.foe_deck(faction)
        _shuffle(deck, shuffler)
        deck.reverse()
    _shuffle(board.events, shuffler)
    board.events.sort(key=tables.piles.__getitem__)
    board.events.reverse()
    for stack in tables.grades:
        row = board.supply.order[stack]
        hidden = row[:-1]
        _shuffle(hidden, shuffler)
        row[:-1] = hidden[::-1]
    board.shuffler = shuffler.apart()


def _shuffle(cards: list[int], shuffler: Shuffler) -> None:
    """Shuffles cards in the order of their kinds, as in a view: where they really lay makes no difference."""
    cards.sort()
    shuffler.shuffle(cards)


def _choice_first(cards: list[int], looked: int, power: int, tables: Tables) -> list[int]:
    """The cards in their order, but behind those that are ``looked`` at, where the hand begins, one that can
    be paid for with these Power Points, and one of another kind, if there are such cards."""
    first = next((card for card in cards if tables.power[card] <= power), cards[0])
    other = next((card for card in cards if card != first), None)
    chosen = [first] if other is None else [first, other]
    rest = cards.copy()
    for card in chosen:
        rest.remove(card)
    return [*rest[:looked], *chosen, *rest[looked:]]
