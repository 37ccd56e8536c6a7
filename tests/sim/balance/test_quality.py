"""Games that are known to be good or bad, in one way or another, are ordered by the figures as they must."""

from __future__ import annotations

from itertools import pairwise, product
from math import log10, prod
from pathlib import Path
from statistics import mean

import pytest
from games import write_game

from generator.sim.balance.figures import Course, GameFigures, measure_games
from generator.sim.balance.trace import DECIDED, Tracing
from generator.sim.study.games import read_games

from .tiny import plan_of, study

STAKES = '''\
"""In each turn a coin says who gets the stake of that turn; what the seats say matters to nobody."""

from generator.rules.kit import Counter, Rules, Tally, Word, Zone

STAKES = [1]
rules = Rules(
    seats=2,
    zones=[Zone("pile", full=True)],
    counters=[Counter("turn", start=1), Counter("gone"), Counter("points", of="seat")],
    scores=[Tally("points")],
)


@rules.setup
def begin(table):
    table.points[0] = 0


@rules.move("call {side}", side=Word("heads", "tails"))
def call(table, side):
    """Call a side."""
    table.points[table.roll(2) - 1] += STAKES[table.gone]
    table.gone += 1
    table.turn = min(table.gone + 1, len(STAKES))
    table.pass_turn()


@rules.over
def over(table):
    return "all stakes are gone" if table.gone == len(STAKES) else None
'''
TIC_TAC_TOE = '''\
from generator.rules.kit import Counter, Squares, Rules, Space, Zone

rules = Rules(
    seats=2,
    zones=[Zone("box", full=True), Zone("field", board=Squares(3, 3))],
    counters=[Counter("turn", start=1)],
)
SIDES = ("x", "o")


@rules.setup
def begin(table):
    table.turn = 1


def free(table):
    return [space for space in table.field if not table.field[space]]


@rules.move("mark {space}", space=Space("field"), among=free)
def mark(table, space):
    """Mark a space."""
    piece = next(card for card in table.box if card.side == SIDES[table.seat])
    table.box.give(piece, table.field[space])
    if over(table) is None:
        table.turn += 1
    table.pass_turn()


def row_of(table):
    for row in table.field.rows(3):
        sides = [table.field[space][0].side for space in row if table.field[space]]
        if len(sides) == 3 and len(set(sides)) == 1:
            return sides[0]
    return None


@rules.over
def over(table):
    if row_of(table):
        return "three in a row"
    return None if any(not table.field[space] for space in table.field) else "the board is full"


@rules.winners
def winners(table):
    side = row_of(table)
    return [0, 1] if side is None else [SIDES.index(side)]
'''


def figures_of(folder: Path, games: int, tracing: Tracing) -> GameFigures:
    played = study(plan_of(folder, games), tracing)
    return measure_games(read_games(played.store), played.table.game, played.traces)


def course_of(tmp_path: Path, stakes: list[int], games: int = 12, playouts: int = 64) -> Course:
    rules = STAKES.replace("STAKES = [1]", f"STAKES = {stakes}")
    folder = write_game(tmp_path / "-".join(map(str, stakes)), files={"rules.py": rules})
    course = figures_of(folder, games, Tracing(estimated=1, playouts=playouts)).course
    assert course is not None
    return course


def test_first_last_and_even_stakes_are_told_apart(tmp_path: Path) -> None:
    """All is won in the first turn or in the last, or a little in each, so that who leads may be caught."""
    first, last, even = (course_of(tmp_path, stakes) for stakes in ([1, 0, 0], [0, 0, 1], [1, 1, 1]))
    assert first.played_out is not None
    assert last.played_out is not None
    assert (first.played_out.value, last.played_out.value) == (pytest.approx(1 / 3), 0)
    assert first.turning_points.mean.value == last.turning_points.mean.value == 1
    assert first.drama is not None
    assert last.drama is not None
    assert even.drama is not None
    assert even.drama.value > 0.02 > max(first.drama.value, last.drama.value)


