"""``gatepress studio``: a local web page for people who would rather look than type."""

from __future__ import annotations

import gc
import sys
import threading
from pathlib import Path
from typing import Annotated

import typer

from generator.catalog.bundle import GAME_FILE, bundled_games, find_game
from generator.catalog.plugins import BEFORE_OWN_CODE
from generator.catalog.problems import InputError, Problems
from generator.cli import completion
from generator.cli.print_problems import stop_with

EXAMPLES = (
    "gatepress studio my-game",
    "gatepress studio battle-gate --port 9000 --no-browser",
    "gatepress studio battle-gate --host 0.0.0.0",
)


def command(
    games: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="GAME or folder",
            help="Which games. [the one in this folder, or all bundled ones]",
            autocompletion=completion.game,
        ),
    ] = None,
    port: Annotated[
        int | None,
        typer.Option(
            metavar="PORT",
            min=0,
            max=65535,
            help="The port it listens on; 0: any free one. [8642, or the next free one]",
        ),
    ] = None,
    host: Annotated[
        str,
        typer.Option(
            metavar="ADDRESS", help="The address it listens on; 0.0.0.0: open to the whole local network."
        ),
    ] = "127.0.0.1",
    no_browser: Annotated[bool, typer.Option("--no-browser", help="Do not open a browser.")] = False,
) -> None:
    """Open the studio: see the cards, build a deck, play, print. Stop it with Ctrl-C."""
    from generator.studio.project import Project
    from generator.studio.server import address_of, bind, keys_for, serve
    from generator.studio.view import RESERVED, Studio

    problems = Problems()
    projects: dict[str, Project] = {}
    lock = threading.RLock()
    for name in games or _usual_games():
        try:
            project = Project(find_game(name), lock=lock)
        except InputError as error:
            problems.add(error)
            continue
        if project.id in RESERVED:
            problems.error(
                f"the studio has pages of its own called {project.id}",
                hint="rename the game's folder",
            )
        if project.id in projects:
            problems.error(f"two games are called {project.id}", hint="open the studio for one of them")
        projects[project.id] = project
    if problems.has_errors:
        stop_with(problems, counted=True)
    try:
        bound = bind(host, port)
    except (InputError, OSError) as error:
        unheard = InputError(f"can't listen at {host}: {error}")
        problems.add(error if isinstance(error, InputError) else unheard)
        stop_with(problems)
    keys = keys_for(host, int(bound.getsockname()[1]))
    address = address_of(keys)

    def ready() -> None:
        print(f"the studio is at {address}", flush=True)
        print("press Ctrl-C to stop it", file=sys.stderr, flush=True)
        if not no_browser:
            import webbrowser

            webbrowser.open(address)

    # A run of hours makes circles of objects after all.
    gc.enable()
    # Rules of a user's own run in processes of their own, which the studio watches.
    BEFORE_OWN_CODE.set(None)
    serve(Studio(projects, Path.cwd(), keys, lock), bound, ready)


def _usual_games() -> list[str]:
    """The game of this folder, if it is one; else those that come along."""
    return ["."] if Path(GAME_FILE).is_file() else list(bundled_games())
