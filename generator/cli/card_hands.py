"""Hands of any list of cards, as the command line asks for them: which cards, groups and mulligans."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Annotated, NamedTuple

import typer

from generator.catalog.models import Card, CardSet, Component, Game
from generator.catalog.paths import CARD_LIST_SUFFIXES, is_there
from generator.catalog.problems import InputError, Place, Problems
from generator.catalog.suggest import did_you_mean
from generator.catalog.wording import clipped, code, join_words, listed, pluralize, quote
from generator.cli.console import print_json
from generator.cli.options import load_games, usable
from generator.cli.print_problems import print_problems, progress_bar, stop_with
from generator.deck.files import deck_component, load_deck, unknown_component
from generator.deck.hands.exact import KINDS, Mulligan, Plan, Query
from generator.deck.hands.groups import (
    Group,
    check_field,
    check_group,
    fields_of,
    number_of,
    parse_group,
    parse_rule,
)
from generator.deck.limits import MAX_COUNT
from generator.sim.study.options import MAX_SEED

HAND = 5
SHUFFLES, DEALS = 100_000, 10_000
"""How many hands are drawn of a deck or a list of cards, and of a game, by default."""
TURNS = 4
MAX_SAMPLES = 10_000_000
MAX_SHOWN = 1_000
MAX_TURNS = 100
MAX_DRAWN = 200
"""Cards that a player is followed through."""
MAX_MULLIGANS = 10
MAX_GROUPS = 20
MIN_CARDS = 2
"""Of a list that is taken without being named: a single card is no deck."""


class To(StrEnum):
    same = "same"
    fewer = "fewer"
    bottom = "bottom"


@dataclass(frozen=True, slots=True)
class CardOptions:
    component: Annotated[
        str | None,
        typer.Option("--component", metavar="NAME", help="Cards: which component. [the only one with cards]"),
    ] = None
    hand: Annotated[
        int | None,
        typer.Option(
            "--hand",
            metavar="NUMBER",
            min=1,
            max=MAX_DRAWN,
            help=f"Cards: the size of the opening hand. [{HAND}]",
        ),
    ] = None
    draw: Annotated[
        int | None,
        typer.Option(
            "--draw",
            metavar="NUMBER",
            min=0,
            max=MAX_DRAWN,
            help="Cards: how many are drawn on each turn. [1]",
        ),
    ] = None
    groups: Annotated[
        tuple[str, ...],
        typer.Option(
            "--group",
            metavar="CONDITIONS",
            help="Cards: those to count, 'type=land' or 'cheap: cost<=2 and type!=land'; may be repeated.",
        ),
    ] = ()
    at_least: Annotated[
        tuple[int, ...],
        typer.Option(
            "--at-least",
            metavar="NUMBER",
            min=1,
            max=MAX_DRAWN,
            help="Cards: odds of this many of a group, or more; may be repeated. [1]",
        ),
    ] = ()
    at_most: Annotated[
        tuple[int, ...],
        typer.Option(
            "--at-most",
            metavar="NUMBER",
            min=0,
            max=MAX_DRAWN,
            help="Cards: odds of at most this many of a group; may be repeated.",
        ),
    ] = ()
    exactly: Annotated[
        tuple[int, ...],
        typer.Option(
            "--exactly",
            metavar="NUMBER",
            min=0,
            max=MAX_DRAWN,
            help="Cards: odds of exactly this many of a group; may be repeated.",
        ),
    ] = ()
    values: Annotated[
        tuple[str, ...],
        typer.Option("--value", metavar="FIELD", help="Cards: a number field to add up; may be repeated."),
    ] = ()
    mulligan: Annotated[
        str | None,
        typer.Option(
            "--mulligan", metavar="RULE", help="Cards: hands that are sent back, 'lands<2 or lands>4'."
        ),
    ] = None
    mulligans: Annotated[
        int | None,
        typer.Option(
            "--mulligans", metavar="NUMBER", min=1, max=MAX_MULLIGANS, help="Cards: how often, at most. [1]"
        ),
    ] = None
    mulligan_to: Annotated[
        To | None,
        typer.Option(
            "--mulligan-to",
            metavar="|".join(To),
            help="Cards: draw as many again, one fewer each time, or as many with one more to the bottom "
            "each time. [same]",
        ),
    ] = None


@dataclass(frozen=True, slots=True)
class Sampling:
    samples: Annotated[
        int | None,
        typer.Option(
            "--samples",
            metavar="NUMBER",
            min=100,
            max=MAX_SAMPLES,
            help=f"How many shuffles or games to draw from. [{SHUFFLES}; for a game {DEALS}]",
        ),
    ] = None
    show: Annotated[
        int,
        typer.Option(
            "--show", metavar="NUMBER", min=0, max=MAX_SHOWN, help="How many of them to print card by card."
        ),
    ] = 3
    turns: Annotated[
        int | None,
        typer.Option(
            "--turns",
            metavar="NUMBER",
            min=0,
            max=MAX_TURNS,
            help=f"Deck: how many of a player's turns to simulate. Cards: turns after the opening hand."
            f" [{TURNS}]",
        ),
    ] = None
    seed: Annotated[
        int,
        typer.Option(
            "--seed", metavar="NUMBER", min=0, max=MAX_SEED, help="The same seed gives the same hands."
        ),
    ] = 1
    as_json: Annotated[bool, typer.Option("--json", help="Print hands and odds as JSON.")] = False


class Drawn(NamedTuple):
    game: Game
    component: str | None
    """None for a deck with cards of several."""
    deck: str | None
    """None for all cards of a component."""
    cards: list[Card]
    """Each as often as it is there."""


def print_card_hands(name: str, decks: Sequence[str], request: CardOptions, sampling: Sampling) -> None:
    """Prints hands and odds, or what is wrong with the game, and then ends the run.

    Raises BadParameter for wrong usage.
    """
    from generator.deck.hands.card_hands import CardsRequest, sample_cards, to_dict

    if len(decks) > 1:
        raise typer.BadParameter("hands are drawn from one deck", param_hint="--deck")
    problems = Problems()
    games = load_games([name], problems)
    if problems.has_errors:
        stop_with(problems)
    (game,) = games
    drawn = _drawn(game, request.component, next(iter(decks), None), problems)
    hand, draw = request.hand or HAND, 1 if request.draw is None else request.draw
    turns = TURNS if sampling.turns is None else sampling.turns
    _check_size(drawn, hand, draw, turns)
    groups = _groups(request.groups, drawn.cards, problems)
    queries = _queries(request)
    _check_values(request.values, drawn.cards, problems)
    mulligan = _mulligan(request, hand, groups, drawn.cards, problems)
    if problems.has_errors:
        stop_with(problems)
    plan = Plan(len(drawn.cards), hand, draw, turns, mulligan)
    samples = as_many_samples(sampling.samples or SHUFFLES, plan.reach, len(plan.tries), problems)
    asked = CardsRequest(plan, groups, queries, request.values, samples, sampling.show, sampling.seed)
    with progress_bar(samples, hidden=sampling.as_json, doing="drawing", noun="hands") as progress:
        report = usable(lambda: sample_cards(drawn.cards, asked, progress))
    if problems:
        print_problems(problems)
    if sampling.as_json:
        whose = {"game": drawn.game.id, "component": drawn.component, "deck": drawn.deck}
        print_json({**whose, **to_dict(report)})
    else:
        from generator.cli.screens.hands import show_card_hands

        show_card_hands(report, _title(drawn), drawn.cards)


def as_many_samples(wanted: int, draws: int, tries: int, problems: Problems) -> int:
    """How many shuffles are simulated: what is wanted, or as many as can be in good time, and a warning."""
    from generator.deck.hands.sampling import most_samples

    most = most_samples(draws, tries)
    if wanted > most:
        which = f"{draws} cards each" + (f", up to {tries} times" if tries > 1 else "")
        problems.warning(f"--samples: hands of {which} are simulated from {most:,} shuffles, not {wanted:,}")
    return min(wanted, most)


def _title(drawn: Drawn) -> str:
    if drawn.deck is not None:
        return f"{drawn.game.title}, {drawn.deck}"
    if len(drawn.game.components) == 1 or drawn.component is None:
        return drawn.game.title
    (title,) = (one.title for one in drawn.game.components if one.id == drawn.component)
    return f"{drawn.game.title}, {title}"


# Which cards


def _drawn(game: Game, component: str | None, deck: str | None, problems: Problems) -> Drawn:
    """The cards of the deck or component that is named, or of the only one; ends the run where a name is of
    nothing. Raises BadParameter where a name is missing."""
    known = {one.id: one for one in game.components}
    if component is not None and component not in known:
        problems.extend([unknown_component(game, component)])
        stop_with(problems)
    if deck is not None:
        return _of_deck(game, component, deck, problems)
    chosen = _only_component(game) if component is None else known[component]
    if chosen.is_deck and len(chosen.sets) > 1:
        names = listed(cards.id for cards in chosen.sets)
        raise typer.BadParameter(
            f"each list of {code(chosen.id)} is a deck; name one: {names}", param_hint="--deck"
        )
    return Drawn(game, chosen.id, None, [card for cards in chosen.sets for card in _copies(cards)])


def _only_component(game: Game) -> Component:
    """The only component with two or more cards; of tokens if it has no cards. Raises BadParameter."""
    for kind in ("cards", "tokens"):
        found = [
            component
            for component in game.components
            if component.kind == kind and sum(len(_copies(cards)) for cards in component.sets) >= MIN_CARDS
        ]
        if len(found) == 1:
            return found[0]
        if found:
            ids = [component.id for component in found]
            decks = f", or with --deck a deck: {listed(game.decks)}" if game.decks else ""
            message = f"{game.title} has several lists of cards; name one of {join_words(ids)}{decks}"
            raise typer.BadParameter(message, param_hint="--component")
    raise typer.BadParameter(
        f"{game.title} has no list of {MIN_CARDS} cards or more to draw from", param_hint="--component"
    )


def _copies(cards: CardSet) -> list[Card]:
    return [card for card in cards.cards for _ in range(card.copies)]


def _of_deck(game: Game, component: str | None, deck: str, problems: Problems) -> Drawn:
    """A deck under `decks` in game.yaml, a list of the component that is decks, or a file that is one."""
    if deck in game.decks:
        entries = game.decks[deck].cards
        ids = list(dict.fromkeys(of.id for (of, _), _ in entries))
        if component is not None and ids != [component]:
            message = f"the deck {quote(deck)} has cards of {join_words(ids, 'and')}"
            raise typer.BadParameter(message, param_hint="--component")
        cards = [card for (_, card), copies in entries for _ in range(copies)]
        return Drawn(game, ids[0] if len(ids) == 1 else None, deck, cards)
    lists = _deck_lists(game)
    is_file = deck.lower().endswith(CARD_LIST_SUFFIXES) or (bool(lists) and is_there(Path(deck)))
    if deck not in lists and not (is_file and lists):
        known = [*game.decks, *lists]
        hint = did_you_mean(deck, known) or (
            f"the decks are {listed(known)}" if known else "name decks under `decks` in game.yaml"
        )
        problems.error(f"{clipped(game.title)} has no deck {code(deck)}", hint=hint)
        stop_with(problems)
    of = deck_component(game).id
    if component not in (None, of):
        message = f"the deck {quote(deck)} has cards of {of}"
        raise typer.BadParameter(message, param_hint="--component")
    if deck in lists:
        return Drawn(game, of, deck, _copies(lists[deck]))
    loaded = load_deck(game, deck, problems)
    if loaded is None:
        stop_with(problems)
    return Drawn(game, of, loaded.name, _copies(loaded.cards))


def _deck_lists(game: Game) -> dict[str, CardSet]:
    """The card lists that are decks, by name; none for a game without such a component."""
    return {cards.id: cards for one in game.components if one.is_deck for cards in one.sets}


def _check_size(drawn: Drawn, hand: int, draw: int, turns: int) -> None:
    """Raises BadParameter for more cards than there are, or than can be followed."""
    size = len(drawn.cards)
    if size > MAX_COUNT:
        problems = Problems()
        message = f"hands are drawn from decks of up to {MAX_COUNT:,} cards, this one has {size:,}"
        problems.error(message, Place(drawn.game.file.place.file))
        stop_with(problems)
    if hand > size:
        message = f"a hand of {hand} can't be drawn from {pluralize(size, 'card')}"
        raise typer.BadParameter(message, param_hint="--hand")
    reach = hand + draw * turns
    if min(reach, size) > MAX_DRAWN:
        message = f"{reach:,} cards are drawn by turn {turns}; hands are followed up to {MAX_DRAWN}"
        raise typer.BadParameter(message, param_hint="--turns")


# What is counted in them


def _groups(texts: Sequence[str], cards: Sequence[Card], problems: Problems) -> tuple[Group, ...]:
    """The groups; those without a card are warned of. Raises BadParameter for what is no group."""
    if len(texts) > MAX_GROUPS:
        raise typer.BadParameter(f"there are at most {MAX_GROUPS} groups", param_hint="--group")
    groups = tuple(usable(lambda text=text: parse_group(text), "--group") for text in texts)  # type: ignore[misc]
    names: set[str] = set()
    for group in groups:
        if group.name.casefold() in names:
            raise typer.BadParameter(f"two groups are called {quote(group.name)}", param_hint="--group")
        names.add(group.name.casefold())
    _check_groups(groups, cards, "--group", problems)
    return groups


def _check_groups(groups: Sequence[Group], cards: Sequence[Card], option: str, problems: Problems) -> None:
    """Reports groups by fields of no card, or by what a field can't be, and warns of those without a card."""
    different = list(dict.fromkeys(cards))
    for group in groups:
        try:
            hint = check_group(group, different)
        except InputError as error:
            problems.add(error)
            continue
        if not any(group.matches(card) for card in different):
            problems.warning(f"{option}: no card fits {quote(group.text)}", hint=hint)


