"""``gatepress hands``: sample opening hands of a deck, and their exact odds."""

from __future__ import annotations

from typing import Annotated

import typer

from generator.catalog.problems import Problems
from generator.cli.decks import DEFAULT_GAME, FormatFile, GameName, Points, load_deck, load_judge, stop_with
from generator.deck.format import DeckFormat

MOST_SAMPLES = 10_000_000
MOST_SHOWN = 1_000
MOST_TURNS = 100
MOST_DRAWN = 200
LAST_SEED = 2**63 - 1


def command(
    deck: Annotated[str, typer.Argument(metavar="DECK", help="A deck file, or the name of a game's deck.")],
    samples: Annotated[
        int, typer.Option("--samples", min=100, max=MOST_SAMPLES, help="How many shuffles to draw from.")
    ] = 100_000,
    show: Annotated[
        int, typer.Option("--show", min=0, max=MOST_SHOWN, help="How many of them to print card by card.")
    ] = 3,
    turns: Annotated[
        int, typer.Option("--turns", min=1, max=MOST_TURNS, help="How many of a player's own turns.")
    ] = 4,
    first: Annotated[bool, typer.Option("--first", help="Only as the first player.")] = False,
    second: Annotated[bool, typer.Option("--second", help="Only as any other player.")] = False,
    seed: Annotated[
        int, typer.Option("--seed", min=0, max=LAST_SEED, help="The same seed gives the same hands.")
    ] = 1,
    game: GameName = DEFAULT_GAME,
    points: Points = None,
    format_file: FormatFile = None,
    as_json: Annotated[bool, typer.Option("--json", help="Hands and odds as JSON.")] = False,
) -> None:
    """Sample opening hands and the turns after them, with exact and simulated odds."""
    from generator.deck.hands.as_json import to_dict
    from generator.deck.hands.cards import cards_to_draw
    from generator.deck.hands.draw import openings
    from generator.deck.hands.report import Wishes, sample_hands

    problems = Problems()
    judge = load_judge(game, points, format_file, problems)
    loaded = None if judge is None else load_deck(judge[0], deck, problems)
    cards = None if loaded is None else cards_to_draw(loaded, problems)
    if judge is None or loaded is None or cards is None:
        stop_with(problems)
    _check_reach(judge[1], len(cards), turns)
    wanted = {"first": first or not second, "other": second or not first}
    chosen = [opening for opening in openings(judge[1]) if wanted[opening.player]]
    report = sample_hands(loaded, cards, judge[1], chosen, Wishes(samples, show, turns, seed))
    if as_json:
        import json

        print(json.dumps(to_dict(report), indent=2, ensure_ascii=False))
    else:
        from generator.cli.screens.hands import show_hands

        show_hands(report)


def _check_reach(limits: DeckFormat, cards: int, turns: int) -> None:
    """Raises BadParameter where house rules and turns together draw more cards than can be followed."""
    drawn = max(limits.first_hand, limits.other_hand) + turns - 1
    if min(drawn, cards) > MOST_DRAWN:
        message = f"a player has drawn {drawn:,} cards by turn {turns}; hands are followed up to {MOST_DRAWN}"
        raise typer.BadParameter(message, param_hint="--turns")
