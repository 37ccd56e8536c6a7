"""Gateway, played: set-up, the four phases of a turn, the end of a round, the end of the game.

The board holds all that lies on the table; a state plays on it. What was begun and is not finished, a battle
or the effects of a card, lies on the board's stack of work and comes first: ``battle`` fights, ``effects`` do
what cards say. When that is empty, the phase says what is to be decided. The sections of the rulebook are
named where they are played.
"""

from __future__ import annotations

from typing import Annotated, Final

from generator.catalog.wording import join_words, pluralize
from generator.games.gateway.battle import (
    answer_battle,
    answer_burial,
    bury,
    fight,
    join,
    use_rune,
)
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
from generator.games.gateway.effects.action import Action
from generator.games.gateway.notation import reason_against
from generator.games.gateway.pieces import BURY, FIGHT, NOBODY, Battle, District, Task
from generator.games.gateway.tables import DONE, GUARDS, HORDES, ONLY_DONE, Tables
from generator.rules.fields import SHARED, Form, declared
from generator.rules.notation import Notation
from generator.rules.protocol import Position, Result, State, View
from generator.rules.shuffler import Shuffler

GAME: Final = "gateway"
MAX_DEALS: Final = 20
"""How often cards are dealt anew to find a deal in which the seat would be asked what it is asked: in most
positions the first is one, and a player who thinks should not wait for a better one."""


