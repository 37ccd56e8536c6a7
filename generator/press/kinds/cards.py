"""Cards: in a grid, as many as fit on a sheet."""

from __future__ import annotations

from generator.catalog.models import Component
from generator.catalog.press_settings import PressOptions
from generator.press.impose import Copies, Plan, impose
from generator.press.kinds import ComponentKind


def _plan(component: Component, deck: Copies, has_back: bool, options: PressOptions) -> Plan:
    return impose(deck, has_back, component.size.width, component.size.height, options)


KIND = ComponentKind(_plan, shares_sheets=True)
