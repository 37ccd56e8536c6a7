"""However much a file asks for: work grows with what is read, or stops with a sentence that says so."""

from __future__ import annotations

import difflib
import sys
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import Any

import pytest
from games import run_here, write_game

from generator.catalog import named_decks, suggest
from generator.catalog.problems import Problems
from generator.catalog.yaml_reader import MarkedDict, read_yaml
from generator.cli.screens.hands import ALL_TURNS, is_shown
from generator.deck.card_stats import texts
from generator.deck.hands import sampling
from generator.layout import faces, files


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def calls_of(work: Callable[[], object]) -> int:
    """How many Python functions are called, and generators asked for more."""
    calls = 0

    def count(_frame: FrameType, event: str, _argument: object) -> None:
        nonlocal calls
        calls += event == "call"

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        work()
    finally:
        sys.setprofile(before)
    return calls


def counted(monkeypatch: pytest.MonkeyPatch, holder: Any, name: str) -> list[object]:
    """What a function of a module is called with from now on."""
    seen: list[object] = []
    real = getattr(holder, name)

    def told(*args: Any) -> Any:
        seen.append(args)
        return real(*args)

    monkeypatch.setattr(holder, name, told)
    return seen


def numbered(count: int) -> list[dict[str, Any]]:
    return [{"id": f"card-{n}", "name": f"Card {n}"} for n in range(count)]


def test_a_wrong_word_is_compared_with_few_of_many_names(monkeypatch: pytest.MonkeyPatch) -> None:
    ratios = counted(monkeypatch, difflib.SequenceMatcher, "ratio")
    known = [f"{first}-{n}" for n in range(1000) for first in ("card", "knight", "tower")]
    hints = {word: suggest.did_you_mean(word, known) for word in ("crad-317", "knigth-27", "towr-999", "zzz")}
    assert hints == {
        "crad-317": "did you mean `card-317`?",
        "knigth-27": "did you mean `knight-27`?",
        "towr-999": "did you mean `tower-999`?",
        "zzz": None,
    }
    assert 0 < len(ratios) <= 4 * suggest._MAX_COMPARED


def test_places_are_found_without_a_search_from_the_first_key() -> None:
    calls = []
    for keys in (200, 400):
        path = Path(f"{keys}.yaml")
        path.write_text("".join(f"k{n}: {n}\n" for n in range(keys)))
        found = read_yaml(path, Problems())
        assert isinstance(found, MarkedDict)
        calls.append(calls_of(lambda found=found: [found.place_of(key) for key in found]))  # type: ignore[misc]
        assert found.place_of("k150").line == found.place_of_key("k150").line == 151
        assert found.place_of("none") == found.place
    assert calls[1] < 2.5 * calls[0]


def test_cards_are_sorted_by_id_once_for_all_decks(monkeypatch: pytest.MonkeyPatch) -> None:
    sorted_ = counted(monkeypatch, named_decks, "_by_id")
    long = {f"d{n}": {"component": "cards", "cards": {"card-1": 1}} for n in range(30)}
    short = {f"e{n}": {"card-1": 1} for n in range(30)}
    component = {"size": "poker", "cards": "cards.yaml", "front": "card.xml.j2", "press": {"backs": "none"}}
    game = {"title": "Tiny", "components": {"cards": component}, "decks": {**long, **short}}
    assert run_here("check", write_game(Path("g"), game=game, cards=numbered(3))).code == 0
    assert len(sorted_) == 2


