"""The printed faces of a component's cards."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Literal, NamedTuple

from jinja2 import ChainableUndefined, Template

from generator.catalog.models import UNSAVED, Card, CardSet, CellError, Component, Game
from generator.catalog.problems import (
    CONSEQUENCE,
    MISSING_ICON,
    RAW_MARKUP,
    InputError,
    Place,
    Problem,
    Problems,
)
from generator.catalog.suggest import did_you_mean
from generator.catalog.wording import code, listed, quote, spoken
from generator.layout.attributes import Scope
from generator.layout.builder import Builder
from generator.layout.elements.base import Element
from generator.layout.elements.card import Card as CardElement
from generator.layout.files import FoundFiles, file_folders, find_theme, icon_folders
from generator.layout.markup import ICON, is_printed_raw
from generator.layout.template_code import KeptCode
from generator.layout.templates import TemplateBudgetError, Templates
from generator.layout.text.words import WordMaker
from generator.layout.theme import Theme, load_theme
from generator.layout.xml import without_marks

if TYPE_CHECKING:
    from generator.catalog.boxes import BoxContents

MAX_FACES = 4096
"""Faces that are kept in case another card, or the same one on another paper, looks alike."""

FIGURE_WORD = re.compile(r"<figure ([\w-]+)>")
TEMPLATE = ".j2"
NUMBER = "number"
"""What templates call a card's number in its set, unless the cards have a field of that name."""
COPY = "copy"
"""What templates call the number of a copy, unless the cards have a field of that name."""

Side = Literal["front", "back"]


@dataclass(frozen=True, slots=True, eq=False)
class Face:
    """One side of a card, laid out. ``digest`` tells faces apart by what they print."""

    card: str
    side: Side
    root: CardElement
    digest: str
    problems: tuple[Problem, ...] = ()
    """What was found when it was laid out: warnings only, or there would be no face."""


class _Sharing(NamedTuple):
    """What may tell the faces of a template apart; most backs are the same on all cards."""

    fields: Sequence[str] | None
    """The fields of a card that it may read; None: it may show each card of a set differently."""
    numbers_copies: bool
    """Whether it may show the copies of a card differently."""

    def seen(self, card: Card) -> Card | tuple[str, ...]:
        """What a template sees of a card, the same for all that it shows alike."""
        if self.fields is None:
            return card
        values = [card.values.get(field) for field in self.fields]
        # A failed formula is reported with the card that has it.
        return card if CellError in map(type, values) else tuple(map(repr, values))


class _Asked(NamedTuple):
    """One side of one copy of a card."""

    component: Component
    cards: CardSet
    card: Card
    side: Side
    number: int
    copy: int


@dataclass(slots=True)
class _OpenTemplates:
    """The templates of components' sides. Those that are of no use are reported once, not for every card."""

    templates: Templates
    problems: Problems
    opened: dict[tuple[str, Side], Template] = field(default_factory=dict)
    failed: set[str] = field(default_factory=set)

    def find(self, component: Component, side: Side) -> Template | None:
        known = self.opened.get((component.id, side))
        name = _template_name(component, side)
        if known is not None or name in self.failed:
            return known
        try:
            found = self.opened[component.id, side] = self.templates.open(name, component.place_of(side))
            return found
        except InputError as error:
            self.failed.add(name)
            self.problems.add(error, component.place_of(side))
            return None

    def give_up(self, component: Component, side: Side) -> None:
        self.failed.add(_template_name(component, side))
        del self.opened[component.id, side]


def _template_name(component: Component, side: Side) -> str:
    return (component.front if side == "front" else component.back) or ""


@dataclass(slots=True)
class _CardList:
    """What templates see of a set of cards."""

    values: Mapping[str, object]
    respelt: Sequence[tuple[str, str]]
    """The fields whose names no template can write, after what they are called there."""


@dataclass(slots=True)
class _Memory:
    """What was worked out for earlier cards."""

    builders: dict[str, Builder] = field(default_factory=dict)
    lists: dict[CardSet, _CardList] = field(default_factory=dict)
    sharing: dict[tuple[str, CardSet], _Sharing] = field(default_factory=dict)
    """By template and set."""
    faces: dict[tuple[str, str], Face] = field(default_factory=dict)
    """By component and rendered layout."""
    laid_out: dict[tuple[str, Side, CardSet, Card | tuple[str, ...], int], Face] = field(default_factory=dict)
    """By what they were laid out from."""
    filled_in: dict[tuple[str, CardSet, Card, Side, int], str] = field(default_factory=dict)
    """The texts of faces that were only filled in."""
    untranslated: set[str] = field(default_factory=set)
    """The words of layouts that were reported to have no translation."""


