"""Text that does not stand out from what lies beneath it in the layout."""

from __future__ import annotations

from io import BytesIO

import pytest
from PIL import Image

from .conftest import Told

FAINT, CLEAR = "#787878", "#757575"
"""Greys of contrast 4.42 and 4.61 on white."""
TEXT = "<text id='t' x='10' y='20' width='40' size='8' fill='{}'>Old walls keep secrets</text>"
PANEL = "<rect x='5' y='10' width='50' height='30' fill='{}'/>"
SVG = "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 10 10'>{}</svg>"


def ratio(line: str) -> tuple[float, str, str]:
    """The contrast that a line tells, the text's colour and the ground's."""
    told = line.split("the text's contrast is ")[1].split("), under")[0]
    figure, _, colours = told.partition(" : 1 (")
    letter, _, ground = colours.partition(" on ")
    return float(figure), letter, ground


def grey(value: int) -> str:
    return f"#{value:02x}{value:02x}{value:02x}"


def test_faint_text_is_told_with_ratio_and_colours(told: Told) -> None:
    (line,) = told(TEXT.format(FAINT))
    assert line == (
        "2:1: warning: t: the text's contrast is 4.4 : 1 (#787878 on #ffffff), under 4.5 : 1 (card knight); "
        "make the text darker or its background lighter"
    )
    assert told(TEXT.format(CLEAR)) == []


def test_a_ratio_just_under_the_bound_is_not_rounded_up_to_it(told: Told) -> None:
    """#777777 on white is 4.478 : 1, #767676 is 4.542 : 1."""
    (line,) = told(TEXT.format("#777777"))
    assert ratio(line)[0] == 4.4
    assert told(TEXT.format("#767676")) == []


def test_light_text_on_a_dark_ground_is_told_the_other_way_round(told: Told) -> None:
    (line,) = told(PANEL.format("#123456"), TEXT.format("#567890"))
    assert ratio(line)[1:] == ("#567890", "#123456")
    assert line.endswith("make the text lighter or its background darker")
    assert told(PANEL.format("#123456"), TEXT.format("white")) == []


@pytest.mark.parametrize(
    ("text", "is_told"),
    [
        ("size='17.9' font='plain'", True),
        ("size='18' font='plain'", False),
        ("size='13.9' font='heavy'", True),
        ("size='14' font='heavy'", False),
        ("size='14' font='plain'", True),
        ("size='14' font='half-bold'", True),
    ],
)
def test_large_text_is_no_body_text(told: Told, text: str, is_told: bool) -> None:
    fonts = {"plain": "source-sans", "heavy": "source-sans bold", "half-bold": "source-serif semibold"}
    line = f"<text x='5' y='20' width='50' min-size='5.5' {text} fill='#999999'>Gate</text>"
    assert bool(told(line, theme={"fonts": fonts})) == is_told


def test_what_counts_is_the_size_on_paper(told: Told) -> None:
    grown = "<g transform='scale({})'><text x='20' y='20' width='20' size='{}' fill='#999999'>A</text></g>"
    assert told(grown.format(2, 9)) == []
    assert len(told(grown.format(0.5, 30))) == 1


def test_every_colour_of_a_text_must_stand_out(told: Told) -> None:
    words = "Old walls keep secrets that nobody knows of, and <span fill='{}'>one</span> gate keeps them all."
    text = f"<text x='10' y='20' width='40' size='8'>{words}</text>"
    (line,) = told(text.format("#aaaaaa"))
    assert ratio(line)[1:] == ("#aaaaaa", "#ffffff")
    assert told(text.format("#553311")) == []


def test_only_what_lies_beneath_counts(told: Told) -> None:
    text = TEXT.format("black")
    assert len(told(PANEL.format("black"), text)) == 1
    assert told(text, PANEL.format("black").replace("y='10'", "y='30'")) == []
    assert told(PANEL.format("black"), PANEL.format("white"), text) == []
    assert told(PANEL.format("black").replace("/>", " display='none'/>"), text) == []
    assert told(PANEL.format("black").replace("/>", " opacity='0'/>"), text) == []


def test_a_panel_under_half_of_a_text_is_enough(told: Told) -> None:
    half = "<rect x='5' y='10' width='{}' height='30' fill='black'/>"
    (line,) = told(half.format(18), TEXT.format("black"))
    assert ratio(line) == (1.0, "#000000", "#000000")
    # A tenth of the letters is a flourish that touches them.
    assert told(half.format(7), TEXT.format("black")) == []


