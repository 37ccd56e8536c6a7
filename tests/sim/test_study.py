"""A study: who plays which deal from where, what is counted, and what bots can do wrong."""

from __future__ import annotations

import json
import pickle
import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from generator.rules import View, load
from generator.sim.bots import make_bot
from generator.sim.study.plan import ChosenDeck, Contestant, Plan, read_plan
from generator.sim.study.store import Store
from generator.sim.study.table import Batch, GameFailed, open_table, play_numbers
from generator.sim.study.workers import Crew
from tests.own_leduc import line_of, write_leduc
from tests.sim.even_game import write_even
from tests.sim.studies import plan, played, seat_odd_bots

THREE = ("a", "b", "c")


class TestSeating:
    def test_every_contestant_plays_every_deal_from_every_seat(self) -> None:
        of_three = plan(6, *THREE)
        assert [of_three.seating(number) for number in range(6)] == 2 * [(0, 1, 2), (2, 0, 1), (1, 2, 0)]
        seeds = [of_three.deal_seed(number) for number in range(6)]
        assert seeds[:3] == 3 * [seeds[0]]
        assert seeds[3:] == 3 * [seeds[3]]

    def test_neighbouring_studies_have_no_deals_in_common(self) -> None:
        seeds = [
            {plan(seed=seed).deal_seed(number) for number in range(0, 2000, 2)} for seed in (1, 2, 10**18)
        ]
        assert len(set.union(*seeds)) == 3000

    def test_a_contestant_draws_other_lots_in_each_game(self) -> None:
        asked = plan()
        seeds = {asked.bot_seed(number, contestant) for number in range(100) for contestant in range(2)}
        assert len(seeds) == 200

    def test_a_deck_goes_with_its_contestant(self) -> None:
        decks = [ChosenDeck(name, name) for name in ("long-siege", "night-shift")]
        contestants = tuple(Contestant("random", deck) for deck in decks)
        asked = Plan("battle-gate", "battle-gate", contestants, 2)
        assert asked.setup(0)["decks"] == ["long-siege", "night-shift"]
        assert asked.setup(1)["decks"] == ["night-shift", "long-siege"]
        assert [names.deck for names in asked.deck_names(1)] == ["night-shift", "long-siege"]

    def test_plans_are_read_back(self) -> None:
        deck = ChosenDeck("Mine", ("M1", "S2"), (("M1", ("Moss", "Fern")),))
        asked = Plan(
            "g", "/x/g", (Contestant("greedy", deck),) * 2, 9, 3, (("hand", "5"),), ("rules.hand=6",)
        )
        assert read_plan(json.loads(json.dumps(asked.to_dict()))) == asked
        assert hash(pickle.loads(pickle.dumps(asked))) == hash(asked)


class TestResults:
    def test_games_are_those_that_the_rules_give(self) -> None:
        """Played here by hand: same deals, same bots, move by move."""
        asked = plan(6, "random", "random", game="battle-gate", seed=7)
        game = load("battle-gate")
        table = open_table(asked)
        with table.watched(0, 60):
            games = [table.play(number) for number in range(6)]
        for number, found in enumerate(games):
            state = game.start(seed=asked.deal_seed(number), seats=2)
            bots = [
                make_bot("random", game, asked.bot_seed(number, contestant), seat)
                for seat, contestant in enumerate(asked.seating(number))
            ]
            counted = []
            decisions = [0, 0]
            while (seat := state.player) is not None:
                legal = state.legal()
                counted.append(len(legal))
                decisions[seat] += 1
                state.apply(bots[seat].choose(state.view(seat), legal))
            assert found.result == state.result()
            assert found.decisions == decisions
            assert (found.legal_sum, found.legal_most) == (sum(counted), max(counted))

    @pytest.mark.slow
    def test_wins_by_seat_and_by_contestant(self) -> None:
        summary, _ = played(plan(10, "greedy", "random", game="hold-the-gates"))
        told = summary.to_dict()
        assert told["games"] == 10
        wins = told["wins"]
        assert isinstance(wins, dict)
        assert sum(wins["seats"]) == sum(wins["contestants"]) == 10
        assert wins["bots"] == {"greedy": wins["contestants"][0], "random": wins["contestants"][1]}
        assert wins["bots"]["greedy"] >= 7

    def test_a_shared_win_counts_for_both(self) -> None:
        summary, _ = played(plan(60, game="hold-the-line", seed=3))
        assert summary.draws > 0
        assert sum(share.wins for share in summary.seats) == 60 - summary.lost_by_all
        assert any(share.wins.denominator == 2 for share in summary.seats) or summary.draws % 2 == 0

    def test_batches_do_not_matter(self) -> None:
        asked = plan(30)
        table = open_table(asked)

        def digest(cuts: Sequence[int]) -> str:
            with Store.begin(None, asked, table.versions) as store:
                for first, end in reversed(list(zip((0, *cuts), (*cuts, 30), strict=True))):
                    store.add(play_numbers(table, range(first, end), 60))
                return store.digest()

        assert digest([]) == digest([1, 2, 17]) == played(asked)[0].digest
        assert digest([]) != played(plan(30, seed=2))[0].digest

    def test_batches_are_columns(self) -> None:
        table = open_table(plan(400))
        batch = play_numbers(table, range(400), 60)
        assert len(batch) == 400
        assert len(pickle.dumps(batch)) < 400 * 60
        assert isinstance(batch, Batch)

    def test_a_game_that_nobody_can_choose_decks_for_is_told(self) -> None:
        asked = replace(plan(4), options=(("nonsense", "1"),))
        _, failure = played(asked)
        assert failure is not None
        assert failure.number == 0
        assert "has no option 'nonsense'" in failure.problem.message


