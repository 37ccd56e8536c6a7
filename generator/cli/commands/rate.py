"""``gatepress rate``: Elo ratings of bots and people, with intervals, from tables of results and studies."""

from __future__ import annotations

from collections.abc import Sequence
from math import isinf
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from generator.catalog.lines import readable
from generator.catalog.paths import TABLE_SUFFIXES, shown_path
from generator.catalog.problems import InputError, Place, Problems
from generator.catalog.wording import listed, pluralize, quote
from generator.cli.console import console, print_json, show
from generator.cli.print_problems import stop_with

if TYPE_CHECKING:
    from generator.catalog.tables import TableRow
    from generator.sim.statistics.ratings import Rating, Ratings, Result

EXAMPLES = (
    "gatepress rate results.csv",
    "gatepress rate spring.csv autumn.csv --anchor greedy",
    "gatepress rate study-1 study-2",
)

NEEDED = ("a", "b", "score_a")
"""Columns of a table of results."""
COLUMNS = (*NEEDED, "games", "deal")
STUDY_SUFFIX = ".db"
MAX_GAMES = 10**9
"""Of one row: more than anybody has played."""
MAX_RATED = 5_000_000
"""Games of a study, each of which is kept in memory."""


def command(
    files: Annotated[
        list[Path],
        typer.Argument(
            metavar="FILE|DIR…",
            help="Tables of results (.csv, .tsv or .xlsx) with the columns a, b and score_a, and studies.",
            show_default=False,
        ),
    ],
    anchor: Annotated[
        str | None,
        typer.Option("--anchor", metavar="PLAYER", help="The player rated 1500. [the mean of all players]"),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the ratings as JSON.")] = False,
) -> None:
    """Rate players from results: Elo with intervals, fitted to all games at once."""
    from generator.sim.statistics.ratings import rate

    problems = Problems()
    once = {_file_of(path).resolve(): path for path in files}
    results = [result for path in once.values() for result in _results_of(path, problems)]
    if problems.has_errors:
        stop_with(problems)
    try:
        ratings = rate(results, anchor)
    except InputError as error:
        problems.add(error, None if len(files) > 1 else Place(shown_path(files[0])))
        stop_with(problems)
    if as_json:
        print_json({"files": [path.as_posix() for path in files], **ratings.to_dict()})
    else:
        show_ratings(ratings)


# Reading


def _file_of(path: Path) -> Path:
    """The file that is read: of a study's folder the one in it."""
    from generator.sim.study.store import STUDY_FILE

    return path / STUDY_FILE if path.is_dir() else path


def _results_of(path: Path, problems: Problems) -> list[Result]:
    """The results in a table or study; what is wrong with it is added to the problems."""
    if path.suffix.lower() in TABLE_SUFFIXES and not path.is_dir():
        return _results_of_table(path, problems)
    if path.is_dir() or path.suffix.lower() == STUDY_SUFFIX:
        with problems.reporting(Place(shown_path(path))):
            return _results_of_study(path)
        return []
    hint = f"tables of results end in {listed(TABLE_SUFFIXES)}; a study is a folder"
    problems.error("this is neither a table nor a study", Place(shown_path(path)), hint=hint)
    return []


def _results_of_study(path: Path) -> list[Result]:
    """The games of a study; its contestants are the players, each by its bot and deck. Raises InputError."""
    from generator.sim.endings import sides_of
    from generator.sim.statistics.ratings import of_winners
    from generator.sim.study.store import Store

    with Store.open(path) as store:
        names = [str(contestant) for contestant in store.plan.contestants]
        if len(set(names)) == 1:
            if len(names) == 1:
                raise InputError(f"{names[0]} plays alone in it: there is nobody to rate against another")
            message = f"all who play in it are {names[0]}: there is nobody to rate against another"
            raise InputError(message, hint="rate a study with `--bots` of two bots, or two decks")
        if store.count() > MAX_RATED:
            message = f"{MAX_RATED:,} games at most are rated of a study, and it has {store.count():,}"
            raise InputError(message, hint="`gatepress simulate` counts who won how often for any number")
        store.check()
        found = {winners for group in store.groups() for _, winners in group.games}
        sides = sides_of(found, store.plan.seats)
        if len(sides) == 1:
            raise InputError(
                "all who play in it win or lose together: there is nobody to rate against another"
            )
        rotations = range(store.plan.seats)
        seats = [[names[who] for who in store.plan.seating(rotation)] for rotation in rotations]
        shown = shown_path(path)
        return [
            result
            for deal, rotation, winners in store.winners()
            for result in of_winners(seats[rotation], winners, f"{shown} {deal}", sides)
        ]


def _results_of_table(path: Path, problems: Problems) -> list[Result]:
    from generator.catalog.rows import read_table
    from generator.catalog.tables import Reading

    shown = shown_path(path)
    reading = Reading(known=COLUMNS, special=(), as_text=("a", "b", "deal"))
    table = read_table(path, problems, shown, reading)
    if table is None:
        return []
    missing = [name for name in NEEDED if name not in table.header]
    if missing:
        here = listed(table.header)
        hint = f"the columns are {here}; a and b are players, score_a is what a scored: 1, 0.5 or 0"
        message = f"the table lacks {listed(f'`{name}`' for name in missing)}"
        problems.error(message, Place(shown), hint=hint)
        return []
    results = []
    for row in table.rows:
        before = len(problems.found)
        result = _result_of(row, shown, problems)
        if not problems.has_errors_since(before) and result is not None:
            results.append(result)
    if not table.rows:
        problems.error("the table has no results", Place(shown))
    return results


def _result_of(row: TableRow, shown: str, problems: Problems) -> Result | None:
    """The result in a row; None if something is wrong with it, which is reported."""
    from generator.sim.statistics.ratings import Result, check_result

    missing = [name for name in NEEDED if name not in row]
    for name in missing:
        problems.error("this is needed in every row", row.place_of(name), field=name)
    score = _number(row, "score_a", problems)
    games = _number(row, "games", problems, default=1)
    if games != int(games):
        message = f"expected a whole number of games, got {games:g}"
        problems.error(message, row.place_of("games"), field="games")
        return None
    if missing:
        return None
    # Deals of one number in two files are two deals.
    cluster = f"{shown} {row['deal']}" if "deal" in row else ""
    result = Result(str(row["a"]), str(row["b"]), score, int(games), cluster)
    try:
        check_result(result)
    except InputError as error:
        problems.add(error, row.place_of("score_a"))
        return None
    return result


def _number(row: TableRow, name: str, problems: Problems, default: float = 0) -> float:
    value = row.get(name, default)
    if isinstance(value, int | float) and not isinstance(value, bool) and abs(value) <= MAX_GAMES:
        return value
    hint = "1 for a win, 0.5 for a draw, 0 for a loss" if name == "score_a" else None
    problems.error(f"expected a number, got {quote(value)}", row.place_of(name), field=name, hint=hint)
    return default


# Printing


def show_ratings(ratings: Ratings) -> None:
    """Prints the table of ratings and what has to be known of them."""
    from generator.catalog.screen import Column, apart, numbers, table_of

    rows = [
        (
            readable(player.name),
            f"{player.rating:.0f}",
            "anchor" if player.name == ratings.anchor else _interval(player),
            f"{player.games:,}",
            f"{100 * player.points / player.games:.1f} %",
        )
        for player in ratings.players
    ]
    values = numbers("rating", f"{100 * ratings.level:g} % interval", "games", "score")
    table = table_of([Column("player", overflow="fold"), *values], rows)
    show(console(), apart([table], [f"{line}." for line in _notes(ratings)]))


def _interval(player: Rating) -> str:
    low, high = ("…" if isinf(end) else f"{end:.0f}" for end in (player.low, player.high))
    return f"{low} to {high}"


def _notes(ratings: Ratings) -> Sequence[str]:
    whose = "the mean of all players" if ratings.anchor is None else readable(ratings.anchor)
    notes = [f"1500 is {whose}; 100 points more are a score of 64 %"]
    if ratings.clusters:
        notes.append(f"Games of one deal count as one observation: {pluralize(ratings.clusters, 'deal')}")
    if ratings.added_draws:
        notes.append(
            "Someone won or lost every game against others: a drawn game was added to each pairing,"
            " and … is where no game bounds a rating"
        )
    return notes
