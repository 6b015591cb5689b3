"""The same answer on every machine: what bounds a search is work, and never a clock."""

from __future__ import annotations

import ast
import json
import random
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import symcause.families.linear
from symcause.answers import Unknown
from symcause.budgets import Meter
from symcause.families.linear.audits.next.intervention_rank import next_intervention
from symcause.families.linear.generator.random_crystals import LinearOptions, draw
from symcause.families.linear.space.hidden.hidden_space import HiddenSpace
from symcause.families.linear.space.linear_space import LinearSpace
from symcause.families.linear.space.row_explanation import explain_edge
from symcause.families.linear.space.space_choice import open_space
from tests.amounts import EXHAUSTIVE

FAMILY = Path(symcause.families.linear.__file__).parent
CLOCKS = ("process_time", "monotonic", "perf_counter", "thread_time", "time_ns")

TOLD = {
    "audits/verdict/audit_sections.py",  # how long it took
    "questions/audit.py",  # how often a long folder tells what there is so far
}
"""Where the family looks at a clock; neither decides what a last document says."""

ASKED = """
import json, sys, time
factor, backwards = float(sys.argv[1]), sys.argv[2] == "backwards"
for name in ("process_time", "monotonic", "perf_counter", "time"):
    real = getattr(time, name)
    setattr(time, name, lambda real=real: real() * factor)
from symcause.audits.question import ask
from symcause.families.linear.generator.random_crystals import LinearOptions, draw

cases = {
    "quadratic": (LinearOptions(quadratic=True), 2, 3),
    "disturbed": (LinearOptions(hidden=1), 2, 3),
    "rational": (LinearOptions(variables=5), 1, 1),
    "integers": (LinearOptions(integer_class=True), 1, 1),
}
problems = {name: draw(options, 1, i).shortened(n) for name, (options, i, n) in cases.items()}
asked = [(name, q, {}) for name in cases for q in ("audit", "next", "disambiguate")]
asked += [(name, "play", {"agent": "greedy"}) for name in ("quadratic", "rational")]
found = {}
for name, question, options in reversed(asked) if backwards else asked:
    document = ask(question, problems[name], **options).to_dict()
    found[name + " " + question] = document


def without(found):
    if isinstance(found, dict):
        return {key: without(value) for key, value in found.items() if key != "seconds"}
    return [without(value) for value in found] if isinstance(found, (list, tuple)) else found


print(json.dumps(without(found), sort_keys=True, default=str))
"""


def _answers(factor: float, order: str) -> dict[str, object]:
    """Documents without what they say of the time, in a process whose clocks run too fast or too slow."""
    words = [sys.executable, "-c", ASKED, str(factor), order]
    done = subprocess.run(words, check=True, capture_output=True, text=True, timeout=600)
    found: dict[str, object] = json.loads(done.stdout)
    return found


def test_documents_depend_neither_on_clocks_nor_on_what_was_asked_before() -> None:
    fast = _answers(20, "backwards")
    assert len(fast) == 14
    assert _answers(0.05, "forwards") == fast
    if EXHAUSTIVE:
        assert _answers(1, "forwards") == fast


def _looked_at(path: Path) -> set[str]:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    names = (
        node.attr if isinstance(node, ast.Attribute) else node.name
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute | ast.alias)
    )
    return {name for name in names if name in CLOCKS}


def test_no_search_looks_at_a_clock() -> None:
    found = {str(path.relative_to(FAMILY)) for path in FAMILY.rglob("*.py") if _looked_at(path)}
    assert found == TOLD


@pytest.mark.parametrize("options", [{"quadratic": True}, {"hidden": 1}, {"variables": 5}])
def test_less_work_says_less_and_never_anything_else(options: dict[str, int]) -> None:
    """Bounds hold whatever is spent, and what is spent does not depend on the run."""
    problem = draw(LinearOptions(**options), 1, 2).shortened(2)  # type: ignore[arg-type]
    whole = next_intervention(problem)
    assert not isinstance(whole, Unknown)
    true = {c.intervention.variable: (c.low, c.worst) for c in whole.candidates}
    spent = []
    for steps in (0, 0, 20_000, 20_000, *((200_000,) if EXHAUSTIVE else ())):
        budget = Meter(steps)
        found = next_intervention(problem, budget=budget)
        assert not isinstance(found, Unknown)
        for c in found.candidates:
            low, worst = true[c.intervention.variable]
            assert c.low <= worst and low <= c.worst
        spent.append((budget.spent, found))
    assert spent[0] == spent[1] and spent[2] == spent[3]


@pytest.mark.parametrize("steps", [0, 1_000, 10_000])
@pytest.mark.parametrize("hidden", [0, 1])
def test_what_was_cut_short_is_unknown_and_leaves_no_trace(hidden: int, steps: int) -> None:
    problem = draw(LinearOptions(quadratic=not hidden, hidden=hidden), 1, 0).shortened(2)
    whole = open_space(problem).count()
    short = open_space(problem, meter=Meter(steps)).count()
    assert isinstance(whole, int)
    assert short == whole or isinstance(short, Unknown)
    if not steps:
        assert short == Unknown("no answer within 0 steps of work")
    space = open_space(problem)
    assert isinstance(space, HiddenSpace if hidden else LinearSpace)
    if isinstance(space, LinearSpace):  # an explanation that ends early leaves the space as it was
        edges = space.edges()
        assert not isinstance(edges, Unknown)
        for cause, effect in list(edges)[:2]:
            explain_edge(space, cause, effect, always=True, budget=Meter(steps))
    assert space.count() == whole


def _graph(space: LinearSpace) -> object:
    return space.at(next(space.masks()))


def _drawn(space: LinearSpace) -> object:
    return space.draw(random.Random(3))


def _best(space: LinearSpace) -> object:
    return next_intervention(space.problem, space=space)


@pytest.mark.parametrize("options", [{"quadratic": True}, {"variables": 5}])
def test_what_a_space_was_asked_before_does_not_matter(options: dict[str, int]) -> None:
    """Members, counts and experiments in any order, of one space and of new ones."""
    problem = draw(LinearOptions(**options), 1, 2).shortened(3)  # type: ignore[arg-type]
    asked: list[Callable[[LinearSpace], object]]
    asked = [LinearSpace.count, LinearSpace.edges, _graph, _drawn, _best]
    alone = [question(LinearSpace(problem)) for question in asked]
    for order in ([0, 1, 2, 3, 4], [4, 3, 2, 1, 0], [3, 4, 0, 2, 1]):
        space = LinearSpace(problem)
        found = {i: asked[i](space) for i in order}
        assert [found[i] for i in range(len(asked))] == alone
