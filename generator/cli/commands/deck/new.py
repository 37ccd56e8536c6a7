"""``gatepress deck new``: a deck file to begin with."""

from __future__ import annotations

import shlex
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

from generator.catalog.models import Game
from generator.catalog.paths import TABLE_SUFFIXES
from generator.catalog.problems import InputError, Place, Problems
from generator.catalog.wording import is_text, join_words, pluralize, title_case
from generator.catalog.writing import write_file
from generator.cli.decks import Judge, Rules, refuse_taken, refuse_wrong_usage
from generator.cli.print_problems import stop_with
from generator.deck.files import deck_component
from generator.deck.limits import DeckFormat
from generator.deck.template import Sample, is_by_numbers, sample_deck, template
from generator.deck.write import SUFFIXES, DeckFile, write_deck

EXAMPLES = (
    "gatepress deck new",
    'gatepress deck new knights.yaml --name "The Knights"',
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """Which file, and what its deck is to follow."""

    file: Annotated[
        Path, typer.Argument(metavar="FILE", help=f"The file to write: {join_words(SUFFIXES)}.")
    ] = Path("my-deck.yaml")
    name: Annotated[
        str | None, typer.Option("--name", metavar="NAME", help="The name of the deck. [the file's name]")
    ] = None
    rules: Rules


def command(request: Request) -> None:
    """Write a deck file to start from: a small sample deck, in YAML with every key explained."""
    file, name = request.file, request.name
    _refuse_wrong_usage(file, name)
    problems = Problems()
    judge = request.rules.judge(problems)
    if is_by_numbers(judge.format):
        sample = sample_deck(judge.format, with_text=_has_text(judge.game))
    else:
        sample = _built(judge, problems)
    deck = " ".join([_on_command_line(file), *request.rules.on_command_line()])
    try:
        refuse_taken(file)
        _write(file, deck, name or _name_from(file), judge, sample)
    except InputError as error:
        problems.add(error, Place(file.as_posix()))
        stop_with(problems)
    _report(file, deck, judge.format, sample)


def _built(judge: Judge, problems: Problems) -> Sample:
    """A legal deck; ends the run where the format leaves none."""
    # Only formats that are more than a few numbers need the solver.
    from generator.cli.commands.deck.build import built_rows
    from generator.deck.building.request import DeckRequest, pool_of, refuse_unbuildable

    pool = pool_of((), judge.game, judge.format, None, problems)
    refuse_unbuildable(judge.format, pool, judge.game, problems)
    if problems.has_errors:
        stop_with(problems)
    return Sample(tuple(built_rows(judge.format, DeckRequest(), pool)), None)


def _refuse_wrong_usage(file: Path, name: str | None) -> None:
    refuse_wrong_usage(file, name)
    if name is not None and file.suffix.lower() in TABLE_SUFFIXES:
        message = "a table has no place for a name; the deck is named after the file"
        raise typer.BadParameter(message, param_hint="--name")


def _name_from(file: Path) -> str:
    return (title_case(file.stem) if is_text(file.stem) else "") or "My Deck"


def _on_command_line(file: Path) -> str:
    return shlex.quote(str(file)) if is_text(str(file)) else "FILE"


def _has_text(game: Game) -> bool:
    """Whether the game's cards have a text; without declared fields they may have anything."""
    fields = deck_component(game).source.get("fields")
    return not isinstance(fields, dict) or "text" in fields


def _write(file: Path, deck: str, name: str, judge: Judge, sample: Sample) -> None:
    if file.suffix.lower() in (".yaml", ".yml"):
        # Only YAML has room for what a newcomer should know.
        write_file(file, template(judge.game.title, deck, name, judge.format, sample).encode())
    else:
        write_deck(file, DeckFile(name, None, sample.rows, judge.format.fields))


def _report(file: Path, deck: str, limits: DeckFormat, sample: Sample) -> None:
    if sample.short is None:
        print(f"wrote {file.as_posix()}: a sample deck of {pluralize(sample.cards, 'card')}")
        print(f"next: gatepress deck check {deck}")
        return
    row = sample.short_row
    missing = pluralize((limits.points or 0) - sample.points, "point")
    print(
        f"wrote {file.as_posix()}: a sample deck of {pluralize(sample.cards, 'card')}, "
        f"{missing} short of legal"
    )
    print(f"change the copies of {row.name} from {row.copies} to {row.copies + 1} to make it legal")
    print(f"next: gatepress deck check {deck}")
