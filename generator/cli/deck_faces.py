"""What is wrong with the looks of a deck's cards, told in the player's terms: their file, field and card."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from generator.catalog.models import Game
from generator.catalog.problems import (
    MISSING_FILE,
    MISSING_GLYPH,
    OUTSIDE_FOLDER,
    TEXT_OVERFLOW,
    Problem,
    Problems,
)
from generator.catalog.wording import quote
from generator.deck.files import deck_component
from generator.deck.model import Deck, Entry
from generator.layout.faces import FaceRenderer, Side

MAX_LAID_OUT = 200
"""Lines of one deck. Each takes its time, and legal decks have half as many at most."""
_ICON = re.compile(r"\{([A-Za-z][\w.-]*)\}")
_MESSAGES: Mapping[str | None, str] = {
    MISSING_FILE: "there is no file {subject} beside the deck",
    OUTSIDE_FOLDER: "the path {subject} leaves the deck's folder",
}
"""What a player is told instead of the layout's words: a player's own pictures lie beside the deck."""
_HINTS: Mapping[str | None, str] = {
    MISSING_GLYPH: "use letters that the font has",
    TEXT_OVERFLOW: "shorten the {field}",
}
"""What a player can do about it."""


def unprintable(game: Game, deck: Deck) -> list[Problem]:
    """What `deck print` would tell of the cards' looks."""
    component, cards = deck_component(game), deck.cards
    beside = cards.file.parent if cards.file and cards not in component.sets else None
    problems = Problems()
    renderer = FaceRenderer.of(game, problems, beside)
    sides: tuple[Side, ...] = ("front", "back") if component.back else ("front",)
    for number, card in enumerate(cards.cards[:MAX_LAID_OUT], start=1):
        for side in sides if card.copies else ():
            renderer.face(component, cards, card, side, number)
    told = Problems()
    told.extend(for_players(problems.found, [deck]))
    return [problem for problem in told if problem.card]


def for_players(problems: Iterable[Problem], decks: Sequence[Deck]) -> Iterator[Problem]:
    """The problems of laid out cards, placed where a player's file gives what they come from.

    What comes from no field that could be told keeps the layout's place.
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
    """The card and the field that a problem comes from; None if they can't be told."""
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
