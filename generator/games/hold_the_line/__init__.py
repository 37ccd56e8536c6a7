"""Hold the Line: the rules that a computer plays it by.

Positions may be written by hand. Beside the keys that the rules of the game name, a position may have

``choosing``    1 while seat 1 chooses in a phase, that is, when seat 0 has chosen everything
``max_rounds``  the limit of rounds, where it is not the game's own
``shuffler``    the state of the shuffles; without it seed 0 shuffles

and a seat ``staged``, the kind of card before each lane or null, and in combat ``targets``, the answers so
far: ``"1 0>2"``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from generator.catalog.models import Game as Database
from generator.catalog.problems import Problems
from generator.catalog.reader import Reader
from generator.catalog.wording import pluralize, quote
from generator.games.hold_the_line.config import SEATS, RulesConfig, read_config
from generator.games.hold_the_line.rules import (
    FACE_DOWN,
    NAME,
    OVER,
    PHASES,
    SETUP,
    STAGE,
    TARGET,
    Army,
    HoldTheLineState,
    Rules,
    Troop,
)
from generator.rules.elements import rotate_list
from generator.rules.fields import DeclaredGame
from generator.rules.positions import position_reader, read_phase, too_many
from generator.rules.protocol import Game, Position, Referee, State, View, limit_option
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
        self.rules = Rules(config)
        self.form = self.rules.form
        self.moves = self.rules.count
        self.unordered = frozenset({"discard", "hand"})
        # In setup a card for each lane, then in each round the staged cards and a target for every card that
        # strikes only one; by both seats.
        aiming = sum(kind.copies for kind in config.kinds if not kind.each)
        self.longest = SEATS * (config.lanes + config.max_rounds * (config.max_staged + aiming))
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
        return _PositionReader(self._empty(), check=checked).read(position_reader(position))

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
        if "asked" not in position and self._has_chosen(position):
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
            rules=self.rules,
            fronts=[0] * config.lanes,
            armies=armies,
            max_rounds=config.max_rounds,
            shuffler=Shuffler(0),
        )
        return state

    def _has_chosen(self, position: Position) -> bool:
        """Whether a seat has chosen anything in a phase that both have not ended yet."""
        if position["phase"] == PHASES[TARGET]:
            return any(seat["targets"] for seat in position["seats"])
        is_over = position["phase"] == PHASES[OVER]
        return "choosing" in position or (not is_over and any("staged" in seat for seat in position["seats"]))


# Positions, with everything that is wrong in them


class _PositionReader:
    """Reads a position into a table without cards."""

    def __init__(self, state: HoldTheLineState, *, check: bool) -> None:
        self._state = state
        self._rules = state.rules
        self._config = state.rules.config
        self._check = check
        """Whether anything is said of a position that no game comes to."""

    def read(self, given: Reader) -> HoldTheLineState:
        """Lays it out. Raises BadPosition with all that is wrong."""
        state = self._state
        given.only(("game", *self._rules.form.keys, "lanes", "seats"))
        given.key("game").word((NAME,), "the name of this game")
        self._read_course(given)
        self._read_lanes(given.key("lanes"))
        parts = given.key("seats").items(SEATS)
        for army, part in zip(state.armies, parts, strict=False):
            self._read_army(army, part)
        if self._check:
            given.finish()
        if state.phase == TARGET:
            state.begin_combat()
        self._read_targets(parts)
        if self._check:
            self._check_choices(parts)
            given.finish()
        return state

    def _read_course(self, given: Reader) -> None:
        state = self._state
        state.phase = read_phase(given.key("phase"), PHASES, STAGE)
        self._rules.form.read(given, state, "max_rounds", "choosing", "shuffler")
        turn = given.key("round")
        if state.phase != SETUP:
            state.round = turn.whole(1, state.max_rounds)
        elif turn.value != 0:
            turn.error("setup is before the first round: expected 0")
        if state.choosing and state.phase == OVER:
            given.key("choosing").error("the game is over: nobody chooses")

    # Lanes

    def _read_lanes(self, given: Reader) -> None:
        state, before = self._state, given.error_count
        lanes = given.items(self._config.lanes)[: self._config.lanes]
        for lane, part in enumerate(lanes):
            part.only(("front", "troops"))
            state.fronts[lane] = self._read_front(part.key("front"))
            rows = part.key("troops", [[], []]).items(SEATS)
            for army, row in zip(state.armies, rows, strict=False):
                army.rows[lane] = self._read_row(row)
                if state.phase == SETUP and army.rows[lane]:
                    row.error("before setup is done no card is at the front")
        if given.error_count == before:
            self._check_end(given)

    def _read_front(self, given: Reader) -> int:
        """The front of a lane: on one of the lines, in setup at the start, at the end also past the last."""
        if self._state.phase == SETUP:
            if given.value != 0:
                given.error("in setup all fronts stand at the start: expected 0")
            return 0
        maximum = self._config.reach + (self._config.push if self._state.phase == OVER else 0)
        before = given.error_count
        front = given.whole(-maximum, maximum)
        return front if given.error_count == before else 0

    def _check_end(self, given: Reader) -> None:
        state = self._state
        lost = state.losers()
        if state.phase != OVER and lost:
            # A single front past red is refused in its place, so this is the other way to lose.
            given.error(f"a rout: all lanes stand on seat {lost[0]}'s red line", "the phase is then `over`")
        if state.phase == OVER and not lost and state.round < state.max_rounds:
            limit = pluralize(state.max_rounds, "round")
            given.error(f"the game is not over: there is no gap, no rout, and {limit} are not played")

    def _read_row(self, given: Reader) -> tuple[Troop, ...]:
        troops = self._rules.by_text
        row = []
        for item in given.items():
            if isinstance(item.value, str) and item.value in troops:
                row.append(troops[item.value])
            else:
                self._refuse_troop(item)
        return tuple(row)

    def _refuse_troop(self, item: Reader) -> None:
        """Says what a troop would be: of the kind that is named, or in general."""
        word = item.value.partition(" ")[0] if isinstance(item.value, str) else ""
        fault = f"{quote(item.value)} is not a troop at a front"
        for kind in self._config.kinds:
            if kind.word == word:
                left = f"with 1 to {kind.health} health and 0 to {kind.armor} armor left"
                item.error(fault, f"expected {word} HEALTH/ARMOR, {left}")
                return
        first = self._config.kinds[0]
        fresh = f"{first.word} {first.health}/{first.armor}"
        item.error(fault, f"expected its kind, health left / armor left, like {fresh!r}")

    # Seats

    def _read_army(self, army: Army, given: Reader) -> None:
        form = self._rules.form.seats
        given.only((*form.keys, "targets"))
        form.read(given, army, "deck", "hand", "discard")
        if given.has("staged"):
            self._read_staged(army, given.key("staged"))
        self._check_cards(army, given)
        self._check_hand(army, given)
        if self._state.phase == SETUP and army.discard.size:
            given.key("discard").error("before setup is done no card can have fallen")

    def _read_staged(self, army: Army, given: Reader) -> None:
        items = given.items(self._config.lanes)[: self._config.lanes]
        for lane, item in enumerate(items):
            if item.value is None:
                continue
            before = item.error_count
            kind = self._config.words.index(item.word(self._config.words, "kind of troop"))
            if item.error_count == before:
                army.lay(lane, kind)
        count, maximum, phase = army.staged_count, self._config.max_staged, self._state.phase
        if phase == OVER and count:
            given.error("at the end all staged cards are deployed")
        elif phase == SETUP:
            if any(item.value is not None for item in items[count:]):
                given.error("setup fills the lanes in order, from lane 0")
        elif count > maximum:
            given.error(f"{pluralize(count, 'card')} staged, at most {maximum} may be")

    def _check_cards(self, army: Army, given: Reader) -> None:
        """No army has more cards of a kind than the game."""
        cards = [*army.deck, *army.hand.cards(), *army.discard.cards(), *army.staged]
        cards += [troop.kind for row in army.rows for troop in row]
        for number, kind in enumerate(self._config.kinds):
            count = cards.count(number)
            if count > kind.copies:
                given.error(too_many(f"{kind.word} card", count, kind.copies))

    def _check_hand(self, army: Army, given: Reader) -> None:
        """What was drawn is in hand or staged: before setup a first hand, later at most a full one."""
        if not given.has("hand"):
            return
        first, full = self._config.first_hand, self._config.full_hand
        staged = f" and {army.staged_count} staged" if army.staged_count else ""
        held = f"{pluralize(army.hand.size, 'card')}{staged}"
        drawn, phase = army.hand.size + army.staged_count, self._state.phase
        if phase == SETUP and drawn != first:
            given.key("hand").error(f"{held}; before setup each draws {first}")
        elif phase != SETUP and drawn > full:
            given.key("hand").error(f"{held}; a hand is drawn up to {full}")

    # Choices

    def _read_targets(self, parts: list[Reader]) -> None:
        """The answers to the questions of each seat, in their order."""
        for army, part in zip(self._state.armies, parts, strict=False):
            if not part.has("targets"):
                continue
            given = part.key("targets")
            if self._state.phase != TARGET:
                given.error("targets are chosen in the phase `target`")
                continue
            items = given.items()
            if len(items) > len(army.questions):
                given.error(f"{pluralize(len(items), 'target')}, and {len(army.questions)} are chosen here")
            for question, item in zip(army.questions, items, strict=False):
                answers = {self._rules.target_text(move): move for move in question}
                before = item.error_count
                word = item.word(answers, "choice for the card that is asked here")
                if item.error_count == before:
                    army.targets.append(answers[word])

    def _check_choices(self, parts: list[Reader]) -> None:
        """Seat 1 chooses when seat 0 has chosen everything, and not before."""
        state = self._state
        early, late = state.armies
        if state.choosing == 0:
            hint = "write `choosing: 1` when it has"
            if state.phase in (SETUP, STAGE) and late.staged_count:
                parts[1].key("staged").error("seat 0 stages first", hint)
            if state.phase == TARGET and late.targets:
                parts[1].key("targets").error("seat 0 chooses first", hint)
            return
        if state.phase == SETUP and early.staged_count < self._config.lanes:
            parts[0].error("seat 1 chooses when seat 0 has a card in front of each lane")
        if state.phase == TARGET:
            missing = len(early.questions) - len(early.targets)
            if missing > 0:
                targets = pluralize(missing, "target")
                parts[0].error(f"seat 1 chooses when seat 0 has: {targets} missing")


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
        """The seat that is beaten loses. Both are, or neither is: a draw, but for the optional rule."""
        beaten = self._beaten(position)
        ahead = sum(lane["front"] for lane in position["lanes"])
        if len(beaten) == SEATS and self.config.farther_wins and ahead:
            return ((1, 0), (0,)) if ahead > 0 else ((0, 1), (1,))
        if len(beaten) != 1:
            return (1, 1), (0, 1)
        return ((0, 1), (1,)) if beaten == [0] else ((1, 0), (0,))

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
