"""A git repository with a game in it, for tests."""

from __future__ import annotations

import subprocess
from pathlib import Path

WHO = ("-c", "user.name=Tester", "-c", "user.email=tester@example.com", "-c", "commit.gpgsign=false")


def git(folder: Path, *arguments: str) -> str:
    done = subprocess.run(
        ["git", "-C", str(folder), *WHO, *arguments], capture_output=True, text=True, check=True
    )
    return done.stdout.strip()


def start(folder: Path) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    git(folder, "init", "--quiet", "--initial-branch=main")
    return folder


def commit(folder: Path, tag: str | None = None) -> str:
    """Commits everything there is; returns the hash."""
    git(folder, "add", "--all")
    git(folder, "commit", "--quiet", "--allow-empty", "--message=test")
    if tag:
        git(folder, "tag", tag)
    return git(folder, "rev-parse", "HEAD")
