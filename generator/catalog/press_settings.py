"""The press settings, each described once: name, allowed values, default and help.

game.yaml (:data:`PressFile`), the options of the command line and the options that sheets are laid out with
(:class:`PressOptions`) all follow from the fields of that one class.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, get_args

from generator.catalog import keys
from generator.catalog.keys import LENGTH, TRUE_OR_FALSE, Kind, Part, one_of, optional, simple
from generator.catalog.problems import InputError
from generator.catalog.sizes import Size
from generator.catalog.units import parse_length, parse_pair
from generator.catalog.wording import quote

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

    from generator.catalog.label_sheets import LabelSheet

Turned = Literal["duplex-long", "duplex-short"]
"""The edge that the printer turns the paper over."""
TURNED: tuple[Turned, ...] = ("duplex-long", "duplex-short")
MAX_SHIFT = 10.0
"""Millimetres: printers are a few off at most, and a slip of the units is refused."""
NO_PRINTER = "none"
"""What asks for sheets as they are, where a printer is the default."""


class Correction(NamedTuple):
    """What makes a back page fall behind its front: scaled, skewed, turned about the centre, then moved."""

    dx: float = 0.0
    """To the right, in mm, as one looks at the back page."""
    dy: float = 0.0
    """Down, in mm."""
    rotate: float = 0.0
    """Clockwise, in degrees."""
    scale: tuple[float, float] = (1.0, 1.0)
    """Factors across and down."""
    skew: float = 0.0
    """How far upright lines lean to the right, in degrees."""

    def rounded(self) -> Correction:
        """To what no ruler can measure."""
        across, down = self.scale
        return Correction(
            round(self.dx, 3) + 0.0,
            round(self.dy, 3) + 0.0,
            round(self.rotate, 4) + 0.0,
            (round(across, 5), round(down, 5)),
            round(self.skew, 4) + 0.0,
        )


Form = Literal["sheets", "pod", "png", "png-sheets"]
"""What is written: sheets of paper as PDF; a PDF with a face to a page, as print-on-demand services want it;
each face as a picture; each side of a sheet as a picture."""
APART: Sequence[Form] = ("pod", "png")
"""The forms in which each face has a page of its own, whatever the paper."""

Backs = Literal["none", "duplex-long", "duplex-short", "gutterfold"]
"""Where the backs go: nowhere; on the back page, turned over the long or the short edge; on the same
page across a fold."""

Marks = Literal["crop", "lines", "none"]
"""Ticks around the cards, lines on the trim edges, or nothing."""

Registration = Literal["none", "silhouette"]
"""Marks by which a cutting machine finds the cards on a sheet: none, or three that a Silhouette looks for."""

Turning = Literal["auto", "never", "always"]
"""Whether cards lie on their side: where more fit, or as it is said."""
TURNS: Mapping[Turning, Sequence[Literal[0, 90]]] = {"auto": (0, 90), "never": (0,), "always": (90,)}

Packed = Literal["dense", "grid"]
"""How tokens lie: as many as go on a sheet, or in rows and columns that straight cuts part."""

BleedFrom = Literal["art", "mirror", "edge"]
"""Where the bleed comes from: the layout draws it, or it is the card's edge mirrored, or stretched."""

PressSettings = Mapping[str, Any]
"""The settings that somebody gives, by name; who says nothing of one leaves it to others."""
NO_SETTINGS: PressSettings = MappingProxyType({})


def _parse_offset(value: object) -> tuple[float, float]:
    across, down = parse_pair(value)
    if max(abs(across), abs(down)) > MAX_SHIFT:
        raise InputError(
            f"an offset of {across:g} x {down:g} mm is more than any printer is off",
            hint=f"at most {MAX_SHIFT:g} mm to each side; a bare number is in mm",
        )
    return across, down


OFFSET: Kind[tuple[float, float]] = simple(
    _parse_offset,
    anyOf=[
        {"type": "string"},
        {"type": "array", "items": {"type": ["number", "string"]}, "minItems": 2, "maxItems": 2},
    ],
    examples=["0.5 x -0.3 mm"],
)

MAX_SEAMS = 12
"""Places in each direction: no more are needed, for each is tried with each."""


class Seams(NamedTuple):
    """Where the tiles of a board may meet: in mm from its left, and from its top. None: anywhere."""

    x: tuple[float, ...] = ()
    y: tuple[float, ...] = ()


NO_SEAMS = Seams()


def _parse_seams(value: object) -> Seams:
    example = "write for example `{x: [198 mm], y: [120 mm, 160 mm]}`: from the left, and from the top"
    if not isinstance(value, Mapping) or not value or not set(value) <= set(Seams._fields):
        raise InputError(f"expected where seams may fall, got {quote(value)}", hint=example)
    found = {}
    for axis, places in value.items():
        if not isinstance(places, list) or len(places) > MAX_SEAMS:
            raise InputError(f"{axis}: expected a list of {MAX_SEAMS} lengths at most", hint=example)
        found[axis] = tuple(parse_length(place) for place in places)
    return Seams(**found)


