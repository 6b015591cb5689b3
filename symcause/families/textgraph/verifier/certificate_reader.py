"""The certificate reader of the textgraph verifier: strict, with a canonical writer.

```
{"format": "symcause.certificate/1", "family": "textgraph", "problem": {"id": …, "sha256": …},
 "answer": {"edges": [["rainfall", "flood"]]}, "allowed": [["rain", "rainfall"]],
 "claim": {"name": "alignment", "low": 1, "high": 1},
 "evidence": {"map": [["rain", "rainfall"], ["flood", "flood"]],
              "upper": {"kind": "lp", "denominator": 1, "multipliers": [["gold-node", 0, 1], …]}}}
```

The answer and the allowed pairs (null: all) are part of it, so that gold and certificate are all that it
takes. A multiplier is a row of :mod:`.duality_bound` followed by its numerator; nodes and edges count from
0 in sorted order.

A certificate of merges has ``"claim": {"name": "merge", "shape": "stars", "merges": null, "low": 3, "high":
4}`` and ``"evidence": {"reading": [["rain", "rainfall"], …]}``: the reading is counted for the lower end,
all allowed pairs for the upper one.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from symcause.families.textgraph.problem.alignment_task import MAX_PAIRS
from symcause.families.textgraph.problem.node_partners import SHAPES
from symcause.families.textgraph.problem.problem import MAX_NAME
from symcause.families.textgraph.verifier.duality_bound import EDGE_ROWS, NODE_ROWS, Row
from symcause.kernel.envelope import Envelope, read_envelope, write_envelope
from symcause.kernel.nodes import Node, Rejected

FAMILY = "textgraph"
CLAIM, MERGE = "alignment", "merge"

_KEYS = ("answer", "allowed", "claim", "evidence")
_MAX_EDGES = 1_000_000  # edges: of either graph
_MAX_INDEX = 1_000_000  # nodes: the last one that a certificate may point at
_MAX_DENOMINATOR = 10**18  # size of a number: of all multipliers together

Names = tuple[str, str]


@dataclass(frozen=True)
class AlignmentCertificate:
    """A map that keeps *low* edges, and multipliers by which no map keeps more than *high*."""

    sha256: str
    answer: tuple[Names, ...]
    allowed: tuple[Names, ...] | None
    low: int
    high: int
    mapped: tuple[Names, ...]
    denominator: int
    multipliers: Mapping[Row, int]
    id: str | None = None

    def to_dict(self) -> dict[str, object]:
        """The document; ``json.dumps`` of it is the file."""
        body = {
            "answer": {"edges": [list(edge) for edge in self.answer]},
            "allowed": None if self.allowed is None else [list(pair) for pair in self.allowed],
            "claim": {"name": CLAIM, "low": self.low, "high": self.high},
            "evidence": {
                "map": [list(pair) for pair in self.mapped],
                "upper": {
                    "kind": "lp",
                    "denominator": self.denominator,
                    "multipliers": [[*row, m] for row, m in sorted(self.multipliers.items())],
                },
            },
        }
        return write_envelope(FAMILY, self.sha256, self.id, body)


@dataclass(frozen=True)
class MergeCertificate:
    """A reading of a shape with *low* edges covered and supported; no reading has more than *high*."""

    sha256: str
    answer: tuple[Names, ...]
    allowed: tuple[Names, ...] | None
    shape: str
    merges: int | None
    low: int
    high: int
    reading: tuple[Names, ...]
    id: str | None = None

    def to_dict(self) -> dict[str, object]:
        """The document; ``json.dumps`` of it is the file."""
        claim = {"name": MERGE, "shape": self.shape, "merges": self.merges}
        body = {
            "answer": {"edges": [list(edge) for edge in self.answer]},
            "allowed": None if self.allowed is None else [list(pair) for pair in self.allowed],
            "claim": {**claim, "low": self.low, "high": self.high},
            "evidence": {"reading": [list(pair) for pair in self.reading]},
        }
        return write_envelope(FAMILY, self.sha256, self.id, body)


Certificate = AlignmentCertificate | MergeCertificate


def read_certificate(document: object) -> Certificate:
    """The certificate that a decoded JSON document holds. Raises Rejected with the place."""
    envelope = read_envelope(document, FAMILY, _KEYS)
    named = dict(envelope.body["claim"].entries()).get("name")
    if named is None:
        raise envelope.body["claim"].fail("the key 'name' is missing")
    return _merges(envelope) if named.choice((CLAIM, MERGE)) == MERGE else _alignment(envelope)


def _merges(found: Envelope) -> MergeCertificate:
    claim = found.body["claim"].fields("name", "shape", "merges", "low", "high")
    allowed, bound = found.body["allowed"], claim["merges"]
    return MergeCertificate(
        sha256=found.sha256,
        answer=_pairs(found.body["answer"].fields("edges")["edges"], _MAX_EDGES),
        allowed=None if allowed.value is None else _pairs(allowed, MAX_PAIRS),
        shape=claim["shape"].choice(SHAPES),
        merges=None if bound.value is None else bound.integer(0, _MAX_INDEX),
        low=claim["low"].integer(0, 2 * _MAX_EDGES),
        high=claim["high"].integer(0, 2 * _MAX_EDGES),
        reading=_pairs(found.body["evidence"].fields("reading")["reading"], MAX_PAIRS),
        id=found.id,
    )


def _alignment(found: Envelope) -> AlignmentCertificate:
    claim = found.body["claim"].fields("name", "low", "high")
    evidence = found.body["evidence"].fields("map", "upper")
    upper = evidence["upper"].fields("kind", "denominator", "multipliers")
    upper["kind"].choice(("lp",))
    allowed = found.body["allowed"]
    return AlignmentCertificate(
        sha256=found.sha256,
        answer=_pairs(found.body["answer"].fields("edges")["edges"], _MAX_EDGES),
        allowed=None if allowed.value is None else _pairs(allowed, MAX_PAIRS),
        low=claim["low"].integer(0, _MAX_EDGES),
        high=claim["high"].integer(0, _MAX_EDGES),
        mapped=_pairs(evidence["map"], _MAX_INDEX),
        denominator=upper["denominator"].integer(1, _MAX_DENOMINATOR),
        multipliers=_multipliers(upper["multipliers"]),
        id=found.id,
    )


def _pairs(node: Node, limit: int) -> tuple[Names, ...]:
    names: list[Names] = []
    for item in node.items(limit):
        ends = item.items(2)
        if len(ends) != 2:
            raise item.fail("not a pair of names")
        names.append((ends[0].text(MAX_NAME), ends[1].text(MAX_NAME)))
    return tuple(names)


def _multipliers(node: Node) -> dict[Row, int]:
    multipliers: dict[Row, int] = {}
    for item in node.items():
        parts = item.items(4)
        if not parts:
            raise item.fail("not a row with its multiplier")
        kind = parts[0].choice((*NODE_ROWS, *EDGE_ROWS))
        if len(parts) != (3 if kind in NODE_ROWS else 4):
            raise item.fail("not a row with its multiplier")
        first = parts[1].integer(0, _MAX_INDEX)
        row: Row = (
            (kind, first) if kind in NODE_ROWS else (kind, first, parts[2].integer(0, _MAX_INDEX))
        )
        if row in multipliers:
            raise Rejected("the row stands twice", place=item.place)
        multipliers[row] = parts[-1].integer(0)
    return multipliers
