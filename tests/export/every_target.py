"""A tiny game that every target takes, and its export."""

from __future__ import annotations

from pathlib import Path

from games import Result, run_here, write_game

ART = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><path d="M0 0h9v9z" fill="red"/></svg>'
BACK = '<card><rect x="-3" y="-3" width="400" height="400" fill="navy"/></card>'
FRONT = BACK.replace("navy", "teal").replace(
    "</card>", '<image href="moss.svg" width="9" height="9"/></card>'
)


def write_whole_game(folder: Path, title: str = "Tiny", ids: tuple[str, ...] = ("goblin", "ogre")) -> Path:
    """With backs, a drawing, a rulebook and licences; with cards of these ids."""
    lines = [
        f"title: {title}\nversion: 1\nlicence: CC0-1.0\nrulebook:\n  text: rulebook.md\nlicences:\n  - "
        "{files: '*.svg', by: Mia, licence: CC0-1.0}\ncomponents:\n  cards:\n    size: poker\n    cards: "
        "cards.yaml\n    front: card.xml.j2\n    back: back.xml.j2\n    safe: 0"
    ]
    return write_game(
        folder,
        game="\n".join(lines),
        cards=[{"id": one, "name": one.title()} for one in ids],
        front=FRONT,
        back=BACK,
        files={"rulebook.md": "# Tiny\n\nDraw a card.\n", "art/moss.svg": ART},
    )


def export_to(name: str, game: Path, out: Path, *options: str) -> Result:
    """Exports a game to a target."""
    return run_here("export", str(game), "--to", name, "--out", str(out), *options)


def files_in(folder: Path) -> dict[str, bytes]:
    """The content of every file in a folder."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }
