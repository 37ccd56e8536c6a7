"""The ways to set a table up that game.yaml declares under `setups`::

setups:
  two-players:
    says: Two players
    seats: 2
    steps:
      - {box: cards, where: {kind: event}}
      - {deal: cards, count: 5}
      - {place: mats, count: 1, at: [0, 120], turn: 180}
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from generator.catalog.game_file import SetupFile, SetupStepFile
from generator.catalog.models import Component, Setup, SetupStep
from generator.catalog.problems import InputError, Place, Problems
from generator.catalog.suggest import did_you_mean
from generator.catalog.wording import code, join_words, listed, quote
from generator.catalog.yaml_reader import MarkedDict, place_in

VERBS = ("shuffle", "deal", "place", "box")
_FITTING: Mapping[str, Sequence[str]] = {
    "shuffle": (),
    "deal": ("count", "to"),
    "place": ("count", "at", "apart", "turn", "face"),
    "box": ("count",),
}
"""What may be said beside each, and `where`."""
_DETAILS = ("count", "to", "at", "apart", "turn", "face")


def read_setups(
    file: MarkedDict,
    parts: Mapping[str, SetupFile],
    components: Sequence[Component],
    problems: Problems,
    *,
    is_whole: bool,
) -> dict[str, Setup]:
    """The set-ups in game.yaml by name; what is wrong is reported, and the step left out.

    ``is_whole``: whether all of ``components`` could be read; if not, what is missing may have been there.
    """
    known = _Known(components, is_whole)
    found = {}
    for name, part in parts.items():
        steps = []
        for number, step in enumerate(part.steps):
            path = ("setups", name, "steps", number)
            field = ".".join(map(str, path))
            with problems.reporting(place_in(file, path), field=field):
                steps.append(known.step(step, _Places(file, path), part.seats))
        found[name] = Setup(name, part.says, tuple(part.seats), tuple(steps))
    return found


class _Places:
    """Where the keys of a step stand."""

    def __init__(self, file: MarkedDict, path: tuple[str | int, ...]) -> None:
        self._file = file
        self._path = path

    def of(self, *keys: str) -> Place:
        return place_in(self._file, (*self._path, *keys))


class _Known:
    """The cards that there are."""

    def __init__(self, components: Sequence[Component], is_whole: bool) -> None:
        self._is_whole = is_whole
        self._components = {one.id: one for one in components if one.kind != "box"}

    def step(self, part: SetupStepFile, places: _Places, seats: Sequence[int]) -> SetupStep:
        """Raises InputError."""
        given: dict[str, Any] = {name: getattr(part, name) for name in (*VERBS, *_DETAILS)}
        verbs = [verb for verb in VERBS if given[verb] is not None]
        if len(verbs) != 1:
            verbs_known = join_words([code(verb) for verb in VERBS], "and")
            raise InputError(
                f"a step says one of {verbs_known}, this one {len(verbs)}",
                hint="write for example `{deal: cards, count: 5}`",
            )
        (verb,) = verbs
        for name in _DETAILS:
            if given[name] and name not in _FITTING[verb]:
                fitting = listed([code(word) for word in ("where", *_FITTING[verb])])
                raise InputError(
                    f"{code(name)} says nothing here",
                    hint=f"beside {code(verb)} stand {fitting}",
                    place=places.of(name),
                )
        if verb == "place" and part.at is None:
            raise InputError("`at` is missing", hint="say where, for example `at: [0, 120]`")
        if part.to is not None and part.to > min(seats):
            raise InputError(f"there is no seat {part.to} where {min(seats)} play", place=places.of("to"))
        cards = self._cards(given[verb], part.where or {}, places, verb)
        dealt = max(seats) if verb == "deal" and part.to is None else 1
        wanted, there = (part.count or 1) * dealt, sum(cards.values())
        if wanted > there and self._is_whole:
            raise InputError(f"this takes {wanted} cards, and there are {there}", place=places.of("count"))
        details = {name: given[name] for name in _DETAILS if given[name] is not None}
        return SetupStep(verb, frozenset(cards), **details)

    def _cards(
        self, words: str, where: Mapping[str, Sequence[object]], places: _Places, verb: str
    ) -> dict[str, int]:
        """The copies of each card that is meant, by `component/list/card`."""
        component, _, list_id = words.partition("/")
        known = self._components.get(component)
        if known is None:
            if not self._is_whole:
                return {}
            hint = (
                did_you_mean(component, self._components)
                or f"the components here are {listed(list(self._components))}"
            )
            raise InputError(f"unknown component {quote(component)}", hint=hint, place=places.of(verb))
        lists = [one for one in known.sets if list_id in ("", one.id)]
        if not lists and self._is_whole:
            ids = [one.id for one in known.sets]
            hint = did_you_mean(list_id, ids) or f"its lists are {listed(ids)}"
            raise InputError(f"{component} has no list {quote(list_id)}", hint=hint, place=places.of(verb))
        cards = [(one, card) for one in lists for card in one.cards]
        for field, values in where.items():
            fields = list(dict.fromkeys(name for _, card in cards for name in card.values))
            if field not in fields and self._is_whole:
                message, place = f"no card here has a field {code(field)}", places.of("where", field)
                raise InputError(message, hint=did_you_mean(field, fields), place=place)
            cards = [(one, card) for one, card in cards if _has(card.values.get(field), values)]
            if not cards and self._is_whole:
                message = f"no card here has {code(field)} {join_words([quote(value) for value in values])}"
                raise InputError(message, place=places.of("where", field))
        return {f"{component}/{one.id}/{card.id}": card.copies for one, card in cards}


def _has(value: object, wanted: Sequence[object]) -> bool:
    """Whether a field says one of these; numbers are the same however they are written."""
    values = value if isinstance(value, list | tuple) else [value]
    return bool({str(one) for one in values} & {str(one) for one in wanted})
