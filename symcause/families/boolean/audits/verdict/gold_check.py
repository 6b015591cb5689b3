"""The gold check of a Boolean audit: whether the gold model is legal and fits the worlds."""

from __future__ import annotations

from msgspec import UNSET, UnsetType

from symcause.families.boolean.documents.audit_document import DisagreementPart, GoldPart
from symcause.families.boolean.problem.legality import illegality
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.families.boolean.space.noise.cell_disturbance import disturbance
from symcause.models.expressions import spell
from symcause.models.variable_names import natural


def gold_report(problem: BooleanProblem, errors: int = 0) -> GoldPart | None:
    """Check gold against the problem, in which this many cells may be disturbed; None without gold."""
    if problem.gold is None:
        return None
    written = {name: spell(e) for name, e in problem.gold.mechanisms.items()}
    reason = illegality(problem, problem.gold)
    if reason is not None:
        return GoldPart(
            valid=False,
            train_exact=False,
            heldout_exact=False if problem.heldout else None,
            illegal=reason,
            inactive_parents={},
            constant=(),
            mechanisms=written,
        )
    model = problem.gold_scm
    assert model is not None
    inactive = {
        name: natural(idle)
        for name, expression in problem.gold.mechanisms.items()
        if (idle := expression.variables - set(model.functions[name].parents))
    }
    cells = disturbance(problem, model).disturbed
    wrong = len(cells)
    train = wrong == 0
    heldout = None
    if problem.heldout:
        heldout = train and not disturbance(problem, model, problem.heldout).disturbed
    return GoldPart(
        valid=wrong <= errors,
        train_exact=train,
        heldout_exact=heldout,
        illegal=None,
        disturbed=wrong,
        inactive_parents=inactive,
        constant=tuple(v for v, f in model.functions.items() if not f.parents),
        mechanisms=written,
        disagrees=_disagreement(problem, cells[0]) if wrong > errors else UNSET,
    )


def _disagreement(
    problem: BooleanProblem, cell: tuple[int, int, str]
) -> DisagreementPart | UnsetType:
    """A training cell that gold misses, with both values, where it was observed."""
    world, row, variable = cell
    value = problem.training[world].rows[row][problem.variables.index(variable)]
    if value == "?":
        return UNSET
    found, id = int(value), problem.training[world].id
    return DisagreementPart(world=id, row=row, variable=variable, observed=found, gold=1 - found)
