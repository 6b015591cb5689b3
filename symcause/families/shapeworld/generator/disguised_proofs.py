"""Disguised proofs of the ShapeWorld generator: transcripts whose outline does not tell the answer.

Whoever proves a yes acts on the cause, seldom on the effect, and needs fewer actions than whoever proves a
no. So actions are added until every transcript acts on both and all are equally long; each stays a proof.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from random import Random

from symcause.answers import Unknown
from symcause.families.shapeworld.bounds import DISGUISE_TRIES
from symcause.families.shapeworld.certify.verdict_certificate import certify
from symcause.families.shapeworld.models.causal_relations import Relation
from symcause.families.shapeworld.models.dynamics import after
from symcause.families.shapeworld.problem.problem import ShapeWorldProblem, Step
from symcause.families.shapeworld.space.space_choice import open_space
from symcause.families.shapeworld.space.world_separation import Move, moves
from symcause.families.shapeworld.verifier.certificate_reader import SETTLED

Proof = tuple[Move, ...]


def disguised(
    case: ShapeWorldProblem, gold: Relation, state: int, proof: Proof, length: int
) -> Proof:
    """The proof with actions on cause and effect, and with others up to a length, where that can be."""
    rng = Random(f"disguised {case.id} {case.cause} {case.effect}")
    everything, short = range(case.size), proof
    for asked in case.asked:
        if all(shape != asked for _, shape in proof):
            proof = next(_longer(case, gold, state, proof, [asked], rng), proof)
        short = proof if len(proof) <= length else short
    if len(proof) > length:
        proof = next(_acting_on_both(case, gold, state, length, rng), short)
    while len(proof) < length:
        found = next(_longer(case, gold, state, proof, list(everything), rng), None)
        if found is None:
            break
        proof = found
    return proof


def _acting_on_both(
    case: ShapeWorldProblem, gold: Relation, state: int, length: int, rng: Random
) -> Iterator[Proof]:
    """Proofs of this length, made without the shortest one."""
    for _ in range(DISGUISE_TRIES if length > 1 else 0):
        others = rng.choices(range(case.size), k=length - 2)
        shapes = rng.sample([*case.asked, *others], length)
        made: Proof = ()
        for shape in shapes:
            made = (*made, moves(case.size, _last(gold, state, made))[shape])
        if _settles(case, gold, state, made):
            yield made


def played_steps(
    case: ShapeWorldProblem, gold: Relation, state: int, proof: Proof
) -> tuple[Step, ...]:
    """A sequence of actions with what the true world shows."""
    steps = []
    for action, shape in proof:
        state = after(gold.effects, state, action, shape)
        steps.append(Step(str(action), case.shapes[shape], case.names(state)))
    return tuple(steps)


def _longer(
    case: ShapeWorldProblem,
    gold: Relation,
    state: int,
    proof: Proof,
    shapes: list[int],
    rng: Random,
) -> Iterator[Proof]:
    """The proofs with one more action on one of the shapes, at any place, in random order."""
    options = list(product(range(len(proof) + 1), shapes))
    for place, shape in rng.sample(options, len(options)):
        added = moves(case.size, _last(gold, state, proof[:place]))[shape]
        longer = (*proof[:place], added, *proof[place:])
        if _counts(case, gold, state, longer) and _settles(case, gold, state, longer):
            yield longer


def _last(gold: Relation, state: int, actions: Proof) -> int:
    for action, shape in actions:
        state = after(gold.effects, state, action, shape)
    return state


def _counts(case: ShapeWorldProblem, gold: Relation, state: int, actions: Proof) -> bool:
    """Is every action one that is not void?"""
    return all(
        action in moves(case.size, _last(gold, state, actions[:place]))
        for place, action in enumerate(actions)
    )


def _settles(case: ShapeWorldProblem, gold: Relation, state: int, actions: Proof) -> bool:
    steps = played_steps(case, gold, state, actions)
    made = certify(open_space(replace(case, transcript=steps)))
    claim = None if isinstance(made, Unknown) else made.document["claim"]
    return isinstance(claim, dict) and claim.get("name") == SETTLED
