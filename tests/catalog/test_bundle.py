"""Finding games by name and by folder."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.catalog import bundle
from generator.catalog.bundle import bundled_games, bundled_root, find_game
from generator.catalog.load import load_game
from generator.catalog.problems import InputError, Problems


@pytest.fixture
def two_games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    root = tmp_path / "root"
    for name in ("battle-gate", "gateway"):
        (root / "cards" / name).mkdir(parents=True)
        (root / "cards" / name / "game.yaml").write_text("title: x\n")
    (root / "cards" / "not-a-game").mkdir()
    monkeypatch.setattr(bundle, "bundled_root", lambda: root)
    here = tmp_path / "here"
    here.mkdir()
    monkeypatch.chdir(here)
    return root


def test_the_bundle_has_games_that_load_without_problems() -> None:
    assert (bundled_root() / "layouts").is_dir()
    assert "battle-gate" in bundled_games()
    for name in bundled_games():
        problems = Problems()
        assert load_game(find_game(name), problems) is not None
        assert [str(problem) for problem in problems] == []


def test_a_game_by_name(two_games: Path) -> None:
    assert bundled_games() == ("battle-gate", "gateway")
    assert find_game("gateway") == two_games / "cards" / "gateway"


def test_a_folder_of_that_name_goes_first_if_it_is_a_game(two_games: Path) -> None:
    Path("gateway").mkdir()
    assert find_game("gateway") == two_games / "cards" / "gateway"
    Path("gateway/game.yaml").write_text("title: mine\n")
    assert find_game("gateway") == Path("gateway")
    assert find_game("gateway/game.yaml") == Path("gateway")


@pytest.mark.parametrize(
    ("name", "message", "hint"),
    [
        ("gatway", "no game or folder named 'gatway'", "did you mean `gateway`?"),
        (
            "zzz",
            "no game or folder named 'zzz'",
            "the games here are battle-gate, gateway; a folder with a game.yaml is a game too",
        ),
        ("empty", "the folder 'empty' has no game.yaml", None),
        ("", "expected a game's name or folder, got ''", None),
        ("a\0b", "expected a game's name or folder, got 'a\\x00b'", None),
        ("x" * 5000, f"the folder '{'x' * 39}…' cannot be read: File name too long", None),
    ],
)
@pytest.mark.usefixtures("two_games")
def test_no_such_game(name: str, message: str, hint: str | None) -> None:
    Path("empty").mkdir()
    with pytest.raises(InputError) as caught:
        find_game(name)
    assert (caught.value.message, caught.value.hint) == (message, hint)


def test_a_game_file_of_another_ending_is_pointed_out(tmp_path: Path) -> None:
    (tmp_path / "game.yml").write_text("title: x\n")
    with pytest.raises(InputError) as caught:
        find_game(str(tmp_path))
    assert caught.value.hint == "rename game.yml to game.yaml"
