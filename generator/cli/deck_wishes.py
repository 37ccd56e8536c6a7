"""DeckRequest for a deck, from the options of the command line."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TypeVar

import typer

from generator.catalog.models import Game
from generator.catalog.problems import Problems
from generator.cli.decks import load_deck
from generator.cli.options import usable
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
    read_class,
    read_curve,
    read_mean,
    read_with,
)
from generator.deck.format import DeckFormat
from generator.deck.write import SUFFIXES

T = TypeVar("T")


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
    """The characters of all these decks; None if none are named."""
    if not names:
        return None
    decks = [load_deck(game, name, problems) for name in names]
    return pool_of([deck for deck in decks if deck is not None], limits, copies, problems)


def with_cards(
    request: DeckRequest,
    texts: Sequence[str] | None,
    game: Game,
    limits: DeckFormat,
    pool: Pool | None,
    problems: Problems,
) -> DeckRequest:
    """The request, and cards that must be in. Raises BadParameter: wrong usage."""
    found: list[KindMinimum | CharacterMinimum] = []
    for text in texts or ():
        if Path(text).suffix.lower() in SUFFIXES:
            found += _cards_of_file(text, game, limits, pool, problems)
        elif not problems.has_errors:
            # Who is in a pool that can't be read is not known.
            found.append(usable(partial(read_with, text, limits, pool), "--with"))
    kinds = [part for part in found if isinstance(part, KindMinimum)]
    characters = [part for part in found if isinstance(part, CharacterMinimum)]
    _refuse_twice([f"{part.kind.class_name} of power {part.kind.power}" for part in kinds])
    _refuse_twice([part.character.name for part in characters])
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
