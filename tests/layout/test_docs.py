"""The pages of docs/ say what the code does: attributes, sizes, options, and examples that build."""

from __future__ import annotations

import re
import shlex
import sys
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
import typer
from PIL import Image, ImageChops
from typer.testing import CliRunner

from generator.catalog import card_words, cards, paths, units
from generator.catalog.game_file import (
    FIELD_TYPES,
    CardFileFile,
    CardListFile,
    ComponentFile,
    FieldFile,
    GameFile,
    PressFile,
)
from generator.catalog.keys import Part
from generator.catalog.press_settings import BACKS, MARKS, PressOptions
from generator.catalog.problems import InputError, Problem
from generator.catalog.sizes import COMPONENT_SIZES, PAPERS, Size
from generator.cli.app import app
from generator.layout import budget, pixel_formats, sandbox, svg_file, templates, theme, xml
from generator.layout import pictures as picture_files
from generator.layout.attributes import INHERITED, Attribute, attributes_of
from generator.layout.elements import element_tags, find_element
from generator.layout.elements.base import Element, Shape
from generator.layout.flow.part import Part as StackPart
from generator.layout.flow.part import TextPart
from generator.layout.flow.parts import find_part, part_tags
from generator.layout.fonts import WEIGHTS
from generator.layout.icons import PACKS
from generator.layout.text.words import INLINE
from generator.press import rasterizer, sheet_job
from generator.press.grid import fit_grid
from tests import docs_pictures
from tests.docs_pictures import DOCS, GAME, PICTURES, blocks, write_files

LAYOUT = docs_pictures.PAGE.read_text("utf-8")
STACKS = (DOCS / "stacks.md").read_text("utf-8")
EXAMPLES = docs_pictures.text_of_pages()
GAME_FILES = (DOCS / "game-files.md").read_text("utf-8")
CARD_LISTS = (DOCS / "card-lists.md").read_text("utf-8")
PRESS = (DOCS / "press.md").read_text("utf-8")

HEADING = re.compile(r"^#{2,4} (.+)$", re.MULTILINE)
LINK = re.compile(r"\]\(([\w./-]*)(#[\w-]+)?\)")
RENEW = "`python -m tests.docs_pictures` renews the pictures"
BLOCK = 8
"""Pictures are compared by squares of so many pixels: edges may be smoothed otherwise elsewhere."""
TOLERANCE = 20
"""How far a square's mean may be off, of 255."""


def section(page: str, title: str) -> str:
    """What stands between a heading and the next one. Fails where there is no such heading."""
    headings = list(HEADING.finditer(page))
    for heading, following in zip(headings, [*headings[1:], None], strict=True):
        if heading[1].strip("`") == title:
            return page[heading.end() : following.start() if following else None]
    pytest.fail(f"the page has no section {title!r}")


def tables(text: str) -> list[list[str]]:
    """The rows of each Markdown table, without its head."""
    found = re.findall(r"(?:^\|.*\n)+", text, re.MULTILINE)
    return [table.splitlines()[2:] for table in found]


def first_cells(table: Iterable[str]) -> list[str]:
    return [row.split("|")[1].strip().strip("`") for row in table]


def cell(text: str) -> str:
    return text.replace("|", "\\|")


# Attributes


def attribute_row(attribute: Attribute) -> str:
    default = f"`{attribute.default}`" if attribute.default else "(empty)"
    if attribute.default is None:
        default = "**required**"
    cells = (f"`{attribute.name}`", attribute.kind, default, attribute.doc)
    return f"| {' | '.join(cell(text) for text in cells)} |"


def attribute_rows(element: type[Element | StackPart]) -> list[str]:
    return [attribute_row(attribute) for attribute in attributes_of(element).values()]


def own_rows(element: type[Element]) -> list[str]:
    """The rows of an element's own table: what the tables of common attributes do not say already."""
    common = attribute_rows(Shape if issubclass(element, Shape) else Element)
    return [row for row in attribute_rows(element) if row not in common]


def described(cls: type[Any]) -> str:
    """What the module of an element or part says of it, in one line."""
    return " ".join((sys.modules[cls.__module__].__doc__ or "").split())


