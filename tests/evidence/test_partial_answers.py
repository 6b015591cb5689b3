"""Answers to problems with unobserved cells and latent variables: solve, check, score, abstentions."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from typing import Any

import pytest

import symcause
from symcause.errors import UsageError
from symcause.families.boolean.models.scm import BooleanSCM
from symcause.families.boolean.models.worlds import Mode, Split, World
from symcause.families.boolean.problem.hypothesis_class import HypothesisClass
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.families.boolean.space.holes.row_completion import least_completion
from symcause.families.boolean.space.member_answers import written
from symcause.models.disclosure import Setting
from symcause.models.expressions import spell
from tests.boolean.space.test_disturbed import every_model
from tests.evidence.facts import ALL, XOR, document, ordered
from tests.evidence.latent_cases import behaves, cost, latent_problem, leaves_a_scored_cell

MANY = 120


def told(problem: BooleanProblem, model: BooleanSCM) -> str:
    answer = written(problem, model)
    return json.dumps(
        {
            "roots": list(model.roots),
            "mechanisms": {name: spell(e) for name, e in answer.mechanisms.items()},
        }
    )


def with_heldout(problem: BooleanProblem, rng: random.Random) -> BooleanProblem:
    """With a held-out world of a row or two, partly hidden."""
    rows = [
        "".join(
            "?" if v in problem.latent or rng.random() < 0.3 else rng.choice("01")
            for v in problem.variables
        )
        for _ in range(rng.choice((1, 2)))
    ]
    more = World("held", Split.HELDOUT, Mode.NONE, (), tuple(rows))
    return replace(problem, worlds=(*problem.training, more))


def heldout(problem: BooleanProblem, model: BooleanSCM) -> float | None:
    """The share of held-out worlds with an observed scored cell all of whose rows can be completed."""
    as_training = [
        replace(problem, errors=0, worlds=(replace(world, split=Split.TRAIN),))
        for world in problem.heldout
        if any(
            bit != "?" and v in model.functions
            for row in world.rows
            for v, bit in zip(problem.variables, row, strict=True)
        )
    ]
    if not as_training:
        return None
    return sum(cost(model, seen) == 0 for seen in as_training) / len(as_training)


def drawn(seed: int) -> tuple[BooleanProblem, HypothesisClass, list[BooleanSCM]] | None:
    rng = random.Random(seed)
    found = latent_problem(rng)
    if found is None or not found[0].holed:
        return None
    problem, hypotheses = found
    every = [
        m for m in every_model(problem, hypotheses.max_parents) if leaves_a_scored_cell(problem, m)
    ]
    if not every or len(every) > 3_000:
        return None
    return with_heldout(problem, rng), hypotheses, every


def agrees(seed: int) -> bool:
    """Compare answers to a random problem with the listing; False if it was too large."""
    made = drawn(seed)
    if made is None:
        return False
    problem, hypotheses, every = made
    costs = [cost(model, problem) for model in every]
    inside = [m for m, d in zip(every, costs, strict=True) if d <= hypotheses.errors]
    if len(inside) > MANY:
        return False
    kinds = {behaves(m, problem.latent) if problem.latent else m for m in inside}
    solved = symcause.solve(problem)
    assert solved.status == ("solved" if inside else "inconsistent")
    if inside:
        least = [m for m, d in zip(every, costs, strict=True) if d == min(costs)]
        sizes = [written(problem, m).total_ast for m in least]
        assert (solved.disturbed, solved.total_ast, solved.optimal) == (
            min(costs),
            min(sizes),
            True,
        )
    rng = random.Random(seed)
    chosen = [*rng.sample(inside, min(1, len(inside))), *rng.sample(every, min(1, len(every)))]
    answers = [told(problem, model) for model in chosen]
    rows = [{"instanceId": problem.id, "model": "m", "response": text} for text in answers]
    lines = symcause.score([problem], rows, version_space=True).lines if rows else []
    for model, text, line in zip(chosen, answers, lines, strict=True):
        found, wrong = symcause.check(problem, text), cost(model, problem)
        fits, seen = wrong <= hypotheses.errors, heldout(problem, model)
        assert (found.disturbed, found.within, found.train_exact) == (wrong, fits, wrong == 0)
        assert (found.in_class, found.count) == (fits, len(kinds))
        assert found.unique == (len(kinds) == 1 if fits else None)
        assert found.heldout_world_exact == seen
        assert found.right == (fits and seen in (None, 1))
        assert found.details.train_cell_accuracy is None
        assert (found.nearest_alternative is not None) == (fits and len(kinds) > 1)
        assert found.open == (len(kinds) > 1 if inside else None)
        same = (
            "right",
            "train_exact",
            "heldout_world_exact",
            "in_class",
            "unique",
            "count",
            "open",
        )
        assert {key: line[key] for key in same} == {key: found.to_dict()[key] for key in same}
    silent = symcause.check(problem, '{"cannot_tell": true}')
    assert silent.open == (len(kinds) > 1 if inside else None)
    assert silent.support == (("premature", "justified")[silent.open] if inside else None)
    fitting = [m for m in inside if heldout(problem, m) in (None, 1)]
    if inside and problem.setting is not Setting.HIDDEN_ROOTS:
        # a held-out cell, seen, may be the first scored one of another root set
        assert silent.heldout_entailed == (len(fitting) == len(inside))
    return True


@pytest.mark.few(2)
@pytest.mark.parametrize("block", range(4))
def test_answers_agree_with_the_listing(block: int) -> None:
    assert sum(agrees(seed) for seed in range(8 * block, 8 * block + 8)) >= 1


@pytest.mark.exhaustive
@pytest.mark.parametrize("block", range(20))
def test_many_more(block: int) -> None:
    for seed in range(2000 + 60 * block, 2060 + 60 * block):
        agrees(seed)


@pytest.mark.few(10)
@pytest.mark.parametrize("seed", range(40))
def test_the_least_completion_is_the_least(seed: int) -> None:
    rng = random.Random(seed)
    found = latent_problem(rng)
    if found is None:
        return
    problem, hypotheses = found
    for model in rng.sample(
        every := every_model(problem, hypotheses.max_parents), min(20, len(every))
    ):
        completed = least_completion(problem, model)
        assert len(completed.disturbed) == cost(model, problem)
        filled = [
            replace(
                world,
                rows=tuple(
                    "".join(
                        str(completed.values[w, r, v]) if bit == "?" else bit
                        for v, bit in zip(problem.variables, row, strict=True)
                    )
                    for r, row in enumerate(world.rows)
                ),
            )
            for w, world in enumerate(problem.training)
        ]
        whole = replace(problem, worlds=tuple(filled), latent=())
        assert cost(model, whole) == len(completed.disturbed)


def test_rows_with_unobserved_cells_are_scored() -> None:
    filed: dict[str, Any] = ordered("f11", [*ALL, "0?1"], None, gold=XOR)
    del filed["knowledge"]
    problem = symcause.problem(filed)
    lines = symcause.score(
        [problem],
        [
            {"instanceId": "f11", "model": "m", "response": json.dumps({"mechanisms": {"C": text}})}
            for text in ("(xor A B)", "(or A B)")
        ],
    ).lines
    assert [line["right"] for line in lines] == [True, False]
    assert [line["train_world_exact"] for line in lines] == [1.0, 0.0]
    assert lines[0]["details"]["train_cell_accuracy"] is None
    assert "error" not in lines[0]


def test_a_hole_in_a_held_out_row_touches_held_out_scores_alone() -> None:
    filed = document("held", "ABC", ALL, roots=["A", "B"], gold=XOR)
    held = {"id": "h", "split": "heldout", "mode": "none", "targets": [], "rows": ["1?0", "0?0"]}
    problem = symcause.problem(filed | {"worlds": [*filed["worlds"], held]})
    found = symcause.check(problem, json.dumps({"mechanisms": {"C": "(xor A B)"}}))
    assert (found.right, found.heldout_exact, found.unique) == (True, True, True)
    assert found.details.train_cell_accuracy == 1.0
    assert found.details.heldout_cell_accuracy is None
    assert symcause.audit(problem).verdict == "unique"
    assert symcause.next_experiments(problem).settled
    mended = symcause.disambiguate(problem)
    assert (mended.count_before, mended.count_after) == (1, 1)


def test_refused_where_the_question_has_no_meaning() -> None:
    filed = document("ref", "ABC", [*ALL, "0?1"], roots=["A", "B"], gold=XOR, reference=XOR)
    with pytest.raises(UsageError, match=r"worlds\[0\].rows\[4\]"):
        symcause.check(symcause.problem(filed), '{"alternative": {"mechanisms": {"C": "A"}}}')
    plain = symcause.problem({k: v for k, v in filed.items() if k != "reference"})
    with pytest.raises(UsageError, match="--prefer"):
        symcause.solve(plain, prefer="uniform")


@pytest.mark.parametrize("errors", [0, 1])
def test_abstentions_where_cells_err(errors: int) -> None:
    """Two worlds that are told apart by a cell are one if a cell may be wrong."""
    problem = symcause.problem(
        document("f04", "ABC", ALL, roots=["A", "B"], errors=errors, gold=XOR)
    )
    two = [{"mechanisms": {"C": text}} for text in ("(xor A B)", "(or A B)")]
    found = symcause.check(problem, json.dumps({"cannot_tell": True, "alternatives": two}))
    assert (found.open, found.proved) == (bool(errors), bool(errors))
    assert found.support == ("justified" if errors else "premature")
    row = {"instanceId": "f04", "model": "m", "response": json.dumps({"cannot_tell": True})}
    line = symcause.score([problem], [row], version_space=True).lines[0]
    assert (line["open"], line["support"]) == (found.open, found.support)
    claim = symcause.check(problem, json.dumps(two[1]))
    assert (claim.within, claim.in_class) == (bool(errors), bool(errors))


def test_held_out_cells_are_never_disturbed() -> None:
    """A member that errs once there does not agree, though it may err once in training."""
    filed = document("held", "AB", ["00", "00", "11"], roots=["A"], errors=1) | {"max_parents": 1}
    held = {"id": "h", "split": "heldout", "mode": "none", "targets": [], "rows": ["11"]}
    problem = symcause.problem(filed | {"worlds": [*filed["worlds"], held]})
    found = symcause.check(problem, '{"cannot_tell": true}')
    assert (found.count, found.open, found.heldout_entailed) == (2, True, False)
