"""``gatepress deck new``: a first deck, one change short of legal."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from games import Result, run_here, write_game
from hypothesis import assume, given
from hypothesis import strategies as st

from generator.catalog.problems import InputError
from generator.deck.check import judge
from generator.deck.format import DeckFormat
from generator.deck.template import sample_deck

from .deck_files import Row, battle_gate_format, check, deck


def new(*arguments: str) -> Result:
    done = run_here("deck", "new", *arguments)
    assert done.code == 0, done.output
    return done


def follow_the_comment(text: str) -> str:
    """The file after the one change that its comment proposes to the player."""
    changed, count = re.subn(
        r"(# Write `(copies: \d+)` here, and it is legal\.\n.*?)copies: \d+",
        r"\1\2",
        text,
        count=1,
        flags=re.S,
    )
    assert count == 1
    return changed


def test_a_first_deck_step_by_step() -> None:
    assert new().stdout == (
        "wrote my-deck.yaml: a sample deck of 28 cards, 3 points short of legal\n"
        "change the copies of Bread Thief from 5 to 6 to make it legal\n"
        "next: gatepress deck check my-deck.yaml\n"
    )
    checked = run_here("deck", "check", "my-deck.yaml")
    assert checked.code == 1
    assert checked.stdout == (
        "My Deck: not legal, 28 cards, 97 points\n"
        "\n"
        "  points  A deck spends exactly 100 points. A card costs its power.\n"
        "          97 points, 3 unspent\n"
    )
    file = Path("my-deck.yaml")
    file.write_text(follow_the_comment(file.read_text()))
    again = run_here("deck", "check", "my-deck.yaml")
    assert (again.code, again.stdout) == (0, "My Deck: legal, 29 cards, 100 points\n")


def test_the_file_explains_every_key_and_rule() -> None:
    new()
    text = Path("my-deck.yaml").read_text()
    for key in ("name", "class", "power", "copies", "text", "art"):
        assert re.search(rf"^#   {key} +\S", text, flags=re.M)
    assert "# A deck spends exactly 100 points." in text
    assert "minion, soldier or assassin" in text
    assert "# See whether it is legal:  gatepress deck check my-deck.yaml\n" in text
    assert max(map(len, text.splitlines())) <= 100


@pytest.mark.parametrize("file", ["first.yml", "first.csv", "first.xlsx", "FIRST.YAML"])
def test_the_ending_names_the_format(file: str) -> None:
    new(file)
    told = check(file)
    assert told.of("points") == ["97 points, 3 unspent"]
    assert told.rules == ["points"]


def test_a_name() -> None:
    new("--name", 'The "No" Deck: 🐉')
    assert check("my-deck.yaml").verdict["deck"] == 'The "No" Deck: 🐉'


def test_house_rules_go_into_the_file_and_the_next_command() -> None:
    Path("house.yaml").write_text("classes: [Knight, Mage]\npoints: 40\n")
    done = new("own deck.yaml", "--format", "house.yaml", "--points", "60")
    command = done.stdout.splitlines()[-1]
    assert command == "next: gatepress deck check 'own deck.yaml' --points 60 --format house.yaml"
    text = Path("own deck.yaml").read_text()
    assert "# A deck spends exactly 60 points." in text
    assert "check 'own deck.yaml' --points 60 --format house.yaml\n" in text
    Path("own deck.yaml").write_text(follow_the_comment(text))
    assert check("own deck.yaml", "--points", "60", "--format", "house.yaml").verdict["legal"] is True


def test_a_game_whose_cards_have_no_text(tmp_path: Path) -> None:
    rules = (
        "{points: 20, cards: {min: 1, max: 9}, power: {min: 2, max: 9}, classes: [dog], "
        "first_turn: {first_player: 1, others: 1}}"
    )
    write_game(
        tmp_path / "pets",
        game=(
            f"title: Pets\nrules: {rules}\ncomponents:\n  cards:\n    size: poker\n    cards: cards.yaml\n"
            "    front: card.xml.j2\n    deck: true\n    fields: {name: text, class: any, power: any}\n"
        ),
    )
    new("--game", "pets")
    assert check("my-deck.yaml", "--game", "pets").rules == ["points"]


def test_a_file_that_is_there_stays_as_it_is() -> None:
    Path("my-deck.yaml").write_text("mine")
    done = run_here("deck", "new")
    assert done.code == 1
    assert done.stderr == (
        "my-deck.yaml: error: a file of that name already exists; choose another name, or move it away\n"
    )
    assert Path("my-deck.yaml").read_text() == "mine"


@pytest.mark.parametrize(
    ("file", "told"),
    [
        (
            "no-folder/deck.yaml",
            "no-folder/deck.yaml: error: the folder 'no-folder' does not exist; create it first\n",
        ),
        (
            "folder.yaml",
            "folder.yaml: error: a folder of that name already exists; choose another name, or "
            "move it away\n",
        ),
        (
            f"{'long' * 80}.yaml",
            f"{'long' * 80}.yaml: error: the file can't be written: File name too long\n",
        ),
    ],
)
def test_a_place_where_nothing_can_be_written(file: str, told: str) -> None:
    Path("folder.yaml").mkdir()
    done = run_here("deck", "new", file)
    assert (done.code, done.stderr) == (1, told)
    assert [path.name for path in Path().iterdir()] == ["folder.yaml"]


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["deck.txt"], "a deck file ends in .yaml, .yml, .json, .csv, .tsv or .xlsx, got 'deck.txt'"),
        (["deck"], "a deck file ends in .yaml, .yml, .json, .csv, .tsv or .xlsx, got 'deck'"),
        (["deck.csv", "--name", "Mine"], "a table has no place for a name"),
        (["--name", " "], "expected a name, got ' '"),
        (["--points", "0"], "expected 1 to 10,000 points, got 0"),
        (["one.yaml", "two.yaml"], "unexpected extra argument"),
        (["--legal"], "No such option"),
    ],
)
def test_wrong_usage(arguments: list[str], told: str) -> None:
    done = run_here("deck", "new", *arguments)
    assert done.code == 2
    assert told in " ".join(done.stderr.split())
    assert list(Path().iterdir()) == []


def test_the_same_deck_every_time() -> None:
    for suffix in ("yaml", "csv", "xlsx"):
        new(f"a.{suffix}")
        first = Path(f"a.{suffix}").read_bytes()
        Path(f"a.{suffix}").unlink()
        new(f"a.{suffix}")
        assert Path(f"a.{suffix}").read_bytes() == first


@given(
    st.integers(1, 400),
    st.integers(1, 9),
    st.integers(0, 12),
    st.integers(1, 5),
    st.integers(0, 99),
    st.data(),
)
def test_one_copy_more_makes_any_sample_legal(
    points: int, weakest: int, more: int, classes: int, spread: int, data: st.DataObject
) -> None:
    """Whatever the house rules, as long as they allow a deck at all."""
    names = tuple(f"class{number}" for number in range(classes))
    limits = DeckFormat(1, 1, 1, weakest, weakest + more, names, 3, 4)
    try:
        limits = limits.with_points(points)
    except InputError:
        assume(False)
    size = data.draw(st.integers(limits.min_cards, limits.max_cards))
    fewest, most = max(1, size - spread), size + spread
    limits = DeckFormat(points, fewest, most, weakest, weakest + more, names, 3, 4)
    sample = sample_deck(limits, with_text=True)
    rows = [Row(row.name, row.class_name, row.power, row.copies) for row in sample.rows]
    assert not judge(deck([row for row in rows if row.copies]), limits).legal
    rows[sample.short] = rows[sample.short]._replace(copies=rows[sample.short].copies + 1)
    assert judge(deck(rows), limits).legal
    assert sample.points + sample.short_row.power == points


def test_the_sample_has_every_class_and_power() -> None:
    sample = sample_deck(battle_gate_format(), with_text=True)
    assert {row.class_name for row in sample.rows} == {"minion", "soldier", "assassin"}
    assert [row.power for row in sample.rows] == [1, 2, 3, 4, 5, 6]
    assert all(row.text for row in sample.rows)
