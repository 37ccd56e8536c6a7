"""A game as one file: what is in it, what is not, and that it prints what the folder prints."""

from __future__ import annotations

import hashlib
import json
import os
import re
import zipfile
from pathlib import Path

import pytest
from games import Result, run_here, write_game

from .png_bytes import png

SMALL = {"hold-the-line": "troops"}
"""Two games that have every kind of component between them, and of each a deck that is quickly made."""
JANE = {"files": ["art/*.png", "icons/*.svg"], "by": "Jane Doe", "licence": "CC-BY-NC-4.0"}
FRONT = """\
{% from "macros.xml.j2" import line %}
<card>
  <image href="{{ art }}" x="5" y="5" width="20" height="20"/>
  <icon name="sword" x="30" y="5" width="8" height="8"/>
  {{ line(name) }}
  <text x="5" y="70" width="50">{{ data.stars[0].name }}</text>
</card>
"""
CARDS = """\
- {id: moss, name: Moss, art: moss.png}
- {id: oak, name: Oak, art: moss.png, copies: 0}
"""
MACROS = '{% macro line(t) %}<text x="5" y="50" width="50">{{ t }}</text>{% endmacro %}\n'
SWORD = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M1 1h7v7z"/></svg>'


@pytest.fixture
def game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A game of many parts in the current folder: a workbook's worth of tables, art, icons, a rulebook."""
    monkeypatch.chdir(tmp_path)
    described = {
        "title": "Tiny",
        "version": "1.2 beta",
        "designer": "Ada",
        "theme": "theme.yaml",
        "data": {"stars": "tables/stars.csv"},
        "rulebook": {"text": "rules.md"},
        "licences": [JANE],
        "components": {
            "cards": {"size": "poker", "cards": "cards/*.yaml", "front": "card.xml.j2", "safe": 0}
            | {"press": {"backs": "none", "marks": "none"}}
        },
    }
    return write_game(
        tmp_path / "my-game",
        game=described,
        cards=[],
        front=FRONT,
        files={
            "cards.yaml": "not: used\n",
            "cards/one.yaml": CARDS,
            "tables/stars.csv": "name\nVega\n",
            "layouts/macros.xml.j2": MACROS,
            "layouts/unused.xml.j2": "<card/>\n",
            "layouts/theme.yaml": "palette: {ink: '#123456'}\n",
            "rules.md": '# Rules\n\n{% include "faq.md" %}\n\n```credits\n```\n',
            "faq.md": "Asked often.\n",
            "rules.py": "raise SystemExit('this must not run')\n",
            "art/moss.png": png("moss"),
            "art/unused.png": png("unused"),
            "art/LICENSE.txt": "Jane's words.\n",
            "icons/sword.svg": SWORD,
            ".env": "TOKEN=secret\n",
            ".git/config": "[core]\n",
            "notes.txt": "buy milk\n",
            "i18n/de.yaml": "{}\n",
        },
    )


def export(game: str | Path, *options: str) -> Result:
    return run_here("export", game, "--to", "zip", *options)


def packed(result: Result) -> tuple[Path, zipfile.ZipFile]:
    assert result.code == 0, result.output
    path = Path(result.stdout.split()[0])
    return path, zipfile.ZipFile(path)


def names(file: zipfile.ZipFile) -> list[str]:
    return [name.partition("/")[2] for name in file.namelist()]


def test_what_is_used_is_packed_and_nothing_else(game: Path) -> None:
    result = export(game)
    path, file = packed(result)
    assert path.as_posix() == "output/my-game/zip/my-game-1-2-beta.zip"
    assert {name.split("/")[0] for name in file.namelist()} == {"my-game-1-2-beta"}
    assert [name for name in names(file) if name.startswith("cards/")] == [
        "cards/my-game/art/LICENSE.txt",
        "cards/my-game/art/moss.png",
        "cards/my-game/cards/one.yaml",
        "cards/my-game/faq.md",
        "cards/my-game/game.yaml",
        "cards/my-game/i18n/de.yaml",
        "cards/my-game/icons/sword.svg",
        "cards/my-game/layouts/card.xml.j2",
        "cards/my-game/layouts/macros.xml.j2",
        "cards/my-game/layouts/theme.yaml",
        "cards/my-game/rules.md",
        "cards/my-game/rules.py",
        "cards/my-game/tables/stars.csv",
    ]
    assert [name for name in names(file) if not name.startswith("cards/")] == [
        "CREDITS.txt",
        "LICENCES/source-sans-pro.txt",
        "LICENCES/source-serif-pro.txt",
        "README.txt",
        "manifest.json",
        "sheets/one-a4.pdf",
        "sheets/one-letter.pdf",
        "sheets/rulebook-a4.pdf",
        "sheets/rulebook-letter.pdf",
    ]
    assert "nothing uses art/unused.png, cards.yaml, layouts/unused.xml.j2, notes.txt" in result.stdout
    assert "Jane Doe: CC-BY-NC-4.0" in file.read("my-game-1-2-beta/CREDITS.txt").decode()
    assert "SIL OPEN FONT LICENSE" in file.read("my-game-1-2-beta/LICENCES/source-sans-pro.txt").decode()
    readme = file.read("my-game-1-2-beta/README.txt").decode()
    assert "gatepress build cards/my-game" in readme
    assert "rules.py is a program" in readme


