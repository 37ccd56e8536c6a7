"""Games in another language, from the command: what is printed, written and told."""

from __future__ import annotations

import ast
import json
import re
import shlex
import shutil
from functools import cache
from pathlib import Path

import pikepdf
import pypdfium2
import pytest
import yaml
from games import PROJECT, bundled_game, run_here, write_game

from generator.catalog.load import load_game
from generator.catalog.models import Game
from generator.catalog.press_words import BOOK_WORDS, PRESS_WORDS, press_words
from generator.catalog.problems import Problems
from generator.catalog.words import names_in
from generator.rules.loading import rules_for

PAGE = (PROJECT / "docs" / "translations.md").read_text("utf-8")
SHOWN = dict(re.findall(r"`(toll/[\w/.]+)`[^\n]*:\n\n```\w+\n(.*?)```", PAGE, re.DOTALL))
FRONT = """\
<card>
<text id="name" x="3" y="5" width="57" size="9">{{ name }}</text>
<text x="3" y="15" width="57" size="9">{{ _("Your turn") }}: {{ ngettext("{n} card", "{n} cards", n) }}</text>
<text id="kind" x="3" y="25" width="57" size="9">{{ _(kind)|upper }}, {{ pgettext("button", "Draw") }}</text>
</card>
"""
CARDS = [{"name": "Ann", "n": 1, "kind": "hero"}, {"name": "Bob", "n": 2, "kind": "hero"}]
WORDS = """\
words:
  Your turn: Dein Zug
  '{n} card': {one: '{n} Karte', other: '{n} Karten'}
  hero: Held
  Draw [button]: Ziehen
"""
GERMAN = (
    """\
game: {title: {from: Tiny, to: Winzig}}
cards:
  cards:
    ann: {name: {from: Ann, to: Änne}}
    bob: {name: {from: Bob, to: Bobby}}
"""
    + WORDS
)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the game ``g`` is; it lies in the current directory."""
    monkeypatch.chdir(tmp_path)
    return write_game(tmp_path / "g", front=FRONT, cards=CARDS, files={"i18n/de.yaml": GERMAN})


def text_of(path: str | Path) -> str:
    document = pypdfium2.PdfDocument(path)
    return " ".join(page.get_textpage().get_text_range() for page in document).replace("\r\n", " ")


@pytest.mark.usefixtures("folder")
def test_the_page_is_printed_in_the_language_beside_the_original() -> None:
    assert run_here("build", "g").code == 0
    original = Path("output/g/cards-a4.pdf").read_bytes()
    done = run_here("build", "g", "--lang", "DE", "--strict")
    assert done.code == 0, done.output
    assert Path("output/g/cards-a4.pdf").read_bytes() == original
    text = text_of("output/g/de/cards-a4.pdf")
    for said in (
        "Änne",
        "Bobby",
        "Dein Zug: 1 Karte",
        "Dein Zug: 2 Karten",
        "HELD, Ziehen",
        "Winzig 0.1 · de",
        "bei 100 % drucken",
        "Seite 1 von 1",
    ):
        assert said in text
    assert "Your turn: 1 card" in text_of("output/g/cards-a4.pdf")
    again = Path("output/g/de/cards-a4.pdf").read_bytes()
    run_here("build", "g", "--lang", "de", "--no-cache")
    assert Path("output/g/de/cards-a4.pdf").read_bytes() == again


def test_a_missing_word_is_told_and_printed_as_it_is(folder: Path) -> None:
    (folder / "i18n/de.yaml").write_text(GERMAN.replace("  Your turn: Dein Zug\n", ""), "utf-8")
    done = run_here("build", "g", "--lang", "de")
    assert (
        "g/layouts/card.xml.j2:3: warning: words: the translation has no word for 'Your turn'; "
        "`gatepress translate g de` adds what is missing" in done.output
    )
    assert "Your turn: 1 Karte" in text_of("output/g/de/cards-a4.pdf")


def test_the_check_looks_at_every_language_and_names_it(folder: Path) -> None:
    assert run_here("check", "g", "--strict").output == "0 errors, 0 warnings\n"
    long = "'" + "9" * 60 + "'"
    (folder / "i18n/de.yaml").write_text(GERMAN.replace("Änne", long), "utf-8")
    done = run_here("check", "g")
    (problem,) = [line for line in done.output.splitlines() if "warning: " in line or "error: " in line]
    assert "in German: " in problem
    assert "(card ann)" in problem
    assert "1 warning" in done.output
    assert run_here("check", "g", "--strict").code == 1
    # The same without the words: it is the only language that was asked for.
    alone = run_here("check", "g", "--lang", "de").output
    assert "in German" not in alone
    assert "1 warning" in alone


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("Your turn:", "Your trun:", "error: words: nothing prints `Your trun`; did you mean `Your turn`?"),
        ("'{n} Karten'", "'{m} Karten'", "words.{n} card: there is no value `{m}`"),
        ("hero: Held", "hero: {other: Held}", "words.hero: only words that are counted have plural forms"),
        ("hero: Held", "hero: Held\n  Old word: Altes", "nothing prints `Old word`"),
    ],
)
def test_wrong_words_are_told(folder: Path, old: str, new: str, message: str) -> None:
    (folder / "i18n/de.yaml").write_text(GERMAN.replace(old, new), "utf-8")
    done = run_here("check", "g")
    assert message in done.output
    assert "g/i18n/de.yaml:" in done.output
    assert done.code == 1


@pytest.mark.parametrize(
    ("language", "forms", "message"),
    [
        (
            "pl",
            "one: '{n} karta', few: '{n} karty', other: '{n} karty'",
            "g/i18n/pl.yaml:5:15: warning: words.{n} card: the form `many` is missing, "
            "which Polish has behind 0, 5, 6 and 7; the form `other` is printed instead",
        ),
        (
            "ar",
            "zero: '{n}', one: '{n}', two: '{n}', many: '{n}', other: '{n}'",
            "the form `few` is missing, which Arabic has behind 3, 4, 5 and 6",
        ),
        ("de", "one: '{n}', few: '{n}', other: '{n}'", "German has no form `few`; it has `one` and `other`"),
        ("ja", "one: '{n}', other: '{n}'", "Japanese has no form `one`"),
    ],
)
def test_plural_forms_are_those_of_the_language(
    folder: Path, language: str, forms: str, message: str
) -> None:
    (folder / "i18n/de.yaml").unlink()
    words = f"words:\n  Your turn: ×\n  hero: ×\n  Draw [button]: ×\n  '{{n}} card': {{{forms}}}\n"
    (folder / f"i18n/{language}.yaml").write_text(words, "utf-8")
    assert message in run_here("check", "g").output


def test_files_called_like_no_language_are_told(folder: Path) -> None:
    (folder / "i18n/german.yaml").write_text("words: {}", "utf-8")
    (folder / "i18n/pt-br.yaml").write_text("words: {}", "utf-8")
    done = run_here("check", "g")
    assert "g/i18n/german.yaml: error: unknown language 'german'; did you mean `de`?" in done.output
    assert "g/i18n/pt-br.yaml: error: a translation's file is called pt-BR.yaml; rename it" in done.output


@pytest.mark.parametrize("command", [["build"], ["check"], ["stats"]])
@pytest.mark.usefixtures("folder")
def test_an_unknown_language_is_wrong_usage(command: list[str]) -> None:
    done = run_here(*command, "g", "--lang", "klingonisch")
    assert done.code == 2
    assert "unknown language 'klingonisch'" in done.output
    missing = run_here(*command, "g", "--lang", "fr")
    assert missing.code == 1
    assert "Tiny has no translation into French" in missing.output
    assert not Path("output").exists()


def test_translate_writes_a_file_to_fill_in_and_brings_it_up_to_date(folder: Path) -> None:
    (folder / "i18n/de.yaml").unlink()
    done = run_here("translate", "g", "de")
    assert done.stdout == "wrote g/i18n/de.yaml: 7 texts in German\n7 to translate, 0 stale, 0 unused\n"
    blank = (folder / "i18n/de.yaml").read_text("utf-8")
    assert "    ann:\n      name:\n        from: Ann\n        to:\n" in blank
    assert "  '{n} card':\n    one:\n    other:\n  hero:\n  Draw [button]:\n" in blank
    (folder / "i18n/de.yaml").write_text(f"# Mine.\n{GERMAN}", "utf-8")
    told = json.loads(run_here("translate", "g", "de", "--json").stdout)
    assert told == {
        "file": "g/i18n/de.yaml",
        "language": "de",
        "texts": 7,
        "missing": 0,
        "stale": 0,
        "unused": 0,
    }
    written = (folder / "i18n/de.yaml").read_text("utf-8")
    assert written.startswith("# Mine.\n\ngame:\n  title:\n    from: Tiny\n    to: Winzig\n")
    assert run_here("translate", "g", "de").code == 0
    assert (folder / "i18n/de.yaml").read_text("utf-8") == written
    # The layout says something else now, and Ann is another.
    (folder / "layouts/card.xml.j2").write_text(FRONT.replace("Your turn", "Your go"), "utf-8")
    (folder / "cards.yaml").write_text(
        "- {id: ann, name: Anna, n: 1, kind: hero}\n- {name: Bob, n: 2, kind: hero}\n", "utf-8"
    )
    assert "1 to translate, 1 stale, 1 unused" in run_here("translate", "g", "de").stdout
    changed = (folder / "i18n/de.yaml").read_text("utf-8")
    assert "        from: Anna\n        was: Ann\n        to: Änne\n" in changed
    assert "unused:\n  Your turn: Dein Zug\n" in changed


def test_words_that_a_longer_rulebook_says_are_not_unused(folder: Path) -> None:
    (folder / "rulebook.md").write_text("# One\n\nWords.\n", "utf-8")
    with (folder / "game.yaml").open("a", encoding="utf-8") as game:
        game.write("rulebook: {}\n")
    with (folder / "i18n/de.yaml").open("a", encoding="utf-8") as file:
        file.write("  Contents: Inhalt\n  '{number} players': '{number} Spieler'\n  Contants: Inhalt\n")
    assert "1 unused" in run_here("translate", "g", "de").stdout
    assert (folder / "i18n/de.yaml").read_text("utf-8").endswith("unused:\n  Contants: Inhalt\n")


def test_translate_writes_nothing_where_something_is_wrong(folder: Path) -> None:
    (folder / "i18n/de.yaml").write_text("cards: [", "utf-8")
    done = run_here("translate", "g", "de")
    assert done.code == 1
    assert "g/i18n/de.yaml:2:1: error: a value is missing here" in done.output
    assert (folder / "i18n/de.yaml").read_text("utf-8") == "cards: ["
    assert run_here("translate", "g", "en").code == 2
    assert run_here("translate", "g", "xx-yy-zz").code == 2
    (folder / "game.yaml").write_text("title: [", "utf-8")
    assert run_here("translate", "g", "fr").code == 1
    assert not (folder / "i18n/fr.yaml").exists()


def test_the_page_does_what_it_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name, content in SHOWN.items():
        if not name.endswith("de.yaml"):
            (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / name).write_text(content, "utf-8")
    begun, used = re.findall(r"```console\n(\$ gatepress \w+ toll.*?)```", PAGE, re.DOTALL)
    for block in (begun, used):
        for command, output in re.findall(r"^\$ gatepress (.*)\n((?:[^$].*\n)*)", block, re.MULTILINE):
            assert run_here(*shlex.split(command)).stdout == output
        (tmp_path / "toll/i18n/de.yaml").write_text(SHOWN["toll/i18n/de.yaml"], "utf-8")
    assert "Zoll: 2 Münzen" in text_of("output/toll/de/travellers-a4.pdf")


HAN = """\
game: {title: 桥}
cards:
  cards:
    ann: {name: {from: Ann, to: 安}}
    bob: {name: {from: Bob, to: 鲍勃 安}}
