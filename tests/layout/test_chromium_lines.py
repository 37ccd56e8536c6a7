"""Lines of mixed directions beside Chromium's: the same letters in the same places, line by line."""

from __future__ import annotations

import html
import re
from pathlib import Path
from typing import Any

import pytest
from studio.browser import opened_browser

from generator.layout.colour import Colour
from generator.layout.elements.text import side_of
from generator.layout.fonts import Family, FontBook, package_folder
from generator.layout.text.fit import TextBox, fit
from generator.layout.text.words import Style, WordMaker
from generator.layout.xml import Node

PARAGRAPHS = (
    "שלום עולם",
    "אבג דהו זחט",
    "שלום, עולם!",
    'המחיר הוא 25 ש"ח (כולל מע"מ).',
    "Hello שלום world",
    "שלום Hello world שלום",
    "הקלף Fireball גורם 3 נזק ליריב.",
    "שחקן 1 (אדום) מושך 2 קלפים.",
    "גרסה 2.0.1 יצאה ב-12/05/2024.",
    "50% מהשחקנים",
    "מחיר: $5.00",
    "\u200fABC - שלום",
    "C++ היא שפת תכנות",
    'הוא אמר "Hello!" והלך.',
    "[אבג] {דהו} <זחט>",
    "(abc (אבג) def)",
    "אבג (abc) דהו [1-3]",
    "1. ראשון 2. שני 3. שלישי",
    "טלפון: 03-1234567",
    "http://example.com/אבג",
    "السلام عليكم",
    "مرحبا بالعالم!",
    "يسحب اللاعب 3 بطاقات ثم يلعب 1.",
    "السعر ٢٥ ريالاً (شامل الضريبة).",
    "بطاقة Fireball تسبب 3 أضرار.",
    "نسخة 2.0 من اللعبة",
    "١٢٣ + ٤٥٦ = ٥٧٩",
    "٪50 من اللاعبين",
    'قال "Hello!" وذهب.',
    "(عربي) [إنجليزي]",
    "abc عربي 123 def",
    "عربي 123 abc 456 عربي",
    "לפני המשחק ערבבו את כל הקלפים וחלקו לכל שחקן חמישה קלפים. השחקן הצעיר ביותר פותח.",
    "قبل بدء اللعبة، اخلط جميع البطاقات ووزع على كل لاعب خمس بطاقات. يبدأ أصغر لاعب سناً.",
    "When you draw שומר השער, discard it and draw 2 cards; then השחקן מימין plays next.",
    "כאשר אתה מושך את Gate Keeper, השלך אותו ומשוך 2 קלפים; אחר כך the next player משחק.",
    "עברית <b>מודגשת</b> ורגילה",
    "عربي <b>غامق</b> وعادي",
    "abc <i>אבג</i> def <b>דהו</b>",
    "אבג <b>abc</b> דהו",
    'סה"כ: 3×4=12',
    "טמפרטורה -5°C הלילה",
    "A/B בדיקת",
    "אבג/דהו",
    "אבג-דהו abc-def",
    "«ציטוט» „אחר“",
    "אבג… דהו?",
    "3 > 2 אבל 2 < 3",
    "\u2067אבג abc\u2069 def",
    "abc \u2068אבג\u2069 123",
    "\u202bאבג abc\u202c def",
    "abc\u200fאבג 1-2",
    "א1ב2ג3",
    "A1 אבג B2",
    "#1 בישראל",
    "שלב 1/3: הכנה",
    "עמ' 12–15 (ראו נספח ב')",
    "לוח 8×8, 64 משבצות",
    "نقاط: +10 / -5",
    "فريق A ضد فريق B (2:1)",
)
WIDTHS = (32, 55)
"""Of the lines, in mm; at these none is so full that the kerning of spaces decides where it ends."""
SIZE = 10
NEAR = 0.6
"""How far a letter may stand from Chromium's, in mm: there, spaces are kerned as well."""
SLASHES = ("http://example.com/אבג", "טלפון: 03-1234567")
"""Here we let a line end elsewhere: behind a slash, and not behind a hyphen between figures."""
LETTERS = """() => [...document.querySelectorAll("p")].map(p => {
  const found = [], frame = p.getBoundingClientRect();
  const walker = document.createTreeWalker(p, NodeFilter.SHOW_TEXT);
  for (let node; (node = walker.nextNode());) {
    for (let at = 0; at < node.data.length; at++) {
      const range = document.createRange();
      range.setStart(node, at);
      range.setEnd(node, at + 1);
      const box = [...range.getClientRects()].pop();
      if (box) found.push([node.data[at], box.left - frame.left, box.top - frame.top]);
    }
  }
  return found;
})"""


