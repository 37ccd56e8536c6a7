"""Projects of CardMaker: ``.cmp``, XML of layouts, with their tables as CSV beside it."""

from __future__ import annotations

import csv
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import zip_longest
from pathlib import PurePosixPath
from typing import NamedTuple

from generator.catalog.cards import MAX_COPIES
from generator.catalog.paths import PICTURE_SUFFIXES
from generator.catalog.problems import Place
from generator.catalog.units import INCH
from generator.catalog.wording import code, quote
from generator.importing.drawing import Code, Drawing, Value, literal, number, quoted, variable
from generator.importing.importer import ImportedGame, Importer, Source
from generator.importing.new_game import MAX_CARDS, Component, NewGame, distinct
from generator.importing.xml_tree import Element, read_xml
from generator.layout.colour import css_colours

_ALIGN = ("left", "center", "right")
_VALIGN = ("top", "middle", "bottom")
_SCREEN_DPI = 96
"""A point of CardMaker is so many pixels of a card, whatever these are in inches: 12 pt are 16 pixels."""
_SHAPE = re.compile(r"#(\w+);([^#]*)#")
_PICTURES = re.compile(r"[^;#\[\]]+\.(?:png|jpe?g|bmp|gif|tiff?|webp)\b", re.IGNORECASE)
_OURS = frozenset(("id", "copies", "qty", "count", "quantity", "extends", "prototype"))
_WHOLE = re.compile(r"\s*-?[0-9]{1,6}\s*")
_MOST_LOOKS = 1_000_000
"""Cells that are looked at for pictures, in all elements."""
_UNKNOWN = (
    "elementreference",
    "gradient",
    "tilesize",
    "colormatrix",
    "mirrortype",
    "colortype",
    "imagemasksurface",
)
_UNKNOWN_OF_PICTURES = ("keeporiginalsize", "centerimageonorigin")
_OFF = ("", "0", "false")


class _Table(NamedTuple):
    """What a layout's references hold."""

    headings: list[str]
    places: dict[str, int]
    """The numbers of the columns, by what elements call them."""
    rows: list[list[str]]
    broken: frozenset[str]
    """The columns with texts of several lines, by what elements call them."""


class _Scale(NamedTuple):
    """From pixels of a layout."""

    dpi: float

    def mm(self, pixels: float) -> float:
        return pixels * INCH / self.dpi

    def points(self, size: float) -> float:
        return size * _SCREEN_DPI / self.dpi


