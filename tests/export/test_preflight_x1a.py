"""The preflight for PDF/X-1a: nothing is wrong with a sound file, and each fault that is planted is named."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pikepdf
import pytest
from games import run_here, write_game
from pikepdf import Array, Dictionary, Name, Pdf

from generator.export.preflight_x1a import preflight

LIMIT = 2.4
FRONT = """\
<card>
<rect x="-3" y="-3" width="69.5" height="94.9" fill="#30507a"/>
<rect x="5" y="5" width="50" height="30" fill="#ffffff80"/>
<rect x="5" y="40" width="50" height="10" fill="linear(0, gold, teal)"/>
<text x="5" y="60" width="50">{{ name }}</text>
</card>
"""


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """A file of ours: a picture, a gradient, a font, an ink of its own."""
    folder = tmp_path_factory.mktemp("x1a")
    write_game(folder / "g", front=FRONT, component={"bleed": "3 mm"})
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        done = run_here("export", "g", "--to", "pdfx", "--cut-lines")
    assert done.code == 0, done.output
    return Path(folder, "output/g/pdfx/cards-pod.pdf").read_bytes()


def found(pdf: Pdf, path: Path, **saving: Any) -> dict[str, str]:
    """What the preflight finds in a changed file: rules with what is said of them."""
    how: dict[str, Any] = {
        "object_stream_mode": pikepdf.ObjectStreamMode.disable,
        "force_version": "1.4",
        # Or streams would be packed anew.
        "compress_streams": False,
        **saving,
    }
    pdf.save(path, **how)
    return {one.rule: one.says for one in preflight(path, LIMIT)}


def test_a_sound_file_has_nothing_wrong(sound: bytes, tmp_path: Path) -> None:
    file = tmp_path / "sound.pdf"
    file.write_bytes(sound)
    assert preflight(file, LIMIT) == []
    with pikepdf.open(file) as pdf:
        assert found(pdf, tmp_path / "again.pdf") == {}


def add_content(pdf: Pdf, content: bytes) -> None:
    pdf.pages[0].contents_add(content)


def resources(pdf: Pdf, group: str) -> Any:
    own = pdf.pages[0].resources
    if group not in own:
        own[group] = Dictionary()
    return own[group]


def image(pdf: Pdf, space: Any, pixel: bytes, **more: Any) -> Any:
    made = pdf.make_stream(pixel, Type=Name.XObject, Subtype=Name.Image, Width=1, Height=1, **more)
    made.BitsPerComponent, made.ColorSpace = 8, space
    return made


def form(pdf: Pdf, content: bytes, **more: Any) -> Any:
    return pdf.make_stream(
        content, Type=Name.XObject, Subtype=Name.Form, BBox=[0, 0, 9, 9], Resources=Dictionary(), **more
    )


def profile(pdf: Pdf) -> Array:
    return Array([Name.ICCBased, pdf.make_stream(b"", N=4)])


def rgb_operator(pdf: Pdf) -> None:
    add_content(pdf, b"1 0 0 rg 0 0 9 9 re f")


def rgb_line(pdf: Pdf) -> None:
    add_content(pdf, b"1 0 0 RG 0 0 m 9 9 l S")


def rgb_space(pdf: Pdf) -> None:
    add_content(pdf, b"/DeviceRGB cs 1 0 0 sc 0 0 9 9 re f")


def rgb_in_form(pdf: Pdf) -> None:
    inner = form(pdf, b"1 0 0 rg 0 0 9 9 re f")
    outer = form(pdf, b"/Inner Do")
    outer.Resources = Dictionary(XObject=Dictionary(Inner=inner))
    resources(pdf, "/XObject").Outer = outer


def rgb_image(pdf: Pdf) -> None:
    resources(pdf, "/XObject").Red = image(pdf, Name.DeviceRGB, b"\xff\0\0")


def rgb_palette(pdf: Pdf) -> None:
    space = Array([Name.Indexed, Name.DeviceRGB, 0, pikepdf.String(b"\xff\0\0")])
    resources(pdf, "/XObject").Red = image(pdf, space, b"\0")


def rgb_inline(pdf: Pdf) -> None:
    add_content(pdf, b"BI /W 1 /H 1 /BPC 8 /CS /RGB ID \xff\0\0 EI")


def rgb_gradient(pdf: Pdf) -> None:
    blend = Dictionary(FunctionType=2, Domain=[0, 1], C0=[1, 0, 0], C1=[0, 0, 1], N=1)
    shading = Dictionary(ShadingType=2, ColorSpace=Name.DeviceRGB, Coords=[0, 0, 1, 1], Function=blend)
    resources(pdf, "/Shading").Red = pdf.make_indirect(shading)


def rgb_letters(pdf: Pdf) -> None:
    font = Dictionary(
        Type=Name.Font,
        Subtype=Name.Type3,
        FontBBox=[0, 0, 1, 1],
        FontMatrix=[1, 0, 0, 1, 0, 0],
        CharProcs=Dictionary(a=pdf.make_stream(b"1 0 d0 0 1 0 rg 0 0 1 1 re f")),
        Encoding=Dictionary(Differences=[97, Name.a]),
        FirstChar=97,
        LastChar=97,
        Widths=[1],
    )
    resources(pdf, "/Font").Drawn = pdf.make_indirect(font)


def rgb_behind_spot(pdf: Pdf) -> None:
    tint = Dictionary(FunctionType=2, Domain=[0, 1], C0=[1, 1, 1], C1=[1, 0, 0], N=1)
    resources(pdf, "/ColorSpace").Spot = Array([Name.Separation, Name.Gold, Name.DeviceRGB, tint])


def lab(pdf: Pdf) -> None:
    space = Array([Name.Lab, Dictionary(WhitePoint=[0.9505, 1, 1.089])])
    resources(pdf, "/ColorSpace").Paint = space


def icc_image(pdf: Pdf) -> None:
    resources(pdf, "/XObject").Own = image(pdf, profile(pdf), b"\0\0\0\0")


def translucent_fill(pdf: Pdf) -> None:
    resources(pdf, "/ExtGState").Half = Dictionary(ca=0.5)


def translucent_line(pdf: Pdf) -> None:
    resources(pdf, "/ExtGState").Half = Dictionary(CA=0.5)


def blending(pdf: Pdf) -> None:
    resources(pdf, "/ExtGState").Mixed = Dictionary(BM=Name.Multiply)


def soft_mask_state(pdf: Pdf) -> None:
    mask = Dictionary(S=Name.Luminosity, G=form(pdf, b""))
    resources(pdf, "/ExtGState").Masked = Dictionary(SMask=mask)


def soft_mask_image(pdf: Pdf) -> None:
    mask = image(pdf, Name.DeviceGray, b"\x80")
    resources(pdf, "/XObject").Faded = image(pdf, Name.DeviceCMYK, b"\0\0\0\0", SMask=mask)


def page_group(pdf: Pdf) -> None:
    pdf.pages[0].obj.Group = Dictionary(S=Name.Transparency, CS=Name.DeviceCMYK)


def group_in_pattern(pdf: Pdf) -> None:
    group = form(pdf, b"0 0 9 9 re f", Group=Dictionary(S=Name.Transparency))
    pattern = pdf.make_stream(b"/Group Do", PatternType=1, PaintType=1, TilingType=1, BBox=[0, 0, 9, 9])
    pattern.XStep, pattern.YStep = 9, 9
    pattern.Resources = Dictionary(XObject=Dictionary(Group=group))
    resources(pdf, "/Pattern").Tiles = pattern


def font_missing(pdf: Pdf) -> None:
    font = Dictionary(Type=Name.Font, Subtype=Name.Type1, BaseFont=Name.Helvetica)
    resources(pdf, "/Font").Plain = pdf.make_indirect(font)


def no_trim(pdf: Pdf) -> None:
    del pdf.pages[0].obj.TrimBox


def trim_and_art(pdf: Pdf) -> None:
    pdf.pages[0].obj.ArtBox = pdf.pages[0].obj.TrimBox


def trim_outside(pdf: Pdf) -> None:
    pdf.pages[0].obj.TrimBox = [-20, 0, 100, 100]


def bleed_outside(pdf: Pdf) -> None:
    pdf.pages[0].obj.BleedBox = [-1, 0, 200, 270]


def bleed_inside_trim(pdf: Pdf) -> None:
    pdf.pages[0].obj.BleedBox = [30, 30, 100, 100]


def no_intent(pdf: Pdf) -> None:
    del pdf.Root.OutputIntents


def wrong_intent(pdf: Pdf) -> None:
    pdf.Root.OutputIntents[0].S = Name.GTS_PDFA1


def intent_without_registry(pdf: Pdf) -> None:
    del pdf.Root.OutputIntents[0].RegistryName


def intent_with_rgb_profile(pdf: Pdf) -> None:
    pdf.Root.OutputIntents[0].DestOutputProfile = pdf.make_stream(b"", N=3)


def no_version(pdf: Pdf) -> None:
    del pdf.docinfo["/GTS_PDFXVersion"]


def not_said_trapped(pdf: Pdf) -> None:
    pdf.docinfo["/Trapped"] = Name.Unknown


def no_date(pdf: Pdf) -> None:
    del pdf.docinfo["/CreationDate"]


def no_title(pdf: Pdf) -> None:
    del pdf.docinfo["/Title"]


def javascript(pdf: Pdf) -> None:
    action = Dictionary(S=Name.JavaScript, JS="app.alert(1)")
    pdf.Root.Names = Dictionary(JavaScript=Dictionary(Names=["a", action]))


def open_action(pdf: Pdf) -> None:
    pdf.Root.OpenAction = Dictionary(S=Name.URI, URI="https://example.org")


def annotation(pdf: Pdf) -> None:
    note = Dictionary(Type=Name.Annot, Subtype=Name.Link, Rect=[20, 20, 40, 40], Border=[0, 0, 0])
    pdf.pages[0].obj.Annots = [pdf.make_indirect(note)]


def lzw(pdf: Pdf) -> None:
    picture = image(pdf, Name.DeviceGray, b"")
    picture.write(b"\x80\x0b\x60\x50\x22\x0c\x0c\x85\x01", filter=Name.LZWDecode)
    resources(pdf, "/XObject").Packed = picture


def jpx(pdf: Pdf) -> None:
    picture = image(pdf, Name.DeviceGray, b"")
    picture.write(b"\0", filter=Name.JPXDecode)
    resources(pdf, "/XObject").Packed = picture


def layers(pdf: Pdf) -> None:
    group = pdf.make_indirect(Dictionary(Type=Name.OCG, Name="German"))
    pdf.Root.OCProperties = Dictionary(OCGs=[group], D=Dictionary(Order=[group]))


def layer_on_page(pdf: Pdf) -> None:
    add_content(pdf, b"/OC /German BDC EMC")


def heavy_colour(pdf: Pdf) -> None:
    add_content(pdf, b".9 .8 .8 1 k 0 0 9 9 re f")


def heavy_pixel(pdf: Pdf) -> None:
    resources(pdf, "/XObject").Dark = image(pdf, Name.DeviceCMYK, b"\xff\xff\x80\0")


def heavy_gradient(pdf: Pdf) -> None:
    blend = Dictionary(FunctionType=2, Domain=[0, 1], C0=[1, 1, 1, 0], C1=[0, 0, 0, 0], N=1)
    shading = Dictionary(ShadingType=2, ColorSpace=Name.DeviceCMYK, Coords=[0, 0, 1, 1], Function=blend)
    resources(pdf, "/Shading").Dark = pdf.make_indirect(shading)


def transfer(pdf: Pdf) -> None:
    resources(pdf, "/ExtGState").Curve = Dictionary(TR=Dictionary(FunctionType=2, Domain=[0, 1], N=2))


def postscript(pdf: Pdf) -> None:
    resources(pdf, "/XObject").Old = pdf.make_stream(b"showpage", Type=Name.XObject, Subtype=Name.PS)


def attachment(pdf: Pdf) -> None:
    pdf.attachments["rules.txt"] = b"Roll a die."


FAULTS: list[tuple[Callable[[Pdf], None], str, str]] = [
    (rgb_operator, "rgb", "a colour is set in RGB (rg)"),
    (rgb_line, "rgb", "a colour is set in RGB (RG)"),
    (rgb_space, "rgb", "a colour is in RGB"),
    (rgb_in_form, "rgb", "a colour is set in RGB (rg)"),
    (rgb_image, "rgb", "the picture Red is in RGB"),
    (rgb_palette, "rgb", "the picture Red is in RGB"),
    (rgb_inline, "rgb", "an inline picture is in RGB"),
    (rgb_gradient, "rgb", "the gradient Red is in RGB"),
    (rgb_letters, "rgb", "a colour is set in RGB (rg)"),
    (rgb_behind_spot, "rgb", "the colour space Spot, as it looks without its own ink, is in RGB"),
    (lab, "lab", "the colour space Paint is in Lab"),
    (icc_image, "icc", "the picture Own has a profile of its own (ICCBased)"),
    (translucent_fill, "transparency", "the graphics state Half is translucent or blends"),
    (translucent_line, "transparency", "the graphics state Half is translucent or blends"),
    (blending, "transparency", "the graphics state Mixed is translucent or blends"),
    (soft_mask_state, "transparency", "the graphics state Masked is translucent or blends"),
    (soft_mask_image, "transparency", "the picture Faded is translucent"),
    (page_group, "transparency", "it is a transparency group"),
    (group_in_pattern, "transparency", "the form Group is a transparency group"),
    (font_missing, "font", "the font Helvetica is not embedded"),
    (no_trim, "boxes", "it has neither a TrimBox nor an ArtBox"),
    (trim_and_art, "boxes", "it has a TrimBox and an ArtBox, of which there may be one"),
    (trim_outside, "boxes", "its TrimBox reaches out of the BleedBox"),
    (bleed_outside, "boxes", "its BleedBox reaches out of the MediaBox"),
    (bleed_inside_trim, "boxes", "its TrimBox reaches out of the BleedBox"),
    (no_intent, "output-intent", "it has no output intent, not one of GTS_PDFX"),
    (wrong_intent, "output-intent", "it has no output intent, not one of GTS_PDFX"),
    (intent_without_registry, "output-intent", "neither a profile nor a registry's name"),
    (intent_with_rgb_profile, "output-intent", "the output intent's profile is not one for four inks"),
    (no_version, "pdfx-version", "it does not say that it is PDF/X-1a:2003"),
    (not_said_trapped, "trapped", "it does not say whether it is trapped"),
    (no_date, "info", "it has no date of creation"),
    (no_title, "info", "it has no title"),
    (javascript, "action", "the file has JavaScript"),
    (open_action, "action", "the file does something when it is opened"),
    (annotation, "annotation", "an annotation (Link) lies on what is printed"),
    (lzw, "filter", "the picture Packed is packed with LZW"),
    (jpx, "filter", "the picture Packed is packed with JPX"),
    (layers, "optional-content", "the file has layers"),
    (layer_on_page, "optional-content", "a part of it is on a layer"),
    (heavy_colour, "ink", "the colour cmyk(90 80 80 100) takes 350 % ink, more than 240 %"),
    (heavy_pixel, "ink", "the picture Dark takes 250 % ink, more than 240 %"),
    (heavy_gradient, "ink", "the gradient Dark cmyk(100 100 100 0) takes 300 % ink, more than 240 %"),
    (transfer, "transfer", "the graphics state Curve has a transfer function"),
    (postscript, "postscript", "Old is PostScript"),
    (attachment, "attachment", "the file has attachments"),
]


@pytest.mark.parametrize(
    ("plant", "rule", "says"), FAULTS, ids=[f"{plant.__name__}" for plant, _, _ in FAULTS]
)
def test_a_planted_fault_is_named(
    sound: bytes, tmp_path: Path, plant: Callable[[Pdf], None], rule: str, says: str
) -> None:
    file = tmp_path / "sound.pdf"
    file.write_bytes(sound)
    with pikepdf.open(file) as pdf:
        plant(pdf)
        told = found(pdf, tmp_path / "faulty.pdf")
    assert list(told) == [rule], "just this fault is found"
    assert says in told[rule]


def test_a_newer_version_is_named(sound: bytes, tmp_path: Path) -> None:
    file = tmp_path / "sound.pdf"
    file.write_bytes(sound)
    with pikepdf.open(file) as pdf:
        assert (
            "of PDF 1.6, newer than 1.4" in found(pdf, tmp_path / "new.pdf", force_version="1.6")["version"]
        )
        packed = pikepdf.ObjectStreamMode.generate
        told = found(pdf, tmp_path / "packed.pdf", object_stream_mode=packed, force_version="1.5")
    assert "its cross-references are a stream" in told["version"]


def test_a_file_without_an_id_is_told(sound: bytes, tmp_path: Path) -> None:
    start = sound.rindex(b"/ID ")
    file = tmp_path / "anonymous.pdf"
    file.write_bytes(sound[:start] + b"/XX " + sound[start + 4 :])
    assert [(one.rule, one.says) for one in preflight(file, LIMIT)] == [("id", "the trailer has no ID")]


@pytest.mark.parametrize(("password", "says"), [("", "is encrypted"), ("open", "asks for a password")])
def test_an_encrypted_file_is_told(sound: bytes, tmp_path: Path, password: str, says: str) -> None:
    file = tmp_path / "sound.pdf"
    file.write_bytes(sound)
    with pikepdf.open(file) as pdf:
        lock = pikepdf.Encryption(owner="owner", user=password, R=4)
        told = found(pdf, tmp_path / "locked.pdf", encryption=lock, force_version="")
    assert says in told["encryption"]


def test_each_page_is_read(sound: bytes, tmp_path: Path) -> None:
    """A fault on a later page is told with the number of its page; one that all share, once."""
    file = tmp_path / "sound.pdf"
    file.write_bytes(sound)
    with pikepdf.open(file) as pdf:
        for _ in range(2):
            pdf.pages.append(pdf.pages[0])
        pdf.pages[2].contents_add(b"0 1 0 rg")
        pdf.pages[1].contents_add(b".9 .9 .9 0 k")
        pdf.save(tmp_path / "three.pdf", force_version="1.4")
    told = preflight(tmp_path / "three.pdf", LIMIT)
    assert [(one.rule, one.page) for one in told] == [("ink", 1), ("rgb", 2)]
    assert [one.rule for one in preflight(tmp_path / "three.pdf")] == ["rgb"], "without a limit ink is ink"
