"""Finds a rulebook that was printed before, where no card that it shows has changed.

Any file of a game has a say in its rulebook, but few of its cards are in it. So once its text is filled in,
it is looked for again: by the text, and all that is known of the game but what its cards say. The cards that
were shown then are compared.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from generator.catalog.models import Game
from generator.catalog.problems import InputError, Problem
from generator.layout.faces import Side
from generator.press.job import Digests, Recall, Sheets, digest_of, values_of
from generator.press.rulebook.fenced.credits import packs_named_in
from generator.press.rulebook.job import loaded_parts
from generator.press.rulebook.setting import Typesetter

if TYPE_CHECKING:
    from generator.press.cache import Cache
    from generator.press.rulebook.job import BookJob


class Recalled(NamedTuple):
    by: Recall
    sheets: Sheets
    """As they lie in the cache."""


def recall(job: BookJob, setter: Typesetter, reported: Sequence[Problem], cache: Cache) -> Recalled | None:
    """The print of an earlier run that looks as this one would; None where there is none.

    ``reported``: what was reported of the text as it was filled in.
    """
    if job.game.licences:
        return None
    name = _name(job, setter, reported, cache.digests)
    note = cache.find_note(name)
    try:
        if note is None or not all(
            _digest(setter, card, side) == digest for card, side, digest in note["cards"]
        ):
            return None
        sheets = cache.find(job, note["sheets"])
        return None if sheets is None else Recalled(Recall(name, note), sheets)
    except (InputError, LookupError, TypeError, ValueError):
        # A card that is not there any more, or a note that is none.
        return None


def recall_of(
    job: BookJob, setter: Typesetter, reported: Sequence[Problem], digests: Digests
) -> Recall | None:
    """What the sheets that were just printed may be found by; None where that is too much."""
    if job.game.licences:
        # Credits go through all cards.
        return None
    shown: list[tuple[str, Side | None]] = [(card, None) for card in setter.database.asked]
    shown += setter.drawn
    try:
        cards = [(*one, _digest(setter, *one)) for one in shown]
    except InputError:
        return None
    return Recall(_name(job, setter, reported, digests), {"cards": cards})


def _name(job: BookJob, setter: Typesetter, reported: Sequence[Problem], digests: Digests) -> str:
    game = job.game
    has_credits = "credits" in setter.manuscript.text
    return digest_of(
        [
            "recall",
            *job.settings(),
            *loaded_parts(game, lambda card: (card.id, card.copies)),
            *_other_files(game, job.folder_parts(digests)),
            setter.manuscript.text,
            setter.manuscript.places,
            reported,
            sorted(packs_named_in(game, setter.renderer.theme)) if has_credits else (),
        ]
    )


def _other_files(game: Game, parts: Sequence[Sequence[object]]) -> Iterator[object]:
    """The files in the game's folders that are no lists of cards."""
    lists = {
        str(cards.file.absolute())
        for component in game.components
        for cards in component.sets
        if cards.file is not None
    }
    for folder in parts:
        yield [part for part in folder if not (isinstance(part, list) and part[0] in lists)]


def _digest(setter: Typesetter, card: str, side: Side | None) -> str:
    """Of what a card says, or of the layout of one of its sides. Raises InputError where it has none."""
    of, cards, found, number = setter.database.find(card)
    if side is None:
        return digest_of([values_of(of), values_of(cards), values_of(found)])
    return digest_of([setter.renderer.filled_in(of, cards, found, side, number)])
