"""A figure put together from the kit by a few words, clipped to its box."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple, Self

from generator.catalog.figure_words import ANY_PART, NO_PART
from generator.catalog.problems import InputError
from generator.catalog.wording import code, quote
from generator.layout.attributes import COORDINATE, SIZE, TEXT, Kind, Scope, attribute, one_of
from generator.layout.canvas import Canvas
from generator.layout.colour import Colour, parse_colour
from generator.layout.elements.base import Building, Parent, refuse_content
from generator.layout.figures import (
    HEIGHT,
    WIDTH,
    Paints,
    Part,
    Style,
    chosen_of,
    common_parts,
    find_part,
    read_part,
    read_style,
    share_of,
)
from generator.layout.geometry import Box, Matrix, Outline, rectangle
from generator.layout.xml import Node

SUBJECTS = ("animal", "machine", "ship", "building", "thing")
"""Of these, one may stand where a person would."""
MAX_LISTED = 6
"""Things held or beside a figure."""
GROUND = 76.0
"""How far down the frame things stand, in the kit's units."""
LEFT, RIGHT = 17.0, 83.0
"""Where what stands beside the figure has its middle."""
ABSENT: Mapping[str, float] = {"hat": 0.3, "beard": 0.72, "back": 0.92, "holds": 0.2}
"""How often a figure that says nothing of it goes without."""
BACKDROP = {"x": "-60", "y": "-80", "width": "220", "height": "164"}
"""What skies and grounds fill, also where the frame is wider or higher than 5:4."""
WHOLE, NEAR = 0.54, 1.55
"""How large a person is at the distances that are not a bust."""
FEET = 132.0
"""How far down a bust's frame a whole person would stand."""
OWN = frozenset({"skin", "hair", "sleeve"})
"""The colours that differ from one member of a group to the next."""
HIPS = (50.0, 84.0)
"""About which a person leans."""
FELLOWS: Mapping[str, Sequence[tuple[float, float]]] = {
    "1": ((0, 1),),
    "2": ((-23, 0.86), (14, 1)),
    "3": ((-29, 0.84), (29, 0.84), (0, 1)),
}
"""Where the members of a group stand, and how large they are."""


class Body(NamedTuple):
    """How a person is built, beside the average: factors, and the head's place in the kit's units."""

    wide: float = 1.0
    high: float = 1.0
    head: float = 1.0
    """The size of the head."""
    lower: float = 0.0
    """How far the head is drawn down between the shoulders."""
    bent: float = 0.0
    """How far the shoulders are in front of the hips, as a share of the height."""

    def torso(self) -> Matrix:
        """Of the torso and the arms; the head and the hands keep their shape."""
        return self._about_hips(self.bent)

    def legs(self) -> Matrix:
        return self._about_hips(0.0)

    def _about_hips(self, bent: float) -> Matrix:
        (x, y), turned = HIPS, Matrix(self.wide, 0.0, -bent, self.high)
        moved_x, moved_y = turned.apply(x, y)
        return turned._replace(e=x - moved_x, f=y - moved_y)


AVERAGE = Body()
BODIES: Mapping[str, Body] = {
    "average": AVERAGE,
    "slim": Body(wide=0.8, head=0.96),
    "tall": Body(wide=0.94, high=1.13, head=0.84, lower=1.5),
    "short": Body(wide=1.04, high=0.8, head=1.12, lower=0.5),
    "stout": Body(wide=1.28, high=0.97, lower=2.5),
    "broad": Body(wide=1.3, high=1.07, head=0.8, lower=1.0),
    "stooped": Body(wide=0.98, high=0.93, lower=5.0, bent=0.26),
}
LAYERS = frozenset({"behind", "front", "seam"})
"""Children of a part that are drawn apart: behind the torso, before the arms and what they hold, and where
the sleeves are of another stuff than the coat."""


def _part(word: str, text: str, scope: Scope) -> Part | str | None:
    text = text.strip()
    return ANY_PART if text == ANY_PART else find_part(word, text, scope.find_file, scope.folders)


