"""PDF files that are changed: the instructions of their pages (ISO 32000-1, annex A), and saving them."""

from __future__ import annotations

import io
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import pikepdf

Instruction = tuple[list[Any], str]

PAINT = frozenset(("f", "F", "f*", "B", "B*", "b", "b*", "S", "s"))
PATH = frozenset(("m", "l", "c", "v", "y", "h", "re"))
SHOW = frozenset(("Tj", "TJ", "'", '"'))
MARKED = frozenset(("BMC", "BDC", "EMC", "MP", "DP"))
STATE = frozenset(
    [
        "cm",
        "w",
        "J",
        "j",
        "M",
        "d",
        "i",
        "ri",
        "k",
        "K",
        "g",
        "G",
        "rg",
        "RG",
        "cs",
        "CS",
        "sc",
        "SC",
        "scn",
        "SCN",
        "Tc",
        "Tw",
        "Tz",
        "TL",
        "Tf",
        "Tr",
        "Ts",
        "gs",
    ],
)
CLIPPING_MODE = 4
"""Modes of text from this one on clip what follows to the letters."""


def save_pdf(pdf: pikepdf.Pdf, path: Path, **options: Any) -> None:
    """Writes a file; ``options`` are those of :meth:`pikepdf.Pdf.save`. Raises OSError."""
    written = io.BytesIO()
    pdf.save(written, **options)
    # Where a disk is full, qpdf would end the whole process.
    path.write_bytes(written.getbuffer())


def parsed(stream: Any) -> list[Instruction]:
    """The instructions of a page or a form, but for those that only say what a part of it means."""
    import pikepdf

    return [
        (list(one.operands), operator)
        for one in pikepdf.parse_content_stream(stream)
        if (operator := str(one.operator)) not in MARKED
    ]


def unparsed(instructions: Iterable[Instruction]) -> bytes:
    import pikepdf

    return pikepdf.unparse_content_stream(
        [(operands, pikepdf.Operator(operator)) for operands, operator in instructions]
    )


def closed(instructions: Sequence[Instruction]) -> list[Instruction]:
    """With the ends of all levels that are left open."""
    depth = sum({"q": 1, "Q": -1}.get(operator, 0) for _, operator in instructions)
    return [*instructions, *[([], "Q")] * depth]
