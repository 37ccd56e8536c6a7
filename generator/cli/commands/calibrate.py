"""``gatepress calibrate``: how far a printer's backs are off, and the profile that makes up for it."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated, TypeVar

import typer

from generator.catalog.paths import printers_file, shown_path
from generator.catalog.press_settings import NO_PRINTER, TURNED, Correction, Turned
from generator.catalog.printers import (
    Calibration,
    Printer,
    Printers,
    paper_in_file,
    parse_name,
    parse_scale,
    parse_shift,
    parse_turn,
)
from generator.catalog.problems import Problems
from generator.catalog.sizes import Size
from generator.catalog.wording import pluralize
from generator.catalog.words import ENGLISH
from generator.cli import completion
from generator.cli.console import print_json
from generator.cli.options import AsJson, known_language, usable
from generator.cli.print_problems import problems_as_dict, stop_with
from generator.cli.printers import save_printers, saved_printers
from generator.cli.printing import Out, Papers, choice, papers_of

EXAMPLES = (
    "gatepress calibrate --paper letter",
    'gatepress calibrate --printer office --left "5.3 x 4.8" --right "5.2 x 5.3" --top "5.6 x 5.1" '
    '--bottom "4.9 x 5.1"',
    "gatepress calibrate --printer office",
    "gatepress calibrate --printer office --dx 0.4 --dy -0.2 --rotate 0.1 --scale 1.002",
    "gatepress calibrate --list",
)
EDGES = ("left", "right", "top", "bottom")
READ = "across x down: 5.3 x 4.9; 5 is exact."
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Request:
    """The page to print, what was read from it or the numbers themselves, or what is asked of those saved."""

    printer: Annotated[
        str | None,
        typer.Option(
            metavar="NAME",
            help="A name you choose for the printer; on its own: print its page corrected.",
            autocompletion=completion.printer,
        ),
    ] = None
    paper: Papers = ()
    backs: Annotated[
        str,
        typer.Option(
            metavar="BACKS",
            help="How it turns paper over: duplex-long | duplex-short",
            autocompletion=completion.one_of(TURNED),
        ),
    ] = "duplex-long"
    left: Annotated[
        str | None, typer.Option(metavar="X x Y", help=f"What the scales at the left edge read, {READ}")
    ] = None
    right: Annotated[str | None, typer.Option(metavar="X x Y", help="The same at the right edge.")] = None
    top: Annotated[str | None, typer.Option(metavar="X x Y", help="The same at the upper edge.")] = None
    bottom: Annotated[str | None, typer.Option(metavar="X x Y", help="The same at the lower edge.")] = None
    refine: Annotated[
        bool, typer.Option("--refine", help="The readings come from a page that was printed corrected.")
    ] = False
    dx: Annotated[
        str | None, typer.Option(metavar="LENGTH", help="Moves back pages to the right: a length. [0 mm]")
    ] = None
    dy: Annotated[
        str | None, typer.Option(metavar="LENGTH", help="Moves back pages down: a length. [0 mm]")
    ] = None
    rotate: Annotated[
        str | None, typer.Option(metavar="DEGREES", help="Turns them clockwise: degrees. [0]")
    ] = None
    scale: Annotated[
        str | None,
        typer.Option(metavar="FACTOR", help="Makes them larger or smaller: a factor, or across x down. [1]"),
    ] = None
    skew: Annotated[
        str | None,
        typer.Option(metavar="DEGREES", help="Leans upright lines to the right: degrees. [0]"),
    ] = None
    show: Annotated[bool, typer.Option("--list", help="List the saved printers.")] = False
    remove: Annotated[
        str | None, typer.Option(metavar="NAME", help="Forget a printer.", autocompletion=completion.printer)
    ] = None
    default: Annotated[
        str | None,
        typer.Option(
            metavar="NAME",
            help="From now on, print sheets for this saved printer, or for none.",
            autocompletion=completion.printer,
        ),
    ] = None
    lang: Annotated[
        str | None,
        typer.Option(
            metavar="LANGUAGE",
            help="The language of the page: de, fr … [en]",
            callback=known_language,
        ),
    ] = None
    out: Out = Path("output")
    as_json: AsJson = False

    @property
    def readings(self) -> dict[str, str]:
        """What the scales read, by edge."""
        edges = {"left": self.left, "right": self.right, "top": self.top, "bottom": self.bottom}
        return {edge: text for edge, text in edges.items() if text is not None}

    @property
    def numbers(self) -> dict[str, str]:
        """What is given of the correction itself."""
        named = {
            "dx": self.dx,
            "dy": self.dy,
            "rotate": self.rotate,
            "scale": self.scale,
            "skew": self.skew,
        }
        return {name: text for name, text in named.items() if text is not None}


def command(request: Request) -> None:
    """Print the page that shows how far a printer's backs are off, or save what it shows."""
    turned = _turned(request.backs)
    is_given = bool(request.readings or request.numbers)
    asked = [request.show, request.remove is not None, request.default is not None]
    if sum(asked) > 1 or (any(asked) and (request.printer is not None or is_given or request.refine)):
        raise typer.BadParameter("--list, --remove and --default each go alone")
    if request.show:
        _list(as_json=request.as_json)
    elif request.remove is not None:
        _change("--remove", request.remove, Printers.without, "removed", as_json=request.as_json)
    elif request.default is not None:
        _make_default(request.default, as_json=request.as_json)
    elif is_given:
        _save(request, turned)
    elif request.refine:
        raise typer.BadParameter("there is nothing to refine with; give readings", param_hint="--refine")
    else:
        _print(request, turned)


