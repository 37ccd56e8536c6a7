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

from generator.catalog.models import Card, CardSet, Component, Game
from generator.catalog.problems import (
    CONSEQUENCE,
    MISSING_FILE,
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
from generator.layout.files import file_folders, find_file, find_theme, icon_folders
from generator.layout.markup import is_printed_raw
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
    """Which faces of a template may be one; most backs are the same on all cards."""

    tells_cards_apart: bool
    """Whether it may show the cards of a set differently."""
    numbers_copies: bool
    """Whether it may show the copies of a card differently."""


@dataclass(slots=True)
class FaceRenderer:
    """Lays out the cards of one game."""

    game: Game
    theme: Theme
    templates: Templates
    scope: Scope
    problems: Problems
    words: WordMaker
    low_ink: bool = False
    """Whether the layouts are asked for white grounds and thin frames."""
    builders: dict[str, Builder] = field(default_factory=dict)
    failed: set[str] = field(default_factory=set)
    """Templates that are of no use: told once, not for every card."""
    opened: dict[tuple[str, str], Template] = field(default_factory=dict)
    """Templates by component and side."""
    faces: dict[tuple[str, str], Face] = field(default_factory=dict)
    """By component and rendered layout."""
    laid_out: dict[tuple[str, Side, CardSet, Card | None, int], Face] = field(default_factory=dict)
    """By what they were laid out from; no card: all cards of the set have that face."""
    sharing: dict[tuple[str, CardSet], _Sharing] = field(default_factory=dict)
    """Which faces may be the same, by template and set."""
    shared: dict[CardSet, Mapping[str, object]] = field(default_factory=dict)
    """What all templates of a set of cards see."""
    respelt: dict[CardSet, Sequence[tuple[str, str]]] = field(default_factory=dict)
    """The fields of a set whose names no template can write, after what they are called there."""
    theme_files: dict[str, Path] = field(default_factory=dict)
    """Each file that the theme names, and where it was found."""
    card_files: dict[str, Path] = field(default_factory=dict)
    """Each file that a card or layout names, and where it was found."""
    missing_files: dict[str, InputError] = field(default_factory=dict)
    """Each that they name and that is not there, and what is told of it."""
    untranslated: set[str] = field(default_factory=set)
    """The words of layouts that were told to have no translation."""

    @classmethod
    def of(
        cls,
        game: Game,
        problems: Problems,
        beside: Path | None = None,
        *,
        low_ink: bool = False,
        templates: Templates | None = None,
    ) -> FaceRenderer:
        """``beside``: the folder of a player's own cards, where their pictures are looked for first.

        ``templates``: the game's, where they are open already.
        """
        theme_files: dict[str, Path] = {}
        card_files: dict[str, Path] = {}
        missing_files: dict[str, InputError] = {}
        path = _theme_path(game, problems)
        theme = load_theme(
            path,
            _remembering(file_folders(game), theme_files, {}),
            icon_folders(game),
            problems,
            low_ink=low_ink,
            is_lost=path is None and "theme" in game.file,
        )
        folders = file_folders(game, beside)
        scope = Scope(theme, _remembering(folders, card_files, missing_files), folders)
        if templates is None:
            templates = Templates.of(game.layout_folders, game.words)
        words = WordMaker(theme.fonts, scope)
        return cls(
            game,
            theme,
            templates,
            scope,
            problems,
            words,
            low_ink,
            theme_files=theme_files,
            card_files=card_files,
            missing_files=missing_files,
        )

    def face(
        self, component: Component, cards: CardSet, card: Card, side: Side, number: int, copy: int = 1
    ) -> Face | None:
        """Lays out one side of a card; None if that failed, which ``problems`` tells.

        ``number`` counts the set's cards from 1, ``copy`` the card's copies. A face that looks like one laid
        out before is that one.
        """
        name = (component.front if side == "front" else component.back) or ""
        template = self.opened.get((component.id, side)) or self._template(component, name, side)
        if template is None:
            return None
        sharing = self.sharing.get((name, cards)) or self._sharing(name, cards)
        key = (
            component.id,
            side,
            cards,
            card if sharing.tells_cards_apart else None,
            copy if sharing.numbers_copies else 0,
        )
        face = self.laid_out.get(key)
        if face is None:
            face = self._lay_out(template, name, component, cards, card, side, number, copy)
            if face is not None and len(self.laid_out) < MAX_FACES:
                self.laid_out[key] = face
        return face

    def numbers_copies(self, component: Component, cards: CardSet, sides: Sequence[Side]) -> bool:
        """Whether the copies of a card may look different, for one of its templates reads their number."""
        names = {"front": component.front, "back": component.back or ""}
        opened = [side for side in sides if self._template(component, names[side], side) is not None]
        return any(self._sharing(names[side], cards).numbers_copies for side in opened)

    def looks(self, component: Component, cards: CardSet, sides: Sequence[Side], copies: int) -> range:
        """The numbers of those of a card's copies that may look different from those before them."""
        return range(1, copies + 1 if self.numbers_copies(component, cards, sides) else 2)

    def _sharing(self, name: str, cards: CardSet) -> _Sharing:
        known = self.sharing.get((name, cards))
        if known is None:
            fields = {spoken(field) for field in _fields_of(cards)}
            numbers_copies = COPY not in fields and self.templates.reads_anywhere(name, COPY)
            tells_cards_apart = numbers_copies or self.templates.reads(name, {"card", "number"} | fields)
            known = self.sharing[name, cards] = _Sharing(tells_cards_apart, numbers_copies)
        return known

    def _lay_out(
        self,
        template: Template,
        name: str,
        component: Component,
        cards: CardSet,
        card: Card,
        side: Side,
        number: int,
        copy: int,
    ) -> Face | None:
        values = self._values(component, cards, card, side, number, copy)
        try:
            text, root = self.templates.render(template, values)
        except InputError as error:
            if isinstance(error, TemplateBudgetError):
                self.failed.add(name)
                del self.opened[component.id, side]
            self.problems.extend([error.at(card.place, card=card.id)])
            return None
        unknown = self.templates.unknown()
        # A face that looks alike may come of cards for which the layout did not read an unknown name.
        known = None if unknown else self.faces.get((component.id, text))
        if known is not None:
            return known
        before = len(self.problems.found)
        self._warn_of_unknown(unknown, component, values)
        tell_untranslated(self.game, self.problems, self.untranslated)
        self._warn_of_markup(name, card, text)
        element = self._builder(component).face(root, card.id)
        if element is None:
            self._place_in_card(card, before)
        if element is None or not self._fits(element, component, card):
            return None
        face = Face(card.id, side, element, _digest(text, element), tuple(self.problems.found[before:]))
        if len(self.faces) < MAX_FACES:
            self.faces[component.id, text] = face
        return face

    def _warn_of_unknown(
        self, unknown: Mapping[str, Place], component: Component, values: Mapping[str, object]
    ) -> None:
        """Tells of names that the layout reads and no card has."""
        for name, place in unknown.items():
            message = f"no card of {component.id} has {code(name)}, so nothing is printed for it"
            hint = did_you_mean(name, filter(str.isidentifier, values))
            self.problems.warning(message, place, hint=hint)

    def _place_in_card(self, card: Card, since: int) -> None:
        """What is wrong with a word of a figure stands, most often, in the words of the card."""
        for index, problem in enumerate(self.problems.found[since:], since):
            word = FIGURE_WORD.fullmatch(problem.field or "")
            if word is None or problem.place is None or not problem.place.file.endswith(TEMPLATE):
                continue
            figures = {name: said for name, said in card.values.items() if isinstance(said, dict)}
            field = next((name for name, said in figures.items() if word[1] in said), None)
            if field is not None:
                self.problems.found[index] = problem._replace(place=card.place_of(field), field=field)

    def _warn_of_markup(self, template: str, card: Card, text: str) -> None:
        """Tells of card texts with markup that the layout prints as if it were none."""
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

    def _template(self, component: Component, name: str, side: Side) -> Template | None:
        known = self.opened.get((component.id, side))
        if known is not None:
            return known
        if name in self.failed:
            return None
        try:
            template = self.templates.open(name, component.place_of(side))
            self.opened[component.id, side] = template
            return template
        except InputError as error:
            self.failed.add(name)
            self.problems.extend([error.at(component.place_of(side))])
            return None

    def _builder(self, component: Component) -> Builder:
        builder = self.builders.get(component.id)
        if builder is None:
            width, height = component.size.width, component.size.height
            builder = Builder.of(self.scope, self.templates.files, self.problems, self.words, width, height)
            self.builders[component.id] = builder
        return builder

    def _values(
        self, component: Component, cards: CardSet, card: Card, side: Side, number: int, copy: int
    ) -> Mapping[str, object]:
        shared = self.shared.get(cards)
        if shared is None:
            shared = self.shared[cards] = {
                **game_values(self.game, self.theme),
                "low_ink": self.low_ink,
                "deck": set_values(cards),
                "component": _component_values(component),
                "cards": _cards_of(self.game),
                **({} if component.box_contents is None else {"box": _box_values(component.box_contents)}),
            }
        return {
            **shared,
            **{name: card.values.get(field) for name, field in self._respelt(cards)},
            "side": side,
            "number": number,
            COPY: copy,
            "card": card.values,
            **card.values,
        }

    def _respelt(self, cards: CardSet) -> Sequence[tuple[str, str]]:
        """The fields whose names a template can't write, after what it calls them."""
        known = self.respelt.get(cards)
        if known is None:
            odd = (field for field in _fields_of(cards) if not field.isidentifier())
            known = self.respelt[cards] = [(spoken(field), field) for field in odd if spoken(field)]
        return known

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


def _remembering(
    folders: Sequence[Path], found: dict[str, Path], missing: dict[str, InputError]
) -> Callable[[str], Path]:
    """Finds files in the folders; ``found`` notes where each was, and ``missing`` which are not there.

    Each is looked for once: a thousand cards show the same few.
    """

    def find(name: str) -> Path:
        if name in found:
            return found[name]
        if name in missing:
            raise missing[name].with_traceback(None)
        try:
            path = found[name] = find_file(folders, name)
        except InputError as error:
            if error.code == MISSING_FILE:
                missing[name] = error
            raise
        return path

    return find


def _theme_path(game: Game, problems: Problems) -> Path | None:
    try:
        return find_theme(game)
    except InputError as error:
        problems.extend([error.at(game.place_of("theme"), field="theme")])
        return None


def game_values(game: Game, theme: Theme) -> dict[str, object]:
    """What every template of a game sees."""
    # Of a table that could not be read was told; a template that reads it is not to blame.
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
            "variants": {
                name: {"says": variant.says, "set": variant.changes}
                for name, variant in game.variants.items()
            },
            "data": data,
        },
        "data": data,
        "theme": theme.values,
    }


def tell_untranslated(game: Game, problems: Problems, told: set[str]) -> None:
    """Warns of words that were printed as they are, for the translation has none for them; each once."""
    for asked in game.words.missing(told):
        told.add(asked.word)
        problems.warning(
            f"the translation has no word for {quote(asked.word)}",
            asked.place,
            field="words",
            hint=f"`gatepress translate {game.folder.name} {game.language}` adds what is missing",
        )


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
