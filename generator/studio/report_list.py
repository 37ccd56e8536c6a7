"""Reports and studies that lie in the workspace: found, and their results."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping
from html import unescape
from pathlib import Path
from typing import Any, NamedTuple

from generator.catalog.wording import pluralize

MAX_DEPTH = 6
"""Folders in folders that are looked into."""
MAX_LOOKED_AT, MAX_FOUND = 5000, 200
"""Files."""
HEAD = 20_000
"""Bytes of a page in which it says what it is."""
MAX_PAGE = 40 * 2**20
REPORT_MARK = b'<meta name="generator" content="Gatepress">'
REPORT_POLICY = b"default-src 'none'; style-src 'unsafe-inline'; font-src data:"
"""What our reports say of themselves: no script, and nothing to be fetched."""
STUDY_SUFFIX = ".db"
SQLITE = b"SQLite format 3\0"
APPLICATION_AT = 68
"""Where an SQLite file says whose it is."""


class Found(NamedTuple):
    """A file in the workspace; ``path`` begins there, with slashes."""

    path: str
    title: str
    changed: float


class Shelf(NamedTuple):
    """All that was found, the newest first."""

    reports: list[Found]
    studies: list[Found]


def look_through(workspace: Path) -> Shelf:
    """Reports as HTML files, and study files, in the workspace and its folders; links are not followed."""
    reports, studies = [], []
    for path in _files(workspace):
        name = path.relative_to(workspace).as_posix()
        try:
            changed = path.stat().st_mtime
            with path.open("rb") as file:
                head = file.read(HEAD)
        except OSError:
            # It is gone, or not ours to read.
            continue
        if path.suffix == ".html" and REPORT_MARK in head and REPORT_POLICY in head:
            reports.append(Found(name, _title(head) or path.name, changed))
        elif path.suffix == STUDY_SUFFIX and _is_study(head):
            studies.append(Found(name, path.parent.name if path.stem == "study" else path.stem, changed))
    newest = sorted(reports, key=lambda one: (-one.changed, one.path))[:MAX_FOUND]
    return Shelf(newest, sorted(studies, key=lambda one: (-one.changed, one.path))[:MAX_FOUND])


def _files(workspace: Path) -> Iterator[Path]:
    looked = 0
    for folder, folders, names in os.walk(workspace):
        depth = len(Path(folder).relative_to(workspace).parts)
        folders[:] = (
            [] if depth >= MAX_DEPTH else sorted(name for name in folders if not name.startswith("."))
        )
        for name in sorted(names):
            path = Path(folder, name)
            if path.suffix not in (".html", STUDY_SUFFIX) or path.is_symlink() or not path.is_file():
                continue
            looked += 1
            if looked > MAX_LOOKED_AT:
                return
            yield path


def _title(head: bytes) -> str:
    found = re.search(rb"<title>(.*?)</title>", head, re.DOTALL)
    return unescape(found[1].decode("utf-8", "replace")).strip() if found else ""


def _is_study(head: bytes) -> bool:
    from generator.sim.study.study_file import APPLICATION

    number = head[APPLICATION_AT : APPLICATION_AT + 4]
    return head.startswith(SQLITE) and number == APPLICATION.to_bytes(4, "big")


def find_report(workspace: Path, path: str) -> Path | None:
    """A report by its path, if it is one of those that are listed."""
    return _find(look_through(workspace).reports, workspace, path)


def find_study(workspace: Path, path: str) -> Path | None:
    """A study by its path, if it is one of those that are listed."""
    return _find(look_through(workspace).studies, workspace, path)


def _find(found: list[Found], workspace: Path, path: str) -> Path | None:
    return next((workspace / one.path for one in found if one.path == path), None)


def study_results(path: Path) -> Mapping[str, Any]:
    """Who won how often in a study. Raises :class:`InputError` for one that is broken, or being played."""
    from generator.sim.study.store import Store
    from generator.sim.study.summary import WINS, summarize

    with Store.open(path) as store:
        store.check()
        summary = summarize(store)
    plan = summary.plan
    ends = [[winners.capitalize(), f"{count:,}"] for winners, count in summary.endings]
    ends = ends or [["Without a single winner", f"{summary.draws + summary.lost_by_all:,}"]]
    return {
        "game": plan.game,
        "facts": [
            ["Games", f"{summary.games:,} of {plan.games:,}"],
            ["Deals", pluralize(summary.deals, "deal")],
            ["Master seed", str(plan.seed)],
            ["Changes", ", ".join(plan.changes) or "none"],
            *ends,
            ["Digest", summary.digest[:16]],
        ],
        "columns": WINS,
        "rows": [row for group in summary.wins for row in group],
    }