def test_a_thin_line_through_a_text_does_no_harm(told: Told) -> None:
    line = "<path d='M{0} 10 V40' fill='none' stroke='black' stroke-width='{1}'/>"
    assert told(line.format(20, 1), TEXT.format("#222222")) == []
    assert len(told(line.format(20, 14), TEXT.format("#222222"))) == 1


@pytest.mark.parametrize(
    ("opacity", "seen"),
    [(0.5, grey(128)), (0.3, grey(178)), (0.58, grey(107))],
)
def test_translucent_panels_let_the_paper_through(told: Told, opacity: float, seen: str) -> None:
    panel = PANEL.format("black").replace("/>", f" opacity='{opacity}'/>")
    assert ratio(told(panel, TEXT.format("#555555"))[0])[1:] == ("#555555", seen)


def test_layers_of_translucent_panels_add_up(told: Told) -> None:
    """Black at 0.5 twice leaves a quarter of the white; as one group it leaves half."""
    panel = PANEL.format("black").replace("/>", " opacity='0.5'/>")
    assert ratio(told(panel, panel, TEXT.format("#444444"))[0])[2] == grey(64)
    group = "<g opacity='0.5'>" + PANEL.format("black") * 2 + "</g>"
    assert ratio(told(group, TEXT.format("#444444"))[0])[2] == grey(128)


def test_a_translucent_text_is_told_in_the_colour_that_comes_out(told: Told) -> None:
    text = TEXT.format("black").replace("size=", "opacity='0.4' size=")
    assert ratio(told(text)[0]) == (2.8, grey(153), "#ffffff")
    assert told(TEXT.format("black").replace("size=", "opacity='0.6' size=")) == []


def test_a_text_in_a_translucent_group_fades_with_its_panel(told: Told) -> None:
    """White on black is 21 : 1; at 0.3 it is white on a light grey."""
    group = "<g opacity='{}'>" + PANEL.format("black") + TEXT.format("white") + "</g>"
    assert ratio(told(group.format(0.3))[0])[1:] == ("#ffffff", grey(178))
    assert told(group.format(0.9)) == []


@pytest.mark.parametrize(
    ("gradient", "is_told"),
    [
        ("linear(0, white, white)", False),
        # Under the text, from 10 to 36 mm of 5 to 55, it runs from 90 % white to 34 %.
        ("linear(0, white, black)", True),
        ("linear(0, white 80%, black 100%)", False),
        # Across the text it is one grey: at its middle, 11.5 of 30 mm down, 62 % white.
        ("linear(90, white, black)", True),
        ("linear(90, white 45%, black 100%)", False),
        ("linear(90, black 0%, black 20%, white 22%, white)", False),
        ("radial(white 70%, black)", False),
        ("radial(white, black)", True),
    ],
)
def test_gradients_count_where_the_text_lies(told: Told, gradient: str, is_told: bool) -> None:
    assert bool(told(PANEL.format(gradient), TEXT.format("#444444"))) == is_told


@pytest.mark.parametrize(
    ("shape", "is_told"),
    [
        ("<circle cx='24' cy='21.5' r='16' fill='black'/>", True),
        ("<circle cx='24' cy='45' r='16' fill='black'/>", False),
        # A ring: the text lies in its hole.
        ("<circle cx='24' cy='21.5' r='22' fill='none' stroke='black' stroke-width='8'/>", False),
        ("<circle cx='24' cy='21.5' r='12' fill='none' stroke='black' stroke-width='8'/>", True),
        (
            "<path fill-rule='evenodd' fill='black' d='M5 5 H58 V60 H5 Z M8 12 H50 V30 H8 Z'/>",
            False,
        ),
        ("<path fill='black' d='M5 5 H58 V60 H5 Z M8 12 H50 V30 H8 Z'/>", True),
        ("<polygon points='5,5 58,5 5,60' fill='black'/>", True),
        ("<polygon points='58,5 58,60 5,60' fill='black'/>", False),
        ("<icon name='square' x='8' y='5' width='32' height='32' fill='black'/>", True),
        ("<icon name='square' x='8' y='26' width='32' height='32' fill='black'/>", False),
    ],
)
def test_shapes_count_where_they_are_filled(told: Told, shape: str, is_told: bool) -> None:
    icon = {"icons/square.svg": SVG.format("<path d='M0 0H10V10H0Z'/>")} if "icon" in shape else {}
    assert bool(told(shape, TEXT.format("#222222"), files=icon)) == is_told


