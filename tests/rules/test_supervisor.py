"""What another process of a run was ended by, in whatever order one looks and the watcher ends it."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.rules import supervisor
from generator.rules.supervisor import Watched, fate_of_workers
from generator.rules.watch import FOLDER


def test_a_process_that_is_ended_while_one_looks_was_stopped_and_did_not_just_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def ended_now(_: Watched) -> bool:
        (tmp_path / "17.killed").write_text("0.5")
        return False

    (tmp_path / "17.trace").touch()
    monkeypatch.setenv(FOLDER, str(tmp_path))
    monkeypatch.setattr(supervisor, "INTERVAL", 0)
    monkeypatch.setattr(Watched, "number", lambda *_: 0)
    monkeypatch.setattr(Watched, "frames", lambda _: ("a frame",))
    monkeypatch.setattr(Watched, "is_running", property(ended_now))
    monkeypatch.setattr(Watched, "last_words", lambda _, words="", limit=None: words or limit)
    assert fate_of_workers() == 0.5


def test_a_process_that_was_ended_with_one_that_hung_is_not_blamed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for pid in ("17", "18"):
        (tmp_path / f"{pid}.trace").touch()
    (tmp_path / "18.killed").write_text("0.5")
    monkeypatch.setenv(FOLDER, str(tmp_path))
    monkeypatch.setattr(Watched, "number", lambda *_: 0)
    monkeypatch.setattr(Watched, "frames", lambda _: ("a frame",))
    monkeypatch.setattr(Watched, "is_running", property(lambda _: False))
    monkeypatch.setattr(Watched, "last_words", lambda _, words="", limit=None: words or limit)
    assert fate_of_workers() == 0.5
