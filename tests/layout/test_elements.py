"""Elements: what the builder refuses, references between them, groups and pictures."""

from __future__ import annotations

import re
from io import BytesIO
from pathlib import Path
from xml.sax.saxutils import escape

import pytest
from PIL import Image as PillowImage

from generator.catalog.problems import InputError
from generator.layout.attributes import attributes_of
from generator.layout.colour import Colour
from generator.layout.elements import element_tags, find_element
from generator.layout.elements.g import Group
from generator.layout.elements.image import Image
from generator.layout.elements.use import Use
from generator.layout.geometry import Box
from generator.layout.pictures import read_picture

from .conftest import LayOut

CARD = "g/layouts/card.xml.j2"


def saved(kind: str, width: int, height: int, mode: str = "RGB") -> bytes:
    file = BytesIO()
    PillowImage.new(mode, (width, height)).save(file, kind)
    return file.getvalue()


def test_all_faults_of_a_card_are_told_at_once(lay_out: LayOut) -> None:
    found = lay_out(
        front="""<card>
<rect widht="3" height="x" fill="blu"/>
<circel r="3"/>
<g>
  <text>hello</text>
  <line x1="1" y2="far"/>
</g>
</card>"""
    )
    assert [line.partition(" (card")[0].removeprefix(CARD) for line in found.problems] == [
        ":2:1: error: <rect> has no attribute `widht`",
        ":2:1: error: <rect height>: expected a length, got 'x'",
        ":2:1: error: <rect fill>: no colour 'blu'",
        ":3:1: error: unknown element <circel>",
        ":5:3: error: <text> needs the attribute `width`",
        ":6:3: error: <line y2>: expected a length, got 'far'",
    ]


def test_faults_of_several_cards_are_told_at_once(lay_out: LayOut) -> None:
    found = lay_out(
        '<rect width="1" height="1" fill="{{ colour }}"/>',
        cards=[
            {"name": "A", "colour": "redd"},
            {"name": "B", "colour": "#fff"},
            {"name": "C", "colour": "greem"},
        ],
    )
    assert [line.partition("; ")[0] for line in found.problems] == [
        f"{CARD}:2:1: error: <rect fill>: no colour 'redd' (card a)",
        f"{CARD}:2:1: error: <rect fill>: no colour 'greem' (card c)",
    ]
    assert [face is not None for face in found.faces] == [False, True, False]


def test_the_same_fault_of_many_cards_is_told_once(lay_out: LayOut) -> None:
    cards = [{"name": f"c{number}"} for number in range(54)]
    (told,) = lay_out("<circel/>", cards=cards).problems
    assert "(card c0 and 53 others)" in told


@pytest.mark.parametrize(
    ("attributes", "told"),
    [
        ('width="-1" height="1"', "<rect width>: expected a length of 0 or more, got '-1'"),
        ('width="1e9" height="1"', "<rect width>: '1e9' is too far away"),
        ('width="nan" height="1"', "<rect width>: 'nan' is too far away"),
        ('width="1" height="1" opacity="2"', "<rect opacity>: expected a number from 0 to 1, got '2'"),
        (
            'width="1" height="1" stroke-linejoin="rnd"',
            "<rect stroke-linejoin>: expected miter, round or bevel",
        ),
        ('width="1" height="1" stroke-dasharray="0 0"', "<rect stroke-dasharray>: expected lengths such as"),
        ('width="1" height="1" clip-path="star"', "<rect clip-path>: expected a reference such as '#shield'"),
        ('width="1" height="1" stroke="conic(0, black, white)"', "<rect stroke>: no colour 'conic("),
    ],
)
def test_a_wrong_value(lay_out: LayOut, attributes: str, told: str) -> None:
    (found,) = lay_out(f"<rect {attributes}/>").problems
    assert found.startswith(f"{CARD}:2:1: error: {told}")


def test_lengths_may_have_units(lay_out: LayOut) -> None:
    (rect,) = lay_out('<rect x="-1mm" y="1cm" width="1in" height="72pt"/>').drawn
    box = rect.outline().box()
    assert (box.x, box.y, box.width, box.height) == pytest.approx((-1, 10, 25.4, 25.4))


