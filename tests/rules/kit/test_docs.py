"""``docs/your-own-rules.md`` keeps its word: its files grow as it says, its commands print what it shows.

``python -m tests.rules.kit.test_docs`` writes into the page what they print now.

A block under the name of a file is that file; under ``FILE, with this at the end`` it is added to it, and
under ``FILE, with this in place of NAME`` it takes the place of what is called so. In what a command prints,
a line with ``…`` stands for any lines. What follows a prompt was typed.
"""

from __future__ import annotations

import ast
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from inspect import signature
from pathlib import Path

import pytest
from games import PROJECT, run_here

from generator.rules import Game, View, check_game, kit
from generator.rules.kit import Pile, Rules, Table
from generator.rules.kit.board import MAX_SPACES
from generator.rules.kit.declarations import MAX_COUNT, MAX_PLACES
from generator.rules.kit.opening import MAX_MOVES
from generator.rules.kit.rules import MAX_CHOICES, MAX_SEATS
from generator.rules.kit.state import MAX_FORCED
from generator.rules.own_code import MAX_PRINTED
from generator.rules.pulse import MEMORY
from generator.rules.shuffler import MAX_CARDS
from generator.rules.watch import CALL_LIMIT
from generator.sim.bots import make_bot
from rules.kit.conftest import ZONES, Open, card_game

PAGE = PROJECT / "docs" / "your-own-rules.md"
TEXT = PAGE.read_text("utf-8")
TUTORIAL = TEXT[: TEXT.index("\n## Reference")]
BLOCK = re.compile(
    r"(?:^`([\w./-]+)`(?:, with this (at the end|in place of (.+?)))?:\n\n)?^```(\w+)\n(.*?)^```$",
    re.M | re.S,
)
COMMAND = re.compile(r"^\$ gatepress (.*)\n((?:(?!\$ ).*\n)*)", re.M)
PROMPT = re.compile(r"\(or help\): (.*)$", re.M)
ANY = "…"


@dataclass(frozen=True, slots=True)
class Shown:
    """A command of the page with what it prints there, and where that stands in the page."""

    command: str
    output: str
    span: tuple[int, int]

    @property
    def fails(self) -> bool:
        is_check = self.command.startswith("rules check")
        return ": error: " in self.output or (is_check and not self.output.endswith("  nothing found\n"))


def steps(text: str) -> Iterator[re.Match[str] | Shown]:
    """The blocks of files, and the commands, in the order of the page."""
    for block in BLOCK.finditer(text):
        if block[4] != "console":
            if block[1]:
                yield block
            continue
        for command in COMMAND.finditer(block[5]):
            start = block.start(5) + command.start(2)
            yield Shown(command[1], command[2], (start, start + len(command[2])))


def write(block: re.Match[str], folder: Path) -> None:
    """Does to the file what the page says."""
    path = folder / block[1]
    path.parent.mkdir(parents=True, exist_ok=True)
    if block[2] is None:
        assert not path.exists(), f"{path} is there twice"
        path.write_text(block[5], "utf-8")
    elif block[3] is None:
        apart = "\n\n" if path.suffix == ".py" else ""
        path.write_text(path.read_text("utf-8") + apart + block[5], "utf-8")
    else:
        path.write_text(replaced(path.read_text("utf-8"), block[3].strip("`"), block[5]), "utf-8")


def replaced(source: str, name: str, new: str) -> str:
    """A module with something else in place of the function, the value or the import of that name."""
    (node,) = [node for node in ast.parse(source).body if name in names_of(node)]
    lines = source.splitlines(keepends=True)
    first = min([node.lineno, *[inner.lineno for inner in getattr(node, "decorator_list", [])]])
    assert node.end_lineno is not None
    return "".join([*lines[: first - 1], new, *lines[node.end_lineno :]])


def names_of(node: ast.stmt) -> list[str]:
    if isinstance(node, ast.FunctionDef):
        return [node.name]
    if isinstance(node, ast.Assign):
        return [target.id for target in node.targets if isinstance(target, ast.Name)]
    return ["the import"] if isinstance(node, ast.ImportFrom) else []


def run(shown: Shown, folder: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "generator", *shlex.split(shown.command)],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(PROJECT)},
        input="".join(f"{typed}\n" for typed in PROMPT.findall(shown.output)),
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )


