"""The deck builder's answers: what is told of a deck, its files, its art and its sheets."""

from __future__ import annotations

import io
from collections.abc import Iterator
from pathlib import Path

import pypdfium2
import pytest
from deck.own_formats import own_game
from games import bundled_game, run_here, write_game
from PIL import Image

from generator.catalog.problems import Problems
from generator.deck.files import own_decks, read_deck
from generator.deck.model import Deck
from studio.decks import LEGAL, Client, card, deck, picture


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Client:
    return Client(tmp_path_factory.mktemp("workspace"))


@pytest.fixture
def fresh(tmp_path: Path, client: Client) -> Iterator[Client]:
    """The same studio with a workspace that nothing was written to."""
    before = client.workspace
    client.workspace = client.studio.workspace = tmp_path
    client.studio.benches.clear()
    yield client
    client.workspace = client.studio.workspace = before
    client.studio.benches.clear()


def faults(told: dict[str, object]) -> list[tuple[object, ...]]:
    rules = told["rules"]
    assert isinstance(rules, list)
    return [
        (rule["id"], one["card"], one["field"], one["message"]) for rule in rules for one in rule["faults"]
    ]


# What is told of a deck


@pytest.mark.slow
def test_a_legal_deck_is_told_to_be_with_its_points_and_counts(client: Client) -> None:
    told = client.post("judge", {"deck": LEGAL})
    assert (told["legal"], told["points"], told["cards"], told["rules"]) == (True, 100, 20, [])
    assert told["stats"]["curve"][4] == {
        "power": 5,
        "legal": True,
        "cards": 20,
        "classes": [
            {"class": "minion", "cards": 8},
            {"class": "soldier", "cards": 6},
            {"class": "assassin", "cards": 6},
        ],
    }


def test_faults_are_told_at_the_field_of_the_card_that_they_are_of(client: Client) -> None:
    cards = [card("Imp", "minion", 5, 10), card("Elf", "wizard", 9), card("Orc", power=""), {"copies": 1}]
    found = faults(client.post("judge", {"deck": deck(cards)}))
    assert {(number, field) for _, number, field, _ in found if number is not None} >= {
        (1, "class"),
        (1, "power"),
        (2, "power"),
        (3, "name"),
        (3, "class"),
        (3, "power"),
    }


def test_the_words_are_those_of_deck_check(client: Client, tmp_path: Path) -> None:
    given = deck([card("Imp", "minion", 5, 19)])
    path = tmp_path / "test.yaml"
    path.write_bytes(client.post("file", {"deck": given}))
    printed = run_here("deck", "check", str(path)).stdout
    told = client.post("judge", {"deck": given})
    assert not told["legal"]
    assert told["rules"]
    for rule in told["rules"]:
        assert rule["sentence"] in printed
        assert all(one["message"] in printed for one in rule["faults"])


def test_an_empty_deck_is_judged_too(client: Client) -> None:
    assert client.post("judge", {"deck": deck([])})["legal"] is False


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"deck": 5}, "expected a deck"),
        ({"deck": {"cards": "no"}}, "expected a list of cards"),
        ({"deck": {"cards": [{}] * 1001}}, "at most 1,000 lines"),
        ({"deck": deck([{"a\nb": 1}])}, "no field can be called"),
        ({"deck": deck([{"text": "x" * 30_000}])}, "more than 20,000"),
    ],
)
def test_what_is_no_deck_is_refused_in_words(client: Client, given: object, said: str) -> None:
    assert said in client.post("judge", given, 422)["message"]


def test_what_is_no_json_is_refused(client: Client) -> None:
    for content in (b"{", b'{"deck": {"cards": [{"x": NaN}]}}', b"[" * 100_000):
        assert client.send("judge", content, 400)["message"].startswith("the request is not JSON")


def test_lone_surrogates_and_control_characters_reach_no_file(client: Client) -> None:
    body = (
        b'{"deck": {"name": "A\\u0000B", "cards": [{"name": "Im\\ud800p", "class": "minion", "power": 5}]}}'
    )
    assert b"name: Imp\n" in client.send("file", body)


def test_what_a_card_says_beside_its_fields_stays(client: Client) -> None:
    own = client.get("own/five-a-side")["deck"]
    assert own["cards"][0]["figure"]["holds"] == ["stolen-hat", "torn-ball"]
    sent = client.send("open?name=again.yaml", client.post("file", {"deck": own}))
    assert sent["deck"] == own