@declared
class GatewayState(State):
    """A game of Gateway under way."""

    board: Board
    options: tuple[int, ...]
    """The legal moves."""
    actions: Annotated[list[list[Action]], SHARED]
    """For each line of effects what is done, in order; the same in all states of a game."""
    notation: Notation
    form: Form

    def __init__(self, board: Board, actions: list[list[Action]], notation: Notation, form: Form) -> None:
        self.board = board
        self.actions = actions
        self.notation = notation
        self.form = form
        self.options = ()
        self.player = board.player

    # What the protocol asks

    def legal(self) -> tuple[int, ...]:
        return self.options

    def apply(self, move: int) -> None:
        """Makes a move, and forced ones after it until someone has a choice or the game is over."""
        self.answer(move)
        self.advance()

    def text(self, move: int) -> str:
        return self.notation.text(move)

    def parse(self, text: str) -> int:
        return self.notation.parse(text)

    def why_not(self, move: int) -> str:
        return reason_against(self.board, self.options, self.notation, move)

    def determinize(self, seat: int, shuffler: Shuffler) -> GatewayState:
        """Deals again, within reason, where another seat that is asked would have no choice in its hand; then
        it gets a choice."""
        world = self._dealt_anew(seat, shuffler, with_choice=False)
        if seat == self.player or self.player is None:
            return world
        progress = self.board.progress()
        for _ in range(MAX_DEALS):
            world.advance()
            if world.board.progress() == progress:
                return world
            world = self._dealt_anew(seat, shuffler, with_choice=False)
        world = self._dealt_anew(seat, shuffler, with_choice=True)
        world.advance()
        return world

    def _dealt_anew(self, seat: int, shuffler: Shuffler, *, with_choice: bool) -> GatewayState:
        world = self.clone()
        _deal_anew(world.board, seat, shuffler, with_choice=with_choice)
        return world

    def turns(self) -> int:
        """The round; 0 before the first."""
        return self.board.round

    def to_dict(self) -> Position:
        return {"game": GAME, **self.form.write(self.board)}

    def view(self, seat: int) -> View:
        """Of Runestones the top one is seen. ``to_act`` is the seat that decides."""
        board = self.board
        view = self.form.show(self.to_dict(), seat, asked=board.player == seat)
        for grade in GRADES:
            cards = view["stacks"][grade]
            view["stacks"][grade] = {"top": cards[0] if cards else None, "cards": len(cards)}
            view["unseen"][grade] = sorted(cards[1:], key=board.tables.number.__getitem__)
        view["to_act"] = board.player
        return view

    # From one decision to the next

    def advance(self) -> None:
        """Goes on from where the board stands, through forced moves, up to the next choice or the end."""
        options = self.next_choice()
        while len(options) == 1:
            self.answer(options[0])
            options = self.next_choice()
        self.options = options
        self.player = self.board.player

    def next_choice(self) -> tuple[int, ...]:
        """Goes on until a seat is to decide, be it for one move only; nothing when the game is over."""
        board = self.board
        while True:
            if board.work:
                options = self.go_on_with_work()
                if options:
                    return options
                continue
            phase = board.phase
            if phase == DEPLOYMENT:
                return self.deployments()
            if phase == DRAFTING:
                return self.drafts()
            if phase == ATTACK:
                return self.targets()
            if phase == EVENT:
                self.end_event()
            elif phase == OVER:
                board.player = None
                return ()
            elif board.to_pick > 0:
                return self.picks()
            else:
                self.begin_play()

    def answer(self, move: int) -> None:
        """Does what was chosen, and no more."""
        board = self.board
        if board.work:
            self.answer_for_work(move)
        elif board.phase == DEPLOYMENT:
            self.deploy(move)
        elif board.phase == DRAFTING:
            self.draft(move)
        elif board.phase == ATTACK:
            self.attack(move)
        else:
            self.pick(move)

    # Work: battles and the effects of cards

    def go_on_with_work(self) -> tuple[int, ...]:
        """The next step of what is uppermost on the stack of work, or the choice that it needs."""
        board = self.board
        task = board.work[-1]
        if task.line >= 0:
            return self.do_effects(task)
        battle = board.battle
        assert battle is not None
        if task.line == FIGHT:
            return fight(board, battle)
        return bury(board, battle, task)

    def do_effects(self, task: Task) -> tuple[int, ...]:
        """Goes on with a line of effects until there is something to choose, or other work comes first.

        A line that is done leaves the stack of work.
        """
        board = self.board
        actions = self.actions[task.line]
        while task.at < len(actions):
            options = actions[task.at].run(board, task)
            if options or not board.work or board.work[-1] is not task:
                return options
        board.work.pop()
        return ()

    def answer_for_work(self, move: int) -> None:
        board = self.board
        task = board.work[-1]
        if task.line >= 0:
            self.actions[task.line][task.at].answer(board, task, move)
            return
        battle = board.battle
        assert battle is not None
        if task.line == BURY:
            answer_burial(board, battle, task, move)
        else:
            answer_battle(board, battle, move)

    # Rulebook, "Set-up"

    def set_up(self) -> None:
        """Everything that comes before the City kinds are chosen."""
        board = self.board
        board.phase = SETUP
        self.lay_districts()
        self.shuffle_foes()
        self.post_guards()
        self.stack_events()
        for stack, row in enumerate(board.tables.config.stacks):
            if row.for_sale and not row.city:
                self.lay_stack(stack)
        self.deal_starters()

    def lay_districts(self) -> None:
        """Boards by chance; the tokens are dealt one by one clockwise, until all lie there."""
        board = self.board
        config = board.tables.config
        boards = list(range(len(config.districts)))
        board.shuffler.shuffle(boards)
        tokens = list(range(len(config.tokens)))
        board.shuffler.shuffle(tokens)
        districts = config.setup_for(len(board.players)).districts
        for at in range(districts):
            district: District = self.form.terms.forms[District].blank(
                board=boards[at],
                tokens=tuple([config.tokens[token] for token in tokens[at::districts]]),
                owner=NOBODY,
            )
            board.districts.append(district)
        board.find_spots()

    def shuffle_foes(self) -> None:
        """Guards and Horde are shuffled apart."""
        board = self.board
        for faction, cards in enumerate(board.tables.foe_cards):
            deck = board.foe_deck(faction)
            deck += cards
            board.shuffler.shuffle(deck)

    def post_guards(self) -> None:
        """Guards on each board; what one says on arrival is done before the next one is dealt."""
        board = self.board
        for at in range(len(board.districts)):
            for _ in range(board.tables.config.guards):
                join(board, at, GUARDS)
                while board.work:
                    self.do_effects(board.work[-1])

    def stack_events(self) -> None:
        """Each pile shuffled, the first on top of the second on top of the third."""
        board = self.board
        events = board.tables.config.events
        for pile in sorted({event.pile for event in events}, reverse=True):
            cards = [at for at, event in enumerate(events) if event.pile == pile]
            board.shuffler.shuffle(cards)
            board.events += cards

    def lay_stack(self, stack: int) -> None:
        """Lays out a stack with all of its cards, and the helper cards that belong to it."""
        board = self.board
        tables = board.tables
        cards = tables.stack_cards[stack]
        board.supply.lay(stack, len(cards))
        if tables.mixed[stack]:
            board.supply.order[stack] = cards.copy()
            board.shuffler.shuffle(board.supply.order[stack])
        for helper in tables.config.stacks[stack].helpers:
            if not board.supply.laid[helper]:
                self.lay_stack(helper)

    def deal_starters(self) -> None:
        """The starter deck of each player comes out of the stacks."""
        board = self.board
        for player in board.players:
            for stack, cards in board.tables.config.starter:
                for _ in range(cards):
                    player.deck.append(board.take_from_stack(stack))

    def picks(self) -> tuple[int, ...]:
        """Any kind of City cards that is not in the game yet. The starting player begins."""
        board = self.board
        tables = board.tables
        kinds = tables.config.setup_for(len(board.players)).kinds
        seat = (board.first + kinds - board.to_pick) % len(board.players)
        open_to = 0
        for stack in tables.city:
            if not board.supply.laid[stack]:
                open_to |= 1 << stack
        return board.ask(seat, tables.pick.among(open_to))

    def pick(self, move: int) -> None:
        self.lay_stack(self.board.tables.moves.number[move])
        self.board.to_pick -= 1

    def begin_play(self) -> None:
        """All is chosen: decks are shuffled, first hands drawn, and the first turn begins."""
        board = self.board
        for player in board.players:
            board.shuffler.shuffle(player.deck)
            board.draw(player, board.tables.config.hand)
        board.round = 1
        self.begin_turn(board.first)

    # Rulebook, "Your turn": Deployment

    def begin_turn(self, seat: int) -> None:
        """A turn begins with the Deployment phase, and with what a player has in every turn."""
        board = self.board
        config = board.tables.config
        board.active = seat
        board.phase = DEPLOYMENT
        board.power = config.power_points
        board.gold = 0
        board.drafts = config.drafts
        board.attacks = config.attacks
        board.used = 0

    def deployments(self) -> tuple[int, ...]:
        """Cards that can be paid for, districts of one's own that may be used, Runestones of the Army."""
        board = self.board
        tables = board.tables
        player = board.players[board.active]
        options = tables.play.among(player.hand.among(tables.playable(board.power)))
        if board.used == 0 or board.abilities() > 0:
            options += tables.held.among(board.held_by(board.active) & ~board.used)
        if player.army.runes.size > 0:
            options += tables.rune.among(player.army.runes.kinds)
        return board.ask(board.active, options)

    def deploy(self, move: int) -> None:
        board = self.board
        moves = board.tables.moves
        number = moves.number[move]
        if move == DONE:
            board.phase = DRAFTING
        elif move < moves.ability[0]:
            self.play_card(number)
        elif move < moves.attack[0]:
            board.used |= 1 << number
            board.push(board.tables.lines.ability[board.districts[number].board], board.active)
        else:
            use_rune(board, board.active, number)

    def play_card(self, kind: int) -> None:
        """Pays for a card and does what it says. Insurgents and Runestones go to the Army and are ready."""
        board = self.board
        tables = board.tables
        player = board.players[board.active]
        board.power -= tables.power[kind]
        player.hand.take(kind)
        if tables.is_insurgent[kind] or tables.is_rune[kind]:
            board.enlist(player, kind)
        else:
            player.played.add(kind)
        board.push(tables.lines.played[kind], board.active)

    # Rulebook, "Your turn": Drafting

    def drafts(self) -> tuple[int, ...]:
        """Any stack for sale that is not empty and costs no more than the Gold left, if a draft is left."""
        board = self.board
        tables = board.tables
        if board.drafts == 0:
            return board.ask(board.active, ONLY_DONE)
        sold = board.supply.left.among(tables.affordable(board.gold))
        return board.ask(board.active, tables.draft.among(sold))

    def draft(self, move: int) -> None:
        """What is bought goes to the discard pile."""
        board = self.board
        if move == DONE:
            board.phase = ATTACK
            return
        kind = board.take_from_stack(board.tables.moves.number[move])
        board.gold -= board.tables.cost[kind]
        board.drafts -= 1
        board.discard(board.players[board.active], kind)

    # Rulebook, "Your turn": Attack, and "Battle"

    def targets(self) -> tuple[int, ...]:
        """Any district but one's own, with at least one card in the Army."""
        board = self.board
        seat = board.active
        if board.attacks == 0 or not board.players[seat].army.is_there():
            return board.ask(seat, ONLY_DONE)
        others = (1 << len(board.districts)) - 1 - board.held_by(seat)
        return board.ask(seat, board.tables.target.among(others))

    def attack(self, move: int) -> None:
        """Who does not attack gives up all Attack phases of the turn: nothing can change before the next."""
        board = self.board
        if move == DONE:
            self.clean_up()
            return
        board.attacks -= 1
        at = board.tables.moves.number[move]
        district = board.districts[at]
        if district.owner == NOBODY and not district.troop.cards:
            district.owner = board.active  # taken at once, without a battle
        else:
            board.begin_battle(Battle(at, False, board.active, district.owner))

    # Rulebook, "Your turn": Cleanup

    def clean_up(self) -> None:
        """Power Points and Gold are lost, hand and played cards discarded; the Army stays."""
        board = self.board
        player = board.players[board.active]
        board.power = 0
        board.gold = 0
        board.discard_all(player, player.played)
        board.discard_all(player, player.hand)
        board.draw(player, board.tables.config.hand)
        board.end_turn_effects()
        following = board.left_of(board.active)
        if following == board.first:
            board.to_draw = board.tables.config.round_events
            self.draw_event()
        else:
            self.begin_turn(following)

    # Rulebook, "End of a round"

    def draw_event(self) -> None:
        """The starting player draws an event, and what it says is done line by line.

        Without an event to draw the game is over, as it is when the last one is done.
        """
        board = self.board
        if not board.events:
            board.end(EVENTS_GONE)
            return
        board.phase = EVENT
        board.to_draw -= 1
        board.holder = board.holder_of_all()
        event = board.events.pop()
        board.past.append(event)
        board.push(board.tables.lines.event[event], board.first)

    def end_event(self) -> None:
        """The event is done: the game ends, another event is drawn, or the next round begins."""
        board = self.board
        board.end_turn_effects()
        self.check_ends()
        if board.phase == OVER:
            return
        if board.to_draw > 0:
            self.draw_event()
        else:
            board.round += 1
            self.begin_turn(board.first)

    # Rulebook, "End of the game"; Victory Points and the Horde end it in the moment in which it comes to that

    def check_ends(self) -> None:
        """After an event: one player everywhere before and after it, events gone."""
        board = self.board
        if board.holder != NOBODY and board.holder == board.holder_of_all():
            board.end(CITY_HELD)
        elif not board.events:
            board.end(EVENTS_GONE)

    def result(self) -> Result:
        board = self.board
        if board.phase != OVER:
            raise ValueError("the game is not over")
        scores = tuple([player.vp for player in board.players])
        if board.ending == CITY_FALLEN:
            return Result(scores, (), "the Horde holds every district: all have lost")
        if board.ending == CITY_HELD:
            holder = board.holder
            return Result(scores, (holder,), f"seat {holder} held every district through an event")
        best = max(scores)
        winners = tuple([seat for seat, points in enumerate(scores) if points == best])
        if board.ending == GOAL:
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
    board.events.sort(key=tables.pile_of)
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
