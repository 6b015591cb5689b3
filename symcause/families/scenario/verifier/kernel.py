"""The kernel of the scenario verifier: checks a certificate against its file.

``symcause.certificate/1`` of the family ``scenario`` has a space, a stage, a claim and its evidence.
*finite* evidence is the scenario itself: every unit of every design is listed in exact fractions. *cells*
and *tree* are bounds: cuts of continuous draws and boxes of designs, in rational ranges rounded outwards;
what they do not decide is neither accepted nor rejected.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from symcause.errors import UsageError
from symcause.families.scenario.problem.fingerprint import fingerprint
from symcause.families.scenario.problem.problem import ScenarioProblem
from symcause.families.scenario.verifier.budget.budget_claim import check_budget
from symcause.families.scenario.verifier.finite_claims import (
    check_optimum,
    check_threshold,
    check_trap,
    check_value,
    trap_names,
)
from symcause.families.scenario.verifier.finite_scenario import Finite
from symcause.families.scenario.verifier.finite_status import Data
from symcause.families.scenario.verifier.twin_claim import check_twin
from symcause.kernel.envelope import read_envelope
from symcause.kernel.nodes import MAX_NAME, Beyond, Node, Rejected
from symcause.kernel.verification import Scope, Verification, Verifier
from symcause.kernel.work import Work

TRAP = ("status", "pair", "association", "effect")
CLAIMS = {
    "value": ("design", "low", "high"),
    "optimum": ("design", "low", "upper"),
    "threshold": ("status", "by"),
    "trap": ("variable", *TRAP),
    "scenario": ("optimum", "threshold", "traps"),
    "twin": ("other", "lambda", "passive", "active"),
    "budget": ("other", "view", "payoff", "units", "low", "high"),
}
"""The claims by name, with their keys."""


@dataclass(frozen=True)
class _Certificate:
    """The frame of a certificate and the name of its claim; the rest is read as it is checked."""

    sha256: str
    claim: str
    body: Mapping[str, Node]


def verify(
    problem: ScenarioProblem,
    certificate: object,
    work: Work | None = None,
    other: ScenarioProblem | None = None,
) -> Verification:
    """Check a certificate, given as a decoded JSON document; one of twins is about the *other*, too."""

    def check(problem: ScenarioProblem, found: _Certificate, work: Work) -> str:
        if found.claim in ("twin", "budget") and other is None:
            raise UsageError(
                "a certificate of twins or rivals is about two scenarios",
                remedy="--twin OTHER names the second",
            )
        said, kind = _stated(problem, found)
        finite, evidence = Finite(problem, work), found.body["evidence"]
        if kind != "finite":
            return _bounded(finite, found.claim, said, evidence, work)
        if found.claim == "budget" and other is not None:
            shown = evidence.fields("kind", "single", "grid", "groups")
            return check_budget(finite, other, said, shown)
        evidence.fields("kind")
        _all_units(finite)
        if found.claim == "twin" and other is not None:
            return check_twin(finite, other, said)
        return _CHECKS[found.claim](finite, said)

    verifier = Verifier(_read, lambda found: found.claim, fingerprint, check, _scope)
    return verifier(problem, certificate, work)


def _read(document: object) -> _Certificate:
    envelope = read_envelope(document, "scenario", ("space", "stage", "claim", "evidence"))
    name = dict(envelope.body["claim"].entries()).get("name")
    if name is None:
        raise Rejected("the key 'name' is missing", place="claim")
    return _Certificate(envelope.sha256, name.choice(tuple(CLAIMS)), envelope.body)


def _scope(problem: ScenarioProblem, found: _Certificate) -> Scope:
    return Scope({}, "declared space")


def _stated(problem: ScenarioProblem, certificate: _Certificate) -> tuple[dict[str, Node], str]:
    """The keys of the claim and the kind of the evidence. Raises Rejected."""
    body = certificate.body
    if body["space"].choice(("declared", "accepted")) != "declared":
        raise Beyond("the accepted space has no end: it is not listed", place="space")
    if body["stage"].text(MAX_NAME) != problem.final:
        raise body["stage"].fail(f"the stage of the evaluation is {problem.final}")
    kind = dict(body["evidence"].entries()).get("kind")
    if kind is None:
        raise Rejected("the key 'kind' is missing", place="evidence")
    said = body["claim"].fields("name", *CLAIMS[certificate.claim])
    return said, kind.choice(("finite", "cells", "tree"))


def _bounded(finite: Finite, claim: str, said: dict[str, Node], evidence: Node, work: Work) -> str:
    """What bounds establish."""
    from symcause.families.scenario.verifier.bounds.bound_claims import Bounded
    from symcause.families.scenario.verifier.bounds.box_tree import Bounds

    if claim in ("twin", "budget"):
        raise evidence.fail("twins and rivals are listed, not bounded")
    trees = ("tree",) if dict(evidence.entries())["kind"].value == "tree" else ()
    fields = evidence.fields("kind", "cells", *trees, optional=("design",))
    bounds = Bounds(finite.problem, fields, work)
    return Bounded(bounds, finite, fields.get("design")).checks[claim](said)


def _all_units(finite: Finite) -> None:
    """Look at every unit of the space once: none may have a draw without a probability."""
    for design in finite.designs():
        finite.value(design)


def _trap(finite: Finite, said: dict[str, Node]) -> str:
    name = said["variable"].text(MAX_NAME)
    if name not in finite.problem.design and all(v.name != name for v in finite.problem.variables):
        raise said["variable"].fail("no such variable")
    return check_trap(Data(finite), name, said)


def _scenario(finite: Finite, said: dict[str, Node]) -> str:
    optimum = check_optimum(finite, said["optimum"].fields("design", "low", "upper"))
    standing = check_threshold(finite, said["threshold"].fields("status", "by"))
    data = Data(finite)
    traps = [
        check_trap(data, name, node.fields(*TRAP))
        for name, node in trap_names(finite, said["traps"]).items()
    ]
    return "; ".join((optimum, standing, *traps))


_CHECKS: dict[str, Callable[[Finite, dict[str, Node]], str]] = {
    "value": check_value,
    "optimum": check_optimum,
    "threshold": check_threshold,
    "trap": _trap,
    "scenario": _scenario,
}