@dataclass(slots=True)
class FaceRenderer:
    """Lays out the cards of one game."""

    game: Game
    theme: Theme
    templates: Templates
    scope: Scope
    problems: Problems
    words: WordMaker
    low_ink: bool
    """Whether the layouts are asked for white grounds and thin frames."""
    theme_files: FoundFiles
    card_files: FoundFiles
    """What the theme names; what cards and layouts name."""
    opened: _OpenTemplates
    memory: _Memory

    @classmethod
    def of(
        cls,
        game: Game,
        problems: Problems,
        beside: Path | None = None,
        *,
        low_ink: bool = False,
        templates: Templates | None = None,
        kept: KeptCode | None = None,
    ) -> FaceRenderer:
        """``beside``: the folder of a player's own cards, where their pictures are looked for first.

        ``templates``: the game's, where they are open already; ``kept``: where their code is kept.
        """
        theme_files, card_files = FoundFiles(file_folders(game)), FoundFiles(file_folders(game, beside))
        path = _theme_path(game, problems)
        theme = load_theme(
            path,
            theme_files.find,
            icon_folders(game),
            problems,
            low_ink=low_ink,
            is_lost=path is None and "theme" in game.file,
            language=game.language,
        )
        scope = Scope(theme, card_files.find, card_files.folders)
        if templates is None:
            templates = Templates.of(game.layout_folders, game.words, kept=kept)
        words = WordMaker(theme.fonts, scope, game.direction, game.stated_language)
        opened = _OpenTemplates(templates, problems)
        return cls(
            game,
            theme,
            templates,
            scope,
            problems,
            words,
            low_ink,
            theme_files,
            card_files,
            opened,
            _Memory(),
        )

    def face(
        self, component: Component, cards: CardSet, card: Card, side: Side, number: int, copy: int = 1
    ) -> Face | None:
        """Lays out one side of a card; None if that failed, which ``problems`` then say.

        ``number`` counts the set's cards from 1, ``copy`` the card's copies. A face that looks like one laid
        out before is that one.
        """
        template = self.opened.find(component, side)
        if template is None:
            return None
        sharing = self._sharing(_template_name(component, side), cards)
        key = component.id, side, cards, sharing.seen(card), copy if sharing.numbers_copies else 0
        face = self.memory.laid_out.get(key)
        if face is None:
            face = self._lay_out(template, _Asked(component, cards, card, side, number, copy))
            if face is not None and len(self.memory.laid_out) < MAX_FACES:
                self.memory.laid_out[key] = face
        return face

    def filled_in(
        self, component: Component, cards: CardSet, card: Card, side: Side, number: int
    ) -> str | None:
        """The text that one side of a card is laid out from; None where it has no usable template.

        Raises InputError where it can't be filled in.
        """
        template = self.opened.find(component, side)
        if template is None:
            return None
        key = component.id, cards, card, side, number
        if key not in self.memory.filled_in:
            values = self._values(_Asked(component, cards, card, side, number, 1))
            self.memory.filled_in[key] = without_marks(self.templates.filled_in(template, values))
        return self.memory.filled_in[key]

    def take_over(self, before: FaceRenderer) -> None:
        """Goes on with faces of another one that have no problem: the place of a problem may have moved.

        Those that were not used for longest stay behind, or a run of hours would keep all that ever was.
        """
        known = [(key, face) for key, face in before.memory.faces.items() if not face.problems]
        cards = sum(len(cards.cards) for component in self.game.components for cards in component.sets)
        self.memory.faces.update(known[-2 * cards :])
        self.card_files.update(before.card_files)

    def numbers_copies(self, component: Component, cards: CardSet, sides: Sequence[Side]) -> bool:
        """Whether the copies of a card may look different, for one of its templates reads their number."""
        opened = [side for side in sides if self.opened.find(component, side) is not None]
        return any(self._sharing(_template_name(component, side), cards).numbers_copies for side in opened)

    def looks(self, component: Component, cards: CardSet, sides: Sequence[Side], copies: int) -> range:
        """The numbers of those of a card's copies that may look different from those before them."""
        return range(1, copies + 1 if self.numbers_copies(component, cards, sides) else 2)

    def _sharing(self, name: str, cards: CardSet) -> _Sharing:
        known = self.memory.sharing.get((name, cards))
        if known is None:
            fields = {field: spoken(field) for field in _fields_of(cards)}
            others = {NUMBER, COPY}.difference(fields.values())
            numbers_copies = COPY in others and self.templates.reads_anywhere(name, COPY)
            read = self.templates.fields_read(name, {*others, *fields.values()})
            if read is None or not read.isdisjoint(others):
                known = _Sharing(None, numbers_copies)
            else:
                seen = [field for field, called in fields.items() if not read.isdisjoint((field, called))]
                known = _Sharing(seen, numbers_copies)
            self.memory.sharing[name, cards] = known
        return known

    def _lay_out(self, template: Template, asked: _Asked) -> Face | None:
        component, card = asked.component, asked.card
        values = self._values(asked)
        try:
            text, root = self.templates.render(template, values)
        except InputError as error:
            if isinstance(error, TemplateBudgetError):
                self.opened.give_up(component, asked.side)
            self.problems.add(error, card.place, card=card.id)
            return None
        self._note_unsaved(_template_name(component, asked.side), card)
        unknown, faults = self.templates.unknown(), self.templates.faults(card.id)
        # A face that looks alike may come of cards for which the layout did not read an unknown name.
        known = None if unknown or faults else self.memory.faces.pop((component.id, text), None)
        if known is not None:
            # What was used last stands last.
            self.memory.faces[component.id, text] = known
            return known
        before = len(self.problems.found)
        self.problems.extend(faults)
        self._warn_of_unknown(unknown, component, values)
        self.warn_of_untranslated(self.problems)
        self._warn_of_markup(_template_name(component, asked.side), card, text)
        element = self._builder(component).face(root, card.id)
        if self.problems.found[before:]:
            self._place_in_card(card, before)
        if element is None or not self._fits(element, component, card):
            return None
        found = tuple(self.problems.found[before:])
        face = Face(card.id, asked.side, element, _digest(text, element), found)
        if len(self.memory.faces) < MAX_FACES and not faults:
            self.memory.faces[component.id, text] = face
        return face

    def _note_unsaved(self, template: str, card: Card) -> None:
        """Formulas without a value may be more than what is shown: whoever asks for them gets no answer."""
        for name, value in card.values.items():
            is_unsaved = value.__class__ is CellError and value == UNSAVED
            if is_unsaved and self.templates.reads(template, {name, spoken(name)}):
                self.templates.environment.note_faults(value)

    def warn_of_untranslated(self, problems: Problems) -> None:
        """Warns of words that were printed as they are, for the translation has none for them; each once."""
        game = self.game
        for asked in game.words.missing(self.memory.untranslated):
            self.memory.untranslated.add(asked.word)
            problems.warning(
                f"the translation has no word for {quote(asked.word)}",
                asked.place,
                field="words",
                hint=f"`gatepress translate {game.folder.name} {game.language}` adds what is missing",
            )

    def _warn_of_unknown(
        self, unknown: Mapping[str, Place], component: Component, values: Mapping[str, object]
    ) -> None:
        """Warns of names that the layout reads and no card has."""
        for name, place in unknown.items():
            message = f"no card of {component.id} has {code(name)}, so nothing is printed for it"
            hint = did_you_mean(name, filter(str.isidentifier, values))
            self.problems.warning(message, place, hint=hint)

    def _place_in_card(self, card: Card, since: int) -> None:
        """A wrong word of a figure, or a wrong icon in a text, stands most often in the words of the card."""
        for index, problem in enumerate(self.problems.found[since:], since):
            if problem.code == MISSING_ICON:
                texts = {name: said for name, said in card.values.items() if isinstance(said, str)}
                field = next((name for name in texts if problem.subject in ICON.findall(texts[name])), None)
                if field is not None:
                    self.problems.found[index] = problem._replace(place=card.place_of(field), field=field)
                continue
            word = FIGURE_WORD.fullmatch(problem.field or "")
            if word is None or problem.place is None or not problem.place.file.endswith(TEMPLATE):
                continue
            figures = {name: said for name, said in card.values.items() if isinstance(said, dict)}
            field = next((name for name, said in figures.items() if word[1] in said), None)
            if field is not None:
                self.problems.found[index] = problem._replace(place=card.place_of(field), field=field)

    def _warn_of_markup(self, template: str, card: Card, text: str) -> None:
        """Warns of card texts with markup that the layout prints as if it were none."""
        for key, value in card.values.items():
            if is_printed_raw(value, text):
                self.problems.warning(
                    f"{template} prints the markup in this text as it is written",
                    card.place_of(key),
                    card=card.id,
                    field=key,
                    hint=f"use {{{{ {spoken(key)} | rich }}}} in the layout",
                    code=RAW_MARKUP,
                )

    def _builder(self, component: Component) -> Builder:
        builder = self.memory.builders.get(component.id)
        if builder is None:
            width, height = component.size.width, component.size.height
            builder = Builder.of(self.scope, self.templates.files, self.problems, self.words, width, height)
            self.memory.builders[component.id] = builder
        return builder

    def _values(self, asked: _Asked) -> Mapping[str, object]:
        """What a template sees."""
        cards, own = asked.cards, asked.card.values
        known = self.memory.lists.get(cards)
        if known is None:
            known = self.memory.lists[cards] = self._card_list(asked.component, cards)
        return {
            **known.values,
            **{name: own.get(field) for name, field in known.respelt},
            "side": asked.side,
            NUMBER: asked.number,
            COPY: asked.copy,
            "card": own,
            **own,
        }

    def _card_list(self, component: Component, cards: CardSet) -> _CardList:
        values = {
            **game_values(self.game, self.theme),
            "low_ink": self.low_ink,
            "deck": set_values(cards),
            "component": _component_values(component),
            "cards": _cards_of(self.game),
            **({} if component.box_contents is None else {"box": _box_values(component.box_contents)}),
        }
        odd = (field for field in _fields_of(cards) if not field.isidentifier())
        return _CardList(values, [(spoken(field), field) for field in odd if spoken(field)])

    def _fits(self, element: CardElement, component: Component, card: Card) -> bool:
        for name, made_for, real in (
            ("width", element.width, component.size.width),
            ("height", element.height, component.size.height),
        ):
            if made_for is not None and abs(made_for - real) > 0.01:
                self.problems.error(
                    f"the layout is made for a {name} of {made_for:g} mm, but the component "
                    f"{component.id} has {real:g} mm",
                    element.place,
                    card=card.id,
                    hint="change the component's size, or remove the attribute",
                )
                return False
        return True