def test_use_draws_what_came_before(lay_out: LayOut) -> None:
    circle, use = lay_out('<circle id="dot" r="2"/>\n<use href="#dot" x="5" y="6"/>').drawn
    assert isinstance(use, Use)
    assert use.target is circle
    assert (use.x, use.y) == (5, 6)


def test_a_name_holds_within_its_card_only(lay_out: LayOut) -> None:
    found = lay_out(
        '{% if number == 1 %}<circle id="dot" r="2"/>{% endif %}<use href="#dot"/>',
        cards=[{"name": "A"}, {"name": "B"}],
    )
    (told,) = found.problems
    assert "nothing before this has the id 'dot' (card b)" in told


def test_a_misspelt_reference_is_suggested(lay_out: LayOut) -> None:
    found = lay_out('<circle id="shield" r="2"/><rect clip-path="#sheild" width="1" height="1"/>')
    (told,) = found.problems
    assert told.endswith("did you mean `shield`?")


def test_a_clip_is_the_outline_of_what_it_names(lay_out: LayOut) -> None:
    for moved, box in (("", Box(3, 3, 4, 4)), ("translate(2 1) scale(2)", Box(8, 7, 8, 8))):
        circle = f'<circle id="c" cx="5" cy="5" r="2" transform="{moved}" display="none"/>'
        _, rect = lay_out(circle + '<rect clip-path="#c" width="9" height="9"/>').drawn
        assert rect.clip is not None
        assert rect.clip.box() == box


def test_a_clip_may_differ_from_card_to_card(lay_out: LayOut) -> None:
    """The clipped element is written the same on both cards."""
    found = lay_out(
        '<circle id="c" r="{{ r }}" display="none"/>\n<rect clip-path="#c" width="9" height="9"/>',
        cards=[{"name": "A", "r": 1}, {"name": "B", "r": 4}],
    )
    clips = [face.root.children[1].clip for face in found.faces if face is not None]
    assert [clip.box().width for clip in clips if clip is not None] == [2, 8]


def test_what_has_no_outline_can_not_clip(lay_out: LayOut) -> None:
    (told,) = lay_out('<g id="c"/><rect clip-path="#c" width="9" height="9"/>').problems
    assert "<g> can't clip" in told


def test_a_group_keeps_its_elements_in_order(lay_out: LayOut) -> None:
    (group,) = lay_out('<g opacity="0.5"><rect width="1" height="1"/><circle r="1"/><g/></g>').drawn
    assert isinstance(group, Group)
    assert group.opacity == 0.5
    assert [element.TAG for element in group.children] == ["rect", "circle", "g"]


def test_a_static_element_is_built_once_for_all_cards(lay_out: LayOut) -> None:
    found = lay_out(
        '<rect width="9" height="9"/>\n<text width="9">{{ name }}</text>',
        cards=[{"name": "A"}, {"name": "B"}],
    )
    first, second = (face.root.children[0] for face in found.faces if face is not None)
    assert first is second


def test_colours_of_the_theme(lay_out: LayOut) -> None:
    (rect,) = lay_out(
        '<rect width="9" height="9" fill="frame"/>', theme={"palette": {"ink": "#00f", "frame": "ink"}}
    ).drawn
    assert rect.fill == Colour(0, 0, 1)  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("fit", "box"),
    [
        ('fit="contain"', Box(10, 25, 40, 20)),
        ('fit="cover"', Box(-10, 20, 80, 40)),
        ('fit="cover" focus-x="0"', Box(10, 20, 80, 40)),
        ('fit="cover" focus-x="1"', Box(-30, 20, 80, 40)),
        ('fit="fill"', Box(10, 20, 40, 30)),
        ('fit="contain" focus-y="1"', Box(10, 30, 40, 20)),
    ],
)
def test_a_picture_in_its_box(lay_out: LayOut, fit: str, box: Box) -> None:
    height = 40 if "cover" in fit else 30
    read_picture.cache_clear()
    found = lay_out(
        f'<image href="a.png" x="10" y="20" width="40" height="{height}" {fit}/>',
        files={"art/a.png": saved("PNG", 200, 100)},
    )
    (image,) = found.drawn
    assert isinstance(image, Image)
    assert image.drawn_box() == box
    assert image.outline().box() == Box(10, 20, 40, height)


