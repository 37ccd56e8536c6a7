"""What follows from an error is not told beside it: one mistake, one line."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from games import run_here, write_game

CARDS = [{"name": f"C{number}"} for number in range(100)]
INK = (
    "<card><rect x='-3' y='-3' width='70' height='6' fill='ink'/>"
    "<rect y='3' width='9' height='3' fill='linear(0, ink, black)'/>"
    "<text x='5' y='12' width='50' font='hero' fill='{{ theme.palette.ink }}'>{{ name }}</text></card>"
)
HERO = {"hero": "source-sans"}
BOOK = "# One\n\n{{ card('knight').name }} {{ count('cards') }}\n\n```card\nshow: knight\n```\n"


def book(text: str = BOOK, **component: Any) -> dict[str, Any]:
    described = {
        "size": "poker",
        "cards": "cards.yaml",
        "front": "card.xml.j2",
        "safe": 0,
        "press": {"backs": "none"},
        **component,
    }
    game = {"title": "Tiny", "rulebook": {"text": "r.md"}, "components": {"cards": described}}
    return {"game": game, "files": {"r.md": text}}


def themed(theme: object, files: Mapping[str, str] | None = None) -> dict[str, Any]:
    component = {"size": "poker", "cards": "cards.yaml", "front": "card.xml.j2", "press": {"backs": "none"}}
    game = {"title": "Tiny", "theme": theme, "components": {"cards": component}}
    return {"game": game, "cards": CARDS, "front": INK, "files": files or {}}


GAMES: Mapping[str, tuple[dict[str, Any], str]] = {
    "a colour": ({"theme": {"palette": {"ink": "bluee"}, "fonts": HERO}}, "palette.ink"),
    "a colour that others stand for": (
        {"theme": {"palette": {"base": "bluee", "ink": "base"}, "fonts": HERO}},
        "palette.base",
    ),
    "a palette": ({"theme": {"palette": ["ink"], "fonts": HERO}}, "palette: expected a mapping"),
    "a font": ({"theme": {"palette": {"ink": "#222222"}, "fonts": {"hero": "nofont"}}}, "fonts.hero"),
    "the fonts": ({"theme": {"palette": {"ink": "#222222"}, "fonts": [1]}}, "fonts: expected a mapping"),
    "a theme that is no YAML": ({"theme": "palette: [\n"}, "theme.yaml"),
    "a theme that is a list": ({"theme": "- ink\n"}, "a theme is a mapping"),
    "a theme that is missing": (themed("nowhere.yaml"), "no file named 'nowhere.yaml'"),
    "a theme that is no file name": (themed(5), "theme: expected a file name"),
    "an icon pack": (
        {
            "theme": {"icons": "mdi7"},
            "front": "<card><icon name='sword' width='5' height='5'/></card>",
        },
        "no icon pack 'mdi7'",
    ),
    "a type of field": (
        {
            "component": {"fields": {"name": "text", "power": "integer", "count": "number"}},
            "cards": [{"name": "A", "power": "x", "count": 2.5}],
        },
        "fields.power.type",
    ),
    "a type of field, and a rulebook": (book(fields={"name": "text", "power": "integer"}), "power.type"),
    "a template": ({"component": {"front": "nope.j2"}}, "no template named 'nope.j2'"),
    "a template, and a rulebook": (book(front="nope.j2"), "no template named 'nope.j2'"),
    "a picture that cannot be read": (
        {
            "cards": [{"name": f"C{number}", "art": "x.png"} for number in range(100)],
            "front": "<card><image href='{{ art }}' width='9' height='9'/></card>",
            "back": "<card>\n<image href='x.png' width='9' height='9'/></card>",
            "files": {"art/x.png": "text"},
        },
        "(card c0 and 99 others)",
    ),
    "a card list": ({"cards": "- name: [\n"}, "a bracket is not closed"),
    "a card list, and a rulebook": ({**book(), "cards": "- name: [\n"}, "a bracket is not closed"),
    "a card list that is missing": ({"component": {"cards": "nope.yaml"}}, "no file named 'nope.yaml'"),
    "a card, and a rulebook": (
        {**book(fields={"name": "text", "power": "whole"}), "cards": [{"name": "Knight", "power": "x"}]},
        "expected a whole number",
    ),
    "a size, and a rulebook": (book(size="pokr"), "unknown size 'pokr'"),
    "a face, and a rulebook": ({**book(), "front": "<card><rect width='1'/></card>"}, "<rect> needs"),
    "a card list, and a box for it": (
        {
            "game": {
                "title": "Tiny",
                "components": {
                    "cards": {"size": "poker", "cards": "cards.yaml", "front": "card.xml.j2"},
                    "box": {
                        "kind": "box",
                        "holds": {"component": "cards"},
                        "cards": [{"name": "A"}],
                        "front": "card.xml.j2",
                    },
                },
            },
            "cards": "- name: [\n",
        },
        "a bracket is not closed",
    ),
    "a macro of many layouts": (
        {
            "cards": CARDS,
            "front": "{% from 'm.j2' import m %}<card>{{ m() }}</card>",
            "back": "{% from 'm.j2' import m %}<card>{{ m() }}</card>",
            "files": {"layouts/m.j2": "{% macro m() %}{{ nope() }}{% endmacro %}"},
        },
        "`nope` is not defined here",
    ),
}


@pytest.mark.parametrize(("game", "told"), GAMES.values(), ids=GAMES)
def test_one_mistake_is_one_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, game: dict[str, Any], told: str
) -> None:
    monkeypatch.chdir(tmp_path)
    if "theme" in game and "front" not in game:
        game = {"cards": CARDS, "front": INK, **game}
    write_game(Path("g"), **game)
    for command in ("build", "check"):
        done = run_here(command, "g")
        assert done.code == 1
        assert "1 error, 0 warnings" in done.output
        (error,) = [line for line in done.output.splitlines() if ": error: " in line]
        assert told in error


@pytest.mark.parametrize("fields", [None, {"name": "text", "art": "image"}])
def test_a_picture_that_a_hundred_cards_miss_is_one_warning(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fields: object
) -> None:
    """The card list, fronts and backs all name it."""
    monkeypatch.chdir(tmp_path)
    write_game(
        Path("g"),
        cards=[{"name": f"C{number}", "art": "x.png"} for number in range(100)],
        front="<card><image href='{{ art }}' width='9' height='9'/></card>",
        back="<card><image href='x.png' width='9' height='9'/></card>",
        component={"fields": fields} if fields else None,
    )
    for command in ("build", "check"):
        done = run_here(command, "g")
        assert done.code == 0
        assert "0 errors, 1 warning" in done.output
        assert "no file named 'x.png' in g" in done.output
        assert "(card c0 and 99 others)" in done.output


def test_a_deck_that_could_not_be_read_whole_is_not_judged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It would be short of the points of the card that is wrong."""
    monkeypatch.chdir(tmp_path)
    rules = {"points": 2, "cards": ["minion"], "power": {"min": 1, "max": 1}}
    component = {
        "size": "poker",
        "cards": "cards.yaml",
        "front": "card.xml.j2",
        "deck": True,
        "safe": 0,
        "press": {"backs": "none"},
        "fields": {"name": "text", "class": "text", "power": "whole"},
    }
    cards = [{"name": "A", "class": "minion", "power": 1}, {"name": "B", "class": "minion", "power": "x"}]
    game = {"title": "Tiny", "rules": rules, "components": {"cards": component}}
    write_game(Path("g"), game=game, cards=cards)
    done = run_here("build", "g")
    assert "expected a whole number, got 'x'" in done.stderr
    assert "not a legal deck" not in done.stderr


def test_what_does_not_follow_is_told_beside_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    front = INK.replace("</card>", "\n<rect width='1' height='1' fill='inkk'/>\n<circel/></card>")
    theme = {"palette": {"ink": "bluee"}, "fonts": HERO}
    told = run_here("build", write_game(Path("g"), theme=theme, front=front)).problems
    assert [line.partition("error: ")[2].split(" (card")[0] for line in told] == [
        "<rect fill>: no colour 'inkk'",
        "unknown element <circel>",
        "palette.ink: no colour 'bluee'; did you mean `blue`?",
    ]
