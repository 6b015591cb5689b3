"""Logs of episodes: released and plain ones, what counts as evidence in them, and what is refused."""

from __future__ import annotations

import json
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from unittest import mock

import pytest
from msgspec import structs

from symcause.answers import Unknown
from symcause.audits.question import question
from symcause.cli.main import main
from symcause.errors import SymcauseError
from symcause.families.linear.audits.log import trajectory as trajectories
from symcause.families.linear.audits.log.note_evidence import evidence_of_steps
from symcause.families.linear.audits.log.trajectory import (
    _claimed,
    _commitment,
    supported,
    trajectory,
)
from symcause.families.linear.documents.audit_document import LinearAudit
from symcause.families.linear.files.document import read_linear
from symcause.families.linear.problem.problem import LinearProblem
from symcause.families.linear.problem.step_records import StepRecord
from symcause.families.linear.release.run_log import read_run
from symcause.families.linear.space.space_choice import open_space, range_of_target
from symcause.formats.pools.problem_files import read_problems
from tests.linear.stated_hypotheses import parse_hypothesis
from tests.linear.traces import causalab

F = Fraction

BARE = {
    "format": "symcause.linear/1",
    "id": "bare",
    "variables": ["a", "b", "freq"],
    "target": "freq",
    "controllable": ["a", "b"],
    "gold": {"equations": {"freq": "5 + 2*a", "b": "1 + a"}},
}
NOTE = {"id": "0", "props": {"a": 1, "b": 9}, "freq": 7}
AFTER = {"id": "1", "props": {"a": 10, "b": 30}, "freq": 25}


def read_log(file: Path, problem: LinearProblem) -> tuple[StepRecord, ...]:
    return read_run(file, problem).steps


def bare() -> LinearProblem:
    return read_linear(BARE)


def log(tmp_path: Path, *records: object, indent: int | None = None) -> Path:
    file = tmp_path / "log.jsonl"
    file.write_text("\n".join(json.dumps(record, indent=indent) for record in records))
    return file


def plan(prop: str = "a", value: object = 10, **more: object) -> dict[str, object]:
    return {"experiment": {"target_prop": prop, "target_value": value}, **more}


def test_a_planned_experiment_is_not_a_submitted_one(tmp_path: Path) -> None:
    """Planned at 0 (a record appears at 1), submitted at 1, noted at 2."""
    file = log(
        tmp_path,
        {"action": plan(past_data=[], action="TALK"), "lastActionMessage": "hello"},
        {"action": plan(past_data=[NOTE], value=10)},
        {"action": {"past_data": [NOTE, AFTER], "hypothesis": {}, "experiment": {}}},
        {"action": None, "lastActionMessage": "the end"},
        indent=4,
    )
    steps = read_log(file, bare())
    assert [str(s.submitted) if s.submitted else None for s in steps] == [None, "a := 10", None]
    moments = evidence_of_steps(bare(), steps).moments
    assert [(len(m.problem.records), len(m.problem.chain)) for m in moments] == [
        (0, 0),
        (1, 0),
        (1, 1),
    ]
    assert moments[-1].problem.chain[0].action_text == "a := 10"


def test_a_guess_is_no_evidence_but_what_the_environment_reads(tmp_path: Path) -> None:
    guess = {**AFTER, "freq": 99}
    message = "Crystal Analysis:\n  A: 10\n  B: 30.0\n  Freq (Hz): 25\n  ----\n"
    file = log(
        tmp_path,
        {"action": plan(past_data=[NOTE, guess], value=10), "lastActionMessage": message},
        {"action": {"past_data": [NOTE, guess], "experiment": {"target_prop": "none"}}},
    )
    steps = read_log(file, bare())
    assert steps[0].reply.reading == {"a": 10, "b": 30, "freq": 25}
    found = trajectory(bare(), steps).steps
    assert found[-1].records == 1 and found[-1].interventions == 1
    assert found[0].interventions == 0  # it was written before the reply came
    assert found[0].remarks == ("note 1: freq noted 99, read 25",)


def test_a_guess_without_messages_is_no_evidence(tmp_path: Path) -> None:
    guess = {**AFTER, "freq": 99}
    file = log(tmp_path, plan(past_data=[NOTE, guess]), {"past_data": [NOTE, guess]})
    found = trajectory(bare(), read_log(file, bare())).steps
    assert found[0].unmatched == ("1",) and found[-1].interventions == 0
    assert "not been submitted" in found[0].remarks[0]


def test_an_outcome_that_was_never_noted_breaks_the_chain(tmp_path: Path) -> None:
    later = {"id": "2", "props": {"a": 10, "b": 4}, "freq": 25}
    file = log(
        tmp_path,
        plan(past_data=[NOTE]),
        plan(past_data=[NOTE], prop="b", value=4),
        {"past_data": [NOTE, later], "hypothesis": None},
    )
    last = evidence_of_steps(bare(), read_log(file, bare())).final
    assert not last.chain and len(last.records) == 2
    model = bare().gold_model()
    assert model is not None and model in open_space(last)


