"""A game folder at a git revision: the right files, nothing touched, nothing left behind."""

from __future__ import annotations

import os
import shutil
import tempfile
from pathlib import Path

import pytest
from games import write_game

from generator.catalog.problems import InputError, Place, Problem
from generator.export.revision import find_revision, unpacked

from .repository import commit, git, start


@pytest.fixture(autouse=True)
def temporary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where temporary folders are made."""
    folder = tmp_path / "temporary"
    folder.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(folder))
    return folder


@pytest.fixture
def top(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A repository with ``cards/my-game`` and the layouts beside it, tagged v1; then a card was renamed."""
    top = start(tmp_path / "project")
    game = write_game(top / "cards" / "my-game")
    for name in ("my-game", "shared", "other"):
        (top / "layouts" / name).mkdir(parents=True)
        (top / "layouts" / name / f"{name}.xml.j2").write_text("<card/>")
    write_game(top / "cards" / "other")
    commit(top, "v1")
    (game / "cards.yaml").write_text("- name: Later\n")
    monkeypatch.chdir(top)
    return top


def files(name: str, folder: Path) -> dict[str, bytes]:
    """The files of a revision, by their paths from the repository's top."""
    with unpacked(find_revision(name, folder)) as found:
        return {
            path.relative_to(found.root).as_posix(): path.read_bytes()
            for path in found.root.rglob("*")
            if path.is_file()
        }


def test_the_game_and_its_layouts_come_as_they_were(top: Path, temporary: Path) -> None:
    found = files("v1", top / "cards" / "my-game")
    assert sorted(found) == [
        "cards/my-game/cards.yaml",
        "cards/my-game/game.yaml",
        "cards/my-game/layouts/card.xml.j2",
        "layouts/my-game/my-game.xml.j2",
        "layouts/shared/shared.xml.j2",
    ]
    assert found["cards/my-game/cards.yaml"] == b"- name: Knight\n"
    assert list(temporary.iterdir()) == []


def test_the_repository_is_left_as_it_was(top: Path) -> None:
    (top / "staged.txt").write_text("staged")
    git(top, "add", "staged.txt")
    before = git(top, "status", "--porcelain"), (top / ".git" / "index").read_bytes()
    files("v1", top / "cards" / "my-game")
    assert (git(top, "status", "--porcelain"), (top / ".git" / "index").read_bytes()) == before


def test_the_temporary_folder_goes_whatever_happens(top: Path, temporary: Path) -> None:
    with pytest.raises(KeyError), unpacked(find_revision("v1", top / "cards" / "my-game")):
        raise KeyError
    assert list(temporary.iterdir()) == []


@pytest.mark.parametrize("name", ["HEAD", "v1", "main", "HEAD^{commit}", "main@{0}"])
def test_a_revision_is_whatever_git_takes_for_one(top: Path, name: str) -> None:
    revision = find_revision(name, top / "cards" / "my-game")
    assert revision.commit == git(top, "rev-parse", "v1")
    assert revision.label == f"{name} ({revision.commit[:7]})"


def test_a_hash_is_not_told_twice(top: Path) -> None:
    short = git(top, "rev-parse", "HEAD")[:9]
    assert find_revision(short, top / "cards" / "my-game").label == short


NO_REVISIONS = (
    "v2",
    "-x",
    "--help",
    "--output=stolen",
    "a b",
    "v1 v1",
    "HEAD:cards",
    "HEAD..v1",
    "^HEAD",
    "",
)


@pytest.mark.parametrize("name", [*NO_REVISIONS, "$(id)", "é"])
def test_what_is_no_revision_is_refused_and_never_an_option(top: Path, name: str) -> None:
    with pytest.raises(InputError, match=r"none named|there is no revision named"):
        find_revision(name, top / "cards" / "my-game")
    assert not (top / "stolen").exists()


def test_a_branch_may_have_any_name_that_git_allows(top: Path) -> None:
    git(top, "update-ref", "refs/heads/-x", "HEAD")
    assert find_revision("heads/-x", top / "cards" / "my-game").label.startswith("heads/-x (")
    assert find_revision("-x", top / "cards" / "my-game").commit == git(top, "rev-parse", "HEAD")


def test_a_folder_outside_of_any_repository(tmp_path: Path) -> None:
    folder = write_game(tmp_path / "alone")
    with pytest.raises(InputError, match="alone is not in a git repository"):
        find_revision("HEAD", folder)


def test_a_repository_without_a_commit(tmp_path: Path) -> None:
    folder = write_game(start(tmp_path / "fresh") / "game")
    with pytest.raises(InputError, match="has none named 'HEAD'"):
        find_revision("HEAD", folder)


def test_a_machine_without_git(top: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(top / "nothing"))
    with pytest.raises(InputError, match="git is not installed"):
        find_revision("HEAD", top / "cards" / "my-game")


