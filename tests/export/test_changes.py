"""Which cards changed: told for what prints otherwise or says something else, and for nothing more."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest
import yaml
from games import write_game
from hypothesis import given, settings
from hypothesis import strategies as st

from generator.export.comparison import compare

from .versions import compared, edited, laid_out, only, told

FRONT = """\
<card>
  <rect width="63.5" height="88.9" fill="{{ card.kind }}"/>
  <text width="60" font="title">{{ name }}</text>
  <text y="20" width="60">{{ text }}</text>
  {% if card.icon is defined %}<icon name="{{ card.icon }}" y="50" width="9" height="9"/>{% endif %}
  {% if card.art is defined %}<image href="{{ card.art }}" y="60" width="9" height="9"/>{% endif %}
</card>
"""
THEME = {"palette": {"sea": "#204080", "land": "#208040"}, "fonts": {"title": "source-serif"}}
CARDS: list[dict[str, Any]] = [
    {"name": "Brig", "kind": "sea", "power": 3, "text": "Carries twelve guns and one accordion."},
    {"name": "Cutter", "kind": "sea", "power": 1, "text": "Fast.", "icon": "own", "copies": 2},
    {"name": "Mill", "kind": "land", "power": 2, "text": "Grinds.", "art": "mill.svg"},
]
SVG = '<svg viewBox="0 0 8 8"><path d="M0 0h8v8z"/></svg>'


def write(folder: Path, cards: list[dict[str, Any]] | None = None, **changed: Any) -> Path:
    given: dict[str, Any] = {
        "cards": CARDS if cards is None else cards,
        "front": FRONT,
        "theme": THEME,
        "files": {"icons/own.svg": SVG, "art/mill.svg": SVG},
    }
    return write_game(folder, **given | changed)


@pytest.fixture
def old(tmp_path: Path) -> Path:
    return write(tmp_path / "old")


@pytest.fixture
def new(tmp_path: Path, old: Path) -> Path:
    """A copy of the old version, to be edited."""
    return Path(shutil.copytree(old, tmp_path / "new"))


def test_two_copies_of_a_game_have_no_changes(old: Path, new: Path) -> None:
    comparison = compared(old, new)
    assert (comparison.changes, comparison.game, comparison.as_before) == ((), (), 3)


def test_a_changed_field_is_told_with_both_values(old: Path, new: Path) -> None:
    edited(new, "cards.yaml", ("power: 3", "power: 5"), ("one accordion", "two accordions"))
    comparison = compared(old, new)
    assert told(comparison) == {
        "brig": ["changed", "power 3 → 5", "text “… and one accordion.” → “… and two accordions.”"]
    }
    change = only(comparison)
    assert change.fields[0] == ("power", 3, 5)
    assert change.looks == ("front",)
    assert comparison.as_before == 2


def test_a_field_that_no_layout_shows_is_told_to_look_the_same(old: Path, new: Path) -> None:
    edited(new, "cards.yaml", ("power: 3", "power: 5"))
    assert told(compared(old, new)) == {"brig": ["changed", "power 3 → 5", "looks the same"]}


def test_comments_spelling_and_order_of_keys_change_nothing(old: Path, new: Path) -> None:
    flow = yaml.safe_dump(
        [dict(reversed(card.items())) for card in CARDS], sort_keys=False, default_flow_style=True, width=50
    )
    (new / "cards.yaml").write_text(
        f"# The fleet\nname: Cards\ncards:\n  {flow.replace(chr(10), chr(10) + '  ')}"
    )
    edited(
        new,
        "layouts/card.xml.j2",
        ("<card>", "{# The ground. #}\n<card>\n\n"),
        ('width="60"', "width='60.0'"),
    )
    comparison = compared(old, new)
    assert told(comparison) == {}
    assert comparison.as_before == 3


def test_a_colour_of_the_theme_touches_the_cards_that_use_it(old: Path, new: Path) -> None:
    edited(new, "layouts/theme.yaml", ("#208040", "#30a050"))
    different = "front looks different though no field changed"
    assert told(compared(old, new)) == {"mill": ["changed", different]}


def test_another_name_for_the_same_colour_touches_none(old: Path, new: Path) -> None:
    edited(new, "layouts/theme.yaml", ("sea:", "water: '#204080'\n  sea:"))
    edited(
        new, "layouts/card.xml.j2", ("{{ card.kind }}", "{{ 'water' if card.kind == 'sea' else card.kind }}")
    )
    assert told(compared(old, new)) == {}


def test_an_icon_of_the_game_touches_the_cards_that_show_it(old: Path, new: Path) -> None:
    (new / "icons" / "own.svg").write_text(SVG.replace("M0 0h8v8z", "M0 0h8v7z"))
    assert list(told(compared(old, new))) == ["cutter"]


def test_another_picture_of_the_same_name_is_named(old: Path, new: Path) -> None:
    (new / "art" / "mill.svg").write_text(SVG.replace("M0 0h8v8z", "M0 0h8v7z"))
    assert told(compared(old, new)) == {"mill": ["changed", "picture mill.svg is another"]}


def test_another_font_touches_every_card_with_words_in_it(old: Path, new: Path) -> None:
    edited(new, "layouts/theme.yaml", ("source-serif", "source-sans"))
    assert list(told(compared(old, new))) == ["brig", "cutter", "mill"]


def test_a_moved_line_of_the_layout_touches_every_card(old: Path, new: Path) -> None:
    edited(new, "layouts/card.xml.j2", ('y="20"', 'y="20.1"'))
    assert list(told(compared(old, new))) == ["brig", "cutter", "mill"]


def test_a_layout_written_otherwise_that_prints_the_same_touches_none(old: Path, new: Path) -> None:
    ground = '<rect width="63.5" height="88.9" fill="{{ card.kind }}"/>'
    defined = ground.replace("<rect", '<rect id="ground" display="none"')
    edited(new, "layouts/card.xml.j2", (ground, f'{defined}<use href="#ground"/>'))
    assert told(compared(old, new)) == {}


def test_copies_are_told(old: Path, new: Path) -> None:
    edited(new, "cards.yaml", ("copies: 2", "copies: 5"))
    assert told(compared(old, new)) == {"cutter": ["changed", "copies 2 → 5"]}


def test_a_card_with_no_copies_is_not_there(old: Path, new: Path) -> None:
    edited(new, "cards.yaml", ("copies: 2", "copies: 0"))
    assert told(compared(old, new)) == {"cutter": ["removed", "2 copies"]}
    assert told(compared(new, old)) == {"cutter": ["added", "2 copies"]}


def test_another_id_is_another_card(old: Path, new: Path) -> None:
    edited(new, "cards.yaml", ("name: Brig", "name: Barque"))
    assert told(compared(old, new)) == {"barque": ["added"], "brig": ["removed"]}
    edited(new, "cards.yaml", ("name: Barque", "name: Barque\n  id: brig"))
    assert told(compared(old, new)) == {"brig": ["changed", "name Brig → Barque"]}


def test_a_card_in_front_moves_no_others(old: Path, new: Path) -> None:
    write(new, [{"name": "Ark", "kind": "sea", "text": "Full."}, *CARDS])
    assert told(compared(old, new)) == {"ark": ["added"]}
    edited(new, "layouts/card.xml.j2", ("{{ text }}", "{{ text }} {{ number }}"))
    edited(old, "layouts/card.xml.j2", ("{{ text }}", "{{ text }} {{ number }}"))
    assert list(told(compared(old, new))) == ["ark", "brig", "cutter", "mill"]


def test_a_card_moved_to_another_list_is_the_same_card(tmp_path: Path) -> None:
    def fleets(folder: Path, red: list[dict[str, Any]], blue: list[dict[str, Any]]) -> Path:
        lists = {
            "red.yaml": yaml.safe_dump({"name": "Red Fleet", "cards": red}),
            "blue.yaml": yaml.safe_dump({"name": "Blue Fleet", "cards": blue}),
        }
        return write(folder, component={"cards": ["red.yaml", "blue.yaml"]}, files=lists)

    brig, sloop, barge = ({"name": name, "kind": "sea", "text": "-"} for name in ("Brig", "Sloop", "Barge"))
    comparison = compared(
        fleets(tmp_path / "old", [brig, sloop], [barge]), fleets(tmp_path / "new", [brig], [barge, sloop])
    )
    assert told(comparison) == {"sloop": ["changed", "moved from Red Fleet to Blue Fleet"]}
    assert only(comparison).looks == ()


@pytest.mark.parametrize(
    ("before", "after", "phrase"),
    [
        ("3", "'3'", "power 3 → “3”"),
        ("1", "true", "power 1 → yes"),
        ("1", "1.0", "power 1 → 1.0"),
        ("null", "''", "power nothing → “”"),
        ("[1, 2]", "[1, 3]", "power 1, 2 → 1, 3"),
        ("{min: 1, max: 4}", "{min: 1, max: 5}", "power.max 4 → 5"),
    ],
)
def test_values_that_print_otherwise_differ(
    old: Path, new: Path, before: str, after: str, phrase: str
) -> None:
    edited(old, "cards.yaml", ("power: 3", f"power: {before}"))
    edited(new, "cards.yaml", ("power: 3", f"power: {after}"))
    assert told(compared(old, new))["brig"][1] == phrase


def test_a_field_that_came_or_went(old: Path, new: Path) -> None:
    edited(new, "cards.yaml", ("power: 3", "price: 4"))
    assert told(compared(old, new))["brig"] == [
        "changed",
        "price nothing → 4",
        "power 3 → nothing",
        "looks the same",
    ]


def test_another_size_changes_every_card(old: Path, new: Path) -> None:
    edited(new, "game.yaml", ("size: poker", "size: tarot"))
    size = "size 63.5 × 88.9 mm → 69.85 × 120.65 mm"
    assert told(compared(old, new)) == {name: ["changed", size] for name in ("brig", "cutter", "mill")}


def test_only_a_changed_back(tmp_path: Path) -> None:
    back = '<card><circle r="{}"/></card>'
    cards = [{"name": "A"}, {"name": "B", "text": "b"}]
    front = "<card><text width='60'>{{ name }}</text></card>"
    old = write_game(tmp_path / "old", cards=cards, front=front, back=back.format(5))
    cards[1]["text"] = "c"
    new = write_game(tmp_path / "new", cards=cards, front=front, back=back.format(6))
    assert told(compared(old, new)) == {
        "a": ["changed", "back looks different though no field changed"],
        "b": ["changed", "text b → c", "only the back looks different"],
    }


def test_a_back_that_was_not_there_before(tmp_path: Path) -> None:
    old = write_game(tmp_path / "old")
    new = write_game(tmp_path / "new", back="<card><circle r='5'/></card>")
    assert only(compared(old, new)).looks == ("back",)
    assert only(compared(new, old)).looks == ("back",)


def test_values_of_the_game_are_told_apart_from_cards(old: Path, new: Path) -> None:
    edited(old, "game.yaml", ("title: Tiny", "title: Tiny\nrules: {points: 100, hand: 3}"))
    edited(new, "game.yaml", ("title: Tiny", "title: Tiny\nversion: '2'\nrules: {points: 120, hand: 3}"))
    comparison = compared(old, new)
    assert list(comparison.game) == [("version", "0.1", "2"), ("rules.points", 100, 120)]
    assert comparison.changes == ()


def test_cards_come_in_the_order_of_the_new_version_with_removed_ones_behind_their_list(
    tmp_path: Path,
) -> None:
    def lists(folder: Path, **names: str) -> Path:
        components = {
            component: {"size": "poker", "front": "card.xml.j2", "cards": [{"name": name} for name in cards]}
            for component, cards in names.items()
        }
        return write_game(folder, game={"title": "Tiny", "components": components})

    comparison = compared(lists(tmp_path / "old", b="XC", gone="Z"), lists(tmp_path / "new", a="A", b="BC"))
    assert [(change.kind, change.shown.component.id, change.shown.name) for change in comparison.changes] == [
        ("added", "a", "A"),
        ("added", "b", "B"),
        ("removed", "b", "X"),
        ("removed", "gone", "Z"),
    ]


NAMES = st.lists(st.sampled_from("abcdef"), unique=True, min_size=1)
DECK = NAMES.flatmap(
    lambda names: st.fixed_dictionaries(
        {name: st.tuples(st.integers(1, 2), st.integers(1, 2)) for name in names}
    )
)


@settings(max_examples=25, deadline=None)
@given(old=DECK, new=DECK)
def test_every_card_is_counted_once_and_the_way_back_mirrors_the_way_there(
    tmp_path_factory: pytest.TempPathFactory, old: dict[str, Any], new: dict[str, Any]
) -> None:
    folder = tmp_path_factory.mktemp("decks")
    there, back = (
        laid_out(
            write_game(
                folder / name,
                cards=[
                    {"name": card, "copies": copies, "power": power} for card, (copies, power) in deck.items()
                ],
            )
        )
        for name, deck in (("old", old), ("new", new))
    )
    forward, backward = compare(there, back), compare(back, there)
    changed = {name for name in old.keys() & new.keys() if old[name] != new[name]}
    assert {change.shown.card.id for change in forward.changes if change.kind == "changed"} == changed
    assert forward.count("added") == len(new.keys() - old.keys()) == backward.count("removed")
    assert forward.count("removed") == len(old.keys() - new.keys()) == backward.count("added")
    assert forward.count("changed") + forward.count("added") + forward.as_before == len(new)
    assert forward.count("changed") == backward.count("changed")
