"""Wrong lengths, places of what is not there, and shapes that nobody can draw."""

from __future__ import annotations

import pytest

from .conftest import Refuse

CARD = "g/layouts/card.xml.j2"
EXAMPLES = "write for example `3`, `50%`, `100% - 6` or `right of title + 2`"
EDGES = "give the id to an element that is only moved, scaled or turned by 90 degrees"


def rect(**attributes: str) -> str:
    given = {"width": "1", "height": "1"} | attributes
    return "<rect {}/>".format(" ".join(f'{name}="{value}"' for name, value in given.items()))


@pytest.mark.parametrize(
    ("line", "told"),
    [
        (rect(width="5o%"), f"<rect width>: expected a length, got '5o%' (card knight); {EXAMPLES}"),
        (rect(x="nan%"), f"<rect x>: expected a length, got 'nan%' (card knight); {EXAMPLES}"),
        (rect(x="nan"), "<rect x>: 'nan' is too far away (card knight)"),
        (rect(x="-inf"), "<rect x>: '-inf' is too far away (card knight)"),
        (rect(x="1e9%"), "<rect x>: '1e9%' is too far away (card knight)"),
        (rect(x="1e999% - 1e999%"), "<rect x>: '1e999% - 1e999%' is too far away (card knight)"),
        (
            rect(width="10% - 20"),
            "<rect width>: expected a length of 0 or more, got '10% - 20', which is -13.65 mm here "
            "(card knight)",
        ),
        (
            rect(x="50% - rubbish"),
            f"<rect x>: expected a length, got 'rubbish' in '50% - rubbish' (card knight); {EXAMPLES}",
        ),
        (rect(x="50% -"), f"<rect x>: expected a length at the end of '50% -' (card knight); {EXAMPLES}"),
        (rect(x="50% 3"), f"<rect x>: expected a length, got '50% 3' (card knight); {EXAMPLES}"),
        (
            rect(x="50,5%"),
            "<rect x>: expected a length, got '50,5%' (card knight); "
            "write decimals with a point, not a comma",
        ),
        (
            rect(x="calc(50% - 2)"),
            "<rect x>: expected a length, got 'calc(50%' in 'calc(50% - 2)' (card knight); "
            "a sum is written without calc()",
        ),
        (
            rect(width="3col"),
            "<rect width>: the card has no columns (card knight); say how many in the layout's first tag: "
            '<card columns="12">',
        ),
        (
            rect(y="2row"),
            "<rect y>: the card has no rows (card knight); say how many in the layout's first tag: "
            '<card rows="12">',
        ),
        (
            rect(x="right of titel"),
            "<rect x>: nothing before this has the id 'titel' (card knight); did you mean `title`?",
        ),
        (
            rect(x="right of foot"),
            "<rect x>: nothing before this has the id 'foot' (card knight); it comes later or ends later: "
            "move it up",
        ),
        (
            rect(x="rihgt of title"),
            "<rect x>: expected an edge such as right or bottom, got 'rihgt' (card knight); "
            "did you mean `right`?",
        ),
        (
            rect(x="top of title"),
            "<rect x>: `x` can't be the top of something (card knight); there are left, right, center, "
            "middle, width, height",
        ),
        (
            rect(x="right of aslant"),
            f"<rect x>: the <rect> is turned, so that it has no edges (card knight); {EDGES}",
        ),
        (
            rect(x="right of inside"),
            f"<rect x>: the <rect> is turned as seen from here (card knight); {EDGES}",
        ),
        (
            '<star r="3" points="1e9"/>',
            "<star points>: expected a whole number from 2 to 1000, got '1e9' (card knight)",
        ),
        (
            '<ngon r="3" sides="2"/>',
            "<ngon sides>: expected a whole number from 3 to 1000, got '2' (card knight)",
        ),
        (
            '<ngon r="3" rotate="nan"/>',
            "<ngon rotate>: expected degrees such as 90 or -30, got 'nan' (card knight)",
        ),
        (
            '<wedge r="3" to="1e9"/>',
            "<wedge to>: expected degrees such as 90 or -30, got '1e9' (card knight)",
        ),
        (
            '<wedge r="3" to="90" inner="5"/>',
            "the hole's radius, 5 mm, is more than the wedge's, 3 mm (card knight)",
        ),
        (
            '<circle r="right of title"/>',
            "<circle r>: `r` can't be the right of something (card knight); there are width, height",
        ),
        (
            '<g stroke-width="width of title"><circle r="1"/></g>',
            "<g stroke-width>: what is passed on can't follow from the place of 'title' (card knight)",
        ),
    ],
)
def test_a_wrong_length(refuse: Refuse, line: str, told: str) -> None:
    before = (
        '<card><rect id="title" width="9" height="9"/>'
        '<rect id="aslant" width="9" height="9" transform="rotate(20)"/>'
        '<g transform="rotate(20)"><rect id="inside" width="9" height="9"/></g>'
    )
    behind = '<rect id="foot" width="1" height="1"/></card>'
    assert refuse(front=f"{before}\n{line}\n{behind}") == [f"{CARD}:2:1: error: {told}"]


