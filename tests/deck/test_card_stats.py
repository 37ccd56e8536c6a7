"""The statistics of card lists, held against numpy, Python's ``statistics`` and figures made by hand."""

from __future__ import annotations

import random
import statistics
from collections.abc import Mapping, Sequence
from difflib import SequenceMatcher
from fractions import Fraction
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy
import pytest
import yaml
from games import bundled_game, write_game
from hypothesis import given
from hypothesis import strategies as st

from generator.catalog.load import load_game
from generator.catalog.models import Game
from generator.catalog.problems import InputError, Problems
from generator.deck.card_stats.spreads import (
    NumberSpread,
    TextSpread,
    WordSpread,
    curve,
    grids,
    mean,
    number_text,
    quantile,
    unused,
)
from generator.deck.card_stats.stats import CardStats, stats_of
from generator.deck.card_stats.strength import fit, pair_by_name, parse_pair, tables_with
from generator.deck.card_stats.table import CardTable, table_of, tables_of
from generator.deck.card_stats.texts import likeness, plain_text, wording

Cards = Sequence[Mapping[str, Any]]


def loaded(cards: Cards, **described: Any) -> Game:
    problems = Problems()
    game = load_game(write_game(Path("g"), cards=yaml.safe_dump(list(cards)), **described), problems)
    assert game is not None
    assert not problems.has_errors, "\n".join(map(str, problems))
    return game


def table(cards: Cards, *, by_copies: bool = True) -> CardTable:
    return table_of(loaded(cards).components[0], by_copies=by_copies)


def stats(cards: Cards) -> CardStats:
    return stats_of([table(cards)], [])[0]


def spread(cards: Cards, field: str) -> Any:
    return next(one for one in stats(cards).spreads if one.field == field)


def named(values: Sequence[Any], field: str = "cost", **more: Sequence[Any]) -> list[dict[str, Any]]:
    """A card for each value, called A0, A1, …; None leaves the field out."""
    cards: list[dict[str, Any]] = [{"id": f"a{number}"} for number in range(len(values))]
    for name, column in {field: values, **more}.items():
        for card, value in zip(cards, column, strict=True):
            if value is not None:
                card[name] = value
    return cards


class TestNumbers:
    def test_a_spread_is_numpys_of_the_cards_written_out(self) -> None:
        costs, copies = [5, 1, 2.5, 9, 4, 4], [1, 4, 2, 3, 1, 7]
        out = [cost for cost, count in zip(costs, copies, strict=True) for _ in range(count)]
        found = spread(named(costs, copies=copies), "cost")
        assert isinstance(found, NumberSpread)
        assert (found.cards, found.blank, found.least, found.most) == (18, 0, 1, 9)
        assert [found.lower, found.median, found.upper] == pytest.approx(
            numpy.quantile(out, [0.25, 0.5, 0.75])
        )
        assert found.median == statistics.median(out)
        assert found.mean == pytest.approx(statistics.fmean(out))

    @given(
        st.lists(
            st.tuples(
                st.one_of(st.integers(-(10**15), 10**15), st.decimals(-1000, 1000, places=2).map(float)),
                st.integers(1, 6),
            ),
            min_size=1,
            unique_by=lambda pair: pair[0],
        ),
        st.sampled_from([0.0, 0.1, 0.25, 0.5, 0.75, 1.0]),
    )
    def test_quantiles_and_means_of_what_counts_several_times(
        self, values: list[tuple[float, int]], share: float
    ) -> None:
        values = sorted(values)
        out = [float(value) for value, weight in values for _ in range(weight)]
        tolerance = 1e-9 * max(1.0, *map(abs, out))
        assert quantile(values, share) == pytest.approx(numpy.quantile(out, share), abs=tolerance)
        exact = sum(Fraction(value) for value in out) / len(out)
        assert mean(values) == pytest.approx(float(exact), abs=tolerance)

    def test_each_card_once(self) -> None:
        cards = named([1, 3], copies=[9, 1])
        assert [table(cards).total, table(cards, by_copies=False).total] == [10, 2]
        column = table(cards, by_copies=False)
        assert stats_of([column], [])[0].spreads[0].mean == 2  # type: ignore[union-attr]

    def test_cards_without_copies_count_only_where_each_counts_once(self) -> None:
        cards = named([1, 3, 8], copies=[1, 1, 0])
        assert [row.card.id for row in table(cards).rows] == ["a0", "a1"]
        assert table(cards).without_copies == 1
        assert len(table(cards, by_copies=False).rows) == 3

    def test_blanks_and_what_is_no_number(self) -> None:
        found = spread(named([1, None, "X", "3", "  ", "X"], copies=[2, 3, 1, 1, 5, 1]), "cost")
        assert (found.cards, found.blank, found.least, found.most) == (3, 8, 1, 3)
        assert found.odd == (("X", 2),)

    def test_words_with_a_few_numbers_stay_words(self) -> None:
        assert spread(named(["ace", "king", "queen", 2]), "cost").kind == "words"

    def test_no_number_at_all_is_a_blank(self) -> None:
        loaded([{"name": "A"}])
        Path("g/cards.yaml").write_text("- {id: a, cost: .nan}\n- {id: b, cost: 2}\n- {id: c, cost: .inf}\n")
        found = load_game(Path("g"), Problems())
        assert found is not None
        one = stats_of([table_of(found.components[0])], [])[0].spreads[0]
        assert isinstance(one, NumberSpread)
        assert (one.cards, one.blank, one.mean) == (1, 2, 2)

    @pytest.mark.parametrize(
        ("value", "shown"),
        [
            (3, "3"),
            (3.0, "3"),
            (2.5, "2.5"),
            (2.125, "2.12"),
            (0.0001, "0.0001"),
            (-1.5, "-1.5"),
            (1234, "1,234"),
        ],
    )
    def test_numbers_are_told_shortly(self, value: float, shown: str) -> None:
        assert number_text(value) == shown