def test_every_deck_that_comes_along_is_legal_on_the_page(client: Client) -> None:
    edition = client.studio.projects[client.game].edition
    assert edition is not None
    for name in own_decks(edition.game):
        draft = client.get(f"own/{name}")["deck"]
        # Its points; how it looks is looked at elsewhere.
        assert sum(one["power"] * one["copies"] for one in draft["cards"]) == 100, name


def test_a_deck_that_came_along_keeps_its_look_whatever_it_is_called(fresh: Client) -> None:
    """Its crest and backdrop: on the page, in the file, opened again, and in print."""
    given = fresh.get("own/carnival-knives")["deck"]
    front = {"card": 0, "side": "front", "width": 120}
    shown = fresh.post("picture", {"deck": given, **front})
    assert given["look"] == "carnival-knives"
    assert fresh.post("picture", {"deck": {**given, "look": ""}, **front}) != shown

    mine = {**given, "name": "Cellar Blades"}
    assert fresh.post("picture", {"deck": mine, **front}) == shown
    fresh.save("blades", mine)
    assert fresh.get("saved/blades")["deck"] == mine
    (saved,) = read_decks(fresh.workspace / "decks" / "blades.yaml")
    assert saved.cards.look == "carnival-knives"


def test_a_deck_built_of_a_deck_that_came_along_looks_like_it(tmp_path: Path) -> None:
    paths = [tmp_path / f"mine.{suffix}" for suffix in ("yaml", "json")]
    for path in paths:
        assert run_here("deck", "build", str(path), "--pool", "carnival-knives", "--points", "30").code == 0
    for built in read_decks(*paths):
        assert built.cards.look == "carnival-knives"
        assert all(card.values["figure"] for card in built.cards.cards)


def test_a_look_that_no_deck_has_is_told(tmp_path: Path) -> None:
    path = tmp_path / "mine.yaml"
    path.write_text(
        "name: M\nlook: carnival-knifes\ncards:\n- {name: Imp, class: minion, power: 1}\n", "utf-8"
    )
    problems = Problems()
    read_deck(bundled_game("battle-gate"), path, problems)
    (told,) = problems
    assert "carnival-knifes" in told.message
    assert "`carnival-knives`" in (told.hint or "")


def read_decks(*paths: Path) -> list[Deck]:
    """Deck files with nothing wrong in them, as `deck print` reads them."""
    game, problems = bundled_game("battle-gate"), Problems()
    decks = [read_deck(game, path, problems) for path in paths]
    assert not problems.found
    return [deck for deck in decks if deck is not None]


def test_a_card_is_drawn_as_it_is_printed(client: Client) -> None:
    asked = {"deck": LEGAL, "card": 1, "side": "front", "width": 200}
    front = Image.open(io.BytesIO(client.post("picture", asked)))
    assert front.size == (200, 280)
    other = deck([LEGAL["cards"][0], card("Elf", "assassin", 2)])  # type: ignore[index]
    assert client.post("picture", asked | {"deck": other}) != client.post("picture", asked)


def test_a_card_that_is_not_there_is_not_drawn(client: Client) -> None:
    asked = {"deck": LEGAL, "card": 7, "side": "front", "width": 200}
    assert client.post("picture", asked) == {"message": "The card can be drawn when it is finished."}


def test_a_card_without_a_name_is_drawn_as_far_as_it_is(client: Client) -> None:
    asked = {"deck": deck([card(name="")]), "card": 0, "side": "front", "width": 200}
    assert Image.open(io.BytesIO(client.post("picture", asked))).size == (200, 280)


def test_hands_come_with_their_exact_odds(client: Client) -> None:
    told = client.post("hands", {"deck": LEGAL, "seed": 1})
    first = told["players"][0]
    assert (first["who"], first["draws"], len(first["hands"])) == ("The first player", 3, 3)
    odds = {odd["words"]: odd["exact"] for odd in first["odds"]}
    assert odds["a minion by turn 1"] == pytest.approx(1 - (12 * 11 * 10) / (20 * 19 * 18))


def test_hands_of_a_deck_that_is_too_small_are_refused_in_words(client: Client) -> None:
    told = client.post("hands", {"deck": deck([card()]), "seed": 1}, 422)
    assert told["message"] == "the deck has 1 card; hands up to turn 3 need 6"


# Wishes


