"""Bots of a user's own: the examples of the documentation win, and what goes wrong is told with its line."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from games import PROJECT, run_here

from generator.catalog.problems import InputError
from generator.rules import Game, load
from generator.sim.bots import make_bot
from generator.sim.matches.hints import describe_hint
from generator.sim.own_bot import BotError

DOCS = (PROJECT / "docs" / "bots.md").read_text("utf-8")
FILES = dict(re.findall(r"^`(\S+\.py)`\n\n```python\n(.*?)```", DOCS, re.DOTALL | re.MULTILINE))


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("my_bot.py", "dimmest.py"):
        Path(name).write_text(FILES[name], "utf-8")


def wins(bot: str, game: Game, games: int) -> float:
    """How many games the bot wins against random ones, in each seat by turns."""
    won = 0.0
    for number in range(games):
        seat = number % 2
        bots = [make_bot(bot if at == seat else "random", game, number, at) for at in (0, 1)]
        state = game.start(seed=number // 2)
        while state.player is not None:
            state.apply(bots[state.player].choose(state.view(state.player), state.legal()))
        winners = state.result().winners
        won += (seat in winners) / len(winners)
    return won


def test_the_example_for_battle_gate_beats_random() -> None:
    assert wins("my_bot.py", load("battle-gate"), 20) >= 14


def test_the_example_for_a_game_of_ones_own_beats_random() -> None:
    assert run_here("new", "my-game", "--rules").code == 0
    assert wins("dimmest.py:Dimmest", load("my-game"), 20) >= 15


def test_the_example_of_an_evaluator_is_what_greedy_goes_by() -> None:
    assert run_here("new", "my-game", "--rules").code == 0
    Path("my-game", "bot.py").write_text(FILES["bot.py"], "utf-8")
    game = load("my-game")
    assert wins("greedy", game, 6) >= 4
    state = game.start(seed=1)
    advice = make_bot("greedy", game, 0, 0).hint(state.view(0), state.legal())
    assert " light taken" in next(describe_hint(advice, state.text))


def test_it_plays_wherever_a_bot_is_named() -> None:
    command = ("play", "battle-gate", "--watch", "--opponent", "my_bot.py+no-boosts", "--opponent", "random")
    first, again = run_here(*command, "--json"), run_here(*command, "--json")
    assert first.code == 0, first.output
    assert first.stdout == again.stdout


def written(text: str) -> Game:
    Path("own.py").write_text(text, "utf-8")
    return load("battle-gate")


def first_choice(spec: str, text: str) -> int:
    game = written(text)
    state = game.start(seed=1)
    assert state.player is not None
    bot = make_bot(spec, game, 1, state.player)
    return bot.choose(state.view(state.player), state.legal())


def test_the_constructor_is_given_what_it_asks_for() -> None:
    choose = "    def choose(self, view, legal):\n        return legal[0]\n"
    for asked in ("", ", game", ", chance", ", chance, game", ", *, game, depth=3", ", *rest, **more"):
        first_choice("own.py", f"class Bot:\n    def __init__(self{asked}): pass\n{choose}")
    game = written(
        f"class Bot:\n    def __init__(self, chance, game): self.given = chance.random(), game\n{choose}"
    )
    own, again = (make_bot("own.py", game, 5, 0)._bot.given for _ in range(2))  # type: ignore[attr-defined]
    assert own == again
    assert own[1] is game


def test_a_file_that_was_written_anew_is_read_anew() -> None:
    text = "class Bot:\n    def choose(self, view, legal):\n        return legal[{}]\n"
    first, last = first_choice("own.py", text.format(0)), first_choice("own.py", text.format(-1))
    assert first != last


def test_helpers_beside_it_are_found() -> None:
    Path("helpers.py").write_text("def pick(legal):\n    return legal[-1]\n")
    choose = "    def choose(self, view, legal):\n        return pick(legal)\n"
    source = f"from .helpers import pick\n\nclass Bot:\n{choose}"
    assert first_choice("own.py", source) == load("battle-gate").start(seed=1).legal()[-1]
    assert sorted(path.name for path in Path().iterdir()) == [
        "dimmest.py",
        "helpers.py",
        "my_bot.py",
        "own.py",
    ], "nothing is written beside it"


WRONG = {
    "def x(:": ("own.py:1:7", "SyntaxError: invalid syntax"),
    "import nosuch": ("own.py:1", "ModuleNotFoundError: No module named 'nosuch'"),
    "class Bott:\n    pass": ("own.py", "there is no class `Bot` in it"),
    "Bot = 3": ("own.py", "`Bot` is an int, and not a class"),
    "\nclass Bot:\n    pass": ("own.py:2", "`Bot` has no method `choose`"),
    "class Bot:\n    def __init__(self, depth): pass": (
        "own.py:1",
        "the constructor of `Bot` needs `depth`, which no bot is given",
    ),
    "class Bot:\n    def __init__(self):\n        raise ValueError('no luck')": (
        "own.py:3",
        "ValueError: no luck",
    ),
    "class Bot:\n    def choose(self, view, legal):\n        return view['fase']": (
        "own.py:3",
        "KeyError: 'fase', while seat 1 was to choose a move",
    ),
    "class Bot:\n    def choose(self, view, legal):\n        return 99_999": (
        "own.py:2",
        "`choose` gives 99999, which is not one of the legal moves, while seat 1 was to choose a move",
    ),
    "class Bot:\n    def choose(self, view, legal):\n        return None": (
        "own.py:2",
        "`choose` gives `None`, which is not one of the legal moves, while seat 1 was to choose a move",
    ),
    "class Bot:\n    def choose(self, view, legal):\n        raise SystemExit(0)": (
        "own.py:3",
        "SystemExit: 0, while seat 1 was to choose a move",
    ),
}


@pytest.mark.parametrize("text", WRONG)
def test_what_goes_wrong_is_told_with_its_place(text: str) -> None:
    place, message = WRONG[text]
    game = written(text)
    state = game.start(seed=1)
    seat = state.player
    with pytest.raises(BotError) as error:
        make_bot("own.py", game, 1, 0).choose({**state.view(seat or 0), "seat": 1}, state.legal())
    assert str(error.value.place) == place
    assert str(error.value) == message
    done = run_here("play", "battle-gate", "--watch", "--opponent", "own.py")
    assert done.code == 1
    assert done.stderr.startswith(f"{place}: error: {message.partition(', while')[0]}")
    assert "Traceback" not in done.output


@pytest.mark.slow
def test_a_bot_that_hangs_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("generator.rules.watch.CALL_LIMIT", 0.2)
    written("class Bot:\n    def choose(self, view, legal):\n        while True: pass")
    done = run_here("play", "battle-gate", "--watch", "--opponent", "own.py")
    assert done.code == 1
    assert done.stderr.startswith("own.py:3: error: it does not end: stopped after 0.2 seconds, while seat 1")
    written("while True: pass")
    done = run_here("play", "battle-gate", "--watch", "--opponent", "own.py")
    assert done.stderr.startswith("own.py:1: error: it does not end: stopped after 0.2 seconds\n")


def test_the_record_of_a_game_that_a_bot_ends_is_kept() -> None:
    written(
        "class Bot:\n    def choose(self, view, legal):\n        return 1 // (view['turn'] < 3) and legal[0]"
    )
    done = run_here("play", "battle-gate", "--watch", "--opponent", "own.py", "--log", "game.json")
    assert done.code == 1
    assert "own.py:3: error: ZeroDivisionError" in done.stderr
    assert run_here("play", "--replay", "game.json", "--json").code == 0


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("none.py", "no bot in 'none.py': No such file or directory"),
        ("folder.py", "this is not a file that can be read"),
        ("my.bot.py", "'my.bot.py' can't be imported: its name has a dot"),
    ],
)
def test_what_is_no_file_of_a_bot(spec: str, message: str) -> None:
    Path("folder.py").mkdir()
    Path("my.bot.py").touch()
    with pytest.raises(InputError) as error:
        make_bot(spec, load("battle-gate"), 1, 0)
    assert error.value.message == message
    assert run_here("play", "battle-gate", "--watch", "--opponent", spec).code == 2
