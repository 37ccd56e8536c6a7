"""Exact odds of groups of any cards, against trying every shuffle, known figures, and the simulation."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import combinations, permutations
from math import comb
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from generator.catalog.models import Card
from generator.catalog.problems import InputError
from generator.deck.hands.card_hands import CardsReport, CardsRequest, Odd, sample_cards
from generator.deck.hands.exact import Mulligan, Plan, Query, To
from generator.deck.hands.groups import Group, Rule, parse_group, parse_rule

ONE = (Query("at_least", 1),)


def deck(*cards: dict[str, Any]) -> list[Card]:
    """Cards with these fields, each as often as its copies say."""
    built = [
        Card(str(number), card.get("copies", 1), {"name": f"card {number}", **card}, False, ())
        for number, card in enumerate(cards)
    ]
    return [card for card in built for _ in range(card.copies)]


def plan_of(
    cards: Sequence[Card],
    hand: int,
    turns: int,
    draw: int = 1,
    rule: str | None = None,
    most: int = 1,
    to: To = "same",
    groups: Sequence[Group] = (),
) -> Plan:
    mulligan = None if rule is None else Mulligan(parse_rule(rule, groups, []), most, to)
    return Plan(len(cards), hand, draw, turns, mulligan)


def report_of(
    cards: Sequence[Card],
    plan: Plan,
    groups: Sequence[Group],
    queries: Sequence[Query] = ONE,
    values: Sequence[str] = (),
    samples: int = 100,
    seed: int = 1,
    show: int = 0,
) -> CardsReport:
    request = CardsRequest(plan, tuple(groups), tuple(queries), tuple(values), samples, show, seed)
    return sample_cards(cards, request)


def odds_of(report: CardsReport) -> dict[tuple[str, str | None, int | None, int], Fraction]:
    return {(odd.what, odd.name, odd.number, odd.turn): odd.exact for odd in report.odds}


# Every shuffle


Way = tuple[int, tuple[frozenset[int], ...]]
"""How it can go: the mulligans, and the numbers of the cards seen by each turn."""


def outcomes(cards: Sequence[Card], plan: Plan) -> list[tuple[Fraction, Way]]:
    """Every way it can go with its chance: card by card, as the page has it, and not as odds are computed."""
    reached = Fraction(1)
    found: Counter[Way] = Counter()
    chances: dict[int, Fraction] = {}
    shuffles = list(permutations(range(len(cards))))
    for mulligans in plan.tries:
        bad = 0
        for shuffle in shuffles:
            size = plan.hand - mulligans if plan.mulligan and plan.mulligan.to == "fewer" else plan.hand
            hand, library = list(shuffle[:size]), list(shuffle[size:])
            if plan.mulligan and mulligans < plan.mulligan.most and is_bad(cards, hand, plan.mulligan.rule):
                bad += 1
                continue
            if plan.mulligan and plan.mulligan.to == "bottom":
                back = put_back(cards, hand, mulligans, plan.mulligan.rule)
                hand = [number for number in hand if number not in back]
                library += back
            seen = [hand + library[: min(plan.draw * turn, len(library))] for turn in range(plan.turns + 1)]
            found[mulligans, tuple(map(frozenset, seen))] += 1
        chances[mulligans] = reached / len(shuffles)
        reached *= Fraction(bad, len(shuffles))
    return [(chances[way[0]] * number, way) for way, number in found.items()]


def is_bad(cards: Sequence[Card], hand: Sequence[int], rule: Rule) -> bool:
    counts = {group: sum(group.matches(cards[number]) for number in hand) for group in rule.groups}
    return any(all(count.holds(counts[count.group]) for count in row) for row in rule.any_of)


def put_back(cards: Sequence[Card], hand: Sequence[int], number: int, rule: Rule) -> list[int]:
    """The cards that go to the bottom, in the order in which they would be drawn again."""

    def membership(card: int) -> tuple[int, list[bool]]:
        within = [group.matches(cards[card]) for group in rule.groups]
        return sum(within), within

    def cost(back: tuple[int, ...]) -> tuple[bool, int, list[Any], list[int]]:
        rest = [card for card in hand if card not in back]
        kinds = sorted(membership(card) for card in back)
        positions = sorted(-hand.index(card) for card in back)
        return is_bad(cards, rest, rule), sum(kind[0] for kind in kinds), kinds, positions

    back = min(combinations(hand, number), key=cost)
    return sorted(back, key=membership, reverse=True)


CARDS = deck(
    {"type": "land", "cost": 0, "copies": 2},
    {"type": "land", "cost": 1, "tags": ["fast"]},
    {"type": "beast", "cost": 1, "tags": ["fast", "loud"]},
    {"type": "beast", "cost": 2.5},
    {"type": "beast", "cost": None, "tags": ["loud"]},
)
GROUPS = tuple(map(parse_group, ["lands: type=land", "cheap: cost<=1", "loud: tags=loud"]))
QUERIES = (Query("at_least", 1), Query("at_least", 2), Query("at_most", 1), Query("exactly", 1))
PLANS = [
    plan_of(CARDS, 2, 2),
    plan_of(CARDS, 3, 2, draw=2),
    plan_of(CARDS, 6, 1),
    plan_of(CARDS, 3, 1, draw=0),
    *(
        plan_of(CARDS, 3, 2, 1, rule, most, to, GROUPS)
        for to in ("same", "fewer", "bottom")
        for rule, most in (
            ("lands<1 or lands>2", 1),
            ("lands<1 or lands>2", 3),
            ("lands!=1 and cheap>=2", 2),
            ("cheap=3 or loud>=2", 2),
            ("cost=1<1", 2),
        )
    ),
    # The deck runs out, and what is at the bottom is drawn again.
    plan_of(CARDS, 4, 3, 1, "lands<3", 2, "bottom", GROUPS),
    plan_of(CARDS, 4, 3, 2, "loud<2", 3, "bottom", GROUPS),
    plan_of(CARDS, 5, 2, 2, "lands<3 and cheap<3", 3, "fewer", GROUPS),
]


@pytest.mark.parametrize(
    "plan", PLANS, ids=lambda plan: f"{plan.hand} {plan.draw} {plan.mulligan and plan.mulligan.to}"
)
def test_every_odd_against_every_shuffle(plan: Plan) -> None:
    report = report_of(CARDS, plan, GROUPS, QUERIES, ["cost"])
    exact = odds_of(report)
    ways = outcomes(CARDS, plan)
    assert sum(chance for chance, _ in ways) == 1

    def mean(turn: int, of: Callable[[list[Card]], Fraction | int]) -> Fraction:
        return sum(
            (chance * of([CARDS[number] for number in seen[turn]]) for chance, (_, seen) in ways), Fraction(0)
        )

    def held(group: Group, cards: list[Card]) -> int:
        return sum(map(group.matches, cards))

    for turn in range(plan.turns + 1):
        for group in GROUPS:
            assert exact["expected", group.name, None, turn] == mean(
                turn, lambda some, g=group: held(g, some)
            )
        for query in QUERIES:
            for group in GROUPS:
                assert exact[query.kind, group.name, query.number, turn] == mean(
                    turn, lambda some, g=group, q=query: q.holds(held(g, some))
                )
            assert exact[query.kind, None, query.number, turn] == mean(
                turn, lambda some, q=query: all(q.holds(held(group, some)) for group in GROUPS)
            )
        total = mean(turn, lambda some: sum(Fraction(str(card.values["cost"] or 0)) for card in some))
        assert exact["value", "cost", None, turn] == total
    for number in plan.tries if plan.mulligan else ():
        taken = sum((chance for chance, (mulligans, _) in ways if mulligans == number), Fraction(0))
        assert exact["mulligans", None, number, 0] == taken


def test_figures_that_are_known() -> None:
    """Of 24 lands in 60 cards, as every deck builder's table has them; the rest by the closed form."""
    cards = deck({"type": "land", "copies": 24}, {"type": "spell", "cost": 1, "copies": 36})
    lands = parse_group("lands: type=land")
    numbers = range(8)
    queries = [Query("exactly", number) for number in numbers]
    exact = odds_of(report_of(cards, plan_of(cards, 7, 1), [lands], [Query("at_least", 2), *queries]))
    assert f"{float(exact['at_least', 'lands', 2, 0]):.4f}" == "0.8573"
    for number in numbers:
        wanted = Fraction(comb(24, number) * comb(36, 7 - number), comb(60, 7))
        assert exact["exactly", "lands", number, 0] == wanted
    assert f"{float(exact['exactly', 'lands', 3, 0]):.4f}" == "0.3087"
    assert exact["expected", "lands", None, 0] == Fraction(7 * 24, 60)
    assert exact["expected", "lands", None, 1] == Fraction(8 * 24, 60)


