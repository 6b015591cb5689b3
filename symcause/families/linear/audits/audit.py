"""Audits of linear and quadratic problems: what the evidence settles about graph, edges and the reactor.

:func:`count_document` and :func:`audit_document` hold what ``symcause count`` and ``symcause audit`` print.
The count is that of *graphs* (verdict ``unique``: one graph); models are counted too where coefficients are
integers. Bounds are exact texts, null where there is none.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from fractions import Fraction

from symcause.answers import Unknown
from symcause.audits.space import EdgeStatus
from symcause.errors import ProblemError
from symcause.families.boolean.audits.count import log10
from symcause.families.boolean.audits.verdicts import Verdict
from symcause.families.linear.audits.misfit import misfit_document
from symcause.families.linear.models.crystals import CrystalModel
from symcause.families.linear.problem.problem import LinearProblem
from symcause.families.linear.problem.replay import reactor_target
from symcause.families.linear.space.explanation import explain_edge
from symcause.families.linear.space.hidden import HiddenSpace
from symcause.families.linear.space.membership import objections_to
from symcause.families.linear.space.opening import open_space, range_of_target
from symcause.families.linear.space.parting import Parting
from symcause.families.linear.space.separation import two_members
from symcause.families.linear.space.space import LinearSpace
from symcause.families.linear.space.target import TargetRange
from symcause.models.equations import State
from symcause.models.numbers import print_number

IDENTITY = "graph"
"""Two members count as one if they have the same edges."""

Space = LinearSpace | HiddenSpace


def count_document(
    problem: LinearProblem,
    *,
    max_parents: int | None = None,
    engine: str = "auto",
    seconds: float | None = None,
    tolerance: Fraction = Fraction(0),
) -> dict[str, object]:
    """How many graphs (and models) explain the evidence, which edges are settled, the reactor's range."""
    problem.require_evidence()
    problem = _bounded(problem, max_parents)
    space = open_space(problem, engine=engine, seconds=seconds)
    return _count(problem, space, tolerance)


def _bounded(problem: LinearProblem, max_parents: int | None) -> LinearProblem:
    return problem if max_parents is None else replace(problem, max_parents=max_parents)


def _count(problem: LinearProblem, space: Space, tolerance: Fraction) -> dict[str, object]:
    graphs, models = space.count(), space.models()
    edges, target = space.edges(), range_of_target(space)
    known = not isinstance(graphs, Unknown)
    document: dict[str, object] = {
        "problem": problem.id,
        "setting": str(problem.family),
        "semantics": str(problem.semantics),
        "class": problem.class_document(),
        "identity": IDENTITY,
        "count": graphs if known else None,
        "log10": log10(graphs),
        "status": "exact" if known else "unknown",
        "reason": graphs.reason if isinstance(graphs, Unknown) else None,
        "graphs": graphs if known else None,
        "models": None if isinstance(models, Unknown) else models,
        "target": target_document(target, tolerance),
        "edges": None
        if isinstance(edges, Unknown)
        else {f"{cause}->{effect}": str(status) for (cause, effect), status in edges.items()},
    }
    if isinstance(models, Unknown):
        document["models_reason"] = models.reason
    return document


def target_document(target: TargetRange | Unknown | None, tolerance: Fraction) -> dict[str, object]:
    """The reactor's target as JSON output shows it; ``entailed`` is null where nothing can be said."""
    if target is None or isinstance(target, Unknown):
        reason = "no reactor, or no member" if target is None else target.reason
        return {"low": None, "high": None, "entailed": None, "reason": reason}
    return {
        "low": None if target.low is None else print_number(target.low),
        "high": None if target.high is None else print_number(target.high),
        "entailed": target.entailed(tolerance),
        "tolerance": print_number(tolerance),
        "attained": {"low": target.low_attained, "high": target.high_attained},
        "witnesses": {
            "low": model_document(target.low_model),
            "high": model_document(target.high_model),
        },
    }


def model_document(model: CrystalModel) -> dict[str, str]:
    """A model as its equations."""
    return {name: str(equation) for name, equation in model.equations.items()}


@dataclass(frozen=True)
class GoldReport:
    """What can be said about the true equations."""

    legal: bool
    fits: bool
    in_class: bool
    reactor: bool | None

    def to_dict(self) -> dict[str, object]:
        return {
            "valid": self.legal and self.fits,
            "train_exact": self.fits,
            "heldout_exact": self.reactor,
            "in_class": self.in_class,
        }


