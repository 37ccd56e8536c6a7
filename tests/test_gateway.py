"""Gateway: its numbers are the source's, its effects a closed vocabulary, and cards say what the data say."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy
import pytest
from games import bundled_game, run_here
from printed import component_of, printed, renderer_of

from generator.catalog.models import Card, Component, Game
from generator.layout.colour import parse_colour
from generator.layout.elements.path import PathElement
from generator.layout.faces import FaceRenderer

FOLDER = Path(__file__).resolve().parent.parent / "cards" / "gateway"
LETTERS = set("abcdef")
NAMED_BY_THE_SOURCE = {
    "Blunderbuss Mage",
    "Fishmancer",
    "Knight Valdus",
    "Magic Orb",
    "Mobile Wizard Tower",
    "Red Templar",
    "Traveling Wizards",
    "Witchmasker",
    "Orb Keeper",
    "Spellbones",
}
Effects = list[dict[str, Any]]


def gateway() -> Game:
    return bundled_game("gateway")


@cache
def renderer() -> FaceRenderer:
    return renderer_of(gateway())


RULES: Any = gateway().rules


def component(name: str) -> Component:
    return component_of(gateway(), name)


def cards(name: str, listed: str | None = None) -> dict[str, Card]:
    sets = component(name).sets
    return {card.id: card for part in sets if listed in (None, part.id) for card in part.cards}


def count(name: str, listed: str | None = None) -> int:
    return sum(card.copies for card in cards(name, listed).values())


def said(name: str, card: Card) -> str:
    """What the front prints as its effects; an icon is told by its name in braces."""
    return printed(renderer(), component(name), card)


def flat(effects: Effects) -> Iterator[tuple[str, Any]]:
    """Each effect of a list, those to choose from too."""
    for effect in effects:
        for name, value in effect.items():
            yield name, value
            if name == "choose-one":
                for option in value:
                    yield from flat(option)


def used() -> Iterator[tuple[str, str, str, Any]]:
    """Component, trigger, effect and what stands behind it, for all cards."""
    for part in gateway().components:
        for card in (card for listed in part.sets for card in listed.cards):
            given = card.values.get("effects") or {}
            triggers: Mapping[str, Any] = given if isinstance(given, Mapping) else {"event": given}
            if "ability" in card.values:
                triggers = {"ability": card.values["ability"]}
            for trigger, effects in triggers.items():
                yield from ((part.id, trigger, name, value) for name, value in flat(effects))


def test_the_turn_and_the_starter_deck_are_the_source_s() -> None:
    assert (RULES["hand"], RULES["power_points"], RULES["drafts"], RULES["attacks"]) == (6, 1, 1, 1)
    assert (RULES["abilities"], RULES["guards"], RULES["round_events"]) == (1, 1, 1)
    assert RULES["victory_points"] == 20
    assert RULES["starter"] == {"merchant": 7, "rebel": 4, "lesser": 1}
    assert [phase["name"] for phase in RULES["phases"].values()] == [
        "Deployment",
        "Drafting",
        "Attack",
        "Cleanup",
    ]
    assert count("district-tokens") == 8
    assert [(s["players"], s["districts"], s["kinds"]) for s in RULES["setups"]] == [(2, 4, 8), (3, 6, 10)]


def test_the_values_that_the_source_gives_are_kept() -> None:
    base, city = cards("base"), cards("city")
    assert base["rebel"].values["cost"] == 2
    assert base["defender"].values["cost"] == 4
    assert base["merchant"].values["cost"] == 0
    assert base["merchant"].values["effects"] == {"played": [{"gain-gold": 1}]}
    assert city["blunderbuss-mage"].values["attack"] == 5
    assert city["traveling-wizards"].values["cost"] == 5
    assert {"gain-drafts": 1} in city["traveling-wizards"].values["effects"]["played"]
    assert cards("guards")["elite-guard"].values["vp"] == 2


def test_every_card_says_which_of_its_values_are_the_source_s() -> None:
    marked = {
        card.id: set(card.values["sourced"])
        for name in ("base", "city", "helpers", "runestones", "guards", "horde")
        for card in cards(name).values()
        if card.prototype and card.values["sourced"]
    }
    assert marked == {
        "merchant": {"cost", "effects"},
        "rebel": {"cost"},
        "defender": {"cost"},
        "blunderbuss-mage": {"attack"},
        "traveling-wizards": {"cost", "gain-drafts"},
        "elite-guard": {"vp"},
    }
    unmarked = [
        card.id for name in ("base", "city", "horde", "events", "districts") for card in cards(name).values()
        if not card.prototype
    ]  # fmt: skip
    assert unmarked == []


def test_twenty_kinds_of_city_cards_and_one_more_of_each_to_choose_by() -> None:
    city, randomizers = cards("city"), cards("randomizers")
    assert len(city) == 20
    assert {card.copies for card in city.values()} == {5}
    assert city.keys() == randomizers.keys()
    assert {card.copies for card in randomizers.values()} == {1}
    assert {card.values["name"] for card in city.values()} >= NAMED_BY_THE_SOURCE


def test_the_stacks_hold_three_starter_decks_and_more() -> None:
    base = cards("base")
    assert {card.values["name"] for card in base.values()} == {
        "Rebel",
        "Defender",
        "Merchant",
        "Saloran Cart",
    }
    for name in ("merchant", "rebel"):
        assert base[name].copies > 3 * RULES["starter"][name]


def test_three_grades_of_at_least_five_kinds_that_are_dearer_by_grade() -> None:
    costs = []
    for grade in ("lesser", "normal", "greater"):
        kinds = cards("runestones", grade)
        assert len(kinds) >= 5
        assert {card.values["grade"] for card in kinds.values()} == {grade}
        (cost,) = {card.values["cost"] for card in kinds.values()}
        costs.append(cost)
    assert costs == sorted(set(costs))


def test_the_first_game_is_the_source_s() -> None:
    two, three = RULES["setups"]
    names = {cards("city")[name].values["name"] for name in two["first_game"]}
    assert names == NAMED_BY_THE_SOURCE - {"Orb Keeper", "Spellbones"}
    assert three["first_game_adds"] == ["orb-keeper", "spellbones"]
    for setup in (two, three):
        assert len(setup["first_game"]) + len(setup["first_game_adds"]) == setup["kinds"]
        for name in ("guards", "horde"):
            assert count(name) >= setup["districts"]


def test_five_events_a_pile_that_get_harder_and_never_name_a_free_space() -> None:
    events = cards("events").values()
    assert Counter(card.values["pile"] for card in events) == {"I": 5, "II": 5, "III": 5}
    spawned = Counter[str]()
    for card in events:
        for name, value in flat(card.values["effects"]):
            if RULES["effects"][name]["takes"] == "tokens":
                assert set(value) <= LETTERS
                spawned[card.values["pile"]] += len(value)
    assert spawned["I"] < spawned["II"] < spawned["III"]


def test_each_letter_has_a_token_and_the_rest_are_free() -> None:
    tokens = {name: card.copies for name, card in cards("district-tokens").items()}
    assert tokens == {**dict.fromkeys(LETTERS, 1), "x": 2}


def test_boards_and_markers_suffice() -> None:
    assert count("districts") >= 8
    assert all(card.copies == 1 for card in cards("districts").values())
    assert [card.copies for card in cards("markers").values()] == [6, 6, 6]


def test_the_boxes_hold_all_cards() -> None:
    held = {
        "box-stacks": ("base", "runestones"),
        "box-city": ("city", "randomizers", "helpers"),
        "box-foes": ("guards", "horde", "events", "reference"),
    }
    for box, parts in held.items():
        holds = component(box).box_contents
        assert holds is not None
        assert holds.cards == sum(count(name) for name in parts)


def test_every_effect_used_is_in_the_vocabulary_and_every_one_there_is_used() -> None:
    assert {name for _, _, name, _ in used()} == set(RULES["effects"])
    assert {trigger for _, trigger, _, _ in used()} == set(RULES["triggers"])


def test_every_keyword_used_is_in_the_vocabulary_and_every_one_there_is_used() -> None:
    found: set[str] = set()
    for name in ("base", "city", "helpers", "runestones", "guards", "horde"):
        for card in cards(name).values():
            for word, value in card.values["keywords"].items():
                found.add(word)
                if RULES["keywords"][word].get("number", False):
                    assert type(value) is int, card.id
                    assert value > 0, card.id
                else:
                    assert value is True, card.id
    assert found == set(RULES["keywords"])


def test_effects_take_what_the_vocabulary_says() -> None:
    counted, given, put = set(), set(), set()
    for _, _, name, value in used():
        takes = RULES["effects"][name]["takes"]
        if takes == "number":
            assert type(value) is int, name
            assert value > 0, name
        elif takes == "number-of":
            assert value.keys() == {"n", "of"}
            counted.add(value["of"])
        elif takes == "number-card-to":
            assert value.keys() == {"n", "card", "to"}
            given.add(value["card"])
            put.add(value["to"])
        elif takes == "tokens":
            assert isinstance(value, list)
            assert value
        else:
            assert takes == "effects"
            assert len(value) > 1
    assert counted == set(RULES["counts"])
    assert given == set(RULES["gifts"])
    assert put == set(RULES["places"])


def test_what_is_given_away_is_in_a_stack_that_the_game_has() -> None:
    stacks = {*cards("base"), *cards("helpers"), "lesser", "normal", "greater"}
    assert set(RULES["gifts"]) <= stacks


def test_effects_stand_where_an_engine_can_do_them() -> None:
    on_arrival = {name for _, trigger, name, _ in used() if trigger == "arrives"}
    assert on_arrival == {"reinforce"}
    for_everyone = {name for _, trigger, name, _ in used() if trigger == "event"}
    assert for_everyone.isdisjoint({name for _, trigger, name, _ in used() if trigger != "event"})
    lasting = {name for _, trigger, name, _ in used() if trigger == "always"}
    assert lasting == {"attack-for-each"}
    for name in ("guards", "horde"):
        for card in cards(name).values():
            assert set(card.values["effects"]) <= {"always", "arrives"}, card.id


def test_each_effect_has_two_sentences_an_icon_and_a_meaning() -> None:
    for name, effect in RULES["effects"].items():
        assert set(effect) == {"takes", "icon", "one", "many", "does"}, name
        if effect["takes"] != "effects":
            assert effect["one"] != effect["many"], name
        assert "{n}" not in effect["one"], name
        assert effect["does"].endswith("."), name


@pytest.mark.parametrize(
    ("part", "card", "sentence"),
    [
        ("base", "merchant", "Gain 1 {gold} ."),
        (
            "base",
            "saloran-cart",
            "Choose one: {ph.caret-right-fill} Gain 2 {gold} . {ph.caret-right-fill} Gain 1 {power} .",
        ),
        ("city", "traveling-wizards", "You may draft 1 more card this turn. Gain 2 {gold} ."),
        ("city", "fishmancer", "Put 2 Beard Fish from their stack into your Army."),
        ("city", "red-templar", "{ph.shield-slash-fill} Guardbane 2. +2 {attack} against Guards."),
        ("city", "witchmasker", "In battle: An opposing card has 0 {attack} this turn."),
        ("city", "lantern-courier", "Draw 2 cards. Discard 1 card from your hand."),
        ("runestones", "normal-veil", "Use and trash: 2 opposing cards have 0 {attack} this turn."),
        ("events", "first-blood", "A Horde card spawns at each of E, B , in this order."),
        ("events", "changing-of-the-watch", "A Guard card spawns at each of B, E , in this order."),
        ("districts", "runecutters-hill", "Put 1 Lesser Runestone from its stack on your discard pile."),
    ],
)
def test_a_card_says_what_its_data_say(part: str, card: str, sentence: str) -> None:
    assert sentence in said(part, cards(part)[card])


@pytest.mark.slow
def test_every_sentence_is_filled_in() -> None:
    left_open = re.compile(r"\{(n|of|card|to|tokens)\}")
    for part in ("base", "city", "helpers", "runestones", "guards", "horde", "events", "districts"):
        for card in cards(part).values():
            text = said(part, card)
            assert not left_open.search(text), text
            given = card.values.get("effects") or card.values.get("keywords") or card.values.get("ability")
            assert bool(text) == bool(given), card.id


BACKDROP = {"sky", "ground", "shift", "colours", "facing"}
"""Words of a figure that leave its subject as it is."""
SHOWN = ("base", "city", "helpers", "runestones", "guards", "horde", "events", "districts")
EYES = {
    "grey": [[0.2126, 0.7152, 0.0722]] * 3,
    "protan": [[0.152, 1.053, -0.205], [0.115, 0.786, 0.099], [-0.004, -0.048, 1.052]],
    "deutan": [[0.367, 0.861, -0.228], [0.280, 0.673, 0.047], [-0.012, 0.043, 0.969]],
}
"""What comes of linear red, green and blue in each eye (Machado, Oliveira and Fernandes 2009)."""


def seen(colour: str, eye: str) -> numpy.ndarray[Any, Any]:
    """The colour as an eye sees it, as lightness L*, a* and b* without the white point's niceties."""
    parsed = numpy.array(parse_colour(renderer().theme.values["palette"][colour], {})[:3])
    linear = numpy.where(parsed <= 0.04045, parsed / 12.92, ((parsed + 0.055) / 1.055) ** 2.4)
    return numpy.clip(numpy.array(EYES[eye]) @ linear, 0, 1) ** (1 / 3) * 100


