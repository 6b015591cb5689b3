"""Runs of the released environment, and what its own programs say about them (only with the data)."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from itertools import combinations, product
from pathlib import Path
from statistics import fmean
from typing import Any

import pytest

from symcause.audits.question import question
from symcause.families.linear.audits.log.note_evidence import evidence_of_steps
from symcause.families.linear.documents.audit_document import LinearAudit
from symcause.families.linear.documents.score_document import CommittedPart, LinearScore
from symcause.families.linear.models.laboratory import EquationFamily
from symcause.families.linear.problem.problem import LinearProblem
from symcause.families.linear.problem.raw_hypothesis import Stated
from symcause.families.linear.release.log_score import score_log
from symcause.families.linear.release.run_log import RunLog, read_run
from symcause.families.linear.scoring.score_summary import ScoreSummary
from symcause.formats.answer_files.predictions import Logged, read_rows
from symcause.formats.pools.problem_files import read_problems
from symcause.models.exact_numbers import read_number
from tests.linear.traces import causalab

EPISODES = (
    *("4nodes_3_0", "4nodes_7_1", "5nodes_2_2", "4nodes_11_3", "4nodes_12_4"),
    *("4nodes_hidden_n1_4_5", "4nodes_hidden_n2_6_6", "4nodes_hidden_freqnode_n1_5_7"),
    *("4nodes_quad_hard_3_8", "4nodes_quad_hard_8_9", "4nodes_freqparent_2_10"),
    *("4nodes_20_11", "4nodes_21_12", "4nodes_0_13", "4nodes_22_14"),
)
"""Their names: a suite, a line of it, a number."""


@cache
def expected() -> dict[str, Any]:
    lines = (causalab("released") / "expected.jsonl").read_text().splitlines()
    found = [json.loads(line) for line in lines]
    return {line["episode"].removesuffix("_53calls/seed_1"): line for line in found}


def exact(document: str) -> Any:
    """The same with numbers as they are written."""
    line = json.dumps(expected()[document]["truth"])
    return json.loads(line, parse_float=read_number, parse_int=read_number)


@cache
def pool() -> dict[str, LinearProblem]:
    items = read_problems(causalab("released") / "pool.jsonl")
    return {p.id: p for item in items if isinstance(p := item.problem, LinearProblem)}


def log_of(name: str) -> Path:
    (found,) = (causalab("released") / "runs" / f"{name}_53calls").rglob("*tracking_simple.jsonl")
    return found


@cache
def run_of(name: str) -> RunLog:
    return read_run(log_of(name), pool()[name])


def test_all_are_here() -> None:
    assert tuple(expected()) == EPISODES
    assert set(pool()) == set(EPISODES)


@pytest.mark.parametrize("name", EPISODES)
def test_what_was_measured(name: str) -> None:
    """Records, states with the values as sent, the reactor, refused experiments, what was submitted."""
    truth, run = exact(name), run_of(name)
    history = evidence_of_steps(run.problem, run.steps)
    assert [record.values for record in history.final.records] == truth["records"]
    for state, said in zip(history.final.chain, truth["chain"], strict=True):
        assert state.values == said["values"] and state.settings == said.get("intervene", {})
    assert history.final.reactor == truth["reactor"]
    assert len(history.refused) == truth["refused"]
    submitted = [step.prediction for step in run.steps if step.prediction is not None]
    assert submitted[-1] == truth["submitted"]


@pytest.mark.few(5)
@pytest.mark.parametrize("name", EPISODES)
def test_what_it_leaves(name: str) -> None:
    problem, derived, truth = pool()[name], expected()[name]["derived"], exact(name)
    asked = question("audit", problem, log=str(log_of(name)))
    *_, document = asked.answers(problem)
    assert isinstance(document, LinearAudit)
    assert len(document.interventions or ()) == derived["interventions"]
    assert (document.graphs, document.verdict) == (derived["graphs"], derived["verdict"])
    assert {"low": document.target.low, "high": document.target.high} == derived["target"]
    assert read_number(document.truth) == truth["reactor_target"]
    assert document.right is truth["right_pm5"]
    if "graphs_if_affected_nodes_known" in derived:
        told = question("audit", problem, log=str(log_of(name)), hidden_nodes="gold")
        *_, document = told.answers(problem)
        assert isinstance(document, LinearAudit)
        assert document.graphs == derived["graphs_if_affected_nodes_known"]
        assert document.scope.hidden_nodes


def test_more_than_two_decimals() -> None:
    (item,) = read_problems(causalab("released") / "decimals.linear.json")
    *_, document = question("audit", item.problem).answers(item.problem)
    assert isinstance(document, LinearAudit)
    assert (document.graphs, document.verdict) == (1, "unique")
    assert document.gold is not None and document.gold.valid


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("4nodes_11_3", "note 2/12: resonanceFreq noted 1125, read 1118"),
        ("5nodes_2_2", "the experiment names conductivity, the menu that was open radiation"),
        ("4nodes_22_14", "radiation := 50 refused: budget used up"),
    ],
)
def test_what_is_remarked(name: str, said: str) -> None:
    run = run_of(name)
    moments = evidence_of_steps(run.problem, run.steps).moments
    assert said in [remark for moment in moments for remark in moment.remarks]


@pytest.mark.parametrize("name", [n for n in EPISODES if "hidden" in n])
def test_what_a_disturbance_acts_on_is_not_disclosed(name: str) -> None:
    problem = pool()[name]
    assert problem.hidden is not None and problem.hidden.nodes is None
    assert problem.gold is not None and problem.gold.hidden_nodes
    made = question("convert", problem, simulate=True, seed=1).converted(problem)  # type: ignore[attr-defined]
    assert made.hidden is not None and made.hidden.nodes is None and made.acts


NUMBERS = {
    **{f"root_{part}": f"root_{part}" for part in ("precision", "recall", "f1")},
    **{f"all_edge_{part}": f"edge_{part}" for part in ("precision", "recall", "f1")},
    **{f"freq_edge_{part}": f"target_edge_{part}" for part in ("precision", "recall", "f1")},
    **{f"all_edge_shd{part}": f"shd{part}" for part in ("", "_missing", "_extra", "_reversed")},
    "freq_weight_f1": "coefficient_f1_released",
    "task_completed_successfully": "target_within",
}
"""The release's names of what we say, too."""


