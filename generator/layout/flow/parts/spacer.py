"""Space between two parts, in addition to the gap."""

from __future__ import annotations

from dataclasses import dataclass

from generator.layout.attributes import SIZE, WEIGHT, Kind, Scope, attribute
from generator.layout.flow.part import Laid, Part, no_elements


def _height(text: str, scope: Scope) -> float | None:
    return None if text in ("fill", "auto") else SIZE.parse(text, scope)


FLEXIBLE = Kind("length ≥ 0 or `fill`", _height)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Spacer(Part):
    TAG = "spacer"
    IS_SPACE = True

    height: float | None = attribute(
        FLEXIBLE, "fill", "Height, which shrinks with the type; `fill`: whatever is left of the stack's box."
    )
    share: float = attribute(WEIGHT, "1", "How large a share of that it takes, if several have `fill`.")

    def lay(self, width: float, scale: float) -> Laid:
        del width
        if self.height is None:
            return Laid(0.0, no_elements, share=self.share)
        return Laid(self.height * scale, no_elements)