class _Project:
    def __init__(self, source: Source, root: Element) -> None:
        self.source = source
        self.root = root
        self.game = NewGame(source)
        self.is_code = "java" in root.words("translatorName").lower()
        self.defines = self._defines([f"{source.path.stem}_defines.csv"])
        for shared in root.all("GlobalDefines"):
            names = [one.attributes.get("RelativePath", "") for one in shared.children]
            self.defines |= self._defines(names)
        self.words = Words(source, {}, self.defines, "", "", source.place())
        """For cells of tables, which may have defines in them, too."""
        self.looks = 0
        self.last: tuple[Component, str] | None = None

    def _rows(self, name: str) -> list[list[str]]:
        """The rows of a table beside the project; none if it is not there. Raises :class:`InputError`."""
        file = self.game.beside(name) if name else None
        if file is None:
            return []
        table = Source(file)
        rows: list[list[str]] = []
        reader = csv.reader(table.text.split("\n"))
        try:
            for row in reader:
                rows.append(row)
                if len(rows) > MAX_CARDS + 1:
                    raise table.error(f"the table has more than {MAX_CARDS:,} rows")
        except csv.Error as error:
            raise table.error(f"the table can't be read: {error}", table.place(reader.line_num)) from None
        return [row for row in rows if any(cell.strip() for cell in row)]

    def _defines(self, names: Sequence[str]) -> dict[str, str]:
        rows = [row for name in names for row in self._rows(name)[1:]]
        return {row[0].strip().lower(): row[1].strip() for row in rows if len(row) > 1 and row[0].strip()}

    # One layout

    def layout(self, layout: Element) -> None:
        """Adds the component of a layout."""
        name = layout.attributes.get("Name", "").strip() or "cards"
        scale = _Scale(self._number(layout, "dpi", 100))
        if scale.dpi <= 0:
            raise self.source.error("`dpi`: expected more than 0", layout.place)
        sides = [scale.mm(self._number(layout, side, 0)) for side in ("width", "height")]
        size = self.game.size(sides[0], sides[1], layout.place)
        table = self._table(layout)
        drawing = Drawing()
        # What is listed first lies on top.
        for element in reversed(list(layout.all("Element"))):
            if element.attributes.get("enabled", "true") != "false":
                _Drawer(self, layout, table, element, scale, drawing).draw()
        for key in ("exportRotation", "exportCropDefinition"):
            if layout.words(key) not in _OFF:
                self.source.note(f"{code(key)} is not taken over", (layout.first(key) or layout).place)
        face = self.game.layout(name, drawing)
        if layout.words("exportPDFAsPageBack") == "true" and self.last is not None and self.last[1] == size:
            self.last[0].back = face
            return
        component = Component(name, size, self._cards(name, layout, table), face, more={"bleed": 0})
        self.game.add(component)
        self.last = (component, size)

    def _number(self, element: Element, key: str, default: float) -> float:
        written = element.attributes.get(key, "").strip() or str(default)
        try:
            found = float(written[:40])
            if abs(found) > 1e6 or found != found:
                raise ValueError
        except ValueError:
            raise self.source.error(
                f"{code(key)}: expected a number, got {quote(written)}", element.place
            ) from None
        return found

    def _table(self, layout: Element) -> _Table:
        references = list(layout.all("Reference"))
        if layout.attributes.get("combineReferences") != "true":
            chosen = [one for one in references if one.attributes.get("Default") == "true"]
            references = (chosen or references)[:1]
        first: list[str] = []
        rows: list[list[str]] = []
        for reference in references:
            path = reference.attributes.get("RelativePath", "").strip()
            found = self._rows(path)
            if not found:
                hint = "save the table as CSV next to the project"
                self.source.note(f"the table {quote(path)} can't be read", reference.place, hint)
                continue
            stem = re.sub(r"\.csv$", "", path, flags=re.IGNORECASE)
            self.defines |= self._defines([f"{stem}_defines.csv"])
            first = first or found[0]
            rows += [row[: len(first)] for row in found[1:]]
        for heading in first:
            if heading.lower().startswith("override:"):
                self.source.note(f"the column {code(heading)} changes nothing", layout.place)
        lines = {at for row in rows for at, cell in enumerate(row) if "\\n" in cell or "\n" in cell}
        places = {name.strip().lower(): at for at, name in reversed(list(enumerate(first)))}
        broken = frozenset(name for name, at in places.items() if at in lines)
        return _Table(_headings(first), places, rows, broken)

    def _cards(self, name: str, layout: Element, table: _Table) -> object:
        if not table.rows:
            copies = int(self._number(layout, "defaultCount", 1))
            return [{"name": name, "copies": max(0, min(copies, MAX_COPIES))}]
        rows = [[self._cell(cell) for cell in row] for row in table.rows]
        file = self.game.table(name, table.headings, rows)
        first = table.headings[0]
        counts = [row[0].strip() or "1" for row in rows]
        if all(_WHOLE.fullmatch(count) and 0 <= int(count) <= MAX_COPIES for count in counts):
            return {"from": file, "columns": {"copies": first}}
        return file

    def _cell(self, cell: str) -> str:
        """A cell without CardMaker's own escapes."""
        text = self.words.expanded(cell) if "@[" in cell else cell
        for escape, letter in (("\\n", "\n"), ("\\q", '"'), ("\\c", ",")):
            if escape == "\\n" and PurePosixPath(text).suffix.lower() in PICTURE_SUFFIXES:
                continue
            text = text.replace(escape, letter)
        return _as_path(text) if PurePosixPath(text).suffix.lower() in PICTURE_SUFFIXES else text