def test_every_card_has_a_picture_of_its_own() -> None:
    pictures: dict[str, str] = {}
    for part in SHOWN:
        for card in cards(part).values():
            words: Any = card.values["figure"]
            subject = repr(sorted((word, said) for word, said in words.items() if word not in BACKDROP))
            assert subject not in pictures, f"{card.id} looks like {pictures[subject]}"
            pictures[subject] = card.id
    assert len(pictures) == 78


def test_no_card_leaves_a_part_of_a_person_to_the_lot() -> None:
    """A part more in the kit changes no card of Gateway."""
    for part in SHOWN:
        for card in cards(part).values():
            words: Any = card.values["figure"]
            if "stance" in words:
                own_face = words.get("head", "human") != "human"
                needed = {"coat", "hat", "holds", "back"} | (set() if own_face else {"hair", "beard", "face"})
                assert needed <= set(words), card.id
            assert {"sky", "ground"} <= set(words), card.id


HEADED = {
    "insurgent": ("base", "rebel"),
    "asset": ("base", "merchant"),
    "runestone": ("runestones", "lesser-flame"),
    "guard": ("guards", "city-guard"),
    "horde": ("horde", "drueggar-raider"),
    "event": ("events", "curfew"),
}


def header_edge(part: str, card_id: str) -> frozenset[tuple[float, ...]]:
    """The corners of the header's lower edge: its ground is the first shape in the type's colour."""
    card = cards(part)[card_id]
    (listed,) = (some for some in component(part).sets if card in some.cards)
    face = renderer().face(component(part), listed, card, "front", 1)
    assert face is not None
    grounds = (one for one in face.root.children if isinstance(one, PathElement) and one.stroke)
    return frozenset(tuple(values) for _, values in next(grounds).d.segments)


