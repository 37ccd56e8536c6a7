"""What the commands that print share: options of the press, the cache, and notes for illegal decks."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from generator.catalog.keys import LENGTH
from generator.catalog.paths import printers_file
from generator.catalog.press_settings import NO_SHEET, SETTINGS, PressSettings, Setting, key_of
from generator.catalog.problems import Problems
from generator.catalog.sizes import Size, paper
from generator.catalog.wording import quote
from generator.cli import completion
from generator.cli.options import Entry, Several, usable
from generator.press.build import MAX_PROCESSES
from generator.press.contradictions import PRINTER, as_option, contradictions, idle_dpi
from generator.press.request import PrintRequest

if TYPE_CHECKING:
    from generator.catalog.label_sheets import LabelSheet
    from generator.catalog.printers import Printer
    from generator.press.job import PrintJob

Papers = Annotated[
    tuple[str, ...],
    typer.Option(
        "--paper",
        metavar="PAPER",
        help="a4, letter, a3, tabloid, legal or WxH (200x300mm); may be repeated. [a4]",
        autocompletion=completion.paper,
    ),
]
Select = Annotated[
    tuple[str, ...],
    typer.Option(
        "--select", metavar="CARD", help="Cards, by id, name or pattern, or field=value; may be repeated."
    ),
]
LowInk = Annotated[bool, typer.Option("--low-ink", help="White backgrounds and thin frames, to save ink.")]
Out = Annotated[Path, typer.Option(metavar="FOLDER", help="Folder for the files.")]
NoCache = Annotated[
    bool, typer.Option("--no-cache", help="Build everything from scratch, and save nothing for next time.")
]
Jobs = Annotated[
    int | None,
    typer.Option(
        "--jobs",
        metavar="NUMBER",
        min=1,
        max=MAX_PROCESSES,
        help="Lay out sheets in at most this many processes. [as many as there are cores]",
    ),
]
PrinterName = Annotated[
    str | None,
    typer.Option(
        metavar="NAME",
        help="The printer profile that aligns back pages: a saved name, or none. [the last saved]",
        autocompletion=completion.printer,
    ),
]


def options_of(settings: Mapping[str, Setting], **others: Any) -> Several:
    """An option for each of the settings. ``others``: annotations of options that stand beside them."""
    own = {name: _setting_option(name, setting) for name, setting in settings.items() if setting.is_option}
    return Several(tuple(Entry.of(name, hint, None) for name, hint in (own | others).items()))


def _setting_option(name: str, setting: Setting) -> Any:
    if setting.is_flag:
        # What is a negation itself has no other.
        form = (f"--{key_of(name)}",) if name.startswith("no_") else ()
        return Annotated[bool | None, typer.Option(*form, help=setting.help, show_default=False)]
    words = " | ".join(setting.words) or setting.help
    default = f" [{setting.default_help}]" if setting.default_help else ""
    # Whatever a target's own setting is, its name says it.
    what = (
        "KIND" if setting.words else "LENGTH" if setting.kind is LENGTH else name.rpartition("_")[2].upper()
    )
    complete = completion.label_sheet if name == "sheet" else completion.one_of(setting.words)
    return Annotated[
        str | None,
        typer.Option(
            metavar="NUMBER" if setting.kind.schema.get("type") == "integer" else what,
            help=f"{words}{default}",
            autocompletion=complete,
            callback=lambda text: None if text is None else _setting(name, setting, text),
        ),
    ]


def _setting(name: str, setting: Setting, text: str) -> object:
    if setting.words:
        if name == "backs" and text == "pod":
            raise typer.BadParameter("print on demand is a form: write --form pod", param_hint="--backs")
        return choice(f"--{key_of(name)}", text, tuple(setting.words))
    return usable(lambda: setting.kind.parse(text), f"--{key_of(name)}")


Pressed = Annotated[PressSettings, options_of(SETTINGS, **{PRINTER: PrinterName})]
"""The press settings that are given, also the name of the ``printer``, which
:func:`print_requests` looks up."""


def print_requests(
    papers: Sequence[str],
    settings: PressSettings,
    only: tuple[str, ...] = (),
    select: tuple[str, ...] = (),
    *,
    low_ink: bool = False,
) -> list[PrintRequest]:
    """What the options ask for, for each paper once. Raises BadParameter: wrong usage."""
    for found in contradictions(settings):
        raise typer.BadParameter(found.message, param_hint=f"--{key_of(found.setting)}")
    pressed = {name: value for name, value in settings.items() if name != PRINTER}
    printer = _printer(settings.get(PRINTER))
    return [PrintRequest(size, pressed, only, select, low_ink, printer) for size in papers_of(papers)]


def _printer(name: str | None) -> Printer | None:
    """The printer that sheets are for; most people have saved none."""
    file = printers_file()
    if name is None and (file is None or not os.path.lexists(file)):
        return None
    from generator.cli.printers import chosen_printer

    return chosen_printer(name)


def papers_of(papers: Sequence[str]) -> list[Size]:
    """The papers that are named, each once; A4 where none is."""
    return list(dict.fromkeys(_paper(text) for text in papers or ["a4"]))


def refuse_idle_dpi(settings: PressSettings, jobs: Iterable[PrintJob]) -> None:
    """Raises BadParameter where no picture is drawn that could have as many dots to the inch as are given."""
    if "dpi" in settings and not any(job.dpi for job in jobs):
        raise typer.BadParameter(idle_dpi(as_option), param_hint="--dpi")


def _paper(text: str) -> Size:
    return usable(lambda: paper(text), "--paper")


def with_label_sheet(requests: Sequence[PrintRequest], problems: Problems) -> list[PrintRequest]:
    """The requests with the label sheet that ``--sheet`` names, as its file is now."""
    name = requests[0].settings.get("sheet")
    if name is None:
        return list(requests)
    sheet = None if name == NO_SHEET else _label_sheet(name, problems)
    return [request._replace(settings={**request.settings, "sheet": sheet}) for request in requests]


def _label_sheet(name: str, problems: Problems) -> LabelSheet | None:
    from generator.catalog.label_sheets import find_sheet, is_file_name, read_sheet

    with problems.reporting():
        return read_sheet(Path(name), problems) if is_file_name(name) else find_sheet(name, Path(), problems)
    return None


def choice(option: str, text: str | None, allowed: tuple[str, ...]) -> str | None:
    """One of a few words; None where the option is not given."""
    if text is not None and text not in allowed:
        raise typer.BadParameter(f"{quote(text)} is not one of {', '.join(allowed)}", param_hint=option)
    return text