def test_dashes_count_by_what_they_cover(told: Told) -> None:
    dashed = (
        "<line x1='5' y1='21.6' x2='55' y2='21.6' stroke='black' stroke-width='6' stroke-dasharray='{}'/>"
    )
    assert len(told(dashed.format("2 2"), TEXT.format("#222222"))) == 1
    assert told(dashed.format("0.3 4"), TEXT.format("#222222")) == []


@pytest.mark.parametrize(
    ("clip", "is_told"),
    [
        ("<rect id='c' display='none' x='5' y='10' width='50' height='30'/>", True),
        ("<rect id='c' display='none' x='5' y='30' width='50' height='30'/>", False),
        ("<circle id='c' display='none' cx='10' cy='21' r='2'/>", False),
        ("<circle id='c' display='none' cx='24' cy='21' r='12'/>", True),
    ],
)
def test_a_clipped_panel_counts_where_it_is_seen(told: Told, clip: str, is_told: bool) -> None:
    panel = "<g clip-path='#c'>" + PANEL.format("black") + "</g>"
    assert bool(told(clip, panel, TEXT.format("#222222"))) == is_told


def test_letters_that_a_clip_hides_do_not_count(told: Told) -> None:
    """The black half of the ground lies under letters that are clipped away."""
    clip = "<rect id='c' display='none' x='5' y='10' width='15' height='30'/>"
    ground = "<rect x='20.5' y='10' width='30' height='30' fill='black'/>"
    text = "<g clip-path='#c'>" + TEXT.format("black") + "</g>"
    assert told(clip, ground, text) == []
    assert len(told(clip, ground, TEXT.format("black"))) == 1


@pytest.mark.parametrize(
    "transform",
    [
        "rotate(90 30 30)",
        "rotate(33 30 30)",
        "translate(5 5) scale(0.9)",
        "scale(0.8 1.1)",
        "rotate(180 30 30)",
    ],
)
def test_text_and_ground_move_together(told: Told, transform: str) -> None:
    lines = PANEL.format("#123456") + TEXT.format("#567890")
    (line,) = told(f"<g transform='{transform}'>{lines}</g>")
    assert ratio(line)[1:] == ("#567890", "#123456")


def test_a_turned_panel_counts_where_it_lies(told: Told) -> None:
    """Turned by a quarter, the panel is 30 mm wide; the text reaches from 10 to 36 mm."""
    turned = "<g transform='rotate(90 34 25)'>" + PANEL.format("black") + "</g>"
    (line,) = told(turned, TEXT.format("white"))
    assert ratio(line) == (1.0, "#ffffff", "#ffffff")
    aside = "<g transform='rotate(90 24 25)'>" + PANEL.format("black") + "</g>"
    assert told(aside, TEXT.format("white")) == []


def test_a_ground_drawn_by_use_counts_where_it_is_used(told: Told) -> None:
    tile = "<rect id='tile' display='none' width='50' height='10' fill='black'/>"
    assert len(told(tile, "<use href='#tile' x='5' y='18'/>", TEXT.format("black"))) == 1
    assert told(tile, "<use href='#tile' x='5' y='30'/>", TEXT.format("black")) == []
    used = "<g id='tile' display='none'><rect width='9' height='9' fill='black'/></g>"
    scaled = "<g transform='scale(5)'><use href='#tile' x='1' y='1'/></g>"
    assert len(told(used, scaled, TEXT.format("black"))) == 1


def halves(left: str, right: str, kind: str = "PNG", **saved: object) -> bytes:
    image = Image.new("RGB", (400, 400), left)
    image.paste(Image.new("RGB", (200, 400), right), (200, 0))
    data = BytesIO()
    image.save(data, kind, **saved)
    return data.getvalue()


@pytest.mark.parametrize("kind", ["PNG", "JPEG"])
def test_pictures_count_by_their_pixels(told: Told, kind: str) -> None:
    """Black on the left, white on the right, 46 mm wide: the text reaches from 10 to 36 mm."""
    picture = {"art/a.img": halves("black", "white", kind)}
    image = "<image href='a.img' x='{}' y='5' width='46' height='46'/>"
    (line,) = told(image.format(8), TEXT.format("#222222"), files=picture)
    assert ratio(line)[1] == "#222222"
    # From 13 mm on, it is white.
    assert told(image.format(-10), TEXT.format("#222222"), files=picture) == []


