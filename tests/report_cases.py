"""Reports that several tests look at, each made once."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import Any

from symcause.audits.audit import AuditOptions, audit
from symcause.audits.linear import audit_document
from symcause.audits.trajectory import trajectory_document
from symcause.formats.causalab_log import read_log
from symcause.formats.files import load, read_problems
from symcause.problems.boolean import BooleanProblem
from symcause.problems.linear import LinearProblem
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
