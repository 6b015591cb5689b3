"""The experiment posed to a Boolean space as the engine of mechanisms counts its outcomes."""

from __future__ import annotations

from collections.abc import Mapping

from symcause.audits.experiments.outcome_shares import Plain
from symcause.errors import UsageError
from symcause.families.boolean.models.experiments import Experiment
from symcause.families.boolean.models.functions import Function
from symcause.families.boolean.models.scm import BooleanSCM
from symcause.families.boolean.space.exact.exact_space import ExactSpace
from symcause.families.boolean.space.mechanisms.mechanism_groups import LocalSpace
from symcause.families.boolean.space.outcomes.bit_evaluation import BITS
from symcause.families.boolean.space.outcomes.experiment_outcomes import model_values
from symcause.families.boolean.space.outcomes.outcome_cells import BooleanCells
from symcause.formats.python_rows import spread
from symcause.mechanisms.next.experiment_contexts import Contexts, Outcome
from symcause.mechanisms.next.posed_experiments import Posed


def posed_experiment(
    space: ExactSpace, experiment: Plain
) -> Posed[LocalSpace, Function, BooleanSCM] | None:
    """An experiment in its one form (:func:`.experiment_outcomes.stated`).

    None where there is no member, or a variable is set to different values in different rows.
    """
    done, names = experiment["assignments"], space.variables
    assert isinstance(done, Mapping)
    if (member := space.pick()) is None:
        return None
    model_values(member, experiment)  # it refuses values that are none
    columns, number = spread(experiment["context"], done)
    rows = number or 1
    values = {v: [int(value) for value in column] for v, column in columns.items()}
    if any(len(set(values[target])) > 1 for target in done):
        return None
    bits = {v: sum(bit << row for row, bit in enumerate(column)) for v, column in values.items()}
    cells = BooleanCells(space, Contexts(rows, bits, False, BITS))
    for name in dict.fromkeys(root for branch in cells.branches for root in branch.roots):
        if name not in bits:
            raise UsageError("no value of a root", value=name)

    def written(outcome: Outcome) -> Plain:
        if number is None:
            return dict(zip(names, outcome, strict=True))
        return {
            v: [column >> row & 1 for row in range(rows)]
            for v, column in zip(names, outcome, strict=True)
        }

    asked = Experiment.of((target, values[target][0]) for target in done)
    return Posed(cells, ((experiment, asked),), written)
