"""The studio in a process of its own, and a browser before it.

The browser is Debian's ``chromium``, led by Playwright for Python (extra ``test``). Where there is none,
tests that need it are skipped; with ``GATEPRESS_REQUIRE_BROWSER=1``, as in ``.ci/run``, they fail.
"""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from forks import CAN_FORK
from games import PROJECT
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Page,
    Request,
    expect,
    sync_playwright,
)

from studio.nursery import Forked, start_forked

REQUIRE = "GATEPRESS_REQUIRE_BROWSER"
USUAL_CHROMIUM = Path("/usr/bin/chromium")
FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
PATIENCE = 60
"""Seconds; many tests may run beside this one."""
ADDRESS = re.compile(r"the studio is at (http://\S+)")
expect.set_options(timeout=PATIENCE * 1000)
INTERNAL_SCHEMES = frozenset({"data", "blob", "about"})


def chromium() -> Path:
    """The browser's program; skips the test where there is none, or fails it where there must be one."""
    found = USUAL_CHROMIUM if USUAL_CHROMIUM.exists() else shutil.which("chromium")
    if found is None:
        message = "there is no chromium here (Debian: apt-get install chromium)"
        if os.environ.get(REQUIRE):
            pytest.fail(message)
        pytest.skip(message)
    return Path(found)


@contextmanager
def opened_browser() -> Iterator[Browser]:
    """A browser without a window."""
    program = chromium()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=program, args=list(FLAGS), timeout=PATIENCE * 1000
        )
        yield browser
        browser.close()


@dataclass
class Served:
    """A studio that is running."""

    process: subprocess.Popen[str] | Forked
    workspace: Path
    """The folder that it was started in, the only one it may write to."""
    games: tuple[Path, ...]
    lines: list[str] = field(default_factory=list)
    """What it has said so far, on both streams."""
    _readers: list[threading.Thread] = field(default_factory=list)

    @property
    def game(self) -> Path:
        """The folder of its first game."""
        return self.games[0]

    @property
    def opening(self) -> str:
        """The address that it printed, with the token where there is one in it."""
        for line in self.lines:
            found = ADDRESS.search(line)
            if found:
                return found[1]
        raise AssertionError("the studio has not begun:\n" + self.output)

    @property
    def address(self) -> str:
        """Where it is found: ``http://127.0.0.1:PORT``."""
        parts = urlsplit(self.opening)
        return f"{parts.scheme}://{parts.netloc}"

    @property
    def port(self) -> int:
        return int(self.address.rpartition(":")[2])

    @property
    def output(self) -> str:
        """What it has said so far."""
        return "".join(self.lines)

    def stop(self, number: signal.Signals = signal.SIGINT) -> int:
        """Ends it as Ctrl-C does; returns its exit status."""
        if self.process.poll() is None:
            self.process.send_signal(number)
        status = self.process.wait(PATIENCE)
        for reader in self._readers:
            reader.join(PATIENCE)
        return status

    def _read(self) -> None:
        for stream in (self.process.stdout, self.process.stderr):
            assert stream is not None
            reader = threading.Thread(target=lambda stream=stream: self.lines.extend(stream), daemon=True)
            reader.start()
            self._readers.append(reader)


def copied_game(workspace: Path, name: str, *, decks: Sequence[str] | None = None) -> Path:
    """A copy of a game that comes along, with its layouts, in ``cards/`` and ``layouts/`` of a workspace.

    ``decks``: files of its ``decks/`` that are kept, where not all are.
    """
    for place in ("cards", "layouts"):
        shutil.copytree(PROJECT / place / name, workspace / place / name)
    shutil.copytree(PROJECT / "layouts" / "shared", workspace / "layouts" / "shared", dirs_exist_ok=True)
    game = workspace / "cards" / name
    for deck in (game / "decks").glob("*.yaml") if decks is not None else ():
        if deck.name not in decks:
            deck.unlink()
    return game


def _started(arguments: Sequence[str], cwd: Path) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "generator", *arguments],
        cwd=cwd,
        env={**os.environ, "PYTHONPATH": str(PROJECT), "PYTHONUNBUFFERED": "1"},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        encoding="utf-8",
    )


@contextmanager
def serving(workspace: Path, games: Sequence[Path], *options: str, anew: bool = False) -> Iterator[Served]:
    """A studio over these games, started in a folder with these options, until it is told to stop.

    It must not have told of an error of its own by then. ``anew``: in a Python that starts for it.
    """
    start = _started if anew or not CAN_FORK else start_forked
    process = start(["studio", *map(str, games), "--no-browser", *options], workspace)
    served = Served(process, workspace, tuple(games))
    served._read()
    try:
        waited_until = time.monotonic() + PATIENCE
        while not ADDRESS.search(served.output):
            if process.poll() is not None or time.monotonic() > waited_until:
                raise AssertionError("the studio did not begin:\n" + served.output)
            time.sleep(0.02)
        yield served
        served.stop()
        assert "Traceback" not in served.output, served.output
    finally:
        if process.poll() is None:
            process.kill()
            process.wait()


@dataclass
class Troubles:
    """What went wrong on the pages of a test: nothing may, but for what the test expects."""

    own: set[str] = field(default_factory=set)
    """Addresses (scheme, host, port) that pages may ask."""
    found: list[str] = field(default_factory=list)
    expected: list[re.Pattern[str]] = field(default_factory=list)

    def expect(self, pattern: str) -> None:
        """Lets a trouble pass that the pattern is found in, such as ``status of 409``."""
        self.expected.append(re.compile(pattern))

    @property
    def left(self) -> list[str]:
        """What no test expects."""
        return [told for told in self.found if not any(pattern.search(told) for pattern in self.expected)]

    def watch(self, context: BrowserContext) -> None:
        """Notes the troubles of all pages of a context."""
        context.on("console", self._on_console)
        context.on("weberror", lambda error: self.found.append(f"page error: {error.error}"))
        context.on("request", self._on_request)
        context.on("requestfailed", self._on_failure)

    def _on_console(self, message: ConsoleMessage) -> None:
        if message.type in {"error", "warning"}:
            place = message.location.get("url", "")
            self.found.append(f"console {message.type}: {message.text} ({place})")

    def _on_request(self, request: Request) -> None:
        parts = urlsplit(request.url)
        if parts.scheme not in INTERNAL_SCHEMES and f"{parts.scheme}://{parts.netloc}" not in self.own:
            self.found.append(f"request to another host: {request.url}")

    def _on_failure(self, request: Request) -> None:
        # A page that is left behind, or a download, ends what was still being fetched.
        if request.failure != "net::ERR_ABORTED":
            self.found.append(f"failed request: {request.method} {request.url}: {request.failure}")


@dataclass
class Pages:
    """Opens pages, each in a context of its own: its cookies, its storage."""

    browser: Browser
    troubles: Troubles
    contexts: list[BrowserContext] = field(default_factory=list)

    def __call__(self, **options: Any) -> Page:
        """A new page; ``options`` are those of Playwright's ``Browser.new_context``."""
        context = self.browser.new_context(**options)
        context.set_default_timeout(PATIENCE * 1000)
        self.contexts.append(context)
        self.troubles.watch(context)
        return context.new_page()

    def close(self) -> None:
        """Closes all of them."""
        for context in self.contexts:
            context.close()
