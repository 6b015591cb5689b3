"""What the environment says in a released log is the evidence; what the agent notes is compared with it."""

from __future__ import annotations

import json
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from symcause.families.linear.audits.log.evidence_history import History
from symcause.families.linear.audits.log.note_evidence import evidence_of_steps
from symcause.families.linear.audits.log.trajectory import trajectory
from symcause.families.linear.models.laboratory import Hidden, Manipulation
from symcause.families.linear.problem.problem import ChainState, LinearProblem
from symcause.families.linear.release.configuration import read_causalab
from symcause.families.linear.release.environment_messages import read_reply
from symcause.families.linear.release.run_log import RunLog, read_run
from symcause.families.linear.space.space_choice import open_space
from symcause.formats.json_text import read_json
from tests.linear import runs as made
from tests.linear.runs import block, hello, locked, menu, planned, sent, step

F = Fraction
FIRST = block(5, 6, 30.0, 0)


def bare(**changed: object) -> LinearProblem:
    return read_causalab(read_json(json.dumps({**made.CONFIG, **changed})))


def heard(log: Path, problem: LinearProblem | None = None) -> tuple[RunLog, History]:
    run = read_run(log, problem or bare())
    return run, evidence_of_steps(run.problem, run.steps)


def opening() -> list[dict[str, object]]:
    return made.whole_run()[:3]


def test_a_reading_is_a_block_with_displayed_names() -> None:
    reply = read_reply(sent(9.0, block("9.0", -0.25, 38.0, 1)), bare())
    assert reply.reading == {"temperatureC": 9, "ph": F("-0.25"), "resonanceFreq": 38}
    assert (reply.uses, reply.sent, reply.speaker) == (1, 9, "property manipulator")
    assert read_reply(menu("pH", FIRST), bare()).menu == "ph"
    hidden = read_reply(hello(block("[unobservable]", 6, 30.0, 0)), bare())
    assert hidden.reading is None  # a property without a reading: no state
    assert read_reply(locked("50", FIRST), bare()).sent == 50
    assert read_reply("", bare()).reading is None


def test_odd_displayed_names_are_those_of_the_configuration() -> None:
    nodes = dict(made.CONFIG["nodes"])  # type: ignore[call-overload]
    nodes["ph"] = {**nodes["ph"], "display_name": "Sourness"}
    problem = bare(nodes=nodes)
    assert read_reply(menu("Sourness", FIRST.replace("pH", "Sourness")), problem).menu == "ph"
    assert read_reply(hello(FIRST.replace("pH", "Sourness")), problem).reading is not None
    assert read_reply(hello(FIRST.replace("pH", "Sourness")), bare()).reading is None


def test_a_run_with_nothing_noted(tmp_path: Path) -> None:
    run, history = heard(made.folder(tmp_path, *made.whole_run()))
    final = history.final
    assert [r.values["resonanceFreq"] for r in final.records] == [40, 80]
    assert [state.action_text for state in final.chain] == ["", "temperatureC := 9", "ph := 50"]
    assert final.reactor == {"temperatureC": 7, "ph": 8}
    assert open_space(final).count() == 1
    # a step was written before the reply to it came
    assert [len(m.problem.chain) for m in history.moments] == [0, 0, 1, 1, 2, 2, 3, 3]
    found = trajectory(run.problem, run.steps)
    assert (found.answer, found.truth, found.support) == (34, 34, "justified")
    assert found.problem == final


def test_the_first_state_counts_though_never_noted(tmp_path: Path) -> None:
    _, history = heard(made.folder(tmp_path, *opening()[:2]))
    assert [state.values["ph"] for state in history.final.chain] == [6]


def test_the_reply_to_the_last_step_counts(tmp_path: Path) -> None:
    _, history = heard(made.folder(tmp_path, *made.whole_run()[:4]))
    assert len(history.final.acts) == 1 and len(history.moments[-1].problem.acts) == 0


def test_the_menu_is_right_where_the_plan_names_another_property(tmp_path: Path) -> None:
    moved = step(sent(9.0, block(9.0, 10.0, 38.0, 1)), **planned("ph", 9, value=9))
    _, history = heard(made.folder(tmp_path, *opening(), moved))
    assert history.final.chain[-1].action_text == "temperatureC := 9"
    assert (
        "the experiment names ph, the menu that was open temperatureC"
        in history.moments[-1].remarks
    )


