"""Runs at the paths of a workbench: episodes, and results that commands wrote, one row each.

A row of results says what is in it. An episode is judged against the problem of the shelf that it was
played on, known by its fingerprint; until then, or without it, its row says what was done and answered.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from symcause.audits.plain import NotOfThisKind, plain, revived
from symcause.episodes.documents import EpisodeDocument
from symcause.episodes.reading import is_transcript, read_transcripts
from symcause.episodes.transcript import Transcript, fingerprint
from symcause.errors import SymcauseError, UsageError
from symcause.formats.documents import json_documents
from symcause.formats.files import read_problems
from symcause.formats.streams import opened
from symcause.registry import FAMILIES, family_of, load
from symcause.reports.views.episode import episode_view
from symcause.workbench.playing import judgement
from symcause.workbench.shelf import Place, Shelf

Row = dict[str, object]

MOST_RUNS = 20_000
MOST_POINTS = 60
"""Steps of a small curve."""

_TOLD = ("right", "support", "lucky", "abstained", "hedged", "decided_at", "surplus", "regret")


def listed(shelf: Shelf) -> Iterator[Row]:
    """Every run, in the order of the files; episodes are not judged yet."""
    left = MOST_RUNS
    for number, place in enumerate(shelf.places):
        for at, run in enumerate(_runs(place)):
            if left == 0:
                return
            left -= 1
            told = _of_transcript(run) if isinstance(run, Transcript) else row_of(run)
            yield {"file": number, "at": at, "name": place.name, **told}


def _runs(place: Place) -> Iterator[Transcript | Mapping[str, Any]]:
    """The episodes of a file, or its lines of results; nothing of a file that holds neither."""
    try:
        if is_transcript(place.path):
            yield from read_transcripts(place.path)
            return
        with opened(place.path) as source:
            if source.first_byte() != b"{":
                return
            for document in json_documents(source):
                value = document.value
                if not isinstance(value, dict) or "symcause" not in value or "problem" not in value:
                    return
                if "right" in value or "steps" in value:
                    yield value
    except SymcauseError:
        return


def _of_transcript(run: Transcript) -> Row:
    header = run.header
    return {
        "model": header.agent,
        "problem": header.id,
        "family": header.family,
        "steps": sum(isinstance(step.observation, dict) for step in run.steps),
        "answered": run.answer is not None,
        "judged": False,
    }


def row_of(line: Mapping[str, Any]) -> Row:
    """What a table says of a judged run."""
    steps = line.get("steps")
    model = next((line[key] for key in ("model", "agent") if isinstance(line.get(key), str)), "")
    told = {key: plain(line[key]) for key in _TOLD if key in line}
    listed_steps = (
        [step for step in steps if isinstance(step, dict)] if isinstance(steps, list) else []
    )
    return {
        "model": model,
        "problem": str(line.get("problem")),
        "family": str(line.get("family")),
        "steps": sum(step.get("refused") is None for step in listed_steps),
        "answered": bool(line.get("answered", True)),
        "judged": True,
        "curve": _curve([line.get("members"), *(step.get("members") for step in listed_steps)]),
        **told,
    }


def _curve(members: list[object]) -> list[int] | None:
    """Members left, step by step; None where that is not known."""
    known = [one for one in members if isinstance(one, int)]
    return known[:MOST_POINTS] if len(known) > 1 else None


def judged(shelf: Shelf, wanted: object) -> Iterator[Row]:
    """The rows of these episodes, ``[file, at]`` each, judged; one that cannot be says why."""
    if not isinstance(wanted, list) or not all(
        isinstance(one, list) and len(one) == 2 for one in wanted
    ):
        raise UsageError("runs are pairs of numbers", place="runs")
    truths = _truths(shelf)
    for number, at in wanted:
        run = _run(shelf, number, at)
        if not isinstance(run, Transcript):
            continue
        row: Row = {"file": number, "at": at}
        truth = truths.get(run.header.fingerprint)
        try:
            document = judgement(truth, run)
        except SymcauseError as error:
            yield {**row, "judged": True, "reason": shelf.told(str(error))}
            continue
        line = row_of(document.to_dict())
        missing = {} if truth is not None else {"reason": "its problem is not on the shelf"}
        yield {**row, **line, **missing}


def _run(shelf: Shelf, number: object, at: object) -> Transcript | Mapping[str, Any]:
    for place, run in enumerate(_runs(shelf.place(number))):
        if place == at:
            return run
    raise UsageError("no such run in the file")


def _truths(shelf: Shelf) -> dict[str, Any]:
    """The problems of the shelf that have gold, by their fingerprints."""
    found: dict[str, Any] = {}
    for place in shelf.places:
        try:
            if is_transcript(place.path):
                continue
            for item in read_problems(place.path, question="play"):
                problem: Any = item.problem
                if problem is None or getattr(problem, "gold", None) is None:
                    continue
                family = family_of(problem)
                if family.writer is not None and family.rules is not None:
                    found[fingerprint(load(family.writer)(problem))] = problem
        except SymcauseError:
            continue
    return found


def view(shelf: Shelf, number: object, at: object) -> Row:
    """One run, step by step, as its page shows it."""
    run = _run(shelf, number, at)
    known = run.header.fingerprint if isinstance(run, Transcript) else run.get("fingerprint")
    truth = _truths(shelf).get(str(known))
    if truth is None:
        raise UsageError("the problem of this run is not on the shelf", remedy="give its file, too")
    if isinstance(run, Transcript):
        return episode_view(judgement(truth, run), truth)
    if run.get("family") not in FAMILIES:
        raise UsageError("no run of a family that is known")
    kept = {
        key: value for key, value in run.items() if key in EpisodeDocument.__struct_encode_fields__
    }
    try:
        return episode_view(revived(kept, EpisodeDocument), truth)
    except NotOfThisKind as error:
        raise UsageError(f"no episode: {error}") from None
