"""Files for a print house: painted with four inks, made opaque, labelled as PDF/X-1a:2003 and checked."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from generator.catalog.keys import Kind, simple
from generator.catalog.paths import shown_path
from generator.catalog.press_settings import Setting, about
from generator.catalog.problems import InputError, Place, Problem
from generator.catalog.suggest import did_you_mean
from generator.catalog.units import POINT
from generator.catalog.wording import listed, pluralize, quote
from generator.export.crew import share
from generator.export.flatten import Flattened, flattened_pixels, make_opaque
from generator.export.plates import save_pdf
from generator.export.preflight_x1a import VERSION, Violation, preflight
from generator.layout.colour import Palette
from generator.layout.geometry import Matrix, Outline
from generator.press.inks import PressInks, Profile
from generator.press.pdf import document_date
from generator.press.pdf.resources import concat, path
from generator.press.rulebook.job import BookJob
from generator.press.sheet_job import SheetJob

if TYPE_CHECKING:
    import pikepdf

    from generator.export.target import ExportOrder
    from generator.press.job import Printed, PrintJob, Sheets


REGISTRY = "http://www.color.org"
CONDITIONS: Mapping[str, str] = {
    "FOGRA39": "Offset on coated paper, ISO 12647-2:2004 (Europe)",
    "FOGRA47": "Offset on uncoated white paper, ISO 12647-2:2004 (Europe)",
    "FOGRA51": "Offset on premium coated paper, ISO 12647-2:2013 (Europe)",
    "FOGRA52": "Offset on wood-free uncoated paper, ISO 12647-2:2013 (Europe)",
    "CGATS TR 001": "Web offset, SWOP (North America)",
    "CGATS TR 003": "Web offset on paper of grade 3, SWOP 2006 (North America)",
    "CGATS TR 005": "Web offset on paper of grade 5, SWOP 2006 (North America)",
    "CGATS TR 006": "Sheet-fed offset on coated paper, GRACoL 2006 (North America)",
    "CGATS21-2-CRPC6": "Offset on premium coated paper, GRACoL 2013 (North America)",
    "JC200103": "Sheet-fed offset on coated paper, Japan Color 2001",
}
"""By its name in the registry: what it is, and where it is usual."""
DEFAULT = "FOGRA39"


def _parse(value: object) -> str:
    known = {_folded(name): name for name in CONDITIONS}
    found = known.get(_folded(str(value)))
    if found is None:
        raise InputError(
            f"no printing condition {quote(value)}",
            hint=did_you_mean(str(value), CONDITIONS) or f"there are {listed(CONDITIONS)}",
        )
    return found


def _folded(name: str) -> str:
    return "".join(letter for letter in name.lower() if letter.isalnum())


CONDITION: Kind[str] = simple(_parse, type="string", examples=[DEFAULT, "CGATS TR 001"])


CUT_CONTOUR = "CutContour"
"""What cutting machines call the ink of lines that are to be cut, by the convention of the trade."""
CUT_WIDTH = 0.25 * POINT
NOT_IN_X1A = (
    "/ViewerPreferences",
    "/Metadata",
    "/MarkInfo",
    "/StructTreeRoot",
    "/Lang",
    "/PageMode",
    "/Extensions",
)
"""Entries of a catalog that say nothing to a print house, or that PDF 1.4 does not know as they are."""
NOT_ON_PAGES = ("/StructParents", "/Tabs", "/Annots", "/Group")


class Intent(NamedTuple):
    """For which printing condition a file is made."""

    condition: str
    """Its name in the registry; empty: the profile alone says it."""
    profile: Profile | None = None


class Made(NamedTuple):
    """A finished file: its sheets as they were printed, and how much of it had to become pixels."""

    sheets: Sheets
    flattened: Flattened
    reduced: int
    """How many pictures were reduced to :data:`MAX_DPI`, or what else was asked for."""


MAX_DPI = 450
"""Pictures of more dots to the inch only make a file larger: no press shows them."""
Bounded = TypeVar("Bounded", SheetJob, BookJob)


def bounded(job: Bounded) -> Bounded:
    """A job with a bound on its pictures' dots to the inch, unless it has one."""
    if isinstance(job, BookJob):
        return replace(job, max_dpi=job.max_dpi or MAX_DPI)
    return replace(job, options=replace(job.options, max_dpi=job.options.max_dpi or MAX_DPI))


