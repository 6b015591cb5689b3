"""Separations in a joint Boolean space: experiments, best first, each run on both models."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from symcause.answers import Unknown
from symcause.audits.experiments.experiment_forms import settings
from symcause.audits.members import Members, refuse_strangers
from symcause.audits.space import Separation
from symcause.families.boolean.models.scm import BooleanSCM
from symcause.families.boolean.problem.problem import BooleanProblem


class Separable(Members[BooleanSCM]):
    """The part of a space that lists experiments; what does the work is loaded by it."""

    problem: BooleanProblem

    def separations(
        self,
        first: BooleanSCM | None = None,
        second: BooleanSCM | None = None,
        *,
        targets: int = 1,
    ) -> Iterator[Separation | Unknown]:
        """All experiments on at most *targets* variables that tell two models apart.

        Highest pair disagreement rate first, then highest cell difference rate, fewest variables, first
        names, smaller bits. Over different roots there are no rates; where variables are latent neither,
        and observing comes last. An experiment is known by what it sets, whatever its context.
        """
        from symcause.families.boolean.space.joint.separation_witnesses import pair_separations

        given = [model for model in (first, second) if model is not None]
        refuse_strangers(BooleanSCM, self.problem.variables, "variables", *given)
        pair = partial(pair_separations, self.problem, targets=targets)
        return self._executed(self._separations(first, second, pair, known_by=settings))

    def replayed(self, found: Separation) -> bool:
        from symcause.families.boolean.space.joint.separation_witnesses import replayed

        return replayed(self.problem, found)
