"""Strategies: what game.yaml forbids, a bot never does; what fits no move of the game is told."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
import yaml
from games import PROJECT, bundled_game, run_here, write_game

from generator.catalog.load import load_game
from generator.catalog.problems import InputError, Problems
from generator.rules import Game, View, load, playable_games
from generator.sim.bot import Bot, move_texts
from generator.sim.bots import RestrictedBot, make_bot

STRATEGIES = [(name, strategy) for name in playable_games() for strategy in bundled_game(name).strategies]


class Asked(Bot):
    """Takes the last move, and remembers what it was asked about."""

    def __init__(self) -> None:
        self.moves: list[tuple[int, ...]] = []

    def choose(self, view: View, legal: Sequence[int]) -> int:
        del view
        self.moves.append(tuple(legal))
        return legal[-1]


def test_forbidden_moves_are_not_even_shown() -> None:
    inner = Asked()
    bot = RestrictedBot(inner, frozenset({2, 5}))
    assert bot.choose({}, (1, 2, 4, 5)) == 4
    assert bot.choose({}, (2, 5)) == 5, "nothing else is left, so all are"
    assert bot.choose({}, (2, 3, 5)) == 3, "a single one is made without asking"
    assert inner.moves == [(1, 4), (2, 5)]


def made_moves(game: Game, bots: Sequence[str], seed: int) -> list[list[tuple[str, bool]]]:
    """Each seat's moves in a game, and whether a move of another verb was legal with it."""
    state = game.start(seed=seed)
    players = [make_bot(name, game, seed, seat) for seat, name in enumerate(bots)]
    made: list[list[tuple[str, bool]]] = [[] for _ in bots]
    while state.player is not None:
        seat, legal = state.player, state.legal()
        move = players[seat].choose(state.view(seat), legal)
        verb = state.text(move).split()[0]
        made[seat].append((state.text(move), any(state.text(other).split()[0] != verb for other in legal)))
        state.apply(move)
    return made


@pytest.mark.parametrize("bot", ["random", "greedy"])
def test_a_pacifist_never_attacks(bot: str) -> None:
    game = load("battle-gate")
    peaceful, other = made_moves(game, [f"{bot}+pacifist", bot], 4)
    assert peaceful
    assert not [move for move, _ in peaceful if move.startswith("attack")]
    assert [move for move, _ in other if move.startswith("attack")]


def test_two_strategies_hold_at_once() -> None:
    both, other = made_moves(load("battle-gate"), ["random+pacifist+no-blocks", "random"], 3)
    assert not [move for move, _ in both if move.startswith(("attack", "block"))]
    assert {move.split()[0] for move, _ in other} >= {"attack", "field"}


@pytest.mark.parametrize(("name", "strategy"), STRATEGIES)
def test_every_strategy_of_the_bundled_games_restricts_somebody(name: str, strategy: str) -> None:
    """Its moves come up, and are made only where nothing else is left."""
    game = load(name)
    declared = bundled_game(name).strategies[strategy]
    assert declared.says.startswith(("never", "drafts", "neither", "deploys", "plays"))
    forbidden = make_bot(f"random+{strategy}", game, 1, 0)
    assert isinstance(forbidden, RestrictedBot)
    came_up = 0
    for seed in range(30):
        state = game.start(seed=seed)
        chance = make_bot("random", game, seed, 9)
        while state.player is not None and not came_up:
            seat, legal = state.player, state.legal()
            banned = [move for move in legal if move in forbidden._forbidden]
            if banned and len(banned) < len(legal):
                came_up += 1
                assert forbidden.choose(state.view(seat), legal) not in banned
            state.apply(chance.choose(state.view(seat), legal))
        if came_up:
            break
    assert came_up


def test_greedy_still_weighs_what_is_left() -> None:
    """A restricted greedy bot looks ahead as before: it beats a random one that is restricted alike."""
    game, won = load("battle-gate"), 0
    for number in range(10):
        seat = number % 2
        bots = ["random+no-boosts", "random+no-boosts"]
        bots[seat] = "greedy+no-boosts"
        state = game.start(seed=number)
        players = [make_bot(name, game, number, at) for at, name in enumerate(bots)]
        while state.player is not None:
            state.apply(players[state.player].choose(state.view(state.player), state.legal()))
        won += state.result().winners == (seat,)
    assert won >= 9


