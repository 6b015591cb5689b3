"""The bound certificate of a scenario: cuts and boxes fine enough to decide the threshold.

The kernel does the counting: cuts become finer until its bounds decide the status of the threshold, and
boxes of designs are split until its bound of each is low enough. What it does not accept is not written.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from symcause.answers import Unknown
from symcause.budgets import Meter
from symcause.families.scenario.bounds import SPLITTING_STEPS
from symcause.families.scenario.certify.design_splits import Splitting
from symcause.families.scenario.documents.question_documents import OptimumPart, ScenarioAudit
from symcause.families.scenario.files.document_writer import write_values
from symcause.families.scenario.models.model_components import Draw, Value
from symcause.families.scenario.models.rational_intervals import rounded
from symcause.families.scenario.problem.fingerprint import fingerprint
from symcause.families.scenario.problem.problem import ScenarioProblem
from symcause.families.scenario.verifier.bounds.box_tree import Bounds
from symcause.families.scenario.verifier.kernel import verify
from symcause.kernel.envelope import write_envelope
from symcause.kernel.nodes import Node, Rejected
from symcause.kernel.work import Work
from symcause.models.exact_numbers import MAX_EXPONENT

CUTS = (1, 5, 10, 20)
"""Into how many cells every continuous draw is cut, one after the other."""

SECONDS = 60.0
"""What checking the bounds may take: the kernel counts this many seconds as steps, by no clock."""

LEAST = Fraction(1, 10**MAX_EXPONENT)
"""The least number above zero that certificates say."""

Document = dict[str, object]


class Certifier:
    """The certificate of one audit."""

    def __init__(
        self, problem: ScenarioProblem, document: ScenarioAudit, seconds: float = SECONDS
    ) -> None:
        self.problem, self.document = problem, document
        self.work, self.splitting = Work(seconds), int(SPLITTING_STEPS * seconds / SECONDS)
        best = document.optimum
        self.witness = problem.default if best is None else design_of(best)

    def certificate(self) -> Document | Unknown:
        """The claim of the whole scenario; of its threshold alone where a trap is beyond the bounds."""
        standing = self.document.threshold
        if standing is None or standing.status == "unknown":
            return Unknown(self.document.reason or "there is no verdict to certify")
        claim: Document = {"name": "threshold", "status": standing.status, "by": standing.by}
        why = "the bounds do not decide it"
        for parts in CUTS:
            try:
                evidence = self._evidence(standing.status, parts)
                found = write(self.problem, claim, evidence)
                checked = verify(self.problem, found, self.work)
                if checked.accepted:
                    return self._whole(evidence, claim) or found
                why = checked.reason or why
            except Rejected as error:
                why = str(error)
        return Unknown(why)

    def _evidence(self, status: str, parts: int) -> Document:
        """The evidence with this many cells for each draw."""
        cells = cuts(self.problem, parts)
        if status == "unreachable":
            asked = self.problem.evaluate
            assert asked is not None
            return {"kind": "tree", "cells": {}, "tree": self._tree(asked.threshold, parts)}
        design = {"design": write_values(self.witness)}
        claimed, asked = self.problem.claims.gap, self.problem.evaluate
        assert asked is not None
        if claimed is None or status == "trivial" or self._far(claimed[1] + asked.threshold, cells):
            return {"kind": "cells", "cells": cells, **design}
        bound = claimed[1] if status == "sound" else claimed[0]
        tree = self._tree(asked.threshold + bound, parts)
        return {"kind": "tree", "cells": cells, "tree": tree, **design}

    def _far(self, bound: Fraction, cells: Mapping[str, list[str]]) -> bool:
        """Is the best known design surely above a bound?"""
        return self._bounds(cells).value(self.witness)[0] > bound

    def _bounds(self, cells: Mapping[str, list[str]]) -> Bounds:
        return Bounds(self.problem, {"cells": Node(dict(cells), "cells")}, self.work)

    def _tree(self, below: Fraction, parts: int) -> Document:
        """Boxes of designs that the engine bounds below a number. Raises Beyond."""
        cells = cuts(self.problem, (parts + 1) // 2)
        return Splitting(self.problem, below, cells, Meter(self.splitting)).tree()

    def _whole(self, evidence: Document, standing: Document) -> Document | None:
        """The claim of the whole scenario on the same evidence, if the kernel accepts it."""
        traps: Document = {}
        for name in self.problem.claims.traps:
            part = self.document.traps.get(name)
            if part is None or part.status != "undefined":
                return None
            traps[name] = {"status": "undefined", "pair": None, "association": None, "effect": None}
        full = dict(evidence)
        if full["kind"] == "cells":
            full |= {"kind": "tree", "tree": {"cells": {}}}
        full.pop("design", None)
        try:
            fields = {key: Node(full[key], key) for key in ("cells", "tree")}
            bounds = Bounds(self.problem, fields, self.work)
            low, upper = bounds.value(self.witness)[0], bounds.upper()
        except Rejected:
            return None
        claim: Document = {
            "name": "scenario",
            "optimum": {
                "design": write_values(self.witness),
                "low": _outward(low, up=False),
                "upper": _outward(upper, up=True),
            },
            "threshold": {key: standing[key] for key in ("status", "by")},
            "traps": traps,
        }
        found = write(self.problem, claim, full)
        return found if verify(self.problem, found, self.work).accepted else None


def design_of(best: OptimumPart) -> dict[str, Value]:
    """The design that a document names."""
    return {
        name: value if isinstance(value, bool | str) else Fraction(value)
        for name, value in best.design.items()
    }


def _outward(number: Fraction, up: bool) -> str:
    """A bound, rounded; nearer to zero than the kernel reads there are zero and the least that it reads."""
    if 0 < abs(number) < LEAST:
        number = LEAST * (number > 0) if up else -LEAST * (number < 0)
    return rounded(number, up)


def cuts(problem: ScenarioProblem, parts: int) -> dict[str, list[str]]:
    """Every continuous draw in equal parts."""
    even = [str(Fraction(i, parts)) for i in range(1, parts)]
    drawn = [v for v in problem.variables if isinstance(v, Draw)]
    return {v.name: even for v in drawn if v.distribution.kind == "uniform"} if even else {}


def write(problem: ScenarioProblem, claim: Document, evidence: Document) -> Document:
    """A certificate about the declared space."""
    body = {"space": "declared", "stage": problem.final, "claim": claim, "evidence": evidence}
    return write_envelope("scenario", fingerprint(problem), problem.id, body)
