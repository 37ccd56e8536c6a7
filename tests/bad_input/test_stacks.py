"""Stacks with parts that there are not, that stand in the wrong place, or that ask for too much."""

from __future__ import annotations

from pathlib import Path

import pytest
from games import run_here, write_game

from .conftest import Refuse

CARD = "g/layouts/card.xml.j2"
DEEP_LISTS = "<list><item>a" * 4 + "</item></list>" * 4
DEEP_ROWS = "<row><cell>a" * 7 + "</cell></row>" * 7


@pytest.mark.parametrize(
    ("parts", "told"),
    [
        pytest.param(
            "<circle r='3'/>",
            "<circle> is not a part of a stack (card knight); draw it beside the stack; <stack> holds dots, "
            "icon, image, list, pills, property, row, rule, section, spacer, table, text",
            id="an element that is no part",
        ),
        pytest.param(
            "<ul/>", "<ul> is not a part of a stack (card knight); did you mean `list`?", id="a tag of HTML"
        ),
        pytest.param(
            "<propperty name='a'/>",
            "<propperty> is not a part of a stack (card knight); did you mean `property`?",
            id="a misspelt part",
        ),
        pytest.param(
            "<stack width='3'/>",
            "<stack> is not a part of a stack (card knight); give the parts to the outer one, or to the "
            "cells of a <row>",
            id="a stack in a stack",
        ),
        pytest.param(
            "<item>a</item>",
            "<item> stands only in <list> (card knight); put <list> around it",
            id="an item outside of a list",
        ),
        pytest.param(
            "<cell>a</cell>",
            "<cell> stands only in <row> (card knight); put <row> around it",
            id="a cell outside of a row",
        ),
        pytest.param(
            "<pill>a</pill>",
            "<pill> stands only in <pills> (card knight); put <pills> around it",
            id="a label by itself",
        ),
        pytest.param("<dots/>", "<dots> needs the attribute `count` (card knight)", id="no count"),
        pytest.param(
            "<dots count='1000000000'/>",
            "<dots count>: expected a whole number from 0 to 500, got '1000000000' (card knight)",
            id="a thousand million dots",
        ),
        pytest.param(
            "<dots count='1e9'/>",
            "<dots count>: expected a whole number from 0 to 500, got '1e9' (card knight)",
            id="the same, written shorter",
        ),
        pytest.param(
            "<dots count='-1'/>",
            "<dots count>: expected a whole number from 0 to 500, got '-1' (card knight)",
            id="less than no dots",
        ),
        pytest.param(
            "<dots count='3' filled='4'/>",
            "4 dots are filled, but there are only 3 (card knight)",
            id="more filled than there are",
        ),
        pytest.param(
            "<spacer height='-3'/>",
            "<spacer height>: expected a length of 0 or more, got '-3' (card knight)",
            id="a negative height",
        ),
        pytest.param(
            "<icon name='sword' height='-1'/>",
            "<icon height>: expected a length of 0 or more, got '-1' (card knight)",
            id="a negative icon",
        ),
        pytest.param(
            "<spacer share='0'/>",
            "<spacer share>: expected a number such as 2 or 0.5, up to 1000, got '0' (card knight)",
            id="no share",
        ),
        pytest.param(
            "<rule taper='left'/>",
            "<rule taper>: expected none, right or both, got 'left' (card knight)",
            id="a taper that there is not",
        ),
        pytest.param(
            "<text x='3'>a</text>",
            "<text> has no attribute `x` (card knight); it has id, font, size, leading, align, fill",
            id="a place of its own",
        ),
        pytest.param(
            "<rule>a</rule>",
            "<rule> has no content (card knight); close it with <rule …/>",
            id="text in a line",
        ),
        pytest.param(
            "<text><dots count='3'/></text>",
            "<dots> is not allowed inside a text (card knight); "
            "there are b, i, u, s, sub, sup, sc, br, icon, span, ruby, rt, rp, tcy",
            id="a part in a text",
        ),
        pytest.param(
            "<row widths='1 x'><cell>a</cell></row>",
            "<row widths>: expected a number such as 2 or 0.5, up to 1000, got 'x' (card knight)",
            id="a width that is no number",
        ),
        pytest.param(
            "<row widths=' '><cell>a</cell></row>",
            "<row widths>: expected the widths of 1 to 30 columns, got ' ' (card knight)",
            id="no widths",
        ),
        pytest.param(
            "<row widths='1'><cell>a</cell><cell>b</cell></row>",
            "the row has 2 cells, but names 1 column (card knight); `widths` and `aligns` name as many as "
            "there are cells",
            id="more cells than widths",
        ),
        pytest.param(
            f"<row>{'<cell>a</cell>' * 31}</row>",
            "a row has 31 cells, more than 30 (card knight)",
            id="too many cells",
        ),
    ],
)
def test_wrong_parts(refuse: Refuse, parts: str, told: str) -> None:
    (problem,) = refuse(front=f"<card>\n<stack width='40'>\n{parts}</stack></card>")
    assert problem == f"{CARD}:3:1: error: {told}"


