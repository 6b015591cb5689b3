"""The initial evidence of a linear episode: what an agent knows at the start.

Gold, metadata and how crystals are drawn are taken away, and with them the variables that a hidden
disturbance acts on and a minimum effect that was read off the true equations; rounded data get the constant
that stands for one in a dataset (``files/dataset_view``).

A configuration without evidence gets the records, the first reading and the reactor that
``convert --simulate`` makes of the seed. Where there is no chain, the crystal of the first record goes onto
the manipulator.
"""

from __future__ import annotations

from dataclasses import replace

from symcause.episodes.rules import Contradicted
from symcause.errors import UsageError
from symcause.families.linear.bounds import SIMULATED_INTERVENTIONS
from symcause.families.linear.files.dataset_view import evidence_alone
from symcause.families.linear.generator.episode_simulation import simulate
from symcause.families.linear.models.crystals import CrystalModel
from symcause.families.linear.problem.evidence_replay import mismatches
from symcause.families.linear.problem.problem import ChainState, LinearProblem
from symcause.renderings.rendering_metadata import public_metadata

ALL, OBSERVATIONAL, NONE = "all", "observational", "none"
INITIAL = (ALL, OBSERVATIONAL, NONE)
"""Initial evidence: the chain as it stands; records and the crystal as it was found; the crystal alone."""


def opened(truth: LinearProblem, seed: int, initial: str) -> LinearProblem:
    """The evidence that an agent starts with. Raises UsageError if the problem cannot be played."""
    model = playable(truth)
    evidence = truth if truth.has_evidence else _simulated(truth, seed)
    chain = started(evidence, initial)
    if not chain:
        raise UsageError(
            "no crystal to manipulate: nothing was read before the first intervention",
            value=truth.id,
            remedy="give a first state of the chain, or a record",
        )
    known = replace(evidence, chain=chain, records=() if initial == NONE else evidence.records)
    if not known.disturbed and (wrong := mismatches(known, model)):
        raise Contradicted(
            f"gold does not explain the evidence ({wrong[0]}), so it cannot answer for it",
            value=truth.id,
            remedy="symcause audit says more",
        )
    return concealed(known)


def playable(truth: LinearProblem) -> CrystalModel:
    """The model that answers. Raises UsageError if there is none, or if it cannot be run."""
    model = truth.gold_model()
    if model is None:
        raise UsageError(
            "the problem does not state its equations: nobody knows what an intervention would show",
            value=truth.id,
            remedy='state them as "gold", or play another problem',
        )
    if truth.unobserved:
        raise UsageError(
            f"{truth.unobserved[0]} is never read, so the crystal cannot be followed",
            value=truth.id,
            remedy="play a problem whose variables are all read",
        )
    disclosed = truth.disclosed.hidden
    if disclosed is not None and disclosed.nodes is None:
        raise UsageError(
            "it is not known what the hidden disturbance acts on",
            value=truth.id,
            remedy='list its "nodes", or gold\'s "hidden_nodes"',
        )
    if truth.hidden is not None and truth.hidden.weights:
        silent = [name for name in truth.variables if name not in truth.hidden.weights]
        if silent:
            raise UsageError(
                "the weights of the hidden disturbance would tell the player what it acts on",
                value=truth.id,
                place="hidden.weight",
                remedy=f"give {silent[0]} one as well, or all of them the same",
            )
    if not truth.controllable:
        raise UsageError("no property can be set", value=truth.id, remedy="list some: controllable")
    return model


def _simulated(truth: LinearProblem, seed: int) -> LinearProblem:
    """The evidence of a seed, under the problem's own id."""
    budget = None if truth.episode is None else truth.episode.budget
    if budget is not None and budget > SIMULATED_INTERVENTIONS:
        raise UsageError(
            f"a simulation has at most {SIMULATED_INTERVENTIONS} interventions",
            value=budget,
            place="budget",
        )
    return replace(simulate(truth, seed), id=truth.id)


def started(evidence: LinearProblem, initial: str) -> tuple[ChainState, ...]:
    """The readings of the manipulator's crystal that an episode begins with."""
    chain = evidence.chain if initial == ALL else evidence.shortened(0).chain
    return chain or tuple(ChainState(record.values) for record in evidence.records[:1])


def concealed(known: LinearProblem) -> LinearProblem:
    """The problem without gold and without what only gold tells; what stands in its place is told."""
    shown = replace(evidence_alone(known), metadata=public_metadata(known.metadata))
    if shown.hidden is not None:
        shown = replace(shown, hidden=replace(shown.hidden, nodes=None))
    return shown
