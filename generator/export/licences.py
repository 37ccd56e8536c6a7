"""Whether the licences of what a game shows allow what an export is for."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from generator.catalog.bundle import bundled_root
from generator.catalog.licences import Use, is_allowed, licence_name
from generator.catalog.models import Game, LicenceEntry
from generator.catalog.paths import shown_path
from generator.catalog.problems import Place, Problems
from generator.catalog.wording import code, listed, pluralize
from generator.export.target import ExportOrder, Target
from generator.layout.faces import FaceRenderer
from generator.press.ledger import Asset, draw_up, entries_by_file

_DEEDS = {"share": "giving copies away", "sale": "selling copies"}


def check_purpose(order: ExportOrder[Any], target: Target[Any]) -> None:
    """Reports what the licences of the pictures, fonts and icons of an order have against its target.

    Nothing is said of files for one's own table.
    """
    game, problems = order.game, order.problems
    if target.purpose == "own" or (not game.licences and _comes_along(game)):
        return
    shows_book = target.takes_rulebook and order.request.has_rulebook
    in_rulebook = None if shows_book else ()
    assets = draw_up(game, order.context.renderer, order.request, in_rulebook)
    check_assets(game, assets, target.purpose, target.title, problems)
    _report_unknown(game, assets, problems)


def _comes_along(game: Game) -> bool:
    return game.folder.resolve().is_relative_to(bundled_root())


def check_entries(game: Game, problems: Problems) -> None:
    """Reports what `gatepress check` says of licences: entries without files, and files without an entry.

    A game that says nothing of licences is asked nothing.
    """
    if not game.licences:
        return
    entries_by_file(game, problems)
    _report_unknown(game, draw_up(game, FaceRenderer.of(game, Problems())), problems)


def check_assets(game: Game, assets: Sequence[Asset], purpose: Use, target: str, problems: Problems) -> None:
    """Reports the entries of game.yaml that forbid an export, or of which nobody knows whether they do.

    ``target``: what the export is called in a sentence.
    """
    for entry, shown in _by_entry(assets).items():
        _check_entry(game, entry, shown, purpose, target, problems)
    for asset in assets:
        # A file of icons says itself whose they are.
        if asset.entry is None and asset.licence and is_allowed(asset.licence, (), purpose) is False:
            named, maker = licence_name(asset.licence), asset.by or "their maker"
            problems.error(
                f"{named} forbids {_DEEDS[purpose]}, which {target} is for: {asset.name}",
                Place(shown_path(asset.path)) if asset.path else None,
                card=asset.card,
                hint=f"use other icons, or write what {maker} allows in `licences` of game.yaml",
            )


def _by_entry(assets: Sequence[Asset]) -> dict[LicenceEntry, list[Asset]]:
    groups: dict[LicenceEntry, list[Asset]] = {}
    for asset in assets:
        if asset.entry is not None:
            groups.setdefault(asset.entry, []).append(asset)
    return groups


def _check_entry(
    game: Game, entry: LicenceEntry, shown: Sequence[Asset], purpose: Use, target: str, problems: Problems
) -> None:
    maker, card = entry.by or "its maker", next((asset.card for asset in shown if asset.card), None)
    files, wanted = listed([asset.name for asset in shown]), _DEEDS[purpose]
    named, field = licence_name(entry.licence), f"licences.{game.licences.index(entry)}"
    allowed = is_allowed(entry.licence, entry.allows, purpose)  # type: ignore[arg-type]
    if allowed is False:
        problems.error(
            f"{named} forbids {wanted}, which {target} is for: {files}",
            entry.place,
            card=card,
            field=field,
            hint=f"use another {shown[0].kind}, or write `allows: {purpose}` here if {maker} permits it",
        )
    elif allowed is None:
        problems.warning(
            f"whether {named} allows {wanted}, which {target} is for, is not known: {files}",
            entry.place,
            card=card,
            field=field,
            hint=f"read it, and write `allows: {purpose}` here if it does",
        )
    changed = [asset for asset in shown if asset.is_changed]
    if changed and is_allowed(entry.licence, entry.allows, "change") is False:  # type: ignore[arg-type]
        problems.warning(
            f"{named} allows no changed copies, and the layout crops, stretches or fades "
            f"{listed([asset.name for asset in changed])}",
            entry.place,
            card=changed[0].card,
            field=field,
            hint=f"show all of it, or write `allows: change` here if {maker} permits it",
        )


def _report_unknown(game: Game, assets: Sequence[Asset], problems: Problems) -> None:
    """Tells of files that no entry names; of a game without entries in one sentence."""
    unknown = [asset for asset in assets if asset.licence is None and asset.path is not None]
    hint = f"say who made it in {code('licences')} of game.yaml; see docs/licences.md"
    if unknown and not game.licences:
        files = listed([asset.name for asset in unknown])
        message = f"no licence is known of {pluralize(len(unknown), 'file')}: {files}"
        problems.warning(message, Place(shown_path(game.folder / "game.yaml")), hint=hint)
        return
    for asset in unknown:
        assert isinstance(asset.path, Path)
        problems.warning(
            f"no licence is known of this {asset.kind}",
            Place(shown_path(asset.path)),
            card=asset.card,
            hint=hint,
        )
