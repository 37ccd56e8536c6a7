"""The workload as a script of its own: ``python reportlab_by_hand.py DATA_DIR CARDS.csv OUT.pdf``.

No template, no schema, no checks: every length is a number in this file. It shows what reportlab can do at
best when used with care: a greedy wrap of our own in place of paragraphs, a form XObject for a design with
several copies, no ASCII85, and the rows of a PNG copied into the PDF as they stand. reportlab takes
``rl_accel`` if that is installed.
"""

import csv
import re
import struct
import sys
from pathlib import Path

from reportlab import rl_config
from reportlab.lib.colors import HexColor
from reportlab.lib.units import mm
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.pdfdoc import PDFArray, PDFDictionary, PDFName, PDFStream
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas

PAGE_WIDTH, PAGE_HEIGHT = 210 * mm, 297 * mm
BLEED = 3  # mm
PITCH_X, PITCH_Y = 69.5, 94.9  # mm from card to card
LEFT, TOP = 0.75, 6.15  # mm, the first bleed box
PER_ROW, PER_SHEET = 3, 9
TRIM = (63.5, 88.9)

SANS, BOLD, SERIF = "SourceSansPro-Regular", "SourceSansPro-Bold", "SourceSerifPro-Bold"
SIZE, LEADING, FIRST_BASELINE = 7.5, 9.2, 7.27  # points
COLUMN = 49.5 * mm
ICON = 2.6 * mm
INK, PAPER, WHITE, GREY = HexColor("#222222"), HexColor("#fff8e7"), HexColor("#ffffff"), HexColor("#555555")

PIECE = re.compile(r"\*\*.+?\*\*|\{icon\}|[^\s*{]+")
PNG_COLOURS = {0: ("DeviceGray", 1), 2: ("DeviceRGB", 3)}


def place_png(canvas: Canvas, path: Path, x: float, y: float, width: float, height: float) -> None:
    """Draw an 8-bit grey or RGB PNG; its deflated rows become the image stream unchanged."""
    name = path.stem
    if not canvas.hasForm(name):
        canvas._setXObjects(stream := png_stream(path))
        canvas._doc.addForm(name, stream)
    internal = canvas._doc.getXObjectName(name)
    canvas.saveState()
    canvas.transform(width, 0, 0, height, x, y)
    canvas._code.append(f"/{internal} Do")
    canvas.restoreState()
    canvas._formsinuse.append(name)


def png_stream(path: Path) -> PDFStream:
    data = path.read_bytes()
    width, height, depth, colour = struct.unpack(">IIBB", data[16:26])
    space, colours = PNG_COLOURS[colour]
    rows, position = [], 8
    while position < len(data):
        length, kind = struct.unpack(">I4s", data[position : position + 8])
        if kind == b"IDAT":
            rows.append(data[position + 8 : position + 8 + length])
        position += length + 12
    predictor = {"Predictor": 15, "Colors": colours, "BitsPerComponent": depth, "Columns": width}
    entries = {
        "Type": PDFName("XObject"),
        "Subtype": PDFName("Image"),
        "Width": width,
        "Height": height,
        "BitsPerComponent": depth,
        "ColorSpace": PDFName(space),
        "Filter": PDFArray([PDFName("FlateDecode")]),
        "DecodeParms": PDFArray([PDFDictionary(predictor)]),
    }
    return PDFStream(PDFDictionary(entries), b"".join(rows))


