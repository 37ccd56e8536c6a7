"""Where a deck is made: what the checker, the statistics, the hands and the press say of a draft.

A draft is written as a deck file into a folder of this run's own, and read from there as any deck file is, so
that all that is said of it is what the command line says.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, NamedTuple

from generator.catalog.lines import readable
from generator.catalog.paths import PICTURE_SUFFIXES
from generator.catalog.problems import InputError, Problem, Problems
from generator.catalog.wording import name_id, pluralize
from generator.catalog.yaml_reader import MarkedDict
from generator.deck.check import Verdict, Violation, judge, judge_file
from generator.deck.draft import Draft, WrittenDraft, write_draft
from generator.deck.files import deck_component, has_pool, read_deck
from generator.deck.format import read_format
from generator.deck.limits import DeckFormat
from generator.deck.model import Deck
from generator.deck.rules import rules_of
from generator.layout.caches import clear_caches
from generator.studio.files import Snapshot, take_snapshot
from generator.studio.project import Edition, Project

if TYPE_CHECKING:
    from generator.catalog.models import Game
    from generator.deck.hands.report import HandsReport, PlayerHands
    from generator.layout.faces import FaceRenderer, Side

FOLDER = "decks"
"""Where deck files are kept, in the folder that the studio was started in."""
MAX_READ = 300
"""Drafts after which layouts are opened anew: what is kept of each draft would fill the memory."""
MAX_PRINTED = 600
"""Cards of a deck that are printed from a page, which waits for them."""
MAX_FAULTS = 100
"""Faults that are reported of one rule."""
SAMPLES, SHOWN, TURNS = 20_000, 3, 3
"""Of sample hands: shuffles that are counted, hands that are shown, turns of each."""


class ReadDraft(NamedTuple):
    """A draft as it was written and read again."""

    game: Game
    limits: DeckFormat
    written: WrittenDraft
    path: Path
    deck: Deck | None
    """None where nothing of it could be used."""
    problems: tuple[Problem, ...]


@dataclass(slots=True)
class Bench:
    """Judges and draws drafts of a project's decks. Close it at the end."""

    project: Project
    workspace: Path
    scratch: TemporaryDirectory[str] = field(default_factory=lambda: TemporaryDirectory("gatepress-decks"))
    _renderer: FaceRenderer | None = None
    _edition: Edition | None = None
    _files: Snapshot = field(default_factory=Snapshot)
    """What lay in the folder of the decks when a draft was read last."""
    _reads: int = 0

    @property
    def folder(self) -> Path:
        """Where deck files are kept, with their pictures in ``art`` beside them."""
        return self.workspace / FOLDER

    def close(self) -> None:
        """Removes what it worked with."""
        self.scratch.cleanup()

    # What is said of a draft

    def judged(self, edition: Edition, draft: Draft) -> Mapping[str, object]:
        """Whether a draft is legal and what it is made of, in the checker's words. Raises InputError."""
        with self.project.lock:
            read = self._read(edition, draft)
            if read.deck is None:
                verdict = judge_file(read.game, read.limits, str(read.path))
                return {**_verdict(verdict, read.written), "stats": None}
            from generator.deck.stats import stats_of, to_dict
            from generator.export.decks import unprintable

            looks = unprintable(read.game, read.deck, self._kept_renderer(edition))
            verdict = judge(read.deck, read.limits, unread=read.problems, unprintable=looks)
            return {**_verdict(verdict, read.written), "stats": to_dict(stats_of(read.deck, read.limits))}

    def picture(self, edition: Edition, draft: Draft, index: int, side: Side, width: int) -> bytes | None:
        """A card of the draft as it is printed; None where it can't be. Raises InputError."""
        from generator.studio.pictures import face_pdf, pdf_png

        with self.project.lock:
            read = self._read(edition, draft)
            if read.deck is None:
                return None
            component, cards = deck_component(read.game), read.deck.cards
            # What could be read of an unfinished card may be enough to draw it.
            unfinished = (entry.card for entry in read.deck.unread)
            for number, card in enumerate((*cards.cards, *unfinished), 1):
                spot = read.written.spot_of(card.place)
                if spot is not None and spot.card == index:
                    face = self._kept_renderer(edition).face(component, cards, card, side, number)
                    if face is None:
                        return None
                    pdf = face_pdf(face, component, str(card.values.get("name", card.id)))
                    break
            else:
                return None
        return pdf_png(pdf, face, component, width)

    def hands(self, edition: Edition, draft: Draft, seed: int) -> Mapping[str, object]:
        """Sample opening hands and their odds. Raises InputError where none can be drawn."""
        from generator.deck.hands.report import HandsRequest, cards_to_draw, openings, sample_hands, to_dict

        with self.project.lock:
            read = self._read(edition, draft)
        problems = Problems()
        problems.extend(problem for problem in read.problems if problem.severity == "error")
        cards = None if read.deck is None else cards_to_draw(read.deck, problems)
        if problems.has_errors or cards is None or read.deck is None:
            first = next(iter(problems), None)
            why = f": {readable(first.message)}" if first is not None else ""
            raise InputError(f"no hands can be drawn yet{why}")
        chosen = openings(read.limits)
        most = max(opening.drawn_by(TURNS) for opening in chosen)
        if not chosen[0].hand:
            raise InputError("the format does not say how many cards are drawn")
        if len(cards) < most:
            raise InputError(
                f"the deck has {pluralize(len(cards), 'card')}; hands up to turn {TURNS} need {most}"
            )
        report = sample_hands(
            read.deck, cards, read.limits, chosen, HandsRequest(SAMPLES, SHOWN, TURNS, seed)
        )
        shown = to_dict(report)
        shown["players"] = [_player(report, player) for player in report.players]
        return shown

    def printed(self, edition: Edition, draft: Draft, paper_name: str, backs: str) -> tuple[str, bytes]:
        """The sheets of a draft as `deck print` makes them: a file's name and the PDF. Raises InputError."""
        from generator.catalog.press_settings import SETTINGS
        from generator.catalog.sizes import paper
        from generator.deck.check import legality_notes
        from generator.export.decks import jobs_of_deck
        from generator.press.build import build
        from generator.press.request import PrintRequest

        if backs and backs not in SETTINGS["backs"].words:
            raise InputError("the studio knows no such backs")
        with self.project.lock, TemporaryDirectory("gatepress-deck-sheets") as out:
            read = self._read(edition, draft)
            errors = [problem for problem in read.problems if problem.severity == "error"]
            if read.deck is None or errors:
                raise InputError(f"the deck can't be printed: {readable(errors[0].message)}")
            if not 0 < read.deck.size <= MAX_PRINTED:
                raise InputError(
                    f"decks of 1 to {MAX_PRINTED} cards are printed from here, not of {read.deck.size:,}",
                    hint="save it, and use `gatepress deck print`",
                )
            problems = Problems()
            cards = read.deck.cards
            notes = legality_notes(read.game, [cards], problems, read.limits)
            settings = {"backs": backs} if backs and deck_component(read.game).back is not None else {}
            request = PrintRequest(paper(paper_name), settings)
            jobs = jobs_of_deck(read.game, cards, request, notes, self.folder)
            written = build(jobs, Path(out), problems, lambda _: None)
            if not written or problems.has_errors:
                found = next((problem for problem in problems if problem.severity == "error"), None)
                raise InputError(
                    f"the deck can't be printed: {found.message if found else 'nothing came of it'}"
                )
            return written[0].path.name, written[0].path.read_bytes()

    # How a draft is read

    def read(self, edition: Edition, draft: Draft) -> ReadDraft:
        """The draft as the reader of deck files has it. Raises InputError."""
        with self.project.lock:
            return self._read(edition, draft)

    def _read(self, edition: Edition, draft: Draft) -> ReadDraft:
        self._look_at_art()
        game, limits = edition.game, format_of(edition)
        written = write_draft(draft, game, limits.fields)
        path = Path(self.scratch.name) / f"{name_id(draft.name, 'deck')[:60]}.yaml"
        try:
            path.write_text(written.content, "utf-8")
            problems = Problems()
            deck = read_deck(game, path, problems)
        except OSError as error:
            raise InputError(f"the deck can't be looked at: {error.strerror or error}") from None
        return ReadDraft(game, limits, written, path, deck, tuple(problems))

    def _look_at_art(self) -> None:
        """Nobody watches the folder of the decks, and no edition knows what pictures lie there."""
        files = take_snapshot([self.folder])
        if files.changed_since(self._files, lambda path: path.suffix.lower() in PICTURE_SUFFIXES):
            clear_caches()
            self._renderer = None
        self._files = files

    def _kept_renderer(self, edition: Edition) -> FaceRenderer:
        from generator.layout.faces import FaceRenderer

        self._reads += 1
        if self._renderer is None or self._edition is not edition or self._reads > MAX_READ:
            beside = None if has_pool(edition.game) else self.folder
            self._renderer = FaceRenderer.of(edition.game, Problems(), beside)
            self._edition, self._reads = edition, 0
        return self._renderer


