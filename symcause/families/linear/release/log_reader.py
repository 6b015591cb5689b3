"""The log reader of the linear release (CausaLab): the step records that an agent wrote.

A record has ``memory``, ``thought``, ``past_data``, ``hypothesis``, ``experiment`` and the fields of an
action; only ``past_data``, ``hypothesis``, ``experiment``, what was submitted (``value``) and a final
``prediction`` are read. A released log has the record under ``action``, with what the environment said to
it in ``lastActionMessage``.

Logs are what models wrote, so a line that is no JSON or a bad hypothesis is reported in its place and
reading goes on; keys that nobody knows are reported too. JSON that is no step record shows that the file is
no log: it is refused with its line.

*Submitted*: an experiment counts as done when its ``value`` is sent. A record that tells another action
(``action``, ``chosen_dialog_option_int``) only plans; one that tells no action at all is taken to do what
it plans.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from itertools import islice

from symcause.errors import ProblemError, SymcauseError, did_you_mean
from symcause.families.linear.bounds import LOG_RECORDS
from symcause.families.linear.files.document import number
from symcause.families.linear.files.hypothesis_record import Examined, examine
from symcause.families.linear.models.laboratory import Manipulation
from symcause.families.linear.problem.problem import LinearProblem
from symcause.families.linear.problem.step_records import PastEntry, StepRecord
from symcause.families.linear.release.environment_messages import read_reply
from symcause.families.linear.release.past_data import read_entry, read_intervention
from symcause.formats.json_text import read_json
from symcause.formats.pools.foreign_values import Placed
from symcause.scoring.abstention_rule import ALTERNATIVES, CANNOT_TELL, is_phrase

REACTOR_SETTING = "set_reactor_frequency"
"""The ``target_prop`` of a step that submits the answer."""

_BLANK = re.compile(r"\s*")
_STEP = ("past_data", "hypothesis", "experiment")
_ACTION = ("action", "chosen_dialog_option_int", "arg1", "arg2", "value")
_ANSWER = ("prediction", CANNOT_TELL, ALTERNATIVES)
_KNOWN = (*_STEP, *_ACTION, *_ANSWER, "memory", "thought", "step")


def read_steps(text: str, file: str, problem: LinearProblem) -> tuple[StepRecord, ...]:
    """The steps of the text of a log."""
    steps = tuple(islice(_steps(text, file, problem), LOG_RECORDS + 1))
    if len(steps) > LOG_RECORDS:
        raise ProblemError(
            f"more than {LOG_RECORDS:,} step records", file=file, remedy="a run has one log"
        )
    if not steps:
        raise ProblemError(
            "no step record", file=file, remedy=f"a log holds records with {', '.join(_STEP)}"
        )
    return steps


def _steps(text: str, file: str, problem: LinearProblem) -> Iterator[StepRecord]:
    step = 0
    for label, value in values_of(text, file):
        if isinstance(value, SymcauseError):
            yield StepRecord(step, error=str(value), readable=False)
        elif _is_last_message(value):
            continue
        else:
            try:
                yield read_step(value, problem, step)
            except SymcauseError as error:
                raise error.at(file=label) from None
        step += 1


def values_of(text: str, file: str) -> Iterator[tuple[str, object]]:
    """The JSON values of a text, one after another, each with its line; an error where one is broken."""
    decoder, at, line = json.JSONDecoder(), 0, 1
    while True:
        begin = _BLANK.match(text, at)
        assert begin is not None
        line, at = line + text.count("\n", at, begin.end()), begin.end()
        if at >= len(text):
            return
        label = f"{file}:{line}"
        try:
            _, end = decoder.raw_decode(text, at)
        except (ValueError, RecursionError):  # where it ends nobody knows: at the next object
            following = text.find("\n{", at)
            end = len(text) if following < 0 else following + 1
        try:
            value = read_json(text[at:end], file=label)
        except SymcauseError as error:
            value = error
        line, at = line + text.count("\n", at, end), end
        for part in value if isinstance(value, list) else [value]:
            yield label, part


def _is_last_message(value: object) -> bool:
    """What the environment said last, with no action after it."""
    return (
        isinstance(value, dict)
        and value.get("action", "") is None
        and not any(key in value for key in _STEP)
    )


def read_step(document: object, problem: LinearProblem, step: int) -> StepRecord:
    """One decoded step record: under ``action``, in the text ``raw_output``, or as it is."""
    record = record_of(document)
    if record is None or not _is_step(record.value):
        raise ProblemError(
            "no step record",
            value=", ".join(document) if isinstance(document, Mapping) else None,
            remedy=f"a log holds records with {', '.join(_STEP)}",
        )
    step_record, reply = (
        _Reading(problem, record).step(step),
        read_reply(message_of(document), problem),
    )
    if reply.setting is not None:  # the environment's own word for what was submitted
        step_record = replace(step_record, prediction=reply.setting)
    return replace(step_record, reply=reply)


def _is_step(value: object) -> bool:
    return isinstance(value, Mapping) and any(key in value for key in _STEP)


def record_of(document: object) -> Placed | None:
    """The record of a step; None if there is none, or no object."""
    if not isinstance(document, Mapping):
        return None
    if isinstance(document.get("action"), Mapping):
        return Placed(document)["action"]
    written = document.get("raw_output")
    if not isinstance(written, str):
        return Placed(document)
    result = first_value(written)
    return Placed(result, "raw_output") if isinstance(result, Mapping) else None


def first_value(text: str) -> object:
    """The first JSON value of a text; what stands before the first object that can be read is skipped."""
    decoder = json.JSONDecoder(parse_float=Decimal, parse_constant=str)
    begin = _BLANK.match(text)
    at = 0 if begin is None else begin.end()
    while 0 <= at < len(text):
        try:
            return decoder.raw_decode(text, at)[0]
        except (ValueError, RecursionError):
            at = text.find("{", at + 1)
    return None


def message_of(document: object) -> str:
    """What the environment said to the action of a step; what a dialog box shows lacks only its head."""
    if not isinstance(document, Mapping):
        return ""
    said, box = document.get("lastActionMessage"), document.get("dialog_box")
    if isinstance(said, str) and said:
        return said
    shown = box.get("dialogIn") if isinstance(box, Mapping) else None
    return shown if isinstance(shown, str) else ""


class _Reading:
    """One record, read part by part; what is wrong with a part is kept beside the others."""

    def __init__(self, problem: LinearProblem, record: Placed) -> None:
        self._problem, self._record = problem, record
        self._errors: list[str] = []

    def step(self, number_of_step: int) -> StepRecord:
        record, problem = self._record, self._problem
        past = self._past_data()
        experiment = submitted = prediction = value = None
        stated = record["hypothesis"].value
        examined = Examined(None)
        if stated is not None:
            examined = examine(stated, problem.variables, problem.target, problem.family)
        objections = examined.objections
        for fatal in (wrong for wrong in examined.mistakes if wrong.mistake.fatal):
            self._errors.append(str(fatal.at(place="hypothesis")))
        try:
            experiment = read_intervention(record["experiment"], problem.variables)
            value = self._value() if not record["action"] else None
            submitted = self._submitted(experiment)
            prediction = self._prediction()
        except SymcauseError as error:
            self._errors.append(str(error))
        return StepRecord(
            number_of_step,
            past,
            examined.hypothesis,
            experiment,
            prediction,
            "; ".join(self._errors) or None,
            submitted,
            value,
            stated=stated if isinstance(stated, Mapping) else None,
            objections=objections,
            remarks=tuple(self._unknown_keys()),
            abstains=self._abstains(),
            alternatives=record[ALTERNATIVES].value,
        )

    def _abstains(self) -> bool:
        """Does the record say that nobody can tell: outright, or in the place of a prediction?"""
        record = self._record
        if record[CANNOT_TELL].value is True:
            return True
        assert isinstance(record.value, Mapping)
        said = record.value.get("prediction", 0)
        return said is None or is_phrase(said)

    def _past_data(self) -> tuple[PastEntry, ...] | None:
        listed = self._record["past_data"]
        if not listed:
            return None
        entries: list[PastEntry] = []
        try:
            parts = listed.parts()
        except SymcauseError as error:
            self._errors.append(str(error))
            return None
        for entry in parts:
            try:
                entries.append(_entry(entry, self._problem))
            except SymcauseError as error:
                self._errors.append(str(error))
        return tuple(entries)

    def _value(self) -> Fraction | None:
        value = self._record["value"]
        return number(value.value, value.place) if value else None

    def _submitted(self, experiment: Manipulation | None) -> Manipulation | None:
        """The experiment that the step's action carries out."""
        value = self._value()
        if experiment is None or value is not None:
            return None if experiment is None or value is None else replace(experiment, value=value)
        assert isinstance(self._record.value, Mapping)
        return None if any(key in self._record.value for key in _ACTION) else experiment

    def _prediction(self) -> Fraction | None:
        """The reactor's target as the agent submits it."""
        stated, experiment = self._record["prediction"], self._record["experiment"]
        if stated and not is_phrase(stated.value):
            return number(stated.value, "prediction")
        if not isinstance(experiment.value, Mapping) or not experiment["target_prop"]:
            return None
        return self._value() if experiment["target_prop"].value == REACTOR_SETTING else None

    def _unknown_keys(self) -> Iterator[str]:
        assert isinstance(self._record.value, Mapping)
        for key in self._record.value:
            if key not in _KNOWN:
                hint = did_you_mean(str(key), _KNOWN)
                yield f"unknown key {key!r}" + (f"; {hint}" if hint else "")


def _entry(entry: Placed, problem: LinearProblem) -> PastEntry:
    label = entry["id"]
    return PastEntry(
        str(label.value) if label else "",
        read_entry(entry, problem.variables, problem.target),
        read_intervention(entry["intervention"], problem.variables),
    )
