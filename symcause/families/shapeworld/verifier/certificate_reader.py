"""The reader of ShapeWorld certificates for the verifier: claims with proofs or worlds.

Three claims: ``settled`` (every member answers so), ``open`` (members answer differently),
``inconsistent`` (there is no member). Evidence is *clausal*, a proof over clauses that the kernel
derives from the transcript by itself, with a world that shows the transcript; or *worlds*, one for each of
two answers. A world is a list of pairs (cause, effect); what follows from them is added by the kernel. In
the class ``hidden`` a third answer is ``undecidable``, and the hidden shape is a cause under its name.
``"start": "any"`` says that the claim rests on the steps alone: members are DAGs then, and the pairs of a
world are its edges. Without that key the start is closed in every member.
"""

from __future__ import annotations

from dataclasses import dataclass

from symcause.families.shapeworld.problem.problem import MAX_NAME, MAX_SHAPES
from symcause.families.shapeworld.problem.start_readings import Start
from symcause.families.shapeworld.problem.verdict_kinds import SETTLED as ANSWERS
from symcause.families.shapeworld.problem.verdict_kinds import TranscriptVerdict
from symcause.families.shapeworld.problem.world_classes import WorldClass
from symcause.kernel.envelope import read_digest, read_envelope, write_envelope
from symcause.kernel.nodes import MAX_ITEMS, Node, Rejected
from symcause.kernel.rup import MAX_LINE

FAMILY = "shapeworld"
IDENTITY = "relation"

SETTLED, OPEN, INCONSISTENT = "settled", "open", "inconsistent"
CLAIMS = {SETTLED: "clausal", OPEN: "worlds", INCONSISTENT: "clausal"}
"""Every claim and the kind of evidence that supports it."""

_ANSWERS = tuple(str(answer) for answer in ANSWERS)
_KEYS = ("class", "identity", "claim", "evidence")
_START = "start"

Pairs = tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Clausal:
    """The size and hash of a formula, the lines of its refutation, and a world that is a member."""

    unknowns: int
    clauses: int
    sha256: str
    proof: tuple[str, ...]
    member: Pairs | None

    def to_dict(self) -> dict[str, object]:
        formula = {"unknowns": self.unknowns, "clauses": self.clauses, "sha256": self.sha256}
        document: dict[str, object] = {
            "kind": "clausal",
            "formula": formula,
            "proof": list(self.proof),
        }
        if self.member is not None:
            document["member"] = [list(pair) for pair in self.member]
        return document


@dataclass(frozen=True)
class Worlds:
    """Two worlds that show the transcript and answer differently, by their answers."""

    found: tuple[tuple[TranscriptVerdict, Pairs], tuple[TranscriptVerdict, Pairs]]

    def to_dict(self) -> dict[str, object]:
        worlds = {str(answer): [list(pair) for pair in pairs] for answer, pairs in self.found}
        return {"kind": "worlds", **worlds}


@dataclass(frozen=True)
class Certificate:
    """A claim about the version space of a transcript, with its evidence."""

    sha256: str  # of the canonical problem, transcript included
    scope: WorldClass
    claim: str
    answer: TranscriptVerdict | None  # of a settled question
    evidence: Clausal | Worlds
    id: str | None = None  # of the problem; for people and for pools, never checked
    start: Start = Start.CLOSED  # or any

    def to_dict(self) -> dict[str, object]:
        """The document; ``json.dumps`` of it is the file."""
        claim: dict[str, object] = {"name": self.claim}
        if self.answer is not None:
            claim["answer"] = str(self.answer)
        body: dict[str, object] = {
            "class": str(self.scope),
            **({} if self.start is Start.CLOSED else {_START: str(self.start)}),
            "identity": IDENTITY,
            "claim": claim,
            "evidence": self.evidence.to_dict(),
        }
        return write_envelope(FAMILY, self.sha256, self.id, body)


def read_certificate(document: object) -> Certificate:
    """The certificate that a decoded JSON document holds. Raises Rejected with the place."""
    named = (_START,) if isinstance(document, dict) and _START in document else ()
    envelope = read_envelope(document, FAMILY, (*_KEYS, *named))
    fields = envelope.body
    fields["identity"].choice((IDENTITY,))
    claim, answer = _claim(fields["claim"])
    return Certificate(
        envelope.sha256,
        WorldClass(fields["class"].choice([str(name) for name in WorldClass])),
        claim,
        answer,
        _evidence(fields["evidence"], claim),
        envelope.id,
        Start(fields[_START].choice((Start.ANY,))) if named else Start.CLOSED,
    )


def _claim(node: Node) -> tuple[str, TranscriptVerdict | None]:
    name = node.fields("name", optional=("answer",))["name"].choice(CLAIMS)
    if name != SETTLED:
        node.fields("name")
        return name, None
    return name, TranscriptVerdict(node.fields("name", "answer")["answer"].choice(_ANSWERS))


def _evidence(node: Node, claim: str) -> Clausal | Worlds:
    kinds = dict(node.entries())
    if "kind" not in kinds:
        raise Rejected("the key 'kind' is missing", place=node.place)
    kind = kinds["kind"].choice(sorted(set(CLAIMS.values())))
    if kind != CLAIMS[claim]:
        raise kinds["kind"].fail(f"evidence of this kind does not show {claim!r}")
    if kind == "worlds":
        third = str(TranscriptVerdict.UNDECIDABLE) in dict(node.entries())
        fields = (
            node.fields("kind", optional=_ANSWERS) if third else node.fields("kind", *_ANSWERS[:2])
        )
        given = [(TranscriptVerdict(key), _pairs(fields[key])) for key in _ANSWERS if key in fields]
        if len(given) != 2:
            raise node.fail("not two worlds, each under its answer")
        return Worlds((given[0], given[1]))
    fields = node.fields("kind", "formula", "proof", *(("member",) if claim == SETTLED else ()))
    formula = fields["formula"].fields("unknowns", "clauses", "sha256")
    return Clausal(
        formula["unknowns"].integer(0, 10**9),
        formula["clauses"].integer(0, 10**9),
        read_digest(formula["sha256"]),
        tuple(line.text(MAX_LINE) for line in fields["proof"].items(MAX_ITEMS)),
        _pairs(fields["member"]) if claim == SETTLED else None,
    )


def _pairs(node: Node) -> Pairs:
    pairs: list[tuple[str, str]] = []
    for item in node.items(MAX_SHAPES * MAX_SHAPES):
        ends = item.items(2)
        if len(ends) != 2:
            raise item.fail("not a pair")
        pairs.append((ends[0].text(MAX_NAME), ends[1].text(MAX_NAME)))
    return tuple(pairs)