def _turned(backs: str) -> Turned:
    choice("--backs", backs, TURNED)
    return next(turned for turned in TURNED if turned == backs)


# The page


def _print(request: Request, backs: Turned) -> None:
    from generator.export.calibration_page import Sheet, write_pages

    problems = Problems()
    sheets = [Sheet(paper, backs, language=request.lang or ENGLISH) for paper in papers_of(request.paper)]
    if request.printer is not None:
        printer = _known("--printer", request.printer, saved_printers())
        sheets = [
            sheet._replace(printer=printer.name, correction=_correction_for(printer, sheet.paper, backs))
            for sheet in sheets
        ]
    written = write_pages(sheets, request.out, problems)
    if request.as_json:
        files = [{"file": path.as_posix(), "pages": 2} for path in written]
        print_json({"files": files, **problems_as_dict(problems)})
        if problems.has_errors:
            raise typer.Exit(1)
        return
    if problems.has_errors:
        stop_with(problems)
    for path in written:
        print(f"{shown_path(path)}  {pluralize(2, 'page')}")
    print("print both pages on one sheet at 100 %; the first says what to do with it")


def _correction_for(printer: Printer, paper: Size, backs: Turned) -> Correction:
    found = printer.correction(paper, backs)
    if found is None:
        known = "; ".join(f"{one.paper.name}, {one.backs}" for one in printer.calibrations)
        raise typer.BadParameter(
            f"{printer.name} is not calibrated for {paper.name}, {backs}; it is for {known}. "
            "Leave out --printer to print the page as it is",
            param_hint="--printer",
        )
    return found


def _known(option: str, name: str, printers: Printers) -> Printer:
    return usable(lambda: printers.find(name), option)


# Saving


def _save(request: Request, backs: Turned) -> None:
    name, papers = request.printer, papers_of(request.paper)
    if name is None:
        raise typer.BadParameter("say which printer it is, by a name of your choice", param_hint="--printer")
    named = usable(lambda: parse_name(name), "--printer")
    if len(papers) > 1:
        raise typer.BadParameter("each paper has its own numbers: give one", param_hint="--paper")
    (paper,) = papers
    found = _given_correction(request, paper, backs)
    printers = saved_printers(to_change=True)
    old = next((one for one in printers.printers if one.name.casefold() == named.casefold()), Printer(named))
    if request.refine:
        found = _refined(old, paper, backs, found)
    changed = old.with_calibration(Calibration(paper, backs, found))
    printers = printers.with_printer(changed)
    file = save_printers(printers)
    if request.as_json:
        _print_json(printers)
        return
    print(f"saved in {file.as_posix()}: {changed.name}, {paper.name}, {backs}: {_in_words(found)}")
    print(f"back pages on this paper are printed for {changed.name} from now on; --printer none does without")


