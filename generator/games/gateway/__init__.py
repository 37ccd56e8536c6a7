"""Gateway: rebels build decks and take a city's districts from each other, the Guards and the Horde."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from generator.catalog.models import Game as Database
from generator.catalog.problems import InputError, Problems
from generator.catalog.suggest import did_you_mean
from generator.catalog.wording import join_words, pluralize, quote
from generator.games.gateway.board import Board, new_board
from generator.games.gateway.config import GRADES, GUARD, HORDE, RulesConfig, Setup
from generator.games.gateway.database import read_config
from generator.games.gateway.effects import WORDS, action_of
from generator.games.gateway.notation import EXAMPLES, words_of
from generator.games.gateway.pieces import Army, Battle, District, Player, Task, Troop
from generator.games.gateway.position import read_position, restored
from generator.games.gateway.rules import GAME, GatewayState
from generator.games.gateway.tables import Tables
from generator.rules.elements import Terms
from generator.rules.fields import Form
from generator.rules.notation import Notation
from generator.rules.protocol import Game, Option, Position, Referee, State, View
from generator.rules.rotation import rotate_seat
from generator.rules.shuffler import Shuffler

FIRST_GAME = "first-game"
RANDOM = "random"
PICK = "pick"
WAYS = (FIRST_GAME, RANDOM, PICK)
"""How the kinds of City cards may be chosen, beside a list of them."""

City = str | tuple[int, ...]
"""A way to choose, or the stacks of City cards that are chosen."""


def open_game(database: Database, problems: Problems) -> Gateway | None:
    """The game with the numbers of the database; None if some are missing or wrong."""
    config = read_config(database, WORDS, problems)
    return None if config is None else Gateway(config)


class Gateway(Game):
    """The rules of Gateway, with the numbers of its card database."""

    def __init__(self, config: RulesConfig) -> None:
        self.name = GAME
        self.title = config.title
        self.seats = tuple([setup.players for setup in config.setups])
        self.config = config
        self.tables = Tables(config)
        self.actions = [[action_of(effect) for effect in line] for line in self.tables.lines.effects]
        self.notation = Notation(words_of(self.tables), EXAMPLES)
        terms = Terms(self.tables, self.tables.names)
        for part in (Troop, Army, District, Task, Battle):
            Form(part, terms)
        self.form = Form(Board, terms, Form(Player, terms))
        self.options = (
            Option(
                "city",
                "the kinds of City cards: first-game, random, pick (players take turns), or a list of kinds",
                FIRST_GAME,
                CityOption(config).read,
            ),
        )
        self.moves = self.tables.moves.count
        self.unordered = frozenset({"discard", "guard_discard", "hand", "horde_discard", "trash"})
        self.longest = config.max_decisions()
        self.all_can_lose = True
        self.symmetric = True

    def seats_for(self, options: Mapping[str, Any]) -> int:
        """As many as a list of City cards is for."""
        for setup in self.config.setups:
            if isinstance(options["city"], tuple) and len(options["city"]) == setup.kinds:
                return setup.players
        return self.seats[0]

    def begin(self, shuffler: Shuffler, seats: int, options: Mapping[str, Any]) -> State:
        city: City = options["city"]
        setup = self.config.setup_for(seats)
        if isinstance(city, tuple) and len(city) != setup.kinds:
            raise InputError(
                f"{self.title} with {setup.players} players takes {setup.kinds} kinds of City cards, "
                f"got {pluralize(len(city), 'kind')}"
            )
        state = self._state(new_board(self.form, shuffler, seats))
        state.set_up()
        for stack in self._chosen(city, setup, shuffler):
            state.lay_stack(stack)
        if city == PICK:
            state.board.to_pick = setup.kinds
        state.advance()
        return state

    def _chosen(self, city: City, setup: Setup, shuffler: Shuffler) -> Sequence[int]:
        """The stacks of City cards that are in the game from the beginning."""
        if isinstance(city, tuple):
            return city
        if city == FIRST_GAME:
            return setup.first_game
        if city == RANDOM:
            randomizers = list(self.tables.city)
            shuffler.shuffle(randomizers)
            return randomizers[: setup.kinds]
        return ()

    def setups(self) -> Sequence[Mapping[str, Any]]:
        """Each number of seats with each way to choose the City cards."""
        return [{"seats": seats, "city": city} for city in (FIRST_GAME, RANDOM, PICK) for seats in self.seats]

    def from_dict(self, position: Mapping[str, Any]) -> State:
        state = self._state(read_position(position, self.form, self.actions))
        state.advance()
        return state

    def determinize(self, view: View, seat: int, shuffler: Shuffler) -> Position:
        position = self.form.fill(view, seat)
        position["stacks"] = dict(view["stacks"])
        for grade in GRADES:
            top = view["stacks"][grade]["top"]
            position["stacks"][grade] = [*([] if top is None else [top]), *view["unseen"][grade]]
        state = self._state(restored(position, view["to_act"], self.form))
        return state.determinize(seat, shuffler).to_dict()

    def rotate(self, position: Position, by: int) -> Position:
        rotated = self.form.rotate(position, by)
        if "to_act" in position:
            rotated["to_act"] = rotate_seat(position["to_act"], by, len(position["seats"]))
        return rotated

    def rotate_move(self, move: int, position: Position, by: int) -> int:
        """Only ``horde`` names a seat."""
        moves = self.tables.moves
        if moves.verbs[move] != "horde":
            return move
        return moves.horde[(moves.number[move] + by) % len(position["seats"])]

    def referee(self) -> Referee:
        return GatewayReferee(self.config)

    def opening(self, state: State) -> list[tuple[str, list[str]]]:
        """The first hands; while City cards are still picked nobody has drawn."""
        assert isinstance(state, GatewayState)
        names = self.tables.names
        return [
            (f"seat {seat}", [names[kind] for kind in player.hand.cards()])
            for seat, player in enumerate(state.board.players)
        ]

    def _state(self, board: Board) -> GatewayState:
        return GatewayState(board, self.actions, self.notation, self.form)


class CityOption:
    """Reads the option ``city``: a way to choose the kinds of City cards, or a list of them."""

    __slots__ = ("_stacks",)

    def __init__(self, config: RulesConfig) -> None:
        self._stacks = {config.stacks[stack].id: stack for stack in config.city_stacks()}

    def read(self, value: object) -> City:
        """Kinds may also come as one word, with commas. Raises InputError."""
        if isinstance(value, str) and value in WAYS:
            return value
        if isinstance(value, str):
            names: Sequence[object] = [name.strip() for name in value.split(",")]
        elif isinstance(value, list | tuple):
            names = value
        else:
            raise _no_city(value)
        if len(names) == 1:
            raise _no_city(names[0])
        stacks = tuple([self._stack(name) for name in names])
        if len(set(stacks)) < len(stacks):
            raise InputError("city: each kind may be named once")
        return stacks

    def _stack(self, name: object) -> int:
        if not isinstance(name, str) or name not in self._stacks:
            hint = did_you_mean(str(name), self._stacks)
            raise InputError(f"city: there is no City card {quote(name)}", hint=hint)
        return self._stacks[name]


def _no_city(value: object) -> InputError:
    return InputError(f"city: expected {join_words(WAYS)}, or a list of kinds, got {quote(value)}")


# The referee judges positions without the engine.


FACTIONS = {GUARD: "guard", HORDE: "horde"}


class GatewayReferee(Referee):
    """Counts all cards, and tells who has won a finished game."""

    def __init__(self, config: RulesConfig) -> None:
        self.config = config
        self.card_of = {card.id: card for card in config.cards}

    def cards(self, position: Position) -> Mapping[str, Sequence[str]]:
        """Cards change hands, so most have no owner but the city: what players have, the stacks, the trash
        and what is still in the box. Guards, Horde and events are of their own."""
        found: dict[str, list[str]] = {"city": [], "guard": [], "horde": [], "events": []}
        for seat in position["seats"]:
            for pile in ("deck", "hand", "discard", "played", "looked"):
                found["city"] += seat.get(pile, [])
            found["city"] += map(_card, seat["army"])
        for stack, cards in position["stacks"].items():
            found["city"] += [stack] * cards if isinstance(cards, int) else cards
        found["city"] += position["trash"]
        found["city"] += self._in_the_box(position["stacks"])
        for district in position["districts"]:
            for card in map(_card, [*district["cards"], *district.get("arrivals", [])]):
                found[FACTIONS[self.card_of[card].type]].append(card)
        for faction in FACTIONS.values():
            found[faction] += [*position[faction], *position[f"{faction}_discard"]]
        found["events"] += [*position["events"], *position["past"]]
        return found

    def _in_the_box(self, stacks: Mapping[str, object]) -> Iterator[str]:
        """The City cards that are not in the game, and their helper cards."""
        for stack in self.config.stacks:
            if stack.id not in stacks and stack.id not in GRADES:
                yield from [stack.id] * self.card_of[stack.id].copies

    def outcome(self, position: Position) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Scores are Victory Points; nobody wins a city that has fallen to the Horde.

        That comes first: it ends the game at once, and no points are taken any more. Whoever had enough of
        them before had won before the last district fell.
        """
        scores = tuple(seat["vp"] for seat in position["seats"])
        districts = position["districts"]
        if all(self._faction(district["cards"]) == HORDE for district in districts):
            return scores, ()
        goal = tuple(seat for seat, points in enumerate(scores) if points >= self.config.victory_points)
        if goal:
            return scores, goal
        holder = position.get("holder")
        if holder is not None and all(district["owner"] == holder for district in districts):
            return scores, (holder,)
        if position["events"]:
            raise ValueError("the game is not over")
        return scores, tuple(seat for seat, points in enumerate(scores) if points == max(scores))

    def cut_short(self, position: Position) -> bool:
        """The last event ends the game by its rules: the engine has no limit of its own."""
        del position
        return False

    def _faction(self, cards: Sequence[str]) -> int | None:
        return self.card_of[_card(cards[0])].type if cards else None


def _card(words: str) -> str:
    """The id of a card, without the damage that is written behind it."""
    return words.split()[0]