def test_the_header_tells_the_type_by_its_edge_and_not_by_colour_alone() -> None:
    edges = {kind: header_edge(part, card_id) for kind, (part, card_id) in HEADED.items()}
    assert len(set(edges.values())) == len(HEADED)


@pytest.mark.parametrize("eye", EYES)
def test_markers_differ_in_lightness_to_every_eye(eye: str) -> None:
    grounds = [str(card.values["ground"]) for card in cards("markers").values()]
    assert len({card.values["edge"] for card in cards("markers").values()}) == 3
    for one, other in combinations(grounds, 2):
        assert abs(seen(one, eye).mean() - seen(other, eye).mean()) > 15, (one, other)


@pytest.mark.parametrize("eye", EYES)
def test_no_two_headers_look_the_same_to_any_eye_but_by_their_edge(eye: str) -> None:
    """Two types may come near each other in one eye, never all: most pairs differ in each."""
    apart = [
        float(numpy.abs(seen(f"{one}-deep", eye) - seen(f"{other}-deep", eye)).max()) > 2
        for one, other in combinations(HEADED, 2)
    ]
    assert sum(apart) >= len(apart) - 2


def test_the_rulebook_tells_the_data_s_numbers_and_every_effect() -> None:
    text = (FOLDER / "rulebook.md").read_text("utf-8")
    numbers = re.findall(
        r"(?<![\w{.-])\d+", re.sub(r"\{\{.*?\}\}|\{%.*?%\}|```.*?```|^\d+\.", "", text, flags=re.S | re.M)
    )
    assert numbers == []
    assert "rules.effects.items()" in text
    assert "rules.keywords.items()" in text


@pytest.mark.slow
@pytest.mark.usefixtures("kept_sheets")
def test_it_is_built(tmp_path: Path) -> None:
    done = run_here("build", "gateway", "--paper", "a4", "--out", tmp_path)
    assert done.code == 0, done.output
    apart = [one for one in gateway().components if one.kind != "tokens"]
    # All tokens share sheets; and there is the rulebook.
    assert len(list((tmp_path / "gateway").glob("*.pdf"))) == sum(len(one.sets) for one in apart) + 2
