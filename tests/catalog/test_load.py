"""Loading game folders: what comes out, and the exact sentence for everything that is wrong."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from generator.catalog.bundle import bundled_root
from generator.catalog.load import load_game
from generator.catalog.problems import Place, Problems

from .game_folder import GAME, GameFolder, cards_of


def test_a_whole_game(game: GameFolder) -> None:
    game.write(
        "game.yaml",
        """\
        title: Battle of Tests
        version: 1.5
        designer: Ada
        year: 1999
        players: 2
        credits: [Bob, Cy]
        rules: {points: 100, power: {min: 1}}
        theme: theme.yaml
        components:
          event-cards:
            size: euro-poker
            bleed: 2 mm
            cards: [decks/*.yaml, more.csv]
            front: card.xml.j2
            back: back.xml.j2
            fields:
              name: {type: text, required: true}
              power: {type: whole, default: 1}
              foil: yes-no
            defaults: {foil: true}
            press: {backs: none, gap: 1 cm}
        """,
    )
    game.write("decks/b.yaml", "- {name: Bear, power: 3, qty: 2}\n")
    game.write("decks/a.yaml", "name: The As\ntext: Blurb\nprototype: true\ncards:\n- {name: Ape}\n")
    game.write("more.csv", "name,copies,foil\nCat,4,no\n")
    loaded = game.sound()
    assert (loaded.id, loaded.title, loaded.version, loaded.players) == (
        "my-game",
        "Battle of Tests",
        "1.5",
        "2",
    )
    assert (loaded.designer, loaded.year, loaded.credits) == ("Ada", 1999, ("Bob", "Cy"))
    assert loaded.rules == {"points": 100, "power": {"min": 1}}
    assert loaded.place_of("rules.power.min") == Place("my-game/game.yaml", 7, 35)
    (events,) = loaded.components
    assert (events.id, events.title, events.size.width, events.bleed, events.safe) == (
        "event-cards",
        "Event Cards",
        63.0,
        2.0,
        3.0,
    )
    assert events.press == {"backs": "none", "gap": 10.0}
    assert events.place_of("press.gap") == Place("my-game/game.yaml", 21, 31)
    assert events.place_of("safe") == events.place == Place("my-game/game.yaml", 11, 5)
    assert [(cards.id, cards.name, cards.text) for cards in events.sets] == [
        ("a", "The As", "Blurb"),
        ("b", "B", None),
        ("more", "More", None),
    ]
    ape, bear, cat = cards_of(loaded)
    assert ape.values == {
        "id": "ape",
        "copies": 1,
        "prototype": True,
        "name": "Ape",
        "power": 1,
        "foil": True,
    }
    assert (bear.copies, bear.values["power"], bear.prototype) == (2, 3, False)
    assert bear.place_of("power") == Place("my-game/decks/b.yaml", 1, 23)
    assert bear.place_of("foil") == Place("my-game/game.yaml", 20, 22)
    assert (cat.copies, cat.values["foil"]) == (4, False)
    assert cat.place_of("foil") == Place("my-game/more.csv", 2, 3)


def test_ids_are_given_derived_or_counted(game: GameFolder) -> None:
    game.write(
        "cards.yaml",
        """\
        - {name: Red Templar}
        - {name: "Red   Templar!"}
        - {id: red-templar-2, name: Taken}
        - {name: Élan d'Or}
        - {name: 龍}
        - {cost: 3}
        - {name: 7}
        """,
    )
    assert [card.id for card in game.cards()] == [
        "red-templar",
        "red-templar-3",
        "red-templar-2",
        "elan-dor",
        "cards-5",
        "cards-6",
        "7",
    ]


def test_extends_takes_over_fields_but_not_copies(game: GameFolder) -> None:
    game.write(
        "cards.yaml",
        """\
        defaults: {class: minion, cost: 1}
        cards:
          - {id: base, copies: 0, attack: 2, text: hit, class: soldier, prototype: true}
          - {id: middle, extends: base, attack: 3}
          - {id: top, extends: middle, text: ~}
        """,
    )
    base, middle, top = game.cards()
    assert (base.copies, middle.copies, top.copies) == (0, 1, 1)
    assert {key: top.values[key] for key in ("attack", "text", "class", "cost")} == {
        "attack": 3,
        "text": None,
        "class": "soldier",
        "cost": 1,
    }
    assert "extends" not in top.values
    assert top.prototype is True
    assert top.place_of("attack") == middle.place_of("attack") == Place("my-game/cards.yaml", 4, 41)
    assert top.place_of("cost") == Place("my-game/cards.yaml", 1, 33)


def test_cards_in_game_yaml_itself(game: GameFolder) -> None:
    game.write("game.yaml", GAME.replace("cards.yaml", "[{name: A}, {name: B, copies: 2}]"))
    loaded = game.sound()
    (cards,) = loaded.components[0].sets
    assert (cards.id, cards.name, cards.file) == ("decks", "Decks", None)
    assert [card.copies for card in cards.cards] == [1, 2]


def test_a_declared_count_is_a_field(game: GameFolder) -> None:
    game.declare("{count: whole}")
    game.write("cards.yaml", "- {id: a, count: 7}\n")
    assert game.values("count") == [7]
    assert game.values("copies") == [1]


def test_marks_do_not_leak_into_values(game: GameFolder) -> None:
    game.write("cards.yaml", "- {id: a, tags: [x, {y: [z]}]}\n")
    (tags,) = game.values("tags")
    assert tags == ["x", {"y": ["z"]}]
    assert type(tags) is list
    assert type(tags[1]) is dict


CARDS = "my-game/cards.yaml:"


def test_a_picture_that_is_missing_is_no_error(game: GameFolder) -> None:
    """The card is printed with a box in its place."""
    game.declare("{field: image}")
    game.write("cards.yaml", "- id: a\n  field: none.png\n")
    assert game.problems() == [
        "my-game/cards.yaml:2:10: warning: field: no file named 'none.png' in my-game; "
        "a marked box is printed instead (card a); put it into my-game/art/"
    ]


@pytest.mark.parametrize(
    ("cards", "sentences"),
    [
        ("- 5\n- {id: a}\n", [":1:3: error: expected a card (keys and values), got 5"]),
        (
            "- {id: a}\n- {id: A}\n",
            [":2:8: error: the id `A` is given twice; first in my-game/cards.yaml:1:8"],
        ),
        (
            "- {id: Red Templar}\n",
            [
                ":1:8: error: an id has letters, digits, `.`, `_` and `-` only, got 'Red Templar'; for "
                "example `red-templar`"
            ],
        ),
        ("- {id: [a]}\n", [":1:8: error: id: expected text, got a list"]),
        ("- &x {id: a}\n- *x\n", [":2:3: error: this alias repeats a whole card; use `copies` or `extends`"]),
        ("- {id: a, qty: two}\n", [":1:16: error: qty: expected a whole number, got 'two' (card a)"]),
        ("- {id: a, copies: -1}\n", [":1:19: error: copies: expected 0 to 10,000 copies, got -1 (card a)"]),
        (
            "- {id: a, copies: 99999}\n",
            [":1:19: error: copies: expected 0 to 10,000 copies, got 99999 (card a)"],
        ),
        (
            "- {id: a, copies: 1, qty: 2}\n",
            [":1:22: error: the copies are given twice: `copies` and `qty` (card a)"],
        ),
        (
            "- {id: a, prototype: perhaps}\n",
            [":1:22: error: prototype: expected yes or no, got 'perhaps' (card a)"],
        ),
        (
            "- {id: base}\n- {id: a, extends: bse}\n",
            [":2:20: error: extends: unknown card 'bse' (card a); did you mean `base`?"],
        ),
        ("- {id: a, extends: a}\n", [":1:20: error: extends: the card extends itself: a -> a (card a)"]),
        (
            "- {id: a, extends: b}\n- {id: b, extends: c}\n- {id: c, extends: b}\n",
            [
                ":2:20: error: extends: the card extends itself: b -> c -> b (card b)",
                ":3:20: error: extends: the card extends itself: c -> b -> c (card c)",
            ],
        ),
        ("[]\n", [": error: the list has no cards"]),
        ("cards: []\n", [": error: the list has no cards"]),
        ("- {id: a, copies: 0}\n", [": error: all cards of the list have 0 copies"]),
        ("name: x\n", [":1:1: error: `cards` must be a list of cards"]),
        ("cards: {a: 1}\n", [":1:8: error: `cards` must be a list of cards, got a mapping"]),
        ("card: x\ncards: [{id: a}]\n", [":1:1: error: unknown key `card`; did you mean `cards`?"]),
        (
            "name: [x]\nprototype: 5\ndefaults: 3\ncards: [{id: a}]\n",
            [
                ":1:7: error: name: expected text, got a list",
                ":2:12: error: prototype: expected true or false, got 5",
                ":3:11: error: defaults: expected keys and values, got 3",
            ],
        ),
        (
            "defaults: {id: a}\ncards: [{id: a}]\n",
            [":1:12: error: `id` belongs to one card and cannot be a default"],
        ),
    ],
)
def test_wrong_card_list(game: GameFolder, cards: str, sentences: list[str]) -> None:
    game.write("cards.yaml", cards)
    assert game.problems() == [f"my-game/cards.yaml{sentence}" for sentence in sentences]


def test_a_long_line_of_cards_that_extend_one_another_ends(game: GameFolder) -> None:
    lines = ["- {id: c0}\n", *(f"- {{id: c{i}, extends: c{i - 1}}}\n" for i in range(1, 60))]
    game.write("cards.yaml", "".join(lines))
    assert game.problems() == [
        "my-game/cards.yaml:52:22: error: extends: the card extends more than 50 others in a row (card c51)"
    ], "those further down have the same fault"


def test_unknown_fields_are_told_with_a_suggestion(game: GameFolder) -> None:
    game.declare("{name: text, attack: whole}")
    game.write("cards.yaml", "- {name: A, atack: 3}\n- {name: B, zzz: 1}\n")
    assert game.problems() == [
        "my-game/cards.yaml:1:13: error: unknown field `atack` (card a); did you mean `attack`?",
        "my-game/cards.yaml:2:13: error: unknown field `zzz` (card b); declare it under "
        "`fields` in game.yaml",
    ]


def test_an_unknown_column_is_told_once(game: GameFolder) -> None:
    game.write(
        "game.yaml", GAME.replace("cards.yaml", "cards.csv") + "    fields: {name: text, attack: whole}\n"
    )
    game.write("cards.csv", "name,attak\nA,1\nB,2\n")
    assert game.problems() == ["my-game/cards.csv:1:2: error: unknown field `attak`; did you mean `attack`?"]


def test_a_wrong_default_is_told_once_for_all_cards(game: GameFolder) -> None:
    game.declare("{attack: whole}\n    defaults: {attack: many}")
    game.write("cards.yaml", "- {id: a}\n- {id: b}\n- {id: c, attack: 1}\n")
    assert game.problems() == [
        "my-game/game.yaml:8:24: error: attack: expected a whole number, got 'many' (card a and 1 other)"
    ]


DECKS_HINT = "write `decks:` and what it consists of below"
CARDS_HINT = "write a file's name, a pattern such as `decks/*.yaml`, a list of files, or a list of cards"


@pytest.mark.parametrize(
    ("text", "place", "message"),
    [
        ("title: x\n", "1:1", "`components` is missing"),
        (
            "title: x\ncomponents: {}\n",
            "2:13",
            "components: expected at least one component, got none; " + DECKS_HINT,
        ),
        (
            "title: x\ncomponents: [a]\n",
            "2:13",
            "components: expected at least one component, got a list; " + DECKS_HINT,
        ),
        ("title: x\ncomponents: {a: 5}\n", "2:17", "components.a: expected keys and values, got 5"),
        ("- a\n", "1:1", "expected keys and values, got a list"),
        (GAME.replace("title: Tiny\n", ""), "1:1", "`title` is missing"),
        (GAME.replace("Tiny", "[a]"), "1:8", "title: expected text, got a list"),
        (GAME.replace("Tiny", ""), "1:7", "title: expected text, got nothing"),
        ("titel: y\n" + GAME, "1:1", "unknown key `titel`; did you mean `title`?"),
        ("year: '1999'\n" + GAME, "1:7", "year: expected a whole number from 0 to 9999, got '1999'"),
        ("year: -4\n" + GAME, "1:7", "year: expected a whole number from 0 to 9999, got -4"),
        ("credits: Bob\n" + GAME, "1:10", "credits: expected a list, got 'Bob'"),
        ("credits: [Bob, [x]]\n" + GAME, "1:16", "credits.1: expected text, got a list"),
        ("rules: 5\n" + GAME, "1:8", "rules: expected keys and values, got 5"),
        ("theme: ../t.yaml\n" + GAME, "1:8", "theme: the path '../t.yaml' leaves the game's folder"),
        (
            GAME.replace("decks:", "My Decks:"),
            "3:3",
            "components: a component's id has a-z, 0-9 and hyphens only, got 'My Decks'; for example "
            "`my-decks`",
        ),
        (
            GAME.replace("size: poker", "size: pokre"),
            "4:11",
            "components.decks.size: unknown size 'pokre'; did you mean `poker`?",
        ),
        (GAME.replace("    size: poker\n", ""), "4:5", "components.decks: `size` is missing"),
        (GAME.replace("    front: card.xml.j2\n", ""), "4:5", "components.decks: `front` is missing"),
        (GAME.replace("    cards: cards.yaml\n", ""), "4:5", "components.decks: `cards` is missing"),
        (
            GAME.replace("card.xml.j2", "/etc/passwd"),
            "5:12",
            "components.decks.front: the path '/etc/passwd' is not relative to the game's folder",
        ),
    ],
)
def test_wrong_game_file(game: GameFolder, text: str, place: str, message: str) -> None:
    game.write("cards.yaml", "- {id: a}\n")
    game.write("game.yaml", text)
    assert game.problems() == [f"my-game/game.yaml:{place}: error: {message}"]


@pytest.mark.parametrize(
    ("line", "column", "message"),
    [
        ("bleed: wide", 12, "@.bleed: expected a length, got 'wide'; write for example `3 mm`"),
        ("safe: 40 mm", 11, "@.safe: a safe zone of 40 mm leaves nothing of 63.5 x 88.9 mm"),
        ("bakc: x", 5, "@: unknown key `bakc`; did you mean `back`?"),
        ("press: {gpa: 1}", 13, "@.press: unknown key `gpa`; did you mean `gap`?"),
        ("press: {gap: -1}", 18, "@.press.gap: a length cannot be negative, got -1"),
        ("press: 5", 12, "@.press: expected keys and values, got 5"),
        (
            "fields: {a: hole}",
            17,
            "@.fields.a.type: expected one of text, whole, number, yes-no, choice, list, image, colour, "
            "figure, any; got 'hole'; did you mean `whole`?",
        ),
        ("fields: {a: {type: choice}}", 17, "@.fields.a: a choice needs `of`, the list of its values"),
        ("fields: {a: {of: [x]}}", 17, "@.fields.a: `of` goes with `type: choice`, not with `any`"),
        ("fields: {a: {type: yes-no, min: 1}}", 17, "@.fields.a: `min` and `max` do not go with `yes-no`"),
        ("fields: {a: {type: whole, min: 3, max: 1}}", 17, "@.fields.a: `min` 3 is more than `max` 1"),
        (
            "fields: {a: {type: whole, default: x}}",
            17,
            "@.fields.a: the default does not fit: expected a whole number, got 'x'",
        ),
        ("fields: {a: {required: maybe}}", 28, "@.fields.a.required: expected true or false, got 'maybe'"),
        ("fields: {id: text}", 18, "@.fields.id: every card has `id`, it cannot be declared"),
        ("defaults: {extends: a}", 16, "`extends` belongs to one card and cannot be a default"),
    ],
)
def test_wrong_component(game: GameFolder, line: str, column: int, message: str) -> None:
    """``@`` stands for the path of the component."""
    game.write("cards.yaml", "- {id: a}\n")
    game.write("game.yaml", f"{GAME}    {line}\n")
    sentence = message.replace("@", "components.decks")
    assert game.problems() == [f"my-game/game.yaml:7:{column}: error: {sentence}"]


@pytest.mark.parametrize(
    ("cards", "sentence"),
    [
        ("none.yaml", "no file named 'none.yaml' in my-game"),
        ("decks/*.yaml", "no file matches 'decks/*.yaml'; looked for .yaml, .yml, .json, .csv, .tsv, .xlsx"),
        ("folder", "'folder' is a folder, a file is needed"),
        ("../out.yaml", "the path '../out.yaml' leaves the game's folder"),
        ("folder/../../out.yaml", "the path 'folder/../../out.yaml' leaves the game's folder"),
        ("../*.yaml", "the path '../*.yaml' leaves the game's folder"),
        ("/out.yaml", "the path '/out.yaml' is not relative to the game's folder"),
        ("'C:/out.yaml'", "the path 'C:/out.yaml' is not relative to the game's folder"),
        ("~/out.yaml", "the path '~/out.yaml' is not relative to the game's folder"),
        ("decks\\red.yaml", "the path 'decks\\\\red.yaml' has a backslash; write `decks/red.yaml`"),
        ("link.yaml", "the path 'link.yaml' leaves the game's folder through a link"),
        ("way/*.yaml", "the path 'way/out.yaml' leaves the game's folder through a link"),
        ("loop.yaml", "no file named 'loop.yaml' in my-game"),
        ("'a**/x.yaml'", "the pattern 'a**/x.yaml' cannot be used"),
        (
            "notes.txt",
            "'notes.txt' is not a card list; card lists end in .yaml, .yml, .json, .csv, .tsv, .xlsx",
        ),
        ("[]", "expected cards, got none; " + CARDS_HINT),
        ("5", "expected cards, got 5; " + CARDS_HINT),
    ],
)
def test_wrong_cards_path(game: GameFolder, cards: str, sentence: str) -> None:
    Path("out.yaml").write_text("- {id: a}\n")
    game.write("notes.txt", "x")
    (game.folder / "folder").mkdir()
    (game.folder / "link.yaml").symlink_to(Path("out.yaml").absolute())
    (game.folder / "way").symlink_to(Path.cwd())
    (game.folder / "loop.yaml").symlink_to("loop.yaml")
    game.write("game.yaml", GAME.replace("cards.yaml", cards))
    assert game.problems() == [f"my-game/game.yaml:6:12: error: cards: {sentence}"]