def test_what_git_says_is_told_whatever_its_letters(
    top: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A path that is not UTF-8, for example."""
    failing = tmp_path / "bin" / "git"
    failing.parent.mkdir()
    lines = (
        "#!/bin/sh",
        r"case $* in *read-tree*) printf 'fatal: caf\351\n' >&2; exit 128;; esac",
        f'exec {shutil.which("git")} "$@"',
    )
    failing.write_text("\n".join(lines))
    failing.chmod(0o700)
    monkeypatch.setenv("PATH", str(failing.parent), prepend=os.pathsep)
    with pytest.raises(InputError, match="git can't read the revision 'v1': caf\ufffd"):
        files("v1", top / "cards" / "my-game")


def test_a_folder_that_came_later(top: Path, temporary: Path) -> None:
    folder = write_game(top / "cards" / "new-game")
    with pytest.raises(InputError, match="the revision 'v1' has no game in cards/new-game"):
        files("v1", folder)
    assert list(temporary.iterdir()) == []


def test_a_game_that_is_the_whole_repository_keeps_its_name(tmp_path: Path) -> None:
    top = write_game(start(tmp_path / "My Game"))
    commit(top)
    with unpacked(find_revision("HEAD", top)) as found:
        assert found.folder.name == "My Game"
        assert (found.folder / "game.yaml").is_file()


@pytest.mark.parametrize("name", ["my game", "[game] *", "-game", ":(top)game", "spiel-ö", "$HOME"])
def test_folders_of_any_name(tmp_path: Path, name: str) -> None:
    top = start(tmp_path / "project")
    write_game(top / "cards" / name)
    write_game(top / "cards" / "other")
    commit(top)
    assert {Path(path).parts[1] for path in files("HEAD", top / "cards" / name)} == {name}


def test_files_that_an_archive_leaves_out_are_there(top: Path) -> None:
    (top / ".gitattributes").write_text("cards.yaml export-ignore\n*.xml.j2 export-subst\n")
    commit(top)
    assert "cards/my-game/cards.yaml" in files("HEAD", top / "cards" / "my-game")


def test_line_ends_come_as_a_checkout_writes_them(top: Path) -> None:
    (top / ".gitattributes").write_text("*.yaml text eol=crlf\n")
    commit(top)
    assert files("HEAD", top / "cards" / "my-game")["cards/my-game/cards.yaml"] == b"- name: Later\r\n"


def test_what_git_tells_its_hooks_leads_nowhere_else(
    top: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = write_game(start(tmp_path / "elsewhere"))
    commit(other)
    for name, value in {"GIT_DIR": ".git", "GIT_WORK_TREE": ".", "GIT_INDEX_FILE": ".git/index"}.items():
        monkeypatch.setenv(name, str(other / value))
    assert "cards/my-game/game.yaml" in files("v1", top / "cards" / "my-game")


@pytest.mark.parametrize("variable", ["GIT_CONFIG_GLOBAL", "GIT_CONFIG_SYSTEM"])
def test_no_program_of_the_machine_s_settings_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, variable: str
) -> None:
    """Which of them runs, the attributes of somebody else's repository would choose."""
    folder = write_game(start(tmp_path / "theirs") / "game")
    (folder.parent / ".gitattributes").write_text("* filter=own\n")
    commit(folder.parent, "v1")
    settings, began = tmp_path / "settings", tmp_path / "began"
    settings.write_text(f'[filter "own"]\n\tsmudge = touch {began} && cat\n')
    stand_in = tmp_path / "bin" / "git"
    stand_in.parent.mkdir()
    lines = (
        "#!/bin/sh",
        f': "${{{variable}:={settings}}}"',
        f"export {variable}",
        f'exec {shutil.which("git")} "$@"',
    )
    stand_in.write_text("\n".join(lines))
    stand_in.chmod(0o700)
    monkeypatch.setenv("PATH", str(stand_in.parent), prepend=os.pathsep)
    assert "game/game.yaml" in files("v1", folder)
    assert not began.exists()


def test_a_link_to_the_game_is_followed(top: Path, tmp_path: Path) -> None:
    link = tmp_path / "link"
    link.symlink_to(top / "cards" / "my-game")
    assert "cards/my-game/game.yaml" in files("v1", link)


@pytest.mark.parametrize("inside", [True, False])
def test_problems_tell_the_place_in_the_revision(
    top: Path, temporary: Path, monkeypatch: pytest.MonkeyPatch, inside: bool
) -> None:
    """Also where the temporary folder lies below the current one, and paths are told from there."""
    if inside:
        monkeypatch.chdir(temporary.parent)
    with unpacked(find_revision("v1", top / "cards" / "my-game")) as found:
        from generator.catalog.paths import shown_path

        place = Place(shown_path(found.folder / "cards.yaml"), 3, 5)
        hint = f"in {shown_path(found.folder)} or {shown_path(found.root)}"
        problem = found.as_named(Problem(f"there is no file in {found.folder}", place, hint=hint))
    assert str(problem) == (
        "v1:cards/my-game/cards.yaml:3:5: error: there is no file in v1:cards/my-game; in "
        "v1:cards/my-game or v1:"
    )


@pytest.mark.parametrize("name", [":game", ":(top)game", "-game", "*", "[a]"])
def test_a_folder_may_be_called_like_something_that_git_takes_otherwise(tmp_path: Path, name: str) -> None:
    top = start(tmp_path / "project")
    write_game(top / name)
    write_game(top / "other")
    commit(top, "v1")
    assert f"{name}/game.yaml" in files("v1", top / name)
