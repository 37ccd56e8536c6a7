"""The sheets of docs/figures.md: a picture of every part of the shared kit of figures, group by group.

``python -m tests.figure_sheets`` draws them and writes the names of the parts into the page.
The parts are those in the folders, so a part more is a picture more.
"""

from __future__ import annotations

import re
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path

from PIL import Image

from generator.catalog.figure_words import FOLDER, GROUPS, STYLES
from generator.catalog.load import load_game
from generator.catalog.problems import Problem, Problems
from generator.catalog.sizes import PAPERS
from generator.layout.elements.figure import BODIES
from generator.press.build import build
from generator.press.planning import plan_jobs
from generator.press.request import PrintRequest
from tests.docs_pictures import DOCS, PICTURES, pictures

KIT = Path(__file__).resolve().parent.parent / "layouts" / "shared" / FOLDER
PAGE = DOCS / "figures.md"
SHEETS = PICTURES / FOLDER
WORDS: Mapping[str, str] = {folders[0]: word for word, folders in GROUPS.items() if word != "beside"}
"""The word that chooses a part, by its group."""
PLAIN = 'hat="none" beard="none" back="none" holds="none" sky="day" ground="hills" head="human" face="calm"'
NEAR = 'stance="rest" shift="0 22 1.7"'
"""So near that the head fills the frame."""
FAR = 'stance="rest" shift="0 90"'
"""Out of the frame, for what lies behind a figure."""
LOOKS: Mapping[str, str] = {
    "skies": f'{FAR} ground="none"',
    "grounds": FAR,
    "stances": 'coat="tunic" hair="short"',
    "coats": 'stance="hip" hair="short"',
    "heads": f'{NEAR} hair="short" coat="tunic"',
    "faces": f'{NEAR} hair="short" coat="tunic"',
    "hair": f'{NEAR} coat="tunic"',
    "beards": f'{NEAR} hair="short" coat="tunic"',
    "hats": 'stance="rest" shift="0 19 1.3" coat="tunic" hair="short"',
    "backs": 'stance="hip" hair="short" coat="tunic"',
    "legs": 'stance="rest" hair="short" coat="tunic"',
    "holds": 'stance="guard" hair="short" coat="tunic"',
}
SHOWN = {
    "bow-drawn": 'stance="aim" holds="none, bow-drawn"',
    "hawser": 'stance="pull" holds="hawser"',
    "crystal-ball": 'stance="carry" holds="crystal-ball"',
    "aim": 'stance="aim" holds="none, bow-drawn"',
    "behind": 'stance="behind" head="behind" holds="lantern"',
    "carry": 'stance="carry" holds="drum"',
    "cradle": 'stance="cradle" holds="pot"',
    "lean": 'stance="lean" holds="broom"',
    "play": 'stance="play" holds="violin, fiddle-bow"',
    "pour": 'stance="pour" holds="bottle, mug"',
    "pull": 'stance="pull" holds="hawser"',
    "shoulder": 'stance="shoulder" holds="axe"',
    "side": 'stance="side" head="profile" holds="lantern"',
    "strike": 'stance="strike" holds="hammer"',
    "thrust": 'stance="thrust" holds="spear"',
    "write": 'stance="write" holds="none, quill"',
}
"""Stances, and things to hold, that are shown with one another."""
STYLED = (
    'name="Maud" stance="present" coat="apron" hat="baker" holds="loaf" face="merry"',
    'name="Bran" stance="guard" coat="mail" hat="kettle-helm" holds="spear" face="stern" beard="moustache"',
    'name="Ilse" stance="raise" coat="gown" hat="crown" holds="orb" face="calm" hair="long"',
    'name="Reynard" stance="cross" coat="doublet" head="fox" hat="beret"',
)
"""Figures that show a style."""
NEARNESS: Mapping[str, str] = {
    "distance face": 'distance="face" holds="none"',
    "distance bust": "",
    "distance whole": 'distance="whole"',
    "legs run": 'legs="run" stance="strike"',
    "facing left": 'facing="left"',
    "group 2": 'group="2"',
    "group 3": 'group="3"',
    "a group, whole": 'group="3" distance="whole"',
}
SOLDIER = 'stance="guard" coat="mail" hat="kettle-helm" holds="spear" hair="short" beard="none" back="none"'
COLUMNS, WIDTH, HEIGHT, LABEL = 8, 22.0, 17.6, 3.4
"""Of a sheet, in parts and millimetres."""
PLACE = f'x="@X" y="@Y" width="{WIDTH:g}" height="{HEIGHT:g}"'
LIST = re.compile(r"(!\[[^\]]*\]\(pictures/figures/([\w-]+)\.png\)\n\n)((?:`[^\n]*\n)*)")


def parts_of(group: str) -> list[str]:
    return sorted(path.stem for path in (KIT / group).glob("*.xml"))


def styles() -> list[str]:
    return sorted(path.stem for path in (KIT / STYLES).glob("*.yaml"))


