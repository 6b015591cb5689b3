"""What the published scorer says about an answer: its message, and where its analysis counts the answer.

The first fault ends the published reading, and legality is part of parsing: mechanism by mechanism, each to
its end, a name or a constant is checked when it is met, an operator and the number of its arguments after
its closing bracket, text after the end last. (Our own stages ask the same of all mechanisms together.)
Where the published wording is not known the message is None.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping

import msgspec

from symcause.families.boolean.documents.check import ReleasedPart
from symcause.families.boolean.problem.disclosure import Setting
from symcause.families.boolean.problem.evaluation import fault_order, kept_order
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.families.boolean.scoring.alternatives import Claims
from symcause.families.boolean.scoring.funnel import Judged, Stage
from symcause.models.names import NAME, WORDS

_TOKEN = re.compile(r"[()]|[^\s()]+")
_ARITY = {"not": (1, 1), "if": (3, 3)}  # the others: two or more
_BREAK = re.compile(r"[\t\n\r]")

_NO_MAP = "Expected top-level key 'mechanisms' with a JSON object value"
_KEYS = "Mechanism map contains unknown or non-endogenous keys"
_CYCLE = {
    Setting.BLOCK_ORDER: "Partial-order mechanism dependencies are cyclic or violate disclosed layers; "
    "cannot derive a valid layer-consistent SCM order",
    Setting.HIDDEN_ORDER: "NTopo mechanism dependencies are cyclic; "
    "cannot derive a valid acyclic SCM order",
}
_CYCLE[Setting.HIDDEN_ROOTS] = _CYCLE[Setting.HIDDEN_ORDER]


def expression_fault(
    text: str, operators: Collection[str], constants: bool, allowed: Collection[str]
) -> str | None:
    """The published complaint about an expression that is read from left to right; None if it is right."""
    tokens = _TOKEN.findall(text)
    open_brackets: list[tuple[str, int]] = []  # operator, arguments so far
    at, complete = 0, False
    while at < len(tokens):
        if complete and not open_brackets:
            return "Trailing tokens after complete mechanism expression"
        token = tokens[at]
        if token == "(":
            head, *rest = (*tokens[at + 1 : at + 3], "")
            if not head:
                return "Unexpected end of expression"
            if head == ")":
                return "Empty list is not a valid mechanism expression"
            if rest[0] != ")" or head in WORDS or head == "(":
                open_brackets.append((head, 0))
                at += 2
                continue
            fault = _atom_fault(head, constants, allowed)
            at += 3
        elif token == ")":
            if not open_brackets:
                return "Invalid symbol ')'"
            fault = _operator_fault(*open_brackets.pop(), operators)
            at += 1
        else:
            fault = _atom_fault(token, constants, allowed)
            at += 1
        if fault is not None:
            return fault
        complete = not open_brackets
        if open_brackets:
            head, count = open_brackets[-1]
            open_brackets[-1] = head, count + 1
    if open_brackets:
        return "Missing closing ')' in mechanism expression"
    return None if complete else "Unexpected end of expression"


def _atom_fault(word: str, constants: bool, allowed: Collection[str]) -> str | None:
    if word in ("0", "1"):
        return None if constants else "Constants 0/1 are not allowed"
    if NAME.fullmatch(word) is None:
        return f"Invalid symbol '{word}'"
    return None if word in allowed else f"Variable '{word}' is not allowed"


def _operator_fault(word: str, count: int, operators: Collection[str]) -> str | None:
    if word not in WORDS:
        return f"Unknown operator '{word}'"
    if word not in operators:
        return f"Operator '{word}' is not allowed"
    least, most = _ARITY.get(word, (2, None))
    if count < least:
        return f"Operator '{word}' expects at least {least} args, got {count}"
    if most is not None and count > most:
        return f"Operator '{word}' expects at most {most} args, got {count}"
    return None


def said(
    problem: BooleanProblem, judged: Judged, value: Mapping[str, object], correct: bool
) -> ReleasedPart:
    """What is said about an answer of a setting's own shape; *value* is the object found in it."""
    if judged.stage is Stage.EXTRACTED_JSON:
        empty = judged.reason == "the text is empty"
        cause = "Empty response" if empty else "No JSON object found"
        part = ReleasedPart(correct=False, message="Answer extraction failed", parse_error=cause)
    elif judged.valid:
        wrong = problem.setting is Setting.HIDDEN_ROOTS and not _right_roots(problem, judged)
        message = "Predicted root set does not match the true root set" if wrong else None
        part = ReleasedPart(correct=correct, message=message)
    else:
        message, cause_known = _message(problem, judged, value)
        part = ReleasedPart(correct=False, message=message, parse_error=cause_known)
    if problem.setting is Setting.HIDDEN_ROOTS:
        return part
    # A valid answer is none to the analysis only where blocks are disclosed: it knows no blocks.
    plain = judged.valid and problem.setting is not Setting.BLOCK_ORDER
    found = None if plain else _bucket(problem, value)
    replayable = found is None
    if found is None and part.message == _KEYS:
        found = "unknown_keys"
    return msgspec.structs.replace(part, bucket=found, replayable=replayable)


