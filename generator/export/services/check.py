"""Tests the faces of components against what a service asks: the safe zone, and how fine pictures are."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from generator.catalog.models import Component
from generator.catalog.problems import Problem
from generator.export.services.parts import Part, restricted
from generator.export.services.product import CANVAS_DPI
from generator.export.target import ExportOrder
from generator.press.planning import plan_jobs
from generator.press.preflight.findings import resolution, safe_zone
from generator.press.preflight.findings.safe_zone import Zone
from generator.press.preflight.inspector import Preflight
from generator.press.preflight.scene import Scene


@dataclass(frozen=True, slots=True)
class ServiceFindings:
    """What a service finds wrong with a face: a finding like those of the preflight."""

    service: str
    zones: Mapping[Component, Zone]

    def find(self, scene: Scene) -> Iterator[Problem]:
        """Texts and icons outside the service's safe zone, and pictures that are too coarse for it."""
        zone = self.zones.get(scene.component)
        if zone is not None:
            yield from safe_zone.outside(scene, zone)
            yield from resolution.coarser_than(scene, CANVAS_DPI, f"the {CANVAS_DPI} of {self.service}")


def check_faces(order: ExportOrder[Any], parts: Sequence[Part], service: str) -> None:
    """Tells, as warnings, what a service called ``service`` would find wrong with the faces of the parts.

    Nothing is painted. What is wrong with the layouts themselves is told too.
    """
    if not parts:
        return
    zones = {part.component: _zone(part, service) for part in parts}
    preflight = Preflight(order.context.preflight.memory, (ServiceFindings(service, zones),))
    context = order.context._replace(preflight=preflight, progress=_no_progress)
    request = restricted(order, parts).request
    settings = {**request.settings, "form": "png", "merge": False}
    for job in plan_jobs(order.game, request._replace(settings=settings)):
        job.check(context)


def _zone(part: Part, service: str) -> Zone:
    size = part.component.size
    across, down = part.fit.safe(size.width, size.height)
    whose = f"{service}'" if service.endswith("s") else f"{service}'s"
    return Zone(across, down, f"{whose} safe zone")


def _no_progress(cards: int) -> None:
    """The faces are counted when they are printed."""
    del cards
