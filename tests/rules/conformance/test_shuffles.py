"""What is dealt, shuffled, dealt again or thrown is left to chance: every way to do it badly is found."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from generator.rules import check_game
from generator.rules.conformance.odds import FALSE_ALARM, Sums, is_no_luck
from generator.rules.kit import NOBODY, OWNER, SEAT, Counter, From, Rules, Zone
from rules.kit.conftest import Open

CARDS = [{"id": f"c{number}", "suit": "red", "rank": number} for number in range(12)]
HAND = 3
Shuffle = Callable[[Any, Any], object]


def well(table: Any, pile: Any) -> None:
    table.shuffle(pile)


def not_at_all(table: Any, pile: Any) -> None:
    """It looks as if it were shuffled."""
    table.shuffle(list(pile))


def cut(table: Any, pile: Any) -> None:
    at = table.roll(len(pile)) - 1 if pile else 0
    pile[:] = [*pile[at:], *pile[:at]]


def all_but(which: int) -> Shuffle:
    """The card at that place is never moved."""

    def shuffle(table: Any, pile: Any) -> None:
        if pile:
            kept = pile.pop(which)
            table.shuffle(pile)
            pile.insert(0 if which == 0 else len(pile), kept)

    return shuffle


def turned_over(table: Any, pile: Any) -> None:
    table.roll()
    pile.reverse()


def by_their_names(table: Any, pile: Any) -> None:
    """Ordered by something that has nothing to do with chance."""
    table.roll()
    pile[:] = sorted(pile, key=lambda card: (7 * card.rank) % 12)


def in_two_halves(table: Any, pile: Any) -> None:
    """Each half is shuffled by itself."""
    half = len(pile) // 2
    above, below = list(pile[:half]), list(pile[half:])
    table.shuffler.shuffle(above)
    table.shuffler.shuffle(below)
    pile[:] = [*above, *below]


BAD = (not_at_all, cut, all_but(0), all_but(-1), turned_over, by_their_names, in_two_halves)


def refilled(again: Shuffle, first: Shuffle = well, at: int = 0, below: int = 0) -> Rules:
    """A deck that is refilled of what was laid. ``at``: the end that is drawn from; ``below``: cards that the
    deck still has when it is, and that stay on top."""
    rules = Rules(
        seats=2,
        zones=[
            Zone("deck", seen=NOBODY, ordered=True, full=True),
            Zone("heap", ordered=True),
            Zone("hand", of=SEAT, seen=OWNER),
        ],
        counters=[Counter("turn", max=40)],
    )

    @rules.setup
    def deal(table: Any) -> None:
        first(table, table.deck)
        for seat in table.seats:
            for _ in range(HAND):
                table.hand[seat].append(table.deck.pop(at))

    @rules.move("lay {card}", card=From("hand"))
    def lay(table: Any, card: Any) -> None:
        table.hand[table.seat].give(card, table.heap)
        if len(table.deck) <= below:
            old = list(table.deck)
            table.deck.clear()
            table.heap.give_all(table.deck)
            again(table, table.deck)
            table.deck[:] = [*old, *table.deck] if at == 0 else [*table.deck, *old]
        table.hand[table.seat].append(table.deck.pop(at))
        table.turn += 1
        table.pass_turn()

    return ended(rules)


def dealt_in_rounds(again: Shuffle) -> Rules:
    """When a hand is empty, all cards are gathered and dealt anew."""
    rules = Rules(
        seats=2,
        zones=[
            Zone("deck", seen=NOBODY, ordered=True, full=True),
            Zone("heap", ordered=True),
            Zone("hand", of=SEAT, seen=OWNER),
        ],
        counters=[Counter("turn", max=60)],
    )

    @rules.setup
    def deal(table: Any) -> None:
        table.shuffle(table.deck)
        table.deck.deal(len(table.deck) // 2, *table.hand)

    @rules.move("lay {card}", card=From("hand"))
    def lay(table: Any, card: Any) -> None:
        table.hand[table.seat].give(card, table.heap)
        table.turn += 1
        table.pass_turn()
        if not any(table.hand):
            table.heap.give_all(table.deck)
            again(table, table.deck)
            table.deck.deal(len(table.deck) // 2, *table.hand)

    return ended(rules)


def ended(rules: Rules) -> Rules:
    rules.over(lambda table: "it was long enough" if table.turn >= table.counters["turn"].max - 9 else None)
    rules.winners(lambda table: [len(table.seats) - 1])
    return rules


def found(tiny: Open, rules: Rules, check: str, games: int = 12) -> list[str]:
    report = check_game(tiny(rules, CARDS), games, seed=2, only=["play", check])
    return [finding.message for finding in report.findings]


@pytest.mark.parametrize("shuffle", BAD)
def test_a_deck_that_is_refilled_and_badly_shuffled_is_found(tiny: Open, shuffle: Shuffle) -> None:
    assert any("it is shuffled badly" in told for told in found(tiny, refilled(shuffle), "reshuffles"))


@pytest.mark.parametrize("shuffle", BAD)
def test_a_deck_that_is_badly_shuffled_at_first_is_found(tiny: Open, shuffle: Shuffle) -> None:
    """Some of them only in a hand that the seat does not see that is asked."""
    assert found(tiny, refilled(well, shuffle), "shuffles")


@pytest.mark.parametrize("shuffle", [not_at_all, turned_over, by_their_names])
def test_hands_that_are_dealt_anew_without_a_shuffle_are_found(tiny: Open, shuffle: Shuffle) -> None:
    assert any(told.startswith("hands: ") for told in found(tiny, dealt_in_rounds(shuffle), "reshuffles", 20))


@pytest.mark.parametrize(
    "rules",
    [refilled(well), refilled(well, at=-1), refilled(well, below=2), refilled(well, at=-1, below=4)],
    ids=["from the top", "from the bottom", "under the rest", "above the rest"],
)
def test_fair_shuffles_are_not_accused(tiny: Open, rules: Rules) -> None:
    game = tiny(rules, CARDS)
    assert check_game(game, 40, seed=4, only=["play", "shuffles", "reshuffles"]).ok


def test_fair_rounds_are_not_accused(tiny: Open) -> None:
    assert found(tiny, dealt_in_rounds(well), "reshuffles", 40) == []
    assert found(tiny, dealt_in_rounds(well), "shuffles", 40) == []


def test_hands_that_are_handed_on_need_no_shuffle(tiny: Open) -> None:
    rules = Rules(
        seats=2,
        zones=[
            Zone("deck", seen=NOBODY, ordered=True, full=True),
            Zone("heap", ordered=True),
            Zone("hand", of=SEAT, seen=OWNER),
            Zone("aside", of=SEAT, seen=OWNER),
        ],
        counters=[Counter("turn", max=30)],
    )

    @rules.setup
    def deal(table: Any) -> None:
        table.shuffle(table.deck)
        table.deck.deal(HAND, *table.hand, *table.aside)

    @rules.move("lay {card}", card=From("hand"))
    def lay(table: Any, card: Any) -> None:
        """When the hands are empty, both take up what the other laid aside."""
        table.hand[table.seat].give(card, table.heap)
        table.turn += 1
        table.pass_turn()
        if not any(table.hand):
            table.aside[0].give_all(table.hand[1])
            table.aside[1].give_all(table.hand[0])

    rules.over(lambda table: None if any(table.hand) else "all is laid")
    rules.winners(lambda table: [len(table.seats) - 1])
    assert found(tiny, rules, "reshuffles", 30) == []


@pytest.mark.parametrize("fair", [True, False])
def test_a_die_that_falls_by_the_seed_alone_is_found(tiny: Open, fair: bool) -> None:
    rules = Rules(
        seats=2,
        zones=[Zone("deck", seen=NOBODY, ordered=True, full=True)],
        counters=[Counter("turn", max=30), Counter("thrown", max=6)],
    )
    rules.setup(lambda table: table.shuffle(table.deck))

    @rules.move("throw")
    def throw(table: Any) -> None:
        table.thrown = table.roll() if fair else table.shuffler.seed % 6 + 1
        table.turn += 1
        table.pass_turn()

    rules.move("wait")(lambda table: setattr(table, "turn", table.turn + 1))
    told = found(tiny, ended(rules), "reshuffles")
    assert fair == (not told)
    assert fair or "`throw` draws no number from the shuffler, and yet depends on the seed" in told


def test_the_bound_holds_for_a_fair_coin() -> None:
    """A sum is no luck from where the chance of it is below that of a false alarm."""
    assert not is_no_luck(6, 36, 10)
    assert is_no_luck(100, 100, 10)
    assert FALSE_ALARM / 10 > 2**-100
    sums: Sums[str] = Sums()
    for _ in range(100):
        sums.add("known to all", 1, 0, known=1)
        sums.add("known to nobody", 1, 0)
    assert [key for key, _ in sums.too_great(2)] == ["known to nobody"]
