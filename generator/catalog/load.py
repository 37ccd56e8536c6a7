"""Loading a game folder: game.yaml, its card lists, and all problems in them at once."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from generator.catalog.bundle import GAME_FILE, bundled_root
from generator.catalog.card_lists import CardList, CardListReader
from generator.catalog.card_words import RESERVED_WORDS
from generator.catalog.cards import CardBuilder, plain
from generator.catalog.fields import Field, compile_field
from generator.catalog.game_file import (
    BoxContentsFile,
    CardFileFile,
    ComponentFile,
    FieldFile,
    GameFile,
    LicenceFile,
    RulebookFile,
    StrategyFile,
    readable_fields,
)
from generator.catalog.keys import ID, check_part
from generator.catalog.models import (
    Card,
    CardSet,
    Component,
    Game,
    LicenceEntry,
    NamedDeck,
    Rulebook,
    Setup,
    Strategy,
    TableLayout,
    Variant,
)
from generator.catalog.paths import file_inside, shown_path
from generator.catalog.press_settings import NO_SHEET, PressSettings, given_settings, key_of
from generator.catalog.problems import InputError, Place, Problems
from generator.catalog.rows import FileSettings, read_data
from generator.catalog.shapes import Shape, refuse_misfit
from generator.catalog.sizes import Size, component_size, sides_as_size
from generator.catalog.suggest import did_you_mean
from generator.catalog.wording import code, join_words, name_id, quote, slug, title_case
from generator.catalog.words import Words
from generator.catalog.yaml_reader import MarkedDict, MarkedList, place_in, read_mapping

if TYPE_CHECKING:
    from generator.catalog.boxes import BoxContents
    from generator.catalog.changes import Changes

PICTURE_FRONT, PICTURE_BACK = "picture.xml.j2", "picture-back.xml.j2"
"""The layouts of cards that are pictures and nothing else."""
_TABLE_NAME = re.compile(r"[^\W\d]\w*")
TILED = ("board", "box")
"""The kinds that are printed in tiles where no page holds them."""
MAX_BOX_CARDS = 1000
"""The stack would be a foot high."""
MIN_BOX_SIDE, MAX_NET = 5.0, 2000.0
"""Millimetres: of a card that a box can be folded around, and of the sheet that it is cut from."""


def load_game(
    folder: Path, problems: Problems, changes: Sequence[str] = (), language: str | None = None
) -> Game | None:
    """The game in ``folder`` with all its cards; every problem of every file is added to ``problems``.

    None if there is no usable game.yaml. Otherwise a Game even if there are errors, less the
    components and cards they are in, so that layouts can be checked in the same run; ask
    ``problems.has_errors`` before printing. ``changes``: values that take the place of those in the files,
    each ``PATH=VALUE``, or ``variant=NAME`` for all of a variant. ``language``: of the translation to read.
    """
    game = _load_game(folder, problems, changes)
    if game is None or language is None:
        return game
    # Only who prints a translation needs it.
    from generator.catalog.translations import translate

    return translate(game, language, problems)


def _load_game(folder: Path, problems: Problems, changes: Sequence[str]) -> Game | None:
    before = len(problems.found)
    root = read_mapping(folder / GAME_FILE, problems, inside=folder)
    if root is None:
        return None
    changed: Changes | None = None
    if changes:
        # Only who tries other numbers needs it.
        from generator.catalog.changes import Changes

        changed = Changes(changes, problems)
        changed.change_file(root)
    game_id = name_id(folder.absolute().resolve().name, "game")
    stand_ins = {"title": title_case(game_id), "components": MarkedDict()}
    part, _ = check_part(GameFile, root, problems, stand_ins=stand_ins, whole=GameFile)
    given = root.get("data")
    tables = _load_tables(folder, given, problems) if isinstance(given, MarkedDict) else {}
    components = _load_components(folder, part.components, tables, changed, problems)
    if changed is not None:
        changed.report_unused(part.components)
    if tables:
        _warn_of_hidden_data(components, problems)
    decks: Mapping[str, NamedDeck] = {}
    if part.decks:
        # Only few games name decks.
        from generator.catalog.named_decks import read_named_decks

        is_whole = not problems.has_errors_since(before)
        decks = read_named_decks(root, components, problems, is_whole=is_whole)
    setups: Mapping[str, Setup] = {}
    if part.setups:
        # Only few games declare any.
        from generator.catalog.setups import read_setups

        is_whole = not problems.has_errors_since(before)
        setups = read_setups(root, part.setups, components, problems, is_whole=is_whole)
    layouts: tuple[TableLayout, ...] = ()
    if part.table:
        # Only few games say where they lie.
        from generator.catalog.mats import read_layouts

        layouts = read_layouts(root, part.table, components, problems)
    return Game(
        id=game_id,
        title=part.title,
        version=part.version,
        designer=part.designer,
        year=part.year,
        source=part.source,
        players=part.players,
        credits=tuple(part.credits or ()),
        rules={key: plain(value) for key, value in (part.rules or {}).items()},
        data={name: _plain_table(table) for name, table in tables.items()},
        theme=part.theme,
        rulebook=_rulebook(part.rulebook),
        components=components,
        folder=folder,
        layout_folders=_layout_folders(folder, game_id),
        file=root,
        is_whole=not problems.has_errors_since(before),
        decks=decks,
        language=part.language,
        words=Words(part.language),
        licence=part.licence,
        licences=tuple(_licences(root, part.licences or ())),
        strategies=_strategies(root, part.strategies or {}),
        variants={
            name: Variant(name, one.says, {path: plain(value) for path, value in one.set.items()})
            for name, one in (part.variants or {}).items()
        },
        setups=setups,
        chosen=() if changed is None else tuple(sorted(changed.chosen)),
        tables=layouts,
    )


def fields_of(game: Game, component: Component) -> tuple[Mapping[str, FieldFile], Mapping[str, Field]]:
    """The fields that a component declares: as they stand in game.yaml, and ready to convert values."""
    given = component.source
    reader = _ComponentReader(game.folder, component.id, given, component.place, Problems())
    return reader.part.fields or {}, reader.fields


class PlayersList(NamedTuple):
    """A card list of a player's own."""

    cards: CardSet
    unread: tuple[Card, ...]
    """Cards with problems, as far as they can be read; ``cards`` is without them."""


