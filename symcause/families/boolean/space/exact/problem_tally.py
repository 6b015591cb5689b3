"""The tally of a Boolean problem: which parent sets there are to count over, for all its root sets."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from msgspec.structs import replace

from symcause.budgets import Meter
from symcause.families.boolean.problem.class_rules import refuse_models
from symcause.families.boolean.problem.hypothesis_class import HypothesisClass
from symcause.families.boolean.problem.knowledge_rules import rootable
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.families.boolean.problem.version_two import refuse_unready
from symcause.families.boolean.space.mechanisms.class_evidence import Evidence
from symcause.mechanisms.member_tally import Tally


def problem_tally(
    problem: BooleanProblem,
    hypotheses: HypothesisClass,
    evidence: Evidence,
    meter: Meter | None = None,
) -> Tally:
    """What there is to count; raises LimitError where the class has too many parent sets."""
    refuse_models(hypotheses.admits)
    refuse_unready(problem, hypotheses)
    evidence.check_reach(hypotheses)
    tally = tally_from_weights(
        problem, hypotheses, evidence, lambda v: evidence.local_space(v, hypotheses).weights
    )
    return tally if meter is None else replace(tally, meter=meter)


def tally_from_weights(
    problem: BooleanProblem,
    hypotheses: HypothesisClass,
    evidence: Evidence,
    weights: Callable[[str], Mapping[int, int]],
) -> Tally:
    """The same from the *weights* of every variable that needs a mechanism."""
    names, given = problem.variables, problem.disclosure.roots
    if given is not None:
        if not evidence.admits(given) or not rootable(hypotheses, given):
            return Tally([{} for _ in names])
        return Tally([{0: 1} if v in given else weights(v) for v in names])
    roots = problem.disclosure.size_of_root_set
    if not roots and not problem.constants:  # a constant has nothing that it could mention
        return Tally([{} for _ in names])
    choices = [weights(v) for v in names]
    observed = {v for v in names for world in problem.training if v not in world.targets}
    barred = sum(1 << i for i, v in enumerate(names) if not rootable(hypotheses, (v,)))
    if len(observed) > roots:
        return Tally(choices, roots, barred=barred)
    idle = [{} if v in observed else o for v, o in zip(names, choices, strict=True)]
    return Tally(choices, roots, idle, barred)