def element_of(tag: str) -> type[Element]:
    found = find_element(tag)
    assert found is not None
    return found


def part_of(tag: str) -> type[StackPart]:
    found = find_part(tag)
    assert found is not None
    return found


@pytest.mark.parametrize("tag", element_tags())
def test_the_page_has_every_attribute_of_an_element_as_declared(tag: str) -> None:
    element = element_of(tag)
    text = section(LAYOUT, tag)
    assert described(element) in text
    assert [row for table in tables(text) for row in table] == own_rows(element)
    assert ("(#shape-attributes)" in text) == issubclass(element, Shape)


@pytest.mark.parametrize("tag", part_tags())
def test_the_page_of_stacks_has_every_attribute_of_a_part_as_declared(tag: str) -> None:
    part = part_of(tag)
    text = section(STACKS, tag)
    common = attribute_rows(TextPart if issubclass(part, TextPart) else StackPart)
    assert described(part) in text
    assert [row for table in tables(text) for row in table] == [
        row for row in attribute_rows(part) if row not in common
    ]
    assert ("(#attributes-of-text)" in text) == issubclass(part, TextPart)
    assert f"<{tag} " in EXAMPLES or f"<{tag}>" in EXAMPLES


def test_the_page_of_stacks_has_the_attributes_that_parts_share() -> None:
    own = [row for row in attribute_rows(TextPart) if row not in attribute_rows(StackPart)]
    (common,), (text,) = (tables(section(STACKS, f"Attributes of {what}")) for what in ("parts", "text"))
    assert (common, text) == (attribute_rows(StackPart), own)


def test_the_page_of_stacks_has_all_parts_and_their_kinds_of_values() -> None:
    assert sorted(re.findall(r"^### `(\w+)`$", STACKS, re.MULTILINE)) == sorted(part_tags())
    here, elsewhere = (
        {row.split("|")[1].strip() for row in tables(section(page, title))[0]}
        for page, title in ((STACKS, "Values"), (LAYOUT, "Units and kinds of values"))
    )
    used = {attribute.kind for tag in part_tags() for attribute in attributes_of(part_of(tag)).values()}
    assert here == {kind for kind in used if " | " not in kind} - elsewhere


@pytest.mark.parametrize(("title", "base"), [("Common attributes", Element), ("Shape attributes", Shape)])
def test_the_page_has_the_attributes_that_elements_share(title: str, base: type[Element]) -> None:
    (documented,) = tables(section(LAYOUT, title))
    inherited = attribute_rows(Element) if base is Shape else []
    assert documented == [row for row in attribute_rows(base) if row not in inherited]


def test_the_page_has_the_attributes_that_elements_inherit() -> None:
    (documented,) = tables(section(LAYOUT, "Inherited attributes"))
    told = [tuple(part.strip() for part in re.split(r"(?<!\\)\|", row)[1:3]) for row in documented]
    assert told == [(f"`{name}`", cell(kind.name)) for name, kind in INHERITED.items()]


def test_the_page_has_an_example_and_a_picture_of_every_element() -> None:
    shown = {block.picture: block for block in blocks(LAYOUT) if block.language == "xml"}
    tags = element_tags()
    for tag in tags:
        assert tag in shown, f"no example with the picture {tag}.png"
        assert f"<{tag} " in shown[tag].text
        assert f"pictures/{tag}.png" in section(LAYOUT, tag)
    assert not [
        tag for tag in re.findall(r"^### `(\w+)`$", LAYOUT, re.MULTILINE) if tag not in element_tags()
    ]


def test_the_page_explains_every_kind_of_value() -> None:
    (table,) = tables(section(LAYOUT, "Units and kinds of values"))
    explained = {row.split("|")[1].strip() for row in table}
    used = {attribute.kind for tag in element_tags() for attribute in attributes_of(element_of(tag)).values()}
    assert explained == {kind for kind in used if " | " not in kind}


