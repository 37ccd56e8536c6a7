"""Positions that may be written by hand: read into a state, with everything that is wrong in them.

What the rules ask of a position is always there. Keys that only some moments need are written in those: the
turn's pools while a turn is played, the battle while one is fought, the effects that are under way. Lists
that are empty may be left out, as may the keys of a moment: a turn then has its usual pools. Stacks that are
left out are empty.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
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
)
from generator.games.gateway.config import FREE_TOKEN, PILES, RUNESTONE, Stack
from generator.games.gateway.effects import Action
from generator.games.gateway.pieces import (
    ATTACKER_DEALS,
    ATTACKER_DECLARES,
    BURY,
    CONQUEST,
    DEFENDER_DEALS,
    FIGHT,
    MARKS,
    MAX_AMOUNT,
    NOBODY,
    Battle,
    Cards,
    District,
    Fighters,
    Task,
    Troop,
    is_of_type,
)
from generator.games.gateway.rules import GatewayState
from generator.games.gateway.tables import HORDES
from generator.rules.elements import During
from generator.rules.fields import Form
from generator.rules.positions import is_number, position_reader
from generator.rules.shuffler import Shuffler

LAST_STEP_OF_BURIAL: Final = 4


def read_position(
    position: Mapping[str, Any], form: Form, blank: Callable[[int, Shuffler], GatewayState]
) -> GatewayState:
    """The state that a position describes, before forced moves. Raises BadPosition with all faults.

    ``blank``: makes an empty one for so many seats.
    """
    given = position_reader(position)
    given.only(("game", *form.keys))
    given.key("game", "gateway").word(("gateway",), "the name of this game")
    seats = len(given.key("seats").items())
    state = blank(seats, Shuffler(0))
    players = [setup.players for setup in state.tables.config.setups]
    if seats not in players:
        expected = join_words([str(number) for number in players])
        given.key("seats", []).error(f"expected {expected} seats, got {seats}")
        given.finish()
    _PositionReader(given, state).read()
    given.finish()
    return state


class _PositionReader:
    """Fills an empty state."""

    def __init__(self, given: Reader, state: GatewayState) -> None:
        self.given = given
        self.state = state
        self.form = state.form
        self.forms = state.form.terms.forms
        self.tables = state.tables
        self.config = state.tables.config
        self.seats = len(state.players)
        self.found = [0] * self.tables.kinds
        """How many cards of each kind were read so far."""
        self.events_found: dict[int, int] = {}
        self.is_fallen = False
        """Whether the Horde holds every district."""

    def read(self) -> None:
        given, state = self.given, self.state
        before = given.error_count
        self._take("phase")
        self._read_heading(knows_phase=given.error_count == before)
        for seat, item in enumerate(given.key("seats").items()):
            self._read_seat(seat, item)
        self._read_districts()
        self._read_decks()
        self._read_stacks()
        self._read_turn()
        if not given.error_count:
            self._read_battle()
            self._read_work()
            self._check_arrivals()
        if not given.error_count and state.phase == OVER:
            self._read_ending()

    def _take(self, *names: str) -> None:
        self.form.read(self.given, self.state, *names, admits=self.admit, seats=self.seats)

    def admit(self, given: Reader, kind: int, cards: int = 1) -> bool:
        """Counts a card, wherever it lies, or so many; reports the one that the game does not have."""
        copies = self.tables.copies[kind]
        before = self.found[kind]
        self.found[kind] += cards
        if before <= copies < self.found[kind]:
            given.error(f"{self.found[kind]} {self.tables.names[kind]} with this, and the game has {copies}")
        return True

    def _read_heading(self, *, knows_phase: bool) -> None:
        state, given = self.state, self.given
        in_setup = knows_phase and state.phase == SETUP
        rounds = -(-len(self.config.events) // self.config.round_events)
        state.round = given.key("round").whole(0 if in_setup else 1, rounds + 1)
        if in_setup and state.round:
            given.at("round").error("no round has begun in the setup phase", "write 0")
        for key, (_, element) in self.form.fields.items():
            when = element.when
            if knows_phase and isinstance(when, During) and given.has(key) and state.phase not in when.phases:
                given.at(key).error(f"the {PHASES[state.phase]} phase has none")
        self._take("active", "first", "shuffler")

    # Players

    def _read_seat(self, seat: int, given: Reader) -> None:
        form, state = self.form.seats, self.state
        given.only(form.keys)
        player = state.players[seat]
        form.read(given, player, *[key for key in form.keys if key != "army"], admits=self.admit)
        has_fleeting = player.discard.among(self.tables.fleeting_kinds)
        for item in given.key("discard", []).items() if has_fleeting else ():
            kind = self.tables.number.get(item.value) if isinstance(item.value, str) else None
            if kind is not None and self.tables.fleeting[kind]:
                name = self.config.cards[kind].name
                item.error(f"{name} is Fleeting: it goes back to its stack, to no discard pile")
        self._read_troop(form, "army", given, player.army, player.bonus.defence)
        if player.vp >= self.config.victory_points and state.phase != OVER:
            goal = self.config.victory_points
            given.at("vp").error(f"with {goal} Victory Points the game is over", "the phase would be `over`")
        # Played cards lie there until one's own Cleanup; somebody looks at cards while effects are done.
        is_over = state.phase == OVER
        may_have_played = is_over or (state.phase in TURN and seat == state.active)
        for key, may_have in (("played", may_have_played), ("looked", is_over or self.given.has("work"))):
            if given.has(key) and given.at(key).value and not may_have:
                given.at(key).error(f"seat {seat} has none in the {PHASES[state.phase]} phase")

    def _read_troop(self, form: Form, key: str, given: Reader, troop: Troop, bonus: int) -> None:
        """Cards with the damage on them. ``bonus``: what they have beyond their defence."""
        _, element = form.fields[key]
        assert isinstance(element, Fighters)
        terms, tables = form.terms, self.tables
        for item in given.key(key, ()).items():
            words = item.value.split(" ") if isinstance(item.value, str) else []
            if not any(words):
                message = f"expected a card and the damage on it, got {quote(item.value)}"
                item.error(message, "for example rebel 1")
                continue
            kind = tables.number.get(words[0])
            if kind is None:
                item.part(words[0]).word(tables.number, "card")
            elif is_of_type(item, kind, element.types, element.where, terms):
                self.admit(item, kind)
                if len(words) == 1 or self._has_marks(item, words, kind, bonus):
                    element.put(troop, kind, words[1:], terms)

    def _has_marks(self, given: Reader, words: list[str], kind: int, bonus: int) -> bool:
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
        killed_by = self.tables.toughness[DEFENDER][kind] + bonus
        # In a battle the dead still lie there.
        may_be_dead = self.given.has("battle") or self.state.phase == OVER
        if int(words[1]) >= killed_by and not may_be_dead:
            given.error(f"{words[1]} damage, and {killed_by} kill it")
        return True

    # Districts

    def _read_districts(self) -> None:
        state, form = self.state, self.forms[District]
        districts = self.given.key("districts")
        tokens: list[str] = []
        laid: list[str] = []
        for item in districts.items(self.config.setup_for(self.seats).districts):
            item.only(form.keys)
            district: District = form.blank()
            form.read(item, district, "board", "owner", seats=self.seats)
            name = self.tables.boards[district.board]
            if item.has("board") and item.at("board").value == name:
                copies = self.tables.boards.count(name)
                laid.append(name)
                if laid.count(name) > copies:
                    item.at("board").error(f"{laid.count(name)} of this board, and the game has {copies}")
            district.tokens = self._tokens(item.key("tokens", []), tokens)
            self._read_holders(item, district, form)
            state.districts.append(district)
        state.find_spots()
        missing = [token for token in self.config.tokens if token not in tokens and token != FREE_TOKEN]
        if missing and state.districts:
            districts.error(f"every letter lies on a board, and {join_words(missing, 'and')} on none")
        self.is_fallen = all(state.faction_in(district) == HORDES for district in state.districts)
        if state.phase != OVER and self.is_fallen:
            districts.error("the Horde holds every district, so the game is over")

    def _read_holders(self, item: Reader, district: District, form: Form) -> None:
        for key, troop in (("cards", district.troop), ("arrivals", district.arrivals)):
            self._read_troop(form, key, item, troop, 0)
            if len({self.tables.types[kind] for kind in troop.cards}) > 1:
                item.at(key).error("Guards and Horde do not hold a district together")
        owner = district.owner
        if owner != NOBODY and district.troop.cards:
            message = f"a district with Guards or Horde is nobody's, and this is seat {owner}'s"
            item.at("owner").error(message)
        if district.arrivals.cards and self.state.phase not in (EVENT, OVER):
            item.at("arrivals").error("cards arrive in the event phase only")

    def _tokens(self, given: Reader, found: list[str]) -> tuple[str, ...]:
        """The tokens on a board. ``found``: those on others before, to which they are added."""
        known = self.config.tokens
        tokens: list[str] = []
        for item in given.items():
            before = item.error_count
            token = item.word(dict.fromkeys(known), "district token")
            if item.error_count > before:
                continue
            found.append(token)
            if found.count(token) > known.count(token):
                noun = "free space" if token == FREE_TOKEN else f"token {token}"
                item.error(f"{pluralize(found.count(token), noun)}, and the game has {known.count(token)}")
            tokens.append(token)
        most = -(-len(known) // self.config.setup_for(self.seats).districts)
        if len(tokens) > most:
            given.error(
                f"{pluralize(len(tokens), 'token')}: they are dealt one by one, so a board has {most}"
            )
        return tuple(tokens)

    # Decks and stacks

    def _read_decks(self) -> None:
        state, given = self.state, self.given
        self._take("guard", "guard_discard", "horde", "horde_discard", "trash")
        state.past = self._events(given.key("past", []), 0)
        last = self.tables.piles[state.past[-1]] if state.past else 0
        state.events = self._events(given.key("events", []), last)[::-1]
        now = self.config.round_events
        before = max(state.round - 1, 0) * now
        if state.phase == EVENT:
            state.to_draw = given.key("to_draw", 0).whole(0, now - 1)
            now -= state.to_draw
        most = before if state.phase in TURN else state.round and before + now
        if len(state.past) > most:
            done = pluralize(len(state.past), "event")
            each = self._drawn_each_round("is", "are")
            given.at("past").error(f"{done} by now, and {each} drawn at the end of each round: {most}")
        left = len(self.config.events) - (before + now if state.phase == EVENT else before)
        if len(state.events) > left:
            found = f"{pluralize(len(state.events), 'event')} to come in round {state.round}"
            each = self._drawn_each_round("was", "were")
            given.at("events").error(f"{found}, and {each} drawn at the end of each before: {max(left, 0)}")

    def _drawn_each_round(self, one: str, many: str) -> str:
        number = self.config.round_events
        return f"one {one}" if number == 1 else f"{number} {many}"

    def _events(self, given: Reader, pile: int) -> list[int]:
        """Events, each no more often than there are copies, in the order of their piles from ``pile`` on."""
        tables = self.tables
        read: list[int] = []
        for item in given.items():
            before = item.error_count
            copies = tables.event_copies[item.word(tables.event_copies, "event")]
            if item.error_count > before:
                continue
            found = self.events_found.get(copies[0], 0)
            self.events_found[copies[0]] = found + 1
            if found >= len(copies):
                item.error(f"{found + 1} of this event, and the game has {len(copies)}")
                continue
            event = copies[found]
            if tables.piles[event] < pile:
                item.error(
                    f"an event of pile {PILES[tables.piles[event]]} lies over those of pile {PILES[pile]}"
                )
            pile = max(pile, tables.piles[event])
            read.append(event)
        return read

    def _read_stacks(self) -> None:
        """A stack is in the game if it is named, or if a card of it lies anywhere."""
        stacks, supply = self.given.key("stacks", {}), self.state.supply
        stacks.only(self.tables.stacks)
        for number, stack in enumerate(self.config.stacks):
            if stacks.has(stack.id):
                self._read_stack(stacks.at(stack.id), number, stack)
            elif (stack.for_sale and not stack.city) or any(self.found[kind] for kind in stack.kinds):
                supply.lay(number, 0)
        laid = sum(supply.laid[number] for number in self.tables.city)
        most = self.config.setup_for(self.seats).kinds
        if laid > most:
            stacks.error(f"{laid} kinds of City cards lie somewhere, and {self.seats} players have {most}")
        given = self.given.key("to_pick", 0)
        before = given.error_count
        to_pick = self.state.to_pick = given.whole(0, most)
        if given.error_count == before and to_pick and laid + to_pick > most:
            kinds = f"{pluralize(to_pick, 'kind')} to pick, and {laid} {'lies' if laid == 1 else 'lie'} there"
            given.error(f"{kinds}: {self.seats} players have {most}")

    def _read_stack(self, given: Reader, number: int, stack: Stack) -> None:
        supply = self.state.supply
        if not stack.mixed:
            (kind,) = stack.kinds
            supply.lay(number, given.whole(0, self.config.cards[kind].copies))
            self.admit(given, kind, supply.left.counts[number])
            return

        def admits(item: Reader, kind: int) -> bool:
            if kind not in stack.kinds:
                item.error(f"{self.tables.names[kind]} is of another stack")
            return self.admit(item, kind)

        zone = Cards(f"the {stack.id} stack", (RUNESTONE,), from_top=True)
        supply.order[number] = zone.read_admitted(given, self.form.terms, admits)
        supply.lay(number, len(supply.order[number]))

    # The moment

    def _read_turn(self) -> None:
        state = self.state
        if state.phase in TURN:
            self._take(*[key for key, (_, element) in self.form.fields.items() if element.when is IN_TURN])
            if state.phase == DEPLOYMENT and not self.given.has("power"):
                state.power = self.config.power_points
        self._take("holder")

    def _read_ending(self) -> None:
        """How the game has ended; whether it can have."""
        state, given = self.state, self.given.key("ending")
        state.ending = ENDINGS.index(given.word(ENDINGS[1:], "ending"))
        if given.error_count:
            return
        goal = self.config.victory_points
        holds_all = state.holder != NOBODY and state.count_held(state.holder) == len(state.districts)
        possible = {
            CITY_FALLEN: (self.is_fallen, "the Horde does not hold every district"),
            GOAL: (
                any(player.vp >= goal for player in state.players),
                "nobody has the Victory Points that win",
            ),
            CITY_HELD: (holds_all, "no player, who would be `holder`, holds every district"),
            EVENTS_GONE: (not state.events, "there are events left"),
        }
        has_ended, why_not = possible[state.ending]
        first = next((ending for ending, (has_come, _) in possible.items() if has_come), state.ending)
        if not has_ended:
            given.error(why_not)
        elif first != state.ending:
            given.error(f"the game has ended before by `{ENDINGS[first]}`")

    # What is under way: a battle, and effects that must be finished

    def _read_battle(self) -> None:
        state = self.state
        if not self.given.has("battle"):
            return
        given = self.given.at("battle")
        self._take("battle")
        battle = state.battle
        assert battle is not None
        battle.find_seats()
        if battle.spawned != (state.phase == EVENT):
            given.key("spawned").error("a battle is spawned by an event, and only by one")
        if not given.error_count:
            self._check_sides(given, battle)
        if not given.error_count and battle.stage in (ATTACKER_DEALS, DEFENDER_DEALS):
            # What is left to assign must have a card that it can go to: what is too much was lost before.
            side = DEFENDER if battle.stage == ATTACKER_DEALS else ATTACKER
            room = sum(room_in_open_tier(state, battle, side)[battle.at :])
            if battle.left > room:
                message = f"{battle.left} damage is left, and the cards to be dealt it take {room}"
                given.key("left").error(message)

    def _check_sides(self, given: Reader, battle: Battle) -> None:
        """Who fights there follows from the district and whose turn it is."""
        attacker, defender = battle.seats
        owner = self.state.districts[battle.district].owner
        active = self.state.active
        if battle.spawned and attacker != NOBODY:
            given.key("attacker").error("what an event spawned attacks", "write null")
        if not battle.spawned and attacker != active:
            given.key("attacker").error(f"it is the turn of seat {active}, who alone attacks")
        if defender == attacker and defender != NOBODY:
            given.key("defender").error("nobody attacks a district of their own")
        elif defender != owner and battle.stage != CONQUEST:
            whose = "nobody's" if owner == NOBODY else f"that of seat {owner}"
            given.key("defender").error(f"the district is {whose}")
        decided = ATTACKER_DECLARES <= battle.stage <= DEFENDER_DEALS
        for side, (seat, player) in enumerate(zip(battle.seats, battle.played_by, strict=True)):
            if seat not in (NOBODY, player):
                given.key("players").at(side).error(f"seat {seat} plays its own Army")
            elif player == NOBODY and decided:
                given.key("players").at(side).error("somebody plays this side once both declare")

    def _read_work(self) -> None:
        """The tasks that are under way, the uppermost last."""
        state, given = self.state, self.given
        if given.has("work"):
            state.work = [self._read_task(item) for item in given.at("work").items()]
        if sum(task.line == FIGHT for task in state.work) != (state.battle is not None):
            given.key("work", []).error("expected `fight` once with a battle, and never without")
        elif state.battle is None and any(task.line == BURY for task in state.work):
            given.at("work").error("cards are killed in a battle only")
        for seat, player in enumerate(state.players):
            effects = [(task, self._effect(task)) for task in state.work if task.seat == seat]
            if player.looked and not any(effect and effect.shows_cards(task) for task, effect in effects):
                message = "cards are looked at by the effect `sift` only, which would be under way"
                given.key("seats").at(seat).key("looked").error(message)

    def _read_task(self, given: Reader) -> Task:
        form = self.forms[Task]
        given.only(form.keys)
        task = Task()
        form.read(given, task, "seat", "place", "line", seats=self.seats)
        is_line = task.line >= 0
        task.at = given.key("at", 0).whole(0, len(self.state.actions[task.line]) if is_line else MAX_AMOUNT)
        effect = self._effect(task)
        steps = 0 if is_line else LAST_STEP_OF_BURIAL
        task.step = given.key("step", 0).whole(0, effect.max_steps(self.state) if effect else steps)
        task.times = given.key("times", 0).whole(0, max(effect.number, 1) if effect else 0)
        return task

    def _effect(self, task: Task) -> Action | None:
        """The effect that is to be done or under way; None if all of the line are, or it is no line."""
        line = self.state.actions[task.line] if task.line >= 0 else []
        return line[task.at] if task.at < len(line) else None

    def _check_arrivals(self) -> None:
        """What arrives at a district that others hold fights for it at once."""
        battle = self.state.battle
        for at, district in enumerate(self.state.districts):
            fought_for = battle is not None and battle.spawned and battle.district == at
            if district.arrivals.cards and not fought_for and self.state.phase != OVER:
                given = self.given.key("districts").at(at).key("arrivals")
                given.error("cards that arrive fight for the district, and there is no such battle here")
