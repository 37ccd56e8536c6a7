"""Formats of games' own: what `gatepress deck` makes of three very different ones."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from games import PROJECT, run_here
from hypothesis import given, settings
from hypothesis import strategies as st

from generator.catalog.problems import Problems
from generator.deck.check import judge
from generator.deck.files import find_deck, own_decks
from generator.deck.limits import Condition, DeckFields
from generator.deck.write import DeckFile, DeckRow, pool_cards_as_yaml, write_deck

from .own_formats import (
    COMPONENT,
    GAMES,
    GROVE,
    GROVE_CARDS,
    RAID,
    RAID_CARDS,
    loaded,
    own_game,
    write_own_game,
)

LEGAL = "cards: {moss: 1, fox: 3, bear: 3, rain: 2, frost: 1}\n"


@pytest.fixture
def inside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], Path]:
    """Makes one of the games, and its folder the current one."""

    def enter(name: str) -> Path:
        folder = own_game(tmp_path / name, name)
        monkeypatch.chdir(folder)
        return folder

    return enter


@pytest.fixture
def grove(inside: Callable[[str], Path]) -> Path:
    return inside("grove")


@pytest.fixture
def raid(inside: Callable[[str], Path]) -> Path:
    return inside("raid")


def check(text: str, *options: str) -> tuple[int, list[str]]:
    """The exit status and the lines of `deck check` on a deck file with this text."""
    Path("deck.yaml").write_text(text, "utf-8")
    done = run_here("deck", "check", "deck.yaml", *options)
    assert done.stderr == ""
    return done.code, [" ".join(line.split()) for line in done.stdout.splitlines() if line.strip()]


# Checking


@pytest.mark.usefixtures("grove")
def test_a_legal_deck() -> None:
    assert check(f"name: Woods\n{LEGAL}") == (0, ["Woods: legal, 10 cards"])


@pytest.mark.usefixtures("grove")
def test_every_reason_at_once_with_the_rule_and_the_entry() -> None:
    code, told = check("cards:\n  moss: 1\n  oak: 1\n  fox: 4\n  elk: 2\n  fros: 3\n  rain: 9\n")
    assert code == 1
    assert told == [
        "Deck: not legal",
        "file The whole deck file can be read.",
        "deck.yaml:6:3: unknown card 'fros'; did you mean `frost`?",
        "Cards are counted once the whole file can be read.",
        "cards A deck has 10 to 14 cards.",
        "17 cards, 3 too many",
        "copies A deck has at most 3 copies of one name.",
        "deck.yaml:4:8: Fox (4 copies): 4 copies, 1 too many",
        "deck.yaml:7:9: Rain (9 copies): 9 copies, 6 too many",
        "quota-1 A deck has one hero.",
        "deck.yaml:3:8: Oak: card number 2 of type hero, 1 too many",
        "rarity A card's rarity is common or rare.",
        "deck.yaml:5:3: Elk (2 copies): the rarity is legendary",
    ]


@pytest.mark.usefixtures("grove")
def test_too_few_is_told_once_the_whole_deck_is_read() -> None:
    _, told = check("- {card: bear, copies: 3}\n- fox\n")
    assert told == [
        "Deck: not legal, 4 cards",
        "cards A deck has 10 to 14 cards.",
        "4 cards, 6 too few",
        "quota-1 A deck has one hero.",
        "0 cards of type hero, 1 too few",
        "quota-2 A deck has at least 2 cards of type event.",
        "0 cards of type event, 2 too few",
    ]


@pytest.mark.usefixtures("raid")
def test_a_skirmish() -> None:
    assert check("cards: {thane: 1, levy: 4, troll: 1}")[0] == 0
    code, told = check("cards: {thane: 2, captain: 1, troll: 1, wyrm: 1, levy: 30}")
    assert code == 1
    assert told == [
        "Deck: not legal, 35 cards, 239 points",
        "points A deck spends at most 100 points: the points of its cards.",
        "239 points, 139 over",
        "cards A deck has 3 to 12 cards.",
        "35 cards, 23 too many",
        "copies A deck has at most 1 copy of one name, except of role troop or scout.",
        "deck.yaml:1:16: Thane (2 copies): 2 copies, 1 too many",
        "quota-1 A deck has 1 to 2 cards of role leader.",
        "deck.yaml:1:28: Captain: card number 3 of role leader, 1 too many",
        "quota-2 A deck has at most 1 card of points 30 or more.",
        "deck.yaml:1:47: Wyrm: card number 2 of points 30 or more, 1 too many",
    ]


def test_cards_that_count_as_one(inside: Callable[[str], Path]) -> None:
    inside("cube")
    reds = "red-1: 1, red-2: 1, red-3: 1, blue-1: 1, blue-2: 1, blue-3: 1"
    assert check(f"cards: {{{reds}, red-4: 1, green-1: 1}}") == (0, ["Deck: legal, 8 cards"])
    assert check(f"cards: {{{reds}, red-4: 1, blue-4: 1}}")[1][1:] == [
        "copies A deck has at most 1 copy of one title.",
        "deck.yaml:1:90: Blue 4: 2 copies with those above, 1 too many",
    ]


def test_words_several_fields_and_sums(inside: Callable[[str], Path]) -> None:
    inside("net")
    assert check("cards: {kim: 1, fracter: 1, faerie: 1, cloak: 2, ai-fad: 2}")[0] == 0
    code, told = check("cards: {kim: 1, fracter: 2, eater: 1, gamble: 3, faerie: 1}")
    assert code == 1
    assert told[1:] == [
        "quota-1 A deck has 1 to 2 cards of keywords containing Icebreaker.",
        "deck.yaml:1:36: Eater: card number 3 of keywords containing Icebreaker, 1 too many",
        "deck.yaml:1:58: Faerie: card number 4 of keywords containing Icebreaker, 1 too many",
        "quota-2 A deck has at least 1 card of type or subtype stealth.",
        "0 cards of type or subtype stealth, 1 too few",
        "quota-3 A deck has at most 5 influence on all cards.",
        "8 influence on all cards, 3 too many",
        "quota-4 A deck has 2 to 12 cost on cards of type program.",
        "13 cost on cards of type program, 1 too many",
        "side or faction A card's side or faction is runner or neutral.",
        "deck.yaml:1:39: Gamble (3 copies): the side is missing and the faction is jinteki",
        "keywords A card has keywords containing Icebreaker, Virtual, Fad or Crime.",
        "deck.yaml:1:39: Gamble (3 copies): the keywords is missing",
    ]  # fmt: skip
    code, told = check("cards: {fracter: 1}")
    assert "2 cost on cards of type program" not in " ".join(told)
    built = run_here("deck", "build", "built.yaml", "--with", "lie=2")
    assert built.code == 0, built.output
    assert run_here("deck", "check", "built.yaml").code == 0
    assert run_here("deck", "stats", "built.yaml").code == 0
    refused = run_here("deck", "build", "--with", "lie=2", "--with", "faerie=2")
    assert "With at most 5 influence on all cards, a deck has at most 1 copy of Faerie" in refused.stderr


def test_sums_over_characters_of_players_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Only their files say what they have, so what can't be added up is told of the deck, not of the game."""
    own = """\
        title: Own
        format:
          budget: {field: power}
          size: {min: 1, max: 10}
          allow: {power: {min: 1, max: 6}, class: [minion, soldier]}
          class: class
          quotas: [{sum: power, where: {class or kind: minion}, max: 5}, {sum: influence, max: 3}]
        """
    cards = "- {name: X, class: minion, power: 2, influence: 1}\n"
    monkeypatch.chdir(write_own_game(tmp_path / "own", own, cards, COMPONENT + "    deck: true\n"))
    code, told = check(
        "cards:\n- {name: A, class: minion, power: 2, copies: 3, influence: x}\n"
        "- {name: B, class: soldier, power: 3, influence: -1}\n- {name: C, class: soldier, power: 1}\n"
    )
    assert code == 1
    assert told[1:] == [
        "quota-1 A deck has at most 5 power on cards of class or kind minion.",
        "6 power on cards of class or kind minion, 1 too many",
        "quota-2 A deck has at most 3 influence on all cards.",
        "deck.yaml:2:60: A (3 copies): the influence is 'x', not a whole number from 0 to 10,000",
        "deck.yaml:3:50: B: the influence is -1, not a whole number from 0 to 10,000",
    ]
    refused = run_here("deck", "build", "new.yaml")
    assert "no characters can be invented for the format: it asks for `kind`" in refused.stderr
    assert run_here("deck", "build", "new.yaml", "--pool", "cards.yaml").code == 0


