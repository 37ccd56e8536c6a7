"""What differs between two versions of a game: card by card, and in the game's own values."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Literal, NamedTuple

from generator.catalog.models import Game
from generator.export.version import Key, Laid, Version
from generator.layout.faces import Side, pictures

Kind = Literal["added", "removed", "changed"]
SIDES: tuple[Side, ...] = ("front", "back")
NO_FIELDS = frozenset({"id", "copies"})
"""Values of a card that are told apart from its fields."""
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
    looks = tuple(side for side in SIDES if old.prints.get(side) != new.prints.get(side))
    change = Change(old, new, tuple(_differences(old.card.values, new.card.values, NO_FIELDS)), looks)
    copies_before, copies_now = change.copies
    same = copies_before == copies_now and not (change.fields or looks or change.moved or change.resized)
    return None if same else change


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
    """The content of each picture on a card, by its file's name."""
    images = (image for face in laid.faces.values() for image in pictures(face.root))
    return {image.href.path.name: image.href.digest for image in images}
