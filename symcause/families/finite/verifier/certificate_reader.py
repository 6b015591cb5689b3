"""The reader of certificates about finite worlds: claims, and the evidence that each of them takes.

``{"format", "family", "claim", "digest", …, "evidence"}``: what is claimed of the problem with this
digest (the ``model`` that is unique, the ``answer`` of a ``query``, the ``count``), and the evidence by
its ``kind``. A model has its roots and its mechanisms as texts; whether they mean anything is for the
kernel to say.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from symcause.families.finite.models.finite_values import Value
from symcause.kernel.envelope import FORMAT, read_digest
from symcause.kernel.nodes import Node, write_exact

FAMILY = "finite"
AMBIGUOUS, UNIQUE, INCONSISTENT = "ambiguous", "unique", "inconsistent"
ANSWER, COUNT = "answer", "count"
MODELS, LOCAL, STUCK, TWO = "models", "local", "stuck", "two"
RECURSION, LISTING = "recursion", "listing"

CLAIMS = {
    AMBIGUOUS: (MODELS, LISTING),
    UNIQUE: (LOCAL, LISTING),
    INCONSISTENT: (STUCK, LISTING),
    ANSWER: (TWO, LISTING),
    COUNT: (RECURSION, LISTING),
}
"""Every claim, and the kinds of evidence that can show it."""

SETTING = ("setting", "roots", "order", "blocks", "root_count")
PARTS = ("class", "knowledge", *SETTING)
"""What may be asked otherwise than the problem states it."""

_STATED = {UNIQUE: ("model",), ANSWER: ("query", "answer"), COUNT: ("count",)}
_SHOWN = {MODELS: ("models",), LOCAL: ("stuck",), STUCK: ("stuck",), TWO: ("cases",)}
_ALL_KEYS = ("model", "query", "answer", "count")
_MAX_NAMES = 10_000  # variables: of a problem
_MAX_SETS = 200_000  # stuck sets
_MAX_TEXT = 1_000_000  # characters: of one mechanism
_MAX_ID = 500  # characters: of a query or a value


@dataclass(frozen=True)
class WrittenModel:
    """A model as certificates have it: roots, and mechanisms as texts."""

    roots: tuple[str, ...]
    mechanisms: Mapping[str, str]

    def to_dict(self) -> dict[str, object]:
        return {"roots": list(self.roots), "mechanisms": dict(self.mechanisms)}


@dataclass(frozen=True)
class Case:
    """A member, its answer to a query, and its state in the order of the variables, None for an edge."""

    model: WrittenModel
    answer: Value
    state: tuple[Value, ...] | None

    def to_list(self) -> list[object]:
        state = None if self.state is None else list(self.state)
        return [self.model.to_dict(), self.answer, state]


@dataclass(frozen=True)
class Certificate:
    """A claim about the members of one problem, with its evidence."""

    sha256: str
    claim: str
    kind: str
    model: WrittenModel | None = None
    query: str = ""
    answer: Value = ""
    count: int = 0
    stuck: tuple[tuple[str, ...], ...] = ()
    models: tuple[WrittenModel, ...] = ()
    cases: tuple[Case, ...] = ()
    asked: Mapping[str, object] = field(
        default_factory=dict
    )  # parts of the problem in place of its own

    def to_dict(self) -> dict[str, object]:
        """The document; ``json.dumps`` of it is the file."""
        known: dict[str, object] = {
            "model": None if self.model is None else self.model.to_dict(),
            "query": self.query,
            "answer": self.answer,
            "count": write_exact(self.count),
            "stuck": [list(names) for names in self.stuck],
            "models": [model.to_dict() for model in self.models],
            "cases": [case.to_list() for case in self.cases],
        }
        frame = {"format": FORMAT, "family": FAMILY, "claim": self.claim, "digest": self.sha256}
        stated = {key: known[key] for key in _STATED.get(self.claim, ())}
        if self.asked:
            stated = {"asked": dict(self.asked), **stated}
        shown = {key: known[key] for key in _SHOWN.get(self.kind, ())}
        return {**frame, **stated, "evidence": {"kind": self.kind, **shown}}


def read_certificate(document: object) -> Certificate:
    """The certificate that a decoded JSON document holds. Raises Rejected with the place."""
    root = Node(document)
    frame = ("format", "family", "claim", "digest", "evidence")
    fields = root.fields(*frame, optional=(*_ALL_KEYS, "asked"))
    fields["format"].choice((FORMAT,))
    if fields["family"].value != FAMILY:
        raise fields["family"].fail("a certificate about another family of problems")
    claim = fields["claim"].choice(CLAIMS)
    fields = root.fields(*frame, *_STATED.get(claim, ()), optional=("asked",))
    evidence = fields["evidence"]
    kinds = {kind for kinds in CLAIMS.values() for kind in kinds}
    kind = evidence.fields("kind", optional=("stuck", "models", "cases"))["kind"].choice(
        sorted(kinds)
    )
    if kind not in CLAIMS[claim]:
        raise evidence.fail(f"evidence of this kind does not show {claim!r}")
    shown = evidence.fields("kind", *_SHOWN.get(kind, ()))
    return Certificate(
        read_digest(fields["digest"]),
        claim,
        kind,
        _model(fields["model"]) if claim == UNIQUE else None,
        fields["query"].text(_MAX_ID) if claim == ANSWER else "",
        _value(fields["answer"]) if claim == ANSWER else "",
        fields["count"].exact() if claim == COUNT else 0,
        tuple(_stuck(item) for item in shown["stuck"].items(_MAX_SETS)) if "stuck" in shown else (),
        tuple(map(_model, _pair(shown["models"]))) if kind == MODELS else (),
        tuple(map(_case, _pair(shown["cases"]))) if kind == TWO else (),
        _asked(fields["asked"]) if "asked" in fields else {},
    )


def _asked(node: Node) -> dict[str, object]:
    """Parts of a document, read when they stand in one; a class is never the name of a file."""
    parts = node.fields(optional=PARTS)
    if "class" in parts:
        parts["class"].entries()
    return {key: part.value for key, part in parts.items()}


def _pair(node: Node) -> list[Node]:
    items = node.items(2)
    if len(items) != 2:
        raise node.fail("not two")
    return items


def _stuck(node: Node) -> tuple[str, ...]:
    names = node.names(_MAX_NAMES)
    if not names:
        raise node.fail("no variables: every root set would be excluded")
    return names


def _model(node: Node) -> WrittenModel:
    fields = node.fields("roots", "mechanisms")
    texts = fields["mechanisms"].entries(_MAX_NAMES)
    written = {name: text.text(_MAX_TEXT) for name, text in texts}
    return WrittenModel(fields["roots"].names(_MAX_NAMES), written)


def _case(node: Node) -> Case:
    parts = node.items(3)
    if len(parts) != 3:
        raise node.fail("not [model, answer, state]")
    model, answer, state = parts
    if state.value is None:
        return Case(_model(model), _value(answer), None)
    cells = tuple(map(_value, state.items(_MAX_NAMES)))
    return Case(_model(model), _value(answer), cells)


def _value(node: Node) -> Value:
    return node.text(_MAX_ID) if isinstance(node.value, str) else node.integer(-(10**6), 10**6)
