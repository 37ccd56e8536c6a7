"""The rulebook among a game's sheets: one file for each paper, the same bytes, kept while nothing changes."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pikepdf
import pytest
from games import Result, read_game, run, run_here

from generator.catalog.problems import Problems
from generator.catalog.sizes import paper
from generator.layout.caches import clear_caches
from generator.press.build import Written
from generator.press.build import build as build_jobs
from generator.press.cache import Cache
from generator.press.planning import plan_jobs
from generator.press.request import PrintRequest
from generator.press.rulebook.job import plan_book

from .books import build, text_of, write_book

TEXT = """\
# Rules

The Knight has {{ card("knight").power }}. {mdi6.sword}

```card
show: knight
scale: 0.5
```
"""


def files(folder: Path) -> list[str]:
    return sorted(path.name for path in (folder / "out" / "tiny").iterdir())


def test_a_build_makes_it_with_the_other_sheets(tmp_path: Path) -> None:
    write_book(tmp_path, TEXT)
    papers = ("--paper", "a4", "--paper", "letter")
    result = run_here("build", tmp_path / "tiny", "--no-cache", "--out", tmp_path / "out", *papers)
    assert result.code == 0, result.output
    assert files(tmp_path) == ["cards-a4.pdf", "cards-letter.pdf", "rulebook-a4.pdf", "rulebook-letter.pdf"]


def test_only_the_rulebook_or_only_the_rest(tmp_path: Path) -> None:
    write_book(tmp_path, TEXT)
    assert build(tmp_path).code == 0
    assert files(tmp_path) == ["rulebook-a4.pdf"]
    result = run_here("build", tmp_path / "tiny", "--only", "cards", "--no-cache", "--out", tmp_path / "out2")
    assert result.code == 0
    assert [path.name for path in (tmp_path / "out2" / "tiny").iterdir()] == ["cards-a4.pdf"]


@pytest.mark.slow
def test_the_same_input_gives_the_same_bytes(tmp_path: Path) -> None:
    write_book(tmp_path, TEXT, rulebook={"form": "booklet"})
    found = []
    for seed in ("1", "2"):
        out = tmp_path / seed
        arguments = ("build", tmp_path / "tiny", "--only", "rulebook", "--no-cache", "--out", out)
        assert run(*arguments, cwd=tmp_path, environment={"PYTHONHASHSEED": seed}).code == 0
        found.append((out / "tiny" / "rulebook-a4.pdf").read_bytes())
    assert found[0] == found[1]


@pytest.mark.parametrize(
    ("form", "size", "duplex"),
    [("two-page", (210, 297), "/DuplexFlipLongEdge"), ("booklet", (297, 210), "/DuplexFlipShortEdge")],
)
def test_the_paper_and_the_edge_to_turn(
    tmp_path: Path, form: str, size: tuple[int, int], duplex: str
) -> None:
    write_book(tmp_path, TEXT, rulebook={"form": form})
    assert build(tmp_path).code == 0
    with pikepdf.open(tmp_path / "out" / "tiny" / "rulebook-a4.pdf") as pdf:
        box = [float(value) * 25.4 / 72 for value in pdf.pages[0].MediaBox]
        assert (box[2], box[3]) == (pytest.approx(size[0], abs=0.01), pytest.approx(size[1], abs=0.01))
        assert pdf.Root.ViewerPreferences.Duplex == duplex
        assert pdf.Root.ViewerPreferences.PrintScaling == "/None"


def test_a_small_page_is_not_scaled_but_stands_in_the_middle(tmp_path: Path) -> None:
    write_book(tmp_path, TEXT, rulebook={"form": "sheet", "page": "a5", "columns": 1})
    assert build(tmp_path).code == 0
    with pikepdf.open(tmp_path / "out" / "tiny" / "rulebook-a4.pdf") as pdf:
        trim = [float(value) * 25.4 / 72 for value in pdf.pages[0].TrimBox]
    assert trim == [pytest.approx(value, abs=0.01) for value in (31, 43.5, 179, 253.5)]


def kept(tmp_path: Path) -> Result:
    clear_caches()
    return run_here("build", tmp_path / "tiny", "--only", "rulebook", "--out", tmp_path / "out")


def test_it_is_kept_until_anything_that_it_rests_on_changes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GATEPRESS_CACHE", str(tmp_path / "cache"))
    folder = write_book(tmp_path, TEXT)
    assert "unchanged" not in kept(tmp_path).stdout
    assert "unchanged" in kept(tmp_path).stdout
    changes = {
        "rulebook.md": TEXT + "More.\n",
        "layouts/card.xml.j2": '<card><text width="50">{{ name }}</text></card>',
        "cards.yaml": "- {name: Knight, power: 9}\n",
        "layouts/icons/own.svg": '<svg><path d="M0 0H9V9Z"/></svg>',
    }
    for name, text in changes.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        again = kept(tmp_path)
        assert again.code == 0, again.output
        assert "unchanged" not in again.stdout, name
        assert "unchanged" in kept(tmp_path).stdout


def test_a_template_counts_whatever_its_name_ends_in(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GATEPRESS_CACHE", str(tmp_path / "tiny" / "cache"))
    words = (
        write_book(tmp_path, '{% include "words.txt" %}\n', files={"layouts/words.txt": "one"}) / "layouts"
    )
    assert "unchanged" not in kept(tmp_path).stdout
    assert "unchanged" in kept(tmp_path).stdout, "the cache inside the game's folder is no change"
    (words / "words.txt").write_text("two")
    assert "unchanged" not in kept(tmp_path).stdout
    assert "two" in text_of(tmp_path)


def test_what_is_saved_after_the_game_was_read_is_not_taken_for_printed(tmp_path: Path) -> None:
    folder = write_book(tmp_path, '{{ card("knight").power }} points\n')

    def load_and(save: str | None) -> Written:
        problems = Problems()
        game = read_game(folder, problems)
        job = plan_book(game, PrintRequest(paper("a4")))
        assert job is not None
        if save is not None:
            (folder / "cards.yaml").write_text(save)
        clear_caches()
        (done,) = build_jobs([job], tmp_path / "out", problems, lambda _: None, Cache(tmp_path / "cache"))
        return done

    load_and("- {name: Knight, power: 9}\n")
    assert "3 points" in text_of(tmp_path)
    assert not load_and(None).kept
    assert "9 points" in text_of(tmp_path)


def test_what_is_saved_while_the_sheets_are_printed_is_not_taken_for_printed(tmp_path: Path) -> None:
    folder = write_book(tmp_path, "```card\nshow: knight\nscale: 0.5\n```\n")
    layout = folder / "layouts" / "card.xml.j2"

    def load_and(progress: Callable[[int], None]) -> list[Written]:
        problems = Problems()
        game = read_game(folder, problems)
        request, cache = PrintRequest(paper("a4")), Cache(tmp_path / "cache")
        job = plan_book(game, request)
        assert job is not None
        clear_caches()
        return build_jobs([*plan_jobs(game, request), job], tmp_path / "out", problems, progress, cache)

    load_and(lambda _: layout.write_text('<card><text width="60">new</text></card>') and None)
    assert "Knight" in text_of(tmp_path)
    assert not load_and(lambda _: None)[-1].kept
    assert "new" in text_of(tmp_path)


def test_a_link_that_goes_elsewhere_now_counts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GATEPRESS_CACHE", str(tmp_path / "cache"))
    files = {f"layouts/{name}/words.j2": f"{{% set WORD = '{name}' %}}" for name in ("one", "two")}
    text = '{% import "mine/words.j2" as words %}{{ words.WORD }}\n'
    link = write_book(tmp_path, text, files=files) / "layouts" / "mine"
    link.symlink_to("one")
    assert "unchanged" not in kept(tmp_path).stdout
    assert "unchanged" in kept(tmp_path).stdout
    link.unlink()
    link.symlink_to("two")
    assert "unchanged" not in kept(tmp_path).stdout
    assert "two" in text_of(tmp_path)


def test_it_is_the_same_from_wherever_it_is_built(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    diagram = '```diagram\n<card width="20" height="9"><rect width="9" height="9"/></card>\n```\n'
    game = write_book(tmp_path, f"# Tiny\n\n{diagram}")
    found = []
    for folder in (tmp_path, game, Path("/")):
        monkeypatch.chdir(folder)
        assert build(tmp_path).code == 0
        found.append((tmp_path / "out" / "tiny" / "rulebook-a4.pdf").read_bytes())
    assert found[1:] == found[:-1]
