"""The reader of certificates about statements: claims, and the evidence that each of them takes.

``open``: a DAG with the hypothesis and one without. ``entailed``, ``impossible``: all members, and the tree
of the search. ``inconsistent``: a *mixed* triple, two colliders in *conflict*, a tree without a member (*no
orientation*; *exhausted* for incomplete statements), or a DAG of the only class and the *triple* where it
differs.
"""

from __future__ import annotations

from dataclasses import dataclass

from symcause.families.statements.problem.problem import ENTAILED, IMPOSSIBLE, MOST, OPEN
from symcause.kernel.envelope import read_envelope, write_envelope
from symcause.kernel.nodes import MAX_NAME, Node, Rejected

FAMILY = "statements"
INCONSISTENT = "inconsistent"
DAGS, MEMBERS, MIXED, CONFLICT, NONE, TRIPLE, EXHAUSTED = (
    *("dags", "members", "mixed", "conflict", "no orientation", "triple", "exhausted"),
)
CLAIMS = {
    OPEN: (DAGS,),
    ENTAILED: (MEMBERS,),
    IMPOSSIBLE: (MEMBERS,),
    INCONSISTENT: (MIXED, CONFLICT, NONE, TRIPLE, EXHAUSTED),
}
"""Every claim, and the kinds of evidence that can show it."""

MAX_TREE = 20_000_000  # characters
"""Longest tree of a search."""

Edges = tuple[tuple[str, str], ...]
Names = tuple[str, str, str]
"""The ends of a triple, with the middle between them."""


@dataclass(frozen=True)
class Certificate:
    """A claim about the DAGs that are faithful to statements, with its evidence."""

    sha256: str
    claim: str
    kind: str
    dags: tuple[Edges, ...] = ()
    tree: str = ""
    triples: tuple[Names, ...] = ()
    sets: tuple[tuple[str, ...], ...] = ()
    pair: tuple[str, str] | None = None
    id: str | None = None

    def to_dict(self) -> dict[str, object]:
        """The document; ``json.dumps`` of it is the file."""
        body = {"claim": {"name": self.claim}, "evidence": {"kind": self.kind, **self._evidence()}}
        return write_envelope(FAMILY, self.sha256, self.id, body)

    def _evidence(self) -> dict[str, object]:
        dags = [[f"{a}->{b}" for a, b in edges] for edges in self.dags]
        if self.kind == DAGS:
            return {"with": dags[0], "without": dags[1]}
        if self.kind == MEMBERS:
            return {"members": dags, "tree": self.tree}
        if self.kind == MIXED:
            having, lacking = map(list, self.sets)
            return {"triple": list(self.triples[0]), "having": having, "lacking": lacking}
        if self.kind == CONFLICT:
            return {"colliders": [list(triple) for triple in self.triples]}
        if self.kind == TRIPLE:
            assert self.pair is not None
            return {"dag": dags[0], "at": [*self.pair, list(self.sets[0])]}
        return {"tree": self.tree}


def read_certificate(document: object) -> Certificate:
    """The certificate that a decoded JSON document holds. Raises Rejected with the place."""
    envelope = read_envelope(document, FAMILY, ("claim", "evidence"))
    claim = envelope.body["claim"].fields("name")["name"].choice(CLAIMS)
    node = envelope.body["evidence"]
    kinds = dict(node.entries())
    if "kind" not in kinds:
        raise Rejected("the key 'kind' is missing", place=node.place)
    kind = kinds["kind"].choice(sorted({one for found in CLAIMS.values() for one in found}))
    if kind not in CLAIMS[claim]:
        raise kinds["kind"].fail(f"evidence of this kind does not show {claim!r}")
    frame = {"sha256": envelope.sha256, "claim": claim, "kind": kind, "id": envelope.id}
    return Certificate(**frame, **_evidence(node, kind))  # type: ignore[arg-type]


def _evidence(node: Node, kind: str) -> dict[str, object]:
    """What the evidence of a kind holds."""
    if kind == DAGS:
        fields = node.fields("kind", "with", "without")
        return {"dags": (_edges(fields["with"]), _edges(fields["without"]))}
    if kind == MEMBERS:
        fields = node.fields("kind", "members", "tree")
        members = tuple(_edges(item) for item in fields["members"].items())
        return {"dags": members, "tree": fields["tree"].text(MAX_TREE)}
    if kind == MIXED:
        fields = node.fields("kind", "triple", "having", "lacking")
        sets = _names(fields["having"]), _names(fields["lacking"])
        return {"triples": (_triple(fields["triple"]),), "sets": sets}
    if kind == CONFLICT:
        both = node.fields("kind", "colliders")["colliders"].items(2)
        if len(both) != 2:
            raise node.fail("two colliders are in conflict")
        return {"triples": tuple(map(_triple, both))}
    if kind == TRIPLE:
        fields = node.fields("kind", "dag", "at")
        at = fields["at"].items(3)
        if len(at) != 3:
            raise fields["at"].fail("not [x, y, Z]")
        pair = at[0].text(MAX_NAME), at[1].text(MAX_NAME)
        return {"dags": (_edges(fields["dag"]),), "pair": pair, "sets": (_names(at[2]),)}
    return {"tree": node.fields("kind", "tree")["tree"].text(MAX_TREE)}


def _edges(node: Node) -> Edges:
    edges = []
    for item in node.items(MOST * MOST):
        cause, arrow, effect = item.text(2 * MAX_NAME + 2).partition("->")
        if not arrow:
            raise item.fail("not an edge")
        edges.append((cause, effect))
    return tuple(edges)


def _names(node: Node) -> tuple[str, ...]:
    return tuple(item.text(MAX_NAME) for item in node.items(MOST))


def _triple(node: Node) -> Names:
    names = _names(node)
    if len(names) != 3:
        raise node.fail("not a triple")
    return names[0], names[1], names[2]