words:
  Your turn: Твой ход
  '{n} card': {other: '{n} 卡'}
  hero: Held
  Draw [button]: Ziehen
"""
MISSING = (
    "missing letters: boxes are printed in place of {letters} letters that no font has, in {places} places "
    "of 2 cards (ann, bob){more}; add a font that has them to `fonts` in the theme, and print again"
)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("language", "name", "filled"),
    [
        ("he", "Hebrew", {"Infantry": "חיל רגלים", "DAMAGE": "נזק", "{n} card": "{n} קלפים"}),
        ("ja", "Japanese", {"Infantry": "歩兵", "DAMAGE": "ダメージ", "{n} card": "カード{n}枚"}),
    ],
)
def test_a_bundled_game_is_translated_into_any_script(
    language: str, name: str, filled: dict[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    shutil.copytree(PROJECT / "cards/hold-the-line", "hold-the-line")
    shutil.copytree(PROJECT / "layouts/hold-the-line", "hold-the-line/layouts")
    begun = run_here("translate", "hold-the-line", language)
    assert begun.output.startswith(f"wrote hold-the-line/i18n/{language}.yaml: ")
    file = Path(f"hold-the-line/i18n/{language}.yaml")
    content = yaml.safe_load(file.read_text("utf-8"))
    assert content["words"].keys() >= filled.keys()
    content["words"].update(filled)
    file.write_text(yaml.safe_dump(content, allow_unicode=True), "utf-8")
    checked = run_here("check", "hold-the-line", "--lang", language, "--only", "reference")
    assert checked.code == 0
    assert f"texts have no translation into {name}" in checked.output
    assert "0 errors" in checked.output
    done = run_here("build", "hold-the-line", "--lang", language, "--only", "troops", "--only", "reference")
    assert done.code == 0, done.output
    with pikepdf.open(f"output/hold-the-line/{language}/troops-a4-duplex-long.pdf") as pdf:
        assert str(pdf.Root.Lang) == language
    again = run_here("translate", "hold-the-line", language, "--json")
    assert json.loads(again.stdout)["missing"] == json.loads(again.stdout)["texts"] - len(filled)


def test_letters_that_no_font_has_are_the_last_thing_told(folder: Path) -> None:
    """Russian ones are in the fonts; of Chinese there are four, and one more in the game's title."""
    (folder / "i18n" / "zh.yaml").write_text(HAN, "utf-8")
    sheets = MISSING.format(letters=5, places=5, more=" and g/game.yaml")
    faces = MISSING.format(letters=4, places=4, more="")
    for command, line in (
        (("build", "g"), sheets),
        (("build", "g", "--form", "png", "--dpi", "20"), faces),
        (("build", "g", "--contact"), faces),
        (("export", "g", "--to", "pdfa"), sheets),
        (("export", "g", "--to", "png", "--dpi", "20"), faces),
    ):
        done = run_here(*command, "--lang", "zh", "--out", "out")
        assert (done.code, done.stderr.splitlines()[-1]) == (0, line), command
        strict = run_here(*command, "--lang", "zh", "--strict", "--out", "strict")
        assert (strict.code, strict.stdout) == (1, ""), command
        assert strict.stderr.splitlines()[-1] == "nothing was written: with --strict warnings are errors"
        assert not Path("strict").exists()
    assert "missing letters" not in run_here("build", "g", "--lang", "de").stderr


