"""What is printed: in colour on a terminal, plain text elsewhere, and nothing that acts on a terminal."""

from __future__ import annotations

import io
import json
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from typing import TYPE_CHECKING, Any, ClassVar, TextIO, cast

from generator.catalog.wording import visible

if TYPE_CHECKING:
    from rich.console import Console, ConsoleOptions, RenderableType
    from rich.segment import Segment
    from rich.table import Table

    from generator.catalog.lines import Line

STYLES: Mapping[str, str] = {
    "plain": "",
    "head": "bold",
    "good": "bold green",
    "bad": "bold red",
    "warning": "yellow",
    "quiet": "dim",
}
"""What the names of styles look like, those of :mod:`generator.catalog.lines`: whatever is printed on
``console()`` is styled by them."""
WIDEST = 100
"""Columns; longer lines are hard to follow, and a file has no width of its own."""
_NO_BOUND = 100_000


# Whoever names a card, a file or an option must not be able to move the cursor of who reads of it


class VisibleStream:
    """A stream on which control characters become visible; all else is that of the stream behind it."""

    bound: ClassVar[Callable[[str], str] | None] = None
    """What cuts off what code of a user's own prints beyond measure, once there is any."""

    def __init__(self, behind: TextIO) -> None:
        self.behind = behind

    def write(self, text: str) -> int:
        bound = VisibleStream.bound
        self.behind.write(visible(text if bound is None else bound(text)))
        return len(text)

    def writelines(self, lines: Iterable[str]) -> None:
        for line in lines:
            self.write(line)

    def close(self) -> None:
        """Stays open: rules and bots of a user's own may not close what their results are printed on."""

    def __getattr__(self, name: str) -> Any:
        return getattr(self.behind, name)


class Aside(VisibleStream):
    """Standard output while it is to hold JSON alone: what anybody else prints goes to standard error."""

    def __init__(self, errors: TextIO, results: TextIO) -> None:
        super().__init__(errors)
        self.results = results


@contextmanager
def visible_streams(*, as_json: bool = False) -> Iterator[None]:
    """All that is printed meanwhile goes through a :class:`VisibleStream`, on both streams that there are.

    ``as_json``: standard output is for ``print_json`` alone, and not for rules and bots that print something.
    """
    before = sys.stdout, sys.stderr
    sys.stdout, sys.stderr = (_visible(stream) for stream in before)
    if as_json and None not in before:
        sys.stdout = cast(TextIO, Aside(before[1], sys.stdout))
    try:
        yield
    finally:
        sys.stdout, sys.stderr = before


def _visible(stream: TextIO) -> TextIO:
    # A stream that is closed is None.
    return stream if stream is None else cast(TextIO, VisibleStream(stream))


def _behind(stream: TextIO) -> TextIO:
    return stream.behind if isinstance(stream, VisibleStream) else stream


def console(*, on_errors: bool = False) -> Console:
    """The console on standard output, or standard error.

    What it can't show comes out as ``?`` rather than ending the run. It writes past the visible streams, for
    its colours are made of control characters; what stands in the text is made visible before.
    """
    from rich.theme import Theme

    stream = _behind(sys.stderr if on_errors else sys.stdout)
    if isinstance(stream, io.TextIOWrapper):
        stream.reconfigure(errors="replace")
    out = _visible_console()(file=stream, markup=False, highlight=False, emoji=False, theme=Theme(STYLES))
    out.width = min(WIDEST, out.width) if out.is_terminal else WIDEST
    return out


@cache
def _visible_console() -> type[Console]:
    """The class of console whose texts have no control characters; made when the first one is needed."""
    from rich.console import Console
    from rich.segment import Segment

    class VisibleConsole(Console):
        def render(
            self, renderable: RenderableType, options: ConsoleOptions | None = None
        ) -> Iterator[Segment]:
            """Everything that is printed comes by here; only what rich itself orders is marked as control."""
            for segment in super().render(renderable, options):
                if segment.control or segment.text.isprintable():
                    yield segment
                else:
                    yield Segment(visible(segment.text), segment.style)

    return VisibleConsole


def print_json(value: object) -> None:
    """Prints the answer to ``--json``. Also what only a terminal would obey is escaped as JSON has it."""
    lines = json.dumps(value, indent=2, ensure_ascii=False, default=str).split("\n")
    out = sys.stdout.results if isinstance(sys.stdout, Aside) else sys.stdout
    print("\n".join(line if line.isprintable() else _ODD.sub(_in_json, line) for line in lines), file=out)


_ODD = re.compile(r"[^ -~]")


def _in_json(found: re.Match[str]) -> str:
    letter = found[0]
    return letter if visible(letter) == letter else json.dumps(letter)[1:-1]


def show(out: Console, parts: Iterable[RenderableType]) -> None:
    """Prints the parts one under the other, in a file without spaces at the ends of lines.

    A table is as wide as its numbers are: a number that is cut short is a wrong one.
    """
    from rich.table import Table

    parts = list(parts)
    out.width = max(out.width, *(_widest(out, part) for part in parts if isinstance(part, Table)), 0)
    if out.is_terminal:
        out.print(*parts, sep="\n")
        return
    with out.capture() as captured:
        out.print(*parts, sep="\n")
    print("\n".join(line.rstrip() for line in captured.get().splitlines()))


def _widest(out: Console, table: Table) -> int:
    from rich.measure import Measurement

    return Measurement.get(out, out.options.update(max_width=_NO_BOUND), table).maximum


def print_lines(lines: Iterable[Line]) -> None:
    """Prints lines in pieces, none of them broken, and without rich where nobody looks."""
    if not sys.stdout.isatty():
        for line in lines:
            print("".join(piece.text for piece in line).rstrip())
        return
    from rich.text import Text

    out = console()
    for line in lines:
        out.print(Text.assemble(*((piece.text, piece.style) for piece in line)), soft_wrap=True)
