"""How the cards of a component are cut, and what it asks of its edges and backs in vain."""

from __future__ import annotations

from generator.catalog.models import Component
from generator.catalog.problems import Problem
from generator.press.kinds import component_kind


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
            f"the bleed can't be made by `bleed-from: {asked}`, for the trim is no rectangle",
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
