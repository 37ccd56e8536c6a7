"""``gatepress play`` without a person: moves and positions from files, bots among themselves, replays."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest
import yaml
from games import write_game

from generator.rules import load
from tests.cli.playing import GAMES, play, play_json, record_of

SIEGE: dict[str, Any] = {
    "game": "hold-the-gates",
    "turn": 1,
    "tier": 1,
    "phase": "preparation",
    "to_act": 0,
    "settlement": "village",
    "damage": 0,
    "seats": [
        {"deck": [], "hand": ["grunt", "shaman"], "discard": []},
        {"deck": ["archers"], "hand": ["militia"], "discard": []},
    ],
}


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def write_siege(name: str = "siege.yaml", **changes: Any) -> Path:
    path = Path(name)
    path.write_text(yaml.safe_dump(SIEGE | changes, sort_keys=False))
    return path


def write_moves(text: str) -> Path:
    path = Path("moves.txt")
    path.write_text(text)
    return path


def test_moves_from_a_position_and_the_end_as_json() -> None:
    moves = write_moves("# two cards\ndeploy shaman   # at the gates\n\n  action militia\n")
    told = play_json("--from", write_siege(), "--moves", moves)
    assert told["moves"] == ["deploy shaman", "action militia"]
    assert told["player"] == 0
    assert told["result"] is None
    assert told["position"]["seats"][0]["field"] == ["shaman 0"]
    assert load("hold-the-gates").from_dict(told["position"]).to_dict() == told["position"]


def test_moves_to_the_end_tell_the_result() -> None:
    siege = write_siege(damage=2, seats=[SIEGE["seats"][0], {"deck": ["archers"], "hand": [], "discard": []}])
    moves = write_moves("deploy shaman\ndeploy grunt\n")
    told = play_json("hold-the-gates", "--from", siege, "--moves", moves)
    assert told["result"]["winners"] == [0]
    assert told["result"]["scores"] == [13, 2]
    assert told["player"] is None
    done = play("hold-the-gates", "--from", siege, "--moves", moves, "--log", "log.json")
    assert "The attacker wins." in done.stdout
    assert play_json("--replay", "log.json") == told
    assert "Battle: 3 damage gets through." in play("--replay", "log.json").stdout


def test_moves_without_a_position_begin_a_game() -> None:
    dealt = play_json("battle-gate", "--moves", write_moves(""), "--seed", "3")
    assert dealt["position"] == load("battle-gate").start(seed=3).to_dict()
    told = play("battle-gate", "--moves", write_moves(""), "--seed", "3")
    assert "is to decide" in told.stdout


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("deploy grunt", "no grunt in hand"),
        ("build wall", "no move 'build wall'"),
        ("deploy archers", "no archers in hand"),
    ],
)
def test_a_refused_move_ends_the_run_with_its_place(line: str, reason: str) -> None:
    moves = write_moves(f"# one is fine\ndeploy grunt\n{line}\ndeploy shaman\n")
    done = play("--from", write_siege(), "--moves", moves, "--log", "log.json")
    assert done.code == 1
    assert done.stdout == ""
    assert done.stderr.startswith(f"moves.txt:3: error: {line}: ")
    assert reason in done.stderr
    assert not Path("log.json").exists()


def test_a_move_after_the_end_is_refused() -> None:
    siege = write_siege(damage=2, seats=[SIEGE["seats"][0], {"deck": ["archers"], "hand": [], "discard": []}])
    done = play("--from", siege, "--moves", write_moves("deploy shaman\ndeploy grunt\ndeploy grunt\n"))
    assert done.stderr.startswith("moves.txt:3: error: deploy grunt: the game is over")


def test_every_fault_of_a_position_is_told_at_its_place() -> None:
    Path("bad.yaml").write_text(
        "game: hold-the-gates\n"
        "turn: 1\n"
        "tier: 1\n"
        "phase: preparation\n"
        "to_act: 0\n"
        "settlement: vilage\n"
        "damage: 0\n"
        "seats:\n"
        "  - {deck: [], hand: [grunt, S9], discard: []}\n"
        "  - {deck: [archers], hand: [militia], discards: []}\n"
    )
    done = play("--from", "bad.yaml", "--moves", write_moves(""))
    assert done.code == 1
    assert (
        "bad.yaml:6:13: error: settlement: 'vilage' is not a settlement; did you mean `village`?"
        in done.stderr
    )
    assert "bad.yaml:9:30: error: seats[0].hand[1]: 'S9' is not a kind of" in done.stderr
    assert "bad.yaml:10:40: error: seats[1].discards: unknown key; did you mean `discard`?" in done.stderr


@pytest.mark.parametrize(
    ("content", "told"),
    [
        ("", "the file is empty"),
        ("- 1\n", "expected keys and values, got a list"),
        ("{", "bad.yaml:"),
        ("turn: 3\n", "neither a position nor a record"),
        ("game: chess\n", "bad.yaml:1:7: error: no game or folder named 'chess'"),
        ("game: hold-the-line\nmoves: 3\nsetup: {}\n", "bad.yaml:2:8: error: moves: expected a list, got 3"),
        ("game: hold-the-line\nmoves: []\nsetup: {sead: 3}\n", "no option 'sead'"),
        (
            "game: hold-the-line\nmoves: [stage 0 tan]\nsetup: {}\n",
            "move 1, 'stage 0 tan', is illegal: there is no move 'stage 0 tan'; 'tan'",
        ),
        ("game: [a]\nmoves: []\nsetup: {}\n", "game: expected a game's name"),
    ],
)
@pytest.mark.parametrize("option", ["--from", "--replay"])
def test_a_broken_file_is_told_and_no_traceback(content: str, told: str, option: str) -> None:
    Path("bad.yaml").write_text(content)
    done = play(option, "bad.yaml")
    assert done.code == 1
    assert told in done.stderr


def test_a_missing_file() -> None:
    for option in ("--from", "--replay", "--moves"):
        done = play("hold-the-line", option, "no.yaml")
        assert (done.code, done.stderr.splitlines()[0]) == (1, "no.yaml: error: the file does not exist")


def test_a_record_of_another_game_is_refused() -> None:
    done = play("battle-gate", "--from", write_siege())
    assert done.code == 1
    told = "siege.yaml:1:7: error: game: this is a game of 'hold-the-gates', not of 'battle-gate'"
    assert done.stderr.splitlines()[0] == told


@pytest.mark.parametrize("game", GAMES)
def test_bots_among_themselves(game: str) -> None:
    done = play(game, "--watch", "--opponent", "random", "--seed", "6", "--log", "log.json")
    assert done.code == 0
    assert "The game is over." in done.stdout
    told = play_json(game, "--watch", "--opponent", "random", "--seed", "6")
    record = record_of(Path("log.json"))
    assert told["moves"] == record["moves"]
    assert told["result"] == record["result"] == play_json("--replay", "log.json")["result"]


@pytest.mark.parametrize("game", GAMES)
def test_a_replay_shows_what_a_seat_could_see(game: str) -> None:
    play(game, "--watch", "--opponent", "random", "--seed", "6", "--log", "log.json")
    everything = play("--replay", "log.json").stdout
    ours = play("--replay", "log.json", "--seat", "1").stdout
    assert "The game is over." in ours
    assert "\nYou " in ours
    assert "\nYou " not in everything


def test_the_other_side_s_staging_is_not_replayed_to_a_seat() -> None:
    play("hold-the-line", "--watch", "--opponent", "random", "--seed", "6", "--log", "log.json")
    assert "Olive stages " in play("--replay", "log.json").stdout
    assert "Olive stages " not in play("--replay", "log.json", "--seat", "1").stdout


def test_a_record_of_a_position_is_replayed_from_it() -> None:
    play("--from", write_siege(), "--watch", "--log", "log.json")
    record = record_of(Path("log.json"))
    assert record["from"] == SIEGE
    assert play_json("--replay", "log.json")["result"] == record["result"]


def test_an_illegal_move_in_a_record_has_its_place() -> None:
    play("--from", write_siege(), "--watch", "--log", "log.json")
    record = record_of(Path("log.json"))
    Path("log.json").write_text(json.dumps(record | {"moves": ["deploy grunt", "deploy grunt"]}, indent=1))
    done = play("--replay", "log.json")
    assert done.code == 1
    assert "log.json:" in done.stderr
    assert "move 2, 'deploy grunt', is illegal: " in done.stderr


@pytest.mark.parametrize(
    ("edited", "told"),
    [
        ({"winners": [1]}, "result.winners: the moves of the record lead to [0], not to [1]"),
        ({"scores": [1, 2]}, "result.scores: the moves of the record lead to [13, "),
        ({"cut_short": True}, "result.cut_short: the moves of the record lead to false, not to true"),
    ],
)
def test_a_record_with_another_result_than_its_moves_is_told(edited: dict[str, Any], told: str) -> None:
    siege = write_siege(damage=2, seats=[SIEGE["seats"][0], {"deck": ["archers"], "hand": [], "discard": []}])
    play("--from", siege, "--moves", write_moves("deploy shaman\ndeploy grunt\n"), "--log", "log.json")
    record = record_of(Path("log.json"))
    record["result"] |= edited
    Path("log.json").write_text(json.dumps(record, indent=1))
    for arguments in (["--replay"], ["--json", "--replay"], ["--watch", "--from"]):
        done = play(*arguments, "log.json")
        assert done.code == 1
        assert "log.json" in done.output
        assert told.partition(": ")[2] in done.output


def test_a_record_with_a_result_before_its_end_is_told() -> None:
    play("--from", write_siege(), "--watch", "--log", "log.json")
    record = record_of(Path("log.json"))
    Path("log.json").write_text(json.dumps(record | {"moves": record["moves"][:-1]}))
    done = play("--replay", "log.json")
    assert done.code == 1
    assert "result: the moves of the record do not end the game" in done.stderr


DECK = """
name: Odd
cards:
  - {name: Ann, class: minion, power: 3, copies: 10}
  - {name: Bob, class: soldier, power: POWER, copies: 10}
