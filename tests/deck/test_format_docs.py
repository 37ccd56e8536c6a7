"""docs/deck-formats.md keeps its word: its commands give what it shows, and its formats can be kept."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
from games import PROJECT, run_here, write_game

from generator.catalog.game_file import FormatFile

from .own_formats import COMPONENT

DOCS = (PROJECT / "docs" / "deck-formats.md").read_text("utf-8")
FILES = re.findall(r"^`([\w./-]+)`:\n\n```\w+\n(.*?)```", DOCS, re.DOTALL | re.MULTILINE)
SHOWN = re.findall(r"^\$ gatepress (.*)\n((?:(?!\$ |```).*\n)*)", DOCS, re.MULTILINE)
MORE = re.findall(r"^```yaml\n(format:.*?)```", DOCS, re.DOTALL | re.MULTILINE)


def test_the_commands_print_what_is_shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "grove").mkdir()
    monkeypatch.chdir(tmp_path / "grove")
    for name, text in FILES:
        Path(name).parent.mkdir(exist_ok=True)
        Path(name).write_text(text, "utf-8")
    assert len(SHOWN) > 6
    for command, shown in SHOWN:
        assert run_here(*shlex.split(command)).output == shown, command
    assert run_here("deck", "new").code == 0
    assert run_here("deck", "check", "my-deck.yaml").code == 0


def test_every_key_is_explained() -> None:
    assert re.findall(r"^\| `(\w+)` \| (?!every|what the cards|how many c)", DOCS, re.MULTILINE)[-8:] == [
        *FormatFile.KEYS
    ]


def test_the_other_formats_can_be_kept(tmp_path: Path) -> None:
    cards = "".join(
        f"- {{name: {role} {number}, role: {role}, points: {5 * number}, title: {role}{number}, "
        f"colour: {colour}, side: runner, faction: neutral, "
        f"keywords: {role} - {'Icebreaker' if number < 2 else 'Mod'}, "
        f"influence: {number % 2}, type: program, subtype: , cost: {number}}}\n"
        for role in ("leader", "troop", "scout", "monster")
        for number, colour in enumerate(("red", "blue") * 7, start=1)
    )
    assert len(MORE) == 4
    for number, text in enumerate(MORE):
        own = "class: class" in text
        component = COMPONENT + ("    deck: true\n" if own else "")
        folder = write_game(tmp_path / f"g{number}", game=f"title: G\n{text}{component}", cards=cards)
        done = run_here("deck", "build", str(tmp_path / f"{number}.yaml"), "--game", folder)
        assert done.code == 0, done.output
        assert run_here("deck", "check", str(tmp_path / f"{number}.yaml"), "--game", folder).code == 0


def test_links_lead_somewhere() -> None:
    for target in re.findall(r"\]\(([^)#]+)", DOCS):
        assert (PROJECT / "docs" / target).exists(), target
    headings = {
        re.sub(r"[^\w -]", "", line.lower()).strip().replace(" ", "-")
        for line in re.findall(r"^#+ (.*)$", DOCS, re.MULTILINE)
    }
    for anchor in re.findall(r"\]\(#([^)]+)\)", DOCS):
        assert anchor in headings