def test_a_note_that_reads_something_else_is_a_record(tmp_path: Path) -> None:
    odd = {"id": "1", "props": {"a": 11, "b": 30}, "freq": 27}
    file = log(tmp_path, plan(past_data=[NOTE]), plan(past_data=[NOTE, odd]))
    last = evidence_of_steps(bare(), read_log(file, bare())).final
    assert not last.chain and len(last.records) == 2


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('{"instanceId": "a", "model": "m", "response": "x"}', "log.jsonl:1: no step record"),
        ('{"past_data": []}\n\n{"score": 3}', "log.jsonl:3: no step record"),
        ("7", "log.jsonl:1: no step record"),
        ('{"action": {"score": 3}}', "log.jsonl:1: no step record"),
    ],
)
def test_other_files_are_refused_with_the_line(tmp_path: Path, text: str, said: str) -> None:
    file = tmp_path / "log.jsonl"
    file.write_text(text)
    with pytest.raises(SymcauseError) as caught:
        read_log(file, bare())
    assert said in str(caught.value)


def test_unreadable_lines_are_not_where_the_agent_committed(tmp_path: Path) -> None:
    file = tmp_path / "log.jsonl"
    wrong = {"past_data": [NOTE], "hypothesis": {"edges": []}, "hypotesis": {}, "prediction": 7}
    file.write_text(f'{json.dumps(wrong)}\n{{"past_data": [\n')
    steps = read_log(file, bare())
    assert [s.readable for s in steps] == [True, False]
    assert "unknown key 'hypotesis'; did you mean 'hypothesis'?" in steps[0].remarks
    found = trajectory(bare(), steps)
    assert found.commitment is not None and found.commitment.step == 0
    assert found.answer == 7


def test_undeclared_properties_are_reported_and_the_rest_is_read(tmp_path: Path) -> None:
    odd = {"id": "x", "props": {"zz": 1}}
    file = log(tmp_path, {"past_data": [odd, NOTE], "experiment": {"target_prop": "zz"}})
    (step,) = read_log(file, bare())
    assert step.past_data is not None and len(step.past_data) == 1
    assert step.error is not None and step.error.count("undeclared property") == 2


def test_reactor_settings_are_answers_and_no_experiments(tmp_path: Path) -> None:
    shown = "Crystal properties (directly shown):\n- a: 3\n- b: 4\n- warmth: 25.0\n\nCurrent: 0 Hz"
    file = log(
        tmp_path,
        {"action": plan(prop="read_reactor_properties", value=None, action="TALK")},
        {
            "action": plan(prop="set_reactor_frequency", value=11.5, past_data=[NOTE])
            | {"value": 11.5},
            "lastActionMessage": shown,
        },
    )
    steps = read_log(file, bare())
    assert [s.experiment for s in steps] == [None, None]
    assert steps[1].prediction == F("11.5") and steps[1].reply.reactor == {"a": 3, "b": 4}
    found = trajectory(bare(), steps)
    assert (found.answer, found.truth, found.right) == (F("11.5"), 11, True)
    assert found.support == "unsupported" and found.lucky is True


def test_support_of_an_answer() -> None:
    document = {
        **BARE,
        "records": [{"id": "r", "values": {"a": 1, "b": 2, "freq": 7}}],
        "chain": [
            {"values": {"a": 1, "b": 2, "freq": 7}},
            {"intervene": {"a": 3}, "values": {"a": 3, "b": 4, "freq": 11}},
            {"intervene": {"b": 9}, "values": {"a": 3, "b": 9, "freq": 11}},
        ],
        "reactor": {"values": {"a": 10, "b": 1}},
    }
    span = range_of_target(open_space(read_linear(document)))
    assert supported(F(25), span) == "justified" == supported(F("29.99"), span)
    assert supported(F(30), span) == "refuted"  # the environment wants less than 5
    assert supported(F(25), span, F(0)) == "justified"
    assert supported(F(26), span, F(0)) == "refuted"
    assert supported(F(31), None) is None


def test_equations_may_start_with_any_alias() -> None:
    for left in ("resonanceFreq", "freq", "frequency", "resonance_freq", "Resonance Frequency"):
        record = {
            "edges": [{"from": "a", "to": "freq"}],
            "freq_equation": f"{left} = base + c_a*a",
            "coefficients": {"base": 1, "c_a": 2},
        }
        found = parse_hypothesis(record, ["a", "resonanceFreq"], "resonanceFreq")
        assert found.equation is not None and found.equation.complete


