"""Reads a position, maybe written by hand, and refuses what can't be."""

from __future__ import annotations

from typing import Final

from generator.catalog.reader import Reader
from generator.catalog.wording import join_words, pluralize
from generator.games.gateway.board import (
    ATTACK,
    CITY_FALLEN,
    CITY_HELD,
    DEPLOYMENT,
    ENDINGS,
    EVENT,
    EVENTS_GONE,
    GOAL,
    GUARDS,
    HORDES,
    OVER,
    PHASES,
    SETUP,
    Board,
)
from generator.games.gateway.numbers import ASSET, FREE_TOKEN, GUARD, HORDE, INSURGENT, RUNESTONE, Stack
from generator.games.gateway.position import BONUSES, GAME, TURN
from generator.games.gateway.reading_cards import Census
from generator.games.gateway.reading_work import read_battle, read_work
from generator.games.gateway.table import NOBODY, District, Player, new_district
from generator.games.gateway.tables import Tables
from generator.rules.positions import read_shuffler

KEYS: Final = (
    *(
        "game",
        "round",
        "active",
        "first",
        "phase",
        "seats",
        "districts",
        "stacks",
        "events",
        "horde",
        "guard",
    ),
    *("horde_discard", "guard_discard", "past", "trash", "shuffler"),
)
MOMENT_KEYS: Final = {
    "to_pick": (SETUP,),
    "power": TURN,
    "gold": TURN,
    "drafts": TURN,
    "attacks": TURN,
    "used": TURN,
    "holder": (EVENT, OVER),
    "ending": (OVER,),
    "battle": (ATTACK, EVENT),
    "work": (*TURN, EVENT),
}
"""Keys of some phases only."""
SEAT_KEYS: Final = ("deck", "hand", "discard", "army", "vp", "played", "looked", "bonus")
DISTRICT_KEYS: Final = ("board", "tokens", "owner", "cards", "arrivals")
WITHOUT_EVENT: Final = (SETUP, *TURN)
MOST: Final = 999
PLAYERS_CARDS: Final = (INSURGENT, ASSET, RUNESTONE)


def read(given: Reader, tables: Tables, board: Board) -> Board:
    """Fills an empty board from a position, before forced moves. Raises BadPosition with all faults.

    Lists that are empty may be left out, as may keys that only some moments need: a turn then has its usual
    pools. Stacks that are left out are empty.
    """
    return _PositionReading(given, tables, board).read()


