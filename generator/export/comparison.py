"""What differs between two versions of a game, card by card and in its own values; and how it is said."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from generator.catalog.models import Game
from generator.catalog.sizes import Size
from generator.catalog.wording import MAX_WHOLE, excerpts, shortened
from generator.export.version import Key, Laid, Version
from generator.layout.faces import Face, Side

Kind = Literal["added", "removed", "changed"]
SIDES: tuple[Side, ...] = ("front", "back")
NO_FIELDS = frozenset({"id", "copies"})
"""Values of a card that are no fields of it."""
GAME_VALUES = ("title", "version", "designer", "year", "source", "players", "credits", "rules")


class Difference(NamedTuple):
    """A value of a card or game in both versions; None where a version does not have it."""

    name: str
    old: object
    new: object


@dataclass(frozen=True, slots=True, eq=False)
class Change:
    """A card that is not as it was. ``looks`` are the sides that print otherwise than before."""

    old: Laid | None
    new: Laid | None
    fields: tuple[Difference, ...]
    looks: tuple[Side, ...]

    @property
    def kind(self) -> Kind:
        if self.old is None:
            return "added"
        return "changed" if self.new is not None else "removed"

    @property
    def shown(self) -> Laid:
        """The card as it is now; one that is gone, as it was."""
        laid = self.new or self.old
        assert laid is not None
        return laid

    @property
    def copies(self) -> tuple[int, int]:
        """How many there were and are."""
        return _copies(self.old), _copies(self.new)

    @property
    def moved(self) -> tuple[Laid, Laid] | None:
        """The card in its old and its new list, where it is listed elsewhere than before."""
        if self.old is None or self.new is None or self.old.cards.id == self.new.cards.id:
            return None
        return self.old, self.new

    @property
    def resized(self) -> tuple[Laid, Laid] | None:
        """The card at its old and its new size, where that differs."""
        if self.old is None or self.new is None or _trim(self.old) == _trim(self.new):
            return None
        return self.old, self.new

    @property
    def repainted(self) -> tuple[str, ...]:
        """The pictures that kept their names, but not what they show."""
        if self.old is None or self.new is None:
            return ()
        old, new = _pictures(self.old), _pictures(self.new)
        return tuple(sorted(name for name in old.keys() & new.keys() if old[name] != new[name]))


@dataclass(frozen=True, slots=True, eq=False)
class Comparison:
    """Two versions and all that differs, in the order of the newer one's components and lists."""

    old: Version
    new: Version
    game: tuple[Difference, ...]
    changes: tuple[Change, ...]
    as_before: int

    def count(self, kind: Kind) -> int:
        return sum(change.kind == kind for change in self.changes)


def compare(old: Version, new: Version) -> Comparison:
    """Compares two versions. A card with another id is another card."""
    changes = []
    as_before = 0
    for key in _order(old, new):
        change = _change(old.cards.get(key), new.cards.get(key))
        if change is None:
            as_before += 1
        else:
            changes.append(change)
    return Comparison(old, new, _game_differences(old.game, new.game), tuple(changes), as_before)


def _order(old: Version, new: Version) -> list[Key]:
    """All cards by component and list, each list's removed cards behind those it has now."""
    groups: dict[tuple[str, str], list[Key]] = {}
    for component in [*new.game.components, *old.game.components]:
        for cards in component.sets:
            groups.setdefault((component.id, cards.id), [])
    # A component's lists stay together, those that it has no more behind the others.
    components = list(dict.fromkeys(component for component, _ in groups))
    for laid in new.cards.values():
        groups[laid.component.id, laid.cards.id].append(laid.key)
    for key, laid in old.cards.items():
        if key not in new.cards:
            groups[laid.component.id, laid.cards.id].append(key)
    ordered = sorted(groups, key=lambda group: components.index(group[0]))
    return [key for group in ordered for key in groups[group]]


