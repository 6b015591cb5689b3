"""The family of dials as its author tests it: conformance, answers, and spaces of a billion models."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import islice, product
from random import Random
from typing import Any

import pytest

import symcause
from symcause import registry
from symcause.answers import Unknown
from symcause.errors import UsageError
from symcause.mechanisms.next import posed_experiments
from symcause.mechanisms.next.experiment_ranks import Ranking
from symcause.mechanisms.next.outcome_draws import Ranked
from symcause.mechanisms.tables.table_answers import print_tables, read_tables
from symcause.mechanisms.tables.table_evidence import TableEvidence, TableWorld
from symcause.mechanisms.tables.table_functions import TableFunction
from symcause.mechanisms.tables.table_models import TableModel
from symcause.testing import Case, EpisodeCase, EpisodeConformance, VersionSpaceConformance
from symcause.testing.dials.problem import DialProblem, read_dials, write_dials
from symcause.testing.dials.space import DialSpace
from tests.mechanisms.test_dials import drawn


@pytest.fixture(autouse=True)
def _registered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(registry.FAMILIES, "dials", "symcause.testing.dials")


def test_a_billion_models_are_counted_ranked_and_played() -> None:
    names = [f"D{i}" for i in range(1, 7)]
    rows = [[(3 * r + i * (r + 1)) % 3 for i in range(6)] for r in range(4)]
    world = {"rows": rows, "set": []}
    positions = dict.fromkeys(names, 3)
    document = {"format": "toy.dials/1", "id": "many", "positions": positions, "most_parents": 2}
    problem = read_dials({**document, "roots": names[:2], "worlds": [world]})
    space = DialSpace(problem)
    count = space.count()
    assert isinstance(count, int) and count > 10**9
    drawn_member = space.random(1, seed=3)
    assert not isinstance(drawn_member, Unknown) and drawn_member[0] in space
    advised = symcause.next_experiments(problem)
    assert advised.shrinks and advised.best is not None and advised.best.at_least < count
    outcomes = space.what_if({"D3": 1})
    assert not isinstance(outcomes, Unknown) and outcomes.total == count
    gold = json.loads(print_tables(drawn_member[0]))
    truth = read_dials({**write_dials(problem), "gold": gold})
    played = symcause.play(truth, "greedy", budget=2)
    assert played.count is not None and 0 < played.count < count // 100


CASES = [drawn(seed) for seed in (0, 1, 4, 5)]


def twin(problem: DialProblem) -> DialProblem:
    """The same with another model for gold."""
    space = DialSpace(problem)
    other = next(space.others(read_tables(problem.evidence, json.dumps(problem.gold))))
    assert isinstance(other, TableModel)
    return replace(problem, gold=json.loads(print_tables(other)))


class TestSpace(VersionSpaceConformance):
    def cases(self) -> Iterator[Case]:
        for problem in CASES:
            evidence = problem.evidence
            fewer = TableEvidence(evidence.variables, evidence.sizes, evidence.worlds[:1])
            yield Case(replace(problem, evidence=fewer), problem)

    def space(self, problem: Any) -> DialSpace:
        return DialSpace(problem)


class TestEpisodes(EpisodeConformance):
    cases = tuple(EpisodeCase(problem.id, problem, twin(problem)) for problem in CASES[:2])


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("[]", "not a model of tables"),
        ('{"Z": {"parents": [], "outputs": [0]}}', "no such variable"),
        ('{"B": {"parents": ["A", "A"], "outputs": [0]}}', "not different other variables"),
        ('{"B": {"parents": ["A"], "outputs": [0]}}', "1 outputs, its parents have 2 combinations"),
        ('{"B": {"parents": [], "outputs": [7]}}', "none of its values, 0 to 1"),
        (
            '{"B": {"parents": ["A"], "outputs": [0, 1]}, "A": {"parents": ["B"], "outputs": [0, 1]}}',
            "a circle among A, B",
        ),
    ],
)
def test_what_is_no_answer_is_refused(text: str, reason: str) -> None:
    with pytest.raises(UsageError, match=reason):
        read_tables(TableEvidence(("A", "B"), (2, 2), ()), text)


@pytest.mark.parametrize(
    ("world", "reason"),
    [
        (TableWorld(((0, 1),), ("Z",)), r"worlds\[0\]: no variable is called Z"),
        (TableWorld(((0, 1), (0, 2))), r"worlds\[0\].rows\[1\]: B is 2, not one of 0 to 1"),
        (TableWorld(((0,),)), r"worlds\[0\].rows\[0\] has 1 values for 2 variables"),
    ],
)
def test_evidence_that_is_none_is_refused(world: TableWorld, reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        TableEvidence(("A", "B"), (3, 2), (world,))


def test_an_experiment_is_read_in_its_forms() -> None:
    space = DialSpace(CASES[0])
    forms = [space.what_if(form) for form in ({"do": {"A": 1}}, {"A": 1}, "A=1")]
    assert forms[0] == forms[1] == forms[2] and "{'do': {'A': 1}}" in repr(forms[2])
    for wrong, reason in (
        ("A", "not an experiment"),
        ("Z=1", "no such variable"),
        ("A=9", "no such"),
    ):
        with pytest.raises(UsageError, match=reason):
            space.what_if(wrong)


def test_parents_of_an_answer_may_stand_in_any_order() -> None:
    evidence = TableEvidence(("A", "B", "C"), (2, 3, 3), ())
    text = '{"C": {"parents": ["B", "A"], "outputs": [0, 1, 2, 2, 0, 1]}}'  # B counts fastest
    function = read_tables(evidence, text).functions["C"]
    assert function.parents == ("A", "B")
    for a, b in product(range(2), range(3)):
        assert function({"A": a, "B": b, "C": 0}) == [0, 1, 2, 2, 0, 1][b + 3 * a]


def test_models_outside_the_class_are_objected_to() -> None:
    evidence = TableEvidence(("A", "B", "C"), (2, 2, 2), (TableWorld(((0, 0, 0),)),))
    space = DialSpace(DialProblem("small", evidence, ("A",), 1))
    none, both = TableFunction((), 0, (), 2), TableFunction(("A", "B"), 0b1000, (2, 2), 2)
    assert not space.objections(TableModel(("A",), {"B": none, "C": none}))
    for model, reason in (
        (TableModel(("A",), {"B": none, "C": both}), "C: no mechanism of the class"),
        (TableModel(("B",), {"A": none, "C": none}), "A: no mechanism of the class"),
        (TableModel(("A", "B"), {"C": none}), "no mechanism for B"),
        (TableModel(("A", "B", "C"), {}), "no mechanism for B, C"),
        (TableModel(("A",), {"B": none, "C": TableFunction((), 1, (), 2)}), "the model gives 1"),
        (
            TableModel(("A",), {"B": none, "C": TableFunction(("B", "A"), 0b1000, (2, 2), 2)}),
            "do not stand in the order",
        ),
    ):
        said = space.objections(model)
        assert said and reason in str(said[0]) and model not in space


@pytest.mark.parametrize("seed", range(20))
def test_a_model_is_objected_to_at_the_first_row_of_each_variable_that_it_gets_wrong(
    seed: int,
) -> None:
    """Wherever the variable was not set, whatever world the row is in."""
    problem, rng = drawn(seed), Random(f"objections {seed}")
    first, model = problem.evidence, dict(problem.gold or {})
    worlds = rng.sample(first.worlds, len(first.worlds))
    evidence = TableEvidence(first.variables, first.sizes, tuple(worlds))
    problem = replace(problem, evidence=evidence)
    size = dict(zip(evidence.variables, evidence.sizes, strict=True))
    told: dict[str, Any] = {
        name: {**own, "outputs": [rng.randrange(size[name]) for _ in own["outputs"]]}
        if rng.random() < 0.8
        else own
        for name, own in model.items()
    }
    found = DialSpace(problem).objections(read_tables(evidence, json.dumps(told)))
    expected = []
    for name in (name for name in evidence.variables if name in told):
        parents, outputs = told[name]["parents"], told[name]["outputs"]
        inputs = product(*(range(size[p]) for p in reversed(parents)))
        shown = dict(zip(inputs, outputs, strict=True))
        wrong = (
            f"worlds[{w}].rows[{r}]"
            for w, world in enumerate(evidence.worlds)
            for r, row in enumerate(world.rows)
            if name not in world.targets
            and (state := dict(zip(evidence.variables, row, strict=True)))
            and shown[tuple(state[p] for p in reversed(parents))] != state[name]
        )
        expected += [(name, place) for place in islice(wrong, 1)]
    places = [(one.message.partition(" ")[0], one.place) for one in found if one.place]
    assert sorted(places) == sorted(expected)
    assert expected or not any(one.place for one in found)


def test_outcomes_that_are_not_known_are_said(monkeypatch: pytest.MonkeyPatch) -> None:
    """If the one outcome that is known leaves all members, the experiment may still shrink the space."""
    space = DialSpace(CASES[0])
    posed = space.posed([{"do": {"A": 1}}])
    assert posed is not None
    count = posed.cells.space.count
    for least, said in ((count, "not all outcomes are known"), (1, None)):
        one = Ranked(posed.experiments[0][1], count, count, least, 1, None, Fraction(count))
        ranking = Ranking(count, (one,))
        monkeypatch.setattr(posed_experiments, "ranked", lambda *_, r=ranking, **__: iter((r,)))
        ranks = posed.ranking()
        assert not isinstance(ranks, Unknown) and ranks.missing == said
        assert len(ranks.able) == (least < count)
