"""Plain SVG art is read as shapes; anything else is left to be drawn into pixels."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.layout.colour import Colour
from generator.layout.pictures import Picture
from generator.layout.svg import WIDTH, Drawing, VectorShape, read_drawing


def art(path: Path) -> Picture:
    """Some of it is not sound, and would be refused if it were looked at."""
    return Picture(path, "svg", 1, 1, str(path))


def drawing(tmp_path: Path, inside: str, root: str = 'viewBox="0 0 100 50"') -> Drawing | None:
    path = tmp_path / "art.svg"
    path.write_text(f'<svg xmlns="http://www.w3.org/2000/svg" {root}>{inside}</svg>', "utf-8")
    read_drawing.cache_clear()
    return read_drawing(art(path))


def shapes(tmp_path: Path, inside: str) -> tuple[VectorShape, ...]:
    found = drawing(tmp_path, inside)
    assert found is not None
    return found.shapes


def test_shapes_come_in_a_frame_of_one_width_whatever_the_units(tmp_path: Path) -> None:
    found = drawing(
        tmp_path, '<rect x="10" y="20" width="30" height="10" fill="#ff0000"/>', 'viewBox="10 20 60 30"'
    )
    assert found is not None
    assert (found.box.width, found.box.height) == pytest.approx((WIDTH, WIDTH / 2))
    (shape,) = found.shapes
    box = shape.outline.box()
    assert (box.x, box.y, box.width) == pytest.approx((0, 0, WIDTH / 2))
    assert shape.fill == Colour(1, 0, 0)
    assert shape.stroke is None


@pytest.mark.parametrize(
    "shape",
    [
        '<circle cx="5" cy="5" r="5"/>',
        '<ellipse cx="5" cy="5" rx="5" ry="3"/>',
        '<line x1="0" y1="0" x2="9" y2="9" stroke="red"/>',
        '<polyline points="0,0 5,5 9,0"/>',
        '<polygon points="0,0 5,5 9,0"/>',
        '<path d="M0 0 A5 5 0 0 1 10 0 Z"/>',
    ],
)
def test_every_basic_shape_is_read(tmp_path: Path, shape: str) -> None:
    found = shapes(tmp_path, shape)
    assert found[0].outline.segments


def test_groups_hand_down_paint_and_transform(tmp_path: Path) -> None:
    found = shapes(
        tmp_path,
        '<g fill="rgb(0, 0, 255)" transform="translate(10 0)" style="stroke:gold;stroke-width:2">'
        '<rect width="10" height="10"/><rect width="10" height="10" fill="none" stroke="none"/></g>',
    )
    # What has neither fill nor stroke is not there.
    (first,) = found
    assert first.fill == Colour(0, 0, 1)
    assert first.outline.box().x == pytest.approx(WIDTH / 10)
    assert first.stroke is not None
    assert first.stroke.width == pytest.approx(2 * WIDTH / 100)


def test_what_is_hidden_or_an_editors_note_draws_nothing(tmp_path: Path) -> None:
    found = shapes(
        tmp_path,
        '<title>Art</title><!-- note --><g display="none"><text>x</text></g>'
        '<n:view xmlns:n="http://example.org"/><rect width="1" height="1" display="none"/>',
    )
    assert found == ()


@pytest.mark.parametrize(
    "inside",
    [
        '<rect width="9" height="9" fill="url(#g)"/>',
        "<text>word</text>",
        '<image href="x.png"/>',
        "<style>@media print{rect{fill:red}}</style>",
        "<style>g rect{fill:red}</style>",
        '<rect width="9" height="9" stroke="red" opacity="0.5"/>',
        '<g opacity="0.5"><rect width="9" height="9"/><rect width="5" height="9"/></g>',
        '<rect width="9" height="9" clip-path="url(#c)"/>',
        '<rect width="50%" height="9"/>',
        '<g transform="scale(1 3)"><path d="M0 0 L5 5" stroke="red"/></g>',
        '<g id="a"><use href="#a"/></g>',
        '<svg viewBox="0 0 1 1"/>',
        '<symbol id="a" viewBox="0 0 9 9"/><use href="#a"/>',
        '<path d="M0 0 nonsense"/>',
        '<rect width="inf" height="9"/>',
        '<circle r="nan"/>',
        '<rect width="1e200" height="9"/>',
        '<rect width="9" height="9" stroke="red" stroke-width="nan"/>',
        '<rect width="9" height="9" stroke="red" stroke-width="-1"/>',
        '<rect width="9" height="9" stroke="red" stroke-width="1e6"/>',
        '<rect width="-9" height="9"/>',
        '<circle r="-9"/>',
        '<path d="M0 0 H90" stroke="red" stroke-dasharray="0.0001"/>',
        '<path d="M0 0 H90" stroke="red" stroke-dasharray="2 -1"/>',
        pytest.param(f'<path d="M0 0 H90" stroke="red" stroke-dasharray="{"1 " * 100}"/>', id="many dashes"),
        pytest.param(
            f'<path d="M0 0{" H90 H0" * 9_000}" stroke="red" stroke-dasharray="0.1"/>', id="long dashed path"
        ),
        pytest.param(
            '<path d="M0 0 H90" stroke="red" stroke-dasharray="0.01"/>' * 20, id="dashes of many paths"
        ),
        pytest.param(f'<path d="M0 0{" L1 2" * 50_000}"/>', id="long path"),
        pytest.param("<rect/>" * 110_000, id="many shapes"),
        pytest.param(f'<path id="{"x" * 6_000_000}" d="M0 0H9"/>', id="large file"),
    ],
)
def test_more_than_outlines_is_not_read(tmp_path: Path, inside: str) -> None:
    assert drawing(tmp_path, inside) is None


def test_art_without_a_view_box_has_its_width_and_height(tmp_path: Path) -> None:
    found = drawing(tmp_path, '<rect width="9" height="9"/>', 'width="10" height="20px"')
    assert found is not None
    assert (found.box.width, found.box.height) == pytest.approx((WIDTH, 2 * WIDTH))
    assert drawing(tmp_path, '<rect width="9" height="9"/>', 'width="10mm" height="10mm"') is None


def test_dashes_of_no_length_are_a_solid_line(tmp_path: Path) -> None:
    found = shapes(tmp_path, '<path d="M0 0 H90" stroke="red" stroke-dasharray="0 0"/>')
    assert found[0].stroke is not None
    assert found[0].stroke.dashes == ()


def test_dashes_follow_a_curve(tmp_path: Path) -> None:
    found = shapes(tmp_path, '<path d="M0 0 C0 90 90 90 90 0" stroke="red" stroke-dasharray="3 2"/>')
    assert found[0].stroke is not None
    assert len(found[0].stroke.dashes) == 2


def test_drawings_are_kept_until_they_are_too_many(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    read_drawing.cache_clear()
    monkeypatch.setattr("generator.layout.svg.MAX_KEPT", 100)
    path = f'<path d="M0 0{" L1 2" * 30}"/>'
    text = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">{path}</svg>'
    files = [tmp_path / f"{number}.svg" for number in range(5)]
    for file in files:
        file.write_text(text, "utf-8")
    first = read_drawing(art(files[0]))
    assert read_drawing(art(files[0])) is first
    last = [read_drawing(art(file)) for file in files][-1]
    assert read_drawing(art(files[-1])) is last
    assert read_drawing(art(files[0])) is not first


def test_what_is_used_again_is_drawn_where_it_is_used(tmp_path: Path) -> None:
    found = shapes(
        tmp_path,
        '<defs><g id="a"><rect width="10" height="10"/></g></defs><symbol id="s"><circle r="5"/></symbol>'
        '<use href="#a" x="20" fill="red"/><use xmlns:x="http://www.w3.org/1999/xlink" x:href="#s" '
        'transform="translate(50 20)"/><use href="#nothing"/>',
    )
    square, disc = found
    assert (square.outline.box().x, square.fill) == (pytest.approx(0.2 * WIDTH), Colour(1, 0, 0))
    assert disc.outline.box().x == pytest.approx(0.45 * WIDTH)


def test_simple_style_sheets_are_followed(tmp_path: Path) -> None:
    found = shapes(
        tmp_path,
        "<style>/* */ .a, .b{fill:#ff0000} #c{fill:#0000ff} rect.a{stroke:#00ff00} rect{fill:#00ff00}</style>"
        '<rect class="a" width="9" height="9" fill="gold"/><rect id="c" class="a" width="9" height="9"/>'
        '<rect class="b" style="fill:#000" width="9" height="9"/>',
    )
    assert [shape.fill for shape in found] == [Colour(1, 0, 0), Colour(0, 0, 1), Colour(0, 0, 0)]
    assert [shape.stroke is not None for shape in found] == [True, True, False]


def test_opacity_of_what_does_not_overlap(tmp_path: Path) -> None:
    found = shapes(
        tmp_path,
        '<g opacity="0.5"><rect width="9" height="9" fill-opacity="50%"/></g>'
        '<rect width="9" height="9" stroke="red" stroke-opacity=".2"/>'
        '<rect opacity="0" width="9" height="9"/>',
    )
    assert [shape.opacity for shape in found] == pytest.approx([0.25, 1, 0.2])


def test_a_stroke_below_its_fill(tmp_path: Path) -> None:
    found = shapes(tmp_path, '<rect width="9" height="9" stroke="red" paint-order="stroke"/>')
    assert [(shape.fill is None, shape.stroke is None) for shape in found] == [(True, False), (False, True)]


@pytest.mark.parametrize(
    "text",
    [
        '<svg viewBox="0 0 10 10"><g fill="red"><rect width="9" height="9"/></g></svg>',
        '<s:svg xmlns:s="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><s:circle r="9"/></s:svg>',
    ],
)
def test_art_without_a_namespace_and_with_a_prefix(tmp_path: Path, text: str) -> None:
    path = tmp_path / "art.svg"
    path.write_text(text, "utf-8")
    read_drawing.cache_clear()
    found = read_drawing(art(path))
    assert found is not None
    assert len(found.shapes) == 1


def test_what_is_more_than_plain_is_named(tmp_path: Path) -> None:
    assert drawing(tmp_path, "<text>a</text>") is None
    assert read_drawing.beyond(art(tmp_path / "art.svg")) == "<text>"
    assert drawing(tmp_path, '<rect width="9" height="9" mask="url(#m)"/>') is None
    assert read_drawing.beyond(art(tmp_path / "art.svg")) == "`mask`"