class TestWords:
    def test_counts_the_most_common_first(self) -> None:
        found = spread(named(["red", "blue", "red", None], "colour", copies=[1, 2, 4, 1]), "colour")
        assert isinstance(found, WordSpread)
        assert found.counts == (("red", 5), ("blue", 2))
        assert (found.cards, found.blank) == (7, 1)

    def test_lists_are_counted_by_item_and_mappings_by_key(self) -> None:
        tags = spread(named([["elf", "mage", "elf"], ["elf"], []], "tags"), "tags")
        assert tags.counts == (("elf", 2), ("mage", 1))
        assert (tags.cards, tags.blank) == (2, 1)
        assert spread(named([{"guard": 2}, {"guard": 1, "haste": True}], "keys"), "keys").counts == (
            ("guard", 2),
            ("haste", 1),
        )

    def test_yes_and_no(self) -> None:
        assert spread(named([True, False, True], "flies"), "flies").counts == (("yes", 2), ("no", 1))

    def test_texts_and_art(self) -> None:
        cards = named(["one two three four", "a b c d e f"], "effect", art=["x.png", None])
        text, art = spread(cards, "effect"), spread(cards, "art")
        assert isinstance(text, TextSpread)
        assert text.words == (4, 5.0, 6)
        assert (art.kind, art.cards, art.blank, art.words) == ("art", 1, 1, None)


class TestCurves:
    def bars(self, values: Sequence[Any], **more: Any) -> list[tuple[str, int]]:
        cards = table(named(values, **more))
        return [(bar.label, bar.cards) for bar in curve(cards, cards.columns[0]).bars]

    def test_whole_numbers_have_a_bar_each_also_between(self) -> None:
        assert self.bars([1, 1, 4], copies=[2, 1, 1]) == [("1", 3), ("2", 0), ("3", 0), ("4", 1)]

    def test_few_numbers_that_are_not_whole_have_a_bar_each(self) -> None:
        assert self.bars([0.5, 2, 0.5]) == [("0.5", 2), ("2", 1)]

    def test_many_are_gathered_in_stretches(self) -> None:
        bars = self.bars([*range(0, 100, 5), 99])
        assert bars[0] == ("0–9", 2)
        assert bars[-1] == ("90–99", 3)
        assert len(bars) == 10

    @given(st.lists(st.decimals(-50, 500, places=2), min_size=15, max_size=60, unique=True))
    def test_each_card_is_in_the_stretch_that_it_belongs_to(self, values: list[Any]) -> None:
        column = _column_of([float(value) for value in values])
        bars = curve(column, column.columns[0]).bars
        assert sum(bar.cards for bar in bars) == len(values)
        assert len(bars) <= 21
        for bar in bars:
            inside = [v for v in values if bar.low <= float(v) and (float(v) < bar.high or not bar.is_open)]
            if bar.is_open:
                assert bar.cards == len(inside)

    @pytest.mark.parametrize(
        ("values", "headline"),
        [
            ([2, 2, 2, 3, 9], "Most cards cost 2"),
            ([1, 2, 2, 3, 3, 9], "Most cards cost 2 or 3"),
            ([1, 2, 3, 4, 5, 6], "Most cards cost 1 to 4"),
            ([4, 4], "All cards cost 4"),
            ([4, 4, None], "All cards with cost have 4"),
        ],
    )
    def test_the_headline_says_what_is_seen(self, values: Sequence[Any], headline: str) -> None:
        cards = table(named(values))
        assert curve(cards, cards.columns[0]).headline == headline

    def test_other_fields_are_had(self) -> None:
        cards = table(named([2, 2], "attack"))
        assert curve(cards, cards.columns[0]).headline == "All cards have attack 2"


