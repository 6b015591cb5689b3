"""Problem measures of Boolean audits: what may go with difficulty.

A measure that is out of reach, or needs gold where there is none, is None.
"""

from __future__ import annotations

from collections.abc import Callable
from math import log2

from symcause.families.boolean.audits.alternatives.shortcuts import shortcuts
from symcause.families.boolean.audits.audit_options import AuditOptions
from symcause.families.boolean.audits.evidence.pattern_support import support_report
from symcause.families.boolean.audits.evidence.redundancy import redundancy_report
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.families.boolean.space.decision import decide
from symcause.families.boolean.space.exact.problem_tally import tally_from_weights
from symcause.families.boolean.space.mechanisms.class_evidence import Evidence
from symcause.families.boolean.space.reach import Reach
from symcause.families.boolean.space.space_choice import open_space
from symcause.models.disclosure import Setting
from symcause.scoring.difficulty.difficulty_study import HIDDEN_ORDER, HIDDEN_ROOTS
from symcause.scoring.difficulty.success_record import Measures, known

NAMES = (
    "log2_count",
    "log2_graphs",
    "support",
    "shortcuts",
    "minimal_worlds",
    "gold_ast",
    "variables",
    HIDDEN_ORDER,
    HIDDEN_ROOTS,
)
"""In the order of tables."""


def graph_count(problem: BooleanProblem, evidence: Evidence | None = None) -> int:
    """How many acyclic maps of functional parents have a member, each with its roots.

    Raises LimitError where that is out of reach.
    """
    evidence, hypotheses = evidence or Evidence(problem), problem.default_class()
    evidence.check_reach(hypotheses)
    tally = tally_from_weights(
        problem,
        hypotheses,
        evidence,
        lambda v: dict.fromkeys(evidence.local_space(v, hypotheses).weights, 1),
    )
    return tally.count_by_cases()


def problem_measures(problem: BooleanProblem) -> Measures:
    """All measures of one problem."""
    own = _Measured(problem)
    hidden = problem.setting in (Setting.HIDDEN_ORDER, Setting.HIDDEN_ROOTS)
    found: dict[str, Callable[[], float | None]] = {
        "log2_count": own.count,
        "log2_graphs": own.graphs,
        "support": own.support,
        "shortcuts": own.shortcuts,
        "minimal_worlds": own.worlds,
        "gold_ast": lambda: None if problem.gold is None else problem.gold.total_ast,
        "variables": lambda: len(problem.variables),
        HIDDEN_ORDER: lambda: int(hidden),
        HIDDEN_ROOTS: lambda: int(problem.setting is Setting.HIDDEN_ROOTS),
    }
    return known({name: found[name] for name in NAMES})


class _Measured:
    """What several measures share."""

    def __init__(self, problem: BooleanProblem) -> None:
        self._problem, self._evidence = problem, Evidence(problem)
        self._plain = open_space(problem).reach is Reach.MECHANISMS
        self._counted: int | None = None

    def count(self) -> float | None:
        count = decide(open_space(self._problem)).count
        if not isinstance(count, int) or count == 0:
            return None
        self._counted = count
        return log2(count)

    def graphs(self) -> float | None:
        number = graph_count(self._problem, self._evidence) if self._plain else 0
        return log2(number) if number else None

    def support(self) -> float | None:
        if not self._plain:
            return None
        options = AuditOptions()
        report = support_report(
            self._problem, self._problem.gold_scm, self._evidence, options.probe_size
        )
        return None if report is None else float(report.mean_coverage)

    def shortcuts(self) -> float | None:
        gold = self._problem.gold_scm
        if gold is None or not self._plain:
            return None
        found = shortcuts(self._evidence, gold, AuditOptions().shortcut_cap)
        if found is None or any(number is None for number in found.values()):
            return None
        return sum(number for number in found.values() if number is not None)

    def worlds(self) -> float | None:
        if self._counted is None or not self._plain:
            return None
        redundancy = redundancy_report(
            self._problem, self._problem.default_class(), known=self._counted
        )
        return redundancy.size if redundancy.optimal else None
