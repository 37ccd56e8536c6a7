"""Whether a PDF holds the cards that it should.

``python -m tests.benchmarks.check SHEETS.pdf CARDS.csv PAGES`` prints what is wrong, one line each; nothing
if all is well. Every footer must be there as text, as often as the card has copies.
"""

import csv
import re
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pypdfium2

FOOTER = re.compile(r"first edition\s*·\s*(\d+/\d+)")


def faults(sheets: Path, cards: Path, pages: int) -> Iterator[str]:
    document = pypdfium2.PdfDocument(sheets)
    if len(document) != pages:
        yield f"{len(document)} pages, not {pages}"
    found: Counter[str] = Counter()
    for page in document:
        found.update(FOOTER.findall(page.get_textpage().get_text_bounded()))
        page.close()
    wanted = _footers(cards)
    if found != wanted:
        missing, extra = wanted - found, found - wanted
        yield f"{missing.total()} footers missing, {extra.total()} too many of {wanted.total()}"


def _footers(cards: Path) -> Counter[str]:
    with cards.open(newline="", encoding="utf-8") as file:
        return Counter({FOOTER.findall(card["footer"])[0]: int(card["qty"]) for card in csv.DictReader(file)})


if __name__ == "__main__":
    for fault in faults(Path(sys.argv[1]), Path(sys.argv[2]), int(sys.argv[3])):
        print(fault)