def _column_of(values: Sequence[float]) -> CardTable:
    """A table without a file: Hypothesis would write hundreds."""
    from generator.catalog.models import Card
    from generator.deck.card_stats.table import Column, Row

    component = bundled_game("gateway").components[0]
    card = component.sets[0].cards[0]
    assert isinstance(card, Card)
    rows = tuple(Row(card, str(number), 1) for number in range(len(values)))
    return CardTable(component, rows, (Column("cost", "number", tuple(values)),), True, len(values), 0)


class TestStrength:
    def cards(self) -> list[dict[str, Any]]:
        source = random.Random(3)
        costs = [source.randint(0, 8) for _ in range(40)]
        return named(
            costs,
            attack=[cost + source.randint(-2, 2) if number else 15 for number, cost in enumerate(costs)],
            health=[source.randint(1, 5) for _ in costs],
            copies=[source.randint(1, 4) for _ in costs],
        )

    @pytest.mark.parametrize("by_copies", [True, False])
    def test_the_line_is_numpys(self, by_copies: bool) -> None:
        cards = self.cards()
        found = fit(table(cards, by_copies=by_copies), parse_pair("attack + health ~ cost"))
        out = [card for card in cards for _ in range(card["copies"] if by_copies else 1)]
        x = numpy.array([card["cost"] for card in out], float)
        y = numpy.array([card["attack"] + card["health"] for card in out], float)
        slope, intercept = numpy.polyfit(x, y, 1)
        assert found.line is not None
        assert [found.line.slope, found.line.intercept] == pytest.approx([slope, intercept])
        assert found.line.r_squared == pytest.approx(numpy.corrcoef(x, y)[0, 1] ** 2)
        residuals = y - intercept - slope * x
        design = numpy.column_stack([numpy.ones_like(x), x])
        leverage = numpy.diag(design @ numpy.linalg.inv(design.T @ design) @ design.T)
        error = numpy.sqrt((residuals**2).sum() / (len(x) - 2))
        expected = dict(
            zip((card["id"] for card in out), residuals / (error * numpy.sqrt(1 - leverage)), strict=True)
        )
        assert {point.row.card.id: point.standardised for point in found.points} == pytest.approx(expected)
        assert found.above[0].row.card.id == "a0"
        furthest = sorted(expected, key=lambda one: expected[one])
        assert expected[found.below[0].row.card.id] == pytest.approx(expected[furthest[0]])

    def test_cards_without_one_of_the_numbers_are_left_out(self) -> None:
        cards = named([1, 2, 3, 4], attack=[1, 3, None, 4], copies=[1, 1, 5, 1])
        found = fit(table(cards), parse_pair("attack~cost"))
        assert (found.cards, found.left_out) == (3, 5)

    def test_what_has_no_line(self) -> None:
        def why(costs: list[Any], attacks: list[Any]) -> str | None:
            return fit(table(named(costs, attack=attacks)), parse_pair("attack~cost")).why_not

        assert why([1, 2, 3], [1, None, None]) == "only one card has all of these numbers; a line takes 3"
        assert why([1, 2, 3], [1, 5, None]) == "only two cards have all of these numbers; a line takes 3"
        assert why([2, 2, 2], [1, 5, 6]) == "cost is 2 on all cards: no line fits better than another"
        assert why([1, 2, 3], [1, 5, 6]) is None

    def test_a_perfect_line_has_nobody_beside_it(self) -> None:
        found = fit(table(named([1, 2, 3, 7], attack=[0.1, 0.2, 0.3, 0.7])), parse_pair("attack~cost"))
        assert found.line is not None
        assert found.line.r_squared == pytest.approx(1)
        assert found.above == found.below == []

    def test_cards_of_one_strength(self) -> None:
        found = fit(table(named([1, 2, 3], attack=[4, 4, 4])), parse_pair("attack~cost"))
        assert found.line is not None
        assert found.line == (4, 0, None)
        assert found.headline == "attack is the same at every cost"

    def test_a_card_that_holds_the_line_alone_has_no_residual(self) -> None:
        found = fit(table(named([1, 1, 9], attack=[2, 4, 6])), parse_pair("attack~cost"))
        assert found.points[2].standardised is None

    @pytest.mark.parametrize(
        ("fields", "pair"),
        [
            (("cost", "attack", "health"), "attack + health ~ cost"),
            (("Mana cost", "Power"), "Power ~ Mana cost"),
            (("price", "vp"), "vp ~ price"),
            (("Price (guilders)", "points"), "points ~ Price (guilders)"),
            (("weight", "attack"), None),
            (("cost", "weight"), None),
        ],
    )
    def test_fields_are_taken_by_their_names_only(self, fields: Sequence[str], pair: str | None) -> None:
        cards = [{"id": f"a{number}", **dict.fromkeys(fields, number)} for number in range(3)]
        found = pair_by_name(table(cards))
        assert (None if found is None else str(found)) == pair

    def test_a_field_of_words_is_no_cost(self) -> None:
        assert pair_by_name(table(named(["cheap", "dear", "cheap"], power=[1, 2, 3]))) is None

    @pytest.mark.parametrize("text", ["cost", "", "~", "a~", "~b", "a~b~c", "a+~b", "+~"])
    def test_what_is_no_pair(self, text: str) -> None:
        with pytest.raises(InputError):
            parse_pair(text)

    def test_a_pair_goes_to_the_tables_that_have_it(self) -> None:
        game = bundled_game("gateway")
        tables = tables_of(game, (), Problems(), by_copies=True)
        fitting = tables_with(parse_pair("defence~cost"), tables)
        assert [one.component.id for one in fitting] == ["base", "city", "randomizers"]