def test_what_follows_from_a_wrong_declaration_is_not_reported(game: GameFolder) -> None:
    """A shape is not held against a size that is wrong, nor cards against fields of which some are."""
    shape = "    kind: tokens\n    shape: circle\n    fields: {a: {type: whole, min: 3, max: 1}}\n"
    game.write("game.yaml", GAME.replace("poker", "pokre") + shape)
    game.write("cards.yaml", "- {id: a, zzz: 1}\n")
    assert [problem.split(": ")[2] for problem in game.problems()] == [
        "components.decks.size",
        "components.decks.fields.a",
    ]


def test_what_is_listed_twice_counts_once(game: GameFolder) -> None:
    game.write("game.yaml", GAME + "strategies: {calm: {never: [attack *, attack *]}}\n")
    game.write("cards.yaml", "- {id: a}\n")
    assert game.sound().strategies["calm"].never == ("attack *",)


def test_a_file_named_twice(game: GameFolder) -> None:
    game.write("game.yaml", GAME.replace("cards.yaml", "[cards.yaml, '*s.yaml']"))
    game.write("cards.yaml", "- {id: a}\n")
    assert game.problems() == [
        "my-game/game.yaml:6:25: error: cards: the card list 'cards.yaml' is named twice"
    ]


def test_files_and_cards_do_not_mix(game: GameFolder) -> None:
    game.write("game.yaml", GAME.replace("cards.yaml", "[cards.yaml, {id: a}]"))
    (problem,) = game.problems()
    assert problem.startswith(
        "my-game/game.yaml:6:12: error: cards: expected files or cards, not both, got a list"
    )


