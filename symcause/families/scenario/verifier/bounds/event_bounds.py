"""Event bounds in the scenario verifier: the chance of an event for a design or a box.

What is private to a total is averaged into the caps of that total (:mod:`.loop_state`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from symcause.families.scenario.models.model_components import Define, Value
from symcause.families.scenario.problem.problem import ScenarioProblem, cut
from symcause.families.scenario.verifier.bounds.chance_sums import ONE, ZERO, Weight, most
from symcause.families.scenario.verifier.bounds.event_parts import Parted, parted
from symcause.families.scenario.verifier.bounds.loop_state import Fight
from symcause.families.scenario.verifier.bounds.range_terms import (
    Sets,
    single,
    words,
)
from symcause.families.scenario.verifier.bounds.value_ranges import NO, YES, Set, hull
from symcause.families.scenario.verifier.bounds.weighted_states import Cuts, Stepping
from symcause.grammar.scenario.scenario_terms import Term
from symcause.kernel.nodes import Beyond
from symcause.kernel.work import Work


class Cells(Stepping):
    """The bounds of one scenario."""

    def __init__(self, problem: ScenarioProblem, work: Work) -> None:
        super().__init__(work)
        self.problem = problem
        self._parted: dict[object, Parted] = {}

    def chance(
        self,
        box: Sets,
        event: tuple[Term, ...],
        cuts: Cuts,
        stage: str,
        force: Mapping[str, Value] | None = None,
    ) -> Weight:
        """Bounds of P(event) for every design of a box."""
        key = (event, stage, tuple(sorted((force or {}).items())))
        if key not in self._parted:
            variables = cut(self.problem.staged(stage), force or {})
            self._parted[key] = parted(variables, self.problem.design, event)
        plan = self._parted[key]
        known = dict(box)
        for define in plan.given:
            known[define.name] = self.term(define.term)(known)
        names, states = self.states(plan.steps, known, {(): (ONE, ONE)}, (), cuts)
        fight = None if plan.loop is None else Fight(self, plan, known, names, states, cuts)
        pairs = list[tuple[Weight, Weight]]()
        for state, weight in states.items():
            sets = {**known, **dict(zip(names, state, strict=True))}
            low, high = _held(words(self.term(clause)(sets)) for clause in plan.plain)
            if high and fight is not None:
                first, last = fight.bounds(state, sets)
                low, high = low * first, high * last
            pairs.append((weight, (low, high)))
        return 1 - most((w, 1 - value[0]) for w, value in pairs), most(
            (w, value[1]) for w, value in pairs
        )

    def sensible(self, box: Sets) -> None:
        """Has every draw of a box of designs a probability? Raises Rejected or Beyond."""
        for stage in ("1", *self.problem.stages):
            known = dict(box)
            for variable in self.problem.staged(stage):
                try:
                    if isinstance(variable, Define):
                        known[variable.name] = self.term(variable.term)(known)
                    elif hasattr(variable, "distribution"):
                        own = [value for value, _ in self.drawn(variable.distribution, known, ())]
                        known[variable.name] = own[0]
                        for value in own[1:]:
                            known[variable.name] = hull(known[variable.name], value)
                except KeyError:
                    kind = getattr(getattr(variable, "distribution", None), "kind", "")
                    if kind in ("bernoulli", "categorical"):
                        raise Beyond(f"the chances of {variable.name} are not bounded") from None
                except Beyond:
                    kind = getattr(getattr(variable, "distribution", None), "kind", "")
                    if kind not in ("normal", "truncated"):
                        raise


def _held(truths: Iterable[frozenset[bool | str]]) -> Weight:
    low = high = ONE
    for truth in truths:
        low, high = (low if truth == YES else ZERO), (ZERO if truth == NO else high)
    return low, high


def box_of(design: Mapping[str, Value]) -> dict[str, Set]:
    """A design as a box."""
    return {name: single(value) for name, value in design.items()}
