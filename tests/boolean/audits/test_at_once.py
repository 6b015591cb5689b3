"""The verdict before the count: by exchange, and the same as the one after it."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

import symcause
from benchmarks.large import problem_of
from benchmarks.problems import make_problem
from symcause.audits.document_json import plain
from symcause.audits.question import question
from symcause.errors import LimitError
from symcause.families.boolean.audits import whole_audit as sections
from symcause.families.boolean.audits.verdict import quick_decision as module
from symcause.families.boolean.audits.verdict.quick_decision import at_once
from symcause.families.boolean.documents.audit_document import BooleanAudit
from symcause.families.boolean.models.scm import BooleanSCM
from symcause.families.boolean.problem.hypothesis_class import HypothesisClass
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.families.boolean.space.space_choice import open_space
from symcause.mechanisms.member_tally import Tally
from symcause.models.disclosure import Setting
from tests.boolean.brute import members, random_problem

SEEDS = [*range(20), *(pytest.param(s, marks=pytest.mark.exhaustive) for s in range(20, 500))]


def from_the_start(monkeypatch: pytest.MonkeyPatch, large: int = 0) -> None:
    monkeypatch.setattr(module, "QUICK_VARIABLES", large)
    monkeypatch.setattr(sections, "QUICK_VARIABLES", large)


def audits(problem: BooleanProblem) -> list[BooleanAudit]:
    return list(question("audit", problem).answers(problem))


def spoiled(problem: BooleanProblem, model: BooleanSCM) -> BooleanProblem:
    """With one cell that is another in a copy of its row."""
    world = next(w for w in problem.training if set(model.endogenous) - set(w.targets))
    free = [v for v in model.endogenous if v not in world.targets]
    at = problem.variables.index(free[-1])
    row = world.rows[0]
    other = row[:at] + "10"[int(row[at])] + row[at + 1 :]
    return problem.with_worlds((replace(world, id="spoiled", rows=(row, other)),))


@pytest.mark.parametrize("seed", SEEDS)
def test_it_is_what_listing_says(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """One member, several or none, with gold and without."""
    from_the_start(monkeypatch)
    rng = random.Random(seed)
    setting = list(Setting)[seed % 4]
    problem, model = random_problem(rng, 3, setting, rng.randint(1, 12))
    if seed % 6 == 5:
        problem = spoiled(problem, model)
    expected = members(problem, 2)
    assert expected or seed % 6 == 5
    for gold in (model, None):
        found = at_once(problem, HypothesisClass(2), gold)
        if found is None:
            assert setting is Setting.HIDDEN_ROOTS
            continue
        assert found.count == (len(expected) if len(expected) < 2 else None)
        if found.reference is not None:
            assert found.reference in expected
            assert gold is None or found.inside == (gold in expected)
        if found.other is not None:
            assert found.reference is not None
            assert found.other in expected
            assert len(found.other.changed(found.reference)) == 1


@pytest.mark.few(12)
@pytest.mark.parametrize("seed", range(24))
def test_audits_are_the_same(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    rng = random.Random(seed)
    setting = list(Setting)[seed % 4]
    problem = make_problem(rng.randint(4, 6), 2, 2, rng.choice((2, 9, 30)), 8, setting, seed)
    from_the_start(monkeypatch, 99)
    expected = plain(audits(problem)[-1])
    from_the_start(monkeypatch)
    _, early, *_, last = audits(problem)
    assert plain(last) | {"seconds": 0} == expected | {"seconds": 0}
    if early.verdict != "unknown":
        assert early.verdict == last.verdict
        assert early.settled == last.settled
        assert early.count in (None, last.count)
    for other in early.alternatives:
        assert len(other.changed) == 1


@pytest.mark.parametrize(("n", "worlds", "verdict"), [(20, 300, "unique"), (25, 8, "ambiguous")])
def test_a_large_problem_is_judged_without_counting(
    n: int, worlds: int, verdict: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is known when counting begins: the verdict, and the one mechanism that may change."""

    def refuse(tally: Tally) -> int:
        raise LimitError("counting is beyond reach")

    monkeypatch.setattr(Tally, "count_by_cases", refuse)
    problem = problem_of("random", n, 3, worlds, Setting.HIDDEN_ORDER, 0)
    growing = question("audit", problem).answers(problem)
    next(growing)
    document = next(growing)
    assert (document.verdict, document.settled) == (verdict, verdict == "unique")
    assert document.count == (1 if verdict == "unique" else None)
    assert [len(other.changed) for other in document.alternatives] == [1] * (verdict != "unique")


@pytest.mark.parametrize("seed", range(12))
def test_counts_of_none_and_one_need_no_counting(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(tally: Tally) -> int:
        raise LimitError("counting is beyond reach")

    rng = random.Random(seed)
    problem, _ = random_problem(rng, 3, Setting.HIDDEN_ORDER, 12 if seed % 2 else 4)
    expected = open_space(problem).count()
    assert isinstance(expected, int)
    monkeypatch.setattr(Tally, "count_by_cases", refuse)
    monkeypatch.setattr(Tally, "bounds", property(lambda _: _Nothing()))
    assert (
        open_space(problem).count() == expected
        if expected < 2
        else not isinstance(open_space(problem).count(), int)
    )


class _Nothing:
    low, high = 0, 10**9


@pytest.mark.parametrize("name", ["ambiguous", "unique"])
def test_every_slack_of_other_mechanisms_is_told(name: str) -> None:
    """The smaller one first; what fits within it fits within the larger one as well."""
    found = symcause.audit(symcause.example(name)).local_alternatives
    assert found is not None and [(one.slack, one.cap) for one in found] == [(2, 8), (4, 10)]
    small, large = (one.counts for one in found)
    assert small.keys() == large.keys()
    assert all((small[v] or 0) <= (large[v] or 0) for v in small)
