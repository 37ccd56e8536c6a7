"""The workload in WeasyPrint and Jinja2: ``python weasyprint_sheets.py DATA_DIR CARDS.csv OUT.pdf``.

``sheets.html.j2`` holds the page; this script reads the card list and deals the cards out to the sheets.
"""

import csv
import sys
from pathlib import Path

import jinja2
import weasyprint

PER_SHEET = 9


def main(data: str, cards: str, out: str) -> None:
    with (Path(data) / cards).open(newline="", encoding="utf-8") as file:
        faces = [card for card in csv.DictReader(file) for _ in range(int(card["qty"]))]
    here = jinja2.FileSystemLoader(Path(__file__).parent)
    template = jinja2.Environment(loader=here, autoescape=True).get_template("sheets.html.j2")
    sheets = [faces[start : start + PER_SHEET] for start in range(0, len(faces), PER_SHEET)]
    page = weasyprint.HTML(string=template.render(sheets=sheets), base_url=f"{Path(data).resolve()}/")
    page.write_pdf(out)


if __name__ == "__main__":
    main(*sys.argv[1:])
