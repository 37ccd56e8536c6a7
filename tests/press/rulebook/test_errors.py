"""A wrong rulebook is refused with a sentence and the line, and nothing is written."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from games import run_here

from .books import build, write_book

WRONG = {
    "a card that is not there": (
        '# One\n\nIt has {{ card("knigt").power }}.\n',
        "rulebook.md:3: error: unknown card 'knigt'; did you mean `knight`?",
    ),
    "a component that is not there": (
        '\n\n{{ count("crads") }}\n',
        "rulebook.md:3: error: unknown component 'crads'; did you mean `cards`?",
    ),
    "a name that is not there": (
        "# One\n{{ game.rules.pionts }}\n",
        "rulebook.md:2: error: `pionts` is not defined here",
    ),
    "a syntax error": ("# One\n\n{% for x in %}\n", "rulebook.md:3: error: the template is wrong"),
    "itself": (
        '# One\n\n{% include "rulebook.md" %}\n',
        "rulebook.md:3: error: the templates include one another in a circle: rulebook.md → rulebook.md",
    ),
    "a loop without end": (
        "{% for a in range(99999) %}{% for b in range(99999) %}{% endfor %}{% endfor %}",
        "steps",
    ),
    "a call-out to a missing card": (
        '# One\n\n```card\nshow: cards/kight\ncallouts:\n  - {at: [1, 1], text: "x"}\n```\n',
        "rulebook.md:4:7: error: show: unknown card 'cards/kight'; did you mean `knight`?",
    ),
    "a call-out beside the card": (
        '```card\nshow: knight\ncallouts:\n  - {at: [70, 1], text: "x"}\n```\n',
        "callouts: the call-out points at 70, 1, and the card has 63.5 x 88.9 mm",
    ),
    "a call-out without a text": (
        "```card\nshow: knight\ncallouts:\n  - {at: [1, 1]}\n```\n",
        "rulebook.md:4:5: error: callouts.0: `text` is missing",
    ),
    "a key that is misspelt": (
        "```card\nshow: knight\nscael: 1\n```\n",
        "rulebook.md:3:1: error: unknown key `scael`; did you mean `scale`?",
    ),
    "a card wider than its column": (
        "\n```card\nshow: [knight, knight]\n```\n",
        "rulebook.md:3: error: the cards are 131.0 mm wide, and their column 88.5 mm",
    ),
    "a picture higher than the page": (
        '# One\n\n```diagram\n<card width="20" height="900"/>\n```\n',
        "rulebook.md:4: error: the picture is 900 mm high, and a page holds 267.0 mm",
    ),
    "a picture wider than its column": (
        '```diagram\n<card width="120" height="9"/>\n```\n',
        "rulebook.md:2: error: the picture is 120 mm wide, and its column 88.5 mm",
    ),
    "a wrong tag in a diagram": (
        '\n\n```diagram\n<card width="20" height="9">\n  <recht width="3" height="3"/>\n</card>\n```\n',
        "rulebook.md:5:3: error: unknown element <recht>; did you mean `rect`?",
    ),
    "a block of an unknown name": (
        "# One\n\n```diagramm\nx\n```\n",
        "rulebook.md:3: error: unknown block `diagramm`; did you mean `diagram`?",
    ),
    "wrong YAML": ("```components\n- {component: cards\n```\n", "rulebook.md:"),
    "a picture in a line": (
        "See ![me](knight.png).\n",
        "rulebook.md:1: error: a picture can't be part of a line of text",
    ),
    "a cover of another size": (
        '```cover\n<card width="20" height="9"/>\n```\n',
        "rulebook.md:2: error: the cover is 20 x 9 mm, and the page 210 x 297 mm",
    ),
    "a second title": (
        "```title\ntitle: A\n```\n\n```title\ntitle: B\n```\n",
        "rulebook.md:5: error: a rulebook has one title, and this is another",
    ),
    "a number for a card's name": ("# One\n\n{{ card(5) }}\n", "rulebook.md:3: error: unknown card '5'"),
    "an empty picture": ("# One\n\n```diagram\n```\n", "rulebook.md:4: error: the picture is empty"),
    "a call-out that can't be set": (
        "```card\nshow: knight\ncallouts: [{at: [1, 1], text: '![x](y.png)'}]\n```\n",
        "rulebook.md:2: error: a picture can't be part of a line of text",
    ),
    "more call-outs than the card is high": (
        "```card\nshow: knight\nscale: 0.3\ncallouts:\n" + "- {at: [1, 1], text: x}\n" * 9 + "```\n",
        "rulebook.md:2: error: there are 9 numbers at one side of a card that is 27 mm high",
    ),
    "a table of too many columns": (
        f"# One\n\n{'|a' * 40}|\n{'|-' * 40}|\n",
        "rulebook.md:3: error: the table has 40 columns, too many for 88 mm; there is room for 15",
    ),
    "a row higher than the page": (
        f"|a|b|\n|-|-|\n|c|d|\n|{'word ' * 2000}|e|\n",
        "rulebook.md:4: error: this is ",
    ),
    "a title higher than the page": (
        f"```title\nfacts: [{', '.join('x' * 300)}]\n```\n",
        "rulebook.md:1: error: this is ",
    ),
    "boxes without end": (
        f"# One\n\n{'>' * 40} deep\n",
        "rulebook.md:3: error: more than 18 lists, boxes or marks",
    ),
    "marks without end": (
        f"# One\n\n{'*' * 2000}a{'*' * 2000}\n",
        "rulebook.md:3: error: more than 18 lists",
    ),
}


@pytest.mark.parametrize("name", WRONG)
def test_what_is_wrong_is_told_with_its_line(
    tmp_path: Path, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    text, sentence = WRONG[name]
    write_book(tmp_path, text)
    result = build(tmp_path)
    assert result.code == 1, result.output
    assert sentence in result.output
    assert not (tmp_path / "out").exists()
    checked = run_here("check", tmp_path / "tiny", "--only", "rulebook")
    assert checked.code == 1
    assert sentence in checked.output


@pytest.mark.parametrize(
    ("rulebook", "sentence"),
    [
        ({"text": "rules.md"}, "no file named 'rules.md' in tiny"),
        ({"form": "boklet"}, "rulebook.form: expected one of two-page, sheet, booklet; got 'boklet'"),
        ({"page": "a3"}, "rulebook: a page of 297 x 420 mm does not fit on a4 (210 x 297 mm)"),
        ({"page": "poker", "columns": 3}, "are too small to be read"),
        ({"size": 4}, "rulebook.size: expected 7 to 14 points, got 4"),
        ({"columns": 5}, "rulebook.columns: expected a whole number from 1 to 3, got 5"),
        ({"txet": "x"}, "rulebook: unknown key `txet`; did you mean `text`?"),
        ({"text": "../rules.md"}, "leaves the game's folder"),
        ({"text": "rules.txt"}, "rulebook's text is Markdown, and 'rules.txt' does not end in .md"),
    ],
)
def test_wrong_settings_are_told_with_their_place(
    tmp_path: Path, rulebook: dict[str, object], sentence: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    write_book(tmp_path, "# One\n", rulebook=rulebook)
    result = build(tmp_path)
    assert result.code == 1, result.output
    assert sentence in result.output
    assert "tiny/game.yaml:" in result.output


def test_all_problems_are_told_at_once(tmp_path: Path) -> None:
    write_book(tmp_path, "A {mdi6.nope}.\n\n```what\n```\n\n```card\nshow: nobody\n```\n")
    result = build(tmp_path)
    assert [line.split("rulebook.md")[1][:2] for line in result.problems] == [":1", ":3", ":7"]


def test_letters_that_no_font_has_and_tiny_print_are_warned_of(tmp_path: Path) -> None:
    small = '<card width="40" height="9"><text width="30" size="4">x</text></card>'
    text = f"```title\nsubtitle: 桥\n```\n\nA \U00012000 here.\n\n```diagram\n{small}\n```\n"
    write_book(tmp_path, text)
    result = build(tmp_path)
    assert result.code == 0
    assert "rulebook.md:1: warning: no font has '桥'" in result.output
    assert "rulebook.md:5: warning: no font has '\U00012000'" in result.output
    assert "printed at 4.0 pt, under 5.5 pt" in result.output


def test_a_wrong_rulebook_keeps_the_cards_from_being_written(tmp_path: Path) -> None:
    write_book(tmp_path, "{{ nothing }}")
    result = run_here("build", tmp_path / "tiny", "--no-cache", "--out", tmp_path / "out")
    assert (result.code, result.stdout) == (1, "")
    assert "`nothing` is not defined here" in result.problems[-1]
    assert result.stderr.splitlines()[-1] == "nothing was written"
    assert not (tmp_path / "out").exists()


def test_a_wrong_rulebook_is_told_for_programs_too_and_leaves_the_earlier_one(tmp_path: Path) -> None:
    """On both papers: the second book has the same fault, and is not printed either."""
    write_book(tmp_path, "{{ nothing }}")
    out = tmp_path / "out"
    earlier = out / "tiny" / "rulebook-letter.pdf"
    earlier.parent.mkdir(parents=True)
    earlier.write_bytes(b"printed yesterday")
    papers = ("--paper", "a4", "--paper", "letter")
    result = run_here("build", tmp_path / "tiny", *papers, "--json", "--out", out)
    told = json.loads(result.stdout)
    assert (result.code, told["errors"], told["files"]) == (1, 1, [])
    names = ["cards-a4.pdf", "cards-letter.pdf", "rulebook-a4.pdf", "rulebook-letter.pdf"]
    assert [Path(name).name for name in told["not_written"]] == names
    assert earlier.read_bytes() == b"printed yesterday"


def test_wrong_cards_keep_the_rulebook_from_being_printed(tmp_path: Path) -> None:
    write_book(tmp_path, "Fine.")
    (tmp_path / "tiny" / "layouts" / "card.xml.j2").write_text("<card>{{ nothing() }}</card>")
    result = run_here("build", tmp_path / "tiny", "--no-cache", "--out", tmp_path / "out")
    assert (result.code, result.stdout) == (1, "")
    assert result.stderr.splitlines()[-1] == "nothing was written"
    assert not (tmp_path / "out").exists()


def test_an_icon_that_is_missing_is_a_warning(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    write_book(tmp_path, "# One\n\nA {mdi6.swrod} here.\n\n```icons\nshiled: Guards.\n```\n")
    result = build(tmp_path)
    assert result.code == 0
    assert [problem.partition(" in the pack")[0] for problem in result.problems] == [
        "tiny/rulebook.md:3: warning: no icon 'swrod'",
        "tiny/rulebook.md:6:1: warning: icons: no icon 'shiled'",
    ]