_PLACES = {"type": "array", "items": {"type": ["number", "string"]}, "maxItems": MAX_SEAMS}
SEAMS: Kind[Seams] = simple(
    _parse_seams,
    type="object",
    properties={"x": _PLACES, "y": _PLACES},
    additionalProperties=False,
    examples=[{"x": ["198 mm"]}],
)

MAX_IN_BLOCK = 50
"""Counters in a row of a block: a sheet has room for no more."""
_BLOCK = re.compile(r"\s*([0-9]{1,4})\s*[x×*]\s*([0-9]{1,4})\s*", re.IGNORECASE)


def _parse_blocks(value: object) -> tuple[int, int]:
    found = _BLOCK.fullmatch(value) if isinstance(value, str) else None
    sides = found.groups() if found else value
    if isinstance(sides, list | tuple) and len(sides) == 2:
        across, down = (int(side) if isinstance(side, str) and side.isdecimal() else side for side in sides)
        if type(across) is type(down) is int and min(across, down) >= 1 and max(across, down) <= MAX_IN_BLOCK:
            return across, down
    raise InputError(
        f"expected how many there are in a block, got {quote(value)}",
        hint=f"write for example `3 x 2`: side by side, and below one another; at most {MAX_IN_BLOCK} each",
    )


BLOCKS: Kind[tuple[int, int]] = simple(
    _parse_blocks,
    anyOf=[
        {"type": "string"},
        {"type": "array", "items": {"type": "integer", "minimum": 1}, "minItems": 2, "maxItems": 2},
    ],
    examples=["3 x 2"],
)

MIN_DPI, MAX_DPI = 10, 2400
"""From thumbnails to the resolution of platesetters."""


def whole_number(least: int, most: int) -> Kind[int]:
    """A whole number within bounds, also as text, as the command line has it."""
    number = keys.whole_number(least, most)

    def parse(value: object) -> int:
        is_digits = isinstance(value, str) and re.fullmatch(r"\s*[0-9]{1,19}\s*", value)
        return number.parse(int(value) if is_digits else value)  # type: ignore[call-overload]

    return Kind(parse, number.schema)


DPI: Kind[int] = whole_number(MIN_DPI, MAX_DPI)


def _parse_backs(value: object) -> str:
    if value == "pod":
        raise InputError("print on demand is not a kind of backs", hint="it is a form: write `form: pod`")
    return _NAMED_BACKS.parse(value)


_NAMED_BACKS = one_of(*get_args(Backs))
BACKS_KIND: Kind[str] = simple(_parse_backs, **_NAMED_BACKS.schema)


def _parse_sheet(value: object) -> str:
    """What the sheet is called; whether there is one is found out where its folder is known."""
    if isinstance(value, str) and value.strip():
        return value.strip()
    raise InputError(
        f"expected a label sheet, got {quote(value)}",
        hint="write for example `avery-5371`, or a file such as `sprue.yaml`",
    )


SHEET: Kind[str] = simple(_parse_sheet, type="string", examples=["avery-5371", "sprue.yaml"])
NO_SHEET = "none"
"""What asks for plain paper where a component asks for a label sheet."""


class Setting(NamedTuple):
    """What there is to know of a setting besides its name and default."""

    kind: Kind[Any]
    help: str
    words: Sequence[str] = ()
    """What it may be, if it is no length."""
    default_help: str = ""
    """What the default is, in words."""
    is_option: bool = True
    """Whether the command line has an option for it, too."""
    is_flag: bool = False
    """Whether it is either so or not."""


def about(
    help_text: str,
    words: Sequence[str] = (),
    default_help: str = "",
    *,
    kind: Kind[Any] = LENGTH,
    is_option: bool = True,
) -> Mapping[str, Setting]:
    """The metadata of a field that is a setting."""
    kind = one_of(*words) if words and kind is LENGTH else kind
    return {"setting": Setting(kind, help_text, words, default_help, is_option)}


def flag(help_text: str) -> Mapping[str, Setting]:
    """The metadata of a field that is either so or not."""
    return {"setting": Setting(TRUE_OR_FALSE, help_text, is_flag=True)}


