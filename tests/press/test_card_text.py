"""What a card says, as plain text."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from games import bundled_game, read_game, write_game

from generator.catalog.models import Game
from generator.catalog.problems import Problems
from generator.layout.faces import FaceRenderer
from generator.press.card_text import card_text
from generator.press.reading import icon_words, plain_words


def said(game: Game, card: str, component: str | None = None) -> list[str]:
    problems = Problems()
    renderer = FaceRenderer.of(game, problems)
    lines = [
        f"{line.side[0]} {line}"
        for part in game.components
        if component in (None, part.id)
        for cards in part.sets
        for number, one in enumerate(cards.cards, 1)
        if one.id == card
        for line in card_text(renderer, part, cards, one, number)
    ]
    assert not problems.has_errors, list(problems)
    return lines


def own(folder: Path, front: str, cards: Sequence[dict[str, Any]], **more: Any) -> Game:
    return read_game(write_game(folder / "deck", front=front, cards=cards, **more))


def test_the_words_are_those_that_are_printed(tmp_path: Path) -> None:
    front = (
        '<card><text id="name" width="60">{{ name }}</text><text width="60" y="9">{{ cost }}</text>'
        '<text id="rules-text" y="20" width="40">Gain {{ n }} {{ "{coin}"|rich }}.<br/>Draw a card if you '
        'have no other card in hand.</text><text y="80" width="60">K</text></card>'
    )
    coin = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0H9V9Z"/></svg>'
    cards = [{"id": "a", "name": "Mint", "cost": 7, "n": 2, "side": "town", "figure": "x"}]
    game = own(tmp_path, front, cards, files={"icons/coin.svg": coin})
    assert said(game, "a") == [
        "f name: Mint",
        "f cost: 7",
        "f rules text: Gain 2 coin.\nDraw a card if you have no other card in hand.",
        "f side: town",
    ]


def test_a_back_is_told_where_it_says_something(tmp_path: Path) -> None:
    front = '<card><text width="60">{{ name }}</text></card>'
    common = '<card><text width="60">The Game</text></card>'
    two = [{"id": "a", "name": "A card"}, {"id": "b", "name": "B card"}]
    assert said(own(tmp_path / "1", front, two, back=common), "a") == ["f name: A card"]
    other = '<card><text width="60">Behind {{ name }}</text></card>'
    assert said(own(tmp_path / "2", front, two, back=other), "a") == ["f name: A card", "b Behind A card"]
    assert said(own(tmp_path / "3", front, two[:1], back=common), "a") == ["f name: A card", "b The Game"]


def test_lines_of_different_height_and_signs_between_words_stay_in_order(tmp_path: Path) -> None:
    front = (
        '<card><text width="55" size="11"><b>Charge.</b> Deal <span size="16">3</span><sup>2</sup> damage '
        '<icon name="mdi6.sword-cross"/> to each unit, then <i>retreat</i>.</text></card>'
    )
    (line,) = said(own(tmp_path, front, [{"id": "a"}]), "a")[1:]
    assert line == "f Charge. Deal 32 damage sword cross to each unit, then retreat."


NUMBERS = {"fields": {"name": "text", "cost": "whole", "attack": "whole", "armour": "whole", "kind": "text"}}


def number(y: int, words: str) -> str:
    return f'<text y="{y}" width="60">{words}</text>'


def test_each_declared_number_is_told_once_with_its_name(tmp_path: Path) -> None:
    front = f"<card>{number(0, '{{ attack }}')}{number(9, 'ROGUE')}{number(18, '{{ cost }}')}</card>"
    cards = [{"id": "a", "name": "Ann", "cost": 2, "attack": 2, "armour": 0, "kind": "rogue"}]
    told = said(own(tmp_path, front, cards, component=NUMBERS), "a")
    assert told == ["f name: Ann", "f cost: 2", "f attack: 2", "f armour: 0", "f kind: rogue"]


def test_a_number_of_the_layout_alone_stays_as_it_is(tmp_path: Path) -> None:
    front = f"<card>{number(0, '9')}<text id='health' y='9' width='60'>7</text></card>"
    told = said(own(tmp_path, front, [{"id": "a", "name": "Ann", "cost": 2}], component=NUMBERS), "a")
    assert told == ["f name: Ann", "f 9", "f health: 7", "f cost: 2"]


def test_steps_begin_their_texts_and_tracks_are_one_line(tmp_path: Path) -> None:
    words = ["1", "Draw.", "2", "Play.", "3", "Discard.", "THE TRACK", *map(str, range(1, 9))]
    front = f"<card>{''.join(number(9 * row, one) for row, one in enumerate(words))}</card>"
    told = said(own(tmp_path, front, [{"id": "a"}]), "a")
    assert told[1:] == ["f 1. Draw.", "f 2. Play.", "f 3. Discard.", "f The track", "f 1 to 8"]


def test_titles_and_logotypes_are_left_to_the_head_of_the_list(tmp_path: Path) -> None:
    game = {
        "title": "Gate of Crows",
        "components": {
            "cards": {
                "title": "Small cards",
                "size": "poker",
                "cards": "cards.yaml",
                "front": "card.xml.j2",
                "press": {"backs": "none"},
            }
        },
    }
    words = ["GATE", "OF", "CROWS", "ANN", "Small cards", "PWR", "EVENT II", "FIRE", "A gate."]
    front = f"<card>{''.join(number(9 * row, one) for row, one in enumerate(words))}</card>"
    told = said(own(tmp_path, front, [{"id": "a", "name": "Ann", "power": 4}], game=game), "a")
    assert told == ["f name: Ann", "f PWR", "f Event II", "f Fire", "f A gate.", "f power: 4"]


@pytest.mark.parametrize("sign", ["-", "–", "—", "/"])
def test_what_a_line_parts_behind_a_sign_is_one_word(tmp_path: Path, sign: str) -> None:
    front = f'<card><text width="20" size="11">Somebody{sign}everywhere</text></card>'
    assert said(own(tmp_path, front, [{"id": "a"}]), "a")[1:] == [f"f Somebody{sign}everywhere"]


@pytest.mark.parametrize("blank", ["&#160;", "&#160;&#160; &#160;", "&#160;<b>&#160;</b>", "&#160;<br/>Go"])
def test_blanks_say_nothing(tmp_path: Path, blank: str) -> None:
    front = f'<card><text width="40">{blank}</text></card>'
    assert said(own(tmp_path, front, [{"id": "a"}]), "a")[1:] == (["f Go"] if "Go" in blank else [])


def test_an_icon_that_marks_an_entry_is_a_bullet_and_one_in_a_sentence_is_a_word(tmp_path: Path) -> None:
    front = (
        '<card><text width="60">Choose:<br/>&#160;<icon name="ph.caret-right-fill"/> Gain 2.<br/>'
        '<icon name="ph.caret-right-fill"/> Pay <icon name="mdi6.fire"/>.<br/><icon name="mdi6.fire"/> burns.'
        '<br/><icon name="mdi6.fire"/> Fire spreads.</text></card>'
    )
    (line,) = said(own(tmp_path, front, [{"id": "a"}]), "a")[1:]
    assert line == "f Choose:\n- Gain 2.\n- Pay fire.\nfire burns.\nFire spreads."


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("**Haste.** Costs 2 {mdi6.fire}", "Haste. Costs 2 fire"),
        ("<b>Flying</b>\n\nDraw *two*", "Flying\nDraw two"),
        ("3 * 4 < 15", "3 * 4 < 15"),
        ("{ph.hand-fist-fill} strikes", "hand fist strikes"),
        ("Pay 2{alpha-c-circle}.", "Pay 2 C."),
        ("{shield-outline}", "shield"),
    ],
)
def test_markup_is_no_words(text: str, plain: str) -> None:
    assert plain_words(text) == plain


def test_the_theme_says_what_is_read_for_an_icon(tmp_path: Path) -> None:
    """Both where it is drawn and in the field that the text is from, which is the same text then."""
    cards = [{"id": "a", "text": "Worth 1 {alpha-c-circle}."}]
    front = '<card><text width="60">{{ text|rich }}</text></card>'
    assert said(own(tmp_path / "1", front, cards), "a")[1:] == ["f text: Worth 1 C."]
    game = own(tmp_path / "2", front, cards, theme={"icon-words": {"alpha-c-circle": "coin"}})
    assert said(game, "a")[1:] == ["f text: Worth 1 coin."]


def test_an_icon_is_named_by_what_it_shows() -> None:
    assert [icon_words(name) for name in ("ph.hand-fist-fill", "mdi6.sword-cross", "gold")] == [
        "hand fist",
        "sword cross",
        "gold",
    ]


@pytest.mark.parametrize(
    ("name", "read"),
    [
        ("mdi6.alpha-c-circle", "C"),
        ("mdi6.alpha-x-box-outline", "X"),
        ("mdi6.numeric-9-plus-box-multiple-outline", "9 plus"),
        ("ph.letter-circle-h-bold", "H"),
        ("ph.number-circle-three-fill", "three"),
        ("mdi6.alphabetical", "alphabetical"),
        ("mdi6.numeric-off", "numeric off"),
        ("alpha-c-circle", "alpha c circle"),
    ],
)
def test_a_letter_or_number_in_a_frame_is_read_as_it_is(name: str, read: str) -> None:
    assert icon_words(name) == read


def test_a_text_with_an_icon_against_a_number_is_said_once(tmp_path: Path) -> None:
    """On the face the icon stands apart; its field has it so, too, or it would seem another text."""
    cards = [{"id": "a", "text": "Pay 2{alpha-c-circle} and {shield-outline}."}]
    front = '<card><text width="60">{{ text|rich }}</text></card>'
    assert said(own(tmp_path, front, cards), "a")[1:] == ["f text: Pay 2 C and shield."]


class TestBundledGames:
    def test_words_that_the_database_does_not_hold(self) -> None:
        told = said(bundled_game("hold-the-gates"), "militia-captain")
        assert told[0] == "f name: Militia Captain"
        assert "f text: Each of your units has +1 strength this turn." in told
        assert {"f strength: 6", "f action: Rally", "f side: defender"} <= set(told)

    def test_icons_in_sentences(self) -> None:
        told = said(bundled_game("gateway"), "fishmancer", "city")
        sentence = (
            "Put 2 Beard Fish from their stack into your Army.\n+1 attack for each Beard Fish in your Army."
        )
        assert f"f says: {sentence}" in told
        assert not [line for line in told if "colours" in line or "stance" in line], "a figure is no text"

    def test_both_corners_of_a_playing_card_are_one_line(self) -> None:
        told = said(bundled_game("strongholds"), "AS")
        assert told[:2] == ["f name: Ace of Spades", "f rank: A"]
        assert len(told) == len(set(told))
