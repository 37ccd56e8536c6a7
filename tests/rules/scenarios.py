"""Scenarios: sentences of the rules, each played out from a position that is written by hand.

They lie in ``tests/rules/GAME/PART.yaml``, one file for each part of the rules, and each file is a list::

    - rule: A card fielded now may attack now.
      from: {game: battle-gate, turn: 9, ...}        # a position, as docs/positions.md describes it
      moves: [draw 0, field S2, done]                # in the notation of the game; may be missing
      can: [attack S2>1]

Beginning
    ``from`` is a position; forced moves are made before the first of ``moves``. Or ``start`` holds the
    keyword arguments of ``Game.start``: ``start: {seed: 7, seats: 3}``. With ``seeds: 40`` instead of
    ``seed`` the scenario is played with each of the seeds 1 to 40, and what is expected must hold each time.

Expectations, after the moves; at least one
    ``player``    the seat that decides now; null when the game is over
    ``legal``     exactly the legal moves, in any order; [] when the game is over
    ``can``       moves that are among them
    ``cannot``    ``{move: words}``: the move is refused, the reason holds the words (capitals do not count),
                  and nothing has changed after
    ``position``  a part of the position, see below
    ``result``    ``winners``, ``scores`` and ``cut_short``, exactly; ``reason``: words that it holds
    ``view``      ``{seat: 1, has: part, lacks: [words]}``, or a list of such: what the seat may know. No key
                  and no text anywhere in it is one of the words of ``lacks``
    ``either``    only with ``seeds``: a list of parts of positions. Each game fits one of them, and each of
                  them comes up
    ``refused``   alone: the position is refused, with exactly these faults. ``{"seats[0].hand[2]": words}``:
                  where, and what its message or hint holds; a list of words for several faults in one place.
                  The place of the whole position is ``position``, that of a ``start`` is ``start``

Steps
    ``steps`` is a list of ``{moves: [...], and expectations}`` that follow one after the other, each with an
    expectation of its own; then the scenario itself may have none.

Parts of positions
    Of keys and values only the given keys are compared, and deeper in the same way. A list is compared item
    by item and must be as long: ``{}`` fits any item that is a mapping. Lists whose order means nothing
    (``UNORDERED``) are compared as bags. A whole number in the place of a list is its length, ``hand: 3``;
    but not in a view, where a number means that the cards are not seen.

A game joins by a line in ``UNORDERED``, and in ``MIN_SCENARIOS`` and ``PARTS`` of ``test_scenarios.py``.
At every expectation the position is also written down, read again and must be the same.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from generator.catalog.problems import Problems
from generator.catalog.yaml_reader import read_yaml

HERE = Path(__file__).resolve().parent
UNORDERED = {
    "battle-gate": frozenset({"discard", "field", "hand"}),
    "hold-the-line": frozenset({"discard", "hand"}),
    "hold-the-gates": frozenset({"discard", "gates", "hand"}),
    # The pile has an order, but it shows in the hands that are drawn from it.
    "strongholds": frozenset({"defeated", "hand", "pile", "royals", "troops"}),
    "gateway": frozenset({"discard", "guard_discard", "hand", "horde_discard", "trash"}),
}
"""For each game the keys of lists whose order means nothing."""

EXPECTATIONS = frozenset({"player", "legal", "can", "cannot", "position", "result", "view", "either"})
SHAPES: Mapping[str, tuple[type, ...]] = {
    "player": (int, type(None)),
    "legal": (list,),
    "can": (list,),
    "cannot": (dict,),
    "position": (dict,),
    "result": (dict,),
    "view": (dict, list),
    "either": (list,),
    "moves": (list,),
    "steps": (list,),
    "from": (dict,),
    "start": (dict,),
    "refused": (dict,),
}
INNER = {"view": {"seat", "has", "lacks"}, "result": {"winners", "scores", "reason", "cut_short"}}


class BadScenario(ValueError):  # noqa: N818 - it is what happened
    """Raised for a scenario that is not of the form above; the message says where."""


@dataclass(frozen=True, slots=True)
class Step:
    """Moves, and what is expected after them; both may be empty."""

    moves: tuple[str, ...]
    expected: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Scenario:
    """One sentence of the rules, played out."""

    game: str
    part: str
    rule: str
    position: Mapping[str, Any] | None
    """Where it begins, or else:"""
    setup: Mapping[str, Any]
    """the keyword arguments of ``Game.start``."""
    seeds: tuple[int, ...]
    """The seeds to start from in turn; none for a position."""
    refused: Mapping[str, Any] | None
    """The faults of the position or start, by their places; None where it can be played."""
    steps: tuple[Step, ...]

    @property
    def name(self) -> str:
        """For example ``battle-gate/draw: an empty deck just draws fewer``."""
        return f"{self.game}/{self.part}: {self.rule}"


def read_scenarios(game: str, folder: Path | None = None) -> list[Scenario]:
    """All scenarios of a game, by file and in their order. Raises BadScenario."""
    folder = folder or HERE / game.replace("-", "_")
    return [scenario for path in sorted(folder.glob("*.yaml")) for scenario in read_file(game, path)]


def read_file(game: str, path: Path) -> Iterator[Scenario]:
    """The scenarios of one file. Raises BadScenario."""
    problems = Problems()
    content = _plain(read_yaml(path, problems, path.name))
    if problems.has_errors:
        raise BadScenario("\n".join(map(str, problems)))
    if not isinstance(content, list) or not content:
        raise BadScenario(f"{path.name}: expected a list of scenarios")
    rules = set()
    for number, given in enumerate(content, start=1):
        scenario = read_scenario(game, path.stem, given, f"{path.name}, scenario {number}")
        if scenario.rule in rules:
            raise BadScenario(f"{path.name}, scenario {number}: the rule stands there twice")
        rules.add(scenario.rule)
        yield scenario


def read_scenario(game: str, part: str, given: object, where: str) -> Scenario:
    """One scenario from its keys and values. Raises BadScenario."""
    if not isinstance(given, dict):
        raise BadScenario(f"{where}: expected keys and values")
    _check_keys(given, {"rule", "from", "start", "moves", "steps", "refused"} | EXPECTATIONS, where)
    rule = given.get("rule")
    if not isinstance(rule, str) or len(rule) < 10:
        raise BadScenario(f"{where}: `rule` is a sentence")
    if ("from" in given) == ("start" in given):
        raise BadScenario(f"{where}: `from` or `start`, one of them")
    refused = given.get("refused")
    if refused is not None and set(given) - {"rule", "from", "start", "refused"}:
        raise BadScenario(f"{where}: `refused` stands alone")
    setup = dict(given.get("start", {}))
    seeds = _seeds(setup, where) if "start" in given else ()
    rows = given.get("steps", [])
    if refused is None and not rows and not EXPECTATIONS & set(given):
        raise BadScenario(f"{where}: nothing is expected")
    if refused == {}:
        raise BadScenario(f"{where}: `refused` without a fault")
    steps = [_step(given, where)]
    for number, row in enumerate(rows, start=1):
        inner = f"{where}, step {number}"
        if not isinstance(row, dict):
            raise BadScenario(f"{inner}: expected keys and values")
        _check_keys(row, {"moves"} | EXPECTATIONS, inner)
        if not EXPECTATIONS & set(row):
            raise BadScenario(f"{inner}: nothing is expected")
        steps.append(_step(row, inner))
    if len(seeds) < 2 and any("either" in step.expected for step in steps):
        raise BadScenario(f"{where}: `either` needs `seeds`")
    return Scenario(game, part, rule, given.get("from"), setup, seeds, refused, tuple(steps))


def _check_keys(given: Mapping[str, Any], known: set[str], where: str) -> None:
    for key, value in given.items():
        if key not in known:
            raise BadScenario(f"{where}: unknown key `{key}`")
        if key in SHAPES and (not isinstance(value, SHAPES[key]) or isinstance(value, bool)):
            raise BadScenario(f"{where}: `{key}` can't be {value!r}")
        if key not in ("player", "legal") and value in ([], {}):
            raise BadScenario(f"{where}: `{key}` is empty")
        if key in ("cannot", "refused"):
            for told in value.values():
                _check_words(told if key == "refused" and isinstance(told, list) else [told], key, where)
        if key in INNER:
            for part in value if isinstance(value, list) else [value]:
                _check_inner(key, part, where)


def _check_words(told: list[Any], key: str, where: str) -> None:
    if not told or not all(isinstance(words, str) and words for words in told):
        raise BadScenario(f"{where}: `{key}` holds words that must be told, not {told}")


def _check_inner(key: str, given: Any, where: str) -> None:
    if not isinstance(given, dict) or not set(given) <= INNER[key]:
        raise BadScenario(f"{where}: `{key}` holds {', '.join(sorted(INNER[key]))} and nothing else")
    if key == "view" and ("seat" not in given or len(given) < 2):
        raise BadScenario(f"{where}: `view` needs a seat, and what it has or lacks")


def _seeds(setup: dict[str, Any], where: str) -> tuple[int, ...]:
    """Takes the seeds out of the keyword arguments of ``start``."""
    if "seed" in setup and "seeds" in setup:
        raise BadScenario(f"{where}: `seed` or `seeds`, not both")
    if "seeds" in setup:
        return tuple(range(1, setup.pop("seeds") + 1))
    return (setup.pop("seed", 0),)


def _step(given: Mapping[str, Any], where: str) -> Step:
    moves = given.get("moves", [])
    if not all(isinstance(move, str) for move in moves):
        raise BadScenario(f"{where}: moves are words")
    return Step(tuple(moves), {key: value for key, value in given.items() if key in EXPECTATIONS})


def _plain(value: object) -> Any:
    """The value without its places in the file."""
    if isinstance(value, dict):
        return {key: _plain(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [_plain(inner) for inner in value]
    return value


def misfits(
    given: Any, part: Any, unordered: frozenset[str], path: str = "", *, lengths: bool = True
) -> list[str]:
    """Where a value does not fit the part of it that is expected, in words; [] if it fits.

    ``lengths``: whether a number may stand for a list of that length.
    """
    place = path or "it"
    if lengths and isinstance(given, list) and isinstance(part, int) and not isinstance(part, bool):
        return [] if len(given) == part else [f"{place} has {len(given)} items and not {part}: {given}"]
    if isinstance(given, dict) and isinstance(part, dict):
        found = []
        for key, inner in part.items():
            if key not in given:
                found.append(f"{place} has no `{key}`, only {', '.join(map(str, given))}")
            else:
                deeper = f"{path}.{key}".lstrip(".")
                found += misfits(given[key], inner, unordered, deeper, lengths=lengths)
        return found
    if isinstance(given, list) and isinstance(part, list):
        if path.rpartition(".")[2] in unordered:
            same = sorted(map(str, given)) == sorted(map(str, part))
            return [] if same else [f"{place} is {given} and not {part}"]
        if len(given) != len(part):
            return [f"{place} has {len(given)} items and not {len(part)}: {given}"]
        return [
            misfit
            for index, (item, inner) in enumerate(zip(given, part, strict=True))
            for misfit in misfits(item, inner, unordered, f"{path}[{index}]", lengths=lengths)
        ]
    same = given == part and isinstance(given, bool) == isinstance(part, bool)
    return [] if same else [f"{place} is {given!r} and not {part!r}"]


def words_in(value: Any) -> Iterator[str]:
    """Every key and every text in a value, however deep."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield str(key)
            yield from words_in(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from words_in(inner)
    elif isinstance(value, str):
        yield value