def test_the_beginning_of_a_sentence_is_looked_for_behind_the_word_before(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    class Counting:
        letters = 0

        def search(self, line: str, start: int = 0, end: int = sys.maxsize) -> object:
            self.letters += len(line[start:end])
            return sentence.search(line, start, end)

    sentence, counting = texts._SENTENCE, Counting()
    monkeypatch.setattr(texts, "_SENTENCE", counting)
    line = "Draw a Card. Then the Knight - The Old One - gains “Haste” and ... " * 20
    found = list(texts._capitals(line))
    assert [term for term, _ in found[:5]] == ["Draw", "Card", "Knight", "Old One", "Haste"]
    assert counting.letters <= len(line)


def alike_texts(count: int) -> list[dict[str, Any]]:
    gain = "draw a card then gain energy"
    return [{"name": f"C{n}", "text": f"{gain} {'abcdefgh'[n % 8]} x{n}y"} for n in range(count)]


def test_of_very_many_texts_the_likeliest_pairs_are_compared(monkeypatch: pytest.MonkeyPatch) -> None:
    folder = write_game(Path("g"), cards=alike_texts(40))
    whole = run_here("stats", folder).stdout
    assert "not compared" not in whole
    looked_at = counted(monkeypatch, texts, "_longest_common")
    monkeypatch.setattr(texts, "MAX_PAIRS", 50)
    bounded = run_here("stats", folder).stdout
    assert len(looked_at) == 50
    assert "not compared: 730 pairs of texts that may be alike; a higher --alike leaves fewer" in bounded
    assert bounded == run_here("stats", folder).stdout
    monkeypatch.setattr(texts, "MAX_STEPS", 8_000)
    looked_at.clear()
    assert "pairs of texts that may be alike" in run_here("stats", folder).stdout
    assert len(looked_at) < 20


def test_hands_are_simulated_from_as_many_shuffles_as_can_be(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sampling, "MAX_DRAWS", 50_000)
    folder = write_game(Path("g"), cards=numbered(40))
    done = run_here("hands", folder, "--hand", "10", "--turns", "0", "--samples", "10000000")
    assert (done.code, done.problems) == (
        0,
        ["warning: --samples: hands of 10 cards each are simulated from 909 shuffles, not 10,000,000"],
    )


def test_of_many_turns_some_are_shown() -> None:
    assert all(is_shown(turn, ALL_TURNS) for turn in range(ALL_TURNS + 1))
    assert [turn for turn in range(1, 101) if is_shown(turn, 100)] == [*range(1, 11), *range(20, 101, 10)]
    folder = write_game(Path("g"), cards=numbered(120))
    arguments = ("hands", folder, "--turns", "100", "--group", "name=Card 1", "--samples", "100")
    told = run_here(*arguments).stdout
    assert "--json lists all" in told
    assert len(told) < 12_000
    assert "turn 100" in told
    assert "turn 11 " not in told


def test_no_deck_of_very_many_cards_is_printed(monkeypatch: pytest.MonkeyPatch) -> None:
    laid_out = counted(monkeypatch, faces.FaceRenderer, "face")
    Path("d.yaml").write_text(
        "cards:\n" + "".join(f"- {{name: M{n}, class: minion, power: 1, copies: 5000}}\n" for n in range(3))
    )
    done = run_here("deck", "print", "d.yaml")
    assert done.code == 1
    assert (
        "d.yaml: error: sheets are printed of up to 10,000 cards of a deck, this one has 15,000; "
        "choose some of them by --select" in done.stderr
    )
    assert not laid_out
    assert not Path("output").exists()


def test_a_file_is_looked_for_once_for_all_cards(monkeypatch: pytest.MonkeyPatch) -> None:
    looked = counted(monkeypatch, files, "find_file")
    front = '<card><text width="60">{{ name }}</text><image href="a.svg" width="5" height="5"/></card>'
    art = '<svg xmlns="http://www.w3.org/2000/svg" width="5" height="5"><rect width="5" height="5"/></svg>'
    folder = write_game(Path("g"), cards=numbered(20), front=front, files={"art/a.svg": art})
    assert run_here("check", folder).code == 0
    assert len(looked) == 1


@pytest.mark.parametrize("command", ["new game from-spreadsheet wide.csv", "check g"])
def test_a_table_of_too_many_columns(command: str) -> None:
    wide = ",".join(["name", *(f"f{n}" for n in range(1500))]) + "\nA\n"
    Path("wide.csv").write_text(wide)
    write_game(Path("g"), component={"cards": "wide.csv"}, files={"wide.csv": wide})
    done = run_here(*command.split())
    assert done.code == 1
    assert "the table has 1,501 columns, and may have 1,000" in done.output


def test_cards_of_too_many_different_fields() -> None:
    cards = [{"name": f"C{n}", f"f{n}": 1} for n in range(1200)]
    done = run_here("check", write_game(Path("g"), cards=cards))
    assert done.code == 1
    assert "the cards have 1,201 different fields, and may have 1,000" in done.output