def gold_report(problem: LinearProblem) -> GoldReport | None:
    """Is gold legal, does it fit the evidence and the class, does it give the reactor's target?"""
    if problem.gold is None:
        return None
    try:
        model = problem.gold_model()
    except ProblemError:
        return GoldReport(False, False, False, None)
    assert model is not None
    objections = objections_to(problem, model)
    stated, predicted = problem.gold.reactor_target, reactor_target(problem, model)
    return GoldReport(
        True,
        all(o.place is None for o in objections),
        all(o.place is not None for o in objections),
        None if stated is None or predicted is None else stated == predicted,
    )


def audit_document(
    problem: LinearProblem,
    *,
    max_parents: int | None = None,
    engine: str = "auto",
    seconds: float | None = None,
    tolerance: Fraction = Fraction(0),
    explain_seconds: float = 2.0,
) -> dict[str, object]:
    """The whole audit: counts, verdict, gold, two members told apart, why edges are forced, misfit."""
    began = time.perf_counter()
    problem.require_evidence()
    problem = _bounded(problem, max_parents)
    space = open_space(problem, engine=engine, seconds=seconds)
    document = _count(problem, space, tolerance)
    gold = gold_report(problem)
    verdict = judge(space.count(), gold)
    separable, alternatives = _alternatives(space)
    document |= {
        "verdict": str(verdict),
        "separable": separable,
        "gold": None if gold is None else gold.to_dict(),
        "support": None,
        "shortcuts": None,
        "profile": _profile(problem, space),
        "alternatives": alternatives,
        "why": _why(space, explain_seconds),
        "misfit": misfit_document(problem, explain_seconds) if space.count() == 0 else None,
        "seconds": round(time.perf_counter() - began, 3),
    }
    return document


def judge(graphs: int | Unknown, gold: GoldReport | None) -> Verdict:
    """The verdict about the number of graphs."""
    if gold is not None and not (gold.legal and gold.fits):
        return Verdict.INVALID
    if gold is not None and not gold.in_class:
        return Verdict.GOLD_OUTSIDE
    if isinstance(graphs, Unknown):
        return Verdict.UNKNOWN
    if graphs == 0:
        return Verdict.INCONSISTENT
    return Verdict.UNIQUE if graphs == 1 else Verdict.AMBIGUOUS


def _profile(problem: LinearProblem, space: Space) -> list[dict[str, object]]:
    """Graphs for each bound on the number of parents."""
    if not isinstance(space, LinearSpace) or isinstance(space.choices, Unknown):
        return []
    from symcause.solvers.acyclic import count_acyclic

    most = max((m.bit_count() for table in space.choices for m in table), default=0)
    return [
        {
            "max_parents": bound,
            "count": count_acyclic(
                [{m: 1 for m in t if m.bit_count() <= bound} for t in space.choices]
            ),
        }
        for bound in range(most + 1)
    ]


def _alternatives(space: Space) -> tuple[bool | None, list[dict[str, object]]]:
    """Two members, the intervention between them, and what each would read after it."""
    if isinstance(space, HiddenSpace):
        return None, []
    found = two_members(space)
    if found is None:
        return (None if isinstance(space.count(), Unknown) else False), []
    if not isinstance(found, Parting):
        return None, []
    step = found.intervention
    shared: dict[str, object] = {
        "experiment": {"assignments": {step.variable: print_number(step.value)}},
        "changed": list(found.differing),
    }
    sides = zip((found.first, found.second), found.readings, strict=True)
    return True, [{"equations": model_document(m), **shared, "reads": _reads(r)} for m, r in sides]


def _reads(state: State) -> dict[str, str]:
    return {name: print_number(value) for name, value in state.items()}


def _why(space: Space, seconds: float) -> dict[str, object]:
    """For every edge that is in all members, rows that force it, while the time lasts."""
    edges = space.edges()
    if isinstance(space, HiddenSpace) or isinstance(edges, Unknown) or space.count() == 0:
        return {}
    end = time.monotonic() + seconds
    reasons: dict[str, object] = {}
    for (cause, effect), status in edges.items():
        left = end - time.monotonic()
        if status is not EdgeStatus.ALWAYS or left <= 0:
            continue
        found = explain_edge(space, cause, effect, always=True, seconds=left)
        if found is not None and not isinstance(found, Unknown):
            reasons[f"{cause}->{effect}"] = {
                "rows": [str(row) for row in found.rows],
                "minimum": found.minimum,
            }
    return reasons