class Checked(NamedTuple):
    """A job as it was printed to find its inks."""

    file: Path
    inks: PressInks
    printed: Printed


Finish = Callable[["pikepdf.Pdf"], None]
"""What a target adds to the pages when they are opaque: a function of a module, or ``partial`` of one."""
PageNames = Callable[[int], str]
"""What lies on a page (from 0): a card's id; empty where that is not one thing."""


class Wanted(NamedTuple):
    """A file for a print house that is to be made of a job."""

    job: PrintJob
    file: Path
    names: PageNames
    """Say in messages what is on which page."""
    finish: Finish | None = None


def print_x1a(
    wanted: Sequence[Wanted], order: ExportOrder[Any], intent: Intent, limit: float
) -> list[Made | None]:
    """Prints jobs into files that print houses take; None where something is wrong, which is reported.

    ``limit``: the most ink, 1 to 4.
    """
    raw: list[_Raw] = []
    prints: list[Checked | None] = []
    for number, one in enumerate(wanted):
        one.file.parent.mkdir(parents=True, exist_ok=True)
        # What is drawn on the way has names of its own, as several files are finished at once.
        scratch = order.scratch / f"{number}.x1a"
        checked = _print(one.job, order, order.scratch / f"{number}.raw.pdf", intent, limit)
        prints.append(checked)
        if checked is not None:
            pixels = flattened_pixels(checked.printed.sheets)
            date = _date_of(order)
            raw.append(_Raw(checked.file, one.file, scratch, checked.inks, intent, date, one.finish, pixels))
    finished = iter(share(_finish, raw, lambda one: one.pixels))
    return [
        None if printed is None else _reported(one, order, printed, next(finished))
        for one, printed in zip(wanted, prints, strict=True)
    ]


def _reported(wanted: Wanted, order: ExportOrder[Any], checked: Checked, finished: _Finished) -> Made | None:
    """What was made, if nothing is wrong with it."""
    before = len(order.problems.found)
    found = _problems_of(finished.violations, order, wanted.job, wanted.names, checked.inks)
    order.problems.extend(found)
    if order.problems.has_errors_since(before):
        return None
    return Made(checked.printed.sheets, finished.flattened, len(checked.inks.reduced))


class _Raw(NamedTuple):
    """A file as it was printed, and what is to become of it."""

    raw: Path
    file: Path
    scratch: Path
    inks: PressInks
    intent: Intent
    date: datetime
    finish: Finish | None
    pixels: int
    """What it comes to at the most."""


class _Finished(NamedTuple):
    flattened: Flattened
    violations: Sequence[Violation]


def _finish(one: _Raw) -> _Finished:
    """Makes a file opaque, labels it and looks what is wrong with it then."""
    import pikepdf

    one.scratch.mkdir()
    with pikepdf.open(one.raw) as pdf:
        flattened = make_opaque(pdf, one.scratch, one.inks)
        _strip(pdf)
        if one.finish is not None:
            one.finish(pdf)
        _label(pdf, one.intent, one.date)
        _save(pdf, one.file)
    one.raw.unlink()
    return _Finished(flattened, preflight(one.file, one.inks.limit, one.inks.weighed))


