"""``gatepress fonts``: the fonts at hand, the scripts that they cover, and the packages that bring others."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import Annotated, NamedTuple

import typer

from generator.catalog.bundle import find_game
from generator.catalog.models import Game
from generator.catalog.paths import shown_path
from generator.catalog.problems import InputError, Problems
from generator.cli.console import print_json
from generator.cli.options import Games, load_games
from generator.cli.print_problems import print_all, problems_as_dict, stop_with
from generator.layout.faces import FaceRenderer
from generator.layout.font_packages import Package, all_packages, package_of, raw_font
from generator.layout.fonts import BUILT_IN, WEIGHTS, Family, built_in_family, open_font
from generator.layout.scripts import LICENCE, SCRIPTS

EXAMPLES = (
    "gatepress fonts",
    "gatepress fonts my-game",
    "gatepress fonts my-game --json",
)


@dataclass(frozen=True, slots=True)
class Request:
    """Whose fonts, and how they are written."""

    games: Games = ()
    as_json: Annotated[bool, typer.Option("--json", help="Print the fonts as JSON.")] = False


class FontAtHand(NamedTuple):
    """A family that a theme may name."""

    name: str
    """As themes call it; of a game's own font its file."""
    weights: Sequence[str]
    scripts: Sequence[str]
    source: str
    """The package, or the file, that it comes with."""
    licence: str
    roles: Sequence[str] = ()
    """Of a game's: where its theme names it."""
    in_colours: bool = False


def command(request: Request) -> None:
    """List the available fonts, the scripts they cover, and packages with more."""
    problems = Problems()
    games = load_games(request.games, problems) if request.games or _is_here() else []
    if problems.has_errors:
        stop_with(problems, counted=True)
    named = {game.id: list(_named(game, problems)) for game in games}
    found = [*_built_in(), *map(_of_package, all_packages(problems))]
    covered = {script for fonts in (*named.values(), found) for font in fonts for script in font.scripts}
    if request.as_json:
        brought = {script.name: script for script in SCRIPTS if script.packages}
        print_json(
            {
                "games": {game: [font._asdict() for font in fonts] for game, fonts in named.items()},
                "fonts": [font._asdict() for font in found],
                "packages": {
                    name: {"covered": name in covered, "names": script.packages, "licence": LICENCE}
                    for name, script in brought.items()
                },
                **problems_as_dict(problems),
            }
        )
        return
    print_all(problems)
    for game, fonts in named.items():
        _print(f"In the theme of {game}:", fonts)
    _print("Installed, for any theme to name:", found)
    print(f"Packages that bring more, after `pip install NAME` ({LICENCE}):")
    for packages, scripts in groupby((one for one in SCRIPTS if one.packages), lambda one: one.packages):
        names = [f"{one.name} (available)" if one.name in covered else one.name for one in scripts]
        print(f"  {', '.join(names)}: {', '.join(packages)}")
    print(
        "  Emoji in colours: no package; a font file in the game's fonts/, named as `fallback` in the theme"
    )


def _is_here() -> bool:
    try:
        return bool(find_game("."))
    except InputError:
        return False


def _named(game: Game, problems: Problems) -> Iterator[FontAtHand]:
    """The families that a game's theme names, each once."""
    roles: dict[Family, list[str]] = {}
    for role, family in FaceRenderer.of(game, problems).theme.fonts.roles.items():
        roles.setdefault(family._replace(fallback=()), []).append(role)
        for lent in family.fallback:
            roles.setdefault(lent, []).append(f"{role}, fallback")
    for family, names in roles.items():
        file, font = family.regular, family.file(bold=False, italic=False)
        package = package_of(file)
        built_in = next((name for name in BUILT_IN if file.parent == _folder_of(name)), None)
        if built_in:
            name, source, licence = built_in, "gatepress", LICENCE
        elif package is not None:
            name, source, licence = package.name, package.distribution, package.spdx
        else:
            number = family.faces[0] if family.faces else None
            name = file.name if number is None else f"{file.name}#{number + 1}"
            source, licence = shown_path(file), ""
        yield FontAtHand(name, (), _scripts(font.has), source, licence, names, font.tables.is_painted)


def _folder_of(built_in: str) -> Path:
    return built_in_family(built_in).regular.parent


def _built_in() -> Iterator[FontAtHand]:
    for name in BUILT_IN:
        font = open_font(built_in_family(name).regular)
        yield FontAtHand(name, list(WEIGHTS), _scripts(font.has), "gatepress", LICENCE)


def _of_package(package: Package) -> FontAtHand:
    font = raw_font(package.files[0]) if package.files else None
    scripts: Sequence[str] = ()
    in_colours = False
    if font is not None:
        scripts = _scripts(lambda letter: font.get_nominal_glyph(ord(letter)) is not None)
        face = font.face
        in_colours = face.has_color_layers or face.has_color_paint or face.has_color_png or face.has_color_svg
    weights, source = package.weights(), package.distribution
    return FontAtHand(package.name, weights, scripts, source, package.spdx, in_colours=bool(in_colours))


def _scripts(has: Callable[[str], bool]) -> list[str]:
    return [script.name for script in SCRIPTS if all(map(has, script.sample))]


def _print(heading: str, fonts: Sequence[FontAtHand]) -> None:
    print(heading)
    for font in fonts:
        weights = (
            f"{font.weights[0]} to {font.weights[-1]}" if len(font.weights) > 1 else "".join(font.weights)
        )
        said = (
            " and ".join(font.roles),
            weights,
            ", ".join(font.scripts) or "none of the scripts below",
            "in colours" if font.in_colours else "",
            font.source if font.source != font.name else "",
            font.licence,
        )
        print(f"  {font.name}: {'; '.join(part for part in said if part)}")
    print()
