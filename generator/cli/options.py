"""Arguments and options that several commands share, and how a command declares its own.

A command takes a request, a data class with a field for each option:

    @dataclass(frozen=True, slots=True, kw_only=True)
    class Request:
        game: PlayedGame = None
        decks: Annotated[tuple[str, ...], typer.Option("--deck", help="A deck; may be repeated.")] = ()
        cards: CardOptions


    def command(request: Request) -> None: ...

A field that is itself such a class stands for the options of a group, in its place; so does one that is
annotated with :class:`Several`, whose value is a mapping with those that were given. Options that may be
repeated are tuples.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import MISSING, fields
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple, TypeVar, get_args, get_origin

import typer
from typer.models import OptionInfo, ParameterInfo

from generator.catalog.bundle import find_game, game_here
from generator.catalog.problems import InputError, MissingExtraError, Place, Problems
from generator.catalog.wording import is_text, quote
from generator.cli import completion

if TYPE_CHECKING:
    from generator.catalog.models import Game

T = TypeVar("T")

Games = Annotated[
    tuple[str, ...],
    typer.Argument(
        metavar="GAME or folder",
        help="Which games, by name, folder or zip archive. [the one in this folder]",
        autocompletion=completion.game_or_archive,
    ),
]
Only = Annotated[
    tuple[str, ...],
    typer.Option(
        "--only", metavar="COMPONENT", help="A component or deck, by id or pattern; may be repeated."
    ),
]
Settings = Annotated[
    tuple[str, ...],
    typer.Option("--set", metavar="NAME=VALUE", help="An option of the game; may be repeated."),
]
Variants = Annotated[
    tuple[str, ...],
    typer.Option(
        "--variant",
        metavar="NAME",
        help="An optional rule that the game declares; may be repeated.",
        autocompletion=completion.variant,
    ),
]
Strict = Annotated[
    bool, typer.Option("--strict", help="Treat warnings as errors: if there are any, write nothing.")
]


def known_language(text: str | None) -> str | None:
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
        callback=known_language,
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


@contextmanager
def wrong_usage() -> Iterator[None]:
    """What is wrong with an option in the block is wrong usage."""
    from generator.sim.study.options import WrongOptionError

    try:
        yield
    except WrongOptionError as error:
        hint = f"; {error.hint}" if error.hint else ""
        option = f"--{error.option}" if error.option else None
        raise typer.BadParameter(error.message + hint, param_hint=option) from None


def load_games(
    names: Sequence[str] | None,
    problems: Problems,
    language: str | None = None,
    variants: Sequence[str] = (),
) -> list[Game]:
    """The games of these names (none: of the current folder) that could be loaded, each once.

    ``language``: the translation that takes the place of the games' own texts. ``variants``: names of their
    optional rules.
    """
    # Commands that are only listed, or that load games otherwise, start without it.
    from generator.catalog.load import load_game

    changes: Sequence[str] = ()
    if variants:
        from generator.catalog.changes import variant_changes

        changes = variant_changes(variants)
    loaded = [load_game(folder, problems, changes, language) for folder in _folders(names, problems)]
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


class Several(NamedTuple):
    """Options that a request has beside its own fields, such as one for each press setting."""

    entries: tuple[Entry, ...]


class Entry(NamedTuple):
    """What is declared under a name: an option, or a group of them."""

    name: str
    kind: Any
    """Its type, or the class of the group."""
    notes: Sequence[Any]
    """What stands beside the type: how typer takes the option."""
    default: Any
    inner: Sequence[Entry]
    """The options of a group."""
    is_repeated: bool

    @classmethod
    def of(cls, name: str, hint: Any, default: Any) -> Entry:
        """The entry of a field, by its type and what stands beside that."""
        if get_origin(hint) is not Annotated:
            return cls(name, hint, (), default, entries(hint), is_repeated=False)
        kind, *notes = get_args(hint)
        inner = notes[0].entries if isinstance(notes[0], Several) else ()
        return cls(name, kind, notes, default, inner, is_repeated=get_origin(kind) is tuple)

    def parameter(self) -> inspect.Parameter:
        """The option as typer takes it, which knows lists and no tuples of any length."""
        kind, default = self.kind, self.default
        if self.is_repeated:
            kind = list[get_args(kind)[0]] | None  # type: ignore[misc]
            default = _NONE if default is _NONE else None
        hint = Annotated[kind, *self.notes]  # type: ignore[valid-type]
        return inspect.Parameter(self.name, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=hint)

    def value(self, given: Mapping[str, Any]) -> Any:
        """What was given under the name, or to the group."""
        if self.inner:
            found = {one.name: one.value(given) for one in self.inner}
            if self.notes:
                return {name: value for name, value in found.items() if value is not None}
            return self.kind(**found)
        return tuple(given[self.name] or ()) if self.is_repeated else given[self.name]


def entries(request: Any) -> list[Entry]:
    """What a class of requests declares."""
    hints: dict[str, Any] = {}
    for kind in reversed(request.__mro__):
        hints |= inspect.get_annotations(kind, eval_str=True)
    return [
        Entry.of(one.name, hints[one.name], _NONE if one.default is MISSING else one.default)
        for one in fields(request)
    ]


def options_in(declared: Iterable[Entry]) -> Iterator[Entry]:
    """The options themselves, those of groups in the place of these."""
    for one in declared:
        yield from options_in(one.inner) if one.inner else (one,)


def with_options(command: Callable[..., None]) -> Callable[..., None]:
    """The command as typer calls it, with a parameter for each option of its request, and one for a file of
    options. One that takes no request is taken as it is."""
    taken = inspect.signature(command, eval_str=True).parameters
    if [*taken] != ["request"]:
        return command
    request: Any = taken["request"].annotation
    declared = entries(request)

    def called(context: typer.Context, options_file: Mapping[str, Place] | None, **given: Any) -> None:
        try:
            command(request(**{one.name: one.value(given) for one in declared}))
        except typer.BadParameter as error:
            if options_file:
                _refuse_in_file(error, options_file, context)
            raise

    options = [
        one.parameter() for one in (*options_in(declared), Entry.of("options_file", OptionsFile, None))
    ]
    context = inspect.Parameter("context", inspect.Parameter.KEYWORD_ONLY, annotation=typer.Context)
    called.__doc__ = command.__doc__
    called.__signature__ = inspect.Signature([context, *options])  # type: ignore[attr-defined]
    called.__annotations__ = {one.name: one.annotation for one in (context, *options)}
    return called


def given_options(request: Any) -> Iterator[str]:
    """The options of a request that were given: which have another value than without them."""
    for one in options_in(entries(type(request))):
        note = next(note for note in one.notes if isinstance(note, ParameterInfo))
        if isinstance(note, OptionInfo) and getattr(request, one.name) != one.default:
            yield next(word for word in (note.default, *(note.param_decls or ())) if isinstance(word, str))


# Options from a file

ONLY_TYPED = ("json", "options")
"""What has its effect before a file is read."""


def _read_options(context: typer.Context, path: str | None) -> Mapping[str, Place] | None:
    """Gives the command the options in a file, where the command line does not; the place of each."""
    if path is None or context.resilient_parsing:
        return None
    # Few runs have such a file.
    from generator.catalog.suggest import did_you_mean
    from generator.catalog.yaml_reader import read_mapping
    from generator.cli.print_problems import stop_with

    problems = Problems()
    given = read_mapping(Path(path), problems, hint="write for example `seed: 7`")
    if given is None:
        stop_with(problems)
    known: dict[str, Any] = {
        word.removeprefix("--"): one
        for one in context.command.params
        for word in one.opts
        if word.startswith("--")
    }
    described = f"`{context.command_path} --help` describes the options"
    found: dict[str, object] = {}
    for key, value in given.items():
        if key in ONLY_TYPED:
            problems.error("this is given on the command line", given.place_of_key(key), field=key)
        elif key not in known:
            hint = did_you_mean(key, known) or described
            problems.error("there is no such option", given.place_of_key(key), field=key, hint=hint)
        elif value is not None:
            with problems.reporting(given.place_of(key), field=key):
                found[known[key].name] = _as_typed(known[key], value, context, described)
    if problems.has_errors:
        stop_with(problems)
    context.default_map = found
    return {key: given.place_of(key) for key in given}


def _as_typed(option: Any, value: object, context: typer.Context, hint: str) -> object:
    """The value of an option as the command line has it. Raises InputError."""
    if isinstance(value, list) and not option.multiple:
        raise InputError("expected one value, got a list", hint=hint)
    single = value if isinstance(value, list) else [value]
    for one in single:
        is_odd = isinstance(one, list | dict | None) or not is_text(str(one))
        if is_odd or option.is_flag != isinstance(one, bool):
            wanted = "true or false" if option.is_flag else "text or a number"
            raise InputError(f"expected {wanted}, got {quote(one)}", hint=hint)
    typed = value if option.is_flag else [*map(str, single)] if option.multiple else str(value)
    try:
        option.process_value(context, typed)
    except typer.BadParameter as error:
        raise InputError(error.message.rstrip(".")) from None
    return typed


def _refuse_in_file(error: typer.BadParameter, places: Mapping[str, Place], context: typer.Context) -> None:
    """Ends the run with the place of a value that the command refused, if it is from the file."""
    from generator.cli.print_problems import stop_with

    key = str(error.param_hint).strip("'").removeprefix("--")
    names = [one.name for one in context.command.params if f"--{key}" in one.opts]
    source = context.get_parameter_source(names[0]) if names and names[0] else None
    if key in places and source is not None and source.name == "DEFAULT_MAP":
        problems = Problems()
        problems.error(error.message.rstrip("."), places[key], field=key)
        stop_with(problems)


OptionsFile = Annotated[
    str | None,
    typer.Option(
        "--options",
        metavar="FILE",
        callback=_read_options,
        is_eager=True,
        autocompletion=completion.options_file,
        help="Read options from a YAML or JSON file, by their long names; the command line overrides them.",
    ),
]
