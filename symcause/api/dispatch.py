"""Dispatch in the Python API: a call becomes a question to the problem's family."""

from __future__ import annotations

import json
from collections.abc import Mapping
from fractions import Fraction
from os import PathLike
from typing import TYPE_CHECKING, Any, Protocol

from symcause.api.notebook_progress import Progress
from symcause.audits.documents import Document
from symcause.audits.of_space.space_question import OfSpace
from symcause.audits.question import answered, question
from symcause.deprecations import present_parameters
from symcause.errors import KindError, UsageError
from symcause.formats.json_text import plain_number
from symcause.formats.problems import Problem, bare_graph, graph_reader
from symcause.formats.python_rows import plain
from symcause.kernel.verification import Verification
from symcause.models.dags import DAG
from symcause.registry import families, family_of
from symcause.registry import load as named

if TYPE_CHECKING:
    from symcause.audits.members import Members

_GIVEN = ("answer", "first", "second")
_MODELS = (*_GIVEN, "against")
"""Options that are answers: a text, a mapping or a model; *against* may be left out."""


class Directed(Protocol):
    """A graph of networkx."""

    def is_directed(self) -> bool: ...


def asked(name: str, problem: Problem | DAG | Directed, options: Mapping[str, object]) -> Document:
    """The answer to a question, here and now."""
    posed = posed_as(problem, name)
    given = {
        key: answer_text(posed, value)
        if key in _GIVEN or (key in _MODELS and value is not None)
        else plain(value)
        for key, value in present_parameters(name, options, stacklevel=4).items()
    }
    with Progress(name) as progress:
        return answered(question(name, posed, **given), posed, lambda _: progress.step(posed.id))


def opened(problem: Problem | DAG | Directed, options: Mapping[str, object]) -> Members[Any]:
    """The version space of a problem in the class that the options name."""
    posed = posed_as(problem, "count")
    family = family_of(posed)
    if family.space is None:
        able = ", ".join(f.title for f in families() if f.space is not None)
        raise UsageError(f"{family.title} have no version space", remedy=f"these have one: {able}")
    present = present_parameters("space", options, stacklevel=4)
    given = {key: plain(value) for key, value in present.items()}
    asked = question("count", posed, **given)
    assert isinstance(asked, OfSpace), f"{family.title} count by other means than their space"
    space: Members[Any] = asked.opened(posed)
    return space


def posed_as(thing: Problem | DAG | Directed, name: str) -> Problem:
    """A problem as it is; a graph of some library as the problem that the question makes of it."""
    if not isinstance(thing, DAG) and not hasattr(thing, "is_directed"):
        return thing
    reader = graph_reader(name)
    if reader is None:
        raise UsageError(f"{name} does not apply to bare graphs")
    if isinstance(thing, DAG):
        return bare_graph(thing, reader, None)
    from symcause.formats.graph_notations.library_graphs import read_object

    return bare_graph(read_object(thing), reader, None)


def verify(problem: Problem, certificate: object) -> Verification:
    """Re-check a certificate without any solver.

    Parameters
    ----------
    problem : Problem
        The problem that the certificate is about.
    certificate : mapping
        A decoded JSON document, as ``symcause.audit(problem, certificate=True).certificate``.

    Returns
    -------
    Verification
        ``accepted``, ``claim``, ``reason`` and ``scope``; a damaged certificate is not accepted.

    Raises
    ------
    KindError
        *problem* is not a problem.
    UsageError
        The family has no certificates.

    See Also
    --------
    symcause.audit : make a certificate.

    Examples
    --------
    >>> posed = symcause.example("unique")
    >>> document = symcause.audit(posed, certificate=True)
    >>> symcause.verify(posed, document.certificate).accepted
    True
    """
    family = family_of(problem)
    if family.verifier is None:
        able = ", ".join(f.title for f in families() if f.verifier is not None)
        raise UsageError(f"{family.title} have no certificates", remedy=f"these have: {able}")
    verification: Verification = named(family.verifier)(problem, certificate)
    return verification


def answer_text(problem: Problem, answer: object) -> str:
    """An answer as the text that a system would give. Raises KindError for what is no answer."""
    if isinstance(answer, str):
        return answer
    if isinstance(answer, PathLike):
        remedy = "give what the file says: path.read_text()"
        raise KindError("an answer is text, not a path", value=answer, remedy=remedy)
    family = family_of(problem)
    if isinstance(answer, DAG) or hasattr(answer, "is_directed"):
        return _graph_text(problem, answer)
    if family.answer is None and isinstance(answer, Mapping):
        return json.dumps(dict(answer), ensure_ascii=False, default=_value)
    if family.answer is None and isinstance(answer, type(problem)) and family.writer is not None:
        return json.dumps(named(family.writer)(answer), ensure_ascii=False, default=_value)
    if family.answer is None:
        kind = type(answer).__name__
        raise KindError(f"an answer to {family.title} is text or a mapping, not {kind}")
    text: str = named(family.answer)(problem, answer)
    return text


def _graph_text(problem: Problem, answer: Any) -> str:
    """The edges of a graph, as an answer to a graph; a family with members that are DAGs prints them."""
    family = family_of(problem)
    if isinstance(answer, DAG) and family.answer is not None and not family.graphs:
        return str(named(family.answer)(problem, answer))
    if not family.graphs:
        raise KindError("a graph is no answer to this", value=type(answer).__name__)
    from symcause.formats.graph_notations.library_graphs import read_object
    from symcause.formats.graphs import write_graph

    parts = answer if isinstance(answer, DAG) else read_object(answer)
    return write_graph(parts, "json")


def _value(value: object) -> object:
    """A value that JSON does not have: an exact number as files have it, anything else as its text."""
    return plain_number(value) if isinstance(value, Fraction) else str(plain(value))
