"""The kernel of the statements verifier: recomputes separations, derives skeletons, walks trees.

It reads the document strictly, compares the digest, and has its own d-separation and relations. Complete
statements: a faithful DAG has exactly the adjacencies of pairs without a listed set, and an unshielded
middle is a collider iff no listed set has it; so all members have one skeleton and the same unshielded
colliders, and are equivalent (Verma and Pearl). One member is compared in all triples, which are then right
for all of them.
"""

from __future__ import annotations

from itertools import chain, combinations

from symcause.families.statements.problem.fingerprint import fingerprint
from symcause.families.statements.problem.problem import ENTAILED, Statement, StatementsProblem
from symcause.families.statements.verifier.certificate_reader import (
    CONFLICT,
    DAGS,
    EXHAUSTED,
    MEMBERS,
    MIXED,
    NONE,
    TRIPLE,
    Certificate,
    Edges,
    Names,
    read_certificate,
)
from symcause.families.statements.verifier.graph_check import (
    Parents,
    is_acyclic,
    is_separated,
    is_true,
)
from symcause.families.statements.verifier.search_tree import SearchTree
from symcause.kernel.nodes import Rejected
from symcause.kernel.verification import Verifier
from symcause.kernel.work import Work

Condition = frozenset[str]

_SEPARATION = 150  # steps of one d-separation


class _Stated:
    """What a problem states, by name."""

    def __init__(self, problem: StatementsProblem) -> None:
        self.problem, self.names = problem, problem.variables
        self.independent = self._sets(problem.independent)
        self.dependent = self._sets(problem.dependent)

    @staticmethod
    def _sets(statements: tuple[Statement, ...]) -> dict[frozenset[str], set[Condition]]:
        conditions: dict[frozenset[str], set[Condition]] = {}
        for x, y, given in statements:
            conditions.setdefault(frozenset((x, y)), set()).add(frozenset(given))
        return conditions

    def separating_sets(self, x: str, y: str) -> set[Condition]:
        """The sets that make two variables independent."""
        return self.independent.get(frozenset((x, y)), set())

    def adjacent(self, x: str, y: str) -> bool:
        return x != y and not self.separating_sets(x, y)

    def unshielded(self, triple: Names) -> bool:
        """Is the middle adjacent to both ends, and the ends not adjacent?"""
        x, c, y = triple
        for name in triple:
            if name not in self.names:
                raise Rejected("no such variable", place="evidence", value=name)
        ends = bool(x != y and self.separating_sets(x, y))
        return ends and c not in (x, y) and self.adjacent(x, c) and self.adjacent(y, c)

    def collider(self, triple: Names) -> bool:
        """Must an unshielded middle be a collider? It is in no listed set of the ends."""
        x, c, y = triple
        return all(c not in given for given in self.separating_sets(x, y))

    def false_in(self, parents: Parents, work: Work) -> Statement | None:
        """The first statement that a DAG makes false; of complete ones every triple is a statement."""
        for x, y in combinations(self.names, 2):
            pair = frozenset((x, y))
            yes, no = self.independent.get(pair, set()), self.dependent.get(pair, set())
            for given in self._conditions(x, y) if self.problem.complete else chain(yes, no):
                work.spend(_SEPARATION, "the d-separations")
                if is_separated(parents, x, y, frozenset(given)) != (given in yes):
                    return Statement(x, y, tuple(sorted(given)))
        return None

    def _conditions(self, x: str, y: str) -> list[Condition]:
        rest = [name for name in self.names if name not in (x, y)]
        return [frozenset(z) for k in range(len(rest) + 1) for z in combinations(rest, k)]