def test_the_manifest_lists_every_file_with_its_digest(game: Path) -> None:
    _, file = packed(export(game))
    manifest = json.loads(file.read("my-game-1-2-beta/manifest.json"))
    assert (manifest["name"], manifest["version"], manifest["format"]) == ("my-game", "1.2 beta", 1)
    assert [one["path"] for one in manifest["files"]] == [
        name for name in names(file) if name != "manifest.json"
    ]
    for one in manifest["files"]:
        content = file.read(f"my-game-1-2-beta/{one['path']}")
        assert (one["size"], one["sha256"]) == (len(content), hashlib.sha256(content).hexdigest())


def test_the_same_game_gives_the_same_bytes_wherever_and_whenever(game: Path) -> None:
    path, _ = packed(export(game))
    before = path.read_bytes()
    for file in game.rglob("*"):
        os.utime(file, (1_000_000_000, 1_000_000_000))
        if file.is_file():
            file.chmod(0o600)
    elsewhere = game.parent / "elsewhere" / "my-game"
    elsewhere.parent.mkdir()
    game.rename(elsewhere)
    path, file = packed(export(elsewhere))
    assert path.read_bytes() == before
    assert {info.date_time for info in file.infolist()} == {(1980, 1, 1, 0, 0, 0)}


@pytest.mark.parametrize(
    ("seconds", "date"),
    [
        ("1700000000", (2023, 11, 14, 22, 13, 20)),
        ("0", (1980, 1, 1, 0, 0, 0)),
        ("32503679999", (2107, 12, 31, 0, 0, 0)),
    ],
)
def test_an_archive_has_the_date_of_the_environment(
    game: Path, monkeypatch: pytest.MonkeyPatch, seconds: str, date: tuple[int, ...]
) -> None:
    """As near as the format comes to it."""
    monkeypatch.setenv("SOURCE_DATE_EPOCH", seconds)
    _, file = packed(export(game))
    assert {info.date_time for info in file.infolist()} == {date}


def built(game: str | Path, out: str, *options: str) -> dict[str, bytes]:
    """The sheets of a game or of an archive, by name."""
    done = run_here("build", game, "--no-cache", "--out", out, *options)
    assert done.code == 0, done.output
    (folder,) = Path(out).iterdir()
    sheets = {pdf.name: pdf.read_bytes() for pdf in folder.iterdir()}
    assert sheets
    return sheets


def sheets_in(file: zipfile.ZipFile) -> dict[str, bytes]:
    return {one.rpartition("/")[2]: file.read(one) for one in file.namelist() if "/sheets/" in one}


@pytest.mark.slow
def test_an_archive_prints_what_the_folder_prints(game: Path) -> None:
    """The sheets of the folder, of the archive, and those in it are the same bytes."""
    path, file = packed(export(game))
    papers = ("--paper", "a4", "--paper", "letter")
    sheets = built(game, "of-folder", *papers)
    assert built(path, "of-archive", *papers) == sheets
    assert sheets_in(file) == sheets
    _, repacked = packed(export(path, "--out", "again"))
    # Code is not even unpacked, so it can't be packed again.
    assert set(names(file)) - set(names(repacked)) == {"cards/my-game/rules.py"}
    (game / "rules.py").unlink()
    path, _ = packed(export(game))
    again, _ = packed(export(path, "--out", "again"))
    assert again.read_bytes() == path.read_bytes()


