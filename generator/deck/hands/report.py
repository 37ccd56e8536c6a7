"""Sample hands and odds of a deck by the draw rule of its game, to read and for ``--json``."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Literal

from generator.catalog.lines import readable
from generator.catalog.problems import Place, Problems
from generator.catalog.wording import quote
from generator.deck.hands import odds
from generator.deck.hands.card_hands import Odd
from generator.deck.hands.exact import Plan, cells_of
from generator.deck.hands.sampling import Progress, SampleHand, Tally, sample_hands_of, tries_of
from generator.deck.limits import MAX_COUNT, DeckFields, DeckFormat, json_key
from generator.deck.model import Deck, Entry, countable_power, kind_in

# The draw rule

Player = Literal["first", "other", "any"]
"""Any: where it makes no difference who begins."""
WHO: Mapping[Player, str] = {"first": "The first player", "other": "Any other player", "any": "Each player"}


@dataclass(frozen=True, slots=True)
class Opening:
    """How many cards a player draws on their own first turn, as the first player or another one."""

    player: Player
    hand: int
    later: int
    """Cards drawn on each later turn: as many as may be with nothing in play."""

    def drawn_by(self, turn: int) -> int:
        """Cards drawn up to and with the player's own turn ``turn``, from a deck that has as many."""
        return self.hand + self.later * (turn - 1)


def openings(limits: DeckFormat) -> tuple[Opening, ...]:
    """The first player's, and everyone else's; where they draw alike, one for both."""
    if limits.is_declared and limits.first_hand == limits.other_hand:
        return (Opening("any", limits.first_hand, limits.later_draw),)
    return Opening("first", limits.first_hand, limits.later_draw), Opening(
        "other", limits.other_hand, limits.later_draw
    )


def draw_rule(chosen: Sequence[Opening], *, is_declared: bool = False) -> str:
    """The draw rule in words, as far as it matters for the odds; Battle Gate's, or one that is declared."""
    who = {"first": "the first player", "other": "any other player", "any": "each player"}
    hands = " and ".join(f"{opening.hand} for {who[opening.player]}" for opening in chosen)
    later = chosen[0].later
    cards = "one card" if later == 1 else f"{later} cards"
    if is_declared:
        return (
            f"Cards that a player begins with: {hands}. On each later turn {cards if later else 'none'}."
            " Nothing is played and nothing goes back. An empty deck gives no more cards."
        )
    return (
        f"Cards drawn on a player's own first turn: {hands}. On each later turn {cards}, the most that"
        " may be drawn with no soldiers in play. A player may also draw fewer on later turns."
        " Nothing is played and nothing goes back. An empty deck gives no more cards."
    )


_HINT = "`gatepress deck check` lists everything that is wrong with a deck"


def cards_to_draw(deck: Deck, problems: Problems) -> tuple[Entry, ...] | None:
    """Each card of the deck as often as it has copies, in the deck's order.

    The deck need not be legal. None if a card's power can't be counted or there are too many cards.
    """
    before = problems.count("error")
    uncounted = [entry for entry in deck.entries if countable_power(entry) is None]
    for number, entry in enumerate(uncounted):
        bound = "" if entry.power is None else f" up to {MAX_COUNT:,}"
        problems.error(
            f"odds need a whole number{bound}, got {quote(entry.given_power)}",
            entry.place_of(entry.fields.budget or ""),
            card=entry.card.id,
            field=entry.fields.budget,
            hint=None if number else _HINT,
        )
    if deck.size > MAX_COUNT:
        message = f"hands are drawn from decks of up to {MAX_COUNT:,} cards, this one has {deck.size:,}"
        problems.error(message, Place(deck.entries[0].card.place.file))
    if problems.count("error") > before:
        return None
    return tuple(entry for entry in deck.entries for _ in range(entry.copies))


# Hands and odds


@dataclass(frozen=True, slots=True)
class HandsRequest:
    """What is asked for: how many samples, how many of them to show, up to which turn of the player's own."""

    samples: int
    show: int
    turns: int
    seed: int


@dataclass(frozen=True, slots=True)
class PlayerHands:
    """Sample hands and odds of the first player or of any other."""

    opening: Opening
    strongest: int | None
    """The maximum power of a card that is playable on turn 1: as the cards in hand allow.

    None where the format has no such rule.
    """
    hands: tuple[SampleHand[Entry], ...]
    odds: tuple[Odd, ...]

    def can_play(self, card: Entry) -> bool:
        return self.strongest is not None and (card.power or 0) <= self.strongest


@dataclass(frozen=True, slots=True)
class HandsReport:
    deck: Deck
    limits: DeckFormat
    request: HandsRequest
    players: tuple[PlayerHands, ...]

    @property
    def rule(self) -> str:
        return draw_rule([player.opening for player in self.players], is_declared=self.limits.is_declared)

    def kind(self, card: Entry) -> str:
        return kind_in(self.limits, card.class_name, card.power)

    def words(self, odd: Odd) -> str:
        """What the odds are of: ``a soldier by turn 2``."""
        limits = self.limits
        match odd.what:
            case "playable":
                return "a card playable on turn 1"
            case "dead":
                return "no playable card (dead hand)"
            case "class":
                if limits.has_pool:
                    return f"a card of {readable(f'{limits.fields.group} {odd.name}')} by turn {odd.turn}"
                article = "an" if (odd.name or "")[:1] in "aeiou" else "a"
                return f"{article} {readable(odd.name or '')} by turn {odd.turn}"
            case _:
                what = "points" if limits.points is not None else readable(limits.fields.budget or "")
                return f"{what} in hand, turn {odd.turn}"


