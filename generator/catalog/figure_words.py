"""The words that say on a card what figure it shows, and where the kit's parts lie that they choose."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path

from generator.catalog.problems import InputError
from generator.catalog.suggest import did_you_mean, vocabulary
from generator.catalog.wording import MAX_LISTED as MOST_IN_A_LIST
from generator.catalog.wording import code, listed, quote

FOLDER = "figures"
STYLES = "styles"
GROUPS: Mapping[str, tuple[str, ...]] = {
    "sky": ("skies",),
    "ground": ("grounds",),
    "stance": ("stances",),
    "coat": ("coats",),
    "head": ("heads",),
    "face": ("faces",),
    "hair": ("hair",),
    "beard": ("beards",),
    "hat": ("hats",),
    "back": ("backs",),
    "legs": ("legs",),
    "holds": ("holds",),
    "animal": ("animals",),
    "machine": ("machines",),
    "ship": ("ships",),
    "building": ("buildings",),
    "thing": ("things",),
    "beside": ("things", "animals", "machines", "ships", "buildings", "holds"),
}
"""The words that choose a part, and the folders in which the part may be."""
LISTS = frozenset({"holds", "beside"})
"""Those that choose several."""
SPOKEN = {"holds": "thing to hold", "beside": "thing"}
LOOKS = ("style", "body", "facing", "distance", "group", "shift", "colours")
"""The words that choose no part."""
NO_PART, ANY_PART = "none", "auto"
"""Instead of a part: nothing; whatever the figure's name chooses."""
FOREIGN_WORDS = vocabulary(
    {
        "stance": "pose",
        "coat": "armour armor clothes dress",
        "body": "build physique figure shape",
        "hat": "helmet",
        "holds": "hold hands weapon",
        "sky": "backdrop",
        "ground": "background scene",
        "colours": "colors color",
        "animal": "creature",
        "facing": "flip",
        "distance": "crop zoom near",
        "group": "crowd number",
    }
)
_NAME = re.compile(r"[\w-]{1,60}")
MAX_LISTED = 40
"""Parts that a hint lists."""
SHOWN = "`gatepress docs figures` shows all"
"""The hint where there are more."""


def part_names(folders: Sequence[Path], word: str) -> list[str]:
    """All parts that a word may choose, sorted."""
    paths = (
        path
        for folder in folders
        for group in GROUPS[word]
        for path in (folder / FOLDER / group).glob("*.xml")
    )
    return sorted({path.stem for path in paths})


def with_part(figure: Mapping[object, object], word: str, part: str) -> dict[object, object]:
    """The words of a figure with another part; of several, the first is another."""
    if word not in LISTS:
        return {**figure, word: part}
    worn = figure.get(word)
    return {**figure, word: [part, *(worn[1:] if isinstance(worn, list) else [])]}


def style_names(folders: Sequence[Path]) -> list[str]:
    """All styles that there are, sorted."""
    return sorted({path.stem for folder in folders for path in (folder / FOLDER / STYLES).glob("*.yaml")})


def no_part(word: str, name: str, folders: Sequence[Path]) -> InputError:
    """The error for a part that there is not."""
    known = part_names(folders, word)
    message = f"the kit of figures has no {SPOKEN.get(word, word)} {quote(name)}"
    for other in GROUPS:
        if name in part_names(folders, other):
            return InputError(message, hint=f"{code(name)} belongs to {code(other)}")
    return InputError(message, hint=did_you_mean(name, known) or all_of(known))


def all_of(known: Sequence[str]) -> str:
    """The hint that lists parts, or styles; of many the first, and where all of them are."""
    if not 0 < len(known) <= MAX_LISTED:
        return SHOWN
    return f"there are {listed(known)}" + (f"; {SHOWN}" if len(known) > MOST_IN_A_LIST else "")


def read_figure(value: object) -> dict[str, object]:
    """The words of a card's figure: a mapping, or text such as ``stance guard; holds spear, lantern``.

    Whether there are such parts is checked where the figure is drawn: games are played without layouts, too.
    Raises one :class:`InputError` for all words that are wrong.
    """
    words = _of_text(value) if isinstance(value, str) else value
    if not isinstance(words, Mapping):
        raise InputError(
            f"expected words for a figure, got {quote(value)}",
            hint="write for example `{stance: guard, hat: helmet, holds: [spear]}`",
        )
    faults = [fault for word, said in words.items() if (fault := _fault(str(word), said))]
    if faults:
        hints = dict.fromkeys(fault.hint for fault in faults if fault.hint)
        raise InputError("; ".join(fault.message for fault in faults), hint=" ".join(hints) or None)
    return {str(word): said for word, said in words.items()}


def _of_text(text: str) -> dict[str, object]:
    words: dict[str, object] = {}
    for pair in filter(None, map(str.strip, text.split(";"))):
        word, _, said = pair.replace(":", " ", 1).partition(" ")
        if not said.strip():
            raise InputError(
                f"expected a word and a part, got {quote(pair)}",
                hint="write for example `stance guard; hat helmet; holds spear, lantern`",
            )
        words[word] = [part.strip() for part in said.split(",")] if word in LISTS else said.strip()
    return words


def _fault(word: str, said: object) -> InputError | None:
    if word in LOOKS:
        return None
    if word not in GROUPS:
        known = (*GROUPS, *LOOKS)
        return InputError(
            f"a figure has no {code(word)}", hint=did_you_mean(word, known, FOREIGN_WORDS) or listed(known)
        )
    names = said if isinstance(said, list) and word in LISTS else [said]
    for name in names:
        if name is not None and not (isinstance(name, str) and _NAME.fullmatch(name)):
            return InputError(f"expected the name of a {SPOKEN.get(word, word)}, got {quote(name)}")
    return None
