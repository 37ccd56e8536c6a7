"""The kinds of components: a module for each, which says how that kind is printed in its ``KIND``.

And how the cards of a component are cut, and what it asks of its edges and backs in vain.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from generator.catalog.models import Component
from generator.catalog.plugins import find_plugin
from generator.catalog.press_settings import NO_SETTINGS, PressOptions, PressSettings
from generator.catalog.problems import Problem

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


def inspect_component(component: Component) -> list[Problem]:
    """Tells of what a component asks for in vain, or would get without having asked for it."""
    return [*_unmade_bleed(component), *_white_backs(component)]


def trim_of(component: Component) -> object:
    """Components for which this is equal are cut alike."""
    return component.size.width, component.size.height, component.bleed, component.shape, component.corner


def has_edges(component: Component) -> bool:
    """Whether the press can make its bleed: only straight edges can be mirrored."""
    return component.shape.kind == "rect" and component.box_contents is None


def _unmade_bleed(component: Component) -> list[Problem]:
    asked = component.press.get("bleed_from", "art")
    if asked == "art" or has_edges(component):
        return []
    return [
        Problem(
            f"the bleed can't be made by `bleed-from: {asked}`, because the trim is not a rectangle",
            component.place_of("press"),
            "warning",
            field=f"components.{component.id}",
            hint="draw it in the layout, as far beyond the trim as `bleed` says",
        )
    ]


def _white_backs(component: Component) -> list[Problem]:
    """Backs that would stay white without anybody having said so."""
    is_one_sided = component_kind(component.kind).is_one_sided
    if is_one_sided or component.back is not None or component.press.get("backs") == "none":
        return []
    return [
        Problem(
            "the cards have no back",
            component.place,
            "warning",
            field=f"components.{component.id}",
            hint="add `back:` with a template, or `press: {backs: none}` if the backs stay white",
        )
    ]
