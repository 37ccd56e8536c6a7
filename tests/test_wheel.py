"""The wheel, installed where no checkout is near: it brings its games along and prints the same bytes."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import sysconfig
import venv
import zipfile
from collections.abc import Collection, Mapping
from importlib.metadata import Distribution, PathDistribution, distribution, version
from pathlib import Path

import pytest
from compiled import build as compiling
from packaging.requirements import Requirement

from generator.layout.icons import PACKS

PROJECT = Path(__file__).resolve().parent.parent
PATIENCE = 600
"""Seconds."""

pytestmark = pytest.mark.slow

ICON_FONTS = "generator/layout/icon_fonts"


def call(*command: str | Path, cwd: Path, environment: Mapping[str, str] | None = None) -> str:
    """Runs a command that must succeed; returns its standard output."""
    done = subprocess.run(
        [str(part) for part in command],
        cwd=cwd,
        env=dict(environment) if environment is not None else clean_environment(),
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=PATIENCE,
        check=False,
    )
    assert done.returncode == 0, f"{command}\n{done.stdout}\n{done.stderr}"
    return done.stdout


def clean_environment() -> dict[str, str]:
    """This process's, less what could lead an interpreter back to the checkout."""
    return {
        name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "VIRTUAL_ENV"))
    }


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("wheel")
    call(sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", out, cwd=PROJECT)
    (built,) = out.glob("*.whl")
    return built


def installed_command(wheel: Path, place: Path) -> Path:
    """The ``gatepress`` command of an environment that has the wheel and what it asks for, nothing else.

    What it asks for was installed for the tests: links to that do, where pip unpacks for ten seconds.
    """
    venv.create(place, with_pip=False)
    scripts = place / ("Scripts" if os.name == "nt" else "bin")
    pip = (sys.executable, "-m", "pip", "--python", place, "install", "--quiet", "--no-compile", "--no-deps")
    call(*pip, wheel, cwd=place)
    code = "import sysconfig; print(sysconfig.get_path('purelib'))"
    packages = Path(call(scripts / "python", "-c", code, cwd=place).strip())
    (metadata,) = packages.glob("gatepress-*.dist-info")
    for needed in needed_by(PathDistribution(metadata)):
        link_to(needed, packages)
    return scripts / "gatepress"


def needed_by(package: Distribution) -> Collection[Distribution]:
    """The packages that one asks for, those that they ask for, and so on; of extras only those asked for."""
    found: dict[str, Distribution] = {}
    waiting = [(package, "")]
    seen = set()
    while waiting:
        asking, extra = waiting.pop()
        for requirement in map(Requirement, asking.requires or ()):
            if requirement.marker is not None and not requirement.marker.evaluate({"extra": extra}):
                continue
            needed = distribution(requirement.name)
            assert requirement.specifier.contains(needed.version, prereleases=True), str(requirement)
            found[requirement.name] = needed
            new = {(requirement.name, one) for one in ("", *requirement.extras)} - seen
            waiting += [(needed, one) for _, one in new]
            seen |= new
    return found.values()


def link_to(package: Distribution, folder: Path) -> None:
    """Links into a folder to the modules and packages that an installed package brought."""
    for top in {file.parts[0] for file in package.files or ()} - {"..", "__pycache__"}:
        if not (folder / top).exists():
            (folder / top).symlink_to(Path(str(package.locate_file(top))))


def test_the_wheel_holds_code_games_docs_and_licence_only(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        names = set(archive.namelist())
        (metadata,) = (archive.read(name).decode() for name in names if name.endswith(".dist-info/METADATA"))
    addresses = dict(re.findall(r"^Project-URL: (\w+), (https://\S+)$", metadata, re.MULTILINE))
    assert {"Homepage", "Documentation", "Repository", "Issues", "Changelog"} <= set(addresses)
    tops = {name.split("/")[0] for name in names}
    assert {top for top in tops if not top.endswith(".dist-info")} == {"generator"}
    assert "generator/cli/app.py" in names
    assert "generator/catalog/sheets/avery-5371.yaml" in names
    assert "generator/bundle/cards/battle-gate/game.yaml" in names
    assert any(name.endswith(".dist-info/licenses/LICENSE") for name in names)
    assert not [name for name in names if "__pycache__" in name or name.endswith((".pdf", ".pyc"))]
    fonts = {name for name in names if name.endswith(".ttf")}
    assert fonts == {f"{ICON_FONTS}/{prefix}.ttf" for prefix in PACKS}
    for pack in ("material-design-icons", "font-awesome", "phosphor", "apache-2.0"):
        assert f"{ICON_FONTS}/LICENSE-{pack}.txt" in names
    studio = PROJECT / "generator" / "studio"
    for file in (*(studio / "static").iterdir(), *(studio / "templates").iterdir()):
        assert file.relative_to(PROJECT).as_posix() in names
    for folder in ("cards", "layouts", "docs"):
        for file in (path for path in (PROJECT / folder).rglob("*") if path.is_file()):
            assert f"generator/bundle/{file.relative_to(PROJECT).as_posix()}" in names


def test_installed_elsewhere_it_prints_what_the_checkout_prints(wheel: Path, tmp_path: Path) -> None:
    """One test, because setting up the environment takes most of its time."""
    command = installed_command(wheel, tmp_path / "environment")
    check_place_of_games(command, tmp_path)
    check_same_bytes(command, tmp_path)
    check_docs(command, tmp_path)


PLAYED = """
from hashlib import sha256
from random import Random
from generator.rules import load, playable_games
for name in playable_games():
    choose, state = Random(1).choice, load(name).start(seed=1)
    while not state.over:
        state.apply(choose(state.legal()))
    print(sha256(repr((state.to_dict(), state.result())).encode()).hexdigest())
"""
"""A game of each, at random."""


def test_a_compiled_wheel_plays_the_same_games(tmp_path: Path) -> None:
    """Compiled as for other tests; where there is no C compiler, the wheel is a plain one."""
    build = (sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", tmp_path)
    call(*build, cwd=PROJECT, environment={**clean_environment(), "GATEPRESS_COMPILE": "0"})
    (wheel,) = tmp_path.glob("*.whl")
    try:
        compiled = compiling.build(compiling.folder_for(0), level=0)
    except compiling.CannotCompileError:
        assert wheel.name.endswith("-none-any.whl")
        return
    assert sysconfig.get_platform().replace("-", "_") in wheel.name
    command = installed_command(wheel, tmp_path / "environment")
    assert call(command, "--version", cwd=tmp_path) == f"gatepress {version('gatepress')} (compiled)\n"
    code = "from generator.games.battle_gate import rules; print(rules.__file__)"
    assert call(command.with_name("python"), "-c", code, cwd=tmp_path).rstrip().endswith(compiling.ENDING)
    with zipfile.ZipFile(wheel) as archive:
        modules = [name for name in archive.namelist() if name.endswith(compiling.ENDING)]
    assert len(modules) == compiled + 1
    here = {**clean_environment(), "PYTHONPATH": str(PROJECT)}
    plain = call(sys.executable, "-c", PLAYED, cwd=tmp_path, environment=here)
    assert call(command.with_name("python"), "-c", PLAYED, cwd=tmp_path) == plain
    assert len(plain.split()) == 5


def check_place_of_games(command: Path, folder: Path) -> None:
    code = "from generator.catalog.bundle import bundled_root; print(bundled_root())"
    root = Path(call(command.with_name("python"), "-c", code, cwd=folder).strip())
    assert command.parent.parent in root.parents
    assert (root / "cards" / "battle-gate" / "game.yaml").is_file()


PRINTED = ("five-a-side", "*box*")
"""A deck, and the boxes of every game: the archive is known to hold all that the others are made of."""


def check_same_bytes(command: Path, folder: Path) -> None:
    games = sorted(path.parent.name for path in (PROJECT / "cards").glob("*/game.yaml"))
    assert "battle-gate" in games
    arguments = ("build", *games, *(word for part in PRINTED for word in ("--only", part)))
    empty, other = folder / "empty", folder / "other"
    empty.mkdir()
    other.mkdir()
    told = call(command, *arguments, cwd=empty)
    here = {**clean_environment(), "PYTHONPATH": str(PROJECT)}
    assert told == call(sys.executable, "-m", "generator", *arguments, cwd=other, environment=here)
    printed, expected = (
        {file.relative_to(place): file.read_bytes() for file in (place / "output").rglob("*.pdf")}
        for place in (empty, other)
    )
    assert printed == expected
    assert {path.parts[1] for path in printed} == set(games)
    assert f"{len(printed)} files, " in told.splitlines()[-1]
    assert all(len(data) > 10_000 for data in printed.values())


def check_docs(command: Path, folder: Path) -> None:
    """The pages with their pictures and schemas lie where the command says."""
    own = command.parent.parent
    place = Path(call(command, "docs", "--path", cwd=folder).strip())
    assert own in place.parents
    for file in ("press.md", "games.png", "pictures/card.png", "schema/game.schema.json"):
        assert (place / file).is_file()
    page = call(command, "docs", "layout", cwd=folder)
    assert page == (PROJECT / "docs" / "layout.md").read_text("utf-8")
    schema = Path(call(command, "docs", "schema/game", "--path", cwd=folder).strip())
    assert schema == place / "schema" / "game.schema.json"