@pytest.mark.parametrize(
    ("title", "names"),
    [
        ("Themes", theme.KEYS),
        ("Fonts", WEIGHTS),
        ("Icons", PACKS),
        ("Tags inside a text", [f"<{tag}/>" if tag in ("br", "icon") else f"<{tag}>" for tag in INLINE]),
    ],
)
def test_the_page_has_every_name(title: str, names: Iterable[str]) -> None:
    (table,) = tables(section(LAYOUT, title))
    assert sorted(first_cells(table)) == sorted(names)


def test_the_page_has_the_licence_of_every_icon_pack_and_the_bold_of_every_weight() -> None:
    for prefix, licence in PACKS.items():
        assert f"| `{prefix}` | {licence} |" in LAYOUT
    for weight, (_, bold) in WEIGHTS.items():
        assert f"| `{weight}` | {bold.lower()} |" in LAYOUT


# Examples and pictures


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> tuple[dict[str, Image.Image], list[Problem]]:
    """All examples of the layout pages as pictures, and the problems there were."""
    written, problems = docs_pictures.build_examples(EXAMPLES, tmp_path_factory.mktemp("examples"))
    return docs_pictures.pictures(written), problems


Built = tuple[dict[str, Image.Image], list[Problem]]


@pytest.mark.slow
def test_every_example_builds_without_a_problem(built: Built) -> None:
    drawn, problems = built
    assert [str(problem) for problem in problems] == []
    assert set(drawn) == {example.name for example in docs_pictures.examples(EXAMPLES)}


def test_the_pictures_are_those_of_the_examples_and_no_others(built: Built) -> None:
    del built
    shown = {example.block.picture for example in docs_pictures.examples(EXAMPLES)} - {None}
    assert {path.stem for path in PICTURES.glob("*.png")} == shown, RENEW


@pytest.mark.parametrize(
    "name", [example.name for example in docs_pictures.examples(EXAMPLES) if example.block.picture]
)
def test_a_picture_shows_what_its_example_prints(name: str, built: Built) -> None:
    with Image.open(PICTURES / f"{name}.png") as committed:
        assert alike(committed.convert("RGB"), built[0][name]), f"{name}.png is out of date; {RENEW}"
    assert (PICTURES / f"{name}.png").stat().st_size < 60_000


def test_the_sample_art_is_what_the_examples_use() -> None:
    with Image.open(PICTURES / docs_pictures.ART) as committed:
        assert alike(committed.convert("RGB"), docs_pictures.landscape()), RENEW
    with Image.open(PICTURES / docs_pictures.ICON) as committed:
        assert alike(committed.convert("RGBA"), docs_pictures.barrel()), RENEW


