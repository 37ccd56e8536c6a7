"""A print job: which files a build writes, and with which options."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain, count
from pathlib import Path
from typing import Any

from generator.catalog.models import CardSet, Component, Game
from generator.catalog.problems import InputError, Problems
from generator.catalog.sizes import Size
from generator.catalog.suggest import did_you_mean
from generator.press.choice import RULEBOOK, Numbered, chosen_cards, chosen_sets
from generator.press.options import PressOptions

BACKS = ("none", "duplex-long", "duplex-short", "gutterfold", "pod")
MARKS = ("crop", "lines", "none")
DEFAULT_MARKS: Mapping[str, str] = {"tokens": "lines"}
"""By kind of component, where they are not the press's own: tokens are cut with scissors."""


@dataclass(frozen=True, slots=True)
class Wishes:
    """What the command line asks for; None where it says nothing. Lengths in mm."""

    paper: Size
    backs: str | None = None
    marks: str | None = None
    gap: float | None = None
    bleed: float | None = None
    margin: float | None = None
    only: tuple[str, ...] = ()
    """Components or card sets, by id or pattern; empty: all."""
    select: tuple[str, ...] = ()
    """Cards, by id, name or pattern, or as ``field=value``; empty: all."""
    low_ink: bool = False


@dataclass(frozen=True, slots=True)
class Job:
    """One file to be printed: a set of cards of a component."""

    game: Game
    component: Component
    cards: CardSet
    """The whole set, which the layouts may speak of."""
    printed: tuple[Numbered, ...]
    options: PressOptions
    name: str
    """The file's name without folder."""
    note: str = ""
    """Printed in the slug of every sheet; empty: nothing."""
    beside: Path | None = None
    """The folder of a player's own deck file, whose pictures lie there; None: the cards are the game's."""
    low_ink: bool = False
    """Whether the layouts are asked for white grounds and thin frames."""

    @property
    def path(self) -> Path:
        """Where it is written inside the output folder: what is not the game's can't replace what is."""
        return Path(self.game.id, "decks" if self.beside else "", self.name)

    @property
    def has_back(self) -> bool:
        return self.component.back is not None and self.options.backs != "none"


def plan_jobs(game: Game, wishes: Wishes, problems: Problems) -> list[Job]:
    """The jobs of a game in the order of its components. Problems are collected, never raised."""
    jobs = []
    stems = _stems(game)
    for component, cards in chosen_sets(game, wishes.only):
        printed = chosen_cards(cards, wishes.select)
        if not printed:
            continue
        try:
            options = _options(component, wishes)
        except InputError as error:
            problems.extend([error.at(component.place_of("press"), field=f"components.{component.id}")])
            continue
        name = _file_name(stems[cards], options, low_ink=wishes.low_ink)
        jobs.append(Job(game, component, cards, printed, options, name, low_ink=wishes.low_ink))
    return jobs


def _options(component: Component, wishes: Wishes) -> PressOptions:
    """The command line first, then the component, then the press's own defaults."""
    own = component.press
    given: dict[str, Any] = {
        "backs": _one_of("backs", wishes.backs or own.backs, BACKS),
        "marks": _one_of("marks", wishes.marks or own.marks or DEFAULT_MARKS.get(component.kind), MARKS),
        "gap": own.gap if wishes.gap is None else wishes.gap,
        "margin": own.margin if wishes.margin is None else wishes.margin,
        "bleed": own.bleed if wishes.bleed is None else wishes.bleed,
        "overlap": own.overlap,
    }
    options = PressOptions(
        wishes.paper, **{name: value for name, value in given.items() if value is not None}
    )
    if component.back is None and options.backs != "pod":
        options = replace(options, backs="none")
    # What the layout does not draw can't be printed.
    return replace(options, bleed=min(options.bleed, component.bleed))


def _one_of(what: str, value: str | None, allowed: Sequence[str]) -> str | None:
    if value is not None and value not in allowed:
        raise InputError(
            f"{what}: expected {', '.join(allowed[:-1])} or {allowed[-1]}, got {value!r}",
            hint=did_you_mean(value, allowed),
        )
    return value


def _stems(game: Game) -> Mapping[CardSet, str]:
    """What each set's file is called, whichever are chosen: its id, unless one before it is called so."""
    stems: dict[CardSet, str] = {}
    taken = {RULEBOOK} if game.rulebook else set[str]()
    for component in game.components:
        for cards in component.sets:
            full = f"{component.id}-{cards.id}"
            names = chain((cards.id, full), (f"{full}-{number}" for number in count(2)))
            stems[cards] = next(name for name in names if name not in taken)
            taken.add(stems[cards])
    return stems


def _file_name(stem: str, options: PressOptions, *, low_ink: bool) -> str:
    parts = [stem] if options.backs == "pod" else [stem, paper_name(options.paper)]
    if options.backs != "none":
        parts.append(options.backs)
    if low_ink:
        parts.append("low-ink")
    return "-".join(parts) + ".pdf"


def paper_name(paper: Size) -> str:
    """The paper as file names have it: ``a4``, ``200x300mm``."""
    return paper.name.lower().replace(" x ", "x").replace(" mm", "mm").replace(" ", "-")
