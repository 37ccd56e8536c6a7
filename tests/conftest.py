"""What holds for every test.

Nothing is taken from, or left in, the cache and the settings of whoever runs them. The many processes that
tests start share their compiled modules, as a user's do. Property tests try the same cases in every run, so
that a run tells of the change and not of the day; ``HYPOTHESIS_PROFILE=default`` looks for new ones, and for
twice as many.
"""

from __future__ import annotations

import gc
import os
import signal
from collections.abc import Iterator

import durations
import pytest
from hypothesis import HealthCheck, settings

from generator.catalog.paths import CONFIG_VARIABLE
from generator.press.cache import FOLDER_VARIABLE

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    # What a background job starts is deaf to Ctrl-C, and some tests press it.
    signal.signal(signal.SIGINT, signal.default_int_handler)
# Nearly all that is imported and collected stays to the end: to look through it again and again takes a fifth
# of that time. `pytest_collection_finish` enables it again.
gc.disable()
# How busy the machine is says nothing about the cases, nor about how they are made.
settings.register_profile(
    "steady",
    derandomize=True,
    deadline=None,
    max_examples=50,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "steady"))


@pytest.fixture(autouse=True, scope="session")
def _nothing_of_the_user_s() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(FOLDER_VARIABLE, "")
        patch.setenv(CONFIG_VARIABLE, "")
        patch.delenv("PYTHONDONTWRITEBYTECODE", raising=False)
        yield


@pytest.fixture
def kept_sheets(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """What any test has printed is not printed again, in whichever process: for builds of bundled games."""
    base = tmp_path_factory.getbasetemp()
    shared = base.parent if "PYTEST_XDIST_WORKER" in os.environ else base
    monkeypatch.setenv(FOLDER_VARIABLE, str(shared / "kept-sheets"))


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    slow = durations.listed()
    for item in items:
        if item.nodeid in slow:
            item.add_marker("slow")


def pytest_collection_finish() -> None:
    """Leaves what was imported and collected out of the garbage collector's rounds: it stays to the end."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 50, 1000)
    gc.enable()
