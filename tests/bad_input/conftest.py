"""A game with something wrong in it, built beside the output of an earlier run."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from games import Result, run_here, write_game

EARLIER = {"g": None, "g/cards-a4.pdf": b"printed yesterday"}
"""What lies in the output folder before each build."""

Refuse = Callable[..., list[str]]


def contents(folder: Path) -> dict[str, bytes | None]:
    """Everything below a folder, hidden files too; None for folders."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes() if path.is_file() else None
        for path in sorted(folder.rglob("*"))
    }


def check_refused(result: Result, out: Path) -> None:
    """Exit status 1, no traceback, and the earlier files as they were with nothing beside them."""
    assert result.code == 1, result.output
    assert "Traceback" not in result.output
    assert contents(out) == EARLIER


@pytest.fixture
def out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The output folder ``out`` of the current directory, with the files of an earlier build."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "out" / "g").mkdir(parents=True)
    (tmp_path / "out" / "g" / "cards-a4.pdf").write_bytes(b"printed yesterday")
    return tmp_path / "out"


@pytest.fixture
def refuse(tmp_path: Path, out: Path) -> Refuse:
    """Builds the game ``g`` that is described as for ``write_game``; returns what is told of it."""

    def build(*, arguments: Sequence[str] = (), **described: Any) -> list[str]:
        folder = write_game(tmp_path / "g", **described)
        result = run_here("build", folder, "--out", "out", *arguments)
        check_refused(result, out)
        assert "nothing was written" in result.stderr
        return result.problems

    return build
