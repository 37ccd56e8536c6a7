"""Help, version, exit status, and what happens on a terminal."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from importlib.metadata import version
from pathlib import Path

import pytest
from games import PROJECT, run, run_here, run_on_terminal, write_game

from generator.rules import protocol


def test_version_is_the_package_s_and_says_whether_it_is_compiled(tmp_path: Path) -> None:
    done = run("--version", cwd=tmp_path)
    kind = "plain" if protocol.__file__.endswith(".py") else "compiled"
    assert (done.code, done.stdout) == (0, f"gatepress {version('gatepress')} ({kind})\n")


def test_help_lists_the_commands() -> None:
    done = run_here("--help")
    assert done.code == 0
    assert re.search(r"^ +build +Build print-ready PDF sheets", done.stdout, re.MULTILINE)


OPTIONS = (
    "paper form dpi max-dpi backs gap bleed bleed-from marks margin merge no-merge sheet",
    "back-offset registration printer",
    "only select low-ink lang variant contact",
    "out no-cache jobs watch strict json options help",
)


def test_help_of_build_explains_every_option() -> None:
    done = run_here("build", "--help")
    assert done.code == 0
    text = " ".join(done.stdout.partition("Examples:")[0].split())
    options = [option for group in OPTIONS for option in group.split()]
    for option in options:
        assert re.search(rf"--{option} (<\S+> )?\S", text), option
    assert len(re.findall(r"--[a-z-]+ ", text)) == len(options)
    for value in (
        "duplex-long",
        "duplex-short",
        "gutterfold",
        "pod",
        "png-sheets",
        "crop",
        "lines",
        "200x300mm",
    ):
        assert value in text


LATE_LOADING = """Commands are loaded late through `list_commands`, `get_command` and `add_command` of
typer.core.TyperGroup (generator/cli/app.py): this release of Typer may have changed them."""


def test_only_the_command_that_is_called_is_imported() -> None:
    code = (
        "import sys; from generator.cli.app import app\n"
        "app(['deck', 'new', '--help'], standalone_mode=False)\n"
        "print([name for name in sys.modules if name.startswith('generator.cli.commands.')])"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=PROJECT, capture_output=True, text=True, check=True
    )
    loaded = done.stdout.splitlines()[-1]
    assert loaded == "['generator.cli.commands.deck', 'generator.cli.commands.deck.new']", LATE_LOADING


def test_a_misspelt_command_of_a_group_is_told_with_the_one_that_was_meant() -> None:
    done = run_here("deck", "chek")
    assert (done.code, "Did you mean 'check'?" in done.stderr) == (2, True), LATE_LOADING


def test_nothing_at_all_shows_the_help() -> None:
    done = run_here()
    assert done.code == 2
    assert "build" in done.output


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["bild"], "bild"),
        (["build", "--papr", "a4"], "--papr"),
        (["build", "--paper", "a44"], "a4"),
        (["build", "--paper", "0x100mm"], "--paper"),
        (["build", "--backs", "duplex"], "duplex-long"),
        (["build", "--marks", "crosses"], "crop, lines, none"),
        (["build", "--gap", "wide"], "expected a length"),
        (["build", "--gap=-1"], "--gap"),
        (["build", "--margin", "nan"], "--margin"),
        (["build", "--bleed"], "--bleed"),
    ],
)
def test_wrong_usage_ends_with_2_and_writes_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: list[str], told: str
) -> None:
    monkeypatch.chdir(tmp_path)
    done = run_here(*arguments)
    assert done.code == 2
    assert told in done.stderr
    assert done.stdout == ""
    assert list(tmp_path.iterdir()) == []


def test_an_unknown_game_ends_with_1_and_a_suggestion(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    done = run_here("build", "batle-gate")
    assert done.code == 1
    assert "battle-gate" in done.stderr
    assert "Traceback" not in done.output


@pytest.mark.parametrize("tty", [True, False])
def test_progress_is_drawn_for_a_person_only(tmp_path: Path, tty: bool) -> None:
    """On a terminal a bar runs and is wiped away; in a pipe or a log there is nothing of it."""
    write_game(tmp_path / "forts", cards=[{"name": f"Card {number}"} for number in range(300)])
    output = build_on_terminal(tmp_path) if tty else run("build", "forts", cwd=tmp_path).stderr
    assert ("laying out" in output) == tty
    if not tty:
        assert output == ""


def build_on_terminal(folder: Path) -> str:
    """What ``build forts`` writes to standard error when that is a terminal."""
    status, shown = run_on_terminal("build", "forts", cwd=folder, only_errors=True, impatient=True)
    assert status == 0
    return shown


def test_json_stays_clean_on_a_terminal_s_standard_output(tmp_path: Path) -> None:
    write_game(tmp_path / "forts")
    done = run("build", "forts", "--json", cwd=tmp_path, environment={"FORCE_COLOR": "1"})
    assert done.stdout.startswith("{")
    assert "\x1b" not in done.stdout


@pytest.mark.slow
def test_an_interrupted_build_leaves_nothing_half_written(tmp_path: Path) -> None:
    """Ctrl-C in the middle of a long run."""
    write_game(
        tmp_path / "forts",
        cards=[{"name": f"Card {number}"} for number in range(4000)],
        front="<card>{% for i in range(40) %}<text width='60' y='{{ i }}'>{{ name }} {{ i }}</text>"
        "{% endfor %}</card>",
    )
    process = subprocess.Popen(
        [sys.executable, "-m", "generator", "build", "forts"],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(PROJECT)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    deadline = time.monotonic() + 60
    while not (tmp_path / "output").exists() and time.monotonic() < deadline:
        time.sleep(0.02)
    # Past the last imports: there, Python itself turns an interrupt into other errors.
    time.sleep(0.5)
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=60)
    # What a shell calls 130 is a process that the signal ended, or one that says so itself.
    assert process.returncode in (130, -signal.SIGINT)
    assert "Traceback" not in errors
    assert not (tmp_path / "output").exists()
