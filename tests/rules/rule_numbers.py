"""A bundled game with another number under `rules:` in its game.yaml, and every place that tells it.

A game's ``test_numbers.py`` has a table with a :class:`Told` for each number: the value that it is changed
to, and the sentences that must tell the new value and that the game as it stands does not say. Play
must change too: by default random games are compared, for numbers that these hardly meet ``play`` asks
something else.

    TABLE = {
        "hand": Told(6, rulebook=("draw 6 cards",), faces={"aids": ("Draw 6 cards.",)}),
        "kings_army": Told(9, play=points_of_the_kings_army, rulebook=("9 points",)),
    }

``test_numbers.py`` beside this file goes through the tables of all games.
"""

from __future__ import annotations

import hashlib
import html
import io
import json
import re
import shutil
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property
from pathlib import Path
from typing import Any

import yaml
from games import PROJECT
from printed import component_of, renderer_of

from generator.catalog.load import load_game
from generator.catalog.models import Game as Database
from generator.catalog.problems import Place, Problems
from generator.layout.elements.base import Element
from generator.layout.elements.text import Text
from generator.layout.faces import FaceRenderer, game_values
from generator.layout.sandbox import Sandbox
from generator.layout.templates import Templates
from generator.press.rulebook.manuscript import BookLoader, read_manuscript
from generator.press.rulebook.manuscript import Database as RulebookDatabase
from generator.rules import Game, IllegalMove, Shuffler
from generator.rules.loading import rules_for
from generator.rules.terminal import Display, display_for

GAMES = 6
"""Random games that are compared; each takes some milliseconds."""
WIDTH = 100
"""Columns of the terminal that is drawn."""
PAGE = {"width": 148.0, "height": 210.0, "inner": 124.0, "column": 60.0}
"""What a rulebook's text may ask of its page; no sentence depends on it."""


class Edition:
    """A game by the files of a folder: what is played, and what is told of it."""

    def __init__(self, folder: Path) -> None:
        problems = Problems()
        database = load_game(folder, problems)
        assert database is not None, "\n".join(map(str, problems))
        game = None if problems.has_errors else rules_for(database, problems)
        assert game is not None, "\n".join(map(str, problems))
        self.database: Database = database
        self.game: Game = game
        self._faces: dict[str, str] = {}

    @cached_property
    def _renderer(self) -> FaceRenderer:
        return renderer_of(self.database)

    @cached_property
    def display(self) -> Display:
        """What the game looks like at the terminal."""
        return display_for(self.game, self.database)

    def play(self) -> str:
        """Stands for some random games: their positions, legal moves and results."""
        return self._play

    @cached_property
    def _play(self) -> str:
        digest = hashlib.sha256()
        setups = self.game.setups()
        for seed in range(GAMES):
            chance = Shuffler(1000 + seed)
            state = self.game.start(seed, **setups[seed % len(setups)])
            while state.player is not None:
                moves = state.legal()
                digest.update(json.dumps([state.to_dict(), [state.text(move) for move in moves]]).encode())
                state.apply(moves[chance.below(len(moves))])
            digest.update(repr(state.result()).encode())
        return digest.hexdigest()

    def rulebook(self) -> str:
        """The rulebook's text, without marks and with single spaces."""
        return self._rulebook

    @cached_property
    def _rulebook(self) -> str:
        return plain(re.sub(r"<[^>]*>", " ", self.markdown))

    def scenes(self) -> list[dict[str, Any]]:
        """The pictures of the rulebook's example, as written in it with all numbers filled in."""
        found = re.findall(r"^```example\b[^\n]*\n(.*?)^```", self.markdown, re.MULTILINE | re.DOTALL)
        return [scene for block in found for scene in yaml.safe_load(html.unescape(block))["scenes"]]

    @cached_property
    def markdown(self) -> str:
        """The rulebook's text as it is set."""
        game, book = self.database, self.database.rulebook
        assert book is not None
        cards = RulebookDatabase(game)
        asked = {
            "card": cards.card,
            "cards": cards.cards,
            "lists": cards.lists,
            "count": cards.count,
            "page": PAGE,
            "low_ink": False,
        }
        values = {**game_values(game, self._renderer.theme), **asked}
        loader = BookLoader(game.folder, game.layout_folders)
        templates = Templates(loader, Sandbox(loader))
        return read_manuscript(templates, book.text, Place(book.text), values).text

    def faces(self, component_id: str) -> str:
        """All words on both sides of a component's cards, with single spaces."""
        if component_id not in self._faces:
            self._faces[component_id] = self._read_faces(component_id)
        return self._faces[component_id]

    def _read_faces(self, component_id: str) -> str:
        component = component_of(self.database, component_id)
        found: list[str] = []
        for cards in component.sets:
            for number, card in enumerate(cards.cards, 1):
                for side in ("front", "back") if component.back else ("front",):
                    face = self._renderer.face(component, cards, card, side, number)  # type: ignore[arg-type]
                    assert face is not None, "\n".join(map(str, self._renderer.problems))
                    found += [_words(text) for text in _texts(face.root)]
        return plain(" ".join(found))

    def screen(self, position: Mapping[str, Any], seat: int | None = None) -> str:
        """The words on the terminal for the seat that decides in a position, or for another seat."""
        from rich.console import Console

        state = self.game.from_dict({"game": self.game.name, **position})
        view = state.view(state.player or 0 if seat is None else seat)
        out = io.StringIO()
        Console(file=out, width=WIDTH, color_system=None).print(*self.display.draw(view, WIDTH), sep="\n")
        return plain(out.getvalue())

    def examples(self) -> str:
        """How moves are written and what they do, as ``rules`` tells it at the terminal."""
        return plain(" ".join(f"{example} {meaning}" for example, meaning in self.display.examples))

    def reason(self, position: Mapping[str, Any], words: str) -> str:
        """Why a move is illegal in a position; nothing if it is legal."""
        state = self.game.from_dict({"game": self.game.name, **position})
        try:
            state.play(words)
        except IllegalMove as illegal:
            return str(illegal)
        return ""


