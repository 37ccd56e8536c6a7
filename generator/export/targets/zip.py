"""A zip archive: the whole game for a playtester or a shop, with its sheets, and who made what."""

from __future__ import annotations

import hashlib
import json
import shutil
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath

from generator import __version__
from generator.catalog.bundle import GAME_FILE
from generator.catalog.load import load_game
from generator.catalog.models import Game
from generator.catalog.paths import shown_as, shown_path
from generator.catalog.press_settings import flag
from generator.catalog.problems import InputError
from generator.catalog.sizes import paper
from generator.catalog.wording import file_slug, listed, pluralize, short_name
from generator.export.credits import as_text, credited, licence_texts, needed_packages
from generator.export.file_formats import Member, write_zip
from generator.export.licences import check_assets
from generator.export.pack import RULES, Contents, contents_of
from generator.export.target import ExportedFile, ExportOrder, Target
from generator.press.build import Written, build
from generator.press.job import PrintJob
from generator.press.ledger import Asset, draw_up
from generator.press.planning import plan_jobs
from generator.press.rulebook.job import plan_book

PAPERS = ("a4", "letter")
SHEETS = "sheets"
MANIFEST = "manifest.json"
MANIFEST_FORMAT = 1
"""Goes up with every change that a reader of manifests must know of."""


@dataclass(frozen=True, slots=True)
class ZipOptions:
    """What is packed, and for whom."""

    no_sheets: bool = field(default=False, metadata=flag("Only the game, without printable sheets."))
    sheets_only: bool = field(
        default=False, metadata=flag("Only printable sheets and credits, without the game's files.")
    )
    for_sale: bool = field(default=False, metadata=flag("Refuse anything whose licence forbids selling it."))


def _check(order: ExportOrder[ZipOptions]) -> None:
    options, request = order.options, order.request
    if options.no_sheets and options.sheets_only:
        raise InputError("with --no-sheets and --sheets-only nothing is left", hint="leave one of them out")
    if (request.only or request.select) and not options.sheets_only:
        raise InputError(
            "a game is packed as a whole, so --only and --select make no difference",
            hint="add --sheets-only to pack sheets of some cards",
        )
    if options.for_sale:
        assets = draw_up(order.game, order.context.renderer, request, None if request.has_rulebook else ())
        check_assets(order.game, assets, "sale", "an archive --for-sale", order.problems)


def _export(order: ExportOrder[ZipOptions]) -> list[ExportedFile]:
    game, options, request = order.game, order.options, order.request
    assets = draw_up(game, order.context.renderer, request, None if request.has_rulebook else ())
    contents = Contents((), ())
    if not options.sheets_only and not order.problems.has_errors:
        contents = contents_of(game, order.context.renderer, order.problems)
    if order.problems.has_errors:
        return []
    sheets = [] if options.no_sheets else _sheets(order, contents)
    if order.problems.has_errors:
        return []
    members = [Member(str(packed.path), packed.file) for packed in contents.files]
    members += [Member(f"{SHEETS}/{written.path.name}", written.path) for written in sheets]
    members += [Member(f"LICENCES/{name}", text.encode()) for name, text in licence_texts(assets).items()]
    members.append(Member("CREDITS.txt", as_text(credited(game, assets)).encode()))
    members.append(Member("README.txt", _readme(game, assets, sheets, contents).encode()))
    members.append(Member(MANIFEST, _manifest(game, members)))
    language = f"-{game.language}" if game.is_translated else ""
    version = file_slug(game.version, "game")
    name = f"{short_name(game.id)}{language}-{version}{'-sheets' if options.sheets_only else ''}"
    file = order.new_file(f"{name}.zip")
    write_zip(file.file, [member._replace(path=f"{name}/{member.path}") for member in members])
    return [file._replace(says=_says(game, members, sheets, contents, file.file))]


# The sheets


def _sheets(order: ExportOrder[ZipOptions], contents: Contents) -> list[Written]:
    """Sheets on the papers that most people have, printed from what is packed: so nothing is missing there.

    Sheets alone are printed from the game as it is.
    """
    with ExitStack() as stack:
        game = order.game
        if contents.files:
            copied = _from_copy(order, contents, stack)
            if copied is None:
                return []
            game = copied
        jobs = _jobs(game, order)
        return build(jobs, order.scratch / SHEETS, order.problems, order.context.progress)


