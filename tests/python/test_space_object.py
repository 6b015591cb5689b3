"""The version space as an object of Python: what the conformance suite does not reach by itself."""

from __future__ import annotations

import builtins
import random
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import symcause
from symcause.answers import Unknown
from symcause.audits.experiments.outcome_shares import Outcomes
from symcause.audits.members import Members
from symcause.errors import LimitError, UsageError
from symcause.families.boolean.space.outcomes.experiment_outcomes import stated
from symcause.families.linear.models.laboratory import Semantics
from symcause.families.linear.space.space_choice import open_space
from symcause.mechanisms.next import drawn_outcomes, outcome_search
from symcause.models.dags import DAG
from symcause.models.disclosure import Setting
from tests.boolean.brute import random_problem
from tests.linear.cases import episode, integers, problem_of, random_model

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"


def spaced(name: str, **options: Any) -> Any:
    return symcause.space(symcause.load(EXAMPLES / f"{name}.json"), **options)


CLASSES: dict[str, Any] = {
    "any": {},
    "unate": {"unate": True},
    "sign": {"sign": {"X1->X3": "-", "X2->X3": "+"}},
    "short": {"max_ast": 4},
    "rule": {"admits": lambda variable, parents, table: table != 0b0110},
}


@pytest.mark.few(40)
@pytest.mark.parametrize("class_", CLASSES)
@pytest.mark.parametrize("setting", list(Setting))
@pytest.mark.parametrize("seed", range(12))
def test_outcomes_are_counted_as_they_are_listed(
    setting: Setting, seed: int, class_: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Four ways to the same numbers: running members, listing columns, drawing outcomes, searching rows."""
    rng = random.Random(f"outcomes {seed} {setting}")
    problem, _ = random_problem(rng, rng.choice((3, 4)), setting, 2, 3)
    problem = replace(problem, max_parents=rng.choice((1, 2)))
    space = symcause.space(problem, **CLASSES[class_])
    if space.count() == 0:
        return
    rows = rng.choice((1, 1, 2, 3))
    bits = {v: [rng.randint(0, 1) for _ in range(rows)] for v in problem.variables}
    context = {v: found[0] for v, found in bits.items()} if rows == 1 else bits
    targets = rng.sample(problem.variables, rng.randint(0, 2))
    done = {v: rng.randint(0, 1) for v in targets}
    asked = stated(problem, done, context)
    assert not isinstance(space.exact, Unknown)
    listed = Members.what_if(space, asked)
    assert isinstance(listed, Outcomes) and space.what_if(asked) == listed
    monkeypatch.setattr(drawn_outcomes, "LISTED_MEMBERS", 0)
    assert space.what_if(asked) == listed
    monkeypatch.setattr(drawn_outcomes, "DRAWN_OUTCOMES", 0)
    assert space.what_if(asked) == listed  # by the search alone
    monkeypatch.setattr(drawn_outcomes, "DRAWN_OUTCOMES", 2)
    monkeypatch.setattr(outcome_search, "SEARCHED_OUTCOMES", 0)
    drawn = space.what_if(asked)
    assert isinstance(drawn, Outcomes)
    assert all(part in listed for part in drawn) if drawn.rest else drawn == listed
    assert drawn.total == listed.total and drawn.worst >= listed.worst
    assert drawn.expected >= listed.expected


def test_what_is_not_met_is_left_as_a_rest(monkeypatch: pytest.MonkeyPatch) -> None:
    space = spaced("hidden-order")
    listed = space.what_if({"X3": 1})
    monkeypatch.setattr(drawn_outcomes, "LISTED_MEMBERS", 0)
    monkeypatch.setattr(drawn_outcomes, "DRAWN_OUTCOMES", 1)
    assert space.what_if({"X3": 1}) == listed  # the search finds the rest
    monkeypatch.setattr(outcome_search, "SEARCHED_OUTCOMES", 1)
    drawn = space.what_if({"X3": 1})
    assert len(listed) > len(drawn) == 1 and drawn.rest == listed.total - drawn[0].members
    assert drawn[0] in listed and f"{drawn.rest} show others" in repr(drawn)


def test_many_members_are_not_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    space = spaced("hidden-order")
    asked = {"X3": 1}
    listed = space.what_if(asked)
    monkeypatch.setattr(drawn_outcomes, "LISTED_MEMBERS", 3)
    assert space.what_if(asked) == listed
    large = symcause.space(
        symcause.boolean.problem(
            [[0, 1, 1, 0, 1, 0]], variables=[f"X{i}" for i in range(1, 7)], roots=["X1"]
        )
    )
    assert large.count() > 10**9
    found = large.what_if({"X2": 0}, roots=dict.fromkeys(large.problem.variables, 1))
    assert not isinstance(found, Unknown) and found.total == large.count()


@pytest.mark.parametrize("seed", range(8))
def test_crystals_are_foretold_where_a_graph_has_one_model(seed: int) -> None:
    """Integers in a small range: every model is listed, and each graph of those has one."""
    rng = random.Random(f"foretold {seed}")
    model = random_model(rng, 3, values=(1, 2))
    problem = problem_of(model, coefficients=integers(1, 2), semantics=Semantics.SET)
    problem = episode(rng, problem, problem.controllable[:1])
    space = open_space(problem)
    found = space.what_if({problem.controllable[-1]: 33})
    if isinstance(found, Unknown):
        assert "not settled" in found.reason and space.models() != space.count()
        return
    assert found.total == space.count() == space.models()


def test_some_crystals_are_foretold() -> None:
    space = spaced("crystal")
    found = space.what_if({space.problem.controllable[0]: 50})
    counted = space.count()
    assert isinstance(found, Unknown) or found.total == counted
    settled = symcause.linear.problem(
        chain=[
            {"do": "", "a": 1, "b": 2, "f": 5},
            {"do": "a=3", "a": 3, "b": 6, "f": 17},
            {"do": "b=1", "a": 3, "b": 1, "f": 7},
        ],
        target="f",
    )
    found = symcause.space(settled).what_if({"a": 10})
    assert not isinstance(found, Unknown) and found.total == symcause.count(settled).graphs


def test_a_rational_graph_with_free_coefficients_has_no_outcome() -> None:
    chain = [{"do": "", "a": 1, "b": 2, "f": 5}]
    space = symcause.space(symcause.linear.problem(chain=chain, target="f"))
    found = space.what_if({"a": 10})
    assert isinstance(found, Unknown) and "are not settled" in found.reason


def test_shapes() -> None:
    space = spaced("world")
    found = space.what_if(("hold", "square"))
    assert not isinstance(found, Unknown)
    assert found.worst == symcause.next_experiments(space.problem).experiments[0].left
    after = space.given(("hold", "square"), found[0].shown)
    assert after.count() == found[0].members
    assert space.given(("hold", "square", found[0].shown["moving"])).count() == found[0].members
    with pytest.raises(UsageError, match="did you mean 'square'"):
        space.what_if(("hold", "sqare"))
    with pytest.raises(UsageError, match="not an action"):
        space.what_if("hold")


def test_graphs() -> None:
    dag = DAG.of([(f"V{i}", f"V{j}") for j in range(12) for i in range(j)])
    space = symcause.space(dag)
    found = space.what_if("V3")
    assert not isinstance(found, Unknown) and len(found) == 2**11 and found.total == space.count()
    after = space.given("V3", found[0].shown)
    assert after.count() == found[0].members
    assert space.given("V3").count() == space.given("V3", space.outcome(dag, "V3")).count()
    with pytest.raises(UsageError, match="one target"):
        space.what_if({"targets": ["V1", "V2"]})
    wide = symcause.space(DAG.of([("hub", f"V{i}") for i in range(14)]))
    assert wide.what_if("hub").total == wide.count() == 15


def test_worlds_are_evidence() -> None:
    space = spaced("ambiguous")
    problem = space.problem
    world = replace(problem.heldout[0], id="more", split=problem.training[0].split)
    assert space.given(world).count() == symcause.count(problem.with_worlds((world,))).count
    narrow = spaced("ambiguous", max_parents=1).given(world)
    assert narrow.hypotheses.max_parents == 1


def test_what_is_no_experiment_is_told() -> None:
    space = spaced("ambiguous")
    with pytest.raises(UsageError, match=r"no such variable \(got 'X33'\)"):
        space.what_if({"X33": 1})
    with pytest.raises(UsageError, match="not an experiment"):
        space.what_if("X3")
    with pytest.raises(UsageError, match="no value of a root"):
        space.what_if({"X3": 1}, roots={"X1": 0})
    with pytest.raises(UsageError, match="no value of a variable"):
        space.given({"X3": 1}, {"X3": 1})
    shown = space.what_if({"X3": 1})[0].shown
    with pytest.raises(UsageError, match="the outcome differs"):
        space.given({"X3": 1}, {**shown, "X3": [0] * len(shown["X3"])})


def test_a_space_beyond_reach_answers() -> None:
    names = [f"X{i}" for i in range(1, 41)]
    problem = symcause.boolean.problem([[0, 1] * 20], variables=names, roots=names[:2])
    space = symcause.space(problem)
    with pytest.raises(TypeError, match="number of members is unknown"):
        len(space)
    assert isinstance(space.what_if({"X9": 1}), Unknown)
    assert isinstance(space.random(3), Unknown)
    assert isinstance(space.open_variables(), Unknown)
    assert [type(found) for found in space[:5]] == [Unknown]
    assert isinstance(space[7], Unknown) and isinstance(space[-1], Unknown)
    with pytest.raises(LimitError, match="limit=100"):
        space.to_pandas()
    assert "Nobody knows how many members" in space._repr_html_()


def test_frames_need_pandas(monkeypatch: pytest.MonkeyPatch) -> None:
    real = builtins.__import__
    space = spaced("ambiguous")

    def absent(name: str, *args: Any, **named: Any) -> Any:
        if name == "pandas":
            raise ImportError(name)
        return real(name, *args, **named)

    monkeypatch.setattr("symcause.formats.data_frames.import_module", absent)
    for thing in (space, space.edges(), space.what_if({"X3": 1})):
        with pytest.raises(UsageError, match="pip install pandas"):
            thing.to_pandas()


def test_cards() -> None:
    space = spaced("ambiguous")
    card = space._repr_html_()
    assert "version space of ambiguous" in card and f"{len(space)} members" in card
    assert "●" in card and all(v in card for v in space.open_variables())
    found = space.what_if({"X3": 1})
    assert "what if" in found._repr_html_() and "share" in found._repr_html_()
    assert "○ in some" in space.edges()._repr_html_()
    wide = symcause.space(DAG.of([("hub", f"V{i}") for i in range(40)]))
    assert "… 29 more" in wide._repr_html_()
