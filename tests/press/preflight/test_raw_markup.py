"""Markup in a card's text that the layout prints as it is written."""

from __future__ import annotations

from pathlib import Path

import pytest
from games import run_here, write_game

RAW = "<card><text width='60'>{{ text }}</text></card>"
RICH = "<card><text width='60'>{{ text | rich }}</text></card>"


@pytest.mark.parametrize(
    "text",
    [
        "**Haste.** Go.",
        "Costs 2 {mdi6.fire}",
        "An *old* one.",
        "***Both***",
        "Go.\nThen **stay & <wait>**.",
        "{fire}",
    ],
)
def test_it_is_told_with_a_hint_unless_the_layout_reads_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str
) -> None:
    monkeypatch.chdir(tmp_path)
    plain = {"name": "B", "text": "Plain."}
    listed = "<card><text width='60'>{{ text | join(' ') }}</text></card>"
    for command, given, front in (
        ("build", text, RAW),
        ("check", text, RAW),
        ("build", ["Plain.", text], listed),
    ):
        cards = [{"name": "A", "text": given}, plain]
        done = run_here(command, write_game(Path("g"), cards=cards, front=front))
        assert done.code == 0
        (told,) = [line for line in done.output.splitlines() if ": warning: " in line]
        place = "2:9" if given == text else "3:3"
        assert told.startswith(f"g/cards.yaml:{place}: warning: text: ")
        assert told.endswith("(card a); use {{ text | rich }} in the layout")
    cards = [{"name": "A", "text": text.replace("{fire}", "{mdi6.fire}")}, plain]
    assert "rich" not in run_here("build", write_game(Path("g"), cards=cards, front=RICH)).output


@pytest.mark.parametrize(
    "text", ["2*3*4", "a * b * c", "{3}", "** a **", "snake_*case*_", "50 % {}", "* note"]
)
def test_what_is_no_markup_is_not_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    monkeypatch.chdir(tmp_path)
    done = run_here("build", write_game(Path("g"), cards=[{"name": "A", "text": text}], front=RAW))
    assert (done.code, done.stderr) == (0, "")


def test_of_many_cards_it_is_told_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    cards = [{"name": f"C{number}", "text": f"**Go {number}**"} for number in range(30)]
    done = run_here("build", write_game(Path("g"), cards=cards, front=RAW))
    assert done.stderr.count("warning: ") == 1
    assert "(card c0 and 29 others)" in done.stderr