def _change(old: Laid | None, new: Laid | None) -> Change | None:
    if old is None or new is None:
        laid = old or new
        return Change(old, new, (), tuple(laid.faces) if laid else ())
    looks = tuple(side for side in SIDES if _looks_changed(old, new, side))
    change = Change(old, new, tuple(_differences(old.card.values, new.card.values, NO_FIELDS)), looks)
    copies_before, copies_now = change.copies
    same = copies_before == copies_now and not (change.fields or looks or change.moved or change.resized)
    return None if same else change


def _looks_changed(old: Laid, new: Laid, side: Side) -> bool:
    """Whether a side prints otherwise; copies that were added or removed make the others no different."""
    before, now = old.prints.get(side), new.prints.get(side)
    if not before or not now:
        return bool(before) != bool(now)
    return any(one != other for one, other in zip(before, now, strict=False))


def _game_differences(old: Game, new: Game) -> tuple[Difference, ...]:
    before, after = ({name: getattr(game, name) for name in GAME_VALUES} for game in (old, new))
    return tuple(_differences(before, after, frozenset()))


def _differences(
    old: Mapping[str, object], new: Mapping[str, object], but: frozenset[str], prefix: str = ""
) -> Iterator[Difference]:
    """The values that differ, those inside mappings by their path (``rules.points``)."""
    for name in dict.fromkeys((*new, *old)):
        before, after = old.get(name), new.get(name)
        if name in but or _same(before, after):
            continue
        if isinstance(before, Mapping) and isinstance(after, Mapping):
            yield from _differences(before, after, frozenset(), f"{prefix}{name}.")
        else:
            yield Difference(f"{prefix}{name}", before, after)


def _same(old: object, new: object) -> bool:
    """Python takes 1, 1.0 and true for the same; on a card they are not."""
    return type(old) is type(new) and old == new


def _copies(laid: Laid | None) -> int:
    return 0 if laid is None else laid.card.copies


def _trim(laid: Laid) -> tuple[float, float]:
    return laid.component.size.width, laid.component.size.height


def _pictures(laid: Laid) -> dict[str, str]:
    pictures = (picture for face in laid.faces.values() for picture in face.root.pictures())
    return {picture.name: picture.digest for picture in pictures}


class Phrase(NamedTuple):
    """Something that changed, and how: ``power`` and ``5 → 6``."""

    what: str
    how: str

    def __str__(self) -> str:
        return f"{self.what} {self.how}".strip()


def phrases(change: Change) -> list[Phrase]:
    found = [field_phrase(field) for field in change.fields]
    before, now = change.copies
    if change.kind == "changed" and before != now:
        found.append(Phrase("copies", f"{before} → {now}"))
    elif change.kind != "changed" and max(before, now) > 1:
        found.append(Phrase("", f"{max(before, now)} copies"))
    if change.moved:
        old, new = change.moved
        found.append(Phrase("moved", f"from {old.cards.name} to {new.cards.name}"))
    if change.resized:
        old, new = change.resized
        found.append(Phrase("size", f"{_size(old.component.size)} → {_size(new.component.size)}"))
    return [*found, *_looks(change)]


def field_phrase(field: Difference) -> Phrase:
    old, new = field.old, field.new
    if isinstance(old, str) and isinstance(new, str) and max(len(old), len(new)) > MAX_WHOLE:
        shown_old, shown_new = excerpts(old, new)
        return Phrase(field.name, f"“{shown_old}” → “{shown_new}”")
    # Values that would read the same are told apart by their quotes.
    quoted = type(old) is not type(new) and str(old) == str(new)
    return Phrase(field.name, f"{_value(old, quoted)} → {_value(new, quoted)}")


