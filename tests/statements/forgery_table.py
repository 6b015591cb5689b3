"""The forgery table of statements: each certificate is well-formed and false in one respect."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import combinations
from typing import Any

from symcause.families.statements.verifier.graph_check import is_separated
from symcause.families.statements.verifier.kernel import verify
from tests.forgery import Change, Draft, Forgery, Table, audited, both, drop, put, swap


def stated(
    names: str, *independent: str, of: str = "AC", complete: bool = True, dependent: str = ""
) -> dict[str, Any]:
    """A problem; ``ACB`` says that A and C are independent given B."""
    told: dict[str, Any] = {
        "format": "symcause.statements/1",
        "id": "small",
        "variables": list(names),
        "independent": [[x, y, list(given)] for x, y, *given in independent],
        "complete": complete,
        "hypothesis": {"relation": "parent", "of": list(of)},
    }
    said = {"dependent": [[x, y, list(given)] for x, y, *given in dependent.split()]}
    return told | (said if dependent else {})


def faithful(names: str, *edges: str) -> dict[str, Any]:
    """All that is independent in a DAG."""
    parents = {v: frozenset(e[0] for e in edges if e[1] == v) for v in names}
    found = []
    for x, y in combinations(names, 2):
        rest = [v for v in names if v not in (x, y)]
        for size in range(len(rest) + 1):
            sets = combinations(rest, size)
            found += [x + y + "".join(z) for z in sets if is_separated(parents, x, y, frozenset(z))]
    return stated(names, *found)


CHAIN = stated("ABC", "ACB")
COLLIDER = stated("ABC", "AC", of="AB")
TURNED = faithful("ABCDE", "DA", "EA", "AB", "CB")
APART = stated("ABC", "AC", "ACB", "AB", "ABC", of="BC")
PARTLY = stated("ABC", "AC", complete=False, dependent="AB")

TRUTHS: dict[str, Callable[[], Draft]] = {
    "open": partial(audited, stated("ABC", "ACB", of="AB")),
    "impossible, about the first": partial(audited, stated("ABC", "BCA", of="BC")),
    "impossible, about the last": partial(audited, stated("ABC", "ABC", of="AB")),
    "open, all joined": partial(audited, stated("ABC", of="AB")),
    "open, four joined": partial(audited, stated("ABCD", of="AB")),
    "entailed": partial(audited, COLLIDER),
    "impossible": partial(audited, CHAIN),
    "mixed": partial(audited, stated("ABC", "AC", "ACB")),
    "conflict": partial(audited, stated("ABCD", "AC", "BD")),
    "no orientation": partial(audited, stated("ABCD", "ACBD", "BDAC")),
    "exhausted": partial(audited, stated("ABC", "AC", "ACB", complete=False, dependent="AB BC")),
    "partly": partial(audited, PARTLY),
    "triple": partial(audited, stated("ABCD", "ACB", "ACBD", "AD")),
    "two colliders": partial(audited, TURNED),
    "longer chain": partial(audited, faithful("ABCD", "AB", "BC", "CD")),
    "apart": partial(audited, APART),
}

TREE = ("evidence", "tree")


def full(choices: int) -> str:
    """A tree that goes both ways at each of so many edges, and ends with members only."""
    return "m" if not choices else f"+{full(choices - 1) * 2}"


BEYOND_A_CYCLE = f"++{full(4)}+++c"
"""A -> B and C -> A, B -> C closes a cycle that is not marked, and then B -> D is said to close one."""


def claimed(kind: str, **evidence: Any) -> Change:
    """The statements are called inconsistent."""
    return both(put("claim", {"name": "inconsistent"}), put("evidence", {"kind": kind, **evidence}))


def mixed(triple: str, having: str, lacking: str) -> Change:
    return claimed("mixed", triple=list(triple), having=list(having), lacking=list(lacking))


def conflict(*triples: str) -> Change:
    return claimed("conflict", colliders=[list(triple) for triple in triples])


def differs(dag: str, at: str) -> Change:
    x, y, *given = at
    edges = [f"{a}->{b}" for a, b in dag.split()]
    return claimed("triple", dag=edges, at=[x, y, given])


MIDDLE = "not an unshielded triple"
ROWS: dict[str, tuple[tuple[str, Change, str], ...]] = {
    "open": (
        ("no kind", drop("evidence", "kind"), "the key 'kind' is missing"),
        (
            "two DAGs for entailed",
            put("claim", "name", "entailed"),
            "evidence of this kind does not show",
        ),
        (
            "the DAGs exchanged",
            lambda d: d.put(
                "evidence",
                {
                    "kind": "dags",
                    "with": d.at("evidence", "without"),
                    "without": d.at("evidence", "with"),
                },
            ),
            "evidence.with: the hypothesis is false in it",
        ),
        (
            "one DAG twice",
            lambda d: d.put("evidence", "without", d.at("evidence", "with")),
            "evidence.without: the hypothesis is true in it",
        ),
        ("an edge without arrow", put("evidence", "with", ["AB"]), "not an edge"),
        (
            "a cause that is not there",
            swap("evidence", "with", by=lambda old: [*old, "Z->C"]),
            "not an edge of these variables",
        ),
        (
            "an effect that is not there",
            swap("evidence", "with", by=lambda old: [*old, "A->Z"]),
            "not an edge of these variables",
        ),
        (
            "an edge to itself",
            swap("evidence", "with", by=lambda old: [*old, "C->C"]),
            "not an edge of these variables",
        ),
        (
            "a DAG that does not fit",
            put("evidence", "without", ["C->B"]),
            "the DAG does not fit the statements",
        ),
        (
            "a DAG with an edge too many",
            put("evidence", "with", ["A->B", "B->C", "A->C"]),
            "does not fit the statements at",
        ),
    ),
    "open, all joined": (
        (
            "a cycle",
            put("evidence", "with", ["A->B", "B->C", "C->A"]),
            "the graph has a directed cycle",
        ),
        (
            "members on a cycle",
            both(
                put("claim", {"name": "impossible"}),
                put("evidence", {"kind": "members", "members": [], "tree": "+++mm+mm++mm+mm"}),
            ),
            "a member has a directed cycle",
        ),
    ),
    "open, four joined": (
        (
            "no cycle, beyond one",
            claimed("no orientation", tree=BEYOND_A_CYCLE),
            "B -> D closes no cycle",
        ),
    ),
    "entailed": (
        ("impossible", put("claim", "name", "impossible"), "the hypothesis is true in it"),
        (
            "open",
            both(
                put("claim", {"name": "open"}),
                put(
                    "evidence",
                    {"kind": "dags", "with": ["A->B", "C->B"], "without": ["B->A", "B->C"]},
                ),
            ),
            "evidence.without: the DAG does not fit the statements",
        ),
        (
            "the sets do not have the middle",
            mixed("ABC", "", ""),
            "the sets do not disagree about the middle",
        ),
        ("a collider twice", conflict("ABC", "ABC"), "the two colliders do not turn one edge"),
        ("a collider is missing", differs("AB BC", "AC"), "a collider is missing"),
    ),
    "impossible": (
        ("entailed", put("claim", "name", "entailed"), "the hypothesis is false in it"),
        (
            "the last member left out",
            swap("evidence", "members", by=lambda old: old[:-1]),
            "not the members of the tree",
        ),
        (
            "the first member left out",
            swap("evidence", "members", by=lambda old: old[1:]),
            "not the members of the tree",
        ),
        (
            "members exchanged",
            swap("evidence", "members", by=lambda old: old[::-1]),
            "not the members of the tree",
        ),
        (
            "none, though a branch ends with one",
            claimed("no orientation", tree="++mv+mm"),
            "a branch ends with a member",
        ),
        ("exhausted", claimed("exhausted", tree="+++"), "complete statements take other evidence"),
        (
            "a member with an excluded collider",
            both(
                put(*TREE, "++mm+mm"),
                swap("evidence", "members", by=lambda old: [old[0], ["A->B", "C->B"], *old[1:]]),
            ),
            "a member has a collider that is excluded",
        ),
        ("the tree goes on", put(*TREE, "++mv+mmm"), "the tree goes on after its last branch"),
        ("the tree ends early", put(*TREE, "++mv+m"), "the tree ends too early"),
        ("nothing to choose", put(*TREE, "+++mv+mm"), "nothing is left to choose"),
        ("a branch that ends early", put(*TREE, "m"), "a branch ends before everything is chosen"),
        (
            "the last branch left out",
            put(*TREE, "++mvm"),
            "a branch ends before everything is chosen",
        ),
        ("another sign", put(*TREE, "++qv+mm"), "not the end of a branch"),
        (
            "refuted one by one",
            claimed("no orientation", tree="++xv+xx"),
            "no graph is refuted one by one here",
        ),
        ("no cycle", claimed("no orientation", tree="++cv+cc"), "B -> C closes no cycle"),
        (
            "an end at the root by a cycle",
            claimed("no orientation", tree="c"),
            "a branch ends before everything is chosen",
        ),
        (
            "an end at the root by a collider",
            claimed("no orientation", tree="v"),
            "a branch ends before everything is chosen",
        ),
        ("no cycle, first", claimed("no orientation", tree="+cc"), "A -> B closes no cycle"),
        (
            "no excluded collider",
            claimed("no orientation", tree="++vv+vv"),
            "B -> C makes no collider that is excluded",
        ),
        ("a set that is not listed", mixed("ABC", "B", ""), "a set that is not listed"),
        (
            "the sets have the middle",
            mixed("ABC", "B", "B"),
            "the sets do not disagree about the middle",
        ),
        ("no unshielded triple", mixed("ACB", "B", "B"), MIDDLE),
        ("a middle that is not there", mixed("AZC", "B", "B"), "no such variable"),
        ("no collider", conflict("ABC", "ABC"), "not a collider of the statements"),
        ("another skeleton", differs("", "AB"), "not the skeleton of the statements"),
        ("an excluded collider", differs("AB CB", "ACB"), "a collider that is excluded"),
        ("no difference", differs("AB BC", "ACB"), "the DAG does not differ there"),
        ("one variable", differs("AB BC", "AA"), "not a triple of these variables"),
        ("a variable that is not there", differs("AB BC", "AZ"), "not a triple of these variables"),
        (
            "a condition that is not there",
            differs("AB BC", "ACZ"),
            "not a triple of these variables",
        ),
        ("given one of the two", differs("AB BC", "ACA"), "not a triple of these variables"),
        (
            "one collider",
            claimed("conflict", colliders=[["A", "B", "C"]]),
            "two colliders are in conflict",
        ),
        ("a pair without condition", claimed("triple", dag=[], at=["A", "B"]), "not [x, y, Z]"),
        (
            "a triple of two",
            claimed("mixed", triple=["A", "B"], having=[], lacking=[]),
            "not a triple",
        ),
    ),
    "two colliders": (
        (
            "an end at the root by a cycle",
            claimed("no orientation", tree="c"),
            "not the end of a branch",
        ),
        (
            "an end at the root by a collider",
            claimed("no orientation", tree="v"),
            "not the end of a branch",
        ),
        (
            "the second turns nothing",
            conflict("ABC", "DAE"),
            "the two colliders do not turn one edge",
        ),
        (
            "the first turns nothing",
            conflict("DAE", "ABC"),
            "the two colliders do not turn one edge",
        ),
    ),
    "apart": (("a middle that is not adjacent", mixed("ABC", "B", ""), MIDDLE),),
    "conflict": (
        (
            "a tree",
            claimed("no orientation", tree="v"),
            "colliders of the statements are in conflict",
        ),
        (
            "a second that is no collider",
            conflict("ABC", "ACB"),
            "not a collider of the statements",
        ),
    ),
    "mixed": (
        (
            "a member",
            both(
                put("claim", {"name": "impossible"}),
                put("evidence", {"kind": "members", "members": [["A->B", "C->B"]], "tree": "m"}),
            ),
            "a branch ends before everything is chosen",
        ),
    ),
    "triple": (
        (
            "the only class",
            both(
                put("claim", {"name": "impossible"}),
                put(
                    "evidence",
                    {
                        "kind": "members",
                        "members": [["A->B", "B->C", "D->B", "D->C"]],
                        "tree": "++cmv",
                    },
                ),
            ),
            "evidence.members[0]: the DAG does not fit the statements",
        ),
    ),
    "impossible, about the first": (
        (
            "a member with an excluded collider at the first variable",
            both(
                put(*TREE, "++mm+mm"),
                swap("evidence", "members", by=lambda old: [*old, ["B->A", "C->A"]]),
            ),
            "a member has a collider that is excluded",
        ),
    ),
    "impossible, about the last": (
        (
            "a member with an excluded collider at the last variable",
            both(
                put(*TREE, "++mm+mm"),
                swap("evidence", "members", by=lambda old: [["A->C", "B->C"], *old]),
            ),
            "a member has a collider that is excluded",
        ),
    ),
    "longer chain": (
        (
            "members with excluded colliders",
            put(*TREE, "+++mm+mm++mm+mm"),
            "a member has a collider that is excluded",
        ),
    ),
    "no orientation": (
        (
            "no member",
            lambda d: (
                d.put("claim", {"name": "impossible"}),
                d.put("evidence", {"kind": "members", "members": [], "tree": d.at(*TREE)}),
            ),
            "there is no member",
        ),
    ),
    "exhausted": (
        (
            "no orientation",
            put("evidence", "kind", "no orientation"),
            "the statements are not complete",
        ),
        ("mixed", mixed("ABC", "B", ""), "the statements are not complete"),
        (
            "an end by an excluded collider",
            put(*TREE, "++xxx+xxv+xxx"),
            "makes no collider that is excluded",
        ),
    ),
    "partly": (
        (
            "a member called refuted",
            both(put(*TREE, "++xxx+xxm+mxx"), swap("evidence", "members", by=lambda old: old[1:])),
            "a DAG that is said to be refuted fits",
        ),
        (
            "a member that does not fit",
            both(
                put(*TREE, "++mxx+mxm+mxx"), swap("evidence", "members", by=lambda old: [[], *old])
            ),
            "evidence.members[0]: the DAG does not fit the statements",
        ),
        (
            "a second member that does not fit",
            both(
                put(*TREE, "++xxx+mmm+mxx"),
                swap(
                    "evidence",
                    "members",
                    by=lambda old: [old[0], ["A->B", "B->C"], *old[1:]],
                ),
            ),
            "evidence.members[1]: the DAG does not fit the statements",
        ),
        (
            "all refuted",
            claimed("exhausted", tree="++xxx+xxx+xxx"),
            "a DAG that is said to be refuted fits",
        ),
    ),
}

FORGERIES = tuple(
    Forgery(f"{truth}: {name}", truth, change, said)
    for truth, rows in ROWS.items()
    for name, change, said in rows
)

TABLE = Table(verify, TRUTHS, FORGERIES)
