"""Sample hands and odds as JSON-ready values."""

from __future__ import annotations

from generator.deck.hands.interval import LEVEL
from generator.deck.hands.report import HandsReport, Odd, PlayerHands, SampleHand
from generator.deck.model import Entry


def to_dict(report: HandsReport) -> dict[str, object]:
    """The whole report; ``docs/hands.md`` says what each key means."""
    wishes = report.wishes
    return {
        "deck": report.deck.name,
        "cards": report.deck.size,
        "points": report.deck.points,
        "rule": report.rule,
        "seed": wishes.seed,
        "samples": wishes.samples,
        "turns": wishes.turns,
        "level": LEVEL,
        "players": [_player(report, player) for player in report.players],
    }


def _player(report: HandsReport, player: PlayerHands) -> dict[str, object]:
    return {
        "player": player.opening.player,
        "draws": player.opening.hand,
        "strongest_playable": player.strongest,
        "hands": [_hand(report, player, hand) for hand in player.hands],
        "odds": [_odd(odd) for odd in player.odds],
    }


def _hand(report: HandsReport, player: PlayerHands, hand: SampleHand) -> list[list[dict[str, object]]]:
    opening, *later = hand.turns
    return [
        [{**_card(report, card), "playable": player.can_play(card)} for card in opening],
        *([_card(report, card) for card in drawn] for drawn in later),
    ]


def _card(report: HandsReport, card: Entry) -> dict[str, object]:
    return {
        "kind": report.kind(card),
        "name": card.name,
        "class": card.class_name or None,
        "power": card.power,
    }


def _odd(odd: Odd) -> dict[str, object]:
    return {
        "odd": odd.what,
        "turn": odd.turn,
        "class": odd.class_name,
        "exact": float(odd.exact),
        "fraction": str(odd.exact),
        "simulated": odd.simulated.value,
        "low": odd.simulated.low,
        "high": odd.simulated.high,
        "inside": odd.inside,
    }
