"""The rulebook as a web page and as plain text: all that the printed one says, in its order, in one file."""

from __future__ import annotations

import base64
import io
import itertools
import json
import re
from html.parser import HTMLParser
from pathlib import Path

import pytest
from games import run_here, write_game
from PIL import Image

BOOK = """\
```title
title: The Tiny Game
subtitle: Small, but whole
```

# The owl

It is **bold**, *soft* and {ph.sword-fill}. A long paragraph follows, so that the printed line has to be
broken at least once and words from two lines stand beside one another on the page.

## What you need

```components
- {component: cards, note: all of them}
```

| Bird | Wings | Sleeps |
|---|:-:|---|
| Owl | 2 | by day |
| Wren | 2 | by night |

1. Take the owl.
2. Put it back.
   - Gently.

> A box speaks.

```card
show: knight
scale: 0.5
callouts:
  - {at: [5, 5], text: "**Name** of the card."}
  - {at: [50, 5], text: Another corner.}
```

```card
show: [knight, squire]
scale: 0.4
caption: Two of them.
```

```example
scale: 0.2
scenes:
  - {rows: [{name: You, cards: [{show: knight}]}], text: "**First**, the knight."}
  - {rows: [{cards: [{show: squire, mark: out}]}], text: Then the squire.}
```

```icons
ph.sword-fill: strikes
```
"""
MARKED = re.compile(r"<script|javascript:|https?://(?!www\.w3\.org)", re.IGNORECASE)


