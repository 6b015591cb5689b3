"""One currency of work: the meter itself, the spaces that carry one, and that nobody makes another."""

from __future__ import annotations

import ast
import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import symcause
from symcause.answers import Unknown
from symcause.audits.question import ask
from symcause.budgets import OUT_OF_TIME, Meter, StrictMeter
from symcause.errors import LimitError
from symcause.families.boolean.problem.hypothesis_class import HypothesisClass
from symcause.families.boolean.space.space_choice import open_space
from symcause.formats.problems import read_document
from symcause.models.dags import DAG
from symcause.registry import family_of, load
from symcause.solvers.acyclic.case_split import count_by_cases
from symcause.solvers.acyclic.choice_weight import count_acyclic, weigh_acyclic
from symcause.testing.coins.problem import CoinProblem
from symcause.testing.coins.space import CoinSpace

ROOT = Path(__file__).resolve().parents[2]
EXAMPLES = ROOT / "examples"
PACKAGE = ROOT / "symcause"

# the meter


def test_what_is_spent_is_spent_further_out() -> None:
    whole = Meter(100)
    part = Meter(30, within=whole)
    part.spend(20)
    assert (part.spent, part.left, whole.spent, whole.left) == (20, 10, 20, 80)
    whole.spend(75)
    assert part.left == 5 and not part.over
    part.spend(5)
    assert part.over and whole.over
    assert part.shortage == Unknown("no answer within 100 steps of work")


def test_parts() -> None:
    whole = Meter(100)
    assert [whole.share(3).left, whole.account().left, whole.stretch(None).left] == [25, None, 100]
    account, stretch = whole.account(), whole.stretch(40)
    account.spend(200)
    assert whole.over and stretch.over and not account.over and account.bounded is False
    assert stretch.spent == whole.spent == 200


def test_only_what_can_run_out_is_bounded() -> None:
    assert not Meter().bounded and Meter(1).bounded and Meter(seconds=9).bounded
    assert Meter(within=Meter(3)).bounded and not Meter(within=Meter()).bounded
    late = Meter(seconds=0.0)
    assert late.over and late.shortage == OUT_OF_TIME


def test_what_is_noted_brings_no_bound_nearer() -> None:
    meter = Meter(10)
    meter.note(1_000)
    meter.spend(4)
    assert (meter.steps, meter.spent, meter.left, meter.over) == (1_004, 4, 6, False)


def test_what_is_demanded_is_refused_before_it_is_done() -> None:
    meter = Meter(10)
    meter.demand(10)  # all of it
    with pytest.raises(LimitError, match=r"^no answer within 10 steps of work$"):
        meter.demand(1)
    Meter().demand(10**30)


def test_a_strict_bound_names_itself() -> None:
    meter = Meter()
    strict = StrictMeter(3, "more than 3 doors", remedy="close one", within=meter)
    strict.spend(3)
    with pytest.raises(LimitError, match="more than 3 doors") as refused:
        strict.spend()
    assert refused.value.complaint.remedy == "close one" and meter.spent == strict.spent == 4
    with pytest.raises(LimitError, match=r"^no answer within 2 steps of work$"):
        StrictMeter(None, "never", within=Meter(2)).spend(2)
    StrictMeter(None, "never").spend(10**9)


class Endless(Exception):
    """What a search catches."""


def test_a_strict_bound_raises_what_its_search_catches() -> None:
    strict = StrictMeter(2, "more than 2 turns", refusal=Endless)
    with pytest.raises(Endless, match="more than 2 turns"):
        strict.spend(3)
    with pytest.raises(Endless, match="no answer within 1 step of work"):
        StrictMeter(9, "never", refusal=Endless, within=Meter(1)).spend()


def test_what_is_refused_costs_nothing_where_it_is_reserved() -> None:
    meter = Meter()
    strict = StrictMeter(10, "more than 10 sets", remedy="ask for fewer", within=meter)
    strict.reserve(7)
    with pytest.raises(LimitError, match="more than 10 sets"):
        strict.reserve(4)
    strict.reserve(3)
    assert (strict.left, meter.spent) == (0, 10)


def test_what_is_owed_is_refused_with_the_next_step() -> None:
    strict = StrictMeter(3, "more than 3 states")
    strict.owe(5)
    assert strict.spent == 5
    with pytest.raises(LimitError, match="more than 3 states"):
        strict.spend(0)


# spaces