def _parts(word: str, text: str, scope: Scope) -> tuple[Part | None, ...] | str:
    if text.strip() == ANY_PART:
        return ANY_PART
    names = [name.strip() for name in text.split(",")]
    if len(names) > MAX_LISTED:
        raise InputError(f"a figure has {MAX_LISTED} of them at most, got {len(names)}")
    return tuple(find_part(word, name, scope.find_file, scope.folders) for name in names)


def _style(text: str, scope: Scope) -> Style:
    return read_style(text.strip(), scope.find_file, scope.folders, scope.palette)


def _own_colours(text: str, scope: Scope) -> Mapping[str, Colour]:
    """`coat #a22, hair grey`: colours of roles."""
    found = {}
    for pair in filter(None, (pair.strip() for pair in text.split(","))):
        role, _, colour = pair.partition(" ")
        if not colour:
            raise InputError(f"expected a role and a colour such as `coat crimson`, got {quote(pair)}")
        found[role] = parse_colour(colour, scope.palette)
    return found


def _shift(text: str, scope: Scope) -> tuple[float, float, float]:
    """`X Y [SIZE]`: how a figure is moved in the kit's units, and its size."""
    del scope
    match = re.fullmatch(r"\s*(-?\d{1,3}(?:\.\d+)?)\s+(-?\d{1,3}(?:\.\d+)?)(?:\s+(\d(?:\.\d+)?))?\s*", text)
    if match is None or float(match[3] or 1) == 0:
        raise InputError(f"expected two lengths and perhaps a size such as '4 -2 1.1', got {quote(text)}")
    return float(match[1]), float(match[2]), float(match[3] or 1)


def _kind(word: str) -> Kind:
    return Kind(f"name of a part, `none` or `{ANY_PART}`", partial(_part, word))


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Figure(Parent):
    TAG = "figure"
    KEEPS_SIDES = True
    PASSES_ON = False

    digest: str
    x: float = attribute(COORDINATE, "0", "Left edge of its frame.")
    y: float = attribute(COORDINATE, "0", "Top edge of its frame.")
    width: float = attribute(SIZE, None, "Width of its frame.")
    height: float = attribute(SIZE, None, "Height of its frame; 4/5 of the width shows all of it.")
    style: Style = attribute(Kind("name of a style", _style), "plain", "The style it is drawn in.")
    name: str = attribute(
        TEXT, "", "Whose figure it is: the name decides whatever you don't, and always in the same way."
    )
    sky: Any = attribute(_kind("sky"), ANY_PART, "What is behind everything.")
    ground: Any = attribute(_kind("ground"), ANY_PART, "What it stands on, and what is in the distance.")
    stance: Any = attribute(_kind("stance"), ANY_PART, "How a person stands, and where the hands are.")
    body: str = attribute(one_of(*BODIES), "average", "How a person is built.")
    coat: Any = attribute(_kind("coat"), ANY_PART, "What a person wears: clothes, robes or armour.")
    head: Any = attribute(_kind("head"), ANY_PART, "Whose head it is.")
    face: Any = attribute(_kind("face"), ANY_PART, "The expression.")
    hair: Any = attribute(_kind("hair"), ANY_PART, "The hair.")
    beard: Any = attribute(_kind("beard"), ANY_PART, "Beard or moustache.")
    hat: Any = attribute(_kind("hat"), ANY_PART, "Hat, hood, crown or helmet; animals wear them too.")
    back: Any = attribute(_kind("back"), ANY_PART, "What is worn on the back: wings, a cape, a basket.")
    animal: Any = attribute(_kind("animal"), ANY_PART, "An animal instead of a person.")
    machine: Any = attribute(_kind("machine"), ANY_PART, "A machine instead.")
    ship: Any = attribute(_kind("ship"), ANY_PART, "A ship instead.")
    building: Any = attribute(_kind("building"), ANY_PART, "A building instead.")
    thing: Any = attribute(_kind("thing"), ANY_PART, "Any other thing instead.")
    holds: Any = attribute(
        Kind("names of parts", partial(_parts, "holds")),
        ANY_PART,
        "What is held, the hand on the left first; `none` for an empty hand.",
    )
    beside: Any = attribute(
        Kind("names of parts", partial(_parts, "beside")),
        ANY_PART,
        "What stands on its left, then on its right: parts of any group of things.",
    )
    legs: Any = attribute(_kind("legs"), ANY_PART, "How a whole person stands, sits or runs.")
    facing: str = attribute(one_of("right", "left"), "right", "Which way it faces.")
    distance: str = attribute(
        one_of("bust", "face", "whole"), "bust", "How much of a person is shown; legs show the whole."
    )
    group: str = attribute(one_of(*FELLOWS), "1", "How many people there are.")
    shift: tuple[float, float, float] = attribute(
        Kind("`X Y` or `X Y SIZE`", _shift),
        "0 0",
        "Moves the figure in its frame, and makes it larger or smaller.",
    )
    colours: Mapping[str, Colour] = attribute(
        Kind("roles and colours", _own_colours), "", "Its own colours: `coat crimson, hair #888`."
    )

    @classmethod
    def build(cls, values: dict[str, Any], node: Node, builder: Building) -> Self:
        refuse_content(node)
        drawing = _Drawing(values, node, builder)
        children = builder.children(drawing.frame())
        return cls.of(children, **values, digest=drawing.digest())

    def digests(self) -> Iterator[str]:
        yield self.digest

    def own_box(self) -> Box:
        return Box(self.x, self.y, self.width, self.height)

    def outline(self) -> Outline:
        return rectangle(self.own_box())

    def draw(self, canvas: Canvas) -> None:
        width, height = self.width / WIDTH, self.height / HEIGHT
        # The figure keeps its proportions and stands at the foot of the frame; the backdrop reaches beyond.
        scale = min(width, height)
        left = self.x + (self.width - WIDTH * scale) / 2
        top = self.y + self.height - HEIGHT * scale
        canvas.open_group(None, self.outline(), 1)
        canvas.open_group(Matrix(scale, 0, 0, scale, left, top), None, 1)
        super(Figure, self).draw(canvas)
        canvas.close_group()
        canvas.close_group()


