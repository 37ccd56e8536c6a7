"""The house keeps its order: imports go leftward and in no circle, files are chapters, the start is quick."""

from __future__ import annotations

import ast
import json
import os
import subprocess
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path

import pytest
from games import write_game

PROJECT = Path(__file__).resolve().parent.parent
HOUSE = PROJECT / "generator"
MODULES = sorted(path for path in HOUSE.rglob("*.py") if "starters" not in path.parts)
"""Those of the project: what a template of ``gatepress new`` brings is its user's."""
ROOMS = {
    "catalog": {"catalog"},
    "deck": {"catalog", "deck"},
    "layout": {"catalog", "layout"},
    "importing": {"catalog", "deck", "layout", "importing"},
    "press": {"catalog", "layout", "press"},
    "export": {"catalog", "deck", "layout", "press", "export"},
    "rules": {"catalog", "rules"},
    "games": {"catalog", "deck", "rules", "games"},
    "sim": {"catalog", "deck", "rules", "games", "sim"},
    "reports": {"catalog", "deck", "layout", "press", "export", "rules", "games", "sim", "reports"},
    "studio": {
        *("catalog", "deck", "layout", "importing", "press", "export", "rules", "games", "sim", "reports"),
        "studio",
    },
    "cli": {
        *("catalog", "deck", "layout", "importing", "press", "export", "rules", "games", "sim", "reports"),
        *("studio", "cli"),
    },
}
"""Each room, with the rooms that it may import: itself and what stands left of it."""
TOP = {
    *(".ci", ".gitignore", "CHANGELOG.md", "CONTRIBUTING.md", "LICENSE", "Makefile", "README.md"),
    *(
        "cards",
        "constraints.txt",
        "docs",
        "generator",
        "layouts",
        "mkdocs.yml",
        "output",
        "pyproject.toml",
        "tests",
    ),
}
"""What is kept at the top level of the repository."""
LONGEST_FILE = 700
"""Lines: what is longer is two chapters."""
GAME_ROOMS = {"__init__", "bot", "config", "rules", "terminal"}
"""The files that every game has, so that whoever knows one game knows all."""
MORE_ROOMS = {
    "battle_gate": {"notation", "position"},
    "gateway": {
        *("battle", "board", "database", "effects", "narration", "notation", "pieces", "position", "tables")
    },
    "strongholds": {"notation", "position", "table", "worlds"},
}
"""What a game has beside them: docs/architecture.md says why."""
NOT_AT_START = (
    "fontTools",
    "rich.progress",
    "resvg_py",
    "numpy",
    "scipy",
    "openpyxl",
    "highspy",
    "watchfiles",
    "optuna",
    "svglib",
    "lxml",
    "importlib.metadata",
    "email",
    "socket",
    "zipfile",
    "csv",
    "filecmp",
    "xml.etree",
    "unicodedata",
    "generator.rules",
    "generator.games",
    "generator.sim",
    "generator.deck",
    "generator.export",
    "generator.importing",
    "generator.reports",
    "generator.studio",
)
"""What few runs need, or no run at all."""
NOT_FOR_A_PLAIN_DECK = (
    "generator.catalog.boxes",
    "generator.catalog.tables",
    "generator.layout.elements.icon",
    "generator.layout.elements.image",
    "generator.layout.elements.stack",
    "generator.layout.flow",
    "generator.layout.path_data",
    "generator.layout.pictures",
    "generator.layout.svg",
    "generator.press.pdf.pictures",
    "generator.press.rulebook",
    *(f"generator.press.kinds.{name}" for name in ("board", "box", "tokens")),
    *(f"generator.layout.elements.{tag}" for tag in ("circle", "ellipse", "line", "path", "polygon", "use")),
)
"""What only some decks need: tables, pictures, icons, other things than cards."""
MAX_OWN_MODULES = 102
MAX_MODULES = 380
"""Loaded to build a plain deck of 54 cards: those of the house, and all. Some 270 come with Python, typer,
Jinja2, PyYAML, HarfBuzz and reportlab, which brings Pillow along."""
MAX_MODULES_UNCHANGED = 244
"""Loaded where nothing of it has changed, so that nothing is printed."""


def shown(path: Path) -> str:
    return path.relative_to(PROJECT).as_posix()


@cache
def parsed(text: str) -> ast.Module:
    return ast.parse(text)


