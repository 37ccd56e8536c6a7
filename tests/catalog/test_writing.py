"""Files are written whole or not at all, over regular files only; what killed processes left is removed."""

from __future__ import annotations

import errno
import os
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from games import PROJECT

from generator.catalog import writing
from generator.catalog.problems import InputError, Problems
from generator.catalog.writing import (
    Finished,
    check_places,
    destination,
    put_in_place,
    scratch_folder,
    staging,
    write_file,
)

needs_unix = pytest.mark.skipif(os.name == "nt", reason="pipes, devices and sockets are files of Unix")


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The current directory."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def names(folder: Path = Path()) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def moved(*files: tuple[str, str]) -> list[str]:
    """What is told when these files, each written with its own name in it, are put in their places."""
    problems = Problems()
    finished = []
    for name, path in files:
        Path(name).write_text(name)
        finished.append(Finished(Path(name), Path(path)))
    assert put_in_place(finished, Path("out"), problems) != problems.has_errors
    return [problem.message for problem in problems.found]


def test_a_file_is_new_or_replaced_and_nothing_lies_beside_it() -> None:
    write_file(Path("deck.yaml"), b"one")
    write_file(Path("deck.yaml"), b"two")
    assert Path("deck.yaml").read_bytes() == b"two"
    assert names() == ["deck.yaml"]


LINK = "this is a link, so nothing was written"


@pytest.mark.parametrize("is_there", [True, False])
def test_nothing_is_written_through_a_link(is_there: bool) -> None:
    Path("elsewhere").mkdir()
    target = Path("elsewhere/target")
    if is_there:
        target.write_text("old")
    Path("link").symlink_to(target)
    with pytest.raises(InputError) as refused:
        write_file(Path("link"), b"new")
    assert refused.value.message == f"the file can't be written: {LINK}"
    assert (str(refused.value.place), refused.value.hint) == ("link", "remove it, or name another file")
    assert moved(("1.pdf", "link")) == [f"can't write to out: link: {LINK}"]
    assert Path("link").is_symlink()
    assert [path.read_text() for path in Path("elsewhere").iterdir()] == ["old"] * is_there


def test_the_output_folder_may_be_a_link_and_what_is_in_it_not() -> None:
    Path("disk/g/csv").mkdir(parents=True)
    Path("out").symlink_to("disk")
    assert moved(("1.pdf", "out/g/csv/1.pdf")) == []
    assert Path("disk/g/csv/1.pdf").read_text() == "1.pdf"
    Path("disk/h").symlink_to("g")
    files = (("2.pdf", "out/h/csv/2.pdf"), ("3.pdf", "out/h/csv/3.pdf"), ("4.pdf", "out/g/4.pdf"))
    assert moved(*files) == [f"can't write to out: out/h: {LINK}"]
    with pytest.raises(InputError, match=LINK) as refused:
        write_file(Path("out/h/csv/5.pdf"), b"new", Path("out"))
    assert str(refused.value.place) == "out/h"
    assert sorted(path.name for path in Path("disk").rglob("*")) == ["1.pdf", "csv", "g", "h"]


def test_a_link_that_comes_while_a_file_is_moved_is_replaced_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    replace = Path.replace

    def late(self: Path, target: Path) -> Path:
        if not Path("link").is_symlink():
            Path("link").symlink_to("precious")
        return replace(self, target)

    Path("precious").write_text("old")
    monkeypatch.setattr(Path, "replace", late)
    write_file(Path("link"), b"new")
    assert not Path("link").is_symlink()
    assert Path("precious").read_text() == "old"


def put_there(kind: str, path: Path) -> None:
    if kind == "folder":
        path.mkdir()
    elif kind == "full folder":
        path.mkdir()
        (path / "file").touch()
    elif kind == "pipe":
        os.mkfifo(path)
    elif kind == "socket":
        with socket.socket(socket.AF_UNIX) as server:
            server.bind(str(path))
    elif kind == "link to a pipe":
        os.mkfifo("pipe")
        path.symlink_to("pipe")
    elif kind == "link to a folder":
        Path("inside").mkdir()
        path.symlink_to("inside")
    elif kind == "link to itself":
        path.symlink_to(path.name)
    elif kind == "link to nowhere":
        path.symlink_to("no/such/file")
    else:
        raise ValueError(kind)


