"""Hold the Line: the rules that a computer plays it by."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from generator.catalog.models import Game as Database
from generator.catalog.problems import Problems
from generator.games.hold_the_line.config import SEATS, RulesConfig, read_config
from generator.games.hold_the_line.notation import NAME, OVER, PHASES, TARGET, LineNotation
from generator.games.hold_the_line.position import PositionReader
from generator.games.hold_the_line.rules import FACE_DOWN, Army, HoldTheLineState, Troops
from generator.rules.elements import Terms
from generator.rules.fields import DeclaredGame, Form
from generator.rules.protocol import Game, Position, Referee, State, View, limit_option
from generator.rules.rotation import rotate_list
from generator.rules.shuffler import Shuffler

SHORT_GAME = 4
"""A limit of rounds that random play often reaches, so that tests see the end by it."""


def open_game(database: Database, problems: Problems) -> Game | None:
    """The game with the numbers of its card database; None if some are missing or wrong."""
    config = read_config(database, problems)
    return None if config is None else HoldTheLine(database.title, config)


class HoldTheLine(DeclaredGame):
    """The rules of Hold the Line for the numbers of one card database."""

    def __init__(self, title: str, config: RulesConfig) -> None:
        self.name = NAME
        self.title = title
        self.config = config
        self.seats = (SEATS,)
        self.options = (limit_option("max_rounds", config.max_rounds, "round"),)
        self.troops = Troops(config)
        self.notation = LineNotation(config)
        terms = Terms(config, self.notation.words, "kind of troop")
        self.form = Form(HoldTheLineState, terms, Form(Army, terms))
        self.moves = self.notation.count
        self.unordered = frozenset({"discard", "hand"})
        self.longest = longest_game(config)
        self.symmetric = True

    def begin(
        self,
        shuffler: Shuffler,
        seats: int,  # noqa: ARG002 - always two
        options: Mapping[str, Any],
    ) -> State:
        state = self._empty()
        state.shuffler, state.max_rounds = shuffler, options["max_rounds"]
        state.deal()
        state.advance()
        return state

    def setups(self) -> Sequence[Mapping[str, Any]]:
        return ({}, {"max_rounds": min(SHORT_GAME, self.config.max_rounds)})

    def read(self, position: Mapping[str, Any], *, checked: bool) -> HoldTheLineState:
        state = self._empty()
        PositionReader(state).read(position, check=checked)
        return state

    def filled(self, view: View, seat: int) -> Position:
        other = 1 - seat
        position = self.form.fill(view, seat)
        position["choosing"] = 0 if view["phase"] == PHASES[OVER] else seat if view["asked"] else other
        theirs = position["seats"][other]
        if FACE_DOWN in theirs.get("staged", ()):
            hidden = iter(view["unseen"][other][len(theirs["deck"]) + len(theirs["hand"]) :])
            theirs["staged"] = [None if card is None else next(hidden) for card in theirs["staged"]]
        return position

    def rotate(self, position: Position, by: int) -> Position | None:
        """None where a seat has chosen in secret: seat 0 chooses first, so there is no position in which only
        seat 1 has chosen."""
        if by % SEATS == 0:
            return position
        if "asked" not in position and _has_chosen(position):
            return None
        rotated = self.form.rotate(position, by)
        rotated.pop("choosing", None)
        rotated["lanes"] = [
            {"front": -lane["front"], "troops": rotate_list(lane["troops"], by)} for lane in position["lanes"]
        ]
        return rotated

    def referee(self) -> Referee:
        return HoldTheLineReferee(self.config)

    def opening(self, state: State) -> list[tuple[str, list[str]]]:
        """The hands before setup. They are dealt again from the seed: setup may be under way already, where
        a hand of one kind leaves no choice."""
        assert isinstance(state, HoldTheLineState)
        dealt = self._empty()
        dealt.shuffler = Shuffler(state.shuffler.seed)
        dealt.deal()
        hands = [part["hand"] for part in dealt.to_dict()["seats"]]
        return list(zip(self.config.armies, hands, strict=True))

    def _empty(self) -> HoldTheLineState:
        """The board with all fronts at the start, and no cards yet."""
        config = self.config
        armies = [self.form.seats.blank(rows=[()] * config.lanes) for _ in range(SEATS)]
        for army in armies:
            army.clear_staging(config.lanes)
        state: HoldTheLineState = self.form.blank(
            config=config,
            troops=self.troops,
            notation=self.notation,
            form=self.form,
            fronts=[0] * config.lanes,
            armies=armies,
            max_rounds=config.max_rounds,
            shuffler=Shuffler(0),
        )
        return state


def _has_chosen(position: Position) -> bool:
    """Whether a seat has chosen anything in a phase that both have not ended yet."""
    phase = position["phase"]
    if phase == PHASES[TARGET]:
        return any(seat["targets"] for seat in position["seats"])
    return "choosing" in position or (
        phase != PHASES[OVER] and any("staged" in seat for seat in position["seats"])
    )


def longest_game(config: RulesConfig) -> int:
    """The most decisions of a game: in setup a card for each lane, then in each round the staged cards and
    a target for every card that strikes only one; by both seats."""
    aiming = sum(kind.copies for kind in config.kinds if not kind.each)
    return SEATS * (config.lanes + config.max_rounds * (config.max_staged + aiming))


# The referee judges positions without the engine.


class HoldTheLineReferee(Referee):
    """Counts the cards of a position, and derives who won from where the fronts stand."""

    def __init__(self, config: RulesConfig) -> None:
        self.config = config

    def cards(self, position: Position) -> Mapping[str, Sequence[str]]:
        """All cards by their army, sorted. Every card is in play from the start: there is no box."""
        return {army: sorted(self._cards_of(position, seat)) for seat, army in enumerate(self.config.armies)}

    def _cards_of(self, position: Position, seat: int) -> list[str]:
        held = position["seats"][seat]
        cards = [*held["deck"], *held["hand"], *held["discard"]]
        cards += [card for card in held.get("staged", ()) if card is not None]
        cards += [troop.split()[0] for lane in position["lanes"] for troop in lane["troops"][seat]]
        return cards

    def outcome(self, position: Position) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The seat that is beaten loses. Both are, or neither is: a draw."""
        beaten = self._beaten(position)
        if beaten == [0]:
            return (0, 1), (1,)
        if beaten == [1]:
            return (1, 0), (0,)
        return (1, 1), (0, 1)

    def cut_short(self, position: Position) -> bool:
        """By the rules a game goes on until a line is broken."""
        return not self._beaten(position)

    def _beaten(self, position: Position) -> list[int]:
        """A lane past a red line or all lanes on it: that side loses."""
        red = len(self.config.lines) // 2
        fronts = [lane["front"] for lane in position["lanes"]]
        broken = (any(front < -red for front in fronts), any(front > red for front in fronts))
        routed = (all(front == -red for front in fronts), all(front == red for front in fronts))
        return [seat for seat in (0, 1) if broken[seat] or routed[seat]]