@cache
def scores() -> dict[str, LinearScore]:
    found = {}
    for name in EPISODES:
        (row,) = read_rows(log_of(name))
        assert isinstance(row, Logged)
        assert (row.instance_id, row.model) == (name, expected()[name]["model"])
        found[name] = score_log(pool()[name], row.text, row.model)
    return found


@pytest.mark.parametrize("name", EPISODES)
def test_what_the_release_says(name: str) -> None:
    released, ours = expected()[name]["released"], scores()[name]
    for theirs, key in NUMBERS.items():
        assert getattr(ours, key) == pytest.approx(released[theirs], abs=1e-12), key
    assert isinstance(ours.submitted, str)
    assert float(read_number(ours.submitted)) == released["reactor_submitted_hz"]
    if pool()[name].family is EquationFamily.LINEAR:
        assert ours.coefficient_precision == released["freq_weight_precision"]
        assert ours.coefficient_recall == released["freq_weight_recall"]
    assert ours.final_graphs == expected()[name]["derived"]["graphs"]
    word = run_of(name).last_word
    assert word is not None
    said = released["source_final_hypothesis"]
    assert Stated.read(word, "resonanceFreq") == Stated.read(said, "resonanceFreq")


def test_the_summary_of_the_release() -> None:
    summary = json.loads((causalab("released") / "expected_summary.json").read_text())
    sums = ScoreSummary()
    for score in scores().values():
        sums.take(score)
    names = {
        **{"target_within": "mean_task_accuracy", "root_f1": "mean_root_f1"},
        **{f"edge_{part}": f"mean_all_edge_{part}" for part in ("precision", "recall", "f1")},
        **{"shd": "mean_all_edge_shd", "target_edge_f1": "mean_freq_edge_f1"},
        "coefficient_f1_released": "mean_freq_weight_f1",
    }
    assert set(sums.totals()) == set(summary)
    for model, total in sums.totals().items():
        assert len(total) == summary[model]["num_seed_rows"]
        for ours, theirs in names.items():
            assert total.total(ours).mean == pytest.approx(summary[model][theirs], abs=1e-12), ours