def _print(
    job: PrintJob, order: ExportOrder[Any], file: Path, intent: Intent, limit: float
) -> Checked | None:
    """What the check has printed, where it is the same; otherwise a print into the ``file``."""
    checked: Checked | None = order.checked.pop(job.path, None)
    if checked is not None and intent.profile is None and checked.inks.limit == limit:
        order.context.progress(job.count)
        return checked
    # Each file has its own: what inks a colour has must not depend on what was printed before.
    inks = PressInks(limit, intent.profile)
    printed = job.print(order.context._replace(inks=inks), file)
    return None if printed is None else Checked(file, inks, printed)


def check_ink(job: PrintJob, order: ExportOrder[Any], file: Path, limit: float, names: PageNames) -> None:
    """Reports what takes more ink than the limit, by a print into ``file``, which :func:`print_x1a` takes."""
    inks = PressInks(limit)
    # The cards are counted when they are exported.
    printed = job.print(order.context._replace(inks=inks, progress=lambda _: None), file)
    if printed is None:
        return
    order.checked[job.path] = Checked(file, inks, printed)
    found = [one for one in preflight(file, limit, inks.weighed) if one.rule == "ink"]
    order.problems.extend(_problems_of(found, order, job, names, inks))


def _problems_of(
    violations: Iterable[Violation], order: ExportOrder[Any], job: PrintJob, names: PageNames, inks: PressInks
) -> Iterator[Problem]:
    """Violations as problems: too much ink with the colour's name or the picture's, all else as it is."""
    component = next((part for part in order.game.components if part.id == job.component), None)
    place = order.game.file.place if component is None else component.place
    for one in violations:
        if one.rule == "ink" and not one.inks:
            # Those of the game's pictures follow, by their names.
            continue
        card = "" if one.page is None else names(one.page)
        says = f"{job.component}, {one.sentence}"
        hint = None
        if one.rule == "ink":
            says += _called(one.inks, order.context.renderer.theme.palette)
            hint = "take less of cyan, magenta and yellow: under so much ink nobody sees the difference"
        yield Problem(says, place, card=card or None, hint=hint)
    for picture, total in sorted(inks.heaviest.items()):
        if total > inks.limit:
            yield Problem(
                f"the picture takes {100 * total:.0f} % ink, more than {100 * inks.limit:.0f} %",
                Place(shown_path(picture)),
                hint="save it with less ink, or in RGB",
            )


def reduced_pictures(made: Made) -> str:
    """What a report says of the pictures that were reduced; nothing if none was."""
    return f"{pluralize(made.reduced, 'picture')} reduced" if made.reduced else ""


def _called(inks: Sequence[float], palette: Palette) -> str:
    """The name of a colour of the palette."""
    for name, colour in palette.items():
        if colour is not None and colour.cmyk and [round(ink, 3) for ink in colour.cmyk] == list(inks):
            return f" (it is {quote(name)} in the theme)"
    return ""


def _strip(pdf: pikepdf.Pdf) -> None:
    for key in NOT_IN_X1A:
        if key in pdf.Root:
            del pdf.Root[key]
    for page in pdf.pages:
        for key in NOT_ON_PAGES:
            if key in page.obj:
                del page.obj[key]


def _date_of(order: ExportOrder[Any]) -> datetime:
    """The date that the environment gives, or that of what was changed last of the game's texts.

    PDF/X must have one (ISO 15930-1, 6.2.2), which other files of ours do without.
    """
    given = document_date()
    if given is not None:
        return given
    changed = (file.stat().st_mtime for file in order.game.folder.iterdir() if file.is_file())
    return datetime.fromtimestamp(int(max(changed, default=0)), UTC)


