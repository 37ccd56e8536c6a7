"""Gateway: rebels build decks and take a city's districts from each other, the Guards and the Horde."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from generator.catalog.models import Game as Database
from generator.catalog.problems import InputError, Problems
from generator.catalog.suggest import did_you_mean
from generator.catalog.wording import join_words, pluralize, quote
from generator.games.gateway.config import GRADES, HORDE, TYPES, RulesConfig, Setup
from generator.games.gateway.database import read_config
from generator.games.gateway.effects import WORDS
from generator.games.gateway.pieces import (
    NOBODY,
    Army,
    Battle,
    Bonus,
    District,
    Player,
    Task,
    Troop,
    new_supply,
)
from generator.games.gateway.position import read_position
from generator.games.gateway.rules import GAME, GatewayState
from generator.games.gateway.tables import Tables
from generator.rules.elements import Terms, rotate_seat
from generator.rules.fields import DeclaredGame, Form
from generator.rules.protocol import Option, Position, Referee, State, View
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


class Gateway(DeclaredGame):
    """The rules of Gateway, with the numbers of its card database."""

    def __init__(self, config: RulesConfig) -> None:
        self.name = GAME
        self.title = config.title
        self.seats = tuple([setup.players for setup in config.setups])
        self.config = config
        self.tables = Tables(config)
        self.actions = [[effect.word.does(effect) for effect in line] for line in self.tables.lines.effects]
        terms = Terms(self.tables, self.tables.names)
        for part in (Troop, Army, Bonus, District, Task, Battle):
            Form(part, terms)
        self.form = Form(GatewayState, terms, Form(Player, terms))
        self._stacks = {self.tables.stacks[stack]: stack for stack in self.tables.city}
        self.options = (
            Option(
                "city",
                "the kinds of City cards: first-game, random, pick (players take turns), or a list of kinds",
                FIRST_GAME,
                self._read_city,
            ),
        )
        self.moves = self.tables.moves.count
        self.unordered = frozenset({"discard", "guard_discard", "hand", "horde_discard", "trash"})
        self.longest = config.max_decisions()
        self.all_can_lose = True
        self.symmetric = True

    def _read_city(self, value: object) -> City:
        """A way to choose the kinds of City cards, or a list of them, which may also come as one word with
        commas. Raises InputError."""
        if isinstance(value, str) and value in WAYS:
            return value
        names = [name.strip() for name in value.split(",")] if isinstance(value, str) else value
        if not isinstance(names, list | tuple) or len(names) == 1:
            given = names[0] if isinstance(names, list | tuple) else value
            raise InputError(f"city: expected {join_words(WAYS)}, or a list of kinds, got {quote(given)}")
        for name in names:
            if not isinstance(name, str) or name not in self._stacks:
                hint = did_you_mean(str(name), self._stacks)
                raise InputError(f"city: there is no City card {quote(name)}", hint=hint)
        if len(set(names)) < len(names):
            raise InputError("city: each kind may be named once")
        return tuple([self._stacks[name] for name in names])

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
        state = self._blank(seats, shuffler)
        state.set_up()
        for stack in self._chosen(city, setup, shuffler):
            state.lay_stack(stack)
        if city == PICK:
            state.to_pick = setup.kinds
        state.advance()
        return state

    def _chosen(self, city: City, setup: Setup, shuffler: Shuffler) -> Sequence[int]:
        """The stacks of City cards that are in the game from the beginning."""
        if city == RANDOM:
            randomizers = self.tables.city.copy()
            shuffler.shuffle(randomizers)
            return randomizers[: setup.kinds]
        if isinstance(city, tuple):
            return city
        return setup.first_game if city == FIRST_GAME else ()

    def setups(self) -> Sequence[Mapping[str, Any]]:
        """Each number of seats with each way to choose the City cards."""
        return [{"seats": seats, "city": city} for city in WAYS for seats in self.seats]

    def read(self, position: Mapping[str, Any], *, checked: bool) -> GatewayState:
        if checked:
            return read_position(position, self.form, self._blank)
        state = self.form.restore(position, **self._given(), player=position["to_act"], holder=NOBODY)
        assert isinstance(state, GatewayState)
        state.find_spots()
        if state.battle is not None:
            state.battle.find_seats()
        return state

    def filled(self, view: View, seat: int) -> Position:
        position = self.form.fill(view, seat)
        position["stacks"] = dict(view["stacks"])
        for grade in GRADES:
            top = view["stacks"][grade]["top"]
            position["stacks"][grade] = [*([] if top is None else [top]), *view["unseen"][grade]]
        return position

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
            for seat, player in enumerate(state.players)
        ]

    def _blank(self, seats: int, shuffler: Shuffler) -> GatewayState:
        """A state for so many players without cards, before the first turn."""
        players = [self.form.seats.blank() for _ in range(seats)]
        supply = new_supply(self.tables.mixed)
        state = self.form.blank(
            **self._given(), shuffler=shuffler, player=0, players=players, supply=supply, holder=NOBODY
        )
        assert isinstance(state, GatewayState)
        return state

    def _given(self) -> dict[str, Any]:
        """What is the same in all states of the game."""
        return {"tables": self.tables, "actions": self.actions, "form": self.form}


# The referee judges positions without the engine.


class GatewayReferee(Referee):
    """Counts all cards, and says who has won a finished game."""

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
        # In the box are the City cards that are not in the game, and their helper cards.
        for stack in self.config.stacks:
            if stack.id not in (*position["stacks"], *GRADES):
                found["city"] += [stack.id] * self.card_of[stack.id].copies
        for district in position["districts"]:
            for card in map(_card, [*district["cards"], *district.get("arrivals", [])]):
                found[TYPES[self.card_of[card].type]].append(card)
        for faction in ("guard", "horde"):
            found[faction] += [*position[faction], *position[f"{faction}_discard"]]
        found["events"] += [*position["events"], *position["past"]]
        return found

    def outcome(self, position: Position) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Scores are Victory Points; nobody wins a city that has fallen to the Horde.

        That comes first: it ends the game at once, and no points are taken any more. Whoever had enough of
        them before had won before the last district fell.
        """
        scores = tuple(seat["vp"] for seat in position["seats"])
        districts = position["districts"]
        holding = [self.card_of[_card(one["cards"][0])].type if one["cards"] else None for one in districts]
        if all(faction == HORDE for faction in holding):
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


def _card(words: str) -> str:
    """The id of a card, without the damage that is written behind it."""
    return words.split()[0]
