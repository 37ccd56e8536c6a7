"""Parts and styles of figures with something wrong in them: told with their place, never a traceback."""

from __future__ import annotations

import pytest

from .conftest import Refuse

FRONT = '<card><figure width="63" height="50" name="Ann" stance="rest" hat="{hat}" style="{style}"/></card>'


@pytest.mark.parametrize(
    ("part", "told"),
    [
        ("", "error: the template draws nothing"),
        ("<hat/>", "1:1: error: a part begins with <part>, not with <hat>"),
        ('<part raer="yes"/>', "1:1: error: <part> has no 'raer'"),
        (
            '<part>\n<path fill="coatt" d="M0 0 H1 V1Z"/>\n</part>',
            "2:1: error: <path fill>: no colour 'coatt'",
        ),
        (
            '<part>\n<path fill="coat" d="M0 0 X"/>\n</part>',
            "2:1: error: <path d>: the path data can't be read",
        ),
        (
            '<part>\n<path fill="coat-shade" d="M0 0 X"/>\n</part>',
            "2:1: error: <path d>: the path data can't be read",
        ),
        ('<part>\n<circle fill="coat-shade" r="far"/>\n</part>', "2:1: error: "),
        ('<part>\n<path fill="none" stroke="wood" stroke-width="far" d="M0 0 H1"/>\n</part>', "2:1: error: "),
        ("<part>\n<bogus/>\n</part>", "2:1: error: unknown element <bogus>"),
        ('<part>\n<circle fill="coat-shade" cx="nan" r="4"/>\n</part>', "2:1: error: <circle cx>: 'nan'"),
        ('<part>\n<circle fill="coat-shade" cx="inf" r="4"/>\n</part>', "2:1: error: <circle cx>: 'inf'"),
        (
            '<part>\n<rect fill="coat-shade" y="1e17" width="4" height="4"/>\n</part>',
            "2:1: error: <rect y>: ",
        ),
        (
            '<part>\n<figure hat="odd" width="9" height="9"/>\n</part>',
            "2:1: error: a part can't hold a <figure>",
        ),
        ("<part>\nfeather\n</part>", "1:1: error: a part holds elements, not text: 'feather'"),
        (
            '<part tall="high">\n<circle fill="coat" cx="0" cy="0" r="2"/>\n</part>',
            "1:1: error: expected a number such as tall",
        ),
    ],
)
@pytest.mark.parametrize("style", ["plain", "woodcut"])
def test_a_part_that_is_wrong(refuse: Refuse, part: str, told: str, style: str) -> None:
    problems = refuse(
        front=FRONT.format(hat="odd", style=style), files={"layouts/figures/hats/odd.xml": part}
    )
    assert any(told in problem and "figures/hats/odd.xml" in problem for problem in problems), problems


@pytest.mark.parametrize(
    ("stance", "told"),
    [
        ('<part first="here"/>', "expected a place such as first=\"30 58 10\", got 'here'"),
        ('<part first="20 60" first-empty="claw"/>', "claw"),
    ],
)
def test_a_stance_that_is_wrong(refuse: Refuse, stance: str, told: str) -> None:
    front = '<card><figure width="63" height="50" stance="odd" holds="none"/></card>'
    (problem,) = refuse(front=front, files={"layouts/figures/stances/odd.xml": stance})
    assert told in problem


@pytest.mark.parametrize(
    ("style", "told"),
    [
        ("[", "odd.yaml:"),
        ("- plain", "a style is a mapping"),
        ("extends: plian", "the kit of figures has no style 'plian'; did you mean `plain`?"),
        ("extends: odd", "the style 'odd' extends itself"),
        ("extends: plain\nhach: 3", "odd.yaml:2:1: error: "),
        ("extends: plain\nhatch: 3", "a style needs `hatch: {gap: 1.5, width: 0.5, angle: 40}`"),
        ("extends: plain\nlit: up", "a style is lit from the left or the right, not from 'up'"),
        ("extends: plain\nrim: {x: 1, y: far}", "a style needs `rim: {colour: …, x: 0.9, y: -0.7}`"),
        ("extends: plain\nline: {width: true}", "odd.yaml:2:7: error: <figure style>: a style needs `line:"),
        ("extends: plain\nline: {width: 1, colour: blakc}", "odd.yaml:2:"),
        ("extends: plain\npalette:\n  coat: [crimson, crimsn]", "odd.yaml:3:"),
        ("extends: plain\npalette: {coat: []}", "odd.yaml:2:17: error: <figure style>: expected a colour"),
        ("extends: plain\nevery: []", "odd.yaml:2:8: error: <figure style>: expected a colour"),
        ("extends: plain\npalette: [red]", "odd.yaml:2:10: error: <figure style>: a palette is a mapping"),
        ("extends: plain\nline: thick", "odd.yaml:1:1: error: <figure style>: a style needs `line:"),
        ("line: {width: 1}", "a style needs `shade: {colour: …, by: 0.3}`"),
    ],
)
def test_a_style_that_is_wrong(refuse: Refuse, style: str, told: str) -> None:
    front = FRONT.format(hat="cap", style="odd")
    (problem,) = refuse(front=front, files={"layouts/figures/styles/odd.yaml": style})
    assert told.replace("; did", "") in problem.replace(" (card knight); did", "") or told in problem


def test_a_style_that_knows_no_coat_is_told_of_each_colour_that_it_lacks(refuse: Refuse) -> None:
    style = "line: {width: 1}\nshade: {by: 0}\nlight: {by: 0}\ndeep: {by: 0}\npalette: {skin: pink}\n"
    front = FRONT.format(hat="cap", style="odd")
    problems = refuse(front=front, files={"layouts/figures/styles/odd.yaml": style})
    assert any("no colour 'coat" in problem or "no colour 'hair" in problem for problem in problems)