def _from_copy(order: ExportOrder[ZipOptions], contents: Contents, stack: ExitStack) -> Game | None:
    """The game, read from copies of the files that are packed."""
    game, root = order.game, order.scratch / "copy"
    for packed in contents.files:
        place = root / packed.path
        place.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(packed.file, place)
    folder = root / "cards" / game.id
    stack.enter_context(shown_as(folder, shown_path(game.folder)))
    for layouts in reversed(game.layout_folders):
        name = "shared" if layouts.name == "shared" else game.id
        if not layouts.is_relative_to(game.folder):
            stack.enter_context(shown_as(root / "layouts" / name, shown_path(layouts)))
    return load_game(
        folder, order.problems, language=order.game.language if order.game.is_translated else None
    )


def _jobs(game: Game, order: ExportOrder[ZipOptions]) -> list[PrintJob]:
    jobs: dict[Path, PrintJob] = {}
    for name in PAPERS:
        request = order.request._replace(paper=paper(name))
        # A label sheet is the same whatever paper there is.
        for sheets in plan_jobs(game, request):
            jobs.setdefault(sheets.path, sheets)
        book = plan_book(game, request)
        if book is not None:
            jobs.setdefault(book.path, book)
    return list(jobs.values())


# What it says


def _readme(game: Game, assets: Sequence[Asset], sheets: Sequence[Written], contents: Contents) -> str:
    by = f" by {game.designer}" if game.designer else ""
    lines = [f"{game.title}{by}", f"Version {game.version}", ""]
    if sheets:
        lines += [*_about_sheets(sheets), ""]
    if contents.files:
        lines += [*_about_files(game, assets, contents), ""]
    lines += ["CREDITS.txt names everybody who made something of it, and the licences;"]
    lines += ["LICENCES/ has texts of these. manifest.json lists all files with their SHA-256."]
    return "\n".join(lines) + "\n"


def _about_sheets(sheets: Sequence[Written]) -> Iterator[str]:
    yield f"To print: {SHEETS}/ has PDF files for A4 and for US Letter; you need those of one paper."
    yield "Print at 100 % (no scaling), files called duplex on both sides, and cut along the marks."
    yield ""
    for written in sheets:
        cards = f", {pluralize(written.cards, 'card')}" if written.cards else ""
        yield f"  {SHEETS}/{written.path.name}: {pluralize(written.pages, 'page')}{cards}"


def _about_files(game: Game, assets: Sequence[Asset], contents: Contents) -> Iterator[str]:
    yield f"To change it, or to print it on other paper: cards/{game.id}/ has the cards, layouts/"
    yield "says how they look."
    yield "  pip install gatepress"
    yield f"  gatepress build cards/{game.id}"
    yield "`gatepress build` also takes the archive itself, before it is unpacked."
    packages = needed_packages(game, assets)
    if packages:
        yield f"Its fonts come with {listed(packages)}: pip install {' '.join(packages)}"
    if any(packed.path.name == RULES for packed in contents.files):
        yield f"{RULES} is a program: it runs when the game is played, never when it is printed."


def _manifest(game: Game, members: Sequence[Member]) -> bytes:
    files = [
        {"path": member.path, "size": member.size, "sha256": member.sha256} for member in sorted(members)
    ]
    content = hashlib.sha256()
    for member in sorted(members):
        if PurePosixPath(member.path).parts[0] in ("cards", "layouts"):
            content.update(f"{member.path} {member.sha256}\n".encode())
    values: Mapping[str, object] = {
        "format": MANIFEST_FORMAT,
        "name": game.id,
        "title": game.title,
        "version": game.version,
        "designer": game.designer,
        "licence": game.licence,
        "game": f"cards/{game.id}/{GAME_FILE}",
        "content": content.hexdigest(),
        "gatepress": __version__,
        "files": files,
    }
    return (json.dumps(values, indent=1, ensure_ascii=False) + "\n").encode()


def _says(
    game: Game, members: Sequence[Member], sheets: Sequence[Written], contents: Contents, file: Path
) -> str:
    size = file.stat().st_size / 1_000_000
    says = f"{pluralize(len(members), 'file')}, {pluralize(len(sheets), 'PDF')}, {size:.1f} MB"
    if contents.left_out:
        folders = (game.folder, *game.layout_folders)
        names = [
            path.relative_to(next(folder for folder in folders if path.is_relative_to(folder))).as_posix()
            for path in contents.left_out
        ]
        says += f"; nothing uses {listed(names)}, so {'it is' if len(names) == 1 else 'they are'} left out"
    return says


TARGET = Target(
    title="a zip archive",
    says="the whole game as one file, with sheets, credits and licences, for a playtester or a shop",
    export=_export,
    check=_check,
    options=ZipOptions,
    purpose="share",
    takes_rulebook=True,
)
