"""The SMT-LIB script of a Boolean space, for second opinions: bit-vector tables, integer levels.

Another formulation than :mod:`.member_formula`, for another kind of solver. The mechanism of V is one bit
vector over all admissible variables; V depends on U iff the table differs somewhere from itself shifted by
U's stride; a level for every variable, parents on lower ones, makes the graph acyclic.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from symcause.errors import LimitError
from symcause.families.boolean.bounds import SCRIPT_INPUTS
from symcause.families.boolean.models.functions import full_mask, projection, reduce
from symcause.families.boolean.models.scm import BooleanSCM
from symcause.families.boolean.opinions.mechanism_definition import (
    class_functions,
    has_mentions,
    is_listed,
    observations,
)
from symcause.families.boolean.problem.class_rules import refuse_rule
from symcause.families.boolean.problem.hypothesis_class import HypothesisClass
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.models.disclosure import Setting
from symcause.models.variable_names import natural


@dataclass(frozen=True)
class MemberScript:
    """A script, and the constants through which its models are members."""

    problem: BooleanProblem
    text: str
    shown: Mapping[str, str]  # name -> sort
    inputs: Mapping[str, tuple[str, ...]]  # what the table of a variable ranges over

    def member(self, model: Mapping[str, object]) -> BooleanSCM:
        """The member that the values of the shown constants stand for."""
        roots = self.problem.disclosure.roots
        if roots is None:
            roots = tuple(v for v in self.problem.variables if model[f"root {v}"])
        functions = {}
        for variable in self.problem.disclosure.endogenous(roots):
            table = model[f"table {variable}"]
            assert isinstance(table, int)
            functions[variable] = reduce(self.inputs[variable], table)
        return BooleanSCM(roots, functions)


def member_script(problem: BooleanProblem, hypotheses: HypothesisClass) -> MemberScript:
    """The script of the space. Raises LimitError where it would be too large."""
    refuse_rule(hypotheses.admits, "a solver")
    roots = problem.disclosure.roots
    endogenous = problem.disclosure.endogenous(roots or ())
    inputs = {v: _inputs(problem, v) for v in endogenous}
    shown = {f"table {v}": f"(_ BitVec {1 << len(inputs[v])})" for v in endogenous}
    lines = [f"(declare-const |level {v}| Int)" for v in endogenous]
    if roots is None:
        shown |= {f"root {v}": "Bool" for v in endogenous}
        lines += _root_assertions(problem)
    if not has_mentions(problem):
        lines.append("(assert false)")
    for v in endogenous:
        lines += _mechanism(problem, hypotheses, v, inputs[v])
    return MemberScript(problem, "\n".join(lines), shown, inputs)


def _inputs(problem: BooleanProblem, variable: str) -> tuple[str, ...]:
    inputs = natural(problem.disclosure.admissible(variable))
    if len(inputs) > SCRIPT_INPUTS:
        raise LimitError(
            f"{variable} may mention {len(inputs)} variables: its table is too large to encode",
            remedy=f"this engine takes at most {SCRIPT_INPUTS}; use the counting recursion",
        )
    return inputs


def _root_assertions(problem: BooleanProblem) -> Iterator[str]:
    variables = problem.variables
    total = _sum(f"|root {v}|" for v in variables)
    yield f"(assert (= {total} {problem.disclosure.size_of_root_set}))"
    scored = [v for v in variables if any(v not in w.targets for w in problem.training)]
    yield "(assert (or " + " ".join(f"(not |root {v}|)" for v in scored) + "))"


def _mechanism(
    problem: BooleanProblem, hypotheses: HypothesisClass, variable: str, inputs: tuple[str, ...]
) -> Iterator[str]:
    table = f"|table {variable}|"
    roots = problem.disclosure.roots
    spared = f"|root {variable}|" if roots is None else "false"
    parents = []
    for j, name in enumerate(inputs):
        parent = f"|parent {name} {variable}|"
        yield f"(define-fun {parent} () Bool {_depends(table, j, len(inputs))})"
        parents.append(parent)
        if problem.setting is not Setting.ORDERED and (roots is None or name not in roots):
            yield f"(assert (=> {parent} (< |level {name}| |level {variable}|)))"
    if parents and hypotheses.max_parents is not None:
        yield f"(assert (<= {_sum(parents)} {hypotheses.max_parents}))"
    if is_listed(problem, hypotheses):
        tables = {f.extended(inputs) for f in class_functions(problem, hypotheses, variable)}
        listed = " ".join(f"(= {table} {_bits(t, len(inputs))})" for t in sorted(tables))
        yield f"(assert (or {spared} {listed}))"
    for state, value in observations(problem, variable):
        at = sum(state[name] << j for j, name in enumerate(inputs))
        yield f"(assert (or {spared} (= ((_ extract {at} {at}) {table}) #b{value:d})))"
    if roots is None:
        yield f"(assert (=> {spared} (= {table} {_bits(0, len(inputs))})))"


def _depends(table: str, index: int, count: int) -> str:
    """The table differs between some pattern without the variable and the same pattern with it."""
    low = full_mask(count) & ~projection(index, count)
    shifted = f"(bvlshr {table} {_bits(1 << index, count)})"
    return f"(distinct (bvand (bvxor {table} {shifted}) {_bits(low, count)}) {_bits(0, count)})"


def _bits(value: int, count: int) -> str:
    return f"(_ bv{value} {1 << count})"


def _sum(conditions: Iterator[str] | list[str]) -> str:
    return "(+ 0 " + " ".join(f"(ite {condition} 1 0)" for condition in conditions) + ")"
