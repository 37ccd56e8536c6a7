"""Figures: what the words and the name choose, own parts and styles, and the whole shared kit."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from games import run_here
from PIL import Image

from generator.catalog.figure_words import FOREIGN_WORDS, GROUPS, LOOKS
from generator.layout.colour import parse_colour
from generator.layout.elements.base import Element, Parent, Shape
from generator.layout.elements.figure import BODIES, Figure
from generator.layout.figures import (
    HEIGHT,
    WIDTH,
    Hatching,
    Paints,
    corners_of,
    hatches,
    read_part,
    read_style,
)
from generator.layout.geometry import Box, Matrix, Outline
from generator.layout.path_data import parse_path
from generator.layout.xml import Node
from tests import figure_sheets
from tests.docs_pictures import blocks, write_files
from tests.figure_sheets import KIT, PAGE, SHEETS, groups, parts_of, styles

from .conftest import LayOut

FRAME = 'x="0" y="0" width="50" height="40"'
DOT = '<part><circle fill="#0000ff" cx="0" cy="0" r="2"/></part>'
BLUE = "#0000ff"
THIN = {"layouts/figures/styles/thin.yaml": "extends: plain\ncontour: 0\n"}
"""A style without a contour, so that each shape is drawn once."""
ROOM = {
    "heads": (-22, -26, 27, 28),
    "faces": (-14, -12, 14, 16),
    "hair": (-22, -26, 20, 34),
    "beards": (-14, -4, 15, 42),
    "hats": (-30, -42, 30, 32),
    "holds": (-32, -64, 72, 72),
    "hands": (-9, -14, 9, 10),
    "stances": (-3, 14, 103, 91),
    "coats": (10, 36, 90, 90),
    "backs": (-6, -8, 106, 90),
    "legs": (-12, 74, 90, 134),
}
"""How far the parts of a group may reach: left, top, right, bottom."""


def leaves(element: Element) -> Iterator[Shape]:
    """All shapes that a figure draws, from the back to the front."""
    for child in element.children if isinstance(element, Parent) else ():
        yield from leaves(child)
    if isinstance(element, Shape):
        yield element


def look(element: Element) -> list[tuple[str, str]]:
    """The shapes of a figure and their colours."""
    return [(str(shape.outline()), str(shape.fill)) for shape in leaves(element)]


def drawn(lay_out: LayOut, words: str, **described: object) -> list[tuple[str, str]]:
    (figure,) = lay_out(f"<figure {FRAME} {words}/>", **described).drawn
    assert isinstance(figure, Figure)
    return look(figure)


# What is chosen


def test_the_same_name_gives_the_same_figure(lay_out: LayOut) -> None:
    assert drawn(lay_out, 'name="Ann"') == drawn(lay_out, 'name="Ann"')


def test_twenty_names_give_twenty_figures(lay_out: LayOut) -> None:
    seen = {str(drawn(lay_out, f'name="Nobody {number}"')) for number in range(20)}
    assert len(seen) == 20


@pytest.mark.parametrize("word", ["hat", "beard", "back", "holds"])
def test_some_names_go_without_and_some_do_not(lay_out: LayOut, word: str) -> None:
    plain = 'face="merry" stance="rest" ' + " ".join(
        f'{other}="none"' for other in ("hat", "beard", "back", "holds") if other != word
    )
    goes_without: set[bool] = set()
    for number in range(40):
        named = f'name="Nobody {number}" {plain}'
        goes_without.add(drawn(lay_out, named) == drawn(lay_out, f'{named} {word}="none"'))
        if len(goes_without) == 2:
            return
    raise AssertionError(f"all go {'without' if goes_without == {True} else 'with one'}")


def test_words_are_honoured(lay_out: LayOut) -> None:
    plain = 'name="Ann" stance="guard" coat="tunic" hair="short" beard="none" back="none"'
    bare = drawn(lay_out, f'{plain} hat="none" holds="none"')
    armed = drawn(lay_out, f'{plain} hat="none" holds="spear"')
    assert len(armed) > len(bare)
    assert len(drawn(lay_out, f'{plain} hat="cap" holds="none"')) > len(bare)
    assert len(drawn(lay_out, f'{plain} hat="none" holds="spear, shield"')) > len(armed)


def test_a_colour_of_its_own_goes_before_the_styles(lay_out: LayOut) -> None:
    coats = drawn(lay_out, 'name="Ann" coat="tunic" stance="rest" colours="coat #0000ff"')
    assert any(BLUE in colour or "blue=1" in colour for _, colour in coats)


def test_the_light_around_what_shines_is_its_own_or_that_of_the_style(lay_out: LayOut) -> None:
    words = 'name="Ann" stance="guard" coat="tunic" holds="lantern"'
    glows, halo, both = (
        {colour for _, colour in drawn(lay_out, f'{words} colours="{own}"')}
        for own in ("glow #0000ff", "halo #0000ff", "glow #0000ff, halo #0000ff")
    )
    blue = str(parse_colour(BLUE, {}))
    assert blue in halo
    assert glows == both


def test_rare_parts_come_by_word_only(lay_out: LayOut) -> None:
    rare = {
        (group, name)
        for group in groups()
        for name in parts_of(group)
        if read_part(KIT / group / f"{name}.xml", 0).root.attributes.get("rare") == "yes"
    }
    assert ("heads", "skull") in rare
    for group in {group for group, _ in rare}:
        assert {name for name in parts_of(group) if (group, name) not in rare}, (
            f"{group}: nothing to draw by lot"
        )
    lay_out('<figure x="0" y="0" width="50" height="40" head="skull"/>')


def test_a_mask_hides_a_beard_and_a_great_helm_the_face(lay_out: LayOut) -> None:
    said = 'name="Ann" stance="rest" coat="tunic" hair="short" back="none"'
    masked = drawn(lay_out, f'{said} face="masked" hat="none" beard="full"')
    assert masked == drawn(lay_out, f'{said} face="masked" hat="none" beard="none"')
    helmed = drawn(lay_out, f'{said} face="merry" hat="great-helm" beard="full"')
    assert helmed == drawn(lay_out, f'{said} face="stern" hat="great-helm" beard="none"')


def test_an_own_part_goes_before_a_shared_one(lay_out: LayOut) -> None:
    words = 'name="Ann" stance="rest" coat="tunic" hat="cap" colours="coat #ff0000"'
    shared = drawn(lay_out, words)
    own = drawn(lay_out, words, files={"layouts/figures/hats/cap.xml": DOT})
    assert own != shared
    assert len(own) < len(shared)


# What is told


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ('hat="helmit"', "the kit of figures has no hat 'helmit' (card item); did you mean `helmet`?"),
        (
            'style="woodcutt"',
            "the kit of figures has no style 'woodcutt' (card item); did you mean `woodcut`?",
        ),
        ('holds="spear, lantren"', "no thing to hold 'lantren' (card item); did you mean `lantern`?"),
        ('colours="coat"', "expected a role and a colour such as `coat crimson`, got 'coat'"),
        ('colours="cote #ff0000"', "the style has no role 'cote'"),
        ('shift="left"', "expected two lengths and perhaps a size such as '4 -2 1.1', got 'left'"),
        ('stance="none"', "a person has a stance"),
        ('hat="cap" hatt="cap"', "did you mean `hat`?"),
    ],
)
def test_a_wrong_word_is_told_with_a_suggestion(lay_out: LayOut, words: str, told: str) -> None:
    (problem,) = lay_out(f"<figure {FRAME} {words}/>").problems
    assert told.replace(" (card item)", "") in re.sub(r" \(card \w+\)", "", problem)
    assert problem.startswith("g/layouts/")


@pytest.mark.parametrize(
    ("part", "told"),
    [
        ("<hat/>", "hats/odd.xml:1:1: error: a part begins with <part>, not with <hat>"),
        ('<part>\n  <circl cx="0"/>\n</part>', "hats/odd.xml:2:3: error: "),
        (
            '<part>\n  <path fill="coatt" d="M0 0 H1"/>\n</part>',
            "hats/odd.xml:2:3: error: <path fill>: no colour",
        ),
        (
            '<part raer="yes"/>',
            "hats/odd.xml:1:1: error: <part> has no 'raer' (card knight); did you mean `rare`?",
        ),
        (
            "<part>\n  <path",
            "hats/odd.xml:2:3: error: the layout is not well-formed XML: <path> has no > at its end",
        ),
        (
            "<part>\n  <g>\n</part>",
            "hats/odd.xml:2:3: error: the layout is not well-formed XML: <g> is not closed before </part>",
        ),
    ],
)
def test_a_wrong_part_is_told_with_its_line(lay_out: LayOut, part: str, told: str) -> None:
    laid = lay_out(f'<figure {FRAME} hat="odd"/>', files={"layouts/figures/hats/odd.xml": part})
    assert told in laid.problems[0]


@pytest.mark.parametrize(
    ("style", "told"),
    [
        (
            "extends: plain\nhach: {}\n",
            "odd.yaml:2:1: error: <figure style>: a style of figures has no 'hach'",
        ),
        ("extends: odd\n", "the style 'odd' extends itself"),
        ("extends: plain\npalette: {coat: crimsn}\n", "odd.yaml:2:"),
        ("extends: plain\nrim: {colour: white}\n", "a style needs `rim: {colour: …, x: 0.9, y: -0.7}`"),
        ("extends: plain\ndepth: {light: 0.3}\n", "a style needs `depth: {light: 0.3, dark: 0.4}`"),
        ("extends: plain\ncontour: 50\n", "a style needs `contour: 0.6`, a width of 5 at most, got 50"),
        ("extends: plain\ncontour: wide\n", "a style needs `contour: 0.6`, a width of 5 at most, got 'wide'"),
    ],
)
def test_a_wrong_style_is_told_with_its_line(lay_out: LayOut, style: str, told: str) -> None:
    laid = lay_out(f'<figure {FRAME} style="odd"/>', files={"layouts/figures/styles/odd.yaml": style})
    assert told in laid.problems[0]


# Hatching, rims, contours and depth


def test_hatches_stay_inside_their_outline() -> None:
    round_shape = parse_path("M0 10 C0 -4 20 -4 20 10 C20 24 0 24 0 10Z")
    box = round_shape.box()
    hatching = Hatching(1.5, 0.4, -38, None)
    strokes = parse_path(hatches(round_shape, hatching)).box()
    slack = hatching.width
    assert strokes.x >= box.x - slack
    assert strokes.y >= box.y - slack
    assert strokes.right <= box.right + slack
    assert strokes.bottom <= box.bottom + slack
    assert hatches(Outline(()), hatching) == ""


def test_a_hatched_style_has_strokes_for_shades(lay_out: LayOut) -> None:
    words = 'name="Ann" stance="guard" coat="mail"'
    flat, hatched = (drawn(lay_out, f'{words} style="{style}"') for style in ("plain", "woodcut"))
    assert len(flat) == len(hatched)
    assert flat != hatched


def test_a_hatched_style_may_leave_roles_flat(lay_out: LayOut) -> None:
    def styled(flat: str) -> dict[str, str]:
        hatch = f"{{gap: 1.5, width: 0.7, angle: -38{flat}}}"
        return {"layouts/figures/styles/own.yaml": f"extends: plain\nhatch: {hatch}\n"}

    words = 'name="Ann" stance="guard" coat="mail" style="own"'
    lined, bare = (drawn(lay_out, words, files=styled(flat)) for flat in ("", ", flat: [skin]"))
    changed = [(one, other) for one, other in zip(lined, bare, strict=True) if one != other]
    assert 0 < len(changed) < len(lined)
    wrong = lay_out(f"<figure {FRAME} {words}/>", files=styled(", flat: skin"))
    assert "expected a list of roles" in wrong.problems[0]


def test_a_rim_is_the_figure_once_more(lay_out: LayOut) -> None:
    words = 'name="Ann" stance="guard" coat="mail" sky="none" ground="none"'
    plain, rimmed = (
        drawn(lay_out, f'{words} style="{style}"', files=THIN) for style in ("thin", "silhouette")
    )
    assert len(rimmed) > 1.5 * len(plain)


def test_a_contour_is_the_lined_shapes_once_more_behind_the_figure(lay_out: LayOut) -> None:
    files = THIN | {
        "layouts/figures/styles/bold.yaml": "extends: plain\ncontour: 2\nline: {colour: '#00f', width: 1}\n",
        "layouts/figures/holds/lamp.xml": (
            '<part><path fill="glow" line="none" opacity="0.3" d="M-9 9H0V0Z"/>'
            '<path fill="metal" d="M0 0H9V9H0Z"/><path fill="metal-shade" d="M0 0H3V9H0Z"/></part>'
        ),
    }
    words = 'name="Ann" stance="guard" coat="mail" sky="none" ground="none" holds="lamp"'
    plain = drawn(lay_out, f'{words} style="thin"', files=files)
    bold = drawn(lay_out, f'{words} style="bold"', files=files)
    behind = bold[: -len(plain)]
    assert [outline for outline, _ in bold[len(behind) :]] == [outline for outline, _ in plain]
    assert {colour for _, colour in behind} == {str(parse_colour(BLUE, {}))}
    lamp = [str(parse_path(f"M0 0H{width}V9H0Z")) for width in (9, 3)]
    assert [[outline for outline, _ in behind].count(shape) for shape in lamp] == [1, 0], "tones lie within"
    light = str(parse_path("M-9 9H0V0Z"))
    assert light in {outline for outline, _ in plain}
    assert light not in {outline for outline, _ in behind}, "no dark behind what shines"


def test_depth_is_light_and_dark_between_the_backdrop_and_the_figure(lay_out: LayOut) -> None:
    files = {"layouts/figures/styles/deep.yaml": "extends: plain\ndepth: {light: 0.25, dark: 0.5}\n"}
    words = 'name="Ann" sky="day" ground="hills" stance="guard" coat="mail"'
    bare = words.replace('"day"', '"none"').replace('"hills"', '"none"')
    flat, deep = (drawn(lay_out, f'{words} style="{style}"', files=files) for style in ("plain", "deep"))
    behind = len(flat) - len(drawn(lay_out, bare, files=files))
    assert deep[:behind] + deep[behind + 1 :] == flat, "one shape more, in front of sky and ground"
    assert "alpha=0.25" in deep[behind][1]
    assert "alpha=0.5" in deep[behind][1]
    assert drawn(lay_out, f'{bare} style="deep"', files=files) == flat[behind:], (
        "without a backdrop there is nothing to light"
    )


def boxes(element: Element, moved: Matrix) -> Iterator[Box]:
    """The box of each shape of a figure."""
    at = element.transform.then(moved) if element.transform else moved
    for child in element.children if isinstance(element, Parent) else ():
        yield from boxes(child, at)
    if isinstance(element, Shape):
        yield element.outline().moved(at).box()


def last_middle(figure: Element) -> float:
    """How far to the right the shape that is drawn last has its middle."""
    *_, last = boxes(figure, Matrix())
    return last.x + last.width / 2


BARE = " ".join(
    f'{word}="none"' for word in ("coat", "face", "hair", "beard", "hat", "back", "sky", "ground")
)


def test_bodies_differ_and_heads_and_hands_keep_their_shape(lay_out: LayOut) -> None:
    files = THIN | {
        "layouts/figures/stances/still.xml": (
            '<part head="50 30" first="30 60" first-hand="none">'
            '<path fill="coat" d="M35 40H65V84H35Z"/></part>'
        ),
        "layouts/figures/heads/round.xml": '<part><circle fill="skin" cx="0" cy="0" r="10"/></part>',
        "layouts/figures/holds/ball.xml": '<part><circle fill="gold" cx="0" cy="0" r="3"/></part>',
    }

    def built(body: str) -> tuple[Box, Box, Box]:
        words = f'stance="still" head="round" holds="ball" body="{body}" style="thin"'
        (figure,) = lay_out(f'<figure {FRAME} name="Ann" {BARE} {words}/>', files=files).drawn
        head, torso, ball = boxes(figure, Matrix())
        assert head.width == pytest.approx(head.height)
        assert (ball.width, ball.height) == pytest.approx((6, 6))
        assert torso.bottom == pytest.approx(84), "the hips stay"
        return head, torso, ball

    head, torso, ball = built("average")
    assert (head.width, torso.width, torso.y, ball.x) == pytest.approx((20, 30, 40, 27))
    for body in BODIES.keys() - {"average"}:
        assert built(body) != (head, torso, ball)
    assert built("slim")[1].width < torso.width < built("stout")[1].width < built("broad")[1].width
    assert built("tall")[1].y < torso.y < built("short")[1].y
    assert built("broad")[2].x < ball.x < built("slim")[2].x, "hands stay on the arms"
    bent_head, bent_torso, _ = built("stooped")
    assert bent_head.x > head.x
    assert bent_head.y > head.y
    assert bent_torso.right > torso.right


def test_a_figure_that_is_turned_over_keeps_its_light(lay_out: LayOut) -> None:
    half = (
        '<part><path fill="coat" d="M10 40H60V80H10Z"/><path fill="coat-shade" d="M10 40H20V80H10Z"/></part>'
    )
    files = {
        "layouts/figures/stances/half.xml": half,
        "layouts/figures/styles/sunny.yaml": "extends: plain\nlit: left\n",
    }

    def shade(words: str) -> float:
        line = f'<figure {FRAME} name="Ann" stance="half" head="none" {BARE} {words}/>'
        (figure,) = lay_out(line, files=files).drawn
        return last_middle(figure)

    assert shade("") == 15, "the left edge of what reaches from 10 to 60"
    assert shade('facing="left"') == 45, "the left edge of what reaches from 40 to 90"
    assert shade('style="sunny"') == 55
    assert shade('style="sunny" facing="left"') == 85


def test_the_shade_of_an_arm_stays_where_the_arm_has_it(lay_out: LayOut) -> None:
    shape = '<path fill="sleeve{}" d="M10 40H{}V80H10Z"/>'
    arm = f"<part>{shape.format('', 60)}{shape.format('-shade', 20)}</part>"
    line = f'<figure {FRAME} name="Ann" stance="arm" head="none" {BARE} facing="left"/>'
    (figure,) = lay_out(line, files={"layouts/figures/stances/arm.xml": arm}).drawn
    assert last_middle(figure) == 85, "turned over with the arm, from 15"


def test_a_group_is_dressed_alike_and_has_faces_of_its_own(lay_out: LayOut) -> None:
    words = 'name="Ann" sky="none" ground="none" coat="tunic" stance="guard" holds="spear" style="thin"'
    alone, three = (drawn(lay_out, f"{words} {also}", files=THIN) for also in ("", 'group="3"'))
    assert three[-len(alone) :] == alone, "the first of them stands in front, as alone"
    for part in ("coats/tunic", "stances/guard", "holds/spear"):
        first = next(node for node in every(read_part(KIT / f"{part}.xml", 0).root) if "d" in node.attributes)
        worn = [fill for outline, fill in three if outline == str(parse_path(first.attributes["d"]))]
        assert worn == 3 * worn[:1], part
    faces = {outline for outline, _ in three} - {outline for outline, _ in alone}
    assert faces, "the others look differently"


def test_legs_show_the_whole_person(lay_out: LayOut) -> None:
    words = 'name="Ann" sky="none" ground="none" coat="robe" stance="raise"'
    bust, whole = drawn(lay_out, words), drawn(lay_out, f'{words} distance="whole"')
    assert len(whole) > len(bust), "a robe to the feet"
    assert whole != drawn(lay_out, f'{words} legs="run"') != bust


# The whole kit


@pytest.fixture(scope="module")
def sheets(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Image.Image]:
    """Every part of the kit, drawn by the press."""
    images, problems = figure_sheets.draw(tmp_path_factory.mktemp("kit") / "kit")
    assert [str(problem) for problem in problems] == []
    return images


@pytest.mark.slow
def test_every_part_is_on_a_sheet_of_the_page(sheets: dict[str, Image.Image]) -> None:
    page = PAGE.read_text("utf-8")
    renew = "`python -m tests.figure_sheets` renews the sheets"
    assert figure_sheets.listed(page) == page, renew
    assert {path.stem for path in SHEETS.glob("*.png")} == set(sheets), renew
    for name, image in sheets.items():
        assert f"pictures/figures/{name}.png" in page
        with Image.open(SHEETS / f"{name}.png") as committed:
            assert committed.size == image.size, renew


def test_the_kit_has_a_word_for_each_of_its_folders() -> None:
    known = {group for folders in GROUPS.values() for group in folders} | {"hands", "styles"}
    assert {path.name for path in KIT.iterdir() if path.is_dir()} <= known
    assert set(FOREIGN_WORDS.values()) <= {*GROUPS, *LOOKS}, "hints are words that figures have"


@pytest.mark.parametrize("style", styles())
def test_every_part_is_inked_in_every_style(style: str) -> None:
    """No role is left over: each fill and stroke is a colour, a gradient of colours, or none."""
    look = read_style(style, lambda name: KIT.parent / name, [KIT.parent], {})
    paints = Paints(look, "Ann", {})
    for path in sorted(KIT.glob("*/*.xml")):
        for child in read_part(path, 0).root.children:
            if isinstance(child, Node):
                for node in every(paints.inked(child)):
                    for name in ("fill", "stroke"):
                        value = node.attributes.get(name, "none")
                        left = re.sub(r"#[0-9a-f]{6,8}|linear|radial|none|[\d.%(),\s-]", "", value)
                        assert left == "", f"{path.name}: {name}={value!r}"


@pytest.mark.parametrize("group", [group for group in ROOM if parts_of(group)])
def test_every_part_stays_inside_its_frame(group: str) -> None:
    left, top, right, bottom = ROOM[group]
    for name in parts_of(group):
        for child in read_part(KIT / group / f"{name}.xml", 0).root.children:
            if isinstance(child, Node):
                for x, y in corners(child):
                    assert left <= x <= right, f"{name}: x {x:g}"
                    assert top <= y <= bottom, f"{name}: y {y:g}"


def every(node: Node) -> Iterator[Node]:
    yield node
    for child in node.children:
        if isinstance(child, Node):
            yield from every(child)


def corners(node: Node, dx: float = 0, dy: float = 0) -> Iterator[tuple[float, float]]:
    """The corners of the paths of a part, but for what a transform turns or turns over."""
    moves = node.attributes.get("transform", "")
    if "rotate" in moves or "scale" in moves:
        return
    if match := re.search(r"translate\(([-\d.]+) ([-\d.]+)\)", moves):
        dx, dy = dx + float(match[1]), dy + float(match[2])
    if "d" in node.attributes:
        for loop in corners_of(parse_path(node.attributes["d"])):
            yield from ((x + dx, y + dy) for x, y in loop)
    for child in node.children:
        if isinstance(child, Node):
            yield from corners(child, dx, dy)


def test_the_frame_is_what_the_page_says() -> None:
    assert f"{WIDTH:g} wide and {HEIGHT:g} high" in Path(PAGE).read_text("utf-8")


def test_the_spreadsheet_of_the_page_is_printed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = PAGE.read_text("utf-8")
    write_files(page, tmp_path)
    monkeypatch.chdir(tmp_path)
    (shown,) = (block.text for block in blocks(page) if block.language == "console")
    commands = re.findall(r"^\$ gatepress (.*)\n((?:[^$].*\n)*)", shown, re.MULTILINE)
    assert [command for command, _ in commands] == ["check village --strict", "build village"]
    for command, answer in commands:
        done = run_here(*command.split())
        assert (done.code, done.stderr) == (0, ""), done.output
        assert answer in ("", done.stdout)


def test_a_column_left_out_of_its_fields_is_an_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As the page says: once there are fields, they are all columns."""
    write_files(PAGE.read_text("utf-8"), tmp_path)
    game = tmp_path / "village/game.yaml"
    game.write_text(game.read_text("utf-8").replace("Trade: text, ", ""), "utf-8")
    monkeypatch.chdir(tmp_path)
    done = run_here("check", "village")
    assert done.code == 1
    assert "unknown field `Trade`" in done.output


def test_the_page_says_which_clothes_come_without_a_beard() -> None:
    page = " ".join(PAGE.read_text("utf-8").split())
    coats, hats = (
        [
            path.stem
            for path in sorted((KIT / group).glob("*.xml"))
            if 'beardless="yes"' in path.read_text("utf-8")
        ]
        for group in ("coats", "hats")
    )
    first, second, third = hats
    told = " and ".join(f"`{coat}`" for coat in coats)
    assert f"The coats {told} and the hats `{first}`, `{second}` and `{third}` come without a beard" in page