class TestBots:
    """What a bot does wrong is told with game, move and seat, and the games before it are kept."""

    def failure(self, monkeypatch: pytest.MonkeyPatch, wrong: object, move_limit: float = 60) -> str:
        """The error of a bot that plays two games well and then does the wrong thing at its third move."""
        begun = 0

        def make() -> object:
            nonlocal begun
            begun += 1
            game, moves = begun, 0

            def choose(view: View, legal: Sequence[int]) -> int:
                nonlocal moves
                moves += 1
                if game > 3 and moves == 3:
                    return wrong(view, legal) if callable(wrong) else wrong  # type: ignore[return-value]
                return legal[0]

            return choose

        seat_odd_bots(monkeypatch, make)  # type: ignore[arg-type]
        asked = plan(8, "random", "odd")
        summary, failure = played(asked, crew=Crew(move_limit=move_limit))
        assert failure is not None
        assert summary.games == failure.number
        assert 1 <= failure.number <= 4
        seat = asked.seating(failure.number).index(1)
        words = failure.problem.message
        assert words.startswith(f"game {failure.number}, move ")
        assert f", seat {seat} (odd): the bot " in words
        assert failure.problem.place is not None
        assert failure.problem.place.file.endswith(".py")
        return words.partition(": the bot ")[2]

    def test_it_crashes(self, monkeypatch: pytest.MonkeyPatch) -> None:
        told = self.failure(monkeypatch, lambda _, legal: legal[0] // (len(legal) - len(legal)))
        assert told.startswith("failed: ZeroDivisionError: ")

    def test_it_exits(self, monkeypatch: pytest.MonkeyPatch) -> None:
        def wrong(_: View, legal: Sequence[int]) -> int:
            raise SystemExit(f"no idea of {len(legal)} moves")

        assert self.failure(monkeypatch, wrong).startswith("failed: SystemExit: no idea of ")

    @pytest.mark.parametrize(
        ("wrong", "told"),
        [
            (None, "gave `None` instead of the number of a move"),
            (1.0, "gave `1.0` instead of the number of a move"),
            (True, "gave `True` instead of the number of a move"),
            (-1, "gave -1, which is not the number of a move"),
            (10**9, "gave 1000000000, which is not the number of a move"),
        ],
    )
    def test_it_gives_no_move(self, monkeypatch: pytest.MonkeyPatch, wrong: object, told: str) -> None:
        assert self.failure(monkeypatch, wrong).startswith(told)

    def test_it_cheats(self, monkeypatch: pytest.MonkeyPatch) -> None:
        def wrong(_: View, legal: Sequence[int]) -> int:
            return next(move for move in range(1000) if move not in legal)

        told = self.failure(monkeypatch, wrong)
        assert told.startswith("chose `")
        assert told.endswith("`, which is not among the legal moves")

    @pytest.mark.slow
    def test_it_hangs(self, monkeypatch: pytest.MonkeyPatch) -> None:
        def wrong(_: View, legal: Sequence[int]) -> int:
            while legal:
                pass
            return 0

        assert self.failure(monkeypatch, wrong, move_limit=0.3) == "took too long for its move"

    def test_it_waits_for_ever(self, monkeypatch: pytest.MonkeyPatch) -> None:
        def wrong(_: View, legal: Sequence[int]) -> int:
            time.sleep(600)
            return legal[0]

        began = time.monotonic()
        assert self.failure(monkeypatch, wrong, move_limit=0.3) == "took too long for its move"
        assert time.monotonic() - began < 300

    @pytest.mark.parametrize("game", ["battle-gate", "gateway", "hold-the-line", "strongholds"])
    def test_it_gains_nothing_by_changing_what_it_is_shown(
        self, monkeypatch: pytest.MonkeyPatch, game: str
    ) -> None:
        def spoil(value: object) -> None:
            if isinstance(value, dict):
                for inner in list(value.values()):
                    spoil(inner)
                value.clear()
            elif isinstance(value, list):
                for inner in value:
                    spoil(inner)
                value.clear()

        def digest(spoils: bool) -> str:
            def choose(view: View, legal: Sequence[int]) -> int:
                if spoils:
                    spoil(view)
                    if isinstance(legal, list):
                        legal.reverse()
                return legal[len(legal) // 2]

            seat_odd_bots(monkeypatch, lambda: choose)
            return played(plan(2, "odd", "random", game=game))[0].digest

        assert digest(spoils=True) == digest(spoils=False)

    def test_one_that_does_not_look_costs_no_view(self, monkeypatch: pytest.MonkeyPatch) -> None:
        from generator.games.battle_gate.rules import BattleGateState

        def view(*_: object) -> View:
            raise AssertionError("random bots do not look")

        monkeypatch.setattr(BattleGateState, "view", view)
        assert played(plan(4, game="battle-gate"))[0].games == 4


class TestOwnRules:
    def test_a_game_in_a_folder_is_played(self, tmp_path: Path) -> None:
        folder = write_leduc(tmp_path / "leduc")
        summary, failure = played(plan(50, game="leduc", place=str(folder)))
        assert failure is None
        assert summary.games == 50
        assert sum(share.wins for share in summary.seats) == 50

    def test_a_mistake_in_the_rules_is_told_with_its_place(self, tmp_path: Path) -> None:
        head = "    def apply(self, move: int) -> None:\n"
        folder = write_leduc(tmp_path / "leduc", {head: f"{head}        1 / (1 - self.round)\n"})
        _, failure = played(plan(50, game="leduc", place=str(folder)))
        assert failure is not None
        assert failure.problem.place is not None
        assert failure.problem.place.line == line_of(folder, "1 / (1 - self.round)")
        assert failure.problem.message.startswith("game 0, move 3, seat ")
        assert "ZeroDivisionError" in failure.problem.message

    def test_what_decides_is_in_the_versions(self, tmp_path: Path) -> None:
        folder = write_leduc(tmp_path / "leduc")
        asked = plan(game="leduc", place=str(folder))
        before = open_table(asked).versions
        assert open_table(asked).versions == before
        (folder / "layouts" / "card.xml.j2").write_text("<card/>")
        assert open_table(asked).versions == before
        with (folder / "rules.py").open("a") as file:
            file.write("\n# a comment\n")
        assert list(before.differences(open_table(asked).versions))

    def test_numbers_of_cards_are_in_the_versions(self, tmp_path: Path) -> None:
        folder = write_leduc(tmp_path / "leduc")
        asked = plan(game="leduc", place=str(folder))
        before = open_table(asked).versions
        cards = folder / "cards.yaml"
        cards.write_text(cards.read_text().replace("copies: 2", "copies: 3", 1))
        assert open_table(asked).versions.cards != before.cards


def test_a_failure_can_be_sent_by_a_worker() -> None:
    with pytest.raises(GameFailed) as caught:
        open_table(replace(plan(4), options=(("nonsense", "1"),))).begin(2)
    again = pickle.loads(pickle.dumps(caught.value))
    assert (again.number, again.problem) == (2, caught.value.problem)


@pytest.mark.slow
def test_a_fair_game_lies_in_its_interval_in_95_of_100_studies(tmp_path: Path) -> None:
    """One card of twenty decides, so both games of a deal end alike: deals are what counts, not games."""
    folder = write_even(tmp_path / "even")
    game = folder / "game.yaml"
    game.write_text(game.read_text("utf-8").replace("mine: &mine 14", "mine: &mine 10"), "utf-8")
    inside, studies = 0, 150
    for seed in range(studies):
        summary, failure = played(plan(30, "random", "random", game="even", seed=seed, place=str(folder)))
        assert failure is None
        found = summary.seats[0].interval
        inside += found.low <= 0.5 <= found.high
    # Of a hundred sets of 150 studies with sound intervals, one lies outside of these numbers.
    assert 135 <= inside <= 148
