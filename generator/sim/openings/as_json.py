"""Openings and odds as JSON-ready values."""

from __future__ import annotations

from generator.deck.hands.odds import LEVEL
from generator.sim.openings.report import Odd, OpeningsReport, SeatOpening


def to_dict(report: OpeningsReport) -> dict[str, object]:
    """The whole report; ``docs/hands.md`` says what each key means."""
    return {
        "game": report.game,
        "setup": dict(report.setup),
        "seed": report.wishes.seed,
        "samples": report.wishes.samples,
        "level": LEVEL,
        "openings": [_opening(opening) for opening in report.openings],
    }


def _opening(opening: SeatOpening) -> dict[str, object]:
    return {
        "seat": opening.seat,
        "whose": opening.whose,
        "games": opening.games,
        "draws": opening.drawn,
        "cards": opening.cards,
        "kinds": dict(opening.kinds),
        "hands": [{"seed": hand.seed, "cards": list(hand.cards)} for hand in opening.hands],
        "odds": [_odd(odd) for odd in opening.odds],
    }


def _odd(odd: Odd) -> dict[str, object]:
    return {
        "card": odd.card,
        "least": odd.least,
        "exact": float(odd.exact),
        "fraction": str(odd.exact),
        "simulated": odd.simulated.value,
        "low": odd.simulated.low,
        "high": odd.simulated.high,
        "inside": odd.inside,
    }
