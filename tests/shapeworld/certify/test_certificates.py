"""Certificates of transcripts: accepted where they are true, rejected where anything was changed."""

from __future__ import annotations

import copy
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from symcause.answers import Unknown
from symcause.errors import UsageError
from symcause.families.shapeworld.certify.verdict_certificate import certify
from symcause.families.shapeworld.problem.fingerprint import fingerprint
from symcause.families.shapeworld.problem.problem import ShapeWorldProblem
from symcause.families.shapeworld.problem.verdict_kinds import TranscriptVerdict
from symcause.families.shapeworld.problem.world_classes import WorldClass
from symcause.families.shapeworld.space.space_choice import open_space
from symcause.families.shapeworld.verifier.certificate_reader import Certificate, read_certificate
from symcause.families.shapeworld.verifier.kernel import verify
from symcause.families.shapeworld.verifier.proof_export import export
from symcause.kernel.rup import refutes
from symcause.models.dags import DAG
from tests.shapeworld.cases import EXAMPLES, case, random_transcript

SETTLED, OPEN = EXAMPLES["correlation-1"], EXAMPLES["reverse-collider"]
_FOUR = "circle square triangle star"
ARGUED = case(
    *(_FOUR, "triangle", "star", _FOUR),
    *(f"hold {name}: {_FOUR}" for name in ("circle", "star", "square")),
)
"""Everything but the triangle has a cause, so the triangle causes everything: that takes an argument."""

IMPOSSIBLE = case("a b", "a", "b", "a b", "hold a: a b", "hold b: a b")


def made(problem: ShapeWorldProblem, scope: WorldClass | None = None) -> Certificate:
    found = certify(open_space(problem, scope))
    assert not isinstance(found, Unknown)
    return read_certificate(found.to_dict())


@pytest.mark.parametrize(
    ("problem", "claim"), [(SETTLED, "settled"), (OPEN, "open"), (IMPOSSIBLE, "inconsistent")]
)
def test_true_certificates_are_accepted(problem: ShapeWorldProblem, claim: str) -> None:
    checked = verify(problem, made(problem).to_dict())
    assert (checked.accepted, checked.claim) == (True, claim)
    assert not verify(replace(problem, transcript=problem.transcript[:-1]), made(problem)).accepted
    assert verify(replace(problem, id="other", metadata={"a": 1}), made(problem)).accepted


@pytest.mark.few(10)
@pytest.mark.parametrize("seed", range(40))
def test_every_verdict_of_random_transcripts_is_certified(seed: int) -> None:
    rng = Random(f"certificates {seed}")
    problem = random_transcript(rng.choice((2, 3, 4, 5, 7)), rng.randrange(8), rng)
    if rng.random() < 0.3 and problem.transcript:
        last = replace(problem.transcript[-1], moving=problem.shapes[:1])
        problem = replace(problem, transcript=(*problem.transcript[:-1], last), gold=None)
    scope = rng.choice(list(WorldClass)[:3])
    space = open_space(problem, scope)
    found = certify(space)
    gold = problem.gold_relation
    if gold is not None and gold not in space:
        assert isinstance(found, Unknown)
        return
    assert not isinstance(found, Unknown)
    found = read_certificate(found.to_dict())
    answers = {a for a in (True, False) if space.answering(a) is not None}
    claims = {0: "inconsistent", 1: "settled", 2: "open"}
    assert found.claim == claims[len(answers)]
    assert found.answer is (
        TranscriptVerdict.of(next(iter(answers))) if len(answers) == 1 else None
    )


Change = Callable[[dict[str, Any]], None]


def _set(*path: str, value: object) -> Change:
    def change(document: dict[str, Any]) -> None:
        for key in path[:-1]:
            document = document[key]
        document[path[-1]] = value

    return change


SETTLED_FORGERIES: dict[str, tuple[Change, str]] = {
    "the other answer": (_set("claim", "answer", value="yes"), "answers the other way"),
    "open instead": (_set("claim", value={"name": "open"}), "does not show 'open'"),
    "inconsistent instead": (_set("claim", value={"name": "inconsistent"}), "unknown key"),
    "another class": (_set("class", value="listed"), "evidence"),
    "no such class": (_set("class", value="any"), "class: unknown word"),
    "core of four shapes": (_set("class", value="core"), "no worlds of this size"),
    "another problem": (_set("problem", "sha256", value="0" * 64), "another problem"),
    "another family": (_set("family", value="boolean"), "about another family"),
    "another identity": (_set("identity", value="graph"), "identity: unknown word"),
    "a member that shows other things": (
        _set("evidence", "member", value=[]),
        "does not show the transcript",
    ),
    "a member of other shapes": (_set("evidence", "member", value=[["x", "y"]]), "no such shape"),
    "a member with a cycle": (
        _set("evidence", "member", value=[["circle", "octagon"], ["octagon", "circle"]]),
        "cycle",
    ),
    "a member that is no list of pairs": (_set("evidence", "member", value=[["circle"]]), "pair"),
    "fewer clauses": (_set("evidence", "formula", "clauses", value=1), "another formula"),
    "another formula": (_set("evidence", "formula", "sha256", value="f" * 64), "another formula"),
    "a surplus key": (_set("note", value="trust me"), "note: unknown key"),
    "no evidence": (_set("evidence", value={}), "'kind' is missing"),
    "no text": (_set("claim", "name", value=3), "not text"),
}