class _Drawer:
    """Draws one element."""

    def __init__(
        self,
        project: _Project,
        layout: Element,
        table: _Table,
        element: Element,
        scale: _Scale,
        drawing: Drawing,
    ) -> None:
        self.project, self.source, self.element, self.table = project, project.source, element, table
        self.scale, self.drawing = scale, drawing
        x, y, width, height = (project._number(element, key, 0) for key in ("x", "y", "width", "height"))
        turned = project._number(element, "rotation", 0)
        middle = f"{number(scale.mm(x + width / 2))} {number(scale.mm(y + height / 2))}"
        opacity = project._number(element, "opacity", 255) / 255
        self.more: dict[str, Value] = {
            "opacity": round(max(0.0, min(opacity, 1.0)), 2) if opacity != 1 else None,
            "transform": f"rotate({number(turned)} {middle})" if turned else None,
        }
        across = {"x": scale.mm(x), "y": scale.mm(y)}
        self.box: dict[str, Value] = {
            **across,
            "width": scale.mm(max(width, 0)),
            "height": scale.mm(max(height, 0)),
        }
        columns = {name: table.headings[at] for name, at in table.places.items()}
        name, of = element.attributes.get("name", ""), layout.attributes.get("Name", "")
        kind = element.attributes.get("type", "")
        filters = {"FormattedText": "|html", "Text": "|rich"}.get(kind, "")
        broken = frozenset(columns) if kind == "FormattedText" else table.broken
        self.words = Words(self.source, columns, project.defines, of, name, element.place, filters, broken)

    def draw(self) -> None:
        attributes = self.element.attributes
        kind, says = attributes.get("type", ""), attributes.get("variable", "")
        self._note_unknown(_UNKNOWN_OF_PICTURES if kind == "Graphic" else ())
        back, border = self._colour("backgroundcolor"), self._length("borderthickness")
        if back is not None:
            self.drawing.add("rect", **self.box, fill=back, **self.more)
        if self.project.is_code and says:
            self.source.note("JavaScript is not run: what this element says is left out", self.element.place)
        elif kind in ("Text", "FormattedText"):
            self._text(says)
        elif kind == "Graphic":
            self._picture(says)
        elif kind == "Shape":
            self._shape(says)
        else:
            self.source.note(f"elements of the type {code(kind)} are left out", self.element.place)
        if border:
            edge = self._colour("bordercolor") or "black"
            self.drawing.add("rect", **self.box, fill="none", stroke=edge, stroke_width=border, **self.more)

    def _note_unknown(self, more: Sequence[str]) -> None:
        for key in (*_UNKNOWN, *more):
            if self.element.attributes.get(key, "") not in _OFF:
                self.source.note(f"{code(key)} is not taken over", self.element.place)

    def _length(self, key: str) -> float:
        return self.scale.mm(max(0, self.project._number(self.element, key, 0)))

    def _colour(self, key: str) -> str | None:
        """A colour; None for one that is not seen."""
        written = self.element.attributes.get(key, "").strip()
        digits = written[2:].lower() if written.lower().startswith("0x") else ""
        if re.fullmatch(r"[0-9]{9}([0-9]{3})?", written):
            digits = "".join(f"{min(int(part), 255):02x}" for part in re.findall("...", written))
        if re.fullmatch(r"[0-9a-f]{6}([0-9a-f]{2})?", digits):
            alpha = digits[6:] or "ff"
            return None if alpha == "00" else f"#{digits[:6]}" + ("" if alpha == "ff" else alpha)
        if written.lower() in css_colours():
            return written.lower()
        if written:
            self.source.note(f"{code(key)}: {quote(written)} is not a colour", self.element.place)
        return None

    def _text(self, says: str) -> None:
        content = self.words.written(says)
        if not content:
            return
        font = (self.element.attributes.get("font", "") + ";" * 6).split(";")
        for tag, is_on in zip("buis", font[2:6], strict=False):
            content = Code(f"<{tag}>{content}</{tag}>") if is_on == "1" else content
        try:
            size = max(0.5, min(self.scale.points(float(font[1] or 12)), 2000))
        except ValueError:
            raise self.source.error(
                f"`font`: expected a size, got {quote(font[1])}", self.element.place
            ) from None
        if font[0]:
            hint = "put a TTF file of it into fonts/, and name it in a theme"
            self.source.note(f"the font {quote(font[0])} is not taken over", self.element.place, hint)
        across, down = (
            int(self.project._number(self.element, key, 0)) for key in ("horizontalalign", "verticalalign")
        )
        outline, justified = self._length("outlinethickness"), self.element.attributes.get("justifiedtext")
        align = "justify" if justified == "true" else _ALIGN[across if 0 <= across < 3 else 0]
        self.drawing.add(
            *("text", content),
            **self.box,
            **{"size": round(size, 2), "align": align if align != "left" else None},
            valign=_VALIGN[down] if 0 < down < 3 else None,
            fill=self._colour("elementcolor") or "black",
            stroke=(self._colour("outlinecolor") or "black") if outline else None,
            stroke_width=min(outline, 20) or None,
            **self.more,
        )

    def _picture(self, says: str) -> None:
        says = _as_path(says)
        href = self.words.written(says)
        if not href:
            return
        self._take_along(says)
        attributes = self.element.attributes
        keeps = attributes.get("lockaspect") == "true"
        focus: dict[str, Value] = {}
        for key, name in (("horizontalalign", "focus_x"), ("verticalalign", "focus_y")):
            at = self.project._number(self.element, key, 0) / 2
            focus[name] = max(0.0, min(at, 1.0)) if keeps and at != 0.5 else None
        drawn = {**self.box, "fit": None if keeps else "fill", **focus, **self.more}
        alone = re.fullmatch(r"\{\{ (\S+) \}\}", href)
        if alone is None and "{%" not in href and PurePosixPath(href).suffix.lower() in PICTURE_SUFFIXES:
            self.drawing.add("image", href=href, **drawn)
            return
        # Whatever may come to nothing shows no picture then.
        if alone is None:
            self.drawing.code(f"{{% set picture %}}{href}{{% endset %}}")
        with self.drawing.when(alone[1] if alone else "picture|trim"):
            self.drawing.add("image", href=href if alone else Code("{{ picture|trim }}"), **drawn)

    def _take_along(self, says: str) -> None:
        """Copies the pictures that the element may show."""
        parts = NAME.split(says)
        asked = [self.table.places.get(name.lower().strip(), -1) for name in parts[1::2]]
        names = set(_PICTURES.findall(says) or [says]) if "#(" in says or not asked else set()
        if asked and min(asked) >= 0 and "#(" not in says:
            self.project.looks += len(self.table.rows)
            if self.project.looks > _MOST_LOOKS:
                raise self.source.error(
                    "pictures are not looked for among this many elements and cards", self.element.place
                )
            for row in self.table.rows:
                cells = [row[at] if at < len(row) else "" for at in asked]
                if all(cells):
                    between = zip_longest(parts[::2], cells, fillvalue="")
                    names.add("".join(piece for pair in between for piece in pair))
        for name in sorted(names):
            self.project.game.picture(_as_path(name.strip()), self.element.place)

    def _shape(self, says: str) -> None:
        found = _SHAPE.match(says)
        name, given = (found[1], found[2].split(";")) if found is not None else ("", [])
        sizes = [int(part) if _WHOLE.fullmatch(part) else 0 for part in given]
        thickness = self.scale.mm(max(sizes[0], 0)) if sizes else 0
        colour = self._colour("elementcolor") or "black"
        paint: dict[str, Value] = {"fill": colour, **self.more}
        if thickness:
            paint |= {"fill": "none", "stroke": colour, "stroke_width": thickness}
        elif outline := self._length("outlinethickness"):
            paint |= {"stroke": self._colour("outlinecolor") or "black", "stroke_width": outline}
        x, y, width, height = (float(self.box[key] or 0) for key in ("x", "y", "width", "height"))
        if name in ("rect", "roundedrect"):
            corner = self.scale.mm(sizes[3]) if name == "roundedrect" and len(sizes) > 3 else 0
            self.drawing.add("rect", **self.box, rx=min(corner, width / 2, height / 2) or None, **paint)
        elif name == "ellipse":
            middle = {"cx": x + width / 2, "cy": y + height / 2}
            self.drawing.add("ellipse", **middle, rx=width / 2, ry=height / 2, **paint)
        else:
            self.source.note(f"the shape {quote(says)} is left out", self.element.place)
            return
        if found is not None and (rest := says[found.end() :]):
            self.source.note(f"{code(rest)} is not taken over", self.element.place)