@dataclass(frozen=True, slots=True)
class PressOptions:
    """How sheets are laid out. All lengths in mm. Raises :class:`InputError` for a length below zero."""

    paper: Size
    form: Form = field(default="sheets", metadata=about("What is written.", get_args(Form)))
    backs: Backs = field(
        default="duplex-long", metadata=about("How backs are printed.", get_args(Backs), kind=BACKS_KIND)
    )
    gap: float | None = field(
        default=None, metadata=about("The space between cards: a length.", default_help="as wide as fits")
    )
    """None lets the grid choose the widest that costs no card."""
    bleed: float = field(default=3.0, metadata=about("Printed beyond the trim: a length."))
    bleed_from: BleedFrom = field(
        default="art",
        metadata=about(
            "What is printed beyond the trim: what the layout draws there, or the card's edge.",
            get_args(BleedFrom),
        ),
    )
    marks: Marks = field(
        default="crop", metadata=about("Which marks are printed around the cards.", get_args(Marks))
    )
    margin: float = field(default=5.0, metadata=about("The unprintable margin: a length."))
    """On each side of the paper; 5 mm is a laser printer's usual figure."""
    merge: bool = field(
        default=False, metadata=flag("Lists of the same size share sheets, so that no page is half empty.")
    )
    overlap: float = field(
        default=10.0,
        metadata=about("What two neighbouring tiles of a board both show: a length.", is_option=False),
    )
    seams: Seams = field(
        default=NO_SEAMS,
        metadata=about(
            "Where tiles of a board may meet.", kind=SEAMS, default_help="in equal parts", is_option=False
        ),
    )

    dpi: int = field(default=300, metadata=about("Resolution of pictures, in dots per inch.", kind=DPI))
    max_dpi: int | None = field(
        default=None,
        metadata=about(
            "Reduce art that would print at a higher resolution to this many dots per inch.",
            kind=DPI,
            default_help="as it is",
        ),
    )
    sheet: LabelSheet | None = field(
        default=None,
        metadata=about(
            "A label sheet, by name or file: print into its slots.", kind=SHEET, default_help="plain paper"
        ),
    )
    """Its paper is :attr:`paper`."""
    back_offset: tuple[float, float] = field(
        default=(0.0, 0.0),
        metadata=about("Moves back pages: right x down.", kind=OFFSET, default_help="0 x 0 mm"),
    )
    """To the right and down, as one looks at the back page."""
    correction: Correction | None = None
    """What the user's printer needs for back pages of this paper; the offset is added to it."""
    registration: Registration = field(
        default="none",
        metadata=about("Marks by which a cutting machine finds the cards.", get_args(Registration)),
    )

    turn: Turning = field(
        default="auto",
        metadata=about(
            "Whether cards are laid on their side.", get_args(Turning), "where more fit", is_option=False
        ),
    )
    tokens: Packed = field(
        default="dense",
        metadata=about(
            "How tokens lie: as many as go on, or in rows and columns that a guillotine parts.",
            get_args(Packed),
            is_option=False,
        ),
    )
    blocks: tuple[int, int] | None = field(
        default=None,
        metadata=about(
            "How many lie in a block: side by side x below one another.",
            kind=BLOCKS,
            default_help="no blocks",
            is_option=False,
        ),
    )
    block_gap: float = field(default=6.0, metadata=about("Between blocks: a length.", is_option=False))

    @property
    def turns(self) -> Sequence[Literal[0, 90]]:
        """The degrees by which cards may be turned, what goes first of equals first."""
        return TURNS[self.turn]

    @property
    def has_registration(self) -> bool:
        """Whether a cutting machine's marks stand on the fronts' pages."""
        return self.registration != "none" and not self.is_apart and self.sheet is None

    @property
    def has_ticks(self) -> bool:
        """Whether ticks beside the ink show where straight cuts go through all rows and columns."""
        return self.marks == "crop" or self.has_lines_and_ticks

    @property
    def has_lines_and_ticks(self) -> bool:
        """Whether there are ticks for a guillotine besides the lines for scissors: of tokens in a grid."""
        return self.tokens == "grid" and self.marks == "lines" and not self.has_registration

    @property
    def is_apart(self) -> bool:
        return self.form in APART

    @property
    def is_png(self) -> bool:
        """Whether pictures are written, and no PDF."""
        return self.form in ("png", "png-sheets")

    def __post_init__(self) -> None:
        for name, setting in SETTINGS.items():
            value = getattr(self, name)
            is_length = setting.kind is LENGTH and value is not None
            if is_length and not (math.isfinite(value) and value >= 0):
                raise InputError(f"the {name} is {value:g} mm", hint="it must be 0 mm or more")


def _described(setting: Setting, default: object) -> Setting:
    in_words = setting.default_help or (f"{default:g} mm" if isinstance(default, float) else str(default))
    return setting._replace(default_help=in_words)


def settings_of(options: type[DataclassInstance]) -> Mapping[str, Setting]:
    """The settings that a data class describes with :func:`about` and :func:`flag`, by name."""
    return {
        one.name: _described(one.metadata["setting"], one.default)
        for one in fields(options)
        if "setting" in one.metadata
    }


SETTINGS: Mapping[str, Setting] = settings_of(PressOptions)
BACKS, MARKS = SETTINGS["backs"].words, SETTINGS["marks"].words


def key_of(name: str) -> str:
    """What a setting is called in game.yaml."""
    return name.replace("_", "-")


PressFile: type[Part] = type(
    "PressFile",
    (Part,),
    {
        "__doc__": "How a component's sheets are printed unless the command says otherwise.",
        **{key_of(name): optional(setting.kind, setting.help) for name, setting in SETTINGS.items()},
    },
)
"""The part ``press`` of a component in game.yaml."""


def given_settings(part: Part | None) -> PressSettings:
    """The settings that a part ``press`` gives."""
    if part is None:
        return {}
    values = {name: getattr(part, key_of(name)) for name in SETTINGS}
    return {name: value for name, value in values.items() if value is not None}
