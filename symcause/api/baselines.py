"""Baselines in the Python API: what exact search and published methods answer to a pool.

A baseline sees the evidence alone. What it hands in is a response: ``symcause.score`` takes it.
"""

from __future__ import annotations

from collections.abc import Iterable

from symcause.api.answer_scores import several
from symcause.api.notebook_progress import Progress
from symcause.episodes.baseline_protocol import Baselines, Handed
from symcause.errors import UsageError, did_you_mean
from symcause.formats.problems import Problem
from symcause.registry import Family, families, family_of, load
from symcause.renderings.sense.sense_baseline import ABOUT, NAME, sense_text

__all__ = ["names", "solve"]


def names(problem: Problem | None = None) -> dict[str, str]:
    """The baselines of all families, or those for a problem, each with what it does.

    >>> list(symcause.baselines.names())
    ['simplest', 'symbolic-search', 'structure-learning', 'common-sense']
    """
    chosen = families() if problem is None else (family_of(problem),)
    found: dict[str, str] = {}
    for family in chosen:
        for name, about in _of(family).names.items() if family.baselines else ():
            found.setdefault(name, about)
    if problem is None or sense_text(problem) is not None:
        found[NAME] = ABOUT
    return found


def solve(
    problems: Iterable[Problem], name: str = "simplest", *, seed: int = 0
) -> list[dict[str, object]]:
    """What a baseline answers to every problem: predictions as :func:`symcause.score` takes them.

    It sees what a system sees, neither gold nor held-out evidence. ``attempt`` is what it claims of its
    answer. Tasks that a baseline does not do (to find an alternative, to say whether one is left; for
    common-sense, what is no rendering) are passed over. Raises UsageError for a name
    that is none, or not one of a problem's family.

    >>> pool = list(symcause.load_pool("examples/pool.jsonl"))
    >>> rows = symcause.baselines.solve(pool, "simplest")
    >>> main = symcause.score(pool, rows).table("main").only(["Setting", "TrainExact"])
    >>> {setting.shown: exact.shown for setting, exact in main.rows}
    {'ordered': '1.000', 'block-order': '1.000', 'hidden-order': '1.000', 'hidden-roots': '1.000'}
    """
    rows: list[dict[str, object]] = []
    with Progress(name) as progress:
        for problem in several(problems, "symcause.baselines.solve([problem])"):
            handed = _handed(problem, name, seed)
            progress.step(problem.id)
            if handed is None:
                continue
            claims = {"solved": handed.solved, "optimal": handed.optimal, "note": handed.note}
            row = {"instanceId": problem.id, "model": name, "response": handed.text}
            rows.append({**row, "attempt": claims})
    return rows


def _handed(problem: Problem, name: str, seed: int) -> Handed | None:
    if name != NAME:
        return _chosen(problem, name).answer(problem, name, seed)
    text = sense_text(problem)
    return None if text is None else Handed(text, solved=False)


def _chosen(problem: Problem, name: str) -> Baselines:
    family = family_of(problem)
    able = [f for f in families() if f.baselines and name in _of(f).names]
    if not able:
        raise UsageError("unknown baseline", value=name, remedy=did_you_mean(name, names()))
    if family not in able:
        applies = ", ".join(f.title for f in able)
        raise UsageError(
            f"{name} does not apply to {family.title}", remedy=f"it applies to {applies}"
        )
    return _of(family)


def _of(family: Family) -> Baselines:
    assert family.baselines is not None
    found: Baselines = load(family.baselines)()
    return found