def _fields_of(cards: CardSet) -> Mapping[str, None]:
    """All that the cards of a set have, in their order."""
    return dict.fromkeys(chain.from_iterable(card.values for card in cards.cards))


def _theme_path(game: Game, problems: Problems) -> Path | None:
    try:
        return find_theme(game)
    except InputError as error:
        problems.add(error, game.place_of("theme"), field="theme")
        return None


def game_values(game: Game, theme: Theme) -> dict[str, object]:
    """What every template of a game sees."""
    # A table that could not be read was reported; a template that reads it is not to blame.
    data = {name: ChainableUndefined() if table is None else table for name, table in game.data.items()}
    return {
        "game": {
            "id": game.id,
            "title": game.title,
            "version": game.version,
            "designer": game.designer,
            "year": game.year,
            "source": game.source,
            "players": game.players,
            "credits": game.credits,
            "rules": game.rules,
            "language": game.language,
            "direction": game.direction,
            "variants": {
                name: {"says": variant.says, "set": variant.changes, "chosen": name in game.chosen}
                for name, variant in game.variants.items()
            },
            "data": data,
        },
        "data": data,
        "theme": theme.values,
    }


def _cards_of(game: Game) -> Callable[[object], list[Mapping[str, object]]]:
    """What a template asks for the cards of any component, as a rulebook does: ``cards("troops")``."""

    def cards(component: object) -> list[Mapping[str, object]]:
        known = [other.id for other in game.components]
        if component not in known:
            hint = did_you_mean(str(component), known) or f"there are {listed(known)}"
            code = None if game.is_whole else CONSEQUENCE
            raise InputError(f"unknown component {quote(component)}", hint=hint, code=code)
        return [card.values for card in game.cards_in(str(component))]

    return cards


