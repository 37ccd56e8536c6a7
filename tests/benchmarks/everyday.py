"""What the everyday commands take, as ratios: building again, sampling hands, large jobs, and the start.

``python -m tests.benchmarks.everyday [--runs N] [--against CHECKOUT]``

Rebuilds are compared with building everything from scratch in the same run, sampled hands with a plain loop
over ``random.sample``. Every sheet of a rebuild is compared with the one from scratch, byte by byte. A large
job is compared with one of a quarter of its size: 4 is as it should be, more grows faster than the job. The
start is measured on a deck of 54 plain cards; with ``--against`` in turns with another checkout of Gatepress,
as the ratio of the CPU times: other programs disturb these least.
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from operator import truediv
from pathlib import Path
from statistics import median

from tests.benchmarks.measure import ENVIRONMENT, measure
from tests.benchmarks.printed import note
from tests.benchmarks.tools import GATEPRESS
from tests.games import write_game

PROJECT = Path(__file__).resolve().parents[2]
PAPERS = ("--paper", "a4", "--paper", "letter")
SAMPLES = 1_000_000
PLAIN_CARDS = 54
PLAIN_FRONT = "<card><rect width='9' height='9'/><text y='12' width='60'>{{ name }}</text></card>"
SIZE, GROWN = 2_500, 4
"""Of a large job, and how many times as large the larger one is."""
MIN_PAIRS = 15
"""Of starts: each takes a fraction of a second."""
COUNT_MODULES = (
    "import sys; print(len(sys.modules), sum(name.split('.')[0] == 'generator' for name in sys.modules))"
)
FIRST_TEXT = re.compile(r"^( +text: [\"']?)(?=\w)", re.MULTILINE)
PLAIN_LOOP = f"""
import random
deck, draw = list(range(36)), random.Random(1).sample
playable = sum(any(card < 27 for card in draw(deck, 4)) for _ in range({SAMPLES}))
"""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--runs", type=int, default=5, help="counted runs of each command (5)")
    parser.add_argument("--against", type=Path, help="another checkout, whose start is compared")
    arguments = parser.parse_args()
    runs = arguments.runs
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        ENVIRONMENT["GATEPRESS_CACHE"] = str(folder / "cache")
        _rebuilds(folder, runs)
        _hands(runs)
        _large_jobs(folder, runs)
        _starts(folder, max(runs, MIN_PAIRS), arguments.against)
        _watched(folder, max(runs, MIN_PAIRS))


def _rebuilds(folder: Path, runs: int) -> None:
    games = _copy_games(folder)
    out, scratch = folder / "out", folder / "scratch"
    build = [GATEPRESS, "build", *map(str, games), *PAPERS, "--out"]
    full = _median(runs, [*build, str(scratch), "--no-cache"])
    measure([*build, str(out)])
    rows = [("nothing changed", _median(runs, [*build, str(out)]))]
    _compare(out, scratch)
    for card_list in _card_lists(games):
        seconds = _median(runs, [*build, str(out)], lambda path=card_list: _edit(path))
        rows.append((f"a card of {card_list.stem} changed", seconds))
    measure([*build, str(scratch), "--no-cache"])
    _compare(out, scratch)
    print(f"all bundled games from scratch: {full:.2f} s\n")
    note("unchanged", rows[0][1] / full)
    note("one card", median(seconds for _, seconds in rows[1:]) / full)
    for label, seconds in rows:
        print(f"{label:<40} {seconds:.2f} s  {seconds / full:6.1%} of a full build")


def _hands(runs: int) -> None:
    ours = _median(runs, [GATEPRESS, "hands", "night-shift", "--samples", str(SAMPLES)])
    plain = _median(runs, [sys.executable, "-c", PLAIN_LOOP])
    print(f"\n{SAMPLES:,} opening hands for two players, 4 turns each, with odds and intervals: {ours:.2f} s")
    print(f"{SAMPLES:,} hands of 4 by random.sample, one question asked:            {plain:.2f} s")
    note("hands", ours / plain)
    print(f"ratio {ours / plain:.2f}")


def _large_jobs(folder: Path, runs: int) -> None:
    """How CPU time and memory of one process grow with the work, and what one card or file takes of them."""
    heads = ("each", f"{GROWN} × as large", "memory each", f"{GROWN} × as large")
    print(f"\n{'large jobs':<36}" + "".join(f"{head:>16}" for head in heads))
    for label, size, write in (
        ("a card of a plain game", SIZE, _plain_cards),
        ("a component with a card of its own", SIZE // 10, _plain_components),
        ("a card of a Battle Gate deck", SIZE // 5, _deck),
    ):
        found = []
        for count in (0, size, size * GROWN):
            command = [GATEPRESS, *write(folder / f"{write.__name__}-{count}", max(count, 1))]
            command += ["--no-cache", "--jobs", "1", "--out", str(folder / "large")]
            measured = [measure(command, again=0) for _ in range(runs)]
            found.append((median(run.cpu for run in measured), median(run.peak for run in measured)))
        row = ""
        for (start, small, large), unit, many in zip(
            zip(*found, strict=True), ("ms", "KiB"), (1000, 1024), strict=True
        ):
            each, growth = many * (large - start) / (size * GROWN), (large - start) / (small - start)
            row += f"{each:>12.2f} {unit:<3}{growth:>10.1f} times"
        print(f"{label:<36}{row}")


def _plain_cards(folder: Path, count: int) -> list[str]:
    cards = [{"name": f"Card {number}"} for number in range(count)]
    return ["build", str(write_game(folder, cards=cards, front=PLAIN_FRONT))]


def _plain_components(folder: Path, count: int) -> list[str]:
    write_game(folder, front=PLAIN_FRONT)
    one = "size: poker, front: card.xml.j2, press: {backs: none}, fields: {name: text}"
    components = [f"  c{number}: {{{one}, cards: [{{name: Card {number}}}]}}\n" for number in range(count)]
    (folder / "game.yaml").write_text("title: Many\ncomponents:\n" + "".join(components), "utf-8")
    return ["build", str(folder)]


def _deck(folder: Path, count: int) -> list[str]:
    """A deck far beyond the rules, which only warns: every card has arms and a scene of its own."""
    classes = ("minion", "soldier", "assassin")
    rows = [f"Card {n},{classes[n % 3]},{n % 6 + 1},A short sentence about card {n}.\n" for n in range(count)]
    folder.mkdir()
    (folder / "deck.csv").write_text("name,class,power,text\n" + "".join(rows), "utf-8")
    return ["deck", "print", str(folder / "deck.csv")]


def _starts(folder: Path, pairs: int, other: Path | None) -> None:
    """The whole of a short command, whose time is mostly that of loading the program."""
    deck = write_game(
        folder / "plain",
        cards=[{"name": f"Card {number}"} for number in range(PLAIN_CARDS)],
        front=PLAIN_FRONT,
    )
    trees = [PROJECT] if other is None else [other.resolve(), PROJECT]
    build = ["build", str(deck), "--out", str(folder / "out")]
    print(f"\n{'start':<44} {'modules (own)':>26} {'CPU':>16}")
    for label, words in (
        ("a deck of 54 cards from scratch", [*build, "--no-cache"]),
        ("a deck of 54 cards, nothing changed", build),
        ("--help", ["--help"]),
    ):
        taken: list[list[float]] = [[] for _ in trees]
        # The first run of each compiles it and fills its cache.
        for number in range(pairs + 1):
            for tree, times in zip(trees, taken, strict=True):
                cpu = _start(folder, tree, words)
                if number:
                    times.append(cpu)
        counts = [_modules(folder, tree, words) for tree in trees]
        shown = " → ".join(f"{count} ({own})" for count, own in counts)
        cpus = " → ".join(f"{1000 * median(times):.0f}" for times in taken)
        ratio = "" if other is None else f"  ratio {median(map(truediv, taken[1], taken[0])):.2f}"
        print(f"{label:<44} {shown:>26} {cpus:>13} ms{ratio}")


def _watched(folder: Path, saves: int) -> None:
    """From saving a card to the finished sheets, by a command that keeps running."""
    deck = folder / "plain"
    build = [GATEPRESS, "build", str(deck), "--out", str(folder / "out")]
    full = _median(saves, [*build, "--no-cache"])
    command, times = [*build, "--watch"], []
    with subprocess.Popen(
        command, env=ENVIRONMENT, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True
    ) as watch:
        assert watch.stderr is not None
        built = (line for line in watch.stderr if line.startswith("watching"))
        next(built)
        for number in range(saves):
            saved = time.perf_counter()
            _edit_name(deck / "cards.yaml", number)
            next(built)
            times.append(time.perf_counter() - saved)
        watch.kill()
    each = median(times)
    print(f"from a save to finished sheets, by a watch: {1000 * each:.0f} ms, {each / full:.0%} of a build")


def _edit_name(card_list: Path, number: int) -> None:
    text = card_list.read_text("utf-8")
    card_list.write_text(re.sub(r"Card 7\b.*", f"Card 7 {'o' * (number + 1)}", text), "utf-8")


def _start(folder: Path, tree: Path, words: list[str]) -> float:
    """CPU seconds of a command, run by the program in the folder ``tree``."""
    ENVIRONMENT.update(PYTHONPATH=str(tree), GATEPRESS_CACHE=str(folder / f"cache-{tree.name}"))
    return measure([sys.executable, "-P", "-m", "generator", *words], again=0).cpu


def _modules(folder: Path, tree: Path, words: list[str]) -> tuple[int, int]:
    """How many modules a command loads, and how many of them are Gatepress's own."""
    code = f"from generator.cli.app import app; app({words!r}, standalone_mode=False); {COUNT_MODULES}"
    ENVIRONMENT.update(PYTHONPATH=str(tree), GATEPRESS_CACHE=str(folder / f"cache-{tree.name}"))
    done = subprocess.run(
        [sys.executable, "-P", "-c", code], env=ENVIRONMENT, capture_output=True, text=True, check=True
    )
    count, own = map(int, done.stdout.split()[-2:])
    return count, own