def _queries(request: CardOptions) -> tuple[Query, ...]:
    asked = [(kind, sorted(set(getattr(request, kind)))) for kind in KINDS]
    given = [kind for kind, numbers in asked if numbers]
    if given and not request.groups:
        option = f"--{given[0].replace('_', '-')}"
        raise typer.BadParameter("say with --group which cards it counts", param_hint=option)
    if request.groups and not given:
        return (Query("at_least", 1),)
    return tuple(Query(kind, number) for kind, numbers in asked for number in numbers)


def _check_values(names: Sequence[str], cards: Sequence[Card], problems: Problems) -> None:
    """Reports fields of no card and without a number, and warns of cards whose field is no number."""
    from generator.deck.hands.card_hands import name_of, numbers_in

    different = list(dict.fromkeys(cards))
    for name in names:
        try:
            check_field(name, different)
        except InputError as error:
            problems.add(error)
            continue
        _, others = numbers_in(name, different)
        if not any(number_of(card.values.get(name)) is not None for card in different):
            what = (
                f"it is {quote(others[0].values[name])} on {name_of(others[0])}" if others else "it is blank"
            )
            problems.error(f"no card has a number in {code(name)}: {what}")
            continue
        for card in others:
            message = f"expected a number, got {quote(card.values[name])}; it counts as 0"
            problems.warning(message, card.place_of(name), card=card.id, field=name)


def _mulligan(
    request: CardOptions, hand: int, groups: Sequence[Group], cards: Sequence[Card], problems: Problems
) -> Mulligan | None:
    text = request.mulligan
    if text is None:
        for option, value in (("--mulligans", request.mulligans), ("--mulligan-to", request.mulligan_to)):
            if value is not None:
                raise typer.BadParameter("say with --mulligan which hands are sent back", param_hint=option)
        return None
    rule = usable(lambda: parse_rule(text, groups, fields_of(cards)), "--mulligan")
    _check_groups([group for group in rule.groups if group not in groups], cards, "--mulligan", problems)
    most, to = request.mulligans or 1, request.mulligan_to or To.same
    if to is not To.same and most > hand:
        message = f"a hand of {hand} can't lose {most} cards"
        raise typer.BadParameter(message, param_hint="--mulligans")
    return Mulligan(rule, most, to.value)