class _PositionReading:
    __slots__ = ("board", "census", "given", "numbers", "seats", "tables")

    def __init__(self, given: Reader, tables: Tables, board: Board) -> None:
        self.given = given
        self.tables = tables
        self.numbers = tables.numbers
        self.board = board
        self.census = Census(tables.numbers)
        self.seats = 0

    def read(self) -> Board:
        given, board = self.given, self.board
        given.only((*KEYS, *MOMENT_KEYS))
        given.key("game", GAME).word((GAME,), "name of this game")
        seats = given.key("seats").items()
        numbers_of_players = [setup.players for setup in self.numbers.setups]
        if len(seats) not in numbers_of_players:
            players = join_words([str(number) for number in numbers_of_players])
            given.key("seats", []).error(f"expected {players} seats, got {len(seats)}")
            given.finish()
        self.seats = len(seats)
        board.lay(self.tables, read_shuffler(given), self.seats)
        before = given.error_count
        board.phase = PHASES.index(given.key("phase").word(PHASES, "phase"))
        self._read_heading(knows_phase=given.error_count == before)
        for seat, item in enumerate(seats):
            self._read_seat(seat, item)
        self._read_districts()
        self._read_decks()
        self._read_stacks()
        self._read_turn()
        if not given.error_count:
            board.battle = read_battle(given, board)
            board.work = read_work(given, board)
        self._check_end()
        given.finish()
        return board

    def _read_heading(self, *, knows_phase: bool) -> None:
        board, given = self.board, self.given
        in_setup = knows_phase and board.phase == SETUP
        board.round = given.key("round").whole(0 if in_setup else 1, len(self.numbers.events) + 1)
        if in_setup and board.round:
            given.at("round").error("no round has begun in the setup phase", "write 0")
        for key, phases in MOMENT_KEYS.items():
            if knows_phase and given.has(key) and board.phase not in phases:
                given.at(key).error(f"the {PHASES[board.phase]} phase has none")
        board.active = given.key("active").whole(0, self.seats - 1)
        board.first = given.key("first").whole(0, self.seats - 1)

    # Players

    def _read_seat(self, seat: int, given: Reader) -> None:
        given.only(SEAT_KEYS)
        player = self.board.players[seat]
        census = self.census
        player.deck = census.pile(given.key("deck", []), PLAYERS_CARDS, "a deck")[::-1]
        player.hand.add_all(census.pile(given.key("hand", []), PLAYERS_CARDS, "a hand"))
        player.discard.add_all(census.pile(given.key("discard", []), PLAYERS_CARDS, "a discard pile"))
        self._refuse_fleeting(given)
        player.played.add_all(census.pile(given.key("played", []), (ASSET,), "play"))
        player.looked = census.pile(given.key("looked", []), PLAYERS_CARDS, "a deck")
        self._read_bonus(given, player)
        self._read_army(given, player)
        player.vp = given.key("vp", 0).whole(0, MOST)
        if player.vp >= self.numbers.victory_points and self.board.phase != OVER:
            goal = self.numbers.victory_points
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

    def _refuse_fleeting(self, given: Reader) -> None:
        discard = given.key("discard", [])
        for at, kind in self.census.last:
            if self.tables.fleeting[kind]:
                name = self.numbers.cards[kind].name
                discard.at(at).error(f"{name} is Fleeting: it goes back to its stack, to no discard pile")

    def _read_bonus(self, given: Reader, player: Player) -> None:
        bonus = given.key("bonus", {})
        bonus.only(BONUSES)
        player.attack, player.defence, player.weaken, player.rescues = (
            bonus.key(name, 0).whole(0, MOST) for name in BONUSES
        )

    def _read_army(self, given: Reader, player: Player) -> None:
        army, bound = given.key("army", []), self._damage_bound(player.defence)
        for fighter in self.census.troop(army, (INSURGENT, RUNESTONE), "an Army", bound):
            if self.tables.is_rune[fighter.kind]:
                player.runes.add(fighter.kind)
            else:
                fighter.join(player.army)

    def _damage_bound(self, bonus: int) -> int | None:
        """What cards have beyond their defence; None in a battle, in which the dead still lie there."""
        return None if self.given.has("battle") or self.board.phase == OVER else bonus

    # Districts

    def _read_districts(self) -> None:
        board = self.board
        setup = self.numbers.setup_for(self.seats)
        items = self.given.key("districts").items(setup.districts)
        boards = [district.id for district in self.numbers.districts]
        tokens: dict[str, int] = {}
        laid: list[int] = []
        for item in items:
            item.only(DISTRICT_KEYS)
            number = boards.index(item.key("board").word(boards, "district board"))
            if item.has("board") and item.at("board").value == boards[number]:
                self._refuse_twice(item.at("board"), number, laid)
            board.districts.append(self._district(item, number, tokens))
        board.find_spots()
        missing = [token for token in self.numbers.tokens if token not in tokens and token != FREE_TOKEN]
        if missing and board.districts:
            letters = join_words(missing, "and")
            self.given.key("districts").error(f"every letter lies on a board, and {letters} on none")
        if board.phase in WITHOUT_EVENT and all(board.faction_in(at) == HORDES for at in board.districts):
            self.given.key("districts").error("the Horde holds every district, so the game is over")

    def _refuse_twice(self, given: Reader, number: int, laid: list[int]) -> None:
        copies = sum(board.id == self.numbers.districts[number].id for board in self.numbers.districts)
        laid.append(number)
        if laid.count(number) > copies:
            given.error(f"{laid.count(number)} of this board, and the game has {copies}")

    def _district(self, given: Reader, number: int, tokens: dict[str, int]) -> District:
        district = new_district(number, self._tokens(given.key("tokens", []), tokens))
        owner = given.key("owner", None)
        district.owner = NOBODY if owner.value is None else owner.whole(0, self.seats - 1)
        bound = self._damage_bound(0)
        for key, troop in (("cards", district.troop), ("arrivals", district.arrivals)):
            cards = given.key(key, [])
            for fighter in self.census.troop(cards, (GUARD, HORDE), "a district", bound):
                fighter.join(troop)
            if len({self.numbers.cards[kind].type for kind in troop.cards}) > 1:
                cards.error("Guards and Horde do not hold a district together")
        if district.owner != NOBODY and district.troop.cards:
            owner.error(f"a district with Guards or Horde is nobody's, and this is seat {district.owner}'s")
        if district.arrivals.cards and self.board.phase not in (EVENT, OVER):
            given.at("arrivals").error("cards arrive in the event phase only")
        return district

    def _tokens(self, given: Reader, found: dict[str, int]) -> tuple[str, ...]:
        known = self.numbers.tokens
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
        most = -(-len(known) // self.numbers.setup_for(self.seats).districts)
        if len(tokens) > most:
            given.error(
                f"{pluralize(len(tokens), 'token')}: they are dealt one by one, so a board has {most}"
            )
        return tuple(tokens)

    # Decks and stacks

    def _read_decks(self) -> None:
        board, given, census = self.board, self.given, self.census
        for faction, name, card_type in ((GUARDS, "guard", GUARD), (HORDES, "horde", HORDE)):
            foes = board.foes[faction]
            foes.deck = census.pile(given.key(name, []), (card_type,), f"the {name} deck")[::-1]
            discard = given.key(f"{name}_discard", [])
            foes.discard = census.pile(discard, (card_type,), f"the {name} discard pile")
        board.past = census.events(given.key("past", []), 0)
        last = self.numbers.events[board.past[-1]].pile if board.past else 0
        board.events = census.events(given.key("events", []), last)[::-1]
        board.trash = census.pile(given.key("trash", []), PLAYERS_CARDS, "the trash")
        most = max(board.round - 1, 0) if board.phase in TURN else board.round
        if len(board.past) > most:
            done = pluralize(len(board.past), "event")
            given.at("past").error(f"{done} by now, and one is drawn at the end of each round: {most}")
        drawn = board.round if board.phase == EVENT else max(board.round - 1, 0)
        left = len(self.numbers.events) - drawn
        if len(board.events) > left:
            told = f"{pluralize(len(board.events), 'event')} to come in round {board.round}"
            given.at("events").error(f"{told}, and one was drawn at the end of each before: {max(left, 0)}")

    def _read_stacks(self) -> None:
        """A stack is in the game if it is named, or if a card of it lies anywhere."""
        stacks = self.given.key("stacks", {})
        supply = self.board.supply
        stacks.only(stack.id for stack in self.numbers.stacks)
        for number, stack in enumerate(self.numbers.stacks):
            if stacks.has(stack.id):
                self._read_stack(stacks.at(stack.id), number, stack)
            supply.laid[number] = (
                stacks.has(stack.id)
                or not (stack.city or not stack.for_sale)
                or any(self.census.found[kind] for kind in stack.kinds)
            )
        kinds = sum(supply.laid[number] for number in self.numbers.city_stacks())
        most = self.numbers.setup_for(self.seats).kinds
        if kinds > most:
            stacks.error(f"{kinds} kinds of City cards lie somewhere, and {self.seats} players have {most}")

    def _read_stack(self, given: Reader, number: int, stack: Stack) -> None:
        supply = self.board.supply
        if stack.mixed:
            cards = self.census.pile(given, (RUNESTONE,), f"the {stack.id} stack", stack.kinds)
            supply.order[number] = cards[::-1]
            count = len(cards)
        else:
            (kind,) = stack.kinds
            count = given.whole(0, self.numbers.cards[kind].copies)
            self.census.count(kind, count, given)
        for _ in range(count):
            supply.left.add(number)

    # The moment

    def _read_turn(self) -> None:
        board, given, numbers = self.board, self.given, self.numbers
        board.to_pick = given.key("to_pick", 0).whole(0, numbers.setup_for(self.seats).kinds)
        if board.phase in TURN:
            power = numbers.power_points if board.phase == DEPLOYMENT else 0
            board.power = given.key("power", power).whole(0, MOST)
            board.gold = given.key("gold", 0).whole(0, MOST)
            board.drafts = given.key("drafts", numbers.drafts).whole(0, MOST)
            board.attacks = given.key("attacks", numbers.attacks).whole(0, MOST)
            board.used = given.key("used", False).flag()
        holder = given.key("holder", None)
        board.holder = NOBODY if holder.value is None else holder.whole(0, self.seats - 1)

    def _check_end(self) -> None:
        """Whether the game can be over, as it says it is; and whether it can go on."""
        board, given = self.board, self.given
        if board.phase != OVER or given.error_count:
            return
        ending = ENDINGS.index(given.key("ending").word(ENDINGS[1:], "ending"))
        if given.error_count:
            return
        board.ending = ending
        possible = {
            GOAL: any(player.vp >= self.numbers.victory_points for player in board.players),
            CITY_FALLEN: all(board.faction_in(district) == HORDES for district in board.districts),
            CITY_HELD: board.holder != NOBODY and board.count_held(board.holder) == len(board.districts),
            EVENTS_GONE: not board.events,
        }
        if not possible[ending]:
            given.at("ending").error(_WHY_NOT[ending])
            return
        first = next(each for each, ended in possible.items() if ended)
        if first != ending:
            given.at("ending").error(f"the game has ended before by `{ENDINGS[first]}`")


_WHY_NOT: Final = {
    GOAL: "nobody has the Victory Points that win",
    CITY_FALLEN: "the Horde does not hold every district",
    CITY_HELD: "no player, who would be `holder`, holds every district",
    EVENTS_GONE: "there are events left",
}
