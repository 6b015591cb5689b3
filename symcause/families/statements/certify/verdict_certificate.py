"""The certificate of a verdict on statements, made of what the search found."""

from __future__ import annotations

from typing import Any

from symcause.budgets import Meter
from symcause.families.statements.bounds import INCOMPLETE_STEPS
from symcause.families.statements.models.separations import Graph
from symcause.families.statements.problem.fingerprint import fingerprint
from symcause.families.statements.problem.problem import StatementsProblem
from symcause.families.statements.problem.verdict_kinds import HypothesisVerdict
from symcause.families.statements.space.dag_search import DagSearch
from symcause.families.statements.space.faithful_dags import (
    Differs,
    NoOrientation,
    Reason,
    is_small,
)
from symcause.families.statements.space.hypothesis_verdict import Judgement, judged
from symcause.families.statements.space.nearest_pair import nearest_pair
from symcause.families.statements.space.orientations import Orientations
from symcause.families.statements.space.skeleton import (
    Conflict,
    Mixed,
    Skeleton,
    Triple,
    skeleton_of,
)
from symcause.families.statements.verifier.certificate_reader import (
    CONFLICT,
    DAGS,
    EXHAUSTED,
    INCONSISTENT,
    MEMBERS,
    MIXED,
    NONE,
    TRIPLE,
    Certificate,
    Edges,
    Names,
)
from symcause.models.bit_sets import bits


def certify(problem: StatementsProblem) -> dict[str, object] | None:
    """The certificate of the verdict on a problem, None where the verdict is unknown."""
    certificate = certified(judged(problem))
    return None if certificate is None else certificate.to_dict()


def certified(judgement: Judgement) -> Certificate | None:
    """The certificate of a verdict; None of one that is unknown."""
    verdict = judgement.verdict
    if verdict is HypothesisVerdict.UNKNOWN:
        return None
    made = _Maker(judgement.problem)
    if verdict is HypothesisVerdict.OPEN:
        both = nearest_pair(judgement)
        assert both is not None, "an open hypothesis has two sides"
        return made(str(verdict), DAGS, dags=tuple(map(made.edges, both)))
    if verdict is HypothesisVerdict.INCONSISTENT:
        assert judgement.faithful.reason is not None
        return made.refuted(judgement.faithful.reason)
    members, tree = made.all_members()
    dags = tuple(map(made.edges, members))
    return made(str(verdict), MEMBERS, dags=dags, tree=tree)


class _Maker:
    """Makes certificates about one problem."""

    def __init__(self, problem: StatementsProblem) -> None:
        self._problem, self._names = problem, problem.variables

    def __call__(self, claim: str, kind: str, **evidence: Any) -> Certificate:
        digest = fingerprint(self._problem)
        return Certificate(digest, claim, kind, id=self._problem.id, **evidence)

    def edges(self, graph: Graph) -> Edges:
        return tuple((self._names[a], self._names[b]) for a, b in graph.edges)

    def all_members(self) -> tuple[list[Graph], str]:
        """All members, and how they were found."""
        premise = self._problem.premise
        if premise.complete:
            skeleton = skeleton_of(premise)
            assert isinstance(skeleton, Skeleton)
            turned = Orientations(skeleton, record=True)
            return turned.members, turned.tree
        graphs: list[Graph] = []

        def seen(graph: Graph) -> bool:
            graphs.append(graph)
            return False

        budget = Meter(None if is_small(premise) else 2 * INCOMPLETE_STEPS)
        search = DagSearch(premise, seen, budget, record=True)
        assert search.complete, "the verdict took no more"
        return graphs, search.tree

    def refuted(self, reason: Reason) -> Certificate:
        if isinstance(reason, Mixed):
            sets = self._set(reason.having), self._set(reason.lacking)
            return self(INCONSISTENT, MIXED, triples=(self._triple(reason.triple),), sets=sets)
        if isinstance(reason, Conflict):
            both = self._triple(reason.first), self._triple(reason.second)
            return self(INCONSISTENT, CONFLICT, triples=both)
        if isinstance(reason, Differs):
            at = self._problem.statement(reason.pair, reason.given)
            fields = {"pair": (at.first, at.second), "sets": (at.given,)}
            return self(INCONSISTENT, TRIPLE, dags=(self.edges(reason.graph),), **fields)
        kind = NONE if isinstance(reason, NoOrientation) else EXHAUSTED
        return self(INCONSISTENT, kind, tree=self.all_members()[1])

    def _triple(self, triple: Triple) -> Names:
        x, c, y = triple
        return self._names[x], self._names[c], self._names[y]

    def _set(self, mask: int) -> tuple[str, ...]:
        return tuple(self._names[i] for i in bits(mask))
