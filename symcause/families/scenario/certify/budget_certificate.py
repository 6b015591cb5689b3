"""The budget certificate, to certify how well the units of a scenario tell two rivals apart.

The grid of beliefs is coarser than that of the engine, so that the kernel can go over it in whole numbers;
what is claimed is what that grid proves. A history enters the lower end in groups of like histories.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import exp

import numpy as np

from symcause.answers import Unknown
from symcause.audits.certificate_acceptance import Accepted, accepted
from symcause.families.scenario.bounds import INNER_BELIEFS, KERNEL_WORK, LEAST_INNER_BELIEFS
from symcause.families.scenario.budget.policies.belief_ascent import NAME
from symcause.families.scenario.budget.policies.belief_grid import (
    Moves,
    ceiling,
    grid_of,
    raised,
    span,
)
from symcause.families.scenario.budget.policies.payoff_vectors import Payoff, naming
from symcause.families.scenario.budget.policies.ratio_classes import Experiment, maximal, reduced
from symcause.families.scenario.budget.rival_views import WIN
from symcause.families.scenario.budget.view_laws import COUNTS, SHOWN, Laws
from symcause.families.scenario.budget.win_payoffs import win_payoff
from symcause.families.scenario.documents.budget_document import BudgetPart
from symcause.families.scenario.models.model_components import Value
from symcause.families.scenario.models.rational_intervals import rounded
from symcause.families.scenario.models.term_evaluation import Inexact
from symcause.families.scenario.problem.fingerprint import fingerprint
from symcause.families.scenario.problem.problem import ScenarioProblem
from symcause.families.scenario.verifier.budget.budget_claim import MOST_GROUPS, Comparison
from symcause.families.scenario.verifier.budget.integer_values import SCALE
from symcause.families.scenario.verifier.finite_scenario import Finite
from symcause.kernel.envelope import write_envelope
from symcause.kernel.nodes import Rejected
from symcause.kernel.work import Work

DIGITS = 6
ROOM = Fraction(1, 5 * 10**6)
"""Added to what floats find: more than whole numbers of the kernel are rounded up."""

WORK = 60.0
EVEN = (Fraction(1, 2), Fraction(1, 2))


def budget_certificate(
    rivals: Sequence[ScenarioProblem],
    part: BudgetPart,
    view: str | None = None,
    payoff: str = NAME,
) -> Accepted | Unknown:
    """The certificate of one view and payoff, after the kernel's word about it; or why there is none.

    Unless a view is named it is what is shown; counts where nothing can be said of that.
    """
    if len(rivals) != 2:
        return Unknown("there are certificates of two rivals only")
    if part.prior != ("1/2", "1/2"):
        return Unknown("there are certificates of even priors only")
    if view is None:
        view = COUNTS if part.views[SHOWN].name is None else SHOWN
    known = part.views[view]
    if known.name is None or known.single is None:
        return Unknown(known.reason or "nothing is known of this view")
    design: dict[str, Value] = {
        name: value if isinstance(value, bool | str) else Fraction(value)
        for name, value in known.single.design.items()
    }
    try:
        made = _Made(rivals[0], rivals[1], view, payoff, part.units)
        low, cuts = made.low(design)
        high, grid = made.high()
    except (Rejected, Inexact) as error:
        return Unknown(str(error))
    claim = {
        "name": "budget",
        "other": {"id": rivals[1].id, "sha256": fingerprint(rivals[1])},
        "view": view,
        "payoff": payoff,
        "units": part.units,
        "low": rounded(low, up=False, digits=DIGITS),
        "high": rounded(min(high, Fraction(1)), up=True, digits=DIGITS),
    }
    evidence = {
        "kind": "finite",
        "single": dict(known.single.design),
        "grid": grid,
        "groups": cuts,
    }
    body = {"space": "declared", "stage": rivals[0].final, "claim": claim, "evidence": evidence}
    document = write_envelope("scenario", fingerprint(rivals[0]), rivals[0].id, body)
    return accepted(rivals[0], document, other=rivals[1])


class _Made:
    """The two ends of a claim, and their evidence."""

    def __init__(
        self, first: ScenarioProblem, second: ScenarioProblem, view: str, payoff: str, units: int
    ) -> None:
        work = Work(WORK)
        self.problems = (first, second)
        self.both = Comparison(Finite(first, work), Finite(second, work), view, payoff)
        self.view, self.payoff, self.units = view, payoff, units

    def low(self, design: dict[str, Value]) -> tuple[Fraction, list[str] | None]:
        """What the units of a design prove, and the cuts between groups of histories."""
        cuts = _cuts() if self.both.informs else None
        number = self.both.low(design, self.units, [Fraction(cut) for cut in cuts or ()])
        return number, cuts

    def high(self) -> tuple[Fraction, list[str]]:
        """What a grid proves, by floats with room for the rounding of the kernel; and the grid."""
        listed = self.both.first.designs()
        view = Laws(self.problems, listed).view(self.view)
        assert view.records is not None, "what is told of a view is known by now"
        told = [reduced(view.high[place]) for place in maximal(view.high)]
        whole = _beliefs(told, self.units)
        x = np.array([part / SCALE for part in whole])
        grid = grid_of(x, np.array([(SCALE - part) / SCALE for part in whole]))
        moves, roof = Moves(grid, told), ceiling(grid, self._payoff(listed).high)
        for _ in range(self.units):
            roof, _ = raised(moves, roof)
        number = Fraction(roof.worth(view.records.on_grid(grid, EVEN)))
        return number + ROOM, [_decimal(part) for part in whole]

    def _payoff(self, listed: Sequence[dict[str, Value]]) -> Payoff:
        payoff = win_payoff(self.problems, listed) if self.payoff == WIN else naming(2)
        if payoff is None:
            raise Rejected("there is nothing to win")
        return payoff


def _beliefs(told: Sequence[Experiment], units: int) -> list[int]:
    """Inner beliefs in parts of the kernel's scale: as many as it can go over."""
    outcomes, reach = sum(map(len, told)), span(told, units)
    inner = max(LEAST_INNER_BELIEFS, min(INNER_BELIEFS, KERNEL_WORK // (max(units, 1) * outcomes)))
    odds = (reach * (2 * k / (inner - 1) - 1) for k in range(inner))
    return sorted({round(SCALE / (1 + exp(-t))) for t in odds})


def _cuts() -> list[str]:
    """Ratios between groups of histories, their logarithms even."""
    size = MOST_GROUPS - 1
    return [f"{exp(8 * (2 * k / (size - 1) - 1)):.9f}" for k in range(size)]


def _decimal(part: int) -> str:
    return f"0.{part:012d}".rstrip("0")