def load_card_list(game: Game, component: Component, path: Path, problems: Problems) -> PlayersList | None:
    """The cards in a file of the player's own, read as if the game's ``component`` named it.

    ``path`` may lie anywhere. None if it cannot be used at all; otherwise as with :func:`load_game`.
    """
    given = component.source
    _, fields = fields_of(game, component)
    reader = CardListReader(path.parent, component.id, component.title, fields, problems, players_own=True)
    card_list = reader.read_file(path, Place(shown_path(path)))
    if card_list is None:
        return None
    builder = CardBuilder(fields, _defaults(given), problems)
    (card_set,) = builder.build([card_list])
    _check_not_empty(card_list, card_set, problems)
    return PlayersList(card_set, tuple(builder.unread))


def _layout_folders(folder: Path, game_id: str) -> tuple[Path, ...]:
    """Where templates are looked for: in the game's folder, beside ``cards/``, in the bundled shared one."""
    found = [folder / "layouts"]
    cards = folder.absolute().parent
    if cards.name == "cards":
        beside = cards.parent / "layouts"
        found += [beside / game_id, beside / "shared"]
    shared = bundled_root() / "layouts" / "shared"
    return (*(path for path in found if path.is_dir() and path != shared), shared)


def _load_tables(folder: Path, given: MarkedDict, problems: Problems) -> dict[str, object]:
    """The game's data by name, with its places; None for what could not be read."""
    tables: dict[str, object] = {}
    for name, value in given.items():
        if not _TABLE_NAME.fullmatch(name):
            hint = f"for example `{slug(name).replace('-', '_') or 'stars'}`: layouts read it as `data.NAME`"
            message = f"a table's name has letters, digits and underscores, got {quote(name)}"
            problems.error(message, given.place_of_key(name), field="data", hint=hint)
        tables[name] = None
        if isinstance(value, str):
            tables[name] = _load_table(folder, value, given.place_of(name), name, None, problems)
        elif isinstance(value, MarkedDict) and isinstance(value.get("from"), str):
            place = value.place_of("from")
            tables[name] = _load_table(folder, str(value["from"]), place, name, value, problems)
        elif isinstance(value, MarkedDict | MarkedList):
            tables[name] = value
        else:
            hint = "a file such as `stars.csv`, a list, or keys and values"
            message = f"expected the name of a file, or the data itself; got {quote(value)}"
            problems.error(message, given.place_of(name), field=f"data.{name}", hint=hint)
    return tables


