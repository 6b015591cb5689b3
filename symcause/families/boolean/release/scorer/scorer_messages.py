"""Scorer messages of the ReplaySCM release: what its scorer says about a Boolean answer.

The first fault ends the published reading, and legality is part of parsing: mechanism by mechanism, each to
its end, a name or a constant is checked when it is met, an operator and the number of its arguments after
its closing bracket, text after the end last. (Our own stages ask the same of all mechanisms together.)
Where the published wording is not known the message is None.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping

import msgspec

from symcause.families.boolean.documents.check_document import ReleasedPart
from symcause.families.boolean.problem.evaluator_order import fault_order, kept_order
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.families.boolean.problem.prompt_variants import scored
from symcause.families.boolean.release.scorer.object_extraction import ReleasedExtraction
from symcause.families.boolean.scoring.check.funnel import Judged, Stage
from symcause.families.boolean.scoring.tasks.alternative_claims import Claims
from symcause.families.boolean.scoring.tasks.identification_answers import Identified
from symcause.models.disclosure import Setting
from symcause.models.mechanism_scanner import BOUNDS
from symcause.models.variable_names import NAME, WORDS

_TOKEN = re.compile(r"[()]|[^\s()]+")
_BREAK = re.compile(r"[\t\n\r]")

_NO_MAP = "Expected top-level key 'mechanisms' with a JSON object value"
_KEYS = "Mechanism map contains unknown or non-endogenous keys"
_MISSING = "Mechanism map is missing endogenous variables"
_NO_ALTERNATIVE = "Expected top-level key 'alternative' with a 'mechanisms' map"
_NOT_DISTINCT = (
    "Alternative SCM must be semantically distinct from the presented reference mechanism"
)
_NOT_FITTING = "Alternative SCM must exactly fit the training worlds"
_CYCLE = "NTopo mechanism dependencies are cyclic; cannot derive a valid acyclic SCM order"
_CYCLE_IN_BLOCKS = (
    "Partial-order mechanism dependencies are cyclic or violate disclosed layers; "
    "cannot derive a valid layer-consistent SCM order"
)
_NO_BLOCKS = "Partial-order prompt variant requires valid topologicalLayers metadata"


def expression_fault(
    text: str, operators: Collection[str], constants: bool, allowed: Collection[str]
) -> str | None:
    """The published complaint about an expression that is read from left to right; None if it is right."""
    tokens = _TOKEN.findall(text)
    if not tokens:
        return "Empty mechanism expression"
    open_brackets: list[tuple[str, int]] = []  # what follows the bracket, arguments so far
    at, complete = 0, False
    while at < len(tokens):
        if complete:
            return "Trailing tokens after complete mechanism expression"
        token = tokens[at]
        at += 1
        if token == "(":
            if at == len(tokens):
                return "Unexpected end of expression"
            if tokens[at] == ")":
                return "Empty list is not a valid mechanism expression"
            open_brackets.append((tokens[at], 0))
            at += 1
            continue
        if token != ")":
            fault = _atom_fault(token, constants, allowed)
        elif not open_brackets:
            return "Unexpected ')' in mechanism expression"
        else:
            head, count = open_brackets.pop()
            fault = (
                _operator_fault(head, count, operators)
                if count
                else _atom_fault(head, constants, allowed)  # also an operator without arguments
            )
        if fault is not None:
            return fault
        complete = not open_brackets
        if open_brackets:
            head, count = open_brackets[-1]
            open_brackets[-1] = head, count + 1
    return None if complete else "Missing closing ')' in mechanism expression"


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
    least, most = BOUNDS[word]
    if count < least:
        return f"Operator '{word}' expects at least {least} args, got {count}"
    if count > most:
        return f"Operator '{word}' expects at most {most} args, got {count}"
    return None


def said_of_model(
    problem: BooleanProblem, judged: Judged, value: Mapping[str, object], correct: bool
) -> ReleasedPart:
    """What is said about an answer of a setting's own shape; *value* is the object found in it."""
    hidden, message, cause = problem.setting is Setting.HIDDEN_ROOTS, None, None
    if hidden or not judged.valid:
        message, cause = _message(problem, judged, value)
    if not judged.valid or message is not None:
        part = ReleasedPart(correct=False, message=message, parse_error=cause)
    else:
        wrong = hidden and not _right_roots(problem, judged)
        message = "Predicted root set does not match the true root set" if wrong else None
        part = ReleasedPart(correct=correct, message=message)
    if hidden:
        return part
    # A valid answer is none to the analysis only where blocks are disclosed: it knows no blocks.
    plain = judged.valid and problem.setting is not Setting.BLOCK_ORDER
    text = None if plain else _bucket(problem, value)
    replayable = text is None
    if text is None and part.message == _KEYS:
        text = "unknown_keys"
    return msgspec.structs.replace(part, bucket=text, replayable=replayable)


