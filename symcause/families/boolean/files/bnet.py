"""Boolean networks in ``.bnet`` files, as BoolNet and pyboolnet share them, read and written.

Factors are written with ``!``, ``&``, ``|`` and brackets; ``true`` and ``false`` are constants, as some
programs write them, unless a line calls a variable so. A variable whose factor is itself, or that has no
line, is a root. A network with feedback is no structural causal model and is refused by naming a loop.

As a problem, a network is gold, and the evidence is what undisturbed observation shows: every setting of
the roots once. What that leaves open, and which experiment closes it, is what the questions answer.

>>> model = read_bnet("targets, factors\\nA, A\\nC, !A | B\\nD, (A & !C) | 1")
>>> model.roots, sorted(model.edges)
(('A', 'B'), [('A', 'C'), ('B', 'C')])
>>> print(write_bnet(model), end="")
targets, factors
A, A
B, B
C, B | !A
D, 1
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from pathlib import PurePath

from symcause.errors import LimitError, ProblemError, SymcauseError, UsageError
from symcause.families.boolean.bounds import FACTOR_LENGTH, NETWORK_ROOTS
from symcause.families.boolean.files.python_models import model_of
from symcause.families.boolean.models.scm import BooleanSCM
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.formats.graph_notations.sif import write_sif
from symcause.formats.json_text import decode_text
from symcause.formats.pools.json_documents import Document
from symcause.formats.storage.byte_streams import Source
from symcause.grammar import parse
from symcause.grammar.mechanisms.mechanism_parser import parse_infix
from symcause.grammar.mechanisms.mechanism_printer import to_sexpr
from symcause.models.expressions import Constant, Expression, Operation, Variable, fold
from symcause.models.operators.mechanism_operators import OPERATOR
from symcause.models.variable_names import WORDS, is_name, natural

_HEADER = re.compile(r"\s*targets\s*,\s*(?:factors|functions)\s*(?P<more>,.*)?", re.IGNORECASE)
_OPERATORS = ("not", "and", "or")
_TRUTH = re.compile(r"\b(?:true|false)\b", re.IGNORECASE)
_REMEDY = "write target, factors with ! & | and brackets: C, A & !B"


def bnet_documents(source: Source) -> Iterator[Document]:
    """The one problem of a network file."""
    name = PurePath(source.file).stem or "network"
    text = decode_text(source.rest(), file=source.file)
    yield Document(network_document(text, name), source.file)


def network_document(text: str, name: str) -> dict[str, object]:
    """The problem of a network: gold, and its undisturbed world."""
    mechanisms, order = _read(text)
    model = _model(mechanisms)
    if len(model.roots) > NETWORK_ROOTS:
        raise LimitError(
            f"a network with more than {NETWORK_ROOTS} roots has too many settings to list",
            value=len(model.roots),
            remedy="symcause.boolean.read_bnet gives the model: simulate the rows that you have",
        )
    variables = [*order, *(root for root in model.roots if root not in order)]
    rows = [_row(model, setting) for setting in product((False, True), repeat=len(model.roots))]
    spelled = {v: to_sexpr(e) for v, e in mechanisms.items() if v in model.functions}
    return {
        "format": "symcause.boolean/1",
        "id": name,
        "variables": variables,
        "setting": "hidden-order",
        "roots": list(model.roots),
        "operators": list(_OPERATORS),
        "constants": any(_constant(e) for e in mechanisms.values()),
        "worlds": [
            {
                "id": "undisturbed",
                "split": "train",
                "mode": "none",
                "targets": [],
                "rows": ["".join(str(int(row[v])) for v in variables) for row in rows],
            }
        ],
        "gold": {"roots": list(model.roots), "mechanisms": spelled},
    }


def _row(model: BooleanSCM, setting: tuple[bool, ...]) -> dict[str, bool]:
    state = dict(zip(model.roots, setting, strict=True))
    for name in model.order:
        if name in model.functions:
            state[name] = model.functions[name](state)
    return state


def read_bnet(text: str) -> BooleanSCM:
    """Read the model that a network file (``.bnet``) describes.

    Parameters
    ----------
    text : str
        What the file says.

    Returns
    -------
    BooleanSCM
        The model.

    Raises
    ------
    ProblemError
        A line cannot be read; the message names it.

    See Also
    --------
    symcause.boolean.write_bnet : the other way.

    Examples
    --------
    >>> symcause.boolean.read_bnet("C, A & !B").simulate({"A": 1, "B": [0, 1]})["C"]
    [1, 0]
    """
    return _model(_read(text)[0])


def _model(mechanisms: Mapping[str, Expression]) -> BooleanSCM:
    mentioned = {name for e in mechanisms.values() for name in e.variables}
    roots = natural(
        {name for name in (*mechanisms, *mentioned) if _is_root(name, mechanisms.get(name))}
    )
    texts = {name: to_sexpr(e) for name, e in mechanisms.items() if name not in roots}
    try:
        return model_of(texts, roots)
    except ProblemError as error:
        remedy = "a structural causal model has no feedback: cut one of these edges"
        error.complaint = error.complaint._replace(remedy=remedy)
        raise error from None


def _is_root(name: str, factor: Expression | None) -> bool:
    return factor is None or (isinstance(factor, Variable) and factor.name == name)


def _constant(part: Expression) -> bool:
    return fold(part, lambda leaf: isinstance(leaf, Constant), lambda _, found: any(found))


def _read(text: str) -> tuple[dict[str, Expression], list[str]]:
    """Every factor by its target, and the targets in the order of the file."""
    expressions: dict[str, Expression] = {}
    targets = {line.partition(",")[0].strip() for line in text.splitlines() if "," in line}

    def digit(match: re.Match[str]) -> str:
        return match[0] if match[0] in targets else str(int(match[0].lower() == "true"))

    for number, raw in enumerate(text.splitlines(), start=1):
        line, place = raw.partition("#")[0].strip(), f"line {number}"
        header = _HEADER.fullmatch(line)
        if header and header["more"]:
            raise ProblemError(
                "a probabilistic network", place=place, value=line, remedy="give one rule a target"
            )
        if not line or header:
            continue
        target, comma, factors = (part.strip() for part in line.partition(","))
        if not comma or not factors:
            raise ProblemError("not a rule", place=place, value=line, remedy=_REMEDY)
        if not is_name(target):
            raise ProblemError(
                "not a name of a variable",
                place=place,
                value=target,
                remedy=f"letters, digits and _, and none of {', '.join(WORDS)}: rename it",
            )
        if target in expressions:
            raise ProblemError("a second rule for this target", place=place, value=target)
        try:
            expressions[target] = parse_infix(
                _TRUTH.sub(digit, " ".join(factors.split())),
                operators=_OPERATORS,
                constants=True,
            )
        except SymcauseError as error:
            raise ProblemError(
                f"{target}: {error.complaint.message}", place=place, value=factors, remedy=_REMEDY
            ) from None
    if not expressions:
        raise ProblemError("no rule in it", remedy=_REMEDY)
    return expressions, list(expressions)


def write_bnet(model: BooleanSCM) -> str:
    """Write a model as a network file (``.bnet``), with the operators ``!``, ``&`` and ``|`` alone.

    Parameters
    ----------
    model : BooleanSCM
        The model.

    Returns
    -------
    str
        The text of the file.

    Raises
    ------
    LimitError
        A mechanism has too many parents to be written so.

    See Also
    --------
    symcause.boolean.read_bnet : the other way.

    Examples
    --------
    >>> print(symcause.boolean.write_bnet(symcause.boolean.model({"C": "A ^ B"})))
    targets, factors
    A, A
    B, B
    C, (A & !B) | (!A & B)
    <BLANKLINE>
    """
    read: dict[str, Expression] = {
        name: Constant(bool(function.table))
        if not function.parents
        else parse(model.mechanisms[name], operators=WORDS, constants=True)
        for name, function in model.functions.items()
    }
    return _written(model.variables, read)


def exported(problem: BooleanProblem, first: bool) -> str:
    """Gold as a network file."""
    gold = _gold(problem, first)
    assert problem.gold is not None
    read = {n: e for n, e in problem.gold.mechanisms.items() if n in gold.functions}
    return _written(problem.variables, read)


def exported_sif(problem: BooleanProblem, first: bool) -> str:
    """Gold's functional edges as interactions; an effect that goes both ways has no sign."""
    gold = _gold(problem, first)
    edges = sorted(gold.edges)
    signs = {edge: sign_of(gold, *edge) for edge in edges}
    return write_sif(problem.variables, edges, {e: s for e, s in signs.items() if s is not None})


