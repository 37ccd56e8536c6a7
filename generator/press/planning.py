"""Which jobs a request makes of a game: each list's press settings and file, and which lists share sheets."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain, count
from pathlib import Path

from generator.catalog.models import CardSet, Component, Game
from generator.catalog.press_settings import APART, PressOptions, PressSettings
from generator.catalog.problems import Problems
from generator.catalog.wording import is_device, name_id, short_name
from generator.press.job import PrintJob
from generator.press.kinds import component_kind, has_edges, trim_of
from generator.press.request import (
    RULEBOOK,
    PrintedList,
    PrintRequest,
    chosen_cards,
    chosen_sets,
    in_groups,
    paper_name,
    report_unmatched,
)
from generator.press.sheet_job import SheetJob

Notes = Mapping[CardSet, str]
"""What the sheets of some sets are to say beside their names."""
MAX_MERGED_NAME = 48
"""Letters of the name of a file that several lists share."""
ON_LABEL_SHEETS: PressSettings = {"marks": "none"}
"""Settings for sheets that are cut already."""
CUT_BY_MACHINE: PressSettings = {"marks": "none"}
"""Settings for sheets with registration marks."""


NotesOf = Callable[[Game, PrintRequest, Problems], Notes]
"""Finds out what the sheets of a game's decks are to say; reports why to problems."""


def plan_sheets(
    games: Sequence[Game], requests: Sequence[PrintRequest], problems: Problems, notes_of: NotesOf
) -> list[SheetJob]:
    """The jobs of games for requests that differ in nothing but their paper; none of them twice."""
    only, select = requests[0].only, requests[0].select
    # A game that can't be read might hold what was asked for; its own errors come first.
    if not problems.has_errors:
        report_unmatched(games, only, select, problems)
    jobs: dict[tuple[Path, str], SheetJob] = {}
    for game in games:
        notes = notes_of(game, requests[0], problems)
        for job in (job for request in requests for job in plan_jobs(game, request, notes)):
            # Pages for print on demand are the same whatever the papers, and made once.
            jobs.setdefault((game.folder, job.name), job)
    return list(jobs.values())


def plan_books(games: Sequence[Game], requests: Sequence[PrintRequest]) -> Iterator[PrintJob]:
    """The rulebooks of the games, where they are asked for."""
    for game in games:
        if game.rulebook is not None:
            # It brings the reader of Markdown with it.
            from generator.press.rulebook.job import plan_book

            yield from (book for request in requests if (book := plan_book(game, request)) is not None)


def plan_jobs(game: Game, request: PrintRequest, notes: Notes | None = None) -> list[SheetJob]:
    """The jobs of a game in the order of its components; lists that share sheets are one."""
    jobs = []
    stems = _stems(game)
    for component, cards in chosen_sets(game, request.only):
        printed = chosen_cards(cards, request.select)
        if not printed:
            continue
        options = _options(component, request)
        # A face's own file is the same whoever else is selected.
        stem = stems[cards] + ("" if options.form == "png" else request.selection_name)
        name = _file_name(stem, options, low_ink=request.low_ink)
        listed = PrintedList(component, cards, printed, stems[cards], note=(notes or {}).get(cards, ""))
        lists = tuple(in_groups(listed))
        jobs.append(SheetJob(game, lists, options, name, request.selection, low_ink=request.low_ink))
    return merge_jobs(jobs, request)


def merge_jobs(jobs: Iterable[SheetJob], request: PrintRequest) -> list[SheetJob]:
    """The jobs, those of one that are to share sheets and can; it stands where the first of them stood."""
    found: dict[object, list[SheetJob]] = {}
    for job in jobs:
        found.setdefault(_sheets_of(job), []).append(job)
    return [one[0] if len(one) == 1 else _merged(one, request) for one in found.values()]


def _sheets_of(job: SheetJob) -> object:
    """Jobs for which this is equal share sheets."""
    of = job.of
    if not (job.options.merge and job.options.form != "png" and component_kind(of.kind).shares_sheets):
        return id(job)
    options = job.options
    mixes = component_kind(of.kind).mix and not (options.sheet or options.is_apart or options.blocks)
    cut = of.bleed if mixes else trim_of(of)
    return of.kind, cut, job.options, job.has_back, of.group, job.game.folder, job.beside


