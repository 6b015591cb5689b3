"""Claim of uniqueness in the Boolean verifier: one member or none, as no mechanism can change alone.

*One mechanism.* Let A be what a mechanism of V may mention outside some set D, and k = min(max_parents,
|A|). Every function of V in the class with parents outside D is a function on some *maximal* set S ⊆ A,
|S| = k. Two rows *refute* S if V is a target in neither, they agree on S and differ in V: then no function
on S agrees with the rows. Rows that show every pattern of S *cover* S: then at most one function does.

*Unique.* Let M be a member and suppose that, for every endogenous V, every maximal S outside a set D of
descendants of V in M is refuted, or covered by rows that spell M's function of V. Then M is the only
member over its roots. Take another one, N, and of the variables where they differ one, V, that is last
in M's order. What comes after V has the mechanisms of M in N, too, so the descendants of V in M are
descendants in N and no parents of V there: V's mechanism in N has its parents outside D, so it is M's.

*Stuck sets.* If every maximal S outside Q is refuted, for every V in Q, then some variable of Q is a root
of every member: the first one of Q in an order of the member would have its parents outside Q. Every
root set but M's (*inconsistent*: every root set) must miss such a set. What a mechanism may mention does
not depend on the roots, so one stuck set serves all of them. A variable of the evidence that M does not
explain is a stuck set of its own.

Both are complete: where a claim is true in a class bounded by parents alone, such evidence exists
(docs/theory/counting.md, Propositions 5 and 6). Both hold a fortiori in a class with further bounds, as
long as M lies in it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import combinations
from math import comb

from symcause.families.boolean.models.functions import Function, reduce
from symcause.families.boolean.models.scm import BooleanSCM
from symcause.families.boolean.verifier.certificate_question import CertifiedQuestion
from symcause.families.boolean.verifier.claim.local_evidence import (
    Cover,
    LocalEvidence,
    Pairs,
    Stuck,
    VariableEvidence,
)
from symcause.families.boolean.verifier.model_check import CertifiedModel, check_gold, check_member
from symcause.kernel.nodes import Beyond, Rejected

MAX_MAXIMAL_SETS = 1_000_000  # parent sets
"""Most maximal parent sets of one variable that the kernel goes through."""


def check_unique(
    question: CertifiedQuestion, model: CertifiedModel, evidence: LocalEvidence
) -> str:
    """What is established: the model is the one member. Raises Rejected."""
    check_member(question, model)
    check_gold(question, model.scm)
    missing = set(model.scm.functions) - evidence.variables.keys()
    if missing:
        raise Rejected(f"no evidence about {min(missing)}", place="evidence.variables")
    explained = {v: evidence.variables[v] for v in model.scm.functions}
    stuck = _stuck_sets(evidence, explained)
    others = [r for r in question.root_sets() if set(r) != set(model.scm.roots)]
    _check_reach(question, explained, stuck, others)
    for name, part in explained.items():
        _check_only(question, name, part, model.scm)
    _check_stuck(question, stuck)
    _check_excluded(question, stuck, others)
    return (
        "for each variable, every largest possible parent set is refuted by two rows, or fully observed "
        "and gives the model's function"
    )


def check_inconsistent(question: CertifiedQuestion, evidence: LocalEvidence) -> str:
    """What is established: no SCM of the class explains the evidence. Raises Rejected."""
    stuck = _stuck_sets(evidence, ())
    every = list(question.root_sets())
    _check_reach(question, {}, stuck, every)
    _check_stuck(question, stuck)
    _check_excluded(question, stuck, every)
    return "every root set leaves variables that have no mechanism with parents outside them"


def _stuck_sets(evidence: LocalEvidence, explained: Collection[str]) -> list[tuple[str, Stuck]]:
    """Every stuck set with its place; a variable that is not explained is one of its own."""
    sets: list[tuple[str, Stuck]] = []
    for name, part in sorted(evidence.variables.items()):
        if name not in explained:
            place = f"evidence.variables.{name}"
            if part.covered or part.without:
                example = ", ".join(part.covered[0].parents if part.covered else part.without)
                raise Rejected(f"the parent set {{{example}}} is not refuted", place=place)
            sets.append((place, Stuck((name,), {name: part.conflicts})))
    for i, stuck in enumerate(evidence.stuck):
        sets.append((f"evidence.stuck[{i}]", stuck))
    return sets


def _check_reach(
    question: CertifiedQuestion,
    explained: dict[str, VariableEvidence],
    stuck: list[tuple[str, Stuck]],
    root_sets: Sequence[tuple[str, ...]],
) -> None:
    """Announce every test of a maximal set against a conflict, of a root set against a stuck set."""
    question.work.spend(5 * len(root_sets) * len(stuck), "the tests of root sets", "evidence")
    for name, part in explained.items():
        _announce(question, name, part.without, len(part.conflicts))
    for place, found in stuck:
        for name, pairs in found.conflicts.items():
            if name not in question.position:
                raise Rejected("unknown variable", place=place, value=name)
            _announce(question, name, found.variables, len(pairs))


def _announce(
    question: CertifiedQuestion, variable: str, without: Collection[str], conflicts: int
) -> None:
    sets = _count(question, variable, without)
    steps = sets * (10 + 3 * question.bound(variable) + conflicts) + 10 * conflicts
    question.work.spend(steps, "the tests of parent sets against conflicts", "evidence")


def _check_only(
    question: CertifiedQuestion, variable: str, evidence: VariableEvidence, scm: BooleanSCM
) -> None:
    """Every maximal parent set is refuted, or covered by rows that spell the function."""
    place = f"evidence.variables.{variable}"
    below = descendants(scm, variable)
    for name in evidence.without:
        if name not in below:
            raise Rejected(
                f"no descendant of {variable} in the model", place=f"{place}.without", value=name
            )
    covered = {cover.parents: cover for cover in evidence.covered}
    open_sets = surviving(question, variable, evidence.conflicts, evidence.without, place)
    for parents in open_sets:
        cover = covered.get(parents)
        if cover is None:
            raise Rejected(
                f"the parent set {{{', '.join(parents)}}} is neither refuted nor covered",
                place=place,
            )
        if _spelled(question, variable, cover, place) != scm.functions[variable]:
            raise Rejected(
                f"on {{{', '.join(parents)}}} the rows spell another function", place=place
            )
    if covered.keys() != set(open_sets) or len(covered) != len(evidence.covered):
        raise Rejected("covers a set that is refuted, not maximal, or there twice", place=place)


def descendants(scm: BooleanSCM, variable: str) -> set[str]:
    """What a change of the variable can reach in the model, itself left out."""
    names: set[str] = set()
    for name in scm.order:
        if any(parent == variable or parent in names for parent in scm.functions[name].parents):
            names.add(name)
    return names


def _check_stuck(question: CertifiedQuestion, stuck: list[tuple[str, Stuck]]) -> None:
    for place, found in stuck:
        for name, pairs in found.conflicts.items():
            left = surviving(question, name, pairs, found.variables, place)
            if left:
                raise Rejected(
                    f"the parent set {{{', '.join(left[0])}}} of {name} is not refuted", place=place
                )


def _check_excluded(
    question: CertifiedQuestion,
    stuck: list[tuple[str, Stuck]],
    root_sets: Sequence[tuple[str, ...]],
) -> None:
    """Each of these root sets misses a stuck set, or leaves a variable that cannot be written."""
    masks = [question.mask(found.variables) for _, found in stuck]
    for roots in root_sets:
        chosen = question.mask(roots)
        if all(mask & chosen for mask in masks) and question.unwritable(roots) is None:
            raise Rejected(f"nothing excludes the root set {{{', '.join(roots)}}}")


def maximal(
    question: CertifiedQuestion, variable: str, without: Collection[str]
) -> Iterator[tuple[str, ...]]:
    """The largest parent sets of the class for a variable, outside a set of variables."""
    if _count(question, variable, without) > MAX_MAXIMAL_SETS:
        raise Beyond(f"the maximal parent sets of {variable} are beyond the kernel's size")
    allowed = [name for name in question.admissible(variable) if name not in without]
    return combinations(allowed, min(question.bound(variable), len(allowed)))


def _count(question: CertifiedQuestion, variable: str, without: Collection[str]) -> int:
    allowed = sum(name not in without for name in question.admissible(variable))
    return comb(allowed, min(question.bound(variable), allowed))


def surviving(
    question: CertifiedQuestion,
    variable: str,
    conflicts: Pairs,
    without: Collection[str],
    place: str,
) -> list[tuple[str, ...]]:
    """The maximal parent sets that none of these pairs of rows refutes."""
    differences = [_difference(question, variable, pair, place) for pair in conflicts]
    survivors: list[tuple[str, ...]] = []
    for parents in maximal(question, variable, without):
        mask = question.mask(parents)
        if all(mask & apart for apart in differences):
            survivors.append(parents)
    return survivors


def _difference(
    question: CertifiedQuestion, variable: str, pair: tuple[int, int], place: str
) -> int:
    """The variables in which a conflicting pair of rows differs. Raises unless it conflicts."""
    for row in pair:
        _check_speaks(question, variable, row, f"{place}.conflicts")
    apart = question.rows[pair[0]] ^ question.rows[pair[1]]
    if not apart & question.mask((variable,)):
        raise Rejected(
            f"the rows do not differ in {variable}", place=f"{place}.conflicts", value=list(pair)
        )
    return apart


def _spelled(question: CertifiedQuestion, variable: str, cover: Cover, place: str) -> Function:
    """The function over the parents that the rows of a cover show."""
    place, table = f"{place}.covered", 0
    for pattern, row in enumerate(cover.rows):
        _check_speaks(question, variable, row, place)
        shown = sum(question.value(row, p) << j for j, p in enumerate(cover.parents))
        if shown != pattern:
            raise Rejected(f"the row shows pattern {shown}, not {pattern}", place=place, value=row)
        table |= question.value(row, variable) << pattern
    return reduce(cover.parents, table)


def _check_speaks(question: CertifiedQuestion, variable: str, row: int, place: str) -> None:
    """The row exists, and the variable is no target in it."""
    if row >= len(question.rows):
        raise Rejected("there is no such training row", place=place, value=row)
    if variable in question.targets[row]:
        raise Rejected(f"{variable} is a target in this row", place=place, value=row)
