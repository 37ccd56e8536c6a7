"""Turns what is translucent on the pages of a CMYK file into pictures, for print houses that ask for it.

Only what lies under something translucent, or is translucent itself, becomes pixels; all else, and all that
is painted later, stays lines and letters. Colours that shine through one another are mixed as on a screen; a
colour that is not mixed has the very inks that it has elsewhere.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from generator.catalog.units import INCH, POINT
from generator.export.plates import (
    CLIPPING_MODE,
    PAINT,
    PATH,
    SHOW,
    STATE,
    Instruction,
    Mask,
    Plate,
    closed,
    parsed,
    unparsed,
)
from generator.export.printed_faces import Camera, camera
from generator.layout.geometry import Box
from generator.press.inks import DrawnInks, PressInks, packed

if TYPE_CHECKING:
    import pikepdf

    from generator.press.job import Sheets


DPI = 450
MAX_PIXELS = 40_000_000
"""Of one picture: a whole poster is a little coarser, and still fits into memory."""
MASK_DPI = 100
CELL = 2.0
"""Millimetres: what is translucent within so little is one picture."""
WHOLE = 0.999
"""Of a page: where pictures hide so much of it, what lies under them is left out."""


class Flattened(NamedTuple):
    """What had to become pixels: on how many pages, and how many there are."""

    pages: int
    of: int


def flattened_pixels(sheets: Sheets) -> int:
    """How many pixels the pages of a print come to at the most."""
    across, down = sheets.size.width / INCH * DPI, sheets.size.height / INCH * DPI
    return sheets.pages * min(round(across * down), MAX_PIXELS)


class Translucent(NamedTuple):
    """The names of a resource dictionary behind which there is something translucent."""

    states: frozenset[str]
    images: frozenset[str]
    forms: frozenset[str]
    groups: frozenset[str]
    """Those of the forms that are composed by themselves."""

    @property
    def names(self) -> frozenset[str]:
        return self.states | self.images | self.forms


def make_opaque(pdf: pikepdf.Pdf, scratch: Path, inks: PressInks) -> Flattened:
    """Flattens all pages of a file that was painted with these inks.

    All pages share one dictionary of resources. ``scratch`` is a folder for what is drawn on the way.
    """
    resources = pdf.pages[0].obj.Resources if len(pdf.pages) else None
    translucent = find_translucent(resources)
    if resources is None or not translucent.names:
        return Flattened(0, len(pdf.pages))
    work = _Work.of(pdf, resources, translucent)
    if work.cuts:
        with camera() as shots:
            work.replace(pdf, resources, scratch, inks, shots)
    for name in translucent.states:
        del resources.ExtGState[f"/{name}"]
    for name in translucent.images | translucent.forms:
        del resources.XObject[f"/{name}"]
    return Flattened(sum(key in work.cuts for key in work.keys), len(pdf.pages))


def find_translucent(resources: Any) -> Translucent:
    if resources is None:
        return Translucent(*[frozenset()] * 4)
    states = frozenset(
        name[1:] for name, state in resources.get("/ExtGState", {}).items() if is_translucent_state(state)
    )
    objects = dict(resources.get("/XObject", {}).items())
    images = frozenset(name[1:] for name, thing in objects.items() if "/SMask" in thing or "/Mask" in thing)
    contents = {
        name[1:]: thing.read_bytes() for name, thing in objects.items() if thing.get("/Subtype") == "/Form"
    }
    groups = frozenset(name for name in contents if "/Group" in objects[f"/{name}"])
    forms = set(groups)
    while True:
        # A form is as translucent as what it is made of.
        behind = states | images | forms
        more = {name for name, data in contents.items() if name not in forms and _uses(data, behind)}
        if not more:
            return Translucent(states, images, frozenset(forms), groups)
        forms |= more


def is_translucent_state(state: Any) -> bool:
    """Whether anything shines through what is painted in a graphics state."""
    mask, blend = state.get("/SMask"), state.get("/BM")
    if mask is not None and mask != "/None":
        return True
    if blend is not None and blend not in ("/Normal", "/Compatible"):
        return True
    return any(float(state.get(key, 1)) < 1 for key in ("/ca", "/CA"))


def _uses(content: bytes, names: Collection[str]) -> bool:
    found = {match.decode() for match in re.findall(rb"/(\w+) (?:gs|Do)\b", content)}
    return not found.isdisjoint(names)


class Cut(NamedTuple):
    """A page, cut behind the last thing on it that is translucent."""

    page: int
    before: list[Instruction]
    after: list[Instruction]
    levels: list[list[Instruction]]
    """What brings back the state in which the second part is painted, level by level."""
    painted: frozenset[int]
    """Which of the first part's instructions paint something translucent."""