def set_values(cards: CardSet) -> dict[str, object]:
    """What templates know of a card list as a whole."""
    return {
        "id": cards.id,
        "name": cards.name,
        "text": cards.text,
        "look": cards.look or cards.id,
        "cards": [card.values for card in cards.cards],
        "count": sum(card.copies for card in cards.cards),
    }


def _component_values(component: Component) -> dict[str, object]:
    return {
        "id": component.id,
        "title": component.title,
        "width": component.size.width,
        "height": component.size.height,
        "bleed": component.bleed,
        "safe": component.safe,
    }


def _box_values(holds: BoxContents) -> dict[str, object]:
    """A box's inner size, and its panels by name."""
    from generator.catalog.boxes import Net

    net = Net(holds)
    return {
        "cards": holds.cards,
        "holds": [{"title": title, "cards": cards} for title, cards in holds.parts],
        "sleeved": holds.is_sleeved,
        "width": net.width,
        "height": net.height,
        "depth": net.depth,
        "notch": net.notch,
        "flaps": [flap._asdict() for flap in net.dust_flaps],
        **{name: {**panel._asdict(), "name": name} for name, panel in net.panels.items()},
    }


def _digest(text: str, root: Element) -> str:
    """What a face prints follows from its rendered layout and the files that it shows."""
    # Where a tag stands in its template is not printed.
    digest = hashlib.sha256(without_marks(text).encode())
    for shown in root.digests():
        digest.update(shown.encode())
    return digest.hexdigest()