def _median(runs: int, command: list[str], before: Callable[[], None] = lambda: None) -> float:
    seconds = []
    for _ in range(runs):
        before()
        seconds.append(measure(command, again=0).seconds)
    return median(seconds)


def _copy_games(folder: Path) -> list[Path]:
    """The bundled games, where they may be edited."""
    for name in ("cards", "layouts"):
        shutil.copytree(PROJECT / name, folder / name)
    return sorted(game.parent for game in (folder / "cards").glob("*/game.yaml"))


def _card_lists(games: list[Path]) -> list[Path]:
    lists = [path for game in games for path in sorted(game.rglob("*.yaml")) if path.name != "game.yaml"]
    return [path for path in lists if FIRST_TEXT.search(path.read_text("utf-8"))]


def _edit(card_list: Path) -> None:
    """Adds a letter to the first card's text."""
    card_list.write_text(FIRST_TEXT.sub(r"\1O", card_list.read_text("utf-8"), count=1), "utf-8")


def _compare(one: Path, other: Path) -> None:
    for path in sorted(other.rglob("*.pdf")):
        same = (one / path.relative_to(other)).read_bytes() == path.read_bytes()
        if not same:
            sys.exit(f"{path.relative_to(other)} differs from the one built from scratch")


if __name__ == "__main__":
    os.chdir(PROJECT)
    main()
