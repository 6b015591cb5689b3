"""The trial of an option: a question asked with and without it, on problems where it may matter.

Which questions and options there are is read off the declarations that the command line and Python use.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import fields
from typing import Any, NamedTuple

from symcause.audits.document_json import TIMES
from symcause.audits.question import Option, answered, bound, default_of, options
from symcause.errors import SymcauseError, UsageError
from symcause.registry import Family, load

EFFECTIVE, REFUSED, IGNORED = "effective", "refused", "ignored"


class Trial(NamedTuple):
    """A problem, and what else is asked for: an option may mean nothing without another one."""

    problem: Any
    given: Mapping[str, object] = {}


def named(kind: type[Any]) -> dict[str, Option | None]:
    """The options of a question by name; those that only Python has are not declared further."""
    declared = options(kind)
    return {found.name: declared.get(found.name) for found in fields(kind)}


def values(kind: type[Any], name: str, declared: Option | None) -> Iterator[object]:
    """Values that follow from the declaration alone: what a text or a file may say does not."""
    if declared is None:
        return
    default = default_of(kind, name)
    if declared.kind == "flag":
        yield not default
    elif declared.kind == "choice":
        yield from (word for word in declared.choices if word != default)
    elif declared.kind in ("integer", "bound"):
        start = default if isinstance(default, int) else 1
        for number in (start + 1, start - 1, 1, 2, 3, 7, 0):
            if declared.wanted(number) is None and number != default:
                yield number


def effect(
    family: Family, question: str, name: str, trials: Iterable[Trial], tried: Iterable[object]
) -> str:
    """What an option does: some document changes, every one of them is refused, or it is ignored."""
    found = set()
    for value in tried:
        for trial in trials:
            given = {**trial.given, name: value}
            if trial.given.get(name, ...) == value:
                continue
            found.add(_told(family, question, name, trial, given))
            if EFFECTIVE in found:
                return EFFECTIVE
    return REFUSED if found == {REFUSED} else IGNORED


def _told(
    family: Family, question: str, name: str, trial: Trial, given: Mapping[str, object]
) -> str:
    before = document(family, question, trial.problem, trial.given)
    after = document(family, question, trial.problem, given)
    if isinstance(after.found, UsageError):
        same = isinstance(before.found, SymcauseError) and str(before.found) == str(after.found)
        return IGNORED if same else REFUSED
    if question == "convert":
        return IGNORED if before == after else EFFECTIVE  # what is written is all that there is
    default = default_of(load(family.questions[question]), name)
    echoed = [json.dumps(value, default=str) for value in (given[name], default)]
    told = [(bare(answer.found, name, echoed), answer.text) for answer in (before, after)]
    return IGNORED if told[0] == told[1] else EFFECTIVE


class Answer(NamedTuple):
    """A document as plain values, or an error; and the text of questions that have one."""

    found: Any
    text: str | None = None


_ASKED: dict[str, tuple[Any, Answer]] = {}
"""What was answered, with the problem: as long as that is kept, its identity is nobody else's."""


def document(family: Family, question: str, problem: Any, given: Mapping[str, object]) -> Answer:
    """What is answered; nothing is asked twice."""
    kind = family.questions[question]
    key = f"{kind} {question} {id(problem)} {sorted(given.items(), key=str)}"
    if key not in _ASKED:
        try:
            _ASKED[key] = problem, _answer(family, question, problem, given)
        except SymcauseError as error:
            _ASKED[key] = problem, Answer(error)
    return _ASKED[key][1]


def _answer(family: Family, question: str, problem: Any, given: Mapping[str, object]) -> Answer:
    asked: Any = bound(question, family, given)
    asked.refuse_options()
    if question == "convert":
        assert family.writer is not None
        return Answer(load(family.writer)(asked.converted(problem)))
    found = answered(asked, problem)
    return Answer(found.to_dict(), asked.text(found))


ECHOES = frozenset((*TIMES, "class", "knowledge"))
"""Keys that tell the time, or repeat what was asked."""


def bare(found: Any, name: str, echoed: list[str]) -> Any:
    """A document without times, and without what merely repeats the option or its default."""
    if isinstance(found, SymcauseError):
        return str(found)
    if isinstance(found, Mapping):
        left = {key: value for key, value in found.items() if key not in ECHOES}
        if name in left and json.dumps(left[name], default=str) in echoed:
            del left[name]
        return {key: bare(value, name, echoed) for key, value in left.items()}
    if isinstance(found, list | tuple):
        return [bare(value, name, echoed) for value in found]
    return found