def _looks(change: Change) -> list[Phrase]:
    """What no field says: sides that look different all the same, or the same all the same."""
    if change.kind != "changed":
        return []
    if not change.looks:
        return [Phrase("", "looks the same")] if change.fields else []
    if change.repainted:
        return [Phrase("picture", f"{', '.join(change.repainted)} is another")]
    if change.resized or (change.fields and change.looks == ("front",)):
        return []
    if change.fields:
        only = len(change.looks) == 1
        return [Phrase("", "only the back looks different" if only else "the back looks different too")]
    verb = "looks" if len(change.looks) == 1 else "look"
    return [Phrase(" and ".join(change.looks), f"{verb} different though no field changed")]


def _value(value: object, quoted: bool) -> str:
    if value is None:
        return "nothing"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list | tuple):
        return shortened(", ".join(_value(item, False) for item in value) or "nothing")
    if isinstance(value, str) and (quoted or not value.strip()):
        return f"“{value}”"
    return shortened(" ".join(str(value).split()))


def _size(size: Size) -> str:
    return f"{size.width:g} × {size.height:g} mm"


MAX_NAMES = 12
"""Cards that are named beside a back they share."""


class Picture(NamedTuple):
    """One side of a card at its trim size (mm)."""

    face: Face
    width: float
    height: float


class Row(NamedTuple):
    """A card with what happened to it; without pictures, it looks as before."""

    kind: Kind
    where: str
    name: str
    note: str
    """The card's id, or the cards that share a back."""
    phrases: Sequence[Phrase]
    before: Picture | None = None
    after: Picture | None = None

    @property
    def size(self) -> tuple[float, float] | None:
        """The width and height (mm) that either picture takes; None: there is none."""
        shown = [picture for picture in (self.before, self.after) if picture is not None]
        return (max(one.width for one in shown), max(one.height for one in shown)) if shown else None


def rows(comparison: Comparison) -> list[Row]:
    """The rows in the order of the changes; in each list of cards, those without pictures last."""
    backs = _shared_backs(comparison)
    groups: dict[tuple[str, str], list[Row]] = {}
    for change in comparison.changes:
        shown = change.shown
        groups.setdefault((shown.component.id, shown.cards.id), []).extend(_rows(change, backs))
    return [row for group in groups.values() for row in sorted(group, key=lambda row: row.size is None)]


def place_of(laid: Laid) -> str:
    """The component and, where it has several, the list of a card."""
    component = laid.component
    return component.title if len(component.sets) == 1 else f"{component.title} · {laid.cards.name}"


_Back = tuple[str, tuple[str, ...] | None, tuple[str, ...] | None]
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
    shown, said = change.shown, phrases(change)
    where, back = place_of(shown), _back(change)
    sharing = backs[back] if back else []
    own_back = len(sharing) == 1
    if "front" in change.looks or change.resized:
        yield Row(change.kind, where, shown.name, shown.card.id, said, *_pair(change, "front"))
        said = []
    elif said and not own_back and not _only_the_back(change):
        yield Row(change.kind, where, shown.name, shown.card.id, said)
    if own_back:
        yield Row(change.kind, where, f"{shown.name}, back", shown.card.id, said, *_pair(change, "back"))
    elif sharing and sharing[0] is change:
        title = f"Back of {len(sharing)} cards"
        yield Row(change.kind, shown.component.title, title, _names(sharing), [], *_pair(change, "back"))


def _only_the_back(change: Change) -> bool:
    copies_before, copies_now = change.copies
    return not change.fields and not change.moved and copies_before == copies_now


def _names(changes: Sequence[Change]) -> str:
    names = [change.shown.name for change in changes[:MAX_NAMES]]
    others = len(changes) - len(names)
    return ", ".join(names) + (f" and {others} more" if others else "")


def _pair(change: Change, side: Side) -> tuple[Picture | None, Picture | None]:
    return _picture(change.old, side), _picture(change.new, side)


def _picture(laid: Laid | None, side: Side) -> Picture | None:
    face = laid.faces.get(side) if laid else None
    if laid is None or face is None:
        return None
    return Picture(face, laid.component.size.width, laid.component.size.height)
