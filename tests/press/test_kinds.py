"""Kinds of components, findings and fenced blocks are files found by their names; nothing lists them."""

from __future__ import annotations

from pathlib import Path

import pytest
from games import write_game

from generator.catalog.game_file import COMPONENT_KINDS
from generator.catalog.load import load_game
from generator.catalog.plugins import find_plugin, plugin_modules
from generator.catalog.problems import Problems
from generator.press import kinds
from generator.press.kinds import ComponentKind, component_kind
from generator.press.preflight.inspector import FINDINGS
from generator.press.rulebook.blocks import FENCES


@pytest.mark.parametrize("name", COMPONENT_KINDS)
def test_every_kind_that_game_yaml_may_name_is_a_file(name: str) -> None:
    assert isinstance(component_kind(name), ComponentKind)


def test_every_file_is_a_kind_that_game_yaml_may_name() -> None:
    assert set(plugin_modules(kinds.__name__)) == set(COMPONENT_KINDS) == {"board", "box", "cards", "tokens"}


@pytest.mark.parametrize(
    ("package", "entry"), [(FINDINGS, "find"), (FENCES, "render"), (kinds.__name__, "KIND")]
)
def test_every_file_of_a_registry_has_its_entry(package: str, entry: str) -> None:
    names = list(plugin_modules(package))
    assert len(names) >= 4
    assert [name for name in names if not hasattr(find_plugin(package, name), entry)] == []


def test_an_unknown_setting_is_told_where_it_stands(tmp_path: Path) -> None:
    """The words that a setting may be are part of its description, so that game.yaml is checked at once."""
    game = write_game(tmp_path, component={"press": {"backs": "duplex", "marks": "lines"}})
    problems = Problems()
    assert load_game(game, problems) is None or problems.has_errors
    (told,) = (str(problem) for problem in problems)
    assert "press.backs: expected one of none, duplex-long, duplex-short, gutterfold; got 'duplex'" in told
    assert "game.yaml:" in told
