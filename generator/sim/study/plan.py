"""What a study plays: a game, the contestants, how they change seats, and the seed of every single game.

Game number k of a plan for n seats is rotation ``k % n`` of deal ``k // n``: all n games of a deal are dealt
from the same seed, and contestant j sits at seat ``(j + rotation) % n``. So every contestant plays every deal
from every seat, and luck of the deal and of the seat cancels out between them. Nothing depends on when, where
or in which order games are played.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, fields
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

from generator.catalog.bundle import GAME_FILE, bundled_games, bundled_root
from generator.catalog.models import Game as Database
from generator.catalog.problems import InputError
from generator.catalog.reader import Reader
from generator.catalog.wording import pluralize
from generator.rules import Game, State
from generator.rules.own_rules import has_own_rules
from generator.rules.positions import MAX_SEED, position_reader
from generator.rules.record import MAX_SEATS, DeckNames
from generator.sim.bot_specs import parse_bot_spec

MAX_DEAL_SEED = 10**15
"""Seeds of deals are below it: records of games with such a seed can be read back from YAML."""
_BOT_SEEDS = 2**62
MAX_GAMES = 10**9
MAX_CHANGES, MAX_CARDS, MAX_LETTERS = 1000, 100_000, 10_000
"""Changes of a plan, cards of a deck or names of a card, and letters of a text: more than any has."""
_CODE = ("rules/**/*.py", "games/**/*.py", "sim/*.py", "sim/bots/*.py", "sim/study/table.py")
"""The files of the house that decide how a game goes."""


class ChosenDeck(NamedTuple):
    name: str
    cards: str | tuple[str, ...]
    """The id of one of the game's decks, or the kinds of the cards."""
    names: tuple[tuple[str, tuple[str, ...]], ...] = ()

    @property
    def deck_names(self) -> DeckNames:
        return DeckNames(self.name, dict(self.names))


@dataclass(frozen=True, slots=True)
class Contestant:
    """Who plays: a bot and, where players choose decks, the deck that goes with it from seat to seat."""

    bot: str
    deck: ChosenDeck | None = None

    def __str__(self) -> str:
        return self.bot if self.deck is None else f"{self.bot}, {self.deck.name}"


@dataclass(frozen=True, slots=True)
class Plan:
    """Which games a study plays. Plans can be pickled, hashed and written as JSON.

    Either all contestants have a deck or none has; without decks the seats play the game's own, which then
    stay where they are.
    """

    game: str
    """The id of its card database."""
    place: str = field(compare=False)
    """What it is opened by: the name of a bundled game, or a folder."""
    contestants: tuple[Contestant, ...]
    games: int
    seed: int = 1
    options: tuple[tuple[str, str], ...] = ()
    """The game's own options, as written on the command line."""
    changes: tuple[str, ...] = ()
    """Changes to the card database, as written: ``rules.hand=6``."""

    @property
    def seats(self) -> int:
        return len(self.contestants)

    @property
    def is_timed(self) -> bool:
        """Whether a bot thinks by the clock, so that the same plan need not give the same games."""
        return any(parse_bot_spec(contestant.bot).is_timed for contestant in self.contestants)

    def deal(self, number: int) -> int:
        """Which deal a game is dealt from, from 0."""
        return number // self.seats

    def seating(self, number: int) -> tuple[int, ...]:
        """For each seat the contestant that sits there in a game."""
        seats = self.seats
        return tuple((seat - number) % seats for seat in range(seats))

    def deal_seed(self, number: int) -> int:
        """The seed that a game is dealt from, below ``MAX_DEAL_SEED``; it is that of all games of its deal.

        A hash of the study's seed and the deal's number: neighbouring seeds have nothing in common.
        """
        return _hashed("deal", self.seed, self.deal(number)) % MAX_DEAL_SEED

    def bot_seed(self, number: int, contestant: int) -> int:
        """The seed of a contestant's lots in a game, below 2 ** 62."""
        return _hashed("bot", self.seed, number, contestant) % _BOT_SEEDS

    def observer_seed(self, number: int) -> int:
        """The seed of the lots of whoever watches a game, below 2 ** 62; the game does not depend on it."""
        return _hashed("observer", self.seed, number) % _BOT_SEEDS

    def setup(self, number: int) -> dict[str, Any]:
        """The arguments of ``Game.start`` for a game."""
        setup: dict[str, Any] = {"seed": self.deal_seed(number), "seats": self.seats, **dict(self.options)}
        decks = [self.contestants[contestant].deck for contestant in self.seating(number)]
        if decks[0] is not None:
            setup["decks"] = [
                cards if isinstance(cards, str) else list(cards)
                for cards in (deck.cards for deck in decks if deck is not None)
            ]
        return setup

    def deck_names(self, number: int) -> list[DeckNames]:
        decks = [self.contestants[contestant].deck for contestant in self.seating(number)]
        return [deck.deck_names for deck in decks if deck is not None]

    def to_dict(self) -> dict[str, Any]:
        return {
            "game": self.game,
            "place": self.place,
            "contestants": [_contestant_dict(contestant) for contestant in self.contestants],
            "games": self.games,
            "seed": self.seed,
            "options": dict(self.options),
            "changes": list(self.changes),
        }


