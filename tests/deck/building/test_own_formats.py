"""Decks built from a game's own cards: legal wherever any deck is, and refused with reasons where none is."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from pathlib import Path

import pytest
from games import run_here
from hypothesis import given, settings
from hypothesis import strategies as st

from generator.catalog.models import Card, CardSet
from generator.catalog.problems import Place
from generator.catalog.tables import TableRow
from generator.deck.building.builder import build
from generator.deck.building.conflicts import Impossible
from generator.deck.building.request import DeckRequest, Span, pool_of_game
from generator.deck.check import judge
from generator.deck.limits import Condition, CopyLimit, DeckFields, DeckFormat, Quota
from generator.deck.model import Deck, deck_of

from ..own_formats import GAMES, loaded, own_game, write_own_game

FIELDS = DeckFields("cost", "type")
TYPES = ("hero", "ally", "event")


def game_card(number: int, type_: str, cost: int, name: str) -> Card:
    values = {"id": f"c{number}", "name": name, "type": type_, "cost": cost}
    source = TableRow(values, Place("cards.csv", number + 2), dict.fromkeys(values, 1), 1)
    return Card(f"c{number}", 1, dict(values), False, (source,))


def deck_with(cards: Sequence[Card], copies: Mapping[str, int]) -> Deck:
    held = [
        Card(card.id, copies[card.id], card.values, False, card.sources)
        for card in cards
        if copies.get(card.id)
    ]
    return deck_of(CardSet("deck", "Deck", None, tuple(held), None), (), FIELDS, of_game=True)


@st.composite
def formats(draw: st.DrawFn) -> tuple[list[Card], DeckFormat]:
    """A few cards, some of one name, and a format that may or may not leave a deck of them."""
    number = draw(st.integers(2, 4))
    cards = [
        game_card(
            one,
            draw(st.sampled_from(TYPES)),
            draw(st.integers(0, 4)),
            draw(st.sampled_from(("Fox", f"C{one}"))),
        )
        for one in range(number)
    ]
    low = draw(st.integers(1, 6))
    high = draw(st.integers(low, 7))
    costs = sorted(int(str(card.values["cost"])) for card in cards)
    groups = [str(card.values["name"]).casefold() for card in cards]
    quota = st.builds(
        lambda type_, least, more: Quota((Condition("type", (type_,)),), least, least + more),
        st.sampled_from(TYPES),
        st.integers(0, 3),
        st.integers(0, 2),
    )
    expensive = st.builds(
        lambda cost, least: Quota((Condition("cost", (), cost, None),), least, None),
        st.integers(0, 4),
        st.integers(0, 3),
    )
    total = st.builds(
        lambda type_, least, more: Quota((Condition("type", (type_,)),), least, least + more, None, "cost"),
        st.sampled_from(TYPES),
        st.integers(0, 6),
        st.integers(0, 4),
    )
    limits = DeckFormat(
        draw(st.none() | st.integers(1, 14)),
        low,
        high,
        costs[0],
        costs[-1],
        tuple(dict.fromkeys(str(card.values["type"]) for card in cards)),
        1,
        1,
        fields=FIELDS,
        exactly=draw(st.booleans()),
        has_pool=True,
        copies=CopyLimit(
            draw(st.integers(1, 3)), "name", draw(st.sampled_from(((), (Condition("cost", ("0",)),))))
        ),
        shared=tuple({group for group in groups if groups.count(group) > 1}),
        quotas=tuple(draw(st.lists(quota | expensive | total, max_size=2))),
        is_declared=True,
    )
    return cards, limits


def legal_decks(cards: Sequence[Card], limits: DeckFormat) -> Iterator[Mapping[str, int]]:
    """All of them, found by trying."""
    for copies in product(range(limits.max_cards + 1), repeat=len(cards)):
        held = {card.id: number for card, number in zip(cards, copies, strict=True)}
        if (
            limits.min_cards <= sum(copies) <= limits.max_cards
            and judge(deck_with(cards, held), limits).legal
        ):
            yield held


@pytest.mark.slow
@given(formats(), st.integers(1, 5))
@settings(max_examples=150, deadline=None)
def test_a_deck_is_built_wherever_there_is_one(made: tuple[list[Card], DeckFormat], seed: int) -> None:
    cards, limits = made
    pool = pool_of_game(cards, limits, None)
    built = build(limits, DeckRequest(), pool, 4, seed)
    if isinstance(built, Impossible):
        assert next(legal_decks(cards, limits), None) is None
        assert built.conflicts
        return
    copies = {row.card: row.copies for row in built if row.card is not None}
    verdict = judge(deck_with(cards, copies), limits)
    assert verdict.legal, verdict.violations


@pytest.mark.slow
@given(formats(), st.integers(1, 7))
@settings(max_examples=60, deadline=None)
def test_what_is_proposed_instead_works(made: tuple[list[Card], DeckFormat], size: int) -> None:
    cards, limits = made
    pool = pool_of_game(cards, limits, None)
    built = build(limits, DeckRequest(cards=Span(size, size)), pool, 4, 1)
    if not isinstance(built, Impossible):
        assert sum(row.copies for row in built) == size
    elif built.nearest is not None:
        assert not isinstance(build(limits, built.nearest.request, pool, 4, 1), Impossible)


@pytest.mark.parametrize("name", GAMES)
def test_seeds_give_different_legal_decks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.chdir(own_game(tmp_path / name, name))
    found = set()
    for seed in range(1, 7):
        built = run_here("deck", "build", "deck.yaml", "--force", "--seed", str(seed))
        assert built.code == 0, built.output
        assert run_here("deck", "check", "deck.yaml").code == 0
        found.add(Path("deck.yaml").read_text("utf-8"))
    assert len(found) > 1


def test_wishes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(own_game(tmp_path / "grove", "grove"))
    wishes = "--cards 12 --class ally=4-5 --with Bear=2 --with oak --without moss --curve *,2-3,*,*,*"
    done = run_here("deck", "build", *wishes.split(), "--json")
    assert done.code == 0, done.output
    built = json.loads(done.stdout)
    copies = {entry["card"]: entry["copies"] for entry in built["entries"]}
    assert built["cards"] == 12
    assert 4 <= built["classes"]["ally"] <= 5
    assert copies["bear"] >= 2
    assert copies["oak"] == 1
    assert "moss" not in copies
    assert 2 <= built["curve"]["1"] <= 3
    assert built["entries"][0].keys() == {"card", "name", "type", "cost", "copies"}


def test_wishes_that_contradict_the_format(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(own_game(tmp_path / "grove", "grove"))
    done = run_here("deck", "build", "deck.yaml", "--class", "hero=2", "--cards", "13")
    assert (done.code, done.stdout, Path("deck.yaml").exists()) == (1, "", False)
    assert "rule     1 card of type hero" in done.stderr
    assert "you asked for 2" in done.stderr
    assert done.stderr.splitlines()[-1].startswith("nearest: 1 card of type hero instead of 2")


def test_a_pool_of_a_players_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Cards that somebody has: as many as there are, and no more than the format allows."""
    monkeypatch.chdir(own_game(tmp_path / "grove", "grove"))
    Path("mine.csv").write_text("card,copies\nmoss,2\nfox,9\nbear,2\nrain,1\nfrost,2\nrain,2\n", "utf-8")
    built = run_here("deck", "build", "deck.yaml", "--pool", "mine.csv")
    assert built.code == 0, built.output
    assert run_here("deck", "check", "deck.yaml").code == 0
    done = run_here("deck", "build", "--pool", "mine.csv", "--cards", "12")
    assert "pool     the pool of 5 cards, 12 copies" in done.stderr
    assert "a deck has at most 11 cards; you asked for 12" in done.stderr


