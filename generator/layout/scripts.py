"""Scripts: which one a letter belongs to, which fonts it is taken from, and which packages bring some."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any, Generic, NamedTuple, Protocol, TypeVar
from unicodedata import category, normalize

import uharfbuzz as hb

from generator.catalog.problems import InputError


class Script(NamedTuple):
    """Letters that one font has together."""

    name: str
    codes: frozenset[str]
    """As ISO 15924 has them."""
    sample: str
    """Letters that any font for it has."""
    packages: tuple[str, ...] = ()
    """What brings such fonts, the first before the others."""
    languages: tuple[str, ...] = ()
    """Those whose Chinese characters look like its own, as game.yaml writes them."""


def _script(name: str, codes: str, sample: str, packages: str = "", languages: str = "") -> Script:
    return Script(name, frozenset(codes.split()), sample, tuple(packages.split()), tuple(languages.split()))


EMOJI_CODE = "Zsye"
LICENCE = "OFL-1.1"
"""Of all the fonts in these packages: the SIL Open Font License 1.1."""
NOTO = "manimgx-fonts"
"""Noto Sans for 21 scripts and Noto Emoji, which has one tone; each with all weights."""
SCRIPTS = (
    _script("Latin", "Latn", "AQZaqzéß"),
    _script("Greek", "Grek", "ΑΩαως", "fontpkg-noto-sans fontpkg-noto-serif"),
    _script("Cyrillic", "Cyrl", "АЯаяжщ", "fontpkg-noto-sans fontpkg-noto-serif"),
    _script("Hebrew", "Hebr", "אבגדהותם", "fontpkg-heebo fontpkg-frank-ruhl-libre fontpkg-rubik"),
    _script("Arabic", "Arab", "ابجدهوةيعغ", "fontpkg-noto-sans-arabic fontpkg-amiri fontpkg-cairo"),
    _script("Thai", "Thai", "กขคงอะาิเแ", "fontpkg-noto-sans-thai fontpkg-sarabun fontpkg-prompt"),
    _script("Devanagari", "Deva", "अकखगािीे", "fontpkg-noto-sans-devanagari fontpkg-mukta fontpkg-poppins"),
    _script("Bengali", "Beng", "অকখগািীে", f"fontpkg-hind-siliguri {NOTO}"),
    _script("Tamil", "Taml", "அகஙசாிீே", f"fontpkg-noto-sans-tamil fontpkg-catamaran {NOTO}"),
    _script("Telugu", "Telu", "అకఖగాిీే", f"fontpkg-noto-sans-telugu fontpkg-anek-telugu {NOTO}"),
    _script("Khmer", "Khmr", "កខគឃាិេ", f"fontpkg-noto-sans-khmer {NOTO}"),
    _script("Armenian", "Armn", "ԱԲաբ", NOTO),
    _script("Georgian", "Geor", "აბგდ", NOTO),
    _script("Ethiopic", "Ethi", "ሀለሐመ", NOTO),
    _script("Gujarati", "Gujr", "અકખગ", NOTO),
    _script("Gurmukhi", "Guru", "ਅਕਖਗ", NOTO),
    _script("Kannada", "Knda", "ಅಕಖಗ", NOTO),
    _script("Lao", "Laoo", "ກຂຄງ", NOTO),
    _script("Malayalam", "Mlym", "അകഖഗ", NOTO),
    _script("Burmese", "Mymr", "ကခဂဃ", NOTO),
    _script("Odia", "Orya", "ଅକଖଗ", NOTO),
    _script("Sinhala", "Sinh", "අකඛග", NOTO),
    _script("Japanese", "Hira Kana Hani", "あいアイ一日本語", "pylopdf-fonts-jp pylopdf-fonts-cjk", "ja"),
    _script(
        "simplified Chinese", "Hani Bopo", "一中国汉语这们", "pylopdf-fonts-zh-cn", "zh zh-hans zh-cn zh-sg"
    ),
    _script(
        "traditional Chinese",
        "Hani Bopo",
        "一中國漢語這們",
        "pylopdf-fonts-zh-tw",
        "zh-hant zh-tw zh-hk zh-mo",
    ),
    _script("Korean", "Hang Hani", "가나다한글", "pylopdf-fonts-ko", "ko"),
    _script("Emoji", EMOJI_CODE, "😀🐉🎲🔥", NOTO),
)
"""In the order in which they are listed. The packages are found on PyPI; nothing here installs any."""
HAN = "Hani"
CJK = frozenset({"Hani", "Hira", "Kana", "Bopo"})
LOOSE = frozenset({"", "Latn"})
"""What may be set letter by letter: a sign or an accented letter from elsewhere is better than a new face."""

EMOJI = re.compile(
    "[\U0001f004\U0001f0cf\U0001f18e\U0001f191-\U0001f19a\U0001f1e6-\U0001f1ff\U0001f300-\U0001f64f"
    "\U0001f680-\U0001f6ff\U0001f7e0-\U0001f7ff\U0001f90c-\U0001f9ff\U0001fa70-\U0001faff\u231a\u231b"
    "\u23e9-\u23ec\u23f0\u23f3\u25fd\u25fe\u2614\u2615\u2648-\u2653\u267f\u2693\u26a1\u26aa\u26ab\u26bd\u26be"
    "\u26c4\u26c5\u26ce\u26d4\u26ea\u26f2\u26f3\u26f5\u26fa\u26fd\u2705\u270a\u270b\u2728\u274c\u274e"
    "\u2753-\u2755\u2757\u2795-\u2797\u27b0\u27bf\u2b1b\u2b1c\u2b50\u2b55\ufe0f\u20e3]"
)
"""Letters that are emoji by themselves, and those that make one of the letter before (UTS 51)."""
AS_TEXT, JOINER = "\ufe0e", "\u200d"
INVISIBLE = re.compile("[\u200b-\u200f\u2060\ufe00-\ufe0f\ufeff]")
"""Joiners and variation selectors: a font that lacks them lacks nothing to be seen."""
TAKEN_ALONG = re.compile(
    "[\u200c\u200d\ufe00-\ufe0f\U0001f3fb-\U0001f3ff\U000e0020-\U000e007f\U000e0100-\U000e01ef]"
)
"""What changes the letter before: joiners, variation selectors, tones of skin, tags of flags."""
FLAG_LETTER = re.compile("[\U0001f1e6-\U0001f1ff]")


def is_emoji(cluster: str) -> bool:
    """Whether a letter with what belongs to it is to be drawn in colours."""
    return EMOJI.search(cluster) is not None and AS_TEXT not in cluster


@cache
def script_of(letter: str) -> str:
    """Its code; empty for a sign that all scripts have in common, and for marks."""
    buffer = hb.Buffer()
    buffer.add_str(letter)
    buffer.guess_segment_properties()
    return str(buffer.script or "")


def clusters(text: str) -> list[str]:
    """Letters, each with its marks and whatever else belongs to it."""
    found: list[str] = []
    for letter in text:
        before = found[-1] if found else ""
        is_second = len(before) == 1 and FLAG_LETTER.match(before) and FLAG_LETTER.match(letter)
        joins = before.endswith(JOINER) and EMOJI.search(before)
        if before and (is_second or joins or TAKEN_ALONG.match(letter) or category(letter)[0] == "M"):
            found[-1] += letter
        else:
            found.append(letter)
    return found


def package_hint(letters: str) -> str:
    """Which packages bring letters that are missing; empty where none is known."""
    found: list[Script] = []
    brought = [_scripts_with(code_of(cluster)) for cluster in clusters(letters)]
    # Kana say that it is Japanese, where Chinese characters may be of any of four.
    for scripts in sorted(brought, key=len):
        if not any(script in found for script in scripts):
            found += scripts
    return ", ".join(f"{script.packages[0]} ({script.name})" for script in found)


def _scripts_with(code: str) -> list[Script]:
    return [script for script in SCRIPTS if code in script.codes and script.packages]


def code_of(cluster: str) -> str:
    """The script of a letter with its marks; emoji count as one."""
    return EMOJI_CODE if is_emoji(cluster) else script_of(cluster[0])


def in_order(packages: Iterable[str], code: str, language: str) -> list[str]:
    """Packages in the order in which they are asked for letters of a script, whatever a folder's order is."""
    scripts = _scripts_with(code)
    scripts.sort(key=lambda script: _is_meant(language, script), reverse=True)
    known = [package for script in scripts for package in script.packages]
    return sorted(packages, key=lambda name: (known.index(name) if name in known else len(known), name))