def test_where_nobody_has_a_choice_there_is_none_to_measure(tmp_path: Path) -> None:
    rules = STAKES.replace("[1]", "[1, 1, 1]").replace('Word("heads", "tails")', 'Word("heads")')
    figures = figures_of(write_game(tmp_path / "coin", files={"rules.py": rules}), 8, Tracing(estimated=1))
    choice = figures.choice
    assert choice.forced_moves is not None
    assert choice.forced_turns is not None
    assert choice.forced_moves.value == choice.forced_turns.value == 1
    assert (figures.length.decisions.most, figures.waiting, choice.legal_by_tenth) == (0, None, ())


def exactly(stakes: list[int], lead: float, decided: float) -> dict[str, float]:
    """The same figures from all ways in which the coins can fall, each as likely, and the true chances."""

    def chance(fallen: tuple[int, ...]) -> float:
        ends = product((1, -1), repeat=len(stakes) - len(fallen))
        return mean(sum(map(prod, zip(stakes, fallen + end, strict=True))) > 0 for end in ends)

    found = []
    for coins in product((1, -1), repeat=len(stakes)):
        stood = [chance(coins[:turn]) for turn in range(len(stakes))]
        won = chance(coins)
        winners = [one if won else 1 - one for one in stood]
        leads = [one > 0.5 for one in stood if abs(2 * one - 1) > lead]
        settled = len(stakes)
        while settled and winners[settled - 1] > decided:
            settled -= 1
        found.append(
            {
                "lead_changes": sum(one != two for one, two in pairwise(leads)),
                "turning_points": sum(abs(one - two) > lead for one, two in pairwise([*stood, won])),
                "behind": mean(1 - 2 * one > lead for one in winners),
                "drama": mean(max(0.0, 1 - 2 * one) for one in winners),
                "played_out": 1 - min(settled + 1, len(stakes)) / len(stakes),
            }
        )
    return {name: mean(one[name] for one in found) for name in found[0]}


@pytest.mark.slow
@pytest.mark.parametrize("stakes", [[1, 1, 1], [1, 1, 1, 1, 1], [1, 2, 4, 8], [8, 4, 2, 1], [3, 2, 2]])
def test_the_course_of_a_game_is_what_enumeration_gives(tmp_path: Path, stakes: list[int]) -> None:
    """Playouts are right to a few points, so that what lies near a threshold counts now and then."""
    course = course_of(tmp_path, stakes, 70, 50)
    least, most = (exactly(stakes, course.lead + by, DECIDED + by) for by in (0.1, -0.1))
    found = {
        "lead_changes": course.lead_changes.mean.value,
        "turning_points": course.turning_points.mean.value,
    }
    found |= {name: getattr(course, name).value for name in ("behind", "drama", "played_out")}
    for name, value in found.items():
        chance = 0.1 if value < 1 else 0.2
        assert least[name] - chance <= value <= most[name] + chance, name


def test_tic_tac_toe_has_the_choice_and_the_waits_that_it_must_have(tmp_path: Path) -> None:
    pieces = [{"id": f"{side}-{number}", "side": side} for side in "xo" for number in range(5)]
    folder = write_game(tmp_path / "noughts", cards=pieces, files={"rules.py": TIC_TAC_TOE})
    figures = figures_of(folder, 60, Tracing(estimated=1000))
    choice, waiting = figures.choice, figures.waiting
    assert waiting is not None
    assert (waiting.mean.value, waiting.longest.most) == (1, 1)
    assert choice.legal_most == 9
    assert [move.used for move in figures.moves] == [move.different for move in figures.moves] == [9]
    legal = [tenth.value for tenth in choice.legal_by_tenth]
    assert legal == sorted(legal, reverse=True)
    assert legal[0] == 9
    # The last of nine moves is forced, and so is no decision: 9! is the size of a full game's tree.
    assert choice.tree is not None
    assert choice.tree.most == pytest.approx(log10(prod(range(1, 10))))
    assert choice.by_seat[0].value > choice.by_seat[1].value
    # A turn is a move, counted where the games are stored and where they are traced.
    assert choice.forced_turns is not None
    assert choice.forced_moves is not None
    assert choice.forced_turns.value == pytest.approx(choice.forced_moves.value)
