"""Kind *local*: exactly one member because each mechanism is determined by itself (or none at all).

*Mathematics.* Let A be the admissible parents of V and k = min(max_parents, |A|). Every function of V in
the class has at most k functional parents, so it is a function on some *maximal* set S ⊆ A, |S| = k. Two
rows *refute* S if V is a target in neither, they agree on S and differ in V: then no function on S
agrees with the rows. Rows that show every pattern of S *cover* S: then at most one function on S agrees
with the rows. If every maximal S is refuted, V has no mechanism. If a member M is given and every
maximal S is refuted or covered by rows that spell M's function of V, then M's is the only mechanism of V.

*Unique*: M is a member and the only mechanism of each endogenous variable is M's. With hidden roots,
every other root set must leave some variable without a mechanism to be endogenous (admissible
parents do not depend on the root set, so one refutation serves all). *Inconsistent*: every root set
does so. Both hold a fortiori in a class with further bounds, as long as M lies in it.

*Evidence.* Per variable a list of pairs of rows, each of which may refute many S (the kernel finds out
which), and for every S that no pair refutes, one row a pattern.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import combinations
from math import comb

from symcause.families.boolean.models.functions import Function, reduce
from symcause.families.boolean.verifier.members import (
    MAX_NAMES,
    MAX_PARENTS,
    Model,
    check_gold,
    check_member,
)
from symcause.families.boolean.verifier.question import Question
from symcause.kernel.reading import MAX_ITEMS, Beyond, Node, Rejected

MAX_MAXIMAL_SETS = 1_000_000
"""Most maximal parent sets of one variable that the kernel goes through."""

MAX_TESTS = 200_000_000
"""Most pairs of a maximal set and a conflict that one verification looks at."""

_MAX_ROW = 1_000_000


@dataclass(frozen=True)
class Cover:
    """A parent set with a row for each of its patterns."""

    parents: tuple[str, ...]
    rows: tuple[int, ...]


@dataclass(frozen=True)
class VariableEvidence:
    """What refutes or covers the maximal parent sets of one variable."""

    conflicts: tuple[tuple[int, int], ...]
    covered: tuple[Cover, ...]


@dataclass(frozen=True)
class LocalEvidence:
    """The evidence of every variable that matters."""

    variables: Mapping[str, VariableEvidence]

    def to_dict(self) -> dict[str, object]:
        return {
            "kind": "local",
            "variables": {
                name: {
                    "conflicts": [list(pair) for pair in part.conflicts],
                    "covered": [
                        {"parents": list(c.parents), "rows": list(c.rows)} for c in part.covered
                    ],
                }
                for name, part in self.variables.items()
            },
        }


def read_local(node: Node) -> LocalEvidence:
    pairs = node.fields("kind", "variables")["variables"].entries(MAX_NAMES)
    return LocalEvidence(
        {Node(key, part.place).name(): _read_variable(part) for key, part in pairs}
    )


def _read_variable(node: Node) -> VariableEvidence:
    fields = node.fields("conflicts", "covered")
    conflicts: list[tuple[int, int]] = []
    for item in fields["conflicts"].items(MAX_ITEMS):
        rows = [part.integer(0, _MAX_ROW) for part in item.items(2)]
        if len(rows) != 2:
            raise item.fail("not a pair of rows")
        conflicts.append((rows[0], rows[1]))
    covered: list[Cover] = []
    for item in fields["covered"].items(MAX_ITEMS):
        part = item.fields("parents", "rows")
        names = part["parents"].names(MAX_PARENTS)
        rows = [row.integer(0, _MAX_ROW) for row in part["rows"].items(1 << MAX_PARENTS)]
        if len(rows) != 1 << len(names):
            raise part["rows"].fail(f"not one row for each of {1 << len(names)} patterns")
        covered.append(Cover(names, tuple(rows)))
    return VariableEvidence(tuple(conflicts), tuple(covered))


def check_unique(question: Question, model: Model, evidence: LocalEvidence) -> str:
    """What is established: the model is the one member. Raises Rejected."""
    check_member(question, model)
    check_gold(question, model.scm)
    _check_reach(question, evidence)
    missing = set(model.scm.functions) - evidence.variables.keys()
    if missing:
        raise Rejected(f"no evidence about {min(missing)}", place="evidence.variables")
    impossible = set(evidence.variables) - set(model.scm.functions)
    for name in sorted(evidence.variables):
        if name in impossible:
            _check_none(question, name, evidence.variables[name])
        else:
            function = model.scm.functions[name]
            _check_only(question, name, evidence.variables[name], function)
    for roots in question.root_sets():
        if set(roots) != set(model.scm.roots):
            _check_impossible(question, roots, impossible)
    return "every maximal parent set is refuted, or covered and spells the model's function"


def check_inconsistent(question: Question, evidence: LocalEvidence) -> str:
    """What is established: no SCM of the class explains the evidence. Raises Rejected."""
    _check_reach(question, evidence)
    for name in sorted(evidence.variables):
        _check_none(question, name, evidence.variables[name])
    for roots in question.root_sets():
        _check_impossible(question, roots, set(evidence.variables))
    return "every root set leaves a variable without any mechanism"


def _check_reach(question: Question, evidence: LocalEvidence) -> None:
    tests = 0
    for name, part in evidence.variables.items():
        if name not in question.position:
            raise Rejected("unknown variable", place="evidence.variables", value=name)
        sets = comb(len(question.admissible(name)), question.bound(name))
        tests += sets * len(part.conflicts)
    if tests > MAX_TESTS:
        raise Beyond("so many conflicts are beyond the kernel's size", place="evidence.variables")


def _check_impossible(question: Question, roots: tuple[str, ...], impossible: set[str]) -> None:
    """Over these roots some endogenous variable has no mechanism."""
    if not impossible & set(question.endogenous(roots)) and question.unwritable(roots) is None:
        raise Rejected(f"nothing excludes the root set {{{', '.join(roots)}}}")


def _check_only(
    question: Question, variable: str, evidence: VariableEvidence, function: Function
) -> None:
    """Every maximal parent set is refuted, or covered by rows that spell the function."""
    covered = {cover.parents: cover for cover in evidence.covered}
    place = f"evidence.variables.{variable}"
    open_sets = surviving(question, variable, evidence.conflicts)
    for parents in open_sets:
        cover = covered.get(parents)
        if cover is None:
            raise Rejected(
                f"the parent set {{{', '.join(parents)}}} is neither refuted nor covered",
                place=place,
            )
        if reduce(parents, _spelled(question, variable, cover)) != function:
            raise Rejected(
                f"on {{{', '.join(parents)}}} the rows spell another function", place=place
            )
    if covered.keys() != set(open_sets) or len(covered) != len(evidence.covered):
        raise Rejected("covers a set that is refuted, not maximal, or there twice", place=place)


def _check_none(question: Question, variable: str, evidence: VariableEvidence) -> None:
    """Every maximal parent set is refuted."""
    place = f"evidence.variables.{variable}"
    open_sets = surviving(question, variable, evidence.conflicts)
    if open_sets or evidence.covered:
        example = ", ".join(open_sets[0] if open_sets else evidence.covered[0].parents)
        raise Rejected(f"the parent set {{{example}}} is not refuted", place=place)


def surviving(
    question: Question, variable: str, conflicts: tuple[tuple[int, int], ...]
) -> list[tuple[str, ...]]:
    """The maximal parent sets that none of these pairs of rows refutes."""
    admissible, size = question.admissible(variable), question.bound(variable)
    if comb(len(admissible), size) > MAX_MAXIMAL_SETS:
        raise Beyond(f"the maximal parent sets of {variable} are beyond the kernel's size")
    differences = [difference(question, variable, pair) for pair in conflicts]
    survivors: list[tuple[str, ...]] = []
    for parents in combinations(admissible, size):
        mask = question.mask(parents)
        if all(mask & apart for apart in differences):
            survivors.append(parents)
    return survivors


def difference(question: Question, variable: str, pair: tuple[int, int]) -> int:
    """The variables in which a conflicting pair of rows differs. Raises unless it conflicts."""
    place = f"evidence.variables.{variable}.conflicts"
    for row in pair:
        if row >= len(question.rows):
            raise Rejected("there is no such training row", place=place, value=row)
        if variable in question.targets[row]:
            raise Rejected(f"{variable} is a target in this row", place=place, value=row)
    apart = question.rows[pair[0]] ^ question.rows[pair[1]]
    if not apart & question.mask((variable,)):
        raise Rejected(f"the rows do not differ in {variable}", place=place, value=list(pair))
    return apart


def _spelled(question: Question, variable: str, cover: Cover) -> int:
    """The truth table over the parents that the rows of a cover show."""
    place = f"evidence.variables.{variable}.covered"
    table = 0
    for pattern, row in enumerate(cover.rows):
        if row >= len(question.rows):
            raise Rejected("there is no such training row", place=place, value=row)
        if variable in question.targets[row]:
            raise Rejected(f"{variable} is a target in this row", place=place, value=row)
        shown = sum(question.value(row, p) << j for j, p in enumerate(cover.parents))
        if shown != pattern:
            raise Rejected(f"the row shows pattern {shown}, not {pattern}", place=place, value=row)
        table |= question.value(row, variable) << pattern
    return table