def _load_table(
    folder: Path, file: str, place: Place, name: str, how: MarkedDict | None, problems: Problems
) -> object:
    """What the file holds; None if it can't be read. ``how``: what is said of it where it is named."""
    with problems.reporting(place, field=f"data.{name}"):
        path = file_inside(folder, file)
        if how is None:
            return read_data(path, problems)
        part, sound = check_part(CardFileFile, how, problems, ("data", name))
        settings = FileSettings(part, how)
        if sound and settings.fit(path, f"data.{name}", problems):
            return read_data(path, problems, settings)
    return None


def _plain_table(table: object) -> object:
    """What layouts see of a table: rows have all of its columns, and None where a cell is blank."""
    from generator.catalog.tables import Table

    if isinstance(table, Table):
        return [{name: plain(row.get(name)) for name in table.header} for row in table.rows]
    return plain(table)


def _warn_of_hidden_data(components: Iterable[Component], problems: Problems) -> None:
    """Reports cards with a field of the name under which layouts read the game's data."""
    for component in components:
        cards = [
            card for part in component.sets for card in part.cards if card.values.get("data") is not None
        ]
        if cards:
            problems.warning(
                "the field `data` hides the game's own data from the layouts of these cards",
                cards[0].place_of("data"),
                card=cards[0].id,
                hint="rename the field, or read the game's as `game.data`",
            )


def _places(holder: MarkedDict, key: str, names: Sequence[str]) -> tuple[Place, ...]:
    """Where each of the names stands that a key lists; it may also give a single one."""
    given = holder[key]
    if not isinstance(given, MarkedList):
        return (holder.place_of(key),) * len(names)
    written = list(map(str, given))
    return tuple(given.place_of(written.index(name)) for name in names)


def _strategies(root: MarkedDict, parts: Mapping[str, StrategyFile]) -> dict[str, Strategy]:
    found = {}
    for name, part in parts.items():
        given = root["strategies"]
        assert isinstance(given, MarkedDict)
        patterns = given[name]
        assert isinstance(patterns, MarkedDict)
        says = part.says or f"never makes {join_words([code(pattern) for pattern in part.never])}"
        found[name] = Strategy(name, tuple(part.never), says, _places(patterns, "never", part.never))
    return found


def _licences(root: MarkedDict, parts: Sequence[LicenceFile]) -> Iterator[LicenceEntry]:
    given = root.get("licences")
    for part, entry in zip(parts, given if isinstance(given, MarkedList) else (), strict=False):
        assert isinstance(entry, MarkedDict)
        about = (part.title, part.by, part.source, part.licence, tuple(part.allows or ()), part.note)
        places = _places(entry, "files", part.files)
        yield LicenceEntry(tuple(part.files), *about, entry.place, places)


