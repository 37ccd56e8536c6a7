"""Reads a position, maybe written by hand, and refuses what can't be."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from generator.catalog.reader import Reader
from generator.catalog.wording import join_words, pluralize, quote
from generator.games.gateway.battle import ATTACKER, DEFENDER, room_in_open_tier
from generator.games.gateway.board import (
    ATTACK,
    CITY_FALLEN,
    CITY_HELD,
    DEPLOYMENT,
    ENDINGS,
    EVENT,
    EVENTS_GONE,
    GOAL,
    OVER,
    PHASES,
    SETUP,
    Board,
    empty_board,
)
from generator.games.gateway.config import (
    ASSET,
    FREE_TOKEN,
    GUARD,
    HORDE,
    INSURGENT,
    PILES,
    RUNESTONE,
    TYPES,
    Stack,
)
from generator.games.gateway.effects.action import Action
from generator.games.gateway.pieces import (
    ATTACKER_DEALS,
    ATTACKER_DECLARES,
    BURY,
    CONQUEST,
    DEFENDER_DEALS,
    FIGHT,
    NOBODY,
    Battle,
    District,
    Player,
    Task,
    Troop,
    new_district,
)
from generator.games.gateway.position import BONUSES, BURY_WORD, COUNTS, FIGHT_WORD, GAME, STAGES, TURN
from generator.games.gateway.tables import GUARDS, HORDES, Tables
from generator.rules.positions import is_number, read_shuffler

KEYS: Final = (
    *("game", "round", "active", "first", "phase", "seats", "districts", "stacks", "events", "past"),
    *("horde", "guard", "horde_discard", "guard_discard", "trash", "shuffler"),
)
MOMENT_KEYS: Final = {
    "to_pick": (SETUP,),
    "power": TURN,
    "gold": TURN,
    "drafts": TURN,
    "attacks": TURN,
    "used": TURN,
    "to_draw": (EVENT,),
    "holder": (EVENT, OVER),
    "ending": (OVER,),
    "battle": (ATTACK, EVENT),
    "work": (*TURN, EVENT),
}
"""Keys of some phases only."""
SEAT_KEYS: Final = ("deck", "hand", "discard", "army", "vp", "played", "looked", "bonus")
DISTRICT_KEYS: Final = ("board", "tokens", "owner", "cards", "arrivals")
BATTLE_KEYS: Final = (
    *("district", "spawned", "attacker", "defender", "players", "stage"),
    *("at", "amounts", "left", "dealt", "again"),
)
TASK_KEYS: Final = ("line", "seat", "place", "at", "step", "times")
PLAYERS_CARDS: Final = (INSURGENT, ASSET, RUNESTONE)
MAX_AMOUNT: Final = 999
"""A bound on points, damage and counts: more than any game comes to, and small enough to add up."""
LAST_STEP_OF_BURIAL: Final = 4
MARKS: Final = {word: times for times, word in COUNTS.items()}


def read_position(given: Reader, tables: Tables, actions: list[list[Action]]) -> Board:
    """The board that a position describes, before forced moves. Raises BadPosition with all faults.

    Lists that are empty may be left out, as may keys that only some moments need: a turn then has its usual
    pools. Stacks that are left out are empty. ``actions``: what each line of effects does.
    """
    given.only((*KEYS, *MOMENT_KEYS))
    given.key("game", GAME).word((GAME,), "the name of this game")
    seats = len(given.key("seats").items())
    players = [setup.players for setup in tables.config.setups]
    if seats not in players:
        expected = join_words([str(number) for number in players])
        given.key("seats", []).error(f"expected {expected} seats, got {seats}")
        given.finish()
    board = empty_board(tables, read_shuffler(given), seats)
    _PositionReader(given, board).read()
    if not given.error_count:
        board.battle = _read_battle(given, board)
        board.work = _read_work(given, board, actions)
        _check_arrivals(given, board)
    if not given.error_count and board.phase == OVER:
        _read_ending(given, board)
    given.finish()
    return board


class _PositionReader:
    """Fills an empty board, with everything but what is under way."""

    __slots__ = ("board", "census", "config", "given", "seats", "tables")

    def __init__(self, given: Reader, board: Board) -> None:
        self.given = given
        self.board = board
        self.tables = board.tables
        self.config = board.tables.config
        self.seats = len(board.players)
        self.census = Census(board.tables)

    def read(self) -> None:
        given, board = self.given, self.board
        before = given.error_count
        board.phase = PHASES.index(given.key("phase").word(PHASES, "phase"))
        self._read_heading(knows_phase=given.error_count == before)
        for seat, item in enumerate(given.key("seats").items()):
            self._read_seat(seat, item)
        self._read_districts()
        self._read_decks()
        self._read_stacks()
        self._read_turn()

    def _read_heading(self, *, knows_phase: bool) -> None:
        board, given = self.board, self.given
        in_setup = knows_phase and board.phase == SETUP
        rounds = -(-len(self.config.events) // self.config.round_events)
        board.round = given.key("round").whole(0 if in_setup else 1, rounds + 1)
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
        self._refuse_fleeting(given.key("discard", []), player)
        player.played.add_all(census.pile(given.key("played", []), (ASSET,), "play"))
        player.looked = census.pile(given.key("looked", []), PLAYERS_CARDS, "a deck")
        self._read_bonus(given, player)
        self._read_army(given, player)
        player.vp = given.key("vp", 0).whole(0, MAX_AMOUNT)
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

    def _read_bonus(self, given: Reader, player: Player) -> None:
        if not given.has("bonus"):
            return
        bonus = given.at("bonus")
        bonus.only(BONUSES)
        player.attack, player.defence, player.weaken, player.rescues = [
            bonus.key(name, 0).whole(0, MAX_AMOUNT) for name in BONUSES
        ]

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
        setup = self.config.setup_for(self.seats)
        items = self.given.key("districts").items(setup.districts)
        boards = [district.id for district in self.config.districts]
        tokens: dict[str, int] = {}
        laid: list[int] = []
        for item in items:
            item.only(DISTRICT_KEYS)
            number = boards.index(item.key("board").word(boards, "district board"))
            if item.has("board") and item.at("board").value == boards[number]:
                self._refuse_twice(item.at("board"), number, laid)
            board.districts.append(self._district(item, number, tokens))
        board.find_spots()
        missing = [token for token in self.config.tokens if token not in tokens and token != FREE_TOKEN]
        if missing and board.districts:
            letters = join_words(missing, "and")
            self.given.key("districts").error(f"every letter lies on a board, and {letters} on none")
        if board.phase != OVER and all(board.faction_in(at) == HORDES for at in board.districts):
            self.given.key("districts").error("the Horde holds every district, so the game is over")

    def _refuse_twice(self, given: Reader, number: int, laid: list[int]) -> None:
        copies = sum(board.id == self.config.districts[number].id for board in self.config.districts)
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
            if len({self.config.cards[kind].type for kind in troop.cards}) > 1:
                cards.error("Guards and Horde do not hold a district together")
        if district.owner != NOBODY and district.troop.cards:
            owner.error(f"a district with Guards or Horde is nobody's, and this is seat {district.owner}'s")
        if district.arrivals.cards and self.board.phase not in (EVENT, OVER):
            given.at("arrivals").error("cards arrive in the event phase only")
        return district

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
        for faction, name, card_type in ((GUARDS, "guard", GUARD), (HORDES, "horde", HORDE)):
            foes = board.foes[faction]
            foes.deck = census.pile(given.key(name, []), (card_type,), f"the {name} deck")[::-1]
            discard = given.key(f"{name}_discard", [])
            foes.discard = census.pile(discard, (card_type,), f"the {name} discard pile")
        board.past = census.events(given.key("past", []), 0)
        last = self.config.events[board.past[-1]].pile if board.past else 0
        board.events = census.events(given.key("events", []), last)[::-1]
        board.trash = census.pile(given.key("trash", []), PLAYERS_CARDS, "the trash")
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
            told = f"{pluralize(len(board.events), 'event')} to come in round {board.round}"
            each = self._drawn_each_round("was")
            given.at("events").error(f"{told}, and {each} drawn at the end of each before: {max(left, 0)}")

    def _drawn_each_round(self, verb: str) -> str:
        number = self.config.round_events
        return f"one {verb}" if number == 1 else f"{number} {'are' if verb == 'is' else 'were'}"

    def _read_stacks(self) -> None:
        """A stack is in the game if it is named, or if a card of it lies anywhere."""
        stacks = self.given.key("stacks", {})
        supply = self.board.supply
        stacks.only([stack.id for stack in self.config.stacks])
        for number, stack in enumerate(self.config.stacks):
            if stacks.has(stack.id):
                self._read_stack(stacks.at(stack.id), number, stack)
            supply.laid[number] = (
                stacks.has(stack.id)
                or not (stack.city or not stack.for_sale)
                or any(self.census.found[kind] for kind in stack.kinds)
            )
        kinds = sum(supply.laid[number] for number in self.config.city_stacks())
        most = self.config.setup_for(self.seats).kinds
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
            count = given.whole(0, self.config.cards[kind].copies)
            self.census.count(kind, count, given)
        if count:
            supply.left.counts[number] = count
            supply.left.kinds |= 1 << number
            supply.left.size += count

    # The moment

    def _read_turn(self) -> None:
        board, given, config = self.board, self.given, self.config
        self._read_to_pick(config.setup_for(self.seats).kinds)
        if board.phase in TURN:
            power = config.power_points if board.phase == DEPLOYMENT else 0
            board.power = given.key("power", power).whole(0, MAX_AMOUNT)
            board.gold = given.key("gold", 0).whole(0, MAX_AMOUNT)
            board.drafts = given.key("drafts", config.drafts).whole(0, MAX_AMOUNT)
            board.attacks = given.key("attacks", config.attacks).whole(0, MAX_AMOUNT)
            self._read_used()
        board.holder = _seat_or_nobody(given.key("holder", None), board)

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
        """Whether the one ability of the turn was used; where the rules give more, those of which boards."""
        board = self.board
        board.abilities = self.config.abilities
        if self.config.abilities == 1:
            board.abilities -= self.given.key("used", False).flag()
            return
        used = self.given.key("used", [])
        for item in used.items():
            board.used |= 1 << item.whole(0, max(len(board.districts) - 1, 0))
        board.abilities -= board.used.bit_count()
        if board.abilities < 0:
            used.error(f"expected at most {self.config.abilities} of them, got {board.used.bit_count()}")


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


class Fighter(NamedTuple):
    """A card of a troop."""

    kind: int
    damage: int
    times: int
    """How often its attack counts."""

    def join(self, troop: Troop) -> None:
        """Adds it to a troop, as it is."""
        troop.join(self.kind)
        at = len(troop.cards) - 1
        if self.damage:
            troop.hurt(at, self.damage)
        if self.times != 1:
            troop.count(at, self.times)


class Census:
    """Reads cards of a position, and keeps count of them."""

    __slots__ = ("events_found", "found", "tables")

    def __init__(self, tables: Tables) -> None:
        self.tables = tables
        self.found = [0] * tables.kinds
        """How many cards of each kind were read so far."""
        self.events_found: dict[str, int] = {}

    def pile(
        self, given: Reader, types: Sequence[int], where: str, only: Sequence[int] | None = None
    ) -> list[int]:
        """The kinds of a list of cards. ``types``: those that may lie ``where``; ``only``: the kinds."""
        tables = self.tables
        if not isinstance(given.value, list):
            given.items()
            return []
        kinds: list[int] = []
        for at, word in enumerate(given.value):
            kind = tables.number.get(word) if isinstance(word, str) else None
            if kind is None or tables.types[kind] not in types:
                self._refuse(given.at(at), word, kind, types, where)
                continue
            if only is not None and kind not in only:
                given.at(at).error(f"{word} is of another stack")
            if self.found[kind] < tables.copies[kind]:
                self.found[kind] += 1
            else:
                self.count(kind, 1, given.at(at))
            kinds.append(kind)
        return kinds

    def troop(self, given: Reader, types: Sequence[int], where: str, bonus: int | None) -> list[Fighter]:
        """Cards with the damage on them, and how often their attack counts: ``rebel 1 blinded``.

        ``bonus``: what they have beyond their defence; None where the dead may still lie.
        """
        read = [self._fighter(item, types, where, bonus) for item in given.items()]
        return [fighter for fighter in read if fighter is not None]

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

    def count(self, kind: int, cards: int, given: Reader) -> None:
        """Notes so many more cards of a kind, and that they are too many."""
        copies = self.tables.copies[kind]
        before = self.found[kind]
        self.found[kind] += cards
        if before <= copies < self.found[kind]:
            name = self.tables.names[kind]
            given.error(f"{self.found[kind]} {name} with this, and the game has {copies}")

    def _refuse(
        self, given: Reader, word: object, kind: int | None, types: Sequence[int], where: str
    ) -> None:
        """Tells that a word stands for no card, or for one that can't lie here."""
        if kind is None:
            given.part(word).word(self.tables.number, "card")
            return
        name, card_type = self.tables.names[kind], TYPES[self.tables.types[kind]]
        allowed = join_words([TYPES[each] for each in types], "and")
        given.error(f"{name} is of type {card_type}", f"in {where} lie cards of type {allowed}")

    def _fighter(self, given: Reader, types: Sequence[int], where: str, bonus: int | None) -> Fighter | None:
        words = given.value.split(" ") if isinstance(given.value, str) else []
        if not any(words):
            given.error(
                f"expected a card and the damage on it, got {quote(given.value)}", "for example rebel 1"
            )
            return None
        kind = self.tables.number.get(words[0])
        if kind is None or self.tables.types[kind] not in types:
            self._refuse(given, words[0], kind, types, where)
            return None
        self.count(kind, 1, given)
        if len(words) == 1:
            return Fighter(kind, 0, 1)
        card = self.tables.config.cards[kind]
        if card.type == RUNESTONE:
            given.error("a Runestone can't be damaged", f"write `{card.id}`")
            return None
        has_mark = len(words) == 3 and words[2] in MARKS
        if not is_number(words[1], MAX_AMOUNT) or not (len(words) == 2 or has_mark):
            hint = f"for example `{card.id} 1`, `{card.id} 0 blinded` or `{card.id} 0 doubled`"
            given.error(f"{quote(given.value)} is not a card followed by its damage", hint)
            return None
        damage = int(words[1])
        killed_by = card.defence + card.keywords.get("bulwark", 0) + (bonus or 0)
        if bonus is not None and damage >= killed_by:
            given.error(f"{damage} damage, and {killed_by} kill it")
        return Fighter(kind, damage, MARKS[words[2]] if has_mark else 1)


