"""Reports of linear problems: the pinned texts, the words of every verdict, and light modules."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest
from msgspec import structs

from symcause.audits.question import ask, question
from symcause.audits.story import Tone
from symcause.families.linear.documents.audit_document import LinearAudit
from symcause.families.linear.models.laboratory import Semantics
from symcause.families.linear.problem.problem import LinearProblem
from symcause.families.linear.report.page.problem_view import problem_view
from symcause.formats.pools.problem_files import read_problems
from symcause.registry import family
from symcause.reports.terminal_story import story_text
from tests.linear.cases import episode, problem_of, random_model

HERE = Path(__file__).resolve().parents[1]
EXAMPLES = HERE.parents[1] / "examples"
HEAVY = {"numpy", "z3", "rich", "lark", "flint", "pysat", "sympy", "networkx", "jinja2"}


def bundled() -> LinearProblem:
    problem = next(iter(read_problems(EXAMPLES / "episode.json"))).problem
    assert isinstance(problem, LinearProblem)
    return problem


def audited(problem: LinearProblem, **given: object) -> LinearAudit:
    document = ask("audit", problem, **given)
    assert isinstance(document, LinearAudit)
    return document


def told(document: LinearAudit, problem: LinearProblem) -> str:
    return story_text(question("audit", problem).story(document)) + "\n"


@pytest.mark.parametrize(
    ("name", "log"), [("episode", None), ("episode-log", EXAMPLES / "episode.log.jsonl")]
)
def test_the_report_of_the_bundled_episode(name: str, log: Path | None) -> None:
    problem = bundled()
    document = audited(problem, log=None if log is None else str(log))
    golden, text = HERE / "golden" / f"audit-{name}.txt", told(document, problem)
    if os.environ.get("SYMCAUSE_GOLDEN") == "update":
        golden.write_text(text, encoding="utf-8")
    assert text == golden.read_text(encoding="utf-8")


def test_every_verdict_has_its_words() -> None:
    rng = random.Random(1)
    problem = problem_of(random_model(rng, 4))
    full = episode(rng, problem, problem.controllable)
    assert full.gold is not None
    cases = {
        "unique": full,
        "ambiguous": full.shortened(0),
        "inconsistent": replace(full, semantics=Semantics.SHIFT, gold=None),
        "gold-outside-class": replace(full, max_parents=0),
        "invalid": replace(full, gold=replace(full.gold, equations={})),
    }
    tones = [Tone.GOOD, Tone.SOME, Tone.BAD, Tone.BAD, Tone.BAD]
    for (verdict, case), tone in zip(cases.items(), tones, strict=True):
        document = audited(case)
        story = question("audit", case).story(document)
        assert (document.verdict, story.verdict, story.tone) == (verdict, verdict, tone)
        assert told(document, case).split("\n")[1] == f"{verdict.upper()}: {document.sentence}"
        view = problem_view(document, case)
        assert view["verdict"] == verdict
        headed = view["headline"] is not None  # the number is in the headline then
        assert (view["sentence"] == document.sentence) is not headed
        assert not headed or "graphs" not in dict(view["facts"])  # type: ignore[call-overload]
        assert str(document.scope) in dict(view["facts"])["class"]  # type: ignore[call-overload]


def test_what_stopped_an_audit_is_told() -> None:
    problem = bundled()
    frame = question("audit", problem).frame(problem).halted("time limit of 1 s", "time")
    text = told(frame, problem)
    assert "UNKNOWN: Not settled" in text and "why: time limit of 1 s" in text
    assert "--timeout" in text
    view = problem_view(frame, problem)
    assert view["edges"] is None and view["profile"] is None and view["span"] is None


def test_a_range_without_bounds_is_told() -> None:
    problem = bundled()
    document = audited(replace(problem, records=(), chain=problem.chain[:1]))
    assert document.target.entailed is False
    assert "its target is any number, not entailed by the evidence" in told(document, problem)
    settled = structs.replace(document.target, low="1", high=str(Fraction(3)))
    assert "between 1 and 3" in told(structs.replace(document, target=settled), problem)


def test_questions_are_light() -> None:
    """Knowing the options of all questions loads nothing that does the work."""
    modules = {place.partition(":")[0] for place in family("linear").questions.values()}
    code = f"import sys, {', '.join(sorted(modules))}; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = set(done.stdout.split())
    assert not HEAVY & loaded
    assert not any(
        m.startswith(("symcause.solvers", "symcause.families.linear.space")) for m in loaded
    )
