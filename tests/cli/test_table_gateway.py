"""Gateway at the terminal: districts, stacks and battles, moves in words, and what is told of events."""

from __future__ import annotations

import io
import json
import re
from pathlib import Path
from typing import Any

import pytest
from games import bundled_game
from rich.console import Console

from generator.cli.play.session import Choices
from generator.games.gateway import Gateway
from generator.games.gateway.narration import Texts
from generator.rules import View, load
from generator.sim.matches.match import narrate_result, view_for
from tests.cli.drawing import drawn, screen_words, state_of, table_of
from tests.cli.playing import play, play_json
from tests.printed import component_of, printed, renderer_of

TABLE = table_of("gateway")
BOARDS = ("the-foundry", "portal-court", "ash-gardens", "rampart-row")
TOKENS = (["a", "b"], ["c", "d"], ["e", "f"], ["x", "x"])
HELD: tuple[dict[str, Any], ...] = (
    {"owner": 0, "cards": []},
    {"owner": None, "cards": ["elite-guard 2", "city-guard"]},
    {"owner": 1, "cards": []},
    {"owner": None, "cards": []},
)
SIGNS = {"gold": "Gold", "power": "Power", "attack": "attack", "defence": "defence", "vp": "VP"}


def position(**more: Any) -> dict[str, Any]:
    """Seat 0's turn in round 2, with an Army of two Rebels, a Templar and a Runestone."""
    seats = [
        {
            "deck": ["merchant", "rebel"],
            "hand": ["merchant", "merchant", "knight-valdus", "lesser-flame"],
            "discard": ["rebel"],
            "army": ["rebel", "rebel", "red-templar", "lesser-edge"],
            "vp": 4,
        },
        {"deck": ["merchant"], "hand": ["fishmancer", "rebel"], "discard": [], "army": ["defender"], "vp": 7},
    ]
    districts = [
        {"board": board, "tokens": tokens, **held}
        for board, tokens, held in zip(BOARDS, TOKENS, HELD, strict=True)
    ]
    given: dict[str, Any] = {
        "round": 2,
        "active": 0,
        "first": 0,
        "phase": "deployment",
        "seats": seats,
        "districts": districts,
        "stacks": {"rebel": 9, "magic-orb": 5, "spellbones": 0, "lesser": ["lesser-coin", "lesser-ward"]},
        "events": ["first-blood", "two-fronts"],
        "horde": ["drueggar-raider"],
        "guard": ["city-guard"],
        "past": ["tremor-in-the-vault"],
    }
    return given | more


def seen(seat: int = 0, **more: Any) -> View:
    return state_of("gateway", **position(**more)).view(seat)


def test_the_districts_and_players() -> None:
    screen = drawn(TABLE, seen())
    rows = [" ".join(line.split()) for line in screen.splitlines()]
    assert "Round 2, your turn: Deployment. Power 1, Gold 0. 2 events left." in rows
    assert "0 The Foundry A B you Your Army deals 2 more damage this turn." in rows
    assert "1 Portal Court C D City Guard Elite Guard 4/5, Vanguard, 2 damage, 2 VP;" in rows
    assert "2 Ash Gardens E F seat 1 You may trash 1 card from your hand or" in rows
    assert "3 Rampart Row X X nobody Your Insurgents have +1 defence this turn." in rows
    assert "> seat 0 (you) 4 2 4 1 Rebel 2/2 × 2; Red Templar 3/3," in rows
    assert "seat 1 7 1 2 0 Defender 2/4, Vanguard" in rows
    assert max(map(len, screen.splitlines())) <= 80


def test_the_hand_says_all_that_is_on_the_cards_and_nobody_else_s_is_shown() -> None:
    words = screen_words(TABLE, seen(), 120)
    assert "Merchant × 2 0 - Gain 1 Gold." in words
    assert "Knight Valdus 2 4/5 Vanguard. Must be killed before damage goes to cards without" in words
    assert "Rune of Flame 0 - Use and trash: In a battle, deal 2 damage to an opposing card." in words
    assert "Beard Fish from its stack" not in words
    assert "Hand of seat 1" in screen_words(TABLE, view_for(state_of("gateway", **position()), None))


def test_of_runestones_only_the_top_one_is_shown() -> None:
    words = screen_words(TABLE, seen(), 120)
    assert "Rebel 2/9, " in words
    assert "Magic Orb 4/5, " in words
    assert "Rune of Coins (lesser) 3/2" in words
    assert "Spellbones -/0" in words
    assert "Warding" not in words


def test_while_drafting_what_can_be_paid_for_is_shown_with_all_it_says() -> None:
    words = screen_words(TABLE, seen(phase="drafting", gold=3), 120)
    assert "Rebel 9 2 1 2/2" in words
    assert "Rune of Coins (lesser) 2 3 0 - Use and trash: Gain 3 Gold." in words
    _, others = words.split("Not available now, with Gold and cards left: ")
    assert "Magic Orb 4/5" in others
    assert "Rune of Coins" not in others


