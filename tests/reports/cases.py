"""Reports that several tests look at, each made once."""

from __future__ import annotations

import json
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from pathlib import Path
from typing import Any

from symcause.audits.document_json import dumps, revived
from symcause.audits.documents import AuditDocument, ErrorDocument, Result
from symcause.audits.question import ask, question
from symcause.families.boolean.documents.audit_document import BooleanAudit
from symcause.families.boolean.problem.mechanism_answers import Answer
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.families.linear.problem.problem import LinearProblem
from symcause.formats.pools.problem_files import read_problem, read_problems
from symcause.grammar import parse
from symcause.models.disclosure import Setting
from symcause.reports.page.result_page import ResultPage
from tests.boolean.asking import audited

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"

MARKUP = '<img src=x onerror="window.hit=1"></script><script>window.hit=1</script>&amp;\u2028"\'`'
"""Text that must stay text."""


@lru_cache(maxsize=32)
def boolean(name: str) -> tuple[BooleanProblem, BooleanAudit]:
    """A bundled Boolean problem and its audit."""
    problem = read_problem(EXAMPLES / f"{name}.json")
    assert isinstance(problem, BooleanProblem)
    return problem, audited(problem, certificate=True)


@lru_cache(maxsize=1)
def linear() -> tuple[LinearProblem, AuditDocument]:
    """The bundled episode as it stood after one intervention, and its audit."""
    problem = read_problem(EXAMPLES / "episode.json")
    assert isinstance(problem, LinearProblem)
    problem = problem.shortened(1)
    return problem, _audit(problem)


def _audit(problem: object, **options: object) -> AuditDocument:
    found = ask("audit", problem, **options)
    assert isinstance(found, AuditDocument)
    return found


@lru_cache(maxsize=1)
def episode() -> tuple[LinearProblem, AuditDocument]:
    """The bundled episode and the audit of its log."""
    problem = read_problem(EXAMPLES / "episode.json")
    assert isinstance(problem, LinearProblem)
    return problem, _audit(problem, log=str(EXAMPLES / "episode.log.jsonl"))


@lru_cache(maxsize=1)
def hostile() -> tuple[BooleanProblem, BooleanAudit]:
    """A problem whose id, world names and metadata are markup."""
    problem, _ = boolean("ambiguous")
    worlds = tuple(replace(w, id=f"{w.id} {MARKUP}") for w in problem.worlds)
    metadata = {MARKUP: [MARKUP, {"note": MARKUP}]}
    problem = replace(problem, id=f"evil {MARKUP}", worlds=worlds, metadata=metadata)
    return problem, audited(problem, certificate=True)


@lru_cache(maxsize=1)
def odd() -> tuple[tuple[object, Result], ...]:
    """Every verdict, classes from too small to unbounded, no gold, wrong gold, and audits cut short."""
    problem, hidden = boolean("ambiguous")[0], boolean("hidden-roots")[0]
    assert problem.gold is not None
    bare = replace(problem, gold=None)
    gold = dict(problem.gold.mechanisms)
    cyclic = replace(problem, gold=Answer({**gold, "X3": parse("(and X1 X5)")}))
    wrong = replace(problem, gold=Answer({**gold, "X5": parse("(or X3 X4)")}))
    rootless = problem.in_setting(Setting.HIDDEN_ROOTS)
    cases: list[tuple[BooleanProblem, dict[str, object]]] = [
        (bare, {}),
        (bare, {"max_parents": 1}),
        (problem, {"max_parents": 1}),
        (problem, {"max_parents": "none"}),
        (problem, {"max_parents": "none", "max_ast": 5, "limit": 0}),
        (problem, {"limit": 30, "targets": 3}),
        (hidden, {"max_parents": 5, "certificate": True}),
        (hidden, {"max_parents": 2}),
        (cyclic, {}),
        (wrong, {}),
        (rootless, {"limit": 40}),
    ]
    found: list[tuple[object, Result]] = [(p, audited(p, **options)) for p, options in cases]
    found.append((problem, question("audit", problem).frame(problem).halted("the time is up")))
    found += [(p, read_back(document)) for p, document in list(found)]
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
    late = question("audit", episode_problem).frame(episode_problem).halted("the time is up")
    found += [(contradicting, _audit(contradicting)), (episode_problem, late)]
    return (*found, (episode_problem, read_back(settled)))


def read_back(document: Result) -> Result:
    """A document as a later run finds it in a file."""
    assert isinstance(document, AuditDocument)
    found = revived(json.loads(dumps(document)), type(document))
    assert found == document
    return found


def write_page(path: Path, *entries: tuple[object, Result], source: str = "pool") -> Path:
    """A page of these problems."""
    with ResultPage(path, source) as page:
        for problem, document in entries:
            page.take(document, problem)
    return path


def pool() -> list[tuple[object, Result]]:
    """All bundled problems, a linear one, a hostile one and one that failed."""
    names = [item.id for item in read_problems(EXAMPLES / "pool.jsonl")]
    entries: list[tuple[object, Result]] = [boolean(str(name)) for name in names]
    failed = ErrorDocument(problem=f"broken {MARKUP}", error=f"worlds[0]: {MARKUP}")
    return [*entries, linear(), hostile(), (None, failed)]


def block(path: Path, name: str) -> Any:
    """A plain data block of a page."""
    text = path.read_text(encoding="utf-8")
    _, _, rest = text.partition(f'<script type="application/json" id="{name}">')
    return json.loads(rest.partition("</script>")[0])
