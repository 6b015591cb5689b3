"""Background knowledge in Boolean problems: worked facts, and random problems against listing."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import islice
from typing import Any

import pytest

import symcause
from symcause.audits.question import ask
from symcause.boolean import BooleanProblem
from symcause.errors import SymcauseError
from symcause.families.boolean.space.mechanisms.parent_signs import Signed
from symcause.models.background_knowledge import Knowledge
from symcause.models.knowledge_reader import read_knowledge
from tests.evidence.facts import fact
from tests.evidence.listing import drawn_knowledge, drawn_problem, listed

COUNTS = {"f17": 5, "f18": 2, "f19": 7, "f20": 1, "f21": 1, "f22": 0}
VERDICTS = {
    "f17": ("ambiguous", True),
    "f18": ("ambiguous", True),
    "f19": ("ambiguous", True),
    "f20": ("unique", False),
    "f21": ("unique", False),
    "f22": ("gold-outside-class", False),
}


@pytest.mark.parametrize("name", COUNTS)
def test_worked_facts(name: str) -> None:
    problem = fact(name)
    assert symcause.count(problem).count == COUNTS[name]
    told = symcause.audit(problem)
    verdict, separable = VERDICTS[name]
    assert (told.verdict, told.count, told.separable) == (verdict, COUNTS[name], separable)
    assert told.settled is (verdict == "unique")
    assert "; with knowledge: " in told.sentence and ", as the problem states" in told.sentence
    stated = told.to_dict()["class"]
    assert problem.knowledge is not None
    assert stated["knowledge"] == problem.knowledge.to_dict()
    assert stated["sources"] == {"errors": None, "knowledge": "problem"}


def test_options_add_to_the_problem() -> None:
    problem = fact("f21")
    assert symcause.count(problem, candidates=["B->C", "A->C"]).count == 1
    assert symcause.count(problem, candidates=["A->C"]).count == 1
    assert symcause.count(problem, candidates=[]).count == 1
    free = symcause.count(problem, knowledge="none")
    assert free.count is not None and free.count > 1
    assert free.to_dict()["class"]["knowledge"] is None
    both = symcause.count(fact("f20"), forbid=["A->C"]).to_dict()["class"]
    assert both["sources"]["knowledge"] == "both"
    assert both["knowledge"]["forbid"] == ["A->C"]
    only = symcause.count(fact("f20"), knowledge="none", sign={"B->C": "-"}).to_dict()["class"]
    assert only["knowledge"] == {"signs": {"B->C": "-"}}
    assert only["sources"]["knowledge"] == "option"


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"require": ["A->C"], "forbid": ["A->C"]}, "A->C"),
        ({"require": ["C->A"]}, "C->A.*A is a disclosed root"),
        ({"forbid": ["A->Z"]}, "'Z'"),
        ({"forbid": ["A"]}, "A->B"),
        ({"tiers": [["A"], ["C"]]}, "B is in no tier"),
        ({"sign": ["A->C=up"]}, "A->C"),
        ({"sign": ["A->C=+", "A->C=-"]}, "A->C"),
        ({"tiers": [["A", "B", "C"]], "knowledge": {"tiers": [["A"], ["B", "C"]]}}, "tiers"),
    ],
)
def test_refused_options(options: dict[str, Any], said: str) -> None:
    with pytest.raises(SymcauseError, match=said):
        symcause.count(fact("f04"), **options)


def test_an_answer_against_the_knowledge() -> None:
    problem = fact("f22", gold=None)
    told = symcause.check(problem, {"mechanisms": {"C": "(xor A B)"}}).to_dict()
    assert told["valid"] and told["train_exact"] and told["in_class"] is False
    assert told["unique"] is None and len(told["violations"]) == 1
    assert told["violations"][0].startswith("A->C")
    inside = symcause.check(fact("f17"), {"mechanisms": {"C": "(and A B)"}}).to_dict()
    assert inside["violations"] == [] and inside["in_class"] is True
    broken = symcause.check(fact("f17"), {"mechanisms": {"C": "C"}}).to_dict()
    assert broken["violations"] is None


def cases(number: int, seed: int, variables: int = 3) -> Iterator[tuple[BooleanProblem, Knowledge]]:
    """Random problems with random knowledge that is not refused."""
    rng = random.Random(seed)
    while number:
        document = drawn_problem(rng, variables)
        knowledge = drawn_knowledge(document["variables"], rng)
        try:
            made = symcause.problem({**document, "knowledge": knowledge})
        except SymcauseError:
            continue
        if isinstance(made, BooleanProblem) and made.knowledge:
            number -= 1
            yield made, made.knowledge


@pytest.mark.parametrize(
    ("number", "variables"), [(150, 3), pytest.param(1500, 4, marks=pytest.mark.exhaustive)]
)
def test_spaces_are_the_listings(number: int, variables: int) -> None:
    """Count, members, edges, membership, picks and draws."""
    rng = random.Random(5)
    sizes = set()
    for problem, known in cases(number, 11, variables):
        members = listed(problem, known, problem.max_parents)
        space = symcause.space(problem)
        assert space.count() == len(members), (problem, known)
        assert set(space.members()) == set(members)
        sizes.add(len(members))
        edges = space.edges()
        for (a, b), status in edges.items():
            having = sum(b in m.functions and a in m.functions[b].parents for m in members)
            expected = "never" if not having else "always" if having == len(members) else "open"
            assert str(status) == expected, (a, b)
        for model in listed(problem, None, problem.max_parents)[:20]:
            assert (model in space) is (model in members)
        if members:
            assert space.pick() in members
            assert space.draw(rng) in members
            against = rng.choice(members)
            others = set(islice(space.others(against), 1000))
            assert others == set(members[:1000]) - {against} or len(members) > 1000
    assert {0, 1} < sizes and max(sizes) > 20


@pytest.mark.parametrize("number", [120, pytest.param(2000, marks=pytest.mark.exhaustive)])
def test_verdicts_and_solutions(number: int) -> None:
    for problem, known in cases(number, 23):
        members = listed(problem, known, problem.max_parents)
        solved = symcause.solve(problem)
        assert solved.status == ("solved" if members else "inconsistent")
        if members:
            found = symcause.boolean.model(solved.mechanisms, solved.roots)
            assert found in members
            told = symcause.check(problem, found).to_dict()
            assert told["in_class"] and told["unique"] is (len(members) == 1)
            assert told["violations"] == []
            others = symcause.alternatives(problem, found, limit=3)
            assert len(others.alternatives) == min(3, len(members) - 1)
            for other in others.alternatives:
                made = symcause.boolean.model(other.mechanisms, other.roots)
                assert made in members and made != found


@pytest.mark.parametrize("number", [60, pytest.param(600, marks=pytest.mark.exhaustive)])
def test_audits(number: int) -> None:
    for problem, known in cases(number, 31):
        members = listed(problem, known, problem.max_parents)
        told = symcause.audit(problem)
        assert told.verdict == ("inconsistent", "unique", "ambiguous")[min(len(members), 2)]
        for entry in told.to_dict()["profile"]:
            if "max_parents" in entry and entry["count"] is not None:
                assert entry["count"] == len(listed(problem, known, entry["max_parents"]))


@pytest.mark.parametrize("number", [100, pytest.param(600, marks=pytest.mark.exhaustive)])
def test_next_follows_the_knowledge(number: int) -> None:
    """The worst case of every experiment, by running the members on the contexts."""
    checked = 0
    for problem, known in cases(number, 71):
        members = listed(problem, known, problem.max_parents)
        told = symcause.next_experiments(problem)
        assert told.count == len(members)
        if problem.disclosure.roots is None or not told.experiments:
            continue
        contexts = next(w for w in problem.training if not w.targets)
        for experiment in told.experiments:
            ((target, bit),) = experiment.experiment["do"].items()  # type: ignore[union-attr, attr-defined]
            left: dict[object, int] = {}
            for member in members:
                given = contexts.by_name(problem.variables) | {target: contexts.mask * bit}
                shown = member.run(given, [target], contexts.mask)
                left[tuple(sorted(shown.items()))] = left.get(tuple(sorted(shown.items())), 0) + 1
            if experiment.exact and told.contexts == len(contexts.rows):
                checked += 1
                # what shows the same may still be told apart by other rows: never fewer are left
                assert experiment.worst is not None and experiment.worst >= max(left.values())
    assert checked > 50


def test_disambiguate_within_the_knowledge() -> None:
    gold = {"roots": ["A", "B"], "mechanisms": {"C": "(and A B)"}}
    problem = fact("f17", gold=gold)
    told = symcause.disambiguate(problem)
    assert told.count_before == 5 and told.count_after == 1


def test_prompts_state_it() -> None:
    text = str(ask("prompt", fact("f20")).to_dict()["message"])
    assert "B affects C." in text and "{A, B} < {C}" in text
    assert "more of B never means more of C" in str(ask("prompt", fact("f18")).to_dict()["message"])


def test_signs_of_several_variables_are_each_heeded() -> None:
    known = read_knowledge({"signs": {"A->C": "+", "B->D": "-"}}, tuple("ABCD"))
    found = {variable: Signed.of(known, variable) for variable in "ABCD"}
    assert [variable for variable, told in found.items() if told is not None] == ["C", "D"]
