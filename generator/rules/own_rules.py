"""Rules of a designer's own: ``rules.py`` in the folder of a game, run when somebody plays it.

It defines ``rules``, the :class:`Rules` of the kit; or a function ``open_game(database, problems)``, which
gives the :class:`Game` (or None, and reports what is wrong with the cards). The folder is a package without a
file of its own, so that ``from .helpers import …`` finds ``helpers.py`` there. Nothing is written into the
folder.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from types import ModuleType
from typing import Any

from generator.catalog.lines import readable
from generator.catalog.models import Game as Database
from generator.catalog.problems import Place, Problems
from generator.catalog.suggest import did_you_mean
from generator.catalog.wording import pluralize, quote, with_article
from generator.rules.errors import (
    OWN,
    RULES_FILE,
    RulesError,
    author_error,
    blame,
    is_authors,
    is_authors_file,
    place_of_code,
    place_of_rules,
)
from generator.rules.own_code import import_own, own_package
from generator.rules.positions import BadPosition
from generator.rules.protocol import Game, Option, Result, State
from generator.rules.watch import Endless, Watch

OPEN = "open_game"
PREFIX = f"{OWN}rules_"
"""What the packages of such folders are called, with a number that follows from the folder."""
_KIT = str(Path(__file__).resolve().parent / "kit")
_INTERRUPTIONS = (KeyboardInterrupt, GeneratorExit, SystemExit)
_MAX_SEATS = 100


def has_own_rules(folder: Path) -> bool:
    """Whether the folder of a card database has rules of its own."""
    return (folder / RULES_FILE).is_file()


def open_own_rules(database: Database, problems: Problems) -> Game | None:
    """The game that ``rules.py`` in the folder of the database opens, imported anew.

    None, reported in ``problems`` with file and line, where it can't be imported or gives no game.
    """
    folder = database.folder.resolve()
    before = problems.count("error")
    try:
        with Watch(is_watched(folder)):
            game = _open(import_own(folder / RULES_FILE, package_of(folder)), database, problems)
    except BaseException as error:
        # While it is imported, whatever is raised is the author's.
        if isinstance(error, _INTERRUPTIONS) and not is_authors(error, folder):
            raise
        problems.extend([author_error(error, folder).problem()])
        return None
    if game is None and problems.count("error") == before:
        hint = "return the game; or None, after `problems.error(…)` has reported what is wrong with the cards"
        problems.error(f"`{OPEN}` gives no game", place_of_rules(folder), hint=hint)
    return game if problems.count("error") == before else None


def own_part(folder: Path, part: str) -> ModuleType | None:
    """The module of that name in the folder of a game with rules of its own; None if it has none.

    Raises RulesError where it can't be imported.
    """
    if not (folder / f"{part}.py").is_file():
        return None
    try:
        return importlib.import_module(f"{package_of(folder)}.{part}")
    except (Exception, Endless) as error:
        raise author_error(error, folder) from error


def package_of(folder: Path) -> str:
    """What the package is called that a folder's modules are imported into."""
    return own_package(PREFIX, folder)


@contextmanager
def author_at_work(game: Game, bots: Collection[str] = ()) -> Iterator[None]:
    """Inside, rules of a designer's own are played: what they raise becomes a RulesError, and a call of them
    that never returns is stopped. For other games nothing happens.

    ``bots``: files with code of bots. They may lie beside the rules, and think longer than rules may.
    """
    if game.folder is None:
        yield
        return
    is_of_game = is_watched(game.folder)
    with blame(game.folder), Watch(lambda file: file not in bots and is_of_game(file)):
        yield


def is_watched(folder: Path) -> Callable[[str], bool]:
    """Whether code of a file may not go on for ever: the author's, and of the kit that calls it."""
    return lambda file: is_authors_file(file, folder) or file.startswith(_KIT)


# What it opens


def _open(module: ModuleType, database: Database, problems: Problems) -> Game | None:
    """The game, with its folder. Raises RulesError where the module opens nothing that is one."""
    folder = database.folder.resolve()
    opener = _opener_in(module, folder)
    game: object = opener(database, problems)
    place = place_of_code(opener, folder)
    if game is None:
        return None
    if not isinstance(game, Game):
        raise RulesError(f"`{OPEN}` gives {_kind_of(game)}, and not a Game", place)
    _check_game(game, database, place_of_code(type(game).__init__, folder) or place)
    game.folder = folder
    return game


def _opener_in(module: ModuleType, folder: Path) -> Callable[[Database, Problems], object]:
    place = place_of_rules(folder)
    opener = getattr(module, OPEN, None)
    if opener is not None:
        if callable(opener):
            return opener  # type: ignore[no-any-return]
        raise RulesError(f"`{OPEN}` is {_kind_of(opener)}, and not a function", place)
    rules = getattr(module, "rules", None)
    if rules is None:
        own = [name for name, value in vars(module).items() if _is_defined_in(module, value)]
        names = [name for name in own if not name.startswith("_")]
        similar = next((name for name in names if did_you_mean(name, (OPEN, "rules"))), None)
        meant = did_you_mean(similar or "", (OPEN, "rules"))
        hint = f"there is `{similar}`: {meant}" if similar else "docs/your-own-rules.md shows both"
        message = f"there is neither a function `{OPEN}` nor an object `rules` in it"
        raise RulesError(message, place, hint=hint)
    # Only who writes with the kit loads it.
    from generator.rules.kit.opening import open_game
    from generator.rules.kit.rules import Rules

    if not isinstance(rules, Rules):
        hint = "make it with `rules = Rules(…)`, imported from generator.rules.kit"
        raise RulesError(f"`rules` is {_kind_of(rules)}, and not a Rules", place, hint=hint)
    return partial(open_game, rules)


