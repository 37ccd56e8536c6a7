"""The page on rulebooks tells of every key and block that there is."""

from __future__ import annotations

import re

import pytest
from games import PROJECT

from generator.catalog.game_file import RulebookFile
from generator.catalog.keys import Part
from generator.catalog.plugins import plugin_modules
from generator.press.rulebook.blocks import FENCES
from generator.press.rulebook.book import TitleBlock
from generator.press.rulebook.fenced.card import CardBlock
from generator.press.rulebook.fenced.components import Entry
from generator.press.rulebook.fenced.example import ExampleBlock, Row, Scene, ShownCard

PAGE = (PROJECT / "docs" / "rulebooks.md").read_text("utf-8")


def section(title: str) -> str:
    return PAGE.split(f"### `{title}`\n")[1].split("\n### ")[0].split("\n## ")[0]


def test_every_key_of_game_yaml_is_told() -> None:
    table = PAGE.split("| key | value | meaning |")[1].split("\n\n")[0]
    assert set(re.findall(r"^\| `([a-z-]+)` \|", table, re.MULTILINE)) == set(RulebookFile.KEYS)


def test_every_block_has_its_section() -> None:
    blocks = {*plugin_modules(FENCES), "title", "cover"}
    assert set(re.findall(r"^### `([a-z]+)`", PAGE, re.MULTILINE)) == blocks


@pytest.mark.parametrize(
    ("title", "part"),
    [
        ("card", CardBlock),
        ("components", Entry),
        ("title", TitleBlock),
        *(("example", part) for part in (ExampleBlock, Scene, Row, ShownCard)),
    ],
)
def test_every_key_of_a_block_is_told(title: str, part: type[Part]) -> None:
    told = section(title)
    assert [name for name in part.KEYS if not re.search(rf"\b{name}:|`{name}`", told)] == []