def _rulebook(part: RulebookFile | None) -> Rulebook | None:
    if part is None:
        return None
    columns = part.columns or (1 if part.form == "booklet" else 2)
    return Rulebook(part.text, part.form, part.page, columns, part.size, part.margin)


def _load_components(
    folder: Path,
    components: MarkedDict,
    tables: Mapping[str, object],
    changes: Changes | None,
    problems: Problems,
) -> tuple[Component, ...]:
    """The components in the file's order; boxes are read last, for their size follows from the others."""
    loaded: dict[str, Component] = {}
    whole: dict[str, Component] = {}
    for name in sorted(components, key=lambda name: _is_box(components[name])):
        before = len(problems.found)
        is_id = re.fullmatch(ID, name)
        if not is_id:
            hint = f"for example `{slug(name) or 'event-cards'}`"
            message = f"a component's id has a-z, 0-9 and hyphens only, got {quote(name)}"
            problems.error(message, components.place_of_key(name), field="components", hint=hint)
        given, place = components[name], components.place_of(name)
        if not isinstance(given, MarkedDict):
            message = f"expected keys and values, got {quote(given)}"
            problems.error(message, place, field=f"components.{name}")
            continue
        reader = _ComponentReader(folder, name, given, place, problems)
        component = reader.read(tables, changes, whole, components)
        if component is not None and is_id:
            loaded[name] = component
            if not problems.has_errors_since(before):
                whole[name] = component
    return tuple(loaded[name] for name in components if name in loaded)


def _is_box(given: object) -> bool:
    return isinstance(given, MarkedDict) and given.get("kind") == "box"


def _is_pictures(given: MarkedDict) -> bool:
    """Whether its cards are a folder of pictures, which need no layout."""
    cards = given.get("cards")
    return isinstance(cards, MarkedDict) and "images" in cards


def _defaults(given: MarkedDict) -> MarkedDict | None:
    defaults = given.get("defaults")
    return defaults if isinstance(defaults, MarkedDict) else None