# Files


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("deck.yaml", LEGAL),
        ("deck.yml", "name: Deck\ncards:\n- {card: moss}\n- {card: Fox, copies: 3}\n- {id: bear, qty: 3}\n"
         "- {name: rain, copies: '2'}\n- frost\n"),
        ("deck.yaml", "- moss\n- {card: fox, copies: 3}\n- {card: bear, copies: 2}\n- bear\n"
         "- {card: rain, copies: 2}\n- {card: elk, copies: 0}\n- frost\n"),
        ("deck.json", '{"name": "Deck", "cards": {"moss": 1, "fox": 3, "bear": 3, "rain": 2, "frost": 1}}'),
        ("deck.csv", "card,copies\nmoss,1\nFOX,3\nbear,3\nrain,2\nfrost,1\n"),
        ("deck.tsv", "Copies\tName\ttype\n1\tMoss\thero\n3\tfox\t\n3\tbear\t\n2\tRain\t\n\tfrost\t\n"),
    ],
)  # fmt: skip
def test_forms_of_a_deck(grove: Path, name: str, text: str) -> None:
    Path(name).write_text(text, "utf-8")
    game, _ = loaded(grove)
    problems = Problems()
    deck = find_deck(game, name, problems)
    assert not problems, "\n".join(map(str, problems))
    assert deck is not None
    copies: dict[str, int] = {}
    for entry in deck.entries:
        copies[entry.card.id] = copies.get(entry.card.id, 0) + entry.copies
    assert (deck.name, copies) == ("Deck", {"moss": 1, "fox": 3, "bear": 3, "rain": 2, "frost": 1})
    assert {entry.class_name for entry in deck.entries} == {"hero", "ally", "event"}
    assert run_here("deck", "check", name).code == 0


