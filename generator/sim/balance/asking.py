"""What a balance study is asked for, in the words of the command line and of forms, and how it is played."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from generator.catalog.changes import variant_changes
from generator.catalog.problems import Problems
from generator.catalog.wording import quote, slug
from generator.sim.balance.arms import (
    MEASURES,
    USUAL,
    Arm,
    Asked,
    Measure,
    against_seats,
    design,
    impact_plan,
    implied,
    read_measures,
    why_not,
)
from generator.sim.balance.draws import shares_cards
from generator.sim.balance.impact import ImpactReport, measure_impact, most_games, no_blank
from generator.sim.balance.playing import Played, Player
from generator.sim.balance.study import Balance
from generator.sim.bots import make_bot
from generator.sim.matches.setup import (
    DECKS,
    LoadedGame,
    SetupRequest,
    bundled_decks,
    chosen_setup,
    read_decks,
)
from generator.sim.statistics.claims import (
    Assertion,
    StoppingRule,
    check_known,
    parse_assertion,
    parse_each,
    parse_until,
)
from generator.sim.study.asking import chosen_deck
from generator.sim.study.options import WrongOptionError, options_and_changes, reading_option
from generator.sim.study.plan import ChosenDeck, place_of_game, versions_of
from generator.sim.study.store import check_folder
from generator.sim.study.table import GameFailed, Table
from generator.sim.sweeps.arms import ArmFailed

_DIGEST = 16
"""Digits of a digest that identify a deck for a reader."""


class Wanted(NamedTuple):
    """What is to be measured, as somebody has written it."""

    measure: str
    """Words with commas between them."""
    bots: tuple[str, ...]
    games: int | None
    players: int | None
    decks: tuple[str, ...]
    settings: tuple[str, ...]
    """Options of the game, and changes to its database."""
    variants: tuple[str, ...]
    budget: int
    seed: int


class Claims(NamedTuple):
    """What is asserted, and when a match may stop."""

    rule: StoppingRule | None
    assertions: Sequence[Assertion]


def read_claims(until: str | None, claims: Sequence[str]) -> Claims:
    """Raises WrongOptionError with all that can't be read: a claim that can't be is no claim that fails."""
    problems = Problems()
    rules = parse_each([until] if until is not None else [], parse_until, "--until", problems)
    _refuse(problems, "until")
    for rule in rules:
        if rule.quantity is not None and rule.quantity.kind == "deck":
            message = "the matrix of decks plays all its games: its marks are valid for a fixed number alone"
            raise WrongOptionError(message, "until")
    assertions = parse_each(claims, parse_assertion, "--assert", problems)
    _refuse(problems, "assert")
    return Claims(rules[0] if rules else None, assertions)


def _refuse(problems: Problems, option: str) -> None:
    """Raises WrongOptionError where there are problems."""
    if problems:
        message = "; ".join(f"{one.message}; {one.hint}" if one.hint else one.message for one in problems)
        raise WrongOptionError(message, option)


def asked_of(wanted: Wanted, loaded: LoadedGame, claims: Claims, problems: Problems) -> Asked | None:
    """What is asked of the study; None, reported in ``problems``, where a deck can't be read.

    Raises WrongOptionError.
    """
    game = loaded.game
    with reading_option("measure"):
        measures = read_measures(wanted.measure)
    measures |= implied([claim.quantity.kind for claim in claims.assertions]) | {"seats"}
    seats = wanted.players or next((seats for seats in game.seats if seats > 1), game.seats[0])
    message = against_seats(game, seats)
    if message is not None:
        raise WrongOptionError(message, "players")
    with reading_option("bots"):
        for number, bot in enumerate(wanted.bots):
            make_bot(bot, game, wanted.seed, number)
    if len(set(wanted.bots)) < len(wanted.bots):
        raise WrongOptionError("a bot is named twice", "bots")
    settings, changes = options_and_changes(wanted.settings)
    setup = chosen_setup(loaded, SetupRequest(seats, 0, (), settings), problems)
    chosen = _chosen_decks(wanted, loaded, problems)
    if setup is None or chosen is None:
        return None
    options = {name: value for name, value in setup.options.items() if name not in ("seed", "seats")}
    asked = Asked(
        game,
        place_of_game(loaded.database),
        wanted.bots,
        seats,
        wanted.seed,
        wanted.games,
        tuple(options.items()),
        (*variant_changes(wanted.variants), *changes),
        chosen,
        measures,
        wanted.budget,
        any(component.blank is not None for component in loaded.database.components),
    )
    if not asked.has_blanks:
        try:
            shares = shares_cards(Table(impact_plan(asked), loaded.database, game))
        except GameFailed as failed:
            problems.extend([failed.problem])
            return None
        asked = replace(asked, shares_cards=shares)
    _check_measures(wanted, asked, loaded, problems)
    if not problems.has_errors:
        _check_claims(asked, claims)
    return asked


def _check_measures(wanted: Wanted, asked: Asked, loaded: LoadedGame, problems: Problems) -> None:
    """Raises WrongOptionError for a measure that the game has nothing of, and that was asked for by name.

    Where it is only not said what a blank card is, ``problems`` has the line to add.
    """
    if wanted.measure == ",".join(USUAL):
        return
    for word in wanted.measure.split(","):
        for measure in MEASURES:
            reason = why_not(measure, asked) if measure == word.strip() else None
            if reason is not None and measure == "cards":
                problems.add(no_blank(loaded.database))
            elif reason is not None:
                raise WrongOptionError(f"{measure}: {reason}", "measure")


def _chosen_decks(wanted: Wanted, loaded: LoadedGame, problems: Problems) -> dict[str, ChosenDeck] | None:
    """The decks that are measured: those that are named, or all that come with the game."""
    if DECKS not in {option.name for option in loaded.game.options}:
        if wanted.decks:
            raise WrongOptionError(f"{loaded.game.title} is not played with decks", "deck")
        return {}
    found = read_decks(loaded, wanted.decks, problems) if wanted.decks else bundled_decks(loaded)
    if found is None:
        return None
    if wanted.decks:
        names = [slug(Path(name).stem) for name in wanted.decks]
    else:
        names = [str(deck.cards) for deck in found]
    for name in names:
        if names.count(name) > 1:
            raise WrongOptionError(f"two decks are called {quote(name)}", "deck")
    return {name: chosen_deck(deck) for name, deck in zip(names, found, strict=True)}


def _check_claims(asked: Asked, claims: Claims) -> None:
    """Raises WrongOptionError for a claim about a seat, bot or deck that the study does not have."""
    bots = asked.bots if len(asked.bots) > 1 else ()
    decks = list(asked.decks) if why_not("decks", asked) is None else ()
    rule = claims.rule
    until = [] if rule is None or rule.quantity is None else [rule.quantity]
    for quantities, option in ((until, "until"), ([one.quantity for one in claims.assertions], "assert")):
        problems = Problems()
        check_known(quantities, f"--{option}", problems, seats=asked.seats, bots=bots, decks=decks)
        for kind in sorted({one.kind for one in quantities} & {"draws", "first-player"}):
            if asked.plays_together:
                problems.error(f"`{kind}`: nobody plays against another; claim what seat0 wins")
        _refuse(problems, option)


# Playing


@dataclass(frozen=True)
class Study:
    """A study that was asked for, from the games that are there to its results."""

    loaded: LoadedGame
    asked: Asked
    player: Player
    assertions: Sequence[Assertion] = ()

    @cached_property
    def arms(self) -> tuple[Arm, ...]:
        return design(self.asked)

    @property
    def games(self) -> int:
        """How many games its matches have; those that are played for single cards are not among them."""
        return sum({arm.plan: arm.plan.games for arm in self.arms}.values())

    def check(self) -> None:
        """Raises InputError where games of another command are kept in its folder."""
        check_folder(self.player.folder, "balance", MEASURES)

    @cached_property
    def card_games(self) -> int:
        """How many games are played at most to measure cards; 0 where that is not asked for."""
        asked = self.asked
        if "cards" not in asked.measures or why_not("cards", asked) is not None:
            return 0
        plan = impact_plan(asked)
        table = Table(plan, self.loaded.database, self.loaded.game)
        return most_games(table, plan.games // plan.seats)

    def measure_cards(self, done: Callable[[int], None]) -> ImpactReport | None:
        """What cards are worth, if that is asked for. Raises ArmFailed and InputError."""
        if not self.card_games:
            return None
        plan = impact_plan(self.asked)
        try:
            deals = plan.games // plan.seats
            return measure_impact(plan, deals, self.player.crew, done, self.player.folder)
        except ArmFailed as failed:
            problem = failed.problem
            raise ArmFailed(problem._replace(message=f"cards: {problem.message}")) from None

    def results(self, played: Sequence[Played], impact: ImpactReport | None = None) -> Balance:
        """What was played, put together; of a measure that was not finished nothing is said."""
        missing: set[Measure] = {arm.measure for arm in self.arms[len(played) :]} - {"seats"}
        if impact is None and self.card_games:
            missing.add("cards")
        whole = tuple(one for one in played if one.figures.arm.measure not in missing)
        asked = replace(self.asked, measures=self.asked.measures - missing)
        versions = versions_of(self.arms[0].plan, self.loaded.database)
        digests = {name: self._digest(deck) for name, deck in asked.decks.items()}
        claims = tuple(one for one in self.assertions if not implied([one.quantity.kind]) & missing)
        return Balance(asked, versions, digests, self.player.rule, whole, impact, claims)

    def _digest(self, deck: ChosenDeck) -> str:
        """SHA-256 over the kinds of a deck's cards, each with how often it is there."""
        cards = deck.cards
        if isinstance(cards, str):
            (found,) = (
                list(one.cards)
                for component in self.loaded.database.components
                for one in component.sets
                if one.id == cards
            )
            kinds = [card.id for card in found for _ in range(card.copies)]
        else:
            kinds = list(cards)
        return sha256("\n".join(sorted(kinds)).encode()).hexdigest()[:_DIGEST]
