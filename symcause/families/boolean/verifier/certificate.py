"""The certificate document of Boolean problems, read strictly by the verifier and written."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from symcause.families.boolean.models.scm import BEHAVIOUR, IDENTITY
from symcause.families.boolean.problem.hypothesis_class import HypothesisClass
from symcause.families.boolean.verifier.model_check import CertifiedModel, read_model
from symcause.kernel.envelope import EVIDENCE, read_envelope, write_envelope
from symcause.kernel.nodes import Node, Rejected, write_exact
from symcause.models.disclosure import Setting
from symcause.registry import load

if TYPE_CHECKING:
    from symcause.families.boolean.verifier.claim.ambiguity import AlternativeEvidence
    from symcause.families.boolean.verifier.claim.local_evidence import LocalEvidence
    from symcause.families.boolean.verifier.clausal_proof import ClausalEvidence
    from symcause.families.boolean.verifier.count_table import CountEvidence

    Evidence: TypeAlias = AlternativeEvidence | LocalEvidence | CountEvidence | ClausalEvidence

FAMILY = "boolean"
"""What the certificates of this family say they are about; those that say nothing are of it, too."""

CLAIMS: dict[str, frozenset[str]] = {
    "unique": frozenset(("local", "count", "clausal")),
    "inconsistent": frozenset(("local", "count", "clausal")),
    "count": frozenset(("count",)),
    "ambiguous": frozenset(("alternative",)),
    "no-separating-experiment": frozenset(("clausal",)),
    "entailed": frozenset(("clausal",)),
}
"""Every claim and the kinds of evidence that can support it."""

_READERS = {
    "alternative": "claim.ambiguity:read_alternative",
    "local": "claim.local_evidence:read_local",
    "count": "count_table:read_count",
    "clausal": "clausal_proof:read_clausal",
}
_KEYS = ("setting", "class", "identity", "claim", "evidence")
_MAX_BOUND = 1_000_000  # parents or AST nodes: the largest bound of a class


@dataclass(frozen=True)
class Claim:
    """What is claimed; *model* is the one member (unique), the reference (no separation), a member."""

    name: str
    model: CertifiedModel | None = None
    count: int | None = None
    spectrum: tuple[int, ...] = ()  # the count by disturbed cells, where there may be any
    cells: tuple[tuple[int, str, int], ...] = ()  # unobserved, with their one value (entailed)

    def to_dict(self) -> dict[str, object]:
        document: dict[str, object] = {"name": self.name}
        if self.model is not None:
            document["model"] = self.model.to_dict()
        if self.count is not None:
            document["count"] = write_exact(self.count)
        if self.spectrum:
            document["spectrum"] = [write_exact(number) for number in self.spectrum]
        if self.cells:
            document["cells"] = [list(cell) for cell in self.cells]
        return document


@dataclass(frozen=True)
class Certificate:
    """A claim about the version space of one problem, with its evidence."""

    sha256: str  # of what is certified: evidence, class and gold
    setting: Setting
    hypothesis: HypothesisClass
    claim: Claim
    evidence: Evidence
    id: str | None = None  # of the problem; for people and for pools, never checked
    identity: str = IDENTITY  # what makes two members the same
    covers: str | None = EVIDENCE  # what the digest is of; None in older ones: the whole problem

    @property
    def bounds(self) -> dict[str, object]:
        """The class, for programs."""
        held = self.hypothesis
        plain = {name: getattr(held, name) for name in ("max_parents", "max_ast", "max_depth")}
        erring = {"errors": held.errors} if held.errors else {}
        return plain | erring | ({"knowledge": held.knowledge.to_dict()} if held.knowledge else {})

    def to_dict(self) -> dict[str, object]:
        """The document; ``json.dumps`` of it is the file."""
        body = {
            "setting": str(self.setting),
            "class": {**self.bounds, "source": self.hypothesis.source},
            "identity": self.identity,
            "claim": self.claim.to_dict(),
            "evidence": self.evidence.to_dict(),
        }
        return write_envelope(FAMILY, self.sha256, self.id, body, self.covers)


def read_certificate(document: object) -> Certificate:
    """The certificate that a decoded JSON document holds. Raises Rejected with the place."""
    envelope = read_envelope(document, FAMILY, _KEYS, unnamed=True)
    fields = envelope.body
    claim = _read_claim(fields["claim"])
    same = (IDENTITY,) if claim.name == "count" else (IDENTITY, BEHAVIOUR)  # models are counted
    return Certificate(
        envelope.sha256,
        Setting(fields["setting"].choice([str(setting) for setting in Setting])),
        _read_class(fields["class"]),
        claim,
        _read_evidence(fields["evidence"], claim),
        envelope.id,
        fields["identity"].choice(same),
        envelope.covers,
    )


def _read_class(node: Node) -> HypothesisClass:
    bounds = ("max_parents", "max_ast", "max_depth", "source")
    fields = node.fields(*bounds, optional=("errors", "knowledge"))
    errors = fields["errors"].integer(0, 10**9) if "errors" in fields else 0
    known = None
    if "knowledge" in fields:
        from symcause.kernel.class_knowledge import read_known

        known = read_known(fields["knowledge"])

    def bound(key: str) -> int | None:
        return None if fields[key].value is None else fields[key].integer(0, _MAX_BOUND)

    return HypothesisClass(
        bound("max_parents"),
        bound("max_ast"),
        bound("max_depth"),
        fields["source"].text(200),
        errors=errors,
        knowledge=known,
    )


def _read_claim(node: Node) -> Claim:
    every = ("model", "count", "spectrum", "cells")
    name = node.fields("name", optional=every)["name"].choice(CLAIMS)
    if name in ("unique", "no-separating-experiment"):
        return Claim(name, model=read_model(node.fields("name", "model")["model"]))
    if name == "entailed":
        fields = node.fields("name", "model", "cells")
        from symcause.families.boolean.verifier.cell_errors import read_filled

        return Claim(name, read_model(fields["model"]), cells=read_filled(fields["cells"]))
    if name == "count":
        fields = node.fields("name", "count", optional=("spectrum",))
        listed = fields["spectrum"].items(_MAX_BOUND) if "spectrum" in fields else ()
        spectrum = tuple(number.exact() for number in listed)
        return Claim(name, count=fields["count"].exact(), spectrum=spectrum)
    node.fields("name")
    return Claim(name)


def _read_evidence(node: Node, claim: Claim) -> Evidence:
    kinds = dict(node.entries())
    if "kind" not in kinds:
        raise Rejected("the key 'kind' is missing", place=node.place)
    kind = kinds["kind"].choice(_READERS)
    if kind not in CLAIMS[claim.name]:
        raise kinds["kind"].fail(f"evidence of this kind does not show {claim.name!r}")
    evidence: Evidence = load(f"symcause.families.boolean.verifier.{_READERS[kind]}")(node)
    return evidence  # what this kind needs is loaded, and nothing else
