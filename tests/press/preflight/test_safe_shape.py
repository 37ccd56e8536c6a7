"""Texts and icons on tokens: what counts is the shape, not the box around it."""

from __future__ import annotations

from typing import Any

import pytest

from .conftest import Told

CORNER = '<text x="1" y="1" width="8" size="8">IIII</text>'
MIDDLE = '<text x="4" y="10" width="17.4" size="8" align="center">IIII</text>'
ICON = '<icon name="mdi6.circle" x="X" y="9.7" width="6" height="6"/>'


def token(shape: Any, size: Any = (25.4, 25.4), safe: float = 2) -> dict[str, Any]:
    return {"kind": "tokens", "shape": shape, "size": list(size), "safe": safe}


def test_a_text_in_the_corner_of_the_box_lies_outside_of_the_circle(told: Told) -> None:
    (found,) = told(CORNER, component=token("circle", safe=0))
    assert "2:1: warning: the text reaches" in found
    assert "mm over the trim of the circle" in found
    assert not told(CORNER, component=token("rect", safe=0))


def test_a_text_in_the_middle_is_no_matter(told: Told) -> None:
    assert not told(MIDDLE, component=token("circle"))
    assert not told(MIDDLE, component=token("hex", (31.8, 27.4)))


def test_how_far_an_icon_is_from_the_circle(told: Told) -> None:
    """A disc of 6 mm at the left of one of 25.4 mm."""
    assert not told(ICON.replace("X", "2.5"), component=token("circle"))
    (found,) = told(ICON.replace("X", "0.6"), component=token("circle"))
    assert "the icon reaches 1.4 mm out of the safe zone of the circle" in found
    assert "keep it 2 mm inside the shape" in found


ARROW = [[0, 8], [18, 8], [18, 0], [32, 14], [18, 28], [18, 20], [0, 20]]
TIP = '<text x="19" y="10" width="9" size="8" valign="middle" height="8">I</text>'
TAIL = '<text x="1" y="1" width="9" size="8">I</text>'


@pytest.mark.parametrize(("line", "counts"), [(TIP, 0), (TAIL, 1)])
def test_the_front_of_an_arrow(told: Told, line: str, counts: int) -> None:
    assert len(told(line, component=token(ARROW, (32, 28), safe=1))) == counts


def test_the_back_of_an_arrow_points_the_other_way(told: Told) -> None:
    """At the front's tip lies the back's tail: a sign in the corner there is cut off on the back alone."""
    sign = '<card><text x="29" y="8.6" width="5" size="8">I</text></card>'
    component = token(ARROW, (32, 28), safe=0) | {"press": {}}
    front = '<text x="29" y="8.6" width="5" size="8">I</text>'
    assert len(told(front, component=token(ARROW, (32, 28), safe=0))) == 1
    assert not told("<g/>", component=component, back=sign)