@needs_unix
@pytest.mark.parametrize(
    ("kind", "reason"),
    [
        ("folder", "this is a folder"),
        ("full folder", "this is a folder"),
        ("pipe", "this is not a regular file"),
        ("socket", "this is not a regular file"),
        ("link to a pipe", "this is not a regular file"),
        ("link to a folder", LINK),
        ("link to itself", LINK),
        ("link to nowhere", LINK),
    ],
)
def test_only_regular_files_are_replaced(kind: str, reason: str) -> None:
    path = Path("taken")
    put_there(kind, path)
    before = path.lstat()
    with pytest.raises(InputError) as refused:
        write_file(path, b"new")
    assert refused.value.message == f"the file can't be written: {reason}"
    assert str(refused.value.place) == "taken"
    assert moved(("1.pdf", "taken")) == [f"can't write to out: taken: {reason}"]
    after = path.lstat()
    assert (after.st_mode, after.st_ino, after.st_mtime_ns) == (
        before.st_mode,
        before.st_ino,
        before.st_mtime_ns,
    )


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root makes device nodes")
def test_a_device_is_not_replaced() -> None:
    try:
        os.mknod("null", 0o20666, os.makedev(1, 3))
    except OSError:
        pytest.skip("no device nodes here")
    Path("link").symlink_to("null")
    for path in (Path("null"), Path("link")):
        with pytest.raises(InputError, match="this is not a regular file"):
            write_file(path, b"new")
    assert Path("null").is_char_device()


@needs_unix
@pytest.mark.parametrize("path", ["/dev/null", "/dev/stdout", "/dev/tty", "/dev/fd/1", "/proc/self/fd/2"])
def test_the_system_s_devices_are_no_places_for_files(path: str) -> None:
    """Only asked, and not tried: root's tests must not be able to harm the machine."""
    if Path(path).exists():
        with pytest.raises(
            OSError, match=r"this is not a regular file|the output of this command goes there"
        ):
            destination(Path(path))


def test_what_is_printed_to_is_not_replaced() -> None:
    code = (
        "from pathlib import Path; from generator.catalog.problems import InputError\n"
        "from generator.catalog.writing import write_file\n"
        "try: write_file(Path('out.txt'), b'new')\n"
        "except InputError as error: print(error.message)\n"
    )
    with Path("out.txt").open("w") as out:
        environment = {**os.environ, "PYTHONPATH": str(PROJECT)}
        subprocess.run([sys.executable, "-c", code], stdout=out, env=environment, check=True, timeout=60)
    told = "the file can't be written: the output of this command goes there\n"
    assert Path("out.txt").read_text() == told


def test_all_are_moved_or_none_and_everything_in_the_way_is_told() -> None:
    Path("taken").mkdir()
    Path("file").write_text("a file")
    files = (("1.pdf", "out/one.pdf"), ("2.pdf", "taken"), ("3.pdf", "file/three.pdf"))
    assert moved(*files) == [
        "can't write to out: taken: this is a folder",
        "can't write to out: file: this is a file, a folder is needed",
    ]
    assert not Path("out").exists()


@pytest.mark.parametrize("other", ["out/g/a.pdf", "out/g/A.pdf", "out/G/a.pdf"])
def test_two_files_of_one_path_are_refused(other: str) -> None:
    problems = Problems()
    assert not check_places([Path("out/g/a.pdf"), Path(other), Path("out/g/b.pdf")], Path("out"), problems)
    assert [problem.message for problem in problems.found] == [f"two files would be written to {other}"]


def test_another_file_system_is_no_obstacle(monkeypatch: pytest.MonkeyPatch) -> None:
    replace = Path.replace

    def within_a_folder(self: Path, target: Path) -> Path:
        if self.name == "1.pdf":
            raise OSError(errno.EXDEV, "Invalid cross-device link")
        return replace(self, target)

    monkeypatch.setattr(Path, "replace", within_a_folder)
    Path("mounted").mkdir()
    assert moved(("1.pdf", "mounted/one.pdf")) == []
    assert Path("mounted/one.pdf").read_text() == "1.pdf"
    assert names(Path("mounted")) == ["one.pdf"]