def _hashed(*words: object) -> int:
    text = " ".join(map(str, ("gatepress", *words)))
    return int.from_bytes(sha256(text.encode()).digest()[:16], "big")


def _contestant_dict(contestant: Contestant) -> dict[str, Any]:
    deck = contestant.deck
    if deck is None:
        return {"bot": contestant.bot}
    cards = deck.cards if isinstance(deck.cards, str) else list(deck.cards)
    names = {kind: list(names) for kind, names in deck.names}
    return {"bot": contestant.bot, "deck": {"name": deck.name, "cards": cards, "names": names}}


def read_plan(given: object) -> Plan:
    """The plan that ``Plan.to_dict`` wrote. Raises BadPosition, with all faults, for anything else."""
    reading = position_reader(given)
    reading.only(("game", "place", "contestants", "games", "seed", "options", "changes"))
    contestants = _bounded(reading.key("contestants"), MAX_SEATS)
    if not contestants:
        reading.error("nobody plays")
    plan = Plan(
        game=_text(reading.key("game")),
        place=_text(reading.key("place")),
        contestants=tuple(map(_read_contestant, contestants)),
        games=reading.key("games").whole(1, MAX_GAMES),
        seed=reading.key("seed").whole(0, MAX_SEED),
        options=tuple((name, _text(value)) for name, value in reading.key("options").entries()),
        changes=tuple(map(_text, _bounded(reading.key("changes"), MAX_CHANGES))),
    )
    reading.finish()
    return plan


def _read_contestant(given: Reader) -> Contestant:
    given.only(("bot", "deck"))
    bot = given.key("bot")
    name = _text(bot)
    try:
        parse_bot_spec(name)
    except InputError as error:
        bot.error(error.message)
    return Contestant(name, _read_deck(given.key("deck")) if given.has("deck") else None)


def _read_deck(deck: Reader) -> ChosenDeck:
    deck.only(("name", "cards", "names"))
    cards = deck.key("cards")
    is_named = isinstance(cards.value, str)
    kept = _text(cards) if is_named else tuple(map(_text, _bounded(cards, MAX_CARDS)))
    names = [
        (kind, tuple(map(_text, _bounded(names, MAX_CARDS)))) for kind, names in deck.key("names").entries()
    ]
    return ChosenDeck(_text(deck.key("name")), kept, tuple(names))


def _bounded(values: Reader, most: int) -> list[Reader]:
    if isinstance(values.value, list) and len(values.value) > most:
        values.error(f"expected {most:,} at most, got {len(values.value):,}")
        return []
    return values.items()


def _text(value: Reader) -> str:
    text = value.text()
    if len(text) > MAX_LETTERS:
        value.error(f"expected {MAX_LETTERS:,} letters at most, got {len(text):,}")
    return text


def read_versions(given: object) -> Versions:
    """The versions that a study was played by. Raises BadPosition."""
    reading = position_reader(given)
    names = [name.name for name in fields(Versions)]
    reading.only(names)
    versions = Versions(*(_text(reading.key(name)) for name in names))
    reading.finish()
    return versions


def differences(stored: Plan, asked: Plan) -> Iterator[str]:
    """In what two plans differ, in words; the number of games is no difference, for a study can go on."""
    for name in ("game", "seed"):
        then, now = getattr(stored, name), getattr(asked, name)
        if then != now:
            yield f"its {name} is {then}, not {now}"
    if stored.seats != asked.seats:
        yield f"it has {stored.seats} contestants, not {asked.seats}"
    else:
        for number, (before, after) in enumerate(zip(stored.contestants, asked.contestants, strict=True)):
            if before != after:
                same_name = str(before) == str(after)
                other = "a deck of that name with other cards" if same_name else str(after)
                yield f"its contestant {number} is {before}, not {other}"
    for noun, before_words, after_words in (
        ("options are", [f"{name}={value}" for name, value in stored.options], asked.options),
        ("changes are", list(stored.changes), asked.changes),
    ):
        now_words = [word if isinstance(word, str) else "=".join(word) for word in after_words]
        if before_words != now_words:
            yield f"its {noun} {', '.join(before_words) or 'none'}, not {', '.join(now_words) or 'none'}"


# What the results follow from besides the plan