"""


def test_decks_from_files_and_by_name() -> None:
    Path("odd.yaml").write_text(DECK.replace("POWER", "4"))
    done = play("battle-gate", "--deck", "odd.yaml", "--deck", "five-a-side", "--watch", "--log", "log.json")
    assert done.code == 0
    assert "odd.yaml: warning: not a legal deck: 70 points, 30 unspent" in done.stderr
    record = record_of(Path("log.json"))
    assert sorted(record["setup"]["decks"][0]) == ["M3"] * 10 + ["S4"] * 10
    assert play_json("--replay", "log.json")["result"] == record["result"]


def test_three_decks_make_three_players() -> None:
    decks = [word for name in ("five-a-side", "night-shift", "long-siege") for word in ("--deck", name)]
    told = play_json("battle-gate", *decks, "--moves", write_moves(""))
    assert len(told["position"]["seats"]) == 3


def test_a_deck_that_the_game_does_not_know() -> None:
    Path("odd.yaml").write_text(DECK.replace("POWER", "9"))
    done = play("battle-gate", "--deck", "odd.yaml", "--deck", "five-a-side", "--watch")
    assert done.code == 1
    assert "'S9' is not a kind of card" in done.stderr
    assert "power 9 is more than 6" in done.stderr


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["battle-gate", "--json"], "it needs --moves, --watch or --replay"),
        ([], "say which game to play"),
        (["battle-gate", "--watch", "--moves", "moves.txt"], "--moves and --watch do not go together"),
        (["battle-gate", "--seat", "2"], "there are seats 0 to 1 in this game, got 2"),
        (["battle-gate", "--players", "5"], "for 2, 3 or 4 players, not for 5"),
        (["battle-gate", *["--deck", "five-a-side"] * 5], "2, 3 or 4 players, got 5 decks"),
        (["hold-the-line", "--deck", "five-a-side"], "is not played with decks"),
        (["hold-the-gates", "--set", "settlement=citi"], "did you mean `city`?"),
        (["hold-the-gates", "--set", "settlment=city"], "did you mean `settlement`?"),
        (["hold-the-gates", "--set", "settlement"], "expected name=value"),
        (["hold-the-gates", "--opponent", "gready"], "did you mean `greedy`?"),
        (["hold-the-gates", "--opponent", "greedy", "--opponent", "random"], "there is 1 seat for bots"),
        (["hold-the-gates", "--moves", "moves.txt", "--opponent", "random"], "bots do not play with --moves"),
        (["--from", "siege.yaml", "--players", "2"], "the game in siege.yaml has its own"),
        (["--replay", "siege.yaml", "--from", "siege.yaml"], "a record already says how its game began"),
    ],
)
def test_wrong_usage(arguments: list[str], told: str) -> None:
    write_siege()
    write_moves("")
    done = play(*arguments)
    assert done.code == 2
    assert told in " ".join(done.output.split())


def test_options_of_the_game() -> None:
    told = play_json("hold-the-gates", "--set", "settlement=city", "--moves", write_moves(""))
    assert told["position"]["settlement"] == "city"
    short = play_json("hold-the-line", "--set", "max_rounds=1", "--watch")
    assert short["position"]["round"] == 1
    assert short["result"]["cut_short"]


def test_a_game_without_rules(tmp_path: Path) -> None:
    write_game(tmp_path / "knights")
    done = play(tmp_path / "knights")
    assert done.code == 1
    assert "'knights' has no rules to play by" in done.stderr


def test_a_log_that_cannot_be_written() -> None:
    done = play("hold-the-gates", "--watch", "--opponent", "random", "--log", "no/such.json")
    assert done.code == 1
    assert done.stdout == "", "told before the game, and not after it"
    assert "'no/such.json' can't be written: the folder 'no' does not exist" in done.stderr


OTHERS = {
    "deck.yaml": "name: Mine\ncards:\n  - {name: Ann, class: minion, power: 3}\n",
    "position.yaml": yaml.safe_dump(SIEGE),
    "notes.txt": "deploy grunt\n",
    "moves.json": '{"moves": ["deploy grunt"]}',
    "cut-off.json": '{"game": "hold-the-gates", "setup": {"seed": 1}, "moves": ["deploy gru',
    "settings.yaml": "game: x\nsetup: {}\nmoves: [1, 2]\n",
    "picture.png": "\x89PNG\r\n\x1a\n\0",
    "blank": "\n",
}


@pytest.mark.parametrize("name", OTHERS)
def test_a_log_replaces_nothing_but_a_record(name: str) -> None:
    Path(name).write_bytes(OTHERS[name].encode("latin-1"))
    done = play("hold-the-gates", "--watch", "--opponent", "random", "--log", name)
    assert done.code == 1
    assert done.stdout == "", "told before the game, and not after it"
    assert f"'{name}' can't be written: the file that is there is not a record of a game; " in done.stderr
    assert "choose another name, or move it away" in done.stderr
    assert Path(name).read_bytes() == OTHERS[name].encode("latin-1")
    assert [path.name for path in Path().iterdir()] == [name]


def test_a_log_replaces_a_record_or_an_empty_file() -> None:
    for name in ("log.json", "empty"):
        Path(name).touch()
        for seed in ("3", "4"):
            done = play("hold-the-gates", "--watch", "--opponent", "random", "--seed", seed, "--log", name)
            assert done.code == 0, done.stderr
            assert record_of(Path(name))["setup"]["seed"] == int(seed)
    play("--from", write_siege(), "--watch", "--log", "log.json")
    assert record_of(Path("log.json"))["from"] == SIEGE
    done = play("--from", "log.json", "--watch", "--log", "log.json")
    assert done.code == 0, done.stderr


def test_a_file_that_comes_during_the_game_is_not_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    def typed(_: str) -> str:
        Path("log.json").write_text("a deck")
        raise EOFError

    monkeypatch.setattr("builtins.input", typed)
    done = play("hold-the-gates", "--log", "log.json")
    assert done.code == 1
    assert "the file that is there is not a record of a game" in done.stderr
    assert Path("log.json").read_text() == "a deck"


@pytest.mark.skipif(os.name == "nt", reason="named pipes are of Unix")
@pytest.mark.parametrize("path", ["pipe", "link"])
def test_a_log_is_a_regular_file(path: str) -> None:
    os.mkfifo("pipe")
    Path("link").symlink_to("pipe")
    done = play("hold-the-gates", "--watch", "--log", path)
    assert done.code == 1
    assert f"'{path}' can't be written: " in done.stderr
    assert sorted(path.name for path in Path().iterdir()) == ["link", "pipe"]
    assert Path("link").is_symlink()
    assert Path("pipe").is_fifo()