ENGLISH = """\
When you have none of your own heroes, it is the rival who draws: they may put each of theirs onto the table,
while you must not do so yourself. Whenever any other hero was there before us, all of those that would be
under him or her rest again, and both of them can, after this, only move from where we are to what is left
over, until no more than some few could. If she cannot, because a shield has been lost during these turns,
take another for yours; neither our heroes, nor whoever stands between his and my towers, will ever be hurt by
such an arrow, though it should pass through at once."""


class TestTexts:
    def test_words_by_how_often_without_stop_words_and_markup(self) -> None:
        found = wording(
            table(
                [
                    {"id": "a", "copies": 2, "text": "Draw **two** cards, then draw <b>another</b> one."},
                    {"id": "b", "text": "The <icon name='coin'/> owner may draw{coin}."},
                ]
            )
        )
        words = {one.word: (one.cards, one.times, one.different) for one in found.words}
        assert words["draw"] == (3, 5, 2)
        assert words["two"] == (2, 2, 1)
        assert not words.keys() & {"the", "may", "then", "b", "icon", "name", "coin"}
        assert found.words[0].word == "draw"

    def test_of_english_sentences_the_words_that_say_something_are_counted(self) -> None:
        found = wording(table([{"id": "a", "text": ENGLISH}]))
        assert {one.word for one in found.words} == {
            *("none", "heroes", "rival", "draws", "put", "table", "hero", "rest", "move", "left", "shield"),
            *("lost", "turns", "take", "whoever", "stands", "towers", "hurt", "arrow", "pass"),
        }

    def test_keywords_are_icons_bold_terms_and_capitals_that_recur(self) -> None:
        found = wording(
            table(
                [
                    {"id": "a", "copies": 3, "text": "**Haste.** Destroy an Outpost. Pay {coin}."},
                    {"id": "b", "text": '**Haste** and <icon name="coin"/>. Outpost cards lose.'},
                    {"id": "c", "text": "Each Outpost gains Victory Points. Destroy it."},
                    {"id": "d", "text": "Gain Victory Points for a Lonely one."},
                ]
            )
        )
        assert {(one.term, one.cards, one.marks) for one in found.keywords} == {
            ("Outpost", 5, ("capital",)),
            ("Haste", 4, ("bold",)),
            ("{coin}", 4, ("icon",)),
            ("Victory Points", 2, ("capital",)),
        }

    def test_lines_of_keywords_alone(self) -> None:
        cards = [
            {"id": "a", "text": "Flying, Haste\nDraw one."},
            {"id": "b", "text": "Flying"},
            {"id": "c", "text": "Haste"},
        ]
        assert [one.term for one in wording(table(cards)).keywords] == ["Flying", "Haste"]

    def test_flavour_is_read_only_where_there_is_nothing_else(self) -> None:
        both = table(
            [{"id": str(n), "text": "Draw a card.", "flavour": "Nobody ever comes back here."} for n in "ab"]
        )
        assert wording(both).fields == ("text",)
        alone = table([{"id": str(n), "flavour": "Nobody ever comes back here."} for n in "ab"])
        assert wording(alone).fields == ("flavour",)

    @pytest.mark.parametrize(
        ("text", "plain"),
        [
            ("**Bold** and *slanted*", "Bold and slanted"),
            ("a<br/>b &amp; c", "a\nb & c"),
            ('<icon name="coin"/> {ember}', "{coin} {ember}"),
            ("property | Range | 3 paces\nrule\ntext | Hit.", " Range | 3 paces\n\n Hit."),
        ],
    )
    def test_markup_is_no_text(self, text: str, plain: str) -> None:
        assert plain_text(text) == plain