def test_a_mulligan_by_its_closed_form() -> None:
    """A second hand is as good as the first: p + (1 - p) p for a land or more."""
    cards = deck({"type": "land", "copies": 17}, {"type": "spell", "copies": 23})
    lands = parse_group("lands: type=land")
    none = Fraction(comb(23, 7), comb(40, 7))
    for most in (1, 2, 5):
        plan = plan_of(cards, 7, 0, rule="lands<1", most=most, groups=[lands])
        exact = odds_of(report_of(cards, plan, [lands]))
        assert exact["at_least", "lands", 1, 0] == 1 - none ** (most + 1)
        assert exact["kept_anyway", None, None, 0] == none ** (most + 1)
    plan = plan_of(cards, 7, 0, rule="lands<1", to="fewer", groups=[lands])
    fewer = Fraction(comb(23, 6), comb(40, 6))
    assert odds_of(report_of(cards, plan, [lands]))["at_least", "lands", 1, 0] == 1 - none * fewer


def test_more_groups_in_the_report_change_nothing() -> None:
    """What is put back follows from the rule alone."""
    plan = PLANS[15]
    assert plan.mulligan is not None
    assert plan.mulligan.to == "bottom"
    alone = odds_of(report_of(CARDS, plan, GROUPS[:1], QUERIES))
    beside = odds_of(report_of(CARDS, plan, GROUPS, QUERIES))
    assert (
        alone.items()
        <= {key: value for key, value in beside.items() if key[1] is not None}.items()
        | {key: value for key, value in beside.items() if key[0] in ("mulligans", "kept_anyway")}.items()
    )


