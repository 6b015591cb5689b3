"""Siblings and padding: what is claimed of them is counted and verified again."""

from __future__ import annotations

import os
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import symcause
from symcause.audits.instance_generator import Generator
from symcause.audits.prompt import PromptDocument
from symcause.audits.question import answered, bound
from symcause.errors import UsageError
from symcause.families.boolean.generator.boolean_generator import BooleanGenerator
from symcause.families.boolean.generator.random_streams import stream
from symcause.families.boolean.generator.transforms.sibling_pairs import siblings
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.families.boolean.space.exact.exact_space import ExactSpace
from symcause.families.linear.generator.linear_generator import LinearGenerator
from symcause.families.shapeworld.generator.shapeworld_generator import ShapeWorldGenerator
from symcause.formats.problems import read_document
from symcause.kernel.work import Work
from symcause.registry import family_of, load
from tests.cli.cases import Shell, example

PAIRS = 200 if os.environ.get("SYMCAUSE_EXHAUSTIVE") else 5

MAKERS: dict[str, Generator] = {
    "boolean": BooleanGenerator(siblings=True),
    "graph": LinearGenerator(siblings=True),
    "target": LinearGenerator(siblings=True, question="target"),
    "shapeworld": ShapeWorldGenerator(siblings=True),
}


@cache
def pairs(name: str) -> tuple[tuple[Any, Any], ...]:
    """(settled, open) of every pair."""
    found = []
    for index in range(PAIRS):
        both = [read_document(document) for document in MAKERS[name].items(index)]
        both.sort(key=lambda problem: not problem.metadata["sibling"]["settled"])
        found.append((both[0], both[1]))
    return tuple(found)


def verified(problem: Any, certificate: object) -> str:
    found = load(family_of(problem).verifier or "")(problem, certificate, Work())
    assert found.accepted, found.reason
    return str(found.claim)


def prompt(problem: Any) -> str:
    found = answered(bound("prompt", family_of(problem), {"allow_abstain": True}), problem)
    assert isinstance(found, PromptDocument)
    return found.text


CLAIMS = {
    "boolean": ("unique", "ambiguous"),
    "graph": ("unique", "count"),
    "target": ("target", "target-open"),
    "shapeworld": ("settled", "open"),
}


@pytest.mark.few(2)
@pytest.mark.parametrize("name", MAKERS)
def test_both_sides_are_certified_and_look_alike(name: str) -> None:
    for settled, open_ in pairs(name):
        for problem, claim in zip((settled, open_), CLAIMS[name], strict=True):
            assert verified(problem, problem.metadata["certificate"]) == claim
        assert settled.metadata["latent"] == open_.metadata["latent"]
        assert settled.gold is not None
        lengths = sorted((len(prompt(settled)), len(prompt(open_))))
        assert lengths[1] <= 1.1 * lengths[0]
        assert {settled.id[-1], open_.id[-1]} == {"a", "b"}
        said = (
            symcause.check(settled, '{"cannot_tell": true}'),
            symcause.check(open_, '{"cannot_tell": true}'),
        )
        assert [document.support for document in said] == ["premature", "justified"]


@pytest.mark.few(2)
@pytest.mark.parametrize("name", MAKERS)
def test_neither_letter_nor_order_tells(name: str) -> None:
    documents = [MAKERS[name].items(index) for index in range(10 if name != "boolean" else PAIRS)]
    first = {both[0]["metadata"]["sibling"]["settled"] for both in documents}  # type: ignore[index]
    assert first == {True, False}
    again = MAKERS[name].items(0)
    assert again == documents[0]


def test_boolean_siblings_differ_in_rows_alone() -> None:
    for settled, open_ in pairs("boolean"):
        assert settled.heldout == open_.heldout and settled.gold == open_.gold
        for one, other in zip(settled.training, open_.training, strict=True):
            assert replace(one, rows=other.rows) == other
            assert len(one.rows) == len(other.rows)
            assert one.id.startswith("train_")
            assert one.signature(settled.variables) == other.signature(settled.variables)
        counts = open_.metadata["count_certificates"]
        assert verified(open_, counts["open"]) == "count"
        base = replace(
            open_,
            worlds=tuple(w for w in open_.worlds if w in open_.heldout or w.id in counts["base"]),
        )
        assert verified(base, counts["before"]) == "count"
        assert ExactSpace.of(base).count == ExactSpace.of(open_).count > 1