def test_wrong_notes_are_remarks_and_no_evidence(tmp_path: Path) -> None:
    right = {"id": "2/12", "props": {"temperatureC": 9, "ph": 10}, "freq": 38.0}
    wrong = {**right, "id": "3/12", "freq": 45}
    none = {"id": "9/12", "props": {"temperatureC": 77, "ph": 78}, "freq": 1}
    steps = made.whole_run()
    steps[4] = step(menu("pH", block(9.0, 10.0, 38.0, 1)), past_data=[right, wrong, none])
    _, history = heard(made.folder(tmp_path, *steps))
    assert history.moments[4].remarks == (
        "note 3/12: resonanceFreq noted 45, read 38",
        "note 9/12: it stands for nothing that was read",
    )
    assert history.moments[4].unmatched == ("3/12", "9/12")
    assert open_space(history.final).count() == 1


def test_the_same_count_is_the_same_state_and_a_value_was_refused(tmp_path: Path) -> None:
    again = step(hello(FIRST), action="TALK", arg1=1)
    idle = step(sent(9.0, FIRST), **planned("temperatureC", 9, value=9))
    _, history = heard(made.folder(tmp_path, *opening(), again, idle))
    assert len(history.final.chain) == 1
    assert history.refused == ("temperatureC := 9 refused: nothing was set",)


def test_a_locked_manipulator(tmp_path: Path) -> None:
    """A value is an experiment, refused; neither the choice of a property nor the reactor's value is."""
    full = block(5, 6, 30.0, 1, budget=1)
    begin = [step(hello(full), action="TALK", arg1=1)]
    chosen = step(locked("Adjust pH", full), chosen_dialog_option_int=2)
    value = step(locked("50", full), **planned("ph", 50, value=50))
    _, history = heard(made.folder(tmp_path, *begin, chosen, value, *made.whole_run()[6:]))
    assert history.refused == ("ph := 50 refused: budget used up",)
    assert history.moments[2].remarks == history.refused


def test_prior_records_from_the_prompt_or_from_notes(tmp_path: Path) -> None:
    """Of the task beside the log; else of what the model was sent; else what was noted before a value."""
    noted = {"id": "0/12", "props": {"temperatureC": 11, "ph": 3}, "freq": 42.0}
    steps = made.whole_run()
    steps[1] = step(hello(FIRST), action="TALK", past_data=[noted])
    steps[5]["action"]["past_data"] = [{**noted, "id": "x", "freq": 1}]  # type: ignore[index]
    log = made.folder(tmp_path / "a", *steps, task=None)
    assert [r.id for r in heard(log)[1].final.records] == ["0/12"]
    (log.parent / "raw_io.jsonl").write_text(
        '{"step": 1, "raw_input": ' + json.dumps(made.TASK) + "}"
    )
    assert [r.id for r in heard(log)[1].final.records] == ["observation1", "observation2"]
    log = made.folder(tmp_path / "b", *steps)
    assert [r.id for r in heard(log)[1].final.records] == ["observation1", "observation2"]


def test_an_intervention_that_nobody_saw_breaks_the_chain(tmp_path: Path) -> None:
    later = step(hello(block(8, 50, 36.0, 2)), action="TALK")
    _, history = heard(made.folder(tmp_path, *opening(), later))
    assert len(history.final.chain) == 1 and len(history.final.records) == 3
    assert "what was done before it is not known" in history.moments[-1].remarks[0]


def test_a_dialog_box_is_read_where_the_message_is_missing(tmp_path: Path) -> None:
    steps = opening()
    steps[1] |= {"lastActionMessage": "", "dialog_box": {"dialogIn": FIRST}}
    _, history = heard(made.folder(tmp_path, *steps))
    assert len(history.final.chain) == 1


def test_a_value_with_more_than_two_decimals_is_what_is_read(tmp_path: Path) -> None:
    moved = step(
        sent("33.333333", block(33.33, 34.33, 86.66, 1)), **planned("temperatureC", 33.333333)
    )
    _, history = heard(made.folder(tmp_path, *opening(), moved))
    final = history.final
    assert final.chain[-1].action_text == "temperatureC := 33.333333"
    assert final.done[-1] == {"temperatureC": F("33.33")}
    model = final.gold_model()
    assert model is not None and model in open_space(final)


@pytest.mark.parametrize("value", ["12.345", "12.3449999"])
def test_under_a_disturbance_a_tie_stays_open(value: str) -> None:
    reading = {"temperatureC": F("12.34"), "ph": F("13.34"), "resonanceFreq": F("44.68")}
    first = {"temperatureC": F(5), "ph": F(6), "resonanceFreq": F(30)}
    act = ChainState(reading, Manipulation("temperatureC", F(value)))
    problem = replace(bare(), chain=(ChainState(first), act), hidden=Hidden((F(-5), F(0), F(5))))
    tie = value == "12.345"
    assert (problem.obstacle is not None) is tie
    if not tie:
        assert problem.done[-1] == {"temperatureC": F("12.34")}
        model = problem.gold_model()
        assert model is not None and model in open_space(problem)