def sample_hands(
    deck: Deck,
    cards: Sequence[Entry],
    limits: DeckFormat,
    chosen: Sequence[Opening],
    request: HandsRequest,
    progress: Progress = lambda _: None,
) -> HandsReport:
    """Draws the requested hands from ``cards``, those of the deck, and computes their odds.

    ``progress`` is called with the shuffles that are drawn.
    """
    cells = cells_of([entry.card for entry in cards], None)
    plans = [
        Plan(len(cards), min(opening.hand, len(cards)), opening.later, request.turns - 1, None)
        for opening in chosen
    ]
    players = []
    for opening, plan in zip(chosen, plans, strict=True):
        strongest = plan.hand * limits.power_per_card if limits.power_per_card else None
        hands = tuple(sample_hands_of(cards, plan, cells, request.show, request.seed))
        players.append(PlayerHands(opening, strongest, hands, ()))
    members = [[card.class_name == name for card in cards] for name in limits.classes]
    members += [[player.can_play(card) for card in cards] for player in players]
    # All players draw from the same shuffles: what these hold is counted once for all, card by card.
    most = max(plan.reach for plan in plans)
    by_card = Plan(len(cards), 0, 1, most, None)
    tally = Tally(by_card, cells, members, [[card.power or 0 for card in cards]])
    for tries in tries_of(by_card, request.samples, request.seed):
        progress(tries[0].shape[1])
        tally.add(tries)
    with_odds = (
        replace(player, odds=tuple(_odds(plan, cards, limits, members, at, tally, request.samples)))
        for at, (plan, player) in enumerate(zip(plans, players, strict=True), len(limits.classes))
    )
    return HandsReport(deck, limits, request, tuple(with_odds))


def _odds(
    plan: Plan,
    cards: Sequence[Entry],
    limits: DeckFormat,
    members: Sequence[Sequence[bool]],
    playable: int,
    tally: Tally,
    samples: int,
) -> Iterator[Odd]:
    """A player's odds. ``members``: of each class, then, at ``playable``, of the cards playable on turn 1.

    ``tally``: by how many cards are drawn.
    """
    drawn = [min(plan.hand + plan.draw * turn, plan.cards) for turn in range(plan.turns + 1)]

    def some(at: int, number: int) -> tuple[Fraction, int]:
        """The chance of any card of a group among so many, and how many samples have one."""
        none = odds.exactly(0, sum(members[at]), plan.cards, number)
        return 1 - none, samples - tally.held[number][at][0]

    if limits.power_per_card:
        chance, hits = some(playable, plan.hand)
        yield Odd("playable", None, None, 1, chance, odds.estimate_share(hits, samples))
        yield Odd("dead", None, None, 1, 1 - chance, odds.estimate_share(samples - hits, samples))
    for at, name in enumerate(limits.classes):
        for turn, number in enumerate(drawn, 1):
            chance, hits = some(at, number)
            yield Odd("class", name, None, turn, chance, odds.estimate_share(hits, samples))
    if limits.fields.budget is None:
        return
    points = sum(card.power or 0 for card in cards)
    for turn, number in enumerate(drawn, 1):
        mean = Fraction(number * points, plan.cards) if plan.cards else Fraction(0)
        simulated = odds.estimate_mean(*tally.sums[number][0], samples, 0, points)
        yield Odd("points", None, None, turn, mean, simulated)


# For ``--json``


def to_dict(report: HandsReport) -> dict[str, object]:
    """The whole report; ``docs/hands.md`` says what each key means.

    Keys that say "class" or "power" are called by the game's own fields; what a format lacks is left out.
    """
    request = report.request
    points = {} if report.limits.fields.budget is None else {"points": report.deck.points}
    return {
        "deck": report.deck.name,
        "cards": report.deck.size,
        **points,
        "rule": report.rule,
        "seed": request.seed,
        "samples": request.samples,
        "turns": request.turns,
        "level": odds.LEVEL,
        "players": [_player_dict(report, player) for player in report.players],
    }


def _player_dict(report: HandsReport, player: PlayerHands) -> dict[str, object]:
    strongest = {} if player.strongest is None else {"strongest_playable": player.strongest}
    return {
        "player": player.opening.player,
        "draws": player.opening.hand,
        **strongest,
        "hands": [_hand_dict(report, player, hand) for hand in player.hands],
        "odds": [_odd_dict(odd, report.limits.fields) for odd in player.odds],
    }


def _hand_dict(
    report: HandsReport, player: PlayerHands, hand: SampleHand[Entry]
) -> list[list[dict[str, object]]]:
    opening, *later = hand.turns
    if player.strongest is None:
        return [[_card_dict(report, card) for card in drawn] for drawn in hand.turns]
    return [
        [{**_card_dict(report, card), "playable": player.can_play(card)} for card in opening],
        *([_card_dict(report, card) for card in drawn] for drawn in later),
    ]


_CARD_KEYS = ("kind", "name", "playable")


def _card_dict(report: HandsReport, card: Entry) -> dict[str, object]:
    budget, group = report.limits.fields
    values: dict[str, object] = {"kind": report.kind(card), "name": card.name}
    if group is not None:
        values[json_key(group, *_CARD_KEYS)] = card.class_name or None
    return values if budget is None else {**values, json_key(budget, *_CARD_KEYS): card.power}


def _odd_dict(odd: Odd, fields: DeckFields) -> dict[str, object]:
    values = odds.as_dict(odd.exact, odd.simulated)
    opening: dict[str, object] = {"odd": odd.what, "turn": odd.turn}
    if fields.group is not None:
        opening[json_key(fields.group, *opening, *values)] = odd.name
    return {**opening, **values}
