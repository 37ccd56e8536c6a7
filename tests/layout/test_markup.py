"""The light markup of card texts."""

from __future__ import annotations

import re
from xml.etree.ElementTree import fromstring

import pytest
from effort import effort
from hypothesis import given
from hypothesis import strategies as st

from generator.layout.markup import html, rich

from .conftest import LayOut, words


@pytest.mark.parametrize(
    ("text", "markup"),
    [
        ("**bold**", "<b>bold</b>"),
        ("*italic*", "<i>italic</i>"),
        ("***both***", "<b><i>both</i></b>"),
        ("**bold *both***", "<b>bold <i>both</i></b>"),
        ("*italic **both***", "<i>italic <b>both</b></i>"),
        ("**Haste.** Costs 2 {mdi6.fire}", '<b>Haste.</b> Costs 2 <icon name="mdi6.fire"/>'),
        ("*{eye}*", '<i><icon name="eye"/></i>'),
        ("one\ntwo\n", "one<br/>two"),
        ("one  \n\ntwo", "one<br/><br/>two"),
        ("a**b**c", "a<b>b</b>c"),
        ("*a*, *b*.", "<i>a</i>, <i>b</i>."),
        ("**2 * 3**", "<b>2 * 3</b>"),
        ("**one\ntwo**", "**one<br/>two**"),
        ("<b>&amp;</b>", "&lt;b&gt;&amp;amp;&lt;/b&gt;"),
        (None, ""),
        (7, "7"),
    ],
)
def test_markup(text: object, markup: str) -> None:
    assert rich(text) == markup


@pytest.mark.parametrize(
    "text",
    [
        "2 * 3 * 4",
        "2*3*4",
        "**open",
        "open**",
        "*open",
        "* a point",
        "** a **",
        "{two words}",
        "{}",
        "****",
        "{1}",
        "a_b*c*d",
    ],
)
def test_what_has_no_partner_is_shown_as_written(text: str) -> None:
    assert rich(text) == text


@given(st.text(alphabet="*{}ab. \n<&", max_size=60))
def test_any_text_is_well_formed_and_keeps_its_letters(text: str) -> None:
    root = fromstring(f"<text>{rich(text)}</text>")
    shown = "".join(root.itertext())
    icons = "".join(element.get("name", "") for element in root.iter("icon"))
    assert sorted(re.findall(r"[ab.<&]", shown + icons)) == sorted(re.findall(r"[ab.<&]", text))


def test_data_is_escaped_in_every_place(lay_out: LayOut) -> None:
    found = lay_out(
        '<text id="{{ name }}" width="60">{{ name }}</text>',
        cards=[{"name": '<b>"Fish" & Chips</b> </text>'}],
    )
    assert found.problems == []
    assert words(found.block) == ['<b>"Fish" & Chips</b> </text>']


def test_bold_and_italic_come_from_the_familys_files(lay_out: LayOut) -> None:
    found = lay_out('<text width="60">{{ name|rich }}</text>', cards=[{"name": "a **b** *c* ***d***"}])
    assert [span.font.name.rpartition("-")[2] for span in found.block.spans] == [
        "Regular",
        "Bold",
        "It",
        "BoldIt",
    ]


@pytest.mark.parametrize(
    ("text", "markup"),
    [
        ("<b>3d6</b> fire", "<b>3d6</b> fire"),
        ("<strong>a</strong> <em class='x'>b</em>", "<b>a</b> <i>b</i>"),
        ("<B>a</B><BR>b<br />c", "<b>a</b><br/>b<br/>c"),
        ("<p>one</p><p>two</p>", "one<br/>two"),
        ("Fish &amp; chips & <3 &eacute;", "Fish &amp; chips &amp; &lt;3 \u00e9"),
        ("<span style='color: red'>red</span> <blink>on</blink>", "red on"),
        ("costs {fire}", 'costs <icon name="fire"/>'),
        ("<i>never <b>closed", "<i>never <b>closed</b></i>"),
        ("<i>wrongly <b>closed</i> here</b>", "<i>wrongly <b>closed</b></i> here"),
        ("</b>a</i>", "a"),
        ("<icon name='x'/>a", "a"),
        (7, "7"),
        (None, ""),
    ],
)
def test_html(text: object, markup: str) -> None:
    assert html(text) == markup


@given(
    st.lists(
        st.sampled_from(["<b>", "</b>", "<i>", "</i>", "<br>", "a", "<", ">", "&", "&lt;", "</p>", "{eye}"])
    )
)
def test_html_is_well_formed_whatever_is_in_it(pieces: list[str]) -> None:
    fromstring(f"<text>{html(''.join(pieces))}</text>")


def test_html_takes_time_in_proportion_to_its_length() -> None:
    def calls(times: int) -> int:
        text = "<b>" * times + "</i>" * times + "<" * times
        with effort() as counted:
            assert len(html(text)) > 6 * times
        return counted.calls

    # Ten times the length: with its square it would be a hundred times the work.
    assert calls(5_000) < 12 * calls(500)