def problems() -> Iterator[tuple[str, Any]]:
    """One of every family that has a version space."""
    for name in ("ambiguous", "hidden-roots", "episode", "world", "statements"):
        yield name, symcause.load(str(EXAMPLES / f"{name}.json"))
    yield "dag", symcause.dag.problem(DAG.of([("A", "B"), ("B", "C"), ("A", "C"), ("C", "D")]))


def holed(document: dict[str, Any], **more: object) -> Any:
    """A Boolean problem in which a cell was not observed, or something else of version 2 is said."""
    document = json.loads(json.dumps(document)) | {"format": "symcause.boolean/2", **more}
    if not more:
        rows = document["worlds"][0]["rows"]
        rows[0] = f"{rows[0][:-1]}?"
    return read_document(document, None, "", "count")


def informed() -> Iterator[tuple[str, Any]]:
    document = json.loads((EXAMPLES / "ambiguous.json").read_text())
    yield "unobserved", holed(document)
    yield "errors", holed(document, errors=1)


CASES = dict([*problems(), *informed()])


def opened(problem: Any, **more: Any) -> Any:
    return load(family_of(problem).space or "")(problem, **more)


@pytest.mark.parametrize("name", CASES)
def test_questions_to_a_space_share_its_meter(name: str) -> None:
    meter = Meter()
    space = opened(CASES[name], meter=meter)
    assert space.meter is meter and meter.steps == 0  # a space works when it is asked
    count = space.count()
    after_count = meter.steps
    assert isinstance(count, int) and after_count > 0
    listed = [member for member, _ in zip(space.members(), range(3), strict=False)]
    after_list = meter.steps
    assert after_list > after_count or family_of(CASES[name]).name == "linear"
    space.separate(*listed[:2])
    assert meter.steps > after_list
    assert opened(CASES[name]).meter is not opened(CASES[name]).meter


@pytest.mark.parametrize("name", CASES)
def test_a_count_says_its_steps_and_the_same_each_time(name: str) -> None:
    """Whatever this process has computed before."""
    first, second = (ask("count", CASES[name]).to_dict()["steps"] for _ in range(2))
    assert first == second > 0
    space = opened(CASES[name])
    space.count()
    assert 0 < space.meter.steps <= first  # the question asks for more than the number


@pytest.mark.parametrize("name", ["hidden-roots", "unobserved", "errors", "dag", "episode"])
def test_a_bound_stops_a_count_and_says_the_work(name: str) -> None:
    whole = opened(CASES[name])
    whole.count()
    space = opened(CASES[name], meter=Meter(1))
    assert space.count() == Unknown("no answer within 1 step of work")
    enough = opened(CASES[name], meter=Meter(whole.meter.spent + 1))
    assert enough.count() == whole.count()


@pytest.mark.parametrize("name", ["hidden-roots", "dag", "world", "unobserved"])
def test_a_bound_ends_a_listing_and_is_its_last_item(name: str) -> None:
    whole = opened(CASES[name])
    every = list(whole.members())
    assert len(every) > 1 and not any(isinstance(member, Unknown) for member in every)
    steps = whole.meter.spent // 2
    found = list(opened(CASES[name], meter=Meter(steps)).members())
    assert found[-1] == Unknown(f"no answer within {steps:,} steps of work")
    assert found[:-1] == every[: len(found) - 1]


def test_incomplete_statements_are_searched_within_the_meter() -> None:
    problem = replace(CASES["statements"], complete=False, id="incomplete")
    whole = opened(problem)
    count = whole.count()
    assert isinstance(count, int) and count > 1
    assert opened(problem, meter=Meter(50)).count() == Unknown("no answer within 50 steps of work")
    again = opened(problem)  # what is remembered costs as much
    assert again.count() == count and again.meter.steps == whole.meter.steps


def test_rules_on_whole_models_share_the_meter() -> None:
    from symcause.families.boolean.problem.class_rules import Rule
    from symcause.families.boolean.space.rule_space import SiftedSpace

    problem = CASES["hidden-roots"]
    rule = Rule("few edges", models=lambda model: len(model.roots) < 9)
    meter = Meter()
    space = SiftedSpace(problem, HypothesisClass(admits=rule, max_parents=2), meter=meter)
    assert space.wider.meter is meter
    space.count()
    assert meter.spent > 0


def test_nearest_members_draw_on_the_meter_of_their_space() -> None:
    space = open_space(CASES["ambiguous"])
    first, *_ = space.members()
    before = space.meter.steps
    next(space.others(first))
    assert space.meter.steps > before


