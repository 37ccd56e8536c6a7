"""``gatepress play``: a person at the keyboard plays whole games against bots."""

from __future__ import annotations

import json
import os
import re
import select
import signal
import sys
import time
from io import StringIO
from pathlib import Path

import pytest
from games import PROJECT, run_here
from own_builder import RULES, write_builder

from generator.rules import Result, Shuffler, load
from generator.rules.adapters.history import Winning
from tests.cli.playing import FIRST_CHOICES, GAMES, play, play_json, record_of


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seat", [0, 1])
def test_a_game_from_start_to_end_and_its_log_played_again(game: str, seat: int) -> None:
    done = play(game, "--seed", "4", "--seat", str(seat), "--log", "log.json", typed=FIRST_CHOICES)
    assert done.code == 0
    assert "The game is over." in done.stdout
    assert "the record is in log.json" in done.stderr
    record = record_of(Path("log.json"))
    replayed = play_json("--replay", "log.json")
    assert replayed["result"] == record["result"]
    assert replayed["moves"] == record["moves"]
    assert record["result"]["reason"][1:] in " ".join(done.stdout.split())


@pytest.mark.slow
@pytest.mark.parametrize("opponents", [["greedy"], ["random", "greedy", "random"]])
def test_four_players_of_battle_gate(opponents: list[str]) -> None:
    named = [word for name in opponents for word in ("--opponent", name)]
    typed = ["done", "pass", "1"] * 300
    done = play("battle-gate", "--seats", "4", "--seed", "1", "--seat", "2", *named, typed=typed)
    assert done.code == 0
    assert f"{opponents[-1]} is seat 3" in done.stdout
    assert "The game is over." in done.stdout


@pytest.mark.slow
def test_the_same_seed_and_answers_give_the_same_game() -> None:
    first, again = (
        play("battle-gate", "--seed", "9", "--opponent", "random", typed=FIRST_CHOICES) for _ in range(2)
    )
    assert first.stdout == again.stdout


def test_choices_by_number_and_in_notation() -> None:
    done = play("hold-the-gates", "--seed", "3", typed=["Deploy  GRUNT", "2"])
    assert "1  deploy grunt" in done.stdout
    assert "You deploy Grunt, strength 2." in done.stdout
    assert "You deploy Skirmishers, strength 1, ranged 1." in done.stdout


@pytest.mark.parametrize(
    ("game", "typed", "reason"),
    [
        ("hold-the-gates", "deploy warbeasts", "illegal move: no warbeasts in hand"),
        ("hold-the-gates", "deploy militia", "a card of the defender"),
        ("hold-the-gates", "castle", "no move 'castle'"),
        ("hold-the-gates", "99", "choose a number from 1 to "),
        ("battle-gate", "attack S4>9", "there is no move"),
        ("battle-gate", "recover M1", "illegal move: "),
        ("hold-the-line", "stage 9 tank", "there is no lane 9"),
        ("hold-the-line", "stag 0 tank", "did you mean `stage`?"),
        ("hold-the-line", "\x1b[2J\u202e", "there is no move"),
    ],
)
def test_a_refused_move_is_told_why_and_asked_again(game: str, typed: str, reason: str) -> None:
    done = play(game, "--seed", "3", typed=[typed])
    assert done.code == 0
    assert reason in " ".join(done.stdout.split())
    assert done.stdout.count("your move, 1 to") == 2
    assert "Traceback" not in done.output


def test_undo_goes_back_to_the_choice_before() -> None:
    done = play(
        "hold-the-gates", "--seed", "3", "--log", "log.json", typed=["1", "1", "undo", "undo", "undo"]
    )
    assert "taken back: deploy grunt" in done.stdout
    assert "you have no move to take back" in done.stdout
    assert record_of(Path("log.json"))["moves"] == []
    first, *_, last = re.findall(r"Turn 1 of 12.*?or help\)", done.stdout, re.DOTALL)
    assert first == last


def test_undo_after_the_end() -> None:
    done = play("hold-the-line", "--seed", "4", typed=[*FIRST_CHOICES[:40], "undo", "quit"])
    over = done.stdout.index("The game is over.")
    assert "or Enter to leave: 1\nno more moves: the game is over" in done.stdout
    assert "your move, 1 to" in done.stdout[over:]


