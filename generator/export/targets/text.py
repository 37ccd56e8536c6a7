"""Plain text: every card, and the rulebook, for a screen reader, a search or a mail."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import zip_longest
from textwrap import fill

from generator.catalog.wording import as_sentence, pluralize
from generator.export.target import ExportedFile, ExportOrder, NoOptions, Target
from generator.export.web_book.tree import Inline, Part, Run, read_parts
from generator.press.card_text import card_name, card_text
from generator.press.pdf.structure import FIGURE, HEADING
from generator.press.planning import plan_jobs
from generator.press.reading import names_itself, one_line, said_for
from generator.press.request import RULEBOOK, PrintedList
from generator.press.rulebook.blocks import NUMBERED
from generator.press.rulebook.book import set_book
from generator.press.rulebook.job import BookJob

WIDTH = 79
"""Columns: who reads with large type or on Braille has no use for more."""
CARDS = "cards.txt"


def _export(order: ExportOrder[NoOptions]) -> list[ExportedFile]:
    files = []
    lists = [part for job in plan_jobs(order.game, order.request) for part in job.lists]
    if lists:
        cards = sum(len(part.printed) for part in lists)
        files.append(_written(order, CARDS, _cards(order, lists), pluralize(cards, "card")))
    if order.request.has_rulebook and order.game.rulebook is not None:
        book = list(_rulebook(order))
        if book:
            files.append(_written(order, f"{RULEBOOK}.txt", book, "the rulebook"))
    return files


def _written(
    order: ExportOrder[NoOptions], name: str, lines: Iterator[str] | list[str], says: str
) -> ExportedFile:
    file = order.new_file(name, says=says)
    file.file.write_text("\n".join(lines) + "\n", "utf-8", newline="\n")
    return file


def _cards(order: ExportOrder[NoOptions], lists: Sequence[PrintedList]) -> Iterator[str]:
    yield from _underlined(order.game.title, "=")
    for part in lists:
        copies = sum(card.copies for _, card, _ in part.printed)
        yield ""
        yield from _underlined(f"{part.title} ({pluralize(copies, 'card')})", "-")
        for number, card, _ in part.printed:
            yield ""
            times = f" (x {card.copies})" if card.copies > 1 else ""
            yield f"{card_name(card)}{times}"
            lines = card_text(order.context.renderer, part.component, part.cards, card, number)
            for line in lines[1:]:
                yield from _wrapped(str(line), "  ", "    ")
        order.context.progress(len(part.printed))


def _underlined(text: str, mark: str) -> Iterator[str]:
    yield text
    yield mark * min(len(text), WIDTH)


def _wrapped(text: str, first: str = "", rest: str = "") -> Iterator[str]:
    for number, line in enumerate(text.splitlines()):
        begin = rest if number else first
        yield fill(
            line,
            WIDTH,
            initial_indent=begin,
            subsequent_indent=rest,
            break_long_words=False,
            break_on_hyphens=False,
        )


def _rulebook(order: ExportOrder[NoOptions]) -> Iterator[str]:
    game, request, context = order.game, order.request, order.context
    assert game.rulebook is not None
    job = BookJob(game, game.rulebook, request.paper, request.low_ink, is_apart=True)
    book = set_book(job, context.renderer, context.preflight, context.problems)
    if book is None:
        return
    yield from _underlined(book.title.title or game.title, "=")
    for part in read_parts(book.text, book.setter.look.body):
        yield ""
        yield from _part(part)


def _part(part: Part, begin: str = "") -> Iterator[str]:
    """A part of the rulebook as lines, all indented by ``begin``."""
    if part.kind == HEADING:
        yield from _underlined(_said(part.words), "-" if part.tag.level > 1 else "=")
    elif part.kind == FIGURE:
        yield from _wrapped(f"[{part.tag.alt}]", begin, begin)
    elif part.kind == "L":
        yield from _list(part, begin)
    elif part.kind == "Table":
        yield from _table(part, begin)
    else:
        yield from _wrapped(_said(part.words), begin, begin)
        for number, inner in enumerate(part.inside):
            if number and inner.kind not in (FIGURE, "Caption"):
                yield ""
            yield from _part(inner, begin)


def _list(part: Part, begin: str) -> Iterator[str]:
    for item in part.inside:
        label, body = item.find("Lbl"), item.find("LBody")
        mark = "" if label is None else _said(label.words).rstrip(".")
        if part.tag.attributes == NUMBERED:
            mark += "."
        yield from _entry([] if body is None else _blocks(body), f"{begin}{mark or '-'} ", f"{begin}   ")


def _blocks(part: Part) -> list[Part]:
    """What a part holds as parts: its own words, then those inside."""
    return [*([Part(part.tag, words=part.words)] if part.words else []), *part.inside]


def _entry(blocks: Sequence[Part], first: str, rest: str) -> Iterator[str]:
    """An entry of a list: its words behind the mark ``first``, without empty lines."""
    if blocks and blocks[0].kind != "L" and not blocks[0].inside:
        yield from _wrapped(_said(blocks[0].words) or f"[{blocks[0].tag.alt}]", first, rest)
        blocks = blocks[1:]
    else:
        yield first.rstrip()
    for block in blocks:
        yield from filter(None, _part(block, rest))


def _table(part: Part, begin: str) -> Iterator[str]:
    """Each row as a sentence that names the columns."""
    heads = [
        _said(cell.words)
        for section in part.inside
        if section.kind == "THead"
        for row in section.inside
        for cell in row.inside
    ]
    for section in part.inside:
        for row in section.inside if section.kind == "TBody" else ():
            cells = [_said(cell.words) for cell in row.inside]
            named = [
                f"{head}: {cell}" if head and number else cell
                for number, (head, cell) in enumerate(zip(heads, cells, strict=False))
                if cell
            ]
            yield from _wrapped(as_sentence("; ".join(named)), f"{begin}- ", f"{begin}  ")


def _said(words: Sequence[Inline]) -> str:
    """Words alone; icons are named, but where the words behind them do."""
    said = ""
    for word, after in zip_longest(words, words[1:]):
        if isinstance(word, Run):
            said += word.text
            continue
        name = said_for(word.icon)
        behind = after.text if isinstance(after, Run) else ""
        said += " " if names_itself(name, behind) else f" {name} "
    return one_line(said)


TARGET = Target(
    title="Plain text",
    says="every card as plain text for a screen reader, and the rulebook",
    export=_export,
    options=NoOptions,
    purpose="share",
    takes_rulebook=True,
)
