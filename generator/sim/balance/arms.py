"""What a balance study plays: its arms, each a plan of its own, all dealt from the same seed.

An arm is either a mirror match, in which all contestants are alike and the seats are compared, or a match of
one contestant, the *subject*, against others that are alike. All arms are dealt from the study's seed, so
deal number k has the same cards in each of them, as far as the arms have the same setup.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, pairwise
from typing import Literal, get_args

from generator.catalog.problems import InputError
from generator.catalog.suggest import did_you_mean
from generator.catalog.wording import join_words, quote
from generator.rules import Game
from generator.sim.bot_specs import parse_bot_spec
from generator.sim.endings import Side
from generator.sim.study.plan import ChosenDeck, Contestant, Plan
from generator.sim.study.store import folder_name

Measure = Literal["seats", "course", "players", "setups", "bots", "decks", "strategies", "ladder", "cards"]
MEASURES: tuple[Measure, ...] = get_args(Measure)
USUAL: tuple[Measure, ...] = ("seats", "setups", "bots")
"""What is measured by default: it takes a minute or two."""

USUAL_GAMES = 100
"""Of an arm."""
RANDOM_GAMES = 1_000
"""Of an arm in which all seats play at random, which costs next to nothing."""
USUAL_BUDGET = 100
"""At the top of the ladder, in iterations of search."""
RUNGS = 3
"""Of the ladder: doublings up to the budget."""
MAX_SETUPS = 6
"""Setups that are measured; a game with more has too many for a study of each."""
RANDOM = "random"
_DECKS = "decks"


@dataclass(frozen=True, slots=True)
class Arm:
    """One match of a study."""

    measure: Measure
    subject: str
    """Whose share of wins it is about: a bot, deck or strategy; of a mirror match, what it is played with."""
    against: str
    """Whom the subject plays; empty for a mirror match."""
    plan: Plan
    is_traced: bool = False
    """Whether its first games are looked into while they are played."""

    @property
    def is_mirror(self) -> bool:
        """Whether all contestants are alike, so that it compares the seats."""
        return not self.against

    @property
    def name(self) -> str:
        """What its folder is called; two arms of a study have different ones."""
        words = "-".join(
            word for word in (self.measure, str(self.plan.contestants[0].bot), self.subject) if word
        )
        text = f"{self.measure}-{self.subject}" if self.measure != "setups" else words
        text = f"{text}-{self.against}" if self.against else text
        return folder_name(text)


@dataclass(frozen=True, slots=True)
class Asked:
    """What a study is to measure, and with what."""

    game: Game
    place: str
    """What the game is opened by: see ``Plan``."""
    bots: tuple[str, ...]
    """The first is the main bot: decks, strategies and numbers of players are measured with it."""
    seats: int
    seed: int
    games: int | None
    """Of each arm; None for the usual number."""
    options: tuple[tuple[str, str], ...]
    changes: tuple[str, ...]
    decks: Mapping[str, ChosenDeck]
    """Of a game that is played with decks: all that are measured, by the word that names each on the command
    line; the first ones are played elsewhere."""
    measures: frozenset[Measure]
    budget: int
    has_blanks: bool
    """Whether the card database says what a blank card is."""
    shares_cards: bool = False
    """Whether all seats draw from the same cards, which are measured without a blank."""

    @property
    def bot(self) -> str:
        return self.bots[0]

    @property
    def sides(self) -> tuple[Side, ...]:
        """Who wins together, by the rules; else each for itself."""
        return self.game.sides(self.seats) or tuple([(seat,) for seat in range(self.seats)])

    @property
    def plays_together(self) -> bool:
        """Whether all play against the game, or one alone does: then nobody plays against another, and bots
        are compared by how often each wins the same deals in every seat."""
        return len(self.sides) == 1


def read_measures(text: str) -> frozenset[Measure]:
    """The measures in ``seats,decks``; ``all`` stands for all of them. Raises InputError."""
    words = [word.strip() for word in text.split(",")]
    for word in words:
        if word not in (*MEASURES, "all"):
            hint = (
                did_you_mean(word, (*MEASURES, "all")) or f"there are {join_words([*MEASURES, 'all'], 'and')}"
            )
            raise InputError(f"{quote(word)} is not measured", hint=hint)
    return frozenset(one for one in MEASURES if one in words or "all" in words)


def why_not(measure: Measure, asked: Asked) -> str | None:
    """Why a measure does not apply to the game, as the end of a sentence; None where it does."""
    game = asked.game
    if measure == "players" and len(game.seats) < 2:
        return f"{game.title} has one number of players"
    if measure == "setups" and not list(setups_of(asked)):
        return f"{game.title} has one setup" if not asked.options else "the setup is chosen"
    if measure == "bots" and len(asked.bots) < 2:
        return "there is only one bot"
    if measure == "bots" and asked.plays_together:
        return "nobody plays against anybody else; what each bot wins is measured by seats"
    if measure in ("strategies", "ladder") and asked.plays_together and not game.all_can_lose:
        return f"{game.title} can't be lost; how many points a bot has is measured by seats"
    if measure == "decks":
        if _DECKS not in {option.name for option in game.options}:
            return f"{game.title} is not played with decks"
        if 2 not in game.seats or len(asked.decks) < 2 or asked.plays_together:
            return "a matrix needs two players against each other, and two decks"
    if measure == "strategies" and not game.strategies:
        return f"{game.title} declares no strategies"
    if measure == "cards" and not (asked.has_blanks or asked.shares_cards):
        return f"no component of {game.title} says what a blank card is, by `blank` in its game.yaml"
    return None


def against_seats(game: Game, seats: int) -> str | None:
    """Why no balance of so many players can be measured; None if it can."""
    if seats not in game.seats:
        return f"{game.title} has no {seats} players; it is for {', '.join(map(str, game.seats))}"
    return None


def design(asked: Asked) -> tuple[Arm, ...]:
    """All arms of a study, in the order in which they are played.

    ``course`` looks into games of the seats' arms, and ``cards`` has arms of its own, one for each card that
    is made a blank: ``impact`` designs them.
    """
    makers: dict[str, Callable[[Asked], Iterator[Arm]]] = {
        "seats": _seats,
        "players": _players,
        "setups": _setups,
        "bots": _bots,
        "decks": _decks,
        "strategies": _strategies,
        "ladder": _ladder,
    }
    return tuple(
        arm
        for measure in MEASURES
        if measure in makers and measure in asked.measures and why_not(measure, asked) is None
        for arm in makers[measure](asked)
    )


def setups_of(asked: Asked) -> Iterator[tuple[tuple[str, str], ...]]:
    """The setups that the game can be played in, by its options; none where there is only one.

    Limits on turns are none, nor are decks, which have a measure of their own. An option that the command
    line chooses stays as it is.
    """
    chosen = {name for name, _ in asked.options}
    found = []
    for setup in asked.game.setups():
        words = {
            name: value for name, value in setup.items() if isinstance(value, str) and name not in chosen
        }
        if setup.get("seats", asked.seats) == asked.seats and words and words not in found:
            found.append(words)
    if 2 <= len(found) <= MAX_SETUPS:
        for words in found:
            yield tuple(words.items())


def _plan(asked: Asked, contestants: Sequence[Contestant]) -> Plan:
    seats = len(contestants)
    is_random = all(contestant.bot == RANDOM for contestant in contestants)
    games = asked.games or (RANDOM_GAMES if is_random else USUAL_GAMES)
    return Plan(
        asked.game.name,
        asked.place,
        tuple(contestants),
        -(-games // seats) * seats,
        asked.seed,
        asked.options,
        asked.changes,
    )


def _mirror(asked: Asked, bot: str, seats: int) -> Plan:
    """A bot against itself; with decks each has another one, and all decks play from every seat."""
    decks = list(asked.decks.values())
    return _plan(
        asked, [Contestant(bot, decks[seat % len(decks)] if decks else None) for seat in range(seats)]
    )


def _duel(asked: Asked, bot: str, others: str) -> Plan:
    """A bot against others that are alike; all play the same deck, so that it is not the deck that wins.

    It has the whole of a side, if sides stay together where everybody moves on by a seat; else one seat.
    """
    deck, sides, seats = next(iter(asked.decks.values()), None), asked.sides, range(asked.seats)
    moved = {tuple(sorted((seat + 1) % asked.seats for seat in side)) for side in sides}
    own = next(side for side in sides if 0 in side) if moved == set(sides) else (0,)
    return _plan(asked, [Contestant(bot if seat in own else others, deck) for seat in seats])


def impact_plan(asked: Asked) -> Plan:
    """What is played with each card and with a blank in its place."""
    return _mirror(asked, asked.bot, asked.seats)


def _seats(asked: Asked) -> Iterator[Arm]:
    for bot in asked.bots:
        is_traced = "course" in asked.measures and bot == asked.bot
        yield Arm("seats", bot, "", _mirror(asked, bot, asked.seats), is_traced)


def _players(asked: Asked) -> Iterator[Arm]:
    for seats in asked.game.seats:
        yield Arm("players", str(seats), "", _mirror(asked, asked.bot, seats))


def _setups(asked: Asked) -> Iterator[Arm]:
    usual = {option.name: option.default for option in asked.game.options}
    for setup in setups_of(asked):
        subject = ", ".join(f"{name}={value}" for name, value in setup)
        # The usual setup is that of the seats' own arms: one and the same plan is played once.
        options = () if all(usual[name] == value for name, value in setup) else setup
        for bot in asked.bots:
            plan = _mirror(asked, bot, asked.seats)
            yield Arm("setups", subject, "", replace(plan, options=(*asked.options, *options)))


def _bots(asked: Asked) -> Iterator[Arm]:
    for one, two in combinations(asked.bots, 2):
        yield Arm("bots", one, two, _duel(asked, one, two))


def _decks(asked: Asked) -> Iterator[Arm]:
    for (one, first), (two, second) in combinations(asked.decks.items(), 2):
        plan = _plan(asked, [Contestant(asked.bot, first), Contestant(asked.bot, second)])
        yield Arm("decks", one, two, plan)


def _strategies(asked: Asked) -> Iterator[Arm]:
    kept = parse_bot_spec(asked.bot).strategies
    for strategy in asked.game.strategies:
        if strategy.name not in kept:
            bot = f"{asked.bot}+{strategy.name}"
            if asked.plays_together:
                yield Arm("strategies", strategy.name, "", _mirror(asked, bot, asked.seats))
            else:
                yield Arm("strategies", strategy.name, asked.bot, _duel(asked, bot, asked.bot))


def budgets(top: int) -> list[int]:
    """The budgets of a ladder, ascending: each twice the one before, ``top`` or just below at the end."""
    least = max(1, top >> RUNGS)
    found = [least]
    while found[-1] * 2 <= top:
        found.append(found[-1] * 2)
    return found


def _ladder(asked: Asked) -> Iterator[Arm]:
    steps = [f"search:{budget}" for budget in budgets(asked.budget)]
    if asked.plays_together:
        for bot in [*reversed(steps), "greedy", RANDOM]:
            yield Arm("ladder", bot, "", _mirror(asked, bot, asked.seats))
        return
    pairs: list[tuple[str, str]] = [(more, less) for less, more in pairwise(steps)]
    for one, two in [*pairs, ("greedy", RANDOM), (steps[-1], "greedy")]:
        yield Arm("ladder", one, two, _duel(asked, one, two))


def implied(kinds: Collection[str]) -> frozenset[Measure]:
    """The measures without which there is nothing to judge an assertion about a seat, bot or deck by."""
    found: dict[str, Measure] = {"bot": "bots", "deck": "decks"}
    return frozenset({found.get(kind, "seats") for kind in kinds})