def test_a_battle_shows_both_sides_with_what_they_deal() -> None:
    state = state_of("gateway", **position(phase="attack"))
    state.play("attack 1")
    state.play("done")
    view = state.view(0)
    rows = [" ".join(line.split()) for line in drawn(TABLE, view).splitlines()]
    # 9 damage kills both Guards: nothing is left to choose there, and seat 1 deals theirs.
    assert "Battle for Portal Court: the defender deals damage. Seat 1 plays the City Guard" in " ".join(rows)
    assert "card attacker: you defender: City Guard" in rows
    assert "0 Rebel 2/2 Elite Guard 4/5, Vanguard, 5 damage" in rows
    assert "deals 9 6, 6 left" in rows
    assert TABLE.say("assign 0 2", view) == "deal 2 damage to Rebel (card 0), which kills it"
    assert TABLE.say("assign 0 1", view) == "deal 1 damage to Rebel (card 0)"
    assert TABLE.say("assign 0 0", view) == "spare Rebel (card 0)"


@pytest.mark.parametrize(
    ("move", "words"),
    [
        ("play merchant", "play Merchant: Gain 1 Gold"),
        ("play knight-valdus", "play Knight Valdus, 4/5 for 2 Power"),
        ("ability 0", "use The Foundry: Your Army deals 2 more damage this turn"),
        ("draft lesser", "draft Rune of Coins (lesser) for 3 Gold"),
        ("attack 1", "attack Portal Court: Elite Guard 4/5, City Guard 2/3"),
        ("attack 2", "attack Ash Gardens, which seat 1 holds"),
        ("attack 3", "take Rampart Row, where nobody is"),
        ("rune lesser-edge", "use Rune of Edges: Your Army deals 2 more damage this turn"),
        ("horde 1", "let seat 1 play the Horde"),
        ("done", "play no more"),
        ("pick red-templar", "pick Red Templar, 5 Gold, 1 Power, 3/3: Guardbane 2. +2 attack against Guards"),
    ],
)
def test_moves_in_words(move: str, words: str) -> None:
    assert TABLE.say(move, seen()) == words


@pytest.mark.parametrize(
    ("line", "at", "move", "words"),
    [
        ("saloran-cart played", 0, "choose 1", "choose “Gain 1 Power”"),
        ("old-observatory ability", 1, "choose rebel", "discard Rebel"),
        ("curfew event", 1, "choose rebel", "discard Rebel"),
        ("ash-gardens ability", 0, "choose discarded rebel", "trash Rebel from the discard pile"),
        ("ash-gardens ability", 0, "done", "choose no more"),
        ("orb-keeper played", 0, "choose merchant", "discard Merchant for 1 Power"),
        ("spellbones played", 0, "choose rebel", "put Rebel from the discard pile into the Army"),
        ("normal-call used", 0, "choose rebel", "take Rebel from the discard pile into the hand"),
        (
            "greater-fury used",
            0,
            "choose 2",
            "let the attack of Red Templar 3/3, Guardbane 2 count twice this turn",
        ),
        ("greater-door used", 0, "choose 3", "take Rampart Row"),
        ("astrolabe-sage played", 0, "choose 1", "discard Merchant"),
        ("bury", 0, "choose rebel", "save Rebel into the hand"),
    ],
)
def test_what_an_effect_asks_for_in_words(line: str, at: int, move: str, words: str) -> None:
    view = seen()
    view["work"] = [{"line": line, "seat": 0, "at": at}]
    view["seats"][0]["looked"] = ["rebel", "merchant"]
    assert TABLE.say(move, view) == words


def test_the_effect_that_asks_is_told() -> None:
    view = seen()
    view["work"] = [{"line": "saloran-cart played 0.1", "seat": 0, "at": 0}]
    assert "  Saloran Cart: Gain 1 Power." in drawn(TABLE, view).splitlines()
    view["work"] = [{"line": "curfew event", "seat": 0, "at": 1}]
    assert "  Curfew: Each player discards down to 5 cards in hand." in drawn(TABLE, view).splitlines()


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("lesser-flame used", "strike City Guard 2/3 for 2 damage"),
        ("witchmasker battle", "blind City Guard 2/3: its attack is 0 this turn"),
    ],
)
def test_what_is_done_to_a_card_in_battle_in_words(line: str, words: str) -> None:
    state = state_of("gateway", **position(phase="attack"))
    state.play("attack 1")
    view = state.view(0)
    view["work"] = [*view["work"], {"line": line, "seat": 0, "at": 0}]
    assert TABLE.say("choose 1", view) == words


