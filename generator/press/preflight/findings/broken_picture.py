"""Pictures whose pixels end early or can't be decoded."""

from __future__ import annotations

from collections.abc import Iterator

from generator.catalog.problems import InputError, Problem
from generator.press.preflight.scene import Scene


def find(scene: Scene) -> Iterator[Problem]:
    """Pictures that would print black or grey where pixels are missing."""
    for shown in scene.pictures:
        try:
            shown.picture.require_pixels()
        except InputError as error:
            yield error.at(shown.element.place, field=shown.attribute)
