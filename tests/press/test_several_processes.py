"""Several processes print what one does, byte for byte and word for word, whatever becomes of them."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Iterator
from multiprocessing import connection
from pathlib import Path

import pytest
import yaml
from games import read_game, write_game

from generator.catalog.problems import Problems
from generator.catalog.sizes import paper
from generator.layout.caches import clear_caches
from generator.press.build import build
from generator.press.cache import Cache
from generator.press.job import PrintJob
from generator.press.planning import plan_books, plan_jobs
from generator.press.request import PrintRequest
from generator.press.sheet_job import SheetJob

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="processes are forked only there")
FRONT = "<card><rect x='3' y='3' width='9' height='9'/><text y='20' width='60'>{{ name }}</text></card>"
FAINT = "<card><text y='20' width='60' size='3'>{{ name }}</text></card>"
UNKNOWN = "<card><text y='20' width='60'>{{ name }}{{ nam }}</text></card>"
WRONG = "<card><text y='20' width='60'>{{ nam }} {{ 1 + none }}</text></card>"


def game(folder: Path, wrong: str = FAINT) -> Path:
    """One with lists of ninety cards, and a rulebook that shows one of them; the second list has warnings."""
    part = {"size": "poker", "front": "card.xml.j2", "press": {"backs": "none"}}
    lists = [{**part, "cards": [{"name": f"{letter} {number}"} for number in range(90)]} for letter in "ABCD"]
    lists[1]["front"] = "wrong.xml.j2"
    components = {f"list-{number}": one for number, one in enumerate(lists)}
    written = {"title": "Many", "rulebook": {}, "components": components}
    files = {"layouts/wrong.xml.j2": wrong, "rulebook.md": "# Many\n\n```card\nshow: [c-7]\n```\n"}
    return write_game(folder / "many", game=yaml.safe_dump(written), front=FRONT, files=files)


def printed(folder: Path, processes: int, cache: Path | None = None) -> tuple[dict[str, bytes], list[str]]:
    """The files, and what was reported."""
    clear_caches()
    problems = Problems()
    loaded = read_game(folder, problems)
    requests = [PrintRequest(paper(name)) for name in ("a4", "letter")]
    jobs: list[PrintJob] = [job for request in requests for job in plan_jobs(loaded, request)]
    jobs += plan_books([loaded], requests)
    out = folder.parent / f"out-{processes}"
    build(jobs, out, problems, lambda _: None, cache and Cache(cache), processes=processes)
    files = {path.name: path.read_bytes() for path in sorted(out.rglob("*.pdf"))}
    return files, [str(problem) for problem in problems.merged()]


@pytest.fixture
def forks(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[int]]:
    """The processes that were forked; none is left."""
    pids: list[int] = []
    fork = os.fork

    def noted() -> int:
        pid = fork()
        pids.append(pid)
        return pid

    monkeypatch.setattr(os, "fork", noted)
    yield pids
    for pid in pids:
        with pytest.raises(ChildProcessError):
            os.waitpid(pid, 0)


def test_they_print_what_one_prints(tmp_path: Path, forks: list[int]) -> None:
    folder = game(tmp_path)
    alone = printed(folder, 1)
    assert len(alone[0]) == 10
    assert any("list-1" in said or "wrong" in said for said in alone[1])
    assert forks == []
    for processes in (2, 3):
        assert printed(folder, processes, tmp_path / "cache") == alone
    assert len(forks) == 2
    clear_caches()
    (tmp_path / "cache").rename(tmp_path / "kept")
    assert printed(folder, 3) == alone
    assert len(forks) == 5


def test_what_they_printed_is_kept(tmp_path: Path, forks: list[int], monkeypatch: pytest.MonkeyPatch) -> None:
    folder = game(tmp_path)
    first = printed(folder, 2, tmp_path / "cache")
    assert len(forks) == 2

    def never(*_: object) -> None:
        raise AssertionError

    monkeypatch.setattr(SheetJob, "print", never)
    assert printed(folder, 2, tmp_path / "cache") == first


def test_an_error_in_one_is_reported_as_by_one(tmp_path: Path, forks: list[int]) -> None:
    folder = game(tmp_path, WRONG)
    alone = printed(folder, 1)
    assert alone[0] == {}
    assert printed(folder, 2) == alone
    assert len(forks) == 2


def test_what_a_killed_process_did_not_print_is_printed(
    tmp_path: Path, forks: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = game(tmp_path)
    alone = printed(folder, 1)
    parent, prints = os.getpid(), SheetJob.print

    def killed(job: SheetJob, *rest: object) -> object:
        if os.getpid() != parent and "list-2" in job.name:
            os.kill(os.getpid(), signal.SIGKILL)
        return prints(job, *rest)  # type: ignore[arg-type]

    monkeypatch.setattr(SheetJob, "print", killed)
    assert printed(folder, 2) == alone
    assert len(forks) == 2


def test_warnings_of_layouts_leave_nothing_to_the_one_that_waits(
    tmp_path: Path, forks: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = game(tmp_path, UNKNOWN)
    alone = printed(folder, 1)
    assert any("no card of list-1 has `nam`" in said for said in alone[1])
    parent, prints = os.getpid(), SheetJob.print

    def elsewhere(job: SheetJob, *rest: object) -> object:
        assert os.getpid() != parent
        return prints(job, *rest)  # type: ignore[arg-type]

    monkeypatch.setattr(SheetJob, "print", elsewhere)
    assert printed(folder, 2) == alone
    assert len(forks) == 2


def test_a_long_list_beside_short_ones_begins_none(tmp_path: Path, forks: list[int]) -> None:
    part = {"size": "poker", "front": "card.xml.j2", "press": {"backs": "none"}}
    long, short = ([{"name": str(number)} for number in range(count)] for count in (220, 2))
    written = {"title": "Long", "components": {"a": {**part, "cards": long}, "b": {**part, "cards": short}}}
    folder = write_game(tmp_path / "long", game=yaml.safe_dump(written), front=FRONT)
    assert len(printed(folder, 2)[0]) == 4
    assert forks == []


def test_a_run_that_may_not_fork_prints_by_itself(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = game(tmp_path)
    alone = printed(folder, 1)

    def refuse() -> int:
        raise RuntimeError("rules and bots can't fork the process that they run in")

    monkeypatch.setattr(os, "fork", refuse)
    assert printed(folder, 2) == alone


def test_they_end_with_a_build_that_is_interrupted(
    tmp_path: Path, forks: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = game(tmp_path)

    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(connection, "wait", interrupted)
    with pytest.raises(KeyboardInterrupt):
        printed(folder, 2)
    assert len(forks) == 2
    assert list(tmp_path.glob("out-2/*")) == []