class TestLikeness:
    def test_equal_but_for_name_id_and_art(self) -> None:
        cards = [
            {"id": "a", "name": "A", "cost": 2, "art": "a.png", "tags": ["x"]},
            {"id": "b", "name": "B", "cost": 2, "art": None, "tags": ["x"], "copies": 3},
            {"id": "c", "name": "C", "cost": 2, "tags": ["y"]},
            {"id": "d", "name": "D"},
            {"id": "e", "name": "E"},
        ]
        found = likeness(table(cards), 0.85)
        assert [[row.card.id for row in twins.rows] for twins in found.twins] == [["a", "b"]]

    def test_what_differs_deep_inside_is_no_twin(self) -> None:
        cards = [{"id": "a", "effect": {"gain": {"n": 1}}}, {"id": "b", "effect": {"gain": {"n": 2}}}]
        assert likeness(table(cards), 0.85).twins == ()

    def test_texts_alike(self) -> None:
        cards = [
            {"id": "a", "cost": 1, "text": "Deal 2 damage to a **creature**."},
            {"id": "b", "cost": 2, "text": "Deal 3 damage to a creature."},
            {"id": "c", "cost": 3, "text": "deal 2 damage to a creature."},
            {"id": "d", "cost": 4, "text": "Look at the top card of your deck."},
            {"id": "e", "cost": 5, "text": "Flying"},
            {"id": "f", "cost": 6, "text": "Flying"},
        ]
        found = likeness(table(cards), 0.85)
        told_alike = [
            (round(one.likeness, 3), [row.card.id for row in one.rows], [row.card.id for row in one.others])
            for one in found.alike
        ]
        assert told_alike == [(1.0, ["a", "c"], []), (0.964, ["a", "c"], ["b"])]
        assert [one.likeness for one in likeness(table(cards), 0.97).alike] == [1.0]

    @pytest.mark.parametrize("threshold", [0.5, 0.7, 0.85, 0.95])
    def test_the_sieve_lets_every_pair_through_that_is_alike(self, threshold: float) -> None:
        source = random.Random(11)
        words = [
            *("draw", "gain", "lose", "a", "the", "two", "three", "card", "cards", "coin", "coins", "from"),
            *("your", "deck", "hand", "discard", "then"),
        ]
        texts = [" ".join(source.choices(words, k=source.randint(3, 9))) for _ in range(60)]
        texts += [text.replace("o", "u", 1) for text in texts[:20]]
        found = likeness(table(named(texts, "text")), threshold)
        pairs = {
            frozenset((str(a.card.values["text"]), str(b.card.values["text"])))
            for one in found.alike
            for a in one.rows
            for b in one.others
        }
        for one, other in combinations(sorted(set(texts)), 2):
            shorter, longer = sorted((one, other), key=len)
            ratio = SequenceMatcher(None, longer, shorter, autojunk=False).ratio()
            if len(one) != len(other):
                # Of equally long texts either may be the first, and the measure is not the same both ways.
                assert (frozenset((one, other)) in pairs) == (ratio >= threshold), (one, other)