def _is_defined_in(module: ModuleType, value: object) -> bool:
    """Whether it is the module's own, and not imported from elsewhere."""
    return not isinstance(value, ModuleType) and getattr(value, "__module__", None) == module.__name__


def _check_game(game: Game, database: Database, place: Place | None) -> None:
    """Raises RulesError for attributes of a game that can't be."""
    for name, is_right, wanted in (
        ("name", lambda value: value == database.id, f"{quote(database.id)}, the id of its card database"),
        ("title", lambda value: isinstance(value, str) and bool(value), "a text"),
        ("seats", _is_seats, "the numbers of players, ascending, such as `(2, 3, 4)`"),
        ("options", _is_options, "a tuple of Option"),
        ("moves", lambda value: _is_whole(value, 1), "the number of moves"),
        ("longest", lambda value: _is_whole(value, 1), "the most decisions that a game can have"),
    ):
        if not hasattr(game, name):
            raise RulesError(f"`{name}` is missing in {type(game).__name__}", place, hint=f"it is {wanted}")
        value = getattr(game, name)
        if not is_right(value):
            hint = "set `self.name = database.id`" if name == "name" else None
            message = f"`{name}` of {type(game).__name__} is {quote(value)}; expected {wanted}"
            raise RulesError(message, place, hint=hint)


def _is_whole(value: object, least: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= least


def _is_seats(value: object) -> bool:
    return (
        isinstance(value, tuple | list)
        and len(value) > 0
        and all(_is_whole(seats, 1) and seats <= _MAX_SEATS for seats in value)
        and list(value) == sorted(set(value))
    )


def _is_options(value: object) -> bool:
    return isinstance(value, tuple | list) and all(isinstance(option, Option) for option in value)


def _kind_of(value: object) -> str:
    return with_article(type(value).__name__)


# What a state says of itself


def check_state(game: Game, state: State) -> None:
    """Raises RulesError where a state of a designer's own game says what no state can say.

    Whoever plays relies on it: that there is a move to choose, that moves have words, that a view is a
    mapping, that its position can be read back (bots imagine others like it), that a game that is over has a
    result. For other games nothing happens.
    """
    if game.folder is None:
        return
    given: object = state
    if not isinstance(given, State):
        _wrong(game, f"a game begins with {_kind_of(state)}, and not a State", game.begin)
    seat: Any = state.player
    if seat is not None and not _is_whole(seat, 0):
        _wrong(game, f"`player` is {quote(seat)}; expected the number of a seat, or None", type(state))
    legal: Any = state.legal()
    if not isinstance(legal, tuple | list) or not all(_is_whole(move, 0) for move in legal):
        _wrong(game, f"`legal` gives {quote(legal)}; expected whole numbers", state.legal)
    if any(move >= game.moves for move in legal):
        message = f"`legal` gives {max(legal)}, and the game has {pluralize(game.moves, 'move')}, from 0"
        _wrong(game, message, state.legal)
    if seat is None and legal:
        _wrong(game, f"`legal` gives {pluralize(len(legal), 'move')} when the game is over", state.legal)
    if seat is not None and not legal:
        _wrong(game, f"`legal` gives no move, and seat {seat} is to choose one", state.legal)
    for move in legal:
        words: Any = state.text(move)
        if not isinstance(words, str) or not words:
            _wrong(game, f"`text` gives {quote(words)} for move {move}; expected its words", state.text)
    state.check_cards()
    for method, values in (("to_dict", state.to_dict()), ("view", state.view(seat or 0))):
        if not isinstance(values, dict):
            message = f"`{method}` gives {_kind_of(values)}; expected a dictionary"
            _wrong(game, message, getattr(state, method))
    view = state.view(seat or 0)
    if not {"seat", "asked"} <= set(view):
        _wrong(game, "`view` lacks the keys `seat` and `asked`", state.view)
    try:
        game.from_dict(state.to_dict())
    except BadPosition as bad:
        message = "; ".join(readable(str(fault)) for fault in bad.faults[:3])
        _wrong(game, f"the game comes to a position that can't be: {message}", type(state))
    if seat is None:
        _check_result(game, state)


def check_opening(game: Game, state: State) -> None:
    """Raises RulesError where ``opening`` does not tell what each seat holds; of other games nothing."""
    if game.folder is None:
        return
    given: Any = game.opening(state)
    if not isinstance(given, list | tuple) or not all(map(_is_hand, given)):
        _wrong(game, f"`opening` gives {quote(given)}; expected a name and cards for each seat", game.opening)


def _is_hand(given: object) -> bool:
    if not isinstance(given, list | tuple) or len(given) != 2:
        return False
    name, cards = given
    is_list = isinstance(cards, list | tuple) and all(isinstance(card, str) for card in cards)
    return isinstance(name, str) and is_list


def _check_result(game: Game, state: State) -> None:
    result: Any = state.result()
    if not isinstance(result, Result):
        _wrong(game, f"`result` gives {_kind_of(result)}, and not a Result", state.result)
    scores, winners = result.scores, result.winners
    if not isinstance(scores, tuple | list) or not all(_is_whole(score, -(10**9)) for score in scores):
        _wrong(game, f"`scores` are {quote(scores)}; expected a whole number for each seat", state.result)
    if not isinstance(winners, tuple | list) or not all(seat in range(len(scores)) for seat in winners):
        _wrong(game, f"`winners` are {quote(winners)}; expected seats", state.result)
    if not isinstance(result.reason, str):
        _wrong(game, f"`reason` is {quote(result.reason)}; expected a sentence", state.result)


def _wrong(game: Game, message: str, where: object) -> None:
    assert game.folder is not None
    place = place_of_code(where, game.folder) or place_of_rules(game.folder)
    raise RulesError(message, place)
