"""What the commands that print share: options of the press, the cache, and notes for illegal decks."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence
from functools import wraps
from inspect import Parameter, signature
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from generator.catalog.models import CardSet, Game
from generator.catalog.paths import shown_path
from generator.catalog.press_settings import NO_SHEET, SETTINGS, PressSettings, Setting, key_of
from generator.catalog.problems import InputError, Place, Problems
from generator.catalog.sizes import Size, paper
from generator.catalog.wording import pluralize, quote
from generator.cli import completion
from generator.cli.options import usable
from generator.press.cache import Cache
from generator.press.request import PrintRequest

if TYPE_CHECKING:
    from generator.catalog.label_sheets import LabelSheet
    from generator.deck.check import Violation
    from generator.deck.limits import DeckFormat
    from generator.press.job import PrintJob

Papers = Annotated[
    list[str] | None,
    typer.Option(
        "--paper",
        help="a4, letter, a3, tabloid, legal or WxH (200x300mm); may be repeated. [a4]",
        autocompletion=completion.paper,
    ),
]
Select = Annotated[
    list[str] | None,
    typer.Option(help="Cards, by id, name or pattern, or field=value; may be repeated."),
]
LowInk = Annotated[bool, typer.Option("--low-ink", help="White backgrounds and thin frames, to save ink.")]
Out = Annotated[Path, typer.Option(help="Folder for the files.")]
NoCache = Annotated[
    bool, typer.Option("--no-cache", help="Build everything from scratch, and save nothing for next time.")
]
FOLDER_VARIABLE = "GATEPRESS_CACHE"
"""Names another folder than the user's cache folder; set to nothing: nothing is kept."""
MAX_LISTED = 20
"""Faults of one deck that are told one by one."""
MAX_FAULT_LETTERS = 44
"""Letters of a fault in the note, which shares a line with the sheet's name and number."""


def press_settings(command: Callable[..., None]) -> Callable[..., None]:
    """Gives a command an option for each press setting, in place of its parameter ``settings``."""
    whole = signature(command, eval_str=True)
    options = [
        Parameter(name, Parameter.KEYWORD_ONLY, default=None, annotation=_setting_option(name, setting))
        for name, setting in SETTINGS.items()
        if setting.is_option
    ]

    @wraps(command)
    def with_options(**given: Any) -> None:
        settings = {option.name: _setting(option.name, given.pop(option.name)) for option in options}
        command(settings={name: value for name, value in settings.items() if value is not None}, **given)

    # Typer makes a command's options from its signature.
    parameters: list[Parameter] = []
    for parameter in whole.parameters.values():
        own = options if parameter.name == "settings" else [parameter.replace(kind=Parameter.KEYWORD_ONLY)]
        parameters += own
    with_options.__signature__ = whole.replace(parameters=parameters)  # type: ignore[attr-defined]
    with_options.__annotations__ = {one.name: one.annotation for one in parameters}
    return with_options


def _setting_option(name: str, setting: Setting) -> Any:
    if setting.is_flag:
        return Annotated[bool | None, typer.Option(help=setting.help, show_default=False)]
    words = " | ".join(setting.words) or setting.help
    complete = completion.label_sheet if name == "sheet" else completion.one_of(setting.words)
    return Annotated[
        str | None, typer.Option(help=f"{words} [{setting.default_help}]", autocompletion=complete)
    ]


def _setting(name: str, text: str | bool | None) -> object:
    if text is None or isinstance(text, bool):
        return text
    setting = SETTINGS[name]
    if setting.words:
        if name == "backs" and text == "pod":
            raise typer.BadParameter("print on demand is a form: write --form pod", param_hint="--backs")
        return choice(f"--{name}", text, tuple(setting.words))
    return usable(lambda: setting.kind.parse(text), f"--{key_of(name)}")


def print_requests(
    papers: Sequence[str] | None,
    settings: PressSettings,
    only: Sequence[str] | None = None,
    select: Sequence[str] | None = None,
    *,
    low_ink: bool = False,
) -> list[PrintRequest]:
    """What the options ask for, for each paper once. Raises BadParameter: wrong usage."""
    _refuse_contradictions(settings)
    sizes = dict.fromkeys(_paper(text) for text in papers or ["a4"])
    return [PrintRequest(size, settings, tuple(only or ()), tuple(select or ()), low_ink) for size in sizes]