def groups() -> list[str]:
    return [group for group in WORDS if parts_of(group)]


def figure(group: str, part: str) -> str:
    """A part as the sheet shows it, at a place that is still to be found."""
    own = SHOWN.get(part, "") if group in ("stances", "holds") else ""
    word = f'{WORDS[group]}="{part}"'
    said = attributes_of(f"{PLAIN} {LOOKS.get(group, '')} {own or word}")
    return f'<figure name="{group} {part}" {PLACE} {said}/>'


def attributes_of(text: str) -> str:
    """Attributes as they are written, the last of a name."""
    said = dict(re.findall(r'([\w-]+)="([^"]*)"', text))
    return " ".join(f'{name}="{value}"' for name, value in said.items())


def sheet(cells: Sequence[tuple[str, str]], columns: int = COLUMNS) -> tuple[float, float, str]:
    """Width, height and layout of a sheet of figures with their names below."""
    rows = -(-len(cells) // columns)
    width, height = columns * (WIDTH + 1) + 1, rows * (HEIGHT + LABEL + 1) + 1
    body = []
    for index, (name, drawn) in enumerate(cells):
        x, y = 1 + index % columns * (WIDTH + 1), 1 + index // columns * (HEIGHT + LABEL + 1)
        body.append(drawn.replace("@X", f"{x:g}").replace("@Y", f"{y:g}"))
        body.append(
            f'<text x="{x:g}" y="{y + HEIGHT + 0.3:g}" width="{WIDTH:g}" height="{LABEL:g}" size="7" '
            f'align="center">{name}</text>'
        )
    return width, height, f'<card width="{width:g}" height="{height:g}">\n' + "\n".join(body) + "\n</card>\n"


def layouts() -> dict[str, tuple[float, float, str]]:
    """The sheets by name: each group, and the styles."""
    found = {group: sheet([(part, figure(group, part)) for part in parts_of(group)]) for group in groups()}
    found["distances"] = sheet(
        [
            (name, f'<figure name="Bran" {PLACE} {attributes_of(f"{PLAIN} {SOLDIER} {words}")}/>')
            for name, words in NEARNESS.items()
        ],
        4,
    )
    found["bodies"] = sheet(
        [
            (body, f'<figure name="Maud" {PLACE} body="{body}" {attributes_of(f"{PLAIN} {SOLDIER}")}/>')
            for body in BODIES
        ],
        4,
    )
    found[STYLES] = sheet(
        [
            (
                style if number == 0 else "",
                f'<figure {PLACE} style="{style}" sky="night" back="none" {words}/>',
            )
            for style in styles()
            for number, words in enumerate(STYLED)
        ],
        len(STYLED),
    )
    return found


def draw(folder: Path) -> tuple[dict[str, Image.Image], list[Problem]]:
    """All sheets, built by the press like any card, and what went wrong with them."""
    (folder / "layouts").mkdir(parents=True)
    game = ["title: Kit of figures", "components:"]
    for name, (width, height, text) in layouts().items():
        (folder / "layouts" / f"{name}.xml.j2").write_text(text, "utf-8")
        game.append(
            f"  {name}: {{size: [{width:g}, {height:g}], front: {name}.xml.j2, bleed: 0, safe: 0, "
            "press: {backs: none}, cards: [{id: sheet}]}"
        )
    (folder / "game.yaml").write_text("\n".join(game) + "\n", "utf-8")
    problems = Problems()
    loaded = load_game(folder, problems)
    if loaded is None:
        return {}, list(problems)
    jobs = plan_jobs(loaded, PrintRequest(PAPERS["a4"], {"form": "pod"}))
    written = build(jobs, folder / "output", problems, lambda _: None)
    return pictures(written), list(problems)


def listed(page: str) -> str:
    """The page with the names of the parts below each sheet."""

    def names(match: re.Match[str]) -> str:
        parts = styles() if match[2] == STYLES else parts_of(match[2])
        if not parts:
            return match[0]
        lines, line = [], ""
        for name in parts:
            if len(line) + len(name) > 108:
                lines.append(line.rstrip())
                line = ""
            line += f"`{name}` "
        return match[1] + "\n".join([*lines, line.rstrip()]) + "\n"

    return LIST.sub(names, page)


def main() -> None:
    """Draws all sheets anew. Exit status 1 and nothing written if a part has a problem."""
    with tempfile.TemporaryDirectory() as folder:
        drawn, problems = draw(Path(folder) / "kit")
    if problems:
        raise SystemExit("\n".join(str(problem) for problem in problems))
    SHEETS.mkdir(exist_ok=True)
    for old in SHEETS.glob("*.png"):
        old.unlink()
    for name, image in drawn.items():
        image.quantize(192).save(SHEETS / f"{name}.png", optimize=True)
    PAGE.write_text(listed(PAGE.read_text("utf-8")), "utf-8")
    print(f"{len(drawn)} sheets in {SHEETS}")


if __name__ == "__main__":
    main()
