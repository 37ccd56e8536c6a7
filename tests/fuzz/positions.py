"""Real positions with one thing spoiled: each is refused with its faults told, or can be played to the end.

``python -m tests.fuzz.positions`` tries 20,000 of every bundled game, ``--mutants`` another number and
``--seed`` others; with names of games only those. What fails is printed as JSON, ready for ``from_dict``.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from copy import deepcopy
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import yaml

from generator import rules
from generator.rules import BadPosition, Game, Shuffler, State

GAMES = ("battle-gate", "hold-the-gates", "hold-the-line", "strongholds", "gateway")
SCENARIOS = Path(__file__).resolve().parents[1] / "rules"
MUTANTS = 20_000
MAX_DECISIONS = 1_500
"""A mutant is played no further: a limit on turns may be spoiled too."""
LOOKED_AT = 3
"""Decisions at which everything is looked at; later only now and then."""
LATER = 0.05
"""The share of the later decisions at which everything is looked at."""
OF_THE_WHOLE = "the game is not over"
"""What is said of a position as a whole, and of none of its keys."""
MAX_LETTERS = 1_000
"""Of a fault."""
DEPTH = 3_000
"""Of nesting: deeper than Python's stack."""

Place = tuple[str | int, ...]


class Mutant(NamedTuple):
    """A spoiled position, and what was done to it."""

    what: str
    position: Any


# Spoiling


def nested(depth: int) -> list[Any]:
    """A list in a list in a list …"""
    inner: list[Any] = []
    for _ in range(depth):
        inner = [inner]
    return inner


def values() -> list[Any]:
    """What may stand in the place of anything."""
    numbers = [0, 1, -1, 2, 7, 255, 999, 10**6, 2**31 - 1, 2**31, 2**63 - 1, 2**63, -(2**63), 10**5000]
    floats = [0.0, 1.0, 0.5, -1.5, 1e308, float("nan"), float("inf"), float("-inf")]
    words = ["", " ", "\0", "0", "1", "-1", "x", "ü", "٣", "\u202e", "\ud800", "null", "'", "a" * 10_000]
    holders = [[], {}, [[]], [{}], [None], {"": None}, [0], [""], (), (1,), nested(DEPTH), {"a": {"b": {}}}]
    return [None, True, False, *numbers, *floats, *words, *holders]


ODD_ENDS = ("\n", "\xa0", " ", "\u200b", "0", "\u0301")


def paths_in(value: Any, path: Place = ()) -> Iterator[Place]:
    """The place of every value, leaves and lists and mappings alike."""
    yield path
    steps: Any = ()
    if isinstance(value, dict):
        steps = value
    elif isinstance(value, list):
        steps = range(len(value))
    for step in steps:
        yield from paths_in(value[step], (*path, step))


def at(position: Any, path: Place) -> Any:
    for step in path:
        position = position[step]
    return position


def replaced(position: Any, path: Place, value: Any) -> Any:
    """The position with another value in one place."""
    if not path:
        return value
    at(position, path[:-1])[path[-1]] = value
    return position


def mutants(positions: list[Any], count: int, dice: Random) -> Iterator[Mutant]:
    """Positions with one thing spoiled; two leaves count as one when they are exchanged."""
    for _ in range(count):
        position = deepcopy(dice.choice(positions))
        places = list(paths_in(position))
        path = dice.choice(places)
        # Most places are cards in a pile; the others are as interesting.
        if dice.random() < 0.5:
            path = dice.choice([place for place in places if len(place) <= 3])
        spoil = dice.choice(SPOILS)
        try:
            yield Mutant(f"{spoil.__name__} {path}", spoil(position, path, places, dice))
        except (TypeError, KeyError, IndexError, AttributeError, ValueError):
            yield Mutant(f"odd value {path}", replaced(position, path, dice.choice(values())))


def another_value(position: Any, path: Place, places: list[Place], dice: Random) -> Any:
    del places
    return replaced(position, path, dice.choice(values()))


def another_number(position: Any, path: Place, places: list[Place], dice: Random) -> Any:
    numbers = [place for place in places if type(at(position, place)) is int]
    path = path if path in numbers else dice.choice(numbers)
    number = at(position, path)
    odd = [number + 1, number - 1, -number, number + 2, number * 1_000, number + 2**31, float(number)]
    return replaced(position, path, dice.choice(odd))


