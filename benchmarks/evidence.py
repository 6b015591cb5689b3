"""Disturbed and unobserved cells, latent variables, knowledge: processor seconds beside their goals.

*Member and other*: some member, and another one or the proof that there is none. *Behaviour*: whether all
members behave alike. *Certificate*: the proof of the verdict and its verification. What nothing of this
concerns must cost what it always did: counts without errors and knowledge, as a ratio to the engine that
knows nothing of either.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from statistics import median
from time import process_time

from benchmarks.goals import _line
from benchmarks.problems import hidden, make_problem
from symcause.answers import Unknown
from symcause.audits.verdicts import Verdict
from symcause.families.boolean.certify.audit_certificates import certified
from symcause.families.boolean.problem.hypothesis_class import HypothesisClass
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.families.boolean.space.exact.exact_space import ExactSpace
from symcause.families.boolean.space.hole_space import HoledSpace
from symcause.families.boolean.space.noise_space import ErringSpace
from symcause.families.boolean.space.space_choice import open_space
from symcause.families.boolean.verifier.kernel import verify
from symcause.kernel.work import Work
from symcause.models.background_knowledge import Knowledge

TITLE = "Noisy, partial, informed"

HOLED = (
    (8, 3, 80, 10, 0.2, 0, 2.0),
    (10, 4, 100, 10, 0.1, 0, 5.0),
    (10, 4, 80, 10, 0.1, 5, 10.0),
    (20, 3, 100, 10, 0.1, 0, 30.0),
)
"""Variables, parents, worlds, rows of each, share of cells not observed, errors, goal."""


def run(quick: bool) -> list[str]:
    """One line a goal."""
    lines = ["| work | goal | now | |", "| --- | --- | --- | --- |"]
    for n, parents, worlds, rows, share, errors, goal in HOLED[: 3 if quick else None]:
        problem = hidden(make_problem(n, 3, parents, worlds, rows, seed=1), share)
        held = replace(problem.default_class(), errors=errors)
        erring = f", errors {errors}" if errors else ""
        what = (
            f"member and other, n = {n}, ≤ {parents}, {worlds * rows} rows, {share:.0%} `?`{erring}"
        )
        lines.append(_line(what, goal, _seconds(lambda p=problem, h=held: _other(p, h))))  # type: ignore[misc]
    lines += [*([] if quick else [_unread()]), *_behaviours(quick), _spectrum()]
    lines += [*_certificates(), *_ratios(quick)]
    return lines


def _columns(problem: BooleanProblem, names: tuple[str, ...], latent: bool) -> BooleanProblem:
    """The problem without a reading of some variables, in worlds that do not set them."""
    at = {problem.variables.index(name) for name in names}
    worlds = tuple(
        replace(
            w, rows=tuple("".join("?" if i in at else b for i, b in enumerate(r)) for r in w.rows)
        )
        for w in problem.worlds
        if not set(w.targets) & set(names)
    )
    return replace(problem, worlds=worlds, latent=names if latent else ())


def _seconds(work: Callable[[], object]) -> float:
    start = process_time()
    work()
    return process_time() - start


def _other(problem: BooleanProblem, held: HypothesisClass) -> None:
    space = HoledSpace(problem, held)
    member = space.pick()
    assert member is not None and not isinstance(member, Unknown), member
    assert not isinstance(space.other(member), Unknown)


def _unread() -> str:
    """Thirty variables, nine of them never read, six candidates each."""
    problem = make_problem(30, 5, 3, 140, 10, seed=2)
    gold = problem.gold_scm
    assert gold is not None
    rng = random.Random(5)
    candidates = []
    for child, function in gold.functions.items():
        others = [v for v in problem.variables if v != child and v not in function.parents]
        pool = {*function.parents, *rng.sample(others, 6 - len(function.parents))}
        candidates += [(parent, child) for parent in sorted(pool)]
    unread = tuple(rng.sample([v for v in problem.variables if v not in gold.roots], 9))
    worlds = tuple(replace(w) for w in problem.worlds)
    problem = _columns(replace(problem, worlds=worlds), unread, latent=False)
    held = replace(problem.default_class(), knowledge=Knowledge(candidates=tuple(candidates)))
    rows = sum(len(world.rows) for world in problem.training)
    what = f"member and other, n = 30, ≤ 3, {rows} rows, 9 columns unread, 6 candidates a variable"
    return _line(what, 30.0, _seconds(lambda: _other(problem, held)))


def _behaviours(quick: bool) -> list[str]:
    lines = []
    for n, latent, goal in ((7, 1, 5.0), (10, 2, 60.0))[: 1 if quick else None]:
        problem = make_problem(n, 3, 2, 40, 10, seed=4)
        gold = problem.gold_scm
        assert gold is not None
        names = gold.endogenous[:latent]
        problem = _columns(problem, names, latent=True)
        space = open_space(problem)
        member = gold if gold in space else space.pick()

        def asked(s: object = space, m: object = member) -> None:
            next(iter(s.others(m)), None)  # type: ignore[attr-defined]

        lines.append(
            _line(f"behaviour, {latent} latent in {n}: another one", goal, _seconds(asked))
        )
    return lines


def _spectrum() -> str:
    problem = make_problem(10, 3, 4, 80, 10, seed=1)
    held = replace(problem.default_class(), errors=10)
    return _line(
        "spectrum, n = 10, ≤ 4, 800 rows, errors 10",
        3.0,
        _seconds(lambda: ErringSpace(problem, held).spectrum()),
    )


def _certificates() -> list[str]:
    """Of the count by polynomials where cells err, of `unique` by clauses where they are not observed."""
    lines = []
    for share, errors in ((0.0, 5), (0.1, 0)):
        problem = hidden(make_problem(8, 3, 3, 40, 10, seed=1), share)
        held = replace(problem.default_class(), errors=errors)
        gold = problem.gold_scm
        start = process_time()
        asked = certified(open_space(problem, held), problem, gold)
        made = asked.count() if errors else asked.verdict(Verdict.UNIQUE, ())
        built = process_time() - start
        assert not isinstance(made, Unknown), made.reason
        document = made.to_dict()
        start = process_time()
        assert verify(problem, document, Work(seconds=60)).accepted
        what = f"n = 8, ≤ 3, 400 rows, {f'errors {errors}' if errors else f'{share:.0%} `?`'}"
        claim = "the count" if errors else "`unique`"
        lines.append(_line(f"certificate of {claim}, {what}", 5.0, built))
        lines.append(_line(f"its verification, {what}", 10.0, process_time() - start))
    return lines


def _ratios(quick: bool) -> list[str]:
    """Counts without errors and knowledge, through what knows of them and without it."""
    problems = [make_problem(10, 3, 4, 10, 11, seed=seed) for seed in range(5 if quick else 20)]
    ratios = []
    for problem in problems:
        plain = min(_seconds(lambda p=problem: ExactSpace.of(p).count) for _ in range(5))  # type: ignore[misc]
        opened = min(_seconds(lambda p=problem: open_space(p).count()) for _ in range(5))  # type: ignore[misc]
        ratios.append(opened / plain)
    ratio = median(ratios)
    met = "met" if ratio <= 1.2 else "missed"
    return [f"| count, n = 10, no errors, no knowledge, ratio | ≤ 1.2 | {ratio:.2f} | {met} |"]
