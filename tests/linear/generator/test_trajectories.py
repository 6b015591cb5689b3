"""Episode logs, trajectory audits, metrics and scores."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest
from msgspec import structs

from symcause.api import audit
from symcause.errors import UsageError
from symcause.families.linear.audits.log.trajectory import trajectory
from symcause.families.linear.documents.audit_document import LinearAudit
from symcause.families.linear.documents.trajectory_part import CommitmentPart, InterventionPart
from symcause.families.linear.generator.random_crystals import LinearOptions, draw
from symcause.families.linear.models.crystals import CrystalModel
from symcause.families.linear.models.laboratory import EquationFamily, Manipulation
from symcause.families.linear.problem.evidence_replay import reactor_target
from symcause.families.linear.problem.hypothesis_metrics import ancestral_roots, compare
from symcause.families.linear.problem.problem import ChainState, LinearProblem
from symcause.families.linear.problem.raw_hypothesis import Stated
from symcause.families.linear.problem.step_records import PastEntry, StepRecord
from symcause.families.linear.release.log_writer import write_step
from symcause.families.linear.release.run_log import read_run
from symcause.families.linear.report.story.episode_story import told_regret
from symcause.families.linear.scoring.score_summary import ScoreSummary
from symcause.families.linear.space.linear_space import LinearSpace
from symcause.models.equations import Effect, Equation
from symcause.models.hypotheses import Hypothesis, PartialEffect, PartialEquation
from symcause.scoring.overlap import hamming_distance
from tests.linear.cases import episode, problem_of, random_model
from tests.linear.scored_answers import score_answer

F = Fraction


def claim(model: CrystalModel, edges: object = None) -> Hypothesis:
    equation = model.equations["f"]
    partial = PartialEquation(
        equation.base, tuple((p, PartialEffect(e.linear)) for p, e in equation.effects)
    )
    names = (("base", equation.base), *((f"c_{p}", e.linear) for p, e in equation.effects))
    return Hypothesis("f", model.edges if edges is None else tuple(edges), partial, names)  # type: ignore[arg-type]


def log_of(problem: LinearProblem, hypothesis: Hypothesis | None) -> list[StepRecord]:
    """One step before every intervention and one at the end."""
    entries = [PastEntry(r.id, r.values) for r in problem.records]
    entries.append(PastEntry("start", problem.chain[0].values))
    steps = []
    for i, state in enumerate(problem.chain[1:]):
        done = state.intervention
        steps.append(StepRecord(i, tuple(entries), hypothesis, done, submitted=done))
        entries.append(PastEntry(f"{i}", state.values, state.intervention))
    steps.append(StepRecord(len(steps), tuple(entries), hypothesis))
    return steps


def full(seed: int, targets: list[str]) -> tuple[LinearProblem, CrystalModel]:
    rng = random.Random(seed)
    model = random_model(rng, 4, density=0.7)
    return episode(rng, problem_of(model), targets), model


def test_a_trajectory_counts_what_is_left() -> None:
    problem, model = full(1, ["x0", "x1", "x1", "x2"])
    document = trajectory(problem, log_of(problem, claim(model)))
    steps = document.steps
    wanted = [LinearSpace(problem.shortened(i)).count() for i in range(5)]
    assert [s.graphs for s in steps] == wanted
    assert all(s.fits is True and not s.objections for s in steps)
    assert all(s.metrics and s.metrics.edge_f1 == 1 and s.metrics.shd == 0 for s in steps)
    assert steps[0].imec is not None and steps[-1].imec is not None
    assert steps[0].imec >= steps[-1].imec >= 1
    wasted = [i.wasted for i in document.interventions]
    assert wasted[2] is True and wasted[0] is False
    assert document.commitment == CommitmentPart(step=4, premature=False, reasons=())


def test_premature_commitment() -> None:
    problem, model = full(2, ["x0", "x1", "x2"])
    early = log_of(problem, claim(model))[:1]
    document = trajectory(problem, early)
    assert document.commitment is not None and document.commitment.premature
    assert "not entailed" in document.commitment.reasons[0]
    wrong = Hypothesis("f", (("x0", "f"),))
    document = trajectory(problem, log_of(problem, wrong))
    assert document.commitment is not None
    told = "the hypothesis contradicts the data collected so far"
    assert document.commitment.reasons == (told,)
    assert document.steps[-1].objections


def test_the_chain_is_rebuilt_from_the_log(tmp_path: Path) -> None:
    """The same figures from a problem without chain, with or without interventions in the entries."""
    problem, model = full(3, ["x0", "x1", "x2"])
    steps = log_of(problem, claim(model))
    wanted = trajectory(problem, steps).steps
    bare = replace(problem, chain=problem.chain[:1])
    plain = [
        replace(s, past_data=tuple(PastEntry(e.id, e.values) for e in s.past_data or ()))
        for s in steps
    ]
    for version in (steps, plain):
        file = tmp_path / "log.jsonl"
        file.write_text("\n".join(json.dumps(write_step(s)) for s in version))
        again = read_run(file, bare).steps
        assert [s.error for s in again] == [None] * len(steps)
        assert trajectory(bare, again).steps == wanted


def test_bad_lines_and_bad_hypotheses_are_reported_in_place(tmp_path: Path) -> None:
    problem, _ = full(4, ["x0"])
    file = tmp_path / "log.jsonl"
    lines = [
        '{"past_data": [], "hypothesis": {"edges": [{"from": "zz", "to": "f"}]}, "experiment": {}}',
        "{broken",
        '{"past_data": [{"id": "1", "props": {"x0": 1}, "freq": 2}], "prediction": 7}',
        '{"past_data": [{"id": "1", "props": {"nope": 1}}], "experiment": {"target_prop": "x9"}}',
    ]
    file.write_text("\n".join(lines))
    steps = read_run(file, problem).steps
    assert len(steps) == 4
    assert "hypothesis.edges[0].from: undeclared property" in (steps[0].error or "")
    assert "not JSON" in (steps[1].error or "")
    assert steps[2].error is None and steps[2].prediction == 7
    assert "undeclared property" in (steps[3].error or "")
    document = trajectory(problem, steps)
    assert document.steps[2].unmatched == ("1",)


def test_altered_notes_do_not_count_as_evidence() -> None:
    problem, model = full(5, ["x0", "x1"])
    last = log_of(problem, claim(model))[-1]
    assert last.past_data is not None
    entry = last.past_data[-1]
    altered = PastEntry("odd", {**entry.values, "f": entry.values["f"] + 1}, entry.intervention)
    step = replace(last, past_data=(*last.past_data[:-1], altered))
    story = trajectory(problem, [step]).steps[0]
    assert story.unmatched == ("odd",) and story.interventions == 1


def test_a_log_without_gold() -> None:
    problem, model = full(6, ["x0", "x1", "x2"])
    document = trajectory(replace(problem, gold=None), log_of(problem, claim(model)))
    last = document.steps[-1]
    assert last.metrics is None and last.imec is None and last.fits is True


def test_an_empty_log() -> None:
    problem, _ = full(7, ["x0"])
    assert trajectory(problem, []).commitment is None


def test_no_op_interventions_are_wasted() -> None:
    problem, model = full(8, ["x0"])
    reading = problem.chain[-1].values
    problem = problem.extended(ChainState(reading, Manipulation("x1", reading["x1"])))
    found = trajectory(problem, log_of(problem, claim(model))).interventions
    assert [i.wasted for i in found] == [False, True]


TRUE = CrystalModel.of(
    {
        "a": Equation(),
        "b": Equation.of(0, {"a": Effect(F(2))}),
        "c": Equation(),
        "f": Equation.of(10, {"b": Effect(F(3)), "c": Effect(F(-1))}),
    }
)


def test_metrics_by_hand() -> None:
    edges = (("b", "a"), ("b", "f"), ("a", "f"))
    found = Hypothesis("f", edges, None, (("base", F(9)), ("c_b", F(3)), ("c_a", None)))
    metrics = compare(Stated.of(found), TRUE, "f", EquationFamily.LINEAR)
    assert (metrics.edges.precision, metrics.edges.recall) == (F(1, 3), F(1, 3))
    assert metrics.target_edges.f1 == F(1, 2)
    assert metrics.shd == 3  # a -> b turned, c -> f missing, a -> f extra
    assert (metrics.coefficients.precision, metrics.coefficients.recall) == (F(1, 2), F(1, 2))
    assert ancestral_roots(TRUE.edges, "f") == {"a", "c"}
    assert ancestral_roots(edges, "f") == {"b"}
    assert metrics.roots.f1 == 0


def test_coefficients_count_within_a_millionth() -> None:
    for off, correct in ((F(1, 10**6), 1), (F(11, 10**7), 0)):
        found = Hypothesis("f", (), None, (("c_b", 3 + off),))
        assert (
            compare(Stated.of(found), TRUE, "f", EquationFamily.LINEAR).coefficients.precision
            == correct
        )


def test_quadratic_coefficients_have_two_names() -> None:
    model = CrystalModel.of({"a": Equation(), "f": Equation.of(1, {"a": Effect(F(-1), F("0.5"))})})
    found = Hypothesis("f", (("a", "f"),), None, (("c_a_1", F("0.5")), ("c_a_2", F(1))))
    metrics = compare(Stated.of(found), model, "f", EquationFamily.QUADRATIC)
    assert metrics.coefficients.f1 == F(1, 2) and metrics.coefficients_released.f1 == 0


def test_empty_against_empty_counts_one() -> None:
    lonely = CrystalModel.of({"a": Equation(), "f": Equation(F(1))})
    metrics = compare(Stated(), lonely, "f", EquationFamily.LINEAR)
    assert metrics.edges.f1 == metrics.target_edges.f1 == metrics.roots.f1 == 1
    assert metrics.coefficients.f1 == 1 and metrics.shd == 0


@pytest.mark.parametrize(
    ("found", "true", "distance"),
    [
        ({("a", "b")}, {("a", "b")}, 0),
        ({("b", "a")}, {("a", "b")}, 1),
        ({("a", "b"), ("b", "a")}, {("a", "b")}, 1),
        (set(), {("a", "b"), ("b", "c")}, 2),
        ({("c", "a")}, {("a", "b")}, 2),
    ],
)
def test_distance_of_graphs(
    found: set[tuple[str, str]], true: set[tuple[str, str]], distance: int
) -> None:
    assert hamming_distance(found, true) == distance


def test_answers_are_scored() -> None:
    problem, model = full(9, ["x0", "x1", "x2"])
    truth = reactor_target(problem, model)
    assert truth is not None
    record = {
        "edges": [{"from": c, "to": e} for c, e in model.edges],
        "freq_equation": "f = base"
        + "".join(f" + c_{p}*{p}" for p in model.equations["f"].parents),
        "coefficients": {
            "base": float(model.equations["f"].base),
            **{f"c_{p}": float(e.linear) for p, e in model.equations["f"].effects},
        },
    }
    text = f"I think: {json.dumps({'hypothesis': record, 'prediction': float(truth)})} done"
    score = score_answer(problem, text)
    assert score.valid and score.target_exact and score.target_within
    assert score.coefficient_f1 == 1 and score.shd == 0
    near = score_answer(problem, json.dumps({**record, "value": float(truth) + 4.99}))
    assert near.valid and not near.target_exact and near.target_within
    bad = score_answer(problem, json.dumps({"hypothesis": {"edges": [["zz", "f"]]}, "value": 1}))
    assert not bad.valid and "undeclared property" in (bad.reason or "")
    none = score_answer(problem, "no idea")
    assert not none.valid and none.edge_f1 == 0 and none.shd == len(model.edges) == 6
    assert bad.shd == 7  # with an edge too much
    summary = ScoreSummary()
    for found in (score, near, bad, none):
        summary.take(structs.replace(found, model="m", final_graphs=3))
    (_, name, size, sums), every = summary.rows()
    assert (name, size, len(sums)) == ("m", 4, 4)
    assert every[1:3] == ("m", None)
    assert sums.total("edge_f1").mean == 0.5 and sums.total("target_exact").mean == 0.25
    assert sums.total("shd").mean == 13 / 4 and sums.total("final_graphs").mean == 3
    summary.take(structs.replace(bad, model="m", variables=5))
    assert [row[2] for row in summary.rows()] == [4, 5, None]
    assert summary.table().columns[:3] == ("Model", "Variables", "n")
    with pytest.raises(UsageError):
        score_answer(replace(problem, gold=None), text)


@pytest.mark.parametrize(
    ("low", "high", "told"),
    [
        (3.8, 3.8, "14 times as many graphs as the best choices would have left at worst"),
        (0.0, 0.0, "as many graphs as the best choices would have left at worst"),
        (1.0, 2.0, "2 to 4 times as many graphs as the best choices would have left at worst"),
        (
            -2.0,
            -1.0,
            "2 to 4 times fewer graphs than the best choices would have left at worst: luck",
        ),
        (-1.0, 0.585, "between 2 times fewer and 1.5 times as many graphs as the best choices"),
    ],
)
def test_regret_is_told_as_a_sentence(low: float, high: float, told: str) -> None:
    part = InterventionPart(intervention="a := 1", graphs_before=4, graphs_after=2, wasted=False)
    plain = audit(draw(LinearOptions(variables=3), 1, 0))
    assert isinstance(plain, LinearAudit)
    document = structs.replace(plain, interventions=(part,), regret_low=low, regret_high=high)
    found = told_regret(document)
    assert found is not None and found.startswith(f"the interventions left {told}")
    bits = f"{low:.1f}" if low == high else f"{low:.1f} to {high:.1f}"
    assert found.endswith(f"(regret: {bits} bits)")
    assert told_regret(structs.replace(document, regret_low=None)) is None