def test_no_game_file(game: GameFolder) -> None:
    (game.folder / "game.yaml").rename(game.folder / "game.yml")
    loaded, problems = game.load()
    assert loaded is None
    assert problems == ["my-game/game.yaml: error: the file does not exist"]


def test_all_problems_of_all_files_in_one_run(game: GameFolder) -> None:
    game.write(
        "game.yaml",
        """\
        title: [x]
        components:
          one:
            size: wrong
            front: f
            cards: [a.yaml, b.csv, c.yaml]
            fields: {name: text, attack: whole}
          two:
            size: poker
            front: f
            cards: d.yaml
        """,
    )
    game.write("a.yaml", "- {name: A, attack: x}\n- {name: B, atack: 1}\n")
    game.write("b.csv", "name,attack\nC,y\nD,1,2\n")
    game.write("c.yaml", "- {name: A\n")
    game.write("d.yaml", "- {name: fine}\n- {copies: -1}\n")
    loaded, problems = game.load()
    assert [problem.split(": ")[0] for problem in problems] == [
        "my-game/a.yaml:1:21",
        "my-game/a.yaml:2:13",
        "my-game/b.csv:2:2",
        "my-game/b.csv:3",
        "my-game/c.yaml:1:3",
        "my-game/d.yaml:2:12",
        "my-game/game.yaml:1:8",
        "my-game/game.yaml:4:11",
    ]
    assert loaded is not None
    assert [component.id for component in loaded.components] == ["two"]
    assert [card.id for card in cards_of(loaded)] == ["fine"]