def test_the_released_run() -> None:
    """Its third outcome was guessed, and read; the readings leave one graph, and refute its answer."""
    folder = causalab("run")
    (item,) = read_problems(folder / "graph_config.json")
    problem = item.problem
    assert isinstance(problem, LinearProblem)
    asked = question("audit", problem, log=str(folder / "tracking_simple.jsonl"))
    *_, document = asked.answers(problem)
    assert isinstance(document, LinearAudit)
    assert document.steps and len(document.steps) == 13
    assert [i.intervention for i in document.interventions or ()] == [
        "moisture := 50",
        "density := 80",
        "quantumSize := 100",
    ]
    assert document.graphs == 1 and document.verdict == "unique"
    assert (document.target.low, document.target.high) == ("156", "156")
    assert document.truth == "156" and document.right is False and document.support == "refuted"
    assert document.decided_at == 4 and document.surplus == 2
    assert document.gold is not None and document.gold.valid
    (note,) = [remark for step in document.steps for remark in step.remarks]
    assert "resonanceFreq noted 105, read 155" in note
    story = asked.story(document)
    assert story.sections[0].title == "Answer" and "156" in str(story.sections[0].blocks[0])
    assert replace(problem, records=()) == problem


@pytest.mark.parametrize(
    ("name", "variables", "unread"),
    [
        ("chain_2_nodes", ("temperatureC", "resonanceFreq"), None),
        ("fork_3_nodes", ("temperatureC", "resonanceFreq", "moisture"), None),
        (
            "multi_root_collider",
            ("temperatureC", "density", "moisture", "resonanceFreq"),
            None,
        ),
        (
            "diamond_4_nodes",
            ("temperatureC", "moisture", "density", "resonanceFreq"),
            "temperatureC is never read",
        ),
    ],
)
def test_stand_alone_configurations(
    name: str, variables: tuple[str, ...], unread: str | None
) -> None:
    (item,) = read_problems(causalab("single") / f"{name}.json")
    problem = item.problem
    assert isinstance(problem, LinearProblem) and problem.variables == variables
    made = question("convert", problem, simulate=True, seed=3).converted(problem)  # type: ignore[attr-defined]
    *_, document = question("audit", made).answers(made)
    assert isinstance(document, LinearAudit)
    assert document.reason == (unread if unread else None)
    if unread:
        assert document.verdict == "unknown" and "temperatureC" not in made.records[0].values
        assert "temperatureC =" not in question("prompt", made).frame(made).message
    else:
        assert document.gold is not None and document.gold.valid


def test_a_folder_of_logs_is_tabled_by_model(tmp_path: Path) -> None:
    folder = tmp_path / "logs"
    shown = "Crystal properties (directly shown):\n- a: 3\n- b: 4\n"
    for model, value in (("one", 11), ("two", 40)):
        (folder / model).mkdir(parents=True)
        setting = plan(prop="set_reactor_frequency", value=value, past_data=[NOTE])
        record = {"action": setting | {"value": value}, "lastActionMessage": shown}
        log(folder / model, record)
    (folder / "two" / "bad_tracking.jsonl").write_text('{"score": 1}')
    (folder / "else").mkdir()
    log(folder / "else", {"past_data": []})
    (folder / "else" / "graph_config.json").write_text('{"graph_id": "another"}')
    (folder / "one" / "source_config.json").write_text(
        '{"models": {"action": {"generator_params": {"model": "agent-1"}}}}'
    )
    asked = question("audit", bare(), log=str(folder))
    *_, document = asked.answers(bare())
    assert isinstance(document, LinearAudit)
    assert isinstance(document.runs, tuple) and isinstance(document.by_model, tuple)
    assert [(run.log, run.model, run.answer) for run in document.runs] == [
        ("one/log.jsonl", "agent-1", "11"),
        ("two/bad_tracking.jsonl", "two", None),
        ("two/log.jsonl", "two", "40"),
    ]
    assert "no step record" in (document.runs[1].error or "")
    assert [(m.model, m.logs, m.answered, m.right) for m in document.by_model] == [
        ("agent-1", 1, 1, 1),
        ("two", 2, 1, 0),
    ]
    assert document.settled is None
    titles = [section.title for section in asked.story(document).sections]
    assert titles == ["By model", "Logs"]


OWN = {
    **BARE,
    "records": [{"id": "r", "values": {"a": 1, "b": 9, "freq": 7}}],
    "chain": [
        {"values": {"a": 2, "b": 3, "freq": 9}},
        {"intervene": {"a": 10}, "values": {"a": 10, "b": 11, "freq": 25}},
    ],
}
READ = {"id": "1", "props": {"a": 10, "b": 11}, "freq": 25}
MORE = {"id": "2", "props": {"a": 10, "b": 40}, "freq": 25}