@pytest.mark.parametrize(
    ("name", "valid", "said"),
    [
        ("4nodes_11_3", True, None),
        ("4nodes_12_4", True, None),
        ("4nodes_hidden_n2_6_6", True, None),
        ("4nodes_hidden_freqnode_n1_5_7", False, "c_moisture is 0, yet moisture → resonanceFreq"),
        ("4nodes_freqparent_2_10", True, "pressure → resonanceFreq is an edge, yet it has no"),
        ("4nodes_20_11", True, None),
        ("4nodes_21_12", False, "undeclared property (got 'mass')"),
        ("4nodes_0_13", True, "c_density is not 0, yet density → resonanceFreq is no edge"),
        ("4nodes_22_14", True, "no coefficient of a declared property (got 'c_mass')"),
    ],
)
def test_objections(name: str, valid: bool, said: str | None) -> None:
    found = scores()[name]
    assert found.valid is valid and (found.fits is None) is not valid
    if said is None:
        assert not found.objections and found.fits
    else:
        assert any(said in objection for objection in found.objections)


def test_the_published_run() -> None:
    """3 interventions, 1 graph; its numbers are those of the release."""
    folder = causalab("run")
    (item,) = read_problems(folder / "graph_config.json")
    assert isinstance(item.problem, LinearProblem)
    (row,) = read_rows(folder / "tracking_simple.jsonl")
    assert isinstance(row, Logged)
    found = score_log(item.problem, row.text, row.model)
    assert found.edge_f1 == pytest.approx(2 / 3) and (found.shd, found.root_f1) == (2, 1)
    assert (found.target_edge_f1, found.coefficient_f1_released) == (0.5, 0)
    assert found.target_within is False and found.final_graphs == 1


Edges = frozenset[tuple[str, str]]


def dags(names: tuple[str, ...]) -> Iterator[Edges]:
    """All of them: every pair of nodes is joined one way, the other way, or not at all."""
    pairs = list(combinations(names, 2))
    for choice in product((0, 1, 2), repeat=len(pairs)):
        ways = zip(pairs, choice, strict=True)
        edges = frozenset((a, b) if way == 1 else (b, a) for (a, b), way in ways if way)
        left = set(names)
        while free := {n for n in left if not any(b == n and a in left for a, b in edges)}:
            left -= free
        if not left:
            yield edges


def looks(edges: Edges, targets: set[str]) -> object:
    """What an interventional equivalence class has in common."""
    skeleton = {frozenset(edge) for edge in edges}
    colliders = {
        (frozenset((a, c)), b)
        for (a, b), (c, d) in product(edges, repeat=2)
        if b == d and a != c and frozenset((a, c)) not in skeleton
    }
    shown = {(a, b) for a, b in edges for t in targets if (a == t) != (b == t)}
    return frozenset(skeleton), frozenset(colliders), frozenset(shown)


FOUR = [name for name in EPISODES if name.startswith("4")]


@pytest.mark.few(4)
@pytest.mark.parametrize("name", FOUR)
def test_imec_of_a_released_run(name: str) -> None:
    model = pool()[name].gold_model()
    assert model is not None
    acts = [state["intervene"] for state in exact(name)["chain"] if "intervene" in state]
    targets = {variable for act in acts for variable in act}
    like = looks(frozenset(model.edges), targets)
    found = [d for d in dags(tuple(pool()[name].variables)) if looks(d, targets) == like]
    assert scores()[name].imec == len(found)


@pytest.mark.parametrize("name", EPISODES)
def test_commitment_of_a_released_run(name: str) -> None:
    truth, part, problem = exact(name), scores()[name].commitment, pool()[name]
    assert isinstance(part, CommittedPart) and problem.episode is not None
    acts = sum("intervene" in state for state in truth["chain"])
    assert problem.episode.budget is not None
    assert part.unused == pytest.approx(1 - acts / problem.episode.budget)
    assert part.graphs == expected()[name]["derived"]["graphs"]
    span = expected()[name]["derived"]["target"]
    assert part.entailed is (span["low"] == span["high"])
    hypothesis = expected()[name]["released"]["source_final_hypothesis"]
    said, terms = hypothesis["coefficients"], hypothesis["freq_equation"].split("+")[1:]
    parents = [term.partition("*")[2].strip() for term in terms]
    if part.misfit is None or not {"base", *(f"c_{p}" for p in parents)} <= set(said):
        return  # written in another way
    data = [*truth["records"], *(state["values"] for state in truth["chain"])]
    apart = [
        abs(float(said["base"]) + sum(said[f"c_{p}"] * float(row[p]) for p in parents) - read)
        for row in data
        for read in [float(row[problem.target])]
    ]
    assert part.misfit == pytest.approx(fmean(apart))
    if problem.hidden is None and part.fits is not None:
        assert part.fits is (part.misfit == 0) or not part.fits  # other equations may be wrong