def _headings(row: Sequence[str]) -> list[str]:
    """The first column is that of the copies; no other may have one of a card's own words for a name."""
    return distinct(
        f"{name}_" if at and name.strip().lower() in _OURS else name for at, name in enumerate(row)
    )


def _as_path(text: str) -> str:
    """A path as here: with ``/``, and inside the folder; of one that leads elsewhere the file's name."""
    path = text.replace("\\", "/")
    return path.rpartition("/")[2] if re.match(r"([A-Za-z]:)?/", path) or "../" in path else path


def read(source: Source) -> ImportedGame:
    root = read_xml(source)
    if root.tag != "Project":
        raise source.error(f"expected <Project>, got <{root.tag}>", root.place)
    project = _Project(source, root)
    for layout in root.all("Layout"):
        project.layout(layout)
    return project.game.finished()


IMPORTER = Importer(
    title="CardMaker",
    says="layouts with their texts, pictures and shapes, conditions, defines, and tables as CSV",
    suffixes=(".cmp",),
    recognizes=lambda source: "<Project" in source.text and "<Layout" in source.text,
    read=read,
)


# What elements say, as Jinja: ``@[name]``, ``#(if … then … else …)#``, ``#(switch;…)#``

NAME = re.compile(r"@\[([^\[\]]{1,200})\]")
_IF = re.compile(r"if\s*(.*?)\s([!=><]=|<|>)\s(.*?)\s*then (.*?)(?: else (.*))?", re.DOTALL)
_PART = re.compile(r"@\[([^\[\]]{1,200})\]|!\[(\w{1,40})\]|\x02(\d+)\x03|(\\[nqc])|(#empty|#nodraw)")
_ESCAPES = {"\\n": "\n", "\\q": '"', "\\c": ","}
_GROUND = re.compile(r"#bg(?:shape|graphic)::.*", re.DOTALL)
_OTHER = re.compile(r"#(#|sc;|math;|random;|repeat;|padl;|padr;|cnv\w*;|strw\[)[^#]*#")
_OVERRIDE = re.compile(r"\$\[[^\]]*\]")
_CASES = {"caps": "upper", "nocaps": "lower", "titlecase": "title"}
_TAG = re.compile(r"</?([a-z]+)[^>]*>", re.IGNORECASE)
_TAGS = frozenset(("b", "i", "u", "s", "br"))
_MOST = 10_000
"""Letters of what an element says, with its defines."""