def test_pages_pay_for_what_spaces_draw() -> None:
    """The moments of an episode share one bound, and a space is asked for each."""
    from symcause.reports.views.step_view import _decided

    page, space = Meter(), opened(CASES["episode"])
    _decided(space, page)
    assert page.spent == space.meter.spent > 0


def test_a_small_family_has_one_without_a_word() -> None:
    space = CoinSpace(CoinProblem("coins", ("a", "b"), {}))
    assert space.count() == 4 and space.meter.steps == 8
    first, second = list(space.members())[:2]
    before = space.meter.steps
    space.separate(first, second)
    assert space.meter.steps > before


# counting


def test_counting_demands_what_it_has_planned() -> None:
    free = [{mask: 1 for mask in range(1 << 6) if not mask >> v & 1} for v in range(6)]
    meter = Meter()
    assert count_by_cases(free, meter=meter) == count_acyclic(free)
    assert meter.spent > 0
    with pytest.raises(LimitError, match="no answer within"):
        count_by_cases(free, meter=Meter(meter.spent - 1))
    assert count_by_cases(free, meter=Meter(meter.spent)) == count_acyclic(free)
    with pytest.raises(LimitError, match="no answer within 9 steps"):
        weigh_acyclic(free, 1, meter=Meter(9))


@pytest.mark.parametrize("most", [0, 40])
def test_cases_are_part_of_the_meter(most: int) -> None:
    free = [{mask: 1 for mask in range(1 << 5) if not mask >> v & 1} for v in range(5)]
    meter = Meter()
    assert count_by_cases(free, most, meter=meter) == count_acyclic(free)
    assert meter.spent > 0


# the house

CURRENCY = {
    "budgets.py": {"Meter", "StrictMeter", "_Account", "_Stretch"},
    "kernel/work.py": {"Work"},  # a second implementation on purpose
}
"""Where work is counted; everybody else draws on these."""

OTHER = {
    "attempts/attempt_record.py": {"AttemptBudget"},  # what a contestant may take
    "attempts/attempt_part.py": {"BudgetPart"},  # the same, in a document
    "families/scenario/problem/problem.py": {"TrialBudget"},  # what a player may try
    "families/scenario/files/document_structs.py": {"BudgetDocument"},  # the same, in a file
    "families/scenario/documents/score_document.py": {"BudgetPart"},
    "families/scenario/documents/budget_document.py": {"BudgetPart", "WinBudgetPart"},
    "formats/answer_files/token_usage.py": {"Metered"},  # tokens of an answer
    "formats/pools/yaml_stream.py": {"_Metered"},  # bytes of a file
}
"""Classes whose names say budget or meter and that count no work."""

WORDS = ("budget", "effort", "meter", "work", "fuel", "quota", "looks")


def classes() -> Iterator[tuple[str, ast.ClassDef]]:
    for path in sorted(PACKAGE.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ClassDef):
                yield path.relative_to(PACKAGE).as_posix(), node


def named(word: Callable[[str], bool]) -> dict[str, set[str]]:
    found: dict[str, set[str]] = {}
    for path, node in classes():
        if word(node.name.lower()):
            found.setdefault(path, set()).add(node.name)
    return found


def test_no_second_class_of_the_currency() -> None:
    known = {path: CURRENCY.get(path, set()) | OTHER.get(path, set()) for path in CURRENCY | OTHER}
    private = {"budgets.py": {"_Account", "_Stretch"}}
    found = named(lambda name: any(w in name for w in WORDS) and "worker" not in name)
    found = {p: names - {n for n in names if "Network" in n} for p, names in found.items()}
    for path, names in found.items():
        assert names <= known.get(path, set()), (path, names - known.get(path, set()))
    assert {p: n - private.get(p, set()) for p, n in known.items()} == {
        p: n for p, n in found.items() if n
    }


SPENDING = {
    "budgets.py",
    "kernel/work.py",
    "families/scenario/value/work_tally.py",  # of a valuer, whose bill a budget pays
    "families/scenario/verifier/twin_pair.py",  # on the work of the kernel
}
"""Modules with something that is spent."""


def test_nobody_else_is_spent() -> None:
    """A method ``spend`` is that of the currency."""
    found = {
        path
        for path, node in classes()
        for part in node.body
        if isinstance(part, ast.FunctionDef) and part.name.strip("_") == "spend"
    }
    assert found == SPENDING
