"""What the plain installation does, and what says which extra it needs."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from games import PROJECT

from generator.catalog.extras import EXTRAS

MISSING = [package for packages in EXTRAS.values() for package in packages]


def plain(*args: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    """Runs ``gatepress`` where no extra is installed."""
    code = (
        f"import sys; sys.path.insert(0, {str(PROJECT)!r}); sys.modules.update(dict.fromkeys({MISSING!r}));"
        "from generator.cli import main; main()"
    )
    return subprocess.run(
        [sys.executable, "-c", code, *args], cwd=cwd, capture_output=True, text=True, check=False
    )


def test_every_extra_brings_the_packages_that_it_is_asked_for() -> None:
    project = tomllib.loads((PROJECT / "pyproject.toml").read_text("utf-8"))["project"]
    extras = project["optional-dependencies"]
    for extra, packages in EXTRAS.items():
        assert {re.split("[>=<]", line)[0] for line in extras[extra]} - {"gatepress[studies]"} == set(
            packages
        )
    assert extras["all"] == [f"gatepress[{','.join(sorted(EXTRAS))}]"]
    assert not [line for line in project["dependencies"] if re.split("[>=<]", line)[0] in MISSING]


@pytest.mark.parametrize(
    ("command", "needs"),
    [
        (
            "build battle-gate --lang de",
            "a game's language needs packages that are not installed (babel, pyphen)",
        ),
        ("simulate hold-the-line --games 4", "evaluating results needs"),
        ("export hold-the-line --to cut", "DXF needs"),
        ("export hold-the-line --to pdfa", "PDF/A needs"),
        ("check hold-the-line --for dtc --only reference", "PDF/X needs"),
    ],
)
def test_what_needs_an_extra_says_which_and_writes_nothing(tmp_path: Path, command: str, needs: str) -> None:
    done = plain(*command.split(), cwd=tmp_path)
    extra = {"a": "translations", "evaluating": "studies"}.get(needs.split()[0], "exports")
    assert done.returncode == 1
    assert f"error: {needs}" in done.stderr + done.stdout
    assert f"; install it with `pip install 'gatepress[{extra}]'`" in done.stderr + done.stdout
    assert list(tmp_path.rglob("*.*")) == []


def test_what_is_missing_is_json_for_whoever_asks_for_it(tmp_path: Path) -> None:
    done = plain("simulate", "hold-the-line", "--out", "study", "--json", cwd=tmp_path)
    (problem,) = json.loads(done.stdout)["problems"]
    assert problem["hint"] == "install it with `pip install 'gatepress[studies]'`"
    assert (done.returncode, done.stderr) == (1, "")
    assert list(tmp_path.iterdir()) == [], "no game was played"


def test_a_translation_that_cannot_be_checked_is_a_warning(tmp_path: Path) -> None:
    done = plain("check", "battle-gate", "--only", "reference", cwd=tmp_path)
    assert done.returncode == 0
    assert re.search(r"i18n/de\.yaml: warning: .*gatepress\[translations\]", done.stdout)


@pytest.mark.slow
@pytest.mark.parametrize(
    "command",
    [
        "build hold-the-line --only reference",
        "deck build --game battle-gate",
        "hands strongholds",
        "stats battle-gate",
        "play hold-the-line --watch",
        "rules check hold-the-gates --games 2",
        "export hold-the-line --to cut --format svg",
        "export hold-the-line --to png --only reference",
    ],
)
def test_the_plain_installation_prints_checks_and_plays(tmp_path: Path, command: str) -> None:
    done = plain(*command.split(), cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
