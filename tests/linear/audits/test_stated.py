"""Hypotheses are scored from what they state, as released; what is wrong with a record stands beside it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from symcause.audits.question import question
from symcause.families.linear.documents.check_document import LinearCheck
from symcause.families.linear.documents.score_document import LinearScore
from symcause.families.linear.files.document import read_linear
from symcause.families.linear.files.hypothesis_record import examine
from symcause.families.linear.problem.problem import LinearProblem
from symcause.families.linear.problem.raw_hypothesis import Stated
from symcause.families.linear.release.configuration import read_causalab
from symcause.families.linear.release.log_score import score_log
from symcause.families.linear.release.log_writer import write_hypothesis
from symcause.families.linear.release.run_folder import run_files
from symcause.families.linear.release.run_log import read_run
from symcause.formats.json_text import read_json
from tests.linear import runs as made
from tests.linear.scored_answers import score_answer

PROBLEM = {
    "format": "symcause.linear/1",
    "id": "stated",
    "variables": ["density", "moisture", "mass", "resonanceFreq"],
    "target": "resonanceFreq",
    "controllable": ["density", "moisture", "mass"],
    "records": [
        {"id": "r", "values": {"density": 1, "moisture": 2, "mass": 3, "resonanceFreq": 18}}
    ],
    "gold": {"equations": {"resonanceFreq": "10 + 2*density + 3*moisture", "density": "mass"}},
}
EDGES = [["density", "freq"], ["moisture", "resonance_freq"], ["mass", "density"]]
GOOD = {"base": 10, "c_density": 2, "c_moisture": 3}


def problem(**changed: object) -> LinearProblem:
    return read_linear({**PROBLEM, **changed})


def score(coefficients: object, edges: object = EDGES, **more: object) -> LinearScore:
    record = {"edges": edges, "coefficients": coefficients, **more}
    return score_answer(problem(), json.dumps({"hypothesis": record}))


def test_a_good_record() -> None:
    found = score(GOOD)
    assert (found.valid, found.fits, found.objections) == (True, True, ())
    assert found.edge_f1 == found.root_f1 == found.coefficient_f1 == 1
    assert found.coefficient_f1_released == 1 and found.shd == 0


@pytest.mark.parametrize(
    ("coefficients", "found", "counted", "correct"),
    [
        (GOOD, 2, 2, 2),
        ({"coeff_density_freq": 2, "coeff_moisture_frequency": "3.0"}, 2, 2, 2),
        ({"density": 2, "moisture": 3, "mass": 7}, 2, 0, 2),  # a plain key of another property
        ({"C_density": 2, "C_MOISTURE": 3}, 2, 0, 2),  # found, though not counted by its beginning
        (
            {"c_density": None, "C_density": 2, "c_moisture": 3},
            1,
            2,
            1,
        ),  # null hides the other case
        ({"c_density": None, "coeff_density_freq": 2, "c_moisture": 3}, 2, 3, 2),
        ({"c_density": True, "density": 2, "c_moisture": 3}, 2, 2, 2),
        ({"C_Density": 9, "c_DENSITY": 2, "c_moisture": 3}, 2, 2, 2),  # the last one of several
        ({**GOOD, "c_foo": None, "c_0": 1, "c_x": "abc", "coeff_a_b": 0}, 2, 6, 2),
        ({"c_density": 2.0000009, "c_moisture": 3.000002}, 2, 2, 1),
        ({"c_density_1": 2, "c_density_2": 2}, 0, 2, 0),
        ({}, 0, 0, 0),
        (["c_density"], 0, 0, 0),
    ],
)
def test_names_and_denominators(
    coefficients: object, found: int, counted: int, correct: int
) -> None:
    said = score(coefficients)
    predicted = max(found, counted)
    assert said.coefficient_recall == correct / 2
    assert said.coefficient_precision == (correct / predicted if predicted else 0)
    assert said.coefficient_f1_released == said.coefficient_f1
    assert said.edge_f1 == 1  # whatever is wrong with the coefficients


def test_edges_are_what_has_two_ends() -> None:
    odd = [*EDGES, {"from": "density", "to": "Frequency"}, "a->b", ["x"], {"from": "density"}]
    odd += [{"from": "ghost", "to": "resonanceFreq"}, {"from": "", "to": "mass"}]
    found = score(GOOD, odd)
    assert (found.edge_recall, found.shd, found.shd_extra) == (1, 1, 1)
    assert found.root_precision == pytest.approx(2 / 3)  # mass, moisture, ghost
    assert found.valid is False and found.fits is None
    assert any("ghost" in said for said in found.objections)
    turned = score(GOOD, [["density", "mass"], ["density", "freq"]])
    assert (turned.shd_missing, turned.shd_extra, turned.shd_reversed) == (1, 0, 1)
    assert score(GOOD, "none at all").edge_f1 == 0 == score(GOOD, None).edge_f1


@pytest.mark.parametrize(
    ("coefficients", "edges", "equation", "said", "valid"),
    [
        (
            {**GOOD, "c_density": 0},
            EDGES,
            None,
            "c_density is 0, yet density → resonanceFreq is an edge",
            False,
        ),
        ({**GOOD, "c_mass": 1}, EDGES, None, "c_mass is not 0, yet mass → resonanceFreq", True),
        ({"c_density": 2}, EDGES, None, "moisture → resonanceFreq is an edge, yet", True),
        (GOOD, EDGES, "resonanceFreq = base + c_density*density", "has terms in density", False),
        ({**GOOD, "c_weight": 1}, EDGES, None, "no coefficient of a declared property", True),
    ],
)
def test_what_is_wrong_is_said_and_changes_no_metric(
    coefficients: dict[str, object], edges: object, equation: str | None, said: str, valid: bool
) -> None:
    found = score(coefficients, edges, freq_equation=equation)
    assert any(said in objection for objection in found.objections)
    assert len(found.objections) == 1 and found.valid is valid
    assert (found.fits is None) is not valid
    assert found.edge_f1 == 1 and found.shd == 0


def test_names_of_the_release_make_a_model() -> None:
    named = {"base": 10, "coeff_density_freq": 2, "MOISTURE": 3}
    text = "freq = base + c_density*density + c_moisture*moisture"
    record = {"edges": EDGES, "freq_equation": text, "coefficients": named}
    found = examine(record, problem().variables, "resonanceFreq")
    assert found.hypothesis is not None and found.hypothesis.equation is not None
    assert str(found.hypothesis.equation.equation()) == "10 + 2*density + 3*moisture"
    written = write_hypothesis(found.hypothesis)
    assert written["coefficients"] == {"base": "10", "c_density": "2", "c_moisture": "3"}


def test_nothing_is_cut_off_a_name() -> None:
    named = {**GOOD, "c_mass": 1}
    text = "freq = base + c_density*density + c_moisture*moisture"
    record = {"edges": EDGES, "freq_equation": text, "coefficients": named}
    found = examine(record, problem().variables, "resonanceFreq").hypothesis
    assert found is not None
    again = write_hypothesis(found)["freq_equation"]
    assert again == "resonanceFreq = base + c_density*density + c_moisture*moisture"


def test_quadratic_names() -> None:
    gold = {"equations": {"resonanceFreq": "1 + 0.5*density^2 - density"}}
    squares = problem(
        family="quadratic",
        gold=gold,
        rounding="0.01",
        coefficients={"domain": "rational", "min_effect": "0.1"},
    )

    def ratio(named: dict[str, object]) -> tuple[float, float]:
        record = {"edges": [["density", "freq"]], "coefficients": named}
        found = score_answer(squares, json.dumps({"hypothesis": record}))
        return found.coefficient_f1, found.coefficient_f1_released

    assert ratio({"c_density_1": 0.5, "c_density_2": -1}) == (1, 0)
    assert ratio({"c_density": -1}) == (pytest.approx(2 / 3), 1)
    assert ratio({"c_density_1": 0.5, "c_density": -1}) == (1, pytest.approx(2 / 3))


def test_an_answer_that_is_no_model_is_checked_too() -> None:
    asked = question("check", problem(), answer=json.dumps({"edges": [["ghost", "freq"]]}))
    *_, document = asked.answers(problem())
    assert isinstance(document, LinearCheck)
    assert (document.valid, document.right, document.fits) == (False, False, None)
    assert document.shd == 4 and document.edge_f1 == 0
    assert any("ghost" in said for said in document.objections)


def test_no_hypothesis_is_an_empty_one() -> None:
    found = score_answer(problem(), "I do not know.")
    assert (found.valid, found.edge_f1, found.shd) == (False, 0, 3)


def _run(tmp_path: Path, *hypotheses: object, **more: object) -> LinearScore:
    """A run that states these, one per step."""
    steps = made.whole_run()
    steps[3:3] = [made.step("", hypothesis=h, action="WAIT") for h in hypotheses]
    log = made.folder(tmp_path / "seed_1", *steps[: 3 + len(hypotheses)], **more)  # type: ignore[arg-type]
    return score_log(bare(), run_files(log).whole_text(), "m")


def bare() -> LinearProblem:
    return read_causalab(read_json(json.dumps(made.CONFIG)))


def test_an_empty_hypothesis_at_the_end_takes_nothing_back(tmp_path: Path) -> None:
    empty = {"edges": [], "freq_equation": "", "coefficients": {}}
    found = _run(tmp_path, made.GOLD, empty, None)
    assert found.valid and found.edge_f1 == 1
    # a text is no list of edges, yet it is something that was said
    assert _run(tmp_path, made.GOLD, {"edges": "none"}).edge_f1 == 0


def test_the_last_file_wins_not_the_last_time(tmp_path: Path) -> None:
    folder = tmp_path / "seed_1"
    assert _run(tmp_path, made.GOLD).edge_f1 == 1
    log = next(folder.glob("*simple.jsonl"))
    other = {"edges": [["ph", "freq"]]}

    def now() -> float:
        return score_log(bare(), run_files(log).whole_text(), "m").edge_f1

    early = made.step("", hypothesis=other)
    (folder / "z_tracking.jsonl").write_text(json.dumps(early))
    assert now() == 1  # of the simple kind, whatever it is called
    said = "Well: " + json.dumps({"hypothesis": other})
    (folder / "raw_io.jsonl").write_text(json.dumps({"step": 1, "raw_output": f"1. {said}"}))
    assert now() == 1  # the first value of that text is a number
    (folder / "raw_io.jsonl").write_text(json.dumps({"step": 1, "raw_output": said}))
    assert now() == 0


def test_the_score_card_says_whether_it_was_a_success(tmp_path: Path) -> None:
    for i, (card, right) in enumerate([(True, True), (False, False), (None, True)]):
        log = made.folder(tmp_path / str(i) / "seed_1", *made.whole_run(), success=card)
        found = score_log(bare(), run_files(log).whole_text(), "m")
        assert found.target_within is right and found.submitted == "34"
        assert (found.valid, found.fits, found.support) == (True, True, "justified")
        assert read_run(log, bare()).completed is card


def test_stated_records_never_raise() -> None:
    for record in (None, 7, [], {"edges": 3}, {"coefficients": {"c_a": {"deep": 1}}}):
        assert Stated.read(record, "freq").edges == ()