def bound_of_shuffles(position: Any, path: Place, places: list[Place], dice: Random) -> Any:
    del path, places
    position["shuffler"]["made"] = dice.choice((2**31 - 2, 2**31 - 1, 2**31, 2**63))
    return position


def word_from_elsewhere(position: Any, path: Place, places: list[Place], dice: Random) -> Any:
    words = [place for place in places if isinstance(at(position, place), str)]
    path = path if path in words else dice.choice(words)
    return replaced(position, path, at(position, dice.choice(words)))


def odd_spelling(position: Any, path: Place, places: list[Place], dice: Random) -> Any:
    words = [place for place in places if isinstance(at(position, place), str)]
    path = path if path in words else dice.choice(words)
    word = at(position, path)
    end = dice.choice(ODD_ENDS)
    odd = [word.upper(), word.lower(), f"{word}{end}", f"{end}{word}", word[:-1], word.replace(" ", "  ")]
    return replaced(position, path, dice.choice(odd))


def another_length(position: Any, path: Place, places: list[Place], dice: Random) -> Any:
    lists = [place for place in places if isinstance(at(position, place), list)]
    path = path if path in lists else dice.choice(lists)
    items = at(position, path)
    some = deepcopy(dice.choice(items)) if items else dice.choice(values())
    where = dice.randrange(len(items) + 1)
    odd = [[], items[:-1], items[1:], [*items, some], [*items[:where], some, *items[where:]], items[::-1]]
    odd += [[*items, *deepcopy(items)], [items], [*items, *[some] * 300]]
    return replaced(position, path, dice.choice(odd))


def moved(position: Any, path: Place, places: list[Place], dice: Random) -> Any:
    """A value goes from one list to another."""
    lists = [place for place in places if isinstance(at(position, place), list)]
    from_, to = at(position, dice.choice(lists)), at(position, dice.choice(lists))
    del path
    to.append(from_.pop(dice.randrange(len(from_))))
    return position


def exchanged(position: Any, path: Place, places: list[Place], dice: Random) -> Any:
    """Two values of the same sort, or any two, in each other's place."""
    one = path or dice.choice(places[1:])
    alike = [place for place in places[1:] if type(at(position, place)) is type(at(position, one))]
    other = dice.choice(alike if dice.random() < 0.7 else places[1:])
    first, second = at(position, one), at(position, other)
    if one[: len(other)] == other or other[: len(one)] == one:
        return replaced(position, one, dice.choice(values()))
    replaced(position, one, second)
    return replaced(position, other, first)


def another_key(position: Any, path: Place, places: list[Place], dice: Random) -> Any:
    mappings = [place for place in places if isinstance(at(position, place), dict)]
    mapping = at(position, path if path in mappings else dice.choice(mappings))
    key = dice.choice(list(mapping))
    match dice.randrange(4):
        case 0:
            del mapping[key]
        case 1:
            mapping[f"{key}s"] = mapping.pop(key)
        case 2:
            mapping[dice.choice(["", "x", 5, None, key.upper(), f"{key} "])] = deepcopy(mapping[key])
        case _:
            keys = {step for place in places for step in place if isinstance(step, str)}
            mapping[dice.choice(sorted(keys))] = deepcopy(at(position, dice.choice(places)))
    return position


SPOILS = (
    *(another_value, another_number, bound_of_shuffles, word_from_elsewhere, odd_spelling),
    *(another_length, moved, exchanged, another_key, another_number, another_value),
)


# Real positions


def real_positions(game: Game, dice: Random, games: int) -> list[Any]:
    """Positions of games played at random, with tastes, from their setups, and those of the scenarios."""
    found = [
        scenario["from"]
        for file in sorted((SCENARIOS / game.name.replace("-", "_")).glob("*.yaml"))
        for scenario in yaml.safe_load(file.read_text(encoding="utf-8"))
        if "from" in scenario and "refused" not in scenario
    ]
    setups = game.setups()
    for number in range(games):
        state = game.start(seed=dice.randrange(2**48), **setups[number % len(setups)])
        tastes: dict[str, float] = {}
        while state.player is not None:
            if dice.random() < 0.1:
                found.append(state.to_dict())
            state.apply(_to_taste(state, tastes, dice))
        found.append(state.to_dict())
    return [json.loads(json.dumps(position)) for position in found]


def _to_taste(state: State, tastes: dict[str, float], dice: Random) -> int:
    """A legal move, where some verbs are much preferred in a game."""
    moves = state.legal()
    weights = [
        tastes.setdefault(state.text(move).partition(" ")[0], dice.choice((0.05, 1, 20))) for move in moves
    ]
    return dice.choices(moves, weights)[0]