def test_layout_folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    folder = tmp_path / "cards" / "My Game"
    (folder / "layouts").mkdir(parents=True)
    beside = tmp_path / "layouts" / "my-game"
    beside.mkdir(parents=True)
    (folder / "game.yaml").write_text(GAME.replace("cards.yaml", "[{id: a}]"))
    game = load_game(folder, Problems())
    assert game is not None
    assert game.id == "my-game"
    assert game.layout_folders == (folder / "layouts", beside, bundled_root() / "layouts" / "shared")


def test_games_of_a_project_share_the_layouts_beside_their_cards(tmp_path: Path) -> None:
    """They go before the shared ones that come along."""
    folder, shared = tmp_path / "cards" / "my-game", tmp_path / "layouts" / "shared"
    folder.mkdir(parents=True)
    shared.mkdir(parents=True)
    (folder / "game.yaml").write_text(GAME.replace("cards.yaml", "[{id: a}]"))
    game = load_game(folder, Problems())
    assert game is not None
    assert game.layout_folders == (shared, bundled_root() / "layouts" / "shared")


def test_the_bundled_shared_layouts_are_looked_into_once() -> None:
    game = load_game(bundled_root() / "cards" / "battle-gate", Problems())
    assert game is not None
    assert [path.name for path in game.layout_folders] == ["battle-gate", "shared"]


