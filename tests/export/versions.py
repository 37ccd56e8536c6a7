"""Two versions of a game, laid out and compared inside this process."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pikepdf

from generator.catalog.load import load_game
from generator.catalog.problems import Problems
from generator.catalog.sizes import paper
from generator.export.comparison import Change, Comparison, compare, phrases
from generator.export.comparison_files import write_comparison
from generator.export.version import Version, lay_out


def laid_out(folder: Path, label: str | None = None) -> Version:
    """The game in a folder; nothing may be wrong with it."""
    problems = Problems()
    game = load_game(folder, problems)
    assert game is not None
    version = lay_out(label or folder.name, game, problems, lambda _: None)
    assert not problems, "\n".join(str(problem) for problem in problems)
    return version


def compared(old: Path, new: Path) -> Comparison:
    return compare(laid_out(old), laid_out(new))


def told(comparison: Comparison) -> dict[str, list[str]]:
    """What is told of each changed card, by its id."""
    return {
        change.shown.card.id: [change.kind, *(str(phrase) for phrase in phrases(change))]
        for change in comparison.changes
    }


def only(comparison: Comparison) -> Change:
    (change,) = comparison.changes
    return change


def edited(folder: Path, name: str, *edits: tuple[str, str]) -> None:
    """Replaces texts in a file; each must be there."""
    path = folder / name
    text = path.read_text("utf-8")
    for old, new in edits:
        assert old in text, f"{old!r} is not in {name}"
        text = text.replace(old, new)
    path.write_text(text, "utf-8")


def side_by_side(old: Path, new: Path, path: Path, papers: str = "a4") -> Path:
    """The PDF of a comparison."""
    write_comparison(compared(old, new), paper(papers), path)
    return path


def bookmarks(path: Path) -> list[tuple[str, int]]:
    """Each bookmark of a PDF with the number of its page, from 1."""
    with pikepdf.open(path) as pdf, pdf.open_outline() as outline:
        pages = {page.objgen: number for number, page in enumerate(pdf.pages, 1)}
        return [(str(item.title), pages[item.destination[0].objgen]) for item in outline.root]  # type: ignore[index,union-attr]


Make = Callable[..., Path]
