"""The joint query: another explaining SCM, an experiment and a context on which it differs from gold.

With few worlds the answer is yes; with many it is no, and that is a proof. The peer in the same run is the
plain encoding of the whole query (parent selectors of all variables, an order, both runs), written by the
certificates' kernel and given to CaDiCaL: encoding and solving together.
"""

from __future__ import annotations

from collections.abc import Callable
from statistics import median
from time import process_time

from benchmarks.problems import make_problem
from symcause.answers import Sat
from symcause.families.boolean.certify.certificate_builder import clauses
from symcause.families.boolean.models.scm import BooleanSCM
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.families.boolean.space.joint.joint_search import JointSearch
from symcause.models.disclosure import Setting
from symcause.solvers.sat.sat_engine import PysatEngine

TITLE = "Joint query"

# variables, parents, worlds, setting, seeds, also by the plain encoding, target
QUICK = (
    (10, 4, 10, Setting.HIDDEN_ORDER, 9, True, "about 0.01 s"),
    (10, 3, 60, Setting.HIDDEN_ORDER, 9, True, ""),
    (10, 3, 60, Setting.HIDDEN_ROOTS, 9, False, ""),
    (20, 4, 300, Setting.HIDDEN_ORDER, 3, True, ""),
    (30, 3, 300, Setting.HIDDEN_ORDER, 5, True, "at most 10 s"),
    (60, 3, 600, Setting.HIDDEN_ORDER, 2, False, ""),
    (100, 3, 10, Setting.HIDDEN_ORDER, 5, False, "at most 5 s"),
)
FULL = (
    *QUICK,
    (30, 4, 600, Setting.HIDDEN_ORDER, 3, False, ""),
    (60, 3, 600, Setting.HIDDEN_ROOTS, 2, False, ""),
    (100, 3, 1000, Setting.HIDDEN_ORDER, 2, False, ""),
)


def run(quick: bool) -> list[str]:
    """Rows of the table."""
    lines = [
        "| n | parents | worlds | setting | separated | median s | worst s | plain encoding s | target |",
        "| ---: | ---: | ---: | --- | --- | ---: | ---: | ---: | --- |",
    ]
    JointSearch(make_problem(5)).separated()  # load the solver
    for n, parents, worlds, setting, seeds, plain, target in QUICK if quick else FULL:
        problems = [make_problem(n, 3, parents, worlds, 12, setting, seed) for seed in range(seeds)]
        answers, times = _timed(problems, _joint)
        peer = ""
        if plain:
            again, plain_times = _timed(problems, _plain)
            assert again == answers, "the plain encoding disagrees"
            peer = f"{median(plain_times):.3f}"
        yes = f"{sum(answers)} of {len(answers)}"
        lines.append(
            f"| {n} | {parents} | {worlds} | {setting} | {yes} "
            f"| {median(times):.3f} | {max(times):.3f} | {peer} | {target} |"
        )
    return lines


def _timed(
    problems: list[BooleanProblem], ask: Callable[[BooleanProblem, BooleanSCM], bool]
) -> tuple[list[bool], list[float]]:
    answers, times = [], []
    for problem in problems:
        gold = problem.gold_scm
        assert gold is not None
        start = process_time()
        answers.append(ask(problem, gold))
        times.append(process_time() - start)
    return answers, times


def _joint(problem: BooleanProblem, gold: BooleanSCM) -> bool:
    return isinstance(JointSearch(problem).separated(gold), Sat)


def _plain(problem: BooleanProblem, gold: BooleanSCM) -> bool:
    with PysatEngine(clauses(problem, problem.default_class(), gold)) as engine:
        return isinstance(engine.solve(), Sat)
