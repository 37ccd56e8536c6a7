"""``gatepress deck build``: a legal deck that meets requests."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Annotated, NoReturn, TypeVar

import typer

from generator.catalog.models import Game
from generator.catalog.problems import InputError, Place, Problems
from generator.catalog.wording import join_words, title_case
from generator.cli import completion
from generator.cli.console import print_json
from generator.cli.decks import (
    DEFAULT_GAME,
    FormatFile,
    GameName,
    Points,
    load_judge,
    refuse_taken,
    refuse_wrong_usage,
)
from generator.cli.options import usable
from generator.cli.print_problems import print_problems, stop_with
from generator.deck.building.builder import COPIES, MAX_KINDS, build, deck_as_dict, summary
from generator.deck.building.conflicts import Impossible, impossible_as_dict, impossible_lines
from generator.deck.building.names import deck_name
from generator.deck.building.request import (
    CharacterMinimum,
    DeckRequest,
    KindMinimum,
    Pool,
    Ratio,
    Span,
    characters_of,
    guests,
    parse_span,
    pool_of,
    pool_of_game,
    read_class,
    read_curve,
    read_mean,
    read_with,
    refuse_unknown_quotas,
)
from generator.deck.building.request import without as pool_without
from generator.deck.building.seeded import SeededRandom
from generator.deck.files import load_deck, look_of, pool_cards
from generator.deck.limits import MAX_COUNT, DeckFormat
from generator.deck.write import SUFFIXES, Line, deck_as_yaml, write_deck

EXAMPLES = (
    "gatepress deck build my-deck.yaml",
    "gatepress deck build fast.yaml --cards 30 --class assassin=40% --curve low",
)

_FEWER = "a kind is a class and a power; take fewer of them"
File = Annotated[
    Path | None,
    typer.Argument(
        metavar="FILE", help=f"The file to write: {join_words(SUFFIXES)}. [the terminal, as YAML]"
    ),
]
Cards = Annotated[str | None, typer.Option(help="How many cards: 30 or 28-34.")]
Classes = Annotated[
    list[str] | None,
    typer.Option("--class", help="How many of a class: minion=12, =5-8 or =30%; may be repeated."),
]
Mean = Annotated[str | None, typer.Option(help="The average power of the cards: 3, 2.5 or 2.5-3.")]
Curve = Annotated[
    str | None,
    typer.Option(help="low | even | high, or the cards of each power from the weakest: 10,8,5-6,*,*,1."),
]
With = Annotated[
    list[str] | None,
    typer.Option(
        "--with",
        help="Cards that must be in: a name of the pool's, a kind such as S4, either with =NUMBER, "
        "or a deck file; may be repeated.",
    ),
]
Pools = Annotated[
    list[str] | None,
    typer.Option(
        "--pool",
        help="Deck files, or the game's own decks, with the characters to choose from; may be repeated.",
        autocompletion=completion.deck,
    ),
]
Without = Annotated[
    list[str] | None,
    typer.Option("--without", help="A card of the pool that must not be in; may be repeated."),
]
Copies = Annotated[
    int | None,
    typer.Option(
        min=1, max=MAX_COUNT, help=f"The maximum copies of one character. [{COPIES}; what the pool has]"
    ),
]
Seed = Annotated[int, typer.Option(min=0, help="A different seed gives a different deck.")]
T = TypeVar("T")


def command(
    file: File = None,
    cards: Cards = None,
    classes: Classes = None,
    mean: Mean = None,
    curve: Curve = None,
    with_: With = None,
    without: Without = None,
    pool: Pools = None,
    copies: Copies = None,
    seed: Seed = 1,
    name: Annotated[
        str | None, typer.Option(help="The name of the deck. [the file's name, or made up]")
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Overwrite an existing file.")] = False,
    points: Points = None,
    format_file: FormatFile = None,
    game: GameName = DEFAULT_GAME,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print the deck, or why there is none, as JSON.")
    ] = False,
) -> None:
    """Build a legal deck that meets your requests, or show which of them contradict each other."""
    refuse_wrong_usage(file, name)
    problems = Problems()
    judge = load_judge(game, points, format_file, problems)
    if judge is None:
        stop_with(problems)
    loaded, limits = judge.game, judge.format
    if len(limits.kind_classes) * len(limits.powers) > MAX_KINDS:
        problems.error(f"decks of more than {MAX_KINDS:,} kinds of cards can't be built", hint=_FEWER)
        stop_with(problems)
    request = read_request(limits, cards, classes, mean, curve)
    characters = read_pool(loaded, limits, pool, copies, problems)
    characters = _left_out(characters, without, problems)
    refuse_unknown_quotas(limits, characters, loaded, problems)
    request = with_cards(request, with_, loaded, limits, characters, problems)
    if file is not None:
        _refuse_taken(file, force, problems)
    if problems.has_errors:
        stop_with(problems)
    rows = build(limits, request, characters, copies or COPIES, seed)
    if isinstance(rows, Impossible):
        _stop_impossible(rows, as_json)
    called = name or (title_case(file.stem) if file else "") or deck_name(SeededRandom(seed))
    look = None if characters is None else characters.look
    if file is not None:
        _write(file, called, rows, limits, look, problems)
    print_problems(problems)
    if as_json:
        print_json({"file": file and file.as_posix(), **deck_as_dict(called, rows, limits, seed)})
    elif file is None:
        print(deck_as_yaml(called, None, rows, limits.fields, look), end="")
    else:
        print(f"wrote {file.as_posix()}: {summary(rows, limits)}")


def _refuse_taken(file: Path, force: bool, problems: Problems) -> None:
    try:
        refuse_taken(file, force=force)
    except InputError as error:
        problems.extend([error.at(Place(file.as_posix()))])


def _stop_impossible(found: Impossible, as_json: bool) -> NoReturn:
    if as_json:
        print_json(impossible_as_dict(found))
    else:
        for line in impossible_lines(found):
            print(line, file=sys.stderr)
    raise typer.Exit(1)


def _write(
    file: Path,
    name: str,
    rows: Sequence[Line],
    limits: DeckFormat,
    look: str | None,
    problems: Problems,
) -> None:
    try:
        write_deck(file, name, None, rows, limits.fields, look)
    except InputError as error:
        problems.extend([error.at(Place(file.as_posix()))])
        stop_with(problems)


def read_request(
    limits: DeckFormat,
    cards: str | None,
    classes: Sequence[str] | None,
    mean: str | None,
    curve: str | None,
) -> DeckRequest:
    """What is asked of the deck as a whole. Raises BadParameter: wrong usage."""
    wrong: list[typer.BadParameter] = []
    count = _tried(wrong, lambda: _read("--cards", cards, parse_span))
    split = _tried(wrong, lambda: _classes(limits, classes or ()))
    mean_power = _tried(wrong, lambda: _read("--mean", mean, lambda text: read_mean(text, limits)))
    shape = _tried(wrong, lambda: _read("--curve", curve, lambda text: read_curve(text, limits)))
    if len(wrong) == 1:
        raise wrong[0]
    if wrong:
        raise typer.BadParameter(
            "\n".join(f"{error.param_hint}: {error.message}" for error in wrong), param_hint="several options"
        )
    return DeckRequest(
        cards=count,
        classes=tuple((split or {}).items()),
        mean=mean_power,
        shape=shape if isinstance(shape, str) else None,
        powers=shape if isinstance(shape, tuple) else (),
    )


def read_pool(
    game: Game, limits: DeckFormat, names: Sequence[str] | None, copies: int | None, problems: Problems
) -> Pool | None:
    """The characters of all these decks; without any, the game's own cards, or None where it has none."""
    if not names and limits.has_pool:
        return pool_of_game(pool_cards(game), limits, copies)
    if not names:
        return None
    decks = [deck for name in names if (deck := load_deck(game, name, problems)) is not None]
    looks = {look_of(deck, game) for deck in decks}
    pool = pool_of(decks, limits, copies, problems)
    return replace(pool, look=looks.pop() if len(looks) == 1 else None)


