"""Exports that several processes share."""

from __future__ import annotations

import hashlib
from collections.abc import Collection
from pathlib import Path

import pytest
from games import run_here, write_game

from generator.catalog.problems import InputError
from generator.export import crew
from generator.export.crew import share

FADED = """\
<card>
<rect width="30" height="30" fill="#c02020" opacity="0.5"/>
<text x="6" y="20" width="50">{{ name }}</text>
</card>
"""


@pytest.mark.slow
@pytest.mark.usefixtures("here")
@pytest.mark.parametrize("target", ["png", "pdfx", "mpc"])
def test_the_same_bytes_however_many_processes_work(target: str, monkeypatch: pytest.MonkeyPatch) -> None:
    cards = [{"id": f"c{number}", "name": f"Card {number}"} for number in range(20)]
    write_game(Path("g"), cards=cards, front=FADED, back=FADED.replace("{{ name }}", "back"))
    found = []
    for count in (1, 3):

        def number(pixels: Collection[int], most: int = count) -> int:
            return min(most, len(pixels))

        monkeypatch.setattr(crew, "sensible_number", number)
        out = f"out-{count}"
        done = run_here("export", "g", "--to", target, "--out", out)
        assert done.code == 0, done.output
        files = [path for path in sorted(Path(out).rglob("*")) if path.is_file()]
        found.append(
            [(path.relative_to(out), hashlib.sha256(path.read_bytes()).hexdigest()) for path in files]
        )
    assert found[0] == found[1]
    assert found[0]


def half(number: int) -> int:
    if number % 2:
        raise InputError(f"{number} is odd", hint="take another")
    return number // 2


@pytest.mark.slow
def test_what_one_process_refuses_is_raised(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(crew, "sensible_number", lambda _: 2)
    assert share(half, [2, 4, 6, 8], lambda _: 1) == [1, 2, 3, 4]
    with pytest.raises(InputError, match="5 is odd") as raised:
        share(half, [2, 4, 5, 8], lambda _: 1)
    assert raised.value.hint == "take another"