@given(
    st.dictionaries(st.sampled_from(["moss", "oak", "fox", "bear", "rain"]), st.integers(1, 40), min_size=1)
)
@settings(max_examples=25, deadline=None)
@pytest.mark.parametrize("suffix", [".yaml", ".json", ".csv", ".xlsx"])
def test_what_is_written_is_read(
    suffix: str, tmp_path_factory: pytest.TempPathFactory, copies: dict[str, int]
) -> None:
    folder = own_game(tmp_path_factory.mktemp("game"), "grove")
    path = folder / f"deck{suffix}"
    game, limits = loaded(folder)
    rows = [DeckRow(card.title(), "ally", 1, number, card=card) for card, number in copies.items()]
    write_deck(path, DeckFile("Deck", None, rows, limits.fields))
    deck = find_deck(game, str(path), Problems())
    assert deck is not None
    assert {entry.card.id: entry.copies for entry in deck.entries} == copies


def test_what_is_no_number_is_within_no_bounds() -> None:
    for value in ("3", True, None, {}):
        assert not Condition("cost", low=1).holds({"cost": value})
        assert not Condition("cost", high=9).holds({"cost": value})


def test_a_card_without_class_and_cost_is_told_by_its_name() -> None:
    rows = [DeckRow("Fox", "ally", 1, 2, card="fox"), DeckRow("Oak", "ally", 1, 1, card="oak")]
    assert pool_cards_as_yaml(rows, DeckFields(None, None)) == "  fox: 2  # Fox\n  oak: 1  # Oak\n"


# Statistics, comparison and hands


def printed(*arguments: str) -> list[str]:
    return [" ".join(line.split()) for line in run_here("deck", *arguments).stdout.splitlines()]


@pytest.mark.usefixtures("grove")
def test_stats_go_by_the_fields_of_the_format() -> None:
    Path("deck.yaml").write_text(LEGAL, "utf-8")
    told = printed("stats", "deck.yaml")
    assert told[0] == "Deck: 10 cards, average cost 2.20"
    assert "cost 0 1 2 3 4 cards" in told
    assert "A ally - 3 - - 3 6 60.0 %" in told
    assert "all 1 3 2 1 3 10" in told
    assert "4 3 AAA" in told
    found = json.loads(run_here("deck", "stats", "deck.yaml", "--json").stdout)
    assert (found["average_cost"], found["points"], found["without_cost"]) == (2.2, 22, 0)
    assert found["classes"][1] == {"type": "ally", "known": True, "cards": 6, "points": 15}
    assert found["curve"][1] == {
        "cost": 1,
        "legal": True,
        "cards": 3,
        "classes": [{"type": "ally", "cards": 3}],
    }
    assert found["kinds"] == {"H0": 1, "A1": 3, "A4": 3, "E2": 2, "E3": 1}


@pytest.mark.usefixtures("raid")
def test_a_long_curve_shows_what_cards_cost() -> None:
    Path("deck.yaml").write_text("cards: {thane: 1, levy: 4, troll: 1}", "utf-8")
    found = json.loads(run_here("deck", "stats", "deck.yaml", "--json").stdout)
    assert [count["points"] for count in found["curve"]] == [3, 7, 9, 14, 20, 35, 60]


