"""The verdicts on runs in the workbench, judged against the problems of its shelf.

An episode knows its problem by its fingerprint. Other logs and answers name it; where several problems have
that name, the one of the same file is meant, or of the same folder.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from symcause.audits.document_json import NotOfThisKind, revived
from symcause.audits.question import answered, bound, options
from symcause.episodes.judgement.episode_document import EpisodeDocument
from symcause.episodes.transcripts.transcript import Transcript, fingerprint
from symcause.errors import SymcauseError, UsageError
from symcause.formats.answer_files.predictions import Logged, Prediction
from symcause.formats.answer_files.transcript_detection import is_transcript
from symcause.formats.pools.problem_files import read_problems
from symcause.registry import family_named, family_of, load
from symcause.reports.views.result_view import view_of
from symcause.reports.views.step_view import episode_view
from symcause.workbench.file_shelf import Place, Shelf
from symcause.workbench.page_episode import judgement
from symcause.workbench.run_table import Row, Run, row_of, runs_of

if TYPE_CHECKING:
    from symcause.audits.documents import Document
    from symcause.formats.problems import Problem

NOT_HERE = "its problem is not on the shelf"


class Truths:
    """The problems of a shelf: by fingerprint those that are played, by name all of them."""

    def __init__(self, shelf: Shelf) -> None:
        self._played: dict[str, Problem] = {}
        self._named: dict[str, list[tuple[Path, Problem]]] = {}
        for place in shelf.places:
            with suppress(SymcauseError):
                if not is_transcript(place.path):
                    for item in read_problems(place.path, question="play"):
                        self._enter(Path(place.path), item.problem)

    def _enter(self, path: Path, problem: Problem | None) -> None:
        if problem is None:
            return
        self._named.setdefault(problem.id, []).append((path, problem))
        family = family_of(problem)
        known = getattr(problem, "gold", problem) is not None  # a scenario is its own truth
        if known and family.writer is not None and family.rules is not None:
            self._played[fingerprint(load(family.writer)(problem))] = problem

    def played(self, known: object) -> Problem | None:
        """The problem of this fingerprint."""
        return self._played.get(str(known))

    def about(self, run: Logged | Prediction, place: Place) -> Problem:
        """The problem that a log or an answer is about. Raises UsageError if that is not known."""
        here = Path(place.path)
        found = self._named.get(run.instance_id or getattr(run, "name", ""), [])
        if not found and not run.instance_id:
            every = [one for several in self._named.values() for one in several]
            near = [one for one in every if one[0].parent == here.parent]
            found = near if len(near) == 1 else every
        for nearer in (
            [problem for path, problem in found if path == here],
            [problem for path, problem in found if path.parent == here.parent],
            [problem for _, problem in found],
        ):
            if nearer and all(one == nearer[0] for one in nearer):
                return nearer[0]
        why = NOT_HERE if not found else "several problems of this name are on the shelf"
        raise UsageError(why, remedy=None if found else "give its file, too")


def judged(shelf: Shelf, wanted: object) -> Iterator[Row]:
    """The rows of these runs, ``[file, at]`` each, judged; one that cannot be says why."""
    if not isinstance(wanted, list) or not all(
        isinstance(one, list) and len(one) == 2 and all(type(part) is int for part in one)
        for one in wanted
    ):
        raise UsageError("runs are pairs of numbers", place="runs")
    truths, files = Truths(shelf), dict.fromkeys(number for number, _ in wanted)
    for number in files:
        place = shelf.place(number)
        asked = {at for file, at in wanted if file == number}
        for at, run in enumerate(runs_of(place)):
            if at in asked:
                row: Row = {"file": number, "at": at, "judged": True}
                try:
                    yield {**row, **_judged(run, place, truths)}
                except SymcauseError as error:
                    yield {**row, "reason": shelf.without_paths(str(error))}


def _judged(run: Run, place: Place, truths: Truths) -> Row:
    if isinstance(run, Transcript):
        truth = truths.played(run.header.fingerprint)
        missing = {} if truth is not None else {"reason": NOT_HERE}
        return {**row_of(judgement(truth, run).to_dict()), **missing}
    if isinstance(run, Logged):
        problem = truths.about(run, place)
        found = {"family": family_of(problem).name, "problem": problem.id}
        return {**found, **row_of(_followed(run, problem, place).to_dict())}
    if isinstance(run, Prediction):
        problem = truths.about(run, place)
        return {"family": family_of(problem).name, **row_of(_scored(run, problem))}
    return row_of(run)


def _followed(run: Logged, problem: Problem, place: Place) -> Document:
    """The audit of a log, step by step (``audit --log``)."""
    family = family_of(problem)
    asked = family.questions.get("audit")
    if asked is None or "log" not in options(load(asked)):
        raise UsageError(f"logs about {family.title} are not followed", value=run.model)
    return _audit(problem, log=place.path)


def _audit(problem: Problem, **given: object) -> Document:
    return answered(bound("audit", family_of(problem), given), problem)


def _scored(run: Prediction, problem: Problem) -> Mapping[str, Any]:
    """The line that ``score`` has for an answer."""
    family = family_of(problem)
    if family.scoring is None:
        raise UsageError(f"answers about {family.title} are not scored")
    scoring = load(family.scoring)()
    scoring.enter(problem, "", "")
    line: Mapping[str, Any] = scoring.score(scoring.scorer(problem), run.model, run.response)
    return line


def view(shelf: Shelf, number: object, at: object) -> Row:
    """One run, step by step, as its page shows it."""
    place = shelf.place(number)
    run = next((run for i, run in enumerate(runs_of(place)) if i == at), None)
    if run is None:
        raise UsageError("no such run in the file")
    truths = Truths(shelf)
    if isinstance(run, Transcript):
        truth = _there(truths.played(run.header.fingerprint))
        return view_of(judgement(truth, run), truth)
    if isinstance(run, Logged):
        problem = truths.about(run, place)
        return view_of(_followed(run, problem, place), problem)
    if isinstance(run, Prediction):
        problem = truths.about(run, place)
        return view_of(_opened(run, problem), problem)
    truth = _there(truths.played(run.get("fingerprint")))
    if family_named(run.get("family")) is None:
        raise UsageError("no run of a family that is known")
    known = EpisodeDocument.__struct_encode_fields__
    try:
        kept = {key: value for key, value in run.items() if key in known}
        return episode_view(revived(kept, EpisodeDocument), truth)
    except NotOfThisKind as error:
        raise UsageError(f"no episode: {error}") from None


def _opened(run: Prediction, problem: Problem) -> Document:
    """The steps of a problem that is the record of a run; else what ``check`` says of the answer."""
    document, family = _audit(problem), family_of(problem)
    if getattr(document, "steps", None) or "check" not in family.questions:
        return document
    return answered(bound("check", family, {"answer": run.response}), problem)


def _there(truth: Problem | None) -> Problem:
    if truth is None:
        raise UsageError("the problem of this run is not on the shelf", remedy="give its file, too")
    return truth
