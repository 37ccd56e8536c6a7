"""What ``--form png`` takes, beside a bare loop that draws the same PDF by PDFium and saves it.

``python -m tests.benchmarks.pictures [--runs N] [--cases 54,big] [--dpi N]``

All take turns as whole processes, on all cores. The loop gets the finished PDF, which Gatepress has to make;
so it is timed from the card list, and with the PDF in its cache. Ratios are of medians: 0.7 means that the
loop needs 0.7 of the time.
"""

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from statistics import median

from tests.benchmarks.cases import CASES
from tests.benchmarks.measure import ENVIRONMENT, Run, measure
from tests.benchmarks.printed import markdown, note, positive, progress
from tests.benchmarks.tools import GATEPRESS, game_folder

BARE = str(Path(__file__).parent / "peers" / "bare_png.py")
REACH = 0.7
"""Of the speed of the bare loop."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--runs", type=positive, default=5, help="counted runs of each (5)")
    parser.add_argument("--cases", default="54,540,big", help="54,540,big (all)")
    parser.add_argument("--dpi", type=positive, default=300)
    asked = parser.parse_args()
    rows = [("case", "what", "seconds", "CPU s", "bare ÷ this", "MB")]
    with tempfile.TemporaryDirectory(prefix="picture-bench-") as name:
        folder = Path(name)
        ENVIRONMENT["GATEPRESS_CACHE"] = str(folder / "cache")
        subprocess.run([sys.executable, "-m", "tests.benchmarks.data", name, "--big"], check=True)
        for case in CASES:
            if case.name in asked.cases.split(","):
                rows += _case(folder, str(game_folder(folder, case)), case.name, asked.dpi, asked.runs)
    print("\n".join(markdown(rows, texts=(0, 1))))
    print(f"\nThe project's reach: at least {REACH} in the rows with the PDF made before.")


def _case(folder: Path, game: str, case: str, dpi: int, runs: int) -> list[tuple[str, ...]]:
    out = folder / "out"
    build = [GATEPRESS, "build", game, "--backs", "none", "--out"]
    subprocess.run([*build, str(folder / "pod"), "--form", "pod"], check=True, capture_output=True)
    (pdf,) = (folder / "pod").rglob("*.pdf")
    bare = [sys.executable, BARE, str(pdf), str(out), str(dpi), str(os.cpu_count())]
    png = [*build, str(out), "--form", "png", "--dpi", str(dpi)]
    commands = {
        "bare loop, Pillow": [*bare, "pillow"],
        "bare loop, Up filter": [*bare, "up"],
        "Gatepress, PDF in the cache": png,
        "Gatepress, from the card list": [*png, "--no-cache"],
    }
    times: dict[str, list[tuple[float, float]]] = {what: [] for what in commands}
    sizes: dict[str, int] = {}
    for turn in range(runs + 1):
        for what, command in commands.items():
            progress(f"{case}: {what}, {f'run {turn}' if turn else 'warm-up'}")
            run = _run(command, out)
            sizes[what] = sum(path.stat().st_size for path in out.rglob("*.png"))
            if turn:
                times[what].append((run.seconds, run.cpu))
    shutil.rmtree(folder / "pod")
    progress("")
    best = min(median(wall for wall, _ in times[what]) for what in list(commands)[:2])
    if case == "540":
        note("PNG", median(wall for wall, _ in times["Gatepress, PDF in the cache"]) / best)
    return [
        (
            case,
            what,
            f"{median(wall for wall, _ in found):.2f}",
            f"{median(cpu for _, cpu in found):.2f}",
            f"{best / median(wall for wall, _ in found):.2f}",
            f"{sizes[what] / 1e6:.1f}",
        )
        for what, found in times.items()
    ]


def _run(command: Sequence[str], out: Path) -> Run:
    """In a quiet moment, with no PNG file there: one that is would not be drawn again."""
    for left in reversed(range(3)):
        shutil.rmtree(out, ignore_errors=True)
        run = measure(command, again=0)
        if not run.disturbed or not left:
            break
    return run


if __name__ == "__main__":
    main()
