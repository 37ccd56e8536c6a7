"""A print job: which files a build writes, and with which options."""

from __future__ import annotations

import fnmatch
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from generator.catalog.models import Card, CardSet, Component, Game
from generator.catalog.problems import Problems, Refused
from generator.catalog.sizes import Size
from generator.catalog.suggest import did_you_mean
from generator.press.options import PressOptions

BACKS = ("none", "duplex-long", "duplex-short", "gutterfold", "pod")
MARKS = ("crop", "lines", "none")


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


@dataclass(frozen=True, slots=True)
class Job:
    """One file to be printed: a set of cards of a component."""

    game: Game
    component: Component
    cards: CardSet
    options: PressOptions
    name: str
    """The file's name without folder."""

    @property
    def has_back(self) -> bool:
        return self.component.back is not None and self.options.backs != "none"


def plan_jobs(game: Game, wishes: Wishes, problems: Problems) -> list[Job]:
    """The jobs of a game in the order of its components. Problems are collected, never raised."""
    chosen = [
        (component, cards)
        for component in game.components
        for cards in component.sets
        if _wanted(component, cards, wishes.only)
    ]
    if wishes.only and not chosen:
        known = [name for component in game.components for name in (component.id, *_ids(component.sets))]
        problems.error(
            f"{game.title} has no component or deck {', '.join(wishes.only)}",
            hint=did_you_mean(wishes.only[0], known) or "there are " + ", ".join(dict.fromkeys(known)),
        )
    jobs = []
    taken: set[str] = set()
    for component, cards in chosen:
        selected = _selected(cards, wishes.select)
        if not selected.cards:
            continue
        try:
            options = _options(component, wishes)
        except Refused as refused:
            problems.extend([refused.at(component.place_of("press"), field=f"components.{component.id}")])
            continue
        jobs.append(Job(game, component, selected, options, _file_name(component, selected, options, taken)))
    if wishes.select and chosen and not jobs and not problems.has_errors:
        problems.error(
            f"no card of {game.title} is meant by {', '.join(wishes.select)}",
            hint="select cards by id or name (with * and ?), or by field=value",
        )
    return jobs


def _ids(sets: Iterable[CardSet]) -> list[str]:
    return [cards.id for cards in sets]


def _wanted(component: Component, cards: CardSet, only: Sequence[str]) -> bool:
    names = (component.id, cards.id, f"{component.id}/{cards.id}")
    return not only or any(fnmatch.fnmatchcase(name, pattern) for pattern in only for name in names)


def _selected(cards: CardSet, select: Sequence[str]) -> CardSet:
    if not select:
        return replace(cards, cards=tuple(card for card in cards.cards if card.copies))
    return replace(cards, cards=tuple(card for card in cards.cards if card.copies and _meant(card, select)))


def _meant(card: Card, select: Sequence[str]) -> bool:
    for wish in select:
        field, equals, value = wish.partition("=")
        if equals:
            if fnmatch.fnmatchcase(str(card.values.get(field, "")).lower(), value.lower()):
                return True
        elif any(
            fnmatch.fnmatchcase(str(name).lower(), wish.lower())
            for name in (card.id, card.values.get("name", ""))
        ):
            return True
    return False


def _options(component: Component, wishes: Wishes) -> PressOptions:
    """The command line first, then the component, then the press's own defaults."""
    own = component.press
    given: dict[str, Any] = {
        "backs": _one_of("backs", wishes.backs or own.backs, BACKS),
        "marks": _one_of("marks", wishes.marks or own.marks, MARKS),
        "gap": own.gap if wishes.gap is None else wishes.gap,
        "margin": own.margin if wishes.margin is None else wishes.margin,
        "bleed": own.bleed if wishes.bleed is None else wishes.bleed,
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
        raise Refused(
            f"{what}: expected {', '.join(allowed[:-1])} or {allowed[-1]}, got {value!r}",
            hint=did_you_mean(value, allowed),
        )
    return value


def _file_name(component: Component, cards: CardSet, options: PressOptions, taken: set[str]) -> str:
    paper = options.paper.name.lower().replace(" ", "-").replace("×", "x")
    stem = "-".join([cards.id, "cards" if options.backs == "pod" else paper])
    if options.backs != "none":
        stem += f"-{options.backs}"
    name = f"{stem}.pdf"
    if name in taken:
        name = f"{component.id}-{name}"
    taken.add(name)
    return name
