"""``gatepress balance``: what it finds of games whose figures are known, how it exits, and what it leaves."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from games import Result, run_here, write_game

RULES = '''\
"""High Card: everybody shows one of two cards, and the higher one wins."""

from generator.rules.kit import NOBODY, OWNER, SEAT, Counter, From, Rules, Tally, Zone

rules = Rules(
    seats=2,
    zones=[
        Zone("pile", full=True, seen=NOBODY, ordered=True),
        Zone("hand", of=SEAT, seen=OWNER),
        Zone("shown", of=SEAT),
    ],
    counters=[Counter("points", of=SEAT)],
    scores=[Tally("points")],
)


@rules.setup
def prepare(table):
    table.shuffle(table.pile)
    table.pile.deal(2, *table.hand)


@rules.move("show {card}", card=From("hand"))
def show(table, card):
    """Show one of your cards."""
    table.hand[table.seat].give(card, table.shown[table.seat])
    bonus = table.rules.bonus if table.seat == 0 else 0
    table.points[table.seat] = card.rank + bonus
    table.pass_turn()


@rules.over
def over(table):
    return "all cards are shown" if all(table.shown) else None
'''
USUAL = ("--bots", "random", "--measure", "seats")


def write_toy(folder: Path, *, bonus: int = 0, ranks: int = 40) -> Path:
    """A game of luck alone: seat 0 has a bonus; with few ranks many games are drawn."""
    cards = [{"name": f"Card {number}", "rank": 1 + number % ranks} for number in range(40)]
    component = {
        "size": "poker",
        "cards": "cards.yaml",
        "front": "card.xml.j2",
        "safe": 0,
        "press": {"backs": "none"},
        "fields": {"name": {"type": "text"}, "rank": {"type": "whole"}},
    }
    game = {
        "title": "High Card",
        "components": {"cards": component},
        "players": 2,
        "rules": {"bonus": bonus},
        "strategies": {"proud": {"never": "show card-1*", "says": "keeps what begins with a 1"}},
    }
    return write_game(folder, game=game, cards=cards, files={"rules.py": RULES})


@pytest.fixture
def fair(tmp_path: Path) -> Path:
    return write_toy(tmp_path / "fair")


def balance(*arguments: str | Path) -> Result:
    return run_here("balance", *arguments)


def balance_json(*arguments: str | Path) -> dict[str, Any]:
    """What ``--json`` tells of a run without assertions."""
    done = balance(*arguments, "--json")
    assert done.code == 0, done.output
    told: dict[str, Any] = json.loads(done.stdout)
    return told


def answer(told: dict[str, Any], question: str) -> dict[str, str]:
    """What is answered to a question."""
    (found,) = (finding for finding in told["findings"] if finding["question"] == question)
    return found  # type: ignore[no-any-return]


def flat(text: str) -> str:
    return " ".join(text.split())


# What is found


def test_a_fair_game_is_not_found_unfair(fair: Path) -> None:
    told = balance_json(fair, *USUAL, "--games", "400")
    (arm,) = told["arms"]
    assert (arm["games"], arm["deals"]) == (400, 200)
    for seat in arm["seats"]:
        assert seat["low"] < 0.5 < seat["high"]
    assert arm["seats"][0]["value"] + arm["seats"][1]["value"] == pytest.approx(1)
    found = answer(told, "Is it fair?")
    assert found["tone"] == "good"
    assert found["text"].startswith("**Roughly,** as far as 200 deals show: the first player (seat 0) wins ")


def test_what_is_not_known_says_what_would_tell(fair: Path) -> None:
    told = balance_json(fair, *USUAL, "--games", "10")
    fairness = answer(told, "Is it fair?")
    assert fairness["tone"] == "open"
    assert re.search(r"Too early to say.* About [\d,]+ games would .*`--games \d+`", fairness["text"])
    assert "`--measure course`" in answer(told, "Is there a runaway leader?")["text"]
    assert "`--bots greedy,random`" in answer(told, "Does skill count?")["text"]
    assert "`--measure cards`" in answer(told, "Which card is too strong?")["text"]


def test_a_rigged_game_is_found_unfair(tmp_path: Path) -> None:
    told = balance_json(write_toy(tmp_path / "rigged", bonus=15), *USUAL, "--games", "200")
    (arm,) = told["arms"]
    assert arm["seats"][0]["low"] > 0.5
    assert arm["first_player"]["low"] > 0
    found = answer(told, "Is it fair?")
    assert found["tone"] == "caution"
    assert re.match(
        r"\*\*No:\*\* the first player \(seat 0\) wins \d\d of 100 games \(even: 50\)", found["text"]
    )


def test_a_change_of_a_number_rigs_the_game(fair: Path) -> None:
    told = balance_json(fair, *USUAL, "--games", "100", "--set", "rules.bonus=40")
    assert told["changes"] == ["rules.bonus=40"]
    assert told["arms"][0]["seats"][0]["value"] == 1.0
    assert "rules.bonus=40" in told["command"]


def test_drawn_games_count_a_half_and_are_told(tmp_path: Path) -> None:
    told = balance_json(write_toy(tmp_path / "even", ranks=2), *USUAL, "--games", "120")
    (arm,) = told["arms"]
    assert arm["draws"]["low"] > 0.2
    assert arm["seats"][0]["value"] + arm["seats"][1]["value"] == pytest.approx(1)
    assert "end in a tie" in answer(told, "How long does it take?")["text"]


def test_who_moves_first_is_not_always_seat_0() -> None:
    told = balance_json("battle-gate", *USUAL, "--games", "40")
    (arm,) = told["arms"]
    assert sum(arm["asked_first"]) == 40
    assert all(arm["asked_first"])
    assert arm["first_player"]["n"] == 20
    assert re.search("the first player wins [0-9]+ of 100 games", answer(told, "Is it fair?")["text"])


@pytest.mark.slow
def test_a_better_bot_and_what_it_does_without_are_measured(fair: Path) -> None:
    told = balance_json(fair, "--bots", "greedy,random", "--measure", "bots,strategies", "--games", "60")
    assert told["bot_shares"]["greedy"]["value"] > 0.6
    shares = [told["bot_shares"][bot]["value"] for bot in ("greedy", "random")]
    assert sum(shares) == pytest.approx(1)
    (strategy,) = told["strategies"]
    assert strategy["says"] == "keeps what begins with a 1"
    assert strategy["comparison"]["alone"]["value"] == pytest.approx(strategy["share"]["value"] - 0.5)


@pytest.mark.slow
def test_each_setup_is_measured_and_the_usual_one_played_once() -> None:
    told = balance_json("hold-the-gates", "--bots", "random", "--games", "60")
    by_name = {arm["subject"]: arm for arm in told["arms"] if arm["measure"] == "setups"}
    attackers = [by_name[f"settlement={name}"]["seats"][0]["value"] for name in ("city", "village", "shrine")]
    assert attackers == sorted(attackers)
    assert told["seats"] == ["Attacker", "Defender"]
    seats = next(arm for arm in told["arms"] if arm["measure"] == "seats")
    assert by_name["settlement=village"]["digest"] == seats["digest"]
    assert told["games"] == 180


@pytest.mark.slow
def test_every_pair_of_decks_is_played_from_both_seats() -> None:
    decks = ["--deck", "night-shift", "--deck", "long-siege", "--deck", "five-a-side"]
    told = balance_json("battle-gate", "--bots", "random", "--measure", "decks", "--games", "40", *decks)
    matrix = told["deck_matrix"]
    assert matrix["names"] == ["night-shift", "long-siege", "five-a-side"]
    assert len(matrix["cells"]) == 3
    assert sum(matrix["nash"].values()) == pytest.approx(1)
    pairs = [arm for arm in told["arms"] if arm["measure"] == "decks"]
    assert all(arm["games"] == 40 for arm in pairs)
    assert set(told["decks"]) == set(matrix["names"])


@pytest.mark.slow
def test_the_ladder_doubles_up_to_its_budget(fair: Path) -> None:
    told = balance_json(fair, "--bots", "random", "--measure", "ladder", "--budget", "8", "--games", "10")
    assert [rung["budget"] for rung in told["ladder"]["rungs"]] == [1, 2, 4]
    assert 0 <= told["ladder"]["luck"]["value"] <= 1
    matches = [(arm["subject"], arm["against"]) for arm in told["arms"] if arm["measure"] == "ladder"]
    assert matches[-2:] == [("greedy", "random"), ("search:8", "greedy")]


def test_the_course_of_games_is_traced_on_request(fair: Path) -> None:
    told = balance_json(fair, "--bots", "random", "--measure", "seats,course", "--games", "8")
    (arm,) = told["arms"]
    assert arm["course"]["traced"] == 8
    assert arm["course"]["course"]["games"] == 4  # of every other deal
    assert "course" not in told["left_out"]


# The gate


@pytest.mark.parametrize(
    ("bonus", "games", "code", "word"),
    [(0, 400, 0, "holds"), (40, 40, 1, "fails"), (0, 20, 3, "is not decided")],
)
def test_assertions_decide_the_exit_status(
    tmp_path: Path, bonus: int, games: int, code: int, word: str
) -> None:
    game = write_toy(tmp_path / "toy", bonus=bonus)
    done = balance(game, *USUAL, "--games", str(games), "--assert", "seat0 in 0.4..0.6")
    assert done.code == code
    assert f"The claim seat0 in 0.4..0.6 {word}" in flat(done.stdout)


def test_one_claim_that_fails_is_enough(fair: Path) -> None:
    claims = ["--assert", "draws < 0.2", "--assert", "seat0 > 0.9"]
    told = balance(fair, *USUAL, "--games", "60", "--json", *claims)
    assert told.code == 1
    checks = json.loads(told.stdout)["checks"]
    assert [check["verdict"] for check in checks] == ["holds", "fails"]


@pytest.mark.slow
def test_a_claim_has_what_it_is_about_measured(fair: Path) -> None:
    done = balance(fair, "--measure", "seats", "--games", "20", "--assert", "bot greedy > 0.2")
    assert done.code == 0
    assert "greedy against random" in done.stdout


@pytest.mark.slow
def test_a_study_that_is_narrow_enough_stops(fair: Path) -> None:
    told = balance_json(fair, *USUAL, "--games", "4000", "--until", "width<0.4")
    (arm,) = told["arms"]
    assert arm["stopped"]
    assert 100 <= arm["games"] < 1000
    for seat in arm["seats"]:
        assert seat["method"] == "at every look"
        assert seat["high"] - seat["low"] < 0.4


# What is kept, and the same again


@pytest.mark.slow
def test_any_number_of_workers_gives_the_same_bytes(fair: Path, tmp_path: Path) -> None:
    texts, pages = [], []
    for workers in ("1", "2"):
        page = tmp_path / f"{workers}.html"
        arguments = [*USUAL, "--games", "60", "--workers", workers, "--report", page, "--json"]
        texts.append(balance(fair, *arguments).stdout)
        pages.append(page.read_bytes())
    assert texts[0] == texts[1]
    assert pages[0] == pages[1]


@pytest.mark.slow
def test_a_study_goes_on_where_it_was(fair: Path, tmp_path: Path) -> None:
    out = tmp_path / "study"
    balance_json(fair, *USUAL, "--games", "20", "--out", out)
    kept = out / "seats-random" / "study.db"
    before = kept.stat().st_ino
    on = balance_json(fair, *USUAL, "--games", "60", "--out", out)
    assert kept.stat().st_ino == before
    assert on == balance_json(fair, *USUAL, "--games", "60")
    replayed = run_here("replay", out / "seats-random", "7", "--game", fair)
    assert replayed.code == 0, replayed.output


def test_games_that_are_kept_are_looked_into_afterwards(fair: Path, tmp_path: Path) -> None:
    out = tmp_path / "study"
    balance_json(fair, *USUAL, "--games", "8", "--out", out)
    asked = ("--bots", "random", "--measure", "course", "--games", "12")
    later = balance_json(fair, *asked, "--out", out)
    assert later["arms"][0]["course"]["traced"] == 12
    assert later == balance_json(fair, *asked)


def test_fewer_games_than_are_kept_is_told(fair: Path, tmp_path: Path) -> None:
    balance_json(fair, *USUAL, "--games", "20", "--out", tmp_path / "study")
    done = balance(fair, *USUAL, "--games", "10", "--out", tmp_path / "study")
    assert done.code == 1
    assert "has 20 games already" in done.stderr


def test_a_bot_that_fails_leaves_the_games_before(fair: Path, tmp_path: Path) -> None:
    bot = tmp_path / "frail.py"
    bot.write_text(
        "class Bot:\n    made = 0\n    def choose(self, view, legal):\n        Bot.made += 1\n"
        "        if Bot.made > 30:\n            raise ValueError('tired')\n        return legal[0]\n"
    )
    arguments = ["--bots", str(bot), "--measure", "seats", "--games", "200", "--out", tmp_path / "study"]
    done = balance(fair, *arguments)
    assert done.code == 1
    assert "tired" in done.stderr
    assert "frail.py" in done.stderr
    assert "are kept in" in done.stderr


# Reports


@pytest.mark.slow
def test_the_report_repeats_itself_and_names_what_repeats_it(fair: Path, tmp_path: Path) -> None:
    page, paper = tmp_path / "a.html", tmp_path / "a.pdf"
    done = balance(fair, *USUAL, "--games", "60", "--report", page, "--report", paper)
    assert done.code == 0, done.output
    text = page.read_text("utf-8")
    for told in (
        "Is High Card balanced?",
        "Is it fair?",
        "No seat wins more than its share",
        "Master seed",
        "Method and limits",
    ):
        assert told in text
    assert "--games 60 --seed 1" in text
    assert paper.read_bytes().startswith(b"%PDF")
    again = tmp_path / "b.pdf"
    balance(fair, *USUAL, "--games", "60", "--report", again)
    assert again.read_bytes() == paper.read_bytes()


# Bad input


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["--measure", "seats,colour"], "'colour' is not measured; did you mean `course`?"),
        (["--measure", "decks"], "High Card is not played with decks"),
        (["--assert", "seat0 in 0.6..0.4"], "upside down"),
        (["--assert", "seat0"], "is not an assertion"),
        (["--assert", "seat5 < 0.5"], "there is no seat5"),
        (["--assert", "bot search < 0.5"], "the study has no bot 'search'"),
        (["--until", "soon"], "is not a stopping rule"),
        (["--until", "deck a width<0.1"], "plays all its games"),
        (["--deck", "any"], "not played with decks"),
        (["--bots", "greedy,greedy"], "named twice"),
        (["--bots", "gredy"], "greedy"),
        (["--players", "3"], "has no 3 players"),
        (["--report", "report.docx"], ".html or .pdf"),
        (["--report", "nowhere/report.pdf"], "does not exist"),
        (["--report", "a.html", "--report", "./a.html"], "a file is named twice"),
        (["--move-limit", "nan"], "got nan"),
        (["--set", "colour=red"], "no option 'colour'"),
    ],
)
def test_wrong_usage_is_told_before_anything_is_played(fair: Path, arguments: list[str], told: str) -> None:
    done = balance(fair, *arguments)
    assert done.code == 2
    assert told in flat(done.stderr)


def test_a_deck_and_a_number_that_are_not_there_are_told(fair: Path) -> None:
    done = balance("battle-gate", "--deck", "night-shif")
    assert done.code == 1
    assert "did you mean `night-shift`?" in done.stderr
    done = balance(fair, "--set", "rules.bonsu=4")
    assert done.code == 1
    assert "rules.bonsu" in done.stderr