class Sheets:
    """The document: a cursor that walks over the places of a sheet, and what it takes to draw one card."""

    def __init__(self, data: Path, out: str) -> None:
        rl_config.useA85 = 0
        self.data = data
        for name in (SANS, BOLD, SERIF):
            pdfmetrics.registerFont(TTFont(name, str(data / "fonts" / f"{name}.ttf")))
        self.canvas = Canvas(out, pagesize=(PAGE_WIDTH, PAGE_HEIGHT), pageCompression=1, initialFontName=SANS)
        self.widths: dict[tuple[str, str], float] = {}
        self.cards = 0

    def add(self, card: dict[str, str]) -> None:
        copies = int(card["qty"])
        if copies == 1:
            self._next_place()
            self._draw(card)
            self.canvas.restoreState()
            return
        form = f"card{card['id']}"
        self.canvas.beginForm(form, -BLEED * mm, -(TRIM[1] + BLEED) * mm, (TRIM[0] + BLEED) * mm, BLEED * mm)
        self._draw(card)
        self.canvas.endForm()
        for _ in range(copies):
            self._next_place()
            self.canvas.doForm(form)
            self.canvas.restoreState()

    def save(self) -> None:
        self.canvas.save()

    def _next_place(self) -> None:
        """Move the origin to the next card's trim, top left; y still counts upwards."""
        if self.cards and self.cards % PER_SHEET == 0:
            self.canvas.showPage()
        row, column = divmod(self.cards % PER_SHEET, PER_ROW)
        self.cards += 1
        self.canvas.saveState()
        x, y = LEFT + BLEED + column * PITCH_X, TOP + BLEED + row * PITCH_Y
        self.canvas.translate(x * mm, PAGE_HEIGHT - y * mm)

    def _draw(self, card: dict[str, str]) -> None:
        canvas, frame = self.canvas, HexColor(card["frame"])
        canvas.setFillColor(frame)
        canvas.rect(-3 * mm, -91.9 * mm, 69.5 * mm, 94.9 * mm, stroke=0, fill=1)
        canvas.setFillColor(PAPER)
        canvas.setStrokeColor(INK)
        canvas.setLineWidth(0.8 * mm)
        canvas.roundRect(3 * mm, -85.9 * mm, 57.5 * mm, 82.9 * mm, 3 * mm, stroke=1, fill=1)
        canvas.setFillColor(INK)
        canvas.setFont(SERIF, 11)
        canvas.drawCentredString(31.75 * mm, -10 * mm, card["title"])
        place_png(canvas, self.data / "art" / card["art"], 11.75 * mm, -52.5 * mm, 40 * mm, 40 * mm)
        self._number(9, card["attack"], frame)
        self._number(54.5, card["defence"], frame)
        canvas.setFillColor(WHITE)
        canvas.setStrokeColor(frame)
        canvas.setLineWidth(0.25 * mm)
        canvas.roundRect(5.5 * mm, -78 * mm, 52.5 * mm, 22.5 * mm, 1.5 * mm, stroke=1, fill=1)
        self._rules(card["rules"])
        canvas.setFillColor(GREY)
        canvas.setFont(SANS, 5.5)
        canvas.drawCentredString(31.75 * mm, -82.6 * mm, card["footer"])
        self._crop_marks()

    def _number(self, x: float, value: str, frame: HexColor) -> None:
        canvas = self.canvas
        canvas.setFillColor(frame)
        canvas.setStrokeColor(WHITE)
        canvas.setLineWidth(0.4 * mm)
        canvas.circle(x * mm, -50 * mm, 4.2 * mm, stroke=1, fill=1)
        canvas.setFillColor(WHITE)
        canvas.setFont(BOLD, 11)
        canvas.drawCentredString(x * mm, -51.4 * mm, value)

    def _rules(self, rules: str) -> None:
        """Wrap greedily into the 49.5 mm column; neighbouring words of one font are shown as one string."""
        canvas = self.canvas
        canvas.setFillColor(INK)
        text = canvas.beginText(7 * mm, -57 * mm - FIRST_BASELINE)
        icons: list[tuple[float, int]] = []
        space = self._width(SANS, " ")
        line, x, font, run = 0, 0.0, SANS, []

        def show() -> None:
            if run:
                text.setFont(font, SIZE)
                text.textOut(" ".join(run) + " ")
                run.clear()

        for piece in PIECE.findall(rules):
            wanted = BOLD if piece.startswith("**") else SANS
            word = piece.strip("*")
            width = ICON if piece == "{icon}" else self._width(wanted, word)
            if x and x + width > COLUMN:
                show()
                line, x = line + 1, 0.0
                text.setTextOrigin(7 * mm, -57 * mm - FIRST_BASELINE - line * LEADING)
            if piece == "{icon}":
                show()
                icons.append((7 * mm + x, line))
                text.setTextOrigin(7 * mm + x + ICON + space, -57 * mm - FIRST_BASELINE - line * LEADING)
            else:
                if wanted != font:
                    show()
                    font = wanted
                run.append(word)
            x += width + space
        show()
        canvas.drawText(text)
        for icon_x, icon_line in icons:
            y = -57 * mm - FIRST_BASELINE - icon_line * LEADING - 0.35 * mm
            canvas.drawImage(str(self.data / "icon.png"), icon_x, y, ICON, ICON, mask="auto")

    def _width(self, font: str, word: str) -> float:
        key = font, word
        if key not in self.widths:
            self.widths[key] = pdfmetrics.stringWidth(word, font, SIZE)
        return self.widths[key]

    def _crop_marks(self) -> None:
        lines = []
        for x, outward in ((0.0, -1), (TRIM[0], 1)):
            for y, up in ((0.0, 1), (-TRIM[1], -1)):
                lines.append(((x + outward * 0.5) * mm, y * mm, (x + outward * 2.5) * mm, y * mm))
                lines.append((x * mm, (y + up * 0.5) * mm, x * mm, (y + up * 2.5) * mm))
        self.canvas.setStrokeColorRGB(0, 0, 0)
        self.canvas.setLineWidth(0.25)
        self.canvas.lines(lines)


def main(data: str, cards: str, out: str) -> None:
    folder = Path(data)
    sheets = Sheets(folder, out)
    with (folder / cards).open(newline="", encoding="utf-8") as file:
        for card in csv.DictReader(file):
            sheets.add(card)
    sheets.save()


if __name__ == "__main__":
    main(*sys.argv[1:])
