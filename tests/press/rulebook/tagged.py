"""The structure of a tagged PDF, read back by pikepdf and in reading order."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pikepdf

MARK = "MCID"


@dataclass(slots=True)
class Element:
    """An element; ``text``: what is read of it itself, icons as their words."""

    kind: str
    alt: str = ""
    actual: str = ""
    attributes: dict[str, Any] = field(default_factory=dict)
    text: str = ""
    pages: list[int] = field(default_factory=list)
    inside: list[Element] = field(default_factory=list)

    def all(self, kind: str = "") -> Iterator[Element]:
        if kind in ("", self.kind):
            yield self
        for element in self.inside:
            yield from element.all(kind)

    @property
    def whole(self) -> str:
        """Everything that is read of it."""
        return " ".join(part for one in self.all() for part in (one.actual or one.alt or one.text,) if part)

    def shape(self) -> str:
        """The kinds of what it holds, as ``L(LI(Lbl LBody(P)))``."""
        held = " ".join(element.shape() for element in self.inside)
        return f"{self.kind}({held})" if held else self.kind


def structure(path: Path) -> Element:
    """The document's own element. Every mark on a page must be in the tree exactly once."""
    with pikepdf.open(path) as pdf:
        pages = {page.obj.objgen: number for number, page in enumerate(pdf.pages)}
        texts = {
            (number, mcid): text
            for number, page in enumerate(pdf.pages)
            for mcid, text in _texts(page).items()
        }
        used: list[tuple[int, int]] = []
        top = _element(pdf.Root.StructTreeRoot.K, pages, texts, used)
        assert sorted(used) == sorted(texts)
        _check_parents(pdf, len(pages))
        return top


def _element(found: Any, pages: Any, texts: Any, used: list[tuple[int, int]]) -> Element:
    attributes = {str(key)[1:]: value for key, value in dict(found.get("/A", {})).items()}
    element = Element(
        str(found.S)[1:], str(found.get("/Alt", "")), str(found.get("/ActualText", "")), attributes
    )
    kids = found.get("/K", pikepdf.Array())
    own = found.get("/Pg")
    words = []
    for kid in kids if isinstance(kids, pikepdf.Array) else [kids]:
        if isinstance(kid, pikepdf.Dictionary) and "/S" in kid:
            assert kid.P.objgen == found.objgen
            element.inside.append(_element(kid, pages, texts, used))
            continue
        page, mcid = (kid.Pg, int(kid.MCID)) if isinstance(kid, pikepdf.Dictionary) else (own, int(kid))
        place = (pages[page.objgen], mcid)
        used.append(place)
        element.pages.append(place[0])
        words.append(texts[place])
    element.text = " ".join(" ".join(words).split())
    return element


def _check_parents(pdf: pikepdf.Pdf, pages: int) -> None:
    """The way back: from each mark of a page to its element."""
    numbers = pdf.Root.StructTreeRoot.ParentTree.Nums
    assert [int(number) for number in list(numbers)[::2]] == list(range(pages))
    for page, parents in zip(pdf.pages, list(numbers)[1::2], strict=True):
        assert page.obj.Tabs == pikepdf.Name.S
        for mcid, parent in enumerate(parents):
            kids = parent.K if isinstance(parent.K, pikepdf.Array) else [parent.K]
            own = parent.Pg.objgen == page.obj.objgen
            held = [
                int(kid.MCID) if isinstance(kid, pikepdf.Dictionary) and "/MCID" in kid else kid
                for kid in kids
                if own or isinstance(kid, pikepdf.Dictionary)
            ]
            assert mcid in held


def _texts(page: pikepdf.Page) -> dict[int, str]:
    """What each marked stretch of a page says; whatever is painted outside of one must be an artifact."""
    maps: dict[str, dict[int, str]] = {
        str(name): _to_unicode(font) for name, font in page.Resources.get("/Font", {}).items()
    }
    found: dict[int, str] = {}
    open_: list[int | str | None] = []
    font: dict[int, str] = {}
    for operands, operator in pikepdf.parse_content_stream(page):
        name = str(operator)
        if name == "BMC":
            open_.append(str(operands[0]))
        elif name == "BDC":
            about = operands[1]
            if "/MCID" in about:
                assert not open_, "a mark in a mark"
                open_.append(int(about.MCID))
                found[int(about.MCID)] = ""
            else:
                open_.append(None)
                found[_mark(open_)] += f" {about.ActualText} "
        elif name == "EMC":
            open_.pop()
        elif name == "Tf":
            font = maps[str(operands[0])]
        elif name in ("f", "f*", "S", "B", "B*", "Do", "sh", "TJ"):
            assert open_, f"{name} is neither tagged nor an artifact"
            if name == "TJ" and open_[0] != "/Artifact":
                found[_mark(open_)] += "".join(
                    font[int.from_bytes(code, "big")]
                    for part in operands[0]
                    if isinstance(part, pikepdf.String)
                    for code in re.findall(b"..", bytes(part), re.DOTALL)
                )
        if name == "ET" and open_ and isinstance(open_[0], int):
            found[open_[0]] += " "
    assert not open_
    return found


def _mark(open_: list[int | str | None]) -> int:
    (mark,) = (one for one in open_ if isinstance(one, int))
    return mark


def _to_unicode(font: Any) -> dict[int, str]:
    text = font.ToUnicode.read_bytes().decode("ascii")
    pairs = re.findall(r"^<([0-9A-F]{4})> <([0-9A-F]+)>$", text, re.MULTILINE)
    return {int(code, 16): bytes.fromhex(value).decode("utf-16-be") for code, value in pairs}