def test_wishes_make_a_legal_deck(client: Client) -> None:
    wishes = {"cards": "30", "classes": {"assassin": "40%"}, "curve": "low", "with": "S4=2", "seed": 3}
    made = client.post("suggest", {"deck": deck([]), "wishes": wishes})["deck"]
    told = client.post("judge", {"deck": made})
    assert (told["legal"], told["cards"]) == (True, 30)
    assert next(one for one in told["stats"]["classes"] if one["class"] == "assassin")["cards"] == 12
    assert told["stats"]["kinds"]["S4"] >= 2


def test_the_cards_of_the_deck_are_kept_with_all_they_say(client: Client) -> None:
    mine = card("My Dragon", "assassin", 6, 2, text="Mine.", figure={"animal": "ducks"})
    made = client.post("suggest", {"deck": deck([mine]), "wishes": {"keep": True, "seed": 1}})["deck"]
    (kept,) = [one for one in made["cards"] if one["name"] == "My Dragon"]
    assert kept == mine
    assert client.post("judge", {"deck": made})["legal"]


def test_wishes_that_can_not_be_read_are_told_at_their_fields(client: Client) -> None:
    wishes = {"cards": "many", "mean": "9", "classes": {"minion": "x"}}
    told = client.post("suggest", {"deck": deck([]), "wishes": wishes}, 422)
    assert {fault["field"] for fault in told["faults"]} == {"cards", "mean", "class minion"}


def test_wishes_that_contradict_each_other_are_told_with_what_would_work(client: Client) -> None:
    told = client.post("suggest", {"deck": deck([]), "wishes": {"cards": "17", "mean": "3"}}, 422)
    assert told["lines"][0] == "no deck can have all of these:"
    assert any(line.startswith("nearest: ") for line in told["lines"])


# Files


def test_a_saved_deck_is_what_deck_check_reads(fresh: Client) -> None:
    saved = fresh.save("mine", LEGAL)
    assert saved["saved"] == ["mine"]
    path = fresh.workspace / "decks" / "mine.yaml"
    assert run_here("deck", "check", str(path)).code == 0
    again = fresh.get("saved/mine")
    assert (again["deck"], again["revision"]) == (LEGAL, saved["revision"])


def test_the_second_save_of_two_says_so_and_nothing_is_lost(fresh: Client) -> None:
    read = fresh.save("mine", LEGAL)["revision"]
    one, other = deck([card("One")]), deck([card("Other")])
    mine = fresh.save("mine", one, read)["revision"]
    told = fresh.save("mine", other, read, 409)
    assert "has been saved by somebody else, or in another window" in told["message"]
    assert told["revision"] == mine
    assert fresh.get("saved/mine")["deck"] == one
    fresh.save("mine-2", other)
    assert fresh.get("saved/mine-2")["deck"] == other
    fresh.save("mine", other, told["revision"])
    assert fresh.get("saved/mine")["deck"] == other


def test_a_new_deck_is_not_written_over_one_of_its_name(fresh: Client) -> None:
    fresh.save("mine", LEGAL)
    told = fresh.save("mine", deck([card("Other")]), status=409)
    assert told["message"] == "there is a deck file decks/mine.yaml already"
    assert fresh.get("saved/mine")["deck"] == LEGAL


@pytest.mark.parametrize(
    "name", ["..", "Mine", "a b", "a--b", "con", "x" * 61, "a.yaml", "%2e%2e%2fa", "-a", "ä"]
)
def test_names_that_are_no_file_names_of_ours_are_refused(fresh: Client, name: str) -> None:
    answer = fresh.http.put(f"/{fresh.game}/deck/saved/{name}", json={"deck": LEGAL, "revision": ""})
    assert answer.status_code in (404, 405, 422)
    assert list(fresh.workspace.rglob("*")) == []


def test_links_are_followed_neither_to_read_nor_to_write(
    fresh: Client, tmp_path_factory: pytest.TempPathFactory
) -> None:
    outside = tmp_path_factory.mktemp("outside")
    (outside / "secret.yaml").write_text("name: Secret\ncards: []\n")
    (fresh.workspace / "decks").mkdir()
    (fresh.workspace / "decks" / "mine.yaml").symlink_to(outside / "secret.yaml")
    assert "is a link" in fresh.get("saved/mine", 422)["message"]
    assert "is a link" in fresh.save("mine", LEGAL, status=422)["message"]
    (fresh.workspace / "decks" / "art").symlink_to(outside)
    assert "is a link" in fresh.send("art?name=a.png", picture(), 422)["message"]
    assert [path.name for path in outside.iterdir()] == ["secret.yaml"]
    assert (outside / "secret.yaml").read_text() == "name: Secret\ncards: []\n"


