"""Audits in bulk: one list for all transcripts, one judgement up to names, and a search that may end."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from msgspec import UNSET

from symcause.answers import Unknown
from symcause.audits.question import answered
from symcause.families.shapeworld.audits import findings_cache as findings
from symcause.families.shapeworld.audits.intervention_optimum import Optimum
from symcause.families.shapeworld.documents.audit_document import ShapeWorldAudit
from symcause.families.shapeworld.problem.problem import ShapeWorldProblem, Step
from symcause.families.shapeworld.problem.world_classes import WorldClass
from symcause.families.shapeworld.questions.audit import Audit
from symcause.families.shapeworld.release.transcript_records import write_transcript
from symcause.families.shapeworld.space.expected_steps import Expected
from symcause.families.shapeworld.space.relation_lists import Coding, relation_codes
from symcause.families.shapeworld.space.remaining_members import Left
from symcause.families.shapeworld.space.shape_exchange import classes, refined
from symcause.families.shapeworld.space.space_choice import open_space
from tests.cli.cases import Shell
from tests.patience import PATIENCE
from tests.shapeworld.cases import EXAMPLES, NAMES, case, random_transcript

SCOPES = (WorldClass.ALL, WorldClass.ROOTED, WorldClass.LISTED)


@pytest.fixture(autouse=True)
def forgetful() -> None:
    findings._KEPT.clear()


def judged(
    problem: ShapeWorldProblem, scope: str = "all", *, fresh: bool = True
) -> dict[str, object]:
    """The audit without its time; *fresh*: nothing is remembered."""
    if fresh:
        findings._KEPT.clear()
    found = answered(Audit(scope=scope), problem).to_dict()
    return {key: value for key, value in found.items() if key != "seconds"}


@pytest.mark.parametrize("scope", SCOPES)
@pytest.mark.parametrize("seed", range(12))
def test_slices_of_one_list_are_the_lists_themselves(seed: int, scope: WorldClass) -> None:
    rng = Random(f"slices {seed}")
    problem = random_transcript(rng.randint(2, 5), rng.randint(0, 5), rng)
    if problem.transcript and seed % 2:  # what no world shows
        last = replace(problem.transcript[-1], moving=problem.shapes[: rng.randint(0, 2)])
        problem = replace(problem, transcript=(*problem.transcript[:-1], last))
    space = open_space(replace(problem, gold=None), scope)
    codes = relation_codes(problem.size, scope, space.evidence)
    assert not isinstance(codes, Unknown) and not isinstance(space.left, Unknown)
    assert space.left.codes.tolist() == codes.tolist()
    assert space.left.graphs() == Left(Coding(problem.size), codes).graphs()


def renamed(problem: ShapeWorldProblem, rng: Random) -> tuple[ShapeWorldProblem, dict[str, str]]:
    """The same transcript with other names, listed in another order."""
    new = dict(zip(problem.shapes, rng.sample(NAMES, problem.size), strict=True))
    steps = tuple(
        replace(
            step,
            shape=new.get(step.shape or "", step.shape),
            moving=None if step.moving is None else tuple(new[x] for x in step.moving),
        )
        for step in problem.transcript
    )
    shapes = rng.sample(list(new.values()), problem.size)
    initial = None if problem.initial is None else tuple(new[x] for x in problem.initial)
    return (
        replace(
            problem,
            shapes=tuple(shapes),
            cause=new[problem.cause],
            effect=new[problem.effect],
            initial=initial,
            transcript=steps,
            gold=None,
        ),
        new,
    )


@pytest.mark.few(10)
@pytest.mark.parametrize("seed", range(25))
def test_what_is_remembered_is_what_would_be_found(seed: int) -> None:
    rng = Random(f"renamed {seed}")
    problem = replace(random_transcript(rng.randint(2, 4), rng.randint(0, 5), rng), gold=None)
    if problem.transcript and rng.random() < 0.5:  # irregular lines
        more = [Step("push", "moon", problem.transcript[-1].moving, invalid=True)]
        more += [Step("hold", problem.shapes[0])] * (rng.random() < 0.5)
        problem = replace(problem, transcript=(*problem.transcript, *more))
    other, _ = renamed(problem, rng)
    for scope in ("all", "rooted"):
        judged(problem, scope)
        kept = len(findings._KEPT)
        remembered = judged(other, scope, fresh=False)
        assert len(findings._KEPT) == kept == 1, "the same up to names"
        assert remembered == judged(other, scope)


@pytest.mark.parametrize("seed", range(10))
def test_the_class_listed_has_an_order_of_its_own(seed: int) -> None:
    rng = Random(f"listed {seed}")
    problem = replace(random_transcript(4, rng.randint(0, 3), rng), gold=None)
    other, _ = renamed(problem, rng)
    judged(problem, "listed")
    assert judged(other, "listed", fresh=False) == judged(other, "listed")


def test_moving_and_holding_a_shape_are_two_things() -> None:
    """After both the state is the same; one of them is void."""
    held = case("a b c", "a", "b", "a b c", "hold a: a b c", "hold a: a b c")
    moved = case("a b c", "a", "b", "a b c", "hold a: a b c", "move a: a b c")
    kinds = [[step.kind for step in answered(Audit(), one).steps] for one in (held, moved)]
    assert kinds == [["informative", "wasted"], ["informative", "void"]]


def test_which_shapes_can_be_exchanged() -> None:
    problem = case("a b c d e", "a", "b", "a b c d e", "hold c: a b c d e")
    assert classes(problem, WorldClass.ALL) == (0, 1, 2, 3, 3)
    assert classes(problem, WorldClass.LISTED) == (0, 1, 2, 3, 4)
    assert refined((0, 1, 2, 2, 2), 3, 0b01111) == (0, 1, 2, 3, 4)
    assert refined((0, 1, 2, 2, 2), 0, 0b11110) == (0, 1, 2, 2, 2)


@pytest.mark.few(12)
@pytest.mark.parametrize("scope", SCOPES)
@pytest.mark.parametrize("seed", range(8))
def test_exchangeable_shapes_need_not_be_searched_twice(seed: int, scope: WorldClass) -> None:
    rng = Random(f"exchange {seed}")
    problem = replace(random_transcript(4, rng.randint(0, 2), rng), gold=None)
    optimum = Optimum(open_space(problem, scope))
    ranking = optimum.ranking()
    if optimum.space.pick() is None or not optimum.bound():
        return
    assert not isinstance(ranking, Unknown)
    whole, state = ranking.slices.whole, optimum.state
    again = Optimum(open_space(problem, scope)).ranking()
    assert not isinstance(again, Unknown)
    assert ranking.worst.value(whole, state, optimum.alike) == again.worst.value(whole, state)
    for weight in (int.bit_count, ranking.slices.graphs):
        fast, slow = (Expected(ranking.slices, optimum.asked, weight) for _ in range(2))
        assert fast.value(whole, state, optimum.alike) == slow.value(whole, state)
    every = again.actions(whole, state)
    assert ranking.actions(whole, state, optimum.alike) == every
    first = tuple(one.move for one in every if one.worth == every[0].worth)
    assert optimum.equally_good() == first and optimum.best() == every[0].move


def five() -> ShapeWorldProblem:
    names = " ".join(NAMES[:5])
    return case(names, NAMES[0], NAMES[1], names)


def test_a_search_that_takes_long_ends_in_pools() -> None:
    alone: ShapeWorldAudit = answered(Audit(), five())
    pooled: ShapeWorldAudit = answered(Audit(pooled=True), five())
    longer: ShapeWorldAudit = answered(Audit(pooled=True, seconds=PATIENCE), five())
    assert alone.optimum is not None and pooled.optimum is not None
    assert alone.optimum.expected is not None and pooled.optimum.expected is None
    assert pooled.optimum.bound == alone.optimum.bound == 4
    assert str(pooled.next) == f"hold {NAMES[2]}", "the next action of the plan"
    assert longer.optimum == alone.optimum and longer.next == alone.next
    assert {alone.stopped, pooled.stopped, longer.stopped} == {UNSET}


def test_the_users_own_time_says_that_it_ended_the_search() -> None:
    cut: ShapeWorldAudit = answered(Audit(seconds=1e-6), five())
    assert cut.optimum is not None and cut.optimum.expected is None
    assert cut.stopped == "time"


def test_pools_are_told_from_one_problem(tmp_path: Path, shell: Shell) -> None:
    pool = tmp_path / "agent_random.txt"
    pool.write_text(write_transcript(five()) + write_transcript(EXAMPLES["illusive"], False))
    _, (first, second) = shell.json("audit", pool)
    assert first["optimum"]["expected"] is None and second["optimum"]["expected"] is not None
    _, alone = shell.one("audit", pool, "--id", "agent_random.txt:1")
    assert alone["optimum"]["expected"] is not None
    _, (first, second) = shell.json("audit", pool, "--seconds", PATIENCE)
    assert first["optimum"] == alone["optimum"]
