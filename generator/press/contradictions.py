"""Press settings that are given and would do nothing, which is a misunderstanding."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from generator.catalog.press_settings import APART, NO_PRINTER, NO_SHEET, PressSettings, key_of

PRINTER = "printer"
"""What the printer is called among the settings that are given."""
Spelling = Callable[[str, str], str]
"""How a setting with its value is written where it is given."""


class Contradiction(NamedTuple):
    """A setting that would do nothing, and why."""

    setting: str
    message: str


def as_option(name: str, value: str) -> str:
    """As the command line has it."""
    return f"--{key_of(name)} {value}".rstrip()


def as_field(name: str, value: str) -> str:
    """As a form has it."""
    return f"{key_of(name)} {value}".rstrip()


def contradictions(settings: PressSettings, spelled: Spelling = as_option) -> Iterator[Contradiction]:
    """All settings that contradict others; ``settings`` may have the printer's name, too."""
    form: str = settings.get("form", "")
    if form in APART and settings.get("backs") == "gutterfold":
        reason = (
            f"with {spelled('form', form)} there is no sheet to fold; "
            f"leave it out, or write {spelled('form', _sheets(form))}"
        )
        yield Contradiction("backs", reason)
    yield from _idle_printer(settings, spelled)
    if settings.get("registration", "none") != "none":
        yield from _idle_registration(settings, spelled)
    if form in ("sheets", "pod") and "dpi" in settings:
        yield Contradiction("dpi", idle_dpi(spelled))


def idle_dpi(spelled: Spelling) -> str:
    """Why dots to the inch are of no use where no picture is drawn."""
    return f"it says how fine pictures are; add {spelled('form', 'png')}, or {spelled('form', 'png-sheets')}"


def _sheets(form: str) -> str:
    return "png-sheets" if form == "png" else "sheets"


def _idle_printer(settings: PressSettings, spelled: Spelling) -> Iterator[Contradiction]:
    name = settings.get(PRINTER)
    if name is None or name.strip().casefold() == NO_PRINTER:
        return
    for setting, idle in (("form", APART), ("backs", ("none", "gutterfold"))):
        value = settings.get(setting)
        if value in idle:
            reason = f"with {spelled(setting, str(value))} there are no back pages to correct; leave it out"
            yield Contradiction(PRINTER, reason)
            return


def _idle_registration(settings: PressSettings, spelled: Spelling) -> Iterator[Contradiction]:
    form: str = settings.get("form", "")
    if form in APART:
        reason = (
            f"with {spelled('form', form)} there are no sheets to cut; "
            f"leave it out, or write {spelled('form', _sheets(form))}"
        )
        yield Contradiction("registration", reason)
    elif settings.get("backs") == "gutterfold":
        wanted = spelled("backs", "duplex-long")
        reason = f"a folded sheet has its marks on both sides; write {wanted}, duplex-short or none"
        yield Contradiction("registration", reason)
    elif settings.get("sheet") not in (None, NO_SHEET):
        reason = (
            "a label sheet has its places where they are, marks or not; "
            f"leave out {spelled('sheet', '')} or {spelled('registration', '')}"
        )
        yield Contradiction("registration", reason)