class TestGaps:
    def red_and_blue(self, red: list[int], blue: list[int]) -> list[dict[str, Any]]:
        return named([*red, *blue], colour=["red"] * len(red) + ["blue"] * len(blue))

    def gaps(self, cards: Cards) -> list[tuple[str, Any]]:
        return [(gap.kind, gap.value) for grid in grids(table(cards)) for gap in grid.gaps]

    def test_no_card_of_cost_3_in_red(self) -> None:
        assert self.gaps(self.red_and_blue([1, 2, 4, 5], [1, 2, 3, 4])) == [("red", 3)]
        (grid,) = grids(table(self.red_and_blue([1, 2, 4, 5], [1, 2, 3, 4])))
        assert grid.headline == "No card of cost 3 in red"
        assert (grid.values, grid.kinds) == ((1, 2, 3, 4, 5), ("red", "blue"))

    @pytest.mark.parametrize(
        ("red", "blue"),
        [
            ([1, 2, 2, 2], [1, 2, 3, 4]),  # beyond its range
            ([1, 2, 4, 5], [1, 2, 4, 5]),  # nobody has a 3
            ([1, 4], [1, 2, 3, 4]),  # two cards only
            ([1, 9, 9, 9], [1, 2, 3, 4, 5, 6, 7, 8, 9]),  # mostly gaps
        ],
    )
    def test_what_is_no_gap(self, red: list[int], blue: list[int]) -> None:
        assert self.gaps(self.red_and_blue(red, blue)) == []

    def test_scattered_kinds_are_told_apart(self) -> None:
        (grid,) = grids(table(self.red_and_blue([1, 9, 9, 9], [*range(1, 10)])))
        assert grid.scattered == ("red",)

    def test_what_nobody_has(self) -> None:
        (one,) = unused(table(named([1, 2, 3, 5, 6])))
        assert (one.number, one.values) == ("cost", (4,))
        assert unused(table(named([1, 2, 40]))) == []

    def test_words_of_their_own_are_no_kinds(self) -> None:
        cards = named([1, 2, 4, 5, 3, 3], name=["A", "B", "C", "D", "E", "F"])
        assert grids(table(cards)) == []

    def test_lists_are_kinds_by_item(self) -> None:
        cards = named(
            [1, 2, 4, 1, 2, 3, 4],
            colours=[["red", "blue"], ["red"], ["red"], ["blue"], ["blue"], ["blue"], ["blue"]],
        )
        assert self.gaps(cards) == [("red", 3)]

    def test_the_likeliest_oversight_comes_first(self) -> None:
        cards = [
            *named([1, 2, 4, 5], colour=["red"] * 4, copies=[5, 5, 5, 5]),
            *named([1, 2, 3, 5], colour=["blue"] * 4, copies=[1, 1, 1, 1]),
        ]
        for number, card in enumerate(cards):
            card["id"] = f"b{number}"
        assert self.gaps(cards) == [("red", 3), ("blue", 4)]


class TestComponents:
    def test_lists_of_cards_and_no_boards_boxes_or_single_cards(self) -> None:
        tables = tables_of(bundled_game("battle-gate"), (), Problems(), by_copies=True)
        assert [one.component.id for one in tables] == ["decks", "blanks"]

    def test_tokens_where_there_are_no_cards(self) -> None:
        game = loaded(named([1, 2]), component={"kind": "tokens", "shape": "circle", "size": "20 x 20 mm"})
        assert [one.component.id for one in tables_of(game, (), Problems(), by_copies=True)] == ["cards"]

    def test_those_that_are_named(self) -> None:
        game, problems = bundled_game("gateway"), Problems()
        tables = tables_of(game, ["events", "gold", "cty"], problems, by_copies=True)
        assert [one.component.id for one in tables] == ["events", "gold"]
        (problem,) = problems
        assert problem.message == "Gateway has no component `cty`"
        assert problem.hint == "did you mean `city`?"