# Judging


def judge(game: Game, position: Any, dice: Random) -> str:
    """What becomes of a position: ``refused``, ``played``, or ``cut`` at the end of patience.

    Raises AssertionError for what should not be, and whatever the game raises.
    """
    try:
        state = game.from_dict(position)
    except BadPosition as bad:
        check_refusal(bad, isinstance(position, Mapping))
        return "refused"
    return play(game, state, dice)


def check_refusal(bad: BadPosition, is_mapping: bool) -> None:
    """Every fault is told in a sentence, with its place or the key that is missing."""
    assert bad.faults, "refused without a reason"
    for fault in bad.faults:
        assert fault.message.strip()
        assert len(str(fault)) < MAX_LETTERS, "a flood"
    named = any(
        fault.path or fault.message.startswith(OF_THE_WHOLE) or "`" in fault.message for fault in bad.faults
    )
    assert named or not is_mapping, f"{bad}: where?"


def play(game: Game, state: State, dice: Random) -> str:
    """Plays a state to its end, and looks at it on the way."""
    referee = game.referee()
    seats = len(state.to_dict()["seats"])
    owned = _counted(referee.cards(state.to_dict()))
    for number in range(MAX_DECISIONS):
        if number < LOOKED_AT or dice.random() < LATER or state.player is None:
            look(game, state, seats, dice)
            cards = _counted(referee.cards(state.to_dict()))
            for owner, held in cards.items():
                assert held == owned[owner], f"cards of {owner} vanished or came up"
            owned = cards
        if state.player is None:
            result = state.result()
            assert (result.scores, result.winners) == referee.outcome(state.to_dict())
            return "played"
        state.apply(dice.choice(state.legal()))
    return "cut"


def look(game: Game, state: State, seats: int, dice: Random) -> None:
    """A position can be written, read, seen and dealt anew; the moves have their words."""
    position = state.to_dict()
    text = json.dumps(position, allow_nan=False, sort_keys=True)
    again = game.from_dict(json.loads(text))
    assert json.dumps(again.to_dict(), sort_keys=True) == text, "read again it is another position"
    assert again.legal() == state.legal()
    legal = state.legal()
    assert list(legal) == sorted(set(legal))
    assert len(legal) != 1
    assert bool(legal) == (state.player is not None)
    for move in dice.sample(legal, min(3, len(legal))):
        assert state.parse(state.text(move)) == move
    for seat in range(seats):
        view = json.loads(json.dumps(state.view(seat), allow_nan=False))
        world = game.from_dict(game.determinize(view, seat, Shuffler(dice.randrange(2**48))))
        assert world.view(seat) == view, f"a world dealt for seat {seat} is seen differently"


def _counted(cards: Mapping[str, Any]) -> dict[str, Counter[str]]:
    return {owner: Counter(held) for owner, held in cards.items()}


# From the command line


def fuzz(name: str, count: int, seed: int, stop_after: int = 5) -> tuple[Counter[str], list[str]]:
    """What became of so many mutants of a game, and what is wrong with those that failed."""
    game = rules.load(name)
    dice = Random(f"{name} {seed}")
    tally: Counter[str] = Counter()
    failures: list[str] = []
    for mutant in mutants(real_positions(game, dice, games=8), count, dice):
        try:
            tally[judge(game, deepcopy_of(mutant.position), dice)] += 1
        except Exception as error:
            tally["failed"] += 1
            failures.append(f"{mutant.what}: {type(error).__name__}: {error}\n{_as_json(mutant.position)}")
            if len(failures) >= stop_after:
                break
    return tally, failures


def deepcopy_of(position: Any) -> Any:
    """A copy, so that what is reported is what was given; a nest too deep to be copied is given as it is."""
    try:
        return deepcopy(position)
    except RecursionError:
        return position


def _as_json(position: Any) -> str:
    try:
        return json.dumps(position)
    except (ValueError, RecursionError, TypeError):
        return "(not to be written as JSON)"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", help="names of games; all without any")
    parser.add_argument("--mutants", type=int, default=MUTANTS, help="how many of each game")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    failed = False
    for name in options.games or GAMES:
        tally, failures = fuzz(name, options.mutants, options.seed)
        print(f"{name}: {', '.join(f'{number:,} {what}' for what, number in sorted(tally.items()))}")
        for failure in failures:
            print(failure, file=sys.stderr)
        failed = failed or bool(failures)
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