@pytest.mark.parametrize(
    ("name", "data", "kind"),
    [
        ("a.png", saved("PNG", 30, 20, "RGBA"), "png"),
        ("a.jpg", saved("JPEG", 30, 20), "jpeg"),
        ("misnamed.png", saved("JPEG", 30, 20), "jpeg"),
        ("a.svg", b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="5 5 30 20"/>', "svg"),
        ("b.svg", b'<svg xmlns="http://www.w3.org/2000/svg" width="30mm" height="20mm"/>', "svg"),
    ],
)
def test_a_sound_picture(tmp_path: Path, name: str, data: bytes, kind: str) -> None:
    path = tmp_path / name
    path.write_bytes(data)
    picture = read_picture(path)
    assert (picture.format, picture.width, picture.height) == (kind, 30, 20)


def test_every_byte_of_a_png_is_checked(tmp_path: Path) -> None:
    data = bytearray(saved("PNG", 30, 20))
    for position in range(8, len(data), 7):
        broken = bytearray(data)
        broken[position] ^= 1
        path = tmp_path / f"{position}.png"
        path.write_bytes(broken)
        with pytest.raises(InputError):
            read_picture(path)


def test_a_changed_picture_changes_the_faces_digest(lay_out: LayOut) -> None:
    digests = []
    for width in (3, 3, 4):
        # Picture files are read once for a run; each of these is a run of its own.
        read_picture.cache_clear()
        picture = saved("PNG", width, 2)
        face = lay_out('<image href="a.png" width="9" height="9"/>', files={"art/a.png": picture}).faces[0]
        assert face is not None
        digests.append(face.digest)
    assert digests[0] == digests[1] != digests[2]


NASTY = [
    *("", " ", "nan", "-inf", "1e999", "-1", "0", "٣", "²", "½", "(", ")", "#", "none", "auto", "mm", "1mm2"),
    *(
        "--1",
        "1 2 3",
        ",",
        "%",
        "linear()",
        "radial(%)",
        "rotate()",
        "M",
        "a" * 5000,
        "../x",
        "{",
        "\t",
        "x.y",
    ),
]


@pytest.mark.parametrize("tag", [tag for tag in element_tags() if tag != "card"])
def test_any_value_of_any_attribute_is_used_or_refused(lay_out: LayOut, tag: str) -> None:
    """Whatever is written, an element is drawn or a problem is told at its place; nothing else happens."""
    sound = {"text": ' width="9"', "icon": ' name="sword" width="9" height="9"', "use": ' href="#x"'}
    sound |= {"rect": ' width="9" height="9"', "circle": ' r="9"', "ellipse": ' rx="9" ry="9"'}
    sound |= {"polygon": ' points="0,0 9,0 9,9"', "path": ' d="M0 0 H9"'}
    sound |= {"image": ' href="a.png" width="9" height="9"'}
    element = find_element(tag)
    assert element is not None
    tries = [(name, value) for name in attributes_of(element) for value in NASTY]
    lines = []
    for name, value in tries:
        others = re.sub(rf' {name}="[^"]*"', "", sound.get(tag, ""))
        lines.append(f'<{tag}{others} {name}="{escape(value)}"{"" if tag == "g" else "/"}>')
        lines[-1] += "</g>" if tag == "g" else ""
    read_picture.cache_clear()
    found = lay_out("<g id='x'/>\n" + "\n".join(lines), files={"art/a.png": saved("PNG", 3, 2)})
    told = {int(line.split(":")[1]) for line in found.problems if line.startswith(f"{CARD}:")}
    assert len(told) > len(tries) / 3
    assert told <= set(range(3, 3 + len(tries)))
    assert all(line.startswith(f"{CARD}:") for line in found.problems)
