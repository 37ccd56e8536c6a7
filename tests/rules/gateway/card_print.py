"""What a card of Gateway says, read from its printed face by a reader's eyes.

``SENTENCES`` holds what a player reads in each sentence; whatever is printed beside them is not understood,
and so no sentence can be printed that these tests leave out.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache

from games import bundled_game
from printed import component_of, printed, renderer_of

from generator.catalog.models import Card, Game
from generator.layout.faces import FaceRenderer

CARDS = ("base", "city", "helpers", "runestones", "guards", "horde")
"""The components whose cards are played and fight; ``events`` and ``districts`` come beside them."""
PRINTED = (*CARDS, "events", "districts")

LEADS = {
    "In battle:": "battle",
    "On conquest:": "conquest",
    "When killed:": "killed",
    "When it arrives:": "arrives",
    "Use and trash:": "used",
}
"""What is printed before the sentences that do not happen when the card is played, by trigger."""

LASTING = {"attack-for-each"}
"""Sentences without a lead that hold as long as the card lies there."""

SENTENCES: dict[str, tuple[str, ...]] = {
    "gain-gold": (r"Gain (?P<n>\d+) \{gold\}\.",),
    "gain-points": (r"Gain (?P<n>\d+) \{power\}\.",),
    "gain-drafts": (r"You may draft (?P<n>\d+) more cards? this turn\.",),
    "gain-attacks": (r"You may attack (?P<n>\d+) more districts? this turn\.",),
    "gain-vp": (r"Gain (?P<n>\d+) \{vp\}\.",),
    "draw": (r"Draw (?P<n>\d+) cards?\.",),
    "discard": (r"Discard (?P<n>\d+) cards? from your hand\.",),
    "sift": (
        r"Look at the top card of your deck\. You may discard it\.",
        r"Look at the top (?P<n>\d+) cards of your deck\. Discard any of them and put the rest back in "
        r"order\.",
    ),
    "cull": (
        r"You may trash (?P<n>1) card from your hand or discard pile\.",
        r"You may trash up to (?P<n>\d+) cards from your hand or discard pile\.",
    ),
    "discard-for-points": (
        r"You may discard (?P<n>1) card from your hand for 1 \{power\}\.",
        r"You may discard up to (?P<n>\d+) cards from your hand for 1 \{power\} each\.",
    ),
    "others-discard-to": (r"Each other player discards down to (?P<n>\d+) cards? in hand\.",),
    "gain-card": (r"Put (?P<n>\d+) (?P<what>[A-Z][\w ]+?) from (?:its|their) stack (?P<to>[\w ]+)\.",),
    "revive": (
        r"Put an Insurgent that costs at most (?P<n>\d+) \{gold\} from your discard pile into your Army\.",
    ),
    "recall": (
        r"You may put (?:up to )?(?P<n>\d+) Insurgents? from your discard pile into your hand\.",
    ),
    "army-attack": (r"Your Army deals (?P<n>\d+) more damage this turn\.",),
    "army-defence": (r"Your Insurgents have \+(?P<n>\d+) \{defence\} this turn\.",),
    "weaken": (r"Your Army’s opponents deal (?P<n>\d+) damage less this turn\.",),
    "strike": (r"In a battle, deal (?P<n>\d+) damage to an opposing card\.",),
    "blind": (
        r"An opposing card has 0 \{attack\} this turn\.",
        r"(?P<n>\d+) opposing cards have 0 \{attack\} this turn\.",
    ),
    "rescue": (
        r"The next of your Insurgents killed this turn goes to your hand\.",
        r"The next (?P<n>\d+) of your Insurgents killed this turn go to your hand\.",
    ),
    "double-attack": (
        r"The \{attack\} of one of your Insurgents counts twice this turn\.",
        r"The \{attack\} of (?P<n>\d+) of your Insurgents counts twice this turn\.",
    ),
    "claim": (
        r"Take control of an empty district that nobody controls\.",
        r"Take control of (?P<n>\d+) empty districts that nobody controls\.",
    ),
    "gold-for-each": (r"Gain (?P<n>\d+) \{gold\} for each (?P<what>[\w ]+)\.",),
    "attack-for-each": (r"\+(?P<n>\d+) \{attack\} for each (?P<what>[\w ]+)\.",),
    "reinforce": (r"(?P<n>\d+) more cards? from its deck joins? it here\.",),
    "spawn-horde": (
        r"A Horde card spawns at (?:each of )?(?P<what>[A-Z](?:, [A-Z])*)(?:, in this order)?\.",
    ),
    "spawn-guard": (
        r"A Guard card spawns at (?:each of )?(?P<what>[A-Z](?:, [A-Z])*)(?:, in this order)?\.",
    ),
    "horde-grows": (r"Every district that holds Horde gets (?P<n>\d+) more Horde cards?\.",),
    "all-discard-to": (r"Each player discards down to (?P<n>\d+) cards? in hand\.",),
    "all-cull": (
        r"Each player may trash (?:up to )?(?P<n>\d+) cards? from their hand or discard pile\.",
    ),
    "all-vp-for-each-district": (
        r"Each player gains (?P<n>\d+) \{vp\} for each district they control\.",
    ),
    "underdog-vp": (r"Each player who controls no district gains (?P<n>\d+) \{vp\}\.",),
}  # fmt: skip
"""For each effect what its sentence reads like; a sentence without a number speaks of one."""

CHOICE = "choose-one"
CHOICE_LEAD = "Choose one:"
BULLET = "{ph.caret-right-fill}"

KEYWORDS: dict[str, str] = {
    "vanguard": r"Vanguard\. Must be killed before damage goes to cards without Vanguard\.",
    "veiled": r"Veiled\. Takes damage only after all cards that are not Veiled\.",
    "charge": r"Charge (?P<n>\d+)\. \+(?P=n) \{attack\} while its side attacks\.",
    "bulwark": r"Bulwark (?P<n>\d+)\. \+(?P=n) \{defence\} while its side defends\.",
    "hordebane": r"Hordebane (?P<n>\d+)\. \+(?P=n) \{attack\} against the Horde\.",
    "guardbane": r"Guardbane (?P<n>\d+)\. \+(?P=n) \{attack\} against Guards\.",
    "returning": r"Returning\. When killed, it goes to your hand\.",
    "fleeting": r"Fleeting\. When killed or discarded, it goes back to its stack\.",
}
"""For each keyword its line, behind its icon; the number of the name is that of the explanation."""


class NotUnderstood(ValueError):  # noqa: N818 - it is what happened
    """Raised for words on a card that no line of the tables above reads."""


@dataclass(frozen=True, slots=True)
class Sentence:
    """One sentence of a card."""

    word: str
    """The effect that it is the sentence of."""
    n: int
    what: str = ""
    """What is counted, put somewhere or where something spawns, as printed."""
    to: str = ""
    lines: tuple[tuple[Sentence, ...], ...] = ()
    """What there is to choose from."""


@dataclass(frozen=True, slots=True)
class Print:
    """All that a card says."""

    keywords: dict[str, int]
    """Each with its number; 1 for one without."""
    said: dict[str, tuple[Sentence, ...]]
    """By trigger; what has no lead is ``played`` or ``always``."""

    def of(self, trigger: str) -> tuple[Sentence, ...]:
        return self.said.get(trigger, ())

    def words(self) -> set[str]:
        """The effects whose sentences stand on the card."""
        return {word for part in self.said.values() for sentence in part for word in words_of(sentence)}


def words_of(sentence: Sentence) -> set[str]:
    inner = {word for line in sentence.lines for each in line for word in words_of(each)}
    return {sentence.word} | inner


def tidy(text: str) -> str:
    """The text without the gaps that icons leave before a full stop or comma."""
    return re.sub(r"\s+([.,])", r"\1", re.sub(r"\s+", " ", text)).strip()


def read_sentence(text: str) -> tuple[Sentence, str]:
    """The sentence that a text begins with, and what follows. Raises NotUnderstood."""
    if text.startswith(CHOICE_LEAD):
        return _read_choice(text.removeprefix(CHOICE_LEAD).strip())
    for word, patterns in SENTENCES.items():
        for pattern in patterns:
            found = re.match(pattern, text)
            if found:
                named = found.groupdict()
                number = int(named.get("n") or 1)
                sentence = Sentence(word, number, named.get("what") or "", named.get("to") or "")
                return sentence, text[found.end() :].strip()
    raise NotUnderstood(text)


def _read_choice(text: str) -> tuple[Sentence, str]:
    lines = []
    while text.startswith(BULLET):
        text = text.removeprefix(BULLET).strip()
        line: list[Sentence] = []
        while text and not text.startswith((BULLET, *LEADS)):
            sentence, text = read_sentence(text)
            line.append(sentence)
        lines.append(tuple(line))
    return Sentence(CHOICE, 1, lines=tuple(lines)), text


def read_print(text: str, first: str = "played") -> Print:
    """All that a text says; ``first``: when what has no lead happens. Raises NotUnderstood."""
    rest = tidy(text)
    keywords: dict[str, int] = {}
    said: dict[str, list[Sentence]] = {}
    trigger = first
    while rest:
        found = _keyword_at(rest)
        lead = next((lead for lead in LEADS if rest.startswith(lead)), None)
        if found is not None:
            word, number, rest = found
            keywords[word] = number
        elif lead is not None:
            trigger, rest = LEADS[lead], rest.removeprefix(lead).strip()
        else:
            sentence, rest = read_sentence(rest)
            said.setdefault("always" if sentence.word in LASTING else trigger, []).append(sentence)
    return Print(keywords, {when: tuple(sentences) for when, sentences in said.items()})


def _keyword_at(text: str) -> tuple[str, int, str] | None:
    for word, pattern in KEYWORDS.items():
        found = re.match(r"\{[\w.-]+\} " + pattern, text)
        if found:
            return word, int(found.groupdict().get("n") or 1), text[found.end() :].strip()
    return None


@cache
def _renderer() -> FaceRenderer:
    return renderer_of(bundled_game("gateway"))


def print_of(component: str, card: Card) -> Print:
    """What the card of the bundled game says."""
    first = {"events": "event", "districts": "ability"}.get(component, "played")
    return read_print(printed(_renderer(), component_of(bundled_game("gateway"), component), card), first)


def cards_of(game: Game, *components: str) -> dict[str, Card]:
    """The cards of components, by their ids."""
    return {
        card.id: card
        for name in components
        for listed in component_of(game, name).sets
        for card in listed.cards
    }


@cache
def prints() -> dict[str, tuple[str, Card, Print]]:
    """Component, card and print of all cards, events and district boards, by id."""
    game = bundled_game("gateway")
    return {
        card.id: (component, card, print_of(component, card))
        for component in PRINTED
        for card in cards_of(game, component).values()
    }
