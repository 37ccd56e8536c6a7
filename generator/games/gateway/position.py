"""Positions that may be written by hand: read into a board, with everything that is wrong in them.

What the rules ask of a position is always there. Keys that only some moments need are written in those: the
turn's pools while a turn is played, the battle while one is fought, the effects that are under way. Lists
that are empty may be left out, as may the keys of a moment: a turn then has its usual pools. Stacks that are
left out are empty.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from generator.catalog.reader import Reader
from generator.catalog.wording import join_words, pluralize, quote
from generator.games.gateway.battle import ATTACKER, DEFENDER, room_in_open_tier
from generator.games.gateway.board import (
    CITY_FALLEN,
    CITY_HELD,
    DEPLOYMENT,
    ENDINGS,
    EVENT,
    EVENTS_GONE,
    GOAL,
    IN_TURN,
    OVER,
    PHASES,
    SETUP,
    TURN,
    Board,
    During,
    new_board,
)
from generator.games.gateway.config import FREE_TOKEN, PILES, RUNESTONE, Stack
from generator.games.gateway.effects.action import Action
from generator.games.gateway.pieces import (
    ATTACKER_DEALS,
    ATTACKER_DECLARES,
    BURY,
    CONQUEST,
    DEFENDER_DEALS,
    FIGHT,
    FIGHT_WORD,
    MARKS,
    MAX_AMOUNT,
    NOBODY,
    Battle,
    Cards,
    District,
    Fighters,
    Player,
    Task,
    Troop,
    is_of_type,
)
from generator.games.gateway.tables import HORDES, Tables
from generator.rules.elements import Terms
from generator.rules.fields import Form
from generator.rules.positions import is_number, position_reader
from generator.rules.protocol import Position
from generator.rules.shuffler import Shuffler

LAST_STEP_OF_BURIAL: Final = 4


def read_position(position: Mapping[str, Any], form: Form, actions: list[list[Action]]) -> Board:
    """The board that a position describes, before forced moves. Raises BadPosition with all faults.

    ``actions``: what each line of effects does.
    """
    given = position_reader(position)
    given.only(("game", *form.keys))
    given.key("game", "gateway").word(("gateway",), "the name of this game")
    seats = len(given.key("seats").items())
    board = new_board(form, Shuffler(0), seats)
    players = [setup.players for setup in board.tables.config.setups]
    if seats not in players:
        expected = join_words([str(number) for number in players])
        given.key("seats", []).error(f"expected {expected} seats, got {seats}")
        given.finish()
    _PositionReader(given, board, form).read()
    if not given.error_count:
        board.battle = _read_battle(given, board, form.terms)
        board.work = _read_work(given, board, form.terms, actions)
        _check_arrivals(given, board)
    if not given.error_count and board.phase == OVER:
        _read_ending(given, board)
    given.finish()
    return board


def restored(position: Position, to_act: int | None, form: Form) -> Board:
    """The board of a position that is known to be right, to be dealt anew."""
    board: Board = form.restore(position, tables=form.terms.config, player=to_act, holder=NOBODY)
    board.find_spots()
    if board.battle is not None:
        board.battle.find_seats()
    return board


class _PositionReader:
    """Fills an empty board, with everything but what is under way."""

    __slots__ = ("board", "census", "config", "form", "given", "seats", "tables", "terms")

    def __init__(self, given: Reader, board: Board, form: Form) -> None:
        self.given = given
        self.board = board
        self.form = form
        self.terms = form.terms
        self.tables = board.tables
        self.config = board.tables.config
        self.seats = len(board.players)
        self.census = Census(board.tables)

    def read(self) -> None:
        given, board = self.given, self.board
        before = given.error_count
        self._take(board, "phase")
        self._read_heading(knows_phase=given.error_count == before)
        for seat, item in enumerate(given.key("seats").items()):
            self._read_seat(seat, item)
        self._read_districts()
        self._read_decks()
        self._read_stacks()
        self._read_turn()

    def _take(self, board: Board, *names: str) -> None:
        self.form.read(self.given, board, *names, admits=self.census.admit, seats=self.seats)

    def _read_heading(self, *, knows_phase: bool) -> None:
        board, given = self.board, self.given
        in_setup = knows_phase and board.phase == SETUP
        rounds = -(-len(self.config.events) // self.config.round_events)
        board.round = given.key("round").whole(0 if in_setup else 1, rounds + 1)
        if in_setup and board.round:
            given.at("round").error("no round has begun in the setup phase", "write 0")
        for key, (_, element) in self.form.fields.items():
            when = element.when
            if knows_phase and isinstance(when, During) and given.has(key) and board.phase not in when.phases:
                given.at(key).error(f"the {PHASES[board.phase]} phase has none")
        self._take(board, "active", "first", "shuffler")

    # Players

    def _read_seat(self, seat: int, given: Reader) -> None:
        form = self.form.seats
        given.only(form.keys)
        player = self.board.players[seat]
        form.read(given, player, *[key for key in form.keys if key != "army"], admits=self.census.admit)
        self._refuse_fleeting(given.key("discard", []), player)
        self._read_troop(form, "army", given, player.army, player.bonus.defence)
        if player.vp >= self.config.victory_points and self.board.phase != OVER:
            goal = self.config.victory_points
            given.at("vp").error(f"with {goal} Victory Points the game is over", "the phase would be `over`")
        for key in ("played", "looked"):
            if given.has(key) and given.at(key).value and not self._may_have(key, seat):
                given.at(key).error(f"seat {seat} has none in the {PHASES[self.board.phase]} phase")

    def _may_have(self, key: str, seat: int) -> bool:
        """Played cards lie there until one's own Cleanup; somebody looks at cards while effects are done."""
        board = self.board
        if board.phase == OVER:
            return True
        if key == "looked":
            return self.given.has("work")
        return board.phase in TURN and seat == board.active

    def _refuse_fleeting(self, given: Reader, player: Player) -> None:
        if not player.discard.among(self.tables.fleeting_kinds):
            return
        for item in given.items():
            kind = self.tables.number.get(item.value) if isinstance(item.value, str) else None
            if kind is not None and self.tables.fleeting[kind]:
                name = self.config.cards[kind].name
                item.error(f"{name} is Fleeting: it goes back to its stack, to no discard pile")

    def _read_troop(self, form: Form, key: str, given: Reader, troop: Troop, bonus: int) -> None:
        """Cards with the damage on them. ``bonus``: what they have beyond their defence; of no account in a
        battle, in which the dead still lie there."""
        _, element = form.fields[key]
        assert isinstance(element, Fighters)
        bound = None if self.given.has("battle") or self.board.phase == OVER else bonus
        for item in given.key(key, ()).items():
            self._read_fighter(item, troop, element, bound)

    def _read_fighter(self, given: Reader, troop: Troop, element: Fighters, bonus: int | None) -> None:
        words = given.value.split(" ") if isinstance(given.value, str) else []
        if not any(words):
            given.error(
                f"expected a card and the damage on it, got {quote(given.value)}", "for example rebel 1"
            )
            return
        kind = self.tables.number.get(words[0])
        if kind is None:
            given.part(words[0]).word(self.tables.number, "card")
            return
        if not is_of_type(given, kind, element.types, element.where, self.terms):
            return
        self.census.count(kind, 1, given)
        if len(words) == 1 or self._has_marks(given, words, kind, bonus):
            element.put(troop, kind, words[1:], self.terms)

    def _has_marks(self, given: Reader, words: list[str], kind: int, bonus: int | None) -> bool:
        """Whether what stands behind a card is its damage and how its attack counts."""
        card = self.config.cards[kind]
        if card.type == RUNESTONE:
            given.error("a Runestone can't be damaged", f"write `{card.id}`")
            return False
        has_mark = len(words) == 3 and words[2] in MARKS
        if not is_number(words[1], MAX_AMOUNT) or not (len(words) == 2 or has_mark):
            hint = f"for example `{card.id} 1`, `{card.id} 0 blinded` or `{card.id} 0 doubled`"
            given.error(f"{quote(given.value)} is not a card followed by its damage", hint)
            return False
        killed_by = card.defence + card.keywords.get("bulwark", 0) + (bonus or 0)
        if bonus is not None and int(words[1]) >= killed_by:
            given.error(f"{words[1]} damage, and {killed_by} kill it")
        return True

    # Districts

    def _read_districts(self) -> None:
        board = self.board
        form = self.terms.forms[District]
        tokens: dict[str, int] = {}
        laid: list[int] = []
        for item in self.given.key("districts").items(self.config.setup_for(self.seats).districts):
            item.only(form.keys)
            district: District = form.blank()
            form.read(item, district, "board", "owner", seats=self.seats)
            if item.has("board") and item.at("board").value == self.tables.boards[district.board]:
                self._refuse_twice(item.at("board"), district.board, laid)
            district.tokens = self._tokens(item.key("tokens", []), tokens)
            self._read_holders(item, district, form)
            board.districts.append(district)
        board.find_spots()
        missing = [token for token in self.config.tokens if token not in tokens and token != FREE_TOKEN]
        if missing and board.districts:
            letters = join_words(missing, "and")
            self.given.key("districts").error(f"every letter lies on a board, and {letters} on none")
        if board.phase != OVER and all(board.faction_in(at) == HORDES for at in board.districts):
            self.given.key("districts").error("the Horde holds every district, so the game is over")

    def _refuse_twice(self, given: Reader, number: int, laid: list[int]) -> None:
        copies = self.tables.boards.count(self.tables.boards[number])
        laid.append(number)
        if laid.count(number) > copies:
            given.error(f"{laid.count(number)} of this board, and the game has {copies}")

    def _read_holders(self, given: Reader, district: District, form: Form) -> None:
        for key, troop in (("cards", district.troop), ("arrivals", district.arrivals)):
            self._read_troop(form, key, given, troop, 0)
            if len({self.tables.types[kind] for kind in troop.cards}) > 1:
                given.at(key).error("Guards and Horde do not hold a district together")
        owner = district.owner
        if owner != NOBODY and district.troop.cards:
            message = f"a district with Guards or Horde is nobody's, and this is seat {owner}'s"
            given.at("owner").error(message)
        if district.arrivals.cards and self.board.phase not in (EVENT, OVER):
            given.at("arrivals").error("cards arrive in the event phase only")

    def _tokens(self, given: Reader, found: dict[str, int]) -> tuple[str, ...]:
        known = self.config.tokens
        tokens: list[str] = []
        for item in given.items():
            before = item.error_count
            token = item.word(dict.fromkeys(known), "district token")
            if item.error_count > before:
                continue
            found[token] = found.get(token, 0) + 1
            if found[token] > known.count(token):
                noun = "free space" if token == FREE_TOKEN else f"token {token}"
                item.error(f"{pluralize(found[token], noun)}, and the game has {known.count(token)}")
            tokens.append(token)
        most = -(-len(known) // self.config.setup_for(self.seats).districts)
        if len(tokens) > most:
            given.error(
                f"{pluralize(len(tokens), 'token')}: they are dealt one by one, so a board has {most}"
            )
        return tuple(tokens)

    # Decks and stacks

    def _read_decks(self) -> None:
        board, given, census = self.board, self.given, self.census
        self._take(board, "guard", "guard_discard", "horde", "horde_discard", "trash")
        board.past = census.events(given.key("past", []), 0)
        last = self.config.events[board.past[-1]].pile if board.past else 0
        board.events = census.events(given.key("events", []), last)[::-1]
        before = max(board.round - 1, 0) * self.config.round_events
        now = self.config.round_events
        if board.phase == EVENT:
            board.to_draw = given.key("to_draw", 0).whole(0, now - 1)
            now -= board.to_draw
        most = before if board.phase in TURN else board.round and before + now
        if len(board.past) > most:
            done = pluralize(len(board.past), "event")
            each = self._drawn_each_round("is")
            given.at("past").error(f"{done} by now, and {each} drawn at the end of each round: {most}")
        left = len(self.config.events) - (before + now if board.phase == EVENT else before)
        if len(board.events) > left:
            found = f"{pluralize(len(board.events), 'event')} to come in round {board.round}"
            each = self._drawn_each_round("was")
            given.at("events").error(f"{found}, and {each} drawn at the end of each before: {max(left, 0)}")

    def _drawn_each_round(self, verb: str) -> str:
        number = self.config.round_events
        return f"one {verb}" if number == 1 else f"{number} {'are' if verb == 'is' else 'were'}"

    def _read_stacks(self) -> None:
        """A stack is in the game if it is named, or if a card of it lies anywhere."""
        stacks = self.given.key("stacks", {})
        supply = self.board.supply
        stacks.only(self.tables.stacks)
        for number, stack in enumerate(self.config.stacks):
            if stacks.has(stack.id):
                self._read_stack(stacks.at(stack.id), number, stack)
            elif (stack.for_sale and not stack.city) or any(self.census.found[kind] for kind in stack.kinds):
                supply.lay(number, 0)
        kinds = sum(supply.laid[number] for number in self.config.city_stacks())
        most = self.config.setup_for(self.seats).kinds
        if kinds > most:
            stacks.error(f"{kinds} kinds of City cards lie somewhere, and {self.seats} players have {most}")

    def _read_stack(self, given: Reader, number: int, stack: Stack) -> None:
        supply = self.board.supply
        if not stack.mixed:
            (kind,) = stack.kinds
            supply.lay(number, given.whole(0, self.config.cards[kind].copies))
            self.census.count(kind, supply.left.counts[number], given)
            return

        def admits(item: Reader, kind: int) -> bool:
            if kind not in stack.kinds:
                item.error(f"{self.tables.names[kind]} is of another stack")
            return self.census.admit(item, kind)

        zone = Cards(f"the {stack.id} stack", (RUNESTONE,), from_top=True)
        supply.order[number] = zone.read_admitted(given, self.terms, admits)
        supply.lay(number, len(supply.order[number]))

    # The moment

    def _read_turn(self) -> None:
        board, given = self.board, self.given
        self._read_to_pick(self.config.setup_for(self.seats).kinds)
        if board.phase in TURN:
            pools = [key for key, (_, element) in self.form.fields.items() if element.when is IN_TURN]
            self._take(board, *pools)
            if board.phase == DEPLOYMENT and not given.has("power"):
                board.power = self.config.power_points
            self._read_used()
        self._take(board, "holder")

    def _read_to_pick(self, most: int) -> None:
        """How many kinds of City cards are still to be picked: no more than there is room for."""
        given = self.given.key("to_pick", 0)
        before = given.error_count
        to_pick = given.whole(0, most)
        laid = sum(self.board.supply.laid[number] for number in self.config.city_stacks())
        if given.error_count == before and to_pick and laid + to_pick > most:
            kinds = f"{pluralize(to_pick, 'kind')} to pick, and {laid} {'lies' if laid == 1 else 'lie'} there"
            given.error(f"{kinds}: {self.seats} players have {most}")
        self.board.to_pick = to_pick

    def _read_used(self) -> None:
        board, most = self.board, self.config.abilities
        if most == 1:
            board.used = int(self.given.key("used", False).flag())
            return
        used = self.given.key("used", [])
        for item in used.items():
            board.used |= 1 << item.whole(0, max(len(board.districts) - 1, 0))
        if board.used.bit_count() > most:
            used.error(f"expected at most {most} of them, got {board.used.bit_count()}")


def _read_ending(given: Reader, board: Board) -> None:
    """How the game has ended; whether it can have."""
    board.ending = ENDINGS.index(given.key("ending").word(ENDINGS[1:], "ending"))
    if given.error_count:
        return
    goal = board.tables.config.victory_points
    possible = {
        CITY_FALLEN: all(board.faction_in(district) == HORDES for district in board.districts),
        GOAL: any(player.vp >= goal for player in board.players),
        CITY_HELD: board.holder != NOBODY and board.count_held(board.holder) == len(board.districts),
        EVENTS_GONE: not board.events,
    }
    if not possible[board.ending]:
        given.at("ending").error(_WHY_NOT[board.ending])
        return
    first = next(each for each, ended in possible.items() if ended)
    if first != board.ending:
        given.at("ending").error(f"the game has ended before by `{ENDINGS[first]}`")


_WHY_NOT: Final = {
    GOAL: "nobody has the Victory Points that win",
    CITY_FALLEN: "the Horde does not hold every district",
    CITY_HELD: "no player, who would be `holder`, holds every district",
    EVENTS_GONE: "there are events left",
}


# Cards, of which no position has more than the game


class Census:
    """Keeps count of the cards of a position."""

    __slots__ = ("events_found", "found", "tables")

    def __init__(self, tables: Tables) -> None:
        self.tables = tables
        self.found = [0] * tables.kinds
        """How many cards of each kind were read so far."""
        self.events_found: dict[str, int] = {}

    def admit(self, given: Reader, kind: int) -> bool:
        """Notes a card, wherever it lies."""
        self.count(kind, 1, given)
        return True

    def count(self, kind: int, cards: int, given: Reader) -> None:
        """Notes so many more cards of a kind, and that they are too many."""
        copies = self.tables.copies[kind]
        before = self.found[kind]
        self.found[kind] += cards
        if before <= copies < self.found[kind]:
            name = self.tables.names[kind]
            given.error(f"{self.found[kind]} {name} with this, and the game has {copies}")

    def events(self, given: Reader, pile: int) -> list[int]:
        """Events, each no more often than there are copies, in the order of their piles from ``pile`` on."""
        tables = self.tables
        read: list[int] = []
        for item in given.items():
            before = item.error_count
            word = item.word(tables.event_copies, "event")
            if item.error_count > before:
                continue
            copies = tables.event_copies[word]
            found = self.events_found.get(word, 0)
            self.events_found[word] = found + 1
            if found >= len(copies):
                item.error(f"{found + 1} of this event, and the game has {len(copies)}")
                continue
            event = tables.config.events[copies[found]]
            if event.pile < pile:
                item.error(f"an event of pile {PILES[event.pile]} lies over those of pile {PILES[pile]}")
            pile = max(pile, event.pile)
            read.append(copies[found])
        return read


# What is under way: a battle, and effects that must be finished


def _read_battle(position: Reader, board: Board, terms: Terms) -> Battle | None:
    """The battle that is fought; None if there is none."""
    if not position.has("battle"):
        return None
    given = position.at("battle")
    form = terms.forms[Battle]
    given.only(form.keys)
    battle = Battle(given.key("district").whole(0, len(board.districts) - 1), False, NOBODY, NOBODY)
    keys = [key for key in form.keys if key != "district"]
    form.read(given, battle, *keys, seats=len(board.players))
    battle.find_seats()
    if battle.spawned != (board.phase == EVENT):
        given.key("spawned").error("a battle is spawned by an event, and only by one")
    if not given.error_count:
        _check_sides(given, battle, board)
    return battle


def _check_arrivals(position: Reader, board: Board) -> None:
    """What arrives at a district that others hold fights for it at once."""
    for at, district in enumerate(board.districts):
        fought_for = board.battle is not None and board.battle.spawned and board.battle.district == at
        if district.arrivals.cards and not fought_for and board.phase != OVER:
            given = position.key("districts").at(at).key("arrivals")
            given.error("cards that arrive fight for the district, and there is no such battle here")


def _check_sides(given: Reader, battle: Battle, board: Board) -> None:
    """Who fights there follows from the district and whose turn it is."""
    attacker, defender = battle.seats
    owner = board.districts[battle.district].owner
    if battle.spawned and attacker != NOBODY:
        given.key("attacker").error("what an event spawned attacks", "write null")
    if not battle.spawned and attacker != board.active:
        given.key("attacker").error(f"it is the turn of seat {board.active}, who alone attacks")
    if defender == attacker and defender != NOBODY:
        given.key("defender").error("nobody attacks a district of their own")
    elif defender != owner and battle.stage != CONQUEST:
        whose = "nobody's" if owner == NOBODY else f"that of seat {owner}"
        given.key("defender").error(f"the district is {whose}")
    decided = ATTACKER_DECLARES <= battle.stage <= DEFENDER_DEALS
    for side, seat in enumerate(battle.seats):
        player = battle.played_by[side]
        if seat not in (NOBODY, player):
            given.key("players").at(side).error(f"seat {seat} plays its own Army")
        elif player == NOBODY and decided:
            given.key("players").at(side).error("somebody plays this side once both declare")
    if not given.error_count and battle.stage in (ATTACKER_DEALS, DEFENDER_DEALS):
        _check_damage(given, battle, board)


def _check_damage(given: Reader, battle: Battle, board: Board) -> None:
    """What is left to assign must have a card that it can go to: what is too much was lost before."""
    side = DEFENDER if battle.stage == ATTACKER_DEALS else ATTACKER
    room = sum(room_in_open_tier(board, battle, side)[battle.at :])
    if battle.left > room:
        given.key("left").error(f"{battle.left} damage is left, and the cards to be dealt it take {room}")


def _read_work(position: Reader, board: Board, terms: Terms, actions: list[list[Action]]) -> list[Task]:
    """The tasks that are under way, the uppermost last."""
    tasks: list[Task] = []
    if position.has("work"):
        tasks = [_read_task(item, board, terms, actions) for item in position.at("work").items()]
    fights = sum(task.line == FIGHT for task in tasks)
    if fights != (board.battle is not None):
        position.key("work", []).error(f"expected `{FIGHT_WORD}` once with a battle, and never without")
    elif board.battle is None and any(task.line == BURY for task in tasks):
        position.at("work").error("cards are killed in a battle only")
    for seat, player in enumerate(board.players):
        if player.looked and not any(_shows_cards(task, seat, actions) for task in tasks):
            message = "cards are looked at by the effect `sift` only, which would be under way"
            position.key("seats").at(seat).key("looked").error(message)
    return tasks


def _read_task(given: Reader, board: Board, terms: Terms, actions: list[list[Action]]) -> Task:
    form = terms.forms[Task]
    given.only(form.keys)
    task = Task(0, given.key("seat", 0).whole(0, len(board.players) - 1), 0)
    task.place = given.key("place", 0).whole(0, len(board.districts) - 1)
    form.read(given, task, "line")
    if task.line < 0:
        task.at = given.key("at", 0).whole(0, MAX_AMOUNT)
        task.step = given.key("step", 0).whole(0, LAST_STEP_OF_BURIAL)
        task.times = given.key("times", 0).whole(0, 0)
        return task
    task.at = given.key("at", 0).whole(0, len(actions[task.line]))
    action = _under_way(task, actions)
    task.step = given.key("step", 0).whole(0, 0 if action is None else action.max_steps(board))
    task.times = given.key("times", 0).whole(0, 0 if action is None else max(action.number, 1))
    return task


def _under_way(task: Task, actions: list[list[Action]]) -> Action | None:
    """The effect of a line that is to be done or under way; None if all are done."""
    line = actions[task.line]
    return line[task.at] if task.at < len(line) else None


def _shows_cards(task: Task, seat: int, actions: list[list[Action]]) -> bool:
    """Whether a task lets a seat look at cards."""
    if task.line < 0 or task.seat != seat:
        return False
    action = _under_way(task, actions)
    return action is not None and action.shows_cards(task)
