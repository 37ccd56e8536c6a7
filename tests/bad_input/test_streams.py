"""Standard streams that are closed or full, or that nobody reads: what is told, and the exit status."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest
from forks import status_of_fork
from games import PROJECT, run_in_shell, write_game
from own_leduc import write_leduc

pytestmark = pytest.mark.skipif(
    not Path("/dev/full").exists(), reason="there is no device that is always full"
)

COMMANDS = {
    "version": "--version",
    "help": "--help",
    "help of a command": "build --help",
    "build": "build g --no-cache",
    "build in JSON": "build g --no-cache --json",
    "check": "check g",
    "deck check": "deck check few.yaml",
    "deck build": "deck build",
    "deck stats": "deck stats five-a-side",
    "deck diff": "deck diff five-a-side long-siege",
    "deck new": "deck new d.yaml",
    "deck print": "deck print few.yaml --no-cache",
    "hands": "hands five-a-side --samples 100",
    "hands of a game": "hands hold-the-line --samples 100",
    "play": "play hold-the-line",
    "play among bots": "play hold-the-gates --watch --opponent random",
    "diff": "diff g other --no-pdf",
    "rules check": "rules check leduc --games 1",
}
"""Each prints something to standard output, and nothing to standard error."""
FEW = """\
- {name: Ogre, class: soldier, power: 6, copies: 10}
- {name: Goblin, class: minion, power: 2, copies: 15}
- {name: Owl, class: assassin, power: 1, copies: 10}
"""
"""A legal deck of few different cards."""
WITH_A_SHELL = ("build", "play")
"""For these a shell sets up the streams of a new Python too; otherwise a copy of this process does it."""
QUICK = ("build", "build in JSON", "check", "deck new", "version")
ALL = [
    pytest.param(command, id=name, marks=[] if name in QUICK else [pytest.mark.slow])
    for name, command in COMMANDS.items()
]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    write_game(tmp_path / "g")
    write_game(tmp_path / "other", cards=[{"name": "Rook"}])
    write_leduc(tmp_path / "leduc")
    (tmp_path / "few.yaml").write_text(FEW)
    return tmp_path


def shell(folder: Path, arguments: str, streams: str, **environment: str) -> tuple[int, str]:
    """Runs the command with redirected streams; its exit status, and what it says in the file ``errors``."""
    done = run_in_shell(folder, f"gatepress {arguments} {streams}", **environment)
    said = done.stderr + ((folder / "errors").read_text() if (folder / "errors").exists() else "")
    assert "Traceback" not in said
    assert "Exception ignored" not in said
    return done.code, said


def in_a_copy(folder: Path, command: str, out: int | None, *, unbuffered: bool = False) -> tuple[int, str]:
    """Runs the command with this file as its standard output; its exit status, and what it says."""
    with Path(os.devnull).open("rb") as nothing, tempfile.TemporaryFile() as errors:
        streams = [nothing.fileno(), out, errors.fileno()]
        status = status_of_fork(shlex.split(command), streams, cwd=folder, unbuffered=unbuffered)
        errors.seek(0)
        return status, errors.read().decode("utf-8")


LOST = pytest.mark.parametrize(
    ("streams", "unbuffered", "reason"),
    [
        (">/dev/full", "", "No space left on device"),
        (">/dev/full", "1", "No space left on device"),
        (">&-", "", "it is closed"),
        ("1</dev/null", "", "Bad file descriptor"),
    ],
    ids=["full", "full, unbuffered", "closed", "not for writing"],
)


@pytest.mark.parametrize("name", WITH_A_SHELL)
@LOST
def test_output_that_a_shell_loses_is_told_and_is_no_success(
    folder: Path, name: str, streams: str, unbuffered: str, reason: str
) -> None:
    status, said = shell(folder, COMMANDS[name], streams, PYTHONUNBUFFERED=unbuffered)
    assert said.splitlines() == [f"can't write to standard output: {reason}"]
    assert status == 1


@pytest.mark.parametrize("command", ALL)
@LOST
def test_lost_output_is_told_and_is_no_success(
    folder: Path, command: str, streams: str, unbuffered: str, reason: str
) -> None:
    modes = {">/dev/full": os.O_WRONLY, "1</dev/null": os.O_RDONLY}
    out = os.open(streams.lstrip("1<>"), modes[streams]) if streams in modes else None
    status, said = in_a_copy(folder, command, out, unbuffered=bool(unbuffered))
    if out is not None:
        os.close(out)
    assert said.splitlines() == [f"can't write to standard output: {reason}"]
    assert status == 1


@pytest.mark.parametrize("command", ALL)
def test_who_leaves_is_not_told(folder: Path, command: str) -> None:
    """As by ``| head -1``, but with nobody there from the beginning: the timing does not matter."""
    reading, writing = os.pipe()
    os.close(reading)
    status, said = in_a_copy(folder, command, writing)
    os.close(writing)
    # What a shell calls 141 is a process that SIGPIPE ended, or one that says so itself.
    assert (status, said) == (141, "")


def test_who_leaves_a_new_python_is_not_told(folder: Path) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    command = [sys.executable, "-m", "generator", *shlex.split(COMMANDS["build"])]
    environment = {**os.environ, "PYTHONPATH": str(PROJECT)}
    process = subprocess.Popen(
        command, cwd=folder, env=environment, stdout=writing, stderr=subprocess.PIPE, text=True
    )
    os.close(writing)
    _, said = process.communicate(timeout=120)
    assert (process.returncode, said) == (141, "")


@pytest.mark.parametrize("streams", ["2>&-", "2>/dev/full", "<&-", "<&- 2>&-"])
def test_streams_that_are_not_needed_are_not_missed(folder: Path, streams: str) -> None:
    status, said = shell(folder, "build g --no-cache", f">out {streams}")
    assert (status, said) == (0, "")
    assert (folder / "out").read_text().splitlines()[-1] == "1 file, 1 page, 1 card"


@pytest.mark.parametrize("streams", ["2>&-", "2>/dev/full", "<&- >&- 2>&-", ">/dev/full 2>/dev/full"])
def test_a_mistake_is_one_also_if_nobody_can_be_told(folder: Path, streams: str) -> None:
    assert shell(folder, "build nope", streams)[0] == 1
    assert shell(folder, "build --nope", streams)[0] == 2


@pytest.mark.slow
def test_lost_warnings_are_no_success(folder: Path) -> None:
    front = '<card><text width="10" height="3">{{ "word " * 50 }}</text></card>'
    write_game(folder / "warned", front=front)
    assert shell(folder, "build warned --no-cache", "2>/dev/full")[0] == 1
    assert shell(folder, "build warned --no-cache", "2>&-")[0] == 0


@pytest.mark.parametrize("streams", ["<&-", "0>unreadable"])
def test_who_can_not_be_asked_leaves_the_game(folder: Path, streams: str) -> None:
    status, said = shell(folder, "play hold-the-line --log log.json", f">out {streams}")
    assert (status, said) == (0, "the record is in log.json\n")
    assert "The game was left unfinished" in (folder / "out").read_text()
    assert (folder / "log.json").exists()


def test_what_is_opened_later_never_becomes_standard_output(folder: Path) -> None:
    """The first file that is opened would get the number of a closed stream, and what is printed with it."""
    shell(folder, "build g --no-cache --paper a4 --paper a3", ">&- 2>&- <&-")
    for path in (folder / "output" / "g").iterdir():
        assert path.read_bytes().startswith(b"%PDF")
    assert (folder / "g" / "cards.yaml").read_text() == "- name: Knight\n"


def test_a_game_is_recorded_although_nobody_reads_on(folder: Path) -> None:
    status, said = shell(folder, "play hold-the-gates --watch --seed 3 --log log.json", ">/dev/full")
    assert status == 1
    assert "the record is in log.json" in said
    assert '"moves"' in (folder / "log.json").read_text()


@pytest.mark.slow
def test_a_pipe_that_takes_only_what_fits(folder: Path) -> None:
    """What another program has set not to wait is waited for: not a letter is lost."""
    write_game(folder / "many", cards=[{"name": f"Card {number} {'x' * 90}"} for number in range(1500)])
    reading, writing = os.pipe()
    os.set_blocking(writing, False)
    command = [sys.executable, "-m", "generator", "diff", "g", "many", "--no-pdf", "--json"]
    environment = {**os.environ, "PYTHONPATH": str(PROJECT)}
    process = subprocess.Popen(command, cwd=folder, env=environment, stdout=writing, stderr=subprocess.PIPE)
    os.close(writing)
    with os.fdopen(reading, "rb") as pipe:
        printed = pipe.read()
    _, said = process.communicate(timeout=60)
    assert (process.returncode, said) == (0, b"")
    assert len(printed) > 200_000
    assert printed.endswith(b"}\n")