def _transform(matrix: Matrix) -> str:
    return f"matrix({' '.join(f'{number:g}' for number in matrix)})"


def _placed(x: float, size: float, y: float = 0.0) -> str:
    """Moves a figure in its frame; it grows from its foot."""
    return f"translate({50 + x:g} {HEIGHT + y:g}) scale({size:g}) translate(-50 {-HEIGHT:g})"


class _Drawing:
    """One figure while it is put together."""

    def __init__(self, values: Mapping[str, Any], node: Node, builder: Building) -> None:
        self.values, self.node, self.builder = values, node, builder
        self.seed: str = values["name"]
        self.used: dict[str, str] = {}
        self.roots: dict[Path, Node] = {}
        self.paints = Paints(values["style"], self.seed, values["colours"])
        unknown = sorted(set(values["colours"]) - set(self.paints.chosen))
        if unknown:
            raise InputError(
                f"the style has no role {quote(unknown[0])}",
                hint="there are " + ", ".join(self.paints.chosen),
            )
        subjects = [word for word in SUBJECTS if isinstance(values[word], Part)]
        if len(subjects) > 1:
            raise InputError(f"a figure is one thing, not {' and '.join(map(code, subjects))}")
        self.subject = subjects[0] if subjects else None

    def digest(self) -> str:
        """Of the parts and the style that it is drawn with."""
        shown = f"{self.values['style']} {sorted(self.used.items())}"
        return hashlib.sha256(shown.encode()).hexdigest()

    def frame(self) -> Node:
        """All that is drawn, from the back to the front."""
        nodes: list[Node] = []
        for word in ("sky", "ground"):
            part = self._chosen(word)
            if part is not None:
                nodes.append(self._layer(part))
        depth = self.paints.depth()
        if nodes and depth is not None:
            nodes.append(Node("rect", {**BACKDROP, "fill": depth}, self.node.mark))
        rim, contour = self.values["style"].rim, self.values["style"].contour
        if rim is not None:
            nodes.append(self._group(f"translate({rim.x:g} {rim.y:g})", self._shape(rim.colour)))
        if contour:
            nodes += self._shape(self.paints.chosen["line"], contour)
        return self._group("", [*nodes, *self._foreground()])

    def _shape(self, colour: Colour, wider: float = 0.0) -> list[Node]:
        """The figure in one colour, and wider on all sides."""
        style = self.values["style"].flat(colour, wider)
        return self._like({**self.values, "style": style, "colours": {}})._foreground()

    def _like(self, values: Mapping[str, Any]) -> _Drawing:
        """Another figure of this one's parts."""
        other = _Drawing(values, self.node, self.builder)
        other.roots, other.used = self.roots, self.used
        return other

    def _people(self) -> list[Node]:
        """The person, before the others of the group: they are dressed alike and hold the same."""
        *behind, (x, size) = FELLOWS[self.values["group"]]
        differ = {"hair", "sleeve"} if self._says(self._chosen("head"), "own-face") == "yes" else OWN
        own = {role: colour for role, colour in self.paints.chosen.items() if role not in differ}
        worn = {word: self._chosen(word) for word in ("stance", "coat", "hat", "back")}
        lots = dict.fromkeys(("face", "hair", "beard"), ANY_PART)
        alike = {**self.values, **worn, **lots, "holds": self._listed("holds"), "colours": own}
        nodes = []
        for number, (at, high) in enumerate(behind, 1):
            other = self._like({**alike, "name": f"{self.seed} {number}"})
            other.paints.is_turned_over = self.paints.is_turned_over
            nodes.append(self._group(_placed(at, high), other._person()))
        return [*nodes, self._group(_placed(x, size), self._person())] if x else [*nodes, *self._person()]

    def _foreground(self) -> list[Node]:
        """The figure, and what stands beside it."""
        beside = self._beside()
        x, y, size = self.values["shift"]
        moved = _placed(x, size, y)
        is_left = self.values["facing"] == "left"
        if is_left:
            moved += " translate(100 0) scale(-1 1)"
        with self.paints.turned_over(is_left):
            figure = self._people() if self.subject is None else self._other(self.values[self.subject])
        return [*beside, self._group(moved, figure)]

    def _group(self, transform: str, children: Sequence[Node]) -> Node:
        attributes = {"transform": transform} if transform else {}
        # Most parts leave some of their layers empty.
        drawn: list[Node | str] = [child for child in children if child.tag != "g" or child.children]
        return Node("g", attributes, self.node.mark, drawn)

    def _built(self, body: Matrix, drawn: Sequence[Node]) -> Sequence[Node]:
        """What is drawn for the average person, as somebody is built."""
        return [self._group(_transform(body), drawn)] if drawn and body != Matrix() else drawn

    def _root(self, part: Part) -> Node:
        root = self.roots.get(part.path)
        if root is None:
            file = read_part(part.path, self.builder.file_number(part.path))
            self.used[f"{part.path.parent.name}/{part.name}"] = file.digest
            root = self.roots[part.path] = file.root
        return root

    def _layer(self, part: Part, layer: str = "") -> Node:
        """What a part draws: in front, or in one of its layers such as `<behind>`."""
        root = self._root(part)
        lined = root.attributes.get("line") != "none"
        found: list[Node | str] = []
        for child in root.children:
            if isinstance(child, Node) and (child.tag == layer if layer else child.tag not in LAYERS):
                inner = child.children if layer else [child]
                found += inner
        return self._group("", list(self.paints.all_inked(found, is_lined=lined)))

    def _has(self, part: Part, layer: str) -> bool:
        return any(isinstance(child, Node) and child.tag == layer for child in self._root(part).children)

    def _says(self, part: Part | None, word: str) -> str:
        """What a part says of itself, with nothing for what it does not."""
        return "" if part is None else self._root(part).attributes.get(word, "")

    def _chosen(self, word: str) -> Part | None:
        """The part that a word names, or that the figure's name chooses."""
        given = self.values[word]
        if given != ANY_PART:
            assert given is None or isinstance(given, Part)
            return given
        return self._drawn_lot(word)

    def _drawn_lot(self, word: str) -> Part | None:
        if share_of(self.seed, word) < ABSENT.get(word, 0):
            return None
        name = chosen_of(common_parts(word, tuple(self.builder.scope.folders)), self.seed, word)
        return None if name is None else self._named(word, name)

    def _named(self, word: str, name: str) -> Part | None:
        return find_part(word, name, self.builder.scope.find_file, self.builder.scope.folders)

    def _or_else(self, word: str, part: Part | None, says: str) -> Part | None:
        """What a word chooses; where the card says nothing of it, the part that another one asks for."""
        asked = self._says(part, says)
        return self._named(word, asked) if asked and self.values[word] == ANY_PART else self._chosen(word)

    def _listed(self, word: str) -> tuple[Part | None, ...]:
        given = self.values[word]
        if given == ANY_PART:
            part = self._drawn_lot(word) if word == "holds" else None
            return () if part is None else (part,)
        assert isinstance(given, tuple)
        return given

    def _beside(self) -> list[Node]:
        nodes = []
        for part, x in zip(self._listed("beside"), (LEFT, RIGHT, LEFT + 13, RIGHT - 13, 4, 96), strict=False):
            if part is not None:
                nodes.append(self._group(f"translate({x:g} {GROUND:g})", [self._layer(part)]))
        return nodes

    def _person(self) -> list[Node]:
        stance = self._chosen("stance")
        if stance is None:
            raise InputError("a person has a stance", hint="name a thing, an animal … to have no person")
        root = self._root(stance)
        coat, hat = self._chosen("coat"), self._chosen("hat")
        if coat is not None and "sleeve" not in self.values["colours"]:
            self.paints.sleeve(self._root(coat).attributes.get("sleeve", "coat"))
        hair, head = self._hair(hat), self._or_else("head", stance, "turned")
        beard, face, back = self._chosen("beard"), self._chosen("face"), self._chosen("back")
        if self.values["beard"] == ANY_PART and any(
            self._says(part, "beardless") == "yes" for part in (coat, hat)
        ):
            beard = None
        # A head of its own kind, a skull or a fox, has its own face and no hair.
        hidden = {"face", "beard", "hair"} if self._says(head, "own-face") == "yes" else set()
        hidden |= {word for part in (hat, face) for word in self._says(part, "covers").split()}
        features = {"head": head, "face": face, "beard": beard, "hair": hair, "hat": hat}
        worn = [part for word, part in features.items() if part is not None and word not in hidden]
        is_whole = self.values["distance"] == "whole" or isinstance(self.values["legs"], Part)
        legs = self._or_else("legs", coat, "legs") if is_whole else None
        body = BODIES[self.values["body"]]
        at = self._anchor(root, "head", "50 28 0", body)
        behind = [self._layer(part, "behind") for part in worn if self._has(part, "behind")]
        figure = [
            *self._built(body.torso(), [self._layer(back)] if back is not None else []),
            self._group(at, behind),
            *self._built(
                body.torso(),
                [
                    self._layer(stance, "behind"),
                    *([self._layer(coat)] if coat and self._says(stance, "covers") != "coat" else []),
                ],
            ),
            *self._built(body.legs(), [self._layer(legs)] if legs is not None else []),
            self._group(at, [self._layer(part) for part in worn]),
            *self._built(
                body.torso(),
                [
                    self._layer(stance),
                    *([self._layer(stance, "seam")] if self._says(coat, "seam") == "yes" else []),
                    *([self._layer(coat, "front")] if coat is not None else []),
                ],
            ),
            *self._held(root, body),
            *self._built(body.torso(), [self._layer(stance, "front")]),
        ]
        if is_whole:
            return [self._on_legs(figure, legs, body)]
        # Under a tall hat the whole figure is lower, so that the frame shows the hat to its top.
        lower = self._says(hat, "tall") or "0"
        if self.values["distance"] == "face":
            x, y, *_ = self._place(root, "head", "50 28", body)
            near = f"translate(50 {HEIGHT / 2 + float(lower):g}) scale({NEAR:g}) translate({-x:g} {-y:g})"
            return [self._group(near, figure)]
        return [self._group(f"translate(0 {lower})", figure)] if lower != "0" else figure

    def _on_legs(self, figure: Sequence[Node], legs: Part | None, body: Body) -> Node:
        _, feet = body.legs().apply(0.0, float(self._says(legs, "feet") or FEET))
        behind = self._built(body.legs(), [self._layer(legs, "behind")] if legs is not None else [])
        x, y = HIPS
        leaning = self._group(f"rotate({self._says(legs, 'lean') or 0} {x:g} {y:g})", figure)
        moved = f"translate(50 {GROUND:g}) scale({WHOLE:g}) translate(-50 {-feet:g})"
        return self._group(moved, [*behind, leaning])

    def _hair(self, hat: Part | None) -> Part | None:
        """The hair; what is piled up high gives way to a hat, as the part says."""
        hair = self._chosen("hair")
        if hair is None or hat is None:
            return hair
        instead = self._says(hair, "under-hat")
        return self._named("hair", instead) if instead else hair

    def _held(self, root: Node, body: Body = AVERAGE) -> list[Node]:
        nodes = []
        held = [*self._listed("holds"), None, None]
        for which, part in zip(("first", "second"), held, strict=False):
            if which not in root.attributes:
                continue
            at = self._anchor(root, which, "", body)
            thing = []
            if part is not None:
                thing = [self._group(at, [self._layer(part)])]
                fist = root.attributes.get(f"{which}-fist", "fist")
                hand = root.attributes.get(f"{which}-hand") or self._says(part, "hand") or fist
            else:
                at = self._anchor(root, f"{which}-empty-at", root.attributes[which], body)
                hand = root.attributes.get(f"{which}-empty", root.attributes.get(f"{which}-hand", "rest"))
            if hand != NO_PART:
                mirrored = " scale(-1 1)" if which == "second" else ""
                drawn = self._hand(hand)
                # A hand that grips has its palm or its thumb behind what it holds.
                names = ("behind", "") if self._has(drawn, "behind") else ("",)
                with self.paints.turned_over(bool(mirrored)):
                    grip = [self._group(at + mirrored, [self._layer(drawn, layer)]) for layer in names]
                thing = [*grip[:-1], *thing, grip[-1]]
            nodes += thing
        return nodes

    def _hand(self, name: str) -> Part:
        return Part(name, self.builder.scope.find_file(f"figures/hands/{name}.xml"))

    def _other(self, part: Part) -> list[Node]:
        """What stands in the place of a person; it may wear a hat and hold things where it says so."""
        root = self._root(part)
        nodes = [self._layer(part)]
        hat = self.values["hat"]
        if isinstance(hat, Part) and "head" in root.attributes:
            nodes.append(self._group(self._anchor(root, "head", ""), [self._layer(hat)]))
        if self.values["holds"] != ANY_PART:
            nodes += self._held(root)
        return [self._group(f"translate(50 {GROUND:g})", nodes)]

    def _anchor(self, root: Node, name: str, default: str, body: Body = AVERAGE) -> str:
        """Puts a head or a hand where a part has it."""
        x, y, angle, size = self._place(root, name, default, body)
        return f"translate({x:g} {y:g}) rotate({angle:g}) scale({size:g})"

    def _place(self, root: Node, name: str, default: str, body: Body) -> tuple[float, float, float, float]:
        """Where a part has its head or hand, its angle, and its size: `X Y [ANGLE [SIZE]]`."""
        x, y, *more = (float(number) for number in root.attributes.get(name, default).split())
        angle, size = [*more, *(0.0, 1.0)[len(more) :]]
        x, y = body.torso().apply(x, y)
        return (x, y + body.lower, angle, size * body.head) if name == "head" else (x, y, angle, size)