def test_linear_siblings() -> None:
    for settled, open_ in pairs("graph"):
        assert settled.reactor is open_.reactor is None
        assert settled.records == open_.records and settled.chain[0] == open_.chain[0]
        unset = [
            set(p.controllable) - {step.variable for step in p.interventions}
            for p in (settled, open_)
        ]
        assert len(unset[0]) == len(unset[1]) == 1 and unset[0] != unset[1]
        assert len(settled.chain) == len(open_.chain)
    for settled, open_ in pairs("target"):
        assert (settled.records, settled.chain) == (open_.records, open_.chain)
        assert settled.reactor != open_.reactor
        assert settled.metadata["sibling"]["kind"] == "question"


def test_shapeworld_siblings() -> None:
    kinds = set()
    for settled, open_ in pairs("shapeworld"):
        kind = settled.metadata["sibling"]["kind"]
        kinds.add(kind)
        actions = [[(s.action, s.shape) for s in p.transcript] for p in (settled, open_)]
        if kind == "question":
            assert settled.transcript == open_.transcript
        else:
            assert sum(a != b for a, b in zip(*actions, strict=True)) == 1
            assert (settled.cause, settled.effect) == (open_.cause, open_.effect)
    assert kinds <= {"evidence", "question"}


def test_the_sibling_of_an_ambiguous_problem_has_the_fewest_worlds_more() -> None:
    problem = read_document(example("ambiguous"))
    assert isinstance(problem, BooleanProblem)
    pair = siblings(problem, stream("ambiguous"))
    assert ExactSpace.of(pair.settled).count == 1
    assert ExactSpace.of(pair.open).count == ExactSpace.of(problem).count == pair.count
    assert len(pair.settled.training) == len(pair.open.training) > len(problem.training)


def test_a_forged_open_target_is_refused() -> None:
    _, open_ = pairs("target")[0]
    document = open_.metadata["certificate"]
    first = document["evidence"]["models"][0]
    same = {**document, "evidence": {"models": [first, first]}}
    verify = load(family_of(open_).verifier or "")
    assert "the same value" in verify(open_, same, Work()).reason
    moved = {**first, open_.target: {**first[open_.target], "base": 1}}
    wrong = {**document, "evidence": {"models": [first, moved]}}
    assert "does not fit" in verify(open_, wrong, Work()).reason
    settled, _ = pairs("target")[0]
    assert not verify(settled, document, Work()).accepted
    for models in ([], [first], [first, {}]):
        assert not verify(open_, {**document, "evidence": {"models": models}}, Work()).accepted


PADDED: dict[str, Generator] = {
    "boolean": BooleanGenerator(level="certified", pad=4),
    "ambiguous": BooleanGenerator(preset="hs_n8_bridge", level="extra", pad=2),
    "linear": LinearGenerator(level="certified", pad=4),
    "open": LinearGenerator(budget=2, pad=3),
    "shapeworld": ShapeWorldGenerator(level="certified", pad=3),
}


@pytest.mark.few(2)
@pytest.mark.parametrize("name", PADDED)
def test_padding_changes_nothing(name: str) -> None:
    made = PADDED[name]
    for index in range(25 if PAIRS > 5 else 2):
        for document in made.items(index)[:2]:
            problem: Any = read_document(document)
            pad = problem.metadata["pad"]
            assert pad["count_before"] == pad["count_after"] == symcause.count(problem).count
            if "after" in pad:
                assert verified(problem, pad["after"]) == "count"
            verified(problem, problem.metadata["certificate"])
            assert made.is_ours(document)


def test_what_does_not_go_together() -> None:
    for kind in (BooleanGenerator, LinearGenerator, ShapeWorldGenerator):
        with pytest.raises(UsageError, match="do not go together"):
            kind(siblings=True, pad=1)


def test_the_command_line(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    shell, out = Shell(capsys), tmp_path / "pairs.jsonl"
    code, text, _ = shell("generate", "linear", "--siblings", "--count", 2, "--out", out)
    assert (code, "2 open, 2 settled" in text) == (0, True)
    assert shell("verify", out)[0] == 0
    code, _, _ = shell("generate", "linear", "--siblings", "--count", 3, "--out", out, "--resume")
    assert code == 0 and len(out.read_text(encoding="utf-8").splitlines()) == 6
    problem = tmp_path / "one.json"
    problem.write_text(out.read_text(encoding="utf-8").splitlines()[0], encoding="utf-8")
    certificate = tmp_path / "target.json"
    target = tmp_path / "target.jsonl"
    shell("generate", "linear", "--siblings", "--question", "target", "--out", target)
    for line in target.read_text(encoding="utf-8").splitlines():
        problem.write_text(line, encoding="utf-8")
        shell("audit", problem, "--claim", "target", "--certificate", certificate)
        assert shell("verify", problem, certificate)[0] == 0
