"""What the command line asks of a command, declared once: a data class with a field for each option.

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
from collections.abc import Callable, Iterator, Mapping
from dataclasses import MISSING, fields, is_dataclass
from typing import Annotated, Any, NamedTuple, get_args, get_origin, get_type_hints

from typer.models import OptionInfo, ParameterInfo

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


def entries(declared: Any) -> list[Entry]:
    """What a request, or a function, declares."""
    hints = get_type_hints(declared, include_extras=True)
    if is_dataclass(declared):
        return [
            Entry(one.name, hints[one.name], _NONE if one.default is MISSING else one.default)
            for one in fields(declared)
        ]
    parameters = inspect.signature(declared).parameters.values()
    return [Entry(one.name, hints[one.name], one.default) for one in parameters]


def options_in(declared: Any) -> Iterator[Entry]:
    """The options that are declared, those of groups in the place of these."""
    for one in entries(declared):
        yield from options_in(one.hint) if one.is_group else (one,)


def with_options(command: Callable[..., None]) -> Callable[..., None]:
    """The command as typer calls it, with a parameter for each option."""
    declared = entries(command)

    def called(**given: Any) -> None:
        command(**{one.name: one.value(given) for one in declared})

    parameters = [one.parameter() for one in options_in(command)]
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
