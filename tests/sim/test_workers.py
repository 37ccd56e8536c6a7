"""Who plays does not matter: one process, several, a cluster; killed, interrupted, and gone on with."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import cache
from multiprocessing import active_children
from pathlib import Path

import pytest

from generator.catalog.problems import InputError
from generator.sim.study import workers
from generator.sim.study.plan import Plan
from generator.sim.study.store import Store
from generator.sim.study.table import open_table
from generator.sim.study.workers import Crew, Job, play_job, play_study
from tests.games import PROJECT, run
from tests.own_leduc import line_of, write_leduc
from tests.sim.even_game import write_even
from tests.sim.studies import plan, played

ENVIRONMENT = {**os.environ, "PYTHONPATH": str(PROJECT)}


def played_by(asked: Plan, crew: Crew, at_half: object = None, folder: Path | None = None) -> tuple[str, int]:
    """The digest and number of games of a study; ``at_half`` is called when half of it is stored."""
    table = open_table(asked)
    stored = 0

    def done(count: int) -> None:
        nonlocal stored, at_half
        stored += count
        if at_half is not None and stored * 2 >= asked.games:
            called, at_half = at_half, None
            called()  # type: ignore[operator]

    with Store.begin(folder, asked, table.versions) as store:
        assert play_study(store, table, crew, done) is None
        assert at_half is None
        assert stored == store.count()
        return store.digest(), store.count()


@cache
def digest_of(games: int) -> str:
    """Of a study of so many games, played in this process at one go."""
    return played(plan(games))[0].digest


@pytest.fixture
def small_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    """So that there are many of them, and workers are in the middle of some."""
    monkeypatch.setattr(workers, "MAX_BATCH", 40)


class TestProcesses:
    @pytest.mark.slow
    def test_any_number_of_workers_gives_the_same(self) -> None:
        asked = plan(300)
        one, two, three = (played_by(asked, Crew(workers=number)) for number in (1, 2, 3))
        assert one == two == three
        assert active_children() == []

    @pytest.mark.slow
    @pytest.mark.usefixtures("small_batches")
    def test_games_of_a_killed_worker_are_played_again(self) -> None:
        asked = plan(600)

        def kill_one() -> None:
            os.kill(active_children()[0].pid or 0, signal.SIGKILL)

        assert played_by(asked, Crew(workers=2), kill_one) == played_by(asked, Crew())

    @pytest.mark.slow
    def test_rules_of_ones_own_are_loaded_there(self, tmp_path: Path) -> None:
        asked = plan(60, game="leduc", place=str(write_leduc(tmp_path / "leduc")))
        assert played_by(asked, Crew(workers=2)) == played_by(asked, Crew())

    @pytest.mark.slow
    def test_games_that_kill_every_worker_end_the_study(self, tmp_path: Path) -> None:
        deadly = "        import os, signal; os.kill(os.getpid(), signal.SIGKILL)\n"
        head = "    def apply(self, move: int) -> None:\n"
        asked = plan(60, game="leduc", place=str(write_leduc(tmp_path / "leduc", {head: head + deadly})))
        table = open_table(asked)
        with Store.begin(None, asked, table.versions) as store, pytest.raises(InputError) as caught:
            play_study(store, table, Crew(workers=2), lambda _: None)
        assert re.fullmatch(r"workers were killed 6 times in a row, .* games? 0.*", caught.value.message)

    @pytest.mark.slow
    def test_the_first_game_that_fails_is_told(self, tmp_path: Path) -> None:
        """However many play: the same error, and all games before it are kept."""
        head = "    def apply(self, move: int) -> None:\n"
        fault = "        1 / (self.shuffler.seed % 50)\n"
        asked = plan(400, game="leduc", place=str(write_leduc(tmp_path / "leduc", {head: head + fault})))
        first = next(number for number in range(400) if asked.deal_seed(number) % 50 == 0)
        for crew in (Crew(), Crew(workers=2)):
            summary, failure = played(asked, crew=crew)
            assert failure is not None
            assert failure.number == first
            assert summary.games >= first


class TestVersions:
    def test_a_worker_with_other_cards_is_refused(self) -> None:
        asked = plan(4)
        here = open_table(asked).versions
        for part, told in (("cards", "its game have changed"), ("gatepress", "it is of gatepress other")):
            job = Job(asked, replace(here, **{part: "other"}), 0, 2, 60)
            with pytest.raises(InputError) as caught:
                play_job(job)
            assert caught.value.message.startswith(
                f"a worker on {socket.gethostname()} would play other games: "
            )
            assert told in caught.value.message

    def test_a_worker_without_the_game_is_refused(self) -> None:
        asked = plan(4)
        job = Job(
            replace(asked, place="/no/such/game"), replace(open_table(asked).versions, cards="x"), 0, 2, 60
        )
        with pytest.raises(InputError, match=r"a worker on .* can't open '/no/such/game': ") as caught:
            play_job(job)
        assert caught.value.hint


INTERRUPTED = 2000
"""Games of a study that is interrupted: far more than are played before anybody can do it."""


class TestInterrupted:
    @pytest.mark.slow
    @pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
    def test_it_goes_on_where_it_was(self, tmp_path: Path, number: signal.Signals) -> None:
        games = f"{INTERRUPTED}"
        command = ["simulate", "battle-gate", "--games", games, "--bots", "random", "--workers", "2"]
        process = subprocess.Popen(
            [sys.executable, "-m", "generator", *command, "--out", "study"],
            cwd=tmp_path,
            env=ENVIRONMENT,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        file = tmp_path / "study" / "study.db"
        deadline = time.monotonic() + 60
        while not file.exists() or file.stat().st_size < 60_000:
            assert time.monotonic() < deadline
            assert process.poll() is None, process.communicate()
            time.sleep(0.02)
        process.send_signal(number)
        _, errors = process.communicate(timeout=60)
        assert "Traceback" not in errors
        if number == signal.SIGKILL:
            assert process.returncode == -signal.SIGKILL
        else:
            assert process.returncode == 128 + number
            assert re.search(
                rf"[\d,]+ of {INTERRUPTED:,} games are kept in study; the same command goes on", errors
            )
        with Store.open(tmp_path / "study") as store:
            kept = store.count()
            assert 0 < kept < INTERRUPTED
        done = run(*command, "--out", "study", "--json", cwd=tmp_path)
        assert done.code == 0, done.stderr
        told = json.loads(done.stdout)
        assert told["games"] == INTERRUPTED
        assert told["digest"] == digest_of(INTERRUPTED)

    @pytest.mark.slow
    def test_workers_that_are_just_beginning_say_nothing_of_it(self, tmp_path: Path) -> None:
        """Ctrl-C at a terminal goes to all processes of the command at once."""
        process = subprocess.Popen(
            [sys.executable, "-c", BEGINNING],
            env=ENVIRONMENT,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            cwd=tmp_path,
            start_new_session=True,
        )
        assert process.stdout is not None
        children = [int(word) for word in process.stdout.readline().split()]
        for child in children:
            os.kill(child, signal.SIGINT)
        _, errors = process.communicate(timeout=60)
        assert process.returncode == 0, errors
        assert errors == ""

    @pytest.mark.slow
    def test_workers_end_with_the_process_that_began_them(self, tmp_path: Path) -> None:
        process = subprocess.Popen(
            [sys.executable, "-c", ORPHANS], env=ENVIRONMENT, stdout=subprocess.PIPE, text=True, cwd=tmp_path
        )
        assert process.stdout is not None
        children = [int(word) for word in process.stdout.readline().split()]
        assert len(children) == 2
        process.kill()
        process.wait()
        deadline = time.monotonic() + 60
        while any(map(is_running, children)):
            assert time.monotonic() < deadline
            time.sleep(0.05)


ORPHANS = """
import time
from multiprocessing import active_children
from generator.sim.study.workers import _Pools
if __name__ == "__main__":
    pool = _Pools(2).renew()
    for _ in pool.map(time.sleep, [0.3, 0.3]):
        pass
    print(*[child.pid for child in active_children()], flush=True)
    time.sleep(60)
