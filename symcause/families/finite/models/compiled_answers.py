"""Compiled answers of finite families: written models, read and made executable stage by stage.

``schema`` (an object with mechanisms, the roots where they are hidden), ``keys`` (a mechanism for exactly
the others), ``parse``, ``legal`` (what the setting lets be mentioned), ``total`` (a value for every
combination of what is mentioned), ``acyclic``. An answer that is stopped at none of them is a model.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

from symcause.errors import SymcauseError, closest, shorten
from symcause.families.finite.bounds import MENTIONED_COMBINATIONS
from symcause.families.finite.models.finite_values import FiniteVariable
from symcause.families.finite.models.mechanism_class import FiniteClass
from symcause.families.finite.models.table_terms import NotTotal, combinations_of, function_of
from symcause.families.finite.models.term_text import parse_term, print_value
from symcause.families.finite.models.term_vocabulary import MechanismVocabulary, TermError
from symcause.families.finite.models.terms import Term, mentioned
from symcause.families.finite.models.written_models import Answer
from symcause.formats.json_text import read_json
from symcause.mechanisms.tables.table_functions import TableFunction
from symcause.mechanisms.tables.table_models import TableModel
from symcause.models.cycles import named_cycle
from symcause.models.disclosure import Disclosure
from symcause.models.variable_names import natural


class Posed(Protocol):
    """What must be known of a problem to read models of it, and to list its class."""

    @property
    def disclosure(self) -> Disclosure: ...

    @property
    def model_class(self) -> FiniteClass: ...

    @property
    def domains(self) -> tuple[FiniteVariable, ...]: ...

    @property
    def by_name(self) -> Mapping[str, FiniteVariable]: ...


class AnswerFault(Exception):
    """An answer stops at a *stage*; *phrase* is what is wrong with the mechanism of a *variable*."""

    def __init__(self, stage: str, phrase: str, variable: str | None = None) -> None:
        self.stage, self.phrase, self.variable = stage, phrase, variable
        joint = ": " if stage == "parse" else " "
        self.reason = phrase if variable is None else f"{variable}{joint}{phrase}"
        super().__init__(stage, self.reason)


def read_answer(problem: Posed, answer: Mapping[str, object] | str) -> Answer:
    """The model that an answer writes. Raises AnswerFault at the stages up to ``parse``."""
    if isinstance(answer, str):
        try:
            value = read_json(answer)
        except SymcauseError as error:
            raise AnswerFault("extracted_json", error.complaint.message) from None
    else:
        value = answer
    if not isinstance(value, Mapping) or not isinstance(value.get("mechanisms"), Mapping):
        raise AnswerFault("schema", "the object has no mechanisms")
    texts = value["mechanisms"]
    for name, text in texts.items():
        if not isinstance(name, str) or not isinstance(text, str):
            message = f"the mechanism of {shorten(name)} is no expression in quotes"
            raise AnswerFault("schema", message)
    hidden = problem.disclosure.roots is None
    return answer_of(problem, texts, _named_roots(problem, value) if hidden else None)


def _named_roots(problem: Posed, value: Mapping[str, object]) -> tuple[str, ...]:
    roots = value.get("roots")
    if not isinstance(roots, list | tuple):
        raise AnswerFault("schema", "the object has no roots")
    for name in roots:
        if not isinstance(name, str) or name not in problem.by_name:
            raise AnswerFault("schema", f"the root {shorten(name)} is no variable")
    return tuple(roots)


def answer_of(
    problem: Posed,
    texts: Mapping[str, str],
    roots: Sequence[str] | None = None,
    *,
    strict: bool = False,
) -> Answer:
    """The model of these texts. *strict*: roots that are disclosed may not be named otherwise."""
    disclosed, count = problem.disclosure.roots, problem.disclosure.size_of_root_set
    named: tuple[str, ...] | None = None
    if disclosed is not None and strict and roots is not None and set(roots) != set(disclosed):
        raise AnswerFault(
            "schema", f"the roots of the problem are {', '.join(disclosed) or 'none'}"
        )
    if disclosed is None:
        if roots is None or len(set(roots)) != count or len(roots) != count:
            raise AnswerFault("schema", f"exactly {count} different variables are roots")
        disclosed = named = tuple(name for name in problem.by_name if name in roots)
    needed = problem.disclosure.endogenous(disclosed)
    _check_keys(problem, texts, disclosed, needed)
    terms = {name: _term(problem, name, texts[name]) for name in needed}
    return Answer(terms, named)


def _check_keys(
    problem: Posed, texts: Mapping[str, str], roots: Sequence[str], needed: Sequence[str]
) -> None:
    for name in texts:
        if name in roots:
            raise AnswerFault("keys", f"{name} is a root and has no mechanism")
        if name not in needed:
            near = closest(name, needed)
            meant = f"; did you mean {near!r}?" if near is not None else ""
            raise AnswerFault("keys", f"{shorten(name)} is no variable{meant}")
    missing = [name for name in needed if name not in texts]
    if missing:
        raise AnswerFault("keys", f"there is no mechanism for {', '.join(natural(missing))}")


def _term(problem: Posed, name: str, text: str) -> Term:
    known = MechanismVocabulary(problem.by_name, problem.model_class.of(name).operators)
    try:
        return parse_term(text, known)
    except TermError as error:
        raise AnswerFault("parse", str(error), name) from None


def compiled(problem: Posed, answer: Answer) -> TableModel:
    """The model of an answer. Raises AnswerFault at the stages behind ``parse``."""
    used = {name: set(mentioned(term)) for name, term in answer.mechanisms.items()}
    for name, names in used.items():
        allowed = problem.disclosure.admissible(name)
        for other in problem.by_name:
            if other in names and other not in allowed:
                raise AnswerFault("legal", f"may not mention {other}", name)
    functions = {name: _total(problem, name, term) for name, term in answer.mechanisms.items()}
    if named_cycle(used, {name: sorted(names & used.keys()) for name, names in used.items()}):
        raise AnswerFault("acyclic", "the mechanisms mention each other in a circle")
    roots = tuple(name for name in problem.by_name if name not in functions)
    return TableModel(roots, functions)


def _total(problem: Posed, name: str, term: Term) -> TableFunction:
    """The function of a mechanism, if it has a value of its variable everywhere."""
    variable, count = problem.by_name[name], combinations_of(term, problem.by_name)
    if count > MENTIONED_COMBINATIONS:
        message = f"mentions variables with {count} combinations; at most {MENTIONED_COMBINATIONS}"
        raise AnswerFault("total", message, name)
    operators = problem.model_class.of(name).operators
    try:
        return function_of(term, variable, problem.by_name, operators)
    except NotTotal as other:
        state = ", ".join(f"{parent}={value}" for parent, value in other.state.items())
        given = "no value" if other.value is None else print_value(other.value)
        values = ", ".join(map(str, variable.values))
        phrase = f"gives {given} for {state or 'always'}; the values of {name} are {values}"
        raise AnswerFault("total", phrase, name) from None