def _refuse_contradictions(settings: PressSettings) -> None:
    """An option that would do nothing is a misunderstanding."""
    form = settings.get("form")
    if form in ("pod", "png") and settings.get("backs") == "gutterfold":
        sheets = "png-sheets" if form == "png" else "sheets"
        raise typer.BadParameter(
            f"with --form {form} there is no sheet to fold; leave it out, or write --form {sheets}",
            param_hint="--backs",
        )
    if form in ("sheets", "pod"):
        refuse_idle_dpi(settings, ())


def refuse_idle_dpi(settings: PressSettings, jobs: Iterable[PrintJob]) -> None:
    """Raises BadParameter where no picture is drawn that could have as many dots to the inch as are given."""
    if "dpi" in settings and not any(job.dpi for job in jobs):
        raise typer.BadParameter(
            "it says how fine pictures are; add --form png, or --form png-sheets", param_hint="--dpi"
        )


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

    try:
        return read_sheet(Path(name), problems) if is_file_name(name) else find_sheet(name, Path(), problems)
    except InputError as error:
        problems.extend([error.at(None)])
        return None


def choice(option: str, text: str | None, allowed: tuple[str, ...]) -> str | None:
    """One of a few words; None where the option is not given."""
    if text is not None and text not in allowed:
        raise typer.BadParameter(f"{quote(text)} is not one of {', '.join(allowed)}", param_hint=option)
    return text


def open_cache(*, wanted: bool) -> Cache | None:
    """The cache of this user; None where none is wanted."""
    named = os.environ.get(FOLDER_VARIABLE)
    if not wanted or named == "":
        return None
    if named is not None:
        return Cache(Path(named))
    from platformdirs import user_cache_path

    folder = user_cache_path("gatepress", appauthor=False)
    # Relative where the environment gives no home: it would be made wherever the command is given.
    return Cache(folder / "sheets") if folder.is_absolute() else None


def legality_notes(
    game: Game,
    decks: Iterable[CardSet],
    problems: Problems,
    limits: DeckFormat | None = None,
    *,
    allow_unspent: bool = False,
) -> dict[CardSet, str]:
    """What the sheets of illegal decks are to say; ``problems`` is told why, as warnings.

    Decks are judged by ``limits``, or by their own game's rules where those are given.
    """
    decks = list(decks)
    # Of a deck of which a part could not be read nobody knows whether it is legal.
    if not decks or not game.is_whole:
        return {}
    # Only some games have decks to be judged.
    from generator.deck.check import judge
    from generator.deck.model import deck_of

    limits = limits or _format_of(game)
    if limits is None:
        return {}
    notes = {}
    for cards in decks:
        deck = deck_of(cards, (), limits.fields, of_game=limits.has_pool)
        verdict = judge(deck, limits, allow_unspent=allow_unspent)
        faults = [violation for violation in verdict.violations if violation.severity == "error"]
        _report(faults, cards, problems)
        notes[cards] = _note(faults)
    return notes


def _format_of(game: Game) -> DeckFormat | None:
    """What the game's rules say of decks; a game may have decks without saying what makes them legal."""
    from generator.deck.format import read_format

    return read_format(game, Problems())


def _report(faults: Sequence[Violation], cards: CardSet, problems: Problems) -> None:
    file = Place(shown_path(cards.file)) if cards.file else None
    for fault in faults[:MAX_LISTED]:
        problems.warning(f"not a legal deck: {fault.message}", fault.place or file, card=fault.card)
    if len(faults) > MAX_LISTED:
        problems.warning(
            f"not a legal deck: {pluralize(len(faults) - MAX_LISTED, 'more fault')}",
            file,
            hint="`gatepress deck check` lists them all",
        )


def _note(faults: Sequence[Violation]) -> str:
    """What the sheets say; empty for a legal deck. What is wrong with the deck as a whole comes first."""
    if not faults:
        return ""
    first = next((fault for fault in faults if fault.card is None), faults[0])
    words = f"{first.card}: {first.message}" if first.card else first.message
    if len(words) > MAX_FAULT_LETTERS:
        words = words[: MAX_FAULT_LETTERS - 1].rstrip() + "…"
    others = len(faults) - 1
    more = f", and {pluralize(others, 'more fault')}" if others else ""
    return f"NOT A LEGAL DECK: {words}{more}"
