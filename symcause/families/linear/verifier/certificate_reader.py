"""The reader of linear certificates for the verifier: frame, class, claim and evidence.

```
{"format": "symcause.certificate/1", "family": "linear", "problem": {"id": …, "sha256": …},
 "class": {"domain": "rational", "semantics": "set", "target_may_cause": false, "max_parents": null},
 "identity": "graph",
 "claim": {"name": "unique", "parents": {"freq": ["density"], "density": []}},
 "evidence": {"variables": [{"variable": "density", …}, …]}}
```

Claims: ``unique`` (one graph, and gold, if given, has it and fits), ``count`` (this many graphs and, with
integer coefficients, models), ``inconsistent`` (none), ``target`` (every member gives the reactor's target
this value), ``target-open`` (two members give it different ones: its evidence is ``models``). What stands
in the evidence of a variable is in :mod:`~verifier.parents`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from symcause.families.linear.verifier.claim_class import MAX_VARIABLES, CertifiedClass, read_class
from symcause.families.linear.verifier.parents import MAX_SETS
from symcause.kernel.envelope import read_envelope
from symcause.kernel.linear_sums import Combination, read_combination, read_rational, write_rational
from symcause.kernel.nodes import Node, write_exact

FAMILY = "linear"
"""What the certificates of this family say they are about."""

IDENTITY = "graph"
"""Two members count as one if they have the same edges."""

CLAIMS = ("unique", "count", "inconsistent", "target", "target-open")

_KEYS = ("class", "identity", "claim", "evidence")


@dataclass(frozen=True)
class LinearClaim:
    """What is claimed."""

    name: str
    parents: Mapping[str, tuple[str, ...]] | None = None  # of the only graph
    graphs: int | None = None
    models: int | None = None
    value: Fraction | None = None  # of the reactor's target

    def to_dict(self) -> dict[str, object]:
        document: dict[str, object] = {"name": self.name}
        if self.parents is not None:
            document["parents"] = {name: list(parent) for name, parent in self.parents.items()}
        if self.graphs is not None:
            document["graphs"] = write_exact(self.graphs)
        if self.models is not None:
            document["models"] = write_exact(self.models)
        if self.value is not None:
            document["value"] = write_rational(self.value)
        return document


Live = tuple[tuple[int, Combination], ...]
"""Parent sets of the target with combinations that give the reactor's value."""


@dataclass(frozen=True)
class Unread:
    """A certificate whose evidence is read once the rows that it speaks of are known."""

    sha256: str
    scope: CertifiedClass
    claim: LinearClaim
    variables: tuple[Node, ...]
    target: Node | None
    models: Node | None = None


def read_certificate(document: object) -> Unread:
    """The frame, the class and the claim of a decoded JSON document. Raises Rejected with the place."""
    envelope = read_envelope(document, FAMILY, _KEYS)
    fields = envelope.body
    fields["identity"].choice((IDENTITY,))
    claim = _read_claim(fields["claim"])
    if claim.name == "target-open":
        models = fields["evidence"].fields("models")["models"]
        return Unread(envelope.sha256, read_class(fields["class"]), claim, (), None, models)
    optional = ("target",) if claim.name == "target" else ()
    evidence = fields["evidence"].fields("variables", optional=optional)
    return Unread(
        envelope.sha256,
        read_class(fields["class"]),
        claim,
        tuple(evidence["variables"].items(MAX_VARIABLES)),
        evidence.get("target"),
    )


def _read_claim(node: Node) -> LinearClaim:
    every = ("parents", "graphs", "models", "value")
    name = node.fields("name", optional=every)["name"].choice(CLAIMS)
    if name == "unique":
        entries = node.fields("name", "parents")["parents"].entries(MAX_VARIABLES)
        return LinearClaim(
            name, parents={key: found.names(MAX_VARIABLES) for key, found in entries}
        )
    if name == "count":
        fields = node.fields("name", "graphs", optional=("models",))
        models = fields["models"].exact() if "models" in fields else None
        return LinearClaim(name, graphs=fields["graphs"].exact(), models=models)
    if name == "target":
        return LinearClaim(name, value=read_rational(node.fields("name", "value")["value"]))
    node.fields("name")
    return LinearClaim(name)


def read_live(node: Node, rows: int) -> Live:
    """What the evidence says about the target: pairs of a set and a combination."""
    pairs: list[tuple[int, Combination]] = []
    for item in node.items(MAX_SETS):
        pair = item.items(2)
        if len(pair) != 2:
            raise item.fail("not a pair of a set and a combination")
        pairs.append((pair[0].integer(0), read_combination(pair[1], rows)))
    return tuple(pairs)
