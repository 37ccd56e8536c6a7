"""Studios that are copies of one process, which has imported all that a studio needs.

A Python that starts anew takes longer over its imports than most tests over the studio. For all that does
not hang on how Python starts: that needs a process of its own.
"""

from __future__ import annotations

import atexit
import gc
import json
import os
import select
import signal
import socket
import subprocess
import sys
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from types import FrameType
from typing import IO, Any

from forks import become, load_what_most_runs_need
from games import PROJECT

_LONGEST = 1 << 20
"""Bytes of an order."""


class Forked:
    """A running copy: what is used here of a ``Popen``."""

    def __init__(self, pid: int, out: int, err: int, status: int) -> None:
        self.pid = pid
        self.returncode: int | None = None
        self.stdout: IO[str] = os.fdopen(out, encoding="utf-8")
        self.stderr: IO[str] = os.fdopen(err, encoding="utf-8")
        self._status = status

    def poll(self) -> int | None:
        return self._look(0)

    def wait(self, timeout: float | None = None) -> int:
        status = self._look(timeout)
        if status is None:
            raise subprocess.TimeoutExpired("gatepress studio", timeout or 0)
        return status

    def send_signal(self, number: signal.Signals) -> None:
        if self.poll() is None:
            os.kill(self.pid, number)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)

    def _look(self, timeout: float | None) -> int | None:
        if self.returncode is None and select.select([self._status], [], [], timeout)[0]:
            self.returncode = int(os.read(self._status, 16))
            os.close(self._status)
        return self.returncode


def start_forked(arguments: Sequence[str], cwd: Path) -> Forked:
    """Runs ``gatepress`` with these arguments, in a folder and with this process's environment."""
    nursery = _nursery()
    pipes = [os.pipe() for _ in range(3)]
    environment = {**os.environ, "PYTHONPATH": str(PROJECT)}
    order = json.dumps({"arguments": list(arguments), "cwd": str(cwd), "environment": environment})
    socket.send_fds(nursery, [order.encode()], [writing for _, writing in pipes])
    for _, writing in pipes:
        os.close(writing)
    return Forked(int(nursery.recv(16)), *(reading for reading, _ in pipes))


@cache
def _nursery() -> socket.socket:
    """Where orders are given; it ends, with all that it has started, when this process does."""
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    ours.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, _LONGEST)
    code = f"from studio.nursery import serve_orders; serve_orders({theirs.fileno()})"
    process = subprocess.Popen(
        [sys.executable, "-c", code],
        env={**os.environ, "PYTHONPATH": os.pathsep.join([str(PROJECT), str(PROJECT / "tests")])},
        pass_fds=[theirs.fileno()],
        stdin=subprocess.DEVNULL,
    )
    theirs.close()

    def end() -> None:
        ours.close()
        process.wait()

    atexit.register(end)
    return ours


def serve_orders(number: int) -> None:
    """Makes a copy of this process for each order that comes, until there is nobody left to give one."""
    import generator.cli.commands.studio
    import generator.studio.project
    import generator.studio.server  # noqa: F401

    load_what_most_runs_need()
    running: dict[int, int] = {}
    """The pipe on which somebody waits for the exit status of each copy."""

    def tell(signal_number: int, frame: FrameType | None) -> None:
        del signal_number, frame
        while running:
            pid, status = os.waitpid(-1, os.WNOHANG)
            if not pid:
                return
            told = running.pop(pid)
            os.write(told, str(os.waitstatus_to_exitcode(status)).encode())
            os.close(told)

    signal.signal(signal.SIGCHLD, tell)
    # Ctrl-C in a terminal is for whoever gives the orders.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    gc.freeze()
    with socket.socket(fileno=number) as orders:
        while True:
            order, descriptors, _, _ = socket.recv_fds(orders, _LONGEST, 3)
            if not order:
                break
            *streams, told = descriptors
            # Whoever is told of an end must be known before it comes.
            signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGCHLD})
            pid = os.fork()
            if pid == 0:
                _begin(json.loads(order), streams, [number, told, *running.values()])
            running[pid] = told
            signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGCHLD})
            for stream in streams:
                os.close(stream)
            orders.send(str(pid).encode())
    for pid in list(running):
        os.kill(pid, signal.SIGKILL)


def _begin(order: dict[str, Any], streams: Sequence[int], others: Sequence[int]) -> None:
    """Makes a studio of this copy; it does not return."""
    try:
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        signal.signal(signal.SIGINT, signal.default_int_handler)
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGCHLD})
        for other in others:
            os.close(other)
        os.environ.clear()
        nothing = os.open(os.devnull, os.O_RDONLY)
        become(order["arguments"], [nothing, *streams], order["cwd"], order["environment"], unbuffered=True)
    finally:
        os._exit(1)