def said_of_nothing(problem: BooleanProblem, reading: ReleasedExtraction) -> ReleasedPart:
    """What is said about a text in which no object is found."""
    if reading.unknown:
        return ReleasedPart(correct=None)
    part = ReleasedPart(
        correct=False, message="Answer extraction failed", parse_error=reading.cause
    )
    analysed = problem.setting is not Setting.HIDDEN_ROOTS
    if problem.identify or problem.is_alternative_task or not analysed:
        return part
    return msgspec.structs.replace(part, bucket=_bucket(problem, {}), replayable=False)


def said_of_label(problem: BooleanProblem, found: Identified) -> ReleasedPart:
    """What is said about an answer to an identification task."""
    if problem.certification is None:
        return ReleasedPart(
            correct=False, message="SCM_ID task is missing gold certification metadata"
        )
    return ReleasedPart(correct=bool(found.right), message=found.message)


def said_of_pair(
    problem: BooleanProblem, judged: Judged, claims: Claims, value: Mapping[str, object]
) -> ReleasedPart:
    """What is said about an answer to an Alternative-SCM task."""
    other = value.get("alternative")
    if not isinstance(other, Mapping) or not isinstance(other.get("mechanisms"), Mapping):
        return ReleasedPart(correct=False, message=_NO_ALTERNATIVE)
    if not judged.valid:
        message, cause = _message(problem, judged, other)
        return ReleasedPart(correct=False, message=message, parse_error=cause)
    if claims.distinct is None:  # out of reach
        return ReleasedPart(correct=None)
    message = _claim_fault(problem, claims, value.get("experiment"))
    return ReleasedPart(correct=claims.joint_success, message=message)


def _claim_fault(problem: BooleanProblem, claims: Claims, experiment: object) -> str | None:
    if not claims.alternative_success:
        return _NOT_FITTING if claims.distinct else _NOT_DISTINCT
    if claims.experiment is None:
        return _experiment_fault(experiment)
    if not set(claims.experiment.targets) <= set(problem.variables):
        return "Proposed experiment is not in the admissible single-variable hard-do menu"
    if claims.pair_separates is False:
        return (
            "Proposed experiment does not separate the presented reference and returned alternative"
        )
    if claims.pair_separates and not claims.witness_valid:
        return "Witness does not correctly demonstrate a separating prediction difference"
    return None


def _experiment_fault(value: object) -> str:
    if not isinstance(value, Mapping):
        return "Experiment must be a JSON object"
    if str(value.get("type") or "").strip() != "hard_do":
        return "Experiment type must be 'hard_do'"
    assignments = value.get("assignments")
    if not isinstance(assignments, Mapping) or len(assignments) != 1:
        return "Experiment assignments must contain exactly one variable"
    return "Experiment assignment value must be binary 0/1"


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
    shown = scored(problem)
    if shown is None:
        return _NO_BLOCKS, None
    names = fault_order(problem, roots)
    if not set(mechanisms) <= set(names):
        return _KEYS, None
    if set(names) != set(mechanisms):
        return _MISSING, None
    for name in names:
        text = mechanisms[name]
        if not isinstance(text, str) or not text.strip():
            return f"Mechanism for variable '{name}' must be a non-empty string", None
        if _BREAK.search(text.strip()):
            return f"Mechanism for '{name}' must be single-line without tabs/newlines", None
        allowed = shown.admissible(name)
        cause = expression_fault(text, problem.operators, problem.constants, allowed)
        if cause is not None:
            return f"Mechanism parse failed for '{name}': {cause}", cause
    if judged.stage is not Stage.ACYCLIC:
        return None, None
    if shown.blocks is not None:
        return _CYCLE_IN_BLOCKS, "invalid_partial_order_dependencies"
    return _CYCLE, "cyclic_ntopo_dependencies"


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