def _left_out(pool: Pool | None, names: Sequence[str] | None, problems: Problems) -> Pool | None:
    """The pool without these cards. Raises BadParameter: wrong usage."""
    if not names or problems.has_errors:
        return pool
    if pool is None:
        raise typer.BadParameter("there is no pool that cards could be left out of", param_hint="--without")
    return usable(partial(pool_without, pool, names), "--without")


def with_cards(
    request: DeckRequest,
    texts: Sequence[str] | None,
    game: Game,
    limits: DeckFormat,
    pool: Pool | None,
    problems: Problems,
) -> DeckRequest:
    """The request, with the cards that must be in. Raises BadParameter: wrong usage."""
    found: list[KindMinimum | CharacterMinimum] = []
    for text in texts or ():
        if Path(text).suffix.lower() in SUFFIXES:
            found += _cards_of_file(text, game, limits, pool, problems)
        elif not problems.has_errors:
            # Who is in a pool that can't be read is not known.
            found.append(usable(partial(read_with, text, limits, pool), "--with"))
    kinds = [minimum for minimum in found if isinstance(minimum, KindMinimum)]
    characters = [minimum for minimum in found if isinstance(minimum, CharacterMinimum)]
    _refuse_twice([f"{minimum.kind.class_name} of power {minimum.kind.power}" for minimum in kinds])
    _refuse_twice([minimum.character.name for minimum in characters])
    return replace(request, kinds=tuple(kinds), characters=tuple(characters))


def _tried(wrong: list[typer.BadParameter], read: Callable[[], T]) -> T | None:
    """What is read; what can't be is noted, so that all of it is told at once."""
    try:
        return read()
    except typer.BadParameter as error:
        wrong.append(error)
        return None


def _read(option: str, text: str | None, parse: Callable[[str], T]) -> T | None:
    return None if text is None else usable(partial(parse, text), option)


def _classes(limits: DeckFormat, texts: Sequence[str]) -> dict[str, Span | Ratio]:
    read = [usable(partial(read_class, text, limits), "--class") for text in texts]
    _refuse_twice([name for name, _ in read], "--class")
    return dict(read)


def _cards_of_file(
    name: str, game: Game, limits: DeckFormat, pool: Pool | None, problems: Problems
) -> list[CharacterMinimum]:
    deck = load_deck(game, name, problems)
    if deck is None:
        return []
    characters = characters_of(deck, limits, problems)
    return [] if problems.has_errors else usable(lambda: guests(characters, pool), "--with")


def _refuse_twice(names: Sequence[str], option: str = "--with") -> None:
    for name in names:
        if names.count(name) > 1:
            raise typer.BadParameter(f"{name} is given twice", param_hint=option)
