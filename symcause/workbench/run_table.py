"""The table of runs in the workbench: episodes, logs, answers and results, one row each.

A row of results says what is in it. Everything else is judged later, against a problem of the shelf
(:mod:`.run_verdicts`); until then its row says what was done and whether it was answered.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fnmatch import fnmatchcase
from pathlib import Path
from typing import TYPE_CHECKING, Any

from symcause.audits.document_json import NotOfThisKind, plain
from symcause.bounds.workbench_bounds import CURVE_POINTS
from symcause.episodes.transcripts.transcript import Transcript
from symcause.episodes.transcripts.transcript_reader import read_transcripts
from symcause.errors import SymcauseError
from symcause.formats.answer_files.predictions import Logged, Prediction, read_rows
from symcause.formats.answer_files.transcript_detection import is_transcript
from symcause.formats.pools.json_documents import json_documents
from symcause.formats.storage.byte_streams import opened
from symcause.registry import families, family_named, load
from symcause.workbench.file_shelf import Place, Shelf

if TYPE_CHECKING:
    from symcause.reports.views.run_record import ToldRun

Row = dict[str, object]
Run = Transcript | Logged | Prediction | Mapping[str, Any]


_TOLD = ("right", "support", "lucky", "abstained", "hedged", "decided_at", "surplus", "regret")


def run_rows(shelf: Shelf) -> Iterator[Row]:
    """Every run, in the order of the files; what has to be judged is not yet."""
    for number, place in enumerate(shelf.places):
        for at, run in enumerate(runs_of(place)):
            yield {"file": number, "at": at, "name": place.name, **_row(run)}


def runs_of(place: Place) -> Iterator[Run]:
    """The runs of a file, in its order; nothing of a file that holds none."""
    try:
        if is_transcript(place.path):
            yield from read_transcripts(place.path)
        elif _of_results(place.path):
            with opened(place.path) as source:
                for document in json_documents(source):
                    value = document.value
                    if isinstance(value, dict) and value.keys() & {"right", "steps", "run"}:
                        yield value
        elif _is_a_log_of_its_own(place.path):
            for row in read_rows(place.path):
                if isinstance(row, Prediction | Logged):
                    yield row
    except SymcauseError:
        return


def _of_results(path: str) -> bool:
    """Does a file begin with a document of ours?"""
    with opened(path) as source:
        if source.first_byte() != b"{":
            return False
        try:
            first = next(json_documents(source), None)
        except SymcauseError:  # objects one after another, as some logs have them
            return False
    value = None if first is None else first.value
    return isinstance(value, dict) and "symcause" in value and "problem" in value


def _is_a_log_of_its_own(path: str) -> bool:
    """Of the files of one run the one that stands for it; what lies beside it is none."""
    name = Path(path).name
    for log in (log for one in families() for log in one.logs):
        if any(fnmatchcase(name, pattern) for pattern in log.beside):
            return False
        if log.finder is not None and any(fnmatchcase(name, pattern) for pattern in log.called):
            return Path(path) in load(log.finder)(Path(path).parent)
    return True


def _row(run: Run) -> Row:
    if isinstance(run, Transcript):
        header = run.header
        steps = sum(isinstance(step.observation, dict) for step in run.steps)
        row: Row = {"model": header.agent, "problem": header.id, "family": header.family}
        return {**row, "steps": steps, "answered": run.answer is not None, "judged": False}
    if isinstance(run, Logged):
        named = run.instance_id or run.name
        return {"model": run.model, "problem": named, "answered": True, "judged": False}
    if isinstance(run, Prediction):
        answered = bool(run.response.strip())
        row = {"model": run.model, "problem": run.instance_id}
        return {**row, "answered": answered, "judged": False}
    model = next((run[key] for key in ("model", "agent") if isinstance(run.get(key), str)), "")
    row = {"model": model, "problem": str(run.get("problem")), "family": str(run.get("family"))}
    return {**row, "answered": True, **row_of(run)}


def row_of(line: Mapping[str, Any]) -> Row:
    """What a table says of a run that was judged: the document of a question, or a line of scores."""
    steps = line.get("steps")
    every = [step for step in steps if isinstance(step, dict)] if isinstance(steps, list) else []
    taken = line.get("interventions")
    if not isinstance(taken, int):
        taken = sum(step.get("refused") is None for step in every) if "steps" in line else None
    told = {key: plain(line[key]) for key in _TOLD if key in line}
    if "answered" in line or "answer" in line:
        told["answered"] = bool(line.get("answered", line.get("answer") is not None))
    curve = _curve([line.get("members"), *map(_left, every)])
    return {"judged": True, "steps": taken, "curve": curve, **told, **_scored(line)}


def _scored(line: Mapping[str, Any]) -> Row:
    """What the family tells of the run behind a line of scores."""
    family = family_named(line.get("family"))
    kind = None if family is None else family.scoring
    try:
        if kind is None or line.get("episode") is True:
            return {}
        scoring = load(kind)()
        run: ToldRun | None = scoring.told(line)
    except NotOfThisKind:  # the document of a question, or a line of another version
        return {}
    if run is None:
        return {}
    return {"right": run.right, "steps": run.steps, "curve": _curve(list(run.left))}


def _left(step: Mapping[str, Any]) -> object:
    """Members left after a step, by the word that its document has for them."""
    return next((step[key] for key in ("members", "graphs", "count") if key in step), None)


def _curve(members: list[object]) -> list[int] | None:
    """Members left, step by step; None where that is not known."""
    known = [one for one in members if isinstance(one, int)]
    return known[:CURVE_POINTS] if len(known) > 1 else None
