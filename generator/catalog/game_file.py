"""The shape of game.yaml: the keys of each part, and what they may say."""

from __future__ import annotations

from collections.abc import Mapping
from math import isfinite

from generator.catalog.keys import (
    FILE_NAME,
    ID,
    LENGTH,
    TEXT,
    TRUE_OR_FALSE,
    Key,
    Kind,
    Part,
    Schema,
    by_id,
    list_of,
    mapping_of,
    one_of,
    one_or_more,
    optional,
    part_of,
    part_schema,
    readable_keys,
    simple,
    whole_number,
)
from generator.catalog.plugins import plugin_modules
from generator.catalog.press_settings import PressFile
from generator.catalog.problems import InputError
from generator.catalog.shapes import MAX_CORNERS, MIN_CORNERS, SHAPES, parse_shape
from generator.catalog.sizes import BOX_ROOM, BOX_WALL, COMPONENT_SIZES, STOCK, parse_size
from generator.catalog.suggest import vocabulary
from generator.catalog.units import parse_box, parse_pair
from generator.catalog.wording import quote
from generator.catalog.words import ENGLISH
from generator.catalog.yaml_reader import MarkedDict

COMPONENT_KINDS = tuple(plugin_modules("generator.press.kinds"))
"""A kind is a file there; what it does is the press's own affair."""
MAKERS = ("product", "pairs")
"""The keys of what stands for many cards: one for each combination of values, or for each pair."""
FORMAT = "format"
"""The key that says what makes a deck legal."""
BOOK_FORMS = ("two-page", "sheet", "booklet")
FOREIGN_TYPES = vocabulary(
    {
        "whole": "integer int long bigint smallint counter",
        "text": "string str char varchar date markdown richtext",
        "number": "float double decimal numeric real",
        "yes-no": "boolean bool flag checkbox",
        "choice": "enum select option oneof dropdown",
        "list": "array set tags multiselect",
        "colour": "color rgb hex",
        "image": "picture img png svg file path art",
        "any": "object dict map mapping json variant null",
    }
)
"""Types of JSON Schema, SQL, spreadsheets and programming languages, and ours."""
FIELD_TYPES = ("text", "whole", "number", "yes-no", "choice", "list", "image", "colour", "figure", "any")

MOST_SEATS = 6
_MAX_SMALL = 9999
_MIN_BODY_SIZE, _MAX_BODY_SIZE = 7.0, 14.0


