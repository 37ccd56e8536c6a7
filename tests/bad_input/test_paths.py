"""Paths that leave the game's folder: upwards, absolute, and through a symbolic link."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest
from games import run_here, write_game

from .conftest import Refuse, check_refused
from .test_pictures import png, svg

GAME = """\
title: Tiny
components:
  cards:
    size: poker
    cards: {cards}
    front: {front}
    safe: 0
    press: {{backs: none}}
"""
CARD = "g/layouts/card.xml.j2:2"


def game(cards: str = "cards.yaml", front: str = "card.xml.j2") -> dict[str, Any]:
    return {"game": GAME.format(cards=cards, front=front)}


def layout(line: str) -> dict[str, Any]:
    return {"front": f"<card>\n{line}\n</card>"}


def font(name: str) -> dict[str, Any]:
    return {"theme": f"fonts:\n  body: {name}\n"}


def image(name: str) -> dict[str, Any]:
    return layout(f"<image href='{name}' width='1' height='1'/>")


@pytest.mark.parametrize(
    ("described", "told"),
    [
        (
            game(cards="../cards.yaml"),
            "g/game.yaml:5:12: error: cards: the path '../cards.yaml' leaves the game's folder",
        ),
        (
            game(cards="../*.yaml"),
            "g/game.yaml:5:12: error: cards: the path '../*.yaml' leaves the game's folder",
        ),
        (
            game(cards="/etc/passwd"),
            "g/game.yaml:5:12: error: cards: the path '/etc/passwd' is not relative to the game's folder",
        ),
        (
            game(front="../card.j2"),
            "g/game.yaml:6:12: error: components.cards.front: the path '../card.j2' leaves the game's folder",
        ),
        (
            game(front="/etc/passwd"),
            "g/game.yaml:6:12: error: components.cards.front: "
            "the path '/etc/passwd' is not relative to the game's folder",
        ),
        (
            image("../../x.png"),
            f"{CARD}:1: error: <image href>: the path '../../x.png' leaves the game's folder",
        ),
        (
            image("/etc/passwd"),
            f"{CARD}:1: error: <image href>: the path '/etc/passwd' is not relative to the game's folder",
        ),
        (
            image("C:/x.png"),
            f"{CARD}:1: error: <image href>: the path 'C:/x.png' is not relative to the game's folder",
        ),
        (
            font("../A.ttf"),
            "g/layouts/theme.yaml:2:9: error: fonts.body: the path '../A.ttf' leaves the game's folder",
        ),
        (
            font("/A.ttf"),
            "g/layouts/theme.yaml:2:9: error: fonts.body: the path '/A.ttf' is not relative to "
            "the game's folder",
        ),
        (layout("{% include '../x.j2' %}"), f"{CARD}: error: no template named '../x.j2'"),
        (layout("{% include '/etc/passwd' %}"), f"{CARD}: error: no template named '/etc/passwd'"),
        (layout("<icon name='../x' width='1' height='1'/>"), f"{CARD}:1: error: <icon name>: no icon '../x'"),
        (
            layout("<icon name='/etc/x' width='1' height='1'/>"),
            f"{CARD}:1: error: <icon name>: no icon '/etc/x'",
        ),
    ],
)
def test_a_path_that_leaves_the_game(refuse: Refuse, described: Mapping[str, Any], told: str) -> None:
    (found,) = refuse(**described)
    assert found.startswith(told)


SECRETS: Mapping[str, bytes] = {
    "cards": b"- name: Spy\n",
    "template": b"<rect width='1' height='1'/>",
    "picture": png(),
    "icon": svg('<path d="M0 0H1V1Z"/>'),
    "font": b"",
}


@pytest.mark.parametrize(
    ("kind", "link", "described", "place"),
    [
        ("cards", "cards.yaml", game(), "g/game.yaml:5:12: "),
        ("template", "layouts/spy.j2", layout("{% include 'spy.j2' %}"), f"{CARD}: error: "),
        ("template", "layouts/Spy", layout("{% include 'S' ~ 'py' %}"), f"{CARD}: error: "),
        ("template", "layouts/spy.j2", game(front="spy.j2"), "g/game.yaml:6:12: "),
        ("picture", "art/spy.png", image("spy.png"), f"{CARD}:1: error: <image href>: "),
        (
            "icon",
            "icons/spy.svg",
            layout("<icon name='spy' width='1' height='1'/>"),
            f"{CARD}:1: error: <icon name>: ",
        ),
        ("font", "fonts/spy.ttf", font("spy.ttf"), "g/layouts/theme.yaml:2:9: error: fonts.body: "),
    ],
)
def test_a_link_that_leaves_the_game(
    tmp_path: Path, out: Path, kind: str, link: str, described: Mapping[str, Any], place: str
) -> None:
    (tmp_path / "secret").write_bytes(SECRETS[kind])
    folder = write_game(tmp_path / "g", **described)
    path = folder / link
    path.parent.mkdir(exist_ok=True)
    path.unlink(missing_ok=True)
    path.symlink_to(tmp_path / "secret")
    result = run_here("build", folder, "--out", "out")
    check_refused(result, out)
    (told,) = result.problems
    assert told.startswith(place)
    assert "leaves the game's folder through a link" in told


def test_a_link_inside_the_game_is_fine(tmp_path: Path) -> None:
    folder = write_game(tmp_path / "g", **image("alias.png"), files={"art/knight.png": png()})
    (folder / "art/alias.png").symlink_to("knight.png")
    assert run_here("build", folder, "--out", tmp_path / "out").code == 0


@pytest.mark.skipif(os.name == "nt", reason="named pipes are of Unix")
@pytest.mark.parametrize(("where", "described"), [("cards.yaml", game()), ("art/a.png", image("a.png"))])
def test_a_pipe_is_not_waited_for(
    tmp_path: Path, out: Path, where: str, described: Mapping[str, Any]
) -> None:
    folder = write_game(tmp_path / "g", **described)
    (folder / where).parent.mkdir(exist_ok=True)
    (folder / where).unlink(missing_ok=True)
    make_pipe: Callable[[Path], None] = os.mkfifo
    make_pipe(folder / where)
    check_refused(run_here("build", folder, "--out", "out"), out)
