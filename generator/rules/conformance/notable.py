"""Positions to begin with, from files: positions, saved games and scenarios, in YAML or JSON."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from generator.catalog.problems import InputError, Problems
from generator.catalog.wording import quote
from generator.catalog.yaml_reader import read_yaml
from generator.rules.conformance.moment import copied
from generator.rules.protocol import Game, Position
from generator.rules.scenarios import FOLDER, Scenario, read_scenarios, scenario_files

SUFFIXES = (".yaml", ".yml", ".json")


def beginnings(game: Game, scenarios: Sequence[Scenario] | None = None) -> Iterator[Position]:
    """Where games begin besides the usual setups: in notable positions, and where scenarios begin.

    Without ``scenarios``: those in the folder of a game of a designer's own.
    """
    yield from game.notable_positions()
    if scenarios is None:
        files = scenario_files(game.folder / FOLDER) if game.folder is not None else ()
        scenarios = read_scenarios(game.name, files, Problems())
    for scenario in scenarios:
        if scenario.position is None or scenario.refused is not None:
            continue
        try:
            game.from_dict(scenario.position)
        except Exception:
            # Whatever is wrong with it is told where the scenario is played.
            continue
        yield dict(scenario.position)


def read_positions(paths: Sequence[Path], problems: Problems) -> dict[str, list[Position]]:
    """The positions of each game, by its name; what can't be read is told in ``problems``.

    Of a folder all files are read whose names end in one of ``SUFFIXES``. A file holds a position, something
    that begins with one (at the key ``from``), or a list of such; what ought to be rejected (``refused``) and
    what begins otherwise is left out.
    """
    found: dict[str, list[Position]] = {}
    for path in paths:
        if not path.exists():
            problems.extend([InputError(f"{quote(str(path))}: no such file or folder").at(None)])
            continue
        files = sorted(path.iterdir()) if path.is_dir() else [path]
        before = sum(map(len, found.values()))
        for file in files:
            if file.suffix in SUFFIXES or file == path:
                for position in _positions_in(copied(read_yaml(file, problems))):
                    found.setdefault(position["game"], []).append(position)
        if sum(map(len, found.values())) == before and not problems.has_errors:
            problems.extend([InputError(f"{quote(str(path))}: no position to begin with").at(None)])
    return found


def _positions_in(content: object) -> Iterator[Position]:
    for item in content if isinstance(content, list) else [content]:
        if not isinstance(item, dict) or "refused" in item:
            continue
        position = item.get("from", item)
        if isinstance(position, dict) and isinstance(position.get("game"), str) and "phase" in position:
            yield position
