"""What a comparison shows: a row for each changed card, and one for each back that changed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from generator.export.changes import Change, Comparison, Kind
from generator.export.version import Laid
from generator.export.words import Phrase, phrases
from generator.layout.faces import Face, Side

MAX_NAMES = 12
"""Cards that are named beside a back they share."""


@dataclass(frozen=True, slots=True, eq=False)
class Picture:
    """One side of a card at its trim size (mm)."""

    face: Face
    width: float
    height: float


@dataclass(frozen=True, slots=True, eq=False)
class Pair:
    """Before and after; None where a version has nothing there."""

    before: Picture | None
    after: Picture | None

    @property
    def width(self) -> float:
        return max(picture.width for picture in (self.before, self.after) if picture)

    @property
    def height(self) -> float:
        return max(picture.height for picture in (self.before, self.after) if picture)


@dataclass(frozen=True, slots=True, eq=False)
class Row:
    """A card with what happened to it. Without a ``pair``, it looks as before."""

    kind: Kind
    where: str
    name: str
    note: str
    """The card's id, or the cards that share a back."""
    phrases: Sequence[Phrase]
    pair: Pair | None


def rows(comparison: Comparison) -> list[Row]:
    """The rows in the order of the changes; in each list of cards, those without pictures last."""
    backs = _shared_backs(comparison)
    groups: dict[tuple[str, str], list[Row]] = {}
    for change in comparison.changes:
        shown = change.shown
        groups.setdefault((shown.component.id, shown.cards.id), []).extend(_rows(change, backs))
    return [row for group in groups.values() for row in sorted(group, key=lambda row: row.pair is None)]


def place_of(laid: Laid) -> str:
    """The component and, where it has several, the list of a card."""
    component = laid.component
    return component.title if len(component.sets) == 1 else f"{component.title} · {laid.cards.name}"


_Back = tuple[str, str | None, str | None]
"""A component, and the fingerprints of an old and a new back."""


def _back(change: Change) -> _Back | None:
    """What the card's back has become, if it has changed."""
    old, new = change.old, change.new
    if old is None or new is None or "back" not in change.looks:
        return None
    return new.component.id, old.prints.get("back"), new.prints.get("back")


def _shared_backs(comparison: Comparison) -> dict[_Back, list[Change]]:
    """The cards whose backs changed in the same way: most decks have one back for all."""
    backs: dict[_Back, list[Change]] = {}
    for change in comparison.changes:
        back = _back(change)
        if back is not None:
            backs.setdefault(back, []).append(change)
    return backs


def _rows(change: Change, backs: dict[_Back, list[Change]]) -> Iterator[Row]:
    shown, told = change.shown, phrases(change)
    where, back = place_of(shown), _back(change)
    sharing = backs[back] if back else []
    own_back = len(sharing) == 1
    if "front" in change.looks or change.resized:
        yield Row(change.kind, where, shown.name, shown.card.id, told, _pair(change, "front"))
        told = []
    elif told and not own_back and not _only_the_back(change):
        yield Row(change.kind, where, shown.name, shown.card.id, told, None)
    if own_back:
        yield Row(change.kind, where, f"{shown.name}, back", shown.card.id, told, _pair(change, "back"))
    elif sharing and sharing[0] is change:
        title = f"Back of {len(sharing)} cards"
        yield Row(change.kind, shown.component.title, title, _names(sharing), [], _pair(change, "back"))


def _only_the_back(change: Change) -> bool:
    copies_before, copies_now = change.copies
    return not change.fields and not change.moved and copies_before == copies_now


def _names(changes: Sequence[Change]) -> str:
    names = [change.shown.name for change in changes[:MAX_NAMES]]
    others = len(changes) - len(names)
    return ", ".join(names) + (f" and {others} more" if others else "")


def _pair(change: Change, side: Side) -> Pair:
    return Pair(_picture(change.old, side), _picture(change.new, side))


def _picture(laid: Laid | None, side: Side) -> Picture | None:
    face = laid.faces.get(side) if laid else None
    if laid is None or face is None:
        return None
    return Picture(face, laid.component.size.width, laid.component.size.height)