def alike(one: Image.Image, other: Image.Image) -> bool:
    """Whether two pictures show the same, square by square."""
    if one.size != other.size:
        return False
    coarse = (-(-one.width // BLOCK), -(-one.height // BLOCK))
    means = [image.resize(coarse, Image.Resampling.BOX) for image in (one, other)]
    return max(high for _, high in ImageChops.difference(*means).getextrema()) <= TOLERANCE


def test_a_moved_letter_is_seen() -> None:
    """The comparison is only worth something if it tells pictures apart."""
    with Image.open(PICTURES / "text.png") as committed:
        picture = committed.convert("RGB")
    moved = picture.copy()
    moved.paste(picture.crop((150, 60, 180, 80)), (20, 60))
    assert alike(picture, picture.copy())
    assert not alike(picture, moved)


# Variables, filters, functions


def names_in(title: str) -> Iterator[str]:
    for table in tables(section(LAYOUT, title)):
        for row in table:
            yield from re.findall(r"`([a-z_.]+)`", row)


def test_every_variable_of_the_page_is_there_in_a_template(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_files(LAYOUT, tmp_path)
    names = [name for name in names_in("Variables") if name not in ("front", "back")]
    assert "component.safe" in names
    uses = "".join(f"{{% set _ = {name} ~ '' %}}" for name in [*names, "name", "strength"])
    fonts = "".join(f"{{% set _ = {name} %}}" for name in ("range", "dict", "cycler", "joiner", "namespace"))
    template = f"{uses}{fonts}<card/>"
    (tmp_path / GAME / "layouts" / "card.xml.j2").write_text(template, "utf-8")
    (tmp_path / GAME / "cards.yaml").write_text("- {name: Oakley Camp}\n", "utf-8")
    assert run(["build", GAME], tmp_path, monkeypatch).endswith("1 file, 1 page, 1 card\n")


def test_the_page_has_every_filter_and_function_that_layouts_add() -> None:
    environment = sandbox.Sandbox(templates.BaseLoader())
    from jinja2.defaults import DEFAULT_FILTERS, DEFAULT_NAMESPACE

    added = {name for name in environment.filters.keys() - DEFAULT_FILTERS.keys() if name[0] != "_"}
    assert set(names_in("Filters")) == added
    called = set(re.findall(r"`(\w+)\(", section(LAYOUT, "Functions")))
    assert set(names_in("Functions")) | called == set(environment.globals)
    for name in environment.globals.keys() - DEFAULT_NAMESPACE.keys():
        assert f"`{name}(" in section(LAYOUT, "Functions")


def bound(page: str, what: str) -> str:
    """What the page's table of bounds says about something."""
    (table,) = tables(section(page, "Bounds"))
    (found,) = [row.split("|")[2].strip() for row in table if row.startswith(f"| {what} |")]
    return found


def test_the_bounds_of_layouts_are_those_of_the_code() -> None:
    assert bound(LAYOUT, "loop rounds and calls for one card") == f"{budget.MAX_STEPS:,}"
    assert bound(LAYOUT, "characters a template makes for one card") == f"{budget.MAX_TEXT:,}"
    assert bound(LAYOUT, "a number that says how long a text or list becomes") == f"{budget.MAX_ARGUMENT:,}"
    assert bound(LAYOUT, "a template file") == f"{templates.MAX_TEMPLATE_BYTES // 2**20} MiB"
    assert bound(LAYOUT, "elements inside one another") == str(xml.MAX_DEPTH)
    attributes = attributes_of(element_of("text"))
    scope: Any = None
    for name, most in (("x", bound(LAYOUT, "a length")), ("size", bound(LAYOUT, "a size of type"))):
        number = int(most.replace(",", "").split()[0])
        assert attributes[name].parse(str(number), scope)
        with pytest.raises(InputError):
            attributes[name].parse(str(number + 1), scope)
    mebibytes, pixels = picture_files.MAX_BYTES // 2**20, picture_files.MAX_PIXELS // 10**6
    assert bound(LAYOUT, "a picture file") == f"{mebibytes} MiB, {pixels} million pixels"
    assert bound(LAYOUT, "elements of an SVG picture, one after the other or inside one another") == (
        f"{svg_file.MAX_ELEMENTS:,} or {svg_file.MAX_DEPTH}"
    )
    decoded = (
        "a picture with transparency or inside an SVG, an interlaced PNG, a photo that its notes say to turn"
    )
    assert bound(LAYOUT, decoded) == f"{pixel_formats.MAX_DECODED_PIXELS // 10**6} million pixels"
    assert bound(LAYOUT, "a side of a picture") == f"{picture_files.MAX_SIDE:,} pixels"
    assert bound(LAYOUT, "drawing an SVG picture").startswith(f"{rasterizer.SECONDS:.0f} seconds, and one")


# Game files


def run(arguments: list[str], folder: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """The standard output of ``gatepress`` in a folder; fails where it fails."""
    monkeypatch.chdir(folder)
    result = CliRunner().invoke(app, arguments)
    assert result.exit_code == 0, result.output
    assert result.stderr == ""
    return result.stdout


def commands(page: str) -> list[tuple[list[str], str]]:
    """The ``gatepress`` commands of a page, and the output that it shows below each."""
    found: list[tuple[list[str], str]] = []
    for block in blocks(page):
        if block.language == "console":
            for line, output in re.findall(r"^\$ gatepress (.*)\n((?:[^$].*\n)*)", block.text, re.MULTILINE):
                found.append((shlex.split(line, comments=True), output))
    return found


@pytest.mark.parametrize(("arguments", "output"), commands(GAME_FILES))
def test_the_games_of_the_page_print_what_it_says(
    arguments: list[str], output: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_files(GAME_FILES, tmp_path)
    assert run(arguments, tmp_path, monkeypatch) == output


@pytest.mark.parametrize(("arguments", "output"), commands(CARD_LISTS))
def test_the_card_lists_of_the_page_print_what_it_says(
    arguments: list[str], output: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_files(CARD_LISTS, tmp_path)
    assert run(arguments, tmp_path, monkeypatch) == output


def test_the_warning_of_the_page_is_what_a_user_reads(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_files(CARD_LISTS, tmp_path)
    layout = tmp_path / "market/layouts/goods.xml.j2"
    layout.write_text(layout.read_text("utf-8").replace("Price_pence", "Price_pense"), "utf-8")
    monkeypatch.chdir(tmp_path)
    result = CliRunner().invoke(app, ["build", "market", "--only", "goods"])
    assert result.exit_code == 0
    (shown,) = [block.text for block in blocks(CARD_LISTS) if block.language == "text"]
    assert shown in result.stderr


def test_the_page_has_every_way_to_read_a_file() -> None:
    rows = first_cells(tables(section(CARD_LISTS, "Where the cards are"))[1])
    assert sorted(rows) == sorted(CardFileFile.KEYS.keys() - {"from"})


@pytest.mark.parametrize("arguments", [arguments for arguments, _ in commands(PRESS)])
def test_the_commands_of_the_press_page_work(
    arguments: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for page in (GAME_FILES, PRESS):
        write_files(page, tmp_path)
    assert "nothing to print" not in run(arguments, tmp_path, monkeypatch)


def test_hello_world_has_as_many_lines_as_the_page_says() -> None:
    files = [block for block in blocks(GAME_FILES) if (block.file or "").startswith("my-game/")]
    assert len(files) == 2
    assert sum(block.text.count("\n") for block in files) == 11
    assert "Two files, eleven lines." in section(GAME_FILES, "Hello, world")


def test_the_message_of_the_layout_page_is_what_a_user_reads(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_files(GAME_FILES, tmp_path)
    layout = tmp_path / "my-game/layouts/card.xml.j2"
    layout.write_text(layout.read_text("utf-8").replace("stroke=", "stroek=", 1), "utf-8")
    monkeypatch.chdir(tmp_path)
    result = CliRunner().invoke(app, ["build", "my-game"])
    assert result.exit_code == 1
    (shown,) = [block.text for block in blocks(section(LAYOUT, "Errors"))]
    assert shown in result.stderr


def key_table(page: str, title: str, number: int = 0) -> list[str]:
    return tables(section(page, title))[number]


@pytest.mark.parametrize(
    ("title", "part"), [("game.yaml", GameFile), ("Components", ComponentFile), ("Fields", FieldFile)]
)
def test_the_page_has_every_key_and_tells_the_required_ones(title: str, part: type[Part]) -> None:
    documented = {
        row.split("|")[1].strip(" `"): "**required**" in row for row in key_table(GAME_FILES, title)
    }
    assert documented == {name: key.required for name, key in part.KEYS.items()}


def test_the_page_has_every_key_of_lists_and_cards_and_every_type_of_field() -> None:
    assert sorted(first_cells(key_table(GAME_FILES, "Card lists"))) == sorted(CardListFile.KEYS)
    own = key_table(GAME_FILES, "A card's own keys")
    named = {name for row in own for name in re.findall(r"`(\w+)`", row)} - {"name", "1", "false"}
    assert named == set(card_words.CARD_WORDS)
    assert first_cells(key_table(GAME_FILES, "Fields", 1)) == list(FIELD_TYPES)


@pytest.mark.parametrize(("title", "sizes"), [("Sizes by name", COMPONENT_SIZES), ("Papers by name", PAPERS)])
def test_the_page_has_every_size(title: str, sizes: Mapping[str, Size]) -> None:
    (table,) = tables(section(GAME_FILES, title))
    assert table == [f"| `{size.name}` | {size.width:g} | {size.height:g} |" for size in sizes.values()]


def test_the_bounds_of_game_files_are_those_of_the_code() -> None:
    assert bound(GAME_FILES, "copies of one card") == f"{cards.MAX_COPIES:,}"
    assert bound(GAME_FILES, "cards in one printed file") == f"{sheet_job.MAX_COPIES:,}"
    assert bound(GAME_FILES, "files that one pattern finds") == str(paths.MAX_FILES)
    assert bound(GAME_FILES, "a length") == f"{units.MAX_LENGTH:g} mm"


# Printing


def test_the_press_page_has_every_option_of_build() -> None:
    command = typer.main.get_command(app).get_command(None, "build")  # type: ignore[attr-defined]
    expected = [
        f"| `{option.opts[0]}` | {cell(option.help)}{f' [{option.default}]' if option.default else ''} |"
        for option in command.params
        if option.param_type_name == "option"
    ]
    (table,) = tables(section(PRESS, "Options"))
    assert table == expected


def test_the_press_page_has_every_kind_of_backs_and_marks_and_the_defaults() -> None:
    assert first_cells(tables(section(PRESS, "Backs"))[0]) == list(BACKS)
    assert first_cells(tables(section(PRESS, "Marks"))[0]) == list(MARKS)
    defaults = PressOptions(PAPERS["a4"])
    table = {row.split("|")[1].strip(" `"): row.split("|")[2].strip(" `") for row in in_game_yaml()}
    assert set(table) == set(PressFile.KEYS)
    assert (table["backs"], table["marks"]) == (defaults.backs, defaults.marks)
    assert (table["margin"], table["bleed"]) == (f"{defaults.margin:g} mm", f"{defaults.bleed:g} mm")


def in_game_yaml() -> list[str]:
    return tables(section(PRESS, "In game.yaml"))[0]


def test_as_many_cards_fit_on_a_sheet_as_the_page_says() -> None:
    (table,) = tables(section(PRESS, "Cards on a sheet"))
    assert len(table) > 5
    for row in table:
        name, *counts = (text.strip(" `") for text in row.strip("|").split("|"))
        size = COMPONENT_SIZES[name]
        wanted = [
            ("a4", "none"),
            ("letter", "none"),
            ("a3", "none"),
            ("a4", "gutterfold"),
            ("letter", "gutterfold"),
        ]
        found = [
            len(fit_grid(size.width, size.height, PressOptions(PAPERS[paper], backs=backs)).slots)  # type: ignore[arg-type]
            for paper, backs in wanted
        ]
        assert [int(count) for count in counts] == found, name


# All pages


@pytest.mark.parametrize("page", sorted(DOCS.glob("*.md")), ids=lambda path: path.name)
def test_links_lead_somewhere(page: Path) -> None:
    text = page.read_text("utf-8")
    for file, anchor in LINK.findall(text):
        target = page.parent / file if file else page
        assert target.exists(), f"{page.name} links to {file}"
        if anchor:
            assert anchor in anchors(target.read_text("utf-8")), f"{page.name} links to {file}{anchor}"


NO_LAYOUT = {
    "card-stats.md": "It needs no rules and no layout",
    "hands.md": "neither rules nor layouts are needed",
}
"""Pages with a game that has no layout on them, and the words that say so."""
NAMED_BLOCK = re.compile(r"^`([\w./-]+)`:?\n\n```\w+\n(.*?)^```$", re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("page", sorted(DOCS.glob("*.md")), ids=lambda path: path.name)
def test_every_game_of_a_page_has_its_layouts(page: Path) -> None:
    """Whoever copies a game finds all of it on the page, or is told that it needs no more."""
    text = page.read_text("utf-8")
    files = NAMED_BLOCK.findall(text)
    given = {Path(file).name for file, _ in files}
    games = [game for file, game in files if Path(file).name == "game.yaml"]
    named = {name for game in games for name in re.findall(r"(?:front|back): ([\w.-]+\.j2)\b", game)}
    if page.name in NO_LAYOUT:
        assert NO_LAYOUT[page.name] in " ".join(text.split())
        assert named - given
    else:
        assert named - given == set()


def anchors(page: str) -> set[str]:
    """The anchors that a Markdown viewer gives to headings."""
    titles = (re.sub(r"[^\w\s-]", "", match[1].lower()) for match in HEADING.finditer(page))
    return {f"#{title.replace(' ', '-')}" for title in titles}