DECKS = st.lists(
    st.fixed_dictionaries(
        {
            "type": st.sampled_from(["land", "beast", "spell", None]),
            "cost": st.sampled_from([None, 0, 1, 2, 2.5, 7]),
            "copies": st.integers(1, 8),
        }
    ),
    min_size=1,
    max_size=7,
)
MULLIGANS = st.one_of(
    st.none(),
    st.tuples(
        st.sampled_from(["type=land<1", "type=land>1 or cost<2<1", "type!=land=0 and cost>0>=1"]),
        st.integers(1, 3),
        st.sampled_from(["same", "fewer", "bottom"]),
    ),
)


@pytest.mark.slow
@settings(deadline=None, max_examples=60)
@given(
    fields=DECKS, hand=st.integers(1, 7), draw=st.integers(0, 3), turns=st.integers(0, 4), mulligan=MULLIGANS
)
def test_the_odds_are_odds(
    fields: list[dict[str, Any]], hand: int, draw: int, turns: int, mulligan: tuple[str, int, To] | None
) -> None:
    """Exactly 0, 1, 2 … sum to one, at least and at most are their sums, and more cards make more likely."""
    cards = deck(*fields)
    hand = min(hand, len(cards))
    rule, most, to = mulligan or (None, 1, "same")
    plan = plan_of(cards, hand, turns, draw, rule, min(most, hand), to)
    groups = list(map(parse_group, ["type=land", "cost<=2"]))
    reach = range(hand + draw * turns + 1)
    queries = [Query(kind, n) for kind in ("at_least", "at_most", "exactly") for n in reach]
    exact = odds_of(report_of(cards, plan, groups, queries))
    for turn in range(turns + 1):
        for name in [group.name for group in groups]:
            just = [exact["exactly", name, number, turn] for number in reach]
            assert sum(just) == 1
            assert (
                sum(number * chance for number, chance in enumerate(just))
                == exact["expected", name, None, turn]
            )
            for number in reach:
                assert exact["at_least", name, number, turn] == sum(just[number:])
                assert exact["at_most", name, number, turn] == sum(just[: number + 1])
                both = exact["at_least", None, number, turn]
                assert 0 <= both <= exact["at_least", name, number, turn]
                if turn:
                    assert exact["at_least", name, number, turn] >= exact["at_least", name, number, turn - 1]
    if rule is not None:
        assert sum(exact["mulligans", None, number, 0] for number in plan.tries) == 1


# Beside the simulation


LARGE = deck(
    {"name": "Forest", "type": "land", "copies": 38},
    {"name": "Elf", "type": "beast", "cost": 1, "tags": ["fast"], "copies": 20},
    {"name": "Bear", "type": "beast", "cost": 2, "copies": 18},
    {"name": "Rain", "type": "spell", "cost": 3.5, "tags": ["fast"], "copies": 24},
)
LARGE_GROUPS = tuple(
    map(parse_group, ["lands: type=land", "cheap: cost<=2", "fast: tags=fast", "beasts: type=beast"])
)