# What is under way: a battle, and effects that must be finished


def _read_battle(position: Reader, board: Board) -> Battle | None:
    """The battle that is fought; None if there is none."""
    if not position.has("battle"):
        return None
    given = position.at("battle")
    given.only(BATTLE_KEYS)
    spawned = given.key("spawned").flag()
    if spawned != (board.phase == EVENT):
        given.key("spawned").error("a battle is spawned by an event, and only by one")
    battle = Battle(
        given.key("district").whole(0, len(board.districts) - 1),
        spawned,
        _seat_or_nobody(given.key("attacker"), board),
        _seat_or_nobody(given.key("defender"), board),
    )
    battle.stage = STAGES.index(given.key("stage").word(STAGES, "stage of a battle"))
    battle.at = given.key("at", 0).whole(0, MAX_AMOUNT)
    battle.played_by = [_seat_or_nobody(item, board) for item in given.key("players").items(2)]
    battle.amounts = [item.whole(0, MAX_AMOUNT) for item in given.key("amounts", [0, 0]).items(2)]
    battle.left = given.key("left", 0).whole(0, MAX_AMOUNT)
    battle.dealt = given.key("dealt", False).flag()
    battle.again = given.key("again", False).flag()
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


def _seat_or_nobody(given: Reader, board: Board) -> int:
    return NOBODY if given.value is None else given.whole(0, len(board.players) - 1)


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


def _read_work(position: Reader, board: Board, actions: list[list[Action]]) -> list[Task]:
    """The tasks that are under way, the uppermost last."""
    tasks: list[Task] = []
    if position.has("work"):
        tasks = [_read_task(item, board, actions) for item in position.at("work").items()]
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


def _read_task(given: Reader, board: Board, actions: list[list[Action]]) -> Task:
    given.only(TASK_KEYS)
    lines = {**board.tables.lines.number, FIGHT_WORD: FIGHT, BURY_WORD: BURY}
    task = Task(
        lines[given.key("line").word(lines, "line of effects")],
        given.key("seat", 0).whole(0, len(board.players) - 1),
        given.key("place", 0).whole(0, len(board.districts) - 1),
    )
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
