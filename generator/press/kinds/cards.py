"""Cards: in a grid, as many as fit on a sheet."""

from __future__ import annotations

from collections.abc import Sequence

from generator.catalog.models import Component
from generator.catalog.press_settings import PressOptions
from generator.press.impose import Plan, impose
from generator.press.kinds import ComponentKind


def _plan(component: Component, copies: Sequence[int], has_back: bool, options: PressOptions) -> Plan:
    return impose(copies, has_back, component.size.width, component.size.height, options)


KIND = ComponentKind(_plan)
