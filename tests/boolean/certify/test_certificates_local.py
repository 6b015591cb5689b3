"""Evidence of kind local: descendants left out, stuck sets, and the theorems that make it complete."""

from __future__ import annotations

import random
from itertools import combinations

import pytest

from symcause.families.boolean.certify.local_builder import build_local
from symcause.families.boolean.models.scm import BooleanSCM
from symcause.families.boolean.models.worlds import Mode, Split, World
from symcause.families.boolean.problem.hypothesis_class import HypothesisClass
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.families.boolean.verifier.certificate_question import CertifiedQuestion
from symcause.families.boolean.verifier.claim.uniqueness import descendants
from symcause.families.boolean.verifier.kernel import verify
from symcause.families.boolean.verifier.model_check import CertifiedModel
from symcause.kernel.work import Work
from symcause.models.disclosure import Disclosure, Setting
from tests.boolean.certificate_cases import cases, counted, plain

ONE = HypothesisClass(1)


def problem_of(
    rows: str, *, targets: str = "", more: str = "", roots: int | None = None
) -> BooleanProblem:
    """X1 is the root of three variables; *more* rows in which *targets* are set; or hidden roots."""
    names = ("X1", "X2", "X3")
    if roots is None:
        disclosure = Disclosure(Setting.HIDDEN_ORDER, names, ("X1",))
    else:
        disclosure = Disclosure(Setting.HIDDEN_ROOTS, names, root_count=roots)
    worlds = [World("w0", Split.TRAIN, Mode.NONE, (), tuple(rows.split()))]
    if more:
        given = tuple(targets.split())
        worlds.append(World("w1", Split.TRAIN, Mode.ASSIGNED, given, tuple(more.split())))
    return BooleanProblem("p", disclosure, tuple(worlds))


COPY = problem_of("000 111", targets="X2", more="011 111")
"""X3 can only copy X2; X2 could copy X1 or X3, and the second is cyclic."""

TWINS = problem_of("000 011 100 111")
"""X2 and X3 are always equal and X1 has no say: each could copy the other, and one must be a root."""


def test_a_mechanism_is_only_tried_outside_its_descendants() -> None:
    document = plain(build_local(COPY, ONE))
    part = document["evidence"]["variables"]["X2"]
    assert part["without"] == ["X3"] and part["covered"] == [{"parents": ["X1"], "rows": [0, 1]}]
    assert "without" not in document["evidence"]["variables"]["X3"]
    assert verify(COPY, document).accepted
    del part["without"]
    assert "{X3} is neither refuted nor covered" in verify(COPY, document).reason


@pytest.mark.parametrize("name", ["X1", "X2", "X9"])
def test_what_is_left_out_descends_in_the_model(name: str) -> None:
    document = plain(build_local(COPY, ONE))
    document["evidence"]["variables"]["X2"]["without"] = ["X3", name]
    assert "no descendant of X2 in the model" in verify(COPY, document).reason


def test_the_model_decides_what_descends() -> None:
    """Two members, X2 -> X3 and X3 -> X2: leaving the child out does not make either the only one."""
    problem = problem_of("000 111")
    chain = [("X2", "X1"), ("X3", "X2")]
    for order in (chain, [("X3", "X1"), ("X2", "X3")]):
        functions = {v: {"parents": [p], "table": "01"} for v, p in order}
        document = plain(counted(problem, ONE))
        document["claim"] = {"name": "unique", "model": {"roots": ["X1"], "functions": functions}}
        variables: dict[str, object] = {
            v: {"conflicts": [], "covered": [{"parents": [p], "rows": [0, 1]}]} for v, p in order
        }
        first, last = order[0][0], order[1][0]
        for without in ({first: [last]}, {first: [last], last: [first]}, {last: [first, "X1"]}):
            found = {v: {**part, "without": without.get(v, [])} for v, part in variables.items()}
            document["evidence"] = {"kind": "local", "variables": found}
            assert not verify(problem, document).accepted


def test_variables_can_be_stuck_together() -> None:
    document = plain(build_local(TWINS, ONE))
    assert document["claim"] == {"name": "inconsistent"}
    (stuck,) = document["evidence"]["stuck"]
    assert stuck["variables"] == ["X2", "X3"] and document["evidence"]["variables"] == {}
    assert verify(TWINS, document).accepted
    alone = {"variables": ["X2"], "conflicts": {"X2": stuck["conflicts"]["X2"]}}
    document["evidence"]["stuck"] = [alone]
    assert "the parent set {X3} of X2 is not refuted" in verify(TWINS, document).reason


def test_with_hidden_roots_a_stuck_set_must_be_missed() -> None:
    """Two roots: {X1, X2} and {X1, X3} each leave a copy; {X2, X3} leave X1 without a mechanism."""
    problem = problem_of("000 011 100 111", roots=2)
    assert build_local(problem, ONE) is None
    document = plain(counted(problem, ONE))
    assert document["claim"]["count"] == 2
    document["claim"] = {"name": "inconsistent"}
    inconsistent = plain(build_local(TWINS, ONE))["evidence"]
    document["evidence"] = inconsistent
    assert "nothing excludes the root set {X1, X2}" in verify(problem, document).reason