class Page(HTMLParser):
    """The page's elements in their order, with their attributes, and its words."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str]]] = []
        self.words: list[tuple[str, str]] = []
        self.open: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, {name: value or "" for name, value in attrs}))
        if tag not in ("img", "meta", "path", "use"):
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag in self.open:
            assert self.open.pop() == tag, "elements are closed in the order in which they were opened"

    def handle_data(self, data: str) -> None:
        if data.strip() and "style" not in self.open:
            self.words.append((self.open[-1], " ".join(data.split())))

    def all(self, tag: str) -> list[dict[str, str]]:
        return [attributes for name, attributes in self.found if name == tag]

    def text(self, tag: str) -> list[str]:
        return [words for name, words in self.words if name == tag]


def game(folder: Path, book: str = BOOK) -> Path:
    return write_game(
        folder / "tiny",
        game={
            "title": "Tiny",
            "designer": "Ada <Lovelace>",
            "rulebook": {"text": "rules.md", "form": "sheet"},
            "components": {
                "cards": {
                    "size": "poker",
                    "cards": "cards.yaml",
                    "front": "card.xml.j2",
                    "safe": 0,
                    "press": {"backs": "none"},
                }
            },
        },
        cards=[{"name": "Knight"}, {"name": "Squire", "copies": 2}],
        front='<card><text x="5" y="5" width="50" height="20" size="12">{{ name }}</text></card>',
        files={"rules.md": book},
    )


def page_of(folder: Path) -> tuple[Page, str]:
    done = run_here("export", folder, "--to", "html")
    assert done.code == 0, done.output
    text = Path("output/tiny/html/rulebook.html").read_text("utf-8")
    return Page(text), text


class TestPage:
    def test_it_says_all_in_order_with_headings_that_nest(self, here: Path) -> None:
        page, _ = page_of(game(here))
        assert page.text("title") == ["The Tiny Game"]
        assert page.text("h1") == ["The Tiny Game"]
        assert page.text("h2") == ["The owl"]
        assert page.text("h3") == ["What you need"]
        assert page.text("th") == ["Bird", "Wings", "Sleeps"]
        assert page.text("td") == ["Owl", "2", "by day", "Wren", "2", "by night"]
        assert page.text("strong")[0] == "bold"
        assert page.text("em")[0] == "soft"
        assert page.text("figcaption") == ["Two of them."]
        paragraph = " ".join(words for _, words in page.words)
        assert "has to be broken at least once and words from two lines" in paragraph
        assert "Gently." in paragraph
        assert page.all("html")[0]["lang"] == "en"
        assert page.all("svg")[1]["aria-label"] == "sword"
        assert [item["class"] for item in page.all("ol") if "class" in item] == ["pictured"]

    def test_cards_are_there_with_their_words(self, here: Path) -> None:
        page, _ = page_of(game(here))
        pictures = page.all("img")
        cards = [picture["alt"] for picture in pictures if picture["alt"].startswith("Card: ")]
        assert cards == ["Card: Knight.", "Card: Knight.", "Card: Squire."]
        assert all(picture["alt"] and int(picture["width"]) > 0 for picture in pictures)
        kind, _, data = pictures[0]["src"].partition(",")
        assert kind == "data:image/webp;base64"
        with Image.open(io.BytesIO(base64.b64decode(data))) as drawn:
            drawn.load()
            # Half a poker card with room for the numbers of its call-outs at either side, ten pixels a mm.
            assert drawn.height == pytest.approx(445, abs=12)
            assert drawn.width > 318
            shown = int(pictures[0]["width"]), int(pictures[0]["height"])
            # On a screen 1.3 times as large as in print, where a pixel of CSS is a 96th of an inch.
            assert shown == pytest.approx([side / 10 * 1.3 * 96 / 25.4 for side in drawn.size], abs=1.5)
        # In its middle there is paper, and ink somewhere.
        assert len(drawn.convert("RGB").getcolors(1 << 20) or ()) > 8

    @pytest.mark.parametrize(("height", "kind"), [("page.height", "page"), ("20", "band")])
    def test_a_cover_is_a_picture_that_says_what_it_is(self, here: Path, height: str, kind: str) -> None:
        width = "page.width" if kind == "page" else "page.inner"
        card = f'<card width="{{{{ {width} }}}}" height="{{{{ {height} }}}}"><circle r="9"/></card>'
        page, _ = page_of(game(here, f"```cover\n{card}\n```\n\n# One\n\nWords.\n"))
        assert f"cover {kind}" in [one.get("class") for one in page.all("div")]
        assert page.all("img")[0]["alt"] == "The cover of Tiny"

    def test_icons_of_lines_are_lines(self, here: Path) -> None:
        folder = game(here, "# One\n\nTake {ring} and {coin}.\n")
        (folder / "icons").mkdir()
        shown = (
            '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><circle cx="4" cy="4" r="3" {}/></svg>'
        )
        (folder / "icons/ring.svg").write_text(shown.format('fill="none" stroke="black"'))
        (folder / "icons/coin.svg").write_text(shown.format('fill="black"'))
        page, _ = page_of(folder)
        ring, coin = page.all("path")
        assert (ring["fill"], ring["stroke"]) == ("none", "currentColor")
        assert not {"fill", "stroke"} & coin.keys()

    def test_nothing_is_fetched_and_nothing_runs(self, here: Path) -> None:
        page, text = page_of(game(here))
        assert not MARKED.search(text)
        addresses = [one.get("src", "") for one in page.all("img")] + [one["href"] for one in page.all("a")]
        assert all(address.startswith(("data:", "#")) for address in addresses)
        assert "default-src 'none'" in text
        assert "Ada &lt;Lovelace&gt;" in text

    def test_a_game_without_a_rulebook_is_told(self, here: Path) -> None:
        done = run_here("export", write_game(here / "bare"), "--to", "html")
        assert done.code == 1
        assert "bare/game.yaml:1:1: error: the game has no rulebook" in done.stderr
        assert not Path("output").exists()

    def test_a_mistake_in_the_text_is_told_at_its_line(self, here: Path) -> None:
        done = run_here("export", game(here, "# Rules\n\n```card\nshow: knihgt\n```\n"), "--to", "html")
        assert done.code == 1
        assert "tiny/rules.md:4:7: error: show: unknown card 'knihgt'; did you mean `knight`?" in done.stderr
        assert not Path("output").exists()


class TestText:
    def test_every_card_and_the_rulebook(self, here: Path) -> None:
        done = run_here("export", game(here), "--to", "text", "--json")
        assert done.code == 0, done.output
        files = [Path(one["file"]).name for one in json.loads(done.stdout)["files"]]
        assert files == ["cards.txt", "rulebook.txt"]
        cards = Path("output/tiny/text/cards.txt").read_text("utf-8")
        assert cards.startswith("Tiny\n====\n")
        assert "\nKnight\n" in cards
        assert "\nSquire (x 2)\n" in cards
        book = Path("output/tiny/text/rulebook.txt").read_text("utf-8")
        assert book.startswith("The Tiny Game\n=============\n")
        for line in (
            "1. Take the owl.",
            "2. Put it back.",
            "- Owl; Wings: 2; Sleeps: by day.",
            "[Card: Knight.]",
        ):
            assert f"\n{line}\n" in book
        assert max(map(len, (cards + book).splitlines())) <= 79

    def test_without_a_rulebook_there_are_the_cards(self, here: Path) -> None:
        done = run_here("export", write_game(here / "bare"), "--to", "text")
        assert done.code == 0, done.output
        assert [path.name for path in Path("output/bare/text").glob("*.txt")] == ["cards.txt"]


@pytest.mark.slow
def test_a_bundled_game_as_it_is() -> None:
    for target in ("html", "text"):
        done = run_here("export", "strongholds", "--to", target)
        assert done.code == 0, done.output
    (file,) = Path("output/strongholds/html").glob("*.*ml")
    assert file.name == "rulebook.html"
    text = file.read_text("utf-8")
    assert "<script" not in text
    assert not re.search(r"""(?:src|url)\s*[=(]\s*["']?https?:""", text)
    written = {path.name: path.read_text("utf-8") for path in Path("output/strongholds/text").glob("*.txt")}
    assert written.keys() == {"cards.txt", "rulebook.txt"}
    lines = [line for told in written.values() for line in told.splitlines()]
    assert max(map(len, lines)) <= 79
    assert not [line for line in lines if "caret" in line], "icons have names that mean something"
    page = Page(text)
    levels = [int(tag[1]) for tag, _ in page.found if re.fullmatch("h[1-6]", tag)]
    assert levels[0] == 1
    assert all(after <= before + 1 for before, after in itertools.pairwise(levels))
    assert all(picture["alt"] for picture in page.all("img"))
    chapters = [one["id"] for tag, one in page.found if re.fullmatch("h[2-6]", tag)]
    assert {one["href"][1:] for one in page.all("a")} <= set(chapters)
