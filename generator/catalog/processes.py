"""What a run that begins other processes asks of the machine."""

from __future__ import annotations

import os
import signal
import sys

_DIES_WITH_PARENT = 1
"""``PR_SET_PDEATHSIG``."""


def cores() -> int:
    """The processors that this process may use."""
    return len(os.sched_getaffinity(0)) if sys.platform == "linux" else os.cpu_count() or 1


def die_with_parent(parent: int) -> None:
    """Where Linux can, this process ends with its parent, whatever it is doing."""
    if sys.platform != "linux":
        return
    import ctypes

    ctypes.CDLL(None).prctl(_DIES_WITH_PARENT, signal.SIGKILL, 0, 0, 0)
    if os.getppid() != parent:
        os._exit(1)
