"""Rules of a designer's own that are wrong: a sentence with file and line, exit 1, no traceback of ours."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Mapping
from pathlib import Path

import pytest
from games import PROJECT, Result, run_here, run_in_shell
from own_leduc import OPEN, SOURCE, line_of, write_leduc

from generator import rules
from generator.catalog.problems import Place
from generator.rules import BadDatabase, RulesError
from generator.rules.errors import author_error, blame
from generator.rules.watch import Endless

LIMIT = 0.6
"""Seconds that a call may take in these tests."""
RAISE = "            self.raises += 1\n"
"""The line after which changes are made to a raise."""
FIRST = ("--seed", "3")


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("generator.rules.watch.CALL_LIMIT", LIMIT)
    monkeypatch.setattr("generator.rules.watch._SIGNAL_AFTER", 0.2)


def refused(done: Result, *told: str) -> str:
    """What a run told that failed as it should."""
    assert done.code == 1, done.output
    assert "Traceback" not in done.output
    assert "generator/" not in done.output
    for words in told:
        assert words in done.stderr, done.stderr
    return done.stderr


def write(changes: Mapping[str, str] | None = None, more: str = "", source: str = SOURCE + OPEN) -> Path:
    return write_leduc(Path("leduc"), changes, more=more, source=source)


# Where it can't be opened


@pytest.mark.parametrize(
    ("changes", "more", "at", "told"),
    [
        (
            {"from collections import Counter": "from colections import Counter"},
            "",
            "from colections",
            "ModuleNotFoundError: No module named 'colections'",
        ),
        ({}, "\nANTE.bet\n", "ANTE.bet", "AttributeError: 'int' object has no attribute 'bet'"),
        ({}, "\nCHIPS = ATNE + 1\n", "ATNE", "NameError: name 'ATNE' is not defined"),
        ({"return Leduc()": "return database.rules['ante']"}, "", "['ante']", "KeyError: 'ante'"),
        ({}, "\nraise SystemExit(0)\n", "raise SystemExit(0)", "SystemExit: 0"),
        (
            {"return Leduc()": "return 3"},
            "",
            "def open_game",
            "`open_game` gives an int, and not a Game",
        ),
        (
            {'self.name = "leduc"': 'self.name = "poker"'},
            "",
            "def __init__(self) -> None",
            "`name` of Leduc is 'poker'; expected 'leduc', the id of its card database; "
            "set `self.name = database.id`",
        ),
        (
            {"self.seats = (2,)": "self.seats = 2"},
            "",
            "def __init__(self) -> None",
            "`seats` of Leduc is 2; expected the numbers of players",
        ),
        (
            {"        self.longest = 8\n": ""},
            "",
            "def __init__(self) -> None",
            "`longest` is missing in Leduc; it is the most decisions that a game can have",
        ),
    ],
)
def test_what_can_t_be_opened_is_told_with_its_line(
    changes: Mapping[str, str], more: str, at: str, told: str
) -> None:
    folder = write(changes, more)
    place = f"leduc/rules.py:{line_of(folder, at)}: error: {told}"
    for command in ("play", "hands"):
        refused(run_here(command, "leduc"), place)
    assert "1 error, 0 warnings" in refused(run_here("rules", "check", "leduc"), place)
    with pytest.raises(BadDatabase) as caught:
        rules.load("leduc")
    assert told in str(caught.value)


def test_a_syntax_error_has_its_column() -> None:
    folder = write({"def open_game(database, problems):": "def open_game(database, problems)"})
    line = line_of(folder, "def open_game")
    refused(
        run_here("play", "leduc"),
        f"leduc/rules.py:{line}:34: error: SyntaxError: expected ':'\n"
        f"  leduc/rules.py, line {line}\n    def open_game(database, problems)\n",
    )


@pytest.mark.parametrize("content", [b"x = '\xff'\n", b"x = 1\0\n", b"if True:\nx = 1\n"])
def test_what_is_no_python_is_told(content: bytes) -> None:
    write()
    Path("leduc/rules.py").write_bytes(content)
    assert refused(run_here("play", "leduc")).startswith("leduc/rules.py")


def test_a_misspelt_open_game_is_found() -> None:
    write({"def open_game": "def open_gmae"})
    refused(
        run_here("play", "leduc"),
        "leduc/rules.py: error: there is neither a function `open_game` nor an object `rules` in it; "
        "there is `open_gmae`: did you mean `open_game`?",
    )


@pytest.mark.parametrize(
    ("source", "told"),
    [
        ("x = 1\n", "neither a function `open_game` nor an object `rules` in it; docs/your-own-rules.md"),
        ("", "neither a function `open_game`"),
        ("open_game = 3\n", "`open_game` is an int, and not a function"),
        ("rules = {}\n", "`rules` is a dict, and not a Rules; make it with `rules = Rules(…)`"),
        ("def open_game(database, problems):\n    pass\n", "`open_game` gives no game; return the game"),
        (
            "def open_game():\n    pass\n",
            "TypeError: open_game() takes 0 positional arguments but 2 were given",
        ),
    ],
)
def test_without_a_game_in_it_a_file_is_refused(source: str, told: str) -> None:
    write(source=source)
    refused(run_here("play", "leduc"), "leduc/rules.py: error: ", told)


def test_a_module_of_the_folder_without_a_dot_has_a_hint() -> None:
    folder = write(more="\nfrom helpers import ante\n")
    (folder / "helpers.py").write_text("ante = 1\n")
    refused(
        run_here("play", "leduc"),
        "ModuleNotFoundError: No module named 'helpers'; a module of the game's own folder is imported "
        "with a dot: `from .helpers import …`",
    )


def test_an_error_in_another_file_of_the_folder_is_told_there() -> None:
    folder = write(more="\nfrom .helpers import ante\n")
    (folder / "helpers.py").write_text("def bet():\n    return 1 / 0\n\n\nante = bet()\n")
    line = line_of(folder, "from .helpers")
    refused(
        run_here("play", "leduc"),
        "leduc/helpers.py:2: error: ZeroDivisionError: division by zero\n"
        f"  leduc/rules.py, line {line}\n    from .helpers import ante\n"
        "  leduc/helpers.py, line 5\n    ante = bet()\n"
        "  leduc/helpers.py, line 2, in bet\n    return 1 / 0\n",
    )


def test_a_display_that_is_none_is_told() -> None:
    folder = write()
    for text, told in (
        ("x = 1 / 0\n", "leduc/terminal.py:1: error: ZeroDivisionError: division by zero"),
        ("x = 1\n", "leduc/terminal.py: error: there is no function `open_display`"),
        ("def open_display(game, database):\n    pass\n", "`open_display` gives no Display"),
    ):
        (folder / "terminal.py").write_text(text)
        refused(run_here("play", "leduc", "--watch"), told)


def test_a_crash_is_told_in_json_too() -> None:
    folder = write({"return Leduc()": "return 1 / 0"})
    done = run_here("play", "leduc", "--watch", "--json")
    assert done.code == 1
    (problem,) = json.loads(done.stdout)["problems"]
    line = line_of(folder, "return 1 / 0")
    assert (problem["file"], problem["line"]) == ("leduc/rules.py", line)
    assert problem["trace"] == [f"  leduc/rules.py, line {line}, in open_game", "    return 1 / 0"]


def test_ctrl_c_stays_what_it_is() -> None:
    write(more="\nraise KeyboardInterrupt\n")
    with pytest.raises(KeyboardInterrupt):
        rules.load("leduc")


# While it is played


CRASH = {RAISE: RAISE + "            1 // (2 - self.raises)\n"}
"""The second raise in a round divides by zero."""


def test_a_move_that_crashes_is_named() -> None:
    folder = write(CRASH)
    line = line_of(folder, "1 // (2")
    Path("moves.txt").write_text("raise\nraise\n")
    told = refused(
        run_here("play", "leduc", "--moves", "moves.txt", "--log", "game.json"),
        f"leduc/rules.py:{line}: error: ZeroDivisionError: integer division or modulo by zero, "
        "while seat 1 made `raise`\n"
        f"  leduc/rules.py, line {line}, in apply\n    1 // (2 - self.raises)\n",
    )
    assert "the record is in game.json" in told
    assert json.loads(Path("game.json").read_text())["moves"] == ["raise"]


@pytest.mark.parametrize(
    ("body", "told"),
    [
        (
            "class Odd(Exception):\n                def __str__(self): raise ValueError\n"
            "            raise Odd",
            "Odd: (its own words can't be had: ValueError), while seat 1 made `raise`",
        ),
        (
            "from generator.rules import RulesError\n            class Odd(RulesError):\n"
            "                def __init__(self, one, two): pass\n            raise Odd(1, 2)",
            "Odd: (its own words can't be had: AttributeError), while seat 1 made `raise`",
        ),
        (
            "from generator.rules import RulesError\n            raise RulesError('odd', hint=object())",
            "odd, while seat 1 made `raise`; <object object at",
        ),
    ],
    ids=["no words", "half made", "no hint"],
)
def test_an_exception_of_the_author_s_own_making_is_told(body: str, told: str) -> None:
    folder = write({RAISE: f"{RAISE}            {body}\n"})
    Path("moves.txt").write_text("call\nraise\n")
    done = run_here("play", "leduc", "--moves", "moves.txt")
    refused(done, f"{folder}/rules.py:{line_of(folder, body.splitlines()[-1].strip())}: error: {told}")


@pytest.mark.parametrize("command", ["sweep", "tune"])
def test_a_set_up_that_fails_ends_every_study(command: str) -> None:
    assert run_here("new", "lights", "--rules").code == 0
    rules_file = Path("lights", "rules.py")
    text = rules_file.read_text("utf-8")
    rules_file.write_text(text.replace("    table.shuffle", "    1 // 0\n    table.shuffle", 1), "utf-8")
    numbers = ("--set", "rules.hand=3,4") if command == "sweep" else ("--free", "rules.hand=3..4")
    target = ("--target", "draws<0.1") if command == "tune" else ()
    done = run_here(command, "lights", *numbers, *target, "--games", "2", "--bots", "random")
    refused(done, f"lights/rules.py:{line_of(Path('lights'), '1 // 0')}: error: ZeroDivisionError: ")


@pytest.mark.slow
def test_words_of_a_class_of_the_author_s_own_come_back_from_workers() -> None:
    said = "Result((won, -won), (winner,), reason)"
    write({said: said.replace("reason", "type('Words', (str,), {})(reason)")})
    games = "simulate leduc --games 4 --bots random --json"
    alone = run_here(*games.split())
    together = run_in_shell(Path(), f"gatepress {games} --workers 2")
    assert together.code == 0, together.output
    assert json.loads(together.stdout)["digest"] == json.loads(alone.stdout)["digest"]


def test_a_bot_that_tries_a_move_names_it_too() -> None:
    write(CRASH)
    refused(
        run_here("play", "leduc", "--watch", "--seed", "5"), "ZeroDivisionError", "while seat 0 made `raise`"
    )


def test_at_the_keyboard_the_table_stays_readable(tmp_path: Path) -> None:
    write({RAISE: RAISE + "            1 / 0\n"})
    done = run_in_shell(
        tmp_path, "echo raise | gatepress play leduc --seed 3 --opponent random --log game.json"
    )
    refused(done, "while seat 0 made `raise`", "the record is in game.json")
    assert "The game was left unfinished; `gatepress play leduc --from game.json` resumes it." in done.stdout
    assert json.loads(Path("game.json").read_text())["moves"] == []


def test_an_illegal_move_is_not_an_error(tmp_path: Path) -> None:
    write()
    done = run_in_shell(tmp_path, "printf 'fold\\nbid\\nquit\\n' | gatepress play leduc --seed 3")
    assert done.code == 0, done.output
    assert "illegal move: nobody has raised: no need to fold" in done.stdout
    assert "illegal move: 'bid' is not a move" in done.stdout
    Path("moves.txt").write_text("fold\n")
    done = run_here("play", "leduc", "--moves", "moves.txt")
    assert done.stderr == "moves.txt:1: error: fold: nobody has raised: no need to fold\n"


def test_opening_hands_that_crash_are_told() -> None:
    folder = write({"return LeducState(DEALS[": "return LeducState(DEALS[1 // 0 + "})
    line = line_of(folder, "1 // 0")
    refused(run_here("hands", "leduc"), f"leduc/rules.py:{line}: error: ZeroDivisionError")


@pytest.mark.parametrize("given", ["3", "[]+[3]", "[('seat 0', 'Q1')]", "[('seat 0', [1])]"])
def test_opening_hands_that_are_none_are_told(given: str) -> None:
    whole = 'return [(f"seat {seat}", hand) for seat, hand in enumerate(state.to_dict()["hands"])]'
    folder = write({whole: f"return {given}"})
    told = f"leduc/rules.py:{line_of(folder, 'def opening')}: error: `opening` gives "
    refused(run_here("hands", "leduc"), told, "; expected a name and cards for each seat")


@pytest.mark.slow
def test_rules_check_finds_a_crash_with_the_move() -> None:
    folder = write(CRASH)
    done = run_here("rules", "check", "leduc", "--games", "20", "--json")
    assert done.code == 1
    (report,) = json.loads(done.stdout)
    place = f"leduc/rules.py:{line_of(folder, '1 // (2')}"
    told = f"{place}: ZeroDivisionError: integer division or modulo by zero"
    played = [finding for finding in report["findings"] if finding["check"] == "play"]
    assert played[0]["message"] == f"{told} in `apply`, while seat 1 made `raise`"
    assert played[0]["record"]["moves"][-2:] == ["raise", "raise"]
    assert any(finding["message"].startswith(told) for finding in report["findings"] if finding not in played)


@pytest.mark.parametrize(
    ("changes", "at", "told"),
    [
        (
            {"return LEGAL[self.raises] if": "return (7,) if"},
            "def legal",
            "`legal` gives 7, and the game has 3 moves, from 0",
        ),
        (
            {"return LEGAL[self.raises] if": "return () if"},
            "def legal",
            "`legal` gives no move, and seat 0 is to choose one",
        ),
        (
            {"return LEGAL[self.raises] if": "return ('call',) if"},
            "def legal",
            "`legal` gives a list; expected whole numbers",
        ),
        (
            {"        return MOVES[move]\n": "        return move\n"},
            "def text",
            "`text` gives 1 for move 1; expected its words",
        ),
        (
            {"self.player = 0\n        self.round": "self.player = 'Ann'\n        self.round"},
            "class LeducState",
            "`player` is 'Ann'; expected the number of a seat, or None",
        ),
        (
            {'        return shown | {"deck": len(shown["deck"])}\n': "        return 3\n"},
            "def view",
            "`view` gives an int; expected a dictionary",
        ),
        (
            {'"seat": seat, "asked": self.player == seat}': "}"},
            "def view",
            "`view` lacks the keys `seat` and `asked`",
        ),
        (
            {"        return LeducState(DEALS[shuffler.below(len(DEALS))], shuffler)": "        return 3"},
            "def begin",
            "a game begins with an int, and not a State",
        ),
        ({"def clone": "def klone"}, "class LeducState", "the class `LeducState` has no method `clone`"),
    ],
)
def test_wrong_values_of_a_state_are_told(changes: Mapping[str, str], at: str, told: str) -> None:
    folder = write(changes)
    done = run_here("play", "leduc", "--watch", "--opponent", "random", *FIRST)
    refused(done, f"leduc/rules.py:{line_of(folder, at)}: error: {told}")


def test_a_wrong_result_is_told() -> None:
    folder = write({"return Result((won, -won), (winner,), reason)": "return won"})
    line = line_of(folder, "def result")
    for seed in range(8):
        done = run_here("play", "leduc", "--watch", "--opponent", "random", "--seed", str(seed))
        if done.code:
            break
    refused(done, f"leduc/rules.py:{line}: error: `result` gives an int, and not a Result")
    refused(run_here("play", "leduc", "--watch"), "`result` gives an int, and not a Result")


@pytest.mark.parametrize("bot", ["greedy", "random"])
def test_a_card_that_lies_in_two_places_is_told_before_anybody_plays_on(bot: str) -> None:
    shutil.copytree(PROJECT / "tests" / "gallery" / "button-box", "button-box")
    file = Path("button-box") / "rules.py"
    given = "table.market.give(card, table.hand[table.seat])"
    source = file.read_text("utf-8")
    assert source.count(given) == 1
    file.write_text(source.replace(given, "table.hand[table.seat].append(card)"), "utf-8")
    told = refused(run_here("play", "button-box", "--watch", "--opponent", bot, *FIRST))
    message = r"\d copies of .*, and the game has \d: a card lies in two places, while seat \d made `take "
    assert re.search(message, told), told


def test_a_legal_move_that_is_refused_is_told() -> None:
    folder = write({"        return MOVES.index(text)\n": "        raise IllegalMove('not today')\n"})
    line = line_of(folder, "def legal")
    refused(
        run_here("play", "leduc", "--watch", "--opponent", "random"),
        f"leduc/rules.py:{line}: error: `call` is among the legal moves, and is refused: not today",
    )


# That does not end


ON_AND_ON = {
    "self.player = 0 if self.round == 0 else None": "self.player = 0",
    '        if self.player is not None:\n            raise ValueError("the game goes on")\n': "",
}
"""After the second round comes another, and nobody may fold."""


@pytest.mark.parametrize("bot", ["greedy", "random"])
def test_a_game_that_never_ends_is_stopped(bot: str) -> None:
    write({**ON_AND_ON, "(FOLD, CALL, RAISE), (FOLD, CALL))": "(CALL, RAISE), (CALL,))"})
    done = run_here("play", "leduc", "--watch", "--opponent", bot)
    refused(done, "leduc/rules.py", "the game goes on after 8 decisions; its `longest` is 8")
    done = run_here("rules", "check", "leduc", "--games", "4")
    assert done.code == 1
    assert "it goes on after 8 decisions, its `longest`" in done.stdout


@pytest.mark.usefixtures("impatient")
class TestLoops:
    @pytest.mark.slow
    def test_an_import(self) -> None:
        folder = write(more="\nwhile True:\n    pass\n")
        line = line_of(folder, "while True:")
        for command in ("play", "hands"):
            told = refused(run_here(command, "leduc"), "it does not end: stopped after 0.6 seconds")
            assert told.startswith((f"leduc/rules.py:{line}:", f"leduc/rules.py:{line + 1}:"))

    @pytest.mark.slow
    def test_an_import_that_catches_every_exception(self) -> None:
        write(more="\nwhile True:\n    try:\n        int('x')\n    except Exception:\n        pass\n")
        refused(run_here("play", "leduc"), "it does not end: stopped after 0.6 seconds")

    @pytest.mark.slow
    def test_open_game(self) -> None:
        write({"    return Leduc()\n": "    while True:\n        database.id\n"})
        refused(
            run_here("rules", "check", "leduc"), "it does not end: stopped after 0.6 seconds", "in open_game"
        )

    @pytest.mark.slow
    def test_a_move(self) -> None:
        folder = write({RAISE: RAISE + "            while True:\n                seat = 0\n"})
        Path("moves.txt").write_text("call\nraise\n")
        told = refused(
            run_here("play", "leduc", "--moves", "moves.txt", "--log", "game.json"),
            "it does not end: stopped after 0.6 seconds, while seat 1 made `raise`",
            ", in apply\n",
        )
        line = line_of(folder, "while True:")
        assert f"leduc/rules.py:{line}: error" in told or f"leduc/rules.py:{line + 1}: error" in told
        assert json.loads(Path("game.json").read_text())["moves"] == ["call"]

    def test_a_move_that_waits(self) -> None:
        write({RAISE: RAISE + "            import time; time.sleep(1000)\n"})
        Path("moves.txt").write_text("raise\n")
        told = refused(run_here("play", "leduc", "--moves", "moves.txt"), "while seat 0 made `raise`")
        assert "it does not end: stopped after 0.6 seconds" in told
        assert "time.sleep(1000)" in told

    @pytest.mark.slow
    def test_rules_check_ends_with_the_first(self) -> None:
        write({RAISE: RAISE + "            while True:\n                seat = 0\n"})
        done = run_here("rules", "check", "leduc", "--json")
        assert done.code == 1
        (report,) = json.loads(done.stdout)
        (finding,) = [
            one
            for one in report["findings"]
            if "it does not end: stopped after 0.6 seconds" in one["message"]
        ]
        assert finding["message"].startswith("leduc/rules.py:")
        assert report["notes"] == ["the run was ended: a call of the rules did not come back"]

    @pytest.mark.slow
    def test_scenarios_end_with_the_first(self) -> None:
        folder = write({RAISE: RAISE + "            while True:\n                seat = 0\n"})
        (folder / "scenarios").mkdir()
        raised = "  start: {}\n  moves: [raise]\n  player: 1\n"
        sentences = ("Seat 0 may raise.", "It may raise again.", "And again and again.")
        text = "".join(f"- rule: {sentence}\n{raised}" for sentence in sentences)
        (folder / "scenarios" / "bets.yaml").write_text(text)
        done = run_here("rules", "check", "leduc", "--games", "4", "--json")
        assert done.code == 1
        (report,) = json.loads(done.stdout)
        assert (report["scenarios"]["ran"], report["scenarios"]["failed"]) == (1, 1)
        (failure,) = report["scenarios"]["failures"]
        assert failure["message"].startswith(
            "it does not end: stopped after 0.6 seconds, while seat 0 made `raise` (leduc/rules.py:"
        )

    @pytest.mark.slow
    def test_in_a_thread_of_one_s_own(self) -> None:
        """Where no signal comes."""
        from concurrent.futures import ThreadPoolExecutor

        write(more="\nwhile True:\n    pass\n")
        with ThreadPoolExecutor(1) as pool, pytest.raises(BadDatabase, match="it does not end"):
            pool.submit(rules.load, "leduc").result(timeout=60)


@pytest.mark.slow
def test_the_time_limit_ends_a_run() -> None:
    write()
    done = run_here("rules", "check", "leduc", "--games", "1000000", "--time-limit", "1")
    assert done.code == 1
    assert "play: the time limit of 1 seconds was reached after " in done.stdout
    assert " of 1,000,000 games" in done.stdout


# Scenarios


def test_all_that_is_wrong_with_scenarios_is_told_before_anything_is_played() -> None:
    folder = write()
    (folder / "scenarios").mkdir()
    (folder / "scenarios" / "bets.yaml").write_text(
        "- rule: Nobody folds before a raise.\n  start: {}\n  leagl: [call]\n"
        "- rule: Short.\n  start: {}\n  player: x\n"
    )
    (folder / "scenarios" / "ends.yaml").write_text("- [\n")
    done = run_here("rules", "check", "leduc", "--scenarios", "gone.yaml")
    told = refused(
        done,
        "leduc/scenarios/bets.yaml:3:3: error: scenario 1: unknown key `leagl`; did you mean `legal`?",
        "leduc/scenarios/bets.yaml:1:3: error: scenario 1: nothing is expected",
        "leduc/scenarios/bets.yaml:4:9: error: scenario 2.rule: `rule` is a sentence",
        "leduc/scenarios/bets.yaml:6:11: error: scenario 2.player: expected a whole number, got 'x'",
        "gone.yaml: error: no such file or folder",
        "6 errors, 0 warnings",
    )
    assert "leduc/scenarios/ends.yaml:" in told
    assert done.stdout == ""


def test_a_crash_in_a_scenario_is_told_with_both_places() -> None:
    folder = write(CRASH)
    (folder / "scenarios").mkdir()
    (folder / "scenarios" / "bets.yaml").write_text(
        "- rule: Two raises are allowed.\n  from: {hands: [[J1], [K1]], deck: [J2]}\n"
        "  moves: [raise, raise]\n  player: 0\n"
    )
    done = run_here("rules", "check", "leduc", "--games", "1")
    assert done.code == 1
    assert "leduc/scenarios/bets.yaml:1:3: Two raises are allowed." in done.stdout
    crash = "crash: ZeroDivisionError: integer division or modulo by zero, while seat 1 made `raise` ("
    assert crash + f"leduc/rules.py:{line_of(folder, '1 // (2')})" in done.stdout.replace("\n", " ")


# The error itself


def test_the_error_says_what_was_being_made() -> None:
    error = RulesError("KeyError: 7", Place("my-game/rules.py", 41), move="play red-7", seat=1)
    assert str(error) == "KeyError: 7, while seat 1 made `play red-7`"
    assert str(error.problem()) == "my-game/rules.py:41: error: KeyError: 7, while seat 1 made `play red-7`"
    assert str(RulesError("no", seat=0)) == "no, while seat 0 was to choose a move"


def test_what_an_error_says_itself_stays(tmp_path: Path) -> None:
    given = RulesError("the pile is empty", Place("here.py", 7), move="draw", seat=2)
    told = author_error(given, tmp_path, "pass", 0)
    assert told is given
    assert (told.place, told.move, told.seat) == (Place("here.py", 7), "draw", 2)
    bare = author_error(RulesError("the pile is empty"), tmp_path, "pass", 0)
    assert (bare.move, bare.seat) == ("pass", 0)
    assert str(bare.place).endswith("rules.py")


def test_an_error_of_ours_is_not_the_author_s(tmp_path: Path) -> None:
    with pytest.raises(KeyError), blame(tmp_path, "draw", 0):
        raise KeyError("ours")
    with pytest.raises(RulesError, match="it does not end"), blame(tmp_path):
        raise Endless


def test_of_a_long_recursion_the_ends_are_shown() -> None:
    write({RAISE: RAISE + "            self.apply(move)\n"})
    Path("moves.txt").write_text("raise\n")
    told = refused(run_here("play", "leduc", "--moves", "moves.txt"), "RecursionError", "more calls")
    assert len(told.splitlines()) < 20


@pytest.mark.parametrize("command", [("play",), ("hands",), ("rules", "check")])
def test_a_folder_or_a_broken_link_is_no_rules(command: tuple[str, ...]) -> None:
    folder = write()
    (folder / "rules.py").unlink()
    (folder / "rules.py").mkdir()
    refused(run_here(*command, "leduc"), "leduc/rules.py: error: this is not a file that can be read")
    (folder / "rules.py").rmdir()
    (folder / "rules.py").symlink_to("nowhere.py")
    refused(run_here(*command, "leduc"), "leduc/rules.py: error: this is not a file that can be read")
