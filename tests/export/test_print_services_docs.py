"""What docs/print-services.md says is so."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from games import PROJECT, run_here

from generator.export.services.product import NEAR, PIXEL, Product
from generator.export.targets.mpc import BRACKETS, MAKE_PLAYING_CARDS
from generator.export.targets.tgc import THE_GAME_CRAFTER

PAGE = (PROJECT / "docs" / "print-services.md").read_text("utf-8")


@pytest.fixture
def guild(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, text in re.findall(r"^`([\w./-]+)`:\n\n```\w+\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, "utf-8")
    monkeypatch.chdir(tmp_path)


@pytest.mark.usefixtures("guild")
def test_the_commands_print_what_the_page_says() -> None:
    shown = re.findall(r"^```console\n\$ gatepress (.*?)\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    assert len(shown) == 3
    for command, output in shown:
        done = run_here(*command.split())
        assert (done.code, done.stdout) == (0, output)


def row(product: Product) -> str:
    (across, down), (left, top) = product.canvas, product.cut
    cells = f"`{product.id}`", product.kinds[0], product.size, f"{across} × {down}", f"{left:.1f}, {top:.1f}"
    return f"| {' | '.join(cells)} |"


def test_the_tables_are_those_of_the_code() -> None:
    tables = re.findall(r"^\| product .*\n\|[-|]+\n((?:\|.*\n)+)", PAGE, re.MULTILINE)
    services = THE_GAME_CRAFTER, MAKE_PLAYING_CARDS
    assert [table.splitlines() for table in tables] == [
        [row(product) for product in service.products] for service in services
    ]


def test_the_figures_are_those_of_the_code() -> None:
    assert f"off by more than {NEAR:g} mm" in PAGE
    assert f"more than {BRACKETS[-1]} cards are refused" in PAGE.replace("More", "more")
    poker = THE_GAME_CRAFTER.products[0]
    assert f"{(poker.safe - poker.cut[0]) * PIXEL:.3f} mm inside the trim" in PAGE.replace("\n  ", " ")
    assert len({product.safe for product in THE_GAME_CRAFTER.products}) == 1
