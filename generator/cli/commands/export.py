"""``gatepress export``: a game as files for another program, a service or a machine."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import typer

from generator.catalog.press_settings import NO_PRINTER, SETTINGS, PressSettings, Setting, key_of
from generator.catalog.problems import Problems
from generator.catalog.wording import clipped, listed, pluralize
from generator.cli import completion
from generator.cli.console import print_json
from generator.cli.options import AsJson, Games, Lang, Only, Strict, load_games
from generator.cli.print_problems import (
    print_all,
    print_missing_letters,
    print_nothing_written,
    problems_as_dict,
    progress_bar,
    shown,
)
from generator.cli.printing import (
    LowInk,
    Out,
    Papers,
    Select,
    options_of,
    print_requests,
    with_label_sheet,
)
from generator.export.run import Exports, export_games
from generator.export.target import Target, find_target, target_names
from generator.press.contradictions import PRINTER
from generator.press.request import PrintRequest, chosen_cards, chosen_sets, report_unmatched

EXAMPLES = (
    "gatepress export --list",
    "gatepress export battle-gate --to png",
    "gatepress export my-game --to png --only cards --dpi 600",
)
MAX_ROWS = 30
"""Files that are listed one by one."""


def _all_settings() -> Mapping[str, Setting]:
    """The options of all targets, each with the names of those that have it."""
    users: dict[str, list[str]] = {}
    settings: dict[str, Setting] = {}
    for name in target_names():
        for key, setting in find_target(name).settings.items():
            users.setdefault(key, []).append(name)
            settings.setdefault(key, setting)
    return {
        key: setting._replace(help=f"{', '.join(users[key])}: {setting.help}")
        for key, setting in settings.items()
    }


def _named(names: Sequence[str]) -> str:
    known = target_names()
    name, *others = dict.fromkeys(names) or [""]
    if not name:
        raise typer.BadParameter(f"say what for: {', '.join(known)}; --list says more", param_hint="--to")
    if others:
        raise typer.BadParameter("an export is for one target at a time", param_hint="--to")
    if name not in known:
        from generator.catalog.suggest import did_you_mean

        hint = did_you_mean(name, known) or f"there are {', '.join(known)}"
        raise typer.BadParameter(f"there is not a target {clipped(name)}; {hint}", param_hint="--to")
    return name


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """What for, and of what."""

    games: Games = ()
    to: Annotated[
        tuple[str, ...],
        typer.Option("--to", metavar="TARGET", help="What for.", autocompletion=completion.target),
    ] = ()
    list_: Annotated[bool, typer.Option("--list", help="List the targets and their options.")] = False
    paper: Papers = ()
    settings: Annotated[PressSettings, options_of(SETTINGS)]
    chosen: Annotated[Mapping[str, Any], options_of(_all_settings())]
    """The options of the target."""
    only: Only = ()
    select: Select = ()
    low_ink: LowInk = False
    lang: Lang = None
    out: Out = Path("output")
    strict: Strict = False
    as_json: AsJson = False


def command(request: Request) -> None:
    """Export a game for virtual tables, print services, cutters and print houses into OUT/GAME/TARGET/."""
    if request.list_:
        _list(as_json=request.as_json)
        return
    name = _named(request.to)
    target = find_target(name)
    _refuse_idle(name, target, request)
    printed = _print_request(request)
    options = target.options(**request.chosen)
    problems = Problems()
    loaded = load_games(request.games, problems, request.lang)
    printed = with_label_sheet([printed], problems)[0]
    # A game that can't be read might hold what was asked for; its own errors come first.
    if not problems.has_errors:
        report_unmatched(loaded, printed.only, printed.select, problems)
    exports = Exports()
    if not problems.has_errors:
        cards = sum(
            len(chosen_cards(cards, printed.select))
            for game in loaded
            for _, cards in chosen_sets(game, printed.only)
        )
        out, strict = request.out, request.strict
        with progress_bar(cards, hidden=request.as_json) as progress:
            exports = export_games(
                name, target, loaded, printed, options, out, problems, progress, strict=strict
            )
    _report(name, exports, problems, strict=request.strict, as_json=request.as_json)
    if problems.has_errors or (request.strict and problems):
        raise typer.Exit(1)


def _print_request(request: Request) -> PrintRequest:
    # What others get is not corrected for a printer of one's own.
    unmoved = {**request.settings, PRINTER: NO_PRINTER}
    requests = print_requests(request.paper, unmoved, request.only, request.select, low_ink=request.low_ink)
    if len(requests) > 1:
        raise typer.BadParameter("an export is for one paper at a time", param_hint="--paper")
    return requests[0]


def _refuse_idle(name: str, target: Target[Any], request: Request) -> None:
    """An option that would do nothing is a misunderstanding."""
    idle = [key for key in request.settings if key not in target.press]
    idle += [key for key in request.chosen if key not in target.settings]
    if request.paper and not target.has_paper:
        idle.append("paper")
    if idle:
        heeded = [*target.settings, *target.press, *(["paper"] if target.has_paper else [])]
        has = ", ".join(f"--{key_of(key)}" for key in heeded)
        offers = f"it has {has}" if has else "it has no options"
        raise typer.BadParameter(
            f"--to {name} does nothing with it; {offers}", param_hint=f"--{key_of(idle[0])}"
        )


def _list(*, as_json: bool) -> None:
    targets = {name: find_target(name) for name in target_names()}
    if as_json:
        print_json({"targets": [_as_dict(name, target) for name, target in targets.items()]})
        return
    width = max(map(len, targets))
    for name, target in targets.items():
        print(f"{name:<{width}}  {target.title}: {target.says}")
        for key, setting in target.settings.items():
            print(f"{'':<{width}}    {_option(key, setting)}")
        if target.press:
            print(f"{'':<{width}}    and {', '.join(f'--{key_of(key)}' for key in target.press)}")


def _option(key: str, setting: Setting) -> str:
    words = f" ({' | '.join(setting.words)})" if setting.words else ""
    default = "" if setting.is_flag or not setting.default_help else f" [{setting.default_help}]"
    return f"--{key_of(key)}{words}  {setting.help}{default}"


def _as_dict(name: str, target: Target[Any]) -> dict[str, object]:
    return {
        "target": name,
        "title": target.title,
        "says": target.says,
        "purpose": target.purpose,
        "checks": target.check is not None,
        "options": [
            {
                "option": f"--{key_of(key)}",
                "help": setting.help,
                "values": list(setting.words),
                "default": None if setting.is_flag else setting.default_help,
            }
            for key, setting in target.settings.items()
        ],
        "press_options": [f"--{key_of(key)}" for key in target.press],
    }


def _report(name: str, exports: Exports, problems: Problems, *, strict: bool, as_json: bool) -> None:
    if as_json:
        files = [
            {"file": one.path.as_posix(), "game": one.game, "target": name, "says": one.says}
            for one in exports.written
        ]
        removed = [path.as_posix() for path in exports.removed]
        print_json({"files": files, "removed": removed, **problems_as_dict(problems)})
        return
    print_all(problems)
    if exports.written:
        _print_table(exports)
        print_missing_letters(problems)
    elif problems.has_errors or (strict and problems):
        print_nothing_written(problems)
    else:
        print("nothing to export")


def _print_table(exports: Exports) -> None:
    rows = [(shown(one.path), one.says) for one in exports.written[:MAX_ROWS]]
    width = max(len(path) for path, _ in rows)
    for path, says in rows:
        print(f"{path:<{width}}  {says}".rstrip())
    if len(exports.written) > MAX_ROWS:
        print(f"… and {pluralize(len(exports.written) - MAX_ROWS, 'more file')}")
    if exports.removed:
        print(
            f"removed, since nothing writes it any longer: {listed(map(shown, exports.removed), longest=400)}"
        )
    print(pluralize(len(exports.written), "file"))
