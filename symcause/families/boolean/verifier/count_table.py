"""Count certificates in the Boolean verifier: the number of members by a table of the recursion.

Over one root set, members are the acyclic choices of one fitting function per endogenous variable. The
certificate holds the table of the recursion for every component (:mod:`symcause.kernel.acyclic_count`,
where the mathematics is); the weights, how many fitting functions have which functional parents, are
derived from the rows (:mod:`~verifier.function_weights`).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Literal

from symcause.families.boolean.verifier.certificate_question import MAX_ROOT_SETS, CertifiedQuestion
from symcause.families.boolean.verifier.function_weights import Weights
from symcause.families.boolean.verifier.model_check import (
    MAX_NAMES,
    CertifiedModel,
    check_gold,
    check_member,
)
from symcause.kernel.acyclic_count import components, projected
from symcause.kernel.nodes import MAX_BITS, Node, Rejected, show
from symcause.kernel.recursion_tables import Component, check_component, read_component

if TYPE_CHECKING:
    from symcause.families.boolean.verifier.cell_errors import Packing


@dataclass(frozen=True)
class RootSet:
    """The members over one root set; *empty* names a variable without any mechanism."""

    roots: tuple[str, ...]
    components: tuple[Component, ...] = ()
    empty: str | None = None

    @property
    def total(self) -> int:
        product = 0 if self.empty is not None else 1
        for component in self.components:
            product *= component.total
        return product


@dataclass(frozen=True)
class CountEvidence:
    """One table per component and root set."""

    kind: ClassVar[Literal["count"]] = "count"
    root_sets: tuple[RootSet, ...]
    width: int = 0  # numbers are polynomials of disturbed cells, at 2^width

    @property
    def total(self) -> int:
        return sum(part.total for part in self.root_sets)

    def spectrum(self, question: CertifiedQuestion) -> list[int]:
        """How many models there are, by disturbed cells where there may be any."""
        if (packing := packing_of(question)) is None:
            return [self.total]
        coefficients = [packing.coefficients(part.total) for part in self.root_sets]
        return [sum(level) for level in zip([0] * (packing.degree + 1), *coefficients, strict=True)]

    def to_dict(self) -> dict[str, object]:
        parts = [_write_root_set(part) for part in self.root_sets]
        packed = {"width": self.width} if self.width else {}
        return {"kind": self.kind, **packed, "root_sets": parts}


def _write_root_set(part: RootSet) -> dict[str, object]:
    if part.empty is not None:
        return {"roots": list(part.roots), "empty": part.empty}
    return {"roots": list(part.roots), "components": [c.to_dict() for c in part.components]}


def read_count(node: Node) -> CountEvidence:
    fields = node.fields("kind", "root_sets", optional=("width",))
    parts = (_read_root_set(item) for item in fields["root_sets"].items(MAX_ROOT_SETS))
    width = fields["width"].integer(1, MAX_BITS) if "width" in fields else 0
    return CountEvidence(tuple(parts), width)


def _read_root_set(node: Node) -> RootSet:
    fields = node.fields("roots", optional=("components", "empty"))
    roots = fields["roots"].names(MAX_NAMES)
    if ("empty" in fields) == ("components" in fields):
        raise Rejected("either components or an empty variable", place=node.place)
    if "empty" in fields:
        return RootSet(roots, empty=fields["empty"].name())
    items = fields["components"].items(MAX_NAMES)
    return RootSet(roots, tuple(read_component(item) for item in items))


def packing_of(question: CertifiedQuestion) -> Packing | None:
    """How polynomials of disturbed cells are held, if there may be any."""
    if not question.hypothesis.errors:
        return None
    from symcause.families.boolean.verifier.cell_errors import Packing

    return Packing.of(question)


def check_count(question: CertifiedQuestion, evidence: CountEvidence) -> list[int]:
    """The number of SCMs, by disturbed cells, without regard to how they are written, or Rejected.

    That is the number of members where every function can be written; in a class with bounds on the
    writing, or operators that cannot express everything, it is an upper bound.
    """
    expected = list(question.root_sets())
    if [part.roots for part in evidence.root_sets] != expected:
        raise Rejected("not the root sets of the problem, in order", place="evidence.root_sets")
    local = Weights(question)
    packing = packing_of(question)
    if evidence.width != (packing.width if packing else 0):
        raise Rejected("not the width of these polynomials", place="evidence.width")
    question.work.spend(len(expected) * len(question.position) ** 2, "the root sets")
    for i, part in enumerate(evidence.root_sets):
        place = f"evidence.root_sets[{i}]"
        if part.empty is not None:
            _check_empty(question, local, part, place)
            continue
        if (variable := question.unwritable(part.roots)) is not None:
            raise Rejected(f"{variable} has no admissible root to mention", place=place)
        variables, position = question.endogenous(part.roots), question.position
        found = components(variables, position, local.__getitem__)
        if [component.variables for component in part.components] != found:
            raise Rejected("not the strongly connected components, in order", place=place)
        for j, component in enumerate(part.components):
            weights = projected(component.variables, position, local.__getitem__)
            where = f"{place}.components[{j}]"
            check_component(
                component, weights, question.work, where, packing.modulus if packing else None
            )
    return evidence.spectrum(question)


def _check_empty(question: CertifiedQuestion, local: Weights, part: RootSet, place: str) -> None:
    if part.empty not in question.endogenous(part.roots):
        raise Rejected("not an endogenous variable", place=place, value=part.empty)
    if local[part.empty] and question.unwritable(part.roots) is None:
        raise Rejected(f"{part.empty} has a mechanism that fits", place=place)


def check_claim(
    question: CertifiedQuestion,
    evidence: CountEvidence,
    claim: str,
    model: CertifiedModel | None,
    count: int | None,
    spectrum: tuple[int, ...],
) -> str:
    """What the total of the tables says about a claim. Raises Rejected."""
    found = check_count(question, evidence)
    total = sum(found)
    if claim == "unique":
        assert model is not None
        check_member(question, model)
        check_gold(question, model.scm)
        if total != 1:
            raise Rejected(f"the tables give {show(total)} SCMs, not one", place="claim")
        return "the recursion gives one explaining SCM, and the model is one"
    if total != (0 if claim == "inconsistent" else count):
        raise Rejected(f"the tables give {show(total)} SCMs", place="claim")
    if spectrum and list(spectrum) != found:
        raise Rejected("the tables give other numbers by disturbed cells", place="claim.spectrum")
    if total and question.needs_expressions:
        raise Rejected(
            "no certificate of a count where the writing of functions is bounded", place="class"
        )
    return f"the recursion gives {show(total)} explaining SCMs"