@dataclass(slots=True)
class _Work:
    """The pages that have something translucent, each look once."""

    keys: list[bytes]
    """What each page shows."""
    cuts: dict[bytes, Cut]

    @classmethod
    def of(cls, pdf: pikepdf.Pdf, resources: Any, translucent: Translucent) -> _Work:
        keys: list[bytes] = []
        cuts: dict[bytes, Cut] = {}
        for number, page in enumerate(pdf.pages):
            page.contents_coalesce()
            content = page.obj.Contents.read_bytes()
            key = content + b"\0" + str([float(edge) for edge in page.mediabox]).encode()
            keys.append(key)
            if key not in cuts and _uses(content, translucent.names):
                cuts[key] = _cut(number, _inlined(page.obj, resources, translucent), translucent)
        return cls(keys, cuts)

    def replace(
        self, pdf: pikepdf.Pdf, resources: Any, scratch: Path, inks: PressInks, shots: Camera
    ) -> None:
        """Puts pictures in the place of all that is translucent."""
        import pikepdf

        order = list(self.cuts)
        pages = [self.cuts[key].page for key in order]
        shown, mask = scratch / "shown.pdf", scratch / "mask.pdf"
        Plate(inks).write(pdf, pages, [closed(self.cuts[key].before) for key in order], shown)
        Mask(inks).write(pdf, pages, [_mask(self.cuts[key]) for key in order], mask)
        if "/XObject" not in resources:
            resources.XObject = pikepdf.Dictionary()
        contents: dict[bytes, Any] = {}
        of_drawings = DrawnInks(inks)
        for index, key in enumerate(order):
            cut = self.cuts[key]
            left, bottom, right, top = (float(edge) for edge in pdf.pages[cut.page].mediabox)
            size = Box(0, 0, (right - left) * POINT, (top - bottom) * POINT)
            areas = _areas(shots, mask, index, size)
            drawn: list[Instruction] = []
            for number, area in enumerate(areas):
                width, height = _pixels(area)
                drawing = shots.draw(shown, index, area, width, height, mode="RGBX")
                data = packed(of_drawings.strips(drawing), width, height)
                inks.weigh(data, of_drawings.heaviest)
                name = f"/Fl{index + 1}n{number + 1}"
                resources.XObject[name] = _image(pdf, data, width, height)
                # From the page's lower left corner, in points.
                place = [area.width / POINT, 0, 0, area.height / POINT]
                place += [area.x / POINT, (size.height - area.bottom) / POINT]
                drawn += [([], "q"), (place, "cm"), ([pikepdf.Name(name)], "Do"), ([], "Q")]
            covered = sum(area.width * area.height for area in areas) / (size.width * size.height)
            stream = _content(cut, drawn, is_whole=covered >= WHOLE)
            contents[key] = pdf.make_stream(stream)
        for key, page in zip(self.keys, pdf.pages, strict=True):
            if key in contents:
                page.obj.Contents = contents[key]


def _pixels(area: Box) -> tuple[int, int]:
    across, down = area.width / INCH * DPI, area.height / INCH * DPI
    scale = min(1.0, math.sqrt(MAX_PIXELS / (across * down)))
    return max(1, round(across * scale)), max(1, round(down * scale))


def _image(pdf: pikepdf.Pdf, data: bytes, width: int, height: int) -> Any:
    import pikepdf

    stream = pikepdf.Stream(pdf, b"")
    stream.write(data, filter=pikepdf.Name.FlateDecode)
    stream.Type, stream.Subtype = pikepdf.Name.XObject, pikepdf.Name.Image
    stream.Width, stream.Height, stream.BitsPerComponent = width, height, 8
    stream.ColorSpace = pikepdf.Name.DeviceCMYK
    stream.DecodeParms = pikepdf.Dictionary(Predictor=2, Colors=4, BitsPerComponent=8, Columns=width)
    return stream


def _inlined(page: Any, resources: Any, translucent: Translucent) -> list[Instruction]:
    """A page's instructions, and in place of translucent forms what they are made of.

    Not so those that are composed by themselves, and those that are translucent as a whole.
    """
    found: list[Instruction] = []
    opaque = [True]

    def add(instructions: Sequence[Instruction]) -> None:
        for operands, operator in instructions:
            if operator == "q":
                opaque.append(opaque[-1])
            elif operator == "Q":
                opaque.pop()
            elif operator == "gs":
                opaque[-1] = str(operands[0])[1:] not in translucent.states
            elif operator == "Do" and opaque[-1]:
                name = str(operands[0])[1:]
                if name in translucent.forms and name not in translucent.groups:
                    form = resources.XObject[f"/{name}"]
                    found.append(([], "q"))
                    opaque.append(True)
                    found.extend(_form_frame(form))
                    add(parsed(form))
                    opaque.pop()
                    found.append(([], "Q"))
                    continue
            found.append((operands, operator))

    add(parsed(page))
    return found


