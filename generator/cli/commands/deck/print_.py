"""``gatepress deck print``: sheets of a player's own decks."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

import typer

from generator.catalog.models import CardSet, Game
from generator.catalog.paths import shown_path
from generator.catalog.problems import Place, Problems
from generator.catalog.processes import cores
from generator.cli.decks import AllowUnspent, Decks, Rules, load_judge
from generator.cli.options import AsJson, Lang, Strict
from generator.cli.print_problems import noun_of, progress_bar, report
from generator.cli.printing import (
    Jobs,
    LowInk,
    NoCache,
    Out,
    Papers,
    Pressed,
    Select,
    print_requests,
    refuse_idle_dpi,
    with_label_sheet,
)
from generator.deck.check import legality_notes
from generator.deck.files import deck_component, has_pool, load_deck
from generator.deck.limits import MAX_COUNT
from generator.deck.model import deck_of
from generator.export.decks import for_players, jobs_of_deck, with_decks
from generator.press.build import build
from generator.press.cache import open_cache
from generator.press.job import count_steps
from generator.press.messages import use_of
from generator.press.planning import Notes, merge_jobs
from generator.press.request import PrintRequest, chosen_cards, report_unmatched
from generator.press.sheet_job import SheetJob

EXAMPLES = (
    "gatepress deck print my-deck.yaml",
    "gatepress deck print my-deck.yaml five-a-side --backs gutterfold",
    'gatepress deck print my-deck.yaml --select "Gate*" --paper letter',
)

_REST = "`gatepress deck check` shows what is wrong with each card"


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """Which decks, and how."""

    files: Decks
    paper: Papers = ()
    settings: Pressed
    select: Select = ()
    lang: Lang = None
    low_ink: LowInk = False
    out: Out = Path("output")
    no_cache: NoCache = False
    jobs: Jobs = None
    allow_unspent: AllowUnspent = False
    rules: Rules
    strict: Strict = False
    as_json: AsJson = False


def command(request: Request) -> None:
    """Print decks as PDF sheets into OUT/GAME/decks/. The sheets of an illegal deck say so."""
    problems, out, strict, as_json = Problems(), request.out, request.strict, request.as_json
    requests = print_requests(request.paper, request.settings, select=request.select, low_ink=request.low_ink)
    requests = with_label_sheet(requests, problems)
    found = load_judge(request.rules, problems, request.lang)
    jobs: list[SheetJob] = []
    if found is not None:
        loaded, limits = found.game, found.format
        decks = _decks(loaded, request.files, request.select, problems)
        notes = legality_notes(loaded, decks, problems, limits, allow_unspent=request.allow_unspent)
        jobs = _jobs(loaded, decks, requests, notes, problems)
    if jobs:
        refuse_idle_dpi(request.settings, jobs)
    before = len(problems.found)
    with progress_bar(count_steps(jobs), hidden=as_json, noun=noun_of(jobs)) as progress:
        cache, processes = open_cache(wanted=not request.no_cache), request.jobs or cores()
        written = build(jobs, out, problems, progress, cache, strict=strict, processes=processes)
    printed = [deck_of(cards) for cards in dict.fromkeys(cards for job in jobs for cards in job.sets)]
    problems.replace_since(before, for_players(problems.found[before:], printed))
    wanted, use = [out / job.path for job in jobs], use_of(requests[0].printer, jobs, out)
    report(wanted, written, problems, as_json=as_json, rest=_REST, strict=strict, with_bleed=False, use=use)
    if problems.has_errors or (strict and problems):
        raise typer.Exit(1)


def _decks(game: Game, names: Sequence[str], select: Sequence[str], problems: Problems) -> list[CardSet]:
    """The decks of these names or files, each once however often and by whatever name it is given.

    Only those of which there is something to print; none if any deck can't be read.
    """
    component = deck_component(game)
    own = {} if has_pool(game) else {_identity(cards): cards for cards in component.sets}
    found: dict[object, CardSet] = {}
    for name in names:
        deck = load_deck(game, name, problems)
        if deck is not None:
            key = _identity(deck.cards)
            found.setdefault(key, own.get(key, deck.cards))
    if problems.has_errors:
        return []
    report_unmatched([with_decks(game, component, list(found.values()))], (), select, problems)
    _refuse_floods(found.values(), select, problems)
    if problems.has_errors:
        return []
    return [cards for cards in found.values() if chosen_cards(cards, select)]


def _refuse_floods(decks: Iterable[CardSet], select: Sequence[str], problems: Problems) -> None:
    """No deck is legal with so many cards, and each may take as long as a page."""
    for cards in decks:
        count = sum(numbered.card.copies for numbered in chosen_cards(cards, select))
        if count > MAX_COUNT:
            problems.error(
                f"sheets are printed of up to {MAX_COUNT:,} cards of a deck, this one has {count:,}",
                Place(cards.cards[0].place.file),
                hint="choose some of them by --select",
            )


def _jobs(
    game: Game,
    decks: Sequence[CardSet],
    requests: Sequence[PrintRequest],
    notes: Notes,
    problems: Problems,
) -> list[SheetJob]:
    """Each deck on each paper."""
    jobs: dict[Path, SheetJob] = {}
    for cards in decks:
        for job in (job for request in requests for job in jobs_of_deck(game, cards, request, notes)):
            # Pages for print on demand are the same whatever the papers, and made once.
            other = jobs.setdefault(job.path, job)
            if other.sets != [cards]:
                _refuse_same_name(other.sets[0], cards, problems)
    if not any(job.options.merge for job in jobs.values()):
        return list(jobs.values())
    by_paper = [[job for job in jobs.values() if job.options.paper == one.paper] for one in requests]
    return [job for one, found in zip(requests, by_paper, strict=True) for job in merge_jobs(found, one)]


def _identity(cards: CardSet) -> object:
    """A deck is its file; one that stands in game.yaml itself is known by its name only."""
    return cards.id if cards.file is None else cards.file.resolve()


def _refuse_same_name(one: CardSet, other: CardSet, problems: Problems) -> None:
    files = [shown_path(cards.file) for cards in (one, other) if cards.file]
    problems.error(
        f"{' and '.join(files)} would be printed to the same file",
        hint="rename one of them, or print them one after the other, each with its own --out",
    )
