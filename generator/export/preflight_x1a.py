"""A preflight for PDF/X-1a:2003: what in a file a print house would refuse (ISO 15930-4).

It reads any PDF, whoever wrote it. Every rule that is broken is reported once for each thing that breaks it,
with the first page that shows it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from generator.export.flatten import is_translucent_state

if TYPE_CHECKING:
    import pikepdf


VERSION = "PDF/X-1a:2003"
NEWEST = (1, 4)
BASE_SPACES = ("/DeviceCMYK", "/DeviceGray")
FORBIDDEN_FILTERS = ("/LZWDecode", "/LZW", "/JPXDecode", "/Crypt")
RGB_OPERATORS = ("rg", "RG")
SLACK = 0.01
"""Points by which boxes may be off each other, as they are written with few decimals."""
INK_SLACK = 0.0041
"""Of the paper: what four rounded inks may add up to over the limit."""
CATALOG_ACTIONS = ("/OpenAction", "/AA")
MARK_FLAGS = ("/TR", "/TR2", "/HTP")
NOTHING_WEIGHED: Mapping[bytes, float] = {}


class Violation(NamedTuple):
    """A rule that a file breaks."""

    rule: str
    """Its name, for programs: ``rgb``, ``transparency``, ``font`` …"""
    says: str
    page: int | None = None
    """The first page on which it is found, from 0; None: it concerns the file."""
    inks: tuple[float, ...] = ()
    """The colour that takes too much ink, if it is a colour."""

    @property
    def sentence(self) -> str:
        """What is wrong, with its page."""
        return self.says if self.page is None else f"page {self.page + 1}: {self.says}"


def preflight(
    path: Path, limit: float | None = None, weighed: Mapping[bytes, float] = NOTHING_WEIGHED
) -> list[Violation]:
    """What a PDF file violates; nothing if it is sound.

    ``limit``: the most ink that any colour and any pixel of a picture may take, 0 to 4; None: any amount.
    ``weighed``: by the SHA-256 of a picture's bytes in the file, that none of its pixels takes more.
    Raises OSError, and :class:`pikepdf.PdfError` for what is no PDF file.
    """
    import pikepdf

    try:
        with pikepdf.open(path) as pdf:
            reader = _Reader(limit, weighed)
            return list(dict.fromkeys([*_file_violations(pdf), *_page_violations(pdf, reader)]))
    except pikepdf.PasswordError:
        return [Violation("encryption", "the file is encrypted, and asks for a password")]


def _file_violations(pdf: pikepdf.Pdf) -> Iterator[Violation]:
    import pikepdf

    if pdf.is_encrypted:
        yield Violation("encryption", "the file is encrypted")
    major, minor = (int(part) for part in pdf.pdf_version.split("."))
    if (major, minor) > NEWEST:
        yield Violation("version", f"the file is of PDF {pdf.pdf_version}, newer than 1.4")
    if pdf.trailer.get("/Type") == "/XRef":
        yield Violation("version", "its cross-references are a stream, which PDF 1.4 does not know")
    if len(pdf.trailer.get("/ID", ())) != 2:
        yield Violation("id", "the trailer has no ID")
    yield from _info_violations(pdf)
    yield from _intent_violations(pdf.Root)
    names: Any = pdf.Root.get("/Names", {})
    if "/JavaScript" in names:
        yield Violation("action", "the file has JavaScript")
    # An array is only a place to open the file at.
    if any(isinstance(pdf.Root.get(key), pikepdf.Dictionary) for key in CATALOG_ACTIONS):
        yield Violation("action", "the file does something when it is opened")
    if "/AcroForm" in pdf.Root and len(pdf.Root.AcroForm.get("/Fields", ())):
        yield Violation("annotation", "the file has a form to fill in")
    if "/OCProperties" in pdf.Root:
        yield Violation("optional-content", "the file has layers")
    if "/EmbeddedFiles" in names:
        yield Violation("attachment", "the file has attachments")


def _info_violations(pdf: pikepdf.Pdf) -> Iterator[Violation]:
    info: Any = pdf.trailer.get("/Info", {})
    if str(info.get("/GTS_PDFXVersion", "")) != VERSION:
        yield Violation("pdfx-version", f"it does not say that it is {VERSION}")
    if str(info.get("/Trapped", "")) not in ("/True", "/False"):
        yield Violation("trapped", "it does not say whether it is trapped")
    wanted = {"/Title": "title", "/CreationDate": "date of creation", "/ModDate": "date of change"}
    for key, what in wanted.items():
        if not str(info.get(key, "")).strip():
            yield Violation("info", f"it has no {what}")


def _intent_violations(root: Any) -> Iterator[Violation]:
    intents = [one for one in root.get("/OutputIntents", ()) if one.get("/S") == "/GTS_PDFX"]
    if len(intents) != 1:
        found = "no output intent" if not intents else f"{len(intents)} output intents"
        yield Violation("output-intent", f"it has {found}, not one of GTS_PDFX")
        return
    intent = intents[0]
    if not str(intent.get("/OutputConditionIdentifier", "")):
        yield Violation("output-intent", "the output intent has no OutputConditionIdentifier")
    if "/DestOutputProfile" in intent:
        if int(intent.DestOutputProfile.get("/N", 0)) != 4:
            yield Violation("output-intent", "the output intent's profile is not one for four inks")
    elif not str(intent.get("/RegistryName", "")):
        yield Violation("output-intent", "the output intent has neither a profile nor a registry's name")


Edges = tuple[float, float, float, float]


def _box(page: Any, key: str) -> Edges | None:
    found = page.get(key)
    if found is None:
        return None
    x0, y0, x1, y1 = (float(value) for value in found)
    return min(x0, x1), min(y0, y1), max(x0, x1), max(y0, y1)


def _holds(outer: Edges, inner: Edges) -> bool:
    return (
        outer[0] <= inner[0] + SLACK
        and outer[1] <= inner[1] + SLACK
        and outer[2] >= inner[2] - SLACK
        and outer[3] >= inner[3] - SLACK
    )


def _box_violations(page: Any, media: Edges | None) -> Iterator[str]:
    trim, art, bleed = (_box(page, key) for key in ("/TrimBox", "/ArtBox", "/BleedBox"))
    if media is None:
        yield "it has no MediaBox"
        return
    if trim is None and art is None:
        yield "it has neither a TrimBox nor an ArtBox"
    if trim is not None and art is not None:
        yield "it has a TrimBox and an ArtBox, of which there may be one"
    inner = trim or art
    if inner is not None and not _holds(media, inner):
        yield "its TrimBox reaches out of the MediaBox"
    if bleed is not None and not _holds(media, bleed):
        yield "its BleedBox reaches out of the MediaBox"
    if bleed is not None and inner is not None and not _holds(bleed, inner):
        yield "its TrimBox reaches out of the BleedBox"


def _page_violations(pdf: pikepdf.Pdf, reader: _Reader) -> Iterator[Violation]:
    for number, page in enumerate(pdf.pages):
        media = _box(page.obj, "/MediaBox")
        reader.page = number
        for says in _box_violations(page.obj, media):
            reader.report("boxes", says)
        _read_annotations(reader, page.obj, media)
        if "/AA" in page.obj:
            reader.report("action", "it does something when it is shown")
        group: Any = page.obj.get("/Group", {})
        if group.get("/S") == "/Transparency":
            reader.report("transparency", "it is a transparency group")
        resources = page.resources
        reader.resources(resources)
        reader.content(page, resources)
    yield from reader.found


def _read_annotations(reader: _Reader, page: Any, media: Edges | None) -> None:
    printed = _box(page, "/BleedBox") or _box(page, "/TrimBox") or media
    for annotation in page.get("/Annots", ()):
        kind = str(annotation.get("/Subtype", "/Annotation"))[1:]
        edges = _box(annotation, "/Rect")
        if kind == "TrapNet" or edges is None or printed is None:
            continue
        meet = (edges[at] < printed[at + 2] and printed[at] < edges[at + 2] for at in (0, 1))
        if all(meet):
            reader.report("annotation", f"an annotation ({kind}) lies on what is printed")
        if "/A" in annotation or "/AA" in annotation:
            reader.report("action", f"an annotation ({kind}) has an action")


@dataclass(slots=True)
class _Reader:
    """Reads pages and all that is used on them, each thing once."""

    limit: float | None
    weighed: Mapping[bytes, float]
    found: list[Violation] = field(default_factory=list)
    page: int = 0
    seen: set[tuple[object, ...]] = field(default_factory=set)

    def report(self, rule: str, says: str, inks: tuple[float, ...] = ()) -> None:
        # What many pages have in common is reported with the first of them.
        if not any(one.rule == rule and one.says == says for one in self.found):
            self.found.append(Violation(rule, says, self.page, inks))

    def is_new(self, thing: Any, kind: str) -> bool:
        """Whether an indirect object was not read before; direct ones always are."""
        objgen = getattr(thing, "objgen", (0, 0))
        if objgen == (0, 0):
            return True
        if (kind, *objgen) in self.seen:
            return False
        self.seen.add((kind, *objgen))
        return True

    def resources(self, resources: Any) -> None:
        if not self.is_new(resources, "resources"):
            return
        for name, state in _entries(resources, "/ExtGState"):
            self._state(name, state)
        for name, space in _entries(resources, "/ColorSpace"):
            self._space(space, f"the colour space {name}")
        for name, shading in _entries(resources, "/Shading"):
            self._shading(shading, f"the gradient {name}")
        for name, pattern in _entries(resources, "/Pattern"):
            self._pattern(name, pattern)
        for name, font in _entries(resources, "/Font"):
            self._font(font, name)
        for name, thing in _entries(resources, "/XObject"):
            self._object(name, thing)

    def _state(self, name: str, state: Any) -> None:
        if is_translucent_state(state):
            self.report("transparency", f"the graphics state {name} is translucent or blends")
        for key in MARK_FLAGS:
            if key in state and state[key] not in ("/Identity", "/Default"):
                self.report("transfer", f"the graphics state {name} has a transfer function")

    def _space(self, space: Any, what: str) -> None:
        import pikepdf

        name = str(space) if isinstance(space, pikepdf.Name) else str(space[0])
        if name in (*BASE_SPACES, "/Pattern") and isinstance(space, pikepdf.Name):
            return
        if name in ("/DeviceRGB", "/RGB", "/CalRGB"):
            self.report("rgb", f"{what} is in RGB")
        elif name == "/Lab":
            self.report("lab", f"{what} is in Lab")
        elif name in ("/ICCBased", "/CalGray", "/CalCMYK"):
            self.report("icc", f"{what} has a profile of its own ({name[1:]})")
        elif name in ("/Separation", "/DeviceN"):
            self._space(space[2], f"{what}, as it looks without its own ink,")
        elif name in ("/Indexed", "/I", "/Pattern") and len(space) > 1:
            self._space(space[1], what)
        elif name not in (*BASE_SPACES, "/G", "/CMYK", "/Pattern"):
            self.report("colour", f"{what} is in {name[1:]}")

    def _shading(self, shading: Any, what: str) -> None:
        self._space(shading.ColorSpace, what)
        if shading.ColorSpace == "/DeviceCMYK" and "/Function" in shading:
            for function in _each(shading.Function):
                for inks in _ends(function):
                    self.ink(inks, what)

    def _pattern(self, name: str, pattern: Any) -> None:
        if not self.is_new(pattern, "pattern"):
            return
        if pattern.get("/PatternType") == 2:
            self._shading(pattern.Shading, f"the gradient {name}")
            if "/ExtGState" in pattern:
                self._state(name, pattern.ExtGState)
            return
        self._stream(pattern, f"the pattern {name}")
        inside = pattern.get("/Resources", {})
        self.resources(inside)
        self.content(pattern, inside)

    def _font(self, font: Any, name: str) -> None:
        if not self.is_new(font, "font"):
            return
        kind = font.get("/Subtype")
        if kind == "/Type3":
            inside = font.get("/Resources", {})
            self.resources(inside)
            for _, glyph in font.get("/CharProcs", {}).items():
                self.content(glyph, inside)
            return
        described = font.DescendantFonts[0] if kind == "/Type0" else font
        descriptor = described.get("/FontDescriptor", {})
        if not any(key in descriptor for key in ("/FontFile", "/FontFile2", "/FontFile3")):
            base = str(font.get("/BaseFont", name))[1:]
            self.report("font", f"the font {base} is not embedded")

    def _object(self, name: str, thing: Any) -> None:
        if not self.is_new(thing, "object"):
            return
        if "/OC" in thing:
            self.report("optional-content", f"{name} is on a layer")
        if thing.get("/Subtype") == "/Image":
            self._image(thing, f"the picture {name}")
        elif thing.get("/Subtype") == "/Form":
            self._stream(thing, f"the form {name}")
            if thing.get("/Group", {}).get("/S") == "/Transparency":
                self.report("transparency", f"the form {name} is a transparency group")
            if "/Ref" in thing:
                self.report("reference", f"the form {name} refers to another file")
            inside = thing.get("/Resources", {})
            self.resources(inside)
            self.content(thing, inside)
        else:
            self.report("postscript", f"{name} is PostScript")

    def _image(self, image: Any, what: str) -> None:
        self._stream(image, what)
        if "/SMask" in image or int(image.get("/SMaskInData", 0)):
            self.report("transparency", f"{what} is translucent")
        if "/Alternates" in image:
            self.report("alternates", f"{what} has alternates")
        if "/ColorSpace" in image:
            self._space(image.ColorSpace, what)
            if image.ColorSpace == "/DeviceCMYK" and self.limit is not None:
                self._check_ink(self._heaviest_pixel(image), what)

    def _heaviest_pixel(self, image: Any) -> float:
        """The most ink on any pixel of a CMYK image, 0 to 4; it is looked for only where that is too much."""
        from generator.export.plates import inks_of_image
        from generator.press.inks import heaviest

        known = self.weighed.get(hashlib.sha256(image.read_raw_bytes()).digest())
        if known is not None and self.limit is not None and known <= self.limit:
            return known
        return heaviest(inks_of_image(image).reshape(-1, 4))

    def _stream(self, stream: Any, what: str) -> None:
        for one in _each(stream.get("/Filter", ())):
            if str(one) in FORBIDDEN_FILTERS:
                self.report("filter", f"{what} is packed with {str(one)[1:].removesuffix('Decode')}")

    def ink(self, inks: Sequence[float], what: str) -> None:
        if self.limit is not None and len(inks) == 4 and sum(inks) > self.limit:
            self._check_ink(sum(inks), f"{what} {shown_inks(inks)}", tuple(round(ink, 3) for ink in inks))

    def _check_ink(self, total: float, what: str, inks: tuple[float, ...] = ()) -> None:
        if self.limit is not None and total > self.limit + INK_SLACK:
            says = f"{what} takes {100 * total:.0f} % ink, more than {100 * self.limit:.0f} %"
            self.report("ink", says, inks)

    def content(self, stream: Any, resources: Any) -> None:
        """Reads the instructions of a page, a form, a pattern or a letter."""
        import pikepdf

        if not self.is_new(stream if not isinstance(stream, pikepdf.Page) else stream.obj, "content"):
            return
        if isinstance(stream, pikepdf.Page):
            contents = stream.obj.get("/Contents", ())
            for part in _each(contents):
                self._stream(part, "what is on the page")
            if not contents:
                return
            if isinstance(contents, pikepdf.Stream) and not self.is_new(contents, "content"):
                return
        for instruction in pikepdf.parse_content_stream(stream):
            operator = str(instruction.operator)
            if operator in RGB_OPERATORS:
                self.report("rgb", f"a colour is set in RGB ({operator})")
            elif operator in ("k", "K"):
                self.ink([float(ink) for ink in instruction.operands], "the colour")
            elif operator in ("cs", "CS"):
                name = instruction.operands[0]
                if str(name) not in resources.get("/ColorSpace", {}):
                    self._space(name, "a colour")
            elif operator == "INLINE IMAGE":
                self._inline(instruction.operands[0])
            elif operator in ("BDC", "DP") and str(instruction.operands[0]) == "/OC":
                self.report("optional-content", "a part of it is on a layer")

    def _inline(self, image: Any) -> None:
        space = image.obj.get("/CS", image.obj.get("/ColorSpace"))
        if space is not None:
            self._space(space, "an inline picture")
        self._stream({"/Filter": image.obj.get("/F", image.obj.get("/Filter", ()))}, "an inline picture")


def shown_inks(inks: Sequence[float]) -> str:
    """``cmyk(0 25 80 10)``."""
    return f"cmyk({' '.join(f'{100 * ink:.3g}' for ink in inks)})"


def _entries(resources: Mapping[str, Any], kind: str) -> Iterator[tuple[str, Any]]:
    for name, thing in resources.get(kind, {}).items():
        yield str(name)[1:], thing


def _each(thing: Any) -> Any:
    """The things of an array, or the one that stands by itself."""
    import pikepdf

    return thing if isinstance(thing, pikepdf.Array | tuple) else [thing]


def _ends(function: Any) -> Iterator[list[float]]:
    """The colours at the ends of a gradient's parts."""
    for key in ("/C0", "/C1"):
        if key in function:
            yield [float(ink) for ink in function[key]]
    for part in function.get("/Functions", ()):
        yield from _ends(part)
