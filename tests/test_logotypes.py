"""Each game's logotype and faces: on the backs of its cards, on its box and on its rulebook."""

from __future__ import annotations

import re
from pathlib import Path

import pikepdf
import pytest
from games import run_here

GAMES = {
    "battle-gate": ("blanks", "tuck-box", "Cinzel-900", {"Vollkorn-700"}),
    "gateway": ("helpers", "box-foes", "Marcellus", {"AlegreyaSans-Medium"}),
    "hold-the-gates": ("cards", "box", "Rowdies-Bold", {"Bitter-400"}),
    "hold-the-line": ("troops", "tuck-box", "BlackOpsOne-Regular", {"Barlow-Regular"}),
    "strongholds": ("reference", "tuck-box", "BodoniModa-900", {"SourceSerifPro-Regular"}),
}
"""Of each: cards with backs, a box, the face of its logotype, and one of its texts."""


def fonts(page: pikepdf.Page) -> set[str]:
    """The names of the fonts that a page may set text in, all of which are embedded."""
    found: set[str] = set()
    for font in dict(page.obj.Resources.get("/Font", {})).values():
        (descendant,) = font.DescendantFonts
        assert {"/FontFile2", "/FontFile3"} & set(descendant.FontDescriptor.keys())
        found.add(re.sub(r"^/[A-Z]{6}\+", "", str(font.BaseFont)))
    return found


@pytest.mark.slow
@pytest.mark.usefixtures("kept_sheets")
@pytest.mark.parametrize(("game", "more"), [*((game, ()) for game in GAMES), ("gateway", ("--low-ink",))])
def test_the_logotype_is_on_backs_box_and_rulebook(tmp_path: Path, game: str, more: tuple[str, ...]) -> None:
    cards, box, logo, texts = GAMES[game]
    back_of = "deck" if game == "strongholds" else cards
    only = [part for name in (cards, back_of, box, "rulebook") for part in ("--only", name)]
    done = run_here("build", game, *only, "--form", "pod", "--out", tmp_path, *more)
    assert done.code == 0, done.output
    assert done.stderr == ""
    files = {path.name: path for path in (tmp_path / game).glob("*.pdf")}
    found: set[str] = set()
    for part in (back_of, box, "rulebook"):
        (name,) = (name for name in files if name.startswith(part))
        with pikepdf.open(files[name]) as pdf:
            page = pdf.pages[1] if part == back_of else pdf.pages[0]
            assert any(font.startswith(logo) for font in fonts(page)), (part, fonts(page))
            found |= set().union(*map(fonts, pdf.pages))
    assert texts <= found
