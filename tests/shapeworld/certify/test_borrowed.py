"""Borrowed arguments: evidence of neighbouring transcripts never proves a false claim, by brute force."""

from __future__ import annotations

import json
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from symcause.answers import Unknown
from symcause.errors import ProblemError
from symcause.families.shapeworld.certify.verdict_certificate import certify
from symcause.families.shapeworld.files.document import write_shapeworld
from symcause.families.shapeworld.problem.fingerprint import fingerprint
from symcause.families.shapeworld.problem.problem import ShapeWorldProblem
from symcause.families.shapeworld.problem.world_classes import WorldClass
from symcause.families.shapeworld.space.space_choice import open_space
from symcause.families.shapeworld.verifier.certificate_reader import read_certificate
from symcause.families.shapeworld.verifier.kernel import evidence_of, verify
from symcause.families.shapeworld.verifier.transcript_clauses import formula
from tests.amounts import amount
from tests.shapeworld.cases import random_transcript
from tests.shapeworld.second_steps import members, verdict

SCOPES = (WorldClass.ALL, WorldClass.ROOTED, WorldClass.LISTED)
CLAIMS: tuple[dict[str, str], ...] = (
    {"name": "settled", "answer": "yes"},
    {"name": "settled", "answer": "no"},
    {"name": "open"},
    {"name": "inconsistent"},
)


def certified(problem: ShapeWorldProblem, scope: WorldClass) -> dict[str, Any] | None:
    made = certify(open_space(problem, scope))
    return None if isinstance(made, Unknown) else json.loads(json.dumps(made.to_dict()))


def neighbours(problem: ShapeWorldProblem, rng: Random) -> list[ShapeWorldProblem]:
    """The same shapes with a step less, a step changed, or another question."""
    steps = problem.transcript
    found = [problem, replace(problem, cause=problem.effect, effect=problem.cause)]
    if steps:
        other = replace(steps[-1], moving=tuple(v for v in problem.shapes if rng.random() < 0.5))
        found += [replace(problem, transcript=steps[:-1])]
        found += [replace(problem, transcript=(*steps[:-1], other))]
    return found


def refitted(document: dict[str, Any], problem: ShapeWorldProblem) -> dict[str, Any]:
    """With the size and the hash of the formula of this problem, so that the proof has to say no."""
    read = read_certificate(document)
    if "proof" not in document["evidence"]:
        return document
    answer = (read.answer,) if read.answer is not None else ()
    found = formula(problem, read.scope, *answer)
    proof, member = tuple(document["evidence"]["proof"]), getattr(read.evidence, "member", None)
    return {**document, "evidence": evidence_of(found, proof, member).to_dict()}


@pytest.mark.parametrize("size", [2, 3])
def test_borrowed_arguments_prove_nothing_false(size: int) -> None:
    rng, accepted, refused = Random(f"borrowed {size}"), 0, 0
    for _ in range(amount(8, 250)):
        problem = replace(random_transcript(size, rng.randrange(4), rng), gold=None)
        near, scope = neighbours(problem, rng), rng.choice(SCOPES)
        made = [found for one in near if (found := certified(one, scope)) is not None]
        for asked in near:
            written = json.loads(json.dumps(write_shapeworld(asked)))
            truth = verdict(written, members(written, "closed", str(scope)))
            for document in made:
                for claim in CLAIMS:
                    borrowed = {**document, "claim": claim}
                    borrowed["problem"] = {"id": None, "sha256": fingerprint(asked)}
                    if verify(asked, borrowed).accepted is False:
                        try:
                            borrowed = refitted(borrowed, asked)
                        except ProblemError:  # it is not even a certificate
                            refused += 1
                            continue
                    said = verify(asked, borrowed).accepted is True
                    assert not said or truth == claim.get("answer", claim["name"]), (
                        asked,
                        borrowed,
                    )
                    accepted, refused = accepted + said, refused + (not said)
    assert accepted > 10 and refused > 100