def test_every_word_of_the_press_is_known_to_translators() -> None:
    said: dict[str, set[str]] = {"say": set(), "own": set(), "Label": set()}
    files = [
        file for room in ("press", "export", "deck") for file in (PROJECT / "generator" / room).rglob("*.py")
    ]
    for call in (node for file in files for node in ast.walk(ast.parse(file.read_text("utf-8")))):
        if isinstance(call, ast.Call) and call.args and isinstance(call.args[0], ast.Constant):
            name = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
            said.setdefault(name, set()).add(str(call.args[0].value))
    assert said["say"] <= {*BOOK_WORDS, *PRESS_WORDS}
    assert said["own"] | said["Label"] <= set(PRESS_WORDS)
    assert set(BOOK_WORDS) <= said["say"]


@pytest.mark.parametrize("language", ["de", "fr"])
def test_the_press_knows_all_its_words_in_a_language_with_their_values(language: str) -> None:
    words = press_words(language)
    assert words.keys() == set(PRESS_WORDS)
    assert all(names_in(word) == names_in(said) for word, said in words.items())


@cache
def battle_gate(language: str) -> Game:
    problems = Problems()
    game = load_game(PROJECT / "cards" / "battle-gate", problems, language=language)
    assert not problems, "\n".join(map(str, problems))
    assert game is not None
    return game


