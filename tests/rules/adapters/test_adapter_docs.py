"""``docs/adapters.md`` keeps its word: its examples run."""

from __future__ import annotations

import re

import pytest
from games import PROJECT

from generator.rules.adapters import openspiel
from generator.rules.adapters.encoding import SIZE
from rules.solved.test_solved import VALUES

DOCS = (PROJECT / "docs" / "adapters.md").read_text("utf-8")
EXAMPLES = re.findall(r"^```python\n(.*?)```", DOCS, re.DOTALL | re.MULTILINE)


def test_the_examples_run(capsys: pytest.CaptureFixture[str]) -> None:
    told = []
    for example in EXAMPLES:
        exec(example, {})
        told.append(capsys.readouterr().out.splitlines())
    played, agents = told
    assert {"done", "pass"} & set(played)
    assert re.fullmatch(r"\[-?\d.*\]", played[-1])
    assert re.fullmatch(r"(seat_[01] \d+\.0 ?)+", " ".join(agents))
    assert {line[:6] for line in agents[-2:]} == {"seat_0", "seat_1"}


def test_every_parameter_is_told_with_its_default() -> None:
    told = dict(re.findall(r"^\| `([a-z]+)` \| (\d+) \|", DOCS, re.MULTILINE))
    assert told == {"deals": str(openspiel.DEALS), "seed": "0", "tensor": str(SIZE)}


def test_the_values_are_those_that_are_solved() -> None:
    told = re.findall(r"^\| .* \| (-?\d[\d/.]*) \|$", DOCS.partition("| value |")[2], re.MULTILINE)
    assert told[:3] == [str(VALUES[name]) for name in ("one round", "back to the wall", "last two turns")]
