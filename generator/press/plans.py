"""How the components of each kind are laid on pages."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from generator.press.boards.plan import plan_boards
from generator.press.boxes.plan import plan_boxes
from generator.press.impose import Plan, impose
from generator.press.job import Job
from generator.press.tokens.plan import plan_tokens

Planner = Callable[[Job, Sequence[int]], Plan]
"""Lays the copies of a job's cards on pages. Raises :class:`~generator.catalog.problems.InputError`."""


def plan_pages(job: Job, copies: Sequence[int]) -> Plan:
    """The job's pages. Raises :class:`~generator.catalog.problems.InputError` for what fits no page."""
    return PLANNERS[job.component.kind](job, copies)


def _plan_cards(job: Job, copies: Sequence[int]) -> Plan:
    size = job.component.size
    return impose(copies, job.has_back, size.width, size.height, job.options)


def _plan_tokens(job: Job, copies: Sequence[int]) -> Plan:
    component = job.component
    return plan_tokens(copies, job.has_back, component.shape, component.size, job.options)


def _plan_board(job: Job, copies: Sequence[int]) -> Plan:
    size = job.component.size
    return plan_boards(copies, job.has_back, size.width, size.height, job.options)


def _plan_box(job: Job, copies: Sequence[int]) -> Plan:
    assert job.component.box_contents is not None, "a box is not loaded without what it holds"
    return plan_boxes(copies, job.has_back, job.component.box_contents, job.options)


PLANNERS: Mapping[str, Planner] = {
    "cards": _plan_cards,
    "tokens": _plan_tokens,
    "board": _plan_board,
    "box": _plan_box,
}
