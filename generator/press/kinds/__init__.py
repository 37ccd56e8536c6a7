"""The kinds of components: a module for each, which says how that kind is printed in its ``KIND``."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from generator.catalog.models import Component
from generator.catalog.plugins import find_plugin
from generator.catalog.press_settings import NO_SETTINGS, PressOptions, PressSettings

if TYPE_CHECKING:
    from generator.press.impose import Copies, Plan

Planner = Callable[[Component, "Copies", bool, PressOptions], "Plan"]
"""Lays the copies of a component's cards on pages, with or without backs.

Raises :class:`~generator.catalog.problems.InputError` for what fits no page.
"""
Mixer = Callable[[Sequence[Component], "Copies", bool, PressOptions], "Plan"]
"""Likewise for cards of unlike components: to which each of them belongs comes first."""


class ComponentKind(NamedTuple):
    """How the components of a kind are printed."""

    plan: Planner
    settings: PressSettings = NO_SETTINGS
    """Press settings where neither the command line nor the component says otherwise."""
    shares_sheets: bool = False
    """Whether several of them lie on a sheet, beside others of their size."""
    mix: Mixer | None = None
    """How those of unlike sizes and shapes share sheets, if they can."""
    is_one_sided: bool = False
    """Whether it is looked at from one side only, so that a missing back is no mistake."""


def component_kind(name: str) -> ComponentKind:
    """The kind of that name, which is one that game.yaml may name."""
    module = find_plugin(__name__, name)
    assert module is not None, f"no component is loaded with the kind {name}"
    kind: ComponentKind = module.KIND
    return kind