@pytest.mark.slow
def test_saved_and_gone_on_with(tmp_path: Path) -> None:
    """The game goes on as it would have, and the moves before it can still be taken back."""
    typed = [
        "1",
        "1",
        "save game.json",
        "save game.json",
        "save",
        "save no/such/folder.json",
        "save a\0b",
        f"save {'x' * 5000}",
    ]
    typed.append("quit")
    begun = play("hold-the-gates", "--seed", "3", "--opponent", "random", typed=typed)
    assert "saved in game.json; `gatepress play --from game.json` resumes it" in begun.stdout
    assert "'game.json' can't be written: a file of that name already exists" in begun.stdout
    assert "save needs a file name" in begun.stdout
    assert "the folder 'no/such' does not exist" in begun.stdout
    assert "The game was left unfinished" in begun.stdout
    assert list(tmp_path.iterdir()) == [tmp_path / "game.json"]
    saved = record_of(Path("game.json"))
    again = play("--from", "game.json", "--seed", "3", "--log", "end.json", typed=["undo", *FIRST_CHOICES])
    ended = record_of(Path("end.json"))
    assert "taken back: deploy grunt" in again.stdout
    assert "The game is over." in again.stdout
    assert ended["setup"] == saved["setup"] == {"seed": 3}
    assert ended["moves"][:2] == saved["moves"][:2]
    assert play_json("--replay", "end.json")["result"] == ended["result"]


@pytest.mark.parametrize(
    ("typed", "options", "told"),
    [
        (["1"], [], "nothing was saved"),
        (["save no/such.json"], [], "nothing was saved"),
        (["save"], [], "nothing was saved"),
        (["1", "save g.json"], [], "`gatepress play --from g.json` resumes it"),
        (["1", "save my game.json"], [], "`gatepress play --from 'my game.json'` resumes it"),
        (["save a.json", "1", "save b.json", "log"], [], "`gatepress play --from b.json` resumes it"),
        (["1", "save g.json", "1", "undo"], [], "`gatepress play --from g.json` resumes it"),
        (["save a.json", "save a.json"], [], "`gatepress play --from a.json` resumes it"),
        (
            ["1", "save g.json", "1"],
            [],
            "what followed your last `save` is lost; `gatepress play --from g.json` resumes it from there",
        ),
        (
            ["1", "save g.json", "undo"],
            [],
            "what followed your last `save` is lost; `gatepress play --from g.json` resumes it from there",
        ),
        (["save g.json", "1"], ["--log", "l.json"], "`gatepress play --from l.json` resumes it"),
    ],
)
@pytest.mark.parametrize("end", [["quit"], []])
def test_whoever_leaves_is_told_what_is_saved(
    typed: list[str], options: list[str], told: str, end: list[str]
) -> None:
    """Whether they say `quit` or the input just ends."""
    done = play("hold-the-gates", "--seed", "3", "--opponent", "random", *options, typed=[*typed, *end])
    last = " ".join(done.stdout.split()).rpartition("The game was left unfinished; ")[2]
    assert last == f"{told}."
    for file in re.findall(r"--from '?([^`']+)", told):
        assert play("--from", file, typed=["quit"]).code == 0


def test_a_hint_names_a_legal_move_and_what_it_leads_to() -> None:
    done = play("battle-gate", "--seed", "7", typed=["hint"])
    hint = re.search(r"greedy would (.*?), and expects: you \d+ cards in deck and hand", done.stdout)
    assert hint is not None
    assert f"  {hint[1]} " in done.stdout


def test_orders() -> None:
    done = play("hold-the-line", "--seed", "7", typed=["log", "help", "?", "rules", "1", "log", ""])
    assert "no moves yet\n" in done.stdout
    assert done.stdout.count("takes back your last move") == 2
    assert "lay a card face down in front of lane 2" in done.stdout
    assert "   1  you: stage 0 infantry" in done.stdout


def test_the_log_hides_what_others_chose_face_down_until_the_end() -> None:
    """As seat 1, when seat 0 has already chosen for this round."""
    done = play("hold-the-line", "--seed", "4", "--seat", "1", typed=["log", *FIRST_CHOICES[:50], "log"])
    over = done.stdout.index("The game is over.")
    assert "no moves yet that you can see" in done.stdout
    assert "olive: " not in done.stdout[:over]
    assert "  olive: stage 0 " in done.stdout[over:]


def test_the_log_does_not_tell_how_many_moves_others_made_face_down() -> None:
    """As seat 1, which was asked after seat 0 in the set-up and in the first round."""
    done = play("hold-the-line", "--seed", "5", "--seat", "1", typed=["1"] * 5 + ["2", "log"])
    numbers = [int(line[:4]) for line in done.stdout.splitlines() if line[4:].startswith("  you: ")]
    assert numbers == list(range(1, len(numbers) + 1))
    assert len(numbers) > 4


@pytest.mark.parametrize("typed", [[], ["1"], ["quit"], ["exit"]])
def test_leaving_is_polite(typed: list[str]) -> None:
    done = play("hold-the-gates", "--seed", "3", typed=typed)
    assert done.code == 0
    assert done.stdout.endswith("The game was left unfinished; nothing was saved.\n")
    assert done.stderr == ""


def test_what_was_played_is_logged_when_leaving() -> None:
    done = play("hold-the-gates", "--seed", "3", "--log", "log.json", typed=["1", "quit"])
    assert "The game was left unfinished; `gatepress play --from log.json` resumes it." in done.stdout
    assert record_of(Path("log.json"))["moves"][0] == "deploy grunt"


