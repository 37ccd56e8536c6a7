"""Lays boxes on pages, with the lines to cut, fold and glue by."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from generator.catalog.boxes import BoxContents, Net
from generator.press.boards.plan import fits_whole, plan_boards
from generator.press.boxes.lines import BoxLines
from generator.press.impose import Plan
from generator.press.options import PressOptions


def plan_boxes(copies: Sequence[int], has_back: bool, holds: BoxContents, options: PressOptions) -> Plan:
    """The pages of boxes: whole where the paper holds the net, else in tiles like a board.

    Raises :class:`~generator.catalog.problems.InputError` for what can't be laid on this paper.
    """
    net = Net(holds)
    # Its own lines tell where to cut; marks at the corners of what is cut away would tell nothing.
    unmarked = (
        replace(options, marks="none") if fits_whole(net.flat.width, net.flat.height, options) else options
    )
    return plan_boards(copies, has_back, net.flat.width, net.flat.height, unmarked, BoxLines(net).overlay())
