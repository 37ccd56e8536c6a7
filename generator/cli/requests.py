"""What the command line asks of a command, declared once: a data class with a field for each option.

    @dataclass(frozen=True, slots=True)
    class Request:
        game: PlayedGame = None
        games: Annotated[int, typer.Option("--games", min=1, help="How many games to play.")] = 1000
        cards: CardChoices = CardChoices()


    def command(request: Request) -> None: ...

A field that is itself such a class stands for the options of a group, in its place.
"""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Iterator
from dataclasses import MISSING, fields, is_dataclass
from typing import Annotated, Any, get_args, get_origin, get_type_hints

from typer.models import ArgumentInfo, OptionInfo, ParameterInfo


def with_options(command: Callable[..., None]) -> Callable[..., None]:
    """The command as typer calls it, with a parameter for each option of its request. One without a request
    stays as it is."""
    request = request_of(command)
    if request is None:
        return command

    @functools.wraps(command)
    def called(**given: Any) -> None:
        command(_made(request, given))

    parameters = [
        inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=hint)
        for name, hint, default in _options(request)
    ]
    called.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    called.__annotations__ = {one.name: one.annotation for one in parameters}
    del called.__wrapped__
    return called


def request_of(command: Callable[..., None]) -> type[Any] | None:
    """The class of what the command takes, if that is a request."""
    first = next(iter(get_type_hints(command).values()), None)
    return first if isinstance(first, type) and is_dataclass(first) else None


def _options(request: Any) -> Iterator[tuple[str, Any, Any]]:
    """The name, the annotated type and the default of each option, those of groups in the place of these."""
    hints = get_type_hints(request, include_extras=True)
    for field in fields(request):
        hint: Any = hints[field.name]
        if is_dataclass(hint):
            yield from _options(hint)
        else:
            yield field.name, hint, inspect.Parameter.empty if field.default is MISSING else field.default


def _made(request: type[Any], given: dict[str, Any]) -> Any:
    hints = get_type_hints(request)
    return request(
        **{
            field.name: _made(hints[field.name], given)
            if is_dataclass(hints[field.name])
            else given[field.name]
            for field in fields(request)
        }
    )


def given_options(request: Any) -> Iterator[str]:
    """The options of a request that were given: which have another value than without them."""
    for name, hint, default in _options(type(request)):
        if getattr(request, name) != default and (option := _spelled(hint)) is not None:
            yield option


def _spelled(hint: Any) -> str | None:
    """An option as it is written; None for an argument."""
    infos = get_args(hint)[1:] if get_origin(hint) is Annotated else ()
    info: ParameterInfo = next(one for one in infos if isinstance(one, ParameterInfo))
    if isinstance(info, ArgumentInfo):
        return None
    assert isinstance(info, OptionInfo)
    return next(one for one in (info.default, *(info.param_decls or ())) if isinstance(one, str))
