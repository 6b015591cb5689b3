"""Alternative claims in Boolean tasks: another model, an experiment that separates, a witness.

The parts are judged in order, and a later part is looked at only if the earlier ones hold:

1. the alternative is valid, replays the training worlds exactly and differs from the reference in
   some local function;
2. the experiment is admissible: ``{"type": "hard_do", "assignments": {V: b}}`` for one variable and
   one bit (of a variable that does not exist it is admissible too, and separates nothing);
3. it separates the pair; its *optimality* is its disagreement rate as a share of the best one's;
4. the witness gives every root a bit (and nothing else one) and claims differences, of which running
   both models confirms at least one. Where the experiment sets a root, the experiment wins.

A bit is 0 or 1, also as a string.

For models over different root sets (hidden roots) a witness is a complete state,
``{"state": {…}, "possibleIn": "reference" | "alternative"}``, and there are no rates.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from symcause.errors import LimitError, shorten
from symcause.families.boolean.documents.check_document import Edits
from symcause.families.boolean.models.experiments import Experiment, best_experiment, compare
from symcause.families.boolean.models.scm import BooleanSCM
from symcause.families.boolean.problem.mechanism_answers import AlternativeAnswer
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.families.boolean.scoring.check.funnel import written
from symcause.families.boolean.scoring.tasks.edit_depths import edits


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
    best_rate: Fraction | None = None
    witness_valid: bool | None = None
    witness_reason: str | None = None
    changed: tuple[str, ...] = ()
    edits: tuple[Edits, ...] = ()  # of a successful alternative

    @property
    def joint_success(self) -> bool:
        return bool(self.alternative_success and self.pair_separates and self.witness_valid)


_NOTHING_SET: dict[str, Any] = {
    "pair_separates": False,
    "pair_disagreement_rate": Fraction(0),
    "cell_difference_rate": Fraction(0),
    "optimality": Fraction(0),
    "witness_valid": False,
    "witness_reason": "the experiment sets something that is no variable of the problem",
}
"""What an experiment on a variable that does not exist shows."""


def claimed(answer: AlternativeAnswer) -> dict[str, object]:
    """What a typed answer claims, in the published shape."""
    claims: dict[str, object] = {"alternative": written(answer.alternative)}
    if answer.experiment is not None:
        claims["experiment"] = answer.experiment.to_dict()
    if answer.witness is not None:
        claims["witness"] = answer.witness.to_dict()
    return claims


def judge_claims(
    problem: BooleanProblem,
    alternative: BooleanSCM,
    train_exact: bool,
    answer: Mapping[str, object],
) -> Claims:
    """Judge a valid alternative with what the answer claims about it."""
    reference = problem.reference_scm
    assert reference is not None
    changed = _changed(reference, alternative)
    distinct = None if changed is None else alternative.roots != reference.roots or bool(changed)
    success = bool(distinct) and train_exact
    experiment = read_experiment(answer.get("experiment"))
    valid = isinstance(experiment, Experiment)
    claims = Claims(
        distinct=distinct,
        alternative_success=success,
        experiment_valid=valid,
        experiment_reason=None if isinstance(experiment, Experiment) else experiment,
        experiment=experiment if isinstance(experiment, Experiment) else None,
        changed=changed or (),
        edits=edits(reference, alternative) if success and not alternative.undecided else (),
    )
    if not success or not isinstance(experiment, Experiment):
        return claims
    return _judge_pair(claims, reference, alternative, experiment, answer.get("witness"))


def _changed(reference: BooleanSCM, alternative: BooleanSCM) -> tuple[str, ...] | None:
    """The mechanisms that differ; None where that is out of reach."""
    try:
        return alternative.changed(reference)
    except LimitError:
        return None


def _judge_pair(
    found: Claims,
    reference: BooleanSCM,
    alternative: BooleanSCM,
    experiment: Experiment,
    witness: object,
) -> Claims:
    if not set(experiment.targets).issubset(reference.variables):
        return replace(found, **_NOTHING_SET)
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
        first = Experiment.of([(reference.variables[0], 0)])  # the best one if nothing separates
        pair = {
            "pair_separates": shown.separates,
            "pair_disagreement_rate": rate,
            "cell_difference_rate": shown.cell_difference_rate,
            "optimality": _share(rate, optimum),
            "best": first if best is None else best.experiment,
            "best_rate": optimum,
        }
    return replace(found, witness_valid=reason is None, witness_reason=reason, **pair)


def _share(rate: Fraction | None, best: Fraction | None) -> Fraction | None:
    if rate is None or best is None:
        return None
    return rate / best if best else Fraction(0)


def read_experiment(value: object) -> Experiment | str:
    """The admissible experiment that *value* writes, or what is wrong with it."""
    if value is None:
        return "there is no experiment"
    if not isinstance(value, Mapping):
        return "the experiment must be an object"
    kind = value.get("type")
    if not isinstance(kind, str) or kind.strip() != "hard_do":
        return "the type of the experiment must be hard_do"
    assignments = value.get("assignments")
    if not isinstance(assignments, Mapping):
        return "the experiment has no assignments"
    if len(assignments) != 1:
        return f"the experiment must set one variable, not {len(assignments)}"
    ((name, value),) = assignments.items()
    if (bit := bit_of(value)) is None:
        return f"the experiment must set {shorten(name)[1:-1]} to 0 or 1"
    return Experiment.of([(name, bit)])


def bit_of(value: object) -> int | None:
    """0 or 1, as a number (or what equals it in JSON: false, true, 0.0, 1.0) or as a string; else None."""
    if isinstance(value, str):
        return int(value) if value in ("0", "1") else None
    return int(value) if isinstance(value, int | float) and value in (0, 1) else None


def refute_witness(
    reference: BooleanSCM, alternative: BooleanSCM, experiment: Experiment, value: object
) -> str | None:
    """What is wrong with a witness, or None if it is right."""
    if not isinstance(value, Mapping):
        return "there is no witness" if value is None else "the witness must be an object"
    if reference.roots != alternative.roots:
        return _refute_state(reference, alternative, experiment, value)
    given, differences = _bits(value.get("rootAssignment")), value.get("differences")
    if not set(reference.roots).issubset(given):
        return "the witness must give every root 0 or 1"
    for name in given:
        if name not in reference.roots:
            return f"rootAssignment also has {shorten(name)[1:-1]}"
    if not isinstance(differences, list | tuple) or not differences:
        return "the witness must claim at least one difference"
    given |= {name: int(bit) for name, bit in experiment.assignments}
    left = reference.run(given, experiment.targets, 1)
    right = alternative.run(given, experiment.targets, 1)
    wrong = [_refute_claim(claim, left, right) for claim in differences]
    return None if None in wrong else wrong[0]


def _bits(roots: object) -> dict[str, int]:
    """The pairs of a root assignment that count: those whose value is a bit, whatever the name."""
    if not isinstance(roots, Mapping):
        return {}
    read = {str(name): bit_of(value) for name, value in roots.items()}
    return {name: bit for name, bit in read.items() if bit is not None}


def _refute_claim(
    claim: object, reference: Mapping[str, int], alternative: Mapping[str, int]
) -> str | None:
    if not isinstance(claim, Mapping):
        return "a claimed difference must be an object"
    name = claim.get("variable")
    if not isinstance(name, str) or name not in reference:
        return "a claimed difference names no variable of the problem"
    values = bit_of(claim.get("reference")), bit_of(claim.get("alternative"))
    if None in values:
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
    if not isinstance(state, Mapping) or not set(names).issubset(state):
        return "the root sets differ, so the witness must be a complete state"
    read = {name: bit_of(state[name]) for name in names}
    if where not in ("reference", "alternative") or None in read.values():
        return "the witness must say in which model the state is possible"
    bits = {name: bool(bit) for name, bit in read.items()}
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
