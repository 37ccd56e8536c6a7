"""A report as plain data: findings, facts, and sections of paragraphs, tables and figures.

It knows nothing of its subject. All texts are plain text, in which ``**…**`` is bold and what stands between
backticks is as one types it; nothing else is markup, so that the name of a card can be anything.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Literal, NamedTuple

from generator.reports.charts import Chart

Align = Literal["left", "right", "center"]
_MARKED = re.compile(r"\*\*(?=\S)(.+?)(?<=\S)\*\*|`([^`\n]+)`", re.DOTALL)


class Verdict(Enum):
    """What a finding says of what was looked at; the value is how it is called."""

    GOOD = "Good"
    WARN = "Caution"
    BAD = "Bad"
    OPEN = "Open"


@dataclass(frozen=True, slots=True)
class Callout:
    """A finding: a sentence or two that stand out, and the question that they answer, if there is one."""

    verdict: Verdict
    text: str
    question: str = ""


@dataclass(frozen=True, slots=True)
class Paragraph:
    """Text to be read."""

    text: str


@dataclass(frozen=True, slots=True)
class Note:
    """Small print: method and limits."""

    text: str


class Column(NamedTuple):
    """The heading of a table's column, and to which side its cells are set."""

    title: str
    align: Align = "left"


def columns(left: Sequence[str], right: Sequence[str] = ()) -> list[Column]:
    """Columns by their headings, those behind set to the right: numbers."""
    return [*map(Column, left), *(Column(title, "right") for title in right)]


@dataclass(frozen=True, slots=True)
class Table:
    """Cells in rows, each of which its first cell names; ``emphasised`` are rows, from 0, that stand out.

    Raises ValueError for a row that has not as many cells as there are columns.
    """

    title: str
    columns: Sequence[Column]
    rows: Sequence[Sequence[str]]
    note: str = ""
    emphasised: frozenset[int] = frozenset()

    def __post_init__(self) -> None:
        for number, row in enumerate(self.rows):
            if len(row) != len(self.columns):
                raise ValueError(
                    f"table {self.title!r}: row {number} has {len(row)} cells for {len(self.columns)} columns"
                )


@dataclass(frozen=True, slots=True)
class Figure:
    """A chart, whose title and note the report sets as text, and a sentence below it."""

    chart: Chart
    caption: str = ""


Block = Callout | Paragraph | Note | Table | Figure


@dataclass(frozen=True, slots=True)
class Section:
    """Blocks under a heading."""

    heading: str
    blocks: Sequence[Block]


class Fact(NamedTuple):
    """Something that repeating the work needs; ``is_code``: as one types it."""

    label: str
    value: str
    is_code: bool = False


@dataclass(frozen=True, slots=True)
class Report:
    """What was found first, then what shows it, then what it was found with.

    The section that shows a finding is headed by its question.
    """

    title: str
    subtitle: str
    findings: Sequence[Callout]
    facts: Sequence[Fact]
    sections: Sequence[Section]


class Run(NamedTuple):
    """A stretch of text."""

    text: str
    is_bold: bool = False
    is_code: bool = False


def runs(text: str) -> list[Run]:
    """The stretches of a text by its marks; asterisks and backticks without a partner are themselves."""
    found, at = [], 0
    for mark in _MARKED.finditer(text):
        bold, code = mark.groups()
        found += [Run(text[at : mark.start()]), Run(bold or code, bold is not None, code is not None)]
        at = mark.end()
    return [run for run in (*found, Run(text[at:])) if run.text]
