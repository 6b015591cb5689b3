"""The state of a problem while it is edited in the workbench.

The server keeps nothing: every request brings the state along, so a link can carry it, and undoing an edit
is asking again. A document of a stranger is read as a file is, before anything else looks at it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from typing import TYPE_CHECKING, Any

import msgspec

from symcause.audits.question import Question, bound, default_of, options
from symcause.errors import ProblemError, UsageError
from symcause.formats.pools.metadata_claims import without_claims
from symcause.formats.problems import read_document
from symcause.formats.sheets import Sheet
from symcause.formats.struct_decoder import decode
from symcause.registry import Family, family_of, load

if TYPE_CHECKING:
    from symcause.audits.documents import Document
    from symcause.formats.problems import Problem

QUESTIONS = ("count", "look", "next", "audit", "alternatives", "solve")
"""What a page may ask."""

FILES = ("file", "files", "folder", "contents")
"""Kinds of options that name a file: no page names one."""

_HIDDEN = ("engine", "seed", "certificate")  # no part of the class


class State(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A document, its sheet as it was edited (null: as it is), and the options of the class."""

    document: dict[str, object]
    sheet: dict[str, object] | None = None
    options: dict[str, object] = {}


class ClassOption(msgspec.Struct, frozen=True, kw_only=True):
    """An option of the class, for people."""

    name: str
    flag: str
    kind: str
    help: str
    choices: tuple[str, ...] = ()


class Opened(msgspec.Struct, frozen=True, kw_only=True):
    """A problem as a page edits it."""

    family: str
    title: str  # how a message calls problems of the family
    id: str
    document: dict[str, Any]
    sheet: Sheet | None
    options: tuple[ClassOption, ...]
    questions: tuple[str, ...]
    gold: bool
    playable: bool
    lists: bool  # can its members be listed, and hence drawn?


def problem_of(state: State) -> Problem:
    """The problem that a state stands for. Raises ProblemError as a file would."""
    problem = read_document(state.document, None, "", "count")
    if state.sheet is None:
        return problem
    family = family_of(problem)
    if family.edited is None or family.writer is None:
        raise UsageError(f"{family.title} are not edited as tables")
    sheet = decode(state.sheet, Sheet)
    base = load(family.writer)(problem)
    edited = load(family.edited)(base, sheet)
    about = edited.get("metadata")
    if edited != base and isinstance(about, Mapping):  # what they claim need not be true of it
        edited["metadata"] = dict(without_claims(about))
    return read_document(edited, None, "", "count")


def opened(problem: Problem) -> Opened:
    """A problem, laid out."""
    family = family_of(problem)
    if family.writer is None or "count" not in family.questions:
        raise UsageError(f"{family.title} have no version space that one could look at")
    document = load(family.writer)(problem)
    sheet = None if family.sheet is None else load(family.sheet)(document)
    return Opened(
        family=family.name,
        title=family.title,
        id=problem.id,
        document=document,
        sheet=sheet,
        options=class_options(family),
        questions=tuple(name for name in QUESTIONS if name in family.questions),
        gold=getattr(problem, "gold", None) is not None,
        playable=family.rules is not None and getattr(problem, "gold", None) is not None,
        lists=family.space is not None,
    )


def class_options(family: Family) -> tuple[ClassOption, ...]:
    """The options by which a count says what counts: those of the command, files apart."""
    kind = load(family.questions["count"])
    return tuple(
        ClassOption(
            name=name,
            flag=declared.flags[0] if declared.flags else f"--{name.replace('_', '-')}",
            kind=declared.kind,
            help=declared.help,
            choices=declared.choices,
        )
        for name, declared in options(kind).items()
        if not declared.hidden and declared.kind not in FILES and name not in _HIDDEN
    )


def asked(
    name: str, problem: Problem, state: State, more: Mapping[str, object]
) -> Question[Any, Document]:
    """The question to the problem of a state. Options that its family's question lacks are left out
    if it is the count that has them: they say which class is meant."""
    family = family_of(problem)
    if name not in QUESTIONS:
        raise UsageError("no question of the workbench", value=name)
    if name not in family.questions:
        raise UsageError(f"{name} does not apply to {family.title}")
    kind = load(family.questions[name])
    known = {field.name for field in fields(kind)}
    class_ = {option.name for option in class_options(family)}
    given = {key: _value(kind, key, value) for key, value in state.options.items()}
    for key in given:
        if key not in class_:
            raise UsageError("no option of the class", value=key)
    given = {key: value for key, value in given.items() if key in known}
    for key, value in more.items():
        declared = options(kind).get(key)
        if declared is None or declared.kind in FILES:
            raise UsageError("no option of this question", value=key)
        given[key] = _value(kind, key, value)
    return bound(name, family, given)


def _value(kind: type[Any], key: str, value: object) -> object:
    """A value as the question takes it: lists are tuples, and nothing nests."""
    if isinstance(value, list) and all(isinstance(part, str) for part in value):
        return tuple(value)
    if value is None or isinstance(value, str | int | bool):
        declared = options(kind).get(key)
        if declared is not None and declared.kind == "flag" and not isinstance(value, bool):
            raise UsageError("true or false", place=key, value=value)
        text = declared is not None and declared.kind in ("text", "choice")
        if text and not isinstance(value, str | None) and default_of(kind, key) is None:
            raise UsageError("a text", place=key, value=value)
        return value
    raise ProblemError("an option is a text, a number or a list of texts", place=key, value=value)