def test_a_file_with_a_mistake_opens_with_the_card_to_mend(client: Client) -> None:
    content = b"name: Broken\ncards:\n  - {name: Imp, class: minion, power: 5, copies: -3}\n"
    told = client.send("open?name=broken.yaml", content)
    assert told["deck"]["cards"] == [card("Imp", "minion", 5, -3)]
    assert (0, "copies") in {(one[1], one[2]) for one in faults(client.post("judge", {"deck": told["deck"]}))}


def test_comments_of_a_file_are_told_not_to_be_kept(client: Client) -> None:
    told = client.send(
        "open?name=a.yaml", b"# Mine\nname: A\ncards:\n  - {name: Imp, class: minion, power: 5}\n"
    )
    assert told["hasComments"] is True


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("deck.txt", b"hello", "a deck file ends in"),
        ("deck.yaml", b"cards: [", "the deck can't be read"),
        ("deck.xlsx", b"PK no", "the deck can't be read"),
        ("../../deck.yaml", b"\xff\xfe\x00", "the deck can't be read"),
    ],
)
def test_what_is_no_deck_file_is_refused(client: Client, name: str, content: bytes, said: str) -> None:
    told = client.send(f"open?name={name}", content, 422)
    assert said in told["message"]


def test_a_spreadsheet_opens_too(client: Client) -> None:
    told = client.send("open?name=deck.csv", b"name,class,power,copies\nImp,minion,5,10\n")
    assert told["deck"] == deck([card("Imp", "minion", 5, 10)], "Deck")


# Art


@pytest.mark.slow
def test_art_is_kept_beside_the_decks_and_printed(fresh: Client) -> None:
    art = fresh.send("art?name=My%20Imp.png", picture())["art"]
    assert art.startswith("art/my-imp-")
    fresh.save("mine", deck([card("Imp", "minion", 5, 20, art=art)]))
    assert run_here("deck", "check", str(fresh.workspace / "decks" / "mine.yaml")).code == 0
    asked = {"deck": fresh.get("saved/mine")["deck"], "card": 0, "side": "front", "width": 300}
    drawn = Image.open(io.BytesIO(fresh.post("picture", asked))).convert("RGB")
    left, right = drawn.getpixel((60, 160)), drawn.getpixel((240, 160))
    assert left == pytest.approx((200, 30, 30), abs=30)
    assert right == pytest.approx((30, 30, 200), abs=30)


def test_art_that_comes_goes_or_is_another_shows(fresh: Client) -> None:
    """Nobody watches the folder of the decks."""
    file = fresh.workspace / "decks" / "art" / "imp.png"
    draft = deck([card("Imp", "minion", 5, 20, art="art/imp.png")])

    def drawn() -> bytes:
        return fresh.post("picture", {"deck": draft, "card": 0, "side": "front", "width": 200})

    missing = drawn()
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(picture())
    first = drawn()
    Image.new("RGB", (60, 40), (0, 120, 0)).save(file)
    second = drawn()
    file.unlink()
    assert len({missing, first, second}) == 3
    assert drawn() == missing


def test_photos_are_turned_the_right_way_up_and_say_nothing_else(fresh: Client) -> None:
    exif = Image.Exif()
    exif[0x0112] = 6
    exif[0x010E] = "taken at home"
    art = fresh.send("art?name=photo.jpg", picture(60, 40, "JPEG", exif=exif))["art"]
    with Image.open(fresh.workspace / "decks" / art) as kept:
        assert kept.size == (40, 60)
        assert not kept.getexif()


@pytest.mark.slow
def test_large_pictures_are_made_smaller(fresh: Client) -> None:
    art = fresh.send("art?name=large.png", picture(5000, 2500))["art"]
    with Image.open(fresh.workspace / "decks" / art) as kept:
        assert kept.size == (2400, 1200)


def bomb() -> bytes:
    buffer = io.BytesIO()
    # More than Pillow itself would open, too.
    Image.new("1", (14_000, 14_000)).save(buffer, "PNG")
    return buffer.getvalue()


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "is empty"),
        (b"<html>hello</html>", "is not a PNG"),
        (picture()[:60], "broken"),
        (picture()[:-30], "broken"),
        (picture(kind="JPEG")[:300], "broken"),
    ],
)
def test_what_is_no_sound_picture_is_refused(fresh: Client, content: bytes, said: str) -> None:
    assert said in fresh.send("art?name=a.png", content, 422)["message"]
    assert list(fresh.workspace.rglob("*")) == []


