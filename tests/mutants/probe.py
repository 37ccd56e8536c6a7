"""``__mutant__(number)``, which the copy of the house asks wherever it is changed: whether the change holds.

Every Python that starts in the copy reads this first, as its ``sitecustomize``, so that what tests start is
changed too. All share one file: a byte for each mutant.
"""

import builtins
import mmap
import os
from pathlib import Path

STATE_VARIABLE = "MUTANTS_STATE"
ACTIVE = 2
REACHED = 1


def shared(path: str) -> mmap.mmap:
    with Path(path).open("r+b") as file:
        return mmap.mmap(file.fileno(), 0)


if STATE_VARIABLE in os.environ:
    state = shared(os.environ[STATE_VARIABLE])

    def _is_active(number: int) -> bool:
        if state[number] == ACTIVE:
            return True
        state[number] = REACHED
        return False

    builtins.__mutant__ = _is_active  # type: ignore[attr-defined]
else:
    builtins.__mutant__ = lambda _: False  # type: ignore[attr-defined]