def sign_of(model: BooleanSCM, cause: str, effect: str) -> str | None:
    """``+`` if the effect never falls as the cause rises, ``-`` if it never rises, None if it does both."""
    function = model.functions[effect]
    bit = 1 << function.parents.index(cause)
    low = [p for p in range(1 << len(function.parents)) if not p & bit]
    steps = {(function.table >> (p | bit) & 1) - (function.table >> p & 1) for p in low}
    return "+" if -1 not in steps else "-" if 1 not in steps else None


def _gold(problem: BooleanProblem, first: bool) -> BooleanSCM:
    if problem.gold_scm is None:
        raise UsageError("the problem has no gold: nothing to write", value=problem.id)
    if not first:
        raise UsageError(
            "several networks do not fit into one file", value=problem.id, remedy="pick one: --id"
        )
    return problem.gold_scm


def _written(variables: tuple[str, ...], mechanisms: Mapping[str, Expression]) -> str:
    lines = ["targets, factors"]
    for name in variables:
        expression = mechanisms.get(name)
        lines.append(f"{name}, {name if expression is None else _spelled(expression, name)}")
    return "\n".join(lines) + "\n"


def _spelled(expression: Expression, target: str) -> str:
    def leaf(part: Variable | Constant) -> tuple[str, bool]:
        return (part.name if isinstance(part, Variable) else str(int(part.value))), False

    def join(part: Operation, found: list[tuple[str, bool]]) -> tuple[str, bool]:
        terms = [f"({text})" if open_ else text for text, open_ in found]
        if sum(map(len, terms)) > FACTOR_LENGTH:
            *first, last = (word for word in WORDS if word not in _OPERATORS)
            raise LimitError(
                f"the mechanism is too long without {', '.join(first)} and {last}",
                value=target,
                remedy="write another format",
            )
        spelled: tuple[str, bool] = OPERATOR[part.operator].plain(_Factors(), found)
        return spelled

    return fold(expression, leaf, join)[0]


class _Factors:
    """Texts with ``! & |``, and whether they need brackets inside another."""

    def negated(self, part: tuple[str, bool]) -> tuple[str, bool]:
        return f"!{self._inner(part)}", False

    def all_of(self, parts: Sequence[tuple[str, bool]]) -> tuple[str, bool]:
        return " & ".join(map(self._inner, parts)), len(parts) > 1

    def any_of(self, parts: Sequence[tuple[str, bool]]) -> tuple[str, bool]:
        return " | ".join(map(self._inner, parts)), len(parts) > 1

    def _inner(self, part: tuple[str, bool]) -> str:
        return f"({part[0]})" if part[1] else part[0]
