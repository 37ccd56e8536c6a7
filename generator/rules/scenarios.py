"""Scenarios: sentences of the rules, each played out from a position that is written by hand.

They lie in ``my-game/scenarios/*.yaml``; docs/scenarios.md describes the form. ``read_scenarios`` reports all
that is wrong with the files, each with its place; ``play_scenario`` plays one and returns where it fails.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

from generator.catalog.paths import is_there, regular_files, shown_path
from generator.catalog.problems import InputError, Place, Problems
from generator.catalog.reader import ProblemLog, Reader
from generator.catalog.wording import clipped, code, join_words, pluralize, quote
from generator.catalog.yaml_reader import MarkedDict, MarkedList, place_in, read_yaml
from generator.rules.errors import RulesError, blame
from generator.rules.parts import changed, misfits, path_of, plain, same_parts, words_in
from generator.rules.positions import MAX_SEED, BadPosition, Fault
from generator.rules.protocol import Game, IllegalMove, State
from generator.rules.watch import Endless

FOLDER = "scenarios"
"""Of a game, with its scenarios."""
SUFFIXES = (".yaml", ".yml", ".json")
EXPECTATIONS = ("player", "legal", "can", "cannot", "position", "result", "view", "either")
MIN_SENTENCE = 10
"""Letters of a rule: less is no sentence."""
MAX_SEEDS = 10_000
_ALONE = ("rule", "from", "start", "changes", "refused")
START = "start"
"""In the place of a position: the beginning of a game, from seed 0."""
_RESULT = ("winners", "scores", "reason", "cut_short")
_VIEW = ("seat", "has", "lacks")
_MAX_LETTERS = 300
"""Letters of a value in a failure."""


@dataclass(frozen=True, slots=True)
class Step:
    """Moves, and what is expected after them; both may be empty."""

    number: int
    """Counted from 1; 0 for what the scenario itself has."""
    moves: tuple[str, ...]
    expected: Mapping[str, Any]
    source: Mapping[str, Any]
    """As it stands in the file, for places."""

    def place_of(self, *path: str | int) -> Place | None:
        """Where a value stands, or the nearest around it that is there; None if it is from no file."""
        return place_in(self.source, path) if isinstance(self.source, MarkedDict) else None


@dataclass(frozen=True, slots=True)
class Scenario:
    """One sentence of the rules, played out."""

    game: str
    part: str
    """The part of the rules, which is the name of the file."""
    rule: str
    position: Mapping[str, Any] | None
    """Where it begins, or else:"""
    setup: Mapping[str, Any]
    """the keyword arguments of ``Game.start``,"""
    changes: Mapping[str, Any]
    """and what is otherwise then, by its path in the position."""
    seeds: tuple[int, ...]
    """The seeds to start from in turn; none for a position."""
    refused: Mapping[str, Any] | None
    """The faults of the position or start, by their places; None where it can be played."""
    steps: tuple[Step, ...]

    @property
    def name(self) -> str:
        """For example ``battle-gate/draw: an empty deck just draws fewer``."""
        return f"{self.game}/{self.part}: {self.rule}"

    @property
    def place(self) -> Place | None:
        """Where it stands; None if it is from no file."""
        return self.steps[0].place_of()

    def begin(self, game: Game, seed: int) -> State:
        """The state before the first move. Raises BadPosition or InputError."""
        if self.position is not None:
            return game.from_dict(self.position)
        state = game.start(seed, **self.setup)
        if not self.changes:
            return state
        position = state.to_dict()
        cards = {word for held in game.referee().cards(position).values() for word in held}
        return game.from_dict(changed(position, self.changes, cards, game.unordered, game.may_lie))


@dataclass(frozen=True, slots=True)
class Failure:
    """Where a scenario does not hold."""

    rule: str
    step: int
    """The number of the step; 0 for what the scenario itself has."""
    key: str
    """The expectation that fails, ``moves``, ``from``, ``start`` or ``changes``; ``always`` where what must
    always hold does not, and ``crash`` where the rules go wrong."""
    message: str
    place: Place | None
    expected: Any = None
    got: Any = None

    def __str__(self) -> str:
        place = f"{self.place}: " if self.place else ""
        step = f"step {self.step}: " if self.step else ""
        return f"{place}{self.rule} {step}{self.key}: {self.message}"

    def to_dict(self) -> dict[str, Any]:
        """The failure as JSON values."""
        values = asdict(self)
        place = self.place or Place("")
        del values["place"]
        return {
            "file": place.file or None,
            "line": place.line or None,
            "column": place.column or None,
            **values,
        }


@dataclass(slots=True)
class ScenarioTally:
    """How many scenarios were played, and what failed."""

    ran: int = 0
    failed: int = 0
    """Scenarios, each of which may fail in several ways."""
    failures: list[Failure] = field(default_factory=list)

    def to_dict(self) -> dict[str, Any]:
        """The tally as JSON values."""
        return {
            "ran": self.ran,
            "failed": self.failed,
            "failures": [failure.to_dict() for failure in self.failures],
        }


def play_scenarios(scenarios: Iterable[Scenario], game: Game) -> ScenarioTally:
    """Plays all of them, up to one in which the rules hang: the others would take as long."""
    tally = ScenarioTally()
    for scenario in scenarios:
        playing = _Playing(scenario, game)
        failures = playing.failures()
        tally.ran += 1
        tally.failed += bool(failures)
        tally.failures += failures
        if playing.hangs:
            break
    return tally


# From files


def scenario_files(folder: Path, problems: Problems | None = None) -> list[Path]:
    """The files beside a game, or in any folder, that hold scenarios, in the order of their names.

    What is there and is no folder is such a file itself, to be read or complained of. ``problems``
    lists what is in a folder and is no file.
    """
    if not folder.is_dir():
        return [folder] if folder.exists() or folder.is_symlink() else []
    found = sorted(path for path in folder.iterdir() if path.suffix.lower() in SUFFIXES)
    problems = Problems() if problems is None else problems
    return regular_files(found, partial(problems.warning, place=Place(shown_path(folder))))


def read_scenarios(game: str, paths: Sequence[Path], problems: Problems) -> list[Scenario]:
    """The scenarios of a game in files and in all files of folders; ``problems`` lists what is wrong."""
    found: list[Scenario] = []
    for path in paths:
        if not is_there(path):
            problems.error("no such file or folder", Place(shown_path(path)))
            continue
        files = scenario_files(path, problems)
        if not files:
            hint = f"they are in files that end in {join_words(SUFFIXES)}"
            problems.error("there are no scenarios in this folder", Place(shown_path(path)), hint=hint)
        for file in files:
            found += _read_file(game, file, problems)
    return found


def _read_file(game: str, path: Path, problems: Problems) -> Iterator[Scenario]:
    content = read_yaml(path, problems)
    if content is None:
        return
    if not isinstance(content, MarkedList) or not content:
        problems.error("expected a list of scenarios", content.place)
        return
    log = ProblemLog(problems)
    rules: dict[str, int] = {}
    for number, given in enumerate(content, start=1):
        reader = Reader(given, log, (f"scenario {number}",), content.place_of(number - 1))
        scenario = read_scenario(game, path.stem, reader)
        if scenario is None:
            continue
        if scenario.rule in rules:
            reader.at("rule").error(f"the rule is there twice, first in scenario {rules[scenario.rule]}")
        rules.setdefault(scenario.rule, number)
        yield scenario


def read_scenario(game: str, part: str, given: Reader) -> Scenario | None:
    """One scenario from its keys and values; None, and reported by the reader, if it is not of the form."""
    before = given.error_count
    if not isinstance(given.value, dict):
        given.error(f"expected keys and values, got {quote(given.value)}")
        return None
    given.only((*_ALONE, "moves", "steps", *EXPECTATIONS))
    rule = given.value.get("rule")
    if not isinstance(rule, str) or len(rule) < MIN_SENTENCE:
        given.key("rule", None).error("`rule` is a sentence")
    if given.has("from") == given.has("start"):
        given.error("expected `from` or `start`, one of them")
    is_start = given.has("start") or given.value.get("from") == START
    for key in ("from", "start", "refused"):
        if given.has(key) and given.value[key] != START:
            _mapping(given.at(key), may_be_empty=key == "start")
    if given.has("changes"):
        _check_changes(given.at("changes"), is_start=is_start)
    if given.has("refused"):
        _check_refused(given)
    else:
        _check_expected(given)
    rows = given.at("steps").items() if given.has("steps") else []
    if given.value.get("steps") == []:
        given.at("steps").error("`steps` is empty")
    for row in rows:
        if _mapping(row):
            row.only(("moves", *EXPECTATIONS))
            _check_expected(row)
    wants_something = [row for row in [given, *rows] if isinstance(row.value, dict) and not _expects(row)]
    for row in wants_something:
        if row is not given or not (rows or given.has("refused")):
            row.error("nothing is expected")
    start = given.key("start", {})
    seeds = _seeds(start) if is_start and isinstance(start.value, dict) else ()
    if len(seeds) < 2:
        for row in [given, *rows]:
            if isinstance(row.value, dict) and isinstance(row.value.get("either"), list):
                row.at("either").error("`either` needs `seeds`")
    if given.error_count > before:
        return None
    setup = {key: plain(value) for key, value in start.value.items() if key not in ("seed", "seeds")}
    steps = tuple(_step(number, row.value) for number, row in enumerate([given, *rows]))
    position, refused = plain(given.value.get("from")), plain(given.value.get("refused"))
    changes = plain(given.value.get("changes", {}))
    return Scenario(
        game, part, str(rule), None if is_start else position, setup, changes, seeds, refused, steps
    )


def _check_changes(given: Reader, *, is_start: bool) -> None:
    if not is_start:
        given.error("`changes` are made to the start of a game; a position of `from` says all itself")
    if _mapping(given):
        for key in given.value:
            if path_of(str(key)) is None:
                given.word_at(str(key)).error(
                    f"{quote(key)} is not a place in a position, such as `seats[0].hand`"
                )


def _expects(given: Reader) -> bool:
    return any(given.has(key) for key in EXPECTATIONS)


def _step(number: int, given: Mapping[str, Any]) -> Step:
    expected = {key: plain(given[key]) for key in given if key in EXPECTATIONS}
    return Step(number, tuple(given.get("moves", ())), expected, given)


def _mapping(given: Reader, *, may_be_empty: bool = False) -> bool:
    """Whether it is keys and values; reported if not."""
    if not isinstance(given.value, dict):
        given.error(f"expected keys and values, got {quote(given.value)}")
        return False
    if not given.value and not may_be_empty:
        key = given.path[-1]
        given.error(f"{code(key)} is empty" if isinstance(key, str) else "expected keys and values, got none")
        return False
    return True


def _words(given: Reader, *, may_be_empty: bool = False) -> None:
    """Tells what is not a list of words."""
    items = given.items()
    if isinstance(given.value, list) and not items and not may_be_empty:
        given.error(f"{code(given.path[-1])} is empty")
    for item in items:
        if not isinstance(item.value, str):
            hint = "put quotes around it" if isinstance(item.value, int | float) else None
            item.error(f"expected words, got {quote(item.value)}", hint)


def _check_refused(given: Reader) -> None:
    for key in given.value:
        if key not in _ALONE:
            given.word_at(str(key)).error("`refused` goes alone: nothing is played", "remove this key")
    refused = given.at("refused")
    if isinstance(refused.value, dict):
        for _, fault in refused.entries():
            for words in fault.items() if isinstance(fault.value, list) else [fault]:
                _message_words(words)
            if fault.value == []:
                fault.error("expected words of the message")


def _message_words(given: Reader) -> None:
    if not isinstance(given.value, str) or not given.value:
        given.error(f"expected words of the message, got {quote(given.value)}")


def _check_expected(given: Reader) -> None:
    """Tells what is wrong with moves and expectations."""
    if given.has("moves"):
        _words(given.at("moves"))
    if given.has("player") and given.at("player").value is not None:
        given.at("player").whole(0, 100)
    for key in ("legal", "can"):
        if given.has(key):
            _words(given.at(key), may_be_empty=key == "legal")
    if given.has("cannot") and _mapping(given.at("cannot")):
        for _, reason in given.at("cannot").entries():
            _message_words(reason)
    if given.has("position"):
        _mapping(given.at("position"))
    if given.has("result") and _mapping(given.at("result")):
        given.at("result").only(_RESULT)
    if given.has("view"):
        view = given.at("view")
        for one in view.items() if isinstance(view.value, list) else [view]:
            _check_view(one)
        if view.value == []:
            view.error("`view` is empty")
    if given.has("either"):
        for one in given.at("either").items():
            _mapping(one)
        if given.at("either").value == []:
            given.at("either").error("`either` is empty")


def _check_view(given: Reader) -> None:
    if not _mapping(given):
        return
    given.only(_VIEW)
    if not given.has("seat") or len(given.value) < 2:
        given.error("`view` needs a seat, and what it has or lacks")
    if given.has("seat"):
        given.at("seat").whole(0, 100)
    if given.has("lacks"):
        _words(given.at("lacks"))


def _seeds(start: Reader) -> tuple[int, ...]:
    if start.has("seed") and start.has("seeds"):
        start.error("expected `seed` or `seeds`, not both")
    if start.has("seeds"):
        return tuple(range(1, start.at("seeds").whole(1, MAX_SEEDS) + 1))
    return (start.key("seed", 0).whole(0, MAX_SEED),)


# Played


def play_scenario(scenario: Scenario, game: Game) -> list[Failure]:
    """Begins, moves and compares: where it is not as expected. It ends with the first step that fails."""
    return _Playing(scenario, game).failures()


class _Playing:
    """One scenario, played."""

    def __init__(self, scenario: Scenario, game: Game) -> None:
        self._scenario = scenario
        self._game = game
        self._failures: list[Failure] = []
        self._step = scenario.steps[0]
        self._seed: int | None = None
        self.hangs = False
        """Whether a call of the rules had to be stopped."""

    def failures(self) -> list[Failure]:
        scenario = self._scenario
        try:
            with blame(self._game.folder):
                if scenario.refused is not None:
                    self._check_refused(scenario.refused)
                else:
                    self._play()
        except RulesError as error:
            # Of a bundled game it is an error of ours, which nobody hides.
            at = f" ({error.place})" if error.place else ""
            self._fail("crash", f"{error}{at}")
            self.hangs = isinstance(error.__cause__, Endless)
        return self._failures

    def _play(self) -> None:
        scenario = self._scenario
        states = []
        for seed in scenario.seeds or (0,):
            self._seed = seed if len(scenario.seeds) > 1 else None
            try:
                states.append((self._seed, scenario.begin(self._game, seed)))
            except BadPosition as bad:
                self._fail_refused(bad)
                return
            except InputError as error:
                self._fail("start", f"it is refused: {_sentence(error)}", ("start",))
                return
        if not all(self._holds(state) for _, state in states):
            return
        for step in scenario.steps:
            self._step = step
            for self._seed, state in states:
                if not self._move(state) or not self._compare(state):
                    return
            if "either" in step.expected:
                self._compare_each([state for _, state in states], step.expected["either"])
            if self._failures:
                return

    def _fail_refused(self, bad: BadPosition) -> None:
        changes = self._scenario.changes
        for fault in bad.faults:
            if self._scenario.position is not None:
                self._fail("from", f"the position is refused: {fault}", ("from", *fault.path))
            elif fault.path[:1] == ("changes",):
                sentence = f"{fault.message}; {fault.hint}" if fault.hint else fault.message
                self._fail("changes", sentence, fault.path)
            else:
                paths = {text: path_of(text) or () for text in changes}
                meant = [text for text, path in paths.items() if fault.path[: len(path)] == path]
                self._fail("changes", f"the position is refused: {fault}", ("changes", *meant[:1]))

    def _holds(self, state: State, *where: str | int) -> bool:
        """Whether all holds that the rules say always does."""
        broken = state.broken()
        for sentence in broken:
            self._fail("always", f"this must never be: {sentence}", where)
        return not broken

    def _move(self, state: State) -> bool:
        for number, move in enumerate(self._step.moves):
            seat = state.player
            try:
                with blame(self._game.folder, move, seat, but=(IllegalMove,)):
                    state.play(move)
            except IllegalMove as error:
                self._fail("moves", f"{code(move)} is refused: {error}", ("moves", number))
                return False
            if not self._holds(state, "moves", number):
                return False
        return True

    def _compare(self, state: State) -> bool:
        """Whether all expectations of the step hold."""
        expected = self._step.expected
        if not expected:
            return True
        before = len(self._failures)
        written = state.to_dict()
        try:
            again = self._game.from_dict(written).to_dict()
        except BadPosition as bad:
            refusal = "; ".join(map(str, bad.faults[:2]))
            self._fail("position", f"written down, it is refused when it is read again: {refusal}")
            return False
        if again != written:
            found = misfits(again, written, frozenset(), lengths=False)
            self._fail("position", f"written down and read again it is another: {'; '.join(found[:2])}")
        for key, value in expected.items():
            if key != "either":
                _COMPARISONS[key](self, state, value)
        holds = len(self._failures) == before
        if holds and state.to_dict() != written:
            self._fail("position", "looking at a state changes it")
            return False
        return holds

    def _player(self, state: State, expected: int | None) -> None:
        if state.player != expected or state.over != (expected is None):
            self._differs("player", expected, state.player)

    def _legal(self, state: State, expected: list[str]) -> None:
        given = _legal_texts(state)
        if sorted(given) != sorted(expected):
            self._differs("legal", expected, given)

    def _can(self, state: State, expected: list[str]) -> None:
        given = _legal_texts(state)
        for number, move in enumerate(expected):
            if move not in given:
                message = f"{code(move)} is not among the legal moves, {_clipped(given)}"
                self._fail("can", message, ("can", number), expected, given)
            else:
                with blame(self._game.folder, move, state.player):
                    state.clone().play(move)

    def _cannot(self, state: State, expected: Mapping[str, str]) -> None:
        for move, words in expected.items():
            before = (state.to_dict(), state.player, state.legal())
            where = ("cannot", move)
            try:
                with blame(self._game.folder, move, state.player, but=(IllegalMove,)):
                    state.play(move)
            except IllegalMove as error:
                if not _holds(str(error), words):
                    self._fail(
                        "cannot", f"{code(move)} is refused otherwise: {error}", where, words, str(error)
                    )
                if (state.to_dict(), state.player, state.legal()) != before:
                    self._fail("cannot", f"{code(move)} is refused, and changed something", where)
            else:
                self._fail("cannot", f"{code(move)} is not refused", where, words)
                return

    def _position(self, state: State, expected: Mapping[str, Any]) -> None:
        self._fit("position", state.to_dict(), expected, ("position",), lengths=True)

    def _result(self, state: State, expected: Mapping[str, Any]) -> None:
        if not state.over:
            self._fail("result", "the game goes on", ("result",), expected)
            return
        result = asdict(state.result())
        for key, value in expected.items():
            given = list(result[key]) if isinstance(result[key], tuple) else result[key]
            fits = _holds(str(given), str(value)) if key == "reason" else given == value
            if not fits:
                message = f"{key}: expected {_clipped(value)}, got {_clipped(given)}"
                self._fail("result", message, ("result", key), value, given)

    def _view(self, state: State, expected: Any) -> None:
        parts = expected if isinstance(expected, list) else [expected]
        for number, part in enumerate(parts):
            where = ("view", number) if isinstance(expected, list) else ("view",)
            seats = self._scenario.setup.get("seats") or len(self._game.opening(state))
            if part["seat"] >= seats:
                message = f"there is no seat {part['seat']}; the last is {seats - 1}"
                self._fail("view", message, (*where, "seat"), part["seat"])
                continue
            view = state.view(part["seat"])
            if view["seat"] != part["seat"]:
                self._fail("view", f"it is that of seat {view['seat']}", where, part["seat"], view["seat"])
            self._fit("view", view, part.get("has", {}), (*where, "has"), lengths=False)
            shown = sorted(set(part.get("lacks", ())) & set(words_in(view)))
            if shown:
                message = f"seat {part['seat']} sees {join_words(shown, 'and')}"
                self._fail("view", message, (*where, "lacks"), part["lacks"], shown)

    def _compare_each(self, states: Sequence[State], either: list[Any]) -> None:
        met = set()
        for state in states:
            written = state.to_dict()
            fits = [at for at, part in enumerate(either) if not misfits(written, part, self._game.unordered)]
            if not fits:
                self._fail("either", f"fits none: {_clipped(written)}", ("either",), either, written)
                return
            met.update(fits)
        for at in range(len(either)):
            if at not in met:
                message = f"it never comes up with {pluralize(len(states), 'seed')}"
                self._fail("either", message, ("either", at), either[at])

    def _check_refused(self, refused: Mapping[str, Any]) -> None:
        """Exactly the faults that are expected, each in its place."""
        scenario = self._scenario
        try:
            scenario.begin(self._game, scenario.seeds[0] if scenario.seeds else 0)
        except BadPosition as bad:
            faults = list(bad.faults)
        except InputError as error:
            faults = [Fault(("start",), _sentence(error))]
        else:
            self._fail("refused", "it is not refused", ("refused",), refused)
            return
        left = list(faults)
        for place, messages in refused.items():
            for words in messages if isinstance(messages, list) else [messages]:
                meant = [
                    fault for fault in left if _fault_place(fault) == place and _holds(str(fault), words)
                ]
                if meant:
                    left.remove(meant[0])
                    continue
                got = [str(fault) for fault in faults]
                message = f"{quote(words)} is not reported at {quote(place)}, but: {'; '.join(got)}"
                self._fail("refused", message, ("refused", place), words, got)
        if left:
            got = [str(fault) for fault in left]
            self._fail("refused", f"also reported: {'; '.join(got)}", ("refused",), refused, got)

    def _fit(self, key: str, given: Any, expected: Any, where: Sequence[str | int], *, lengths: bool) -> None:
        for message in misfits(given, expected, self._game.unordered, lengths=lengths):
            self._fail(key, message, where, expected, same_parts(given, expected))

    def _differs(self, key: str, expected: Any, got: Any) -> None:
        self._fail(key, f"expected {_clipped(expected)}, got {_clipped(got)}", (key,), expected, got)

    def _fail(
        self,
        key: str,
        message: str,
        where: Sequence[str | int] = (),
        expected: Any = None,
        got: Any = None,
    ) -> None:
        seed = f"with seed {self._seed}: " if self._seed is not None else ""
        place = self._step.place_of(*where) or self._scenario.place
        rule = self._scenario.rule
        self._failures.append(Failure(rule, self._step.number, key, seed + message, place, expected, got))


_COMPARISONS: Mapping[str, Callable[[_Playing, State, Any], None]] = {
    "player": _Playing._player,
    "legal": _Playing._legal,
    "can": _Playing._can,
    "cannot": _Playing._cannot,
    "position": _Playing._position,
    "result": _Playing._result,
    "view": _Playing._view,
}


def _legal_texts(state: State) -> list[str]:
    return [state.text(move) for move in state.legal()]


def _sentence(error: InputError) -> str:
    return f"{error.message}; {error.hint}" if error.hint else error.message


def _fault_place(fault: Fault) -> str:
    return str(Fault(fault.path, "")).removesuffix(": ") or "position"


def _holds(text: str, words: str) -> bool:
    return words.casefold() in text.casefold()


def _clipped(value: Any) -> str:
    return clipped(json.dumps(value, ensure_ascii=False, default=str), _MAX_LETTERS)