def _form_frame(form: Any) -> list[Instruction]:
    """What using a form does before it is painted."""
    frame: list[Instruction] = []
    if "/Matrix" in form:
        frame.append((list(form.Matrix), "cm"))
    left, bottom, right, top = (float(edge) for edge in form.BBox)
    return [*frame, ([left, bottom, right - left, top - bottom], "re"), ([], "W"), ([], "n")]


@dataclass(slots=True)
class _Walk:
    """The state of a page while its instructions are read."""

    translucent: Translucent
    levels: list[list[Instruction]] = field(default_factory=lambda: [[]])
    clear: list[bool] = field(default_factory=lambda: [False])
    modes: list[int] = field(default_factory=lambda: [0])
    path: list[Instruction] = field(default_factory=list)
    text: list[Instruction] | None = None
    clips: bool = False

    def step(self, operands: list[Any], operator: str) -> bool:
        """Follows an instruction; whether it paints something translucent."""
        instruction = (operands, operator)
        if self.text is not None:
            self.text.append(instruction)
        if operator == "q":
            self.levels.append([])
            self.clear.append(self.clear[-1])
            self.modes.append(self.modes[-1])
        elif operator == "Q":
            for stack in (self.levels, self.clear, self.modes):
                stack.pop()
        elif operator in PATH or operator in ("W", "W*"):
            self.path.append(instruction)
        elif operator in PAINT or operator == "n":
            if any(part in ("W", "W*") for _, part in self.path):
                self.levels[-1] += [*self.path, ([], "n")]
            self.path = []
            return operator != "n" and self.clear[-1]
        elif operator in STATE:
            self._set(operands, operator)
        elif operator == "BT":
            self.text, self.clips = [instruction], False
        elif operator == "ET":
            if self.clips and self.text is not None:
                self.levels[-1] += self.text
            self.text = None
        elif operator in SHOW:
            self.clips = self.clips or self.modes[-1] >= CLIPPING_MODE
            return self.clear[-1] and self.modes[-1] not in (3, 7)
        elif operator == "sh":
            return self.clear[-1]
        elif operator == "Do":
            name = str(operands[0])[1:]
            return self.clear[-1] or name in self.translucent.images or name in self.translucent.forms
        return False

    def _set(self, operands: list[Any], operator: str) -> None:
        if operator == "gs":
            self.clear[-1] = str(operands[0])[1:] in self.translucent.states
            return
        if operator == "Tr":
            self.modes[-1] = int(operands[0])
        self.levels[-1].append((operands, operator))

    @property
    def state(self) -> list[list[Instruction]]:
        return [list(level) for level in self.levels]


def _cut(page: int, instructions: list[Instruction], translucent: Translucent) -> Cut:
    walk = _Walk(translucent)
    painted: list[int] = []
    end, levels = 0, walk.state
    is_waiting = False
    for index, (operands, operator) in enumerate(instructions):
        if walk.step(operands, operator):
            painted.append(index)
            is_waiting = True
        # Text is not cut in the middle.
        if is_waiting and walk.text is None:
            end, levels, is_waiting = index + 1, walk.state, False
    after = [one for one in instructions[end:] if one[1] != "gs"]
    return Cut(page, instructions[:end], after, levels, frozenset(painted))


def _content(cut: Cut, drawn: Sequence[Instruction], *, is_whole: bool) -> bytes:
    """A page's new content: what stays of the first part, pictures, the second part."""
    content: list[Instruction] = []
    if not is_whole:
        content += [([], "q"), *closed(list(_without(cut.before, cut.painted.__contains__))), ([], "Q")]
    content += drawn
    if any(operator in PAINT | SHOW | {"Do", "sh"} for _, operator in cut.after):
        for level in cut.levels:
            content += [([], "q"), *level]
        content += [*cut.after, ([], "Q")]
    return unparsed(content)


def _without(instructions: Sequence[Instruction], leaves_out: Callable[[int], bool]) -> Iterable[Instruction]:
    """The instructions without what some of them paint, and without graphics states."""
    for index, (operands, operator) in enumerate(instructions):
        if operator == "gs":
            continue
        if not leaves_out(index):
            yield operands, operator
        elif operator in PAINT:
            yield [], "n"