def _is_meant(language: str, script: Script) -> int:
    """How much of a language's name is that of one of the script's."""
    said = language.casefold().replace("_", "-")
    return max((len(one) for one in script.languages if f"{said}-".startswith(f"{one}-")), default=0)


# Which font each stretch is taken from

F = TypeVar("F")


class Letters(Protocol):
    """What is asked of a font."""

    signs: Mapping[int, str]
    tables: Any

    def has(self, character: str) -> bool: ...


@dataclass
class Lender(Generic[F]):
    """A family, asked for letters that another one lacks. Its font is opened when that is done first."""

    family: F
    opening: Callable[[], Letters]
    is_named: bool
    """Whether the theme names it; what is damaged of all else is passed over."""

    @cached_property
    def _font(self) -> Letters | None:
        try:
            return self.opening()
        except InputError:
            if self.is_named:
                raise
            return None

    @property
    def is_painted(self) -> bool:
        """Whether it has glyphs in colours."""
        return self._font is not None and bool(self._font.tables.is_painted)

    @property
    def has_signs(self) -> bool:
        """Whether it is an icon font, which knows no joiners."""
        return self._font is not None and bool(self._font.signs)

    def has(self, letter: str) -> bool:
        return self._font is not None and self._font.has(letter)

    def has_all(self, cluster: str) -> bool:
        letters = INVISIBLE.sub("", cluster)
        return all(map(self.has, letters)) or all(map(self.has, normalize("NFC", letters)))