class _ComponentReader:
    """Reads one component. What is wrong is reported, and all else is read to find more in the same run."""

    def __init__(self, folder: Path, name: str, given: MarkedDict, place: Place, problems: Problems) -> None:
        self.folder = folder
        self.name = name
        self.given = given
        self.problems = problems
        stand_ins = {
            "size": component_size("poker"),
            "front": PICTURE_FRONT,
            "cards": None,
            "fields": readable_fields(given.get("fields")),
        }
        self.part, self.is_sound = check_part(
            ComponentFile,
            given,
            problems,
            ("components", name),
            place=place,
            stand_ins=stand_ins,
            needless=(*(["size"] if _is_box(given) else []), *(["front"] if _is_pictures(given) else [])),
            whole=GameFile,
        )
        self.has_all_fields = self.part.fields is None or self.part.fields is not stand_ins["fields"]
        """Whether all fields could be read, so that an unknown one is a mistake."""
        self.fields = self._compile_fields()

    def read(
        self,
        tables: Mapping[str, object],
        changes: Changes | None,
        whole: Mapping[str, Component],
        named: Mapping[str, object],
    ) -> Component | None:
        """The component; None for one that is not to be used.

        ``whole``: the components that were read before, ``named`` those that are in the file.
        """
        part, given = self.part, self.given
        # A shape can't be held against a size that is itself wrong.
        has_sound_keys = self.is_sound
        contents = self._box(whole, named)
        size = part.size if contents is None else contents.flat
        title = part.title or title_case(self.name)
        sets = self._sets(title, tables, changes) if "cards" in given else []
        self._check_group(sets)
        blank = self._blank(sets)
        with self._checking("safe"):
            _check_safe(part, size)
        self._check_overlap()
        self._check_rows()
        press = self._press_settings()
        if has_sound_keys:
            with self._checking("corner"):
                _check_corner(part)
            with self._checking("shape"):
                _check_shape(part)
        has_backs = _is_pictures(given) and any(card.values.get("back") for one in sets for card in one.cards)
        if not self.is_sound:
            return None
        return Component(
            id=self.name,
            title=title,
            kind=part.kind,
            size=size,
            box_contents=contents,
            shape=part.shape or Shape(),
            bleed=part.bleed,
            safe=part.safe,
            corner=part.corner,
            front=part.front,
            back=part.back or (PICTURE_BACK if has_backs else None),
            sets=tuple(sets),
            group=part.group,
            press=press,
            is_deck=part.deck,
            source=given,
            blank=blank,
        )

    def _field(self, *path: str) -> str:
        return ".".join(("components", self.name, *path))

    @contextmanager
    def _checking(self, *path: str, place: Place | None = None) -> Iterator[None]:
        """Reports what is raised about the value at a path; the component is not to be used then."""
        try:
            yield
        except InputError as error:
            self.is_sound = False
            self.problems.add(error, place or place_in(self.given, path), field=self._field(*path))

    def _compile_fields(self) -> dict[str, Field]:
        """The declared fields by name; one that can't be used as it is declared may say anything."""
        fields: dict[str, Field] = {}
        for name, declared in (self.part.fields or {}).items():
            with self._checking("fields", name):
                if name in RESERVED_WORDS:
                    raise InputError(f"every card has `{name}`, it cannot be declared")
                fields[name] = compile_field(name, declared, self.folder)
                continue
            self.has_all_fields = False
            if name not in RESERVED_WORDS:
                fields[name] = compile_field(name, FieldFile({}), self.folder)
        return fields

    def _box(self, whole: Mapping[str, Component], named: Mapping[str, object]) -> BoxContents | None:
        """What a box holds; None for what is no box, and where that could not be found out."""
        holds, kind = self.part.holds, self.part.kind
        key = "size" if kind == "box" and "size" in self.given else "holds"
        with self._checking(key):
            if kind != "box":
                if holds is None:
                    return None
                raise InputError(f"only a box holds something, this is {kind}", hint="add `kind: box`")
            if key == "size":
                raise InputError("a box has no `size`: it follows from what it `holds`", hint="remove `size`")
            if self.given.get("holds") is None:
                hint = "write for example `holds: {cards: 54, size: poker}`"
                raise InputError("`holds` is missing: what the box is to hold", hint=hint)
            cards = None if holds is None else _box_cards(holds, whole, named)
            if holds is not None and cards is not None:
                return _box_contents(holds, *cards)
        self.is_sound = False
        return None

    def _sets(self, title: str, tables: Mapping[str, object], changes: Changes | None) -> list[CardSet]:
        reader = CardListReader(
            self.folder,
            self.name,
            title,
            self.fields,
            self.problems,
            tables=tables,
            fields_sound=self.has_all_fields,
        )
        defaults = _defaults(self.given)
        reader.check_defaults(defaults)
        lists = reader.read(self.given["cards"], self.given.place_of("cards"))
        builder = CardBuilder(self.fields, defaults, self.problems)
        if changes is not None:
            lists = changes.change_cards(self.name, lists, builder.ids(lists), self.fields)
        sets = builder.build(lists)
        for card_list, card_set in zip(lists, sets, strict=True):
            _check_not_empty(card_list, card_set, self.problems)
        return sets

    def _check_group(self, sets: Sequence[CardSet]) -> None:
        """The group must be a field that there is: a declared one, or one that a card has."""
        group = self.part.group
        found = [*self.fields, *_fields_of(sets)]
        known = [name for name in found if name not in RESERVED_WORDS]
        if group is not None and group not in known and found:
            hint = did_you_mean(group, known) or "name a field whose values are the groups"
            message = f"no card has the field {quote(group)}"
            self.problems.error(message, self.given.place_of("group"), field=self._field("group"), hint=hint)

    def _blank(self, sets: Sequence[CardSet]) -> dict[str, object] | None:
        """The values of a blank card, which are checked as a card's are."""
        blank = self.given.get("blank")
        if not isinstance(blank, MarkedDict) or not self.has_all_fields:
            return None
        known = list(self.fields) or _fields_of(sets)
        values: dict[str, object] = {}
        for name, value in blank.items():
            place = blank.place_of(name) if name in known else blank.place_of_key(name)
            with self._checking("blank", name, place=place):
                if name in RESERVED_WORDS:
                    raise InputError(f"a blank keeps the {code(name)} of the card")
                if name not in known:
                    raise InputError(f"unknown field {code(name)}", hint=did_you_mean(name, known))
                values[name] = _blank_value(self.fields.get(name), value)
        return values

    def _check_overlap(self) -> None:
        named = [key for key in ("overlap", "seams") if key in given_settings(self.part.press)]
        if named and self.part.kind not in TILED:
            with self._checking("press", named[0]):
                raise InputError(
                    f"only boards and boxes are printed in tiles that overlap, this is {self.part.kind}"
                )

    def _check_rows(self) -> None:
        """Reports what is said of cards in rows and columns where there are none."""
        given = given_settings(self.part.press)
        for name in ("turn", "tokens", "blocks", "block_gap"):
            if name not in given:
                continue
            with self._checking("press", key_of(name)):
                if name == "tokens" and self.part.kind != "tokens":
                    raise InputError(f"only tokens are packed by shape, this is {self.part.kind}")
                if self.part.kind in TILED:
                    raise InputError(f"only cards and tokens are laid out so, this is {self.part.kind}")
                if given.get("sheet", NO_SHEET) != NO_SHEET:
                    raise InputError("a label sheet has its own places", hint="leave out one of the two")
                is_block = name.startswith("block")
                if is_block and self.part.shape is not None and self.part.shape.kind != "rect":
                    raise InputError("only rectangles go in blocks", hint=f"remove {code(key_of(name))}")
                if name == "block_gap" and "blocks" not in given:
                    raise InputError("there are no blocks", hint="write `blocks: 3 x 2` next to it")

    def _press_settings(self) -> PressSettings:
        """What the component says about its sheets; of a label sheet, what stands in its file."""
        settings = dict(given_settings(self.part.press))
        name = settings.pop("sheet", NO_SHEET)
        if name == NO_SHEET:
            return settings
        # Only few games have one.
        from generator.catalog.label_sheets import find_sheet

        place = place_in(self.given, ("press", "sheet"))
        with self.problems.reporting(place, field=self._field("press", "sheet")):
            if self.part.kind in TILED:
                message = f"only cards and tokens are printed on label sheets, this is {self.part.kind}"
                raise InputError(message, hint="remove `sheet`")
            settings["sheet"] = find_sheet(name, self.folder, self.problems)
        return settings


