"""Run files of scenarios: ``symcause.run/1``, and records of sessions, which the release reads."""

from __future__ import annotations

import json
from typing import Any, Literal, NoReturn

from msgspec import Struct

from symcause.errors import ProblemError, SymcauseError, did_you_mean
from symcause.families.scenario.files.document_structs import Datum, Number
from symcause.families.scenario.files.term_reader import read_number_at, read_value
from symcause.families.scenario.models.agent_runs import VERDICTS, Deployment, Run, Submission
from symcause.families.scenario.models.model_components import Value
from symcause.formats.answer_files.predictions import Prediction
from symcause.formats.json_text import read_json
from symcause.formats.pools.foreign_values import Placed
from symcause.formats.strict_json import below
from symcause.formats.struct_decoder import decode
from symcause.release_lookup import released_part

FORMAT = "symcause.run/1"

LOGS = ("log", "logs", "entries", "events", "history")
"""Keys under which released records keep their log."""

_KEYS = ("format", "final_result", "session_id")
_MARKS = ('"symcause.run/', '"final_result"')


class DeploymentDocument(Struct, frozen=True, forbid_unknown_fields=True):
    """Some units of one design."""

    design: dict[str, Datum]
    count: int
    survived: int | None = None


class SubmissionDocument(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What was evaluated; without its design a survival has no value to be held against."""

    design: dict[str, Datum] | None = None
    fleet: int
    survived: int


class TurnDocument(Struct, frozen=True, forbid_unknown_fields=True):
    """The claims that are held at a turn."""

    claims: tuple[str, ...] = ()


class RunDocument(Struct, frozen=True, forbid_unknown_fields=True):
    """A run."""

    format: Literal["symcause.run/1"]
    id: str
    scenario: str
    model: str | None = None
    deployments: tuple[DeploymentDocument, ...] = ()
    submission: SubmissionDocument | None = None
    turns: tuple[TurnDocument, ...] = ()
    verdicts: dict[str, dict[str, Number]] = {}


def read_run(document: object, file: str | None = None) -> Run:
    """The run that a decoded JSON document describes, ours or released."""
    try:
        if isinstance(document, dict) and "format" not in document:
            run: Run = released_part("scenario", "session")(Placed(document))
            return run
        return _run(decode(document, RunDocument))
    except SymcauseError as error:
        raise error.at(file=file) from None


def read_run_text(text: str) -> Run | None:
    """The run that a text records; None if it records none: an answer to a prompt is a design alone.

    Raises SymcauseError of a record that cannot be read, cut off ones included.
    """
    try:
        document = read_json(text)
    except SymcauseError:
        if any(mark in text for mark in _MARKS):
            raise
        return None
    return read_run(document) if _is_record(document) else None


def _is_record(document: object) -> bool:
    if not isinstance(document, dict):
        return False
    logged = any(isinstance(document.get(key), list) for key in LOGS)
    return logged or not document.keys().isdisjoint(_KEYS)


def run_predictions(document: object) -> list[Prediction]:
    """A run as an answer to its scenario, for ``score``; a session record too."""
    run = read_run(document)
    text = json.dumps(document, ensure_ascii=False, default=str)
    return [Prediction(run.scenario, run.model or "unnamed", text)]


def no_problem(document: object, file: str | None = None) -> NoReturn:
    """A record of a session where a problem is expected."""
    raise ProblemError(
        "this is a record of a session, not a problem",
        file=file,
        remedy="symcause score SCENARIO RECORD scores it",
    )


def _run(read: RunDocument) -> Run:
    submission = None
    if read.submission is not None:
        sent = read.submission
        check_counted(sent.survived, sent.fleet, "submission")
        design = None if sent.design is None else _values(sent.design, "submission.design")
        submission = Submission(design, sent.fleet, sent.survived)
    deployments = []
    for index, deployment in enumerate(read.deployments):
        place = f"deployments[{index}]"
        check_counted(deployment.survived, deployment.count, place)
        tried = _values(deployment.design, f"{place}.design")
        deployments.append(Deployment(tried, deployment.count, deployment.survived))
    return Run(
        id=read.id,
        scenario=read.scenario,
        model=read.model,
        deployments=tuple(deployments),
        submission=submission,
        turns=tuple(frozenset(turn.claims) for turn in read.turns),
        verdicts={
            judge: {
                criterion: read_verdict(word, f"verdicts.{judge}.{criterion}")
                for criterion, word in said.items()
            }
            for judge, said in read.verdicts.items()
        },
    )


def read_verdict(word: object, place: str) -> Any:
    """A verdict: one of the three words, or a number from 0 to 1."""
    if isinstance(word, str) and word.strip().upper() in VERDICTS:
        return VERDICTS[word.strip().upper()]
    try:
        number = read_number_at(word, place)
    except SymcauseError:
        raise ProblemError(
            "not a verdict", place=place, value=word, remedy=did_you_mean(str(word), VERDICTS)
        ) from None
    if not 0 <= number <= 1:
        raise ProblemError("a verdict is between 0 and 1", place=place, value=str(word))
    return number


def check_counted(survived: int | None, count: int, place: str) -> None:
    """Raise ProblemError unless so many of the units can have survived."""
    if count < 1:
        raise ProblemError("no units", place=place, value=count)
    if survived is not None and not 0 <= survived <= count:
        text = f"{survived} of {count}"
        raise ProblemError("survivors are between none and all units", place=place, value=text)


def _values(read: dict[str, object], place: str) -> dict[str, Value]:
    return {name: read_value(value, below(place, name)) for name, value in read.items()}
