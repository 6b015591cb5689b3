"""Builder of local certificates: find the rows that refute or cover every maximal parent set."""

from __future__ import annotations

from symcause.errors import LimitError
from symcause.families.boolean.certify.build import Builder, Expressions, member_model
from symcause.families.boolean.models.functions import Function, reduce
from symcause.families.boolean.models.scm import BooleanSCM
from symcause.families.boolean.problem.classes import HypothesisClass
from symcause.families.boolean.problem.disclosure import Setting
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.families.boolean.verifier.document import Certificate, Claim
from symcause.families.boolean.verifier.local import (
    Cover,
    LocalEvidence,
    VariableEvidence,
    surviving,
)
from symcause.families.boolean.verifier.question import Question
from symcause.families.boolean.verifier.weights import exact
from symcause.kernel.reading import Rejected


def build_local(
    problem: BooleanProblem,
    hypothesis: HypothesisClass,
    *,
    setting: Setting | None = None,
    expressions: Expressions | None = None,
) -> Certificate | None:
    """`unique` or `inconsistent` if each mechanism by itself decides it, else None.

    A class bounded by AST size needs *expressions* of the one member; those of gold or of the
    reference are tried without. Raises :class:`LimitError` beyond the kernel's size.
    """
    builder = Builder(problem, hypothesis, setting)
    try:
        return _build(builder, expressions)
    except Rejected as error:
        raise LimitError(str(error)) from None


def _build(builder: Builder, expressions: Expressions | None) -> Certificate | None:
    question = builder.question
    root_sets = list(question.root_sets())
    writable = [roots for roots in root_sets if question.unwritable(roots) is None]
    endogenous = {v for roots in writable for v in question.endogenous(roots)}
    fitting = {v: sum(exact(question, v).values()) for v in sorted(endogenous)}
    impossible = {v for v, count in fitting.items() if not count}
    possible = [r for r in writable if not impossible & set(question.endogenous(r))]
    if not possible:
        needed = sorted(impossible) if len(root_sets) > 1 else sorted(impossible)[:1]
        evidence = {v: _evidence(question, v) for v in needed}
        return builder.certificate(Claim("inconsistent"), LocalEvidence(evidence))
    explained = question.endogenous(possible[0])
    if len(possible) > 1 or any(fitting[v] > 1 for v in explained):
        return None
    evidence = {v: _evidence(question, v) for v in (*explained, *sorted(impossible))}
    functions = {v: _spelled(question, v, evidence[v].covered[0]) for v in explained}
    model = member_model(question, BooleanSCM(possible[0], functions), expressions)
    if model is None:
        return None
    return builder.certificate(Claim("unique", model=model), LocalEvidence(evidence))


def _evidence(question: Question, variable: str) -> VariableEvidence:
    """Why at most one mechanism of the variable fits, which must be so."""
    apart: list[tuple[int, tuple[int, int]]] = []  # in which variables a conflicting pair differs
    covers: list[Cover] = []
    for parents in surviving(question, variable, ()):
        mask = question.mask(parents)
        if any(not mask & difference for difference, _ in apart):
            continue
        shown = _shown(question, variable, mask)
        pair = _conflict(question, shown)
        if pair is None:
            covers.append(_cover(question, parents, shown))
        else:
            apart.append((question.rows[pair[0]] ^ question.rows[pair[1]], pair))
    kept = {cover.parents for cover in covers}
    return VariableEvidence(_needed(question, variable, apart, kept), tuple(covers))


def _spelled(question: Question, variable: str, cover: Cover) -> Function:
    table = sum(question.value(row, variable) << i for i, row in enumerate(cover.rows))
    return reduce(cover.parents, table)


def _shown(question: Question, variable: str, mask: int) -> dict[int, dict[int, int]]:
    """Pattern of the masked variables -> value of the variable -> the first row that shows both."""
    shown: dict[int, dict[int, int]] = {}
    for row in question.rows_of(variable):
        outputs = shown.setdefault(question.rows[row] & mask, {})
        outputs.setdefault(question.value(row, variable), row)
    return shown


def _conflict(question: Question, shown: dict[int, dict[int, int]]) -> tuple[int, int] | None:
    """A conflicting pair of rows, one that differs in few variables; None if there is none."""
    pairs = [(outputs[0], outputs[1]) for outputs in shown.values() if len(outputs) == 2]
    apart = {pair: question.rows[pair[0]] ^ question.rows[pair[1]] for pair in pairs}
    return min(pairs, key=lambda pair: (apart[pair].bit_count(), pair), default=None)


def _cover(question: Question, parents: tuple[str, ...], shown: dict[int, dict[int, int]]) -> Cover:
    """A row for each pattern of the parents."""
    rows: list[int] = []
    for pattern in range(1 << len(parents)):
        inside = sum((pattern >> j & 1) << question.position[p] for j, p in enumerate(parents))
        rows.extend(shown[inside].values())
    return Cover(parents, tuple(rows))


def _needed(
    question: Question,
    variable: str,
    apart: list[tuple[int, tuple[int, int]]],
    kept: set[tuple[str, ...]],
) -> tuple[tuple[int, int], ...]:
    """Few of the pairs that refute every maximal set but the kept ones, the sharpest first."""
    every = surviving(question, variable, ())
    left = [question.mask(parents) for parents in every if parents not in kept]
    used: list[tuple[int, int]] = []
    for difference, pair in sorted(apart, key=lambda item: (item[0].bit_count(), item)):
        rest = [mask for mask in left if mask & difference]
        if len(rest) < len(left):
            used.append(pair)
            left = rest
    return tuple(used)
