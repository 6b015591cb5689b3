"""Claim of ambiguity in the Boolean verifier: two members that differ, perhaps with a witness.

The evidence is both models and, if one experiment tells them apart, the experiment with a witness. For
models over the same roots the witness is a root assignment with the cells that differ under it; for
models over different roots it is a complete state that exactly one of the two can produce. Both are
confirmed by simulation. Without an experiment nothing is claimed about separability. Where variables are
latent, or behaviours are told apart, the witness is a state of what is not latent, and observing is an
experiment, too (:mod:`~verifier.behaviour_clauses`).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar, Literal

from symcause.families.boolean.models.experiments import (
    Difference,
    Experiment,
    StateWitness,
    Witness,
)
from symcause.families.boolean.models.scm import BEHAVIOUR, BooleanSCM
from symcause.families.boolean.verifier.certificate_question import CertifiedQuestion
from symcause.families.boolean.verifier.model_check import (
    MAX_NAMES,
    CertifiedModel,
    check_member,
    read_model,
)
from symcause.kernel.nodes import Node, Rejected

MAX_TARGETS = 3  # targets: of the experiment that tells two models apart
_SIDES = ("reference", "alternative")


@dataclass(frozen=True)
class AlternativeEvidence:
    """A reference model, another one, and what separates them (None: not shown)."""

    kind: ClassVar[Literal["alternative"]] = "alternative"
    reference: CertifiedModel
    alternative: CertifiedModel
    experiment: Experiment | None = None
    witness: Witness | StateWitness | None = None

    def to_dict(self) -> dict[str, object]:
        document: dict[str, object] = {
            "kind": self.kind,
            "reference": self.reference.to_dict(),
            "alternative": self.alternative.to_dict(),
        }
        if self.experiment is not None and self.witness is not None:
            document["experiment"] = {"assignments": _write_bits(self.experiment.assignments)}
            document["witness"] = _write_witness(self.witness)
        return document


def _write_bits(assignments: Iterable[tuple[str, bool]]) -> dict[str, int]:
    return {name: int(bit) for name, bit in assignments}


def _write_witness(witness: Witness | StateWitness) -> dict[str, object]:
    if isinstance(witness, StateWitness):
        return {"state": _write_bits(witness.state), "possible_in": witness.possible_in}
    return {
        "rootAssignment": _write_bits(witness.roots),
        "differences": [
            {
                "variable": d.variable,
                "reference": int(d.reference),
                "alternative": int(d.alternative),
            }
            for d in witness.differences
        ],
    }


def read_alternative(node: Node) -> AlternativeEvidence:
    fields = node.fields("kind", "reference", "alternative", optional=("experiment", "witness"))
    if ("experiment" in fields) != ("witness" in fields):
        raise Rejected("an experiment and a witness come together", place=node.place)
    first, second = read_model(fields["reference"]), read_model(fields["alternative"])
    if "experiment" not in fields:
        return AlternativeEvidence(first, second)
    assignments = fields["experiment"].fields("assignments")["assignments"]
    experiment = Experiment.of(_read_bits(assignments))
    return AlternativeEvidence(first, second, experiment, _read_witness(fields["witness"]))


def _read_bits(node: Node) -> tuple[tuple[str, bool], ...]:
    return tuple(
        (Node(key, part.place).name(), part.bit()) for key, part in node.entries(MAX_NAMES)
    )


def _read_witness(node: Node) -> Witness | StateWitness:
    if isinstance(node.value, dict) and "state" in node.value:
        fields = node.fields("state", "possible_in")
        return StateWitness(_read_bits(fields["state"]), fields["possible_in"].choice(_SIDES))
    fields = node.fields("rootAssignment", "differences")
    differences = []
    for item in fields["differences"].items(MAX_NAMES):
        part = item.fields("variable", *_SIDES)
        bits = (part["reference"].bit(), part["alternative"].bit())
        differences.append(Difference(part["variable"].name(), *bits))
    return Witness(_read_bits(fields["rootAssignment"]), tuple(differences))


def check_alternative(question: CertifiedQuestion, evidence: AlternativeEvidence) -> str:
    """What is established: two members that differ, perhaps separated. Raises Rejected."""
    for side, model in zip(_SIDES, (evidence.reference, evidence.alternative), strict=True):
        try:
            check_member(question, model)
        except Rejected as error:
            raise error.at(place=f"evidence.{side}") from None
    first, second = evidence.reference.scm, evidence.alternative.scm
    if first == second:
        raise Rejected("the two models are the same", place="evidence.alternative")
    shown = f"two explaining SCMs differ in {', '.join(first.changed(second))}"
    if evidence.experiment is None or evidence.witness is None:
        if question.identity == BEHAVIOUR:
            raise Rejected("nothing shows that they behave otherwise", place="evidence")
        return shown
    _check_experiment(question, evidence.experiment)
    if question.identity == BEHAVIOUR or question.problem.latent:
        from symcause.families.boolean.verifier.behaviour_clauses import check_shown

        if not isinstance(evidence.witness, StateWitness):
            raise Rejected("a state is wanted as witness", place="evidence.witness")
        models = dict(zip(_SIDES, (first, second), strict=True))
        check_shown(question, models, evidence.experiment, evidence.witness)
    elif isinstance(evidence.witness, StateWitness):
        _check_state(question, first, second, evidence.experiment, evidence.witness)
    else:
        _check_roots(first, second, evidence.experiment, evidence.witness)
    return f"{shown}; {evidence.experiment} separates them"


def _check_experiment(question: CertifiedQuestion, experiment: Experiment) -> None:
    behaves = question.identity == BEHAVIOUR
    most = 1 if behaves else MAX_TARGETS
    least = 0 if behaves or question.problem.latent else 1  # observing tells them apart, too
    if not least <= len(experiment.targets) <= most:
        text = f"an experiment has {least} to {most} targets"
        raise Rejected(text, place="evidence.experiment")
    for name in experiment.targets:
        if name not in question.position:
            raise Rejected("unknown variable", place="evidence.experiment", value=name)


def _check_roots(
    first: BooleanSCM, second: BooleanSCM, experiment: Experiment, witness: Witness
) -> None:
    """Both models run on the witness; every claimed difference must show."""
    place = "evidence.witness"
    if first.roots != second.roots:
        raise Rejected("models over different roots need a state as witness", place=place)
    given = dict(witness.roots)
    if given.keys() != set(first.roots):
        raise Rejected("the root assignment is not complete", place=place)
    clamped = dict(experiment.assignments)
    for name, bit in given.items():
        if clamped.get(name, bit) != bit:
            raise Rejected(f"the root assignment contradicts {experiment}", place=place)
    inputs = {name: int(bit) for name, bit in {**given, **clamped}.items()}
    a, b = first.run(inputs, clamped, 1), second.run(inputs, clamped, 1)
    if not witness.differences:
        raise Rejected("a witness needs at least one difference", place=place)
    for claim in witness.differences:
        name = claim.variable
        if name not in first.functions or name in clamped:
            raise Rejected(
                "not a variable that the experiment leaves alone", place=place, value=name
            )
        if (a[name], b[name]) != (claim.reference, claim.alternative) or a[name] == b[name]:
            raise Rejected(
                f"simulation gives {name}={a[name]} in the reference and {b[name]} in the alternative",
                place=place,
            )


def _check_state(
    question: CertifiedQuestion,
    first: BooleanSCM,
    second: BooleanSCM,
    experiment: Experiment,
    witness: StateWitness,
) -> None:
    """The state is possible under the experiment in exactly the model that is named."""
    place = "evidence.witness"
    if first.roots == second.roots:
        raise Rejected("models over the same roots need a root assignment as witness", place=place)
    state = dict(witness.state)
    if state.keys() != question.position.keys():
        raise Rejected("the state is not complete", place=place)
    able = [
        side
        for side, scm in zip(_SIDES, (first, second), strict=True)
        if _possible(scm, experiment, state)
    ]
    if able != [witness.possible_in]:
        text = " and ".join(able) or "neither"
        raise Rejected(f"the state is possible in {text}", place=place)


def _possible(scm: BooleanSCM, experiment: Experiment, state: dict[str, bool]) -> bool:
    """True if some root assignment leads to the state under the experiment."""
    if any(state[name] != bit for name, bit in experiment.assignments):
        return False
    return all(
        function(state) == state[name]
        for name, function in scm.functions.items()
        if name not in experiment.targets
    )
