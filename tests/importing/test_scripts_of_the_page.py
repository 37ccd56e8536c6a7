"""The scripts that the page for newcomers shows become, imported, the deck that it shows beside them."""

from __future__ import annotations

import re
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image

from importing.imported import import_file
from tests.docs_pictures import DOCS, blocks

PAGE = (DOCS / "coming-from.md").read_text("utf-8")
FILES = {Path(block.file).name: block.text.encode() for block in blocks(PAGE) if block.file}


def coin() -> bytes:
    data = BytesIO()
    Image.new("RGB", (40, 40), "gold").save(data, "PNG")
    return data.getvalue()


@pytest.mark.parametrize(("tool", "suffix"), [("Squib", "rb"), ("nanDECK", "txt"), ("protograf", "py")])
def test_the_deck_is_the_same_in_all_tools(tool: str, suffix: str, tmp_path: Path) -> None:
    found = re.search(rf"^## {tool}\n+```\w+\n(.*?)```", PAGE, re.DOTALL | re.MULTILINE)
    assert found is not None
    beside = {"goods.csv": FILES["goods.csv"], "coin.svg": FILES["coin.svg"], "coin.png": coin()}
    made = import_file(tmp_path, f"deck.{suffix}", found[1], beside=beside)
    assert made.findings == []
    assert made.size("deck") == (63.5, 88.9)
    assert {name: card.copies for name, card in made.cards().items()} == {"Salt": 6, "Amber": 2, "Wool": 4}
    text = "Never spoils. Worth 1 {coin} more in winter."
    shown = text if tool == "protograf" else text.replace("{coin} ", "")
    assert made.words("Salt") == ["Salt", "1", shown]
    assert "fill" in made.layout("deck.xml.j2").splitlines()[1]
