"""Text that shrank as far as it may, and text too small to read."""

from __future__ import annotations

from collections.abc import Iterator

from generator.catalog.problems import Problem
from generator.layout.elements.base import Element
from generator.layout.elements.text import SMALLEST, Text
from generator.press.preflight.geometry import UNMOVED
from generator.press.preflight.scene import PlacedText, Scene, height_scale, warning

STACK = "stack"
"""The tag of the element whose texts shrink together; a card without one needs none of its code."""
SLACK = 0.01
"""Points, and millimetres, that are rounding."""


def find(scene: Scene) -> Iterator[Problem]:
    """What text came out too small, and what can't shrink any more."""
    stacks: list[Element] = []
    for words in scene.texts:
        if words.around is not None and words.around.TAG == STACK and words.around not in stacks:
            stacks.append(words.around)
            yield from _shrunk_stack(words.around)
        if _is_at_its_smallest(words):
            yield warning(
                words.element,
                f"the text had to shrink to {words.block.size:g} pt, the smallest it may",
                "one more word may not fit: shorten it, or enlarge the box",
            )
        size = _printed_size(words)
        if size < SMALLEST - SLACK:
            yield warning(
                words.element,
                f"the text is printed at {size:.1f} pt, under {SMALLEST:g} pt",
                "few can read that: make it larger",
            )


def _shrunk_stack(stack: Element) -> Iterator[Problem]:
    """Whether it shrank as far as it may, and fits; reported once, not for each of its texts."""
    from generator.layout.elements.stack import Stack

    if isinstance(stack, Stack) and stack.is_at_its_smallest:
        yield warning(
            stack,
            f"the stack had to shrink to {stack.printed_size:g} pt, the smallest it may",
            "one more word may not fit: shorten it, or enlarge the box",
        )


def _is_at_its_smallest(words: PlacedText) -> bool:
    """Whether it shrank to ``min-size``. What does not fit even then was reported by the layout.

    A text that may end in an ellipsis always finds room.
    """
    text = words.element
    if not isinstance(text, Text) or words.block.size >= text.size or text.text_overflow == "ellipsis":
        return False
    smallest = SMALLEST if text.min_size is None else text.min_size
    if words.block.size > smallest:
        return False
    ink = words.block.ink
    too_high = text.height is not None and ink.height > text.height + SLACK
    return not too_high and ink.width <= text.width + SLACK


def _printed_size(words: PlacedText) -> float:
    """The smallest of its letters in points, after all transforms.

    Indices and small capitals count as the text that they belong to: that is how type is set.
    """
    size = min([span.size / span.share for span in words.block.spans], default=SMALLEST)
    matrix = words.frame.matrix
    return size if matrix == UNMOVED else size * height_scale(matrix)
