"""Where lines end in Chinese, Japanese, Korean and Thai, at soft hyphens, and at hyphens that are put in."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

from generator.layout.text import breaks
from generator.layout.text.block import TextBlock

from .conftest import LayOut

# No font here has these letters; where boxes stand in their place, lines end as ever.


def set_lines(block: TextBlock) -> list[str]:
    rows: dict[float, str] = {}
    for span in block.spans:
        row = "".join(piece.text for piece in span.pieces)
        rows[span.baseline] = rows.get(span.baseline, "") + row
    return [row.strip() for _, row in sorted(rows.items())]


def lines(lay_out: LayOut, text: str, **attributes: Any) -> list[str]:
    given = {"width": 40, "size": 10, **attributes}
    shown = " ".join(f'{name.replace("_", "-")}="{value}"' for name, value in given.items())
    return set_lines(lay_out(f"<text {shown}>{text}</text>").block)


@pytest.mark.parametrize(
    "text",
    [
        "吾輩は猫である。名前はまだ無い。どこで生れたかとんと見当がつかぬ。",
        "玩家从牌库中抽取两张卡牌，然后弃掉一张手牌。若手牌超过七张，则弃至七张。",
        "플레이어는 덱에서 카드를 두 장 뽑고 손에 한 장을 버립니다.",
        "「門番」が場に出たとき、<b>相手の手札</b>を１枚捨てさせる（ただし、次のターンまで）。",
    ],
)
def test_a_sentence_is_wrapped_at_its_own_size(lay_out: LayOut, text: str) -> None:
    laid = lay_out(f'<text width="40" size="10">{text}</text>')
    found = set_lines(laid.block)
    assert laid.block.size == 10
    assert len(found) > 1
    for line in found:
        assert line[0] not in "。、，）」ぁゃゅょっー"
        assert line[-1] not in "「（"


def test_korean_lines_end_between_syllables_and_latin_words_stay_whole(lay_out: LayOut) -> None:
    assert all("Guardian" in line or "uardia" not in line for line in lines(lay_out, "守護者Guardian" * 6))


def test_a_soft_hyphen_shows_only_where_its_line_ends(lay_out: LayOut) -> None:
    word = "Donau\u00addampf\u00adschiff\u00adfahrt"
    assert lines(lay_out, word) == ["Donaudampfschifffahrt"]
    assert lines(lay_out, word, width=22) == ["Donaudampf-", "schifffahrt"]


def test_letters_around_a_soft_hyphen_are_kerned(lay_out: LayOut) -> None:
    plain, soft = (lay_out(f'<text width="40">{text}</text>').block for text in ("AVAT", "AV\u00adAT"))
    assert soft.spans[0].width == pytest.approx(plain.spans[0].width)


def test_a_line_may_end_at_a_space_without_width(lay_out: LayOut) -> None:
    assert lines(lay_out, "archer\u200bsarcher\u200bsarcher", width=24) == ["archersarcher", "sarcher"]


THAI = "ผู้เล่นจั่วการ์ดสองใบจากกองแล้วทิ้งหนึ่งใบ"
WORDS = ["ผู้", "เล่น", "จั่ว", "การ์ด", "สอง", "ใบ", "จาก", "กอง", "แล้ว", "ทิ้ง", "หนึ่ง", "ใบ"]


def test_thai_lines_end_between_words(lay_out: LayOut) -> None:
    found = lines(lay_out, THAI, width=30)
    assert len(found) > 1
    ends = {sum(map(len, WORDS[:count])) for count in range(len(WORDS) + 1)}
    at = 0
    for line in found:
        at += len(line)
        assert at in ends


def test_without_its_dictionary_thai_says_what_helps(
    lay_out: LayOut, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(breaks, "has_dictionary", lambda: False)
    laid = lay_out(f'<text width="30" height="10" size="10" min-size="9">{THAI * 3}</text>')
    (problem,) = [problem for problem in laid.problems if "too high" in problem]
    assert "pip install 'gatepress[thai]'" in problem
    assert "shorten" not in problem


def test_a_word_that_is_broken_keeps_its_accents(lay_out: LayOut) -> None:
    for line in lines(lay_out, "e\u0301" * 40, width=20):
        assert line[0] == "e"


def german(lay_out: LayOut, text: str, **attributes: str) -> TextBlock:
    shown = " ".join(f'{name}="{value}"' for name, value in attributes.items())
    return lay_out(f'<text width="25" size="10" {shown}>{text}</text>').block


def test_words_are_hyphenated_before_they_shrink(lay_out: LayOut) -> None:
    text = "Die Donaudampfschifffahrtsgesellschaft lädt ein"
    plain, parted = german(lay_out, text), german(lay_out, text, lang="de")
    assert plain.size < 10
    assert parted.size == 10
    assert set_lines(parted) == ["Die Donau-", "dampfschiff-", "fahrtsgesell-", "schaft lädt ein"]


def test_a_syllable_that_is_broken_in_need_shows_a_hyphen_at_its_end_alone(lay_out: LayOut) -> None:
    assert lines(lay_out, "WWW\u00adWW", width=5, min_size=10) == ["W", "W", "W-", "W", "W"]


def test_a_text_that_fits_is_not_hyphenated(lay_out: LayOut) -> None:
    text = "Die Gesellschaft lädt die Gesellschaft ein"
    assert "-" not in "".join(set_lines(german(lay_out, text, lang="de")))


@pytest.mark.parametrize(
    "address",
    [
        "https://www.beispiel.de/regeln/verordnungen",
        "spieleverlag.beispiel.de/verordnungen",
        "verordnungen@gesellschaft.de",
    ],
)
def test_an_address_gets_no_hyphens(lay_out: LayOut, address: str) -> None:
    """They would be typed with it."""
    set_text = set_lines(german(lay_out, f"Siehe {address}", lang="de"))
    assert address in "".join(set_text)


def test_words_beside_a_slash_are_hyphenated(lay_out: LayOut) -> None:
    set_text = set_lines(german(lay_out, "Gesellschaftsspielerinnen/Gesellschaftsspieler", lang="de"))
    assert any(line.endswith("-") for line in set_text)


def test_a_language_is_inherited_and_may_be_none(lay_out: LayOut) -> None:
    word = "Donaudampfschifffahrtsgesellschaft"
    inner = f'<text width="25" size="10">{word}</text><text width="25" size="10" lang="none">{word}</text>'
    laid = lay_out(f'<g lang="de">{inner}</g>')
    (group,) = laid.drawn
    sizes = [text.block.size for text in group.children]
    assert sizes[0] == 10 > sizes[1]


def test_a_stack_is_hyphenated_in_the_game_s_language(lay_out: LayOut) -> None:
    component = {"size": "poker", "front": "card.xml.j2", "safe": 0, "press": {"backs": "none"}}
    sizes = []
    for language in ({"language": "de"}, {}):
        game = {"title": "G", **language, "components": {"cards": component | {"cards": [{"name": "A"}]}}}
        word = "Donaudampfschifffahrtsgesellschaft"
        front = f'<card><stack width="25" size="10"><text>{word}</text></stack></card>'
        (stack,) = lay_out(front=front, game=game).drawn
        sizes.append(stack.printed_size)
    assert sizes[0] == 10 > sizes[1]


@pytest.mark.parametrize("lang", ["german", "d", "de_DE!", ""])
def test_a_language_that_is_none_is_reported(lay_out: LayOut, lang: str) -> None:
    (problem,) = lay_out(f'<text width="25" lang="{lang}">x</text>').problems
    assert "expected a language" in problem


def test_full_stops_hang_beyond_the_line_on_demand(lay_out: LayOut) -> None:
    text = "猫猫猫猫。猫猫猫"
    box = lay_out('<text width="60" size="10">猫</text>').block.spans[0].width
    width = 4.5 * box
    assert lines(lay_out, text, width=width) == ["猫猫猫", "猫。猫猫", "猫"]
    hung = lay_out(f'<text width="{width}" size="10" hanging-punctuation="allow-end">{text}</text>')
    assert set_lines(hung.block) == ["猫猫猫猫。", "猫猫猫"]
    assert not [problem for problem in hung.problems if "too wide" in problem]


def test_justified_lines_open_up_between_ideographs(lay_out: LayOut) -> None:
    laid = lay_out(f'<text width="40" size="10" align="justify">{"猫" * 40}</text>')
    first = min(span.baseline for span in laid.block.spans)
    spans = [span for span in laid.block.spans if span.baseline == first]
    assert spans[0].x == pytest.approx(0)
    assert spans[-1].x + spans[-1].width == pytest.approx(40)
    gaps = {round(after.x - before.x - before.width, 4) for before, after in pairwise(spans)}
    assert len(gaps) == 1


def test_many_accents_on_one_letter_and_many_soft_hyphens_are_set(lay_out: LayOut) -> None:
    for text in ("a" + "\u0301" * 10_000, "ab\u00ad" * 3_000):
        shown = "".join(set_lines(lay_out(f'<text width="40">{text}</text>').block))
        assert shown.replace("-", "") == text.replace("\u00ad", "")
