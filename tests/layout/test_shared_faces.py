"""A face is laid out once for all cards that it is the same for, and for no other."""

from __future__ import annotations

from collections.abc import Mapping
from io import BytesIO

import pytest
from jinja2 import Template
from openpyxl import Workbook

from generator.layout.templates import Templates

from .conftest import LayOut

TWO = [{"name": "Knight", "range": 1, "max": 3}, {"name": "Queen", "range": 2, "max": 4}]
HELLO = '<text width="60">{{ name }}</text>'


def faces_of(lay_out: LayOut, line: str, files: dict[str, str] | None = None) -> int:
    """How many faces the two cards have between them."""
    found = lay_out(line, cards=TWO, files=files or {})
    assert found.problems == []
    assert len(found.faces) == 2
    return len({id(face) for face in found.faces})


@pytest.mark.parametrize(
    "line",
    [
        "<rect width='9' height='9'/>",
        '<text width="60">{{ game.title }} {{ deck.count }} {{ side }}</text>',
        '{% macro box(name) %}<text width="9">{{ name }}</text>{% endmacro %}{{ box("x") }}',
        '{% for number in [1, 2] %}<text width="9">{{ number }}</text>{% endfor %}',
    ],
)
def test_what_shows_nothing_of_the_card_is_one_face(lay_out: LayOut, line: str) -> None:
    assert faces_of(lay_out, line) == 1


@pytest.mark.parametrize(
    ("line", "files"),
    [
        ('<text width="60">{{ name }}</text>', {}),
        ('<text width="60">{{ card.name }}</text>', {}),
        ('<text width="60">{{ card["name"] }}</text>', {}),
        ('<text width="60">{% set a = "na" %}{{ card[a ~ "me"] }}</text>', {}),
        ('<text width="60">{{ card|length }} {{ card.values()|list|join }}</text>', {}),
        ('<text width="60">{{ card["get"]("name") }}</text>', {}),
        ('<text width="60">{% set other = card %}{{ other.name }}</text>', {}),
        ('<text width="60">{% for field in card %}{{ card[field] }}{% endfor %}</text>', {}),
        ('<text width="60">{% macro m(it) %}{{ it.name }}{% endmacro %}{{ m(card) }}</text>', {}),
        ('<text width="60">{{ number }}</text>', {}),
        ('<text width="60">{{ range }}</text>', {}),
        ('<text width="60">{{ max }}</text>', {}),
        ('{% include "m.j2" %}', {"layouts/m.j2": HELLO}),
        ('{% include ["no.j2", "m.j2"] %}', {"layouts/m.j2": HELLO}),
        ('{% set part = "m" %}{% include part ~ ".j2" %}', {"layouts/m.j2": HELLO}),
        (
            '{% import "m.j2" as m with context %}{{ m.hello() }}',
            {"layouts/m.j2": "{% macro hello() %}" + HELLO + "{% endmacro %}"},
        ),
        ("{% macro m() %}" + HELLO + "{% endmacro %}{{ m() }}", {}),
    ],
)
def test_what_shows_something_of_the_card_is_a_face_of_its_own(
    lay_out: LayOut, line: str, files: dict[str, str]
) -> None:
    assert faces_of(lay_out, line, files) == 2


def test_faces_are_told_apart_by_the_fields_that_are_read(
    lay_out: LayOut, monkeypatch: pytest.MonkeyPatch
) -> None:
    filled_in = []
    fill_in = Templates.filled_in

    def noted(self: Templates, template: Template, values: Mapping[str, object]) -> str:
        filled_in.append(values["name"])
        return fill_in(self, template, values)

    monkeypatch.setattr(Templates, "filled_in", noted)
    cards = [
        {"name": name, "pile": pile, "Card No": number}
        for name, pile, number in (("A", 1, 7), ("B", 2, 7), ("C", 1, 8), ("D", True, 7), ("E", 1, 7))
    ]
    found = lay_out('<text width="60">{{ card.pile }} {{ Card_No }}</text>', cards=cards)
    assert filled_in == ["A", "B", "C", "D"]
    assert found.problems == []
    shown = [found.faces.index(face) for face in found.faces]
    assert shown == [0, 1, 2, 3, 0]


def test_a_failed_formula_is_told_of_each_card_that_has_it(lay_out: LayOut) -> None:
    workbook, file = Workbook(), BytesIO()
    sheet = workbook.worksheets[0]
    sheet.append(["name", "power"])
    for name in ("Ogre", "Troll"):
        sheet.append([name, "#DIV/0!"])
        sheet.cell(sheet.max_row, 2).data_type = "e"
    workbook.save(file)
    given = {"component": {"cards": "t.xlsx"}, "files": {"t.xlsx": file.getvalue()}}
    found = lay_out('<text width="60">{{ card.power }}</text>', **given)
    assert [problem.split(" (")[1].split(")")[0] for problem in found.problems] == ["card ogre", "card troll"]


@pytest.mark.parametrize(
    "text", ["{{ name|nofilter }}", "{% block a %}{% endblock %}{% block a %}{% endblock %}"]
)
def test_a_fault_of_an_included_template_is_told_with_its_line(lay_out: LayOut, text: str) -> None:
    found = lay_out('{% include "m.j2" %}', cards=TWO, files={"layouts/m.j2": text})
    assert found.problems
    assert all("layouts/m.j2:1" in problem for problem in found.problems)
