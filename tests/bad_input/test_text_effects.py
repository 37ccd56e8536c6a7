"""Outlines, shadows, gradients and tags of texts that can't be read, and what templates may not do."""

from __future__ import annotations

from pathlib import Path

import pytest
from games import run_here, write_game

from .conftest import Refuse

SHADOW = "expected a shadow such as '0.3 0.3 ink', got "


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("<text width='9' shadow='black'>a</text>", f"<text shadow>: {SHADOW}'black' (card knight)"),
        ("<text width='9' shadow=''>a</text>", f"<text shadow>: {SHADOW}'' (card knight)"),
        ("<text width='9' shadow='1 1'>a</text>", f"<text shadow>: {SHADOW}'1 1' (card knight)"),
        ("<text width='9' shadow='1 1 black, 2'>a</text>", f"<text shadow>: {SHADOW}'2' (card knight)"),
        ("<text width='9' shadow='black 1 1'>a</text>", f"<text shadow>: {SHADOW}'black 1 1' (card knight)"),
        (
            "<text width='9' shadow='1 1 2 black'>a</text>",
            f"{SHADOW}'1 1 2 black' (card knight); shadows have hard edges: two lengths and a colour",
        ),
        (
            "<text width='9' shadow='1 1 blak'>a</text>",
            "no colour 'blak' (card knight); did you mean `black`?",
        ),
        (
            "<text width='9' shadow='1 -21 black'>a</text>",
            "<text shadow>: a shadow may lie 20 mm away at most, got '1 -21 black' (card knight)",
        ),
        ("<text width='9' shadow='nan 1 black'>a</text>", f"{SHADOW}'nan 1 black'"),
        (
            "<text width='9' shadow='" + ",".join(["1 1 black"] * 9) + "'>a</text>",
            "a text may have 8 shadows at most, got 9",
        ),
        ("<text width='9' shadow='" + "," * 100_000 + "'>a</text>", "a text may have 8 shadows at most"),
        (
            "<text width='9' stroke='black' stroke-width='21'>a</text>",
            "<text stroke-width>: a text's outline may be 20 mm wide at most, got '21' (card knight)",
        ),
        ("<text width='9' stroke-width='-1'>a</text>", "expected a length of 0 or more, got '-1'"),
        ("<text width='9' stroke-width='wide'>a</text>", "expected a length, got 'wide'"),
        ("<text width='9' stroke='blak'>a</text>", "no colour 'blak'"),
        ("<text width='9' fill='none'>a</text>", "letters need a fill (card knight); give a colour"),
        ("<text width='9' fill='linear(90, black)'>a</text>", "a gradient needs two colours or more"),
        ("<text width='9'><span shadow='1'>a</span></text>", f"{SHADOW}'1' (card knight)"),
        ("<text width='9'><span stroke-width='99'>a</span></text>", "may be 20 mm wide at most, got '99'"),
        ("<text width='9'><span letter-spacing='x'>a</span></text>", "expected points such as 0.5 or -0.2"),
        ("<text width='9'><span fill='none'>a</span></text>", "letters need a fill"),
        ("<text width='9'><u fill='black'>a</u></text>", "<u> has no attribute `fill` inside a text"),
        ("<text width='9'><sup size='5'>a</sup></text>", "<sup> has no attribute `size` inside a text"),
        ("<rect width='9' height='9' shadow='1 1 black'/>", "<rect> has no attribute `shadow`"),
        ("<text width='9' text-shadow='1 1 black'>a</text>", "did you mean `shadow`?"),
        ("<text width='9' text-decoration='underline'>a</text>", "write <u>…</u> or <s>…</s> inside"),
        ("<text width='9' font-variant='small-caps'>a</text>", "write <sc>…</sc> inside"),
        ("<text width='9'><del>a</del></text>", "did you mean `s`?"),
        ("<text width='9'><ins>a</ins></text>", "did you mean `u`?"),
    ],
)
def test_an_effect_that_is_wrong_is_told_with_its_place(refuse: Refuse, line: str, told: str) -> None:
    (found,) = refuse(front=f"<card>\n{line}\n</card>")
    assert found.startswith("g/layouts/card.xml.j2:2:1: error: ")
    assert told in found


