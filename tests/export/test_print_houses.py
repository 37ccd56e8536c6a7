"""``--to pdfx``, ``--to dtc`` and ``--to pdfa``: what print houses and archives get, and what is refused."""

from __future__ import annotations

import errno
import os
from collections.abc import Mapping
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy
import pikepdf
import pypdfium2
import pytest
import verapdf
from games import Result, bundled_game, run_here, write_game
from PIL import Image, ImageCms

from generator.export.preflight_x1a import preflight
from generator.export.targets.pdfa import srgb_profile

POINT = 25.4 / 72
PLAIN = """\
<card>
<rect x="-3" y="-3" width="{{ component.width + 6 }}" height="{{ component.height + 6 }}" fill="#c02020"/>
<text x="6" y="20" width="50">{{ name }}</text>
</card>
"""
BACK = PLAIN.replace("#c02020", "#2020c0")


def game(front: str = PLAIN, back: str | None = BACK, **more: Any) -> None:
    more.setdefault("component", {"bleed": "3 mm"})
    write_game(Path("g"), front=front, back=back, **more)


def export(target: str, *arguments: str) -> Result:
    return run_here("export", "g", "--to", target, *arguments)


def exported(target: str, *arguments: str, name: str = "cards-pod.pdf") -> Path:
    done = export(target, *arguments)
    assert done.code == 0, done.output
    return Path("output/g", target, name)


def refused(target: str, *arguments: str) -> str:
    done = export(target, *arguments)
    assert done.code == 1, done.output
    assert not Path("output").exists() or not list(Path("output").rglob("*")), "something was left behind"
    return done.stderr


def box(page: pikepdf.Page, name: str) -> list[float]:
    """A box of a page in mm: left, bottom, right, top."""
    return [round(float(edge) * POINT, 2) for edge in page.obj[name]]


def drawn(path: Path, page: int, dpi: int = 300) -> Any:
    with pypdfium2.PdfDocument(path) as document:
        return numpy.asarray(document[page].render(scale=dpi / 72).to_pil().convert("RGB")).astype(int)


def texts(path: Path) -> list[str]:
    with pypdfium2.PdfDocument(path) as document:
        return [page.get_textpage().get_text_range().strip() for page in document]