def _given_correction(given: Request, paper: Size, backs: Turned) -> Correction:
    if given.numbers and given.readings:
        raise typer.BadParameter(f"give either readings or --{next(iter(given.numbers))}, not both")
    if given.numbers:
        if given.refine:
            raise typer.BadParameter("it goes with readings of all four edges", param_hint="--refine")
        return Correction(
            _read("--dx", parse_shift, given.dx, 0.0),
            _read("--dy", parse_shift, given.dy, 0.0),
            _read("--rotate", parse_turn, given.rotate, 0.0),
            _read("--scale", parse_scale, given.scale, (1.0, 1.0)),
            _read("--skew", parse_turn, given.skew, 0.0),
        ).rounded()
    missing = [f"--{edge}" for edge in EDGES if edge not in given.readings]
    if missing:
        raise typer.BadParameter("read the scales of all four edges", param_hint=", ".join(missing))
    from generator.press.calibration import EDGES as SIDES
    from generator.press.calibration import fit, parse_reading

    readings = {edge: _read(f"--{edge}", parse_reading, given.readings[edge], (5.0, 5.0)) for edge in SIDES}
    return usable(lambda: fit(readings, paper, backs))


def _read(option: str, parse: Callable[[object], T], text: str | None, usual: T) -> T:
    return usual if text is None else usable(lambda: parse(text), option)


def _refined(printer: Printer, paper: Size, backs: Turned, more: Correction) -> Correction:
    from generator.press.calibration import refined

    before = printer.correction(paper, backs)
    if before is None:
        raise typer.BadParameter(
            f"nothing is saved of {printer.name} for {paper.name}, {backs}: leave it out",
            param_hint="--refine",
        )
    return usable(lambda: refined(before, more))


# Those that are saved


def _make_default(name: str, *, as_json: bool) -> None:
    if name.strip().casefold() != NO_PRINTER:
        _change(
            "--default",
            name,
            lambda printers, one: replace(printers, default=one.name),
            "sheets are printed for",
            as_json=as_json,
        )
        return
    printers = replace(saved_printers(to_change=True), default=None)
    save_printers(printers)
    if as_json:
        _print_json(printers)
    else:
        print("sheets are printed for no printer, unless --printer names one")


def _change(
    option: str, name: str, change: Callable[[Printers, Printer], Printers], says: str, *, as_json: bool
) -> None:
    printers = saved_printers(to_change=True)
    printer = _known(option, name, printers)
    printers = change(printers, printer)
    save_printers(printers)
    if as_json:
        _print_json(printers)
    else:
        print(f"{says} {printer.name}")


def _list(*, as_json: bool) -> None:
    printers = saved_printers()
    if as_json:
        _print_json(printers)
        return
    if not printers.printers:
        print("no printer is saved; `gatepress calibrate` prints the page to begin with", file=sys.stderr)
        return
    for printer in printers.printers:
        print(f"{printer.name}{' (default)' if printer.name == printers.default else ''}")
        for one in printer.calibrations:
            print(f"  {one.paper.name}, {one.backs}: {_in_words(one.correction)}")


def _in_words(correction: Correction) -> str:
    """``back pages 0.4 mm to the right, 0.2 mm up, turned by 0.1°, at 100.2 % x 99.9 %``."""
    dx, dy, rotate, (across, down), skew = correction
    size = f"{100 * across:.6g} %" if across == down else f"{100 * across:.6g} % x {100 * down:.6g} %"
    skewed = f", skewed by {abs(skew):g}° to the {'left' if skew < 0 else 'right'}" if skew else ""
    return (
        f"back pages {abs(dx):g} mm to the {'left' if dx < 0 else 'right'}, "
        f"{abs(dy):g} mm {'up' if dy < 0 else 'down'}, "
        f"{abs(rotate):g}° {'counter-clockwise' if rotate < 0 else 'clockwise'}{skewed}, at {size}"
    )


def _print_json(printers: Printers) -> None:
    file = printers_file()
    print_json(
        {
            "file": None if file is None else file.as_posix(),
            "default": printers.default,
            "printers": [
                {
                    "name": printer.name,
                    "calibrations": [
                        {
                            "paper": paper_in_file(one.paper),
                            "backs": one.backs,
                            **one.correction._asdict(),
                        }
                        for one in printer.calibrations
                    ],
                }
                for printer in printers.printers
            ],
        }
    )
