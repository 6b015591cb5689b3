"""What the tool aims at, one line each: measured now, beside its goal.

CPU seconds of this process and its children, medians of repeated runs. The lines are those where speed was
once short of its goal; a goal that is missed is said to be missed.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import process_time

from benchmarks import _alternatives as alternatives
from benchmarks import _judging_goals as judging_goals
from benchmarks import _linear_goals as linear_goals
from benchmarks import _training_goals as training_goals
from benchmarks import _waiting_goals as waiting_goals
from benchmarks import synthesis
from benchmarks._least import Timed
from benchmarks.large import problem_of
from benchmarks.problems import hidden, make_problem
from benchmarks.replay import milliseconds
from benchmarks.scoring import _endless, _parse, _plain, _texts
from symcause.api import audit, count, load
from symcause.audits.question import question
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.families.boolean.scoring.check.checker import Scorer
from symcause.families.boolean.space.exact.exact_space import ExactSpace
from symcause.families.boolean.space.space_choice import open_space
from symcause.formats.pools.problem_writer import write_problem
from symcause.models.disclosure import Setting

TITLE = "Goals"

EXAMPLES = Path(__file__).parent.parent / "examples"

LARGE = (
    ("random", 25, 4, 8, Setting.HIDDEN_ORDER),
    ("random", 30, 3, 8, Setting.HIDDEN_ROOTS),
    ("random", 35, 4, 3, Setting.HIDDEN_ORDER),
    ("random", 40, 3, 40, Setting.HIDDEN_ORDER),
    ("random", 40, 3, 12, Setting.HIDDEN_ROOTS),
    ("chain", 40, 3, 20, Setting.HIDDEN_ORDER),
)
POOL, PUBLISHED = 1_300, (6, 7, 8, 8, 9, 9, 10, 10, 8, 8, 8)
"""Problems of a pool, and variables: one size for each of the published strata."""

COUNTED = 5
"""So many of these are to be counted exactly."""


def run(quick: bool) -> Iterator[str]:
    """One line a goal, as soon as it is measured: the whole takes long."""
    examples = _examples(
        9 if quick else 30
    )  # before the heap is large: what was taken from 0.2.0 was, too
    number = 7 if quick else 30
    ten = [make_problem(10, 3, 4, 10, 11, seed=seed) for seed in range(number)]
    audit(ten[0])  # load the catalogue
    many = make_problem(10, 3, 4, 181, 11, seed=3)
    yield from ("| work | goal | now | |", "| --- | --- | --- | --- |")
    counts, audits = _times(_count, ten), _times(audit, ten)
    yield _line("count, n = 10, hidden order, at most 4 parents", 0.003, median(counts))
    yield _line("complete audit, n = 10, median", 0.1, median(audits))
    yield _line("complete audit, n = 10, worst", 0.3, max(audits))
    yield _line("complete audit, 2,000 rows in 181 worlds", 1.0, median(_times(audit, [many] * 3)))
    yield from examples
    for n, parents, worlds in ((25, 4, 16), (30, 3, 8)):
        problem = make_problem(n, 3, parents, worlds, 11, Setting.HIDDEN_ROOTS)
        (seconds,) = _times(_count, [problem])
        what = f"count, n = {n}, hidden roots ({float(_count(problem)):.3g} models)"
        yield _line(what, 5.0, seconds)
    fourteen = [make_problem(14, 3, 4, 14, 11, seed=seed) for seed in range(3 if quick else 9)]
    yield _line("complete audit, n = 14, median", 0.25, median(_times(audit, fourteen)))
    yield _line(f"pool of {POOL:,} problems, n = 6 to 10, on two cores", 20.0, _pool(quick))
    yield from (_line(f"complete audit, {what}, ambiguous", 3.0, s) for what, s in _ambiguous())
    if not quick:
        yield from _partial_lines()
    yield from _large()
    yield from _answers(ten[0], quick)
    yield from training_goals.lines(quick, _line)
    yield from waiting_goals.lines(quick, _line)
    baselines = "score", str(EXAMPLES / "pool.jsonl"), "--baselines", "--json"
    yield _line(
        "score --baselines, the 9 bundled problems",
        20.0,
        waiting_goals.command(*baselines, times=1),
    )
    yield from (_line(*found) for found in synthesis.worst())
    yield from linear_goals.lines(quick, _line)
    yield from judging_goals.lines(quick, _line)


def _pool(quick: bool) -> float:
    """Half the CPU seconds of the command on a pool, at the pace of a part of it: each core has half."""
    few, many = (11, 55) if quick else (22, 286)
    problems = [make_problem(PUBLISHED[i % 11], 3, 4, 9, 11, seed=i) for i in range(many)]
    lines = [json.dumps({**write_problem(p), "id": f"p{i}"}) for i, p in enumerate(problems)]
    taken = []
    with TemporaryDirectory() as name:
        for number in (few, many):
            path = Path(name) / f"pool{number}.jsonl"
            path.write_text("\n".join(lines[:number]), encoding="utf-8")
            taken.append(
                waiting_goals.command("audit", str(path), "--jobs", "2", "--json", times=1)
            )
    return (taken[1] - taken[0]) / (many - few) * POOL / 2


def _examples(times: int) -> list[str]:
    """Small problems, where every section counts: beside what version 0.2.0 takes, which has no margins."""
    lines = []
    for name, audited, counted in (("unique", 0.0095, 0.00037), ("ambiguous", 0.0091, 0.00039)):
        problem = load(EXAMPLES / f"{name}.json")
        assert isinstance(problem, BooleanProblem)
        lines += [
            _line(
                f"complete audit of the example {name}",
                audited,
                min(_times(audit, [problem] * times)),
            ),
            _line(
                f"count of the example {name}", counted, min(_times(count, [problem] * 10 * times))
            ),
        ]
    return lines


def _line(what: str, goal: float, now: float) -> str:
    return Timed(f"| {what} | ≤ {goal:g} s | {now:.3g} s | {_word(now <= goal)} |", now)


def _word(met: bool) -> str:
    return "met" if met else "missed"


def _count(problem: BooleanProblem) -> int:
    return ExactSpace.of(problem).count


def _times(work: Callable[[BooleanProblem], object], problems: list[BooleanProblem]) -> list[float]:
    times = []
    for problem in problems:
        start = process_time()
        work(problem)
        times.append(process_time() - start)
    return times


def _large() -> list[str]:
    """Of six large problems: how soon an audit says its verdict, how many are counted, how many bounded."""
    known = bounded = 0
    problems = [problem_of(*case, 0) for case in LARGE]
    verdicts = _times(_verdict, problems)
    for problem in problems:
        space = open_space(problem)
        if isinstance(space.count(), int):
            known += 1
        elif space.bounds() is not None:
            bounded += 1
    met = _word(known >= COUNTED and known + bounded == len(LARGE))
    told = f"{known} counted, {bounded} bounded"
    return [
        _line("verdicts of 6 audits, n = 25 to 40, before anything is counted", 1.0, max(verdicts)),
        f"| counts of 6 problems, n = 25 to 40 | {COUNTED} counted, the others bounded | {told} | {met} |",
    ]


def _ambiguous() -> Iterator[tuple[str, float]]:
    """Seconds of the large problems whose audits take longest."""
    for n, parents, worlds, setting in (
        (40, 3, 12, Setting.HIDDEN_ROOTS),
        (35, 4, 3, Setting.HIDDEN_ORDER),
    ):
        yield (
            f"n = {n}, {setting}",
            _audited(problem_of("random", n, parents, worlds, setting, 0)),
        )


def _partial() -> Iterator[tuple[str, float, BooleanProblem]]:
    """Twenty variables where cells were not observed, or may be wrong."""
    plain = make_problem(20, 3, 3, 100, 10, seed=1)
    yield "complete audit, n = 20, 1,000 rows, 10% `?`", 10.0, hidden(plain, 0.1)
    yield "complete audit, n = 20, 1,000 rows, errors 5", 10.0, replace(plain, errors=5)


def _partial_lines() -> Iterator[str]:
    """An audit that settles nothing has not met its goal, however soon it says so."""
    for what, goal, problem in _partial():
        start = process_time()
        settled = audit(problem).verdict != "unknown"
        line = _line(what, goal, process_time() - start)
        yield line if settled else f"| {what} | ≤ {goal:g} s | not settled | missed |"


def _audited(problem: BooleanProblem) -> float:
    (seconds,) = _times(audit, [problem])
    return seconds


def _verdict(problem: BooleanProblem) -> str:
    """The first verdict of an audit."""
    growing = question("audit", problem).answers(problem)
    return next(document.verdict for document in growing if document.verdict != "unknown")


def _answers(problem: BooleanProblem, quick: bool) -> list[str]:
    """One plain answer against the plain interpreter: again, and for the first time."""
    scorer, texts = Scorer(problem), _texts(problem, 2000)
    stream, few = _endless(texts), _endless(texts[:9])
    slow = milliseconds(lambda: _plain(problem, next(stream), _parse), quick)
    first = milliseconds(lambda: scorer.check(next(stream)).document(), quick)
    again = milliseconds(lambda: scorer.check(next(few)).document(), quick)
    lines = [*_times_plain("one answer, n = 10", slow, first, again)]
    for kind in ("wrong", "right"):
        taken = alternatives.times(problem, kind, quick)
        lines += _times_plain(f"one Alternative-SCM answer, n = 10, {kind}", *taken)
    return lines


def _times_plain(what: str, slow: float, first: float, again: float) -> Iterator[str]:
    for when, goal, fast in (("met before, word for word", 40, again), ("all new", 20, first)):
        met = _word(slow >= goal * fast)
        line = f"| {what}, {when} | ≥ {goal} × plain | {slow / fast:.0f} × | {met} |"
        yield Timed(line, fast / slow)
