"""What was set before is set again only where it would look different."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import yaml
from games import run_here

from generator.layout.caches import clear_caches
from generator.layout.templates import Templates
from generator.press import job
from generator.press.cache import _sealed
from generator.press.rulebook import book

from .books import CARDS, write_book

TEXT = """\
# Tiny

There are {{ count("cards") }} cards.

```card
show: [knight]
```
"""


@pytest.fixture
def set_books(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> list[str]:
    """The rulebooks that were set."""
    monkeypatch.setenv("GATEPRESS_CACHE", str(tmp_path / "cache"))
    found: list[str] = []
    set_nodes = book._set

    def noted(edition: book.Edition, *rest: object) -> book.SetBook:
        found.append(edition.game.title)
        return set_nodes(edition, *rest)  # type: ignore[arg-type]

    monkeypatch.setattr(book, "_set", noted)
    return found


def built(folder: Path, *more: str) -> tuple[bytes, str]:
    clear_caches()
    done = run_here("build", folder / "tiny", "--only", "rulebook", "--out", folder / "out", *more)
    assert done.code == 0, done.output
    return (folder / "out" / "tiny" / "rulebook-a4.pdf").read_bytes(), done.stderr


def change(folder: Path, index: int, **values: object) -> None:
    cards = [dict(card) for card in CARDS]
    cards[index] |= values
    (folder / "tiny" / "cards.yaml").write_text(yaml.safe_dump(cards, sort_keys=False), "utf-8")


def test_a_card_that_it_does_not_show_leaves_it_as_it_is(tmp_path: Path, set_books: list[str]) -> None:
    write_book(tmp_path, TEXT)
    change(tmp_path, 1)
    before = built(tmp_path)
    for power in (7, 8):
        change(tmp_path, 1, power=power)
        assert built(tmp_path) == before
    assert len(set_books) == 1
    assert built(tmp_path, "--no-cache") == before


@pytest.mark.parametrize(
    ("index", "values"),
    [
        (0, {"name": "Night"}),
        (0, {"power": 4}),
        (1, {"copies": 3}),
        (1, {"name": "Pawn"}),
    ],
)
def test_what_it_shows_is_set_again(
    tmp_path: Path, set_books: list[str], index: int, values: dict[str, object]
) -> None:
    write_book(tmp_path, TEXT.replace("knight", "{{ cards('cards')[0].id }}"))
    change(tmp_path, 0)
    built(tmp_path)
    change(tmp_path, index, **values)
    after = built(tmp_path)
    assert len(set_books) == 2
    assert built(tmp_path, "--no-cache") == after


def test_a_layout_that_shows_other_cards_is_filled_in_again(tmp_path: Path, set_books: list[str]) -> None:
    front = (
        "<card><text y='9' width='60'>{{ name }} of {{ deck.cards | sum(attribute='power') }}</text></card>"
    )
    write_book(tmp_path, TEXT, front=front)
    change(tmp_path, 1)
    built(tmp_path)
    change(tmp_path, 1, power=9)
    after = built(tmp_path)
    assert len(set_books) == 2
    assert built(tmp_path, "--no-cache") == after


def test_icons_that_only_a_card_names_are_in_the_colophon(tmp_path: Path, set_books: list[str]) -> None:
    write_book(tmp_path, f"{TEXT}\n```credits\n```\n")
    change(tmp_path, 1)
    built(tmp_path)
    change(tmp_path, 1, text="ph.sword")
    after = built(tmp_path)
    assert len(set_books) == 2
    assert built(tmp_path, "--no-cache") == after


def test_warnings_are_repeated_with_it(tmp_path: Path, set_books: list[str]) -> None:
    write_book(tmp_path, f"{TEXT}\n{{{{ game.title | default('') }}}} \u5b57\n")
    change(tmp_path, 1)
    _, said = built(tmp_path)
    assert "warning" in said
    change(tmp_path, 1, power=7)
    assert built(tmp_path)[1] == said
    assert len(set_books) == 1


def test_a_warning_moves_with_its_line(tmp_path: Path, set_books: list[str]) -> None:
    write_book(tmp_path, TEXT)
    change(tmp_path, 0, id="knight", name="A **bold** knight")
    _, said = built(tmp_path)
    assert "cards.yaml:1:" in said
    cards = tmp_path / "tiny" / "cards.yaml"
    cards.write_text("# Ours\n" + cards.read_text("utf-8"), "utf-8")
    assert built(tmp_path)[1] == said.replace("cards.yaml:1:", "cards.yaml:2:")
    assert len(set_books) == 2


def test_papers_share_the_look_at_what_changed(
    tmp_path: Path, set_books: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    both = ("--paper", "a4", "--paper", "letter")
    write_book(tmp_path, TEXT)
    change(tmp_path, 1)
    # What changed just now is read again, in case it changes once more.
    monkeypatch.setattr(job, "JUST_NOW", -3600 * 10**9)
    built(tmp_path, *both)
    filled: list[str] = []
    read: list[str] = []
    fill_in, digest = Templates.filled_in, job.file_digest
    monkeypatch.setattr(
        Templates, "filled_in", lambda *given: filled.append(given[1].name) or fill_in(*given)
    )
    monkeypatch.setattr(job, "file_digest", lambda *of: read.append(of[0]) or digest(*of))
    change(tmp_path, 1, power=9)
    built(tmp_path, *both)
    assert sorted(filled) == ["card.xml.j2", "rulebook.md", "rulebook.md"]
    assert {"card.xml.j2", "cards.yaml", "game.yaml", "rulebook.md"} <= {Path(path).name for path in read}
    assert len(read) == len(set(read))
    assert len(set_books) == 2


@pytest.mark.parametrize(
    "made_up",
    [{"cards": [[5, None, "x"]]}, {"cards": [["knight"]]}, {"cards": 7}, {"sheets": "../x"}, {"sheets": 7}],
)
def test_what_somebody_else_noted_does_no_harm(
    tmp_path: Path, set_books: list[str], made_up: dict[str, object]
) -> None:
    write_book(tmp_path, TEXT)
    change(tmp_path, 1)
    before = built(tmp_path)
    notes = [
        (file, json.loads(file.read_bytes().split(b"\n", 1)[1]))
        for file in (tmp_path / "cache").glob("*.json")
    ]
    ((file, values),) = [(file, values) for file, values in notes if "sheets" in values]
    file.write_bytes(_sealed({**values, **made_up}))
    change(tmp_path, 1, power=7)
    assert built(tmp_path) == before
    assert len(set_books) == 2
