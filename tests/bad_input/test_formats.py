"""Deck formats of games' own with something wrong in them, and deck files that name no cards of the game."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from games import run_here, write_game

CARDS = """\
- {id: thane, name: Thane, role: leader, points: 20}
- {id: levy, name: Levy, role: troop, points: 3}
- {id: rider, name: Rider, role: scout, points: 9}
- {id: rider-2, name: Rider, role: scout, points: 11}
"""
COMPONENT = """\
components:
  units:
    size: poker
    press: {backs: none}
    safe: 0
    front: card.xml.j2
    cards: cards.yaml
"""
SECOND = (
    COMPONENT.replace("components:\n", "").replace("units:", "spells:").replace("cards.yaml", "spells.yaml")
)
GOOD = "size: {min: 3, max: 12}\n"


@pytest.fixture(autouse=True)
def _own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def write(given: str, cards: str = CARDS, more: str = "") -> None:
    """Writes a game with this text under `format` into the current folder."""
    lines = "".join(f"  {line}\n" for line in given.splitlines())
    game = f"title: Raid\nformat:\n{lines}{COMPONENT}{more}"
    write_game(Path(), game=game, cards=cards, files={"spells.yaml": "- {name: Fire}\n"})
    Path("deck.yaml").write_text("cards: {thane: 1, levy: 3}\n", "utf-8")


def told(given: str, cards: str = CARDS, more: str = "") -> list[str]:
    """What `deck check` says against a format; every other command that needs it says the same."""
    write(given, cards, more)
    done = run_here("deck", "check", "deck.yaml")
    assert (done.code, done.stdout) == (1, "")
    for command in (
        ("build", "new.yaml"),
        ("stats", "deck.yaml"),
        ("new", "new.yaml"),
        ("print", "deck.yaml"),
    ):
        other = run_here("deck", *command)
        assert other.code == 1
        assert set(done.problems) <= set(other.problems), command
    assert not Path("new.yaml").exists()
    assert not Path("output").exists()
    return done.problems


@pytest.mark.parametrize(
    ("given", "problems"),
    [
        ("size: 3-12", ["game.yaml:3:9: error: format.size: expected a whole number of 1 or more, "
        "got '3-12'"]),
        (
            "budget: {total: 100}\nsizes: 5\ncopies: {mx: 3}\nquotas: [{mni: 1}]",
            [
                "game.yaml:3:11: error: format.budget: `field` is missing",
                "game.yaml:4:3: error: format: unknown key `sizes`; did you mean `size`?",
                "game.yaml:5:11: error: format.copies: `max` is missing",
                "game.yaml:5:12: error: format.copies: unknown key `mx`; did you mean `max`?",
                "game.yaml:6:13: error: format.quotas.0: unknown key `mni`; did you mean `min`?",
            ],
        ),
        (
            "budget: {field: pionts, total: 100}\nclass: roel\ncopies: {max: 1, of: nmae, except: "
            "{role: trop}}\n"
            "allow: {rarity: common, points: {min: 9, max: 3}}\n"
            "quotas: [{where: {role: [leader, scuot]}}, {where: {role: leader}, min: 3, max: 2}]\n",
            [
                "game.yaml:3:19: error: format.budget.field: no card has a field `pionts`; did "
                "you mean `points`?",
                "game.yaml:4:10: error: format.class: no card has a field `roel`; did you mean `role`?",
                "game.yaml:5:24: error: format.copies.of: no card has a field `nmae`; did you mean `name`?",
                "game.yaml:5:45: error: format.copies.except.role.0: no card has the role 'trop'; "
                "did you mean "
                "`troop`?",
                "game.yaml:6:11: error: format.allow: no card has a field `rarity`; the cards have id, name, "
                "points, role",
                "game.yaml:6:35: error: format.allow.points: the smallest, 9, is more than the largest, 3",
                "game.yaml:7:12: error: format.quotas.0: a quota needs `min`, `max` or both",
                "game.yaml:7:36: error: format.quotas.0.where.role.1: no card has the role "
                "'scuot'; did you mean "
                "`scout`?",
                "game.yaml:7:75: error: format.quotas.1.min: the fewest, 3, are more than the most, 2",
            ],
        ),
        (
            "budget: {field: points}",
            [
                "game.yaml:3:3: error: format: a format needs a `size`, or a `budget` with a "
                "`total`; write for "
                "example `size: {min: 40, max: 60}`"
            ],
        ),
        (
            "component: unit\nsize: 5",
            ["game.yaml:3:14: error: no component named 'unit'; did you mean `units`?"],
        ),
        (f"{GOOD}allow: {{role: leader}}\ncopies: {{max: 2}}", [
            "game.yaml:3:9: error: format.size: the cards that are allowed make a deck of 2 cards "
            "at most, and a "
            "deck has 3 or more",
        ]),
        (f"{GOOD}allow: {{role: leader, points: {{max: 5}}}}", [
            "game.yaml:4:10: error: format.allow: no card of the game is allowed",
        ]),
    ],
)  # fmt: skip
def test_a_format_that_is_wrong(given: str, problems: list[str]) -> None:
    assert told(given) == problems


@pytest.mark.parametrize(
    ("given", "problem"),
    [
        (
            "budget: {field: points, total: 40}\nsize: {min: 14}\n",
            "game.yaml:3:34: error: format.budget.total: 14 cards cost at least 42 points, and a deck has 40",
        ),
        (
            "budget: {field: points, total: 90, exactly: true}\nsize: {max: 4}\n",
            "game.yaml:3:34: error: format.budget.total: 4 cards cost at most 80 points, and a deck has 90",
        ),
        (
            "budget: {field: points, total: 40}\nsize: {min: 4}\ncopies: {max: 2}\n",
            None,
        ),
        (
            "budget: {field: points, total: 22}\nsize: {min: 4}\ncopies: {max: 2}\n",
            "game.yaml:3:34: error: format.budget.total: 4 cards cost at least 24 points, and a deck has 22",
        ),
        (
            f"{GOOD}quotas: [{{where: {{role: troop}}, min: 13}}]",
            "game.yaml:4:40: error: format.quotas.0.min: a deck has 12 cards at most",
        ),
        (
            f"{GOOD}copies: {{max: 2}}\nquotas: [{{where: {{role: troop}}, min: 3}}]",
            "game.yaml:5:40: error: format.quotas.0.min: the game has 2 cards of role troop at "
            "most, counting "
            "their copies",
        ),
        (
            f"{GOOD}quotas: [{{where: {{role: troop}}, min: 7}}, {{where: {{role: leader}}, min: 6}}]",
            "game.yaml:4:11: error: format.quotas: the quotas of role ask for 13 cards together, "
            "and a deck has "
            "12 at most",
        ),
        (
            f"{GOOD}quotas: [{{where: {{role: [troop, scout]}}, max: 1}}, {{where: {{role: "
            f"leader}}, max: 1}}]",
            "game.yaml:4:11: error: format.quotas: the quotas of role leave room for 2 cards, and "
            "a deck has 3 "
            "at least",
        ),
    ],
)
def test_a_format_that_no_deck_can_keep(given: str, problem: str | None) -> None:
    if problem is not None:
        assert told(given) == [problem]
        return
    write(given)
    assert run_here("deck", "new", "new.yaml").code == 0


PROGRAMS = """\
- {name: Corroder, type: Program, keywords: Icebreaker - Fracter, cost: 2, tags: [red]}
- {name: Cloak, type: Program, keywords: Stealth, cost: X, tags: [blue, cheap]}
- {name: Sure Gamble, type: Event, cost: 5}
"""


@pytest.mark.parametrize(
    ("given", "problems"),
    [
        (
            "{where: {keywords: {contains: [Icebraker, breaker, fracter]}}, max: 3}",
            [
                "game.yaml:4:43: error: format.quotas.0.where.keywords.contains.0: no card has 'Icebraker' "
                "in its keywords; did you mean `Icebreaker`?",
                "game.yaml:4:54: error: format.quotas.0.where.keywords.contains.1: no card has 'breaker' in "
                "its keywords; whole words are looked for",
            ],
        ),
        (
            "{where: {keywords: Icebreaker}, max: 3}",
            [
                "game.yaml:4:31: error: format.quotas.0.where.keywords.0: no card has the keywords "
                "'Icebreaker'; some have it among other words: `{contains: Icebreaker}` finds these"
            ],
        ),
        (
            "{where: {type or tag: red, type or keywords: Fracter}, max: 3}",
            [
                "game.yaml:4:21: error: format.quotas.0.where: no card has a field `tag`; did you mean "
                "`tags`?",
                "game.yaml:4:57: error: format.quotas.0.where.type or keywords.0: no card has the type or "
                "keywords 'Fracter'; some have it among other words: `{contains: Fracter}` finds these",
            ],
        ),
        (
            "{where: {keywords: {contains: Stealth, min: 1}, cost: {}, type or tags: {max: 3}}, max: 3}",
            [
                "game.yaml:4:31: error: format.quotas.0.where.keywords: expected `contains`, or `min` and "
                "`max`, not both",
                "game.yaml:4:66: error: format.quotas.0.where.cost: expected `contains`, `min` or `max`",
                "game.yaml:4:84: error: format.quotas.0.where.type or tags: a range is for numbers, and no "
                "card has a number there",
            ],
        ),
        (
            "{min: 3}, {sum: csot, max: 2}, {sum: cost, max: 9}",
            [
                "cards.yaml:2:57: error: cost: expected a whole number, got 'X' (card cloak); a quota adds "
                "these up; leave it blank if the card adds nothing",
                "game.yaml:4:12: error: format.quotas.0: a quota needs `where`, `sum` or both",
                "game.yaml:4:28: error: format.quotas.1.sum: no card has a field `csot`; did you mean "
                "`cost`?",
            ],
        ),
        (
            "{sum: cost, where: {type: Event}, min: 30}, {where: {type: Event}, max: 4}",
            [
                "game.yaml:4:11: error: format.quotas: no deck can have at least 30 cost on cards of type "
                "Event and at most 4 cards of type Event"
            ],
        ),
    ],
)
def test_conditions_that_no_card_meets_and_sums_that_cannot_be_added_up(
    given: str, problems: list[str]
) -> None:
    assert told(f"{GOOD}quotas: [{given}]", PROGRAMS) == problems


def test_costs_that_are_no_numbers_are_told_of_each_card() -> None:
    cards = CARDS.replace("points: 3}", "points: three}").replace(", points: 11}", "}")
    given = "budget: {field: points, total: 100}\nquotas: [{where: {role: leader}, min: 20}]\nsize: 5"
    assert told(given, cards) == [
        "cards.yaml:2:47: error: points: expected a whole number, got 'three' (card levy); decks "
        "are counted by "
        "`points`; write 0 if the card costs nothing",
        "cards.yaml:4:3: error: points: expected a whole number, got nothing (card rider-2); "
        "decks are counted by "
        "`points`; write 0 if the card costs nothing",
        "game.yaml:4:41: error: format.quotas.0.min: a deck has 5 cards at most",
    ]  # fmt: skip


def test_two_components_that_could_be_meant() -> None:
    assert told(GOOD, more=SECOND) == [
        "game.yaml:3:3: error: the format does not say what decks are made of: `units` or `spells`; write "
        "`component: units` under `format`"
    ]
    write(f"component: units\n{GOOD}", more=SECOND)
    assert run_here("deck", "check", "deck.yaml").code == 0


def test_check_tells_of_a_format_too() -> None:
    write("size: 5\nclass: roel")
    done = run_here("check", "--json")
    assert done.code == 1
    assert "no card has a field `roel`" in done.stdout
    assert run_here("build").code == 0


@pytest.mark.parametrize(
    ("name", "text", "problems"),
    [
        ("d.yaml", "name: D\ncards: 5", [
            "d.yaml:2:8: `cards` must say which cards and how many, got 5; write for example "
            "`cards: {moss: 4, "
            "oak: 2}`"]),
        ("d.yaml", "nmae: D\nthane: 2", [
            "d.yaml:1:1: unknown key `nmae`; did you mean `name`?",
            "d.yaml:2:1: unknown key `thane`; write the cards under `cards`",
            "d.yaml:1:1: `cards` must say which cards and how many; write for example `cards: "
            "{moss: 4, oak: 2}`",
        ]),
        ("d.yaml", "cards: {}", ["d.yaml: the deck has no cards"]),
        ("d.yaml", "cards: {thane: many, levi: 2, Rider: 1, levy: 99999}", [
            "d.yaml:1:16: thane: copies: expected a whole number, got 'many'",
            "d.yaml:1:22: unknown card 'levi'; did you mean `levy`?",
            "d.yaml:1:31: 2 cards are called 'Rider'; write the id: `rider` or `rider-2`",
            "d.yaml:1:47: levy: copies: expected 0 to 10,000 copies, got 99999",
        ]),
        ("d.yaml", "- {card: thane, cpoies: 2}\n- {copies: 2}\n- 5\n- [levy]\n- {card: [levy]}", [
            "d.yaml:1:17: unknown key `cpoies`; did you mean `copies`?",
            "d.yaml:2:3: `card` is missing; write for example `card: moss`",
            "d.yaml:3:3: expected a card, got 5; write for example `{card: moss, copies: 4}`",
            "d.yaml:4:3: expected a card, got a list; write for example `{card: moss, copies: 4}`",
            "d.yaml:5:10: unknown card a list; cards are named by their ids, or by names that only one has",
        ]),
        ("d.csv", "card,coipes\nthane,2\n,3\n", [
            "d.csv:1:2: unknown column `coipes`; did you mean `copies`?",
            "d.csv:3:1: the card is missing; name it by its id or name",
        ]),
        ("d.csv", "points,copies\n3,2\n", ["d.csv: the column `card` is missing; the columns are "
        "`card` and `copies`"]),
        ("d.json", '{"cards": {"thane": true}}', ["d.json:1:21: thane: copies: expected a whole "
        "number, got true"]),
    ],
)  # fmt: skip
def test_a_deck_that_names_no_cards(name: str, text: str, problems: list[str]) -> None:
    write(GOOD)
    Path(name).write_text(text, "utf-8")
    done = run_here("deck", "check", name)
    assert (done.code, done.stderr) == (1, "")
    found = [line.strip() for line in done.stdout.splitlines()]
    for problem in problems:
        assert problem in found
    found.remove(f"{name}: cannot be read") if f"{name}: cannot be read" in found else None
    assert len([line for line in found if line.startswith(f"{name}:")]) == len(problems)
    assert run_here("deck", "print", name).code == 1
    assert run_here("deck", "stats", name).code == 1
    assert not Path("output").exists()


def test_a_deck_that_is_nowhere() -> None:
    write(GOOD)
    done = run_here("deck", "stats", "harbour")
    assert (done.code, done.problems) == (1, ["error: no deck or file named 'harbour'"])


def test_hands_without_a_draw() -> None:
    write(GOOD)
    done = run_here("hands", "deck.yaml")
    assert (done.code, done.problems) == (
        1,
        [
            "game.yaml:3:3: error: format: hands of 'deck.yaml': the format does not say how many cards are "
            "drawn; write for example "
            "`draw: {first: 5, others: 5, later: 1}` under `format`"
        ],
    )


@pytest.mark.parametrize(
    ("option", "message"),
    [
        (("--points", "5"), "the format has no budget; it needs `budget: {field: …}`"),
        (("--without", "thrane"), "the pool has no 'thrane'; did you mean `Thane`?"),
        (("--with", "thrane"), "the pool has no 'thrane'; did you mean `Thane`?"),
        (("--with", "Rider"), "2 cards are called 'Rider'; write `rider` or `rider-2`"),
        (("--class", "leader=1"), "the format has no classes; it names their field by `class`"),
    ],
)
def test_wishes_that_the_format_has_no_words_for(option: tuple[str, str], message: str) -> None:
    write(GOOD)
    done = run_here("deck", "build", *option)
    assert done.code == 2
    assert message in " ".join(done.stderr.split())


@pytest.mark.parametrize("value", ["1e400", "10000000000000000000000", "-1e308"])
@pytest.mark.parametrize(
    "given",
    [
        "size: {{min: {}, max: 5}}",
        "size: {}",
        "size: 5\ndraw: {{first: {}}}",
        "size: 5\nquotas: [{{where: {{points: {{min: {}}}}}, max: 1}}]",
    ],
)
def test_a_number_that_is_too_large_is_told_once(given: str, value: str) -> None:
    (problem,) = told(given.format(value))
    assert f"the number '{value}' is too large" in problem


@pytest.mark.parametrize("value", [".inf", "-.inf", ".nan"])
def test_a_range_ends_somewhere(value: str) -> None:
    (problem,) = told(f"{GOOD}allow: {{points: {{max: {value}}}}}")
    assert "format.allow.points.max: expected a number, got " in problem


@pytest.mark.parametrize("value", ["' '", "''", ".nan", "[troop, .inf]", "[troop, ' ']"])
def test_a_condition_says_something(value: str) -> None:
    (problem,) = told(f"{GOOD}allow: {{role: {value}}}")
    assert "format.allow.role: expected a value, got " in problem


def test_one_card_costs() -> None:
    (problem,) = told("budget: {field: points, total: 2}")
    assert problem.endswith("1 card costs at least 3 points, and a deck has 2")


@pytest.mark.parametrize(
    ("quotas", "rules"),
    [
        (
            "[{where: {role: leader}, max: 1}, {where: {points: {min: 20}}, min: 2}]",
            "at most 1 card of role leader and at least 2 cards of points 20 or more",
        ),
        (
            "[{where: {points: {max: 9}}, max: 1}, {where: {points: {min: 9}}, max: 1}]",
            "3 to 12 cards, at most 1 card of points 9 or less and at most 1 card of points 9 or more",
        ),
    ],
)
def test_quotas_that_no_deck_can_keep_together(quotas: str, rules: str) -> None:
    assert told(f"{GOOD}quotas: {quotas}") == [
        f"game.yaml:4:11: error: format.quotas: no deck can have {rules}"
    ]
    assert "no deck can have" in run_here("check").output


@pytest.mark.parametrize("own", ["kind", "name", "turn", "cards", "exact", "legal", "playable"])
def test_a_field_called_like_a_key_of_json_takes_nothing_away(own: str) -> None:
    cards = [{"name": "Thane", own: "leader", "points": 20}, {"name": "Levy", own: "troop", "points": 3}]
    if own == "name":
        cards = [{**card, "name": card_id} for card, card_id in zip(cards, ("Thane", "Levy"), strict=True)]
    write(f"{GOOD}class: {own}\nbudget: {{field: points}}\ndraw: {{first: 2}}", json.dumps(cards))
    stats = json.loads(run_here("deck", "stats", "deck.yaml", "--json").stdout)
    assert [share["cards"] for share in stats["classes"]] == [1, 3]
    assert [count["cards"] for count in stats["curve"] if count["cards"]] == [3, 1]
    assert [{*one} for count in stats["curve"] for one in count["classes"]] == [
        {"cards_" if own == "cards" else own, "cards"}
    ] * 2
    hands = json.loads(run_here("hands", "deck.yaml", "--json", "--samples", "100").stdout)
    (player,) = hands["players"]
    assert {card["name"] for hand in player["hands"] for turn in hand for card in turn} == {"Thane", "Levy"}
    assert {odd["turn"] for odd in player["odds"]} == {1, 2, 3, 4}
    assert all(isinstance(odd["exact"], float) for odd in player["odds"])


def test_thousands_of_limits_of_copies_are_no_riddle() -> None:
    cards = "".join(f"- {{name: N{n}, role: {'ab'[n % 2]}, points: {n % 7}}}\n" for n in range(1000))
    quotas = "[{where: {role: a}, max: 2}, {where: {role: b, points: {max: 9}}, max: 0}]"
    write(f"{GOOD}copies: {{max: 3}}\nquotas: {quotas}", cards)
    done = run_here("check")
    assert "no deck can have 3 to 12 cards, at most 2 cards of role a and no cards of role b" in done.stdout
