"""Classes and sides of the bundled games stay apart for all: in grey, without red cones, without green ones.

What they see is simulated as ``gatepress check --vision`` does. Marks must differ by lightness or pattern:
what counts is L* (CIE 1976), never the hue.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy
import pytest
from games import PROJECT, run_here
from PIL import Image

from generator.layout.colour_vision import SIGHTS, lab, seen

DPI, BLEED = 60, 3.0
NOTICED = 12
"""A step of L* that is seen at a glance."""

Pixels = numpy.ndarray[Any, Any]


@dataclass(frozen=True, slots=True)
class Marks:
    """Where a game's cards say what they are: a box in mm, and two cards (SET/ID) of each class or side."""

    game: str
    box: tuple[float, float, float, float]
    cards: dict[str, tuple[str, str]]


MARKS = {
    "battle-gate: borders": Marks(
        "battle-gate",
        (0.3, 20, 2, 70),
        {
            "minion": ("night-shift/odd-bone", "night-shift/pallbearer"),
            "soldier": ("night-shift/hearse-horse", "night-shift/funeral-drummer"),
            "assassin": ("night-shift/parish-raven", "night-shift/midnight-itself"),
        },
    ),
    "hold-the-gates: where the halves meet": Marks(
        "hold-the-gates",
        (0, 52, 63.5, 54.4),
        {
            "defender": ("cards/militia", "cards/archers"),
            "attacker": ("cards/armoured-grunt", "cards/chieftain"),
        },
    ),
    "hold-the-line: stripes": Marks(
        "hold-the-line",
        (0.3, 25, 6, 65),
        {
            "olive": ("troops/olive-infantry", "troops/olive-tank"),
            "sand": ("troops/sand-infantry", "troops/sand-tank"),
        },
    ),
    "strongholds: ranks": Marks(
        "strongholds",
        (4.5, 5, 10.5, 11),
        {"black": ("deck/7S", "deck/7C"), "red": ("deck/7H", "deck/7D")},
    ),
    "strongholds: pips": Marks(
        "strongholds",
        (17.45, 15.55, 24.45, 22.55),
        {"black": ("deck/7S", "deck/7C"), "red": ("deck/7H", "deck/7D")},
    ),
    "gateway: lower edges of headers": Marks(
        "gateway",
        (0, 9.8, 63.5, 13.8),
        {
            "insurgent": ("base/rebel", "base/defender"),
            "asset": ("base/merchant", "base/saloran-cart"),
            "runestone": ("lesser/lesser-flame", "lesser/lesser-ward"),
            "guard": ("guard/city-guard", "guard/elite-guard"),
            "horde": ("horde/drueggar-raider", "horde/drueggar-hulk"),
            "event": ("events/curfew", "events/first-blood"),
        },
    ),
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where each game's cards lie as pictures, once they were asked for."""
    return tmp_path_factory.mktemp("printed")


def printed(folder: Path, marks: Marks) -> dict[str, tuple[Image.Image, ...]]:
    """The marks of the cards, by class."""
    if not (folder / marks.game).exists():
        asked = [card.split("/") for pair in marks.cards.values() for card in pair]
        words = [word for part in sorted({part for part, _ in asked}) for word in ("--only", part)]
        words += [word for _, card in asked for word in ("--select", card)]
        where = ("--form", "png", "--dpi", str(DPI), "--out", folder)
        done = run_here("build", PROJECT / "cards" / marks.game, *words, *where)
        assert done.code == 0, done.output
    return {
        name: tuple(
            Image.open(picture_of(folder / marks.game / card))
            .convert("RGB")
            .crop(tuple(round((BLEED + at) / 25.4 * DPI) for at in marks.box))
            for card in pair
        )
        for name, pair in marks.cards.items()
    }


def picture_of(card: Path) -> Path:
    """The picture of a card, or of the first copy where copies have one each."""
    whole = card.with_name(f"{card.name}.png")
    return whole if whole.exists() else card.with_name(f"{card.name}-1.png")


def lightness(picture: Image.Image, eye: str) -> Pixels:
    """L* of every pixel."""
    return lab(seen(numpy.asarray(picture), SIGHTS[eye]))[..., 0]


@pytest.mark.parametrize("eye", SIGHTS)
@pytest.mark.parametrize("mark", MARKS)
def test_marks_stay_apart_by_lightness_or_pattern(mark: str, eye: str, folder: Path) -> None:
    looks = {
        name: [lightness(one, eye) for one in pair] for name, pair in printed(folder, MARKS[mark]).items()
    }
    for one, other in combinations(looks, 2):
        alike = max(changed(*looks[one]), changed(*looks[other]))
        apart = min(changed(left, right) for left in looks[one] for right in looks[other])
        assert apart > max(0.05, 1.4 * alike), f"{one} and {other}: {apart:.2f}, among themselves {alike:.2f}"


def changed(one: Pixels, other: Pixels) -> float:
    """The share of pixels that are seen to differ."""
    return float((numpy.abs(one - other) > NOTICED).mean())