def test_places_outside_of_the_current_directory_are_as_given(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    problems = Problems()
    assert load_game(Path("../there"), problems) is None
    assert str(problems.found[0].place) == "../there/game.yaml"


def test_a_file_that_may_not_be_read(game: GameFolder, monkeypatch: pytest.MonkeyPatch) -> None:
    """Root may read everything, so the system's refusal is played."""
    locked = game.write("cards.yaml", "- {id: a}\n")
    opened = Path.open

    def refuse(path: Path, *arguments: Any, **named: Any) -> Any:
        if path.name == locked.name:
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
        return opened(path, *arguments, **named)

    monkeypatch.setattr(Path, "open", refuse)
    assert game.problems() == ["my-game/cards.yaml: error: the file cannot be read: Permission denied"]


def test_heavy_libraries_stay_out_of_a_run_that_only_loads() -> None:
    code = (
        "import sys, generator.catalog.load\n"
        "heavy = {'PIL', 'fontTools', 'pydantic', 'rich', 'typer', 'reportlab', 'jinja2', 'difflib'}\n"
        "print(*heavy & set(sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == ""


def test_a_hopeless_table_is_not_checked_to_its_end(game: GameFolder) -> None:
    game.declare("{attack: whole}")
    game.write("game.yaml", (game.folder / "game.yaml").read_text().replace("cards.yaml", "cards.csv"))
    game.write("cards.csv", "attack\n" + "x\n" * 20_000)
    problems = Problems()
    load_game(Path("my-game"), problems)
    assert len(problems.found) == 10_001
    assert problems.found[-1].message == "the remaining cards were not read: there are too many problems"


def test_hundreds_of_cards_of_a_table_are_all_there(game: GameFolder) -> None:
    game.write(
        "game.yaml", GAME.replace("cards.yaml", "cards.csv") + "    fields: {name: text, attack: whole}\n"
    )
    game.write("cards.csv", "name,attack,copies\n" + "".join(f"Card {i},{i % 9},2\n" for i in range(540)))
    assert [card.values["attack"] for card in game.cards()] == [i % 9 for i in range(540)]
