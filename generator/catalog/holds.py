"""What a box says it holds, read and looked up: its size follows from it."""

from __future__ import annotations

from collections.abc import Mapping

from generator.catalog.boxes import Holds, Net
from generator.catalog.game_file import HoldsFile
from generator.catalog.models import Component
from generator.catalog.problems import InputError
from generator.catalog.sizes import Size
from generator.catalog.suggest import did_you_mean
from generator.catalog.wording import quote

TOO_MANY = 1000
"""Cards in one box; the stack would be a foot high."""
LEAST_SIDE, LARGEST_NET = 5.0, 2000.0
"""Millimetres: of a card that a box can be folded around, and of the sheet that it is cut from."""


def box_contents(
    part: HoldsFile, known: Mapping[str, Component], named: Mapping[str, object]
) -> tuple[int, Size] | None:
    """How many cards of which size; None if they are those of a component that could not be read.

    ``known`` are the components that were read, ``named`` those that are in the file. Raises
    :class:`InputError`.
    """
    if part.component is None:
        if part.cards is None or part.size is None:
            raise InputError(
                "a box says how many cards it holds, and of which size",
                hint="write `{component: ID}`, or `{cards: 54, size: poker}`",
            )
        return _checked(part.cards), part.size
    if part.cards is not None or part.size is not None:
        given = "cards" if part.cards is not None else "size"
        raise InputError(
            f"`component` and `{given}` are both given",
            hint="the component tells the number of its cards and their size",
        )
    if part.component not in named:
        hint = did_you_mean(part.component, named)
        raise InputError(f"there is no component {quote(part.component)}", hint=hint)
    other = named[part.component]
    kind = other.get("kind", "cards") if isinstance(other, Mapping) else "cards"
    if kind != "cards":
        raise InputError(f"a box holds cards, but {part.component} is of `kind: {kind}`")
    component = known.get(part.component)
    if component is None:
        return None
    return _checked(cards_to_hold(component)), component.size


def cards_to_hold(component: Component) -> int:
    """All its cards; of decks, of which one at a time is in the box, those of the largest."""
    counts = [sum(card.copies for card in cards.cards) for cards in component.sets]
    if component.is_deck:
        return max(counts, default=0)
    return sum(counts)


def holds_of(part: HoldsFile, contents: tuple[int, Size]) -> Holds:
    cards, card = contents
    """Raises :class:`InputError` for a box that nobody can fold."""
    if min(card.width, card.height) < LEAST_SIDE:
        raise InputError(
            f"a box for cards of {card.width:g} x {card.height:g} mm can't be folded",
            hint=f"each side must be {LEAST_SIDE:g} mm or more",
        )
    holds = Holds(cards, card, part.stock, part.sleeved, part.room)
    flat = Net(holds).flat
    if max(flat.width, flat.height) > LARGEST_NET:
        raise InputError(
            f"the box would be {flat.width:,.0f} x {flat.height:,.0f} mm spread out",
            hint=f"at most {LARGEST_NET:,.0f} mm either way: look at `stock` and `room`, in mm",
        )
    return holds


def _checked(cards: int) -> int:
    if not 1 <= cards <= TOO_MANY:
        raise InputError(f"a box holds 1 to {TOO_MANY:,} cards, this is for {cards:,}")
    return cards