def _fields_of(sets: Iterable[CardSet]) -> list[str]:
    """The fields that any card has."""
    return list(dict.fromkeys(name for cards in sets for card in cards.cards for name in card.values))


def _blank_value(field: Field | None, value: object) -> object:
    if field is None:
        return plain(value)
    if value is None:
        if field.required:
            raise InputError(f"every card must have {code(field.name)}")
        return field.default
    return plain(field.convert(value))


def _box_cards(
    part: BoxContentsFile, known: Mapping[str, Component], named: Mapping[str, object]
) -> tuple[int, Size, Sequence[Component]] | None:
    """How many cards of which size, and of what; None if a component that is named could not be read.

    ``known`` are the components that were read, ``named`` those that are in the file. Raises
    :class:`InputError`.
    """
    if part.component is None:
        if part.cards is None or part.size is None:
            raise InputError(
                "a box says how many cards it holds, and of which size",
                hint="write `{component: ID}`, or `{cards: 54, size: poker}`",
            )
        return _checked_cards(part.cards), part.size, ()
    if part.cards is not None or part.size is not None:
        given = "cards" if part.cards is not None else "size"
        raise InputError(
            f"`component` and `{given}` are both given",
            hint="the number and the size of its cards follow from the component",
        )
    for name in part.component:
        if name not in named:
            raise InputError(f"unknown component {quote(name)}", hint=did_you_mean(name, named))
        other = named[name]
        kind = other.get("kind", "cards") if isinstance(other, Mapping) else "cards"
        if kind != "cards":
            raise InputError(f"a box holds cards, but {name} is of `kind: {kind}`")
    components = [known[name] for name in part.component if name in known]
    if len(components) < len(part.component):
        return None
    sizes = [component.size for component in components]
    size = sides_as_size(max(size.width for size in sizes), max(size.height for size in sizes))
    return _checked_cards(sum(map(_cards_to_hold, components))), size, components


