"""What an author may add to rules: how good a table is, what must always hold, what is kept off the table."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from io import StringIO
from typing import Any

import pytest
from rich.console import Console

from generator.catalog.problems import Problems
from generator.catalog.reader import ProblemLog, Reader
from generator.rules import RulesError, check_game
from generator.rules.kit import ALL, SEAT, Counter, Rules, Table, Value, Zone
from generator.rules.kit.bot import open_evaluator
from generator.rules.scenarios import play_scenario, read_scenario
from generator.rules.terminal import display_for
from generator.sim.bots import make_bot
from generator.sim.matches.hints import describe_hint
from generator.studio.play.shown import shown_table
from rules.kit.conftest import ZONES, Open, card_game


def valued(value: Callable[[Any, int], object], **changes: Any) -> Rules:
    rules = card_game(**changes)
    rules.value(value)
    return rules


# How good a table is


def test_bots_and_hints_go_by_what_the_author_values(tiny: Open) -> None:
    game = tiny(valued(lambda table, seat: sum(card.rank for card in table.hand[seat])))
    state = game.start(seed=1)
    seat = state.player
    assert seat is not None
    view, legal = state.view(seat), state.legal()
    advice = make_bot("greedy", game, 1, seat).hint(view, legal)
    ranks = [int(state.text(one.move)[-1]) for one in advice]
    assert ranks == sorted(ranks)
    assert [one.evaluation for one in advice] == sorted((one.evaluation for one in advice), reverse=True)
    assert next(describe_hint(advice, state.text)) == f"greedy would {state.text(advice[0].move)}"
    assert state.text(make_bot("search:20", game, 1, seat).choose(view, legal)) in map(state.text, legal)


def test_a_team_stands_as_well_as_its_seats_on_average(tiny: Open) -> None:
    rules = valued(lambda table, seat: 10 * seat, seats=4, teams=[(0, 2), (1, 3)])  # noqa: ARG005
    game = tiny(rules)
    evaluator = open_evaluator(game)
    assert evaluator is not None
    state = game.from_dict({"seats": [{"hand": ["red-1", "red-2"]}, {}, {}, {}]})
    assert [evaluator.evaluate(state, seat) for seat in range(4)] == [10, 20, 10, 20]


def test_no_value_is_better_than_a_win(tiny: Open) -> None:
    game = tiny(valued(lambda table, seat: (seat - 1) * 5000 or 899))  # noqa: ARG005
    evaluator = open_evaluator(game)
    assert evaluator is not None
    state = game.start(seed=1)
    assert -1000 < evaluator.evaluate(state, 0) < -900
    assert evaluator.evaluate(state, 1) == 899


@pytest.mark.parametrize("value", ["much", None, float("nan")])
def test_what_is_no_value_is_told_with_its_line(tiny: Open, value: object) -> None:
    def worth(table: Table, seat: int) -> Any:
        del table, seat
        return value

    game = tiny(valued(worth))
    state = game.start(seed=1)
    with pytest.raises(RulesError, match=r"`value` gave .*: give a number") as error:
        make_bot("greedy", game, 1, 0).choose(state.view(0), state.legal())
    assert error.value.place is not None
    assert error.value.place.line == worth.__code__.co_firstlineno


@pytest.mark.parametrize(
    ("decorate", "message"),
    [
        (
            lambda rules: rules.value(lambda table: 1),  # noqa: ARG005
            r"`@rules.value` stands over a function of \(table, seat\)",
        ),
        (lambda rules: rules.always(lambda: None), r"`@rules.always` stands over a function of \(table\)"),
        (lambda rules: rules.always("never"), "not over 'never'"),
        (lambda rules: rules.heuristic, "there is no `rules.heuristic`; did you mean `value`?"),
        (lambda rules: rules.invariant, "there is no `rules.invariant`; did you mean `always`?"),
    ],
)
def test_a_decorator_in_the_wrong_place_is_told(decorate: Callable[[Any], object], message: str) -> None:
    with pytest.raises(RulesError, match=message):
        decorate(card_game())


# What must always hold


def few_on_the_heap(**changes: Any) -> Rules:
    rules = card_game(**changes)

    @rules.always
    def few(table: Table) -> Iterator[str]:
        if len(table.heap) > 4:
            yield f"there are {len(table.heap)} cards on the heap"

    return rules


def test_what_must_always_hold_is_asked_after_each_move(tiny: Open) -> None:
    game = tiny(few_on_the_heap())
    report = check_game(game, 1)
    found = [finding.message for finding in report.findings if finding.check == "always"]
    assert found
    assert all(message.startswith("this must never be: there are ") for message in found)
    assert not check_game(tiny(card_game()), 1, only=("always",)).findings


def played(game: Any, **scenario: Any) -> list[str]:
    problems = Problems()
    reader = Reader({"rule": "This is what happens then.", **scenario}, ProblemLog(problems))
    read = read_scenario("tiny", "test", reader)
    if read is None:
        return [problem.message for problem in problems]
    return [f"{failure.key}: {failure.message}" for failure in play_scenario(read, game)]


def test_scenarios_ask_it_too(tiny: Open) -> None:
    start = {"seats": [{"hand": ["red-1", "red-2"]}, {"hand": ["blue-1", "blue-2"]}]}
    game = tiny(few_on_the_heap())
    heap = ["red-3", "red-3", "blue-3", "blue-3"]
    assert played(game, **{"from": {**start, "heap": heap[:3]}, "moves": ["play red-1"], "player": 1}) == []
    message = played(game, **{"from": {**start, "heap": heap}, "moves": ["play red-1"], "player": 1})
    assert message == ["always: this must never be: there are 5 cards on the heap"]


def test_what_is_no_sentence_is_told(tiny: Open) -> None:
    rules = card_game()
    rules.always(lambda table: [table.seat])
    with pytest.raises(RulesError, match="`always` gave 0: give the sentence that says what does not hold"):
        tiny(rules).start(seed=1).broken()


def test_it_can_not_change_the_game(tiny: Open) -> None:
    rules = card_game()
    rules.always(lambda table: table.deck.clear())
    state = tiny(rules).start(seed=1)
    before = state.to_dict()
    assert state.broken() == []
    assert state.to_dict() == before


# What is kept off the table

BOOKS = {
    "counters": [
        Counter("round", start=1),
        Counter("lane", shown=False),
        Counter("met", of=SEAT, shown=False),
    ],
    "values": [Value("began", (True, False), shown=False)],
}


def test_bookkeeping_is_in_positions_and_not_on_the_table(tiny: Open) -> None:
    game = tiny(card_game(**BOOKS))
    state = game.start(seed=1)
    position, view = state.to_dict(), state.view(0)
    assert (position["lane"], position["began"], position["seats"][0]["met"]) == (0, True, 0)
    assert view["lane"] == 0
    display = display_for(game, None)
    console = Console(width=88, record=True, file=StringIO())
    for part in display.draw(view, 88):
        console.print(part)
    drawn = console.export_text()
    assert "Round 1" in drawn
    assert not any(word in drawn.lower() for word in ("lane", "met", "began"))

    class NoFaces:
        layouts = ()

        def find(self, card: str) -> None:
            del card

        def back_of(self, name: str) -> None:
            del name

        def usual_back(self) -> None:
            pass

    shown: Any = shown_table(view, position, display, NoFaces())  # type: ignore[arg-type]
    assert ("round", "1") in shown.table.facts
    message = [name for group in (shown.table, *shown.seats) for name, _ in group.facts]
    assert not {"lane", "met", "began"} & {*message}


def test_marks_are_drawn_with_their_cards() -> None:
    with pytest.raises(RulesError, match="the mark `damage` of `line` is drawn with its card"):
        Zone("line", seen=ALL, marks=[Counter("damage", shown=False)])


# What is told of cards that are hidden


@pytest.mark.parametrize(("message", "is_noted"), [("draws {}", True), ("draws a card", False)])
def test_what_tells_of_a_hidden_card_is_noted(tiny: Open, message: str, is_noted: bool) -> None:
    rules = card_game(zones=ZONES)
    move = rules.functions.moves[0]

    @rules.move("draw for {card}", card=move.choices["card"])
    def draw(table: Any, card: Any) -> None:
        table.hand[table.seat].give(card, table.heap)
        if table.deck:
            table.hand[table.seat].append(drawn := table.deck.draw())
            table.tell(message.format(drawn.name), table.seat)
        table.pass_turn()

    report = check_game(tiny(rules), 6, only=("tells",))
    assert bool(report.notes) is is_noted
    assert all("which sees no" in note for note in report.notes)


# Scenarios that begin with a changed start


@pytest.mark.parametrize("start", [{"from": "start"}, {"start": {"seed": 5}}, {"start": {"seeds": 9}}])
def test_a_scenario_changes_the_start_of_a_game(tiny: Open, start: dict[str, Any]) -> None:
    game = tiny(card_game(counters=[Counter("round"), Counter("coins", of=SEAT)]))
    changes = {
        "round": 3,
        "seats[1].coins": 7,
        "seats[0].hand": ["red-1", "red-3"],
        "heap": ["blue-1"],
    }
    position = {
        "round": 3,
        "heap": ["blue-1"],
        "deck": 6,
        "seats": [{"hand": ["red-1", "red-3"], "coins": 0}, {"hand": 3, "coins": 7}],
    }
    assert played(game, **start, changes=changes, position=position, player=0) == []
    state = game.from_dict(game.start(seed=0).to_dict())
    assert len(game.referee().cards(state.to_dict())["all"]) == 12


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"ruond": 3}, "changes: the position has no `ruond`; did you mean `round`?"),
        ({"seats[5].hand": []}, "changes: the position has no `seats[5]`"),
        ({"round": "x"}, "changes: the position is refused: round: expected a whole number, got 'x'"),
        ({"heap": ["red-1"] * 3}, "changes: the position is refused: 3 copies of red-1, and the game has 2"),
        ({"heap..x": 1}, "'heap..x' is not a place in a position, such as `seats[0].hand`"),
    ],
)
def test_a_change_that_can_not_be_is_told(tiny: Open, changes: dict[str, Any], message: str) -> None:
    game = tiny(card_game(counters=[Counter("round")]))
    assert played(game, **{"from": "start"}, changes=changes, player=0) == [message]


def test_a_position_is_not_changed(tiny: Open) -> None:
    message = played(tiny(card_game()), **{"from": {"phase": "play"}}, changes={"heap": []}, player=0)
    assert message == ["`changes` are made to the start of a game; a position of `from` says all itself"]
