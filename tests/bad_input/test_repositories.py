"""``gatepress diff`` in a repository of somebody who wants a program of theirs to be run."""

from __future__ import annotations

import hashlib
import os
import shlex
import sys
from pathlib import Path

import pytest
from export.repository import commit, git, start
from games import Result, run_here, write_game

from generator.export import revision
from generator.export.revision import find_revision, unpacked

pytestmark = pytest.mark.skipif(os.name == "nt", reason="the programs are scripts of a Unix shell")

HOOKS = (
    "fsmonitor-watchman",
    "post-checkout",
    "post-commit",
    "post-index-change",
    "post-merge",
    "pre-auto-gc",
    "reference-transaction",
    "sendemail-validate",
)
SETTINGS = (
    "alias.checkout-index",
    "alias.ls-tree",
    "alias.rev-parse",
    "core.alternateRefsCommand",
    "core.askPass",
    "core.editor",
    "core.fsmonitor",
    "core.gitProxy",
    "core.pager",
    "core.sshCommand",
    "credential.helper",
    "diff.evil.command",
    "diff.evil.textconv",
    "diff.external",
    "filter.evil.clean",
    "filter.evil.process",
    "filter.evil.smudge",
    "filter.lfs.process",
    "filter.lfs.smudge",
    "gpg.program",
    "gpg.ssh.program",
    "interactive.diffFilter",
    "merge.evil.driver",
    "pager.checkout-index",
    "pager.rev-parse",
    "remote.origin.receivepack",
    "remote.origin.uploadpack",
    "uploadpack.packObjectsHook",
)
ATTRIBUTES = "* filter=evil diff=evil merge=evil\n*.png filter=lfs\n"


@pytest.fixture
def ran(tmp_path: Path) -> Path:
    """The file that is there once the program has run."""
    return tmp_path / "ran"


@pytest.fixture
def program(tmp_path: Path, ran: Path) -> Path:
    path = tmp_path / "evil"
    path.write_text(f'#!/bin/sh\necho "$0 $*" >> {shlex.quote(str(ran))}\nexit 1\n')
    path.chmod(0o755)
    return path