def _cards_to_hold(component: Component) -> int:
    """All its cards; of decks, of which one at a time is in the box, those of the largest."""
    counts = [sum(card.copies for card in cards.cards) for cards in component.sets]
    if component.is_deck:
        return max(counts, default=0)
    return sum(counts)


def _box_contents(
    part: BoxContentsFile, cards: int, card: Size, components: Sequence[Component]
) -> BoxContents:
    """Raises :class:`InputError` for a box that nobody can fold."""
    if min(card.width, card.height) < MIN_BOX_SIDE:
        raise InputError(
            f"a box for cards of {card.width:g} x {card.height:g} mm can't be folded",
            hint=f"each side must be {MIN_BOX_SIDE:g} mm or more",
        )
    from generator.catalog.boxes import BoxContents

    parts = tuple((component.title, _cards_to_hold(component)) for component in components)
    contents = BoxContents(cards, card, part.stock, part.sleeved, part.room, part.wall, parts)
    flat = contents.flat
    if max(flat.width, flat.height) > MAX_NET:
        raise InputError(
            f"the box would be {flat.width:,.0f} x {flat.height:,.0f} mm spread out",
            hint=f"at most {MAX_NET:,.0f} mm either way: look at `stock`, `room` and `wall`, in mm",
        )
    return contents


def _checked_cards(cards: int) -> int:
    if not 1 <= cards <= MAX_BOX_CARDS:
        raise InputError(f"a box holds 1 to {MAX_BOX_CARDS:,} cards, this is for {cards:,}")
    return cards


def _check_safe(part: ComponentFile, trim: Size) -> None:
    if 2 * part.safe >= min(trim.width, trim.height):
        size = f"{trim.width:g} x {trim.height:g} mm"
        raise InputError(f"a safe zone of {part.safe:g} mm leaves nothing of {size}")


def _check_shape(part: ComponentFile) -> None:
    if part.shape is None:
        return
    if part.kind != "tokens":
        raise InputError(f"only tokens have a shape, this is {part.kind}", hint="add `kind: tokens`")
    refuse_misfit(part.shape, part.size)


def _check_corner(part: ComponentFile) -> None:
    if not part.corner:
        return
    if part.kind in TILED:
        raise InputError(f"only cards and tokens have corners to round, this is {part.kind}")
    if part.shape is not None and part.shape.kind != "rect":
        raise InputError("only rectangles have corners to round", hint="remove `corner`")
    if 2 * part.corner > min(part.size.width, part.size.height):
        size = f"{part.size.width:g} x {part.size.height:g} mm"
        raise InputError(f"corners of {part.corner:g} mm are more than half of a side of {size}")


def _check_not_empty(card_list: CardList, card_set: CardSet, problems: Problems) -> None:
    if not card_list.cards and not card_list.incomplete:
        problems.error("the list has no cards", card_list.place)
    elif (
        card_list.cards
        and len(card_set.cards) == len(card_list.cards)
        and not any(card.copies for card in card_set.cards)
    ):
        problems.error("all cards of the list have 0 copies", card_list.place)
