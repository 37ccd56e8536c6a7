"""Sample hands of a deck, and its odds."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import typer

from generator.catalog.problems import Problems
from generator.cli.decks import load_deck, load_judge, stop_with
from generator.deck.format import DeckFormat
from generator.deck.hands.draw import Player, openings

MAX_DRAWN = 200
"""Cards that a player is followed through."""


@dataclass(frozen=True, slots=True)
class DeckRequest:
    """What the command line asks of a deck."""

    deck: str
    game: str
    points: int | None
    format_file: Path | None
    players: tuple[Player, ...]
    samples: int
    show: int
    turns: int
    seed: int
    as_json: bool


def tell_hands(request: DeckRequest) -> None:
    """Prints the hands and odds, or what is wrong with the deck, and then ends the run."""
    from generator.deck.hands.draw import cards_to_draw
    from generator.deck.hands.report import HandsRequest, sample_hands, to_dict

    problems = Problems()
    judge = load_judge(request.game, request.points, request.format_file, problems)
    loaded = None if judge is None else load_deck(judge[0], request.deck, problems)
    cards = None if loaded is None else cards_to_draw(loaded, problems)
    if judge is None or loaded is None or cards is None:
        stop_with(problems)
    _check_reach(judge[1], len(cards), request.turns)
    chosen = [opening for opening in openings(judge[1]) if opening.player in request.players]
    hands = HandsRequest(request.samples, request.show, request.turns, request.seed)
    report = sample_hands(loaded, cards, judge[1], chosen, hands)
    if request.as_json:
        import json

        print(json.dumps(to_dict(report), indent=2, ensure_ascii=False))
    else:
        from generator.cli.screens.hands import show_hands

        show_hands(report)


def _check_reach(limits: DeckFormat, cards: int, turns: int) -> None:
    """Raises BadParameter where house rules and turns together draw more cards than can be followed."""
    drawn = max(opening.drawn_by(turns) for opening in openings(limits))
    if min(drawn, cards) > MAX_DRAWN:
        message = f"a player has drawn {drawn:,} cards by turn {turns}; hands are followed up to {MAX_DRAWN}"
        raise typer.BadParameter(message, param_hint="--turns")