def test_tags_of_html_lead_to_parts(refuse: Refuse) -> None:
    in_a_stack = ("p", "div", "span", "h1", "h2", "h3", "h4", "hr", "br", "img", "ul", "ol")
    parts = [
        *(f"<{tag}/>" for tag in in_a_stack),
        "<list><li/></list>",
        "<table><tr/></table>",
        "<row><td/><th/></row>",
    ]
    told = refuse(front=f"<card><stack width='40'>{''.join(parts)}</stack></card>")
    hints = [problem.rpartition("; ")[2] for problem in told]
    ours = ["text"] * 3 + ["section"] * 4 + ["rule", "spacer", "image", "list", "list"]
    assert hints == [f"did you mean `{part}`?" for part in [*ours, "item", "row", "cell", "cell"]]


@pytest.mark.parametrize(
    ("parts", "told"),
    [
        pytest.param(
            "hello",
            "2:1: error: text is not allowed in <stack>: 'hello' (card knight); put it into <text>",
            id="text between parts",
        ),
        pytest.param(
            "<list>hello</list>",
            "3:1: error: text is not allowed in <list>: 'hello' (card knight); put it into <item>",
            id="text between items",
        ),
        pytest.param(
            "<list><text>a</text></list>",
            "3:7: error: <text> can't stand in <list> (card knight); that holds <item>",
            id="a paragraph among items",
        ),
        pytest.param(
            "<table><row><cell>a</cell></row><row><cell>b</cell><cell>c</cell></row></table>",
            "3:33: error: the row has 2 cells, but the table has 1 column (card knight); the first row, "
            "`widths` and `aligns` say how many columns there are",
            id="a cell too many",
        ),
        pytest.param(
            "<table><row gap='3'><cell>a</cell></row></table>",
            "3:8: error: `gap` is not for a row in a table (card knight); give it to the <table>",
            id="a row's own columns in a table",
        ),
        pytest.param(
            DEEP_LISTS, "3:40: error: lists are nested more than 3 deep (card knight)", id="lists too deep"
        ),
        pytest.param(
            DEEP_ROWS, "3:73: error: parts are nested more than 12 deep (card knight)", id="rows too deep"
        ),
    ],
)
def test_wrong_places(refuse: Refuse, parts: str, told: str) -> None:
    (problem,) = refuse(front=f"<card>\n<stack width='40'>\n{parts}</stack></card>")
    assert problem == f"{CARD}:{told}"


def test_all_problems_of_a_stack_are_told_at_once(refuse: Refuse) -> None:
    parts = "<text size='big'>a</text>\n<list><cell/>\n<item size='0'>a</item></list>\n<image href='no.png'/>"
    front = f"<card><stack width='x'/>\n<stack width='9'>{parts}</stack></card>"
    places = [problem.split(": ")[0] for problem in refuse(front=front)]
    assert places == [f"{CARD}:{place}" for place in ("5:1", "1:7", "2:18", "3:7", "4:1")]


@pytest.mark.slow
def test_a_flood_of_dots_is_refused(refuse: Refuse) -> None:
    dots = "{% for n in range(1000) %}<dots count='500' size='0.1'/>{% endfor %}"
    front = f"<card><stack width='40'>{dots}</stack></card>"
    (problem,) = refuse(front=front)
    assert "more than 100,000 elements are drawn" in problem


@pytest.mark.parametrize("box", ["width='0'", "width='0' height='0'", "width='0.01' height='0.01'"])
def test_a_box_without_room_prints_everything_all_the_same(
    box: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    parts = (
        "<text>abc</text><property name='a'>b</property><section>c</section><rule/><spacer/><dots count='3'/>"
        "<list><item>a</item></list><list indent='9'><item>a</item></list><pills><pill>a</pill></pills>"
        "<icon name='sword'/><row><cell>a</cell><cell>b</cell></row><table><row><cell>a</cell></row></table>"
    )
    monkeypatch.chdir(tmp_path)
    write_game(tmp_path / "g", front=f"<card><stack {box}>{parts}</stack></card>")
    result = run_here("build", "g", "--out", "out")
    assert result.code == 0, result.output
    assert "too wide for its box" in result.output