def test_ctrl_c_is_polite_and_logs(monkeypatch: pytest.MonkeyPatch) -> None:
    answers = iter(["1"])

    def typed(prompt: str) -> str:
        del prompt
        try:
            return next(answers)
        except StopIteration:
            raise KeyboardInterrupt from None

    monkeypatch.setattr("builtins.input", typed)
    done = play("hold-the-gates", "--seed", "3", "--log", "log.json")
    assert done.code == 0
    assert "The game was left unfinished" in done.stdout
    assert record_of(Path("log.json"))["moves"][0] == "deploy grunt"


@pytest.mark.parametrize("game", GAMES)
def test_nothing_hidden_is_ever_printed(game: str) -> None:
    """With all that a seat can't see dealt anew, its screen, hint and log are the same to the letter."""
    rules = load(game)
    compared = 0
    for seed in range(4):
        state = rules.start(seed=seed)
        for _ in range(5 + 6 * seed):
            if state.player is not None:
                state.apply(state.legal()[seed % len(state.legal())])
        seat = state.player
        if seat is None:
            continue
        view = state.view(seat)
        # How the cards will be shuffled next is hidden too, but no fault of the deal.
        other = rules.determinize(view, seat, Shuffler(seed)) | {"shuffler": state.to_dict()["shuffler"]}
        if rules.from_dict(other).view(seat) != view or other == state.to_dict():
            continue
        screens = []
        for number, position in enumerate((state.to_dict(), other)):
            Path(f"{number}.json").write_text(json.dumps(position))
            typed = ["hint", "log", "nonsense", "rules"]
            done = play("--from", f"{number}.json", "--seat", str(seat), "--seed", "1", typed=typed)
            screens.append(done.output)
        assert screens[0] == screens[1]
        assert "your move, 1 to" in screens[0]
        compared += 1
    assert compared >= 2


@pytest.mark.slow
def test_a_narrow_screen_is_kept_to(monkeypatch: pytest.MonkeyPatch) -> None:
    """Everything fits into 80 columns, whatever happens."""
    monkeypatch.setattr("generator.cli.console.WIDEST", 80)
    for game in GAMES:
        done = play(
            game,
            "--seed",
            "4",
            "--opponent",
            "random",
            typed=["rules", "help", "hint", *FIRST_CHOICES, "log"],
        )
        assert max(len(line) for line in done.stdout.splitlines()) <= 80, game


def test_ctrl_c_at_a_real_terminal(tmp_path: Path) -> None:
    pty = pytest.importorskip("pty")
    child, terminal = pty.fork()
    if child == 0:
        os.chdir(tmp_path)
        os.environ.update(PYTHONPATH=str(PROJECT), COLUMNS="80", TERM="xterm")
        arguments = ["play", "hold-the-gates", "--seed", "3", "--log", "log.json"]
        os.execv(sys.executable, [sys.executable, "-m", "generator", *arguments])
    shown = b""
    until = time.monotonic() + 30
    while time.monotonic() < until:
        if select.select([terminal], [], [], 0.5)[0]:
            try:
                chunk = os.read(terminal, 65536)
            except OSError:  # so some systems tell that the other side has closed the terminal
                break
            if not chunk:
                break
            shown += chunk
        elif shown.endswith(b"or help): "):
            # Only when it is quiet: between two lines the line editor may miss a key.
            os.write(terminal, b"\x03" if b"You deploy" in shown else b"1\r")
    else:
        os.kill(child, signal.SIGKILL)
    status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    os.close(terminal)
    assert status == 0
    assert b"You deploy Grunt, strength 2." in shown
    assert b"The game was left unfinished" in shown
    assert b"Traceback" not in shown
    assert len(record_of(tmp_path / "log.json")["moves"]) == 2


def test_a_game_for_one_is_played_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Commands that need rivals say so in a sentence."""
    monkeypatch.chdir(write_builder(tmp_path / "own", RULES.replace("seats=(1, 2, 3)", "seats=1")))
    monkeypatch.setattr("sys.stdin", StringIO("hint\n1\n1\n1\n1\n\n"))
    played = run_here("play", ".", "--seats", "1")
    assert played.code == 0, played.output
    assert "Builder: you are seat 0, and play alone" in played.stdout
    for arguments, told in (
        (["play", ".", "--opponent", "random"], "you play alone: there is no seat for a bot"),
        (["play", ".", "--watch", "--seats", "2"], "Builder is for 1 player, not for 2"),
        (["balance", ".", "--measure", "bots"], "nobody plays against anybody else"),
    ):
        done = run_here(*arguments)
        assert done.code == 2
        assert told in " ".join(done.output.split())
    assert Winning().bounds(1) == (-1, 1)
    assert Winning().of(Result((3,), (0,), "over")) == [1]
