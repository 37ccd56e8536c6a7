"""Wishes for a deck, as a form has them: the same that `deck build` reads from its options."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from generator.catalog.problems import InputError, Problems
from generator.deck.building.builder import COPIES, MAX_KINDS, build
from generator.deck.building.conflicts import Impossible, impossible_lines
from generator.deck.building.names import deck_name
from generator.deck.building.request import (
    CharacterMinimum,
    DeckRequest,
    KindMinimum,
    Pool,
    Ratio,
    Span,
    characters_of,
    guests,
    parse_span,
    pool_of,
    pool_of_game,
    read_class,
    read_curve,
    read_mean,
    read_with,
    refuse_unknown_quotas,
)
from generator.deck.building.seeded import SeededRandom
from generator.deck.draft import Draft, Values, draft_of, draft_of_rows
from generator.deck.files import own_decks, pool_cards
from generator.deck.limits import DeckFormat
from generator.studio.deck_workshop import ReadDraft

T = TypeVar("T")
MAX_SEED = 2**31


class WishError(Exception):
    """Raised with all that is wrong with wishes: the field of the form, and what."""

    def __init__(self, faults: Sequence[tuple[str, str]], lines: Sequence[str] = ()) -> None:
        super().__init__(faults[0][1] if faults else lines[0])
        self.faults = tuple(faults)
        self.lines = tuple(lines)
        """Why no deck has all of it, and what would work."""


@dataclass(slots=True)
class _Form:
    given: Mapping[str, object]
    faults: list[tuple[str, str]] = field(default_factory=list)

    def text(self, key: str) -> str:
        value = self.given.get(key, "")
        return value.strip()[:200] if isinstance(value, str) else ""

    def read(self, key: str, parse: Callable[[str], T], text: str | None = None) -> T | None:
        """What stands in a field; None where nothing does, or nothing that can be used."""
        words = self.text(key) if text is None else text
        if not words:
            return None
        try:
            return parse(words)
        except InputError as error:
            self.faults.append((key, f"{error.message}; {error.hint}" if error.hint else error.message))
            return None


def suggested(given: Mapping[str, object], read: ReadDraft) -> Draft:
    """A legal deck that meets the wishes. Raises WishError where there is none.

    ``read``: the deck on the page, whose cards are kept where that is wished for.
    """
    form, limits = _Form(given), read.limits
    if len(limits.kind_classes) * len(limits.powers) > MAX_KINDS:
        raise WishError([("", f"decks of more than {MAX_KINDS:,} kinds of cards can't be built")])
    problems = Problems()
    pool, known = _pool(form, read, problems)
    refuse_unknown_quotas(limits, pool, read.game, problems)
    request = _request(form, limits, pool, _kept(form, read, pool, problems))
    faults = [*form.faults, *(("", problem.message) for problem in problems if problem.severity == "error")]
    if faults:
        raise WishError(faults)
    seed = _seed(given)
    rows = build(limits, request, pool, COPIES, seed)
    if isinstance(rows, Impossible):
        raise WishError([], list(impossible_lines(rows)))
    name = form.text("name") or deck_name(SeededRandom(seed))
    look = None if read.deck is None else read.deck.cards.look
    return draft_of_rows(name, rows, limits.fields, known, look)


def _seed(given: Mapping[str, object]) -> int:
    seed = given.get("seed", 1)
    return seed % MAX_SEED if isinstance(seed, int) and not isinstance(seed, bool) else 1


def _pool(form: _Form, read: ReadDraft, problems: Problems) -> tuple[Pool | None, Sequence[Values]]:
    """The characters to choose from, and all that is known of them."""
    names, own = form.given.get("pool", []), own_decks(read.game)
    chosen = [own[name] for name in names if name in own] if isinstance(names, list) else []
    on_page = draft_of(read.deck, read.game).cards if read.deck is not None else ()
    known = [*on_page, *(card for deck in chosen for card in draft_of(deck, read.game).cards)]
    if not chosen and read.limits.has_pool:
        return pool_of_game(pool_cards(read.game), read.limits, None), known
    return (pool_of(chosen, read.limits, None, problems) if chosen else None), known


def _kept(form: _Form, read: ReadDraft, pool: Pool | None, problems: Problems) -> list[CharacterMinimum]:
    if form.given.get("keep") is not True or read.deck is None:
        return []
    problems.extend(problem for problem in read.problems if problem.severity == "error")
    found = characters_of(read.deck, read.limits, problems)
    try:
        return guests(found, pool) if not problems.has_errors else []
    except InputError as error:
        problems.extend([error.at(None)])
        return []


def _request(
    form: _Form, limits: DeckFormat, pool: Pool | None, kept: Sequence[CharacterMinimum]
) -> DeckRequest:
    classes: list[tuple[str, Span | Ratio]] = []
    wished = form.given.get("classes")
    for name, amount in (wished if isinstance(wished, dict) else {}).items():
        if isinstance(amount, str) and amount.strip():
            found = form.read(f"class {name}", lambda text: read_class(text, limits), f"{name}={amount[:40]}")
            classes += [found] if found is not None else []
    minimums: list[KindMinimum | CharacterMinimum] = []
    for line in form.text("with").split(","):
        one = form.read("with", lambda text: read_with(text, limits, pool), line.strip())
        minimums += [one] if one is not None else []
    shape = form.read("curve", lambda text: read_curve(text, limits))
    kinds = {minimum.kind: minimum for minimum in minimums if isinstance(minimum, KindMinimum)}
    characters = {one.character.role: one for one in minimums if isinstance(one, CharacterMinimum)}
    for one in kept:
        other = characters.get(one.character.role)
        if other is None or other.minimum < one.minimum:
            characters[one.character.role] = one
    return DeckRequest(
        cards=form.read("cards", parse_span),
        classes=tuple(classes),
        mean=form.read("mean", lambda text: read_mean(text, limits)),
        shape=shape if isinstance(shape, str) else None,
        powers=shape if isinstance(shape, tuple) else (),
        kinds=tuple(kinds.values()),
        characters=tuple(characters.values()),
    )
