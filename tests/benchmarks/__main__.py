"""All benchmarks, one after another; their ratios become a line of ``docs/speed.md``.

``python -m tests.benchmarks``
"""

import os
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from datetime import date
from pathlib import Path

from tests.benchmarks.printed import RATIOS
from tests.benchmarks.speed import PAGE, with_line

ALL = ("sheets", "pictures", "everyday", "engine", "kit", "studies", "worlds", "search", "studio")


def main() -> int:
    with tempfile.TemporaryDirectory() as folder:
        ratios = Path(folder) / "ratios"
        ratios.touch()
        environment = {**os.environ, RATIOS: str(ratios)}
        failed = [name for name in ALL if _run(name, environment)]
        found = dict(line.split("\t") for line in ratios.read_text("utf-8").splitlines())
    commit = subprocess.run(
        ["git", "rev-parse", "--short=8", "HEAD"], capture_output=True, text=True, check=False
    ).stdout.strip()
    page = with_line(PAGE.read_text("utf-8"), date.today().isoformat(), commit, found)
    PAGE.write_text(page, "utf-8")
    print(f"\n{PAGE.name}: {page.rstrip().splitlines()[-1]}")
    return int(bool(failed))


def _run(name: str, environment: Mapping[str, str]) -> int:
    command = [sys.executable, "-m", f"tests.benchmarks.{name}"]
    return subprocess.run(command, env=environment, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