def _merged(jobs: Sequence[SheetJob], request: PrintRequest) -> SheetJob:
    first, options = jobs[0], jobs[0].options
    lists = [part for job in jobs for part in job.lists]
    # What is cut alike lies together.
    trims = list(dict.fromkeys(trim_of(part.component) for part in lists))
    titles = list(dict.fromkeys(part.group for part in lists))
    lists.sort(key=lambda part: (titles.index(part.group), trims.index(trim_of(part.component))))
    stem = _merged_stem(first.game, jobs) + request.selection_name
    return replace(first, lists=tuple(lists), name=_file_name(stem, options, low_ink=request.low_ink))


def _merged_stem(game: Game, jobs: Sequence[SheetJob]) -> str:
    """What the file of several lists is called: the components, or the lists where they are not all there.

    All the tokens of a game are its tokens. Ids have no plus sign, so that no list's own file has the name.
    """
    stems: dict[str, list[str]] = {}
    for job in jobs:
        stems.setdefault(job.component, []).append(job.lists[0].stem)
    own = {job.component: [cards for cards in job.of.sets if chosen_cards(cards, ())] for job in jobs}
    taken = set(_stems(game).values())
    parts: list[str] = []
    for name, found in stems.items():
        is_free = len(found) == 1 or name not in taken
        is_whole = is_free and len(found) == len(own[name]) and jobs[0].beside is None
        parts += [name] if is_whole else found
    of = jobs[0].of
    everything = [one.id for one in game.components if one.kind == of.kind]
    if component_kind(of.kind).mix and parts == everything and of.kind not in taken:
        return of.kind
    whole = "+".join(parts)
    if len(whole) <= MAX_MERGED_NAME:
        return whole
    cut = whole[: MAX_MERGED_NAME - 7].rpartition("+")[0] or whole[: MAX_MERGED_NAME - 7]
    return f"{cut}+{hashlib.sha256(whole.encode()).hexdigest()[:6]}"


def _options(component: Component, request: PrintRequest) -> PressOptions:
    """The command line first, then the component, then its kind, then the press's own defaults."""
    chosen = {**component.press, **request.settings}
    # Where each face has a page of its own, it lies on no label.
    sheet = None if chosen.get("form") in APART else chosen.get("sheet")
    chosen["sheet"] = sheet
    if component.press.get("registration") == "none":
        # Of what is not cut at all, whatever the rest of the game is cut with.
        chosen["registration"] = "none"
    usual = dict(component_kind(component.kind).settings)
    if sheet is not None:
        usual |= ON_LABEL_SHEETS
    elif chosen.get("registration", "none") != "none":
        usual |= CUT_BY_MACHINE
    options = PressOptions(request.paper if sheet is None else sheet.paper, **{**usual, **chosen})
    if component.back is None:
        options = replace(options, backs="none")
    if request.printer is not None and not options.is_apart:
        found = request.printer.correction(options.paper, options.backs)
        options = replace(options, correction=found)
    if not has_edges(component):
        options = replace(options, bleed_from="art")
    if options.bleed_from != "art":
        return options
    # What the layout does not draw can't be printed.
    return replace(options, bleed=min(options.bleed, component.bleed))


def _stems(game: Game) -> Mapping[CardSet, str]:
    """What each set's file is called, whichever are chosen: its id, unless one before it is called so."""
    stems: dict[CardSet, str] = {}
    taken = {RULEBOOK} if game.rulebook else set[str]()
    for component in game.components:
        for cards in component.sets:
            full = short_name(f"{component.id}-{cards.id}")
            names = chain((short_name(cards.id), full), (f"{full}-{number}" for number in count(2)))
            stems[cards] = next(name for name in names if name not in taken and not is_device(name))
            taken.add(stems[cards])
    return stems


def free_stem(game: Game, wanted: str) -> str:
    """What a file beside the sheets may be called: ``wanted``, unless sheets of the game are called so."""
    taken = {RULEBOOK, *_stems(game).values()}
    names = chain((wanted, f"{wanted}-sheet"), (f"{wanted}-sheet-{number}" for number in count(2)))
    return next(name for name in names if name not in taken)


def _file_name(stem: str, options: PressOptions, *, low_ink: bool) -> str:
    parts = [stem]
    if options.form == "pod":
        parts.append("pod")
    elif not options.is_apart:
        on = paper_name(options.paper) if options.sheet is None else name_id(options.sheet.name, "sheet")
        parts.append(on)
        if options.backs != "none":
            parts.append(options.backs)
        if options.has_registration:
            parts.append(options.registration)
    if low_ink:
        parts.append("low-ink")
    return "-".join(parts) + ("" if options.is_png else ".pdf")
