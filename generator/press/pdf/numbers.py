"""Numbers and operators as a PDF content stream wants them."""

from __future__ import annotations

from generator.layout.colour import Colour
from generator.layout.geometry import Matrix, Outline

OPERATORS = {"M": "m", "L": "l", "C": "c"}


def number(value: float) -> str:
    """Three decimals (a thousandth of a millimetre), never an exponent."""
    return f"{round(value, 3):.8g}"


def fine(value: float) -> str:
    """Eight decimals, for scales and turns."""
    text = f"{value:.8f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def concat(matrix: Matrix) -> str:
    """The operator that moves what follows."""
    scale = " ".join(fine(value) for value in (matrix.a, matrix.b, matrix.c, matrix.d))
    return f"{scale} {fine(matrix.e)} {fine(matrix.f)} cm"


def path(outline: Outline) -> str:
    """The operators that build an outline."""
    parts = []
    for kind, values in outline.segments:
        if kind == "Z":
            parts.append("h")
        else:
            parts.append(" ".join([f"{round(value, 3):.8g}" for value in values]) + " " + OPERATORS[kind])
    return "\n".join(parts)


def fill_colour(colour: Colour) -> str:
    """Grey where all channels are equal, so that black text prints with black ink only."""
    if colour.red == colour.green == colour.blue:
        return f"{number(colour.red)} g"
    return f"{number(colour.red)} {number(colour.green)} {number(colour.blue)} rg"


def stroke_colour(colour: Colour) -> str:
    operator = fill_colour(colour)
    return operator[:-2] + "RG" if operator.endswith("rg") else operator[:-1] + "G"