def _label(pdf: pikepdf.Pdf, intent: Intent, date: datetime) -> None:
    import pikepdf

    info = pdf.docinfo
    info[pikepdf.Name.CreationDate] = info[pikepdf.Name.ModDate] = f"D:{date:%Y%m%d%H%M%S}+00'00'"
    info[pikepdf.Name.GTS_PDFXVersion] = VERSION
    # `Name.False_` would be written with its underline.
    info[pikepdf.Name.Trapped] = pikepdf.Name("/False")
    condition, profile = intent
    entries: dict[str, Any] = {
        "/Type": pikepdf.Name.OutputIntent,
        "/S": pikepdf.Name.GTS_PDFX,
        "/OutputConditionIdentifier": condition or "Custom",
        "/Info": CONDITIONS[condition] if condition else (profile.name if profile else "Custom"),
    }
    if condition:
        entries["/RegistryName"] = REGISTRY
    if profile is not None:
        stream = pdf.make_stream(profile.data, N=4)
        entries["/DestOutputProfile"] = stream
    pdf.Root.OutputIntents = [pdf.make_indirect(pikepdf.Dictionary(entries))]


def _save(pdf: pikepdf.Pdf, file: Path) -> None:
    import pikepdf

    pdf.remove_unreferenced_resources()
    save_pdf(
        pdf,
        file,
        force_version="1.4",
        object_stream_mode=pikepdf.ObjectStreamMode.disable,
        deterministic_id=True,
    )


def draw_cut_lines(pdf: pikepdf.Pdf, outlines: Sequence[Sequence[Outline]]) -> None:
    """Adds lines to cut along, in an ink of their own that no other ink makes room for.

    ``outlines``: those of each page, in mm from its top left corner, y down.
    """
    import pikepdf

    tint = pikepdf.Dictionary(FunctionType=2, Domain=[0, 1], C0=[0, 0, 0, 0], C1=[0, 1, 0, 0], N=1)
    space = pdf.make_indirect(
        pikepdf.Array(
            [pikepdf.Name.Separation, pikepdf.Name(f"/{CUT_CONTOUR}"), pikepdf.Name.DeviceCMYK, tint]
        )
    )
    state = pdf.make_indirect(pikepdf.Dictionary(Type=pikepdf.Name.ExtGState, OP=True, op=True, OPM=1))
    for page, of_page in zip(pdf.pages, outlines, strict=True):
        drawn = [path(outline) for outline in of_page]
        if not drawn:
            continue
        resources = page.resources
        for group, name, thing in (
            ("/ColorSpace", f"/{CUT_CONTOUR}", space),
            ("/ExtGState", "/Overprint", state),
        ):
            if group not in resources:
                resources[group] = pikepdf.Dictionary()
            resources[group][name] = thing
        height = float(page.mediabox[3]) - float(page.mediabox[1])
        flipped = concat(Matrix(1 / POINT, 0, 0, -1 / POINT, 0, height))
        pen = f"/Overprint gs /{CUT_CONTOUR} CS 1 SCN {CUT_WIDTH:.4f} w"
        content = "\n".join(["q", flipped, pen, *(f"{one}\nS" for one in drawn), "Q"])
        page.contents_add(b"q\n", prepend=True)
        page.contents_add(f"Q\n{content}\n".encode("ascii"))
        page.contents_coalesce()


def page_names(job: Any) -> Callable[[int], str]:
    """The ids of the cards on the pages of a job that has a face to a page; of others nothing."""
    if not isinstance(job, SheetJob) or not job.options.is_apart:
        return lambda _: ""
    ids = [card.id for part in job.lists for _, card, _ in part.printed for _ in range(card.copies)]
    faces = len(job.sides)
    return lambda page: ids[page // faces] if page // faces < len(ids) else ""


def open_intent(condition: str, icc: Path | None) -> Intent:
    """The intent that is asked for. Raises :class:`InputError` for a profile that can't be used."""
    return Intent(condition, None if icc is None else Profile(icc))


def icc_option() -> Mapping[str, Setting]:
    """The metadata of a field ``icc``: the path of a profile, or None."""
    return about(
        "The print house's ICC profile, which converts RGB to CMYK.",
        kind=simple(_parse_file, type="string"),
        default_help="a formula",
    )


def _parse_file(value: object) -> Path:
    if isinstance(value, str) and value.strip():
        return Path(value)
    raise InputError(f"expected a file, got {quote(value)}")
