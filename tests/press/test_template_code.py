"""What templates were compiled to is kept for the next run; only what this user has kept is ever run."""

from __future__ import annotations

import marshal
from pathlib import Path

import pytest
from games import Result, run_here, write_game
from jinja2.compiler import CodeGenerator

from generator.layout import sandbox
from generator.layout.caches import clear_caches

FRONT = "<card><text y='9' width='60'>{{ name }} {% include 'rest.xml.j2' %}</text></card>"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A game, a cache and settings of its own."""
    monkeypatch.setenv("GATEPRESS_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("GATEPRESS_CONFIG", str(tmp_path / "settings"))
    write_game(tmp_path / "game", front=FRONT, files={"layouts/rest.xml.j2": "of {{ game.title }}"})
    return tmp_path


@pytest.fixture
def compiled(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The templates that were compiled."""
    names: list[str] = []
    visit = CodeGenerator.visit_Template

    def noted(self: CodeGenerator, *arguments: object) -> None:
        names.append(str(self.name))
        visit(self, *arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(CodeGenerator, "visit_Template", noted)
    return names


def forget_all() -> None:
    """As in a run of its own."""
    clear_caches()
    sandbox._KNOWN.clear()


def built(folder: Path, *more: str) -> bytes:
    """The sheets."""
    forget_all()
    done = run_here("build", folder / "game", "--out", folder / "out", *more)
    assert done.code == 0, done.output
    (sheets,) = (folder / "out").rglob("*.pdf")
    return sheets.read_bytes()


def retitled(folder: Path, title: str) -> None:
    file = folder / "game" / "game.yaml"
    file.write_text(file.read_text("utf-8").replace("title:", f"title: {title} #", 1), "utf-8")


def test_a_template_is_compiled_by_one_run(folder: Path, compiled: list[str]) -> None:
    built(folder)
    assert compiled == ["card.xml.j2", "rest.xml.j2"]
    retitled(folder, "Other")
    again = built(folder)
    assert len(compiled) == 2
    assert again == built(folder, "--no-cache")
    assert len(compiled) == 4
    (folder / "game" / "layouts" / "rest.xml.j2").write_text("by {{ name }}", "utf-8")
    built(folder)
    assert compiled[4:] == ["rest.xml.j2"]


def test_code_that_was_not_signed_by_this_user_is_not_run(folder: Path, compiled: list[str]) -> None:
    before = built(folder, "--paper", "a5")
    file, _ = sorted((folder / "cache").glob("*.code"))
    references, names, of_card, keeps_state, _, undeclared = marshal.loads(file.read_bytes()[32:])
    evil = compile(f"open({str(folder / 'evil')!r}, 'w').close()", "evil", "exec")
    forged = marshal.dumps((references, names, of_card, keeps_state, evil, undeclared))
    for data in (forged, file.read_bytes()[:32] + forged, b"", file.read_bytes()[:40]):
        file.write_bytes(data)
        for kept in (folder / "cache").glob("*.json"):
            kept.unlink()
        assert built(folder, "--paper", "a5") == before
        assert not (folder / "evil").exists()
    assert len(compiled) == 6


def test_another_user_s_code_is_compiled_anew(folder: Path, compiled: list[str]) -> None:
    built(folder)
    key = folder / "settings" / "code-key"
    assert len(key.read_bytes()) == 32
    assert key.stat().st_mode & 0o077 == 0
    key.write_bytes(bytes(32))
    retitled(folder, "Other")
    built(folder)
    assert len(compiled) == 4


def test_without_settings_no_code_is_kept(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GATEPRESS_CONFIG", "")
    built(folder)
    assert list((folder / "cache").glob("*.code")) == []
    assert not (folder / "settings").exists()


def test_a_wrong_template_is_reported_each_time(folder: Path) -> None:
    built(folder)
    (folder / "game" / "layouts" / "rest.xml.j2").write_text("\n{{ name | no_filter }}", "utf-8")
    said: list[Result] = []
    for _ in range(2):
        forget_all()
        said.append(run_here("build", folder / "game", "--out", folder / "out"))
    assert "rest.xml.j2:2: error: the template is wrong: no filter named 'no_filter'" in said[0].output
    assert said[0].output == said[1].output