"""


BEGINNING = """
import time
from multiprocessing import active_children
from generator.sim.study.workers import _Pools
if __name__ == "__main__":
    pools = _Pools(2)
    pool = pools.renew()
    waiting = [pool.submit(time.sleep, 0.1) for _ in range(2)]
    print(*[child.pid for child in active_children()], flush=True)
    for one in waiting:
        one.result()
    pools.end()
"""


def is_running(process: int) -> bool:
    try:
        state = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0]
    except FileNotFoundError:
        return False
    return state != "Z"


# On a cluster: a real scheduler and real workers


class Cluster:
    """A Dask scheduler on loopback, and its workers."""

    def __init__(self) -> None:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            port = probe.getsockname()[1]
        self.address = f"tcp://127.0.0.1:{port}"
        self.processes: list[subprocess.Popen[bytes]] = []
        self.begin("scheduler", "--host", "127.0.0.1", "--port", str(port))

    def begin(self, part: str, *arguments: str, tree: Path = PROJECT) -> subprocess.Popen[bytes]:
        process = subprocess.Popen(
            [sys.executable, "-m", f"distributed.cli.dask_{part}", *arguments, "--no-dashboard"],
            cwd=tree,
            env={**ENVIRONMENT, "PYTHONPATH": str(tree)},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        self.processes.append(process)
        return process

    def add_worker(self, tree: Path = PROJECT) -> subprocess.Popen[bytes]:
        return self.begin("worker", self.address, "--nthreads", "1", "--no-nanny", tree=tree)


@pytest.fixture
def cluster() -> Iterator[Cluster]:
    begun = Cluster()
    yield begun
    for process in begun.processes:
        process.kill()
        process.wait()


@contextmanager
def refused(*words: str) -> Iterator[None]:
    with pytest.raises(InputError) as caught:
        yield
    told = f"{caught.value.message} {caught.value.hint}"
    assert [word for word in words if word not in told] == [], told


@pytest.mark.slow
class TestCluster:
    @pytest.mark.usefixtures("small_batches")
    def test_a_worker_is_killed_half_way(self, cluster: Cluster) -> None:
        first, _ = cluster.add_worker(), cluster.add_worker()
        asked = plan(600)
        by_cluster = played_by(asked, Crew(scheduler=cluster.address), first.kill)
        assert first.wait(timeout=60) == -signal.SIGKILL
        assert by_cluster == played_by(asked, Crew())

    def test_a_worker_with_another_program_is_refused(self, cluster: Cluster, tmp_path: Path) -> None:
        changed = tmp_path / "tree"
        changed.mkdir()
        for name in ("generator", "cards", "layouts", "docs"):
            subprocess.run(["cp", "-r", str(PROJECT / name), str(changed / name)], check=True)
        bot = changed / "generator" / "sim" / "bots" / "random_.py"
        bot.write_text(bot.read_text("utf-8") + "\n# changed\n", "utf-8")
        cluster.add_worker(changed)
        with refused("would play other games: the rules or bots of gatepress have changed", "same version"):
            played(plan(20), crew=Crew(scheduler=cluster.address))

    def test_rules_that_hang_in_c_are_told_and_the_worker_goes_on(
        self, cluster: Cluster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        raises = "            self.raises += 1\n"
        write_leduc(tmp_path / "leduc")
        monkeypatch.setitem(ENVIRONMENT, "GATEPRESS_CALL_LIMIT", "0.5")
        cluster.add_worker()
        study = ("simulate", "leduc", "--games", "40", "--bots", "random", "--json")
        alone = run(*study, cwd=tmp_path)
        together = run(*study, "--scheduler", cluster.address, cwd=tmp_path)
        assert json.loads(together.stdout)["digest"] == json.loads(alone.stdout)["digest"]
        folder = write_leduc(tmp_path / "leduc", {raises: f"{raises}            n = 9; n**n**n\n"})
        done = run(*study[:-1], "--scheduler", cluster.address, cwd=tmp_path)
        assert done.code == 1, done.output
        place = f"leduc/rules.py:{line_of(folder, 'n**n**n')}: error: game 0, move "
        assert place in done.stderr
        assert "it does not end: stopped after" in done.stderr
        assert played_by(plan(20), Crew(scheduler=cluster.address)) == played_by(plan(20), Crew())

    def test_sweeps_and_tunings_are_played_there_too(self, cluster: Cluster, tmp_path: Path) -> None:
        write_even(tmp_path / "even")
        cluster.add_worker()
        for command in (
            ("sweep", "even", "--bots", "random", "--games", "20", "--set", "rules.mine=4,14"),
            ("tune", "even", "--bots", "random", "--games", "20", "--free", "rules.mine=9..11"),
        ):
            asked = (*command, *(("--target", "seat0=0.5±0.2") if command[0] == "tune" else ()), "--json")
            alone = run(*asked, cwd=tmp_path)
            out = ("--out", command[0])
            together = run(*asked, "--scheduler", cluster.address, *out, cwd=tmp_path)
            assert json.loads(together.stdout) == json.loads(alone.stdout)
            assert run(*asked, *out, cwd=tmp_path).stdout == together.stdout
        both = ("--scheduler", cluster.address, "--workers", "2")
        assert run(*asked, *both, cwd=tmp_path).code == 2

    def test_no_workers(self, cluster: Cluster, monkeypatch: pytest.MonkeyPatch) -> None:
        # To reach the scheduler takes as long as it takes.
        monkeypatch.setattr(workers, "CONNECT_SECONDS", 60)
        monkeypatch.setattr(workers, "FIRST_WORKER_SECONDS", 1)
        with refused("has no workers", "dask worker"):
            played(plan(4), crew=Crew(scheduler=cluster.address))


@pytest.mark.slow
def test_no_scheduler(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "CONNECT_SECONDS", 1)
    for address in ("tcp://127.0.0.1:1", "nonsense://x"):
        with refused(f"no scheduler can be reached at '{address}'", "dask scheduler"):
            played(plan(4), crew=Crew(scheduler=address))


def test_without_the_package_it_is_told_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with refused(
        "playing on a cluster needs packages that are not installed (distributed)", "gatepress[cluster]"
    ):
        played(plan(4), crew=Crew(scheduler="tcp://127.0.0.1:1"))
