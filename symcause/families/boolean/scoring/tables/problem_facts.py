"""Problem facts behind the Boolean tables: what a summary must know about each problem.

Two problems belong to the same *latent* problem if their metadata says so (key ``latent``, or another
one that the caller names); else every problem is its own.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from msgspec import UNSET, UnsetType

from symcause.errors import LimitError
from symcause.families.boolean.problem.evaluator_order import parameter
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.families.boolean.scoring.bundle_scope import is_counted
from symcause.families.boolean.scoring.check.checker import scorer_of
from symcause.families.boolean.space.noise.cell_disturbance import may_err
from symcause.models.disclosure import Setting

ALTERNATIVE = "alternative "
"""Unless the caller groups otherwise, Alternative-SCM problems are grouped as this and the setting."""

IDENTIFY = "identification "


@dataclass(frozen=True)
class Member:
    """A problem, as summaries know it."""

    id: str
    group: str
    latent: str
    setting: str
    alternative: bool
    has_heldout: bool
    has_gold: bool
    sources: frozenset[str] | None  # who found the known alternative; None: none is known
    identify: bool = False
    certification: str | None = None
    in_bundle: bool = False  # counted in the released analysis bundle
    kill_coverage: float | None = None  # share of variables that lost a shortcut in generation
    # where evidence may err: the training cells that gold disturbs, None if that is not known
    gold_disturbed: int | UnsetType | None = UNSET
    counterexamples: bool = False  # of the level Counterexample Audit

    @property
    def hidden_roots(self) -> bool:
        return self.setting == Setting.HIDDEN_ROOTS

    @property
    def bins(self) -> tuple[bool, bool, bool] | None:
        """Is that share low, middling, high?"""
        ratio = self.kill_coverage
        return None if ratio is None else (ratio <= 0.5, 0.5 < ratio <= 0.75, ratio > 0.75)

    def relation(self, model: str) -> tuple[bool, bool, bool, bool, bool]:
        """Known pair; then only others', the model's own too, or nobody's; or open-ended."""
        known, named = self.sources is not None, bool(self.sources)
        own = model in (self.sources or ())
        return known, named and not own, own, known and not named, not known


def member(problem: BooleanProblem, *, group: str | None = None, pair_by: str = "latent") -> Member:
    """How a problem enters summaries; its *group* is the setting, unless it is said."""
    if group is None:
        task = ALTERNATIVE if problem.is_alternative_task else IDENTIFY if problem.identify else ""
        group = f"{task}{problem.setting}"
    latent = problem.metadata.get(pair_by)
    latent = problem.id if latent is None else latent
    return Member(
        problem.id,
        group,
        str(latent),
        str(problem.setting),
        problem.is_alternative_task,
        bool(problem.heldout),
        problem.gold is not None,
        _sources(problem.metadata.get("alternative")),
        problem.identify,
        problem.certification,
        is_counted(problem),
        _kill_coverage(problem),
        _gold_disturbed(problem),
        _is_audited(problem.metadata.get("level"), group),
    )


def _is_audited(level: object, group: str) -> bool:
    """Is a problem of the Counterexample Audit: by its metadata, or by a group called so (Hid-CEx)?"""
    said = str(level).casefold().replace("-", " ")
    return said in ("counterexample", "counterexample audit", "cex") or group.casefold().endswith(
        "cex"
    )


def _kill_coverage(problem: BooleanProblem) -> float | None:
    result = parameter(problem, "generationDiagnostics")
    found = result.get("kill_coverage_ratio") if isinstance(result, Mapping) else None
    return float(found) if isinstance(found, int | float) else None


def _gold_disturbed(problem: BooleanProblem) -> int | UnsetType | None:
    if not may_err(problem):
        return UNSET
    try:
        return scorer_of(problem).gold_disturbed
    except LimitError:
        return None


def _sources(record: object) -> frozenset[str] | None:
    """The systems that a record of the known alternative names."""
    if not isinstance(record, Mapping):
        return None
    systems = record.get("systems")
    return frozenset(map(str, systems)) if isinstance(systems, list | tuple) else frozenset()