@pytest.mark.parametrize("name", list(SETTLED_FORGERIES))
def test_forged_settled_certificates_are_rejected(name: str) -> None:
    change, reason = SETTLED_FORGERIES[name]
    document = copy.deepcopy(made(SETTLED).to_dict())
    change(document)
    checked = verify(SETTLED, document)
    assert checked.accepted is False and reason in checked.reason


@pytest.mark.parametrize(
    ("proof", "reason"),
    [
        ([], "ends without a contradiction"),
        (["0"], "reverse unit propagation"),
        (["1 2"], "not a line"),
        (["1 0", "0"], "reverse unit propagation"),
        (["99 0"], "an unknown that the formula lacks"),
    ],
)
def test_forged_proofs_are_rejected(proof: list[str], reason: str) -> None:
    document = copy.deepcopy(made(ARGUED).to_dict())
    assert verify(ARGUED, document).accepted and document["claim"] == {
        "name": "settled",
        "answer": "yes",
    }
    _set("evidence", "proof", value=proof)(document)
    checked = verify(ARGUED, document)
    assert checked.accepted is False and reason in checked.reason


OPEN_FORGERIES: dict[str, tuple[Change, str]] = {
    "settled instead": (_set("claim", value={"name": "settled", "answer": "yes"}), "does not show"),
    "twice the same world": (
        lambda d: d["evidence"].update(no=d["evidence"]["yes"]),
        "answers the other way",
    ),
    "a world that shows other things": (
        _set("evidence", "yes", value=[["square", "hexagon"]]),
        "does not show the transcript",
    ),
    "a world outside the class": (_set("class", value="rooted"), "not in the class"),
    "one world only": (lambda d: d["evidence"].pop("no"), "'no' is missing"),
}


@pytest.mark.parametrize("name", list(OPEN_FORGERIES))
def test_forged_open_certificates_are_rejected(name: str) -> None:
    change, reason = OPEN_FORGERIES[name]
    document = copy.deepcopy(made(OPEN).to_dict())
    change(document)
    checked = verify(OPEN, document)
    assert checked.accepted is False and reason in checked.reason


def test_no_certificate_passes_for_an_open_question() -> None:
    """Whatever a solver might be made to say, the kernel derives its own clauses."""
    settled = made(SETTLED).to_dict()
    for said in ("yes", "no"):
        forged = copy.deepcopy(made(OPEN).to_dict())
        forged["claim"] = {"name": "settled", "answer": said}
        forged["evidence"] = settled["evidence"]
        assert not verify(OPEN, forged).accepted


def test_a_true_world_that_contradicts_the_log_leaves_nothing_to_certify() -> None:
    gold = DAG.of([("octagon", "triangle")], nodes=SETTLED.shapes)
    problem = replace(SETTLED, gold=gold)
    assert isinstance(certify(open_space(problem)), Unknown)
    document = made(SETTLED).to_dict()
    document["problem"] = {"id": None, "sha256": fingerprint(problem)}
    checked = verify(problem, document)
    assert not checked.accepted and "problem.gold" in checked.reason


def test_what_is_no_certificate_is_rejected() -> None:
    for document in (None, [], "text", {}, {"format": "symcause.certificate/1"}):
        assert not verify(OPEN, document).accepted


def test_verifying_loads_no_solver() -> None:
    code = "import sys, symcause.families.shapeworld.verifier.kernel; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = set(done.stdout.split())
    assert not {"pysat", "z3", "numpy", "networkx", "symcause.solvers"} & loaded
    assert not {name for name in loaded if "shapeworld.space" in name}


def test_proofs_are_exported_for_other_checkers(tmp_path: Path) -> None:
    formula, proof = export(ARGUED, made(ARGUED).to_dict(), tmp_path / "argued")
    assert formula.read_text("ascii").startswith("p cnf 12 ")
    assert proof.read_text("ascii").endswith("0\n")
    clauses = [
        tuple(int(word) for word in line.split()[:-1])
        for line in formula.read_text("ascii").splitlines()[1:]
    ]
    assert refutes(12, clauses, proof.read_text("ascii").splitlines()) >= 1
    with pytest.raises(UsageError, match="only a clausal certificate"):
        export(OPEN, made(OPEN).to_dict(), tmp_path / "open")
