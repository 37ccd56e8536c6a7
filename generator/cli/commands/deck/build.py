"""``gatepress deck build``: a legal deck that meets requests."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from generator.catalog.problems import InputError, Place, Problems
from generator.catalog.wording import join_words, title_case
from generator.cli import completion
from generator.cli.console import print_json
from generator.cli.decks import Rules, refuse_taken, refuse_wrong_usage
from generator.cli.print_problems import print_problems, stop_with
from generator.deck.building.builder import COPIES, build, deck_as_dict, summary
from generator.deck.building.conflicts import Impossible, impossible_as_dict, impossible_lines
from generator.deck.building.names import SeededRandom, deck_name
from generator.deck.building.reading import Fault, RequestError, WrittenRequest, read_request
from generator.deck.building.request import DeckRequest, Pool, pool_of, refuse_unbuildable
from generator.deck.files import load_deck
from generator.deck.limits import MAX_COUNT, DeckFormat
from generator.deck.write import SUFFIXES, DeckFile, DeckRow, deck_as_yaml, write_deck

EXAMPLES = (
    "gatepress deck build my-deck.yaml",
    "gatepress deck build fast.yaml --cards 30 --class assassin=40% --curve low",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Request(WrittenRequest):
    """What is asked of the deck, and where it goes."""

    cards: Annotated[str | None, typer.Option(metavar="NUMBER", help="How many cards: 30 or 28-34.")] = None
    classes: Annotated[
        tuple[str, ...],
        typer.Option(
            "--class",
            metavar="CLASS=NUMBER",
            help="How many of a class: minion=12, =5-8 or =30%; may be repeated.",
        ),
    ] = ()
    mean: Annotated[
        str | None, typer.Option(metavar="POWER", help="The average power of the cards: 3, 2.5 or 2.5-3.")
    ] = None
    curve: Annotated[
        str | None,
        typer.Option(
            metavar="CURVE",
            help="low | even | high, or the cards of each power from the weakest: 10,8,5-6,*,*,1.",
            autocompletion=completion.one_of(("low", "even", "high")),
        ),
    ] = None
    with_: Annotated[
        tuple[str, ...],
        typer.Option(
            "--with",
            metavar="CARD",
            help="Cards that must be in: a name from the pool, a kind such as S4, either with =NUMBER, "
            "or a deck file; may be repeated.",
        ),
    ] = ()
    without: Annotated[
        tuple[str, ...],
        typer.Option(
            "--without", metavar="CARD", help="A card of the pool that must not be in; may be repeated."
        ),
    ] = ()
    pool: Annotated[
        tuple[str, ...],
        typer.Option(
            "--pool",
            metavar="DECK",
            help="Deck files, or the game's own decks, with the characters to choose from; may be repeated.",
            autocompletion=completion.deck,
        ),
    ] = ()
    copies: Annotated[
        int | None,
        typer.Option(
            metavar="NUMBER",
            min=1,
            max=MAX_COUNT,
            help=f"The maximum copies of one character. [{COPIES}; what the pool has]",
        ),
    ] = None
    seed: Annotated[
        int, typer.Option(metavar="NUMBER", min=0, help="A different seed gives a different deck.")
    ] = 1
    name: Annotated[
        str | None, typer.Option(metavar="NAME", help="The name of the deck. [the file's name, or made up]")
    ] = None
    file: Annotated[
        Path | None,
        typer.Argument(
            metavar="FILE", help=f"The file to write: {join_words(SUFFIXES)}. [the terminal, as YAML]"
        ),
    ] = None
    force: Annotated[bool, typer.Option("--force", help="Overwrite an existing file.")] = False
    rules: Rules
    as_json: Annotated[
        bool, typer.Option("--json", help="Print the deck, or why there is none, as JSON.")
    ] = False


def command(request: Request) -> None:
    """Build a legal deck that meets your requests, or show which of them contradict each other."""
    file = request.file
    refuse_wrong_usage(file, request.name)
    problems = Problems()
    judge = request.rules.judge(problems)
    game, limits = judge.game, judge.format
    decks = [deck for name in request.pool if (deck := load_deck(game, name, problems)) is not None]
    pool = None
    if not problems.has_errors:
        pool = pool_of(decks, game, limits, request.copies, problems)
        refuse_unbuildable(limits, pool, game, problems)
    try:
        asked, pool = read_request(
            request, limits, pool, problems, partial(load_deck, game, problems=problems)
        )
    except RequestError as error:
        raise _wrong_usage(error.faults) from None
    if file is not None:
        with problems.reporting(Place(file.as_posix())):
            refuse_taken(file, force=request.force)
    if problems.has_errors:
        stop_with(problems)
    rows = built_rows(limits, asked, pool, request.copies, request.seed, as_json=request.as_json)
    name = request.name or (title_case(file.stem) if file else "") or deck_name(SeededRandom(request.seed))
    built = DeckFile(name, None, rows, limits.fields, None if pool is None else pool.look)
    if file is not None:
        try:
            write_deck(file, built)
        except InputError as error:
            problems.add(error, Place(file.as_posix()))
            stop_with(problems)
    print_problems(problems)
    if request.as_json:
        print_json({"file": file and file.as_posix(), **deck_as_dict(name, rows, limits, request.seed)})
    elif file is None:
        print(deck_as_yaml(built), end="")
    else:
        print(f"wrote {file.as_posix()}: {summary(rows, limits)}")


def _wrong_usage(faults: Sequence[Fault]) -> typer.BadParameter:
    """Everything that is wrong with the options, at once."""
    options = {"classes": "--class", "with_": "--with"}
    named = [(options.get(fault.field, f"--{fault.field}"), fault.message) for fault in faults]
    if len(named) == 1:
        return typer.BadParameter(named[0][1], param_hint=named[0][0])
    lines = "\n".join(f"{option}: {message}" for option, message in named)
    return typer.BadParameter(lines, param_hint="several options")


def built_rows(
    limits: DeckFormat,
    request: DeckRequest,
    pool: Pool | None,
    copies: int | None = None,
    seed: int = 1,
    *,
    as_json: bool = False,
) -> list[DeckRow]:
    """The rows of a deck; where there is none, the reasons are printed and the run ends."""
    rows = build(limits, request, pool, copies or COPIES, seed)
    if not isinstance(rows, Impossible):
        return rows
    if as_json:
        print_json(impossible_as_dict(rows))
    else:
        for line in impossible_lines(rows):
            print(line, file=sys.stderr)
    raise typer.Exit(1)
