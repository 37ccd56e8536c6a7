"""The closing lines of a build: problems, then what was written."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from pathlib import Path

from generator.catalog.problems import Problems
from generator.press.build import Written


def report(written: Sequence[Written], problems: Problems, *, as_json: bool) -> None:
    """Problems go to standard error, files to standard output; with ``as_json`` all to the latter."""
    if as_json:
        print(json.dumps(_as_dict(written, problems), indent=2, ensure_ascii=False))
        return
    for problem in problems:
        print(problem, file=sys.stderr)
    if problems:
        errors, warnings = problems.count("error"), problems.count("warning")
        print(f"{counted(errors, 'error')}, {counted(warnings, 'warning')}", file=sys.stderr)
    if problems.has_errors:
        print("nothing was written", file=sys.stderr)
    elif written:
        _print_table(written)
    else:
        print("nothing to print")


def _as_dict(written: Sequence[Written], problems: Problems) -> dict[str, object]:
    return {
        "files": [
            {
                "file": file.path.as_posix(),
                "game": file.game,
                "component": file.component,
                "pages": file.pages,
                "cards": file.cards,
                "content": file.content,
                "unchanged": file.kept,
            }
            for file in written
        ],
        "problems": [problem.to_dict() for problem in problems],
        "errors": problems.count("error"),
        "warnings": problems.count("warning"),
    }


def _print_table(written: Sequence[Written]) -> None:
    names = [_shown(file.path) for file in written]
    width = max(len(name) for name in names)
    for name, file in zip(names, written, strict=True):
        end = "  unchanged" if file.kept else ""
        print(f"{name:<{width}}  {counted(file.pages, 'page'):>9}  {counted(file.cards, 'card'):>10}{end}")
    pages, cards = sum(file.pages for file in written), sum(file.cards for file in written)
    print(f"{counted(len(written), 'file')}, {counted(pages, 'page')}, {counted(cards, 'card')}")


def _shown(path: Path) -> str:
    try:
        return path.resolve().relative_to(Path.cwd().resolve()).as_posix()
    except ValueError:
        return path.as_posix()


def counted(count: int, noun: str) -> str:
    return f"{count:,} {noun}{'' if count == 1 else 's'}"
