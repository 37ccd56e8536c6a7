"""Messages about the files that a build has written: their bleed, and the printer that they are for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from generator.catalog.wording import listed, pluralize
from generator.press.build import Written
from generator.press.contradictions import Spelling, as_option
from generator.press.job import BleedExtent, PrintJob

if TYPE_CHECKING:
    from generator.catalog.printers import Printer


@dataclass(frozen=True, slots=True)
class PrinterUse:
    """Which of the files are corrected for a printer, and which would be if it were calibrated for them."""

    printer: Printer
    corrected: Mapping[Path, str] = field(default_factory=dict)
    """The papers with their edges, by the files."""
    missing: Mapping[Path, str] = field(default_factory=dict)

    def lines(self, written: Sequence[Path]) -> Iterator[str]:
        name = self.printer.name
        for found, message in (
            (self.corrected, f"back pages corrected for the printer {name}:"),
            (self.missing, f"back pages not corrected, as the printer {name} is not calibrated for them:"),
        ):
            sheets = dict.fromkeys(found[path] for path in written if path in found)
            if sheets:
                yield f"{message} {listed(sheets)}"


def use_of(printer: Printer | None, jobs: Sequence[PrintJob], out: Path) -> PrinterUse | None:
    """What a printer has to do with the jobs; None where there is none."""
    if printer is None:
        return None
    corrected: dict[Path, str] = {}
    missing: dict[Path, str] = {}
    for job in jobs:
        sheet = job.page_plan().two_sided
        if sheet is not None:
            found = missing if sheet.correction is None else corrected
            found[out / job.path] = f"{sheet.paper.name} {sheet.backs}"
    return PrinterUse(printer, corrected, missing)


def bleed_lines(written: Sequence[Written], spelled: Spelling = as_option) -> Iterator[str]:
    """A line for each game whose cards have little bleed, and for each gap that would give more."""
    found: dict[tuple[str, float], list[tuple[str, BleedExtent]]] = {}
    for file in written:
        if file.bled is not None and file.bled.is_little:
            found.setdefault((file.game, file.bled.gap), []).append((file.component, file.bled))
    for (game, gap), files in found.items():
        least = sorted({bled.least for _, bled in files})
        span = f"{least[0]:g} mm" if len(least) == 1 else f"{least[0]:g} to {least[-1]:g} mm"
        names = list(dict.fromkeys(name for name, _ in files))
        line = f"{game}: {span} of bleed between cards ({', '.join(names)})"
        if gap:
            then, more = min(bled.then for _, bled in files), sum(bled.more_pages for _, bled in files)
            full = max(bled.full for _, bled in files)
            gives = f"all {full:g} mm" if then >= full else f"{then:g} mm"
            line += f"; {spelled('gap', f'{gap:g}')} gives them {gives}, on {_more(more)}"
        yield line


def _more(pages: int) -> str:
    return pluralize(pages, "more page") if pages else "the same number of pages"