def names(path: Path) -> list[str]:
    """What is written on pages whose edges are mirrored: the face itself, and eight times around it."""
    words = [text.split() for text in texts(path)]
    return [" ".join(one[: len(one) // 9]) for one in words]


@pytest.mark.usefixtures("here")
@pytest.mark.parametrize(("target", "name"), [("pdfx", "cards-pod.pdf"), ("dtc", "cards.pdf")])
@pytest.mark.parametrize(("asked", "dots"), [((), 450), (("--max-dpi", "200"), 200)])
def test_large_pictures_are_reduced_and_the_report_says_so(
    target: str, name: str, asked: tuple[str, ...], dots: int
) -> None:
    file = BytesIO()
    Image.linear_gradient("L").resize((1000, 1000)).convert("RGB").save(file, "PNG")
    shown = '<image href="art.png" x="5" y="5" width="25.4" height="25.4"/></card>'
    game(PLAIN.replace("</card>", shown), files={"art/art.png": file.getvalue()})
    done = export(target, *asked)
    assert "1 picture reduced" in done.stdout
    with pikepdf.open(Path("output/g", target, name)) as pdf:
        assert [image.Width for image in images(pdf)] == [dots]


def images(pdf: pikepdf.Pdf) -> list[Any]:
    return [thing for thing in pdf.objects if isinstance(thing, pikepdf.Stream) and "/Width" in thing]


def cmyk_profile() -> bytes:
    """A profile of a printer with four inks, made up: each ink takes its share of one of three lights."""
    import struct

    def tag(body: bytes) -> bytes:
        return body + bytes(-len(body) % 4)

    def table(inputs: int, outputs: int, grid: int, entries: bytes) -> bytes:
        ramp = bytes(range(256))
        head = struct.pack(">4s4xBBBx", b"mft1", inputs, outputs, grid)
        matrix = struct.pack(">9i", 65536, 0, 0, 0, 65536, 0, 0, 0, 65536)
        return tag(head + matrix + ramp * inputs + entries + ramp * outputs)

    to_lab = bytearray()
    for inks in numpy.ndindex(2, 2, 2, 2):
        light = round(255 * (1 - inks[3]) * (1 - sum(inks[:3]) / 3))
        to_lab += bytes((light, 128, 128))
    from_lab = bytearray()
    for lightness, *_ in numpy.ndindex(2, 2, 2):
        ink = 0 if lightness else 255
        from_lab += bytes((ink, ink, ink, ink))
    described = b"A made-up press"
    desc = tag(struct.pack(">4s4xI", b"desc", len(described) + 1) + described + b"\0" + bytes(78))
    white = tag(struct.pack(">4s4x3i", b"XYZ ", 63190, 65536, 54061))
    rights = tag(b"text\0\0\0\0None\0")
    tags = [
        (b"desc", desc),
        (b"cprt", rights),
        (b"wtpt", white),
        *((name, table(4, 3, 2, bytes(to_lab))) for name in (b"A2B0", b"A2B1")),
        *((name, table(3, 4, 2, bytes(from_lab))) for name in (b"B2A0", b"B2A1")),
    ]
    place = 128 + 4 + 12 * len(tags)
    index, bodies = struct.pack(">I", len(tags)), b""
    for name, body in tags:
        index += struct.pack(">4sII", name, place + len(bodies), len(body))
        bodies += body
    head = struct.pack(
        ">I4sI4s4s4s6H4s4x4s4s8xI3i", place + len(bodies), b"lcms", 0x02100000, b"prtr", b"CMYK", b"Lab ",
        2000, 1, 1, 0, 0, 0, b"acsp", b"none", b"none", 0, 63190, 65536, 54061,
    )  # fmt: skip
    return head + bytes(128 - len(head)) + index + bodies


def test_a_page_for_each_face_with_its_boxes() -> None:
    game(cards=[{"name": "Knight", "copies": 2}, {"name": "Pawn"}])
    file = exported("pdfx")
    assert texts(file) == ["Knight"] * 4 + ["Pawn"] * 2
    with pikepdf.open(file) as pdf:
        for page in pdf.pages:
            assert box(page, "/MediaBox") == box(page, "/BleedBox") == [0, 0, 69.5, 94.9]
            assert box(page, "/TrimBox") == [3, 3, 66.5, 91.9]
        assert pdf.pdf_version == "1.4"
        assert str(pdf.docinfo["/Title"]) == "Tiny: Cards"
        assert pdf.docinfo["/Trapped"] == pikepdf.Name("/False")
    assert b"/Trapped /False" in file.read_bytes()
    assert preflight(file, 2.4) == []


def test_whole_sheets() -> None:
    game(cards=[{"name": "Knight", "copies": 9}])
    file = exported("pdfx", "--whole-sheets", "--paper", "a3", name="cards-a3-duplex-long.pdf")
    assert preflight(file, 2.4) == []
    with pikepdf.open(file) as pdf:
        assert [box(page, "/TrimBox") for page in pdf.pages] == [[0, 0, 297, 420]] * 2


def test_what_belongs_to_sheets_needs_sheets() -> None:
    game()
    told = refused("pdfx", "--marks", "none")
    assert (
        "error: --marks does nothing where each face has a page of its own; leave it out, or ask for" in told
    )


def test_the_intent_is_that_which_was_asked_for() -> None:
    game()
    for asked, written in (((), "FOGRA39"), (("--intent", "cgats tr001"), "CGATS TR 001")):
        with pikepdf.open(exported("pdfx", *asked)) as pdf:
            (intent,) = pdf.Root.OutputIntents
            assert str(intent.OutputConditionIdentifier) == written
            assert str(intent.RegistryName) == "http://www.color.org"
            assert intent.S == "/GTS_PDFX"


def test_an_unknown_intent() -> None:
    game()
    done = export("pdfx", "--intent", "FOGRA93")
    assert done.code == 2
    assert "no printing condition 'FOGRA93'" in " ".join(done.stderr.replace("│", " ").split())
    assert not Path("output").exists()


def colour_lines(path: Path) -> list[str]:
    with pikepdf.open(path) as pdf:
        content = b"\n".join(
            thing.read_bytes()
            for thing in pdf.objects
            if isinstance(thing, pikepdf.Stream) and thing.get("/Subtype") in (None, "/Form")
            if "/Length1" not in thing
        )
    return [
        line.strip()
        for line in content.decode("latin-1").splitlines()
        if line.rstrip().endswith((" k", " K"))
    ]


def test_colours_have_the_inks_that_the_theme_gives() -> None:
    words = '<text fill="black" width="50">{{ name }}</text>'
    front = f'<card><rect width="60" height="60" fill="gold"/>{words}</card>'
    gold = {"rgb": "#c90", "cmyk": [0, 25, 80, 10]}
    game(front, None, theme={"palette": {"gold": gold}})
    lines = colour_lines(exported("pdfx"))
    assert "0 0.25 0.8 0.1 k" in lines
    assert "0 0 0 1 k" in lines, "black text is black alone"
    build = run_here("build", "g")
    assert build.code == 0
    with pikepdf.open(next(Path("output/g").glob("cards-*.pdf"))) as pdf:
        assert b"0.8 0.6 0 rg" in pdf.pages[0].obj.Contents.read_bytes(), "screens show RGB"


HEAVY = '<card><rect width="60" height="60" fill="night"/></card>'


@pytest.mark.parametrize("target", ["pdfx", "dtc"])
def test_too_much_ink_is_told_with_card_and_colour(target: str) -> None:
    theme = {"palette": {"night": {"rgb": "#000", "cmyk": [80, 80, 60, 100]}}}
    game(HEAVY, None, theme=theme, cards=[{"name": "Knight"}, {"name": "Night"}])
    told = refused(target)
    assert (
        "the colour cmyk(80 80 60 100) takes 320 % ink, more than 240 % (it is 'night' in the theme)" in told
    )
    assert "(card knight)" in told
    assert "take less of cyan, magenta and yellow" in told


def test_another_limit() -> None:
    game(HEAVY, None, theme={"palette": {"night": "cmyk(80 80 60 100)"}})
    assert preflight(exported("pdfx", "--ink-limit", "320"), 3.2) == []
    assert export("pdfx", "--ink-limit", "50").code == 2


def picture(mode: str, colour: Any, form: str) -> bytes:
    file = BytesIO()
    Image.new(mode, (300, 300), colour).save(file, form, quality=95)
    return file.getvalue()


def test_a_picture_with_too_much_ink_is_told_by_its_name() -> None:
    art = picture("CMYK", (250, 250, 250, 250), "JPEG")
    game('<card><image href="dark.jpg" width="20" height="20"/></card>', None, files={"dark.jpg": art})
    told = refused("pdfx")
    assert "dark.jpg: error: the picture takes 39" in told
    assert "more than 240 %; save it with less ink, or in RGB" in told


@pytest.mark.parametrize(
    ("name", "art", "inks"),
    [
        ("red.png", picture("RGB", (255, 0, 0), "PNG"), (0, 255, 255, 0)),
        ("red.jpg", picture("RGB", (255, 0, 0), "JPEG"), (0, 255, 255, 0)),
        ("mild.jpg", picture("CMYK", (20, 40, 60, 80), "JPEG"), (20, 40, 60, 80)),
        ("grey.png", picture("L", 128, "PNG"), (128,)),
    ],
)
def test_pictures_are_in_inks(name: str, art: bytes, inks: tuple[int, ...]) -> None:
    front = f'<card><image href="{name}" x="5" y="5" width="20" height="20"/></card>'
    game(front, None, files={name: art})
    with pikepdf.open(exported("pdfx")) as pdf:
        (image,) = (one for one in pdf.objects if isinstance(one, pikepdf.Stream) and "/Width" in one)
        if image.Filter == "/DCTDecode":
            pixel = numpy.asarray(Image.open(BytesIO(image.read_raw_bytes())))[9, 9]
        else:
            pixel = numpy.frombuffer(image.read_bytes(), dtype=numpy.uint8)[: len(inks)]
    assert pixel.tolist() == pytest.approx(inks, abs=2)


def test_a_print_house_profile_converts_and_is_embedded() -> None:
    Path("press.icc").write_bytes(cmyk_profile())
    game()
    file = exported("pdfx", "--icc", "press.icc")
    assert preflight(file, 2.4) == []
    with pikepdf.open(file) as pdf:
        (intent,) = pdf.Root.OutputIntents
        assert intent.DestOutputProfile.read_bytes() == cmyk_profile()
        assert str(intent.OutputConditionIdentifier) == "Custom"
        assert str(intent.Info) == "A made-up press"
    lines = colour_lines(file)
    assert "0 0 0 1 k" in lines, "black stays black alone, whatever the profile makes of it"
    assert len(set(lines)) >= 3


def test_a_profile_holds_for_what_becomes_pixels() -> None:
    """Also there, black is black alone, and nothing is translucent or above the limit."""
    Path("press.icc").write_bytes(cmyk_profile())
    veil = '<rect width="60" height="60" fill="#000000"/><rect x="5" width="9" height="9" fill="#ff000080"/>'
    game(f"<card>{veil}</card>", None)
    file = exported("pdfx", "--icc", "press.icc", "--ink-limit", "200")
    assert preflight(file, 2.0) == []
    with pikepdf.open(file) as pdf:
        (image,) = (one for one in pdf.objects if isinstance(one, pikepdf.Stream) and "/Width" in one)
        pixels = numpy.frombuffer(image.read_bytes(), dtype=numpy.uint8).reshape(-1, 4)
    assert (0, 0, 0, 255) in set(map(tuple, pixels.tolist()))
    assert pixels.sum(axis=1, dtype=int).max() <= 510


@pytest.mark.parametrize(
    ("data", "told"),
    [
        (None, "press.icc: error: the file does not exist"),
        (b"", "press.icc: error: not an ICC profile"),
        (b"nothing of the kind", "press.icc: error: not an ICC profile"),
        (srgb_profile(), "press.icc: error: expected a profile for CMYK, got one for RGB"),
    ],
)
@pytest.mark.parametrize("target", ["pdfx", "dtc"])
def test_a_profile_that_is_none(target: str, data: bytes | None, told: str) -> None:
    if data is not None:
        Path("press.icc").write_bytes(data)
    game()
    assert told in refused(target, "--icc", "press.icc")


def cut_lines(path: Path) -> list[list[tuple[float, float]]]:
    """The points of all lines in CutContour, page by page, in mm from the lower left corner."""
    found = []
    with pikepdf.open(path) as pdf:
        for page in pdf.pages:
            points: list[tuple[float, float]] = []
            matrix, is_cut, stack = pikepdf.Matrix(), False, []
            for operands, operator in pikepdf.parse_content_stream(page):
                name = str(operator)
                if name == "q":
                    stack.append((matrix, is_cut))
                elif name == "Q":
                    matrix, is_cut = stack.pop()
                elif name == "cm":
                    matrix = pikepdf.Matrix(*(float(one) for one in operands)) @ matrix
                elif name == "CS":
                    is_cut = str(operands[0]) == "/CutContour"
                elif is_cut and name in ("m", "l", "c"):
                    x, y = (float(one) for one in operands[-2:])
                    left, bottom = matrix.transform((x, y))
                    points.append((left * POINT, bottom * POINT))
            assert not stack, "what is saved is restored"
            found.append(points)
    return found


def test_cut_lines_lie_on_the_trims() -> None:
    game(component={"bleed": "3 mm", "corner": 3})
    file = exported("pdfx", "--cut-lines")
    for points in cut_lines(file):
        xs, ys = zip(*points, strict=True)
        assert (min(xs), max(xs)) == pytest.approx((3, 66.5), abs=0.02)
        assert (min(ys), max(ys)) == pytest.approx((3, 91.9), abs=0.02)
    with pikepdf.open(file) as pdf:
        spaces = [page.resources.ColorSpace.CutContour for page in pdf.pages]
        assert {str(space[0]) for space in spaces} == {"/Separation"}
        assert {str(space[1]) for space in spaces} == {"/CutContour"}
        assert bool(pdf.pages[0].resources.ExtGState.Overprint.OP)
    assert preflight(file, 2.4) == []


def test_cut_lines_of_sheets_are_on_the_fronts() -> None:
    game(cards=[{"name": "Knight", "copies": 4}])
    file = exported("pdfx", "--cut-lines", "--whole-sheets", name="cards-a4-duplex-long.pdf")
    front, back = cut_lines(file)
    assert len(front) == 4 * 4
    assert back == []


def test_a_token_is_cut_round() -> None:
    write_game(
        Path("g"),
        front=PLAIN,
        component={"kind": "tokens", "size": "25 x 25 mm", "shape": "circle", "bleed": "1.5 mm"},
    )
    (points,) = cut_lines(exported("pdfx", "--cut-lines"))
    xs, ys = zip(*points, strict=True)
    assert (min(xs), max(xs)) == pytest.approx((1.5, 26.5), abs=0.02)
    assert (min(ys), max(ys)) == pytest.approx((1.5, 26.5), abs=0.02)


DTC_PAGES = {"poker": (69.85, 95.25, 3.175), "euro-poker": (69.342, 94.234, 3.175)}


@pytest.mark.parametrize("size", DTC_PAGES)
def test_a_deck_for_drive_thru_cards(size: str) -> None:
    """Back, front, back, front, on pages of the size that they ask for, colour up to the edge."""
    game(
        cards=[{"name": "Knight", "copies": 2}, {"name": "Pawn"}],
        back=BACK.replace("{{ name }}", "back of {{ name }}"),
        component={"size": size, "bleed": "3 mm"},
    )
    file = exported("dtc", name="cards.pdf")
    assert names(file) == ["back of Knight", "Knight"] * 2 + ["back of Pawn", "Pawn"]
    width, height, bleed = DTC_PAGES[size]
    with pikepdf.open(file) as pdf:
        for page in pdf.pages:
            assert box(page, "/MediaBox") == pytest.approx([0, 0, width, height], abs=0.01)
            trim = [bleed, bleed, width - bleed, height - bleed]
            assert box(page, "/TrimBox") == pytest.approx(trim, abs=0.01)
    assert preflight(file, 2.4) == []
    for page in (0, 1):
        pixels = drawn(file, page, 600)
        edges = numpy.concatenate([pixels[1], pixels[-2], pixels[:, 1], pixels[:, -2]])
        assert numpy.abs(edges - pixels[5, 5]).max() <= 6, "no white, and no seam, at any edge"
        assert edges.min() < 100


def test_a_card_lies_in_the_middle_of_its_page() -> None:
    """Its own bleed reaches to the page's edge."""
    marked = PLAIN.replace(
        "<text",
        '<rect x="0" y="0" width="1" height="1" fill="#00ff00"/>\n'
        '<rect x="-4" y="-4" width="1.1" height="20" fill="#0000ff"/>\n<text',
    )
    game(marked.replace('"-3" y="-3"', '"-4" y="-4"'), None, component={"bleed": "4 mm"})
    pixels = drawn(exported("dtc", name="cards.pdf"), 1, 600)
    is_green = (pixels[:, :, 1] > pixels[:, :, 0] + 40) & (pixels[:, :, 1] > pixels[:, :, 2])
    ys, xs = is_green.nonzero()
    assert [xs.min() / 600 * 25.4, ys.min() / 600 * 25.4] == pytest.approx([3.175, 3.175], abs=0.06)
    red, green, blue = pixels[100, 2]
    assert blue > max(red, green) + 50, "what is drawn 3 mm outside of the trim"


def test_cards_without_a_back_get_white_ones() -> None:
    game(back=None)
    done = export("dtc")
    assert "1 card on us-poker, white backs" in done.stdout
    file = Path("output/g/dtc/cards.pdf")
    assert names(file) == ["", "Knight"]
    assert drawn(file, 0, 50).min() == 255
    assert preflight(file, 2.4) == []


def test_a_card_on_its_side_is_turned() -> None:
    """The front clockwise, the back against it, so that one edge of the card is the top of both."""
    band = '<rect x="-3" y="-3" width="94.9" height="15" fill="#00a000"/>\n<text'
    game(
        PLAIN.replace("<text", band),
        BACK.replace("<text", band),
        component={"size": "poker landscape", "bleed": "3 mm"},
    )
    file = exported("dtc", name="cards.pdf")
    back, front = (drawn(file, page, 72) for page in (0, 1))
    assert front.shape == (270, 198, 3)
    middle = front.shape[0] // 2
    assert front[middle, -20, 1] > front[middle, 20, 1] + 50, "clockwise: the top is at the right"
    assert back[middle, 20, 1] > back[middle, -20, 1] + 50


def test_what_drive_thru_cards_does_not_make() -> None:
    components: Mapping[str, Any] = {
        "coins": {
            "kind": "tokens",
            "size": "25 x 25 mm",
            "shape": "hex",
            "cards": [{"id": "coin"}],
            "front": "card.xml.j2",
            "press": {"backs": "none"},
        }
    }
    write_game(Path("g"), game={"title": "Tiny", "components": dict(components)}, front=PLAIN)
    told = refused("dtc")
    assert "DriveThruCards has no hexagonal tokens of 25 × 25 mm" in told
    assert "it makes cards" in told


def test_the_check_for_drive_thru_cards_writes_nothing() -> None:
    coarse = picture("RGB", (200, 90, 30), "PNG")
    front = PLAIN.replace(
        '<text x="6"', '<image href="coarse.png" x="5" y="30" width="50" height="50"/>\n<text x="1"'
    )
    game(front, None, files={"coarse.png": coarse})
    done = run_here("check", "g", "--for", "dtc")
    assert "of DriveThruCards" in done.output, "152 dpi are too few"
    assert "DriveThruCards' safe zone" in done.output
    theme = {"palette": {"night": {"cmyk": [80, 80, 60, 100]}}}
    game(HEAVY, None, theme=theme)
    heavy = run_here("check", "g", "--for", "dtc")
    assert heavy.code == 1
    assert "takes 320 % ink" in heavy.output
    assert not Path("output").exists()


def archive() -> Path:
    art = picture("CMYK", (20, 40, 60, 80), "JPEG")
    front = PLAIN.replace("<text", '<image href="mild.jpg" width="20" height="20"/>\n<text')
    game(front, None, files={"mild.jpg": art})
    return exported("pdfa", name="cards-a4.pdf")


def test_an_archive_says_what_it_is() -> None:
    with pikepdf.open(archive()) as pdf:
        with pdf.open_metadata() as about:
            assert (about["pdfaid:part"], about["pdfaid:conformance"]) == ("2", "B")
            assert about["dc:title"] == "Tiny: Cards"
        (intent,) = pdf.Root.OutputIntents
        assert intent.S == "/GTS_PDFA1"
        profile = ImageCms.ImageCmsProfile(BytesIO(intent.DestOutputProfile.read_bytes()))
        assert ImageCms.getProfileDescription(profile).startswith("sRGB")
        (image,) = (one for one in pdf.objects if isinstance(one, pikepdf.Stream) and "/Width" in one)
        assert image.ColorSpace == "/DeviceRGB", "only sRGB is told what it looks like"
        red, green, blue = pikepdf.PdfImage(image).as_pil_image().getpixel((0, 0))
        assert red > green > blue, "the inks 20, 40, 60, 80 as light"


@pytest.mark.slow
def test_an_archive_is_one_by_the_validator() -> None:
    assert verapdf.validate(archive(), "PDFA-2B") == []


def test_an_archive_holds_no_pictures_alone() -> None:
    game()
    assert "--form png writes pictures, no PDF files" in refused("pdfa", "--form", "png")


@pytest.mark.parametrize("target", ["pdfx", "dtc", "pdfa"])
def test_a_full_disk_leaves_nothing(target: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game()

    def full(*_: object, **__: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(pikepdf.Pdf, "save", full)
    assert "can't write to output: No space left on device" in refused(target)


@pytest.mark.slow
def test_a_bundled_game_is_sound() -> None:
    """What the exports check themselves is looked at once more; of one game with all there is in it."""
    # Both draw the same faces, on pages of other sizes.
    for target, cards in (("pdfx", ()), ("dtc", ("--only", "troops"))):
        done = run_here("export", bundled_game("hold-the-line").folder, "--to", target, *cards)
        assert done.code == 0, done.output
    files = sorted(Path("output").rglob("*.pdf"))
    assert len(files) >= 8
    for file in files:
        with pikepdf.open(file) as pdf:
            assert pdf.check_pdf_syntax() == []
        assert preflight(file, 2.4) == []


@pytest.mark.slow
def test_an_archive_of_a_bundled_game_is_sound() -> None:
    """By another program, which takes long to start; rulebooks are still for everybody."""
    for name, only in (("hold-the-line", ("--only", "troops")), ("strongholds", ("--only", "rulebook"))):
        done = run_here("export", bundled_game(name).folder, "--to", "pdfa", *only)
        assert done.code == 0, done.output
    files = sorted(Path("output").rglob("*.pdf"))
    for file in files:
        with pikepdf.open(file) as pdf:
            assert pdf.check_pdf_syntax() == []
    assert not any(verapdf.validate_all(files, "PDFA-2B").values())
    books = [file for file in files if file.stem == "rulebook-a4"]
    assert len(books) == 1
    assert not any(verapdf.validate_all(books, "PDFUA-1").values())