@pytest.mark.slow
def test_a_decompression_bomb_is_refused(fresh: Client) -> None:
    assert "more than 100 million" in fresh.send("art?name=bomb.png", bomb(), 422)["message"]


def test_art_outside_the_decks_folder_is_not_looked_at(fresh: Client) -> None:
    told = fresh.post("judge", {"deck": deck([card(art="../../secret.png")])})
    assert any("leaves the deck's folder" in one[3] for one in faults(told))


# Sheets


def test_the_pdf_has_the_sheets_of_the_deck(client: Client) -> None:
    content = client.post("pdf", {"deck": LEGAL, "paper": "a4", "backs": "none"})
    with pypdfium2.PdfDocument(content) as document:
        assert len(document) == 3
        text = "".join(page.get_textpage().get_text_range() for page in document)
    assert (text.count("Imp"), text.count("Elf"), text.count("Wasp")) == (8, 6, 6)
    assert "NOT A LEGAL DECK" not in text


def test_the_sheets_of_an_illegal_deck_say_so(client: Client) -> None:
    content = client.post("pdf", {"deck": deck([card()]), "paper": "letter", "backs": ""})
    with pypdfium2.PdfDocument(content) as document:
        assert "NOT A LEGAL DECK" in document[0].get_textpage().get_text_range()


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"paper": "a4", "backs": "none", "deck": deck([])}, "can't be printed"),
        ({"paper": "../x", "backs": "none", "deck": LEGAL}, "no such paper"),
        ({"paper": "a4", "backs": "../x", "deck": LEGAL}, "no such backs"),
        ({"paper": "a4", "backs": "none", "deck": deck([card(copies=5000)])}, "not of 5,000"),
    ],
)
def test_sheets_that_can_not_be_are_refused(client: Client, given: object, said: str) -> None:
    assert said in client.post("pdf", given, 422)["message"]


# Decks of a game's own cards


def test_a_game_without_decks_says_what_to_do_next(tmp_path: Path) -> None:
    client = Client(tmp_path, write_game(tmp_path / "tiny", cards=[{"name": "Knight"}]))
    page = client.http.get("/tiny/deck")
    assert page.status_code == 409
    assert "has no rules for decks; write them under <code>format</code>" in page.text
    assert 'href="/docs/deck-formats.md"' in page.text
    onward = page.text.partition('class="onward"')[2].partition("</p>")[0]
    for address in ("/tiny/gallery", "/tiny/sheets", "/tiny/table", "/"):
        assert f'href="{address}"' in onward
    assert "/tiny/deck" not in onward


@pytest.fixture(scope="module")
def grove(tmp_path_factory: pytest.TempPathFactory) -> Client:
    folder = tmp_path_factory.mktemp("games")
    return Client(tmp_path_factory.mktemp("workspace"), own_game(folder, "grove"))


def test_decks_of_a_games_own_cards_are_made_of_its_pool(grove: Client) -> None:
    given = deck([{"card": "moss", "copies": 2}, {"card": "fox", "copies": 3}])
    found = faults(grove.post("judge", {"deck": given}))
    assert any(one[3].startswith("expected") or "hero" in one[3] for one in found)
    made = grove.post("suggest", {"deck": given, "wishes": {"seed": 1}})["deck"]
    assert grove.post("judge", {"deck": made})["legal"]
    saved = grove.save("grove", made)
    assert grove.get("saved/grove")["deck"] == {**made, "text": ""}
    assert saved["name"] == "grove"
    content = grove.post("pdf", {"deck": made, "paper": "a4", "backs": ""})
    with pypdfium2.PdfDocument(content) as document:
        assert len(document) >= 1


def test_a_card_that_the_game_does_not_have_is_refused(grove: Client) -> None:
    told = grove.post("judge", {"deck": deck([{"card": "dragon", "copies": 1}])}, 422)
    assert "the game has no card `dragon`" in told["message"]


def test_the_page_of_a_pool_shows_the_games_cards(grove: Client) -> None:
    html = grove.get("../deck").decode()
    assert "The game’s cards" in html
    assert "Moss" in html