@cache
def imports_in(text: str) -> Sequence[tuple[str, int]]:
    return tuple(_imports(parsed(text)))


def _imports(tree: ast.Module) -> Iterator[tuple[str, int]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((alias.name, node.lineno) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield from (
                (f"{'.' * node.level}{node.module}.{alias.name}", node.lineno) for alias in node.names
            )


def imported(path: Path) -> Sequence[tuple[str, int]]:
    """Every module that a file imports anywhere, for type checking too, with the line."""
    found = imports_in(path.read_text("utf-8"))
    relative = [line for name, line in found if name.startswith(".")]
    assert not relative, f"{shown(path)}:{relative} imports by a relative path"
    return found


def room_of(module: str) -> str | None:
    """The room that a module of the house lies in; None for modules from elsewhere and the house itself."""
    parts = module.split(".")
    return parts[1] if parts[0] == "generator" and len(parts) > 1 and parts[1] in ROOMS else None


def wrong_way(path: Path) -> list[str]:
    """The imports of a file that go to the right."""
    room = room_of(".".join(path.relative_to(PROJECT).with_suffix("").parts))
    if room is None:
        return []
    allowed = ROOMS[room]
    return [
        f"{shown(path)}:{line} imports {name}"
        for name, line in imported(path)
        if (other := room_of(name)) is not None and other not in allowed
    ]


def test_nothing_strays_into_the_top_level() -> None:
    if not (PROJECT / ".git").exists():
        pytest.skip("not a clone")
    listed = subprocess.run(["git", "ls-files"], cwd=PROJECT, capture_output=True, text=True, check=True)
    assert {name.partition("/")[0] for name in listed.stdout.splitlines()} == TOP


def test_the_rooms_are_those_that_stand_here() -> None:
    found = {folder.name for folder in HOUSE.iterdir() if (folder / "__init__.py").is_file()}
    assert found == set(ROOMS), "a new room needs its place in ROOMS"
    assert {path.name for path in HOUSE.glob("*.py")} == {"__init__.py", "__main__.py"}


@pytest.mark.parametrize("room", ROOMS)
def test_imports_go_only_leftward(room: str) -> None:
    files = [path for path in MODULES if (HOUSE / room) in path.parents]
    assert files
    assert [wrong for path in files for wrong in wrong_way(path)] == []


def test_a_wrong_import_would_be_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.modules[__name__], "PROJECT", tmp_path)
    path = tmp_path / "generator" / "catalog" / "bad.py"
    path.parent.mkdir(parents=True)
    path.write_text(
        "def late():\n    from generator.press import sheets\n    import generator.layout.canvas\n"
    )
    assert wrong_way(path) == [
        "generator/catalog/bad.py:2 imports generator.press.sheets",
        "generator/catalog/bad.py:3 imports generator.layout.canvas",
    ]


def module_name(path: Path) -> str:
    parts = path.relative_to(PROJECT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def circles(modules: Mapping[str, Path]) -> list[list[str]]:
    """Modules that import each other in a circle, by the shortest way round; types count as imports too."""
    names = {
        name: {other for found, _ in imported(path) if (other := nearest(found, modules)) not in ("", name)}
        for name, path in modules.items()
    }
    found: dict[frozenset[str], list[str]] = {}
    for start in names:
        came_from: dict[str, str] = {}
        waiting = [start]
        while waiting and start not in came_from:
            here = waiting.pop(0)
            for other in sorted(names[here]):
                if other not in came_from:
                    came_from[other] = here
                    waiting.append(other)
        if start in came_from:
            way = [start, came_from[start]]
            while way[-1] != start:
                way.append(came_from[way[-1]])
            found.setdefault(frozenset(way), way[::-1])
    return list(found.values())


def nearest(name: str, modules: Mapping[str, Path]) -> str:
    """The module that an imported name lies in; nothing for one from elsewhere, or for the house itself."""
    while name and name not in modules:
        name = name.rpartition(".")[0]
    return "" if name == "generator" else name


def test_no_files_import_each_other_in_a_circle() -> None:
    assert circles({module_name(path): path for path in MODULES}) == []


def test_a_circle_would_be_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.modules[__name__], "PROJECT", tmp_path)
    texts = {
        "generator.a": "import generator.b",
        "generator.b": "from generator.c import x",
        "generator.c": "",
    }
    modules = {}
    for name, text in texts.items():
        modules[name] = tmp_path / f"{name}.py"
        modules[name].write_text(text)
    assert circles(modules) == []
    modules["generator.c"].write_text("from generator import a")
    assert circles(modules) == [["generator.a", "generator.b", "generator.c", "generator.a"]]


@pytest.mark.parametrize("game", sorted(path.parent.name for path in HOUSE.glob("games/*/__init__.py")))
def test_every_game_has_the_same_rooms(game: str) -> None:
    found = {path.stem for path in (HOUSE / "games" / game).glob("*.py")}
    assert found == GAME_ROOMS | MORE_ROOMS.get(game, set())


def test_of_a_game_only_the_terminal_knows_rich() -> None:
    found = [
        f"{shown(path)}:{line} {name}"
        for room in ("games", "rules", "sim", "deck")
        for path in (HOUSE / room).rglob("*.py")
        for name, line in imported(path)
        if name.split(".")[0] == "rich" and path.name != "terminal.py"
    ]
    assert found == []


def test_no_file_is_longer_than_a_chapter() -> None:
    long = {shown(path): lines for path in MODULES if (lines := line_count(path)) > LONGEST_FILE}
    assert long == {}


def line_count(path: Path) -> int:
    return len(path.read_text("utf-8").splitlines())


def test_every_module_says_what_it_is_for() -> None:
    silent = [
        shown(path)
        for path in MODULES
        if (tree := parsed(path.read_text("utf-8"))).body and not ast.get_docstring(tree)
    ]
    assert silent == []


def test_the_command_starts_without_what_few_runs_need() -> None:
    assert needless(modules_after("import generator.cli.app"), NOT_AT_START) == set()


def test_the_list_of_commands_loads_none_of_them() -> None:
    loaded = modules_after("from generator.cli.app import app; app(['--help'], standalone_mode=False)")
    assert needless(loaded, (*NOT_AT_START, "generator.press", "jinja2", "yaml")) == set()
    assert [name for name in loaded if name.startswith("generator.cli.commands.")] == []


def test_building_a_plain_deck_loads_only_what_it_needs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Text and shapes only: neither fontTools nor Qt, and no progress bar where nobody looks."""
    monkeypatch.setenv("GATEPRESS_CACHE", str(tmp_path / "cache"))
    write_game(
        tmp_path / "plain",
        cards=[{"name": f"Card {number}"} for number in range(54)],
        front="<card><rect width='9' height='9'/><text width='60'>{{ name }}</text></card>",
    )
    build = "from generator.cli.app import app; app(['build', 'plain'], standalone_mode=False)"
    loaded = modules_after(build, tmp_path)
    assert (tmp_path / "output" / "plain" / "cards-a4.pdf").is_file()
    assert needless(loaded, (*NOT_AT_START, *NOT_FOR_A_PLAIN_DECK)) == set()
    assert len([name for name in loaded if name.split(".")[0] == "generator"]) <= MAX_OWN_MODULES
    assert len(loaded) <= MAX_MODULES
    assert len(modules_after(build, tmp_path)) <= MAX_MODULES_UNCHANGED


def needless(loaded: Iterable[str], roots: Iterable[str]) -> set[str]:
    """What is loaded of these modules, and of those inside them."""
    return {name for root in roots for name in loaded if name == root or name.startswith(f"{root}.")}


def modules_after(code: str, cwd: Path | None = None) -> list[str]:
    """The modules that a fresh interpreter has loaded when ``code`` is done."""
    told = "import json, sys; print('\\n' + json.dumps(sorted(sys.modules)))"
    done = subprocess.run(
        [sys.executable, "-c", f"{code}\n{told}"],
        cwd=cwd,
        env={**os.environ, "PYTHONPATH": str(PROJECT)},
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    loaded: list[str] = json.loads(done.stdout.splitlines()[-1])
    return loaded


def test_nothing_of_the_house_names_a_path_of_one_machine() -> None:
    """Absolute paths have no place in what is shipped."""
    shipped = [
        path
        for folder in ("generator", "cards", "layouts")
        for path in (PROJECT / folder).rglob("*")
        if path.suffix in (".py", ".yaml", ".j2", ".svg", ".json")
    ]
    assert len(shipped) > 80
    roots = ("/home/", "/Users/", "C:\\\\", f"{Path.home()}/")
    found = [shown(path) for path in shipped if any(root in path.read_text("utf-8") for root in roots)]
    assert found == []
