"""Files of other tools, imported by the command and built, all inside this process."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from games import Result, read_game, run_here

from generator.catalog.models import Card, Game
from generator.catalog.problems import Problems
from generator.layout.elements.base import Element
from generator.layout.elements.text import Text
from generator.layout.faces import FaceRenderer


@dataclass(frozen=True, slots=True)
class Imported:
    """A game that was imported, and what was said of it."""

    folder: Path
    game: Game
    findings: list[str]
    """What was not understood: the warnings, line by line."""

    def cards(self, component: str | None = None) -> dict[str, Card]:
        """The cards of a component, or of all, by their names."""
        found = [part for part in self.game.components if component in (None, part.id)]
        return {
            str(card.values.get("name", card.id)): card
            for part in found
            for s in part.sets
            for card in s.cards
        }

    def words(self, name: str, side: str = "front") -> list[str]:
        """The texts that are printed on the card of that name, in the order of the layout."""
        return [words for words, _ in _texts(self._root(name, side))]

    def places(self, name: str, side: str = "front") -> dict[str, tuple[float, float]]:
        """The same, and where in mm each begins: from the left, and down to its first baseline."""
        return dict(_texts(self._root(name, side)))

    def _root(self, name: str, side: str) -> Element:
        problems = Problems()
        renderer = FaceRenderer.of(self.game, problems)
        for part in self.game.components:
            for cards in part.sets:
                for number, card in enumerate(cards.cards, 1):
                    if str(card.values.get("name", card.id)) == name:
                        face = renderer.face(part, cards, card, side, number)  # type: ignore[arg-type]
                        assert face is not None, "\n".join(map(str, problems))
                        return face.root
        raise KeyError(name)

    def layout(self, name: str) -> str:
        return (self.folder / "layouts" / name).read_text("utf-8")

    def size(self, component: str) -> tuple[float, float]:
        """The trim of a component in mm."""
        (part,) = (part for part in self.game.components if part.id == component)
        return part.size.width, part.size.height


def _texts(root: Element) -> list[tuple[str, tuple[float, float]]]:
    found = []
    for element in getattr(root, "children", ()):
        if isinstance(element, Text):
            spans = sorted(element.block.spans, key=lambda span: (span.baseline, span.x))
            words = " ".join("".join(part.text for part in span.pieces) for span in spans)
            place = (round(spans[0].x, 1), round(spans[0].baseline, 1)) if spans else (0.0, 0.0)
            found.append((" ".join(words.replace("\u00a0", " ").split()), place))
        found += _texts(element)
    return found


def import_file(
    tmp_path: Path, name: str, content: str | bytes, *options: str, beside: Mapping[str, bytes] | None = None
) -> Imported:
    """The game that comes of a file: imported, and built without an error. ``beside``: other files there."""
    done = run_import(tmp_path, name, content, *options, beside=beside)
    assert done.code == 0, done.output
    folder = tmp_path / "made"
    built = run_here("build", folder, "--out", tmp_path / "out")
    assert built.code == 0, built.output
    assert list((tmp_path / "out").rglob("*.pdf"))
    return Imported(folder, read_game(folder), done.problems)


def run_import(
    tmp_path: Path, name: str, content: str | bytes, *options: str, beside: Mapping[str, bytes] | None = None
) -> Result:
    """Imports a file into the folder ``made`` beside it."""
    for path, held in {name: content, **(beside or {})}.items():
        file = tmp_path / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(held.encode() if isinstance(held, str) else held)
    return run_here("import", tmp_path / name, tmp_path / "made", *options)


def refused(tmp_path: Path, name: str, content: str | bytes, *options: str) -> list[str]:
    """What is said of a file that can't be imported: exit status 1, no traceback, and nothing written."""
    done = run_import(tmp_path, name, content, *options)
    assert done.code == 1, done.output
    assert "Traceback" not in done.output
    assert not (tmp_path / "made").exists()
    assert [path.name for path in tmp_path.iterdir()] == [name]
    return [line.removeprefix(f"{tmp_path.as_posix()}/") for line in done.problems]
