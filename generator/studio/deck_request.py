"""What the studio's form asks of a deck: the same that `deck build` reads from its options."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from generator.catalog.problems import Problems
from generator.deck.building.builder import COPIES, build
from generator.deck.building.conflicts import Impossible, impossible_lines
from generator.deck.building.names import SeededRandom, deck_name
from generator.deck.building.reading import RequestError, WrittenRequest, cards_of, read_request
from generator.deck.building.request import CharacterMinimum, Pool, pool_of, refuse_unbuildable
from generator.deck.draft import Draft, draft_of, draft_of_rows
from generator.deck.files import own_decks
from generator.studio.deck_workshop import ReadDraft

MAX_SEED = 2**31
MAX_TEXT, MAX_AMOUNT = 200, 40
"""Letters of a field that are read."""


class NoDeckError(Exception):
    """Raised where no deck can be suggested, with all that is wrong: the field of the form, and what."""

    def __init__(self, faults: Sequence[tuple[str, str]], lines: Sequence[str] = ()) -> None:
        super().__init__(faults[0][1] if faults else lines[0])
        self.faults = tuple(faults)
        self.lines = tuple(lines)
        """Why no deck has all that is asked for, and what would work."""


def suggested(given: Mapping[str, object], read: ReadDraft) -> Draft:
    """A legal deck that meets the request. Raises NoDeckError where there is none.

    ``read``: the deck on the page, whose cards are kept where that is asked for.
    """
    game, limits, problems = read.game, read.limits, Problems()
    names, own = given.get("pool"), own_decks(game)
    chosen = (
        [own[name] for name in names if isinstance(name, str) and name in own]
        if isinstance(names, list)
        else []
    )
    pool = pool_of(chosen, game, limits, None, problems)
    refuse_unbuildable(limits, pool, game, problems)
    faults: list[tuple[str, str]] = []
    try:
        request, _ = read_request(_written(given), limits, pool, problems)
    except RequestError as error:
        for name, text, message in error.faults:
            field = f"class {text.partition('=')[0]}" if name == "classes" else name.rstrip("_")
            faults.append((field, message))
    kept = _kept(read, pool, problems) if given.get("keep") is True else []
    faults += [("", problem.message) for problem in problems if problem.severity == "error"]
    if faults:
        raise NoDeckError(faults)
    characters = {one.character.role: one for one in request.characters}
    for one in kept:
        other = characters.get(one.character.role)
        if other is None or other.minimum < one.minimum:
            characters[one.character.role] = one
    seed = given.get("seed", 1)
    seed = seed % MAX_SEED if isinstance(seed, int) and not isinstance(seed, bool) else 1
    rows = build(limits, replace(request, characters=tuple(characters.values())), pool, COPIES, seed)
    if isinstance(rows, Impossible):
        raise NoDeckError([], list(impossible_lines(rows)))
    name = _text(given, "name") or deck_name(SeededRandom(seed))
    look = None if read.deck is None else read.deck.cards.look
    decks = [*([read.deck] if read.deck is not None else []), *chosen]
    known = [card for deck in decks for card in draft_of(deck, game).cards]
    return draft_of_rows(name, rows, limits.fields, known, look)


def _text(given: Mapping[str, object], key: str) -> str:
    value = given.get(key)
    return value.strip()[:MAX_TEXT] if isinstance(value, str) else ""


def _written(given: Mapping[str, object]) -> WrittenRequest:
    classes = given.get("classes")
    amounts = classes.items() if isinstance(classes, dict) else ()
    return WrittenRequest(
        cards=_text(given, "cards") or None,
        classes=tuple(
            f"{name}={amount[:MAX_AMOUNT]}"
            for name, amount in amounts
            if isinstance(amount, str) and amount.strip()
        ),
        mean=_text(given, "mean") or None,
        curve=_text(given, "curve") or None,
        with_=tuple(text.strip() for text in _text(given, "with").split(",") if text.strip()),
    )


def _kept(read: ReadDraft, pool: Pool | None, problems: Problems) -> list[CharacterMinimum]:
    problems.extend(problem for problem in read.problems if problem.severity == "error")
    with problems.reporting():
        return cards_of(read.deck, read.limits, pool, problems)
    return []
