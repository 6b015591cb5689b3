"""Reports that several tests look at, each made once."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from pathlib import Path
from typing import Any

from symcause.cli.output import dumps
from symcause.families.boolean.audits.audit import AuditOptions, audit, blank
from symcause.families.boolean.problem.answers import Answer
from symcause.families.boolean.problem.classes import HypothesisClass
from symcause.families.boolean.problem.disclosure import Setting
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.families.linear.audits.audit import audit_document
from symcause.families.linear.audits.trajectory import trajectory_document
from symcause.families.linear.files.causalab_log import read_log
from symcause.families.linear.problem.problem import LinearProblem
from symcause.formats.files import load, read_problems
from symcause.grammar import parse
from symcause.reports.page.audit_page import AuditPage

EXAMPLES = Path(__file__).parent.parent / "examples"

MARKUP = '<img src=x onerror="window.hit=1"></script><script>window.hit=1</script>&amp;\u2028"\'`'
"""Text that must stay text."""


@lru_cache(maxsize=32)
def boolean(name: str) -> tuple[BooleanProblem, Mapping[str, Any]]:
    """A bundled Boolean problem and its audit."""
    problem = load(EXAMPLES / f"{name}.json")
    assert isinstance(problem, BooleanProblem)
    return problem, audit(problem, options=AuditOptions(certificate=True)).to_dict()


@lru_cache(maxsize=1)
def linear() -> tuple[LinearProblem, Mapping[str, Any]]:
    """The bundled episode as it stood after one intervention, and its audit."""
    problem = load(EXAMPLES / "episode.json")
    assert isinstance(problem, LinearProblem)
    problem = problem.shortened(1)
    return problem, audit_document(problem)


@lru_cache(maxsize=1)
def episode() -> tuple[LinearProblem, Mapping[str, Any]]:
    """The bundled episode and the audit of its log."""
    problem = load(EXAMPLES / "episode.json")
    assert isinstance(problem, LinearProblem)
    log = read_log(EXAMPLES / "episode.log.jsonl", problem)
    return problem, trajectory_document(problem, log)


@lru_cache(maxsize=1)
def hostile() -> tuple[BooleanProblem, Mapping[str, Any]]:
    """A problem whose id, world names and metadata are markup."""
    problem, _ = boolean("ambiguous")
    worlds = tuple(replace(w, id=f"{w.id} {MARKUP}") for w in problem.worlds)
    metadata = {MARKUP: [MARKUP, {"note": MARKUP}]}
    problem = replace(problem, id=f"evil {MARKUP}", worlds=worlds, metadata=metadata)
    return problem, audit(problem, options=AuditOptions(certificate=True)).to_dict()


@lru_cache(maxsize=1)
def odd() -> tuple[tuple[object, Mapping[str, Any]], ...]:
    """Every verdict, classes from too small to unbounded, no gold, wrong gold, and audits cut short."""
    problem, hidden = boolean("ambiguous")[0], boolean("hidden-roots")[0]
    assert problem.gold is not None
    bare, loose = replace(problem, gold=None), HypothesisClass()
    gold = dict(problem.gold.mechanisms)
    cyclic = replace(problem, gold=Answer({**gold, "X3": parse("(and X1 X5)")}))
    wrong = replace(problem, gold=Answer({**gold, "X5": parse("(or X3 X4)")}))
    small, wide = HypothesisClass(max_parents=1), HypothesisClass(max_parents=5)
    rootless = problem.in_setting(Setting.HIDDEN_ROOTS)
    cases: list[tuple[BooleanProblem, HypothesisClass | None, AuditOptions]] = [
        (bare, None, AuditOptions()),
        (bare, small, AuditOptions()),
        (problem, small, AuditOptions()),
        (problem, loose, AuditOptions()),
        (problem, HypothesisClass(max_ast=5), AuditOptions(limit=0)),
        (problem, None, AuditOptions(limit=30, targets=3)),
        (hidden, wide, AuditOptions(certificate=True)),
        (hidden, HypothesisClass(max_parents=2), AuditOptions()),
        (cyclic, None, AuditOptions()),
        (wrong, None, AuditOptions()),
        (rootless, None, AuditOptions(limit=40)),
    ]
    found: list[tuple[object, Mapping[str, Any]]] = [
        (p, audit(p, classes, options).to_dict()) for p, classes, options in cases
    ]
    found.append((problem, {**blank(problem, loose), "stopped": "the time is up"}))
    found += [(p, json.loads(dumps(document))) for p, document in list(found)]
    episode_problem, settled = linear()
    contradicting = replace(
        episode_problem,
        gold=None,
        records=(
            *episode_problem.records,
            replace(
                episode_problem.records[0],
                id="x",
                values={**episode_problem.records[0].values, "freq": Fraction(1)},
            ),
        ),
    )
    unknown = {"problem": "late", "verdict": "unknown", "reason": "the time is up"}
    found += [(contradicting, audit_document(contradicting)), (episode_problem, unknown)]
    return (*found, (episode_problem, json.loads(dumps(settled))))


def write_page(
    path: Path, *entries: tuple[object, Mapping[str, Any]], source: str = "pool"
) -> Path:
    """A page of these problems."""
    with AuditPage(path, source) as page:
        for problem, document in entries:
            page.take(document, problem)
    return path


def pool() -> list[tuple[object, Mapping[str, Any]]]:
    """All bundled problems, a linear one, a hostile one and one that failed."""
    names = [item.id for item in read_problems(EXAMPLES / "pool.jsonl")]
    entries: list[tuple[object, Mapping[str, Any]]] = [boolean(str(name)) for name in names]
    failed = {"problem": f"broken {MARKUP}", "error": f"worlds[0]: {MARKUP}"}
    return [*entries, linear(), hostile(), (None, failed)]


def block(path: Path, name: str) -> Any:
    """A plain data block of a page."""
    text = path.read_text(encoding="utf-8")
    _, _, rest = text.partition(f'<script type="application/json" id="{name}">')
    return json.loads(rest.partition("</script>")[0])