def test_finishing_a_deck(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = own_game(tmp_path / "raid", "raid")
    monkeypatch.chdir(game)
    Path("mine.yaml").write_text("cards: {thane: 1, levy: 3}", "utf-8")
    done = run_here("deck", "build", "whole.json", "--with", "mine.yaml")
    assert done.code == 0, done.output
    cards = json.loads(Path("whole.json").read_text("utf-8"))["cards"]
    assert cards["thane"] == 1
    assert cards["levy"] >= 3
    Path("mine.yaml").write_text("cards: {thane: 2}", "utf-8")
    refused = run_here("deck", "build", "--with", "mine.yaml")
    assert refused.code == 1
    assert "at least 2 copies of Thane" in refused.stderr
    _, limits = loaded(game)
    assert limits.points == 100


def test_a_living_card_game_of_full_size(tmp_path: Path) -> None:
    """Some hundred cards, 40 to 60 of them in a deck, three of a name, one hero, a budget that is spent."""
    types = ("hero", "ally", "ally", "ally", "event", "event", "attachment", "quest")
    cards = "".join(
        f"- {{id: c{n}, name: Card {n - n % 2}, type: {types[n % 8]}, cost: {n * 7 % 10}, set: {n % 3}}}\n"
        for n in range(240)
    )
    game = """\
        title: Realm
        format:
          budget: {field: cost, total: 200, exactly: true}
          size: {min: 40, max: 60}
          copies: {max: 3}
          allow: {set: [0, 1]}
          class: type
          quotas:
            - {where: {type: hero}, min: 1, max: 1}
            - {where: {type: quest, cost: {max: 3}}, min: 2}
        """
    folder = write_own_game(tmp_path / "realm", game, cards)
    for seed in ("1", "2", "3"):
        path = str(tmp_path / "deck.yaml")
        built = run_here("deck", "build", path, "--force", "--seed", seed, "--game", folder)
        assert built.code == 0, built.output
        assert ", 200 points: " in built.stdout
        assert run_here("deck", "check", path, "--game", folder).code == 0
