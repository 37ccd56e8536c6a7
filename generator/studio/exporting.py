"""Exports as the studio makes them: targets with their options as a form has them, and the export itself."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from generator.catalog.models import Game
from generator.catalog.press_settings import SETTINGS, Setting
from generator.catalog.problems import InputError, Problem, Problems
from generator.catalog.wording import pluralize
from generator.export.target import Target, find_target, target_names
from generator.press.request import chosen_cards, chosen_sets
from generator.studio.printing import (
    SheetsAsked,
    check_form,
    failure,
    load,
    option_values,
    refuse_links,
    request_of,
)
from generator.studio.runs import Line

ELSEWHERE: Mapping[str, frozenset[str]] = {"tts": frozenset({"install", "folder"})}
"""Options by which a target writes to another folder than the studio's own."""


class ExportForm(NamedTuple):
    """What there is to choose of a target."""

    name: str
    title: str
    says: str
    purpose: str
    options: Mapping[str, Setting]
    press: Mapping[str, Setting]
    has_paper: bool


def export_forms() -> list[ExportForm]:
    """All targets, by name."""
    return [_form(name, find_target(name)) for name in target_names()]


def _form(name: str, target: Target[Any]) -> ExportForm:
    press = {key: SETTINGS[key] for key in target.press if SETTINGS[key].is_option}
    return ExportForm(
        name, target.title, target.says, target.purpose, _options(name, target), press, target.has_paper
    )


def _options(name: str, target: Target[Any]) -> Mapping[str, Setting]:
    hidden = ELSEWHERE.get(name, frozenset())
    return {key: setting for key, setting in target.settings.items() if key not in hidden}


def find_form(name: str) -> ExportForm:
    """The target of that name. Raises :class:`InputError`."""
    if name not in target_names():
        raise InputError("there is no such target")
    return _form(name, find_target(name))


def check_export(
    form: ExportForm, asked: SheetsAsked, given: Mapping[str, str], game: Game
) -> tuple[Problem, ...]:
    """What is wrong with the fields of a form."""
    problems = Problems()
    option_values(given, form.options, problems)
    return (*check_form(asked, game, wants=tuple(form.press)), *problems)


def export(
    line: Line, name: str, asked: SheetsAsked, given: Mapping[str, str], out: Path, archive: Path
) -> Mapping[str, Any]:
    """Writes ``OUT/GAME/NAME/…``, and all of it once more into one ``archive`` to be downloaded."""
    from generator.export.file_formats import Member, write_zip
    from generator.export.run import export_games

    problems = Problems()
    game = load(asked, problems)
    form, target = find_form(name), find_target(name)
    request = request_of(asked, problems, wants=tuple(form.press))
    options = option_values(given, form.options, problems)
    folder = out / game.output / name
    refuse_links((folder, *folder.rglob("*")), out, problems)
    if request is None or problems.has_errors:
        raise failure("nothing was written", problems)
    sets = chosen_sets(game, request.only)
    line.begin(sum(len(chosen_cards(cards, request.select)) for _, cards in sets), "cards")
    written = export_games(
        name, target, [game], request, target.options(**options), out, problems, line.advance
    ).written
    if problems.has_errors:
        raise failure("nothing was written", problems)
    archive.parent.mkdir(parents=True, exist_ok=True)
    write_zip(archive, [Member(_inside(one.path, folder), one.path) for one in written])
    return {
        "files": [{"path": one.path.relative_to(out).as_posix(), "says": one.says} for one in written],
        "folder": folder.relative_to(out.parent).as_posix(),
        "totals": pluralize(len(written), "file") if written else "nothing to export",
        "problems": [problem.to_dict() for problem in problems.merged()],
        "errors": 0,
    }


def _inside(path: Path, folder: Path) -> str:
    return path.relative_to(folder).as_posix() if path.is_relative_to(folder) else path.name