def _check(problem: StatementsProblem, certificate: Certificate, work: Work) -> str:
    """What the evidence establishes. Raises Rejected."""
    stated = _Stated(problem)
    if certificate.kind == DAGS:
        return _two(stated, certificate, work)
    if certificate.kind == MEMBERS:
        return _all(stated, certificate, work)
    if certificate.kind == EXHAUSTED:
        if problem.complete:
            raise Rejected("complete statements take other evidence", place="evidence.kind")
        _none(stated, certificate, work)
        return "no DAG fits the statements: every one of them was looked at"
    if not problem.complete:
        raise Rejected("the statements are not complete", place="evidence.kind")
    if certificate.kind == NONE:
        _none(stated, certificate, work)
        return "no DAG has the skeleton and the colliders of the statements"
    if certificate.kind == MIXED:
        return _mixed(stated, certificate)
    if certificate.kind == CONFLICT:
        return _conflict(stated, certificate)
    assert certificate.kind == TRIPLE, "the reader knows no other kind"
    return _differs(stated, certificate, work)


def _two(stated: _Stated, certificate: Certificate, work: Work) -> str:
    for edges, word, truth in zip(
        certificate.dags, ("with", "without"), (True, False), strict=True
    ):
        place = f"evidence.{word}"
        parents = _dag(stated, edges, place)
        _member(stated, parents, place, work)
        _holds(stated, parents, truth, place)
    return "two DAGs fit the statements, and the hypothesis is true in one of them only"


def _all(stated: _Stated, certificate: Certificate, work: Work) -> str:
    found = _walked(stated, certificate, work)
    if not found:
        raise Rejected("there is no member", place="evidence.tree")
    listed = [
        _dag(stated, edges, f"evidence.members[{at}]") for at, edges in enumerate(certificate.dags)
    ]
    if listed != found:
        raise Rejected("not the members of the tree", place="evidence.members")
    truth = certificate.claim == ENTAILED
    for at, parents in enumerate(found):
        place = f"evidence.members[{at}]"
        if not at or not stated.problem.complete:
            _member(stated, parents, place, work)
        _holds(stated, parents, truth, place)
    many = "1 DAG is" if len(found) == 1 else f"all {len(found)} DAGs are"
    return f"{many} faithful to the statements, and the hypothesis is {str(truth).lower()} in each"


def _none(stated: _Stated, certificate: Certificate, work: Work) -> None:
    if _walked(stated, certificate, work):
        raise Rejected("a branch ends with a member", place="evidence.tree")


def _walked(stated: _Stated, certificate: Certificate, work: Work) -> list[Parents]:
    """The members at the ends of the tree, each an acyclic graph with the right colliders."""
    names = stated.names
    parents: dict[str, set[str]] = {name: set() for name in names}
    if not stated.problem.complete:
        choices = [(x, y) for x, y in combinations(names, 2) if stated.adjacent(x, y)]
        tree = SearchTree(certificate.tree, choices, 3, work)

        def refuted(graph: Parents) -> None:
            if stated.false_in(graph, work) is None:
                raise Rejected("a DAG that is said to be refuted fits", place="evidence.tree")

        tree.refuted = refuted
        return [_acyclic(graph) for graph in tree.walk(parents)]
    for x, y in combinations(names, 2):
        for c in names:
            if stated.unshielded((x, c, y)) and stated.collider((x, c, y)):
                parents[c] |= {x, y}
    for c in names:
        if any(c in parents[cause] for cause in parents[c]):
            raise Rejected("colliders of the statements are in conflict", place="evidence.kind")
    choices = [
        (x, y)
        for x, y in combinations(names, 2)
        if stated.adjacent(x, y) and x not in parents[y] and y not in parents[x]
    ]
    tree = SearchTree(certificate.tree, choices, 2, work)
    tree.excluded = lambda graph, cause, effect: any(
        stated.unshielded((cause, effect, other)) and not stated.collider((cause, effect, other))
        for other in graph[effect]
    )
    walk = tree.walk(parents)
    for graph in walk:
        _acyclic(graph)
        if any(tree.excluded(_open(graph), a, c) for c in names for a in graph[c]):
            raise Rejected("a member has a collider that is excluded", place="evidence.tree")
    return walk


