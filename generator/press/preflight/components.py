"""What a component leaves out."""

from __future__ import annotations

from generator.catalog.models import Component
from generator.catalog.problems import Problem

ONE_SIDED = ("board", "box")
"""Kinds that are looked at from one side."""


def inspect_component(component: Component) -> list[Problem]:
    """Tells of cards whose backs would stay white without anybody having said so."""
    if component.kind in ONE_SIDED or component.back is not None or component.press.backs == "none":
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
