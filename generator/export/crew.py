"""Tasks of an export that all cores share: this process works on them, and others beside it."""

from __future__ import annotations

import os
import pickle
import signal
import sys
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from queue import Empty, SimpleQueue
from subprocess import DEVNULL, PIPE, Popen
from typing import Any, TypeVar

from generator.catalog.problems import InputError
from generator.press.png import sensible_number

Task = TypeVar("Task")
Result = TypeVar("Result")


def share(
    work: Callable[[Task], Result], tasks: Sequence[Task], pixels: Callable[[Task], int]
) -> list[Result]:
    """What ``work``, a function of a module, makes of each task; ``pixels``: about how many it draws.

    Tasks and results are pickled. Raises what ``work`` raises, and :class:`InputError` where a process ends.
    """
    sizes = [pixels(task) for task in tasks]
    waiting: SimpleQueue[int] = SimpleQueue()
    # The largest first, so that no process is still at one when the others are done.
    for at in sorted(range(len(tasks)), key=lambda at: -sizes[at]):
        waiting.put(at)
    results: dict[int, Result] = {}

    def take(call: Callable[[Any, Any], Any]) -> None:
        while True:
            try:
                at = waiting.get_nowait()
            except Empty:
                return
            results[at] = call(work, tasks[at])

    helpers: list[_Helper] = []
    beside = max(0, sensible_number(sizes) - 1)
    with ThreadPoolExecutor(max(1, beside)) as pool:
        try:
            helpers += [_Helper() for _ in range(beside)]
            running = [pool.submit(take, helper.call) for helper in helpers]
            take(lambda do, task: do(task))
            for one in running:
                one.result()
        finally:
            # Whoever is still at work has no more to say then.
            _empty(waiting)
            for helper in helpers:
                helper.kill()
    return [results[at] for at in range(len(tasks))]


def _empty(waiting: SimpleQueue[int]) -> None:
    while not waiting.empty():
        waiting.get()


class _Helper:
    """A process that works on tasks. It ends with its input, so that it does not outlive this one."""

    def __init__(self) -> None:
        # It imports what this process does, wherever that comes from.
        program = f"import sys; sys.path[:] = {sys.path!r}; from {__name__} import serve; serve()"
        try:
            self._process = Popen([sys.executable, "-c", program], stdin=PIPE, stdout=PIPE, stderr=DEVNULL)
        except OSError as error:
            raise InputError(f"no further process can be started: {error.strerror or error}") from None

    def call(self, work: Callable[[Any], Any], task: Any) -> Any:
        """What a function makes of a task, or raises."""
        requests: Any = self._process.stdin
        replies: Any = self._process.stdout
        try:
            pickle.dump((work, task), requests)
            requests.flush()
            is_done, answer = pickle.load(replies)
        except (OSError, EOFError, pickle.UnpicklingError):
            raise InputError("a process that works on the export has ended") from None
        if not is_done:
            raise answer
        return answer

    def kill(self) -> None:
        """Ends the process, in the middle of a task if need be."""
        self._process.kill()
        self._process.wait()


def serve() -> None:
    """Works on tasks that come on standard input until it ends."""
    # Ctrl-C is for the run that began this: it ends the process.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    replies = os.fdopen(os.dup(1), "wb")
    # Nothing else may come among them.
    os.dup2(2, 1)
    while True:
        try:
            work, task = pickle.load(sys.stdin.buffer)
        except EOFError:
            return
        try:
            answer = True, work(task)
        except Exception as error:
            answer = False, error
        pickle.dump(answer, replies)
        replies.flush()
