"""How the suite plays beside random games: with odd tastes, from positions, and with bots."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

import pytest

from generator.rules import Position, State, View, check_game, load
from generator.rules.conformance.moment import Taste
from generator.rules.conformance.odds import Foreteller
from generator.rules.conformance.run import beginnings
from generator.rules.positions import read_notable
from rules.conformance.little_game import Peaks, PeaksState
from rules.conformance.planting import GAMES, SAMPLES
from rules.test_scenarios import MIN_SCENARIOS, SCENARIOS

LAST_CARDS: Position = {
    "game": "peaks",
    "phase": "lay",
    "round": 4,
    "player": 0,
    "seats": [
        {"hand": ["1", "5"], "laid": None, "score": 2},
        {"hand": ["2", "5"], "laid": None, "score": 1},
    ],
    "deck": [],
    "discard": ["1", "2", "3", "4"],
    "shuffler": {"seed": 1, "made": 1},
}


class Fragile(Peaks):
    """Can't be dealt anew where the other seat has the last cards."""

    def determinize(self, view: View, seat: int, shuffler: Any) -> Position:
        assert view["deck"] or view["discard"] != LAST_CARDS["discard"]
        return super().determinize(view, seat, shuffler)


def test_a_crash_is_found_from_a_position_at_once() -> None:
    assert check_game(Fragile(), games=20, only=["views"]).ok
    report = check_game(Fragile(), games=1, only=["views"], positions=[LAST_CARDS])
    assert {finding.check for finding in report.findings} == {"views"}
    record = report.findings[0].record
    assert record is not None
    assert record["from"] == LAST_CARDS
    assert report.placed.games == 1


def test_the_notable_positions_of_a_game_are_played_from() -> None:
    class Notable(Fragile):
        def notable_positions(self) -> Sequence[Position]:
            return [LAST_CARDS]

    assert not check_game(Notable(), games=1, only=["views"]).ok


@pytest.mark.parametrize("name", MIN_SCENARIOS)
def test_every_bundled_game_has_notable_positions(name: str) -> None:
    """None of them is left out, which is for other numbers than those of the card database."""
    game = load(name)
    positions = game.notable_positions()
    assert len(positions) >= 9
    assert len(positions) == len(read_notable(GAMES / name.replace("-", "_")))
    over = [game.from_dict(position).over for position in positions]
    assert not all(over)
    report = check_game(game, 0, only=["play"])
    assert report.placed.games == len(positions)
    assert report.ok, str(report)


def test_positions_that_other_numbers_make_impossible_are_left_out() -> None:
    whole = load("strongholds").notable_positions()
    fewer = load("strongholds", ["rules.rulings.max_turns=100"]).notable_positions()
    assert 0 < len(fewer) < len(whole)


def test_a_game_of_ones_own_is_played_from_where_its_scenarios_begin() -> None:
    game = load(str(SAMPLES / "march-ice"))
    report = check_game(game, 0, only=["play", "cards"])
    assert report.placed.games == len(list(beginnings(game))) > 2


@pytest.mark.parametrize(("likes", "expected"), [(True, {"5"}), (False, {"1", "2"})])
def test_a_taste_prefers_or_shuns(likes: bool, expected: set[str]) -> None:
    class Told(PeaksState):
        __slots__ = ()

        def text(self, move: int) -> str:
            return f"{'high' if move == 4 else 'low'} {move + 1}"

    state = Peaks().from_dict(LAST_CARDS)
    state.__class__ = Told
    dice = Random(1)
    taste = Taste("high", likes)
    chosen = [taste.choose(state, (0, 1, 4), dice) for _ in range(200)]
    assert sum(str(move + 1) in expected for move in chosen) > 180


class Stubborn(Peaks):
    """Whoever never lays a 5 while there is another card is asked until the machine stops."""

    def begin(self, shuffler: Any, seats: int, options: Mapping[str, Any]) -> PeaksState:
        state = super().begin(shuffler, seats, options)
        state.__class__ = StubbornState
        return state


class StubbornState(PeaksState):
    __slots__ = ()

    def text(self, move: int) -> str:
        return f"lay{move + 1}"

    def parse(self, text: str) -> int:
        return super().parse(text.replace("lay", "lay "))


def test_odd_games_are_counted_apart() -> None:
    report = check_game(Stubborn(), games=40, only=["play"])
    assert report.totals.games == 40
    assert report.odd.games == 10
    assert report.to_dict()["odd"]["games"] == 10


def test_a_bot_that_peeks_is_found() -> None:
    """It decides by the state that it was last shown, and not by the view."""
    shown: list[State] = []

    class Leaky(PeaksState):
        __slots__ = ()

        def view(self, seat: int) -> View:
            shown[:] = [self]
            return super().view(seat)

    class LeakyPeaks(Peaks):
        def begin(self, shuffler: Any, seats: int, options: Mapping[str, Any]) -> PeaksState:
            state = super().begin(shuffler, seats, options)
            state.__class__ = Leaky
            return state

        def from_dict(self, position: Mapping[str, Any]) -> PeaksState:
            state = super().from_dict(position)
            state.__class__ = Leaky
            return state

    def peek(_: View, legal: Sequence[int]) -> int:
        others = [theirs["hand"] for theirs in shown[0].to_dict()["seats"]]
        return legal[hash(str([sorted(map(int, hand)) for hand in others])) % len(legal)]

    def fair(_: View, legal: Sequence[int]) -> int:
        return legal[-1]

    assert check_game(LeakyPeaks(), games=60, only=["exchanges"], decide=fair).ok
    report = check_game(LeakyPeaks(), games=60, only=["exchanges"], decide=peek)
    assert "a bot at seat" in report.findings[0].message


def test_a_shuffled_pile_is_not_foretold_and_a_cut_one_is() -> None:
    dice = Random(5)
    cards = [f"{number:02}" for number in range(30)]
    fair, cut = Foreteller(), Foreteller()
    for _ in range(400):
        at = dice.randrange(30)
        fair.read("deck", dice.sample(cards, 30), dice.sample(cards, 30))
        cut.read("deck", cards[at:] + cards[:at], dice.sample(cards, 30))
    assert list(fair.faults(2)) == []
    assert {place for place, _, _ in cut.faults(2)} == {"deck"}


@pytest.mark.slow
@pytest.mark.usefixtures("brief_search")
@pytest.mark.parametrize("name", MIN_SCENARIOS)
def test_games_pass_from_the_positions_of_their_scenarios(name: str) -> None:
    scenarios = [scenario for scenario in SCENARIOS if scenario.game == name]
    begun = [dict(one.position) for one in scenarios if one.position is not None and one.refused is None]
    # Gateway alone has hundreds, several for most cards.
    positions = begun[:: max(1, len(begun) // 20)]
    report = check_game(load(name), games=1, positions=positions)
    assert report.placed.games >= len(positions)
    assert report.ok, str(report)
