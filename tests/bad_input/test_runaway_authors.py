"""Code of an author's that runs away, in Python or in C: ended, and told with its line and the move; nothing
is left running."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from itertools import cycle
from pathlib import Path

import pytest
from games import PROJECT, Result, run
from own_leduc import line_of, write_leduc

LIMIT = {"GATEPRESS_CALL_LIMIT": "0.5"}
RAISE = "            self.raises += 1\n"
"""The line of the rules that a raise comes to."""
ENDLESS = "it does not end: stopped after 0.5 seconds"
POWER = "n = 9; n**n**n"
LOOP = "[None for _ in iter(int, 1)]"

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="only Linux has all the bounds")

RUNAWAYS = {
    "a power": (POWER, ENDLESS),
    "a regular expression": ("import re; re.match('(a*)*b', 'a' * 60)", ENDLESS),
    "a sum": ("sum(range(10**12))", ENDLESS),
    "a loop": (LOOP, ENDLESS),
    "a call that waits": ("import time; time.sleep(1000)", ENDLESS),
    "a loop that catches everything": (
        "while True:\n                try:\n                    " + LOOP + "\n"
        "                except BaseException:\n                    pass",
        ENDLESS,
    ),
    "an exit": ("import os; os._exit(0)", "was ended"),
    "an exit that can be caught": ("import sys; sys.exit(0)", "SystemExit: 0"),
    "a crash of Python": ("import ctypes; ctypes.string_at(0)", "was ended"),
    "an interruption of the author's own": ("raise KeyboardInterrupt", "KeyboardInterrupt"),
    "a fork": ("import os; os.fork()", "rules and bots can't fork the process that they run in"),
    "an error of a local class": ("class Odd(Exception): pass\n            raise Odd('odd')", "Odd: odd"),
    "a program that is left behind": (
        "import subprocess; subprocess.Popen(['sleep', '4321']); 1 // 0",
        "ZeroDivisionError",
    ),
}
COMMANDS = {
    "play": ("play", "leduc", "--moves", "moves.txt"),
    "simulate": ("simulate", "leduc", "--games", "20", "--bots", "random"),
    "workers": ("simulate", "leduc", "--games", "20", "--bots", "random", "--workers", "2"),
    "rules check": ("rules", "check", "leduc", "--games", "4"),
}


def write(folder: Path, body: str, *, more: str = "") -> Path:
    """The game, with a line of code where a raise is made."""
    (folder / "moves.txt").write_text("call\nraise\n", "utf-8")
    changes = {RAISE: f"{RAISE}            {body}\n"} if body else {}
    return write_leduc(folder / "leduc", changes, more=more)


def refused(done: Result, *told: str) -> str:
    """What a run told that ended as it should: status 1, and a sentence."""
    assert done.code == 1, done.output
    assert "Traceback" not in done.output
    assert "generator/" not in done.output
    for words in told:
        assert words in done.output.replace("\n      ", " "), done.output
    return done.output


def left_running(folder: Path) -> list[str]:
    """Processes that run in the folder."""
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        try:
            if (process / "cwd").readlink() == folder:
                found.append((process / "cmdline").read_text())
        except OSError:
            continue
    return found


def check(folder: Path, runaway: str, command: str) -> None:
    body, told = RUNAWAYS[runaway]
    game = write(folder, body)
    done = run(*COMMANDS[command], cwd=folder, environment=LIMIT)
    first = line_of(game, body.splitlines()[0])
    lines = range(first, first + len(body.splitlines()))
    output = refused(done, told, "`raise`" if command != "rules check" else "raise")
    assert any(f"leduc/rules.py:{line}" in output for line in lines), output
    if command in ("simulate", "workers"):
        assert "error: game " in done.stderr
    assert left_running(folder) == []


@pytest.mark.parametrize(
    ("runaway", "command"),
    [("a power", "play"), ("an exit", "simulate"), ("a program that is left behind", "play")],
)
def test_it_is_ended_and_told(tmp_path: Path, runaway: str, command: str) -> None:
    check(tmp_path, runaway, command)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("runaway", "command"),
    [*zip(RUNAWAYS, cycle(COMMANDS)), ("a power", "workers"), ("a power", "rules check")],
)
def test_every_command_ends_it(tmp_path: Path, runaway: str, command: str) -> None:
    check(tmp_path, runaway, command)


@pytest.mark.slow
@pytest.mark.parametrize(
    "command",
    [("hands",), ("rules", "check"), ("sweep", "--set", "ante=1,2")],
    ids=" ".join,
)
def test_code_in_c_that_an_import_comes_to(tmp_path: Path, command: tuple[str, ...]) -> None:
    game = write(tmp_path, "", more=f"\n{POWER}\n")
    done = run(*command, *() if "leduc" in command else ("leduc",), cwd=tmp_path, environment=LIMIT)
    refused(done, f"leduc/rules.py:{line_of(game, POWER)}: error: {ENDLESS}\n")


@pytest.mark.slow
@pytest.mark.parametrize(("body", "workers"), [(POWER, "1"), (LOOP, "2")])
def test_bots_of_one_s_own(tmp_path: Path, body: str, workers: str) -> None:
    (tmp_path / "own.py").write_text(f"class Bot:\n    def choose(self, view, legal):\n        {body}\n")
    bots = ("--opponent", "own.py")
    done = run("play", "battle-gate", "--watch", *bots, cwd=tmp_path, environment=LIMIT)
    refused(done, f"own.py:3: error: {ENDLESS}, while seat ", " was to choose a move")
    study = ("--bots", "random,own.py", "--games", "4", "--move-limit", "1", "--workers", workers)
    done = run("simulate", "battle-gate", *study, cwd=tmp_path, environment=LIMIT)
    # Both workers may hang at once.
    refused(done, "own.py:3: error: game ", "(own.py): the bot took too long for its move")


def test_what_rules_may_not_replace(tmp_path: Path) -> None:
    for source in ("import json\njson.dumps = None", "import builtins\nbuiltins.open = None"):
        game = write(tmp_path, "", more=f"\n{source}\n")
        line = line_of(game, source.splitlines()[1])
        done = run("simulate", "leduc", "--games", "2", cwd=tmp_path)
        name = source.splitlines()[1].removesuffix(" = None").removeprefix("builtins.")
        refused(done, f"leduc/rules.py:{line}: error: `{name}` is replaced, which the program itself needs")


@pytest.mark.slow
def test_what_is_replaced_in_the_middle_of_a_game(tmp_path: Path) -> None:
    write(tmp_path, "import json; json.dumps = None")
    done = run(*COMMANDS["play"], "--json", cwd=tmp_path)
    assert done.code == 1
    (problem,) = json.loads(done.stdout)["problems"]
    assert problem["file"] == "leduc/rules.py"
    assert problem["message"] == "`json.dumps` is replaced, which the program itself needs"
    assert "Traceback" not in done.output
    # It imports the rules again after games were played.
    tune = ("--free", "king.copies=2..3", "--target", "draws<0.9", "--games", "4", "--trials", "2")
    done = run("tune", "leduc", *tune, "--bots", "random", cwd=tmp_path)
    refused(done, "`json.dumps` is replaced, which the program itself needs")


@pytest.mark.slow
def test_memory_is_bounded(tmp_path: Path) -> None:
    write(tmp_path, "kept = []\n            while True: kept.append(bytearray(10**6))")
    for command in ("play", "workers"):
        refused(run(*COMMANDS[command], cwd=tmp_path), "it takes too much memory, while seat ")


def test_what_it_prints_is_bounded_and_stays_out_of_json(tmp_path: Path) -> None:
    write(tmp_path, "import os; print('x' * 4_000_000); os.write(1, b'past the stream')")
    done = run(*COMMANDS["play"], "--json", cwd=tmp_path)
    assert json.loads(done.stdout)["moves"] == ["call", "raise"]
    assert len(done.stderr) < 101_000
    assert "leduc/rules.py prints more than 100,000 letters; the rest is left out\n" in done.stderr
    assert "past the stream" in done.stderr


@pytest.mark.slow
@pytest.mark.parametrize(
    "flood",
    [
        "import os; [os.write(1, b'x' * 65536) for _ in range(64)]",
        "import subprocess; subprocess.run(['head', '-c', '4000000', '/dev/zero'])",
        "sys.__stderr__.buffer.write(b'x' * 4_000_000)",
    ],
)
@pytest.mark.parametrize("command", ["play", "workers"])
def test_what_goes_past_the_streams_is_bounded_too(tmp_path: Path, flood: str, command: str) -> None:
    write(tmp_path, f"import sys\n            if not hasattr(sys, 'flooded'): sys.flooded = True; {flood}")
    done = run(*COMMANDS[command], cwd=tmp_path)
    assert done.code == 0, done.output[-2000:]
    assert 100_000 < len(done.output) < 105_000
    assert "leduc/rules.py writes more than 100,000 bytes; the rest is left out\n" in done.stderr


@pytest.mark.slow
def test_a_thread_that_does_not_end(tmp_path: Path) -> None:
    begun = f"import threading; threading.Thread(target=lambda: {LOOP}).start()"
    game = write(tmp_path, "", more=f"\n{begun}\n")
    done = run(*COMMANDS["play"], cwd=tmp_path, environment=LIMIT)
    told = "a thread that the rules or a bot began does not end"
    refused(done, f"leduc/rules.py:{line_of(game, begun)}: error: {told}")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("body", "number"),
    [(POWER, signal.SIGTERM), (POWER, signal.SIGKILL), ("import time; time.sleep(1000)", signal.SIGINT)],
)
def test_a_signal_ends_all_and_blames_nobody(tmp_path: Path, body: str, number: signal.Signals) -> None:
    write(tmp_path, f"open('reached', 'w').close(); {body}")
    process = subprocess.Popen(
        [sys.executable, "-m", "generator", *COMMANDS["workers"]],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(PROJECT), "GATEPRESS_CALL_LIMIT": "500"},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    while not (tmp_path / "reached").exists():
        assert process.poll() is None
        time.sleep(0.05)
    process.send_signal(number)
    _, errors = process.communicate(timeout=60)
    assert process.returncode == (-number if number == signal.SIGKILL else 128 + number)
    assert "Traceback" not in errors
    assert "rules.py" not in errors
    ends = time.monotonic() + 60
    while left_running(tmp_path):
        assert time.monotonic() < ends, left_running(tmp_path)
        time.sleep(0.05)