@pytest.mark.parametrize(
    ("stuck", "reason"),
    [
        ([], "nothing excludes the root set {X1}"),
        ([{"variables": [], "conflicts": {}}], "every root set would be excluded"),
        ([{"variables": ["X2", "X3"], "conflicts": {"X2": [[0, 1]]}}], "'X3' is missing"),
        ([{"variables": ["X2"], "conflicts": {"X2": [], "X3": []}}], "unknown key"),
        ([{"variables": ["X9"], "conflicts": {"X9": []}}], "unknown variable"),
        ([{"variables": ["X2", "X2"], "conflicts": {"X2": []}}], "a name stands twice"),
        ([{"variables": ["X2"], "conflicts": {"X2": [[0, 9]]}}], "no such training row"),
        ([{"variables": ["X2"], "conflicts": {"X2": [[0, 2]]}}], "do not differ in X2"),
        ([{"variables": ["X2"], "conflicts": {"X2": [[0]]}}], "not a pair of rows"),
        ({}, "not a list"),
    ],
)
def test_stuck_sets_are_read_and_checked(stuck: object, reason: str) -> None:
    document = plain(build_local(TWINS, ONE))
    document["evidence"]["stuck"] = stuck
    answer = verify(TWINS, document)
    assert answer.accepted is False and reason in answer.reason


def test_root_sets_times_stuck_sets_are_bounded() -> None:
    document = plain(build_local(TWINS, ONE))
    document["evidence"]["stuck"] *= 50
    assert verify(TWINS, document).accepted
    answer = verify(TWINS, document, Work(seconds=1e-4))
    assert answer.accepted is None and "steps that the kernel has" in answer.reason


@pytest.mark.parametrize("seed", range(40, 43))
def test_one_mechanism_can_be_exchanged(seed: int) -> None:
    """Two members over one root set that differ: one mechanism of the second can stand in the first."""
    exchanged = coordinated = 0
    for _, _, found in cases(seed, 60):
        every = set(found)
        for first, second in combinations(found[:12], 2):
            if first.roots != second.roots:
                continue
            for one, other in ((first, second), (second, first)):
                changed = one.changed(other)
                mixed = [one.replaced(v, other.functions[v]) for v in changed]
                assert any(model in every for model in mixed)
                exchanged += 1
                coordinated += not all(model in every for model in mixed)
    assert exchanged > 500 and coordinated > 5


def evidence_at_random(
    question: CertifiedQuestion, variable: str, without: list[str], rng: random.Random
) -> dict[str, object]:
    """All that the rows give outside some variables, now and then with something left out."""
    allowed = [v for v in question.admissible(variable) if v not in without]
    conflicts, covered = [], []
    for parents in combinations(allowed, min(question.bound(variable), len(allowed))):
        rows: dict[int, int] = {}
        pair = None
        for row in question.rows_of(variable):
            pattern = sum(question.value(row, p) << j for j, p in enumerate(parents))
            other = rows.setdefault(pattern, row)
            if question.value(other, variable) != question.value(row, variable):
                pair = [other, row]
        if pair is not None:
            conflicts.append(pair)
        else:
            chosen = [rows.get(pattern, 0) for pattern in range(1 << len(parents))]
            covered.append({"parents": list(parents), "rows": chosen})
    part: dict[str, object] = {"conflicts": conflicts, "covered": covered, "without": without}
    return part if rng.random() < 0.9 else {**part, "conflicts": conflicts[:-1]}


@pytest.mark.few(1)
@pytest.mark.parametrize("seed", range(44, 47))
def test_descendants_and_stuck_sets_prove_only_what_is_true(seed: int) -> None:
    rng = random.Random(seed)
    accepted = refused = 0
    for problem, hypothesis, found in cases(seed, 100, most=4):
        question = CertifiedQuestion(problem, hypothesis)
        document = plain(counted(problem, hypothesis))
        stuck = []
        for size in range(1, len(problem.variables) + 1):
            for names in combinations(problem.variables, size):
                parts = {v: evidence_at_random(question, v, [*names], rng) for v in names}
                if rng.random() < 0.1 or not any(part["covered"] for part in parts.values()):
                    pairs = {v: part["conflicts"] for v, part in parts.items()}
                    stuck.append({"variables": list(names), "conflicts": pairs})
        document["claim"] = {"name": "inconsistent"}
        document["evidence"] = {"kind": "local", "variables": {}, "stuck": stuck}
        answer = verify(problem, document).accepted
        assert not answer or not found
        accepted, refused = accepted + bool(answer), refused + (not answer)
        for model in found[:4]:
            variables = {}
            for v in model.endogenous:
                below = descendants(model, v)
                if rng.random() < 0.1:
                    below ^= {rng.choice(problem.variables)}
                variables[v] = evidence_at_random(question, v, sorted(below), rng)
            document["claim"] = {"name": "unique", "model": CertifiedModel(model).to_dict()}
            document["evidence"] = {"kind": "local", "variables": variables, "stuck": stuck}
            answer = verify(problem, document).accepted
            assert not answer or found == [model]
            accepted, refused = accepted + bool(answer), refused + (not answer)
    assert accepted > 15 and refused > 50


def test_descendants_are_what_a_change_can_reach() -> None:
    for _, _, found in cases(48, 30):
        for model in found[:3]:
            for v in model.variables:
                assert descendants(model, v) == _reached(model, v)


def _reached(model: BooleanSCM, start: str) -> set[str]:
    found: set[str] = set()
    waiting = [start]
    while waiting:
        parent = waiting.pop()
        new = {child for p, child in model.edges if p == parent} - found
        found |= new
        waiting.extend(new)
    return found
