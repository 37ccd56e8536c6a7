"""``gatepress credits``: who made every picture, icon and font that a game's cards show."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

import typer

from generator.catalog.licences import licence_name
from generator.catalog.models import Game
from generator.catalog.problems import Problems
from generator.cli import completion
from generator.cli.console import print_json
from generator.cli.options import Games, load_games
from generator.cli.print_problems import print_all, problems_as_dict, stop_with
from generator.cli.printing import choice
from generator.export.credits import as_markdown, as_text, credited
from generator.layout.faces import FaceRenderer
from generator.press.ledger import Asset, draw_up, entries_by_file

EXAMPLES = (
    "gatepress credits battle-gate",
    "gatepress credits my-game --format markdown",
    "gatepress credits my-game --json",
)
FORMATS = ("text", "markdown")


@dataclass(frozen=True, slots=True)
class Request:
    """Whose credits, and how they are written."""

    games: Games = ()
    form: Annotated[
        str,
        typer.Option(
            "--format", metavar="FORMAT", help=" | ".join(FORMATS), autocompletion=completion.one_of(FORMATS)
        ),
    ] = "text"
    as_json: Annotated[bool, typer.Option("--json", help="Print the credits as JSON.")] = False


def command(request: Request) -> None:
    """Show who made every picture, icon and font that the cards show, and under which licences."""
    form = choice("--format", request.form, FORMATS)
    problems = Problems()
    found = [(game, _assets(game, problems)) for game in load_games(request.games, problems)]
    if problems.has_errors:
        stop_with(problems, counted=True)
    if request.as_json:
        credits = {game.id: _as_dict(game, assets) for game, assets in found}
        print_json({"credits": credits, **problems_as_dict(problems)})
        return
    print_all(problems)
    write = as_markdown if form == "markdown" else as_text
    print("\n".join(write(credited(game, assets)) for game, assets in found).rstrip())


def _assets(game: Game, problems: Problems) -> list[Asset]:
    entries_by_file(game, problems)
    own = Problems()
    assets = draw_up(game, FaceRenderer.of(game, own))
    # Warnings about the cards are for `gatepress check`.
    problems.extend(problem for problem in own if problem.severity == "error")
    return assets


def _as_dict(game: Game, assets: Sequence[Asset]) -> dict[str, object]:
    return {
        "title": game.title,
        "version": game.version,
        "designer": game.designer,
        "licence": game.licence,
        "credits": list(game.credits),
        "assets": [
            {
                "kind": asset.kind,
                "name": asset.name,
                "title": asset.title,
                "by": asset.by,
                "licence": asset.licence,
                "licence_name": licence_name(asset.licence) if asset.licence else None,
                "source": asset.source,
                "note": asset.note,
                "card": asset.card,
            }
            for asset in assets
        ],
    }