def _number(value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not isfinite(value):
        raise InputError(f"expected a number, got {quote(value)}")
    return float(value)


def _body_size(value: object) -> float:
    size = _number(value)
    if not _MIN_BODY_SIZE <= size <= _MAX_BODY_SIZE:
        raise InputError(f"expected {_MIN_BODY_SIZE:g} to {_MAX_BODY_SIZE:g} points, got {quote(value)}")
    return size


def _anything(value: object) -> object:
    return value


def _field(value: object) -> FieldFile:
    """A field's type alone stands for ``{type: …}``."""
    return _FIELD_MAPPING.parse({"type": value} if isinstance(value, str) else value)


def _mapping(value: object) -> MarkedDict:
    """Keys and values that are read elsewhere, with their places."""
    if isinstance(value, MarkedDict):
        return value
    raise InputError(f"expected keys and values, got {quote(value)}")


def _components(value: object) -> MarkedDict:
    """The components as they are given; each is checked on its own, so that the sound ones can be used."""
    if isinstance(value, MarkedDict) and value:
        return value
    raise InputError(
        f"expected at least one component, got {quote(value) if value else 'none'}",
        hint="write `decks:` and what it consists of below",
    )


_BLANK_OR_TEXT = simple(
    lambda value: value if isinstance(value, str) else TEXT.parse(value), type=["string", "number"]
)
_NUMBER = simple(_number, type="number")
_NOT_NEGATIVE = whole_number(0, _MAX_SMALL)
_ANYTHING = simple(_anything)
_VALUES = mapping_of(_ANYTHING)
_SIZE = simple(
    parse_size,
    anyOf=[
        {"enum": list(COMPONENT_SIZES)},
        {"type": "string"},
        {"type": "array", "items": LENGTH.schema, "minItems": 2, "maxItems": 2},
    ],
    examples=["poker", "63.5 x 88.9 mm"],
)
_COUNT = whole_number(1)
_BODY_SIZE = simple(_body_size, type="number", minimum=_MIN_BODY_SIZE, maximum=_MAX_BODY_SIZE)
_SHAPE = simple(
    parse_shape,
    anyOf=[
        {"enum": list(SHAPES)},
        {
            "type": "array",
            "items": {"type": "array", "items": LENGTH.schema, "minItems": 2, "maxItems": 2},
            "minItems": MIN_CORNERS,
            "maxItems": MAX_CORNERS,
        },
    ],
    examples=["circle", [[0, 0], [20, 0], [10, 17]]],
)


def _language(value: object) -> str:
    from generator.catalog.languages import parse_language

    return parse_language(TEXT.parse(value))


_LANGUAGE = simple(_language, type="string", examples=["en", "de", "pt-BR"])


def _sheet(value: object) -> str | int:
    if isinstance(value, bool) or not isinstance(value, str | int) or not str(value).strip():
        raise InputError(f"expected a sheet's name or number, got {quote(value)}")
    return value


def _delimiter(value: object) -> str:
    from generator.catalog.csv_file import parse_delimiter

    return parse_delimiter(value)


def _encoding(value: object) -> str:
    from generator.catalog.csv_file import parse_encoding

    return parse_encoding(value)


class CardFileFile(Part):
    """A card list's file, and how it is to be read."""

    from_ = Key(TEXT, ..., "A card list's file, or a pattern.")
    columns = optional(
        mapping_of(TEXT),
        "For a table or JSON: what its columns or keys are to be called, `id: Card No` for example.",
    )
    sheet = optional(
        simple(_sheet, type=["string", "integer"]), "For a workbook: the sheet's name or number. Default 1."
    )
    header = optional(_COUNT, "For a table: the row that names the fields. Default: the first.")
    delimiter = optional(
        simple(_delimiter, type="string"), "For CSV: what separates cells. Detected if not given."
    )
    encoding = optional(simple(_encoding, type="string"), "For CSV: the encoding. Default UTF-8.")


class CardImagesFile(Part):
    """A folder of pictures, each of which is a card."""

    images = Key(FILE_NAME, ..., "The folder, in the game's folder.")


CARD_SOURCES: Mapping[str, type[Part]] = {"from": CardFileFile, "images": CardImagesFile}
"""What `cards` may say instead of a file's name, by the key that shows it."""
_CARDS = simple(
    _anything,
    anyOf=[
        {"type": "string"},
        *(part_schema(part) for part in CARD_SOURCES.values()),
        {"type": "array", "items": {"anyOf": [{"type": "string"}, {"type": "object"}]}, "minItems": 1},
        *({"type": "object", "required": [maker]} for maker in MAKERS),
    ],
    examples=["cards.yaml", "decks/*.yaml"],
)


class CardListFile(Part):
    """A mapping with `cards` and what they have in common."""

    FOREIGN = vocabulary({"name": "title", "text": "description", "cards": "entries items"})

    name = optional(_BLANK_OR_TEXT, "The set's name.")
    text = optional(_BLANK_OR_TEXT, "A few words about the set.")
    look = optional(_BLANK_OR_TEXT, "The id of the set whose look the cards have. Default: their own.")
    defaults = optional(
        Kind(_mapping, {"$ref": "#/$defs/Defaults"}), "Values for cards that do not give one."
    )
    prototype = Key(TRUE_OR_FALSE, False, "Whether the values were chosen here, not taken from the source.")
    cards = Key(Kind(_anything, {"$ref": "#/$defs/Cards"}), ..., "The cards.")


class FieldFile(Part):
    """A declared field: what its values are, and what is allowed."""

    type = Key(one_of(*FIELD_TYPES, foreign=FOREIGN_TYPES), "any", "What the field's values are.")
    of = optional(list_of(TEXT), "For a choice: the values to choose from.")
    min = optional(
        _NUMBER, "The smallest number; for text and lists the smallest number of letters or items."
    )
    max = optional(_NUMBER, "The largest number; for text and lists the largest number of letters or items.")
    required = Key(TRUE_OR_FALSE, False, "Whether every card must have it.")
    default = Key(_ANYTHING, None, "The value for cards that do not give one.")
    help = optional(TEXT, "What the field is for.")


def readable_fields(given: object) -> dict[str, FieldFile] | None:
    """Stand-ins for declared fields of which some are wrong: each with the keys that can be read of it.

    Cards are then held against as much as was declared; without it every value of theirs would do, or none.
    """
    if not isinstance(given, MarkedDict):
        return None
    return {
        name: FieldFile(readable_keys(FieldFile, {"type": value} if isinstance(value, str) else value))
        for name, value in given.items()
    }


_FIELD_MAPPING = part_of(FieldFile)
_FIELD = simple(_field, anyOf=[{"enum": list(FIELD_TYPES)}, _FIELD_MAPPING.schema])


class BoxContentsFile(Part):
    """What a box is made for: the cards of components, or so many cards of a size."""

    component = optional(
        one_or_more(TEXT, "name a component, or leave the key out"),
        "The component whose cards it holds, or several; of decks, the largest.",
    )
    cards = optional(_COUNT, "How many cards it holds, without a component.")
    size = optional(_SIZE, "The size of the cards, without a component.")
    stock = Key(LENGTH, STOCK, "The thickness of a card. Default 0.32 mm.")
    sleeved = Key(TRUE_OR_FALSE, False, "Whether the cards are in sleeves.")
    room = Key(LENGTH, BOX_ROOM, "How much wider, higher and deeper the box is than its cards. Default 1 mm.")
    wall = Key(LENGTH, BOX_WALL, "The thickness of the card that the box is folded from. Default 0.3 mm.")


class ComponentFile(Part):
    """Cards, tokens or boards of one size that share a layout."""

    title = optional(TEXT, "Default: the component's id in title case.")
    kind = Key(one_of(*COMPONENT_KINDS), "cards", "What it is, and so how it is laid on sheets.")
    size = Key(_SIZE, ..., "The trim: a size's name, `width x height`, or a list of both in mm.")
    shape = optional(_SHAPE, "For tokens: rect, circle, hex, or a polygon's corners in mm. Default rect.")
    holds = optional(part_of(BoxContentsFile), "For a box: what it holds. Its size follows from that.")
    bleed = Key(LENGTH, 3.0, "How far the layout draws beyond the trim. Default 3 mm.")
    safe = Key(LENGTH, 3.0, "The safe zone inside the trim. Default 3 mm.")
    corner = Key(LENGTH, 0.0, "The radius that the corners of cards are cut to. Default 0.")
    cards = Key(_CARDS, ..., "A card list's file, a pattern, a list of these, or the cards themselves.")
    front = Key(FILE_NAME, ..., "The front's template, in a layout folder; pictures need none.")
    back = optional(FILE_NAME, "The back's template, in a layout folder.")
    fields = optional(mapping_of(_FIELD), "The fields a card may have. Without it a card may have any.")
    group = optional(TEXT, "A field: the cards of each of its values begin a new sheet, with it as a title.")
    deck = Key(TRUE_OR_FALSE, False, "Whether each card list is a deck that the game's rules judge.")
    defaults = optional(_VALUES, "Values for cards that do not give one.")
    blank = optional(
        _VALUES, "What a card would say that is worth nothing, by field; for `gatepress balance`."
    )
    press = optional(part_of(PressFile), "Press settings of this component's sheets.")


class RulebookFile(Part):
    """The game's rulebook: its text, and how its pages are made."""

    text = Key(FILE_NAME, "rulebook.md", "The Markdown file, in the game's folder.")
    form = Key(
        one_of(*BOOK_FORMS), "two-page", "One sheet with two sides, single pages, or a folded booklet."
    )
    page = optional(_SIZE, "The trim of a page. Default: the paper, or half of it for a booklet.")
    columns = optional(whole_number(1, 3), "Columns of text. Default 2; 1 in a booklet.")
    size = Key(_BODY_SIZE, 9.0, "The size of the body text in points, 7 to 14. Default 9.")
    margin = optional(LENGTH, "White left and right of the text. Default 11 mm, 13 mm on large pages.")


def _condition(value: object) -> object:
    """What a field must say: a value, a list of values, ``{contains: …}``, or ``{min: …, max: …}``."""
    return _CONDITION_MAPPING.parse(value) if isinstance(value, MarkedDict) else _values_meant(value)


def _values_meant(value: object) -> list[object]:
    values = value if isinstance(value, list) else [value]
    if not values:
        raise InputError("the list is empty", hint="write the values that are meant")
    for item in values:
        is_number = isinstance(item, int | float) and isfinite(item)
        if not is_number and not (isinstance(item, str) and item.strip()):
            raise InputError(f"expected a value, got {quote(item)}")
    return list(values)


def _size_range(value: object) -> RangeFile:
    """A number alone stands for exactly so many."""
    if isinstance(value, MarkedDict):
        return _SIZE_MAPPING.parse(value)
    number = _COUNT.parse(value)
    return RangeFile({"min": number, "max": number})


class RangeFile(Part):
    """The smallest and the largest number of something; what is left out is no limit."""

    min = optional(_NUMBER, "The smallest number.")
    max = optional(_NUMBER, "The largest number.")


class CardCountFile(RangeFile):
    """How many cards a deck has."""

    min = optional(_COUNT, "The smallest number of cards.")
    max = optional(_COUNT, "The largest number of cards.")


_SINGLE: Schema = {"type": ["string", "number", "boolean"]}
_ANY_OF: list[Schema] = [_SINGLE, {"type": "array", "items": _SINGLE, "minItems": 1}]
_VALUES_MEANT = simple(_values_meant, anyOf=_ANY_OF)


class ConditionFile(RangeFile):
    """What a field must say: words that stand in it, or the smallest and the largest number."""

    contains = optional(_VALUES_MEANT, "A word in a text or a list, or several of which one is enough.")
    min = RangeFile.min
    max = RangeFile.max


_CONDITION_MAPPING, _SIZE_MAPPING = part_of(ConditionFile), part_of(CardCountFile)
_SIZE_RANGE = simple(_size_range, anyOf=[_COUNT.schema, _SIZE_MAPPING.schema])
_CONDITION = simple(_condition, anyOf=[*_ANY_OF, _CONDITION_MAPPING.schema])
_WHERE = mapping_of(_CONDITION)


def _some_where(value: object) -> dict[str, object]:
    given = _WHERE.parse(value)
    if not given:
        raise InputError("expected a field and its value, got none", hint="write for example `{type: hero}`")
    return given


_SOME_WHERE = simple(_some_where, **{**_WHERE.schema, "minProperties": 1})


class BudgetFile(Part):
    """What cards cost, and what a deck may spend."""

    field = Key(TEXT, ..., "The field that says what a card costs: a whole number.")
    total = optional(_COUNT, "What the cards of a deck may cost together. Without it there is no limit.")
    exactly = Key(TRUE_OR_FALSE, False, "Whether a deck must spend all of it. Default false.")


class CopiesFile(Part):
    """How many copies of one card a deck may have."""

    max = Key(_COUNT, ..., "The most copies.")
    of = Key(TEXT, "name", "The field by which cards are the same. Default name.")
    except_ = optional(_SOME_WHERE, "Cards without that limit: fields and their values.")


class QuotaFile(Part):
    """How many cards of some kind a deck must or may have."""

    where = optional(_SOME_WHERE, "Which cards are counted: fields and their values. Default all.")
    sum = optional(
        TEXT, "The field whose whole numbers are added up over these cards, which else are counted."
    )
    min = optional(_NOT_NEGATIVE, "The fewest.")
    max = optional(_NOT_NEGATIVE, "The most.")
    says = optional(TEXT, "The rule in a sentence. It is made of the numbers without.")


class DrawFile(Part):
    """How many cards are drawn, for sample hands and their odds."""

    first = Key(_COUNT, ..., "Cards that the first player begins with.")
    others = optional(_COUNT, "Cards that everyone else begins with. Default: as many.")
    later = Key(_NOT_NEGATIVE, 1, "Cards drawn on each later turn. Default 1.")


class FormatFile(Part):
    """What makes a deck legal."""

    component = optional(
        TEXT, "Whose cards decks are made of. Default: the one with `deck: true`, or the only card list."
    )
    budget = optional(part_of(BudgetFile), "What cards cost, and what a deck may spend.")
    size = optional(_SIZE_RANGE, "How many cards a deck has: a number, or `min` and `max`.")
    copies = optional(part_of(CopiesFile), "How many copies of one card a deck may have.")
    allow = optional(_SOME_WHERE, "Fields, and the values that cards of a deck may have.")
    class_ = optional(TEXT, "The field by which cards are grouped in statistics, hands and requests.")
    quotas = optional(list_of(part_of(QuotaFile)), "How many cards of some kind a deck must or may have.")
    draw = optional(part_of(DrawFile), "How many cards are drawn, for sample hands and their odds.")


def _component_schema() -> Schema:
    """A box says what it holds where everything else says its size, and pictures need no layout."""
    schema = part_schema(ComponentFile)
    return {
        **schema,
        "required": ["cards"],
        "allOf": [
            {
                "if": {"properties": {"kind": {"const": "box"}}, "required": ["kind"]},
                "then": {"required": ["holds"], "properties": {"size": False}},
                "else": {"required": ["size"], "properties": {"holds": False}},
            },
            {
                "if": {"properties": {"cards": {"type": "object", "required": ["images"]}}},
                "else": {"required": ["front"]},
            },
        ],
    }


_COPIES_BY_ID: Schema = {"type": "object", "additionalProperties": {"type": "integer", "minimum": 0}}
_DECKS = simple(
    _mapping,
    type="object",
    additionalProperties={
        "oneOf": [
            _COPIES_BY_ID,
            {
                "type": "object",
                "properties": {"component": {"type": "string"}, "cards": _COPIES_BY_ID},
                "required": ["cards"],
                "additionalProperties": False,
            },
        ]
    },
    examples=[{"starter": {"moss": 4, "oak": 2}}],
)


class StrategyFile(Part):
    """A restricted way to play: moves that a bot does without."""

    never = Key(
        one_or_more(TEXT, "write the moves that are meant, for example `attack *`"),
        ...,
        "The moves that are not made: a pattern in the notation of the rules, or a list; * is any text.",
    )
    says = optional(TEXT, "What that means, for reports: never attacks, for example.")


def _settings(value: object) -> Mapping[str, object]:
    if not isinstance(value, Mapping) or not value:
        hint = "write for example `set: {rules.hand: 6}`"
        raise InputError(f"expected paths and values, got {quote(value)}", hint=hint)
    return value


class VariantFile(Part):
    """An optional rule: values in place of those of the game."""

    says = Key(TEXT, ..., "What players agree on: The first player draws 4 cards, for example.")
    set = Key(
        simple(_settings, type="object", minProperties=1, examples=[{"rules.hand": 6}]),
        ...,
        "The values that it sets, by path: a key of game.yaml with dots between, or a card's id and field.",
    )


_MEASURE: Schema = {"type": ["number", "string"]}
_PAIR = simple(
    parse_pair,
    anyOf=[{"type": "string"}, {"type": "array", "items": _MEASURE, "minItems": 2, "maxItems": 2}],
    examples=["75.2 x 0 mm", [75.2, 0]],
)
_BOX = simple(parse_box, type="array", items=_MEASURE, minItems=4, maxItems=4, examples=[[4, 94, 66.5, 92]])


class SetupStepFile(Part):
    """A step of a set-up: one of `shuffle`, `deal`, `place` and `box`, with the cards that it is for."""

    shuffle = optional(TEXT, "Shuffles the stacks that these cards lie in: a component, or COMPONENT/LIST.")
    deal = optional(TEXT, "Deals such cards from the top.")
    place = optional(TEXT, "Lays such cards on the table as a stack.")
    box = optional(TEXT, "Puts such cards into the box.")
    where = optional(mapping_of(_VALUES_MEANT), "Which of them: fields and their values. Default all.")
    count = optional(_COUNT, "How many. Default: one to deal, and else all.")
    to = optional(whole_number(1, MOST_SEATS), "The seat that is dealt to. Default each.")
    at = optional(_PAIR, "Where they are placed: so far right of the table's middle and below it.")
    apart = optional(_PAIR, "Lays them one by one, each so far right of the one before and below it.")
    turn = Key(whole_number(0, 359), 0, "Degrees that they are turned by. Default 0.")
    face = optional(one_of("up", "down"), "Which way up they lie. Default: unchanged.")


class SetupFile(Part):
    """How a table is set up."""

    says = Key(TEXT, ..., "What it is for: Two players, for example.")
    seats = Key(
        one_or_more(whole_number(1, MOST_SEATS), "write for how many seats it is, for example `2`"),
        ...,
        "For how many seats it is: a number, or a list.",
    )
    steps = Key(list_of(part_of(SetupStepFile)), ..., "What is done, one after the other.")


# The table that a game is played on


def _grid_words(value: object) -> str | Mapping[str, object]:
    return value if isinstance(value, Mapping) else TEXT.parse(value)


_GRID = simple(_grid_words, anyOf=[{"type": "string"}, {"type": "object"}], examples=["field"])
LYING = ("right", "left", "down", "up", "rows", "stack")
"""How cards lie in a zone: in a row, whichever way it runs; in rows; or on each other."""


def _turn(value: object) -> int:
    if isinstance(value, int) and not isinstance(value, bool) and value in (0, 90, 180, 270):
        return value
    raise InputError(f"expected 0, 90, 180 or 270 degrees, got {quote(value)}")


class ZoneFile(Part):
    """Where what the rules keep in one place lies on the table."""

    box = optional(_BOX, "Its box: left and upper edge, width and height, in mm.")
    hexes = optional(_GRID, "The words of `hex_grid` that draw the board, or their name under `rules`.")
    squares = optional(_GRID, "The words of `square_grid`, or their name under `rules`.")
    at = optional(_PAIR, "Where the grid begins. Default: 0 x 0.")
    by = optional(TEXT, "A field of the cards: for each of its values there is a box of its own.")
    boxes = optional(mapping_of(_BOX), "A box for each value of the field that `by` names.")
    next = optional(_PAIR, "How far each further one lies from the one before, where * stands for several.")
    lies = Key(one_of(*LYING), "right", f"How cards lie in it: {', '.join(LYING)}. Default right.")
    step = optional(LENGTH, "How far each card lies from the one before. Default: as there is room.")
    turn = Key(simple(_turn, enum=[0, 90, 180, 270]), 0, "By how many degrees cards are turned. Default 0.")
    piece = optional(TEXT, "The piece that stands for a number: a component's id, or COMPONENT/CARD.")
    shift = optional(_PAIR, "How far that piece moves for each 1; without it, the number chooses the piece.")
    before = optional(TEXT, "The seat's own key that names the seat before which it lies, such as `target`.")


class AreaFile(Part):
    """A part of the table: the board in the middle, or the place of a seat."""

    ground = optional(TEXT, "The board or mat that lies there: a component's id, or COMPONENT/CARD.")
    size = optional(_SIZE, "How large it is. Default: the size of what lies there.")
    at = optional(_PAIR, "Where the board or mat lies in it. Default: 0 x 0.")
    zones = Key(
        mapping_of(part_of(ZoneFile)),
        ...,
        "What lies where, by the keys of the game's positions: deck, lanes.*.troops.0, for example.",
    )


class TableFile(Part):
    """How the game lies on the table when it is played in the studio."""

    seats = optional(one_or_more(whole_number(1, 16)), "For how many seats this is. Default: for any number.")
    upright = optional(whole_number(0, 15), "The seat that reads the board; one opposite sees it turned.")
    middle = optional(part_of(AreaFile), "What all seats share.")
    seat = optional(part_of(AreaFile), "The place of each seat.")


# Most games name no licences, and their list takes a while to read.


def _expression(value: object) -> str:
    from generator.catalog.licences import parse_expression

    return parse_expression(value)


def _url(value: object) -> str:
    from generator.catalog.licences import parse_url

    return parse_url(value)


_LICENCE = simple(_expression, type="string", examples=["CC-BY-4.0", "MIT OR OFL-1.1", "LicenseRef-Own"])
_FOREIGN_USES = vocabulary({"sale": "sell selling", "change": "adapt"})


class LicenceFile(Part):
    """Who made some of the game's pictures, fonts or icons, and what their licence allows."""

    FOREIGN = vocabulary({"by": "author artist", "allows": "allow"})

    files = Key(
        one_or_more(FILE_NAME, "write the files that are meant, for example `art/*.png`"),
        ...,
        "A file's name or pattern, or a list: art/*.png. Of several entries for a file the first counts.",
    )
    title = optional(TEXT, "What the work is called.")
    by = optional(TEXT, "Who made it.")
    source = optional(simple(_url, type="string", format="uri"), "The web address it comes from.")
    licence = Key(_LICENCE, ..., "The licence's SPDX identifier or expression, or LicenseRef-NAME.")
    allows = optional(
        one_or_more(one_of("share", "sale", "change", foreign=_FOREIGN_USES)),
        "What the maker allows besides: share (give copies away), sale, change.",
    )
    note = optional(TEXT, "Anything else that the credits are to say.")


def _licence_entry(value: object) -> LicenceFile:
    from generator.catalog.licences import require_maker

    entry = part_of(LicenceFile).parse(value)
    require_maker(entry.licence, entry.by)
    return entry


class GameFile(Part):
    """A game: its title and source, its numbers, and its components."""

    title = Key(TEXT, ..., "The game's title.")
    version = Key(TEXT, "0.1", "The version, as text. Default 0.1.")
    language = Key(_LANGUAGE, ENGLISH, "The language of its texts: en, de, pt-BR. Default en.")
    designer = optional(TEXT, "Who designed the game.")
    year = optional(_NOT_NEGATIVE, "The year of the rules.")
    source = optional(TEXT, "Where the rules and values come from.")
    players = optional(TEXT, "How many players: a number, or text such as 2-4.")
    credits = optional(list_of(TEXT), "Who else to thank.")
    licence = optional(_LICENCE, "The licence of the game's own rules and texts, as an SPDX expression.")
    licences = optional(
        list_of(simple(_licence_entry, **part_schema(LicenceFile))),
        "Who made the game's pictures, fonts and icons, and under which licences.",
    )
    rules = optional(_VALUES, "The game's numbers, as the layouts and tools need them.")
    data = optional(_VALUES, "Tables that are not cards: a file's name, or a list or mapping, by name.")
    decks = optional(_DECKS, "Decks by name: card ids and how many of each, for hands and odds.")
    format = optional(part_of(FormatFile), "What makes a deck legal, for `gatepress deck`.")
    strategies = optional(
        by_id(
            part_of(StrategyFile),
            "a strategy's name",
            "for example `no-attacks`: bots are called by it, `greedy+no-attacks`",
            example={"pacifist": {"never": ["attack *"], "says": "never attacks"}},
        ),
        "Restricted ways to play, by name, for bots: greedy+pacifist, for example.",
    )
    variants = optional(
        by_id(
            part_of(VariantFile),
            "a variant's name",
            "for example `even-start`: it is chosen by its name, `--variant even-start`",
            example={"large-hands": {"says": "Everyone draws 6 cards.", "set": {"rules.hand": 6}}},
        ),
        "Optional rules, by name: changes to the game's numbers, off unless chosen by --variant.",
    )
    setups = optional(
        by_id(
            part_of(SetupFile),
            "a set-up's name",
            "for example `two-players`",
            example={"two": {"says": "Two players", "seats": 2, "steps": [{"deal": "cards", "count": 5}]}},
        ),
        "Ways to set up the studio's table, by name: what is shuffled, dealt, placed, put into the box.",
    )
    table = optional(one_or_more(part_of(TableFile)), "Where everything lies on the studio's table.")
    theme = optional(FILE_NAME, "A theme file in a layout folder.")
    rulebook = optional(part_of(RulebookFile), "The rulebook, if the game has one.")
    components = Key(
        simple(
            _components,
            type="object",
            minProperties=1,
            patternProperties={ID: _component_schema()},
            additionalProperties=False,
        ),
        ...,
        "What is printed: a component's id (a-z, 0-9 and hyphens) and its description.",
    )