def test_words_of_moves_can_be_asked_for_without_a_state() -> None:
    for name in playable_games():
        game = load(name)
        text = move_texts(game)
        state = game.start(seed=8)
        assert [text(move) for move in state.legal()] == [state.text(move) for move in state.legal()]


def test_an_unknown_strategy_is_told_with_a_suggestion() -> None:
    with pytest.raises(InputError, match="Battle Gate has no strategy 'pacifst'") as error:
        make_bot("greedy+pacifst", load("battle-gate"), 1, 0)
    assert error.value.hint == "did you mean `pacifist`?"
    with pytest.raises(InputError) as error:
        make_bot("greedy+quick", load("hold-the-line"), 1, 0)
    assert error.value.hint == "its strategies are no-anti-armor, no-infantry and no-tanks"


# In game.yaml


def read(tmp_path: Path, strategies: Any) -> tuple[Any, list[str]]:
    folder = write_game(
        tmp_path / "tiny",
        game={
            "title": "Tiny",
            "strategies": strategies,
            "components": {
                "cards": {
                    "size": "poker",
                    "cards": "cards.yaml",
                    "front": "card.xml.j2",
                    "press": {"backs": "none"},
                }
            },
        },
    )
    problems = Problems()
    game = load_game(folder, problems)
    assert game is not None
    return game, [str(problem).partition("game.yaml:")[2] for problem in problems]


def test_a_strategy_is_read(tmp_path: Path) -> None:
    game, problems = read(
        tmp_path, {"meek": {"never": ["a *", "b"], "says": "is meek"}, "shy": {"never": "c"}}
    )
    assert problems == []
    meek, shy = game.strategies.values()
    assert (meek.name, meek.never, meek.says) == ("meek", ("a *", "b"), "is meek")
    assert [place.line for place in meek.places] == [5, 6]
    assert (shy.never, shy.says) == (("c",), "never makes `c`")


def test_all_that_is_wrong_is_told(tmp_path: Path) -> None:
    _, problems = read(tmp_path, {"meek": {"nevr": ["a"]}, "shy": {"never": []}, "odd": {"never": [["a"]]}})
    text = "\n".join(problems)
    assert "strategies.meek: `never` is missing" in text
    assert "strategies.meek: unknown key `nevr`; did you mean `never`?" in text
    assert "strategies.shy.never: the list is empty" in text
    assert "strategies.odd.never.0: expected text" in text


def test_a_name_is_one_that_can_be_typed(tmp_path: Path) -> None:
    _, problems = read(tmp_path, {"No Attacks": {"never": "a"}})
    assert "a strategy's name has a-z, 0-9 and hyphens only, got 'No Attacks'" in problems[0]


@pytest.fixture
def _odd_strategies(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Hold the Gates! with strategies that fit none of its moves, or all."""
    monkeypatch.chdir(tmp_path)
    folder = tmp_path / "hold-the-gates"
    shutil.copytree(PROJECT / "cards" / "hold-the-gates", folder)
    shutil.copytree(PROJECT / "layouts" / "hold-the-gates", folder / "layouts")
    file = folder / "game.yaml"
    text = file.read_text("utf-8")
    begin, end = text.index("\nstrategies:"), text.index("\ntheme:")
    mine = {"slow": {"never": ["deploi *", "action *"]}, "idle": {"never": "*"}}
    file.write_text(text[:begin] + "\n" + yaml.safe_dump({"strategies": mine}) + text[end:], "utf-8")


@pytest.mark.usefixtures("_odd_strategies")
def test_a_pattern_that_fits_no_move_is_told() -> None:
    done = run_here("play", "hold-the-gates", "--watch", "--opponent", "random+slow")
    assert done.code == 2
    assert "game.yaml:" in done.stderr
    assert "no move of the game fits `deploi *`; did you mean `deploy`?" in done.stderr


@pytest.mark.slow
@pytest.mark.usefixtures("_odd_strategies")
def test_the_check_of_the_rules_tells_of_all_strategies() -> None:
    done = run_here("rules", "check", "hold-the-gates", "--games", "1")
    assert done.code == 1
    idle, slow = done.problems
    assert "strategies.idle.never: it forbids every move of the game" in idle
    assert "strategies.slow.never: no move of the game fits `deploi *`" in slow
