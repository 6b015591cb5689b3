"""Every question about every published suite: a sample here, all of them on request."""

from __future__ import annotations

import json
from typing import Any

import pytest

from symcause.answers import Unknown
from symcause.audits.question import ask
from symcause.cli.main import main
from symcause.errors import SymcauseError
from symcause.families.linear.documents.audit_document import LinearAudit
from symcause.families.linear.documents.check_document import LinearCheck
from symcause.families.linear.documents.count_document import LinearCount
from symcause.families.linear.documents.disambiguation_document import LinearDisambiguate
from symcause.families.linear.documents.next_document import LinearNext
from symcause.families.linear.documents.solution_document import LinearSolve
from symcause.families.linear.generator.episode_simulation import simulate
from symcause.families.linear.problem.problem import LinearProblem
from symcause.families.linear.space.space_choice import open_space
from symcause.families.linear.verifier.kernel import verify
from tests.linear.cases import published
from tests.linear.traces import causalab, traces

FILES = (
    "3nodes",
    "4nodes",
    "5nodes",
    "6nodes",
    "4nodes_freqparent",
    "4nodes_golden",
    "4nodes_hidden_n1",
    "4nodes_hidden_freqnode_n1",
    "4nodes_quad_hard",
    "4nodes_quad_first20",
)
TRACES = (
    "7nodes",
    "8nodes",
    "6nodes_freqparent",
    "4nodes_hidden",
    "4nodes_hidden_n2",
    "4nodes_hidden_n3",
    "4nodes_hidden_freqnode_n2",
    "4nodes_hidden_freqprio_n3",
    "4nodes_hidden_vrange_pm0p5",
    "4nodes_hidden_vrange_pm50",
)


def episodes(suite: str, most: int | None, interventions: int | None) -> list[LinearProblem]:
    """Episodes of a suite: published traces and chains, else simulated ones."""
    if suite in TRACES:
        found = traces(suite)[:most]
    else:
        found = published(f"{suite}.jsonl")[:most]
        found = [p if p.has_evidence else simulate(p, 0) for p in found]
    return found if interventions is None else [p.shortened(interventions) for p in found]


def asked(name: str, problem: LinearProblem, **options: Any) -> Any:
    document = ask(name, problem, **options)
    json.loads(json.dumps(document.to_dict()))
    return document


def every_question(problem: LinearProblem) -> None:
    """All questions, and what their answers owe each other."""
    gold = problem.gold_model()
    assert gold is not None
    counted = asked("count", problem)
    assert isinstance(counted, LinearCount) and counted.count is not None and counted.count >= 1
    audited = asked("audit", problem, certificate=True)
    assert isinstance(audited, LinearAudit)
    assert audited.verdict == ("unique" if counted.count == 1 else "ambiguous")
    assert audited.count == counted.count and audited.gold is not None
    assert audited.gold.valid and audited.gold.in_class
    if audited.certificate is not None:
        assert verify(problem, audited.certificate).accepted
    else:
        assert audited.certificate_reason
        assert problem.rounding or problem.hidden is not None
    checked = asked("check", problem, answer=json.dumps(gold.to_answer()))
    assert isinstance(checked, LinearCheck)
    assert checked.fits and checked.in_class and checked.edge_f1 == 1.0
    assert checked.count == counted.count
    solved = asked("solve", problem)
    assert isinstance(solved, LinearSolve) and solved.status == "solved"
    assert solved.equations is not None
    again = asked("check", problem, answer=json.dumps({"equations": dict(solved.equations)}))
    assert again.fits
    planned = asked("next", problem)
    assert isinstance(planned, LinearNext) and planned.count == counted.count
    for found in planned.experiments:
        assert found.at_least is None or found.worst is None or found.at_least <= found.worst
    others = asked("alternatives", problem, limit=2)
    assert (others.code == 0) == (counted.count == 1) or isinstance(others.total, Unknown | None)
    if others.alternatives:
        other = json.dumps({"equations": dict(others.alternatives[0].model)})
        asked("separate", problem, first="gold", second=other)
        assert asked("check", problem, answer=other).fits
    assert asked("prompt", problem).text
    _plan(problem, counted.count)


def _plan(problem: LinearProblem, graphs: int) -> None:
    found = asked("disambiguate", problem)
    assert isinstance(found, LinearDisambiguate)
    if problem.hidden is None:
        assert found.count_before == graphs
        assert found.count_after is None or found.count_after <= graphs


QUICK = ("4nodes", "5nodes", "4nodes_quad_hard")


@pytest.mark.parametrize(
    "suite",
    [
        suite if suite in QUICK else pytest.param(suite, marks=pytest.mark.exhaustive)
        for suite in (*FILES, *TRACES)
    ],
)
def test_one_episode_of_every_suite(suite: str) -> None:
    for problem in episodes(suite, 1, 2):
        every_question(problem)


@pytest.mark.exhaustive
@pytest.mark.parametrize("suite", (*FILES, *TRACES))
def test_every_episode_of_every_suite(suite: str) -> None:
    for problem in episodes(suite, None, None):
        every_question(problem)


def test_single_configurations_say_what_they_lack() -> None:
    for path in sorted(causalab("single").glob("*.json")):
        problem = published(f"single/{path.name}")[0]
        with pytest.raises(SymcauseError, match="no evidence"):
            ask("count", problem)
        made = simulate(problem, 1)
        if made.obstacle is None:
            every_question(made.shortened(1))
        else:
            assert isinstance(open_space(made).count(), Unknown)
            assert asked("audit", made).verdict == "unknown"


@pytest.mark.few(2)
@pytest.mark.parametrize(
    "command", ["audit", "count", "solve", "alternatives", "next", "disambiguate", "prompt"]
)
def test_commands_on_a_pool(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    """From the command line: one document a problem, in order, and no complaint."""
    path = causalab("4nodes_golden.jsonl")
    names = [p.id for p in published("4nodes_golden.jsonl")][:50]
    with pytest.raises(SystemExit) as left:
        main([command, str(path), "--json"])
    assert left.value.code in (0, 1)
    shown = capsys.readouterr()
    lines = [json.loads(line) for line in shown.out.splitlines()]
    assert [line["problem"] for line in lines] == names
    assert not any("error" in line for line in lines)