def test_a_turned_photo_is_sampled_as_it_is_printed(told: Told) -> None:
    """Stored with white at the right; its note of which way is up turns that to the bottom."""
    exif = Image.Exif()
    exif[0x0112] = 6
    picture = {"art/a.jpg": halves("black", "white", "JPEG", exif=exif)}
    image = "<image href='a.jpg' x='5' y='{}' width='46' height='46'/>"
    assert told(image.format(-10), TEXT.format("#222222"), files=picture) == []
    assert len(told(image.format(5), TEXT.format("#222222"), files=picture)) == 1


def test_clear_pixels_let_the_ground_through(told: Told) -> None:
    data = BytesIO()
    Image.new("RGBA", (400, 400), (0, 0, 0, 128)).save(data, "PNG")
    image = "<image href='a.png' x='5' y='5' width='46' height='46'/>"
    (line,) = told(image, TEXT.format("#444444"), files={"art/a.png": data.getvalue()})
    assert ratio(line)[1:] == ("#444444", grey(127))


def test_drawings_are_sampled_too(told: Told) -> None:
    image = "<image href='a.svg' x='5' y='5' width='46' height='46'/>"
    dark = SVG.format("<rect width='10' height='10' fill='#123456'/>")
    (line,) = told(image, TEXT.format("#567890"), files={"art/a.svg": dark})
    assert ratio(line)[1:] == ("#567890", "#123456")
    low = SVG.format("<rect y='6' width='10' height='4' fill='#123456'/>")
    assert told(image, TEXT.format("#333333"), files={"art/a.svg": low}) == []


def test_invisible_text_is_not_judged(told: Told) -> None:
    assert told(TEXT.format("white").replace("size=", "opacity='0' size=")) == []
    assert told(TEXT.format("white").replace("size=", "display='none' size=")) == []
    assert told("<text x='5' y='5' width='20' fill='white'> </text>") == []


OUTLINED = "<text id='t' x='10' y='20' width='40' size='8' fill='{}' {}>Old walls keep secrets</text>"


@pytest.mark.parametrize(
    ("ground", "fill", "effect"),
    [
        ("white", "white", "stroke='black' stroke-width='0.4'"),
        ("black", "black", "stroke='white' stroke-width='0.4'"),
        # As clear as without them.
        ("black", "white", "stroke='#dddddd' stroke-width='0.4'"),
        ("black", "white", "shadow='0.3 0.3 #dddddd'"),
        ("#a0a0a0", "white", "shadow='0.3 0.3 black'"),
        ("white", "linear(0, black, #600000)", ""),
    ],
)
def test_an_outline_or_a_shadow_makes_text_stand_out(told: Told, ground: str, fill: str, effect: str) -> None:
    assert told(PANEL.format(ground), OUTLINED.format(fill, effect)) == []


@pytest.mark.parametrize(
    ("ground", "fill", "effect", "seen"),
    [
        # Too thin, too faint, or on one side only.
        ("white", "white", "stroke='black' stroke-width='0.1'", "1.0 : 1"),
        ("white", "white", "stroke='#999999' stroke-width='0.4'", "2.8 : 1 (#ffffff on #999999)"),
        ("white", "white", "shadow='0.3 0.3 black'", "(#ffffff on #808080)"),
        ("white", "white", "shadow='0.03 0.03 black'", "1.0 : 1"),
        ("white", "linear(0, black, white)", "", "on #ffffff)"),
    ],
)
def test_an_effect_that_helps_too_little_is_told(
    told: Told, ground: str, fill: str, effect: str, seen: str
) -> None:
    (line,) = told(PANEL.format(ground), OUTLINED.format(fill, effect))
    assert seen in line


def test_a_large_title_with_an_index_is_large_type(told: Told) -> None:
    assert told("<text x='5' y='20' width='50' size='24' fill='#aaaaaa'>Gate<sup>2</sup></text>") == []


def test_a_translucent_text_is_judged_by_what_is_seen(told: Told) -> None:
    assert told(TEXT.format("#000c")) == []
    (line,) = told(TEXT.format("rgb(0 0 0 / 40%)"))
    assert ratio(line)[1:] == (grey(153), "#ffffff")


def test_a_translucent_panel_lets_the_ground_through(told: Told) -> None:
    assert told(PANEL.format("#000e"), TEXT.format("white")) == []
    (line,) = told(PANEL.format("#0008"), TEXT.format("white"))
    assert ratio(line)[1:] == ("#ffffff", grey(119))


def test_text_that_is_not_seen_at_all_is_no_faint_text(told: Told) -> None:
    assert told(TEXT.format("transparent")) == []