def test_a_format_without_costs_and_classes(inside: Callable[[str], Path]) -> None:
    inside("cube")
    assert run_here("deck", "build", "deck.yaml").code == 0
    assert run_here("deck", "stats", "deck.yaml").stdout == "Deck: 8 cards\n"
    assert json.loads(run_here("deck", "stats", "deck.yaml", "--json").stdout) == {
        "deck": "Deck",
        "cards": 8,
        "kinds": {},
    }
    hands = run_here("hands", "deck.yaml", "--samples", "100", "--second")
    assert hands.code == 0
    assert "Any other player: 5 cards on turn 1" in hands.stdout
    assert "On each later turn 2 cards." in " ".join(hands.stdout.split())
    for option, value in (("--class", "red=3"), ("--mean", "2"), ("--curve", "low")):
        refused = run_here("deck", "build", option, value)
        assert refused.code == 2
        assert "the format has no" in " ".join(refused.output.split())


@pytest.mark.usefixtures("grove")
def test_two_decks_compared() -> None:
    Path("a.yaml").write_text(LEGAL, "utf-8")
    Path("b.yaml").write_text("cards: {oak: 1, fox: 3, bear: 3, rain: 3, frost: 1}", "utf-8")
    told = printed("diff", "a.yaml", "b.yaml")
    assert "+ 1 × H0 Oak" in told
    assert "- 1 × H0 Moss" in told
    assert "~ E2 Rain: copies 2 → 3" in told
    assert "average cost 2.20 2.18" in told
    found = json.loads(run_here("deck", "diff", "a.yaml", "b.yaml", "--json").stdout)
    assert found["added"][0]["type"] == "hero"
    assert found["changed"][0]["changed"] == ["copies"]


@pytest.mark.usefixtures("grove")
def test_hands_are_drawn_by_the_format() -> None:
    Path("deck.yaml").write_text(LEGAL, "utf-8")
    found = json.loads(run_here("hands", "deck.yaml", "--samples", "2000", "--turns", "2", "--json").stdout)
    first, other = found["players"]
    assert (first["draws"], other["draws"]) == (3, 4)
    assert "strongest_playable" not in first
    hero = next(odd for odd in first["odds"] if odd["type"] == "hero" and odd["turn"] == 2)
    assert hero["fraction"] == "2/5"  # four of ten cards have been drawn
    cost = next(odd for odd in other["odds"] if odd["odd"] == "points" and odd["turn"] == 1)
    assert cost["fraction"] == "44/5"


@pytest.mark.usefixtures("raid")
def test_players_who_draw_alike_share_a_table() -> None:
    Path("deck.yaml").write_text("cards: {thane: 1, levy: 4, troll: 1}", "utf-8")
    told = run_here("hands", "deck.yaml", "--samples", "100", "--turns", "1").stdout
    assert "Each player: 3 cards on turn 1" in told
    assert "The first player:" not in told


# House rules


@pytest.mark.usefixtures("raid")
def test_house_rules_change_the_keys_that_they_name() -> None:
    deck = "cards: {thane: 1, levy: 4, troll: 1}"
    assert check(deck, "--points", "60")[1][1:] == [
        "points A deck spends at most 60 points: the points of its cards.",
        "67 points, 7 over",
    ]
    Path("house.yaml").write_text("size: {max: 5}\nquotas: []\n", "utf-8")
    assert check(deck, "--format", "house.yaml")[1][1:] == [
        "cards A deck has 1 to 5 cards.",
        "6 cards, 1 too many",
    ]
    Path("house.yaml").write_text("sizes: 5\ncopies: {max: 1, of: nmae}\n", "utf-8")
    refused = run_here("deck", "check", "deck.yaml", "--format", "house.yaml")
    assert (refused.code, refused.problems) == (
        1,
        ["house.yaml:1:1: error: unknown key `sizes`; did you mean `size`?"],
    )
    Path("house.yaml").write_text(
        "budget: {field: cost, total: 50}\ncomponent: cards\nclass: name\n", "utf-8"
    )
    refused = run_here("deck", "check", "deck.yaml", "--format", "house.yaml")
    assert refused.problems == [
        "house.yaml:1:17: error: budget.field: house rules go by the fields of the game; "
        "the game has `points`",
        "house.yaml:2:12: error: component: house rules are for the decks of the game; leave it out",
        "house.yaml:3:8: error: class: house rules go by the fields of the game; the game has `role`",
    ]


# Battle Gate is one such format