BEYOND = 10_000
"""Beyond any page, in mm or points."""


def _mask(cut: Cut) -> list[Instruction]:
    """What of a page is translucent, in black."""
    found: list[Instruction] = []
    is_text_clip = False
    for index, (operands, operator) in enumerate(cut.before):
        if operator == "Tr":
            is_text_clip = int(operands[0]) >= CLIPPING_MODE
        if operator in ("gs", "k", "K", "g", "G", "rg", "RG", "cs", "CS", "sc", "SC", "scn", "SCN"):
            continue
        is_painted = index in cut.painted
        if operator in PAINT:
            found.append((operands, operator if is_painted else "n"))
        elif operator in SHOW:
            if is_painted or is_text_clip:
                found.append((operands, operator))
        elif operator == "sh":
            if is_painted:
                found += [([-BEYOND, -BEYOND, 2 * BEYOND, 2 * BEYOND], "re"), ([], "f")]
        elif operator == "Do":
            if is_painted:
                found.append((operands, operator))
        else:
            found.append((operands, operator))
    return closed(found)


def _areas(shots: Camera, mask: Path, page: int, size: Box) -> list[Box]:
    """The rectangles of a page (mm, from its top left corner) that hold all that the mask shows."""
    import numpy

    width, height = (max(1, math.ceil(side / INCH * MASK_DPI)) for side in (size.width, size.height))
    window = Box(0, 0, width / MASK_DPI * INCH, height / MASK_DPI * INCH)
    shown = numpy.asarray(shots.draw(mask, page, window, width, height).convert("L")) < 255
    step = max(1, round(CELL / INCH * MASK_DPI))
    rows, columns = -(-height // step), -(-width // step)
    padded = numpy.zeros((rows * step, columns * step), dtype=bool)
    padded[:height, :width] = shown
    cells = padded.reshape(rows, step, columns, step).any(axis=(1, 3))
    boxes = [
        (left * step, top * step, (right + 1) * step, (bottom + 1) * step)
        for left, top, right, bottom in _merged(_components(cells))
    ]
    scale = INCH / MASK_DPI
    found = []
    for left, top, right, bottom in boxes:
        # A pixel more all around, as that of the mask may show only a part of what it covers.
        edges = [max(0.0, (left - 1) * scale), max(0.0, (top - 1) * scale)]
        edges += [min(size.width, (right + 1) * scale), min(size.height, (bottom + 1) * scale)]
        found.append(_snapped(edges))
    return found


def _snapped(edges: Sequence[float]) -> Box:
    left, top = (math.floor(edge / INCH * DPI) for edge in edges[:2])
    right, bottom = (math.ceil(edge / INCH * DPI - 1e-6) for edge in edges[2:])
    pixel = INCH / DPI
    return Box(left * pixel, top * pixel, (right - left) * pixel, (bottom - top) * pixel)


Cells = tuple[int, int, int, int]
"""Left, top, right and bottom, all of them inside."""


def _components(cells: Any) -> list[Cells]:
    """The boxes around what hangs together."""
    # One number for each, by which the last of a row is not beside the first of the next.
    across = cells.shape[1] + 1
    rows, columns = cells.nonzero()
    left = set((rows * across + columns).tolist())
    around = [y * across + x for y in (-1, 0, 1) for x in (-1, 0, 1) if y or x]
    found: list[Cells] = []
    while left:
        waiting = [left.pop()]
        part = []
        while waiting:
            cell = waiting.pop()
            part.append(divmod(cell, across))
            for step in around:
                if cell + step in left:
                    left.discard(cell + step)
                    waiting.append(cell + step)
        down, along = zip(*part, strict=True)
        found.append((min(along), min(down), max(along), max(down)))
    return found


def _merged(boxes: Iterable[Cells]) -> list[Cells]:
    """The boxes, those that meet as one."""
    found: list[Cells] = []
    for box in boxes:
        grown = box
        while meeting := [other for other in found if _meet(grown, other)]:
            found = [other for other in found if other not in meeting]
            for other in meeting:
                grown = (
                    min(grown[0], other[0]),
                    min(grown[1], other[1]),
                    max(grown[2], other[2]),
                    max(grown[3], other[3]),
                )
        found.append(grown)
    return sorted(found)


def _meet(one: Cells, other: Cells) -> bool:
    return all(one[at] <= other[at + 2] + 1 and other[at] <= one[at + 2] + 1 for at in (0, 1))
