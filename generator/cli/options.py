"""Arguments and options that several commands share, and how a command declares its own.

A command takes a request, a data class with a field for each option:

    @dataclass(frozen=True, slots=True, kw_only=True)
    class Request:
        game: PlayedGame = None
        decks: Annotated[tuple[str, ...], typer.Option("--deck", help="A deck; may be repeated.")] = ()
        cards: CardOptions


    def command(request: Request) -> None: ...

A field that is itself such a class stands for the options of a group, in its place. Options that may be
repeated are tuples.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import MISSING, fields, is_dataclass
from math import isnan
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple, TypeVar, get_args, get_origin, get_type_hints

import typer
from typer.models import OptionInfo, ParameterInfo

from generator.catalog.bundle import find_game, game_here
from generator.catalog.problems import InputError, MissingExtraError, Problems
from generator.cli import completion

if TYPE_CHECKING:
    from generator.catalog.models import Game

T = TypeVar("T")

Games = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="GAME or folder",
        help="Which games, by name, folder or zip archive. [the one in this folder]",
        autocompletion=completion.game_or_archive,
    ),
]
Only = Annotated[
    list[str] | None, typer.Option(help="A component or deck, by id or pattern; may be repeated.")
]
Settings = Annotated[
    tuple[str, ...],
    typer.Option("--set", metavar="NAME=VALUE", help="An option of the game; may be repeated."),
]
Variants = Annotated[
    tuple[str, ...],
    typer.Option(
        "--variant", metavar="NAME", help="An optional rule that the game declares; may be repeated."
    ),
]
Strict = Annotated[
    bool, typer.Option("--strict", help="Treat warnings as errors: with any, nothing is written.")
]
MAX_SEATS = 16
"""Of ``--players`` and ``--seat``: more than any game has."""
MAX_SEED = 2**63 - 1
"""Of ``--seed``: the rules engine takes none above."""
Seed = Annotated[int, typer.Option("--seed", min=0, max=MAX_SEED, help="The same seed plays the same games.")]
PlayerCount = Annotated[
    int | None,
    typer.Option("--players", min=1, max=MAX_SEATS, help="Number of players. [the game's minimum]"),
]
MAX_RECORDED_SEED = 10**15
"""Of ``--seed`` where a record is written: whole numbers up to this are read back from YAML."""

MAX_MOVE_LIMIT = 86_400


def _number(value: float) -> float:
    """Click takes "not a number" for one within any range."""
    if isnan(value):
        raise typer.BadParameter("expected a number of seconds, got nan")
    return value


MoveLimit = Annotated[
    float,
    typer.Option(
        "--move-limit",
        min=0.1,
        max=MAX_MOVE_LIMIT,
        callback=_number,
        help="Seconds that a bot may take for a move.",
    ),
]


def _language(text: str | None) -> str | None:
    """A language that there is; whether the game is translated into it shows when it is read."""
    if text is None:
        return None
    from generator.catalog.languages import parse_language

    return usable(lambda: parse_language(text), "--lang")


Lang = Annotated[
    str | None,
    typer.Option(
        "--lang",
        metavar="LANGUAGE",
        help="The translation to print: de, fr … [the game's own language]",
        callback=_language,
        autocompletion=completion.language,
    ),
]
AsJson = Annotated[bool, typer.Option("--json", help="Print what was done as JSON.")]


def usable(read: Callable[[], T], option: str | None = None) -> T:
    """A value of the command line; what can't be read is wrong usage. ``option``: None for several."""
    try:
        return read()
    except MissingExtraError:
        raise
    except InputError as error:
        place = f"{error.place}: " if error.place else ""
        hint = f"; {error.hint}" if error.hint else ""
        raise typer.BadParameter(place + error.message + hint, param_hint=option) from None


def load_games(names: Sequence[str] | None, problems: Problems, language: str | None = None) -> list[Game]:
    """The games of these names (none: of the current folder) that could be loaded, each once.

    ``language``: the translation that takes the place of the games' own texts.
    """
    # Commands that are only listed, or that load games otherwise, start without it.
    from generator.catalog.load import load_game

    loaded = [load_game(folder, problems, language=language) for folder in _folders(names, problems)]
    return [game for game in loaded if game is not None]


def game_folders(names: Sequence[str] | None) -> list[Path]:
    """The folders of the games of these names, also of those that can't be loaded."""
    return _folders(names, Problems())


def _folders(names: Sequence[str] | None, problems: Problems) -> list[Path]:
    """The folders of the games, each once however often and by whatever name it is given."""
    found: dict[Path, Path] = {}
    for name in names or (None,):
        try:
            folder = game_here() if name is None else find_game(name, unpack=True)
        except InputError as error:
            problems.add(error)
            continue
        found.setdefault(folder.resolve(), folder)
    return list(found.values())


# What a command takes, declared once

_NONE: Any = inspect.Parameter.empty


class Entry(NamedTuple):
    """What is declared under a name: an option, or a group of them."""

    name: str
    hint: Any
    default: Any

    @property
    def is_group(self) -> bool:
        return is_dataclass(self.hint)

    @property
    def is_repeated(self) -> bool:
        return get_origin(self.hint) is Annotated and get_origin(get_args(self.hint)[0]) is tuple

    def parameter(self) -> inspect.Parameter:
        """The option as typer takes it, which knows lists and no tuples of any length."""
        hint, default = self.hint, self.default
        if self.is_repeated:
            given, *notes = get_args(hint)
            hint = Annotated[list[get_args(given)[0]] | None, *notes]  # type: ignore[misc]
            default = _NONE if default is _NONE else None
        return inspect.Parameter(self.name, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=hint)

    def value(self, given: Mapping[str, Any]) -> Any:
        """What was given under the name, or to the group."""
        if self.is_group:
            return self.hint(**{one.name: one.value(given) for one in entries(self.hint)})
        return tuple(given[self.name] or ()) if self.is_repeated else given[self.name]


def entries(request: Any) -> list[Entry]:
    """What a class of requests declares."""
    hints = get_type_hints(request, include_extras=True)
    return [
        Entry(one.name, hints[one.name], _NONE if one.default is MISSING else one.default)
        for one in fields(request)
    ]


def options_in(request: Any) -> Iterator[Entry]:
    """The options that it declares, those of groups in the place of these."""
    for one in entries(request):
        yield from options_in(one.hint) if one.is_group else (one,)


def with_options(command: Callable[..., None]) -> Callable[..., None]:
    """The command as typer calls it, with a parameter for each option of its request. One that takes no
    request is taken as it is."""
    if [*inspect.signature(command).parameters] != ["request"]:
        return command
    request: Any = get_type_hints(command)["request"]
    declared = entries(request)

    def called(**given: Any) -> None:
        command(request(**{one.name: one.value(given) for one in declared}))

    parameters = [one.parameter() for one in options_in(request)]
    called.__doc__ = command.__doc__
    called.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    called.__annotations__ = {one.name: one.annotation for one in parameters}
    return called


def given_options(request: Any) -> Iterator[str]:
    """The options of a request that were given: which have another value than without them."""
    for one in options_in(type(request)):
        note = next(note for note in get_args(one.hint) if isinstance(note, ParameterInfo))
        if isinstance(note, OptionInfo) and getattr(request, one.name) != one.default:
            yield next(word for word in (note.default, *(note.param_decls or ())) if isinstance(word, str))