def test_a_whole_round_is_told(tmp_path: Path) -> None:
    begin, file, log = (tmp_path / name for name in ("begin.json", "moves.txt", "log.json"))
    state = state_of("gateway", **position())
    begin.write_text(json.dumps(state.to_dict()))
    moves = ["ability 0", "done", "attack 1", "done", "assign 0 2", "assign 1 2"]
    file.write_text("\n".join(moves))
    assert play("--from", begin, "--moves", file, "--log", log).code == 0
    seen_by_one = play("--replay", log, "--seat", "1").stdout
    order = [
        "Seat 0 uses The Foundry: Your Army deals 2 more damage this turn.",
        "Seat 0 plays no more.",
        "Seat 0 attacks Portal Court: Elite Guard 4/5, City Guard 2/3.",
        "The attacker deals 11 damage, the defender 6.",
        "Elite Guard, City Guard killed at Portal Court.",
        "Seat 0 holds Portal Court now.",
        "Seat 0 loses 2 Rebel.",
        "Seat 0 gains 3 VP: 7 of 20.",
        "Your turn.",
    ]
    places = [seen_by_one.index(sentence) for sentence in order]
    assert places == sorted(places)
    assert play_json("--replay", log)["moves"] == moves


def test_an_event_is_told_with_what_it_does() -> None:
    state = state_of("gateway", **position(active=1, seats=[{"army": ["rebel"], "vp": 0}, {"vp": 0}]))
    before = state.view(0)
    while state.to_dict()["round"] == 2:
        state.apply(state.legal()[0])
    told = list(TABLE.news(before, state.view(0)))
    assert told[0] == "Event, First Blood: A Horde card spawns at each of E, B, in this order."
    assert "Round 3 begins." in told


def test_a_conquest_is_told_before_the_event_after_the_turn() -> None:
    state = state_of("gateway", **position(active=1, phase="attack"))
    before = state.view(0)
    state.play("attack 3")
    told = list(TABLE.news(before, state.view(0)))
    conquest, event = (
        "Seat 1 holds Rampart Row now.",
        "Event, First Blood: A Horde card spawns at each of E, B",
    )
    assert told[0] == conquest
    assert told[1].startswith(event)


@pytest.mark.slow
def test_the_terminal_says_what_is_printed() -> None:
    """Every card's, district's and event's text, word by word, with names in place of the signs."""
    game = bundled_game("gateway")
    engine, renderer = load("gateway"), renderer_of(game)
    assert isinstance(engine, Gateway)
    texts = Texts(engine)
    compared = 0
    for name in ("base", "city", "helpers", "runestones", "guards", "horde", "districts", "events"):
        component = component_of(game, name)
        for card in (card for listed in component.sets for card in listed.cards):
            told = {"districts": texts.districts, "events": texts.events}.get(name, texts.cards)
            assert plain(told[card.id].says) == plain(printed(renderer, component, card)), card.id
            compared += 1
    assert compared > 75


def plain(text: str) -> str:
    """A text's words: with those for Gold and the like in place of the signs, without other signs."""
    for sign, word in SIGNS.items():
        text = text.replace(f"{{{sign}}}", f" {word} ")
    text = re.sub(r"\{.*?\}|[^\w+]", " ", text.lower())
    # Choices are told apart by a sign on the card, and by a word at the terminal.
    return " ".join(word for word in text.split() if word != "or")


@pytest.mark.slow
def test_whoever_is_asked_sees_the_table_fit_the_screen() -> None:
    """Bots play a game; at 80 columns no line is longer."""
    state = load("gateway").start(seed=5, seats=3)
    number = 0
    while state.player is not None:
        if number % 9 == 0:
            for seat in range(3):
                screen = drawn(TABLE, state.view(seat))
                assert max(map(len, screen.splitlines())) <= 80
        state.apply(state.legal()[number % len(state.legal())])
        number += 1


def test_when_the_horde_holds_the_city_nobody_wins() -> None:
    everywhere = [
        {"board": board, "tokens": tokens, "owner": None, "cards": ["drueggar-raider"]}
        for board, tokens in zip(BOARDS, TOKENS, strict=True)
    ]
    everywhere[2]["cards"] = []
    given = position(active=1, phase="attack", districts=everywhere, seats=[{"vp": 3}, {"vp": 2}])
    state = state_of("gateway", **given)
    assert state.over
    assert list(narrate_result(TABLE, load("gateway"), state.result(), 0)) == [
        "The game is over. The Horde holds every district: all have lost.",
        "Nobody wins.",
        "Points: seat 0 3 and seat 1 2.",
    ]


def test_long_choices_go_on_under_themselves() -> None:
    state = load("gateway").start(seed=2, city="pick")
    out = Console(file=io.StringIO(), width=80, color_system=None)
    out.print(*Choices(state, TABLE, state.view(0)).draw(80))
    assert isinstance(out.file, io.StringIO)
    lines = [line.rstrip() for line in out.file.getvalue().splitlines()]
    assert max(map(len, lines)) <= 80
    at = next(number for number, line in enumerate(lines) if line.startswith(" 19  pick astrolabe-sage"))
    assert lines[at].index("pick Astrolabe Sage") == len(lines[at + 1]) - len(lines[at + 1].lstrip())
