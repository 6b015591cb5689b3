"""Evidence for a Boolean space: what a model shows in an experiment, and the problem that knows it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from symcause.families.boolean.models.scm import BooleanSCM
from symcause.families.boolean.models.worlds import World
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.families.boolean.space.joint.space_separations import Separable

if TYPE_CHECKING:
    from symcause.audits.experiments.outcome_shares import Plain


class Observable(Separable):
    """The part of a space that takes up evidence; what does the work is loaded by it."""

    def outcome(self, model: BooleanSCM, experiment: Any, roots: Any = None) -> dict[str, Any]:
        """The values that all variables have in a model (see :meth:`what_if`)."""
        from symcause.families.boolean.space.outcomes.experiment_outcomes import (
            model_values,
            stated,
        )

        return model_values(model, stated(self.problem, experiment, roots))

    def learnt(self, experiment: Any, outcome: Plain) -> BooleanProblem:
        """The problem with one more training world."""
        from symcause.families.boolean.space.outcomes.experiment_outcomes import stated, world_of

        asked = stated(self.problem, experiment, outcome)
        return self.problem.with_worlds((world_of(self.problem, asked, outcome),))

    def with_evidence(self, evidence: Any) -> BooleanProblem:
        """The problem with a further World, or with rows as ``problem.with_world`` takes them."""
        if isinstance(evidence, World):
            return self.problem.with_worlds((evidence,))
        return self.problem.with_world(evidence)
