"""The local builder: certifies that there is one Boolean member or none, by local evidence.

Over given roots, go on placing variables that have an unrefuted parent set among those that are placed.
Either all get placed, and the chosen sets make a member; or the rest is stuck, and there is none. The one
member, once found, is unchangeable: each of its mechanisms is the only one with parents outside its
descendants. So this decides `unique` and `inconsistent` in every class bounded by parents alone
(docs/theory/counting.md, Propositions 5 and 6), without counting anything.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

from symcause.errors import LimitError
from symcause.families.boolean.certify.certificate_builder import Builder, Expressions, member_model
from symcause.families.boolean.models.functions import Function, reduce
from symcause.families.boolean.models.scm import BooleanSCM
from symcause.families.boolean.problem.hypothesis_class import HypothesisClass
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.families.boolean.verifier.certificate import Certificate, Claim
from symcause.families.boolean.verifier.certificate_question import CertifiedQuestion
from symcause.families.boolean.verifier.claim.local_evidence import (
    Cover,
    LocalEvidence,
    Pairs,
    Stuck,
    VariableEvidence,
)
from symcause.families.boolean.verifier.claim.uniqueness import descendants, maximal
from symcause.families.boolean.verifier.model_check import MAX_PARENTS
from symcause.kernel.nodes import Rejected
from symcause.models.disclosure import Setting

Shown = dict[int, dict[int, int]]
"""Pattern -> value of the variable -> the first row that shows both."""


def build_local(
    problem: BooleanProblem,
    hypothesis: HypothesisClass,
    *,
    setting: Setting | None = None,
    expressions: Expressions | None = None,
) -> Certificate | None:
    """`unique` or `inconsistent` if the class bounded by parents alone is so, else None.

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
    refuting = Refuting(question)
    stuck: list[Stuck] = []
    member: BooleanSCM | None = None
    for roots in question.root_sets():
        missed = any(not set(found.variables) & set(roots) for found in stuck)
        if missed or question.unwritable(roots) is not None:
            continue
        chosen = refuting.placed(question.endogenous(roots))
        if not isinstance(chosen, dict):
            stuck.append(refuting.stuck(chosen))
        elif member is not None:
            return None
        else:
            spelled = {v: _spelled(question, v, *choice) for v, choice in chosen.items()}
            functions = {v: function for v, function in spelled.items() if function is not None}
            if len(functions) < len(spelled):
                return None  # a pattern that no row shows: two members at least
            member = BooleanSCM(roots, functions)
    if member is None:
        return builder.certificate(Claim("inconsistent"), LocalEvidence({}, tuple(stuck)))
    evidence = {v: refuting.only(v, member) for v in member.functions}
    only = {v: part for v, part in evidence.items() if part is not None}
    model = member_model(question, member, expressions)
    if model is None or len(only) < len(evidence):
        return None
    return builder.certificate(Claim("unique", model=model), LocalEvidence(only, tuple(stuck)))


