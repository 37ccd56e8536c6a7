"""Options that several commands share, and what they mean."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Annotated, TypeVar

import typer

from generator.catalog.problems import InputError
from generator.catalog.sizes import Size, paper
from generator.catalog.units import parse_length
from generator.press.job import BACKS, MARKS, Wishes
from generator.press.options import PressOptions

T = TypeVar("T")

Games = Annotated[
    list[str] | None,
    typer.Argument(metavar="GAME or folder", help="Which games; nothing: every bundled game."),
]
Papers = Annotated[
    list[str] | None,
    typer.Option(
        "--paper", help="a4, letter, a3, tabloid, legal or WxH (200x300mm); may be given again. [a4]"
    ),
]
Backs = Annotated[str | None, typer.Option(help=" | ".join(BACKS) + " [duplex-long]")]
Gap = Annotated[str | None, typer.Option(help="Between cards: a length. [as wide as costs no card]")]
Bleed = Annotated[str | None, typer.Option(help="Printed beyond the trim: a length. [3 mm]")]
Marks = Annotated[str | None, typer.Option(help=" | ".join(MARKS) + " [crop]")]
Margin = Annotated[str | None, typer.Option(help="What the printer can't reach: a length. [5 mm]")]
Only = Annotated[
    list[str] | None, typer.Option(help="A component or deck, by id or pattern; may be given again.")
]
Select = Annotated[
    list[str] | None,
    typer.Option(help="Cards, by id, name or pattern, or field=value; may be given again."),
]
LowInk = Annotated[bool, typer.Option("--low-ink", help="White grounds and thin frames, to save ink.")]
Out = Annotated[Path, typer.Option(help="Folder for the files.")]
NoCache = Annotated[
    bool, typer.Option("--no-cache", help="Build everything from scratch, and keep nothing for next time.")
]
Settings = Annotated[
    list[str] | None,
    typer.Option("--set", metavar="NAME=VALUE", help="An option of the game; may be given again."),
]
AsJson = Annotated[bool, typer.Option("--json", help="Tell what was done as JSON.")]


def press_wishes(
    papers: Sequence[str] | None,
    backs: str | None,
    gap: str | None,
    bleed: str | None,
    marks: str | None,
    margin: str | None,
    only: Sequence[str] | None = None,
    select: Sequence[str] | None = None,
    *,
    low_ink: bool = False,
) -> list[Wishes]:
    """What the options ask of the press, for each paper once. Raises BadParameter: wrong usage."""
    sizes = dict.fromkeys(_paper(text) for text in papers or ["a4"])
    wishes = Wishes(
        next(iter(sizes)),
        choice("--backs", backs, BACKS),
        choice("--marks", marks, MARKS),
        length("--gap", gap),
        length("--bleed", bleed),
        length("--margin", margin),
        tuple(only or ()),
        tuple(select or ()),
        low_ink,
    )
    usable(lambda: PressOptions(wishes.paper, margin=wishes.margin or 0, gap=wishes.gap), "--margin")
    return [replace(wishes, paper=size) for size in sizes]


def _paper(text: str) -> Size:
    return usable(lambda: paper(text), "--paper")


def length(option: str, text: str | None) -> float | None:
    """A length in mm; None where the option is not given."""
    return None if text is None else usable(lambda: parse_length(text), option)


def choice(option: str, text: str | None, allowed: tuple[str, ...]) -> str | None:
    """One of a few words; None where the option is not given."""
    if text is not None and text not in allowed:
        raise typer.BadParameter(f"{text!r} is not one of {', '.join(allowed)}", param_hint=option)
    return text


def usable(read: Callable[[], T], option: str) -> T:
    """A value of the command line; what can't be read is wrong usage."""
    try:
        return read()
    except InputError as error:
        hint = f"; {error.hint}" if error.hint else ""
        raise typer.BadParameter(error.message + hint, param_hint=option) from None
