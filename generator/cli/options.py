"""Options that several commands share, and what they mean."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import wraps
from inspect import Parameter, signature
from pathlib import Path
from typing import Annotated, Any, TypeVar

import typer

from generator.catalog.press_settings import SETTINGS, PressSettings, Setting
from generator.catalog.problems import InputError
from generator.catalog.sizes import Size, paper
from generator.catalog.units import parse_length
from generator.press.request import PrintRequest

T = TypeVar("T")

Games = Annotated[
    list[str] | None,
    typer.Argument(metavar="GAME or folder", help="Which games. [every bundled game]"),
]
Papers = Annotated[
    list[str] | None,
    typer.Option("--paper", help="a4, letter, a3, tabloid, legal or WxH (200x300mm); may be repeated. [a4]"),
]
Only = Annotated[
    list[str] | None, typer.Option(help="A component or deck, by id or pattern; may be repeated.")
]
Select = Annotated[
    list[str] | None,
    typer.Option(help="Cards, by id, name or pattern, or field=value; may be repeated."),
]
LowInk = Annotated[bool, typer.Option("--low-ink", help="White backgrounds and thin frames, to save ink.")]
Out = Annotated[Path, typer.Option(help="The folder to write the files to.")]
NoCache = Annotated[
    bool,
    typer.Option("--no-cache", help="Build everything from scratch, and save nothing for next time."),
]
Settings = Annotated[
    list[str] | None,
    typer.Option("--set", metavar="NAME=VALUE", help="An option of the game; may be repeated."),
]
MAX_SEATS = 16
"""Of ``--seats`` and ``--seat``: more than any game has."""
MAX_SEED = 2**63 - 1
"""Of ``--seed``: the rules engine takes none above."""
MAX_RECORDED_SEED = 10**15
"""Of ``--seed`` where a record is written: whole numbers up to this are read back from YAML."""

AsJson = Annotated[bool, typer.Option("--json", help="Print what was done as JSON.")]


def press_settings(command: Callable[..., None]) -> Callable[..., None]:
    """Gives a command an option for each press setting, in place of its parameter ``settings``."""
    whole = signature(command, eval_str=True)
    options = [
        Parameter(name, Parameter.KEYWORD_ONLY, default=None, annotation=_setting_option(setting))
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


def _setting_option(setting: Setting) -> Any:
    words = " | ".join(setting.words) or setting.help
    return Annotated[str | None, typer.Option(help=f"{words} [{setting.default_help}]")]


def _setting(name: str, text: str | None) -> object:
    if text is None:
        return None
    setting = SETTINGS[name]
    if setting.words:
        return choice(f"--{name}", text, tuple(setting.words))
    return length(f"--{name}", text)


def print_requests(
    papers: Sequence[str] | None,
    settings: PressSettings,
    only: Sequence[str] | None = None,
    select: Sequence[str] | None = None,
    *,
    low_ink: bool = False,
) -> list[PrintRequest]:
    """What the options ask for, for each paper once. Raises BadParameter: wrong usage."""
    sizes = dict.fromkeys(_paper(text) for text in papers or ["a4"])
    return [PrintRequest(size, settings, tuple(only or ()), tuple(select or ()), low_ink) for size in sizes]


def _paper(text: str) -> Size:
    return usable(lambda: paper(text), "--paper")


def length(option: str, text: str | None) -> float | None:
    """A length in mm; None where the option is not given."""
    return None if text is None else usable(lambda: parse_length(text), option)


def choice(option: str, text: str | None, allowed: tuple[str, ...]) -> str | None:
    """One of a few words; None where the option is not given."""
    if text is not None and text not in allowed:
        raise typer.BadParameter(f"{text!r} is not one of {', '.join(allowed)}", param_hint=option)
    return text


def usable(read: Callable[[], T], option: str | None = None) -> T:
    """A value of the command line; what can't be read is wrong usage. ``option``: None for several."""
    try:
        return read()
    except InputError as error:
        hint = f"; {error.hint}" if error.hint else ""
        raise typer.BadParameter(error.message + hint, param_hint=option) from None