def _open(graph: Parents) -> dict[str, set[str]]:
    return {name: set(causes) for name, causes in graph.items()}


def _acyclic(graph: Parents) -> Parents:
    if not is_acyclic(graph):
        raise Rejected("a member has a directed cycle", place="evidence.tree")
    return graph


def _mixed(stated: _Stated, certificate: Certificate) -> str:
    x, c, y = triple = certificate.triples[0]
    having, lacking = map(frozenset, certificate.sets)
    if not stated.unshielded(triple):
        raise Rejected("not an unshielded triple", place="evidence.triple")
    if not {having, lacking} <= stated.separating_sets(x, y):
        raise Rejected("a set that is not listed", place="evidence")
    if c not in having or c in lacking:
        raise Rejected("the sets do not disagree about the middle", place="evidence")
    return f"{c} would have to be a collider between {x} and {y}, and not to be one"


def _conflict(stated: _Stated, certificate: Certificate) -> str:
    first, second = certificate.triples
    for triple in (first, second):
        if not stated.unshielded(triple) or not stated.collider(triple):
            raise Rejected("not a collider of the statements", place="evidence.colliders")
    (a, c, b), (d, e, f) = first, second
    if e not in (a, b) or c not in (d, f):
        raise Rejected("the two colliders do not turn one edge", place="evidence.colliders")
    return f"{e} - {c} would have to point both ways"


def _differs(stated: _Stated, certificate: Certificate, work: Work) -> str:
    parents = _dag(stated, certificate.dags[0], "evidence.dag")
    names = stated.names
    for x, y in combinations(names, 2):
        if (x in parents[y] or y in parents[x]) != stated.adjacent(x, y):
            raise Rejected("not the skeleton of the statements", place="evidence.dag")
        for c in names:
            if stated.unshielded((x, c, y)):
                if {x, y} <= parents[c] and not stated.collider((x, c, y)):
                    raise Rejected("a collider that is excluded", place="evidence.dag")
                if not {x, y} <= parents[c] and stated.collider((x, c, y)):
                    raise Rejected("a collider is missing", place="evidence.dag")
    assert certificate.pair is not None
    x, y = certificate.pair
    given = frozenset(certificate.sets[0])
    if x == y or not {x, y, *given} <= set(names) or given & {x, y}:
        raise Rejected("not a triple of these variables", place="evidence.at")
    work.spend(_SEPARATION, "the d-separation")
    if is_separated(parents, x, y, given) == (given in stated.separating_sets(x, y)):
        raise Rejected("the DAG does not differ there", place="evidence.at")
    at = Statement(x, y, tuple(sorted(given)))
    return f"the only class with the skeleton and colliders of the statements differs at ({at})"


def _dag(stated: _Stated, edges: Edges, place: str) -> Parents:
    parents: dict[str, set[str]] = {name: set() for name in stated.names}
    for cause, effect in edges:
        if cause not in parents or effect not in parents or cause == effect:
            raise Rejected(
                "not an edge of these variables", place=place, value=f"{cause}->{effect}"
            )
        parents[effect].add(cause)
    causes = {name: frozenset(causes) for name, causes in parents.items()}
    if not is_acyclic(causes):
        raise Rejected("the graph has a directed cycle", place=place)
    return causes


def _member(stated: _Stated, parents: Parents, place: str, work: Work) -> None:
    wrong = stated.false_in(parents, work)
    if wrong is not None:
        raise Rejected(f"the DAG does not fit the statements at ({wrong})", place=place)


def _holds(stated: _Stated, parents: Parents, truth: bool, place: str) -> None:
    asked = stated.problem.hypothesis
    if is_true(parents, asked.relation, asked.reading, *asked.of) != truth:
        raise Rejected(f"the hypothesis is {str(not truth).lower()} in it", place=place)


verify = Verifier(read_certificate, lambda found: found.claim, fingerprint, _check)
"""Checks a certificate against a problem."""