def test_everything_wrong_in_one_text_is_told_at_once(refuse: Refuse) -> None:
    found = refuse(front="<card>\n<text width='9' stroke='blak' shadow='1' fill='none'>a</text>\n</card>")
    assert len(found) == 3


@pytest.mark.parametrize("tag", ["sub", "sup", "u", "s", "sc"])
@pytest.mark.usefixtures("out")
def test_tags_inside_one_another_become_no_speck_and_no_crash(tag: str) -> None:
    inside = f"<{tag}>" * 90 + "x" + f"</{tag}>" * 90
    folder = write_game(Path("g"), front=f'<card><text y="40" width="50">a{inside}</text></card>')
    result = run_here("build", folder, "--out", "out")
    assert result.code == 0, result.output
    assert "Traceback" not in result.output


# Templates that would change what they are given


@pytest.mark.parametrize(
    ("line", "told"),
    [
        (
            "{% set l = [] %}{{ l.append(1) }}",
            "templates may not do this: `append` would change a list (card knight); write "
            "`{% set items = items + [item] %}`; in a loop, `{% set kept = namespace(items=[]) %}` before it "
            "and `{% set kept.items = kept.items + [item] %}` in it",
        ),
        (
            "{% set _ = {}.update(a=1) %}",
            "`update` would change a mapping (card knight); "
            "write `{% set values = dict(values, key=value) %}`",
        ),
        ("{% do [].append(1) %}", "unknown tag 'do'; write `{% set items = items + [item] %}`"),
        ("{% set _ = [2, 1].sort() %}", "`sort` would change a list (card knight); write `items | sort`"),
    ],
)
def test_a_method_that_is_refused_comes_with_what_to_write(refuse: Refuse, line: str, told: str) -> None:
    (found,) = refuse(front=f"<card>\n{line}\n</card>")
    assert found.startswith("g/layouts/card.xml.j2:2: error: ")
    assert told in found


@pytest.mark.usefixtures("out")
def test_what_is_to_be_written_instead_works() -> None:
    front = (
        "<card>{% set items = [1] %}{% set items = items + [2] %}{% set values = dict({}, key=3) %}"
        "{% set kept = namespace(items=[], values={}) %}{% for item in items %}"
        "{% set kept.items = kept.items + [item] %}{% set kept.values = dict(kept.values, key=item) %}"
        "{% endfor %}{% if (items, values.key, kept.items, kept.values.key) == ([1, 2], 3, [1, 2], 2) %}"
        '<text width="50">right</text>{% else %}<wrong/>{% endif %}</card>'
    )
    result = run_here("build", write_game(Path("g"), front=front), "--out", "out")
    assert result.code == 0, result.output


# Warnings


@pytest.mark.usefixtures("out")
@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("♠", "no font has '♠' (U+2660); a box is printed instead"),
        ("a ♠♥ b ♦♠", "no font has 3 of its letters: ♠ ♥ ♦; boxes are printed instead"),
        ("♠\u0483\ue000", "no font has 3 of its letters: U+0483 ♠ U+E000; boxes"),
        ("".join(map(chr, range(0x3400, 0x3432))), "no font has 50 of its letters: 㐀 㐁"),
        ("".join(map(chr, range(0x3400, 0x3432))), "㐧 and 10 more; boxes are printed instead"),
    ],
)
def test_all_missing_letters_are_told_with_their_number(text: str, told: str) -> None:
    result = run_here(
        "build", write_game(Path("g"), front=f'<card><text y="9" width="60">{text}</text></card>')
    )
    assert result.code == 0
    assert told in result.output


@pytest.mark.usefixtures("out")
@pytest.mark.parametrize(("height", "told"), [(1.925, "less than 0.1 mm too high"), (1.8, "0.1 mm too high")])
def test_an_overflow_is_never_nothing(height: float, told: str) -> None:
    front = f'<card><text width="60" size="5.5" height="{height}">gate</text></card>'
    result = run_here("build", write_game(Path("g"), front=front))
    assert f"the text is {told} for its box" in result.output
