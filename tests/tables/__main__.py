"""Draws the tables of docs/bundled-games.md and docs/games.png anew: ``python -m tests.tables``.

Exit status 1 and nothing written if one of them has a problem.
"""

import tempfile
from pathlib import Path

from tests.tables.picture import draw, names, place, save

with tempfile.TemporaryDirectory() as folder:
    tables = draw(Path(folder), names())
if tables.problems:
    raise SystemExit("\n".join(str(problem) for problem in tables.problems))
for name, picture in tables.pictures.items():
    save(picture, place(name))
print(f"{len(tables.pictures)} pictures of tables")