@pytest.mark.slow
@pytest.mark.usefixtures("kept_sheets")
@pytest.mark.parametrize("name", SMALL)
def test_the_archive_of_a_bundled_game_prints_the_same(name: str) -> None:
    """The sheets in it, which are printed from what is packed, are those of the folder.

    Which files are used depends on no paper. What the archive prints follows from the files that are packed
    again from it, so that one component stands for all.
    """
    path, file = packed(export(name))
    inside = sheets_in(file)
    of_folder = built(name, "of-folder", "--paper", "letter")
    assert {sheet: inside.get(sheet) for sheet in of_folder} == of_folder
    left = {re.sub("-letter", "-a4", sheet) for sheet in of_folder if "-letter" in sheet}
    assert left == inside.keys() - of_folder.keys()
    of_archive = built(path, "of-archive", "--only", SMALL[name])
    assert {sheet: inside.get(sheet) for sheet in of_archive} == of_archive
    _, repacked = packed(export(path, "--no-sheets", "--out", "again"))
    # The other two tell of the sheets.
    assert of_the_game(repacked) == of_the_game(file)
    assert set(names(repacked)) - set(of_the_game(file)) == {"README.txt", "manifest.json"}


def of_the_game(file: zipfile.ZipFile) -> dict[str, bytes]:
    """The game's files, and who made them."""
    return {
        name: file.read(info)
        for name, info in zip(names(file), file.infolist(), strict=True)
        if name.startswith(("cards/", "layouts/", "LICENCES/", "CREDITS"))
    }


def test_the_game_alone_and_the_sheets_alone(game: Path) -> None:
    _, file = packed(export(game, "--no-sheets"))
    assert not [name for name in names(file) if name.startswith("sheets/")]
    path, file = packed(export(game, "--sheets-only"))
    assert path.name == "my-game-1-2-beta-sheets.zip"
    assert not [name for name in names(file) if name.startswith("cards/")]
    assert "sheets/rulebook-letter.pdf" in names(file)


def test_what_may_not_be_sold_is_refused_for_sale(game: Path) -> None:
    result = export(game, "--for-sale", "--no-sheets")
    assert result.code == 1
    (line,) = result.problems
    assert "licences.0: CC-BY-NC-4.0 forbids selling copies, which an archive --for-sale is for" in line
    assert "icons/sword.svg, art/moss.png (card moss)" in line
    assert not Path("output").exists()


def test_what_may_not_be_shared_is_refused(game: Path) -> None:
    text = (game / "game.yaml").read_text()
    (game / "game.yaml").write_text(text.replace("CC-BY-NC-4.0", "all rights reserved"))
    result = export(game)
    assert result.code == 1
    assert "all rights reserved forbids giving copies away, which a zip archive is for" in result.stderr


def test_a_secret_key_is_never_packed(game: Path) -> None:
    key = "-----BEGIN OPENSSH PRIVATE KEY-----\nabc\n-----END OPENSSH PRIVATE KEY-----\n"
    (game / "faq.md").write_text(f"Asked often.\n\n{key}")
    result = export(game, "--no-sheets")
    assert result.code == 1
    assert result.problems == [
        "my-game/faq.md: error: the file 'faq.md' looks like a secret key, so it can't be packed; "
        "take it out of the game's folder"
    ]


@pytest.mark.parametrize("name", ["con.png", "Aux.svg.png", "moss?.png"])
def test_a_file_that_windows_can_t_have_is_not_packed(game: Path, name: str) -> None:
    (game / "art/moss.png").rename(game / "art" / name)
    (game / "cards/one.yaml").write_text(CARDS.replace("moss.png", f"'{name}'"))
    result = export(game)
    assert result.code == 1
    assert f"my-game/art/{name}: error: the file '{name}' has " in result.problems[0]
    assert result.problems[0].endswith("so it can't be packed; rename it")


NOT_PACKED = "error: a hidden file, or one outside of the game's folders, is not packed"


@pytest.mark.skipif(os.name == "nt", reason="links need a privilege there")
def test_a_link_out_of_the_folder_is_never_packed(game: Path) -> None:
    (game / "rules.py").rename(game.parent / "outside.py")
    (game / "rules.py").symlink_to(game.parent / "outside.py")
    result = export(game)
    assert result.code == 1
    assert f"my-game/rules.py: {NOT_PACKED}" in result.problems
    assert not Path("output").exists()


def test_a_hidden_file_is_never_packed(game: Path) -> None:
    (game / "tables/stars.csv").rename(game / "tables/.stars.csv")
    (game / "game.yaml").write_text((game / "game.yaml").read_text().replace("stars.csv", ".stars.csv"))
    result = export(game)
    assert result.code == 1
    assert f"my-game/tables/.stars.csv: {NOT_PACKED}" in result.problems


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (("--no-sheets", "--sheets-only"), "with --no-sheets and --sheets-only nothing is left"),
        (("--only", "cards"), "add --sheets-only to pack sheets of some cards"),
    ],
)
def test_options_that_contradict_each_other(game: Path, options: tuple[str, ...], words: str) -> None:
    result = export(game, *options)
    assert result.code == 1
    assert words in result.stderr
