"""Who makes it: Gatepress and its peers, each as a command of its own."""

import shutil
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from tests.benchmarks.cases import Case

HERE = Path(__file__).parent
GATEPRESS = str(Path(sys.executable).with_name("gatepress"))
# Nine bleed boxes on A4, butted: 6 mm from trim to trim, 0.5 mm of paper left at the edge. The card draws its
# own eight crop marks, as with the peers: the press would put them outside the bleed, and fewer of them.
SHEETS = (
    "--paper",
    "a4",
    "--gap",
    "6",
    "--bleed",
    "3",
    "--margin",
    "0.5",
    "--backs",
    "none",
    "--marks",
    "none",
)


@dataclass(frozen=True, slots=True)
class Tool:
    """A tool by the name that it has in tables and options."""

    name: str
    command: Callable[[Path, Case, Path], list[str]]
    """From the folder of inputs, a case and a folder for the output to the command line."""
    trial: tuple[str, ...]
    """A command that fails where the tool cannot run."""
    once_from: int = sys.maxsize
    """From this many pages on it is run only once, because it takes a minute or more."""

    def unusable(self) -> str:
        """Why it cannot run here, in one line; empty if it can."""
        try:
            tried = subprocess.run(self.trial, capture_output=True, text=True, check=False)
        except OSError as error:
            return str(error)
        lines = tried.stderr.strip().splitlines() or [f"exit status {tried.returncode}"]
        return lines[-1] if tried.returncode else ""


def _gatepress(data: Path, case: Case, out: Path) -> list[str]:
    return [GATEPRESS, "build", str(game_folder(data, case)), *SHEETS, "--no-cache", "--out", str(out)]


def game_folder(data: Path, case: Case) -> Path:
    """The benchmark's game with a case's cards and pictures in it, as a user's own folder."""
    folder = data / f"game_{case.name}"
    if folder.exists():
        shutil.rmtree(folder)
    shutil.copytree(HERE / "game", folder)
    shutil.copyfile(data / case.cards_file, folder / "cards.csv")
    (folder / "art").mkdir()
    for picture in (data / "art").glob("big*.png" if case.name == "big" else "art*.png"):
        shutil.copyfile(picture, folder / "art" / picture.name)
    return folder


def _peer(name: str, script: str, modules: str, once_from: int = sys.maxsize) -> Tool:
    def command(data: Path, case: Case, out: Path) -> list[str]:
        return [
            sys.executable,
            str(HERE / "peers" / script),
            str(data),
            case.cards_file,
            str(out / "out.pdf"),
        ]

    return Tool(name, command, (sys.executable, "-c", f"import {modules}"), once_from)


TOOLS = (
    Tool("gatepress", _gatepress, (GATEPRESS, "build", "--help")),
    _peer("typst", "typst_sheets.py", "typst"),
    _peer("weasyprint", "weasyprint_sheets.py", "weasyprint, jinja2", once_from=600),
    _peer("reportlab-by-hand", "reportlab_by_hand.py", "reportlab"),
)