def said_of_pair(judged: Judged, claims: Claims) -> ReleasedPart:
    """What is said about an answer to an Alternative-SCM task."""
    message = None
    if claims.alternative_success and claims.pair_separates is False:
        message = (
            "Proposed experiment does not separate the presented reference and returned alternative"
        )
    elif claims.alternative_success and claims.pair_separates and not claims.witness_valid:
        message = "Witness does not correctly demonstrate a separating prediction difference"
    return ReleasedPart(correct=judged.valid and claims.joint_success, message=message)


def _right_roots(problem: BooleanProblem, judged: Judged) -> bool:
    gold = problem.gold_scm
    return gold is None or set(judged.roots or ()) == set(gold.roots)


def _message(
    problem: BooleanProblem, judged: Judged, value: Mapping[str, object]
) -> tuple[str | None, str | None]:
    """Message and the cause that it names."""
    mechanisms, roots = value.get("mechanisms"), problem.disclosure.roots
    if roots is None:
        fault = _root_fault(problem, value)
        if fault is not None:
            return fault, None
        roots = judged.roots or ()
    if not isinstance(mechanisms, Mapping):
        return _NO_MAP, None
    names = fault_order(problem, roots)
    if not set(mechanisms) <= set(names):
        return _KEYS, None
    if set(names) != set(mechanisms):
        return None, None
    for name in names:
        text = mechanisms[name]
        if not isinstance(text, str) or not text.strip():
            return f"Mechanism for variable '{name}' must be a non-empty string", None
        if _BREAK.search(text.strip()):
            return f"Mechanism for '{name}' must be single-line without tabs/newlines", None
        allowed = problem.disclosure.admissible(name)
        cause = expression_fault(text, problem.operators, problem.constants, allowed)
        if cause is not None:
            return f"Mechanism parse failed for '{name}': {cause}", cause
    if judged.stage is not Stage.ACYCLIC:
        return None, None
    hidden = problem.setting is not Setting.BLOCK_ORDER
    return _CYCLE[problem.setting], "cyclic_ntopo_dependencies" if hidden else None


def _root_fault(problem: BooleanProblem, value: Mapping[str, object]) -> str | None:
    roots, mechanisms = value.get("roots"), value.get("mechanisms")
    if not isinstance(roots, list | tuple):
        return "Expected top-level key 'roots' with a JSON array value"
    if not isinstance(mechanisms, Mapping):
        return _NO_MAP
    named = list(map(str, roots))
    if len(set(named)) < len(named):
        return "Roots must not contain duplicates"
    if not set(named) <= set(problem.variables):
        return "Roots contain variables outside ObservedVariables"
    if len(named) != problem.disclosure.size_of_root_set:
        return f"Expected exactly {problem.disclosure.size_of_root_set} roots"
    if set(mechanisms) != set(problem.variables) - set(named):
        return "Mechanism keys must be exactly the complement of the declared roots"
    return None


def _bucket(problem: BooleanProblem, value: Mapping[str, object]) -> str | None:
    """Where the published analysis counts an answer that it cannot replay; None if it can.

    It reads by itself: mechanisms that are no text are dropped first, and blocks are no blocks to it.
    """
    mechanisms = value.get("mechanisms")
    if not isinstance(mechanisms, Mapping):
        return "missing_mechanisms_object"
    texts = {name: text for name, text in mechanisms.items() if isinstance(text, str)}
    names = fault_order(problem, problem.disclosure.roots or ())
    if not set(texts) <= set(names):
        return "unknown_keys"
    if set(texts) != set(names):
        return "missing_endogenous_variables"
    kept, hidden = kept_order(problem), problem.setting is Setting.HIDDEN_ORDER
    for name in names:
        text = texts[name].strip()
        if not text:
            return "empty_mechanism_string"
        if _BREAK.search(text):
            return "multiline_mechanism_string"
        allowed = set(problem.variables) - {name} if hidden else set(kept[: kept.index(name)])
        fault = expression_fault(text, problem.operators, problem.constants, allowed)
        if fault is not None:
            illegal = fault.startswith("Variable ")
            return "mechanism_illegal_variable" if illegal else "mechanism_parse_failed"
    return "cyclic_ntopo_dependencies" if hidden and _cyclic(texts) else None


def _cyclic(texts: Mapping[str, str]) -> bool:
    waiting = {name: set(NAME.findall(text)) & set(texts) for name, text in texts.items()}
    while ready := [name for name, inputs in waiting.items() if not inputs & set(waiting)]:
        for name in ready:
            del waiting[name]
    return bool(waiting)
