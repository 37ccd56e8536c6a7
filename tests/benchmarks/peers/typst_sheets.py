"""The workload in typst: ``python typst_sheets.py DATA_DIR CARDS.csv OUT.pdf``.

The template (``sheets.typ``) reads the card list itself; Python only starts the compiler. System fonts are
left out, so that typst does not spend time looking through them.
"""

import sys
from pathlib import Path

import typst


def main(data: str, cards: str, out: str) -> None:
    template = Path(__file__).with_name("sheets.typ").read_bytes()
    typst.compile(
        template,
        output=out,
        root=data,
        font_paths=[f"{data}/fonts"],
        ignore_system_fonts=True,
        sys_inputs={"cards": cards},
    )


if __name__ == "__main__":
    main(*sys.argv[1:])