def fits(printed: str, shown: str) -> bool:
    """Whether the output is the one shown, with any lines for ``…``."""
    parts = [re.escape(part) for part in re.split(rf"^{ANY}\n", shown, flags=re.M)]
    return re.fullmatch("(?:.*\n)*".join(parts), printed) is not None


@pytest.mark.slow
def test_every_step_goes_as_shown(tmp_path: Path) -> None:
    played = 0
    for step in steps(TUTORIAL):
        if not isinstance(step, Shown):
            write(step, tmp_path)
            continue
        done = run(step, tmp_path)
        printed = done.stdout + done.stderr
        assert fits(printed, step.output), f"$ gatepress {step.command}\n{printed}"
        assert done.returncode == int(step.fails), step.command
        played += 1
    assert played >= 10
    whole = (tmp_path / "billy-goats" / "rules.py").read_text("utf-8")
    assert whole == BLOCKS_OF_PYTHON[-1]


BLOCKS_OF_PYTHON: Sequence[str] = [block[5] for block in BLOCK.finditer(TUTORIAL) if block[4] == "python"]


FAULTS = {
    "card.sise <=": "card.size <=",
    'From("hnad")': 'From("hand")',
    "table.rules.hnad": "table.rules.hand",
    "table.brigde.give_all": "table.bridge.give_all",
    'phase="leadng"': 'phase="leading"',
    'Sum("meadow", "hey")': 'Sum("meadow", "hay")',
    "give(card, table.meadow)": "give(card, table.meadow[seat])",
    "@rules.end": "@rules.over",
    "if True:": "if table.flock:",
    "def lead(table, card):": "def lead(table, card, seat):",
}
"""What the page shows as wrong, and what is right."""
SHOWN_FAULT = "card.sise <="
"""The one whose whole error it shows."""


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder at the end of the page's first part."""
    folder = tmp_path_factory.mktemp("page")
    for step in steps(TUTORIAL):
        if not isinstance(step, Shown):
            write(step, folder)
    return folder


def with_fault(fault: str, finished: Path, folder: Path) -> Path:
    """The finished folder, with something wrong in its rules."""
    shutil.copytree(finished, folder, dirs_exist_ok=True)
    rules = folder / "billy-goats" / "rules.py"
    right = rules.read_text("utf-8")
    assert FAULTS[fault] in right
    rules.write_text(right.replace(FAULTS[fault], fault), "utf-8")
    return folder


def shown_error() -> str:
    """The error that the page shows."""
    (shown,) = [block[5] for block in BLOCK.finditer(TEXT) if block[4] == "text" and "error:" in block[5]]
    return str(shown)


def error_of(fault: str, finished: Path, folder: Path) -> str:
    """What the command says of it, in a process of its own."""
    with_fault(fault, finished, folder)
    done = run(Shown("play billy-goats --watch --seed 1", "", (0, 0)), folder)
    assert done.returncode == 1
    return done.stderr