class Refuting:
    """Which parent sets the rows refute; conflicting pairs that were found serve later questions."""

    def __init__(self, question: CertifiedQuestion) -> None:
        self._question = question
        self._pairs: dict[str, list[tuple[int, tuple[int, int]]]] = {}

    def placed(
        self, variables: Collection[str]
    ) -> dict[str, tuple[tuple[str, ...], Shown]] | set[str]:
        """An unrefuted parent set for each variable, acyclic together; or those that are stuck."""
        left = set(variables)
        chosen: dict[str, tuple[tuple[str, ...], Shown]] = {}
        while left:
            found = {v: next(self._open(v, left), None) for v in sorted(left)}
            ready = {v: choice for v, choice in found.items() if choice is not None}
            if not ready:
                return left
            chosen |= ready
            left -= ready.keys()
        return chosen

    def stuck(self, variables: set[str]) -> Stuck:
        """A smallest stuck set inside one (no part of it is stuck): it excludes the most root sets."""
        for name in sorted(variables):
            if name in variables:
                rest = self.placed(variables - {name})
                variables = rest if isinstance(rest, set) else variables
        names = self._question.endogenous(tuple(set(self._question.position) - variables))
        return Stuck(names, {v: self._needed(v, names, ()) for v in names})

    def only(self, variable: str, member: BooleanSCM) -> VariableEvidence | None:
        """Why the variable can have no other mechanism outside its descendants; None if it can."""
        below = descendants(member, variable)
        without = tuple(v for v in self._question.admissible(variable) if v in below)
        covers: list[Cover] = []
        for parents, shown in self._open(variable, without):
            if _spelled(self._question, variable, parents, shown) != member.functions[variable]:
                return None
            covers.append(_cover(self._question, parents, shown))
        kept = [cover.parents for cover in covers]
        return VariableEvidence(self._needed(variable, without, kept), tuple(covers), without)

    def _open(
        self, variable: str, without: Collection[str]
    ) -> Iterator[tuple[tuple[str, ...], Shown]]:
        """The maximal parent sets that no two rows refute, with what the rows show on them."""
        question = self._question
        known = self._pairs.setdefault(variable, [])
        for parents in maximal(question, variable, without):
            mask = question.mask(parents)
            if any(not mask & apart for apart, _ in known):
                continue
            shown = _shown(question, variable, mask)
            pair = _conflict(question, shown)
            if pair is None:
                yield parents, shown
            else:
                known.append((question.rows[pair[0]] ^ question.rows[pair[1]], pair))

    def _needed(
        self, variable: str, without: Collection[str], kept: Collection[tuple[str, ...]]
    ) -> Pairs:
        """Few of the pairs that refute every maximal set but the kept ones, the sharpest first."""
        every = maximal(self._question, variable, without)
        left = [self._question.mask(parents) for parents in every if parents not in kept]
        used: list[tuple[int, int]] = []
        for apart, pair in sorted(
            self._pairs[variable], key=lambda item: (item[0].bit_count(), item)
        ):
            rest = [mask for mask in left if mask & apart]
            if len(rest) < len(left):
                used.append(pair)
                left = rest
        return tuple(used)


def _shown(question: CertifiedQuestion, variable: str, mask: int) -> Shown:
    shown: Shown = {}
    values, at = question.rows, question.position[variable]
    for row in question.rows_of(variable):
        value = values[row]
        shown.setdefault(value & mask, {}).setdefault(value >> at & 1, row)
    return shown


def _conflict(question: CertifiedQuestion, shown: Shown) -> tuple[int, int] | None:
    """A conflicting pair of rows, one that differs in few variables; None if there is none."""
    pairs = [(outputs[0], outputs[1]) for outputs in shown.values() if len(outputs) == 2]
    apart = {pair: question.rows[pair[0]] ^ question.rows[pair[1]] for pair in pairs}
    return min(pairs, key=lambda pair: (apart[pair].bit_count(), pair), default=None)


def _spelled(
    question: CertifiedQuestion, variable: str, parents: tuple[str, ...], shown: Shown
) -> Function | None:
    """The one function on the parents that agrees with the rows; None if there are several."""
    if len(shown) < 1 << len(parents):
        return None
    if len(parents) > MAX_PARENTS:
        raise Rejected(f"{variable} with {len(parents)} parents is beyond the kernel's size")
    rows = _cover(question, parents, shown).rows
    table = sum(question.value(row, variable) << i for i, row in enumerate(rows))
    return reduce(parents, table)


def _cover(question: CertifiedQuestion, parents: tuple[str, ...], shown: Shown) -> Cover:
    """A row for each pattern of the parents."""
    rows: list[int] = []
    for pattern in range(1 << len(parents)):
        inside = sum((pattern >> j & 1) << question.position[p] for j, p in enumerate(parents))
        rows.extend(shown[inside].values())
    return Cover(parents, tuple(rows))
