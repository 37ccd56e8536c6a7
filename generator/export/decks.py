"""Decks of players as they are printed: what is wrong with their looks, and their sheets."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from generator.catalog.models import CardSet, Component, Game
from generator.catalog.problems import (
    MISSING_FILE,
    MISSING_GLYPH,
    OUTSIDE_FOLDER,
    PRINTED_INSTEAD,
    TEXT_OVERFLOW,
    Problem,
    Problems,
)
from generator.catalog.wording import quote
from generator.deck.files import deck_component, has_pool
from generator.deck.model import Deck, Entry
from generator.press.planning import Notes, plan_jobs
from generator.press.request import PrintRequest
from generator.press.sheet_job import SheetJob

if TYPE_CHECKING:
    from generator.layout.faces import Face, FaceRenderer, Side


MAX_LAID_OUT = 200
"""Lines of one deck. Each takes its time, and legal decks have half as many at most."""
_ICON = re.compile(r"\{([A-Za-z][\w.#-]*)\}")
_MESSAGES: Mapping[str | None, str] = {
    MISSING_FILE: f"no file named {{subject}} beside the deck; {PRINTED_INSTEAD}",
    OUTSIDE_FOLDER: "the path {subject} leaves the deck's folder",
}
"""What a player reads instead of the layout's words: a player's own pictures lie beside the deck."""
_HINTS: Mapping[str | None, str] = {
    MISSING_GLYPH: "use letters that the font has",
    TEXT_OVERFLOW: "shorten the {field}",
}
"""What a player can do about it."""


# Looks


def unprintable(game: Game, deck: Deck, renderer: FaceRenderer | None = None) -> list[Problem]:
    """What `deck print` would report of the cards' looks.

    ``renderer``: one that is kept, made with the folder of the deck's pictures; it need not lay out again
    what has not changed.
    """
    from generator.layout.faces import FaceRenderer

    component, cards = deck_component(game), deck.cards
    renderer = renderer or FaceRenderer.of(game, Problems(), beside_of(game, cards))
    sides: tuple[Side, ...] = ("front", "back") if component.back else ("front",)
    found: list[Problem] = []
    seen: set[Face] = set()
    for number, card in enumerate(cards.cards[:MAX_LAID_OUT], start=1):
        for side in sides if card.copies else ():
            before = len(renderer.problems.found)
            face = renderer.face(component, cards, card, side, number)
            reported = renderer.problems.found[before:] if face is None else face.problems
            if face is not None and face in seen:
                continue
            if face is not None:
                seen.add(face)
            found += [problem._replace(card=card.id) if problem.card else problem for problem in reported]
    once = Problems()
    once.extend(for_players(found, [deck]))
    return [problem for problem in once if problem.card]


def for_players(problems: Iterable[Problem], decks: Sequence[Deck]) -> Iterator[Problem]:
    """The problems of laid out cards, placed where a player's file gives what they come from.

    What comes from no field that is known keeps the layout's place.
    """
    entries: dict[str, list[Entry]] = {}
    for entry in (entry for deck in decks for entry in deck.entries):
        entries.setdefault(entry.card.id, []).append(entry)
    found = [(problem, _origin(problem, entries.get(problem.card or "", ()))) for problem in problems]
    placed = {(problem.card, problem.message) for problem, origin in found if origin}
    for problem, origin in found:
        if origin is not None:
            yield _at(problem, *origin)
        elif (problem.card, problem.message) not in placed:
            labels = {entry.label for entry in entries.get(problem.card or "", ())}
            yield problem._replace(card=labels.pop()) if len(labels) == 1 else problem


def _origin(problem: Problem, entries: Sequence[Entry]) -> tuple[Entry, str] | None:
    """The card and the field that a problem comes from; None if they are not known."""
    for entry in entries:
        field = next((name for name in ("art", "text") if _names(entry, name, problem.subject)), None)
        if field is not None:
            return entry, field
    # Two decks may have cards of one id.
    if len(entries) == 1 and problem.field and entries[0].card.values.get(problem.field) is not None:
        return entries[0], problem.field
    return None


def _names(entry: Entry, field: str, subject: str | None) -> bool:
    """Whether the field names the icon or picture that a problem is about."""
    value = entry.card.values.get(field)
    if subject is None or not isinstance(value, str):
        return False
    return subject in ([value.strip()] if field == "art" else _ICON.findall(value))


def _at(problem: Problem, entry: Entry, field: str) -> Problem:
    message, hint = _MESSAGES.get(problem.code), _HINTS.get(problem.code, problem.hint)
    return problem._replace(
        message=message.format(subject=quote(problem.subject)) if message else problem.message,
        place=entry.place_of(field),
        card=entry.label,
        field=field,
        hint=hint and hint.format(field=field),
    )


# Sheets


def beside_of(game: Game, cards: CardSet, beside: Path | None = None) -> Path | None:
    """Where the pictures of a player's own cards are; None for the game's cards, whose pictures are the
    game's."""
    if cards.file is None or has_pool(game) or cards in deck_component(game).sets:
        return None
    return beside or cards.file.parent


def jobs_of_deck(
    game: Game, cards: CardSet, request: PrintRequest, notes: Notes, beside: Path | None = None
) -> list[SheetJob]:
    """The sheets of a deck, one of the game's or a player's; ``beside``: where its pictures are, if elsewhere
    than beside its file."""
    component = deck_component(game)
    if cards in component.sets:
        return plan_jobs(game, request._replace(only=(f"{component.id}/{cards.id}",)), notes)
    jobs = plan_jobs(with_decks(game, component, [cards]), request, notes)
    # The pictures of a game's own cards are the game's.
    beside = beside_of(game, cards, beside) or game.folder
    return [replace(job, beside=beside) for job in jobs]


def with_decks(game: Game, component: Component, sets: Sequence[CardSet]) -> Game:
    """The game as if it had these decks and nothing else."""
    return replace(game, components=(replace(component, sets=tuple(sets)),))