@pytest.fixture
def top(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A repository with a game whose card was renamed since the last commit; the current directory."""
    top = start(tmp_path / "project")
    monkeypatch.chdir(top)
    write_game(top / "cards" / "g")
    (top / ".gitattributes").write_text(ATTRIBUTES)
    commit(top, "v1")
    (top / "cards" / "g" / "cards.yaml").write_text("- name: Later\n")
    return top


def diff(name: str = "v1") -> Result:
    """What changed since that revision. A traceback ends the test."""
    return run_here("diff", "--no-pdf", "--", name, "cards/g")


def check_told(done: Result) -> None:
    assert done.code == 0, done.output
    assert "1 added, 1 removed" in done.stdout


@pytest.mark.parametrize("where", ["local", "worktree", "included", "environment"])
def test_no_program_of_a_repository_is_run(
    top: Path, program: Path, ran: Path, where: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    target = {"local": "config", "included": "more", "worktree": "config.worktree", "environment": "config"}[
        where
    ]
    for name in SETTINGS:
        git(top, "config", "--file", str(top / ".git" / target), name, str(program))
    if where == "included":
        git(top, "config", "include.path", "more")
    if where == "worktree":
        git(top, "config", "extensions.worktreeConfig", "true")
    (top / ".git" / "info").mkdir(exist_ok=True)
    (top / ".git" / "info" / "attributes").write_text(ATTRIBUTES)
    if where == "environment":
        for name in ("GIT_EXTERNAL_DIFF", "GIT_PAGER", "GIT_SSH", "GIT_PROXY_COMMAND", "GIT_ASKPASS"):
            monkeypatch.setenv(name, str(program))
    check_told(diff())
    assert not ran.exists(), ran.read_text()


@pytest.mark.parametrize("by_setting", [False, True])
def test_no_hook_is_run(top: Path, tmp_path: Path, program: Path, ran: Path, by_setting: bool) -> None:
    folder = tmp_path / "hooks" if by_setting else top / ".git" / "hooks"
    folder.mkdir(exist_ok=True)
    for name in HOOKS:
        (folder / name).symlink_to(program)
    if by_setting:
        git(top, "config", "core.hooksPath", str(folder))
    check_told(diff())
    assert not ran.exists(), ran.read_text()


def test_the_user_s_own_filters_are_not_run_for_others_attributes(
    top: Path, tmp_path: Path, program: Path, ran: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = tmp_path / "settings"
    for name in ("filter.evil.smudge", "filter.evil.process", "core.fsmonitor", "core.hooksPath"):
        git(top, "config", "--file", str(settings), name, str(program))
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", str(settings))
    check_told(diff())
    assert not ran.exists(), ran.read_text()


@pytest.mark.parametrize(
    "url", ["ext::{program} %S", "ssh://nobody@localhost:1/x", "file:///nowhere", "{program}"]
)
def test_what_a_partial_clone_lacks_is_not_fetched(top: Path, program: Path, ran: Path, url: str) -> None:
    git(top, "config", "extensions.partialClone", "origin")
    git(top, "config", "core.repositoryFormatVersion", "1")
    git(top, "config", "core.sshCommand", str(program))
    git(top, "config", "protocol.ext.allow", "always")
    for key, value in {
        "promisor": "true",
        "url": url.format(program=program),
        "uploadpack": str(program),
    }.items():
        git(top, "config", f"remote.origin.{key}", value)
    lost = git(top, "rev-parse", "v1:cards/g/cards.yaml")
    (top / ".git" / "objects" / lost[:2] / lost[2:]).unlink()
    done = diff()
    assert done.code == 1
    assert "git can't read the revision 'v1': " in done.stderr
    assert not ran.exists(), ran.read_text()


@pytest.mark.parametrize("by_setting", [False, True])
def test_a_repository_in_the_game_s_folder_is_no_way_in(
    top: Path, program: Path, ran: Path, by_setting: bool
) -> None:
    """What looks like a bare repository, and would be taken for one by whoever stands in it."""
    folder = top / "cards" / "g"
    git(folder, "init", "--quiet", "--bare", ".")
    git(folder, "config", "--file", "config", "core.fsmonitor", str(program))
    if by_setting:
        git(folder, "config", "--file", "config", "core.bare", "false")
        git(folder, "config", "--file", "config", "core.worktree", str(top))
    done = diff()
    assert done.code in (0, 1)
    assert not ran.exists(), ran.read_text()


@pytest.mark.parametrize("worktree", ["/", "/nowhere", "../..", "cards", "a\nb"])
def test_a_working_tree_elsewhere(top: Path, worktree: str) -> None:
    git(top, "config", "core.worktree", worktree)
    done = diff()
    assert done.code in (0, 1)


@pytest.mark.parametrize(
    "name",
    [
        "--upload-pack=evil",
        "-v1",
        "--output=x",
        "--exec=touch x",
        "-c",
        "v1 --",
        "v1\nv1",
        ":(top)",
        "@{-1}",
        "^v1",
        ":0:",
    ],
)
def test_a_revision_that_is_an_option_or_more(top: Path, name: str) -> None:
    done = diff(name)
    assert done.code == 1, done.output
    assert "no such git revision" in done.stderr
    assert sorted(path.name for path in top.iterdir()) == [".git", ".gitattributes", "cards"]


def test_a_repository_that_keeps_git_waiting(top: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (top / ".git" / "config").unlink()
    if sys.platform != "win32":
        os.mkfifo(top / ".git" / "config")
    monkeypatch.setattr(revision, "MAX_SECONDS", 0.5)
    with pytest.raises(Exception, match="git was not done after"):
        find_revision("v1", top / "cards" / "g")


def test_a_git_beside_the_game_is_not_run(
    top: Path, program: Path, ran: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (top / "git").symlink_to(program)
    monkeypatch.setenv("PATH", f".{os.pathsep}{os.environ['PATH']}")
    done = diff()
    assert done.code in (0, 1)
    assert not ran.exists(), ran.read_text()


def test_links_in_a_revision_lead_nowhere(tmp_path: Path, top: Path) -> None:
    (tmp_path / "secret.yaml").write_text("- name: Secret\n")
    cards = top / "cards" / "g" / "cards.yaml"
    cards.unlink()
    cards.symlink_to(tmp_path / "secret.yaml")
    commit(top, "v2")
    cards.unlink()
    cards.write_text("- name: Later\n")
    done = diff("v2")
    assert done.code == 1
    assert "leaves the game's folder through a link" in done.stderr
    assert "Secret" not in done.output


def test_what_git_lfs_keeps_here_comes_without_its_program(top: Path) -> None:
    picture = b"large" * 1000
    name = hashlib.sha256(picture).hexdigest()
    game = top / "cards" / "g"
    pointer = f"version https://git-lfs.github.com/spec/v1\noid sha256:{name}\nsize {len(picture)}\n"
    (game / "here.png").write_text(pointer)
    (game / "gone.png").write_text(pointer.replace(name, "0" * 64))
    (game / "false.png").write_text(pointer.replace(name, "1" * 64))
    commit(top, "v2")
    for kept, content in ((name, picture), ("1" * 64, b"something else")):
        folder = top / ".git" / "lfs" / "objects" / kept[:2] / kept[2:4]
        folder.mkdir(parents=True)
        (folder / kept).write_bytes(content)
    with unpacked(find_revision("v2", game)) as found:
        assert (found.folder / "here.png").read_bytes() == picture
        assert b"oid sha256:000" in (found.folder / "gone.png").read_bytes()
        assert b"oid sha256:111" in (found.folder / "false.png").read_bytes()
