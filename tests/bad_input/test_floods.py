"""However much is wrong: a screenful or two is told, `--json` tells all."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from io import BytesIO, StringIO
from pathlib import Path
from typing import Any

import pytest
from games import Result, run_here, write_game
from PIL import Image

MAX_BYTES = 20_000
MAX_LINE = 1_500
BIG = "x" * 200_000


def book(text: str) -> dict[str, Any]:
    component = {"size": "poker", "cards": "cards.yaml", "front": "card.xml.j2", "press": {"backs": "none"}}
    game = {"title": "Tiny", "rulebook": {"text": "r.md"}, "components": {"cards": component}}
    return {"game": game, "files": {"r.md": text}}


def described(**component: Any) -> dict[str, Any]:
    return {"component": component}


POWERS = described(fields={"name": "text", "power": "whole"})
GAMES: Mapping[str, dict[str, Any]] = {
    "many cards": {**POWERS, "cards": [{"name": f"C{n}", "power": f"p{n}"} for n in range(1000)]},
    "many fields": described(fields={f"f{n}": "integr" for n in range(2000)}),
    "many files": {
        **described(cards=[f"l{n}.yaml" for n in range(300)]),
        "files": {f"l{n}.yaml": "- {name: A, copies: x}\n- 5\n" for n in range(300)},
    },
    "many components": {
        "game": {"title": "Tiny", "components": {f"c{n}": {"size": "pokr"} for n in range(500)}}
    },
    "many elements": {"front": "<card>" + "".join(f"\n<rect a{n}='3'/>" for n in range(1000)) + "</card>"},
    "many colours": {"theme": {"palette": {f"c{n}": f"wrong{n}" for n in range(400)}}},
    "many fonts": {"theme": {"fonts": {f"r{n}": "nofont" for n in range(500)}}},
    "many roles in a hint": {
        "theme": {"fonts": {f"role-{n}": "source-sans" for n in range(2000)}},
        "front": "<card><text width='9' font='zzz'>a</text></card>",
    },
    "many pictures": {
        **described(fields={"name": "text", "art": "image"}),
        "cards": [{"name": f"C{n}", "art": f"a{n}.png"} for n in range(400)],
    },
    "a chain of extends": {
        "cards": [{"id": f"c{n}", **({"extends": f"c{n - 1}"} if n else {})} for n in range(1500)]
    },
    "a chain of extends, last card first": {
        "cards": [{"id": f"c{n}", **({"extends": f"c{n - 1}"} if n else {})} for n in range(1500, -1, -1)]
    },
    "a circle of extends": {
        "cards": [{"id": f"{'y' * 60}{n}", "extends": f"{'y' * 60}{(n + 1) % 45}"} for n in range(45)]
    },
    "one id for all": {"cards": [{"name": "A", "id": "a" * 80} for _ in range(1000)]},
    "a long value": {**POWERS, "cards": [{"name": "A", "power": BIG}]},
    "a long key": {**described(fields={"name": "text"}), "cards": [{"name": "A", BIG[:1000]: 1}]},
    "a long name": {**POWERS, "cards": [{"name": BIG, "power": "x"}]},
    "a long colour": {"front": f"<card><rect width='1' height='1' fill='{BIG}'/></card>"},
    "a long attribute": {"front": f"<card><rect {BIG}='1'/></card>"},
    "a long tag": {"front": f"<card><{BIG}/></card>"},
    "a long icon": {"front": f"<card><icon name='{BIG}' width='3' height='3'/></card>"},
    "a long file name": {"front": f"<card><image href='{BIG}.png' width='3' height='3'/></card>"},
    "a long template name": {"front": f"<card>{{% include '{BIG[:9000]}' %}}</card>"},
    "a long text between": {"front": f"<card>{BIG}</card>"},
    "a long pack": {"theme": {"icons": BIG}},
    "a long size": described(size=BIG),
    "a long choice": {
        **described(fields={"kind": {"type": "choice", "of": [f"v{n}" * 30 for n in range(1000)]}}),
        "cards": [{"kind": "zzz"}],
    },
    "a long cell": {**described(cards="c.csv"), "files": {"c.csv": f"name,copies\nA,{BIG[:90000]}\n"}},
    "a long block of a rulebook": book(f"# One\n\n```{BIG}\nx\n```\n"),
    "many icons of a rulebook": book("# One\n\n" + "\n\n".join(f"{{mdi6.nope{n}}}" for n in range(40))),
}
OPTIONS: Mapping[str, Sequence[str]] = {
    "a long pattern": ["build", "g", "--only", BIG],
    "a long selection": ["build", "g", "--select", BIG],
    "many patterns": ["build", "g", *[word for n in range(1000) for word in ("--only", f"zz{n}")]],
    "many games": ["build", *[f"nogame{n}" for n in range(500)]],
    "a long paper": ["build", "g", "--paper", BIG],
    "a long word": ["build", "g", "--backs", BIG],
    "a long option": ["build", "g", f"--{BIG}"],
    "a long folder": ["build", "g", "--out", BIG[:3000]],
    "a long game": ["check", BIG],
    "a long deck": ["hands", BIG],
    "a long deck to check": ["deck", "check", BIG],
    "a long command": [BIG],
    "a long bot": ["play", "battle-gate", "--watch", "--opponent", BIG],
    "a long setting": ["play", "battle-gate", "--watch", "--set", f"{BIG}=3"],
    "a long kind": ["deck", "build", "--with", BIG],
    "a long name": ["diff", BIG, "g"],
}


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def check_short(result: Result) -> None:
    assert result.code in (0, 1, 2)
    assert "Traceback" not in result.output
    assert 0 < len(result.output.encode()) < MAX_BYTES
    assert max(map(len, result.output.splitlines())) < MAX_LINE


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_a_game_with_boundless_errors(game: dict[str, Any]) -> None:
    folder = write_game(Path("g"), **game)
    for command in ("build", "check"):
        check_short(run_here(command, folder))


@pytest.mark.parametrize("arguments", OPTIONS.values(), ids=OPTIONS)
def test_boundless_options(arguments: Sequence[str]) -> None:
    write_game(Path("g"))
    check_short(run_here(*arguments))


@pytest.mark.slow
@pytest.mark.parametrize("command", [["deck", "check"], ["hands"], ["deck", "build", "--pool"]], ids=" ".join)
def test_a_deck_with_boundless_errors(command: list[str]) -> None:
    cards = [{"name": f"C{n}", "class": f"k{n}", "power": f"p{n}"} for n in range(500)]
    check_short(run_here(*command, write_game(Path("g"), cards=cards) / "cards.yaml"))


@pytest.mark.slow
def test_of_each_kind_the_first_are_told_and_how_many_more_there_are() -> None:
    """Two kinds by the thousand, and one of a kind at the end, which is told too."""
    cards = [{"name": f"C{n}", "power": f"p{n}", "copies": f"x{n}"} for n in range(2000)]
    folder = write_game(Path("g"), **POWERS, cards=[*cards, {"name": "Z", "pwr": 1}])
    told = run_here("build", folder)
    lines = told.stderr.splitlines()
    assert sum("power: expected a whole number" in line for line in lines) == 10
    assert [line for line in lines if line.startswith("… and")] == ["… and 1,990 more like this"] * 2
    assert any("unknown field `pwr`" in line for line in lines)
    assert lines[-3:] == [
        "3,980 problems left out here; --json lists them all",
        "4,001 errors, 0 warnings",
        "nothing was written",
    ]
    answer = json.loads(run_here("build", folder, "--json").stdout)
    assert len(answer["problems"]) == answer["errors"] == 4001


def test_problems_of_many_kinds_are_told_by_turns() -> None:
    """A hundred kinds of long warnings and errors do not crowd out one another."""
    from generator.catalog.problems import Place, Problem
    from generator.cli.print_problems import MAX_LETTERS, choose

    words = ["".join(chr(97 + (n >> bit) % 2) for bit in range(9)) * 30 for n in range(300)]
    found = [Problem(f"{word} it is", Place("a.yaml", 1 + n)) for n in range(20) for word in words]
    told = choose(found)
    assert sum(len(str(problem)) for problem, _ in told) <= MAX_LETTERS
    assert len({problem.message for problem, _ in told}) == len(told)


def coarse(count: int) -> dict[str, Any]:
    """A game of cards, each with a picture of its own that has too few pixels."""
    data = BytesIO()
    Image.new("RGB", (99, 99), "#446688").save(data, "PNG")
    return {
        "cards": [{"name": f"C{n}"} for n in range(count)],
        "front": '<card><image href="{{ name }}.png" x="5" y="5" width="25.4" height="25.4"/></card>',
        "files": {f"C{n}.png": data.getvalue() for n in range(count)},
    }


def test_warnings_of_one_cause_are_one_line() -> None:
    folder = write_game(Path("g"), **coarse(6))
    told = run_here("build", folder)
    (line,) = (line for line in told.stderr.splitlines() if " warning: " in line)
    assert line == (
        "g/layouts/card.xml.j2:1:7: warning: the picture C0.png is printed at 99 dpi, under 200 (card c0); "
        "at this size it needs 200 × 200 pixels; 5 more like this: card c1, card c2, card c3 …"
    )
    assert "5 problems left out here; --json lists them all\n0 errors, 6 warnings\n" in told.stderr
    answer = json.loads(run_here("build", folder, "--json").stdout)
    assert len(answer["problems"]) == answer["warnings"] == 6
    strict = run_here("build", folder, "--strict")
    assert strict.code == 1
    assert "0 errors, 6 warnings\nnothing was written: with --strict" in strict.stderr


def test_a_few_warnings_are_each_a_line() -> None:
    told = run_here("build", write_game(Path("g"), **coarse(3)))
    assert told.stderr.count(" warning: ") == 3
    assert "more like this" not in told.stderr


def test_a_line_of_one_cause_names_places_and_where_they_are_one_cards() -> None:
    from generator.catalog.problems import Place, Problem, Problems
    from generator.cli.print_problems import print_all

    problems, printed = Problems(), StringIO()
    at = [(2, "b"), (1, "a"), (2, "c"), (3, "c"), (4, None)]
    problems.extend(
        Problem(f"it is {n}", Place("a.yaml", line), "warning", card) for n, (line, card) in enumerate(at)
    )
    print_all(problems, file=printed)
    assert printed.getvalue().splitlines()[0] == (
        "a.yaml:1: warning: it is 1 (card a); 4 more like this: a.yaml:2, card c, a.yaml:3 …"
    )


def test_a_few_problems_are_all_told() -> None:
    cards = [{"name": f"C{n}", "power": f"p{n}"} for n in range(10)]
    told = run_here("build", write_game(Path("g"), **POWERS, cards=cards))
    assert len(re.findall("expected a whole number", told.stderr)) == 10
    assert "…" not in told.stderr