def test_faults_are_told_as_the_table_says(
    finished: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    section = TEXT[TEXT.index("\n### Errors") : TEXT.index("\n## Trust")]
    told = dict(re.findall(r"^\| `(.+?)`(?: before `draw`)? \| (.+) \|$", section, re.M))
    assert set(told) == set(FAULTS)
    for number, (fault, words) in enumerate(told.items()):
        monkeypatch.chdir(with_fault(fault, finished, tmp_path / str(number)))
        played = run_here("play", "billy-goats", "--watch", "--seed", "1")
        assert played.code == 1
        assert words in played.stderr


def test_the_error_is_shown_as_it_is_told(finished: Path, tmp_path: Path) -> None:
    shown = shown_error()
    assert error_of(SHOWN_FAULT, finished, tmp_path) == shown


@pytest.mark.slow
def test_what_only_looks_at_the_cards_never_runs_the_rules(finished: Path, tmp_path: Path) -> None:
    shutil.copytree(finished, tmp_path, dirs_exist_ok=True)
    (tmp_path / "billy-goats" / "rules.py").write_text("raise SystemExit('it was run')\n")
    for command in ("build billy-goats", "check billy-goats", "stats billy-goats"):
        assert run(Shown(command, "", (0, 0)), tmp_path).returncode == 0
    for command in ("play billy-goats --watch", "rules check billy-goats", "hands billy-goats"):
        assert run(Shown(command, "", (0, 0)), tmp_path).returncode == 1


ADDITIONS = TEXT[TEXT.index("\n### Teams") : TEXT.index("\n### Boards")]


def test_what_the_reference_adds_to_rules_is_played(tiny: Open) -> None:
    """All of it in one game, that four play together."""
    zones = [
        kit.Zone(zone.name, zone.of, zone.seen, zone.ordered, zone.full, shows=zone.seen != kit.ALL)
        for zone in ZONES
    ]
    rules = card_game(seats=4, zones=zones, teams=kit.ALL)
    for block in BLOCK.finditer(ADDITIONS):
        exec(block[5], {**vars(kit), "rules": rules})
    assert rules.functions.value is not None
    assert rules.functions.always
    game = tiny(rules)
    report = check_game(game, 2, decide=bot_of(game), stop_at_first=True)
    assert report.ok, str(report)


def bot_of(game: Game) -> Callable[[View, Sequence[int]], int]:
    return lambda view, legal: make_bot("greedy", game, 1, view["seat"]).choose(view, legal)


KINDS = "Zone|Counter|Value|From|Word|Field|Seat|Space|Squares|Hexes|Graph|Sum|Each|Sets|Different|Most|Tally"
EXAMPLES = re.findall(rf"`((?:{KINDS})\([^`…]*\))`", TEXT)


@pytest.mark.parametrize("example", [one for one in EXAMPLES if "(name, " not in one])
def test_what_is_shown_can_be_declared(example: str) -> None:
    made = eval(example, vars(kit).copy())
    assert type(made).__name__ == example.partition("(")[0]


def test_the_limits_are_told() -> None:
    section = TEXT[TEXT.index("\n### Limits") : TEXT.index("\n### Errors")]
    told = [int(number.replace(",", "")) for number in re.findall(r"\b(\d[\d,]*)\b", section)]
    longest = signature(kit.Rules.__init__).parameters["longest"].default
    of_moves = [MAX_SEATS, MAX_MOVES, MAX_CHOICES, longest, MAX_FORCED]
    limits = [*of_moves, MAX_PLACES, MAX_SPACES, MAX_COUNT, MAX_CARDS, int(CALL_LIMIT)]
    assert told == [*limits, MEMORY // 2**30, MAX_PRINTED]


def test_the_parameters_are_told() -> None:
    for heading, kind, left_out in (
        ("Rules", kit.Rules.__init__, {"self"}),
        ("Zones", kit.Zone.__init__, {"self", "name", "place"}),
    ):
        section = TEXT.partition(f"\n### {heading}\n")[2].partition("\n### ")[0]
        table = section[section.index("| argument |") :].partition("\n\n")[0]
        told = re.findall(r"`(\w+)`", " ".join(row.split("|")[1] for row in table.splitlines()[2:]))
        assert sorted(told) == sorted(set(signature(kind).parameters) - left_out)


def test_every_name_of_the_kit_is_told() -> None:
    reference = re.sub(r"^```.*?^```$", "", TEXT[TEXT.index("\n## Reference") :], flags=re.M | re.S)
    words = set(re.findall(r"\w+", " ".join(re.findall(r"`([^`]+)`", reference))))
    own = [name for kind in (Pile, Rules, Table) for name, value in vars(kind).items() if callable(value)]
    kits_own = {"clone", "out_of_range", "piles"}  # what only the kit calls
    public = {name for name in own if not name.startswith("_")} - kits_own
    assert sorted({*kit.__all__, *public} - words) == []


def update() -> None:
    """Writes into the page what its commands print now, as many lines around ``…`` as are shown."""
    text, shift = TEXT, 0
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for step in steps(TUTORIAL):
            if not isinstance(step, Shown):
                write(step, folder)
                continue
            done = run(step, folder)
            output = clipped_as(done.stdout + done.stderr, step.output)
            start, end = (at + shift for at in step.span)
            text = text[:start] + output + text[end:]
            shift += len(output) - len(step.output)
        whole = (folder / "billy-goats" / "rules.py").read_text("utf-8")
        text = text.replace(BLOCKS_OF_PYTHON[-1], whole)
        text = text.replace(shown_error(), error_of(SHOWN_FAULT, folder, folder / "again"))
    PAGE.write_text(text, "utf-8")


def clipped_as(printed: str, shown: str) -> str:
    """The output, shortened where the one shown is."""
    head, cut, tail = shown.partition(f"{ANY}\n")
    if not cut:
        return printed
    lines = printed.splitlines(keepends=True)
    last = len(lines) - tail.count("\n")
    return "".join([*lines[: head.count("\n")], cut, *lines[last:]])


if __name__ == "__main__":
    update()
