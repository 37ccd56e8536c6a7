"""``docs/engine.md`` keeps its word: its examples run, and it names every check and option."""

from __future__ import annotations

import doctest
import inspect
import re
from typing import Any

import pytest
from games import PROJECT, run_here

from generator.rules import Game, State, load, protocol
from generator.rules.conformance import check_names

DOCS = (PROJECT / "docs" / "engine.md").read_text("utf-8")
EXAMPLES = re.findall(r"^```python\n(.*?)```", DOCS, re.DOTALL | re.MULTILINE)
ROWS = re.findall(r"^\| (`.*?) \|", DOCS, re.MULTILINE)
NAMES = {name for row in ROWS for name in re.findall(r"`(?:--)?([a-z_]+)", row)}


def test_the_examples_of_the_protocol_run() -> None:
    done = doctest.testmod(protocol, extraglobs={"load": load})
    assert done.attempted
    assert not done.failed


@pytest.mark.slow
def test_the_examples_run_one_after_the_other(capsys: pytest.CaptureFixture[str]) -> None:
    shared: dict[str, Any] = {}
    told = []
    for example in EXAMPLES:
        exec(example, shared)
        told.append(capsys.readouterr().out)
    played, refused, checked, *fields = told
    assert fields == ["", ""]  # they hold what they assert
    assert len(EXAMPLES[0].splitlines()) == 10
    assert re.match(r"1 0 (deploy|action) ", played)
    assert "held out" in played or "has fallen" in played
    assert refused.strip() in EXAMPLES[1]
    assert checked.startswith("Hold the Gates!: 20 games, ")


def test_every_check_is_told() -> None:
    _, _, checks = DOCS.partition("| check | what holds |")
    assert tuple(re.findall(r"^\| `([a-z]+)` \|", checks, re.MULTILINE)) == check_names()


def test_every_option_is_told() -> None:
    helped = re.findall(r"^ +(--[a-z]+) ", run_here("rules", "check", "--help").stdout, re.MULTILINE)
    told = re.findall(r"^\| `(--[a-z]+)` \|", DOCS, re.MULTILINE)
    assert sorted(told) == sorted(helped)


@pytest.mark.parametrize("kind", [Game, State])
def test_everything_that_a_game_fills_in_is_told(kind: type) -> None:
    ours = {
        name
        for name, member in vars(kind).items()
        if inspect.isfunction(member) and "raise NotImplementedError" in inspect.getsource(member)
    }
    # The two that only the protocol itself calls, or that `play` answers with, are told in the text.
    assert ours - NAMES <= {"begin", "why_not"}
