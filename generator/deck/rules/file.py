"""The file can be read."""

from __future__ import annotations

from collections.abc import Iterator

from generator.catalog.problems import Problem
from generator.deck.rules.rule import Case, Finding, Rule


def _check(case: Case) -> Iterator[Finding]:
    for problem in case.unread:
        yield Finding(words_of(problem), severity=problem.severity, place=problem.place, card=problem.card)


def words_of(problem: Problem) -> str:
    """The problem without its place and its card."""
    field = f"{problem.field}: " if problem.field else ""
    others = f" (and {problem.others:,} more like it)" if problem.others else ""
    hint = f"; {problem.hint}" if problem.hint else ""
    return f"{field}{problem.message}{others}{hint}"


RULE = Rule("file", lambda _: "The whole deck file can be read.", _check)
