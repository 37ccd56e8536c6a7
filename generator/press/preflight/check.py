"""Checks a game as it would be printed: every face is laid out and inspected, nothing is painted."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from generator.catalog.models import Game
from generator.catalog.problems import Problems
from generator.layout.faces import FaceRenderer, Side
from generator.press.choice import Numbered
from generator.press.job import Job
from generator.press.preflight.components import inspect_component
from generator.press.preflight.inspector import Preflight
from generator.press.preflight.unused import unused_files, used_files
from generator.press.rulebook.job import BookJob

Progress = Callable[[int], None]


def check_game(
    game: Game,
    jobs: Sequence[Job],
    books: Sequence[BookJob],
    problems: Problems,
    progress: Progress,
    *,
    whole: bool,
) -> None:
    """Adds everything that is wrong with the cards of these jobs and with the rulebook, all of one game.

    ``whole``: the jobs are all there are, so that what none of them uses is used by nothing.
    """
    renderer, preflight = FaceRenderer.of(game, problems), Preflight()
    for component in dict.fromkeys(job.component for job in jobs):
        problems.extend(inspect_component(component))
    for job in jobs:
        for numbered in job.printed:
            _check_card(job, numbered, renderer, preflight, problems)
            progress(1)
    for book in books:
        _check_book(book, renderer, preflight, problems)
    # A card that could not be laid out can't show its picture either.
    if whole and not problems.has_errors:
        problems.extend(unused_files(game, used_files(renderer)))


def _check_book(book: BookJob, renderer: FaceRenderer, preflight: Preflight, problems: Problems) -> None:
    from generator.press.rulebook.book import lay_out

    lay_out(book, renderer, preflight, problems)


def _check_card(
    job: Job, numbered: Numbered, renderer: FaceRenderer, preflight: Preflight, problems: Problems
) -> None:
    number, card = numbered
    # Backs are checked even where the component's sheets leave them out: `--backs` may ask for them.
    sides: tuple[Side, ...] = ("front",) if job.component.back is None else ("front", "back")
    for side in sides:
        face = renderer.face(job.component, job.cards, card, side, number)
        if face is not None:
            problems.extend(preflight.face(job.component, face, card))
