"""Alternative-SCM answers: another model, an experiment that separates, and a witness.

The parts are judged in order, and a later part is looked at only if the earlier ones hold:

1. the alternative is valid, replays the training worlds exactly and differs from the reference in
   some local function;
2. the experiment is admissible: ``{"type": "hard_do", "assignments": {V: b}}`` for one observed
   variable and one bit (``type`` may be left out);
3. it separates the pair; its *optimality* is its disagreement rate as a share of the best one's;
4. the witness gives every root a bit and claims at least one difference, and running both models
   confirms all it claims. Where the experiment sets a root, the experiment wins.

For models over different root sets (hidden roots) a witness is a complete state,
``{"state": {…}, "possibleIn": "reference" | "alternative"}``, and there are no rates.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from symcause.errors import LimitError
from symcause.families.boolean.documents.check import Edits
from symcause.families.boolean.models.experiments import Experiment, best_experiment, compare
from symcause.families.boolean.models.scm import BooleanSCM
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.families.boolean.scoring.edits import edits


@dataclass(frozen=True)
class Claims:
    """What was found out about an Alternative-SCM answer; None: an earlier part failed."""

    distinct: bool | None = None
    alternative_success: bool = False
    experiment_valid: bool | None = None
    experiment_reason: str | None = None
    experiment: Experiment | None = None
    pair_separates: bool | None = None
    pair_disagreement_rate: Fraction | None = None
    cell_difference_rate: Fraction | None = None
    optimality: Fraction | None = None
    best: Experiment | None = None
    witness_valid: bool | None = None
    witness_reason: str | None = None
    changed: tuple[str, ...] = ()
    edits: tuple[Edits, ...] = ()  # of a successful alternative

    @property
    def joint_success(self) -> bool:
        return bool(self.alternative_success and self.pair_separates and self.witness_valid)


def judge_claims(
    problem: BooleanProblem,
    alternative: BooleanSCM,
    train_exact: bool,
    answer: Mapping[str, object],
) -> Claims:
    """Judge a valid alternative with what the answer claims about it."""
    reference = problem.reference_scm
    assert reference is not None
    changed = alternative.changed(reference)
    distinct = alternative != reference
    success = distinct and train_exact
    experiment = read_experiment(problem, answer.get("experiment"))
    valid = isinstance(experiment, Experiment)
    found = Claims(
        distinct=distinct,
        alternative_success=success,
        experiment_valid=valid,
        experiment_reason=None if isinstance(experiment, Experiment) else experiment,
        experiment=experiment if isinstance(experiment, Experiment) else None,
        changed=changed,
        edits=edits(reference, alternative) if success else (),
    )
    if not success or not isinstance(experiment, Experiment):
        return found
    return _judge_pair(found, reference, alternative, experiment, answer.get("witness"))


def _judge_pair(
    found: Claims,
    reference: BooleanSCM,
    alternative: BooleanSCM,
    experiment: Experiment,
    witness: object,
) -> Claims:
    reason = refute_witness(reference, alternative, experiment, witness)
    pair: dict[str, Any] = {}
    try:
        shown = compare(reference, alternative, experiment)
        best = best_experiment(reference, alternative)
    except LimitError:
        # Too many roots to simulate them all: a right witness is still a proof that it separates.
        pair["pair_separates"] = True if reason is None else None
    else:
        rate = shown.pair_disagreement_rate
        optimum = best.pair_disagreement_rate if best is not None else Fraction(0)
        pair = {
            "pair_separates": shown.separates,
            "pair_disagreement_rate": rate,
            "cell_difference_rate": shown.cell_difference_rate,
            "optimality": _share(rate, optimum),
            "best": best.experiment if best is not None else None,
        }
    return replace(found, witness_valid=reason is None, witness_reason=reason, **pair)


def _share(rate: Fraction | None, best: Fraction | None) -> Fraction | None:
    if rate is None or best is None:
        return None
    return rate / best if best else Fraction(0)


def read_experiment(problem: BooleanProblem, value: object) -> Experiment | str:
    """The admissible experiment that *value* writes, or what is wrong with it."""
    if value is None:
        return "there is no experiment"
    if not isinstance(value, Mapping):
        return "the experiment must be an object"
    if value.get("type", "hard_do") != "hard_do":
        return "the type of the experiment must be hard_do"
    assignments = value.get("assignments")
    if not isinstance(assignments, Mapping):
        return "the experiment has no assignments"
    if len(assignments) != 1:
        return f"the experiment must set one variable, not {len(assignments)}"
    ((name, bit),) = assignments.items()
    if name not in problem.variables:
        return "the experiment sets something that is no variable of the problem"
    if not is_bit(bit):
        return f"the experiment must set {name} to 0 or 1"
    return Experiment.of([(name, bool(bit))])


def is_bit(value: object) -> bool:
    """True for 0 and 1 (and what equals them in JSON: false, true, 0.0, 1.0)."""
    return isinstance(value, int | float) and value in (0, 1)


def refute_witness(
    reference: BooleanSCM, alternative: BooleanSCM, experiment: Experiment, value: object
) -> str | None:
    """What is wrong with a witness, or None if it is right."""
    if not isinstance(value, Mapping):
        return "there is no witness" if value is None else "the witness must be an object"
    if reference.roots != alternative.roots:
        return _refute_state(reference, alternative, experiment, value)
    roots, differences = value.get("rootAssignment"), value.get("differences")
    if not isinstance(roots, Mapping) or set(roots) != set(reference.roots):
        return "the witness must give a value to every root and to nothing else"
    if not all(is_bit(bit) for bit in roots.values()):
        return "the witness must give every root 0 or 1"
    if not isinstance(differences, list | tuple) or not differences:
        return "the witness must claim at least one difference"
    given = {name: int(bit) for name, bit in roots.items()}
    given |= {name: int(bit) for name, bit in experiment.assignments}
    left = reference.run(given, experiment.targets, 1)
    right = alternative.run(given, experiment.targets, 1)
    for claim in differences:
        if (wrong := _refute_claim(claim, left, right)) is not None:
            return wrong
    return None


def _refute_claim(
    claim: object, reference: Mapping[str, int], alternative: Mapping[str, int]
) -> str | None:
    if not isinstance(claim, Mapping):
        return "a claimed difference must be an object"
    name = claim.get("variable")
    if not isinstance(name, str) or name not in reference:
        return "a claimed difference names no variable of the problem"
    values = claim.get("reference"), claim.get("alternative")
    if not all(is_bit(value) for value in values):
        return f"the claimed values of {name} must be 0 or 1"
    if values[0] == values[1]:
        return f"the claimed values of {name} do not differ"
    actual = reference[name], alternative[name]
    if values != actual:
        return f"{name} is {actual[0]} in the reference and {actual[1]} in the alternative"
    return None


def _refute_state(
    reference: BooleanSCM,
    alternative: BooleanSCM,
    experiment: Experiment,
    value: Mapping[str, object],
) -> str | None:
    state, where = value.get("state"), value.get("possibleIn")
    names = reference.variables
    if not isinstance(state, Mapping) or set(state) != set(names):
        return "the root sets differ, so the witness must be a complete state"
    if where not in ("reference", "alternative") or not all(is_bit(b) for b in state.values()):
        return "the witness must say in which model the state is possible"
    bits = {name: bool(state[name]) for name in names}
    possible = {
        "reference": _possible(reference, experiment, bits),
        "alternative": _possible(alternative, experiment, bits),
    }
    if possible["reference"] == possible["alternative"]:
        return "the state of the witness does not separate the models"
    return None if possible[where] else f"the state of the witness is not possible in the {where}"


def _possible(model: BooleanSCM, experiment: Experiment, state: Mapping[str, bool]) -> bool:
    """True if the model can be in this complete state under the experiment."""
    if any(state[name] != bit for name, bit in experiment.assignments):
        return False
    return all(
        name in experiment.targets or function(state) == state[name]
        for name, function in model.functions.items()
    )