@dataclass(slots=True)
class Words:
    """Writes what an element says, with the columns and defines that it may name."""

    source: Source
    columns: Mapping[str, str]
    """The headings by their names in small letters."""
    defines: Mapping[str, str]
    layout: str
    element: str
    place: Place
    filters: str = ""
    """What fields of ``broken`` columns pass through: ``|html`` in formatted text."""
    broken: frozenset[str] = frozenset()
    _held: list[str] = field(default_factory=list)

    def written(self, text: str) -> Code:
        """Jinja for all that the element says."""
        text = self.expanded(text)
        for unknown in (_GROUND, _OTHER, _OVERRIDE):
            text = unknown.sub(self._left_out, text)
        while (begin := text.rfind("#(")) >= 0:
            end = text.find(")#", begin)
            end = len(text) if end < 0 else end
            text = text[:begin] + self._hold(self._logic(text[begin + 2 : end])) + text[end + 2 :]
        return Code(self._parts(text))

    def expanded(self, text: str) -> str:
        """The text with what the defines in it stand for."""
        for _ in range(10):
            longer = NAME.sub(self._defined, text)
            if longer == text or len(longer) > _MOST:
                break
            text = longer
        return text[:_MOST]

    def _defined(self, found: re.Match[str]) -> str:
        name, *given = found[1].split(",")
        value = self.defines.get(name.lower().strip())
        if value is None:
            return found[0]
        for place, word in enumerate(given, 1):
            value = value.replace(f"{{{place}}}", word)
        return value

    def _left_out(self, found: re.Match[str]) -> str:
        self._note(re.split("[:;\\d]", found[0], maxsplit=1)[0] + "…")
        return ""

    def _note(self, what: str) -> None:
        self.source.note(f"{code(what)} is not taken over", self.place)

    def _hold(self, made: str) -> str:
        self._held.append(made)
        return f"\x02{len(self._held) - 1}\x03"

    def _logic(self, inner: str) -> str:
        kind, *given = inner.split(";")
        found = _IF.fullmatch(inner.strip())
        if found is not None:
            left, sign, right, then, other = found.groups()
            end = "" if other is None else "{% else %}" + self._parts(other)
            return f"{{% if {self._condition(left, sign, right)} %}}{self._parts(then)}{end}{{% endif %}}"
        if kind.strip() == "switch" and len(given) >= 3:
            return self._switch(given)
        if kind in _CASES:
            return f"{{% filter {_CASES[kind]} %}}{self._parts(';'.join(given))}{{% endfilter %}}"
        self._note(f"#({inner})#")
        return ""

    def _switch(self, given: list[str]) -> str:
        key, pairs, default, made = self._operand(given[0]), given[1:], "", ""
        for name, value in zip(pairs[::2], pairs[1::2], strict=False):
            if name.strip() == "#default":
                default = self._parts(value)
            else:
                made += f"{{% {'elif' if made else 'if'} {key} == {quoted(name.strip().lower())} %}}"
                made += self._parts(value)
        if not made:
            return default
        return made + (f"{{% else %}}{default}" if default else "") + "{% endif %}"

    def _condition(self, left: str, sign: str, right: str) -> str:
        """A comparison: of numbers by their size, of texts without regard to capitals, or with a set."""
        if sign in ("==", "!="):
            members = re.fullmatch(r"\s*\[(.*)\]\s*", right)
            if members is not None and not NAME.fullmatch(right.strip()):
                words = ", ".join(quoted(word.strip().lower()) for word in members[1].split(";"))
                return f"{self._operand(left)} {'in' if sign == '==' else 'not in'} [{words}]"
            return f"{self._operand(left)} {sign} {self._operand(right)}"
        return f"{self._operand(left, 'float')} {sign} {self._operand(right, 'float')}"

    def _operand(self, text: str, kind: str = "lower") -> str:
        pieces = []
        for index, piece in enumerate(NAME.split(text.replace("#empty", "").strip())):
            if index % 2:
                pieces.append(f"{self._variable(piece)}|string" if piece else '""')
            elif piece:
                pieces.append(quoted(re.sub("[\x02\x03]", "", piece.lower())))
        joined = " ~ ".join(pieces) or '""'
        return (
            joined if len(pieces) == 1 and pieces[0][0] == '"' and kind == "lower" else f"({joined})|{kind}"
        )

    def _variable(self, name: str) -> str:
        heading = self.columns.get(name.lower().strip())
        if heading is None:
            self.source.note(f"{code(f'@[{name}]')} names no column and no define", self.place)
            return '""'
        return variable(heading)

    def _parts(self, text: str) -> str:
        """Text without logic: fields, and what stands between them as it is."""
        made, at = [], 0
        for found in _PART.finditer(text):
            made += [self._plain(text[at : found.start()]), self._part(found)]
            at = found.end()
        return "".join([*made, self._plain(text[at:])])

    def _part(self, found: re.Match[str]) -> str:
        column, own, held, escape, nothing = found.groups()
        if column is not None:
            filters = self.filters if column.lower().strip() in self.broken else ""
            return "{{ " + self._variable(column) + filters + " }}"
        if held is not None:
            return self._held[int(held)] if int(held) < len(self._held) else ""
        if escape is not None:
            return literal(_ESCAPES[escape])
        if nothing is not None:
            return ""
        known = {"elementname": literal(self.element), "layoutname": literal(self.layout)}
        known |= {"cardindex": Code("{{ copy }}"), "cardcount": Code("{{ deck.count }}")}
        if own.lower() not in known:
            self._note(found[0])
        return known.get(own.lower(), "")

    def _plain(self, text: str) -> str:
        text = re.sub("[\x02\x03]", "", text)
        if self.filters != "|html" or "<" not in text:
            return literal(text)
        for tag in _TAG.finditer(text):
            if tag[1].lower() not in _TAGS:
                self._note(f"<{tag[1].lower()}>")
        return "{{ " + quoted(text) + self.filters + " }}"