def stretches(
    text: str,
    own: Lender[F],
    named: Callable[[str], Iterable[Lender[F]]],
    installed: Callable[[str, str], Iterable[Lender[F]]],
) -> list[tuple[F, str]]:
    """The text in stretches, each with the family that it is set in; ``own`` lacks some of it.

    Letters of one script that stand together come from one font if any has all of them; marks stay with
    their letter. Those ``named`` for a script are asked in turn, then what is ``installed`` for it and its
    letters.
    """
    found: list[tuple[F, str]] = []
    for code, parts in _parted(clusters(text), own):
        lenders = _Lenders(code, "".join(parts), own, named, installed)
        for lender, part in lenders.shares(parts):
            if found and found[-1][0] == lender.family:
                found[-1] = lender.family, found[-1][1] + part
            else:
                found.append((lender.family, part))
    return found


def _parted(parts: Sequence[str], own: Lender[F]) -> Iterator[tuple[str, list[str]]]:
    """Runs of letters of one script. A sign that ``own`` lacks goes with the letters beside it."""
    codes = [HAN if (code := code_of(part)) in CJK else code for part in parts]
    floating = [not code and not own.has_all(part) for code, part in zip(codes, parts, strict=True)]
    for numbers in (range(1, len(parts)), range(len(parts) - 2, -1, -1)):
        step = -numbers.step
        for number in numbers:
            beside = codes[number + step]
            if floating[number] and not codes[number] and beside != EMOJI_CODE and beside not in LOOSE:
                codes[number] = beside
    run: list[str] = []
    for number, part in enumerate(parts):
        run.append(part)
        code = codes[number]
        if code in LOOSE or number + 1 == len(parts) or codes[number + 1] != code:
            yield code, run
            run = []


class _Lenders(Generic[F]):
    """The families that a run of letters may be taken from, in the order in which they are asked."""

    def __init__(
        self,
        code: str,
        text: str,
        own: Lender[F],
        named: Callable[[str], Iterable[Lender[F]]],
        installed: Callable[[str, str], Iterable[Lender[F]]],
    ) -> None:
        self.code = code
        self.own = own
        lent = sorted(named(code), key=lambda one: one.is_painted)
        self.asked = [own, *lent]
        if code == EMOJI_CODE:
            # Pictures in colours first; the signs of icon fonts stand in where there are none.
            letters = [one for one in self.asked if not one.has_signs]
            everywhere = [*letters, *installed(code, INVISIBLE.sub("", text))]
            signs = [one for one in self.asked if one.has_signs]
            self.asked = [*sorted(everywhere, key=lambda one: not one.is_painted), *signs]
        elif not all(any(one.has_all(part) for one in self.asked) for part in clusters(text)):
            self.asked += installed(code, INVISIBLE.sub("", text))

    def shares(self, parts: Sequence[str]) -> Iterator[tuple[Lender[F], str]]:
        """The parts, those that can be together, each with its family."""
        for lender in self.asked:
            if all(map(lender.has_all, parts)):
                yield lender, self._kept(lender, "".join(parts))
                return
        most = max(self.asked, key=lambda one: sum(map(one.has_all, parts)))
        for part in parts:
            lender = self._lender(part, most)
            yield lender, self._kept(lender, part)

    def _lender(self, part: str, most: Lender[F]) -> Lender[F]:
        """Who has a letter with its marks, or else without them."""
        asked = [most, *self.asked]
        whole = next((one for one in asked if one.has_all(part)), None)
        return whole or next((one for one in asked if one.has(part[0])), self.own)

    def _kept(self, lender: Lender[F], text: str) -> str:
        """Without joiners and selectors where they say nothing to the font."""
        is_emoji = self.code == EMOJI_CODE
        heeds = lender.is_painted or JOINER in text if is_emoji else self.code not in LOOSE
        return text if heeds and not lender.has_signs and lender.has_all(text) else INVISIBLE.sub("", text)
