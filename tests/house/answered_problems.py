"""Small problems of every family, drawn and written, and what is asked of each.

``python -m tests.house.answered_problems NAME QUESTION`` prints one answer whole, and without a question
all that there are: run it before and after a change, and compare.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

from symcause.audits.question import ask, question
from symcause.errors import ProblemError, SymcauseError
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.families.dag.problem import graph_problem
from symcause.families.linear.models.laboratory import EquationFamily, Semantics
from symcause.families.linear.problem.problem import Coefficients, LinearProblem
from symcause.formats.pools.problem_files import read_problems
from symcause.formats.problems import read_document
from symcause.models.dags import DAG
from symcause.models.disclosure import Setting
from tests.boolean import brute, wide_cases
from tests.cpt import random_problems
from tests.evidence import facts
from tests.evidence.listing import drawn_problem
from tests.finite.wide_cases import SHAPES as FINITE
from tests.linear.cases import episode, integers, problem_of, random_model
from tests.linear.space.test_hidden import disturbed_episode
from tests.scenario.cases import random_scenario
from tests.scoring.cases import random_problem
from tests.shapeworld.cases import random_transcript
from tests.statements.cases import of_dag
from tools.corpus.timeless import without_times

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
Problems = dict[str, Any]

_TIME = re.compile(r"\('time', '[^']*'\)")

QUESTIONS = (
    *("audit", "count", "solve", "alternatives", "next", "disambiguate", "prompt", "imec"),
    *("align", "separate"),
)
"""What is asked with nothing but the problem; one that asks for more answers with a complaint."""


def _examples() -> Problems:
    files = [*sorted(EXAMPLES.glob("*.json")), EXAMPLES / "finite" / "lock.json"]
    read = ((path.stem, read_problems(path)) for path in files)
    return {name: item.problem for name, (item, *_) in read if item.problem is not None}


def _boolean() -> Problems:
    found: dict[str, BooleanProblem] = {}
    for i, setting in enumerate((*Setting, *Setting)):
        size, rows = 3 + i % 2, 1 + i % 3
        found[f"{setting} {i}"] = brute.random_problem(
            Random(f"whole {i}"), size, setting, 2, rows
        )[0]
    for i in (1, 2, 4, 6, 8, 10):  # of five variables at most
        found[f"gold {i}"] = random_problem(i)[0]
    for shape, draw in wide_cases.SHAPES.items():
        found[shape] = draw(Random(shape))[0]
    told: tuple[Any, ...] = (
        facts.document("errors", "ABC", facts.ALL, roots=["A", "B"], gold=facts.XOR),
        facts.document("holes", "ABC", ["00?", "0?1", "110"], roots=["A", "B"]),
        facts.ordered("known", facts.ALL[:3], {"require": [["A", "C"]]}),
    )
    for i in range(8):
        told = (*told, {**drawn_problem(Random(f"whole {i}")), "id": f"told {i}"})
    return {**found, **{one["id"]: read_document(one) for one in told}}


def _linear() -> Problems:
    found: dict[str, LinearProblem] = {}

    def drawn(name: str, size: int, targets: int, *, quadratic: bool = False, **more: Any) -> None:
        rng = Random(f"whole {name}")
        sink = more.get("sink", True)
        model = random_model(rng, size, sink=sink, values=[1, 2], quadratic=quadratic)
        empty = problem_of(model, **more)
        found[name] = episode(rng, empty, empty.controllable[:targets])

    for i, semantics in enumerate(Semantics):
        drawn(f"rational {semantics}", 4, i % 3, semantics=semantics)
        drawn(f"whole {semantics}", 3, i % 2, semantics=semantics, coefficients=integers(1, 2))
    drawn("no sink", 4, 1, sink=False)
    drawn("no sink, whole", 3, 0, sink=False, coefficients=integers(1, 2))
    drawn("quadratic", 3, 1, quadratic=True, family=EquationFamily.QUADRATIC)
    coarse = Coefficients(min_effect=Fraction(1, 2))
    drawn("rounded", 3, 0, rounding="0.01", coefficients=coarse)
    for i, coefficients in enumerate((integers(1, 2), Coefficients())):
        disturbed = disturbed_episode(Random(f"whole {i}"), 3, 1 + i, coefficients=coefficients)
        found[f"disturbed {i}"] = disturbed[0]
    some = list(found.items())
    found |= {f"{name}, no gold": replace(one, gold=None) for name, one in some[::5]}
    return dict(found)


def _finite() -> Problems:
    return {shape: read_document(draw(Random(shape))) for shape, draw in FINITE.items()}


def _cpt() -> Problems:
    found: Problems = {}
    for i in range(16):
        with suppress(ProblemError):  # not every graph has a mediator to ask about
            found[str(i)] = read_document(random_problems.random_problem(Random(i)).document)
    return found


def _statements() -> Problems:
    asked = (("parent", "AB"), ("collider", "AC"), ("ancestor", "BA"), ("confounder", "BC"))
    found: Problems = {}
    for text in ("AB BC", "AC BC", "AB AC", "AB BC AC CD", ""):
        for relation, of in asked:
            found[f"{text} {relation}"] = of_dag(text, 4 if "D" in text else 3, relation, of)
    return found


def _shapeworld() -> Problems:
    return {str(i): random_transcript(3 + i % 2, i, Random(i)) for i in range(7)}


def _scenario() -> Problems:
    return {str(i): read_document(random_scenario(Random(i), i % 2 > 0)) for i in range(3)}


def _dag() -> Problems:
    graphs = ("AB BC CD", "AC BC CD", "AB AC BD CD", "AB AC AD BC BD CD", "AB CD")
    return {
        text: graph_problem(DAG.of([(edge[0], edge[1]) for edge in text.split()]))
        for text in graphs
    }


GROUPS: dict[str, Callable[[], Problems]] = {
    "examples": _examples,
    "boolean": _boolean,
    "linear": _linear,
    "finite": _finite,
    "cpt": _cpt,
    "statements": _statements,
    "shapeworld": _shapeworld,
    "scenario": _scenario,
    "dag": _dag,
}
"""The problems of a family, or the examples, by name."""


def _rounded(said: Any) -> Any:
    """Without the last digits of floats, which machines need not share."""
    if isinstance(said, dict):
        return {key: _rounded(value) for key, value in said.items()}
    if isinstance(said, list | tuple):
        return [_rounded(value) for value in said]
    return float(f"{said:.9g}") if isinstance(said, float) else said


def answers(one: Any, only: str = "") -> Iterator[tuple[str, str]]:
    """Each question that the family answers: its document and its story, or the complaint."""
    for name in QUESTIONS:
        if only not in ("", name):
            continue
        try:
            document = ask(name, one)
            story = str(question(name, one).story(document))
            said = json.dumps(_rounded(without_times(document.to_dict())), indent=1)
            yield name, f"{said}\n{_TIME.sub('', story)}"
        except SymcauseError as error:
            yield name, str(error)


if __name__ == "__main__":
    wanted, only = sys.argv[1], "".join(sys.argv[2:])
    for group, made in GROUPS.items():
        for name, one in made().items():
            if wanted == f"{group}/{name}":
                print(*(f"{key}: {text}" for key, text in answers(one, only)), sep="\n")
