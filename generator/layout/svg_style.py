"""The style sheets of SVG files: their rules, and what of them is read by whom."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple

Declarations = Mapping[str, str]

COMMENT = re.compile(r"/\*.*?(?:\*/|\Z)|<!--|-->", re.DOTALL)
NO_SPACE = re.compile(r"\S")
BRACE = re.compile("[{}]")
AT_RULE = re.compile(r"@[\w-]+")
SIMPLE = re.compile(r"(\*|[a-zA-Z][\w-]*)?((?:[.#][\w-]+)*)\Z")
PARTS = re.compile(r"([.#])([\w-]+)")
PSEUDO = re.compile(r"::?[\w-]+")
NEVER = frozenset({":hover", ":focus", ":active", ":visited", ":link", ":target", ":focus-visible"})
"""Selectors that choose nothing on paper."""


def word_set(words: str) -> frozenset[str]:
    return frozenset(words.split())


class Rule(NamedTuple):
    """Declarations for all elements of a tag, with all these classes and ids; empty: whatever they have."""

    weight: tuple[int, int, int]
    """Ids, classes and tags in its selector: the heavier rule is stronger."""
    tag: str
    classes: frozenset[str]
    ids: frozenset[str]
    declarations: Declarations

    def fits(self, tag: str, classes: frozenset[str], name: str) -> bool:
        return (not self.tag or self.tag == tag) and self.classes <= classes and self.ids <= {name}


class StyleSheet(NamedTuple):
    """The rules of a file's ``<style>`` elements, the weakest first."""

    rules: tuple[Rule, ...] = ()
    at_rules: tuple[str, ...] = ()
    """``@media`` and the like, which nothing here follows."""
    selectors: tuple[str, ...] = ()
    """What says more than tags, classes and ids, as it is written."""
    values: tuple[Declarations, ...] = ()
    """What all rules declare, whatever they choose."""

    def of(self, tag: str, classes: str, name: str) -> dict[str, str]:
        """What the rules say of an element."""
        own, found = frozenset(classes.split()), dict[str, str]()
        for rule in self.rules:
            if rule.fits(tag, own, name):
                found |= rule.declarations
        return found

    def not_followed(self) -> Iterator[str]:
        """What in it what draws art into pixels does not follow either."""
        yield from (rule for rule in self.at_rules if rule not in ("@charset", "@namespace"))
        for selector in self.selectors:
            if "~" in selector:
                yield selector
                continue
            yield from (
                pseudo
                for pseudo in PSEUDO.findall(selector)
                if pseudo not in NEVER and pseudo not in (":first-child", ":lang")
            )


def read_style_sheet(text: str) -> StyleSheet:
    """All rules of a file's style sheets."""
    at_rules: list[str] = []
    rules: list[Rule] = []
    others: list[str] = []
    values: list[Declarations] = []
    for selectors, body in _rules(COMMENT.sub(" ", text), at_rules):
        declared = declarations(body)
        values.append(declared)
        for selector in selectors.split(","):
            rule = _rule(selector.strip(), declared)
            if rule is None:
                others.append(selector.strip())
            else:
                rules.append(rule)
    # Of rules of one weight the last is the strongest: sorting keeps their order.
    rules.sort(key=lambda rule: rule.weight)
    return StyleSheet(tuple(rules), tuple(at_rules), tuple(others), tuple(values))


def declarations(style: str) -> dict[str, str]:
    """``fill:red; stroke:none`` by name, without what an editor notes for itself (``-inkscape-…``)."""
    pairs = [part.partition(":") for part in style.split(";") if ":" in part]
    return {
        name.strip(): value.replace("!important", "").strip()
        for name, _, value in pairs
        if not name.strip().startswith("-")
    }


def _rules(text: str, at_rules: list[str]) -> Iterator[tuple[str, str]]:
    """Each rule's selectors and what it declares; rules that begin with ``@`` are left out and noted."""
    position = 0
    while True:
        brace = text.find("{", position)
        begin = NO_SPACE.search(text, position)
        if begin is not None and begin[0] == "@":
            end = text.find(";", position, brace if brace >= 0 else len(text))
            if end >= 0:
                at_rules += AT_RULE.findall(text[position:end])[:1]
                position = end + 1
                continue
        if brace < 0:
            return
        selectors = text[position:brace].strip()
        close = _closing(text, brace)
        if selectors.startswith("@"):
            at_rules += AT_RULE.findall(selectors)[:1]
        else:
            yield selectors, text[brace + 1 : close]
        position = close + 1


def _closing(text: str, brace: int) -> int:
    """Where the block that begins at ``brace`` ends."""
    depth = 0
    for match in BRACE.finditer(text, brace):
        depth += 1 if match[0] == "{" else -1
        if not depth:
            return match.start()
    return len(text)


def _rule(selector: str, declared: Declarations) -> Rule | None:
    match = SIMPLE.match(selector)
    if match is None or not selector:
        return None
    tag = "" if match[1] in (None, "*") else match[1]
    parts = PARTS.findall(match[2])
    classes = frozenset(name for kind, name in parts if kind == ".")
    ids = frozenset(name for kind, name in parts if kind == "#")
    return Rule((len(ids), len(classes), int(bool(tag))), tag, classes, ids, declared)