@dataclass(frozen=True)
class Told:
    """What becomes of a number, and where the new value must be told."""

    value: int | float
    also: Mapping[str, int | float] = field(default_factory=dict)
    """Other numbers that must change along, or the game could not be played."""
    play: Callable[[Edition], object] = Edition.play
    """What differs in play."""
    rulebook: tuple[str, ...] = ()
    """Passages of the rulebook with the new value."""
    faces: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Passages on a component's cards with the new value: reference cards, boards, play mats."""
    says: tuple[tuple[Callable[[Edition], str], str], ...] = ()
    """Who else is asked (a reason against a move, the terminal), and a passage of the answer."""


@cache
def standing(name: str) -> Edition:
    """The bundled game as it stands."""
    return Edition(PROJECT / "cards" / name)


def numbers(name: str) -> dict[str, int | float]:
    """Every number under `rules:` of a bundled game, by the keys that lead to it: ``royals.K.health``."""
    return dict(_numbers(yaml.safe_load(_game_file(PROJECT / "cards" / name))["rules"], ()))


def changed(name: str, folder: Path, values: Mapping[str, int | float]) -> Edition:
    """The bundled game with other numbers, written into a folder, in place of a copy that is there."""
    copy = folder / "cards" / name
    if copy.exists():
        shutil.rmtree(copy)
    shutil.copytree(PROJECT / "cards" / name, copy)
    if not (folder / "layouts").exists():
        (folder / "layouts").symlink_to(PROJECT / "layouts", target_is_directory=True)
    content = yaml.load(_game_file(copy), yaml.CSafeLoader)
    for path, value in values.items():
        *way, last = path.split(".")
        inner = content["rules"]
        for step in way:
            inner = inner[_step(inner, step)]
        inner[_step(inner, last)] = value
    (copy / "game.yaml").write_text(yaml.safe_dump(content, sort_keys=False, allow_unicode=True), "utf-8")
    return Edition(copy)


def check_number(name: str, path: str, told: Told, folder: Path) -> None:
    """Changes a number: play must change, and every passage must tell the new value.

    ``folder``: best the same for all numbers, since templates are compiled once for each place they lie in.
    """
    before, after = standing(name), changed(name, folder, {path: told.value, **told.also})
    assert told.play(after) != told.play(before), f"nothing in play notices rules.{path}"
    places = [(Edition.rulebook, passage) for passage in told.rulebook]
    for component, passages in told.faces.items():
        places += [(_faces_of(component), passage) for passage in passages]
    places += told.says
    assert places, f"nothing is asked for that tells rules.{path}"
    for ask, passage in places:
        assert plain(passage) not in plain(ask(before)), f"said before rules.{path} was changed: {passage}"
        assert plain(passage) in plain(ask(after)), f"{passage!r} is not in: {ask(after)}"


def plain(text: str) -> str:
    """Words with single spaces, without marks and with typewriter quotes."""
    text = re.sub(r"[*_`{}\u00ad]", "", text).translate(str.maketrans("\u00a0\u202f’“”", '  \'""'))
    return " ".join(text.split())


def _faces_of(component: str) -> Callable[[Edition], str]:
    return lambda edition: edition.faces(component)


def _numbers(value: object, way: tuple[str, ...]) -> Iterator[tuple[str, int | float]]:
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for step, below in inner:
        yield from _numbers(below, (*way, str(step)))
    if isinstance(value, int | float) and not isinstance(value, bool):
        yield ".".join(way), value


def _step(holder: object, step: str) -> str | int:
    """The key as the YAML has it: a place in a list, or a number that stands as a key."""
    if isinstance(holder, list):
        return int(step)
    assert isinstance(holder, dict)
    return next(key for key in holder if str(key) == step)


def _game_file(folder: Path) -> str:
    return (folder / "game.yaml").read_text("utf-8")


def _texts(root: Element) -> Iterator[Text]:
    for element in getattr(root, "children", ()):
        if isinstance(element, Text):
            yield element
        yield from _texts(element)


def _words(text: Text) -> str:
    return " ".join("".join(piece.text for piece in span.pieces) for span in text.block.spans)
