"""A deck spends all its points and no more."""

from __future__ import annotations

from collections.abc import Iterator

from generator.deck.rules.rule import Case, Finding, Rule, counted


def _check(case: Case) -> Iterator[Finding]:
    if not case.is_whole:
        return
    deck, limits = case.deck, case.format
    unknown = sum(entry.copies for entry in deck.entries if entry.power is None)
    least = deck.points + unknown * limits.weakest
    most = deck.points + unknown * limits.strongest
    if least > limits.points:
        at_least = "at least " if unknown else ""
        yield Finding(f"{at_least}{counted(least, 'point')}, {least - limits.points:,} over")
    elif most < limits.points:
        at_most = "at most " if unknown else ""
        yield Finding(
            f"{at_most}{counted(most, 'point')}, {limits.points - most:,} unspent",
            severity="warning" if case.allow_unspent else "error",
        )


RULE = Rule(
    "points",
    lambda limits: f"A deck spends exactly {counted(limits.points, 'point')}. A card costs its power.",
    _check,
)
