"""Baselines in the Python API: what bundled ones, functions and programs answer to a pool.

A baseline sees the evidence alone. What it hands in is a response: ``symcause.score`` takes it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Any

from symcause.api.answer_scores import several
from symcause.api.notebook_progress import Progress
from symcause.attempts.attempt_record import Attempt, AttemptBudget, Handed
from symcause.attempts.attempt_run import (
    all_names,
    attempted,
    baselines_of,
    refuse_taken,
    same_attempt,
)
from symcause.attempts.baseline_protocol import Baselines, Contestant
from symcause.attempts.function_baseline import BundledBaseline, FunctionBaseline
from symcause.attempts.program_baseline import ProgramBaseline
from symcause.errors import UsageError, did_you_mean
from symcause.formats.problems import Problem
from symcause.registry import families, family_of
from symcause.renderings.sense.sense_baseline import ABOUT, NAME, sense_text
from symcause.scoring.scoring_protocol import Terms

__all__ = ["Attempt", "command", "names", "solve"]


def names(problem: Problem | None = None) -> dict[str, str]:
    """List the baselines of all families, or those for one problem, each with what it does.

    Parameters
    ----------
    problem : Problem, optional
        Only baselines for this problem.

    Returns
    -------
    dict of str to str
        One line of text by name.

    Raises
    ------
    KindError
        *problem* is not a problem.

    See Also
    --------
    symcause.baselines.solve : let a baseline answer.

    Examples
    --------
    >>> list(symcause.baselines.names())[:3]
    ['simplest', 'symbolic-search', 'structure-learning']
    """
    if problem is None:
        return {**all_names(), NAME: ABOUT}
    family = family_of(problem)
    found = dict(baselines_of(family).names) if family.baselines else {}
    return found if sense_text(problem) is None else {**found, NAME: ABOUT}


def command(words: str | Sequence[str], *, name: str) -> ProgramBaseline:
    """Make a baseline of a program that reads a problem as JSON and prints its answer.

    The program is not confined: it may do whatever you may.

    Parameters
    ----------
    words : str or sequence of str
        The command, as a line or as its words.
    name : str
        What tables call the baseline.

    Returns
    -------
    ProgramBaseline
        What :func:`solve` takes.

    Raises
    ------
    UsageError
        A bundled baseline has this name, or there is no such program.

    See Also
    --------
    symcause.baselines.solve : let it answer.

    Examples
    --------
    >>> mine = symcause.baselines.command("python3 -c 'print(1)'", name="mine")
    >>> row, = symcause.baselines.solve([symcause.example("unique")], mine)
    >>> row["attempt"]["status"], row["attempt"]["note"]
    ('unreadable', 'the last line is no JSON object')
    """
    refuse_taken(name, tuple(all_names()))
    return ProgramBaseline.of(name, words)


def solve(
    problems: Iterable[Problem],
    baseline: str | Callable[..., Any] | Contestant = "simplest",
    *,
    seed: int = 0,
    budget: AttemptBudget | None = None,
    memory: int | None = None,
    repeat: int = 1,
) -> list[dict[str, Any]]:
    """Let a baseline answer every problem of a pool; :func:`symcause.score` takes the rows.

    A baseline sees what a system sees: no gold, no held-out evidence, no ids. Problems with a task
    that no baseline does, to find an alternative or to say whether one is left, are skipped.

    Parameters
    ----------
    problems : iterable of Problem
        The pool.
    baseline : str, callable or Contestant, default 'simplest'
        A name, a :func:`command`, or a function ``mine(problem, *, seed, budget)`` that returns an
        answer, None or an :class:`Attempt`.
    seed : int, default 0
        The seed of the baseline.
    budget : Budget, optional
        Work and seconds for each attempt; with seconds it runs in a process of its own.
    memory : int, optional
        MB for each attempt, which then runs in a process of its own.
    repeat : int, default 1
        How often to answer, to see whether the answers are the same.

    Returns
    -------
    list of dict
        Rows with ``instanceId``, ``model``, ``response`` and ``attempt``: how it ended, what it
        claims, and whether that is so.

    Raises
    ------
    KindError
        *problems* is a single problem or no list.
    UsageError
        No baseline has this name, or it is not one of a problem's family.

    See Also
    --------
    symcause.score : score the rows.
    symcause.baselines.names : the names.

    Examples
    --------
    >>> pool = list(symcause.load_pool("examples/pool.jsonl"))
    >>> rows = symcause.baselines.solve(pool, "simplest")
    >>> main = symcause.score(pool, rows).table("main").only(["Setting", "TrainExact"])
    >>> {setting.shown: exact.shown for setting, exact in main.rows}
    {'ordered': '1.000', 'block-order': '1.000', 'hidden-order': '1.000', 'hidden-roots': '1.000'}
    """
    asked = budget or AttemptBudget()
    terms = Terms(seed, asked.work, asked.seconds, memory)
    listed = several(problems, "symcause.baselines.solve([problem])")
    if baseline == NAME:
        return _by_sense(listed)
    contestant = _contestant(baseline)
    tasks = [(_chosen(problem, contestant), problem) for problem in listed]
    rounds = []
    with Progress(contestant.name) as progress:
        for turn in range(max(1, repeat)):
            found = {}
            for own, problem in tasks[::-1] if turn % 2 else tasks:
                if own.does(problem):
                    found[id(problem)] = attempted(own, problem, contestant, terms)
                progress.step(problem.id)
            rounds.append(found)
    rows: list[dict[str, Any]] = []
    for problem in (problem for own, problem in tasks if own.does(problem)):
        handed, *others = (found[id(problem)] for found in rounds)
        if others:
            same = all(same_attempt(handed.to_dict(), other.to_dict()) for other in others)
            handed = replace(handed, deterministic=same, repeat=repeat)
        row = {"instanceId": problem.id, "model": contestant.name, "response": handed.text}
        rows.append({**row, "attempt": handed.to_dict()})
    return rows


def _by_sense(problems: Iterable[Problem]) -> list[dict[str, Any]]:
    """What common sense answers; problems that are no renderings are passed over."""
    texts = ((problem.id, sense_text(problem)) for problem in problems)
    handed = [(id, Handed(Attempt(text, solved=False), text)) for id, text in texts if text]
    return [
        {"instanceId": id, "model": NAME, "response": one.text, "attempt": one.to_dict()}
        for id, one in handed
    ]


def _contestant(baseline: str | Callable[..., Any] | Contestant) -> Contestant:
    if isinstance(baseline, str):
        return BundledBaseline(baseline)
    if isinstance(baseline, ProgramBaseline | FunctionBaseline):
        return baseline
    name = getattr(baseline, "__name__", None)
    if not callable(baseline) or name is None:
        remedy = "give a name, a function, or symcause.baselines.command(…)"
        raise UsageError("no baseline", value=baseline, remedy=remedy)
    refuse_taken(name, tuple(all_names()))
    return FunctionBaseline(name, "", baseline)


def _chosen(problem: Problem, contestant: Contestant) -> Baselines:
    family = family_of(problem)
    able = [f for f in families() if f.baselines]
    if isinstance(contestant, BundledBaseline):
        name, known = contestant.name, all_names()
        if name not in known:
            raise UsageError("unknown baseline", value=name, remedy=did_you_mean(name, known))
        able = [f for f in able if name in baselines_of(f).names]
    if family not in able:
        applies = ", ".join(f.title for f in able)
        raise UsageError(
            f"{contestant.name} does not apply to {family.title}", remedy=f"it applies to {applies}"
        )
    return baselines_of(family)