@pytest.mark.slow
def test_battle_gates_decks_are_judged_alike_by_a_declared_format(tmp_path: Path) -> None:
    """Its numbers under `rules` are the format's by anchors; so no number stands twice."""
    cards, layouts = PROJECT / "cards" / "battle-gate", PROJECT / "layouts" / "battle-gate"
    folder = tmp_path / "bg"
    for source, target in ((cards, folder), (layouts, folder / "layouts")):
        for file in (file for file in source.rglob("*") if file.is_file()):
            copy = target / file.relative_to(source)
            copy.parent.mkdir(parents=True, exist_ok=True)
            copy.write_bytes(file.read_bytes())
    text = (folder / "game.yaml").read_text("utf-8")
    for key, anchor in (("points: 100", "points"), ("cards: {min: 17", "size"), ("power: {min: &w", "power")):
        name, value = key.split(": ", 1)
        assert key in text
        text = text.replace(key, f"{name}: &{anchor} {value}", 1)
    declared = (
        "format:\n  budget: {field: power, total: *points, exactly: true}\n  size: *size\n"
        "  allow: {power: *power, class: *classes}\n  class: class\n  draw: {first: 3, others: 4}\n\n"
    )
    (folder / "game.yaml").write_text(
        text.replace("rulebook: {form", declared + "rulebook: {form", 1), "utf-8"
    )
    Path("rough.yaml").write_text(
        "- {name: Colossus, class: soldier, power: 7, copies: 10}\n"
        "- {name: Shade, class: asassin, power: 2, copies: 12}\n"
        "- {name: Twins, class: [minion, soldier], power: 2.5}\n",
        "utf-8",
    )
    for command in (
        ("deck", "check", "rough.yaml"),
        ("deck", "check", "rough.yaml", "--json"),
        ("deck", "stats", "night-shift", "--json"),
        ("deck", "diff", "night-shift", "five-a-side"),
        ("deck", "build", "--seed", "3"),
    ):
        own, bundled = run_here(*command, "--game", folder), run_here(*command)
        if command[1] != "build":
            assert own.output == bundled.output, command
        assert own.code == bundled.code
    game, limits = loaded(folder)
    assert all(judge(deck, limits).legal for deck in own_decks(game).values())
    limited = declared.replace("format:\n", "format:\n  copies: {max: 1, of: name}\n")
    game_file = folder / "game.yaml"
    game_file.write_text(game_file.read_text("utf-8").replace(declared, limited), "utf-8")
    built = run_here(
        "deck", "build", "built.csv", "--game", folder, "--with", "S4=2", "--class", "minion=30%"
    )
    assert built.code == 0, built.output
    for game_of_its_own in ((), ("--game", folder)):
        assert run_here("deck", "check", "built.csv", *game_of_its_own).code == 0


# Beginning


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("file", ["my-deck.yaml", "my-deck.csv", "my-deck.json", "my-deck.xlsx"])
def test_a_first_deck_is_legal(inside: Callable[[str], Path], name: str, file: str) -> None:
    inside(name)
    begun = run_here("deck", "new", file)
    assert begun.code == 0, begun.output
    assert begun.stdout.splitlines()[-1] == f"next: gatepress deck check {file}"
    assert run_here("deck", "check", file).code == 0
    if file.endswith(".yaml"):
        _, limits = loaded(Path())
        text = Path(file).read_text("utf-8")
        assert all(quota.sentence in text for quota in limits.quotas)


def test_cards_without_a_class(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    cards = GROVE_CARDS.replace("name: Fox, type: ally", "name: Fox")
    monkeypatch.chdir(write_own_game(tmp_path / "g", GROVE, cards))
    assert run_here("deck", "build", "deck.yaml", "--with", "fox=2").code == 0
    assert run_here("deck", "check", "deck.yaml").code == 0
    told = run_here("deck", "stats", "deck.yaml").stdout
    assert "? no type" in told


def test_the_samples_are_what_they_say(tmp_path: Path) -> None:
    """A card more or fewer of anything makes another game of it."""
    for changed in (
        GROVE.replace("min: 1, max: 1", "min: 2, max: 3"),
        RAID.replace("total: 100", "total: 40"),
    ):
        cards = GROVE_CARDS if "Grove" in changed else RAID_CARDS
        folder = write_own_game(tmp_path / "g", changed, cards)
        made = run_here("deck", "new", str(tmp_path / "d.yaml"), "--game", folder)
        assert made.code == 0
        assert run_here("deck", "check", str(tmp_path / "d.yaml"), "--game", folder).code == 0
        (tmp_path / "d.yaml").unlink()