@pytest.mark.parametrize("failing", ["write_bytes", "replace"])
def test_a_full_disk_leaves_the_old_file_and_nothing_else(
    monkeypatch: pytest.MonkeyPatch, failing: str
) -> None:
    def fail(*_: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    Path("deck.yaml").write_text("old")
    monkeypatch.setattr(Path, failing, fail)
    with pytest.raises(InputError, match="the file can't be written: No space left on device"):
        write_file(Path("deck.yaml"), b"new")
    assert Path("deck.yaml").read_text() == "old"
    assert names() == ["deck.yaml"]


def test_folders_that_were_made_for_nothing_go() -> None:
    Path("there").mkdir()
    with staging(Path("there/a/b")):
        assert names(Path("there/a")) == ["b"]
    assert names(Path("there")) == []
    with staging(Path("there/a/b")) as unfinished:
        (unfinished / "1").touch()
        (unfinished / "1").replace("there/a/b/1")
    assert names(Path("there/a/b")) == ["1"]


# What killed processes have left

HOLD = """\
import sys
from pathlib import Path
from generator.catalog.writing import scratch_folder
with scratch_folder(Path()) as folder:
    (folder / "1.pdf").touch()
    print(folder.name, flush=True)
    sys.stdin.read()
"""


@contextmanager
def living() -> Iterator[tuple[subprocess.Popen[str], Path]]:
    """Another process that works in a folder of unfinished files, and the folder."""
    process = subprocess.Popen(
        [sys.executable, "-c", HOLD],
        env={**os.environ, "PYTHONPATH": str(PROJECT)},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    try:
        yield process, Path(process.stdout.readline().strip())
    finally:
        process.kill()
        process.communicate()


def test_the_folder_of_a_living_process_stays_and_that_of_a_killed_one_goes() -> None:
    with living() as (process, folder):
        write_file(Path("deck.yaml"), b"new")
        assert names(folder) == ["1.pdf", "lock"]
        process.kill()
        process.wait()
        assert names(folder) == ["1.pdf", "lock"]
        write_file(Path("deck.yaml"), b"newer")
        assert names() == ["deck.yaml"]


def test_the_folder_of_a_living_process_stays_however_old_it_looks() -> None:
    with living() as (_, folder):
        os.utime(folder, (0, 0))
        write_file(Path("deck.yaml"), b"new")
        assert names(folder) == ["1.pdf", "lock"]


def leave(name: str, lock: bytes | None, days: float = 0) -> Path:
    """A folder without a process, as it lies there some days later."""
    folder = Path(name)
    folder.mkdir()
    (folder / "1.pdf").touch()
    if lock is not None:
        (folder / "lock").write_bytes(lock)
    then = time.time() - days * 24 * 60 * 60
    os.utime(folder, (then, then))
    return folder


@pytest.mark.parametrize(
    ("lock", "days", "is_left"),
    [
        (writing._machine(), 0, False),
        (b"another machine", 0, True),
        (b"another machine", 0.9, True),
        (b"another machine", 1.1, False),
        (b"", 0, True),
        (b"", 2, False),
        (None, 0, True),
        (None, 2, False),
        (None, -400, True),
    ],
)
def test_what_may_be_another_machine_s_stays_for_a_day(
    lock: bytes | None, days: float, is_left: bool
) -> None:
    """Another machine's locks may not be seen here; and who has just begun has no lock yet."""
    folder = leave(".gatepress-abcd1234", lock, days)
    write_file(Path("deck.yaml"), b"new")
    assert folder.exists() == is_left


def test_this_machine_s_clock_does_not_matter(monkeypatch: pytest.MonkeyPatch) -> None:
    folder = leave(".gatepress-abcd1234", b"another machine")
    monkeypatch.setattr(time, "time", lambda: 4e9)
    write_file(Path("deck.yaml"), b"new")
    assert folder.exists()


def test_what_others_call_like_that_stays() -> None:
    Path("mine").mkdir()
    Path("mine/file").touch()
    Path(".gatepress-notes").mkdir()
    Path(".gatepress-abcd1234").write_text("a file")
    Path(".gatepress-abcd5678").symlink_to("mine")
    write_file(Path("deck.yaml"), b"new")
    assert names() == [".gatepress-abcd1234", ".gatepress-abcd5678", ".gatepress-notes", "deck.yaml", "mine"]
    assert names(Path("mine")) == ["file"]


def test_where_there_are_no_locks_nothing_of_others_is_removed(monkeypatch: pytest.MonkeyPatch) -> None:
    folder = leave(".gatepress-abcd1234", writing._machine(), days=9)
    monkeypatch.setattr(writing, "_is_taken", lambda _: False)
    write_file(Path("deck.yaml"), b"new")
    assert names() == [folder.name, "deck.yaml"]


def test_a_folder_that_was_left_at_its_very_beginning_goes() -> None:
    Path(".gatepress-abcd1234").mkdir()
    write_file(Path("deck.yaml"), b"new")
    assert names() == ["deck.yaml"]


def test_the_lock_is_the_last_that_goes(monkeypatch: pytest.MonkeyPatch) -> None:
    """So who is killed while he removes his folder leaves one that others can tell from a living one's."""
    seen = []
    remove = writing._empty

    def look(folder: Path) -> None:
        (folder / "folder").mkdir()
        (folder / "folder" / "1.pdf").touch()
        remove(folder)
        seen.extend(names(folder))

    monkeypatch.setattr(writing, "_empty", look)
    write_file(Path("deck.yaml"), b"new")
    assert seen == ["lock"]
    assert names() == ["deck.yaml"]


def test_who_loses_an_empty_folder_to_another_makes_a_new_one(monkeypatch: pytest.MonkeyPatch) -> None:
    make = tempfile.mkdtemp
    made = []

    def robbed(*, prefix: str, dir: Path) -> str:
        made.append(make(prefix=prefix, dir=dir))
        if len(made) == 1:
            Path(made[0]).rmdir()
        return made[-1]

    monkeypatch.setattr(tempfile, "mkdtemp", robbed)
    write_file(Path("deck.yaml"), b"new")
    assert len(made) == 2
    assert names() == ["deck.yaml"]


def test_what_was_left_beside_a_file_goes_though_it_is_finished_elsewhere() -> None:
    Path("out/g").mkdir(parents=True)
    leave("out/g/.gatepress-abcd1234", writing._machine())
    other = leave("out/g/.gatepress-abcd5678", b"another machine")
    assert check_places([Path("out/g/a.pdf")], Path("out"), Problems())
    assert names(Path("out/g")) == [other.name]


def test_what_can_t_be_removed_does_not_hold_up_anyone(monkeypatch: pytest.MonkeyPatch) -> None:
    folder = leave(".gatepress-abcd1234", writing._machine())
    rmdir = os.rmdir

    def refuse(path: str | Path, *, dir_fd: int | None = None) -> None:
        if Path(path).name == folder.name:
            raise PermissionError(errno.EACCES, "Permission denied")
        rmdir(path, dir_fd=dir_fd)

    monkeypatch.setattr(os, "rmdir", refuse)
    write_file(Path("deck.yaml"), b"new")
    assert names() == [folder.name, "deck.yaml"]


def test_an_exit_in_the_middle_leaves_nothing() -> None:
    with pytest.raises(SystemExit), staging(Path("out")):
        raise SystemExit(143)
    assert names() == []


def test_temporary_folders_are_those_of_the_system(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    with scratch_folder(Path(tempfile.gettempdir())) as folder:
        assert folder.parent == tmp_path
    assert names() == []


def test_what_was_moved_before_one_that_can_not_be_is_taken_back(monkeypatch: pytest.MonkeyPatch) -> None:
    """As where a PDF is open in a program of Windows, or the folder of one of two games is read-only."""
    replace = Path.replace

    def refused(self: Path, target: Path) -> Path:
        if self.name == "3.pdf":
            raise OSError(errno.EACCES, "Permission denied")
        return replace(self, target)

    monkeypatch.setattr(Path, "replace", refused)
    Path("out").mkdir()
    Path("out/one.pdf").write_text("older")
    files = (("1.pdf", "out/one.pdf"), ("2.pdf", "out/new/folder/two.pdf"), ("3.pdf", "out/three.pdf"))
    assert moved(*files) == ["can't write to out: out/three.pdf: Permission denied"]
    assert {path: path.read_text() for path in Path("out").rglob("*") if path.is_file()} == {
        Path("out/one.pdf"): "older"
    }
    assert not Path("out/new").exists()


@needs_unix
@pytest.mark.parametrize("out", ["taken", "taken/inside/it"])
@pytest.mark.parametrize(
    ("kind", "told"),
    [("file", "this is a file, a folder is needed"), ("link", "this is a link that leads nowhere")],
)
def test_what_is_in_the_way_of_a_folder_is_named(kind: str, told: str, out: str) -> None:
    if kind == "file":
        Path("taken").write_text("mine")
    else:
        Path("taken").symlink_to("nowhere")
    with pytest.raises(OSError, match=told), staging(Path(out)):
        pass
    assert moved(("1.pdf", f"{out}/one.pdf")) == [f"can't write to out: taken: {told}"]