class TestBattleGate:
    @pytest.mark.parametrize(("language", "shared"), [("de", set()), ("fr", {"Pipistrelle"})])
    def test_every_card_has_another_name_and_text_and_the_same_numbers(
        self, language: str, shared: set[str]
    ) -> None:
        before = bundled_game("battle-gate").cards_in("decks")
        after = battle_gate(language).cards_in("decks")
        assert [(one.id, one.copies, one.values["class"], one.values["power"]) for one in before] == [
            (one.id, one.copies, one.values["class"], one.values["power"]) for one in after
        ]
        assert not {one.values["text"] for one in before} & {one.values["text"] for one in after}
        same = {one.values["name"] for one in before} & {one.values["name"] for one in after}
        assert same == {"Contessa Vendetta", "Calamity June"} | shared

    @pytest.mark.slow
    @pytest.mark.parametrize(
        ("language", "expected"),
        [
            (
                "de",
                ["Dein Zug", "Spielraum", "Übersichtskarte", "Ein Beispielzug", "Deckbogen", "Faltschachtel"],
            ),
            ("fr", ["Votre tour", "Crédit", "Aide de jeu", "Un tour en exemple", "Feuille de deck", "Étui"]),
        ],
    )
    def test_no_english_is_left_on_any_page(
        self, language: str, expected: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.chdir(tmp_path)
        only = ["reference", "deck-sheet", "play-mat", "blanks", "rulebook", "tuck-box"]
        options = (f"--only={name}" for name in only)
        done = run_here("build", PROJECT / "cards/battle-gate", "--lang", language, *options)
        assert done.code == 0, done.output
        found = " ".join(text_of(path) for path in sorted(tmp_path.rglob("*.pdf")))
        words = set(re.findall(r"[^\W\d_]+", found))
        english = {"the", "your", "cards", "card", "power", "attack", "defend", "turn", "each", "print"}
        assert not words & {*english, *(word.capitalize() for word in english)}
        assert [said for said in expected if said not in found] == []
        book = tmp_path / f"output/battle-gate/{language}/rulebook-a4.pdf"
        assert len(pypdfium2.PdfDocument(book)) == 4
        with pikepdf.open(book) as pdf:
            assert str(pdf.Root.Lang) == language

    def test_it_is_played_as_it_is_in_english(self) -> None:
        from random import Random

        def game(database: Game) -> list[str]:
            rules = rules_for(database, Problems())
            assert rules is not None
            state, chance, moves = rules.start(seed=5), Random(1), list[str]()
            while state.player is not None and len(moves) < 60:
                move = chance.choice(state.legal())
                moves.append(state.text(move))
                state.apply(move)
            return moves

        assert game(battle_gate("de")) == game(bundled_game("battle-gate"))
