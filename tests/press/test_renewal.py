"""A build that follows others in the same run: it lays out what changed, and prints as one from scratch."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest
from games import read_game, write_game

from generator.catalog.problems import Problems
from generator.catalog.sizes import paper
from generator.layout.builder import Builder
from generator.layout.caches import clear_caches
from generator.press.build import Written, build
from generator.press.planning import plan_jobs
from generator.press.preflight.inspector import Preflight
from generator.press.renewal import Before
from generator.press.request import PrintRequest

GROUND = "<card><rect x='-3' y='-3' width='99' height='99' fill='paper'/>{}</card>"
FRONT = GROUND.format("<text y='9' width='60'>{{ name }}</text>")
THEME = {"palette": {"paper": "#ffffff"}}
CARDS = "- name: Knight\n- name: Squire\n- name: Page\n"


class Work(list[str]):
    """What was laid out, or inspected, since it was last asked."""

    def taken(self) -> list[str]:
        taken = list(self)
        self.clear()
        return taken


@pytest.fixture
def laid_out(monkeypatch: pytest.MonkeyPatch) -> Work:
    work, face = Work(), Builder.face

    def noting(builder: Builder, root: object, card: str) -> object:
        work.append(card)
        return face(builder, root, card)  # type: ignore[arg-type]

    monkeypatch.setattr(Builder, "face", noting)
    return work


@pytest.fixture
def inspected(monkeypatch: pytest.MonkeyPatch) -> Work:
    work, inspect = Work(), Preflight._inspect

    def noting(preflight: Preflight, component: object, face: object) -> object:
        work.append(face.card)  # type: ignore[attr-defined]
        return inspect(preflight, component, face)  # type: ignore[arg-type]

    monkeypatch.setattr(Preflight, "_inspect", noting)
    return work


def built(folder: Path, before: Before | None = None, saved: Sequence[Path] = ()) -> Written:
    """Builds a game whose files were saved, into a folder of this build alone."""
    if before is not None:
        before.note_saved(saved)
    problems, out = Problems(), folder.parent / ("scratch" if before is None else "out")
    jobs = plan_jobs(read_game(folder), PrintRequest(paper("a4")))
    (written,) = build(jobs, out, problems, lambda _: None, before=before)
    return written


def test_only_the_card_that_changed_is_laid_out_and_inspected(
    tmp_path: Path, laid_out: Work, inspected: Work
) -> None:
    folder, before = write_game(tmp_path / "game", cards=CARDS, front=FRONT, theme=THEME), Before()
    built(folder, before)
    assert laid_out.taken() == inspected.taken() == ["knight", "squire", "page"]
    cards = folder / "cards.yaml"
    cards.write_text(CARDS.replace("Squire", "Baron"), "utf-8")
    renewed = built(folder, before, [cards])
    assert laid_out.taken() == inspected.taken() == ["baron"]
    assert renewed.path.read_bytes() == built(folder).path.read_bytes()


@pytest.mark.parametrize(
    ("name", "old", "new"),
    [
        ("layouts/card.xml.j2", "fill='paper'", "fill='#eeeeee'"),
        ("layouts/theme.yaml", "#ffffff", "#eeeeee"),
        ("art/arms.svg", "#f00", "#00f"),
        ("game.yaml", "bleed: 3", "bleed: 2"),
    ],
)
def test_what_all_cards_are_made_of_is_seen(tmp_path: Path, name: str, old: str, new: str) -> None:
    """Also where the layout as it is filled in stays the same."""
    picture = (
        "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 9 9'><path d='M0 0h9v9z' fill='#f00'/></svg>"
    )
    folder = write_game(
        tmp_path / "game",
        cards=CARDS,
        front=GROUND.format("<image href='arms.svg' width='9' height='9'/>"),
        theme=THEME,
        component={"bleed": 3},
        files={"art/arms.svg": picture},
    )
    before, file = Before(), folder / name
    first = built(folder, before).path.read_bytes()
    text = file.read_text("utf-8")
    assert old in text
    file.write_text(text.replace(old, new), "utf-8")
    clear_caches()
    renewed = built(folder, before, [file]).path.read_bytes()
    assert renewed != first
    assert renewed == built(folder).path.read_bytes()


def test_whether_cards_bleed_is_asked_of_those_there_are(tmp_path: Path) -> None:
    folder = write_game(
        tmp_path / "game",
        cards="- {name: Knight, wide: 1}\n- {name: Squire, wide: 0}\n",
        front="<card>{% if wide %}<rect x='-3' width='99' height='9' fill='black'/>{% endif %}</card>",
    )
    before, cards = Before(), folder / "cards.yaml"
    built(folder, before)
    for wide in (0, 1):
        cards.write_text(f"- {{name: Knight, wide: {wide}}}\n- {{name: Squire, wide: 0}}\n", "utf-8")
        renewed = built(folder, before, [cards])
        assert renewed.bled == built(folder).bled
        assert renewed.bled is not None
        assert renewed.bled.is_meant == (not wide)


def test_what_no_card_shows_any_more_is_not_kept(tmp_path: Path) -> None:
    folder, before = write_game(tmp_path / "game", front=FRONT, theme=THEME), Before()
    cards = folder / "cards.yaml"
    for number in range(10):
        cards.write_text(f"- name: Knight {number}\n", "utf-8")
        built(folder, before, [cards])
    (left,) = before.left.values()
    assert len(left.renderer.memory.faces) <= 3
    assert len(left.preflight.known) <= 3