@pytest.mark.parametrize("to", [None, "same", "fewer", "bottom"])
def test_simulated_odds_agree_with_exact_ones(to: To | None) -> None:
    found: list[Odd] = []
    for seed in range(12):
        rule = None if to is None else "lands<2 or lands>4 or cheap<1"
        plan = plan_of(LARGE, 6, 3, 1, rule, 3, to or "same", LARGE_GROUPS)
        report = report_of(
            LARGE, plan, LARGE_GROUPS, [Query("at_least", 2), Query("exactly", 1)], ["cost"], 4_000, seed
        )
        found += [
            odd for odd in report.odds if 0.001 < odd.exact < 0.999 or odd.what in ("expected", "value")
        ]
    assert sum(odd.verdict == "inside" for odd in found) / len(found) > 0.92
    for odd in found:
        half = (odd.simulated.high - odd.simulated.low) / 2
        assert abs(odd.simulated.value - float(odd.exact)) < 2.6 * half


def test_the_same_seed_gives_the_same_hands_however_many_are_shown() -> None:
    plan = plan_of(LARGE, 6, 3, 1, "lands<2 or lands>4", 3, "bottom", LARGE_GROUPS)
    few, many = (
        report_of(LARGE, plan, (), show=show, samples=samples) for show, samples in ((5, 100), (60, 900))
    )
    assert few.hands == many.hands[:5]
    assert report_of(LARGE, plan, (), show=5, seed=2).hands != few.hands
    assert any(hand.sent_back for hand in many.hands)
    for hand in many.hands:
        assert all(len(cards) == 6 for cards in hand.sent_back)
        assert len(hand.bottom) == len(hand.sent_back)
        assert [len(cards) for cards in hand.turns] == [6 - len(hand.bottom), 1, 1, 1]
        for cards in hand.sent_back:
            assert not 2 <= sum(map(LARGE_GROUPS[0].matches, cards)) <= 4


def test_shown_hands_are_those_that_are_counted() -> None:
    plan = plan_of(LARGE, 6, 2, 1, "lands<2 or lands>4", 2, "bottom", LARGE_GROUPS)
    report = report_of(LARGE, plan, LARGE_GROUPS, samples=200, show=200)
    for odd in report.odds:
        if odd.what == "at_least" and odd.name is not None:
            (group,) = [group for group in LARGE_GROUPS if group.name == odd.name]
            hands = [[card for turn in hand.turns[: odd.turn + 1] for card in turn] for hand in report.hands]
            assert odd.simulated.value == sum(any(map(group.matches, hand)) for hand in hands) / 200
        if odd.what == "mulligans":
            taken = sum(len(hand.sent_back) == odd.number for hand in report.hands)
            assert odd.simulated.value == taken / 200


def test_values_with_decimals_where_every_sample_is_alike() -> None:
    cards = deck({"cost": 0.1, "copies": 3}, {"cost": "0.2"}, {"cost": None})
    report = report_of(cards, plan_of(cards, 5, 0), [], values=["cost"])
    (odd,) = report.odds
    assert (odd.exact, odd.simulated.value, odd.verdict) == (Fraction(1, 2), 0.5, "inside")
    assert odd.per_card == Fraction(1, 10)


def test_squares_may_be_larger_than_numpy_counts() -> None:
    cards = deck({"cost": 4 * 10**9, "copies": 5}, {"cost": 0, "copies": 5})
    (odd,) = report_of(cards, plan_of(cards, 3, 0), [], values=["cost"], samples=1_000).odds
    assert odd.exact == 6 * 10**9
    assert odd.verdict != "contradicted"
    assert 2e8 < odd.simulated.high - odd.simulated.low < 6e8


def test_numbers_too_large_to_add_up_are_refused() -> None:
    cards = deck({"cost": 10**15}, {"cost": 1e-7}, {"cost": 1})
    with pytest.raises(InputError, match="too large, or have too many decimals"):
        report_of(cards, plan_of(cards, 2, 0), [], values=["cost"])


@pytest.mark.slow
def test_hopeless_questions_end_soon() -> None:
    many = deck(*({"n": number, "copies": 5} for number in range(500)))
    groups = [parse_group(f"n<{bound}") for bound in range(20, 480, 23)]
    rule = " or ".join(f"n<{bound}>4" for bound in range(30, 480, 50))
    hopeless = plan_of(many, 60, 10, 1, rule, 5, "bottom")
    with pytest.raises(InputError, match="take too long to count"):
        report_of(many, hopeless, groups)