@dataclass(frozen=True, slots=True)
class Versions:
    """What decides, besides the plan, how its games go: where any of it differs, results can't be mixed."""

    gatepress: str
    program: str
    """SHA-256 over its rules, games and bots."""
    cards: str
    """SHA-256 over the numbers, cards and decks of the database, and the code of rules and bots of one's
    own; layouts, pictures and what only print uses are left out."""

    def differences(self, other: Versions) -> Iterator[str]:
        """In what two differ, in words; this one is the study's."""
        if self.gatepress != other.gatepress:
            yield f"it is of gatepress {self.gatepress}, and this is {other.gatepress}"
        elif self.program != other.program:
            yield f"the rules or bots of gatepress have changed ({self.program[:8]}, now {other.program[:8]})"
        if self.cards != other.cards:
            yield (
                f"the cards, rules or bots of its game have changed ({self.cards[:8]}, now {other.cards[:8]})"
            )


def versions_of(plan: Plan, database: Database) -> Versions:
    from generator import __version__

    return Versions(__version__, _program_digest(), _cards_digest(plan, database))


@cache
def _program_digest() -> str:
    home = Path(__file__).resolve().parents[2]
    files = sorted({path for pattern in _CODE for path in home.glob(pattern)})
    return _digest_of((path.relative_to(home).as_posix(), path.read_bytes()) for path in files)


def _cards_digest(plan: Plan, database: Database) -> str:
    values = {
        "game": database.id,
        "rules": database.rules,
        "data": database.data,
        "strategies": database.file.get("strategies"),
        "decks": [
            (name, [(component.id, card.id, copies) for (component, card), copies in deck.cards])
            for name, deck in sorted(database.decks.items())
        ],
        "cards": [
            (component.id, cards.id, card.id, card.copies, card.prototype, card.values)
            for component in database.components
            for cards in component.sets
            for card in cards.cards
        ],
    }
    text = json.dumps(values, sort_keys=True, default=str)
    parts = [("cards", text.encode())]
    if has_own_rules(database.folder):
        folder = database.folder
        parts += [(path.relative_to(folder).as_posix(), path.read_bytes()) for path in own_code(folder)]
    for contestant in plan.contestants:
        file = parse_bot_spec(contestant.bot).file
        if file is not None and file.is_file():
            parts.append((file.name, file.read_bytes()))
    return _digest_of(parts)


def own_code(folder: Path) -> list[Path]:
    """The Python files of a game's folder, sorted; packages that are installed there are none of its own."""
    found = [path for path in folder.rglob("*.py") if path.is_file()]
    parts = {path: path.relative_to(folder).parts for path in found}
    return sorted(
        path for path in found if not any(part[0] == "." or part == "site-packages" for part in parts[path])
    )


def _digest_of(parts: Any) -> str:
    digest = sha256()
    for name, content in parts:
        digest.update(f"{name} {len(content)}\n".encode())
        digest.update(content)
    return digest.hexdigest()


def place_of_game(database: Database) -> str:
    """What opens a game on any machine: a bundled game's name, else its folder."""
    bundled = bundled_root() / "cards" / database.id
    is_bundled = database.id in bundled_games() and (bundled / GAME_FILE).is_file()
    if is_bundled and bundled.resolve() == database.folder.resolve():
        return database.id
    return str(database.folder.resolve())


# Plans from the names of bots


def seats_of(game: Game, state: State) -> int:
    seats = state.to_dict().get("seats")
    if isinstance(seats, list):
        return len(seats)
    return game.seats[0] if len(game.seats) == 1 else len(game.opening(state))


def players_of(bots: Sequence[str], players: int | None) -> int | None:
    """How many players bots ask for; None where the game decides. Raises InputError where they differ."""
    if len(bots) < 2:
        return players
    if players not in (None, len(bots)):
        raise InputError(f"there are {pluralize(len(bots), 'bot')} and {pluralize(players or 0, 'player')}")
    return len(bots)


def check_bots(bots: Sequence[str], game: Game, seed: int) -> None:
    """Raises InputError for a bot that can't play the game."""
    from generator.sim.bots import make_bot

    for number, name in enumerate(dict.fromkeys(bots)):
        make_bot(name, game, seed, number)


def contestants_of(
    bots: Sequence[str], seats: int, decks: Sequence[ChosenDeck] = ()
) -> tuple[Contestant, ...]:
    """A contestant for each seat. Raises InputError where bots are too few or too many."""
    names = list(bots) * seats if len(bots) == 1 else bots
    if len(names) != seats:
        hint = "name one bot for all, or one for each"
        raise InputError(f"there are {pluralize(seats, 'seat')}", hint=hint)
    return tuple(Contestant(bot, decks[at] if decks else None) for at, bot in enumerate(names))


def whole_deals(games: int, seats: int) -> int:
    """The number of games of whole deals that hold so many."""
    return -(-games // seats) * seats