def content(paragraph: str) -> list[Node | str]:
    pieces = re.split(r"<([bi])>(.*?)</\1>", paragraph)
    found: list[Node | str] = []
    for plain, tag, inner in zip(pieces[::3], [*pieces[1::3], ""], [*pieces[2::3], ""], strict=True):
        found.append(plain)
        if tag:
            found.append(Node(tag, {}, "", [inner]))
    return found


def is_seen(letter: str) -> bool:
    return bool(letter.strip()) and not re.match("[\u200e-\u206f\u064b-\u065f]", letter)


Line = list[tuple[float, str]]


def in_rows(letters: list[tuple[str, float, float]], height: float) -> list[Line]:
    rows: dict[int, Line] = {}
    for letter, x, y in letters:
        if is_seen(letter):
            rows.setdefault(round(y / height), []).append((x, letter))
    return [sorted(row) for _, row in sorted(rows.items())]


def our_lines(maker: WordMaker, paragraph: str, width: float) -> list[Line]:
    inner = content(paragraph)
    # Chromium's `dir=auto` takes the first letter also from inside an isolate; rule P2 passes over it.
    is_rtl = maker.is_rtl(inner)
    family = maker.fonts.role("body")
    words = maker.words(inner, Style(family, False, False, 1.0, Colour(0, 0, 0), 0.0), SIZE, is_rtl=is_rtl)
    align = side_of("start", is_rtl=is_rtl)
    box = TextBox(0, 0, width, None, SIZE, SIZE, None, align, "top", True, is_rtl=is_rtl)
    block = fit(words, box, 0.7, maker).block
    letters = [
        # Where the pen stands; a browser's boxes do not say where it draws. Of a ligature of Arabic the last
        # letter is at the left.
        (letter, x - glyph.x_offset / 1000 * span.size * 25.4 / 72 - number / 1000, span.baseline)
        for span in block.spans
        for glyph, x, _ in span.glyphs()
        for number, letter in enumerate(glyph.text)
    ]
    return in_rows(letters, 1.2 * SIZE * 25.4 / 72)


@pytest.mark.slow
def test_sixty_paragraphs_are_set_as_by_chromium(tmp_path: Path) -> None:
    assert len(PARAGRAPHS) == 60
    files = package_folder("fontpkg_rubik") / "files"
    upright, slanted = files / "Rubik[wght].ttf", files / "Rubik-Italic[wght].ttf"
    family = Family(upright, upright, slanted, slanted, cuts=(400, 700))
    maker = WordMaker(FontBook({"body": family}, ()), None)  # type: ignore[arg-type]
    with opened_browser() as browser:
        page = browser.new_page()
        for width in WIDTHS:
            path = tmp_path / f"{width}.html"
            path.write_text(_page(width, upright, slanted, maker), "utf-8")
            page.goto(path.as_uri())
            page.evaluate("document.fonts.ready")
            theirs: list[Any] = page.evaluate(LETTERS)
            for paragraph, letters in zip(PARAGRAPHS, theirs, strict=True):
                if paragraph in SLASHES:
                    continue
                millimetres = [(letter, x * 25.4 / 96, y * 25.4 / 96) for letter, x, y in letters]
                expected = in_rows(millimetres, 1.2 * SIZE * 25.4 / 72)
                _compare(paragraph, our_lines(maker, paragraph, width), expected)


def _compare(paragraph: str, ours: list[Line], theirs: list[Line]) -> None:
    seen = [["".join(letter for _, letter in line) for line in lines] for lines in (ours, theirs)]
    assert seen[0] == seen[1], paragraph
    for line, other in zip(ours, theirs, strict=True):
        far = [one for one, (at, _) in zip(line, other, strict=True) if abs(one[0] - at) > NEAR]
        # A ligature of two letters is parted in the middle there.
        assert not [letter for _, letter in far if letter not in "لاأ"], paragraph


def _page(width: float, upright: Path, slanted: Path, maker: WordMaker) -> str:
    faces = "".join(
        f"@font-face {{font-family: R; font-weight: 400 700; font-style: {style}; src: url({file.as_uri()})}}"
        for style, file in (("normal", upright), ("italic", slanted))
    )
    style = f"body {{margin: 0}} p {{font: {SIZE}pt/1.2 R; width: {width}mm; margin: 0 0 10mm}}"
    shown = "".join(
        f"<p dir={'rtl' if maker.is_rtl(content(one)) else 'ltr'}>"
        + re.sub(r"&lt;(/?[bi])&gt;", r"<\1>", html.escape(one, quote=False))
        + "</p>"
        for one in PARAGRAPHS
    )
    return f"<!doctype html><meta charset=utf-8><style>{faces}{style}</style>{shown}"