def test_a_log_may_go_on_beyond_the_chain(tmp_path: Path) -> None:
    """Matched up to its end, then experiments that were submitted; nothing else becomes evidence."""
    odd = {"id": "odd", "props": {"a": 77, "b": 1}, "freq": 1}
    file = log(
        tmp_path,
        plan(past_data=[NOTE, odd]),
        plan("b", 40, past_data=[NOTE, odd, READ]),
        {"past_data": [NOTE, odd, READ, MORE, {**odd, "freq": 2}], "experiment": {}},
    )
    problem = read_linear(OWN)
    moments = evidence_of_steps(problem, read_log(file, problem)).moments
    assert [len(m.problem.chain) for m in moments] == [1, 2, 3]
    assert [len(m.problem.records) for m in moments] == [1, 1, 1]
    assert [m.unmatched for m in moments] == [("odd",), (), ("odd",)]
    assert "none of the problem's readings" in moments[-1].remarks[0]
    assert moments[-1].problem.chain[-1].action_text == "b := 40"
    found = trajectory(problem, read_log(file, problem))
    assert [part.intervention for part in found.interventions] == ["a := 10", "b := 40"]
    assert found.steps[-1].graphs == 1


def test_the_certificate_of_a_log_is_about_what_convert_writes(tmp_path: Path) -> None:
    steps = (plan("b", 40, past_data=[NOTE, READ]), {"past_data": [READ, MORE], "experiment": {}})
    file, own = log(tmp_path, *steps), tmp_path / "own.json"
    own.write_text(json.dumps(OWN))
    proof, whole = tmp_path / "proof.json", tmp_path / "whole.json"
    asked = ["audit", str(own), "--log", str(file), "--coefficients", "rational"]
    assert _run(*asked, "--certificate", str(proof), "--json") == 0
    assert _run("verify", str(own), str(proof), "--json") == 1  # that problem has less evidence
    assert _run("convert", str(own), "--log", str(file), "--out", str(whole)) == 0
    assert _run("verify", str(whole), str(proof), "--json") == 0
    assert _run("audit", str(whole), "--json") == 0
    assert _run("convert", str(own), "--log", str(file), "--out", str(file)) == 2


def test_a_folder_without_other_evidence_has_no_verdict(tmp_path: Path) -> None:
    problem = tmp_path / "bare.json"
    problem.write_text(json.dumps(BARE))
    (tmp_path / "logs").mkdir()
    (tmp_path / "logs" / "m.jsonl").write_text(json.dumps(plan(past_data=[NOTE])))
    page = tmp_path / "page.html"
    asked = ("audit", str(problem), "--log", str(tmp_path / "logs"))
    assert _run(*asked, "--html", str(page)) == 0
    text = page.read_text()
    assert "No answer without an intervention" in text and '"noun":"run"' in text


def _run(*arguments: str) -> int:
    with pytest.raises(SystemExit) as left:
        main([*arguments])
    return left.value.code if isinstance(left.value.code, int) else 0


@pytest.mark.parametrize("support", ["justified", "unsupported", "refuted", None])
@pytest.mark.parametrize("entailed", [True, False, None])
def test_why_an_answer_came_too_early(support: str | None, entailed: bool | None) -> None:
    """It is refuted, or the data leave the target open: each is said by itself."""
    steps = [StepRecord(0, prediction=F(7))]
    (story,) = trajectory(bare(), steps).steps
    target = structs.replace(story.target, entailed=entailed)
    found = _commitment(steps, [structs.replace(story, target=target)], support)
    assert found is not None
    beginnings = {"the answer contradicts": support == "refuted", "the reactor": entailed is False}
    for words, said in beginnings.items():
        assert any(why.startswith(words) for why in found.reasons) is said
    assert found.premature is bool(found.reasons)
    assert len(found.reasons) == sum(beginnings.values())


def test_whether_a_hypothesis_fits_is_said_where_it_is_known() -> None:
    """With evidence, where the answer is no Unknown; what speaks against it stands behind what was said."""
    record = {"edges": [["a", "freq"]], "freq_equation": "2*a"}
    model = parse_hypothesis(record, bare().variables, "freq")
    step = StepRecord(0, hypothesis=model, objections=("said before",))
    (plain,) = trajectory(bare(), [StepRecord(0)]).steps
    assert _claimed(plain, step, bare()).fits is None  # there is no evidence
    shown = replace(bare(), records=read_linear({**BARE, "records": [ROW]}).records)
    found = _claimed(plain, step, shown)
    assert found.fits is False and found.objections[0] == "said before"
    assert len(found.objections) > 1 and found.metrics is not None
    with mock.patch.object(trajectories, "fits", lambda *_: Unknown("too hard")):
        found = _claimed(plain, step, shown)
    assert found.fits is None and found.objections == ("said before",)


ROW = {"id": "r", "values": {"a": 1, "b": 2, "freq": 9}}
