"""Latent variables: behaviours, counted, told apart and listed, against listing every model."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from typing import Any

import pytest

import symcause
from symcause.answers import Unknown, Unsat
from symcause.audits.space import Separation
from symcause.errors import ProblemError
from symcause.families.boolean.models.scm import BooleanSCM
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.families.boolean.questions.count import Count
from symcause.families.boolean.space.behaviour_space import BehaviourSpace
from symcause.families.boolean.space.holes import behaviour_search as behaving
from symcause.families.boolean.space.holes.behaviour_search import BehaviourSearch
from symcause.families.boolean.space.space_choice import open_space
from symcause.models.variable_names import natural
from symcause.testing import Case, VersionSpaceConformance
from tests.evidence.facts import document
from tests.evidence.latent_cases import behaves, cost, latent_problem, members, shown

MIDDLE: dict[str, Any] = {"setting": "ordered", "order": ["A", "H", "B"], "latent": ["H"]}
ROOT = document("f14", "AHB", ["0?0", "0?1", "1?1"], roots=["A", "H"], **MIDDLE)
CHAIN = document("f16", "AHB", ["0?0", "1?1"], roots=["A"], **MIDDLE) | {"max_parents": 1}
LATENT_ROOT: dict[str, Any] = {
    **{"setting": "ordered", "order": ["B", "C", "A"], "latent": ["B"]},
    "gold": {"roots": ["B"], "mechanisms": {"A": "B", "C": "B"}},
}

# problem, verdict, behaviours, separable, cells that are not observed, edges that may be there
FACTS: dict[str, tuple[dict[str, Any], str, int, bool, int, str]] = {
    "a latent root": (*(ROOT, "ambiguous", 2, True, 3), "A->B open H->B always"),
    "in the middle": (*(CHAIN, "unique", 1, False, 2), "A->H open A->B open H->B open"),
}


@pytest.mark.parametrize("name", FACTS)
def test_worked_problems(name: str) -> None:
    filed, verdict, count, separable, cells, edges = FACTS[name]
    problem = symcause.problem(filed)
    found = symcause.audit(problem)
    assert (found.identity, found.verdict, found.count) == ("behaviour", verdict, count)
    assert (found.settled, found.separable) == (verdict == "unique", separable)
    assert found.best is not None and (found.best.errors, found.best.count) == (0, 6)
    assert found.margin is None and found.unobserved is not None
    assert (found.unobserved.cells, found.unobserved.entailed) == (cells, ())
    told = {edge: said for edge, said in (found.edges or {}).items() if said != "never"}
    words = edges.split()
    assert told == dict(zip(words[::2], words[1::2], strict=True))
    assert "up to behaviour" in found.sentence
    counted = symcause.count(problem)
    assert counted.count == count and "up to behaviour" in Count().text(counted)
    models = symcause.count(problem, identity="functions+roots")
    assert (models.identity, models.count) == ("functions+roots", 6)
    assert models.spectrum == symcause.count(problem).spectrum == found.spectrum


def test_unread_is_not_latent() -> None:
    problem = symcause.problem({k: v for k, v in ROOT.items() if k != "latent"})
    found = symcause.audit(problem)
    assert (found.identity, found.verdict, found.count) == ("functions+roots", "ambiguous", 6)
    assert found.margin is not None and found.margin.value == 0


def test_observing_is_an_experiment_if_nothing_else_is() -> None:
    """H decides both A and B: alike or not; whichever is set, the other is free."""
    filed = document("pair", "AHB", ["0?0"], setting="hidden-order", roots=["H"], latent=["H"])
    problem = symcause.problem(filed | {"max_parents": 1})
    same, opposite = ({"mechanisms": {"A": "H", "B": told}} for told in ("H", "(not H)"))
    found = symcause.separate(problem, json.dumps(same), json.dumps(opposite)).to_dict()
    assert found["separated"] and found["experiment"]["assignments"] == {}
    assert found["witness"] == {"state": {"A": 0, "B": 0}, "possibleIn": "reference"}
    assert found["pair_disagreement_rate"] is None
    again = {"mechanisms": {"A": "(not H)", "B": "(not H)"}}
    assert not symcause.separate(problem, json.dumps(same), json.dumps(again)).separated


def test_what_is_shown_or_set_is_not_latent() -> None:
    for change in ({"latent": ["A"]}, {"latent": ["Z"]}):
        with pytest.raises(ProblemError):
            symcause.problem(ROOT | change)


def agrees(seed: int) -> bool:
    """Compare a random problem with the listing; False if it was too large or there was none."""
    drawn = latent_problem(random.Random(seed))
    if drawn is None:
        return False
    problem, hypotheses = drawn
    latent, listed = problem.latent, members(problem, hypotheses)
    if len(listed) > 250:
        return False
    kinds = {behaves(model, latent) for model in listed}
    space = open_space(problem, hypotheses, "behaviour")
    assert isinstance(space, BehaviourSpace)
    found = [member for member in space.members() if isinstance(member, BooleanSCM)]
    assert {behaves(member, latent) for member in found} == kinds and len(found) == len(kinds)
    assert space.count() == len(kinds)
    assert all(cost(member, problem) <= hypotheses.errors for member in found)
    for model in listed[:2]:
        others = [other for other in space.others(model) if isinstance(other, BooleanSCM)]
        assert {behaves(other, latent) for other in others} == kinds - {behaves(model, latent)}
        assert len(others) == len(kinds) - 1
        told = space.separate(model)
        apart = kinds - {behaves(model, latent)}
        if not latent:  # observing alone is no experiment then
            apart = {kind for kind in apart if kind[1:] != behaves(model, latent)[1:]}
        assert isinstance(told, Separation if apart else Unsat)
        if isinstance(told, Separation) and latent:
            assert isinstance(told.second, BooleanSCM)
            set_to, state = told.experiment["assignments"], told.experiment["state"]
            assert isinstance(set_to, dict) and isinstance(state, dict)
            seen = tuple(state[v] for v in natural(state))
            possible = [seen in shown(m, latent, set_to) for m in (model, told.second)]
            assert [reading["possible"] for reading in told.readings] == possible
            assert possible[0] != possible[1]
    return True


@pytest.mark.few(2)
@pytest.mark.parametrize("block", range(4))
def test_behaviours_are_those_of_the_listing(block: int) -> None:
    assert sum(agrees(seed) for seed in range(10 * block, 10 * block + 10)) >= 3


def test_many_behaviours_are_found_by_listing_models(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(behaving, "SYMBOLIC_BEHAVIOURS", 1)
    assert sum(agrees(seed) for seed in range(20)) >= 5


class TestBehaviourSpace(VersionSpaceConformance):
    """What every version space must do."""

    most_listed = 60

    def cases(self) -> Iterator[Case]:
        yield from (Case(symcause.problem(filed)) for filed in (ROOT, CHAIN))

    def space(self, problem: BooleanProblem) -> BehaviourSpace:
        found = open_space(problem)
        assert isinstance(found, BehaviourSpace)
        return found

    def key(self, model: BooleanSCM) -> object:
        return behaves(model, ("H",))

    def tried(self, space: Any) -> Iterator[Any]:
        """None: the values of latent roots were never seen, so they would have to be told."""
        return iter(())

    def leaves_more(self, space: Any) -> bool:
        return True

    def test_edges_agree_with_the_listing(self, case: Case) -> None:
        """Edges speak of models, whatever they have in common."""
        space = self.space(case.problem)
        listed = [m for m in space.models.members() if isinstance(m, BooleanSCM)]
        edges, models = space.edges(), [set(m.edges) for m in listed]
        assert not isinstance(edges, Unknown)
        for edge, said in edges.items():
            share = sum(edge in found for found in models) / len(models)
            assert said == {0: "never", 1: "always"}.get(share, "open")

    def test_open_variables_are_those_about_which_members_differ(self, case: Case) -> None:
        space = self.space(case.problem)
        models = [m for m in space.models.members() if isinstance(m, BooleanSCM)]
        names = case.problem.variables
        open_ = {v for v in names if len({m.functions.get(v) for m in models}) > 1}
        found = space.open_variables()
        assert not isinstance(found, Unknown) and set(found) == open_


@pytest.mark.exhaustive
@pytest.mark.parametrize("block", range(20))
def test_many_more(block: int) -> None:
    for seed in range(1000 + 50 * block, 1050 + 50 * block):
        agrees(seed)


def test_other_behaviours_come_by_their_disturbed_cells() -> None:
    """Twelve other behaviours than gold's; the listing once gave them as the search found them."""
    filed = document("by cells", "ABC", ["1?0", "1?0", "1??"], roots=["B"], errors=3, **LATENT_ROOT)
    filed["worlds"].append({**filed["worlds"][0], "id": "w1", "mode": "assigned"})
    filed["worlds"][1].update(targets=["C"], rows=["0?1"])
    problem = symcause.problem(filed | {"max_parents": 1})
    wrong = [a.disturbed for a in symcause.alternatives(problem, limit=20).alternatives]
    assert wrong == sorted(wrong) == [0, 0, 0, 0, 1, 1, 2, 3, 3, 3, 3, 3]
    assert [a.disturbed for a in symcause.audit(problem, limit=6).alternatives] == wrong[:6]


def test_a_search_that_gives_up_ends_the_behaviours(monkeypatch: pytest.MonkeyPatch) -> None:
    """What it found before stands; "unknown" is no member."""
    problem = symcause.problem(ROOT)
    search = BehaviourSearch(problem, problem.default_class())
    assert len(list(search.behaviours())) == 2
    found = search._found
    looks = iter((True, False))
    given_up = Unknown("enough")
    monkeypatch.setattr(search, "_found", lambda said: found(said) if next(looks) else given_up)
    first, last = search.behaviours()
    assert isinstance(first, BooleanSCM) and last is given_up