@pytest.mark.parametrize(
    ("attributes", "told"),
    [
        ('columns="0"', "<card columns>: expected a whole number from 1 to 1000, got '0' (card knight)"),
        ('rows="1e4"', "<card rows>: expected a whole number from 1 to 1000, got '1e4' (card knight)"),
        (
            'columns="12" margin="40"',
            "12 columns with a gutter of 0 mm and a margin of 40 mm need more than the 63.5 mm that "
            "there are (card knight)",
        ),
    ],
)
def test_wrong_columns(refuse: Refuse, attributes: str, told: str) -> None:
    assert refuse(front=f"<card {attributes}/>") == [f"{CARD}:1:1: error: {told}"]


def test_what_stands_beside_something_wrong_is_not_told_as_well(refuse: Refuse) -> None:
    front = f'<card>\n<rect id="a" widht="3"/>\n{rect(x="right of a")}\n</card>'
    told = refuse(front=front)
    assert [line for line in told if ":3:" in line] == []
    assert any("no attribute `widht`" in line for line in told)


def test_what_a_group_passes_on_is_told_of_the_group(refuse: Refuse) -> None:
    front = '<card>\n<g fill="bluue" stroke-width="-1" size="0"><circle r="1"/></g>\n</card>'
    assert refuse(front=front) == [
        f"{CARD}:2:1: error: <g fill>: no colour 'bluue' (card knight); did you mean `blue`?",
        f"{CARD}:2:1: error: <g stroke-width>: expected a length of 0 or more, got '-1' (card knight)",
        f"{CARD}:2:1: error: <g size>: expected a size from 0.5 to 2000 pt, got '0' (card knight)",
    ]


def test_a_colour_like_no_other_may_be_added_to_the_palette(refuse: Refuse) -> None:
    (told,) = refuse(front=f"<card>\n{rect(fill='clothing')}\n</card>")
    assert told == (
        f"{CARD}:2:1: error: <rect fill>: no colour 'clothing' (card knight); "
        "write #rrggbb or a colour of CSS, or add this name to the theme's palette"
    )


def test_a_wrong_colour_in_brackets(refuse: Refuse) -> None:
    (told,) = refuse(front=f"<card>\n{rect(fill='rgba(1,2)')}\n</card>")
    assert told == (
        f"{CARD}:2:1: error: <rect fill>: expected a colour such as rgb(90, 120, 60) or "
        "rgb(90 120 60 / 50%), got 'rgba(1,2)' (card knight)"
    )


@pytest.mark.parametrize("text", ["1 + " * 20_000, "50%" * 50_000, "right of " * 10_000, "(" * 50_000])
@pytest.mark.parametrize("name", ["x", "fill"])
def test_a_very_long_value_is_refused_at_once(refuse: Refuse, name: str, text: str) -> None:
    for start in ("", "linear(0, ", "rgb("):
        (told,) = refuse(front=f"<card>\n{rect(**{name: start + text})}\n</card>")
        assert len(told) < 500
