"""Cards: in a grid, as many as fit on a sheet."""

from __future__ import annotations

from typing import TYPE_CHECKING

from generator.catalog.models import Component
from generator.catalog.press_settings import PressOptions
from generator.press.kinds import ComponentKind

if TYPE_CHECKING:
    from generator.press.impose import Copies, Plan


def plan(component: Component, deck: Copies, has_back: bool, options: PressOptions) -> Plan:
    """In a grid, or in the slots of a label sheet."""
    size = component.size
    if options.sheet is not None:
        from generator.press.label_sheet import plan_cards

        return plan_cards(deck, has_back, size, component.corner, options.sheet, options)
    # A build in which nothing has changed lays no pages.
    from generator.press.impose import impose

    return impose(deck, has_back, size.width, size.height, options, component.corner)


KIND = ComponentKind(plan, shares_sheets=True)
