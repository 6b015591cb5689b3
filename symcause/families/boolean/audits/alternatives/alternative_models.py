"""Alternative models in Boolean audits: other members, each with the experiment that tells it apart.

Before anybody sees an alternative the solver-free kernel runs it: it must disturb no more training cells
than the class allows, differ from the reference, and the witness must hold in simulation.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from fractions import Fraction

import msgspec

from symcause.errors import LimitError
from symcause.families.boolean.audits.evidence.cell_report import filled_parts, named_cells
from symcause.families.boolean.bounds import NAMED_CORNERS
from symcause.families.boolean.documents.question_results import (
    AlternativePart,
    CornerPart,
    CornersPart,
    ExperimentPart,
    WitnessPart,
)
from symcause.families.boolean.models.experiments import PairSeparation, best_experiment
from symcause.families.boolean.models.observable_behaviour import first_experiment
from symcause.families.boolean.models.scm import BooleanSCM
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.families.boolean.space.exact.exact_space import ExactSpace
from symcause.families.boolean.space.holes.row_completion import Completion
from symcause.families.boolean.space.member_answers import spelled
from symcause.families.boolean.space.noise.cell_disturbance import disturbance
from symcause.families.boolean.space.order.function_distance import DISTANCES
from symcause.mechanisms.order.nearest_members import nearest
from symcause.models.variable_names import natural


@dataclass(frozen=True)
class ShownAlternative:
    """An explaining SCM that differs from the reference, with its best experiment if one separates."""

    reference: BooleanSCM
    model: BooleanSCM
    changed: tuple[str, ...]
    distance: Fraction | None
    separation: PairSeparation | None
    separation_known: bool = True  # False: too many roots to try all contexts
    completion: Completion | None = field(default=None, compare=False)  # where it is known already

    def part(self, problem: BooleanProblem) -> AlternativePart:
        """The alternative as documents show it."""
        separation = self.separation
        completion = self.completion or disturbance(problem, self.model)
        cells = named_cells(problem, completion.disturbed)
        part = AlternativePart(
            mechanisms=spelled(problem, self.model),
            roots=self.model.roots,
            changed=self.changed,
            corners=corners(self.reference, self.model),
            separable=separation is not None if self.separation_known else None,
            disturbed=len(cells),
            cells=cells,
            completions=filled_parts(problem, completion.values),
        )
        if separation is None:
            return part
        return msgspec.structs.replace(
            part,
            experiment=ExperimentPart.of(separation.experiment),
            witness=None if separation.witness is None else WitnessPart.of(separation.witness),
            pair_disagreement_rate=_rate(separation.pair_disagreement_rate),
            cell_difference_rate=_rate(separation.cell_difference_rate),
        )


def _rate(exact: Fraction | None) -> float | None:
    return None if exact is None else float(exact)


def corners(reference: BooleanSCM, model: BooleanSCM) -> dict[str, CornersPart]:
    """For every changed mechanism: the patterns of the joint parents on which the two differ."""
    found: dict[str, CornersPart] = {}
    for name in model.changed(reference):
        if name not in reference.functions or name not in model.functions:
            continue
        first, second = reference.functions[name], model.functions[name]
        joint = natural({*first.parents, *second.parents})
        before, after = first.extended(joint), second.extended(joint)
        patterns = [i for i in range(1 << len(joint)) if (before ^ after) >> i & 1]
        found[name] = CornersPart(
            inputs=joint,
            number=len(patterns),
            patterns=tuple(
                CornerPart(
                    pattern="".join(str(i >> j & 1) for j in range(len(joint))),
                    reference=before >> i & 1,
                    alternative=after >> i & 1,
                )
                for i in patterns[:NAMED_CORNERS]
            ),
        )
    return found


def alternatives(
    space: ExactSpace,
    reference: BooleanSCM,
    *,
    targets: int = 1,
    most_compared: int | None = None,
) -> Iterator[ShownAlternative]:
    """Members other than the reference, nearest first, checked and with their best experiment.

    With *most_compared*, LimitError where more parent sets would have to be compared for the next one.
    """
    for alternative in nearest(space, reference, DISTANCES, most_compared=most_compared):
        yield show(
            space.problem, reference, alternative.model, alternative.distance, targets=targets
        )


def show(
    problem: BooleanProblem,
    reference: BooleanSCM,
    model: BooleanSCM,
    distance: Fraction | None = None,
    *,
    targets: int = 1,
    errors: int = 0,
) -> ShownAlternative:
    """Run a model through the kernel and find its best experiment against the reference."""
    completion = disturbance(problem, model)
    if model == reference or len(completion.disturbed) > errors:
        raise AssertionError(f"not an alternative explanation of {problem.id}: {model}")
    shown = beside(problem, reference, model, distance, targets=targets)
    return replace(shown, completion=completion)


def beside(
    problem: BooleanProblem,
    reference: BooleanSCM,
    model: BooleanSCM,
    distance: Fraction | None = None,
    *,
    targets: int = 1,
) -> ShownAlternative:
    """A model beside another one, whether it explains anything or not, with the best experiment."""
    try:
        separation, known = pair_separation(problem, reference, model, targets), True
    except LimitError:
        separation, known = None, False
    return ShownAlternative(reference, model, model.changed(reference), distance, separation, known)


def pair_separation(
    problem: BooleanProblem, reference: BooleanSCM, model: BooleanSCM, targets: int
) -> PairSeparation | None:
    """The best experiment; where variables are latent the first whose states tell the two apart."""
    if problem.latent:
        return first_experiment(reference, model, problem.latent, targets)
    return best_experiment(reference, model, targets=targets)