def format_of(edition: Edition) -> DeckFormat:
    """What makes a deck of the game legal. Raises InputError."""
    problems = Problems()
    limits = read_format(edition.game, problems)
    if limits is None:
        first = next(iter(problems))
        raise InputError(first.message, hint=first.hint)
    return limits


def has_decks(game: Game) -> bool:
    """Whether the game says what its decks are."""
    try:
        deck_component(game)
    except InputError:
        return False
    return "format" in game.file or isinstance(game.file.get("rules"), MarkedDict)


def _verdict(verdict: Verdict, written: WrittenDraft) -> Mapping[str, object]:
    limits = verdict.format
    rules = []
    for rule in rules_of(limits):
        faults = [_fault(violation, written) for violation in verdict.violations if violation.rule == rule.id]
        if faults:
            rules.append({"id": rule.id, "sentence": rule.sentence(limits), "faults": faults[:MAX_FAULTS]})
    said = "legal" if verdict.legal else "not legal"
    return {
        "legal": verdict.legal,
        "said": said if verdict.is_read else "cannot be read",
        "cards": verdict.cards,
        "points": verdict.points,
        "rules": rules,
    }


def _fault(violation: Violation, written: WrittenDraft) -> Mapping[str, object]:
    spot = written.spot_of(violation.place)
    return {
        "severity": violation.severity,
        "message": violation.message,
        "label": None if violation.card is None else readable(violation.card),
        "card": None if spot is None else spot.card,
        "field": violation.field or (None if spot is None else spot.field),
    }


def _player(report: HandsReport, player: PlayerHands) -> Mapping[str, object]:
    from generator.deck.hands.report import WHO

    return {
        "who": WHO[player.opening.player],
        "draws": player.opening.hand,
        "hands": [
            [
                [
                    {
                        "kind": report.kind(card),
                        "name": readable(card.name),
                        "playable": turn == 0 and player.can_play(card),
                    }
                    for card in drawn
                ]
                for turn, drawn in enumerate(hand.turns)
            ]
            for hand in player.hands
        ],
        "odds": [
            {"words": report.words(odd), "is_share": odd.what != "points", "exact": float(odd.exact)}
            for odd in player.odds
        ],
    }
